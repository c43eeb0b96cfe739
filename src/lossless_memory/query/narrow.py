"""The one narrowing question an assistant may ask back, where what was found spreads over many days."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime

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
    ),
    "ja": (
        "一日のうちに何度か出てきます。朝、昼、夜のどれでしょうか。",
        "{first}から{last}までの{count}日に出てきます。どの日のことでしょうか。",
        "{first}から{last}までの{count}日に出てきます。何月ごろのことでしょうか。",
    ),
    "es": (
        "Aparece en varios momentos del día: ¿fue por la mañana, por la tarde o por la noche?",
        "Aparece en {count} días entre el {first} y el {last}. ¿Qué día fue?",
        "Aparece en {count} días del {first} al {last}. ¿En qué mes fue, más o menos?",
    ),
}


MIN_SPREAD_US = 3 * 3_600_000_000
"""What lies closer together than three hours is one part of a day, and a question would not narrow it."""


def narrowing_question(question: str, days: Mapping[str, int], spread_us: int, now: datetime) -> str | None:
    """Return the question to ask back in the question's language, or None where it would not narrow anything.

    `spread_us` is the time from the first to the last line found. Over one or two days it asks for the part of the
    day, within the last month for the day, further back for the month.
    """
    if not days or spread_us < MIN_SPREAD_US:
        return None
    first, last = min(days), max(days)
    spread = (date.fromisoformat(last) - date.fromisoformat(first)).days
    back = (now.date() - date.fromisoformat(first)).days
    level = 0 if spread <= 1 else 1 if spread <= 14 and back <= 62 else 2
    language = "ja" if _JAPANESE.search(question) else "es" if _SPANISH.search(question) else "en"
    return _ASK[language][level].format(count=len(days), first=first, last=last)
