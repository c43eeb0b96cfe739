"""From tokens to the forms of ir.py: a cascade of rules shared by all languages.

Owns the order of the rule files. Word order is data of the rules: each says every order its phrases come in, and the
letters of a language decide which of them can apply.
"""

from __future__ import annotations

from typing import NamedTuple

from lossless_memory.timex.ir import Node
from lossless_memory.timex.lexer import Token

from . import clocks, dates, joins, periods
from .engine import apply

_WEAK, _CALENDAR = dates.RULES[:7], dates.RULES[7:]
_RULES = [*_WEAK, *clocks.RULES, *_CALENDAR, *periods.RULES, *joins.RULES]


class Phrase(NamedTuple):
    """A time phrase: its form and the half-open stretch of the folded text it covers."""

    node: Node
    start: int
    end: int


def read(tokens: list[Token], spaced: bool) -> list[Phrase]:
    """Return the time phrases among the tokens, in order, without overlap."""
    return [Phrase(token.value, token.start, token.end) for token in joins.answers(apply(_RULES, tokens), spaced)]
