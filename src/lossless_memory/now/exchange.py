"""What was said last in a conversation before it was cut down to a summary."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import recent
from lossless_memory.log.read import Reader
from lossless_memory.now import tails
from lossless_memory.paths import Home
from lossless_memory.record import Record

_EXCHANGE_LINES = 40
_COMPACTED = frozenset({"compaction", "compact-boundary"})


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
