"""Reading a question: its time phrases, its quoted text, the words that are looked for.

Knows the time grammar and the fillers; asks no log and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from lossless_memory import timex
from lossless_memory.config import Config
from lossless_memory.errors import UsageError
from lossless_memory.index import tokens
from lossless_memory.patterns import pattern
from lossless_memory.query import cues, inflections
from lossless_memory.query.answer import Interval
from lossless_memory.query.fillers import asks_for_all, cleaner, plain_words
from lossless_memory.typed import NamedTuple

_QUOTED = pattern(
    r'"([^"]+)"|\u201c([^\u201d]+)\u201d|\u300c([^\u300d]+)\u300d|\u300e([^\u300f]+)\u300f|\u00ab([^\u00bb]+)\u00bb'
)
_IDENTIFIER = pattern(  # each part is bounded, so that a long question costs no more than its length
    r"\b[A-Za-z]\w{0,80}_\w|\b[a-z]{1,80}[A-Z]\w|\b[A-Z]{1,6}-?\d{3,80}\b|\bv?\d{1,9}\.\d{1,9}\.\d|/[\w./-]"
    r"|\w\.[a-z]{1,8}\b"
)


_KANA = pattern("[\u3041-\u30ff]")
NOW_DAYS = 30
"""Set beside another time, "now" is the last month."""


class Question(NamedTuple):
    """A question as it was read.

    `intervals` are the time phrases of the past, `otherwise` the same as they can be read in another way (none: they
    cannot), `future` those that lie after now and are searched as words; `named` are the phrases that are names, too,
    `impossible` those that name a day there is not. `is_time_of_day` says that only a time of day was given. `quoted`
    must stand in a record exactly; `words` are as written, `terms` what full text looks for. `same` pairs the terms of
    a word with those of one that means the same.
    """

    text: str
    intervals: tuple[Interval, ...]
    future: tuple[Interval, ...]
    is_time_of_day: bool
    quoted: tuple[str, ...]
    words: tuple[str, ...]
    terms: tuple[tokens.Term, ...]
    has_identifier: bool
    same: tuple[tuple[tuple[tokens.Term, ...], tuple[tokens.Term, ...]], ...] = ()
    otherwise: tuple[Interval, ...] = ()
    named: frozenset[str] = frozenset()
    impossible: tuple[str, ...] = ()


def read_time(text: str, now: datetime, zone: ZoneInfo, config: Config) -> timex.Parsed:
    """Read the time phrases of a text as the person's settings say."""
    return timex.parse(
        text,
        now=now,
        timezone=zone,
        languages=config.languages,
        week_start=config.week_start,
        date_order=config.date_order,
    )


def read_question(text: str, now: datetime, zone: ZoneInfo, config: Config, *, literal: bool = False) -> Question:
    """Read a question asked at `now` by a person living in `zone`; `literal` takes the whole text as quoted."""
    if literal:
        return Question(text, (), (), False, (text,), (text,), tuple(tokens.terms(text)), False)
    parsed = read_time(text, now, zone, config)
    past, future, otherwise = _by_time(parsed, now)
    rest = parsed.rest
    if past and cues.compares_with_now(rest):
        rest = cues.without_now(rest)
        past.append(_these_days(text, now, zone))
        otherwise.append(past[-1])
    quoted = tuple(next(filter(None, match.groups())) for match in _QUOTED.finditer(rest))
    unquoted = _QUOTED.sub(" ", rest)
    clean = cleaner(config.fillers)
    words = clean.words(cues.without_occurrence(unquoted))
    if past and asks_for_all(words):
        words = []
    # The Christmas cake and the Tuesday group are looked for by their names as well.
    words += [word for one in parsed.intervals if one.named and one.vague for word in clean.words(one.phrase)]
    words += [word for interval in future for word in clean.words(interval.phrase) or [interval.phrase]]
    words += quoted
    same = _said_otherwise(text, words, quoted, unquoted, config)
    is_time_of_day = bool(past) and all(one.time_of_day_only for one in parsed.intervals if not one.future)
    return Question(
        text,
        tuple(past),
        tuple(future),
        is_time_of_day,
        quoted,
        tuple(words),
        tuple(dict.fromkeys(term for word in words for term in tokens.terms(word))),
        bool(_IDENTIFIER.search(unquoted)) or cues.wanted_thing(unquoted) is not None,
        tuple((tuple(tokens.terms(word)), tuple(others)) for word, others in same),
        tuple(otherwise) if otherwise != past else (),
        frozenset(one.phrase for one in parsed.intervals if one.named),
        parsed.impossible,
    )


def _by_time(parsed: timex.Parsed, now: datetime) -> tuple[list[Interval], list[Interval], list[Interval]]:
    """Return the times that have begun, those to come, and the first again as they can be read in another way."""
    past: list[Interval] = []
    future: list[Interval] = []
    otherwise: list[Interval] = []
    for one in parsed.intervals:
        interval = Interval(one.start, one.end, one.phrase, one.reading, one.vague)
        if one.future:
            future.append(interval)
        else:
            past.append(interval)
            otherwise.append(_other_reading(one, now) or interval)
    return past, future, otherwise


def _said_otherwise(
    text: str, words: Sequence[str], quoted: Sequence[str], unquoted: str, config: Config
) -> Iterator[tuple[str, Sequence[tokens.Term]]]:
    """Yield words and amounts of a question, each with what the same may be called: by the person, or by anybody."""
    for word in words:
        for group in config.spellings:
            if any(tokens.folded(word) == tokens.folded(one) for one in group):
                yield from (
                    (word, tokens.terms(other)) for other in group if tokens.folded(word) != tokens.folded(other)
                )
    for word in words:
        yield from ((word, (other,)) for other in _other_spellings(word))
    is_spanish = "es" in config.languages and cues.is_spanish(text)
    for word in dict.fromkeys(words):
        if word not in quoted:
            yield from ((word, (other,)) for other in inflections.other_forms(word, is_spanish))
    for amount, ways in _amounts(unquoted):
        yield from ((amount, (tokens.phrase_of(way),)) for way in ways)


def _other_reading(one: timex.Interval, now: datetime) -> Interval | None:
    """Return the first other way to read a phrase that has begun by now, such as the month of “two months ago”."""
    for start, end in one.alternatives:
        if start is not None and end is not None and start <= now and not _lies_in(one, start, end):
            return Interval(start, end, one.phrase, one._replace(start=start, end=end).reading, one.vague)
    return None


def _lies_in(one: timex.Interval, start: datetime, end: datetime) -> bool:
    """Tell whether a reading is only the sharper part of the first, where nothing new can be found."""
    return (one.start is None or one.start <= start) and (one.end is None or end <= one.end)


_VERSION = pattern(r"v?(\d{1,9}(?:\.\d{1,9}){1,3})")
_CAMEL = pattern(r"[A-Za-z]{1,40}[a-z][A-Z][A-Za-z]{1,40}")


def _amounts(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the amounts of a question with the other ways to write them; most questions hold not even a digit."""
    if _NUMERALS.isdisjoint(text):
        return []
    import unicodedata

    from lossless_memory.query import amounts

    return amounts.spellings(unicodedata.normalize("NFKC", text))


_NUMERALS = frozenset("0123456789０１２３４５６７８９一二三四五六七八九十百千万億")


def _other_spellings(word: str) -> list[tokens.Term]:
    """Return in what other ways a word may stand in a line.

    v2.1.90 for 2.1.90, camelCaseName for camelCase, ネコ for ねこ. An English, Spanish or Japanese word in another of
    its forms is left to `inflections`.
    """
    if version := _VERSION.fullmatch(word):
        return [tokens.Term(one) for one in (version[1], f"v{version[1]}") if one != word]
    if _CAMEL.fullmatch(word):
        return [tokens.Term(word, is_prefix=True)]
    if word.isascii():
        return []
    return [tokens.phrase_of(run[0].translate(_OTHER_KANA)) for run in _ONE_KANA.finditer(word)]


_ONE_KANA = pattern(
    "[\u3041-\u3096\u30fc]{2,20}?(?=[のはがをにでとも]?(?![\u3041-\u3096\u30fc]))|[\u30a1-\u30f6\u30fc]{2,20}"
)
_OTHER_KANA = {point: point + 0x60 for point in range(0x3041, 0x3097)}
_OTHER_KANA |= {kata: hira for hira, kata in _OTHER_KANA.items()}


def _these_days(text: str, now: datetime, zone: ZoneInfo) -> Interval:
    """Return what "and now" sets beside another time: the days up to now."""
    start = (now.astimezone(zone) - timedelta(days=NOW_DAYS)).replace(hour=0, minute=0, second=0, microsecond=0)
    since, until = (moment.astimezone(zone).strftime("%Y-%m-%d %a") for moment in (start, now))
    phrase = "今" if _KANA.search(text) else "ahora" if "ahora" in text else "now"
    return Interval(start.astimezone(UTC), now.astimezone(UTC), phrase, f"“{phrase}” read as {since} to {until}")


def as_words(question: Question, texts: Sequence[str]) -> Question:
    """Return the question with all words of these texts looked for, fillers too, and no time in it."""
    words = [word for text in texts for word in plain_words(text)]
    found = dict.fromkeys(term for word in words for term in tokens.terms(word))
    return question._replace(
        intervals=(), otherwise=(), is_time_of_day=False, words=tuple(words) if found else (), terms=tuple(found)
    )


def without_word(question: Question, word: str) -> Question:
    """Return the question with one of its words, a name, not looked for."""
    words = [one for one in question.words if _AFTER_NAME.sub("", tokens.folded(one)) not in ("", tokens.folded(word))]
    found = dict.fromkeys(term for one in words for term in tokens.terms(one))
    return question._replace(words=tuple(words), terms=tuple(found))


_AFTER_NAME = pattern("(?:'s|(?:さん|くん|ちゃん|さま|様)[はがも]?)$")


def read_edge(text: str, now: datetime, zone: ZoneInfo, config: Config, *, is_end: bool) -> Interval:
    """Read what --since or --until names, and return it as one open interval; the day named is included.

    Raises UsageError for text that names no time.
    """
    start: datetime | None
    end: datetime | None
    moment = _iso_instant(text, zone)
    if moment is not None:
        start, end, reading = moment, moment, moment.astimezone(zone).strftime("%Y-%m-%d %a %H:%M")
    else:
        parsed = read_time(text, now, zone, config)
        if parsed.impossible:
            raise UsageError(f"“{parsed.impossible[0]}” names a day that the calendar does not have.")
        if not parsed.intervals:
            raise UsageError(f"{text!r} is not a time that can be read.", 'Try --since "last tuesday" or 2026-03-02.')
        first, last = parsed.intervals[0], parsed.intervals[-1]
        start, end, reading = first.start or last.end, last.end, first.reading
    if is_end:
        return Interval(None, end, f"--until {text}", reading)
    return Interval(start, None, f"--since {text}", reading)


def _iso_instant(text: str, zone: ZoneInfo) -> datetime | None:
    """Read an ISO date and time, with or without an offset; a date alone is a day and left to the time grammar."""
    if len(text) < 16 or text[4:5] != "-":
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
