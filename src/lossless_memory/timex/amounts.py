"""Amounts of time counted from now or from a day: 3 days ago, a few weeks back, the last two hours.

Owns how wide a vague amount is. Days and longer are counted on the local calendar with clamping, hours and shorter on
the clock of the world. Knows no form but an amount.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from .calendar import MONTHS, add, bounds
from .ir import Ago, Rolling
from .reach import Asked, Reach, Sides, days, midnight, one_day, period, whole_day

_CLOCK = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_FEW = (5, 2)  # "a few": from five units back to two units back
_ONE = timedelta(days=1)
# How far either side of the named day a vague amount reaches, in days.
_ABOUT = {"day": 1, "workday": 1, "week": 3, "fortnight": 3, "quincena": 3, "month": 10, "quarter": 15, "year": 30}
_COUPLE = {"day": 1, "workday": 1, "week": 4, "fortnight": 5, "quincena": 5, "month": 15, "quarter": 30, "year": 120}


def _shifted(day: date, amounts: tuple[tuple[int, str], ...], sign: int) -> date:
    for count, unit in sorted(amounts, key=lambda amount: amount[1] not in MONTHS):
        if unit not in _CLOCK:
            day = add(day, sign * count, unit)
    return day


def _elapsed(amounts: tuple[tuple[int, str], ...]) -> timedelta:
    return sum((count * _CLOCK[unit] for count, unit in amounts if unit in _CLOCK), timedelta())


def ago(node: Ago, asked: Asked) -> Reach:
    """Return the stretch an amount before (or after) now means."""
    units = [unit for _count, unit in node.amounts]
    if any(unit in _CLOCK for unit in units):
        return _instant(node, asked)
    return from_day(node, asked.today, asked)


def _instant(node: Ago, asked: Asked) -> Reach:
    unit = [unit for _count, unit in node.amounts if unit in _CLOCK][-1]
    if node.vague == "few" and len(node.amounts) == 1:
        far, near = (asked.instant + node.sign * number * _CLOCK[unit] for number in _FEW)
        return Reach(min(far, near), max(far, near), unit, True)
    moment: datetime
    if all(unit in _CLOCK for _count, unit in node.amounts):
        moment = asked.instant + node.sign * _elapsed(node.amounts)
    else:
        day = _shifted(asked.today, node.amounts, node.sign)
        moment = midnight(day) + (asked.now - midnight(asked.today)) + node.sign * _elapsed(node.amounts)
    margin = {"hour": timedelta(minutes=30), "minute": timedelta(minutes=5), "second": timedelta(seconds=30)}[unit]
    if node.vague:
        margin *= 2
    if node.low:
        return Reach(moment, asked.instant + node.sign * node.low * _CLOCK[unit] + margin, unit, True)
    return Reach(moment - margin, moment + margin, unit, bool(node.vague), ())


def from_day(node: Ago, base: date, asked: Asked | None = None) -> Reach:
    """Return the day, or the vague window, an amount of days or longer before (or after) a day means."""
    count, unit = node.amounts[0]
    day = _shifted(base, node.amounts, node.sign)
    single = len(node.amounts) == 1
    if unit == "weekend" and asked is not None:
        weeks = count if asked.today.weekday() > 4 else count - 1
        saturday, end = bounds("weekend", asked.today - timedelta(days=7 * weeks), asked.week_start)
        return days(saturday, end, "weekend", False, (midnight(saturday) - timedelta(hours=6), midnight(end)))
    if node.low and single:
        near = _shifted(base, ((node.low, unit),), node.sign)
        first, last = min(day, near), max(day, near)
        return days(first, last + _ONE, "day", unit not in {"day", "workday"})
    if node.vague == "few" and single:
        far, near = (_shifted(base, ((number, unit),), node.sign) for number in ((6, 2) if unit == "day" else _FEW))
        first, last = min(far, near), max(far, near)
        return days(first, last + _ONE if unit == "day" else last, "day", True, whole_day(day))
    if node.vague == "couple" and single:
        margin = timedelta(days=_COUPLE.get(unit, 1))
        return days(day - margin, day + margin + _ONE, "day", True, whole_day(day))
    if node.vague == "half":
        if asked is not None and unit == "month":
            first, end = bounds("month", day, asked.week_start)
            return days(first, end, "month", True, (midnight(add(day, -1, unit)), midnight(add(day, 1, unit))))
        return one_day(day)
    if node.vague == "about" and single:
        margin = timedelta(days=_ABOUT.get(unit, 1) if count < 10 or unit != "day" else 3)
        return days(day - margin, day + margin + _ONE, "day", True, whole_day(day))
    others: list[Sides] = []
    if asked is not None and single and unit in {"week", "month", "year", "quarter", "fortnight"}:
        others.append(period("week" if unit == "fortnight" else unit, day, asked))
    return one_day(day, *others)


def after(start: datetime, amounts: tuple[tuple[int, str], ...]) -> datetime:
    """Return the local time some amounts after another."""
    day = _shifted(start.date(), amounts, 1)
    return midnight(day) + (start - midnight(start.date())) + _elapsed(amounts)


def rolling(node: Rolling, asked: Asked) -> Reach:
    """Return the stretch from some amount before now up to now, or from now on."""
    if any(unit in _CLOCK for _count, unit in node.amounts):
        far = asked.instant + node.sign * _elapsed(node.amounts)
        return Reach(min(far, asked.instant), max(far, asked.instant), node.amounts[-1][1], bool(node.vague))
    unit = node.amounts[0][1]
    day = _shifted(asked.today, node.amounts, node.sign)
    if unit == "workday":
        return days(day, asked.today, "day") if node.sign < 0 else days(asked.today + _ONE, day + _ONE, "day")
    moment = midnight(day) + (asked.now - midnight(asked.today))
    if node.sign < 0:
        others = ((moment, asked.now), (midnight(day), midnight(asked.today)))
        return Reach(midnight(day), asked.now, unit, bool(node.vague), others)
    return Reach(asked.now, moment, unit, bool(node.vague))
