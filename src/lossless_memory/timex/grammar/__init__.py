"""From tokens to the forms of ir.py: a cascade of rules shared by all languages.

Owns the order of the rule files. Word order is data of the rules: each says every order its phrases come in, and the
letters of a language decide which of them can apply.
"""

from __future__ import annotations

from lossless_memory.timex.tokens import Token

from . import clocks, counted, dates, hedges, hours, joins, lookalikes, periods, picked, stretches, sure, weeks
from .engine import Cascade
from .joins import Phrase

_RULES = [
    *hedges.RULES,
    *lookalikes.RULES,
    *sure.RULES,
    *stretches.RULES,
    *clocks.RULES,
    *hours.RULES,
    *dates.RULES,
    *weeks.RULES,
    *counted.RULES,
    *periods.RELATIVE,
    *picked.RULES,
    *periods.RULES,
    *counted.ANCHORED,
    *joins.RULES,
]
_CASCADE = Cascade(_RULES)


def read(tokens: list[Token], spaced: bool) -> list[Phrase]:
    """Return the time phrases among the tokens, in order, without overlap."""
    return joins.answers(_CASCADE.apply(tokens), spaced)


__all__ = ["Phrase", "read"]
