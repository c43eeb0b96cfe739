"""Arithmetic on local calendar days: the bounds of a period, months added with clamping.

Owns what a week, quarter, fiscal year or decade is. Pure: dates in, dates out, half-open bounds. Knows no clock.
"""

from __future__ import annotations

from datetime import date, timedelta

MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "fiscal": 12, "decade": 120, "century": 1200}
DAYS = {"day": 1, "workday": 1, "week": 7, "weekend": 7, "fortnight": 14, "quincena": 15}


def add_months(day: date, months: int) -> date:
    """Move by whole months; the day is clamped to the month's last (one month before 31 March is 28 February)."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, days_in(year, month + 1)))


def days_in(year: int, month: int) -> int:
    """Return how many days a month has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def add(day: date, count: int, unit: str) -> date:
    """Move by `count` units of a day or longer. Raises ValueError for another unit."""
    if unit in MONTHS:
        return add_months(day, count * MONTHS[unit])
    if unit == "workday":
        return _add_workdays(day, count)
    if unit not in DAYS:
        raise ValueError(f"a {unit} is no unit of days")
    return day + timedelta(days=count * DAYS[unit])


def _add_workdays(day: date, count: int) -> date:
    step = 1 if count > 0 else -1
    for _ in range(min(abs(count), 10_000)):
        day += timedelta(days=step)
        while day.weekday() > 4:
            day += timedelta(days=step)
    return day


def bounds(unit: str, day: date, week_start: int) -> tuple[date, date]:
    """Return the half-open calendar period of a unit that holds `day`. A weekend is the latest that has begun.

    Raises ValueError for a unit shorter than a day.
    """
    if unit in ("day", "workday"):
        return day, day + timedelta(days=1)
    if unit in ("week", "fortnight"):
        first = day - timedelta(days=(day.weekday() - week_start) % 7)
        return first, first + timedelta(days=DAYS[unit])
    if unit == "quincena":
        first = day.replace(day=1 if day.day < 16 else 16)
        return first, add_months(day.replace(day=1), 1) if day.day > 15 else first.replace(day=16)
    if unit == "weekend":
        first = day - timedelta(days=(day.weekday() - 5) % 7)
        return first, first + timedelta(days=2)
    if unit == "fiscal":
        first = date(day.year if day.month >= 4 else day.year - 1, 4, 1)
        return first, add_months(first, 12)
    if unit == "month":
        first = date(day.year, day.month, 1)
    elif unit in ("quarter", "half"):
        size = MONTHS[unit]
        first = date(day.year, (day.month - 1) // size * size + 1, 1)
    elif unit not in MONTHS:
        raise ValueError(f"a {unit} is no unit of days")
    else:
        span = MONTHS[unit] // 12
        first = date(max(1, day.year // span * span), 1, 1)
    return first, add_months(first, MONTHS[unit])


def easter(year: int) -> date:
    """Return Western Easter Sunday (Meeus, Jones and Butcher, in Meeus: Astronomical Algorithms, 1991)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def islamic(year: int, month: int, day: int) -> date:
    """Return a day of the tabular Islamic calendar, Thursday epoch (Reingold and Dershowitz: Calendrical Calculations).

    What was seen of the moon in a country may differ by a day.
    """
    days = (11 * year + 3) // 30 + 354 * year + 30 * month - (month - 1) // 2 + day
    return date.fromordinal(days + 226_629)


def nth_weekday(year: int, month: int, weekday: int, number: int) -> date:
    """Return the n-th weekday of a month; -1 is the last. Raises ValueError where there is none."""
    if number < 0:
        last = date(year, month, days_in(year, month))
        return date(year, month, last.day - (last.weekday() - weekday) % 7 + 7 * (number + 1))
    first = date(year, month, 1)
    return date(year, month, 1 + (weekday - first.weekday()) % 7 + 7 * (number - 1))
