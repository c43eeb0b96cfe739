"""Early, middle, late and the other stretches of a longer time.

Owns where each begins and ends: the thirds of a month begin on its days 1, 11 and 21; the head of a month is its
first week; a year begins in its first month and is late in its last three. Knows no form but a name.
"""

from __future__ import annotations

from datetime import timedelta

from .calendar import add_months
from .reach import Asked, Reach, Unresolvable, days, midnight

_MONTHS = {
    "early": (0, 4),
    "mid": (4, 8),
    "late": (9, 12),
    "start": (0, 1),
    "head": (0, 1),
    "first-third": (0, 4),
    "last-third": (8, 12),
    "end": (11, 12),
    "first-half": (0, 6),
    "second-half": (6, 12),
}
_DAYS = {
    "early": (0, 10),
    "mid": (10, 20),
    "late": (20, 31),
    "start": (0, 10),
    "head": (0, 7),
    "first-third": (0, 10),
    "last-third": (20, 31),
    "end": (20, 31),
    "first-half": (0, 15),
    "second-half": (15, 31),
}
_PLAIN = {"second-third": "mid", "first-days": "early", "last-days": "end"}
_THIRDS = {"early": (0, 1), "start": (0, 1), "head": (0, 1), "mid": (1, 2), "late": (2, 3), "end": (2, 3)}
_DECADE = {"early": (0, 4), "start": (0, 3), "head": (0, 3), "mid": (3, 7), "late": (6, 10), "end": (7, 10)}
_WEEK = {
    "early": (0, 3),
    "start": (0, 3),
    "head": (0, 3),
    "mid": (2, 5),
    "late": (3, 7),
    "end": (3, 7),
    "first-half": (0, 3),
    "second-half": (3, 7),
}


def section(which: str, outer: Reach, asked: Asked) -> Reach:
    """Return the named stretch of a whole period. Raises Unresolvable for a stretch that period does not have."""
    start, end = outer.start, outer.end
    if start is None or end is None:
        raise Unresolvable("an open side")
    if which == "so-far":
        return Reach(start, asked.now, outer.grain) if start < asked.now else outer
    if which == "rest":
        begin = asked.now if end - start <= timedelta(days=1) else midnight(asked.today)
        return Reach(begin, end, outer.grain) if begin < end else outer
    if which == "earlier" and end <= asked.now:
        which = "early"
    if which == "earlier":
        today = midnight(asked.today)
        return Reach(start, today, outer.grain) if start < today else Reach(start, asked.now, outer.grain)
    first, last = start.date(), end.date()
    which = _PLAIN.get(which, which)
    if which == "close":
        if outer.grain == "year" and last.month == 1:
            return days(last - timedelta(days=11), last, "day", True)  # 年末
        which = "end"
    if outer.grain in {"year", "fiscal"}:
        a, b = _known(_MONTHS, which)
        return days(add_months(first, a), add_months(first, b), "month", True)
    if outer.grain == "decade" and which in _DECADE:
        a, b = _DECADE[which]
        return days(add_months(first, 12 * a), add_months(first, 12 * b), "year", True)
    if outer.grain == "month":
        a, b = _known(_DAYS, which)
        return days(first + timedelta(days=a), min(first + timedelta(days=b), last), "day", True)
    if outer.grain == "week":
        a, b = _known(_WEEK, which)
        return days(first + timedelta(days=a), first + timedelta(days=b), "day", True)
    if outer.grain in {"quarter", "half", "season"} and which in _THIRDS:
        months = {"quarter": 1, "season": 1, "half": 2}[outer.grain]
        a, b = _THIRDS[which]
        return days(add_months(first, a * months), add_months(first, b * months), "month", True)
    length = (last - first).days
    if length < 3:
        return _of_day(which, outer)
    if which in {"first-half", "second-half"}:
        half = first + timedelta(days=length // 2)
        return days(first, half, "day", True) if which == "first-half" else days(half, last, "day", True)
    a, b = _known(_THIRDS, which)
    return days(first + timedelta(days=length * a // 3), first + timedelta(days=length * b // 3), "day", True)


def _of_day(which: str, outer: Reach) -> Reach:
    hours = {"early": (5, 9), "start": (0, 9), "mid": (10, 14), "late": (17, 24), "end": (17, 24)}
    a, b = _known(hours, which)
    assert outer.start is not None
    return Reach(outer.start + timedelta(hours=a), outer.start + timedelta(hours=b), "part", True)


def _known(table: dict[str, tuple[int, int]], which: str) -> tuple[int, int]:
    if which not in table:
        raise Unresolvable(f"no {which} there")
    return table[which]
