"""The way of one text: fold, mask, cut into tokens, read by rules, resolve, turn into instants, say so.

Owns the order of these steps, the choice between languages and between several phrases, and the rest of the text.
Invariant: the spans lie in the original text, in order, apart from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from . import Interval, grammar, lexer, lexicon, mask, reading, resolve, zone
from .fold import fold
from .ir import Node
from .reach import Asked, Reach, Unresolvable

_LONGEST = 4_000  # characters of a question that are looked at; what follows stays in the rest


class _Phrase(NamedTuple):
    """A candidate: its stretch of the folded text, its language and its form."""

    start: int
    end: int
    rank: int
    language: str
    node: Node
    aside: bool


def find(
    text: str, now: datetime, timezone: str | tzinfo, languages: tuple[str, ...], week_start: int, order: str | None
) -> tuple[tuple[Interval, ...], str]:
    """Return the intervals of a text and the text without their phrases."""
    place = zone.find(timezone)
    lexicons = [lexicon.load(language) for language in languages]
    folded = fold(text[:_LONGEST])
    candidates: list[_Phrase] = []
    masked = ""
    for rank, words in enumerate(lexicons):
        if not lexer.may_hold(folded.text, words):
            continue
        masked = masked or mask.mask(folded.text)
        tokens = lexer.lex(masked, words, order or words.order)
        candidates += [
            _Phrase(phrase.start, phrase.end, rank, words.language, phrase.node, phrase.aside)
            for phrase in grammar.read(tokens, words.spaced)
        ]
    if not candidates:
        return (), text
    instant = now.astimezone(UTC)
    asked = Asked(instant.astimezone(place).replace(tzinfo=None), instant, place, week_start)
    read = [(phrase, reaches) for phrase in _longest(candidates) if (reaches := _reaches(phrase.node, asked))]
    found: list[Interval] = []
    spans: list[tuple[int, int]] = []
    for phrase, reaches in _meant(read, asked):
        span = folded.back[phrase.start], _end(folded.back, phrase.end)
        spans.append(span)
        found += [_interval(one, text, span, phrase.language, asked) for one in reaches]
    return tuple(found), _without(text, spans)


def _end(back: Sequence[int], end: int) -> int:
    """Return where a folded stretch ends in the original: after the whole of its last character."""
    return max(back[end], back[end - 1] + 1)


def _longest(candidates: list[_Phrase]) -> list[_Phrase]:
    """Keep, of phrases that overlap, the longest; of equals that of the earlier language. In text order."""
    if all(one.rank == candidates[0].rank for one in candidates):
        return candidates
    kept: list[_Phrase] = []
    for one in sorted(candidates, key=lambda phrase: (phrase.start - phrase.end, phrase.rank, phrase.start)):
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept)


def _meant(read: list[tuple[_Phrase, list[Reach]]], asked: Asked) -> list[tuple[_Phrase, list[Reach]]]:
    """Choose, of several phrases, those that say when it was said.

    "What did you say yesterday about the March budget" speaks of yesterday; the budget's month is a word to look for.
    A phrase that is still to come, or that only describes a noun, gives way to one that is not.
    """
    if len(read) < 2:
        return read
    past = [
        one for one in read if any(reach.start is None or reach.start <= asked.now for reach in _local(one[1], asked))
    ]
    read = past or read
    plain = [one for one in read if not one[0].aside]
    return plain or (read if lexicon.load(read[0][0].language).spaced else read[:1])


def _local(reaches: list[Reach], asked: Asked) -> list[Reach]:
    return [
        reach._replace(start=reach.start.astimezone(asked.zone).replace(tzinfo=None))
        if reach.start is not None and reach.start.tzinfo is not None
        else reach
        for reach in reaches
    ]


def _reaches(node: Node, asked: Asked) -> list[Reach]:
    """Resolve a form as far as instants can be; nothing where it names no real time."""
    try:
        reaches = resolve.resolve(node, asked)
        for reach in reaches:
            zone.interval(reach.start, reach.end, asked.zone)
    except (Unresolvable, OverflowError, ValueError):
        return []
    return reaches


def _interval(one: Reach, text: str, span: tuple[int, int], language: str, asked: Asked) -> Interval:
    phrase = text[span[0] : span[1]]
    start, end = zone.interval(one.start, one.end, asked.zone)
    future = start is not None and start > asked.instant
    others: list[tuple[datetime | None, datetime | None]] = []
    for other in one.alternatives:
        try:
            sides = zone.interval(other[0], other[1], asked.zone)
        except OverflowError:
            continue
        if sides != (start, end) and sides not in others:
            others.append(sides)
    sentence = reading.sentence(phrase, start, end, asked.zone, language, one.vague, future)
    return Interval(
        start, end, span, phrase, one.grain, one.vague, future, tuple(others), sentence, one.time_of_day_only
    )


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
