"""What stands in digits: clock times, dates in figures, plain numbers, and what is none of these.

Owns the shapes of numbers and the order of a date in figures. A number glued to letters is a name, not a number.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern

from .ir import Ago, Clock, Date, Years
from .mask import MASK
from .tokens import Token

PIECE = pattern(
    r"(?P<meridian>[ap]\s?\.\s?m\b(?:\s?\.)?)"
    r"|(?P<isoweek>(?:\d{4}-?)?w(?:\d\d|(?<=\d[w-]w)\d)(?!\w))"
    r"|(?P<word>[qth][1-4](?![a-z\d])|[a-z]+(?:'(?!s\b)[a-z]+)?)"
    r"|(?P<iso>\d{4}(?P<s1>[-/.])\d{1,2}(?P=s1)\d{1,2}(?!\d)(?:t(?=\d\d:))?)"
    r"|(?P<triple>\d{1,2}(?P<s2>[-/.])\d{1,2}(?P=s2)(?:\d{4}|\d\d)(?!\d))"
    r"|(?P<clock>\d{1,2}(?::|h(?=\d\d(?!\d)))\d\d(?::\d\d)?(?!\d))"
    r"|(?P<pair>\d{1,2}[-/.]\d{1,2}(?!\d|\.\d))"
    r"|(?P<ordinal>\d{1,2}\.?(?:st|nd|rd|th|ro|er|do|to|ra|da|ta|mo|vo|o|a|eme|e)\b)"
    r"|(?P<number>\d+)"
    r"|(?P<own>'s\b)"
    r"|(?P<mark>[^\w\s])|(?P<rest>[^\W\da-z]+|_+)"
)
_WORD = pattern(r"[a-z]+")
_SIGNED = pattern(r"(?P<sign>[-+])(?:\d{1,4}(?:s|m|min|h|hr|d|w|mo|y)){1,4}")
_AMOUNT = pattern(r"(\d+)([a-z]+)")
_UNITS = {
    "s": "second", "m": "minute", "min": "minute", "h": "hour", "hr": "hour",
    "d": "day", "w": "week", "mo": "month", "y": "year",
}  # fmt: skip
_BUDDHIST = pattern(r"\s?b\.?e\b\.?")  # the years of the Thai calendar
_JOINED = frozenset(
    {
        "am",
        "pm",
        "p",
        "a",
        "h",
        "hr",
        "hrs",
        "min",
        "mins",
        "d",
        "m",
        "s",
        "st",
        "nd",
        "rd",
        "th",
        "o",
        "hs",
        "ish",
        "w",
        "wk",
        "wks",
        "y",
        "yr",
        "yrs",
        "mo",
        "mos",
        "q",
    }
)


def signed(text: str) -> Ago | None:
    """Read a text that is nothing but a shift, as it is typed for an option: -2h, +15min, -1d12h."""
    found = _SIGNED.fullmatch(text)
    if found is None:
        return None
    amounts = tuple((int(count), _UNITS[unit]) for count, unit in _AMOUNT.findall(text))
    return Ago(amounts, sign=-1 if found["sign"] == "-" else 1)


def classify(match: re.Match[str], text: str, tokens: list[Token], order: str) -> Token:
    """Classify a piece that begins with a digit, by its shape and by what it is glued to."""
    start, end = match.span()
    kind = match.lastgroup
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    glued = before.isalpha() and not "\u3040" <= before <= "\u9fff"
    if glued and not (
        tokens and tokens[-1].end == start and (tokens[-1].kind in "MXcQEh" or tokens[-1].value == "fiscal")
    ):
        return Token("x", "", start, end)
    if before in "._#$/" + MASK and kind in {"number", "pair"} and not (tokens and tokens[-1].kind in "/.MX"):
        return Token("x", "", start, end)
    if (
        before == "."
        and tokens
        and tokens[-1].kind == "."
        and len(tokens) > 1
        and tokens[-2].kind in "nx"
        and tokens[-2].end == start - 1
    ):
        return Token("x", "", start, end)
    if _is_label(tokens, start):
        return Token("x", "", start, end)
    if after == MASK:
        return Token("x", "", start, end)
    if after == "s" and kind == "number" and not text[end + 1 : end + 2].isalnum() and int(match.group()) % 10 == 0:
        first = int(match.group())
        return (
            Token("Z", Years(first, 10), start, end + 1) if len(match.group()) in {2, 4} else Token("x", "", start, end)
        )
    if kind == "number" and end - start == 4 and text[end : end + 2] == "'s" and tokens and tokens[-1].kind == "T":
        first = int(match.group())
        if first % 10 == 0 and not text[end + 2 : end + 3].isalnum():
            return Token("Z", Years(first, 10), start, end)  # the 1990's
    if before == "'" and kind == "number" and end - start == 2:
        return Token("y", int(match.group()), start, end)  # '24
    if after.isascii() and after.isalpha() and kind in {"number", "pair", "triple", "iso"}:
        word = _WORD.match(text, end)
        if word is None or word.group() not in _JOINED:
            return Token("x", "", start, end)
    if kind == "iso":
        year, month, day = (int(part) for part in re.findall(r"\d+", match.group()))
        return Token("E", Date(year, month, day), start, end) if _is_day(month, day) else Token("x", "", start, end)
    if kind == "triple":
        date = in_order(
            [int(part) for part in re.findall(r"\d+", match.group())],
            order,
            len(match.group().rsplit(match["s2"], 1)[1]) == 4,
        )
        return Token("E", date, start, end) if date else Token("x", "", start, end)
    if kind == "clock":
        parts = [int(part) for part in match.group().replace("h", ":").split(":")]
        if parts[0] > 29 or parts[1] > 59:
            return Token("x", "", start, end)
        return Token("C", Clock(parts[0], parts[1], parts[2] if len(parts) > 2 else None, digital=True), start, end)
    if kind == "pair":
        a, b = (int(part) for part in re.findall(r"\d+", match.group()))
        if "/" in match.group():
            date = in_order([a, b], order, False)
            return Token("E", date, start, end) if date else Token("x", "", start, end)
        return Token("N", (a, b, match.group(), order == "dmy"), start, end)
    if kind == "ordinal":
        if match.group()[-1] == "a" and tokens and tokens[-1].value == "el":
            return Token("x", "", start, end)  # el 12A, a seat: 12ª would have la
        value = int(re.match(r"\d+", match.group()).group())  # type: ignore[union-attr]
        return Token("o", value, start, end)
    digits = match.group()
    if len(digits) == 4 and 2400 <= int(digits) <= 2699 and (era := _BUDDHIST.match(text, end)):
        return Token("y", int(digits) - 543, start, era.end())
    if len(digits) == 4 and 1000 <= int(digits) <= 2999:
        return Token("y", int(digits), start, end)
    if len(digits) <= 4:
        return Token("n", int(digits), start, end)
    return Token("x", "", start, end)


def _is_label(tokens: list[Token], start: int) -> bool:
    """Tell whether a number names something: page 3, version: 2.1, room 2019."""
    for token in reversed(tokens[-2:]):
        if token.kind == "#":
            return bool(start - token.end <= 2)
        if token.kind not in ".;d":
            return False
    return False


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def in_order(numbers: list[int], order: str, long_year: bool) -> Date | None:
    """Read two or three numbers as a date in `order`; what only fits another order is read in that one.

    With three numbers the year stands last when it was written with four digits, else where `order` puts it.
    """
    if len(numbers) == 3:
        if order == "ymd" and not long_year:
            year, month, day = numbers
            if _is_day(month, day):
                return Date(year, month, day)
        first, second, year = numbers
    else:
        first, second = numbers
        year = None
    month, day = (second, first) if order == "dmy" else (first, second)
    other = (day, month) if _is_day(day, month) and day != month else None
    if _is_day(month, day):
        return Date(year, month, day, None, other)
    return Date(year, other[0], other[1]) if other else None
