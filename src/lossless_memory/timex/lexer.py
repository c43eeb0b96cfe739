"""A folded text cut into tokens, each with one type letter, driven by a lexicon.

Owns the gate that lets most texts pass unread, the choice of the languages worth reading, and the choice of the
cutter. Invariant: tokens stand in order and do not overlap. Knows words and numbers, no dates.
"""

from __future__ import annotations

import re

from . import japanese, latin
from .lexicon import Lexicon
from .tokens import Token

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+")
_COUNTED = re.compile("[〇零一二三四五六七八九十百千廿元数數几幾半何两兩][年月日号時时点點分秒週周个個ヶか]")


def worth_reading(text: str, lexicons: list[Lexicon]) -> list[Lexicon]:
    """Return, cheaply, the lexicons of which a text can hold a time phrase.

    A text with digits is read with those whose words it uses most. A language that adds nothing to another one, of
    which the text uses more words, is left out.
    """
    words = set(_WORD.findall(text))
    hit: list[Lexicon] = []
    for lexicon in lexicons:
        if not lexicon.triggers.isdisjoint(words) if lexicon.spaced else _holds(text, lexicon):
            hit.append(lexicon)
    if _DIGIT.search(text):
        if not hit:
            counts = [_weight(text, words, lexicon) for lexicon in lexicons]
            most = max(counts, default=0)
            return [lexicon for lexicon, count in zip(lexicons, counts, strict=True) if count == most]
        hit += [lexicon for lexicon in lexicons if not lexicon.spaced and lexicon not in hit and _COUNTER.search(text)]
    if len(hit) < 2:
        return hit
    return [
        lexicon
        for lexicon in hit
        if not lexicon.spaced or not any(_covers(other, lexicon, words) for other in hit if other is not lexicon)
    ]


_COUNTER = re.compile(r"\d\s?[年月日号時时点點分秒週周个個ヶか]")


def _holds(text: str, lexicon: Lexicon) -> bool:
    """Tell whether a phrase of a language without spaces, or a number with a counter, stands in a text."""
    hints = lexicon.hints
    for char in hints.keys() & set(text):
        for phrase in hints[char]:
            if phrase in text:
                return True
    return _COUNTED.search(text) is not None


def _weight(text: str, words: set[str], lexicon: Lexicon) -> int:
    return len(lexicon.known & words) if lexicon.spaced else 100 * len(lexicon.known & set(text) - _ASCII)


_ASCII = frozenset(map(chr, range(128)))


def _covers(other: Lexicon, lexicon: Lexicon, words: set[str]) -> bool:
    """Tell whether the words of `lexicon` that can make a time all belong to a language the text uses more."""
    return (
        other.spaced
        and (lexicon.triggers & words) <= other.known
        and len(lexicon.known & words) < len(other.known & words)
    )


def lex(text: str, lexicon: Lexicon, order: str) -> list[Token]:
    """Cut a folded and masked text into tokens."""
    return latin.cut(text, lexicon, order) if lexicon.spaced else japanese.cut(text, lexicon, order)
