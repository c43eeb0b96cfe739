"""Reading records back: by address, by place, and all of them in file order.

Owns the locator `<device>/<day>:<line>`. Damage is a Finding beside the records, never an exception and never silent.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from lossless_memory.errors import UsageError
from lossless_memory.log import dayfile, fsio
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.record import LineError, Record, decode, may_hold
from lossless_memory.typed import NamedTuple

_LOCATOR = pattern(r"(\[)?([A-Za-z0-9][A-Za-z0-9_-]{0,39})/(\d{4}-\d\d-\d\d):([1-9]\d{0,11})(?(1)\])")


class Locator(NamedTuple):
    """The stable address of a record; `line` counts from 1."""

    device: str
    day: str
    line: int

    def __str__(self) -> str:
        """Return the form in which people and scripts write it."""
        return f"{self.device}/{self.day}:{self.line}"

    @classmethod
    def parse(cls, text: str) -> Locator:
        """Read a locator such as main/2026-09-02:17, also in the brackets it is printed in. Raises UsageError."""
        match = _LOCATOR.fullmatch(text.strip())
        if not match:
            raise UsageError(f"{text!r} is not the address of a record.", "An address looks like main/2026-09-02:17.")
        return cls(match[2], match[3], int(match[4]))


class Finding(NamedTuple):
    """Something wrong with a stretch of a day file: bytes [offset_b, offset_b + length_b), and what it is."""

    device: str
    day: str
    line: int
    offset_b: int
    length_b: int
    problem: str


class Entry(NamedTuple):
    """A record with its address and its place in the day file."""

    locator: Locator
    offset_b: int
    length_b: int
    record: Record


def record_of(day: str, data: bytes | None) -> Record | str:
    """Read a line of the day file of a day as a record, or say what is wrong with it; None for one too long."""
    if data is None:
        return f"longer than {dayfile.MAX_LINE_B} bytes"
    try:
        record = decode(data)
    except LineError as error:
        return "NUL bytes" if data and not data.strip(b"\0") else str(error)
    return record if record.day == day else f"a record of {record.day} in the file of {day}"


def entry_of(file: dayfile.DayFile, line: dayfile.Line) -> Entry | Finding:
    """Read a line of a day file as a record, or say what is wrong with it."""
    record = record_of(file.day, line.data)
    if isinstance(record, str):
        return Finding(file.device, file.day, line.number, line.offset_b, line.length_b, record)
    return Entry(Locator(file.device, file.day, line.number), line.offset_b, line.length_b, record)


def unreadable(file: dayfile.DayFile, error: OSError, line: int = 1, offset_b: int = 0) -> Finding:
    """Return the finding for a day file that the system does not let us read from a line on."""
    problem = f"cannot be read from here on: {error.strerror}"
    return Finding(file.device, file.day, line, offset_b, max(0, file.size_b - offset_b), problem)


def entries(home: Home, files: Iterable[dayfile.DayFile] | None = None) -> Iterator[Entry | Finding]:
    """Yield every record, and every Finding, of the given day files or of all, in file order.

    Whole lines only; a file that vanishes meanwhile is passed over. Memory is bounded by one line.
    """
    for file in dayfile.day_files(home) if files is None else files:
        try:
            for line in dayfile.lines(file.path):
                yield entry_of(file, line)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield unreadable(file, error)


class Reader:
    """Reads single lines by place, keeping the day files open while it lives. Close it, or use it in a `with`."""

    def __init__(self, home: Home) -> None:
        """Remember the home; nothing is opened yet."""
        self._home = home
        self._open: dict[tuple[str, str], int] = {}

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every day file."""
        while self._open:
            os.close(self._open.popitem()[1])

    def line_at(self, device: str, day: str, offset_b: int, length_b: int) -> bytes:
        """Return a line's bytes by place. Raises OSError; fewer bytes come back where the file is shorter now."""
        fd = self._open.get((device, day))
        if fd is None:
            if len(self._open) >= 64:
                self.close()
            fd = self._open[(device, day)] = fsio.open_read(self._home.day_file(device, day))
        return fsio.read_at(fd, offset_b, length_b)

    def may_hold(self, device: str, day: str, offset_b: int, length_b: int, texts: Iterable[str]) -> bool:
        """Say, much sooner than its record is read, whether a line can hold all of some texts."""
        try:
            line = self.line_at(device, day, offset_b, length_b)
        except OSError:
            return False
        return all(may_hold(line, text) for text in texts)

    def record_at(self, device: str, day: str, offset_b: int, length_b: int) -> Record | None:
        """Return the record by place, or None where the log no longer has it there."""
        try:
            return decode(self.line_at(device, day, offset_b, length_b))
        except (OSError, LineError):
            return None


def find(home: Home, locator: Locator) -> Entry | Finding | None:
    """Return what stands at a locator, reading its day file up to there; None where there is no such line."""
    path = home.day_file(locator.device, locator.day)
    file = dayfile.DayFile(locator.device, locator.day, path, 0, 0)
    try:
        for line in dayfile.lines(path):
            if line.number == locator.line:
                return entry_of(file, line)
    except FileNotFoundError:
        return None
    except OSError as error:
        return unreadable(file, error, locator.line)
    return None
