"""Parts of a day and clock times laid over a local day.

Owns what morning, night or 夕方 means in hours, and how an hour said without am or pm is read. The night belongs to the
day it began on; hours 24-29 belong to the day before. Knows nothing of which day is meant.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from .ir import Clock, ClockOpen, ClockRange, Part, Time
from .reach import Asked, Reach, Sides, midnight

# Minutes from the day's midnight, half-open.
PARTS: dict[str, tuple[int, int]] = {
    "morning": (300, 720),
    "early morning": (300, 540),
    "late morning": (600, 720),
    "first thing": (300, 600),
    "breakfast": (360, 600),
    "noon": (720, 780),
    "around noon": (660, 780),
    "hiru": (660, 840),
    "hiruyasumi": (690, 810),
    "lunch": (690, 840),
    "mediodia": (720, 840),
    "afternoon": (720, 1080),
    "mid morning": (540, 660),
    "mid afternoon": (840, 960),
    "early afternoon": (720, 900),
    "late afternoon": (900, 1080),
    "tarde": (720, 1200),
    "evening": (1020, 1380),
    "early evening": (1020, 1200),
    "late evening": (1200, 1380),
    "yugata": (960, 1140),
    "teatime": (960, 1080),
    "ban": (1080, 1440),
    "dinner": (1080, 1260),
    "dusk": (1020, 1200),
    "night": (1080, 1740),
    "tonight": (1080, 1740),
    "overnight": (1080, 1740),
    "early night": (1080, 1320),
    "late night": (1320, 1740),
    "late last night": (1260, 1740),  # in English late begins at nine
    "midnight": (1380, 1500),
    "small hours": (0, 300),
    "madrugada": (0, 360),
    "akegata": (180, 360),
    "soucho": (240, 420),
    "dawn": (240, 420),
}
_HALF_DAY = timedelta(hours=12)
_NIGHTS = frozenset({"night", "tonight", "overnight", "early night"})
_DARK = frozenset({"late night", "late last night", "midnight", "small hours", "madrugada"})
_AFTER_NOON = frozenset(
    [
        "afternoon",
        "evening",
        "tarde",
        "yugata",
        "teatime",
        "ban",
        "dinner",
        "dusk",
        "hiru",
        "early afternoon",
        "mid afternoon",
        "late afternoon",
        "early evening",
        "late evening",
    ]
)


def lay(time: Time, day: date, asked: Asked, bare: bool = False) -> Reach:
    """Lay a time of day over a local day. `bare`: no date was said, so nothing decides between am and pm but now."""
    if isinstance(time, Part):
        return _part(time, day, asked)
    if isinstance(time, ClockRange):
        return _range(time, day, asked)
    if isinstance(time, ClockOpen):
        return _open(time, day, asked, bare)
    return _clock(time, day, asked, bare)


def _minutes(day: date, first: int, end: int) -> tuple[datetime, datetime]:
    base = midnight(day)
    return base + timedelta(minutes=first), base + timedelta(minutes=end)


def _part(part: Part, day: date, asked: Asked) -> Reach:
    first, end = PARTS[part.name]
    start, stop = _minutes(day, first, end)
    others: tuple[Sides, ...] = ()
    if part.name in {"late night", "midnight"}:
        early = _minutes(day, 0, 300) if part.name == "late night" else _minutes(day - timedelta(days=1), first, end)
        others = (early,)
        if start > asked.now >= early[0]:  # 今日の深夜, asked in the morning
            (start, stop), others = early, ((start, stop),)
    return Reach(start, stop, "part", False, others)


def moment(clock: Clock, day: date) -> tuple[datetime, datetime | None]:
    """Return the moment a clock time means on a day, and the other moment it may mean."""
    hour, shift = clock.hour, 0
    other: int | None = None
    if clock.meridian:
        hour = hour % 12 + (12 if clock.meridian == "pm" else 0)
        if clock.part in _NIGHTS and hour < 5:
            shift = 1
    elif clock.part in _NIGHTS:
        if hour == 12 or hour < 5:
            hour, shift = hour % 12, 1
            if clock.part == "tonight" and hour >= 3 and clock.minute is not None and not clock.digital:
                shift = 0
        elif hour < 12:
            hour += 12
    elif clock.part in _DARK:
        if 6 <= hour < 12:
            hour += 12
        elif hour == 12:
            hour = 0
            shift = 1
        if hour < 6 and not shift:
            other = hour + 24
            if clock.part.startswith("late"):  # the night that began on the day; the small hours are of the day itself
                hour, other = other, hour
    elif clock.part in _AFTER_NOON:
        if hour < 12 and not (clock.part == "hiru" and hour == 11):
            hour += 12
    elif not clock.part and not clock.digital and 1 <= hour <= 12:
        other = hour + 12 if hour < 12 else 0
        if hour <= 6:
            hour, other = other, hour
    elif clock.either and not clock.part and hour:
        other = hour + 12
    base = midnight(day + timedelta(days=shift)) + timedelta(minutes=clock.minute or 0, seconds=clock.second or 0)
    return base + timedelta(hours=hour), None if other is None else base + timedelta(hours=other)


def next_moment(clock: Clock, asked: Asked) -> datetime:
    """Return the next moment a clock time may mean."""
    both = [one for day in (0, 1) for one in moment(clock, asked.today + timedelta(days=day)) if one is not None]
    return min(one for one in both if one > asked.now)


def _width(clock: Clock, at: datetime) -> tuple[datetime, datetime]:
    if clock.about:
        return at - timedelta(hours=1), at + timedelta(hours=1)
    if clock.minute is None:
        return at, at + timedelta(minutes=1 if clock.second is not None else 60)
    return at, at + timedelta(minutes=1 if clock.second is not None else 30)


def _clock(clock: Clock, day: date, asked: Asked, bare: bool) -> Reach:
    at, other = moment(clock, day)
    if other is not None and at > asked.now >= other and (bare or day == asked.today):  # the one that has begun
        at, other = other, at
    start, end = _width(clock, at)
    grain = "second" if clock.second is not None else "hour" if clock.minute is None else "minute"
    others: list[Sides] = [] if clock.about else [(at, at + timedelta(minutes=1))]
    if other is not None:
        others.append(_width(clock, other))
    return Reach(start, end, grain, clock.about, tuple(others))


def _range(time: ClockRange, day: date, asked: Asked) -> Reach:
    start, other_start = moment(time.first, day)
    end, other_end = moment(time.last, day)
    if end <= start and other_end is not None and other_end > start:
        end, other_end = other_end, end
    if end <= start and not time.last.meridian and time.last.hour < 12 and end + _HALF_DAY > start:
        end += _HALF_DAY  # 10:30から3時
    if end <= start and other_start is not None and other_start < end:
        start, other_start = other_start, None
    if other_end is not None and other_start is not None and other_end < end and other_end > start:
        end = other_end
    if end <= start:
        end += timedelta(days=1)
    others: list[Sides] = []
    if time.last.minute is None:
        others.append((start, end + timedelta(hours=1)))
    if other_start is not None and other_end is not None and other_start < other_end:
        if start > asked.now >= other_start and day == asked.today:
            start, end, other_start, other_end = other_start, other_end, start, end  # the one that has begun
        others.insert(0, (other_start, other_end))
    return Reach(start, end, "hour", False, tuple(others))


_JUST = {"just before": -1, "just after": 1}


def _beside(at: datetime, shift: timedelta) -> tuple[datetime, datetime]:
    return min(at, at + shift), max(at, at + shift)


def _open(time: ClockOpen, day: date, asked: Asked, bare: bool) -> Reach:
    at, other = moment(time.clock, day)
    base = midnight(day)
    if time.kind in _JUST:
        shift = timedelta(hours=_JUST[time.kind])
        others = () if other is None else (_beside(other, shift),)
        return Reach(*_beside(at, shift), "hour", False, others)
    if not bare and time.kind == "since":
        return Reach(at, asked.now if asked.now > at else None, "hour", False, ((at, base + timedelta(days=1)),))
    if not bare and time.kind == "until":
        return Reach(None, at, "hour", False, ((base, at),))
    part = PARTS.get(time.within, (0, 1440))
    if time.kind in {"before", "until"}:
        begin = base + timedelta(minutes=part[0])
        return Reach(begin if begin < at else base if base < at else at - timedelta(hours=1), at, "hour")
    end = asked.now if bare and asked.now > at else base + timedelta(minutes=part[1])
    return Reach(at, end if end > at else at + timedelta(hours=1), "hour")
