"""A time taken back: not yesterday but the day before; Tuesday, sorry, Wednesday; last week except Friday.

Owns which of two times stays (the repair replaces what was to be repaired, after Levelt 1983). The words that take one
back stand in the lexicon of each language. Works on phrases that were found already; knows no rule and no clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from . import lexicon
from .grammar.spread import inside
from .ir import Ago, At, Date, Day, Except, Holiday, Node, Period, Season, Weekday, Within
from .tokens import Candidate


def mended(phrases: Sequence[Candidate], text: str) -> list[Candidate]:
    """Return the phrases of a folded text, in order, without those that are taken back.

    A phrase that stays covers the words of taking back, so that they leave the rest with it.
    """
    words = _words(phrases[0].language)
    kept: list[Candidate] = []
    left = list(phrases)
    while left:
        one = left.pop(0)
        denied = words["not"].search(text, max(0, one.start - _REACH), one.start)
        start = denied.start() if denied else one.start
        taking = words["but"] if denied else words["rather"]
        if before := _the_one_before(words, taking, one, left[0] if left else None, text):
            left[: bool(left) and left[0].start < before.end] = []
            kept.append(before._replace(start=start))
            continue
        between = text[one.end : left[0].start] if left else None
        if between is not None and (taking.fullmatch(between) or words["rather"].fullmatch(between)):
            left[0] = left[0]._replace(start=start)
            continue
        if between is not None and words["and not"].fullmatch(between):
            other = left.pop(0)
            one = one._replace(end=other.end, node=Except(one.node, inside(other.node, one.node) or other.node))
        elif found := words["but that"].match(text, one.end):
            outer = one.node.outer if isinstance(one.node, Within) else None
            one = one._replace(end=found.end(), node=Except(outer, one.node), aside=False)
        kept.append(one)
    return kept


_REACH = 12
"""So many characters before a phrase at most say "not on the"."""


def _the_one_before(
    words: Mapping[str, re.Pattern[str]],
    taking: re.Pattern[str],
    one: Candidate,
    following: Candidate | None,
    text: str,
) -> Candidate | None:
    """Return what "but the one before" makes of a time, or None where that does not follow it."""
    behind = taking.match(text, one.end)
    found = words["before"].match(text, behind.end()) if behind else None
    if found is None or (following is not None and following.start < found.end() < following.end):
        return None
    is_week = isinstance(one.node, Period) and one.node.unit.startswith("week")
    node = None if found["week"] and not is_week else _one_before(one.node)
    return None if node is None else one._replace(end=found.end(), node=node, aside=False)


@cache
def _words(language: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of a language that has them."""
    return {name: re.compile(pattern) for name, pattern in lexicon.load(language).repairs.items()}


def _one_before(node: Node) -> Node | None:
    """Return what "the one before" means, said of a time that is taken back; None where nothing is sure."""
    if isinstance(node, Day | Period):
        return node._replace(offset=node.offset - 1)
    if isinstance(node, Weekday | Season | Holiday):
        return node._replace(back=node.back + 1)
    if isinstance(node, At):
        day = None if node.day is None else _one_before(node.day)
        return None if day is None else At(day, node.time)
    if isinstance(node, Date) and node.day is not None:
        return Ago(((1, "day"),), "", node)
    return None
