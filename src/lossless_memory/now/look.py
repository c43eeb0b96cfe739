"""Looking at the newest lines: through the catalog's places where there is one, else at the ends of the day files.

What is in memory only (a turn that could not store) and what the catalog does not know yet stands beside them. Text is
read from the log, line by line, as far as it is wanted.
"""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Iterator, Sequence

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import recent
from lossless_memory.index.recent import Glance
from lossless_memory.log import dayfile, markers
from lossless_memory.log.read import Reader
from lossless_memory.now import tails
from lossless_memory.now.said import Said, is_said, said
from lossless_memory.now.stand import Ask, Pause, Pauses, Stand, stand
from lossless_memory.now.tails import Kept
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
                lines = heapq.merge(_indexed(connection, reader, ask.now_us, beside), _spoken(beside), key=_newest)
                return stand(lines, marks, ask, device, _pauses(connection, reader, ask.now_us, beside))
        except IndexUnusable:
            return stand(_spoken([*tails.newest(home), *beside]), marks, ask, device)


def before_compaction(home: Home, session: str, now_us: int, unstored: Sequence[Record] = ()) -> list[Record]:
    """Return the last exchange of a conversation before it was compacted last: the person's line, then the answer.

    `session` is the tool's own id. Empty where the conversation is not known.
    """
    kept: list[Record] = []
    until_us = now_us
    names = {record.session for record in unstored}
    with Reader(home) as reader:
        try:
            with contextlib.closing(recent.open_newest(home)) as connection:
                names |= set(recent.sessions(connection, session))
                for name in names:
                    if name == session or name.endswith(":" + session):
                        compacted = recent.compacted_us(connection, name, now_us)
                        until_us = min(until_us, compacted) if compacted is not None else until_us
                        for place in recent.of_session(connection, name, until_us, _EXCHANGE_LINES):
                            record = reader.record_at(place.device, place.day, place.offset_b, place.length_b)
                            kept += [record] if record is not None else []
        except IndexUnusable:
            kept = [one.record for one in tails.newest(home)]
    records = sorted([*kept, *unstored], key=lambda record: record.ts)
    mine = [one for one in records if one.session == session or one.session.endswith(":" + session)]
    return _exchange(mine)


_EXCHANGE_LINES = 40
_COMPACTED = frozenset({"compaction", "compact-boundary"})


def _exchange(records: Sequence[Record]) -> list[Record]:
    """Return the person's last line before the last compaction and the last answer to it."""
    end = len(records)
    for place in range(len(records) - 1, -1, -1):
        if (records[place].origin or {}).get("kind") in _COMPACTED:
            end = place
            break
    spoken = [one for one in records[:end] if one.type == "text" and not (one.origin or {}).get("agent")]
    asked = next((place for place in range(len(spoken) - 1, -1, -1) if spoken[place].role == "user"), None)
    if asked is None:
        return spoken[-1:]
    return [spoken[asked], *[one for one in spoken[asked + 1 :] if one.role == "assistant"][-1:]]


def _newest(line: Said) -> tuple[int, str, str]:
    return (-line.ts_us, line.device, line.session)


def _spoken(records: Sequence[Kept]) -> Iterator[Said]:
    """Yield the person's lines among records, the newest first."""
    found = [said(one.record, one.device) for one in tails.live(records) if is_said(one.record)]
    yield from sorted(found, key=_newest)


def _indexed(connection: Glance, reader: Reader, until_us: int, beside: Sequence[Kept]) -> Iterator[Said]:
    """Yield the person's lines that the catalog knows, but those that stand beside it or are no longer live by it."""
    there = {_identity(one.record) for one in beside}
    paths = _branches(connection, beside)
    for place in recent.said(connection, until_us):
        record = reader.record_at(place.device, place.day, place.offset_b, place.length_b)
        if record is None or (there and _identity(record) in there):
            continue
        path = paths.get(record.session)
        if path is not None and place.event is not None and place.event not in path:
            continue
        yield said(record, place.device, place.ts_us)


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


def _branches(connection: Glance, beside: Sequence[Kept]) -> dict[str, frozenset[int]]:
    """Return, for each conversation that goes on from an earlier line than its last stored one, what stays live."""
    paths: dict[str, frozenset[int]] = {}
    if not beside:
        return paths
    from lossless_memory.index import keys

    known = {str((one.record.origin or {}).get("id")) for one in beside}
    events = {tails.event_of(one) for one in known}
    for one in beside:
        origin = one.record.origin or {}
        parent = origin.get("parent")
        if not isinstance(parent, str) or origin.get("agent") or tails.event_of(parent) in events:
            continue
        path = recent.path_above(
            connection, one.record.session, keys.key(str(origin["source"]), tails.event_of(parent))
        )
        if path is not None:
            paths[one.record.session] = path
    return paths


def _identity(record: Record) -> tuple[object, object]:
    origin = record.origin or {}
    return (origin.get("source"), origin.get("id")) if origin else (record.ts, record.text)


def _unindexed(home: Home, connection: Glance, now_us: int) -> list[Kept]:
    """Return the records of the newest days that the catalog does not know yet."""
    since = us_to_ts(max(0, now_us - 2 * _DAY_US))[:10]
    known = recent.watermarks(connection, since)
    found: list[Kept] = []
    for device in dayfile.devices(home):
        for day in sorted({since, us_to_ts(now_us - _DAY_US)[:10], us_to_ts(now_us)[:10]}):
            found += [
                Kept(one, device) for one in tails.behind(home, device, day, known.get((device, day), 0), _UNINDEXED_B)
            ]
    return found
