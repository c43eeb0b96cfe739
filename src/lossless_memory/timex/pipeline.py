"""The way of one text: fold, mask, cut into tokens, read by rules, resolve, turn into instants, say so.

Owns the order of these steps, the choice between languages and between several phrases, and the rest of the text.
Invariant: the spans lie in the original text, in order, apart from each other.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache

from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

from . import Interval, digits, grammar, lexer, lexicon, mask, resolve, zone
from .fold import fold
from .ir import At, Containing, Date, Holiday, Node, Several, Weekday, Window, Within
from .lexicon import Lexicon
from .reach import Asked, Reach, Unresolvable
from .tokens import Candidate, Token

_MOST = 10  # phrases of a question that are looked at
_MOST_WORDS = 30  # words that name a time, and numbers, that are looked at: three for each of these phrases
_LONGEST = 4_000  # characters of a question that are looked at; what follows stays in the rest


class _Read(NamedTuple):
    """A candidate that names a real time, with the stretches it means and their instants."""

    phrase: Candidate
    stretches: list[tuple[Reach, datetime | None, datetime | None]]


def find(
    text: str, now: datetime, timezone: str | tzinfo, languages: tuple[str, ...], week_start: int, order: str | None
) -> tuple[tuple[Interval, ...], str, tuple[str, ...]]:
    """Return the intervals of a text, the text without their phrases, and phrases that name no day there is."""
    place = zone.find(timezone)
    said, back = fold(text[:_LONGEST])
    spoken = _spoken(said, languages)
    worth = lexer.worth_reading(said, spoken)
    if not worth:
        return (), text, ()
    candidates, best = _candidates(said, worth, spoken, order)
    if said[0] in "-+" and (shift := digits.signed(said)):
        candidates = [Candidate(0, len(said), best, worth[0].language, shift, False)]
    if not candidates:
        return (), text, ()
    instant = now.astimezone(UTC)
    there = instant.astimezone(place)
    today = there.date()
    asked = Asked(datetime.combine(today, there.time()), today, instant, place, week_start, order is not None)
    phrases = [
        one
        for one in candidates
        if (one.rank == best or _LETTER.search(said, one.start, one.end)) and not _is_name(one, text, back)
    ]
    read: list[_Read] = []
    impossible: list[str] = []
    phrases = (phrases if len(worth) == 1 else _longest(phrases))[:_MOST]
    if phrases and (taken_back := _taking_back(phrases[0].language)) and taken_back.search(said):
        from . import repairs  # few questions take anything back

        phrases = repairs.mended(phrases, said)
    for phrase in phrases:
        stretches = _stretches(phrase.node, asked)
        if stretches:
            read.append(_Read(phrase, stretches))
        elif _names_a_day(phrase.node, words := text[back[phrase.start] : _end(back, phrase.end)]):
            impossible.append(words)
    if len(read) > 1:
        read = _meant(read, asked)
    intervals: list[Interval] = []
    spans: list[tuple[int, int]] = []
    for phrase, stretches in read:
        span = back[phrase.start], _end(back, phrase.end)
        spans.append(span)
        words = text[span[0] : span[1]]
        # the Christmas cake was spoken of before Christmas, the Tuesday group on any day
        is_feast = _is_feast(phrase.node)
        is_vague = phrase.aside and (is_feast or _is_standing(phrase.node))
        count = len(stretches)
        for number, (reach, start, end) in enumerate(stretches, 1):
            _start, _stop, grain, vague, others, time_of_day_only = reach
            future = start is not None and start >= instant
            intervals.append(
                Interval(
                    start, end, span, words, grain, vague or is_vague, future, time_of_day_only, others,
                    phrase.language, place, (number, count), is_feast or is_vague,
                )
            )  # fmt: skip
    return tuple(intervals), _without(text, spans), tuple(impossible)


def _candidates(
    text: str, worth: list[Lexicon], spoken: list[Lexicon], order: str | None
) -> tuple[list[Candidate], int]:
    """Return the phrases the languages worth reading find in a folded text, and the rank of the best language."""
    masked = mask.mask(text)
    candidates: list[Candidate] = []
    best = rank = 0
    for words in worth:
        dotted = _DOTTED.get(words.language, "")
        own = mask.mask(text, dotted) if dotted and "." in text and mask.MASK in masked else masked
        others = [one for one in spoken if one is not words] if len(spoken) > 1 else ()
        tokens = lexer.lex(own, words, order or words.order, others)
        if len(tokens) > _MOST_WORDS:
            tokens = _first(tokens)
        if len(worth) > 1:
            rank = -sum([token[0] not in _WORDLESS for token in tokens])
            best = min(best, rank)
        for node, start, end, aside in grammar.read(tokens, words.spaced):
            candidates.append(Candidate(start, end, rank, words.language, node, aside))
    return candidates, best


@cache
def _taking_back(language: str) -> re.Pattern[str] | None:
    """Return what any taking back of a time holds in a language, None where its lexicon has no such words."""
    hint = lexicon.load(language).repairs.get("hint")
    return re.compile(hint) if hint else None


def _first(tokens: list[Token]) -> list[Token]:
    """Leave out what follows the last word looked at, so that a pasted table takes no longer than a question."""
    places = [place for place, token in enumerate(tokens) if token[0] in _NAMING]
    return tokens[: places[_MOST_WORDS - 1] + 1] if len(places) > _MOST_WORDS else tokens


def _is_feast(node: Node) -> bool:
    return isinstance(node, Holiday) or (isinstance(node, Within) and isinstance(node.inner, Holiday))


def _names_a_day(node: Node, words: str) -> bool:
    """Tell a day of the calendar, 31 November or 2026-02-30, from a fraction such as 2/30."""
    day = node.day if isinstance(node, At) else node
    if not isinstance(day, Date) or day.day is None or day.month is None:
        return False
    return day.year is not None or any(char.isalpha() for char in words)


def _is_standing(node: Node) -> bool:
    return isinstance(node, Weekday) and node.standing


def _spoken(text: str, languages: tuple[str, ...]) -> list[Lexicon]:
    """Return the lexicons of the languages a text can be in by its letters; others do not load as long as any fits."""
    if "ja" in languages and "zh" in languages and _KANA.search(text):
        languages = tuple(language for language in languages if language != "zh")
    script = "ascii" if text.isascii() else "mixed" if _LATIN.search(text) else "other"
    if script == "ascii" and text[:1] in "rhs" and "ja" in languages and _ERA.fullmatch(text):
        return [lexicon.load("ja")]
    found = _chosen.get((languages, script))
    if found is None:
        lexicon.check(languages)
        unspaced = {"ascii": False, "other": True}.get(script)
        fitting = [one for one in languages if unspaced is None or (one in lexicon.UNSPACED) == unspaced]
        found = _chosen[languages, script] = [lexicon.load(one) for one in fitting or languages]
    return found


_DOTTED = {"de": "dmy", "ja": "ymd", "es": "el"}  # how a day looks with dots (mask.py)
_chosen: dict[tuple[tuple[str, ...], str], list[Lexicon]] = {}
_LATIN = pattern("[a-z]")
_ERA = pattern(r"[rhs]\d{1,2}([./])\d{1,2}\1\d{1,2}")  # r8.11.3, a year of an era
_KANA = pattern("[\u3041-\u30fa]")
_LETTER = pattern(r"[^\W\d_]")
_WORDLESS = frozenset("xnyoECN,./;d")  # token kinds that speak for no language
_NAMING = frozenset("noyNECMXWYUDZJI0pmhQSVHv1234567")  # and not those that only join: of, の, at, last


def _is_name(phrase: Candidate, text: str, back: Sequence[int]) -> bool:
    """Tell a name or title, by its capitals, from a time: Wednesday Addams, Ruby Tuesday, the song Yesterday.

    Only a phrase of letters alone, with a capital inside a sentence, can be one.
    """
    start, end = back[phrase.start], _end(back, phrase.end)
    words = text[start:end]
    if not (words[0].isupper() or words.startswith("the ")) or lexicon.load(phrase.language).capitals:
        return False
    if phrase.language == "es" and _TITLE_START.match(words) and not _SENTENCE_START.search(text[:start][-3:] or "."):
        return True  # Los lunes al sol, la calle Dos de Mayo
    if phrase.language == "es" and isinstance(phrase.node, Several) and _NAMES.fullmatch(words):
        return True  # Abril, Mayo y Junio
    if words.startswith("the "):
        words, start = words[4:], start + 4
        if not _CAPITAL_AFTER.match(text[end : end + 40]):
            return False
    if not words[:1].isupper() or not words[1:2].islower() or any(letter.isdigit() for letter in words):
        return False
    before, after = text[:start], text[end : end + 40]
    if _SENTENCE_START.search(before[-3:] or "."):
        return False
    if _CAPITAL_AFTER.match(after) or _CAPITAL_BEFORE.search(before[-40:]):
        return True
    if isinstance(phrase.node, Holiday) or (
        isinstance(phrase.node, Containing) and isinstance(phrase.node.inner, Holiday)
    ):
        return before.endswith(" in ")  # the lead in Independence Day
    if phrase.language == "en":  # Monday, May and Easter have their capital anywhere; yesterday and summer do not
        first = lexicon.load("en").words.get(words.split()[0].split("'")[0].rstrip(",").lower())
        return first is None or first[0] not in "MXWYHQ"
    is_month = isinstance(phrase.node, Date) and phrase.node.month not in _NAMESAKES
    return " " not in words and not (is_month and _OF.search(before[-40:]))  # gastos de Enero


_NAMESAKES = frozenset({None, 4, 7})  # Abril and Julio are people
_NAMES = pattern(r"(?:Marzo|Abril|Mayo|Junio|Julio|Agosto|, | y | e | o )+")
_OF = pattern(r"(?:^\w?|[a-zà-ÿ,]\s)[a-zà-ÿ]+\sde\s$")
_SENTENCE_START = pattern(r"(?:^|[.?!:;|¿¡(\n])\s*$")
_TITLE_START = pattern(r"(?:El|La|Los|Las|Un|Una|Dos|Tres|Cinco|Diez|Veinte|Primero) [a-zA-Z]")
_CAPITAL_AFTER = pattern(r"(?:'s)?\s+[A-ZÀ-Ý][a-zà-ÿ]+")
_CAPITAL_BEFORE = pattern(r"[a-zà-ÿ,]\s+[A-ZÀ-Ý][a-zà-ÿ]+\s+$")


def _end(back: Sequence[int], end: int) -> int:
    """Return where a folded stretch ends in the original: after the whole of its last character."""
    return max(back[end], back[end - 1] + 1)


def _longest(candidates: list[Candidate]) -> list[Candidate]:
    """Keep, of phrases that overlap, the longest; of equals that of the language with more known words. In order."""
    kept: list[Candidate] = []  # in order of their starts
    starts: list[int] = []
    for one in sorted(candidates, key=lambda phrase: (phrase.start - phrase.end, phrase.rank, phrase.start)):
        at = bisect(starts, one.start)
        if (at == 0 or kept[at - 1].end <= one.start) and (at == len(kept) or one.end <= kept[at].start):
            kept.insert(at, one)
            starts.insert(at, one.start)
    return kept


def _meant(read: list[_Read], asked: Asked) -> list[_Read]:
    """Choose, of several phrases, those that say when it was said.

    "What did you say yesterday about the March budget" speaks of yesterday; the budget's month is a word to look for.
    A phrase that is still to come, a mere "recently", or one that only describes a noun gives way to one that is not.
    """
    begun = [one for one in read if any(start is None or start <= asked.instant for _, start, _ in one.stretches)]
    read = begun or read
    read = [one for one in read if not isinstance(one.phrase.node, Window)] or read
    read = [one for one in read if not one.stretches[0][0].time_of_day_only] or read
    plain = [one for one in read if not one.phrase.aside]
    return plain or (read if lexicon.load(read[0].phrase.language).spaced else read[:1])


def _stretches(node: Node, asked: Asked) -> list[tuple[Reach, datetime | None, datetime | None]]:
    """Resolve a form as far as instants; nothing where it names no real time."""
    try:
        return [(one, *zone.interval(one.start, one.end, asked.zone)) for one in resolve.resolve(node, asked)]
    except (Unresolvable, OverflowError, ValueError):
        return []


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
