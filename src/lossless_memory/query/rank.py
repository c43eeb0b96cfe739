"""How well a record answers the words of a question. Few, round weights, each with its reason.

BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009) over the words asked, with the usual k1 and
b; how much of what was asked a record covers decides whether it is shown at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from lossless_memory.index.search import SCORE_UNIT, Score

K1 = 1.2
"""A word that comes often counts at most 2.2 times as much as one that comes once."""

B = 0.75
"""Longer records must repeat a word to score the same."""

FLOOR = 0.1
"""Less of the question's weight than this is no answer: a common word alone among several rare ones."""

CONFIDENT = 0.45
"""Less of the question's weight than this is shown as uncertain."""

RECENCY = 0.1
"""Without a time phrase the newest counts up to a tenth more, because people ask about what is near."""

RECENCY_HALF_LIFE_DAYS = 90

VAGUE_BOOST = 1.5
"""A record inside a vague window ("the other day") counts half as much again: a hint, not a border."""


def weights(frequencies: Sequence[int], records: int) -> list[float]:
    """Return each term's inverse document frequency; a term that stands nowhere weighs most."""
    return [math.log(1 + (records - min(n, records) + 0.5) / (n + 0.5)) for n in frequencies]


def bm25(idf: Sequence[float], mean_words: float) -> Score:
    """Return the scoring function for these terms, in SCORE_UNITs."""

    def score(counts: Sequence[int], words: int) -> int:
        length = K1 * (1 - B + B * words / mean_words)
        return int(
            SCORE_UNIT * sum(weight * n * (K1 + 1) / (n + length) for weight, n in zip(idf, counts, strict=True) if n)
        )

    return score


def coverage(mask: int, idf: Sequence[float]) -> float:
    """Return which share of the question's weight the matched terms carry, 0 to 1."""
    total = sum(idf)
    return sum(weight for place, weight in enumerate(idf) if mask >> place & 1) / total if total else 0.0


def recency(ts_us: int, now_us: int) -> float:
    """Return the factor for age, from 1 + RECENCY (now or later) down to 1 (long ago)."""
    days = max(0.0, (now_us - ts_us) / 86_400_000_000)
    return float(1 + RECENCY * 0.5 ** (days / RECENCY_HALF_LIFE_DAYS))
