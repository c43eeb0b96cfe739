"""A small honest model of a disk that loses power: what was synced is kept, the rest may be gone, cut or zeros.

The model (after ALICE, Pillai et al., OSDI 2014): a file's bytes are durable once that file is synced, a name once its
folder is synced, and nothing else ever is. It is harsher than any journalling file system. Writes of `write` are taken
to go to the file's end, which is how this program writes. Memory-mapped `-shm` files are never durable. Of SQLite's
files only the places of unsynced writes are known, and these become zeros, which its own promise must bear.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

VARIANTS = ("dropped", "cut", "zeroed", "mixed")


@dataclass(slots=True, eq=False)
class File:
    """A file's bytes as the running system sees them, the durable ones, and the writes since the last sync."""

    now: bytearray = field(default_factory=bytearray)
    durable: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    """(offset, bytes) of a write, or (length, None) of a truncation."""

    def write(self, offset_b: int, data: bytes) -> None:
        if offset_b > len(self.now):
            self.now.extend(bytes(offset_b - len(self.now)))
        self.now[offset_b : offset_b + len(data)] = data
        self.since.append((offset_b, data))

    def truncate(self, length_b: int) -> None:
        if length_b <= len(self.now):
            del self.now[length_b:]
        else:
            self.now.extend(bytes(length_b - len(self.now)))
        self.since.append((length_b, None))

    def sync(self) -> None:
        self.durable, self.since = bytes(self.now), []

    def after(self, variant: str, rng: random.Random) -> bytes | None:
        """Return the bytes that a power cut leaves."""
        if variant == "dropped" or not self.since:
            return self.durable
        if variant == "zeroed":
            return (self.durable + bytes(max(0, len(self.now) - len(self.durable))))[: len(self.now)]
        left = File(bytearray(self.durable))
        stop = rng.randrange(len(self.since))
        for number, (place, data) in enumerate(self.since[: stop + 1]):
            if data is None:
                left.truncate(place)
            else:
                left.write(place, data[: rng.randrange(len(data) + 1)] if number == stop else data)
        return bytes(left.now)


@dataclass(slots=True, eq=False)
class Database:
    """A file of SQLite, of which the trace tells where was written but not what: unsynced places become zeros.

    `final` are its bytes at the end of the trace; a database file that is gone by then is left out of every state.
    """

    size_b: int = 0
    durable_b: int = 0
    since: list[tuple[int, int]] = field(default_factory=list)
    """(offset, length) of each write since the last sync."""
    final: bytes | None = None

    def write(self, offset_b: int, length_b: int) -> None:
        self.size_b = max(self.size_b, offset_b + length_b)
        self.since.append((offset_b, length_b))

    def truncate(self, length_b: int) -> None:
        self.size_b = length_b

    def sync(self) -> None:
        self.durable_b, self.since = self.size_b, []

    def after(self, variant: str, rng: random.Random) -> bytes | None:
        """Return the bytes that a power cut leaves."""
        if self.final is None or not self.since:
            return self.final
        left = bytearray(self.final)
        kept = rng.randrange(len(self.since)) if variant == "cut" else 0
        for offset_b, length_b in self.since[kept:]:
            here = max(0, min(length_b, len(left) - offset_b))
            left[offset_b : offset_b + here] = bytes(here)
        return bytes(left[: self.durable_b] if variant == "dropped" else left)


@dataclass(slots=True, eq=False)
class Folder:
    """A folder's names as the running system sees them, and the durable ones."""

    now: dict[str, Node] = field(default_factory=dict)
    durable: dict[str, Node] = field(default_factory=dict)

    def sync(self) -> None:
        self.durable = dict(self.now)


Node = File | Database | Folder


class Disk:
    """The tree below one folder, changed by the calls of a trace."""

    def __init__(self, root: str) -> None:
        """Take what stands below the folder now as durable. The folder itself always exists."""
        self._root = root
        self._top = _read(root)

    def _find(self, path: str) -> Node | None:
        if path != self._root and not path.startswith(self._root + "/"):
            return None
        node: Node | None = self._top
        for name in filter(None, path[len(self._root) :].split("/")):
            node = node.now.get(name) if isinstance(node, Folder) else None
        return node

    def _parent(self, path: str) -> tuple[Folder | None, str]:
        folder, name = os.path.split(path)
        found = self._find(folder)
        return (found if isinstance(found, Folder) else None), name

    def open(self, path: str, *, creates: bool, truncates: bool) -> None:
        folder, name = self._parent(path)
        if folder is None or path.endswith("-shm"):
            return
        found = folder.now.get(name)
        if found is None and creates:
            folder.now[name] = Database() if _is_database(name) else File()
        elif isinstance(found, File) and truncates:
            found.truncate(0)

    def append(self, path: str, data: bytes) -> None:
        found = self._find(path)
        if isinstance(found, File):
            found.write(len(found.now), data)

    def write_somewhere(self, path: str, offset_b: int, length_b: int) -> None:
        found = self._find(path)
        if isinstance(found, Database):
            found.write(offset_b, length_b)
        elif isinstance(found, File):
            raise ValueError(f"{path} is written in a way that the model does not know")

    def truncate(self, path: str, length_b: int) -> None:
        found = self._find(path)
        if isinstance(found, File | Database):
            found.truncate(length_b)

    def sync(self, path: str) -> None:
        if found := self._find(path):
            found.sync()

    def make_folder(self, path: str) -> None:
        folder, name = self._parent(path)
        if folder is not None:
            folder.now[name] = Folder()

    def rename(self, old: str, new: str) -> None:
        (source, was), (target, name) = self._parent(old), self._parent(new)
        if source is not None and target is not None and was in source.now:
            target.now[name] = source.now.pop(was)

    def unlink(self, path: str) -> None:
        folder, name = self._parent(path)
        if folder is not None:
            folder.now.pop(name, None)

    def look(self) -> None:
        """Take the databases' bytes as they stand on the real disk now, at the end of the trace."""
        for path, node in _databases(self._top, self._root):
            try:
                with open(path, "rb") as stream:
                    node.final = stream.read()
            except FileNotFoundError:
                node.final = None

    def after_power_cut(self, variant: str, rng: random.Random) -> dict[str, bytes | None]:
        """Return what a power cut leaves: relative path to bytes, None for a folder.

        dropped: neither unsynced bytes nor unsynced names. cut: the names, and unsynced writes up to a random byte.
        zeroed: the names and lengths, the unsynced bytes zeros. mixed: each file and folder fares differently.
        """
        return dict(self._left(self._top, "", variant, rng))

    def _left(self, folder: Folder, path: str, variant: str, rng: random.Random) -> Iterator[tuple[str, bytes | None]]:
        mine = rng.choice(("dropped", "cut")) if variant == "mixed" else variant
        names = folder.durable if mine == "dropped" else folder.now
        for name, node in sorted(names.items(), key=lambda pair: pair[0]):
            place = f"{path}/{name}" if path else name
            if isinstance(node, Folder):
                yield place, None
                yield from self._left(node, place, variant, rng)
            else:
                data = node.after(rng.choice(VARIANTS[:3]) if variant == "mixed" else variant, rng)
                if data is not None:
                    yield place, data


def _read(path: str) -> Folder:
    folder = Folder()
    if os.path.isdir(path):
        for entry in os.scandir(path):
            if entry.is_dir(follow_symlinks=False):
                folder.now[entry.name] = _read(entry.path)
            elif not entry.name.endswith("-shm"):
                with open(entry.path, "rb") as stream:
                    data = stream.read()
                is_database = _is_database(entry.name)
                folder.now[entry.name] = Database(len(data), len(data)) if is_database else File(bytearray(data), data)
    folder.sync()
    return folder


def _is_database(name: str) -> bool:
    return name.endswith((".db", ".db-wal", ".db-journal"))


def _databases(folder: Folder, path: str) -> Iterator[tuple[str, Database]]:
    for name, node in folder.now.items():
        if isinstance(node, Folder):
            yield from _databases(node, f"{path}/{name}")
        elif isinstance(node, Database):
            yield f"{path}/{name}", node


def lay_out(state: dict[str, bytes | None], root: str) -> None:
    """Write a state below an empty folder."""
    os.makedirs(root, mode=0o700, exist_ok=True)
    for path, data in state.items():
        place = os.path.join(root, path)
        if data is None:
            os.mkdir(place, 0o700)
        else:
            fd = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as stream:
                stream.write(data)
