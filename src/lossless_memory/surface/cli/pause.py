"""`pause`: off the record from now on, for a while or until `resume`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta

import click

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.log import pauses
from lossless_memory.patterns import pattern
from lossless_memory.present import times
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command

_ONES = {
    **dict.fromkeys(("a", "an", "one", "un", "una", "uno"), 1),
    **dict.fromkeys(("two", "dos", "a couple of", "un par de"), 2),
    **{"three": 3, "tres": 3, "four": 4, "cuatro": 4, "five": 5, "cinco": 5, "six": 6, "seis": 6, "seven": 7},
    **{"siete": 7, "eight": 8, "ocho": 8, "nine": 9, "nueve": 9, "ten": 10, "diez": 10, "eleven": 11, "once": 11},
    **{"twelve": 12, "doce": 12, "fifteen": 15, "quince": 15, "veinticinco": 25},
}
_TENS = {
    **{"twenty": 20, "veinte": 20, "thirty": 30, "treinta": 30, "forty": 40, "cuarenta": 40},
    **{"fifty": 50, "cincuenta": 50, "sixty": 60, "sesenta": 60, "ninety": 90, "noventa": 90},
}
_SHARES = {
    **dict.fromkeys(("half an", "half a", "a half", "half", "media", "medio", "半"), 0.5),
    **dict.fromkeys(("a quarter of an", "quarter of an", "un cuarto de"), 0.25),
    **dict.fromkeys(("three quarters of an", "tres cuartos de"), 0.75),
}
_KANJI = {name: number for number, name in enumerate("〇一二三四五六七八九")}
_UNITS = {
    "m": 60,
    "分": 60,
    "h": 3_600,
    "時": 3_600,
    "d": 86_400,
    "日": 86_400,
    "w": 604_800,
    "s": 604_800,
    "週": 604_800,
}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(word.replace(" ", "[ ]") for word in sorted(words, key=len, reverse=True))


_PART = pattern(
    rf"""(?:
        (?:(?P<digits>\d+(?:[.,]\d+)?)
          | (?P<kanji>[〇一二三四五六七八九十百]+)
          | (?P<share>{_any_of(_SHARES)})(?![a-z])
          | (?:(?P<tens>{_any_of(_TENS)})(?:(?:-|[ ]|[ ]y[ ])(?=[a-z]))?)?(?P<ones>(?:{_any_of(_ONES)})(?![a-z]))?
        )\s*
        (?P<more>(?:and[ ]a[ ]half|y[ ]medi[oa])\b\s*)?
        (?P<unit>minutes?|minutos?|mins?|m|分|hours?|horas?|hrs?|h|時間|days?|d[ií]as?|d|日|weeks?|w|semanas?|週間)
        (?![a-zí])\s*間?
        (?:\s*(?:(?P<half>(?:and[ ]a[ ]half|y[ ]medi[oa])\b(?!\s*[hd]\w)|半)
          | (?P<quarter>(?:and[ ]a[ ]quarter|y[ ]cuarto)\b)))?
      | (?P<minutes>\d+)
    )\s*(?:(?:,|and\b|y\b|と)\s*)?""",
    re.VERBOSE,
)
_AROUND = pattern(r"^(?:(?:(?:for|durante|por|about|around|unos|unas)\b|約)\s*)+|\s*(?:の間|くらい|ぐらい|ほど|だけ)$")
_LONGEST = timedelta(days=400)


@click.argument("for_", nargs=-1, metavar="[FOR]")
def pause(context: Context, for_: tuple[str, ...]) -> int:
    """Go off the record: what is said from now on is not taken in.

    FOR is how long: 45m, 2h, "an hour and a half", 1時間半, "media hora". Without it the pause lasts until
    lossless resume. It holds for every source and every device, also for what is imported much later. What is stored
    already stays.

    \b
    lossless pause 2h
    lossless resume
    """
    store = context.store(create=True)
    zone = context.zone(store.config.timezone).info
    length = _length(" ".join(for_))
    now = clock.now()
    pauses.pause(store, now, None if length is None else now + length)
    running = pauses.read(store.home).at(canonical_ts(now))  # an earlier one may last longer
    if context.json:
        context.put_json({"from": canonical_ts(now), "until": running.end if running else None})
    context.say(times.off_the_record(running.end if running else None, zone))
    return 0


def _length(text: str) -> timedelta | None:
    """Read how long, as people type or dictate it in the three languages; None for no words. Raises UsageError."""
    if not text.strip():
        return None
    said = " ".join(_AROUND.sub("", " ".join(unicodedata.normalize("NFKC", text).casefold().split())).split())
    seconds, place = 0.0, 0
    while place < len(said) and (part := _PART.match(said, place)):
        found = _seconds(part)
        if found is None:
            break
        seconds += found
        place = part.end()
    if not said or place < len(said) or not 0 < seconds <= _LONGEST.total_seconds():
        raise UsageError(
            f"{text!r} is not a length of time; nothing was paused.",
            "Write it like 45m, 2h, 1 day, an hour and a half, 1時間半 or media hora.",
        )
    return timedelta(seconds=seconds)


def _seconds(part: re.Match[str]) -> float | None:
    """Return how long one part is, None for a unit that nothing counts."""
    if part["minutes"]:
        return float(part["minutes"]) * 60
    unit = _UNITS[part["unit"][0]]
    extra = 0.5 * bool(part["more"] or part["half"]) + 0.25 * bool(part["quarter"])
    if part["digits"]:
        number = float(part["digits"].replace(",", "."))
    elif part["kanji"]:
        number = _kanji_number(part["kanji"])
    elif part["share"]:
        number = _SHARES[part["share"]]
    elif part["tens"] or part["ones"]:
        number = _TENS.get(part["tens"], 0) + _ONES.get(part["ones"], 0)
    elif extra:
        number = 1  # hora y media
    else:
        return None
    return (number + extra) * unit


def _kanji_number(text: str) -> float:
    """Read kanji numerals up to the hundreds: 十五, 二十, 百二十, 一〇."""
    whole, last = 0, None
    for char in text:
        if char in _KANJI:
            last = _KANJI[char] if last is None else last * 10 + _KANJI[char]
        else:
            whole += (1 if last is None else last) * (10 if char == "十" else 100)
            last = None
    return whole + (last or 0)


command = make_command(pause)
