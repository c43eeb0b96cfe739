"""From a form of ir.py to stretches of local time, as a person looking back means it.

Owns the conventions: what is left open is the latest that has begun, named ends are inside, a vague word is a window.
Pure: the moment of asking comes in, naive local times go out; only counted hours are exact instants. Raises
Unresolvable for what names no real time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone

from lossless_memory.typed import Any

from . import amounts, daytime, named
from .calendar import add, bounds, nth_weekday
from .ir import (
    Ago,
    Around,
    At,
    Beside,
    Clock,
    ClockOpen,
    ClockRange,
    Containing,
    Date,
    Day,
    Each,
    Except,
    Holiday,
    Lasting,
    Node,
    Now,
    Nth,
    Open,
    Part,
    Period,
    Quarter,
    Rolling,
    Season,
    Section,
    Several,
    Span,
    Time,
    Weekday,
    Window,
    Within,
    Years,
)
from .reach import Asked, Reach, Sides, Unresolvable, days, midnight, one_day
from .sections import section

_ONE = timedelta(days=1)
_AROUND = {"day": 2, "week": 2, "month": 10, "season": 15, "quarter": 15, "year": 60, "part": 0}  # days either side


def resolve(node: Node, asked: Asked) -> list[Reach]:
    """Return the stretches a form means, in order. Raises Unresolvable."""
    try:
        return _resolve(node, asked)
    except (ValueError, OverflowError) as error:
        raise Unresolvable(str(error)) from error


def _resolve(node: Node, asked: Asked) -> list[Reach]:
    handler = _HANDLERS.get(type(node))
    if handler is not None:
        return [handler(node, asked, None)]
    if isinstance(node, Several):
        found = [reach for one in node.nodes for reach in _resolve(one, asked)]
        if any(isinstance(one, Each) for one in node.nodes):
            found.sort(key=_sides)
        return found
    if isinstance(node, Each):
        return _each(node, asked)
    if isinstance(node, At):
        return _at(node, asked)
    if isinstance(node, Except):
        return _except(node, asked)
    raise Unresolvable(f"no reading for {type(node).__name__}")


def _except(node: Except, asked: Asked) -> list[Reach]:
    left = [Reach(None, asked.now, "day")] if node.outer is None else _resolve(node.outer, asked)
    for start, end in map(_sides, _resolve(node.inner, asked)):
        pieces: list[Reach] = []
        for one in left:
            if (one.start is not None and end <= one.start) or (one.end is not None and one.end <= start):
                pieces.append(one)
                continue
            if one.start is None or one.start < start:
                pieces.append(one._replace(end=start, alternatives=()))
            if one.end is None or end < one.end:
                pieces.append(one._replace(start=end, alternatives=()))
        left = pieces
    return left


def _each(node: Each, asked: Asked) -> list[Reach]:
    start, end = _sides(_one(node.outer, asked))
    weekday = 5 if node.weekday is None else node.weekday
    day = start.date() + timedelta(days=(weekday - start.weekday()) % 7)
    found: list[Reach] = []
    while midnight(day) < end and (midnight(day) <= asked.now or not found) and len(found) < 60:
        found.append(days(day, day + 2 * _ONE, "weekend") if node.weekday is None else one_day(day))
        day += timedelta(days=7)
    return found


def _handled(node: Node, asked: Asked, after: date | None) -> Reach:
    handler = _HANDLERS.get(type(node))
    if handler is None:
        raise Unresolvable(f"no reading for {type(node).__name__}")
    return handler(node, asked, after)


def _one(node: Node, asked: Asked, after: date | None = None) -> Reach:
    """Resolve a part of another form, in local time; `after`: the first at or after that day, not the latest begun."""
    reach = _at(node, asked, after)[0] if isinstance(node, At) else _handled(node, asked, after)
    start, end = reach.start, reach.end
    if (start is not None and start.tzinfo is not None) or (end is not None and end.tzinfo is not None):
        return reach._replace(start=_local(start, asked), end=_local(end, asked), alternatives=())
    return reach


def _local(moment: datetime | None, asked: Asked) -> datetime | None:
    if moment is None or moment.tzinfo is None:
        return moment
    there = moment.astimezone(asked.zone)
    return datetime.combine(there.date(), there.time())


def _first_day(reach: Reach) -> date:
    if reach.start is None:
        raise Unresolvable("no beginning")
    return reach.start.date()


def _sides(reach: Reach) -> tuple[datetime, datetime]:
    if reach.start is None or reach.end is None:
        raise Unresolvable("an open side")
    return reach.start, reach.end


def _within(node: Within, asked: Asked, after: date | None) -> Reach:
    outer = _one(node.outer, asked)
    start, end = _sides(outer)
    first, last = start.date(), end.date()
    inner = node.inner
    if isinstance(inner, Weekday):
        return one_day(first + timedelta(days=(inner.weekday - first.weekday()) % 7))
    if isinstance(inner, Date) and inner.month is None and inner.day is not None:
        return one_day(date(first.year, first.month, inner.day))
    if isinstance(inner, Day):  # today's day in another year
        return one_day(asked.today.replace(year=first.year))
    if isinstance(inner, Period) and inner.unit == "weekend":
        saturday = first + timedelta(days=(5 - first.weekday()) % 7)
        return days(
            saturday,
            saturday + 2 * _ONE,
            "weekend",
            False,
            (midnight(saturday) - timedelta(hours=6), midnight(saturday + 2 * _ONE)),
        )
    if isinstance(inner, Holiday) and inner.key == "renkyu":
        from . import holidays

        for year in range(first.year, last.year + 1):
            for run in holidays.long_weekends(year):
                if run[0] < last and run[1] > first:
                    return days(*run)
        raise Unresolvable("no long weekend there")
    for year in range(first.year, last.year + 1):
        try:
            found = _one(inner._replace(year=year), asked)  # type: ignore[call-arg]
        except (ValueError, AttributeError):
            continue
        if found.start is not None and start <= found.start < end:
            if isinstance(inner, Season) and found.start > asked.now and isinstance(node.outer, Period):
                before = _one(inner._replace(year=year - 1), asked)
                if before.end is not None and before.end > start:  # 今年の冬: the one that ended this year
                    return before._replace(alternatives=((found.start, found.end),))
            return found
    raise Unresolvable("not in there")


def _nth(node: Nth, asked: Asked, after: date | None) -> Reach:
    outer = _one(node.outer, asked)
    reach = _nth_of(node, outer, asked)
    if isinstance(node.outer, Date) and node.outer.year is None and reach.start is not None and reach.start > asked.now:
        start, _end = _sides(outer)
        return _nth_of(node, _one(node.outer._replace(year=start.year - 1), asked), asked)
    if (
        isinstance(node.outer, Period)
        and node.outer.offset == 0
        and reach.start is not None
        and reach.start > asked.now
    ):
        outer = _one(node.outer._replace(offset=-1), asked)
        reach = _nth_of(node, outer, asked)
    return reach


def _nth_of(node: Nth, outer: Reach, asked: Asked) -> Reach:
    start, end = _sides(outer)
    first, last = start.date(), end.date()
    number, unit, count = node.number, node.unit, node.together
    if isinstance(unit, int):
        if outer.grain == "month":
            return one_day(nth_weekday(first.year, first.month, unit, number))
        if number < 0:
            day = last - _ONE
            return one_day(day - timedelta(days=(day.weekday() - unit) % 7 - 7 * (number + 1)))
        return one_day(first + timedelta(days=(unit - first.weekday()) % 7 + 7 * (number - 1)))
    if unit == "workday":
        reach = _working_days(number, count, first, last)
    elif unit == "day":
        begin = last + timedelta(days=number * count) if number < 0 else first + timedelta(days=(number - 1) * count)
        reach = days(begin, begin + timedelta(days=count))
    elif unit in {"week", "weekend"} and outer.grain == "year":
        reach = _week_of_year(number, unit, first, last, asked)
    elif unit in {"fortnight", "quincena"} and outer.grain == "month":
        half = first + timedelta(days=15)
        reach = days(first, half, unit) if number == 1 else days(half, last, unit)
    elif unit == "week":
        plain = last - timedelta(days=7 * count) if number < 0 else first + timedelta(days=7 * (number - 1))
        begin, _end = bounds("week", last - 4 * _ONE if number < 0 else first + 3 * _ONE, asked.week_start)
        begin += timedelta(days=7 * ((number + 1) * count + 1 - count if number < 0 else number - 1))
        length = timedelta(days=7 * count)
        reach = days(begin, begin + length, "week", False, (midnight(plain), midnight(plain + length)))
    elif unit == "weekend":
        saturday = first + timedelta(days=(5 - first.weekday()) % 7 + 7 * (number - 1))
        if number < 0:
            saturday = last - _ONE - timedelta(days=((last - _ONE).weekday() - 5) % 7)
        reach = days(saturday, saturday + 2 * _ONE, "weekend")
    else:
        begin = add(last, number * count, unit) if number < 0 else add(first, (number - 1) * count, unit)
        reach = days(begin, add(begin, count, unit), unit)
    if reach.start is None or not start - 7 * _ONE <= reach.start < end:
        raise Unresolvable("there are not so many")
    return reach


def _working_days(number: int, count: int, first: date, last: date) -> Reach:
    """The n-th days from Monday to Friday of a stretch."""
    if number < 0:
        begin = add(last, number * count, "workday")
        return days(begin, add(begin, count - 1, "workday") + _ONE)
    begin = add(first - _ONE, (number - 1) * count + 1, "workday")
    return days(begin, add(begin, count - 1, "workday") + _ONE)


def _week_of_year(number: int, unit: str, first: date, last: date, asked: Asked) -> Reach:
    if unit == "weekend":
        raise Unresolvable("no weekend of a year")
    weeks = date(last.year - 1, 12, 28).isocalendar().week
    monday = date.fromisocalendar(first.year, weeks + 1 + number if number < 0 else number, 1)
    plain = first + timedelta(days=7 * (number - 1)) if number > 0 else last - timedelta(days=7)
    return days(
        monday, monday + timedelta(days=7), "week", False, (midnight(plain), midnight(plain + timedelta(days=7)))
    )


def _section(node: Section, asked: Asked, after: date | None) -> Reach:
    reach = section(node.which, _one(node.outer, asked, after), asked)
    outer = node.outer
    if node.loose and reach.start is not None and reach.start > asked.now:
        if isinstance(outer, Period):
            return section(node.which, _one(outer._replace(offset=outer.offset - 1), asked), asked)
        if isinstance(outer, Season):
            return section(node.which, _one(outer._replace(back=outer.back + 1), asked), asked)
    return reach


def _ago(node: Ago, asked: Asked, after: date | None) -> Reach:
    if node.anchor is None:
        return amounts.ago(node, asked)
    anchor = _one(node.anchor, asked)
    start, end = _sides(anchor)
    return amounts.from_day(node, start.date() if node.sign < 0 else end.date() - _ONE)


def _rolling(node: Rolling, asked: Asked, after: date | None) -> Reach:
    return amounts.rolling(node, asked)


def _lasting(node: Lasting, asked: Asked, after: date | None) -> Reach:
    reach = _one(node.start, asked, after)
    start, _end = _sides(reach)
    return Reach(start, amounts.after(start, node.amounts), reach.grain)


def _around(node: Around, asked: Asked, after: date | None) -> Reach:
    """A window around a time; around a period counted from now, the window lies about today's place in it."""
    inner = node.inner
    if isinstance(inner, Period) and node.days:
        day = add(asked.today, inner.offset, inner.unit)
        return days(day - timedelta(days=node.days), day + timedelta(days=node.days + 1), "day", True)
    reach = _one(inner, asked, after)
    start, end = _sides(reach)
    margin = timedelta(days=0 if reach.vague else node.days or _AROUND.get(reach.grain, 2))
    return Reach(start - margin, end + margin, reach.grain, True, ((start, end),))


def _week_of(node: Containing, asked: Asked, after: date | None) -> Reach:
    day = _first_day(_one(node.inner, asked, after))
    if node.unit == "weekend" and day.weekday() == 3 and isinstance(node.inner, Holiday):
        return days(day, day + 4 * _ONE, node.unit)  # Thanksgiving weekend
    if node.unit == "weekend" and day.weekday() in {0, 4}:  # a feast beside the weekend makes it longer
        first, end = bounds(node.unit, day + _ONE if day.weekday() == 4 else day, asked.week_start)
        return days(min(first, day), max(end, day + _ONE), node.unit)
    first, end = bounds(node.unit, day, asked.week_start)
    return days(first, end, node.unit)


def _beside(node: Beside, asked: Asked, after: date | None) -> Reach:
    start, end = _sides(_one(node.anchor, asked))
    near = end.date() if node.sign > 0 else start.date() - _ONE
    unit = 5 if node.weekday is None else node.weekday
    if node.sign > 0:
        day = near + timedelta(days=(unit - near.weekday()) % 7)
    elif node.weekday is None:
        day = near - timedelta(days=(near.weekday() - 6) % 7 + 1)  # both of its days are past
    else:
        day = near - timedelta(days=(near.weekday() - unit) % 7)
    return one_day(day) if node.weekday is not None else days(day, day + 2 * _ONE, "weekend")


def _window(node: Window, asked: Asked, after: date | None) -> Reach:
    if node.hours:
        return Reach(asked.instant - timedelta(hours=node.hours), asked.instant, "hour", True)
    if node.days:
        return days(asked.today - timedelta(days=node.days), asked.today, "day", True)
    return Reach(midnight(asked.today - timedelta(days=node.recent_days)), asked.now, "day", True)


def _now(node: Now, asked: Asked, after: date | None) -> Reach:
    return Reach(asked.now, asked.now, "minute")


def _span(node: Span, asked: Asked, after: date | None) -> Reach:
    first, last = node.first, node.last
    if isinstance(first, Now) and isinstance(last, At) and isinstance(last.time, Clock) and last.day is None:
        return Reach(asked.now, daytime.next_moment(last.time, asked), "minute")
    is_definite = isinstance(last, Weekday) and last.said_last
    if _is_fixed(last) and (not _is_fixed(first) or (is_definite and isinstance(first, Weekday))):
        fixed = _one(last, asked)
        eve = _sides(fixed)[1] - _ONE / 24
        is_running = isinstance(last, Now | Day) or (eve > asked.now and not _says_year(last))
        begun = _one(first, asked if is_running else asked.on(eve.date()))
    else:
        begun = _one(first, asked)
        if isinstance(first, Date) and not _is_fixed(first) and begun.start == midnight(asked.today):
            begun = _one(first, asked.on(asked.today - _ONE))  # today is called today
        is_same = isinstance(first, Section) and isinstance(last, Section) and first.outer == last.outer
        fixed = _one(last, asked, None if is_same or is_definite else _first_day(begun))
    end = fixed.end
    if isinstance(last, At) and isinstance(last.time, Clock):
        end = daytime.moment(last.time, _first_day(fixed))[0] if last.day is not None else fixed.start
    if begun.start is None or end is None or end <= begun.start:
        raise Unresolvable("the end stands before the start")
    others: list[Sides] = []
    if isinstance(last, Now) and begun.grain not in {"second", "minute", "hour", "part"}:
        end = midnight(asked.today + _ONE)  # of days, the one that runs is the last
    if begun.start < asked.now < end:
        others.append((begun.start, asked.now))
    if fixed.start is not None and fixed.start > begun.start:
        others.append((begun.start, fixed.start))
    return Reach(begun.start, end, _finer(begun.grain, fixed.grain), begun.vague or fixed.vague, tuple(others))


def _finer(a: str, b: str) -> str:
    order = ("second", "minute", "hour", "part", "day", "weekend", "week", "month", "quarter", "season", "half", "year")
    return min(a, b, key=lambda grain: order.index(grain) if grain in order else len(order))


def _says_year(node: Node) -> bool:
    """Tell whether a day or month was said with its year, which then holds for the beginning of a range too."""
    return (isinstance(node, Date) and node.year is not None and node.month is not None) or (
        isinstance(node, Within) and isinstance(node.inner, Date) and _is_fixed(node.outer)
    )


def _is_fixed(node: Node) -> bool:
    """Tell whether a form says by itself which year it means, or which week."""
    if isinstance(node, Date):
        return node.year is not None
    if isinstance(node, At):
        return node.day is not None and _is_fixed(node.day)
    if isinstance(node, Section):
        return _is_fixed(node.outer)
    if isinstance(node, Weekday):
        return node.said_last
    return isinstance(node, (Now, Day, Period, Years, Ago, Within)) or (
        isinstance(node, (Quarter, Season, Holiday)) and node.year is not None
    )


def _open(node: Open, asked: Asked, after: date | None) -> Reach:
    reach = _one(node.node, asked)
    if node.kind == "since":
        if reach.start is None:
            raise Unresolvable("no beginning")
        return Reach(reach.start, asked.now if reach.start < asked.now else None, reach.grain, reach.vague)
    if node.kind == "after":
        return Reach(reach.end, None, reach.grain, reach.vague, ((reach.start, None),))
    if node.kind == "before":
        return Reach(None, reach.start, reach.grain, reach.vague)
    if reach.start is not None and reach.end is not None and reach.start > asked.now:
        return Reach(asked.now, reach.end, reach.grain, reach.vague)  # a limit that is still ahead
    return Reach(None, reach.end, reach.grain, reach.vague, ((None, reach.start),))


def _at(node: At, asked: Asked, after: date | None = None) -> list[Reach]:
    time = node.time
    name = time.name if isinstance(time, Part) else time.part if isinstance(time, Clock) else ""
    if not isinstance(time, Part) and (offset := _offset(time)) is not None:
        return _in_zone(node, offset, asked, after)
    if node.day is None:
        return [_latest(node, asked, after)]
    if isinstance(node.day, Each | Several | Span):
        return [daytime.lay(time, day, asked) for one in _resolve(node.day, asked) for day in _days_of(one)]
    reach = _one(node.day, asked, after)
    start, end = _sides(reach)
    first, last = start.date(), (end - timedelta(microseconds=1)).date()
    if name in _PAST_BY_NIGHT and node.day == Day(0) and _in_running_night(time, asked):
        first = last = first - _ONE
    if first == last:
        laid = daytime.lay(time, first, asked)
        is_today = isinstance(node.day, Date) and not _is_fixed(node.day) and first == asked.today and after is None
        if is_today and laid.start is not None and laid.start > asked.now:
            return _at(node, asked.on(first - _ONE))  # the 21st at nine, asked on the 21st at eight
        if not reach.alternatives and not reach.vague:
            return [laid]
        alternatives = laid.alternatives + tuple(
            daytime.lay(time, other[0].date(), asked)[:2]
            for other in reach.alternatives
            if other[0] is not None and other[0].date() != first
        )
        vague = laid.vague or reach.vague
        return [Reach(laid.start, laid.end, laid.grain, vague, alternatives, laid.time_of_day_only)]
    if reach.vague and (last - first).days > 7:
        return [reach]  # an afternoon a few months ago
    if (last - first).days > 31:
        raise Unresolvable("too many days for a time of day")
    each = [daytime.lay(time, first + timedelta(days=step), asked) for step in range((last - first).days + 1)]
    if reach.vague:
        each = [one._replace(vague=True) for one in each]
    begun = [one for one in each if one.start is not None and one.start <= asked.now]
    return begun or each


_PAST_BY_NIGHT = frozenset({"tonight", "evening", "ban", "yugata", "afternoon", "tarde"})


def _offset(time: Time) -> int | None:
    """Return the minutes from UTC a clock time was said with."""
    if isinstance(time, Clock):
        return time.offset
    return (
        time.last.offset if isinstance(time, ClockRange) else time.clock.offset if isinstance(time, ClockOpen) else None
    )


def _in_zone(node: At, offset: int, asked: Asked, after: date | None) -> list[Reach]:
    """Resolve a clock time said with its zone: on a day of ours it is that day's, alone the latest there."""
    place = timezone(timedelta(minutes=offset))
    now = asked.instant.astimezone(place).replace(tzinfo=None)
    today = now.date() if node.day is None else asked.today
    asked = asked._replace(now=now, today=today, zone=place)

    def exact(moment: datetime | None) -> datetime | None:
        return None if moment is None else moment.replace(tzinfo=moment.tzinfo or place).astimezone(UTC)

    found = _at(At(node.day, _here(node.time)), asked, after)
    return [
        Reach(
            exact(one.start),
            exact(one.end),
            one.grain,
            one.vague,
            tuple((exact(start), exact(end)) for start, end in one.alternatives),
            one.time_of_day_only,
        )
        for one in found
    ]


def _here(time: Time) -> Time:
    """Return a clock time without its zone."""
    if isinstance(time, Clock):
        return time._replace(offset=None)
    if isinstance(time, ClockRange):
        return ClockRange(time.first._replace(offset=None), time.last._replace(offset=None))
    return time._replace(clock=time.clock._replace(offset=None)) if isinstance(time, ClockOpen) else time


def _in_running_night(time: Time, asked: Asked) -> bool:
    """Tell whether "tonight", or "this evening", is that of yesterday, whose night still runs.

    Exactly midnight is a day given without an hour: only a time of the small hours is then one of the running night.
    """
    if asked.now.hour >= 4:
        return False
    if asked.now != midnight(asked.today):
        return True
    return isinstance(time, Clock) and daytime.moment(time, asked.today)[0].date() > asked.today


def _days_of(reach: Reach) -> list[date]:
    start, end = _sides(reach)
    return [start.date() + timedelta(days=step) for step in range(min((end - start).days, 31))]


def _latest(node: At, asked: Asked, after: date | None) -> Reach:
    """A time of day alone: its latest occurrence that has begun."""
    day = asked.today if after is None else after
    name = node.time.name if isinstance(node.time, Part) else ""
    reach = daytime.lay(node.time, day, asked, bare=True)
    if after is None:
        if name in {"night", "tonight", "early night", "late night", "midnight"}:
            reach = daytime.lay(node.time, day, asked.on(day), bare=True)
        begin = reach.start
        if begin is not None and begin > asked.now:
            reach = daytime.lay(node.time, day - _ONE, asked.on(day), bare=True)
            if isinstance(node.time, ClockOpen) and node.time.kind in {"since", "after"}:
                reach = reach._replace(end=asked.now)
    return reach._replace(time_of_day_only=True)


_HANDLERS: dict[type, Callable[[Any, Asked, date | None], Reach]] = {
    **named.HANDLERS,
    Within: _within,
    Nth: _nth,
    Section: _section,
    Ago: _ago,
    Rolling: _rolling,
    Lasting: _lasting,
    Around: _around,
    Containing: _week_of,
    Window: _window,
    Span: _span,
    Open: _open,
    Beside: _beside,
    Now: _now,
}
