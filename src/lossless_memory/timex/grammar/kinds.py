"""What kind of time a form stands for, as far as the rules ask.

Owns the tests for whole years, months and weeks, and the reading of what a part is taken out of.
"""

from __future__ import annotations

from lossless_memory.timex.ir import Ago, Containing, Date, Node, Period, Quarter, Season, WeekNumber, Within

from .engine import Found

SHORT = frozenset({"second", "minute", "hour"})
MEALS = frozenset({"lunch", "dinner", "breakfast"})  # the word alone is food
_YEARLY = frozenset({"year", "fiscal"})


def is_year(node: object) -> bool:
    """Tell whether a form stands for a whole year."""
    if isinstance(node, Period):
        return node.unit in _YEARLY
    if isinstance(node, Date):
        return node.year is not None and node.month is None and node.day is None
    return isinstance(node, Ago) and node.amounts[-1][1] == "year"


def is_month(node: object) -> bool:
    """Tell whether a form stands for a whole month."""
    if isinstance(node, Period):
        return node.unit == "month"
    if isinstance(node, Within):
        return isinstance(node.inner, Date) and node.inner.day is None and node.inner.weekday is None
    return isinstance(node, Date) and node.month is not None and node.day is None and node.weekday is None


def is_week(node: object) -> bool:
    """Tell whether a form stands for a whole week."""
    return isinstance(node, (WeekNumber, Containing)) or (
        isinstance(node, Period) and node.unit in {"week", "fortnight"}
    )


def is_weekend(node: object) -> bool:
    """Tell whether a form stands for a weekend."""
    if isinstance(node, Within):
        node = node.inner
    return isinstance(node, Period) and node.unit == "weekend"


def outer(found: Found, group: str) -> Node | None:
    letters = found.kind(group)
    if not letters:
        return None
    at = found.match.end(group) - 1
    value = found.tokens[at].value
    if letters[-1] == "U":
        return Period(value)
    if letters == "V":
        return Season(value)
    if letters == "M":
        return Date(None, value)
    if letters == "Q":
        return Quarter(*value)
    if letters == "y":
        return Date(value)
    return value  # type: ignore[no-any-return]


def of_something(found: Found) -> bool:
    """Tell whether what follows says of what it is a part, and that is no time: the last hour of the film."""
    ahead = found.ahead()
    return ahead.startswith(("ix", "iTx", "i`", "iT`", "i_x"))


def date_of(year: int | None, month: int | None, day: int | None, weekday: int | None = None) -> Date | None:
    """Return the date of these numbers, or None where they can be none."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not 1 <= day <= 31:
        return None
    return Date(year, month, day, weekday)
