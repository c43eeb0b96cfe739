"""A folded text cut into tokens, each with one type letter, driven by a lexicon.

Owns the gate that lets most texts pass unread, and the choice of the cutter. Invariant: tokens stand in order and do
not overlap. Knows words and numbers, no dates.
"""

from __future__ import annotations

import re

from . import japanese, latin
from .lexicon import Lexicon
from .tokens import Token

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+")


def may_hold(text: str, lexicon: Lexicon) -> bool:
    """Tell cheaply whether a text can hold a time phrase of this language at all."""
    if _DIGIT.search(text):
        return True
    return not lexicon.triggers.isdisjoint(_WORD.findall(text) if lexicon.spaced else text)


def lex(text: str, lexicon: Lexicon, order: str) -> list[Token]:
    """Cut a folded and masked text into tokens."""
    return latin.cut(text, lexicon, order) if lexicon.spaced else japanese.cut(text, lexicon, order)
