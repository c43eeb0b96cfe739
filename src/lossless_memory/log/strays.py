"""Files in the log's folders that are not the log's own, above all copies that a file sync made of a conflict.

Such a copy is never read: its name is none of ours. Here it is recognised by beginning with the name of the file it is
a copy of, whatever the tool put behind that, and compared with it line by line. It looks and never writes.

Promise: P18
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from lossless_memory.config import device_complaint
from lossless_memory.digests import blake2b
from lossless_memory.log import dayfile
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

_BESIDE = ("device.json", "markers.jsonl", "accounts.jsonl", "checkpoints.jsonl")
_DAY = pattern(r"\d{4}-\d\d-\d\d")
_YEAR = pattern(r"\d{4}")
_PASSING = pattern(r"\.\d+\.tmp$|^\.syncthing\..*\.tmp$|^~syncthing~|\.part$|\.tmp$")
"""Files on their way to their own name: ours, and those of sync tools."""


class Stray(NamedTuple):
    """A file or folder that is not the log's own. `copy_of` is the path of what it is a copy of, or None."""

    path: str
    copy_of: str | None


def find(home: Home) -> list[Stray]:
    """Return what stands in the log and is not the log's, sorted by path; hidden files are left out."""
    return sorted(_find(home))


def _find(home: Home) -> Iterator[Stray]:
    devices = dayfile.devices(home)
    for entry in _entries(home.log):
        if entry.name in devices and entry.is_dir(follow_symlinks=False):
            yield from _in_device(home, entry.name)
            continue
        longest = max((name for name in devices if entry.name.startswith(name)), key=len, default=None)
        yield Stray(entry.path, None if longest is None else home.device(longest))


def _in_device(home: Home, device: str) -> Iterator[Stray]:
    for entry in _entries(home.device(device)):
        if _YEAR.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
            yield from _in_year(home, device, entry)
        elif entry.name not in _BESIDE:
            own = next((name for name in _BESIDE if entry.name.startswith(name.partition(".")[0])), None)
            is_day = _DAY.match(entry.name)
            if own is not None:
                yield Stray(entry.path, os.path.join(home.device(device), own))
            else:
                yield Stray(entry.path, home.day_file(device, entry.name[:10]) if is_day else None)


def _in_year(home: Home, device: str, year: os.DirEntry[str]) -> Iterator[Stray]:
    for entry in _entries(year.path):
        is_day = _DAY.match(entry.name)
        if is_day and entry.name == entry.name[:10] + ".jsonl" and entry.name.startswith(year.name):
            if not entry.is_file(follow_symlinks=False):
                yield Stray(entry.path, None)  # a link or a folder in the place of a day file is not read
            continue
        yield Stray(entry.path, home.day_file(device, entry.name[:10]) if is_day else None)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if not _PASSING.search(entry.name)]
    except OSError:
        return []
    return [entry for entry in found if not entry.name.startswith(".")]


def own_lines(stray: Stray) -> int | None:
    """Return how many lines a copy holds that its original does not; None where that cannot be told."""
    if stray.copy_of is None or not os.path.isfile(stray.path):
        return None
    try:
        known = {_digest(line) for line in dayfile.lines(stray.copy_of)} if os.path.exists(stray.copy_of) else set()
        return sum(_digest(line) not in known for line in dayfile.lines(stray.path))
    except OSError:
        return None


def _digest(line: dayfile.Line) -> bytes:
    return blake2b(line.data or b"\n", digest_size=16).digest()


def is_day_file(path: str) -> bool:
    """Say whether a path has the name of a day file."""
    return _DAY.match(os.path.basename(path)) is not None


def other_devices(home: Home, own: str) -> list[str]:
    """Return the names of the device folders that other machines write."""
    return [name for name in dayfile.devices(home) if name != own and device_complaint(name) is None]
