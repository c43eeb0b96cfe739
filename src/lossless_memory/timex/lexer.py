"""A folded text cut into tokens, each with one type letter, driven by a lexicon.

Owns the alphabet the grammar is written in. Invariants: tokens stand in order and do not overlap; every character that
is not a space lies in a token. Knows words and numbers, no dates.

Content      n number  o ordinal  y four-digit number  N pair 4.22 or 4-22  E date in digits  C clock 9:30
             M month  X month that is also a word  W weekday  Y weekday that is also a word  U unit
             D day  Z period  J time on a day  I finished interval  0 now
             p part of a day  m am, pm  h o'clock  Q quarter  S season  V season that is also a word  H feast
             v couple, few, half  z a, an   1-7 Japanese counters 年 月 日 時 分 秒 年代
Operators    l last  t this  f next  b before last  a ago  A hace  e before  c about  ~ ごろ  q early, end of
             i of  @ at  T the  O on, in  & and  | or  g to  u until  d dash  w between  r from  s since  k before
             j after  F から  B まで  R or later  , / . ; marks   _ function word  x anything else
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .ir import Clock, Date, Years
from .lexicon import Lexicon
from .mask import MASK


class Token(NamedTuple):
    """A type letter, its value, and the half-open stretch of the folded text it covers."""

    kind: str
    value: Any
    start: int
    end: int


_LATIN = re.compile(
    r"(?P<iso>\d{4}(?P<s1>[-/.])\d{1,2}(?P=s1)\d{1,2}(?![\d]))"
    r"|(?P<triple>\d{1,2}(?P<s2>[-/.])\d{1,2}(?P=s2)(?:\d{4}|\d\d)(?!\d))"
    r"|(?P<clock>\d{1,2}:\d\d(?::\d\d)?(?!\d))"
    r"|(?P<pair>\d{1,2}[-/.]\d{1,2}(?!\d|\.\d))"
    r"|(?P<ordinal>\d{1,2}\.?(?:st|nd|rd|th|ro|er|do|to|ra|da|ta|mo|vo|o|a)\b)"
    r"|(?P<number>\d+)"
    r"|(?P<meridian>[ap]\s?\.\s?m\b(?:\s?\.)?)"
    r"|(?P<word>[qth][1-4]\b|[^\W\d_]+(?:'[^\W\d_]+)?)"
    r"|(?P<mark>[^\w\s])|(?P<rest>_+)"
)
_MARKS = {
    ",": ",", "-": "d", "~": "d", "/": "/", ".": ".", "&": "&", "@": "@", "(": ",", ")": ",", "|": ";", "'": "'",
}  # fmt: skip
_JOINED = frozenset(
    {"am", "pm", "p", "a", "h", "hr", "hrs", "min", "mins", "d", "m", "s", "st", "nd", "rd", "th", "o", "a", "hs"}
)


def lex(text: str, lexicon: Lexicon, order: str) -> list[Token]:
    """Cut a folded and masked text into tokens."""
    return _spaced(text, lexicon, order) if lexicon.spaced else _unspaced(text, lexicon, order)


def may_hold(text: str, lexicon: Lexicon) -> bool:
    """Tell cheaply whether a text can hold a time phrase of this language at all."""
    if _DIGIT.search(text):
        return True
    if lexicon.spaced:
        return not lexicon.triggers.isdisjoint(_WORD.findall(text))
    return not lexicon.triggers.isdisjoint(text)


_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def _spaced(text: str, lexicon: Lexicon, order: str) -> list[Token]:
    found = list(_LATIN.finditer(text))
    tokens: list[Token] = []
    words, starts, numbers = lexicon.words, lexicon.starts, lexicon.numbers
    index, count = 0, len(found)
    while index < count:
        match = found[index]
        kind = match.lastgroup
        start, end = match.span()
        if kind == "word":
            word = match.group()
            phrase = _longest(found, index, starts.get(word, ()), text)
            if word in numbers and len(phrase) < 2 and numbers[word][1] != "joiner":
                token, used = _number_words(found, index, numbers)
                tokens.append(token)
                index += used
                continue
            if phrase:
                letter, value = words[" ".join(phrase)]
                tokens.append(Token(letter, value, start, found[index + len(phrase) - 1].end()))
                index += len(phrase)
                continue
            if word.endswith("'s") and word[:-2] in words:
                letter, value = words[word[:-2]]
                tokens.append(Token(letter, value, start, end - 2))
                tokens.append(Token("i", "", end - 2, end))
            else:
                tokens.append(Token("x", word, start, end))
            index += 1
            continue
        if kind == "meridian":
            tokens.append(Token("m", match.group()[0] + "m", start, end))
        elif kind == "mark" and _is_silent(match.group(), start, text, tokens):
            pass
        elif kind == "mark":
            tokens.append(Token(_MARKS.get(match.group(), ";"), match.group(), start, end))
        elif kind == "rest":
            tokens.append(Token("x", "", start, end))
        else:
            tokens.append(_numeric(match, text, tokens, order))
        index += 1
    return tokens


def _is_silent(mark: str, start: int, text: str, tokens: list[Token]) -> bool:
    """Tell whether a mark says nothing: the dot of "Oct.", the apostrophe of '24."""
    if mark == "'":
        return text[start + 1 : start + 2].isdigit()
    last = tokens[-1] if tokens else None
    return (
        mark == "." and last is not None and last.end == start and last.kind in "MXWYUm" and last.end - last.start < 5
    )


def _longest(
    found: list[re.Match[str]], index: int, phrases: tuple[tuple[str, ...], ...], text: str
) -> tuple[str, ...]:
    for phrase in phrases:
        if len(phrase) == 1:
            return phrase
        if index + len(phrase) <= len(found) and all(
            found[index + step].group() == piece
            and text[found[index + step - 1].end() : found[index + step].start()].strip() == ""
            for step, piece in enumerate(phrase[1:], 1)
        ):
            return phrase
    return ()


def _number_words(found: list[re.Match[str]], index: int, numbers: Any) -> tuple[Token, int]:
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
                last == "tens" and word == "y" and following is not None
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


def _numeric(match: re.Match[str], text: str, tokens: list[Token], order: str) -> Token:
    """Classify a piece that begins with a digit, by its shape and by what it is glued to."""
    start, end = match.span()
    kind = match.lastgroup
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    if before.isalpha() and not (tokens and tokens[-1].end == start and tokens[-1].kind in "MXcQ"):
        if not ("\u3040" <= before <= "\u9fff"):
            return Token("x", "", start, end)
    if before in "._#$/" + MASK and kind in {"number", "pair"} and not (tokens and tokens[-1].kind in "/.MX"):
        return Token("x", "", start, end)
    if (
        before == "."
        and tokens
        and tokens[-1].kind == "."
        and len(tokens) > 1
        and tokens[-2].kind in "nyx"
        and tokens[-2].end == start - 1
    ):
        return Token("x", "", start, end)
    if after == MASK:
        return Token("x", "", start, end)
    if after == "s" and kind == "number" and not text[end + 1 : end + 2].isalnum() and int(match.group()) % 10 == 0:
        first = int(match.group())
        return (
            Token("Z", Years(first, 10), start, end + 1) if len(match.group()) in {2, 4} else Token("x", "", start, end)
        )
    if before == "'" and kind == "number" and end - start == 2:
        return Token("y", int(match.group()), start, end)  # '24
    if after.isascii() and after.isalpha() and kind in {"number", "pair", "triple", "iso"}:
        word = _WORD.match(text, end)
        if word is None or word.group() not in _JOINED:
            return Token("x", "", start, end)
    if kind == "iso":
        year, month, day = (int(part) for part in re.split(r"[-/.]", match.group()))
        return Token("E", Date(year, month, day), start, end) if _is_day(month, day) else Token("x", "", start, end)
    if kind == "triple":
        date = in_order(
            [int(part) for part in re.split(r"[-/.]", match.group())],
            order,
            len(match.group().rsplit(match["s2"], 1)[1]) == 4,
        )
        return Token("E", date, start, end) if date else Token("x", "", start, end)
    if kind == "clock":
        parts = [int(part) for part in match.group().split(":")]
        if parts[0] > 29 or parts[1] > 59:
            return Token("x", "", start, end)
        return Token("C", Clock(parts[0], parts[1], parts[2] if len(parts) > 2 else None, digital=True), start, end)
    if kind == "pair":
        a, b = (int(part) for part in re.split(r"[-/.]", match.group()))
        if "/" in match.group():
            date = in_order([a, b], order, False)
            return Token("E", date, start, end) if date else Token("x", "", start, end)
        return Token("N", (a, b, match.group()), start, end)
    if kind == "ordinal":
        value = int(re.match(r"\d+", match.group()).group())  # type: ignore[union-attr]
        return Token("o", value, start, end)
    digits = match.group()
    if len(digits) == 4 and 1000 <= int(digits) <= 2999:
        return Token("y", int(digits), start, end)
    if len(digits) <= 4:
        return Token("n", int(digits), start, end)
    return Token("x", "", start, end)


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
        year = None  # type: ignore[assignment]
    month, day = (second, first) if order == "dmy" else (first, second)
    other = (day, month) if _is_day(day, month) and day != month else None
    if _is_day(month, day):
        return Date(year, month, day, None, other)
    return Date(year, other[0], other[1]) if other else None


_KANJI = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
_JA_NUMBER = re.compile(r"[0-9]+|[〇零一二三四五六七八九十百千廿元]+|r(?=\d{1,2}[/.])")
_JA_RUN = re.compile(r"[a-z]+|[ァ-ヴー]+")
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
_ERA = re.compile(
    r"(令和|平成|昭和|大正|明治|(?<![a-z])r(?=\d))\s?([0-9]{1,2}|元|[一二三四五六七八九十]{1,3})(?:年|(?=[/.,]\d))"
)


def _kanji(text: str) -> int:
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


def _counts(tokens: list[Token], position: int) -> bool:
    """Tell whether a number ends right before `position`."""
    return bool(tokens) and tokens[-1].end == position and tokens[-1].kind in "ny"


def _unspaced(text: str, lexicon: Lexicon, order: str) -> list[Token]:
    tokens: list[Token] = []
    words, starts = lexicon.words, lexicon.starts
    position, length = 0, len(text)
    unknown = -1
    while position < length:
        char = text[position]
        token: Token | None = None
        if char.isdigit() or char == MASK or char.isspace():
            if char.isspace():
                position += 1
                if unknown >= 0:
                    tokens.append(Token("x", "", unknown, position - 1))
                    unknown = -1
                continue
            if char != MASK:
                match = _LATIN.match(text, position)
                if match:
                    token = _numeric(match, text, tokens, order)
        else:
            era = _ERA.match(text, position) if char in "令平昭大明r" else None
            if era:
                base = _ERAS.get(era[1], 2018)
                year = base + (int(era[2]) if era[2].isdigit() else _kanji(era[2]))
                token = Token("e1", year, position, era.end())
            else:
                for phrase in starts.get(char, ()):
                    surface = "".join(phrase)
                    if text.startswith(surface, position):
                        letter, value = words[surface]
                        if char in "月年日" and letter not in "123U" and _counts(tokens, position):
                            continue  # 3月末 is 3月 and 末
                        if letter == "l" and tokens and tokens[-1].kind in "U1356~v" and surface[0] in words:
                            continue  # 3日前の話 is 3日前, not 前の話
                        token = Token(letter, value, position, position + len(surface))
                        break
                else:
                    number = _JA_NUMBER.match(text, position) if char in "〇零一二三四五六七八九十百千廿" else None
                    if number:
                        value = _kanji(number.group())
                        token = Token("y" if 1000 <= value <= 2999 else "n", value, position, number.end())
        if token is None:
            if unknown < 0:
                unknown = position
            run = _JA_RUN.match(text, position)
            position = run.end() if run else position + 1
            continue
        if unknown >= 0:
            tokens.append(Token("x", "", unknown, token.start))
            unknown = -1
        if token.kind == "e1":
            tokens.append(Token("y", token.value, token.start, token.end - 1))
            if text[token.end - 1] == "年":
                tokens.append(Token("1", "year", token.end - 1, token.end))
            else:
                tokens[-1] = Token("y", token.value, token.start, token.end)
        else:
            tokens.append(token)
        position = token.end
    if unknown >= 0:
        tokens.append(Token("x", "", unknown, length))
    return tokens
