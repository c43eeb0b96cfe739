"""Which files look exactly as they did when they were read to their end, so that a pass need not open them again.

A file is known by device, inode, size and the times of its last change; of a database also by those of the write-ahead
file beside it. A file that was changed within the last seconds before it was opened is not remembered: another change
within the same tick of the clock would not show.

Promise: P10
"""

from __future__ import annotations

import os
from collections.abc import Mapping

Stamp = tuple[int, ...]

SETTLED_S = 2.0
_DATABASE = b"SQLite format 3\0"
_PLAIN_FIELDS = 5


def stamp_of(path: str, about: os.stat_result, head: bytes) -> Stamp:
    """Return how a file looks that begins with `head`."""
    own = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
    return own + _beside(path) if head.startswith(_DATABASE) else own


def _beside(path: str) -> Stamp:
    try:
        about = os.stat(path + "-wal", follow_symlinks=False)
    except OSError:
        return (0, 0)
    return (about.st_size, about.st_mtime_ns)


def is_settled(stamp: Stamp, now_s: float) -> bool:
    """Say whether a file was last changed long enough ago for its next change to show."""
    return max(stamp[3], *stamp[4:5], *stamp[6:]) / 1e9 < now_s - SETTLED_S


def of_others(path: str, only: str | None) -> str:
    """Return the name under which a file is remembered as not `only`'s."""
    return f"{only}\0{path}"


def is_at(name: str, path: str) -> bool:
    """Say whether a file's name is a path, or lies below it."""
    return name == path or name.startswith(path.rstrip(os.sep) + os.sep)


class Seen:
    """Remembers files; what is new among them is handed over once, to be kept in the catalog."""

    def __init__(self, known: Mapping[str, Stamp] | None = None) -> None:
        """Begin with what the catalog keeps."""
        self._stamps = dict(known or {})
        self._fresh: dict[str, Stamp] = {}

    def __len__(self) -> int:
        return len(self._stamps)

    def holds(self, path: str) -> bool:
        """Say whether anything is remembered at a path or below it."""
        return any(is_at(name, path) for name in self._stamps)

    def is_as_read(self, path: str, about: os.stat_result) -> bool:
        """Say whether a file, whose state is given, looks as it did when it was read to its end."""
        stamp = self._stamps.get(path)
        if stamp is None:
            return False
        own = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
        if stamp[:_PLAIN_FIELDS] != own:
            return False
        return len(stamp) == _PLAIN_FIELDS or stamp[_PLAIN_FIELDS:] == _beside(path.rpartition("\0")[2])

    def note(self, path: str, stamp: Stamp, *, is_kept: bool) -> None:
        """Remember a file; `is_kept` is for one that a source reads, which is remembered beyond this process."""
        if self._stamps.get(path) != stamp:
            self._stamps[path] = stamp
            if is_kept:
                self._fresh[path] = stamp

    def taken(self) -> dict[str, Stamp]:
        """Return what is to be kept and was not handed over yet."""
        fresh, self._fresh = self._fresh, {}
        return fresh

    def agree(self, kept: Mapping[str, Stamp]) -> None:
        """Begin with what the catalog keeps, or remember nothing where that keeps nothing any more."""
        if not kept:
            self._stamps.clear()
            self._fresh.clear()
        elif not self._stamps:
            self._stamps.update(kept)
