"""What is put beside a prompt that asks about the past, and what stands at a start after a compaction.

Only words of the person and the AI are recalled here, never a tool's or a page's. Loaded only where it is needed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import FrameType

from lossless_memory.clock import Zone
from lossless_memory.index import recent
from lossless_memory.log import dayfile
from lossless_memory.log.home import Store
from lossless_memory.now.exchange import before_compaction
from lossless_memory.now.headline import pattern
from lossless_memory.now.said import CURRENT_US, may_show
from lossless_memory.now.stand import is_session
from lossless_memory.present import fence, times
from lossless_memory.present.stand import Extra
from lossless_memory.query.answer import Answer
from lossless_memory.query.ask import ask
from lossless_memory.query.asking import Asking, Options
from lossless_memory.query.cues import asks
from lossless_memory.query.question import read_time
from lossless_memory.query.spans import to_us
from lossless_memory.record import Record, ts_to_us
from lossless_memory.surface.hook.event import Event

SHOWN_LINES = 8
LINE_CHARS = 400
EXCHANGE_CHARS = 3_000
QUESTION_CHARS = 1_000
"""Of a longer prompt the end is read: what is asked stands behind what was pasted."""
RECALL_S = 3.0
SCAN_B = 64 * 2**20
"""A log larger than this is not read from end to end within a turn."""

_LEAD_CHARS = 80


def recalled(
    store: Store,
    event: Event,
    prompt: str,
    now: datetime,
    zone: Zone,
    is_now_given: bool,
    unstored: Sequence[Record],
) -> Extra | None:
    """Return the lines that answer a prompt, with how its time was read, or None where it does not ask or none do."""
    question = prompt[-QUESTION_CHARS:]
    if not _asks_about_the_past(question, now, zone, store):
        return None
    if not recent.is_sure(store.home) and _log_b(store) > SCAN_B:
        raise TimeoutError("the index is missing or unsure and the log too large to be read within a turn")
    asking = Asking(now, zone.info, zone.name, store.config, is_now_given)
    with _limited(RECALL_S):
        found = ask(store.home, question, asking, Options(limit=SHOWN_LINES * 2))
    hits = [hit for hit in found.hits if _may_recall(hit.record, store, event)]
    is_met = any(hit.match != "context" for hit in hits)
    if is_met and found.layer == "relaxed":
        hits = [hit for hit in hits if hit.match != "context"]  # the rest of that time is only for want of these
    elif not is_met and not _is_asked(question, store):
        hits = []  # a time named in passing does not ask for all that was said then
    lines = [(hit.ts, hit.rank, hit.record) for hit in hits]
    there = {_identity(record) for _, _, record in lines}
    lines += [(one.ts, 0, one) for one in _among(unstored, found) if _identity(one) not in there]
    lines = [one for one in lines if not _is_prompt(one[2], prompt, event, now)]
    best = sorted(sorted(lines, key=lambda one: one[1])[:SHOWN_LINES], key=lambda one: one[0])
    if not best:
        return None
    quoted = [fence.quoted(times.local(ts, zone.info), one.actor, _piece(one.text, found.terms)) for ts, _, one in best]
    closing = f"To narrow it down you may ask the person: {fence.inside(found.ask)}" if found.ask else None
    return Extra(_heading(found, len(best), is_met=is_met or not hits), quoted, closing)


def exchange(store: Store, event: Event, now_us: int, zone: Zone, unstored: Sequence[Record]) -> Extra | None:
    """Return the last exchange before the last compaction of this conversation."""
    found = before_compaction(store.home, event.session or "", now_us, unstored)
    lines = [one for one in found if may_show((one.origin or {}).get("cwd"), event.cwd, store.config.scopes)]
    quoted = [
        fence.quoted(times.local(one.ts, zone.info), one.actor, _piece(one.text, (), EXCHANGE_CHARS)) for one in lines
    ]
    return Extra("The last exchange before this conversation was compacted, word for word:", quoted) if quoted else None


def _asks_about_the_past(text: str, now: datetime, zone: Zone, store: Store) -> bool:
    """Say whether a prompt asks about the past: it says so, names a time that is over, or asks about one not over."""
    if _says_so(text, store):
        return True
    past = [one for one in read_time(text, now, zone.info, store.config).intervals if not one.future]
    return any(one.end is not None and one.end <= now for one in past) or (bool(past) and asks(text))


def _says_so(text: str, store: Store) -> bool:
    folded = text.casefold().replace("\u2019", "'")
    phrases = pattern([one for one in store.config.recall_phrases if one.casefold() in folded])
    return phrases is not None and phrases.search(text) is not None


def _is_asked(text: str, store: Store) -> bool:
    """Say whether a prompt is a question, by a phrase of recalling or by its end."""
    return _says_so(text, store) or asks(text)


def _may_recall(record: Record, store: Store, event: Event) -> bool:
    is_spoken = record.type == "text" and record.role in ("user", "assistant")
    return is_spoken and may_show((record.origin or {}).get("cwd"), event.cwd, store.config.scopes)


def _among(unstored: Sequence[Record], found: Answer) -> list[Record]:
    """Return the lines not stored yet that lie in the searched time and hold a word that was asked for."""
    terms = [term.casefold() for term in found.terms]
    return [
        one
        for one in unstored
        if one.type == "text"
        and one.role in ("user", "assistant")
        and not (one.origin or {}).get("agent")
        and _is_within(one, found)
        and (not terms or any(term in one.text.casefold() for term in terms))
    ]


def _is_within(record: Record, found: Answer) -> bool:
    moment = datetime.fromisoformat(record.ts)
    return any((start is None or moment >= start) and (end is None or moment < end) for start, end in found.searched)


def _is_prompt(record: Record, prompt: str, event: Event, now: datetime) -> bool:
    if record.role != "user" or record.text.strip() != prompt.strip():
        return False
    is_here = event.session is None or is_session(record.session, event.session)
    return is_here and abs(to_us(now) - ts_to_us(record.ts)) <= CURRENT_US


def _heading(found: Answer, shown: int, *, is_met: bool) -> str:
    read = "; ".join(dict.fromkeys(fence.inside(one.reading) for one in found.intervals))
    count = f"{shown} of {found.total:,} lines" if found.total > shown else f"{shown} line{'s' if shown != 1 else ''}"
    said = "Recalled for this prompt" if is_met else "Nothing then holds these words; what was said then"
    return f"{said}, {count}" + (f" ({read})" if read else "") + ":"


def _piece(text: str, terms: Sequence[str], room: int = LINE_CHARS) -> str:
    """Return a text, or of a long one its start or what stands around the first word asked for."""
    if len(text) <= room:
        return text
    folded = text.casefold()
    places = [folded.find(term.casefold()) for term in terms] if len(folded) == len(text) else []
    first = min((place for place in places if place >= 0), default=0)
    start = max(0, min(first - _LEAD_CHARS, len(text) - room)) if first > room - _LEAD_CHARS else 0
    return ("…" if start else "") + text[start : start + room] + ("…" if start + room < len(text) else "")


def _identity(record: Record) -> tuple[object, object]:
    origin = record.origin or {}
    return (origin.get("source"), origin.get("id")) if origin else (record.ts, record.text)


def _log_b(store: Store) -> int:
    return sum(file.size_b for file in dayfile.day_files(store.home))


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Give up after so many seconds, where the system can tell; a turn never waits for a recall."""

    def over(_: int, __: FrameType | None) -> None:
        raise TimeoutError("recalling took too long for a turn")

    if os.name != "posix":
        yield
        return
    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
