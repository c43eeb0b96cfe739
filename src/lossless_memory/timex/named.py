"""Days and periods with a name of their own: dates, weekdays, months, seasons, quarters, feasts, ISO weeks.

Owns the choice of the year, month or week that was not said: the latest that has begun, or the first at or after a day.
Knows no form made of other forms.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from lossless_memory.typed import Any

from .calendar import add, add_months, bounds, days_in
from .ir import Date, Day, Holiday, Period, Quarter, Season, Weekday, WeekNumber, Years
from .reach import Asked, Reach, Sides, Unresolvable, days, midnight, one_day, whole_day

_ONE = timedelta(days=1)


def _day(node: Day, asked: Asked, after: date | None) -> Reach:
    day = asked.today + timedelta(days=node.offset)
    return one_day(day, (midnight(day), asked.now)) if node.offset == 0 and asked.now > midnight(day) else one_day(day)


def full_year(year: int, asked: Asked) -> int:
    if year >= 100:
        return year
    century = asked.today.year // 100 * 100
    return century + year if century + year <= asked.today.year else century - 100 + year


def _date(node: Date, asked: Asked, after: date | None) -> Reach:
    year, month, day = node.year, node.month, node.day
    if node.weekday is not None and node.other is not None:
        return _date(_on_weekday(node, asked), asked, after)
    if year is not None:
        year = full_year(year, asked)
        if month is None:
            return days(date(year, 1, 1), date(year + 1, 1, 1), "year")
        if day is None:
            return days(date(year, month, 1), add_months(date(year, month, 1), 1), "month")
        chosen, others = date(year, month, day), _other_reading(node, year, asked)
        if others and chosen > asked.today and not asked.is_ordered:  # 12/11 of this year, said in November
            return Reach(*others[0], "day", False, (whole_day(chosen),))
        return one_day(chosen, *others)
    if month is not None and day is None:
        first = _pick(lambda y: date(y, month, 1), asked, after, node.finished)
        return days(first, add_months(first, 1), "month")
    if month is not None:
        chosen = _pick(lambda y: date(y, month, day), asked, after)  # type: ignore[arg-type]
        return one_day(chosen, *_other_reading(node, None, asked))
    if day is not None:
        return one_day(_pick_day(day, node.weekday, asked.today, after))
    if node.weekday is not None:
        return weekday(Weekday(node.weekday), asked, after)
    raise Unresolvable("no date")


def _on_weekday(node: Date, asked: Asked) -> Date:
    """Choose the reading of 03/04 that falls on the weekday said with it."""
    plain = node._replace(weekday=None)
    assert node.other is not None
    swapped = plain._replace(month=node.other[0], day=node.other[1], other=(node.month or 1, node.day or 1))
    for one in (plain, swapped):
        try:
            start = _date(one, asked, None).start
        except (ValueError, Unresolvable):
            continue
        if start is not None and start.weekday() == node.weekday:
            return one
    return plain


def _other_reading(node: Date, year: int | None, asked: Asked) -> list[Sides]:
    if node.other is None:
        return []
    month, day = node.other
    try:
        chosen = date(year, month, day) if year else _pick(lambda y: date(y, month, day), asked, None)
    except (ValueError, Unresolvable):
        return []
    return [whole_day(chosen)] if chosen <= asked.today else []


def _pick(make: Callable[[int], date], asked: Asked, after: date | None, finished: bool = False) -> date:
    """Return the latest begun of the days `make` gives for each year, or the first at or after `after`."""
    today = asked.today
    this = after.year if after else today.year
    for year in range(this, this + 9) if after else range(this, this - 9, -1):
        try:
            day = make(year)
        except ValueError:
            continue
        if after:
            if day >= after:
                return day
        elif day <= today and not (finished and (day.year, day.month) == (today.year, today.month)):
            return day
    raise Unresolvable("no such day in nine years")


def _pick_day(day: int, weekday: int | None, today: date, after: date | None) -> date:
    """Return the latest day of that number (and weekday) up to today, or the first at or after `after`."""
    near = after or today
    month = date(near.year, near.month, 1)
    for _ in range(120):
        if day <= days_in(month.year, month.month):
            found = date(month.year, month.month, day)
            if (found >= after if after else found <= today) and weekday in (None, found.weekday()):
                return found
        month = add_months(month, 1 if after else -1)
    raise Unresolvable("no such day")


def weekday(node: Weekday, asked: Asked, after: date | None) -> Reach:
    today = asked.today
    if after is not None:
        return one_day(after + timedelta(days=(node.weekday - after.weekday()) % 7))
    if node.back <= 0:
        first, _end = bounds("week", today, asked.week_start)
        this = first + timedelta(days=(node.weekday - asked.week_start) % 7)
        return one_day(this + timedelta(days=-7 * node.back))
    gap = (today.weekday() - node.weekday) % 7 or 7
    day = today - timedelta(days=gap + 7 * (node.back - 1))
    if node.before_yesterday and gap == 1:
        return one_day(day - timedelta(days=7), whole_day(day))
    if node.back == 1 and gap == 7:
        return one_day(day, whole_day(today))
    return one_day(day, whole_day(day - timedelta(days=7))) if node.back == 1 and gap == 1 else one_day(day)


def _period(node: Period, asked: Asked, after: date | None) -> Reach:
    unit, offset = node.unit, node.offset
    today = asked.today
    if unit == "weekend":
        first, _end = bounds(unit, today, asked.week_start)
        if offset < 0 and today < first + timedelta(days=2):
            first -= timedelta(days=7)
        first += timedelta(days=7 * (offset + 1 if offset < 0 else offset))
        return days(
            first,
            first + timedelta(days=2),
            unit,
            False,
            (midnight(first) - timedelta(hours=6), midnight(first + 2 * _ONE)),
        )
    if unit == "season":
        first = date(today.year, today.month, 1)
        first = add_months(first, -(first.month % 3) + 3 * offset)
        return days(first, add_months(first, 3), unit)
    first, end = bounds(unit, today, asked.week_start)
    if unit == "quincena":  # half a month
        for _ in range(abs(offset)):
            first, end = bounds(unit, first - _ONE if offset < 0 else end, asked.week_start)
        return days(first, end, "fortnight")
    first, end = add(first, offset, unit), add(end, offset, unit)
    if unit in {"fortnight"} and offset < 0:
        first, end = today - timedelta(days=14), today
    if node.rolling:
        back = midnight(add(today, offset, unit)) + (asked.now - midnight(today))
        return Reach(back, asked.now, unit, False, ((midnight(first), midnight(end)),))
    if offset == 0 and midnight(first) < asked.now:
        return days(first, end, unit, False, (midnight(first), asked.now))
    return days(first, end, unit)


def season(node: Season, asked: Asked, after: date | None) -> Reach:
    month = (3, 6, 9, 12)[node.season]
    if node.year is not None:
        first = date(full_year(node.year, asked), month, 1)
    else:
        first = _pick(lambda y: date(y, month, 1), asked, after)
        if node.back > 0 and asked.today < add_months(first, 3):
            first = add_months(first, -12)
        if node.back > 1:
            first = add_months(first, -12 * (node.back - 1))
        if node.back < 0:
            first = add_months(first, 12)
    return days(first, add_months(first, 3), "season")


def _quarter(node: Quarter, asked: Asked, after: date | None) -> Reach:
    size = 12 // node.parts
    start = (3 if node.fiscal else 0) + size * (node.number - 1)

    def make(year: int) -> date:
        return add_months(date(year, 1, 1), start)

    first = make(full_year(node.year, asked)) if node.year is not None else _pick(make, asked, after)
    return days(first, add_months(first, size), "quarter" if size == 3 else "half" if size == 6 else "year")


def _holiday(node: Holiday, asked: Asked, after: date | None) -> Reach:
    from . import holidays  # most questions name no feast, and do without its rules

    if node.year is not None:
        year = full_year(node.year, asked)
        first, end = _long_weekend(date(year, 12, 31)) if node.key == "renkyu" else holidays.days(node.key, year)
        return days(first, end, "day", node.key in holidays.SIGHTED)
    if node.key == "renkyu":
        first, end = _long_weekend(asked.today)
        return days(first, end, "day")
    first = _pick(lambda y: holidays.days(node.key, y)[0], asked, after)
    end = holidays.days(node.key, first.year)[1]
    skipped = node.back - 1 + (asked.today < end) if node.back else 0
    if skipped:
        first, end = holidays.days(node.key, first.year - skipped)
    return days(first, end, "day", node.key in holidays.SIGHTED)


def _long_weekend(today: date) -> tuple[date, date]:
    from . import holidays

    runs = [run for year in (today.year - 1, today.year) for run in holidays.long_weekends(year) if run[0] <= today]
    return runs[-1]


def _week_number(node: WeekNumber, asked: Asked, after: date | None) -> Reach:
    year = asked.today.isocalendar().year if node.year is None else full_year(node.year, asked)
    first = date.fromisocalendar(year, node.number, 1)
    if node.year is None and first > asked.today:
        first = date.fromisocalendar(year - 1, node.number, 1)
    return days(first, first + timedelta(days=7), "week")


def _years(node: Years, asked: Asked, after: date | None) -> Reach:
    first = node.first
    if first < 100 and node.length == 10:
        first += 1900 if first > asked.today.year % 100 or first >= 30 else 2000
    return days(
        date(max(first, 1), 1, 1), date(first + node.length, 1, 1), "decade" if node.length == 10 else "century"
    )


HANDLERS: dict[type, Callable[[Any, Asked, date | None], Reach]] = {
    Day: _day,
    Date: _date,
    Weekday: weekday,
    Period: _period,
    Season: season,
    Quarter: _quarter,
    Holiday: _holiday,
    WeekNumber: _week_number,
    Years: _years,
}
