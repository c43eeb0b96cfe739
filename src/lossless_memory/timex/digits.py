"""What stands in digits: clock times, dates in figures, plain numbers, and what is none of these.

Owns the shapes of numbers and the order of a date in figures. A number glued to letters is a name, not a number.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern

from .ir import Ago, Clock, Date, Years
from .mask import MASK
from .tokens import Token

# Each kind begins with the characters it can begin with and ends with an empty group of its name: so the matcher passes
# over a kind by its first character, without entering it.
PIECE = pattern(
    r"[a-z][a-z]+(?:'(?!s\b)[a-z]+)?(?P<word>)"
    r"|[ap]\s?\.\s?m\b(?:\s?\.)?(?P<meridian>)"
    r"|w\d(?:\d|(?<=\d[w-]w\d))(?!\w)(?P<isoweek>)"
    r"|[a-z](?:(?<=[qth])[1-4](?![a-z\d])|(?:'(?!s\b)[a-z]+)?)(?P<letter>)"
    r"|\d(?:"
    r"\d{3}-?w\d(?:\d|(?<=\d[w-]w\d))(?!\w)(?P<yearweek>)"
    r"|\d{3}(?P<s1>[-/.])\d{1,2}(?P=s1)\d{1,2}(?!\d)(?:t(?=\d\d:))?(?P<iso>)"
    r"|\d?(?P<s2>[-/.])\d{1,2}(?P=s2)(?:\d{4}|\d\d)(?!\d)(?P<triple>)"
    r"|\d?(?::|h(?=\d\d(?!\d)))\d\d(?::\d\d)?(?!\d)(?P<clock>)"
    r"|\d?[-/.]\d{1,2}(?!\d|\.\d)(?P<pair>)"
    r"|\d?\.?(?:st|nd|rd|th|ro|er|do|to|ra|da|ta|mo|vo|o|a|eme|e)\b(?P<ordinal>)"
    r"|\d*(?P<number>))"
    r"|'s\b(?P<own>)"
    r"|[^\w\s](?P<mark>)"
    r"|[^\W\da-z]+(?P<rest>)"
)
_WORD = pattern(r"[a-z]+")
_SIGNED = pattern(r"(?P<sign>[-+])(?:\d{1,4}(?:s|m|min|h|hr|d|w|mo|y)){1,4}")
_PARTS = pattern(r"\d+")
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
    kind, digits = match.lastgroup, match[0]
    last = tokens[-1] if tokens else _NO_TOKEN
    before = text[start - 1] if start else " "
    is_hour = last.kind == "m" and (kind == "clock" or text[end : end + 1] == "時")  # PM3:00, but PM2.5
    if before != " " and not is_hour and _is_joined_before(before, start, kind, last, tokens):
        return Token("x", "", start, end)
    if last.kind in "#.;d" and _is_label(tokens, start):
        return Token("x", "", start, end)
    after = text[end] if end < len(text) else " "
    if after != " ":
        if after == MASK:
            return Token("x", "", start, end)
        if kind == "number" and (years := _years(digits, text, start, end, last)):
            return years
    if before == "'" and kind == "number" and end - start == 2:
        return Token("y", int(digits), start, end)  # '24
    if after != " " and after.isascii() and after.isalpha() and kind in {"number", "pair", "triple", "iso"}:
        word = _WORD.match(text, end)
        if word is None or word.group() not in _JOINED:
            return Token("x", "", start, end)
    if kind == "number":
        length = end - start
        if length > 4:
            return Token("x", "", start, end)
        number = int(digits)
        if length == 4 and 2400 <= number <= 2699 and (era := _BUDDHIST.match(text, end)):
            return Token("y", number - 543, start, era.end())
        return Token("y" if length == 4 and 1000 <= number <= 2999 else "n", number, start, end)
    if kind == "iso":
        year, month, day = map(int, _PARTS.findall(digits))
        return Token("E", Date(year, month, day), start, end) if _is_day(month, day) else Token("x", "", start, end)
    if kind == "triple":
        parts = _PARTS.findall(digits)
        date = in_order([int(part) for part in parts], order, len(parts[2]) == 4)
        return Token("E", date, start, end) if date else Token("x", "", start, end)
    if kind == "clock":
        parts = _PARTS.findall(digits)
        hour, minute = int(parts[0]), int(parts[1])
        if hour > 29 or minute > 59:
            return Token("x", "", start, end)
        return Token("C", Clock(hour, minute, int(parts[2]) if len(parts) > 2 else None, digital=True), start, end)
    if kind == "pair":
        a, b = map(int, _PARTS.findall(digits))
        if "/" in digits:
            date = in_order([a, b], order, False)
            return Token("E", date, start, end) if date else Token("x", (a, b) if b == a + 1 else "", start, end)
        return Token("N", (a, b, digits, order == "dmy"), start, end)
    if digits[-1] == "a" and last.value == "el":
        return Token("x", "", start, end)  # el 12A, a seat: 12ª would have la
    return Token("o", int(digits[:2] if digits[1].isdigit() else digits[0]), start, end)


_NO_TOKEN = Token("_", "", -1, -1)


def _is_joined_before(before: str, start: int, kind: str | None, last: Token, tokens: list[Token]) -> bool:
    """Tell whether what stands right before a number makes it a part of something else: a name, 1.2.3, page/3."""
    if before.isalpha() and not "\u3040" <= before <= "\u9fff":
        return last.end != start or (last.kind not in "MXcQEh" and last.value != "fiscal")
    if before in "._#$/" + MASK and (kind in {"number", "pair"}) and last.kind not in "/.MX":
        return True
    return (
        before == "."
        and last.kind == "."
        and len(tokens) > 1
        and tokens[-2].kind in "nx"
        and tokens[-2].end == start - 1
    )


def _years(digits: str, text: str, start: int, end: int, last: Token) -> Token | None:
    """Read the 90s and the 1990's, or refuse what looks like them and is none."""
    if text[end] == "s" and not text[end + 1 : end + 2].isalnum() and int(digits) % 10 == 0:
        return (
            Token("Z", Years(int(digits), 10), start, end + 1) if len(digits) in {2, 4} else Token("x", "", start, end)
        )
    if len(digits) == 4 and last.kind == "T" and text[end : end + 2] == "'s":
        first = int(digits)
        if first % 10 == 0 and not text[end + 2 : end + 3].isalnum():
            return Token("Z", Years(first, 10), start, end)
    return None


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
    return Date(year, other[0], other[1], swapped=True) if other else None
