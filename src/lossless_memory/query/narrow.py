"""The one narrowing question an assistant may ask back, where what was found spreads over many days."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from lossless_memory.patterns import pattern

_JAPANESE = pattern("[\u3041-\u30ff]")
_SPANISH = pattern(
    r"[¿¡]|\b(?:el|los|las|del|una|qué|cuándo|cómo|dónde|quién|cuál|cuánt[oa]s?|sobre|hace|dij[eo])\b", re.IGNORECASE
)

_ASK = {
    "en": (
        "There is more than one part of the day here: was it in the morning, the afternoon or the evening?",
        "This came up on {count} days between {first} and {last}. Which day do you mean?",
        "This came up on {count} days from {first} to {last}. Roughly which month was it?",
        "This came up on very many days. Which day do you mean?",
        "This came up on very many days. Roughly which month was it?",
    ),
    "ja": (
        "一日のうちに何度か出てきます。朝、昼、夜のどれでしょうか。",
        "{first}から{last}までの{count}日に出てきます。どの日のことでしょうか。",
        "{first}から{last}までの{count}日に出てきます。何月ごろのことでしょうか。",
        "とても多くの日に出てきます。どの日のことでしょうか。",
        "とても多くの日に出てきます。何月ごろのことでしょうか。",
    ),
    "es": (
        "Aparece en varios momentos del día: ¿fue por la mañana, por la tarde o por la noche?",
        "Aparece en {count} días entre el {first} y el {last}. ¿Qué día fue?",
        "Aparece en {count} días del {first} al {last}. ¿En qué mes fue, más o menos?",
        "Aparece en muchísimos días. ¿Qué día fue?",
        "Aparece en muchísimos días. ¿En qué mes fue, más o menos?",
    ),
}


MIN_SPREAD_US = 3 * 3_600_000_000
"""What lies closer together than three hours is one part of a day, and a question would not narrow it."""


_MONTH_DAYS = 31
"""Days that lie no further apart are of one month or two: to ask for the month would not narrow it."""

_DAY_US = 86_400_000_000


def narrowing_question(question: str, days: Mapping[str, int], spread_us: int, searched_us: int | None) -> str | None:
    """Return the question to ask back in the question's language, or None where it would not narrow anything.

    `days` and `spread_us`, the time from the first to the last line found, are of all there is. Where not all were
    looked at, `days` is empty, and `searched_us`, the length of the range (None without an end), is gone by. Over one
    or two days it asks for the part of the day, over a month for the day, else for the month.
    """
    language = "ja" if _JAPANESE.search(question) else "es" if _SPANISH.search(question) else "en"
    if not days:
        long = (_MONTH_DAYS + 1) * _DAY_US
        length_us = long + 1 if searched_us is None else searched_us
        return _ASK[language][0 if length_us <= 2 * _DAY_US else 3 if length_us <= long else 4]
    if spread_us < MIN_SPREAD_US:
        return None
    first, last = min(days), max(days)
    spread = (date.fromisoformat(last) - date.fromisoformat(first)).days
    level = 0 if spread <= 1 else 1 if spread < _MONTH_DAYS else 2
    return _ASK[language][level].format(count=len(days), first=first, last=last)
