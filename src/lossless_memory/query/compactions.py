"""Compactions: where a conversation was cut down to a summary, and what was said before it.

The summary is a map and is shown as such; the lines themselves are all still in the log (DESIGN, rule 1).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from lossless_memory.errors import UsageError
from lossless_memory.index.search import Filters, Match, Searcher, Span
from lossless_memory.log.read import Locator, Reader
from lossless_memory.query import spans
from lossless_memory.query.answer import Answer, Hit
from lossless_memory.query.asking import Asking, State
from lossless_memory.record import Record, ts_to_us, us_to_instant, us_to_ts
from lossless_memory.typed import NamedTuple

_KINDS = frozenset({"compaction", "compact-boundary"})
_BACK_US = tuple(days * 86_400_000_000 for days in (2, 30, 400))


def is_compaction(record: Record) -> bool:
    """Say whether a record marks where a conversation was compacted."""
    return record.type == "meta" and (record.origin or {}).get("kind") in _KINDS


class Before(NamedTuple):
    """What was said before a compaction: its session, when it was, how many there were, and the last lines before."""

    session: str
    ts: str
    compactions: int
    hits: list[Hit]


def recall_before(
    searcher: Searcher, reader: Reader, asking: Asking, state: State, back: int, session: str | None, limit: int
) -> Answer:
    """Answer `recall --compact`: the lines before a compaction, or that there was none."""
    now_us = spans.to_us(asking.now) if asking.is_now_given else None
    found = before_compaction(searcher, reader, back, session, limit, now_us)
    if found is None:
        where = "No conversation in the log" if session is None else f"The conversation {session}"
        hits, notes = [], [f"{where} was ever compacted." if session is None else f"{where} was never compacted."]
    else:
        hits = found.hits
        when = spans.local(us_to_instant(ts_to_us(found.ts)), asking.zone).strftime("%Y-%m-%d %a %H:%M")
        which = "once" if found.compactions == 1 else f"{found.compactions} times"
        notes = [f"These are the last lines before {found.session} was compacted on {when}. It was compacted {which}."]
    last_us = searcher.extent().last_us
    days = Counter(spans.local(us_to_instant(ts_to_us(hit.ts)), asking.zone).strftime("%Y-%m-%d") for hit in hits)
    return Answer(
        question=f"--compact={back}",
        now=asking.now,
        timezone=asking.zone_name,
        intervals=[],
        searched=[(None, None)],
        terms=[],
        layer="exact" if hits else "none",
        total=len(hits),
        days=dict(days),
        held_back={},
        through=None if last_us is None else us_to_ts(last_us),
        behind_b=state.behind_b,
        notes=[*state.notes, *notes],
        ask=None,
        next=None,
        hits=hits,
    )


def before_compaction(
    searcher: Searcher, reader: Reader, back: int, session: str | None, limit: int, now_us: int | None = None
) -> Before | None:
    """Return the last `limit` lines before the `back`-th last compaction (1 is the last), in the order of time.

    Without `session` it is the conversation that was compacted last. With `now_us` nothing later counts. None where
    nothing was compacted. Raises UsageError where the conversation was compacted fewer times.
    """
    last_us = searcher.extent().last_us
    if last_us is None:
        return None
    end_us = (last_us if now_us is None else min(last_us, now_us)) + 1
    name = session or _newest_session(searcher, reader, end_us)
    found = [] if name is None else _compactions(searcher, reader, name, end_us)
    if name is None or not found:
        return None
    if back > len(found):
        times = "once" if len(found) == 1 else f"{len(found)} times"
        raise UsageError(
            f"The conversation {name} was compacted {times}; nothing was searched.", "Ask for an earlier N."
        )
    mark = found[-back]
    hits: list[Hit] = []
    for match in searcher.around(mark, limit, Filters(frozenset({"text"}))):
        if match < mark and (record := _record(searcher, reader, match)) is not None:
            hits.append(Hit(record, Locator(*match.address), us_to_ts(match.ts_us), len(hits) + 1))
    return Before(name, us_to_ts(mark.ts_us), len(found), hits)


def _newest_session(searcher: Searcher, reader: Reader, end_us: int) -> str | None:
    """Return the conversation that was compacted last before an instant."""
    for span in [*(Span(end_us - back_us, end_us) for back_us in _BACK_US), Span(None, end_us)]:
        for match in reversed(searcher.listed([span], Filters(frozenset({"meta"})), None, None)):
            record = _record(searcher, reader, match)
            if record is not None and is_compaction(record):
                return record.session
    return None


def _compactions(searcher: Searcher, reader: Reader, session: str, end_us: int) -> list[Match]:
    """Return the compactions of a conversation, in the order of time: a boundary and its summary are one."""
    span = Span(None, end_us)
    texts = searcher.listed([span], Filters(frozenset({"text"}), session=session), None, None)
    found: list[Match] = []
    said_before = -1
    for match in searcher.listed([span], Filters(frozenset({"meta"}), session=session), None, None):
        record = _record(searcher, reader, match)
        if record is None or not is_compaction(record):
            continue
        said = bisect_left(texts, match)
        if said != said_before:
            found.append(match)
        said_before = said
    return found


def _record(searcher: Searcher, reader: Reader, match: Match) -> Record | None:
    place = match
    return reader.record_at(match.address.device, match.address.day, place.offset_b, place.length_b)
