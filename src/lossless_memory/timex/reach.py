"""What the resolver works with: the moment and place of asking, and a stretch of local time.

Owns `Asked` and `Reach` and the small constructors of a reach. A reach is half-open and naive local, except where hours
were counted from now: those sides are aware UTC. Knows no form of ir.py.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from lossless_memory.typed import NamedTuple

from . import calendar

Moment = datetime | None
Sides = tuple[Moment, Moment]


class Unresolvable(Exception):
    """The phrase names no real time (31 February), or one outside the years 1 to 9999."""


_EVE, _LATE = time(23, 59), time(23, 59, tzinfo=UTC)


class Asked(NamedTuple):
    """When and where a question was asked. `now` is naive local, `today` its day, `instant` the moment as aware UTC."""

    now: datetime
    today: date
    instant: datetime
    zone: tzinfo
    week_start: int  # Monday = 0
    is_ordered: bool = False  # how 03/04 is read was chosen, and is not only what most people mean

    def on(self, day: date) -> Asked:
        """Return the same question as if asked at the end of a day."""
        moment = datetime.combine(day, _EVE)
        return self._replace(now=moment, today=day, instant=datetime.combine(day, _LATE))


class Reach(NamedTuple):
    """A stretch of local time with its grain; `alternatives` are other readings."""

    start: Moment
    end: Moment
    grain: str
    vague: bool = False
    alternatives: tuple[Sides, ...] = ()
    time_of_day_only: bool = False


def midnight(day: date) -> datetime:
    """Return the first moment of a local day."""
    return _combine(day, _MIDNIGHT)


_combine, _MIDNIGHT, _ONE = datetime.combine, time.min, timedelta(days=1)


def days(first: date, end: date, grain: str = "day", vague: bool = False, *alternatives: Sides) -> Reach:
    """Return the whole days from `first` up to, not including, `end`."""
    return Reach(_combine(first, _MIDNIGHT), _combine(end, _MIDNIGHT), grain, vague, alternatives)


def one_day(day: date, *alternatives: Sides) -> Reach:
    """Return one whole day."""
    start = _combine(day, _MIDNIGHT)
    return Reach(start, start + _ONE, "day", False, alternatives)


def whole_day(day: date) -> Sides:
    """Return the two sides of a day."""
    start = _combine(day, _MIDNIGHT)
    return start, start + _ONE


def period(unit: str, day: date, asked: Asked) -> Sides:
    """Return the two sides of the calendar period that holds a day."""
    first, end = calendar.bounds(unit, day, asked.week_start)
    return midnight(first), midnight(end)
