"""From the time words of a question to the intervals a person means; knows no clock, no log, nothing else of the program.

`parse` is all there is to call. It reads English, Japanese and Spanish, looks back rather than forward, and says how it
read each phrase. Conventions stand in docs/timex.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

__all__ = ["Interval", "Parsed", "parse"]

_LONGEST = 4_000  # characters of a question that are looked at; what follows stays in `rest`
_WEEK_STARTS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDERS = ("dmy", "mdy", "ymd")


class Interval(NamedTuple):
    """One stretch of time a phrase means.

    `start` and `end` are aware UTC, half-open; None is an open side. `span` are offsets into the text as it was given.
    `grain` is the unit the phrase spoke in ("day", "part", "month" …). A `vague` interval is a window to prefer, not a
    border. `future`: it begins after `now`. `alternatives` are other readings, as (start, end). `time_of_day_only`: a
    time of day came without a date and was read as its latest occurrence.
    """

    start: datetime | None
    end: datetime | None
    span: tuple[int, int]
    phrase: str
    grain: str
    vague: bool
    future: bool
    alternatives: tuple[tuple[datetime | None, datetime | None], ...]
    reading: str
    time_of_day_only: bool


class Parsed(NamedTuple):
    """The intervals of a text in the order of their phrases, and the text without the phrases."""

    intervals: tuple[Interval, ...]
    rest: str


def parse(
    text: str,
    *,
    now: datetime,
    timezone: str | tzinfo,
    languages: Sequence[str] = ("en", "ja", "es"),
    week_start: str = "monday",
    date_order: str | None = None,
) -> Parsed:
    """Find the time phrases of a question and say which intervals they mean.

    `now` is the moment of asking, aware. `timezone` is an IANA name or a tzinfo: days and hours are those of this zone.
    `date_order` ("dmy", "mdy", "ymd") says how 03/04 is read; None leaves it to each language. What can be read in two
    ways is the latest that has begun. Any text is accepted.

    Raises ValueError for a `now` without zone, an unknown zone, language, week start or date order.
    """
    if now.tzinfo is None:
        raise ValueError("now has no time zone; give an aware datetime, such as datetime.now(UTC)")
    if week_start not in _WEEK_STARTS:
        raise ValueError(f"a week cannot start on {week_start!r}; give the English name of a weekday, such as monday")
    if date_order is not None and date_order not in _ORDERS:
        raise ValueError(f"the date order {date_order!r} is not known; give one of {', '.join(_ORDERS)}")
    from . import grammar, lexer, lexicon, mask, reach, zone
    from .fold import fold

    place = zone.find(timezone)
    instant = now.astimezone(UTC)
    lexicons = [lexicon.load(language) for language in languages]
    folded = fold(text[:_LONGEST])
    candidates: list[tuple[int, int, int, str, object]] = []
    masked = ""
    for rank, words in enumerate(lexicons):
        if not lexer.may_hold(folded.text, words):
            continue
        masked = masked or mask.mask(folded.text)
        tokens = lexer.lex(masked, words, date_order or words.order)
        for phrase in grammar.read(tokens, words.spaced):
            candidates.append((phrase.start, phrase.end, rank, words.language, phrase.node))
    if not candidates:
        return Parsed((), text)
    asked = reach.Asked(instant.astimezone(place).replace(tzinfo=None), instant, place, _WEEK_STARTS.index(week_start))
    found: list[Interval] = []
    spans: list[tuple[int, int]] = []
    for start, end, _rank, language, node in _longest(candidates):
        span = folded.back[start], _end(folded.back, end)
        intervals = _intervals(node, text, span, language, asked)
        if intervals:
            found += intervals
            spans.append(span)
    return Parsed(tuple(found), _without(text, spans))


def _end(back: Sequence[int], end: int) -> int:
    """Return where a folded stretch ends in the original: after the whole of its last character."""
    after = back[end]
    return after if after > back[end - 1] else back[end - 1] + 1


def _longest(candidates: list[tuple[int, int, int, str, object]]) -> list[tuple[int, int, int, str, object]]:
    """Keep, of phrases that overlap, the longest; of equals that of the earlier language. In text order."""
    if len({candidate[2] for candidate in candidates}) == 1:
        return candidates
    kept: list[tuple[int, int, int, str, object]] = []
    for one in sorted(candidates, key=lambda c: (c[0] - c[1], c[2], c[0])):
        if all(one[1] <= other[0] or one[0] >= other[1] for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda c: c[0])


def _intervals(node: object, text: str, span: tuple[int, int], language: str, asked: object) -> list[Interval]:
    from . import reach, reading, resolve, zone

    assert isinstance(asked, reach.Asked)
    out: list[Interval] = []
    phrase = text[span[0] : span[1]]
    try:
        for one in resolve.resolve(node, asked):  # type: ignore[arg-type]
            start, end = zone.interval(one.start, one.end, asked.zone)
            others = tuple(zone.interval(*other, asked.zone) for other in one.alternatives if other != one[:2])
            future = start is not None and start > asked.instant
            sentence = reading.sentence(phrase, start, end, asked.zone, language, one.vague, future)
            out.append(
                Interval(start, end, span, phrase, one.grain, one.vague, future, others, sentence, one.time_of_day_only)
            )
    except (reach.Unresolvable, OverflowError, ValueError):
        return []
    return out


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """Return the text with the spans cut out, each cut leaving at most one of the spaces around it."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces.append(text[at:start])
        at = end
        if text[at : at + 1] == " " and (start == 0 or text[start - 1] == " "):
            at += 1
    pieces.append(text[at:])
    return "".join(pieces)
