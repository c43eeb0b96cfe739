"""From what a person names to the files in it: single files, folders, and members of zip archives.

Only regular files are read, links below a named folder are not followed, archives are read and never extracted
(RELIABILITY §7.5). Knows no formats.

Promise: P16
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence

from lossless_memory.errors import SourceError
from lossless_memory.ingest.seen import Stamp, stamp_of
from lossless_memory.sources.base import Input
from lossless_memory.typed import BinaryIO, NamedTuple

HEAD_B = 65_536
EXCLUDED = "excluded"
MAX_BESIDE_B = 64 * 2**20
_ABOVE = 3
_BROKEN = 8


class Refused(NamedTuple):
    """Something named or found that is not read, and why."""

    name: str
    reason: str


class Opened(NamedTuple):
    """A file to read. `path` is its own path where it can be read on from a cursor, None for a zip member."""

    input: Input
    path: str | None


class Done(NamedTuple):
    """A file of which everything was yielded, and how it looked when it was opened."""

    path: str
    stamp: Stamp


IsAsRead = Callable[[str, os.stat_result], bool]
"""Says of a path and its state whether there is nothing new to read there."""


def expand(
    path: str, is_excluded: Callable[[str], bool] = lambda _: False, is_as_read: IsAsRead = lambda _, __: False
) -> Iterator[Opened | Refused | Done]:
    """Yield what there is to read at a path, in the order of names; what is excluded is not even opened.

    A file that is as it was read is passed over without a word. Raises SourceError if there is nothing there or it
    cannot be opened.
    """
    try:
        about = os.stat(path)
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}; nothing was imported.") from error
    mode = about.st_mode
    if is_excluded(os.path.abspath(path)):
        yield Refused(path, EXCLUDED)
    elif stat.S_ISDIR(mode):
        yield from _folder(os.path.abspath(path), is_excluded, is_as_read)
    elif stat.S_ISREG(mode):
        if is_as_read(os.path.abspath(path), about):
            return
        folder = os.path.dirname(os.path.abspath(path))
        yield from _file(os.path.abspath(path), _names_in(folder))
    else:
        yield Refused(path, "not a regular file")


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _folder(root: str, is_excluded: Callable[[str], bool], is_as_read: IsAsRead) -> Iterator[Opened | Refused | Done]:
    closed: list[OSError] = []
    for folder, folders, names in os.walk(root, followlinks=False, onerror=closed.append):
        before = list(folders)
        inner = sorted(name for name in before if not os.path.islink(os.path.join(folder, name)))
        folders[:] = [name for name in inner if not is_excluded(os.path.join(folder, name))]
        yield from (Refused(os.path.join(folder, name), EXCLUDED) for name in inner if name not in folders)
        linked = sorted(name for name in before if name not in inner)
        yield from (Refused(os.path.join(folder, name), "a link, which is not followed") for name in linked)
        siblings = sorted(names)
        for name in siblings:
            path = os.path.join(folder, name)
            if is_excluded(path):
                yield Refused(path, EXCLUDED)
                continue
            try:
                about = os.lstat(path)
            except OSError as error:  # gone since the folder was listed
                yield Refused(path, f"cannot be opened: {error.strerror}")
                continue
            if stat.S_ISLNK(about.st_mode):
                yield Refused(path, "a link, which is not followed")
            elif stat.S_ISREG(about.st_mode):
                if not is_as_read(path, about):
                    yield from _file(path, siblings, root)
            else:
                yield Refused(path, "not a regular file")
    yield from (Refused(str(error.filename), f"cannot be opened: {error.strerror}") for error in closed)


class Beside:
    """Gives a list that an export keeps beside its conversations, from a file's folder or one above it.

    Never from above the folder that the person named, and never through a link (P16).
    """

    def __init__(self, root: str, path: str) -> None:
        """Look from the file's folder up to `root`."""
        self._root, self._folder = root, os.path.dirname(path)

    def __call__(self, name: str) -> bytes | None:
        """Return the bytes of the nearest file of that name, or None; also for one too large to be such a list."""
        folder = self._folder
        for _ in range(_ABOVE):
            path = os.path.join(folder, name)
            try:
                if stat.S_ISREG(os.lstat(path).st_mode):
                    with _opened(path) as stream:
                        data = stream.read(MAX_BESIDE_B + 1)
                    return data if len(data) <= MAX_BESIDE_B else None
            except OSError:
                pass  # there is none, or none that can be read
            if folder == self._root or os.path.dirname(folder) == folder:
                return None
            folder = os.path.dirname(folder)
        return None


def _file(path: str, siblings: Sequence[str], root: str | None = None) -> Iterator[Opened | Refused | Done]:
    try:
        with _opened(path) as stream:
            about = os.fstat(stream.fileno())
            head = stream.read(HEAD_B)
            size_b = os.fstat(stream.fileno()).st_size
            stamp = stamp_of(path, about, head)
    except OSError as error:
        yield Refused(path, f"cannot be opened: {error.strerror}")
        return
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from _members(path)
    else:
        beside = Beside(root if root is not None else os.path.dirname(path), path)
        yield Opened(Input(path, head, size_b, siblings, lambda: _opened(path), path, beside), path)
    yield Done(path, stamp)


def is_other_encoding(head: bytes) -> bool:
    """Say whether the start of a file is text of another encoding, such as Shift_JIS, which would come out garbled.

    A few broken bytes among good text are kept as they are and are no reason to refuse a file.
    """
    if head.startswith((b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff", b"SQLite format 3\0")):  # known to readers, or no text
        return False
    text = head.decode("utf-8", "replace")
    broken = text.count("\ufffd") - head.count("\ufffd".encode())
    return broken >= _BROKEN and broken * 3 > sum(char > "\x7f" for char in text)


def _opened(path: str) -> BinaryIO:
    """Open a regular file; a pipe put in its place meanwhile must not hang us."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(0, "not a regular file")
    return os.fdopen(fd, "rb")


def _members(path: str) -> Iterator[Opened | Refused]:
    from lossless_memory.ingest import zipped  # only for archives: a turn reads none and is in a hurry

    try:
        members = zipped.members(path)
    except zipped.DAMAGED:
        yield Refused(path, "the zip archive is incomplete or damaged; download it again")
        return
    except zipped.UNUSABLE as error:
        yield Refused(path, f"not a usable zip archive: {error}")
        return
    except zipped.Nothing as nothing:
        yield Refused(path, str(nothing))
        return
    names = [member.name for member in members]
    beside = zipped.neighbours(members)
    for member in members:
        label = f"{path}!{member.name}"
        if member.trouble:
            yield Refused(label, member.trouble)
            continue
        try:
            with member.open() as stream:
                head = stream.read(HEAD_B)
        except zipped.DAMAGED as error:
            yield Refused(label, f"damaged within the archive ({error}); download the archive again")
            continue
        except zipped.UNREADABLE as error:
            yield Refused(label, f"cannot be read from the archive: {error}")
            continue
        yield Opened(Input(label, head, member.size_b, names, member.open, neighbour=beside), None)
