"""Numbers written in words or kanji.

Owns how number words add up (twenty-third, nineteen ninety, dos mil catorce) and how 二十三 and 二〇一九 are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lossless_memory.patterns import pattern

from .tokens import Token

_KANJI = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
NUMBER = pattern(r"[〇零一二三四五六七八九十百千廿元]+")


def read_words(found: list[re.Match[str]], index: int, numbers: Mapping[str, tuple[int, str]]) -> tuple[Token, int]:
    """Read a number in words from `index` on; return its token and how many tokens it took."""
    start = index
    total = current = 0
    last = ""
    pairs = 0
    kind = "n"
    end = index
    while index < len(found):
        word = found[index].group()
        if word == "-" and last and index + 1 < len(found) and found[index + 1].group() in numbers:
            index += 1
            continue
        entry = numbers.get(word)
        if entry is None:
            break
        value, grade = entry
        if grade == "joiner":
            following = numbers.get(found[index + 1].group()) if index + 1 < len(found) else None
            fits = (word == "and" and last in {"hundred", "thousand"}) or (
                last == "tens" and word != "and" and following is not None
            )
            if following is None or following[1] == "joiner" or not fits or (last == "tens" and following[1] != "unit"):
                break
            index += 1
            continue
        if (grade == "unit" and last in {"", "tens", "hundred", "thousand"}) or (
            grade in {"teen", "tens"} and last in {"", "hundred", "thousand"}
        ):
            current += value
        elif grade in {"teen", "tens"} and last in {"teen", "tens"} and not total and not pairs and 10 <= current <= 29:
            total, current, pairs = current * 100, value, 1
        elif grade == "hundred" and value == 100 and last in {"unit", "teen"}:
            current *= 100
        elif grade == "hundred" and last in {"", "thousand"}:
            current += value
        elif grade == "thousand" and last in {"", "unit", "teen", "tens", "hundred"} and not total:
            total, current = max(current, 1) * 1000, 0
        elif grade == "ordinal" and last in {"", "tens"}:
            current += value
            kind = "o"
            index += 1
            end = index
            last = "done"
            break
        else:
            break
        last = grade
        index += 1
        end = index
    value = total + current
    if kind == "n" and 1000 <= value <= 2999:
        kind = "y"
    return Token(kind, value, found[start].start(), found[end - 1].end()), end - start


def read_kanji(text: str) -> int:
    """Read a number in kanji: 二十三, 二〇一九, 百; 元 is the first year of an era."""
    if text == "元":
        return 1
    if not any(char in _TENS for char in text):
        return int("".join(str(2 if char == "廿" else _KANJI.get(char, 0)) for char in text)) * (
            10 if text == "廿" else 1
        )
    total = current = 0
    for char in text:
        if char in _TENS:
            total += (current or 1) * _TENS[char]
            current = 0
        elif char == "廿":
            total += 20
        else:
            current = current * 10 + _KANJI.get(char, 0)
    return total + current
