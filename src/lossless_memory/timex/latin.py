"""Text of words with spaces between them cut into tokens.

Owns the matching of lexicon phrases of several words, longest first. Every character that is no space lies in a token,
but for marks that say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lossless_memory.typed import Any

from .digits import PIECE, classify
from .ir import WeekNumber
from .lexicon import Lexicon
from .numerals import read_words
from .tokens import Token

_MARKS = {
    ",": ",", "-": "d", "~": "d", "/": "/", ".": ".", "&": "&", "@": "@", "(": ",", ")": ",", "|": ";", "'": "'",
}  # fmt: skip
_GLUED = {"d": "day", "w": "week", "h": "hour", "m": "minute", "mo": "month", "y": "year"}  # 3d ago


_AGO = ("a", -1)
_APART = frozenset({"", " "})  # what stands around a number that is only a number


def cut(
    text: str, lexicon: Lexicon, order: str, begin: int, end: int, guests: Mapping[str, tuple[str, Any]]
) -> list[Token]:
    """Cut a stretch of a folded and masked text into tokens; `guests` are words of other languages, good among them."""
    found = list(PIECE.finditer(text, begin, end))
    pieces = [match[0] for match in found]
    tokens: list[Token] = []
    plain, known = lexicon.plain, lexicon.known
    index, count = 0, len(found)
    new = tuple.__new__  # what the constructor of a NamedTuple comes down to
    while index < count:
        match, piece = found[index], pieces[index]
        entry = plain.get(piece)
        if entry is not None:
            tokens.append(new(Token, (*entry, *match.span())))
            index += 1
        elif match.lastgroup not in _WORDS:
            index += _sign(found, pieces, index, text, lexicon, order, tokens)
        elif piece in known or piece in _GLUED:
            index += _word(found, pieces, index, text, lexicon, tokens)
        else:
            tokens.append(new(Token, (*(guests.get(piece) or ("x", piece)), *match.span())))
            index += 1
    return tokens


_WORDS = frozenset({"word", "letter"})


def _word(
    found: list[re.Match[str]], pieces: list[str], index: int, text: str, lexicon: Lexicon, tokens: list[Token]
) -> int:
    """Add the token of a word, of a number in words or of the longest phrase; return how many pieces it takes."""
    piece, words, numbers = pieces[index], lexicon.words, lexicon.numbers
    start, end = found[index].span()
    if piece in _GLUED and _is_amount(found, pieces, index, tokens, words):
        tokens.append(Token("U", _GLUED[piece], start, end))
        return 1
    following = pieces[index + 1] if index + 1 < len(found) else ""
    longer = lexicon.phrases[piece].get(following) if following and piece in lexicon.phrases else None
    length = (longer and _longest(found, pieces, index, longer, text)) or (1 if piece in words else 0)
    if length < 2 and piece in numbers and numbers[piece][1] != "joiner":
        value, grade = numbers[piece]
        if following in numbers or following == "-" or grade == "thousand":
            token, length = read_words(found, index, numbers)
            tokens.append(token)
            return length
        tokens.append(Token("o" if grade == "ordinal" else "n", value, start, end))
        return 1
    if not length:
        tokens.append(Token("x", piece, start, end))
        return 1
    entry = words[piece if length == 1 else " ".join(pieces[index : index + length])]
    tokens.append(tuple.__new__(Token, (*entry, start, found[index + length - 1].end())))
    return length


def _sign(
    found: list[re.Match[str]],
    pieces: list[str],
    index: int,
    text: str,
    lexicon: Lexicon,
    order: str,
    tokens: list[Token],
) -> int:
    """Add the token of digits or of a mark, if it says anything; return how many pieces it takes."""
    match, piece = found[index], pieces[index]
    start, end = match.span()
    kind = match.lastgroup
    if kind == "mark":
        if piece in {".", "'"}:
            _dot_or_apostrophe(piece, start, end, text, lexicon, tokens)
        else:
            tokens.append(tuple.__new__(Token, (_MARKS.get(piece, ";"), piece, start, end)))
    elif (
        kind == "number"
        and end - start < 4
        and text[start - 1 : start] in _APART
        and text[end : end + 1] in _APART
        and (not tokens or tokens[-1][0] not in "#.;d")
    ):
        tokens.append(tuple.__new__(Token, ("n", int(piece), start, end)))
    elif kind == "own":
        tokens.append(Token("i", "", start, end))
    elif kind == "meridian":
        tokens.append(Token("m", piece[0] + "m", start, end))
    elif kind in {"isoweek", "yearweek"}:
        year, number = piece.split("w")
        week = WeekNumber(int(number), int(year.strip("-")) if year else None)
        fits = 1 <= week.number <= 53
        tokens.append(Token("Z", week, start, end) if fits else Token("x", piece, start, end))
    elif (
        kind == "ordinal" and piece.endswith("mo") and lexicon.words.get("".join(pieces[index + 1 : index + 2])) == _AGO
    ):
        tokens.append(Token("n", int(piece[:-2]), start, end - 2))
        tokens.append(Token("U", "month", end - 2, end))  # 6mo ago
    elif kind == "rest":
        tokens.append(Token("x", "", start, end))
    elif piece == "2" and text.startswith("nite", end) and "2nite" in lexicon.words:
        tokens.append(Token(*lexicon.words["2nite"], start, end + 4))
        return 2
    else:
        token = classify(match, text, tokens, order)
        if token.kind == "C" and piece[1] == ":":
            token = token._replace(value=token.value._replace(digital=False))  # 2:30 may mean the afternoon
        tokens.append(token)
    return 1


def _dot_or_apostrophe(mark: str, start: int, end: int, text: str, lexicon: Lexicon, tokens: list[Token]) -> None:
    if lexicon.dotted and _makes_ordinal(mark, start, text, tokens):
        tokens[-1] = tokens[-1]._replace(kind="o", end=end) if tokens[-1].kind == "n" else tokens[-1]
    elif not _is_silent(mark, start, text, tokens):
        tokens.append(Token(_MARKS.get(mark, ";"), mark, start, end))


def _makes_ordinal(mark: str, start: int, text: str, tokens: list[Token]) -> bool:
    """Tell whether a dot belongs to the day or the date before it: 3. Mai, am 28.10. um acht."""
    last = tokens[-1] if tokens else None
    if mark != "." or last is None or last.end != start:
        return False
    if not text[start + 1 : start + 3].strip() and not (len(tokens) > 1 and tokens[-2].value == "the"):
        return False
    return (last.kind == "n" and 1 <= last.value <= 31) or (last.kind == "N" and "." in last.value[2])


def _is_amount(
    found: list[re.Match[str]],
    pieces: list[str],
    index: int,
    tokens: list[Token],
    words: Mapping[str, tuple[str, Any]],
) -> bool:
    """Tell whether a letter behind a number is its unit: 3d ago, the last 24h."""
    if not tokens or tokens[-1].kind != "n" or (tokens[-1].end != found[index].start() and pieces[index] != "mo"):
        return False
    if len(tokens) > 1 and tokens[-2].kind == "l":
        return True
    return index + 1 < len(found) and words.get(pieces[index + 1], "x")[0] == "a"


def _is_silent(mark: str, start: int, text: str, tokens: list[Token]) -> bool:
    """Tell whether a mark says nothing: the dot of "Oct.", the apostrophe of '24."""
    if mark == "'":
        return text[start + 1 : start + 2].isdigit()
    last = tokens[-1] if tokens else None
    return (
        mark == "." and last is not None and last.end == start and last.kind in "MXWYUm" and last.end - last.start < 5
    )


def _longest(
    found: list[re.Match[str]], pieces: list[str], index: int, phrases: list[tuple[str, ...]], text: str
) -> int:
    """Return how many pieces the longest of some lexicon phrases takes from `index` on, 0 if none fits."""
    for phrase in phrases:
        length = len(phrase)
        if tuple(pieces[index : index + length]) != phrase:
            continue
        for at in range(index + 1, index + length):
            if text[found[at - 1].end() : found[at].start()].strip():
                break
        else:
            return length
    return 0
