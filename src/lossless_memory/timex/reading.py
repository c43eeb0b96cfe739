"""One short sentence, in the language of the question, saying how a phrase was read.

Owns the words of those sentences for the first languages; a later one brings them in its lexicon. Times are local,
with weekday; the last day is named, not the day after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from . import lexicon

_DAYS: dict[str, Sequence[str]] = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "es": ("lun", "mar", "mié", "jue", "vie", "sáb", "dom"),
    "ja": ("月", "火", "水", "木", "金", "土", "日"),
}
_WORDS: dict[str, Mapping[str, str]] = {
    "en": {
        "day": "“{phrase}”{of} read as {a}, the whole day",
        "days": "“{phrase}”{of} read as {a} to {b}, both days included",
        "times": "“{phrase}”{of} read as {a} to {b}",
        "since": "“{phrase}”{of} read as everything from {a} on",
        "until": "“{phrase}”{of} read as everything before {b}",
        "of": " ({number} of {all})",
        "vague": " (roughly)",
        "future": " (still to come)",
    },
    "es": {
        "day": "«{phrase}»{of} entendido como {a}, el día entero",
        "days": "«{phrase}»{of} entendido como {a} a {b}, ambos días incluidos",
        "times": "«{phrase}»{of} entendido como {a} a {b}",
        "since": "«{phrase}»{of} entendido como todo desde {a}",
        "until": "«{phrase}»{of} entendido como todo antes de {b}",
        "of": " ({number} de {all})",
        "vague": " (aproximadamente)",
        "future": " (aún por venir)",
    },
    "ja": {
        "day": "「{phrase}」{of}は{a}の一日と読みました",
        "days": "「{phrase}」{of}は{a}から{b}まで（両日を含む）と読みました",
        "times": "「{phrase}」{of}は{a}から{b}までと読みました",
        "since": "「{phrase}」{of}は{a}以降すべてと読みました",
        "until": "「{phrase}」{of}は{b}より前すべてと読みました",
        "of": "（{all}件中{number}件目）",
        "vague": "（およそ）",
        "future": "（まだ先のこと）",
    },
}


def sentence(
    phrase: str,
    start: datetime | None,
    end: datetime | None,
    zone: tzinfo,
    language: str,
    vague: bool,
    future: bool,
    place: tuple[int, int],
) -> str:
    """Return the sentence. `start` and `end` are aware UTC, half-open; None is an open side. `place`: 1 of 2."""
    words = _WORDS.get(language) or lexicon.load(language).sentences
    first = None if start is None else start.astimezone(zone)
    last = None if end is None else end.astimezone(zone)
    if first is None or last is None:
        key = "since" if last is None else "until"
    elif _midnight(first) and _midnight(last):
        last = (last.replace(tzinfo=None) - timedelta(days=1)).replace(tzinfo=UTC)
        key = "day" if first.date() == last.date() else "days"
    else:
        key = "times"
    clock = key == "times" or not (_midnight(first or last))
    of = "" if place[1] == 1 else words["of"].format(number=place[0], all=place[1])
    text = words[key].format(phrase=phrase, of=of, a=_moment(first, language, clock), b=_moment(last, language, clock))
    return text + (words["vague"] if vague else "") + (words["future"] if future else "")


def _midnight(moment: datetime | None) -> bool:
    return moment is not None and (moment.hour, moment.minute, moment.second) == (0, 0, 0)


def _moment(moment: datetime | None, language: str, clock: bool) -> str:
    if moment is None:
        return ""
    name = (_DAYS.get(language) or lexicon.load(language).days)[moment.weekday()]
    day = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    shape = "{day} {name}" if language == "en" else "{day}({name})" if language in lexicon.UNSPACED else "{name} {day}"
    day = shape.format(day=day, name=name)
    if not clock:
        return day
    seconds = f":{moment.second:02}" if moment.second else ""
    return f"{day} {moment.hour:02}:{moment.minute:02}{seconds}"
