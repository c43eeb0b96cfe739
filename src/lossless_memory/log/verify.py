"""Looking whether the log is whole: structure, names, modes and tails. It looks and never writes."""

from __future__ import annotations

import os

from lossless_memory.log import dayfile, read, strays
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple


class Report(NamedTuple):
    """What verify saw: every damaged stretch, and harmless remarks such as a line still being written."""

    files: int
    records: int
    findings: list[read.Finding]
    notes: list[str]


def verify(home: Home) -> Report:
    """Parse every line of every day file.

    A line that is no record, or stands in the file of another day, is a finding, and so is a file that cannot be read
    from some line on. A last line without newline is a note: it may still be being written, and the next append ends
    it.
    """
    files = dayfile.day_files(home)
    records, findings, notes = 0, [], []
    for file in files:
        end_b = lines = 0
        try:
            for line in dayfile.lines(file.path):
                end_b, lines = line.offset_b + line.length_b + 1, line.number
                entry = read.entry_of(file, line)
                if isinstance(entry, read.Finding):
                    findings.append(entry)
                else:
                    records += 1
        except OSError as error:
            findings.append(read.unreadable(file, error, lines + 1, end_b))
            continue
        tail_b = os.stat(file.path).st_size - end_b
        if tail_b > 0:
            notes.append(f"{file.device}/{file.day}: the last {tail_b} bytes have no end of line yet")
        if os.name == "posix" and os.stat(file.path).st_mode & 0o077:
            notes.append(f"{file.device}/{file.day}: other users may read this file; run: chmod 600 {file.path}")
    for stray in strays.find(home):
        copied = f"a copy of {stray.copy_of}, made of a conflict by a file sync" if stray.copy_of else "no file of ours"
        notes.append(f"{stray.path} is {copied}, and is not read")
    return Report(len(files), records, findings, notes)
