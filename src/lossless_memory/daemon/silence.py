"""When a source that used to grow has gone silent: by its own past, not by a fixed number of days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from itertools import pairwise

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import glance
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple

LEAST_ACTIVE = 5
"""So many days with something new make a habit."""

HABIT = timedelta(days=120)
"""A habit is what was usual for so long before the last day."""

LEAST_DAYS = 7
"""A holiday of a few days is no silence."""

TIMES_LONGER = 3
"""Silence is so many times longer than the longest pause of the habit."""

OLD = timedelta(days=180)
"""After so long it is known that the source is not used any more."""


class Silence(NamedTuple):
    """For how many days nothing came, since when, and the longest pause before; `is_old` says that it is settled."""

    days: int
    last: date
    longest: int
    is_old: bool


def silence(active: Iterable[date], today: date) -> Silence | None:
    """Return the silence of a source that gave something on the `active` days, or None."""
    past = sorted(day for day in active if day <= today)
    if not past:
        return None
    last = past[-1]
    habit = [day for day in past if day >= last - HABIT]
    if len(habit) < LEAST_ACTIVE:
        return None
    longest = max((after - before).days for before, after in pairwise(habit))
    days = (today - last).days
    if days <= max(LEAST_DAYS, TIMES_LONGER * longest):
        return None
    return Silence(days, last, longest, today - last > OLD)


def days_by_source(home: Home) -> Mapping[str, Mapping[str, int]]:
    """Return how many records each source gave on each UTC day; nothing where there is no usable index."""
    try:
        return glance.source_days(home)
    except IndexUnusable:
        return {}
