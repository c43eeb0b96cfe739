"""Looking at the newest lines: through the catalog's places where there is one, else at the ends of the day files.

What is in memory only (a turn that could not store) and what the catalog does not know yet stands beside them. Text is
read from the log, line by line, as far as it is wanted.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import recent
from lossless_memory.index.recent import Glance
from lossless_memory.log import dayfile, markers
from lossless_memory.log.read import Reader
from lossless_memory.now.said import Kept, Said, is_said, newest_first, said, said_line
from lossless_memory.now.stand import Ask, Pause, Pauses, Stand, stand
from lossless_memory.paths import Home
from lossless_memory.record import Record, us_to_ts

_UNINDEXED_B = 256 * 1024
_DAY_US = 86_400_000_000
_BACK_US = 4 * _DAY_US
"""The stretch is looked for in so many days: the 48 hours, and as much silence before them."""


def look(home: Home, ask: Ask, unstored: Sequence[Record] = (), device: str = "main") -> Stand:
    """Return where things stand. `unstored` are records read from sources that the log does not hold yet."""
    marks = markers.read(home)
    beside = [Kept(record, device) for record in unstored]
    with Reader(home) as reader:
        try:
            with contextlib.closing(recent.open_newest(home)) as connection:
                beside = _unindexed(home, connection, ask.now_us) + beside
                lines = _lines(connection, reader, ask.now_us, beside)
                return stand(lines, marks, ask, device, _pauses(connection, reader, ask.now_us, beside))
        except IndexUnusable:
            from lossless_memory.now import tails
            from lossless_memory.now.beside import spoken

            return stand(spoken([*tails.newest(home), *beside]), marks, ask, device)


def _lines(connection: Glance, reader: Reader, until_us: int, beside: Sequence[Kept]) -> Iterator[Said]:
    """Yield the person's lines, the newest first: the catalog's, and those that stand beside it."""
    if not beside:
        for ts_us, device, day, offset_b, length_b in recent.said(connection, until_us):
            try:
                line = reader.line_at(device, day, offset_b, length_b)
            except OSError:
                continue
            if (found := said_line(line, device, ts_us)) is not None:
                yield found
        return
    import heapq

    from lossless_memory.now.beside import branches, event_of, identity, spoken

    there = {identity(one.record) for one in beside}
    paths = branches(connection, beside)

    def indexed() -> Iterator[Said]:
        for place in recent.said(connection, until_us):
            record = reader.record_at(place.device, place.day, place.offset_b, place.length_b)
            if record is None or identity(record) in there:
                continue
            path = paths.get(record.session)
            if path is None or (event := event_of(record)) is None or event in path:
                yield said(record, place.device, place.ts_us)

    yield from heapq.merge(indexed(), spoken(beside), key=newest_first)


def _pauses(connection: Glance, reader: Reader, until_us: int, beside: Sequence[Kept]) -> Pauses | None:
    """Return what gives the pauses of the last days from the catalog; None where lines stand beside it."""
    if any(is_said(one.record) for one in beside):
        return None

    def found(from_us: int, least_us: int) -> Iterator[Pause]:
        for newer_us, away_us in recent.pauses(connection, until_us - _BACK_US, from_us, least_us):
            yield newer_us, away_us, lambda newer_us=newer_us: _text_at(connection, reader, newer_us)  # type: ignore[misc]

    return found


def _text_at(connection: Glance, reader: Reader, ts_us: int) -> str:
    place = next(recent.said(connection, ts_us), None)
    record = reader.record_at(place.device, place.day, place.offset_b, place.length_b) if place else None
    return record.text if record is not None else ""


def _unindexed(home: Home, connection: Glance, now_us: int) -> list[Kept]:
    """Return the records of the newest days that the catalog does not know yet."""
    days = [us_to_ts(max(0, now_us - back * _DAY_US))[:10] for back in (2, 1, 0)]
    known = recent.watermarks(connection, days[0])
    found: list[Kept] = []
    for device in dayfile.devices(home):
        for day in days:
            reached_b = known.get((device, day), 0)
            if _size_b(home.day_file(device, day)) > reached_b:
                from lossless_memory.now import tails

                found += [Kept(one, device) for one in tails.behind(home, device, day, reached_b, _UNINDEXED_B)]
    return found


def _size_b(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
