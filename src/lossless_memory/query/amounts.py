"""An amount as it may be written: 36420, 36,420, 3万6420 or 三万六千四百二十, 15000 or 15k, 1200.50 or 1,200.50.

Reads and writes numbers of four digits and more, where the ways of writing part. Knows no search.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern

_WRITTEN = pattern(
    r"(?<![\w.,-])(\d{1,3}(?:[.,]\d{3}){1,4}|\d{4,15}|\d{1,3}(?=[kK]))(?:[.,](\d\d))?([kK])?(?![\d\w-]|[.,]\d)",
    re.ASCII,
)
_MIXED = pattern(r"(?<![\d.,])(?:(\d{1,4})億)?(?:(\d{1,4})万)?(?:(?<=[億万])(\d{1,4}))?", re.ASCII)
_KANJI = pattern("[一二三四五六七八九十百千万億]{3,32}")
_DIGITS = {char: value for value, char in enumerate("一二三四五六七八九", 1)}
_SMALL = {"十": 10, "百": 100, "千": 1_000}
_GREAT = {"万": 10_000, "億": 100_000_000}
_MONEY = frozenset("円$€£¥￥")
_MOST = 10**12


def spellings(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return each amount of a text as it stands there, with the other ways to write it.

    The separator of thousands is a space in what is returned: search takes a comma and a dot for one.
    """
    found: list[tuple[str, tuple[str, ...]]] = []
    for match in _MIXED.finditer(text) if "万" in text or "億" in text else ():
        if "万" in match[0] or "億" in match[0]:
            value = int(match[1] or 0) * _GREAT["億"] + int(match[2] or 0) * _GREAT["万"] + int(match[3] or 0)
            found.append((match[0], tuple(one for one in _ways(value) if one != match[0])))
    for match in _WRITTEN.finditer(text):
        whole, cents, thousands = match.groups()
        value = int(re.sub("[.,]", "", whole)) * (1_000 if thousands else 1)
        if whole.isdigit() and 1_900 <= value <= 2_100 and not _is_money(text, match.start(), match.end()):
            continue  # a year
        ways = [f"{one} {cents}" for one in _ways(value)[:2]] if cents else _ways(value)
        found.append((match[0], tuple(one for one in ways if one != re.sub("[.,]", " ", match[0]))))
    for match in _KANJI.finditer(text):
        if (said := _read(match[0])) is not None and said >= 1_000:
            found.append((match[0], tuple(one for one in _ways(said) if one != match[0])))
    return found


def _is_money(text: str, start: int, end: int) -> bool:
    return text[end : end + 1] in _MONEY or (start > 0 and text[start - 1] in _MONEY)


def _ways(value: int) -> list[str]:
    if not 1_000 <= value < _MOST:
        return []  # below, the digits are the word
    ways = [str(value), f"{value:,}".replace(",", " "), _written(value)]
    great, rest = divmod(value, _GREAT["万"])
    if 0 < great < _GREAT["万"]:
        ways.append(f"{great}万{rest or ''}")
    if value % 1_000 == 0 and value < 1_000_000:
        ways.append(f"{value // 1_000}k")
    return ways


def _written(value: int) -> str:
    """Write a number in kanji as it is said: no 一 before 百 and 十, nor before 千 that stands alone."""
    parts: list[str] = []
    for name, size in (("億", _GREAT["億"]), ("万", _GREAT["万"]), ("", 1)):
        group, value = divmod(value, size)
        if group:
            parts.append(_group(group) + name)
    return "".join(parts)


def _group(value: int) -> str:
    out = ""
    for name, size in (("千", 1_000), ("百", 100), ("十", 10), ("", 1)):
        digit, value = divmod(value, size)
        if digit:
            out += ("" if digit == 1 and name else "一二三四五六七八九"[digit - 1]) + name
    return out


def _read(text: str) -> int | None:
    """Read a number in kanji with its tens and hundreds; None for digits in a row, which are no amount."""
    total = group = digit = 0
    last = ""
    for char in text:
        if char in _DIGITS:
            if last in _DIGITS:
                return None
            digit = _DIGITS[char]
        elif char in _SMALL:
            group += (digit or 1) * _SMALL[char]
            digit = 0
        else:
            total += (group + digit or 1) * _GREAT[char]
            group = digit = 0
        last = char
    return total + group + digit
