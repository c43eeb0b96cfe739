"""Day files: which there are, how their bytes become lines, and how their tails are mended.

A day file only grows. Bytes are split on newline bytes alone; a last line without newline is not a line yet. Knows
bytes and lines, not what a line says.

Promise: P5, P11
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from lossless_memory.config import device_complaint
from lossless_memory.digests import blake2b
from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

MAX_LINE_B = 64 * 2**20 + 2**20
"""A longer line is reported and stepped over: text is capped at 64 MiB and the rest of a line is small."""

_CHUNK_B = 1 << 20
_DAY = pattern(r"(\d{4})-\d\d-\d\d\.jsonl")
_YEAR = pattern(r"\d{4}")


class DayFile(NamedTuple):
    """A day file as the folder shows it now."""

    device: str
    day: str
    path: str
    size_b: int
    mtime_ns: int


class Line(NamedTuple):
    """A whole line of a day file: its number from 1, the byte it starts at, and its bytes without the newline.

    `data` is None for a line over MAX_LINE_B, which is never held in memory; `length_b` is its true length.
    """

    number: int
    offset_b: int
    length_b: int
    data: bytes | None


def devices(home: Home) -> list[str]:
    """Return the names of the device folders in the log, sorted; a folder of another kind of name is none."""
    try:
        with os.scandir(home.log) as entries:
            found = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except FileNotFoundError:
        return []
    return sorted(name for name in found if device_complaint(name) is None)


def day_files(home: Home) -> list[DayFile]:
    """Return every day file of every device, sorted by device and day; links and other files are left out (P16)."""
    return [item for device in devices(home) for item in _files_of(home, device)]


def _files_of(home: Home, device: str) -> Iterator[DayFile]:
    with os.scandir(home.device(device)) as years:
        folders = [entry.path for entry in years if _YEAR.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)]
    for folder in sorted(folders):
        yield from files_in(device, folder)


def files_in(device: str, folder: str) -> Iterator[DayFile]:
    """Yield the day files in one year's folder of a device, sorted; links and other files are left out (P16)."""
    year, is_regular, new = os.path.basename(folder), stat.S_ISREG, tuple.__new__  # for thousands of files
    with os.scandir(folder) as entries:
        there = {entry.name: entry for entry in entries}
    for name in sorted(there):
        if name.startswith(year) and _DAY.fullmatch(name):
            about = there[name].stat(follow_symlinks=False)
            if is_regular(about.st_mode):
                yield new(DayFile, (device, name[:10], there[name].path, about.st_size, about.st_mtime_ns))


def lines(path: str, offset_b: int = 0, number: int = 0) -> Iterator[Line]:
    """Yield the whole lines from an offset at a line's start; `number` is how many lines stand before it.

    What follows the last newline is not yielded. Memory is bounded by MAX_LINE_B. Raises OSError.
    """
    with os.fdopen(fsio.open_read(path), "rb", buffering=0) as stream:
        stream.seek(offset_b)
        held: list[bytes] = []
        held_b = 0
        while chunk := stream.read(_CHUNK_B):
            start = 0
            while (end := chunk.find(b"\n", start)) >= 0:
                length_b = held_b + end - start
                number += 1
                data = None if length_b > MAX_LINE_B else b"".join((*held, chunk[start:end]))
                yield Line(number, offset_b, length_b, data)
                offset_b += length_b + 1
                held, held_b, start = [], 0, end + 1
            held_b += len(chunk) - start
            if held_b <= MAX_LINE_B:
                held.append(chunk[start:])
            else:
                held.clear()


def count_lines(path: str, size_b: int) -> int:
    """Count the newlines in the first bytes of a file; 0 for a file that is not there."""
    try:
        fd = fsio.open_read(path)
    except FileNotFoundError:
        return 0
    count = 0
    with os.fdopen(fd, "rb", buffering=0) as stream:
        while size_b > 0 and (chunk := stream.read(min(_CHUNK_B, size_b))):
            count += chunk.count(b"\n")
            size_b -= len(chunk)
    return count


def end_tail(path: str) -> bool:
    """Give a file whose last byte is no newline one, durably; return whether that was needed.

    A fragment that is a whole record thereby counts; any other stays as an unparsable line of its own. Only the
    holder of the ingest lock may call this. Raises WriteFailed.
    """
    try:
        fd = fsio.open_read(path)
    except OSError:  # not there, or not to be read; then nothing is appended to it either
        return False
    try:
        size_b = os.fstat(fd).st_size
        if not size_b or fsio.read_at(fd, size_b - 1, 1) == b"\n":
            return False
    finally:
        os.close(fd)
    fsio.append_durably(path, b"")
    return True


def first_chain() -> bytes:
    """Return the chain digest of no lines."""
    return b"\0" * 16


def chain(before: bytes, line: bytes | None) -> bytes:
    """Return the digest of a file's lines so far: each line is hashed once, into the digest of those before it."""
    return blake2b(before + (line if line is not None else b"\n"), digest_size=16).digest()
