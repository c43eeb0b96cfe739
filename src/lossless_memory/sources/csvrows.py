"""Reads a table of comma-separated values row by row, in memory bounded by its longest row.

Owns how rows that are none are told: they are problems, and the rest is read on. Knows no source.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping

from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Input, Item, Skipped
from lossless_memory.sources.drafts import Outcome
from lossless_memory.sources.opening import Broken, open_utf8


class _Lines:
    """The lines of a stream for the csv module, remembering those of the row being read."""

    def __init__(self, lines: Iterator[jsonlines.Line]) -> None:
        self._lines = lines
        self.taken: list[bytes] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        raw = line.raw or b""  # one that is too long to hold is told as a row without enough values
        self.taken.append(raw + b"\n" * line.is_ended)
        return self.taken[-1].decode("utf-8", "surrogateescape")


def read(input: Input, convert: Callable[[Mapping[str, str]], Outcome]) -> Iterator[Item]:
    """Yield one item a row behind the head, whose values name the columns. Always read from the start."""
    number = 0
    try:
        with open_utf8(input).stream as stream:
            lines = _Lines(jsonlines.lines(stream, 0))
            rows = csv.reader(lines)
            names: list[str] | None = None
            while True:
                number += 1
                lines.taken = []
                try:
                    row = next(rows, None)
                except csv.Error as error:
                    yield Item(f"row {number}", Skipped(f"not a row: {error}"), b"".join(lines.taken))
                    continue
                if row is None:
                    return
                if names is None:
                    names = [name.removeprefix("\ufeff").strip() for name in row]
                    number = 0
                elif len(row) != len(names):
                    if row:
                        reason = f"a row of {len(row)} values where {len(names)} are named"
                        yield Item(f"row {number}", Skipped(reason), b"".join(lines.taken))
                else:
                    yield Item(f"row {number}", convert(dict(zip(names, row, strict=True))), b"".join(lines.taken))
    except Broken as broken:
        yield Item(f"after row {number}", Skipped(str(broken)))


def peek(input: Input) -> Iterator[Mapping[str, str]]:
    """Yield the rows that can be read, for looking ahead."""
    found: list[Mapping[str, str]] = []

    def keep(row: Mapping[str, str]) -> Outcome:
        found[:] = [row]
        return []

    for item in read(input, keep):
        if not isinstance(item.result, Skipped):
            yield found[0]
