"""Instants as people read them: local, with weekday, and stretches of time said as briefly as they are exact."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from lossless_memory.clock import in_zone

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def local(instant: datetime | str, zone: ZoneInfo, *, seconds: bool = False) -> str:
    """Return an instant as `2026-11-17 Tue 18:00` in the person's zone."""
    moment = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    moment = in_zone(moment, zone)
    clock = f"{moment.hour:02d}:{moment.minute:02d}" + (f":{moment.second:02d}" if seconds else "")
    return f"{day(moment)} {clock}"


def day(moment: datetime) -> str:
    """Return the day of a local time as `2026-11-17 Tue`."""
    return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d} {_DAYS[moment.weekday()]}"


def stretch(start: datetime | None, end: datetime | None, zone: ZoneInfo) -> str:
    """Return a half-open stretch of time in words; whole days are named as days, both ends inside."""
    if start is None and end is None:
        return "all of the log"
    if start is None:
        return f"up to {local(end, zone)}" if end is not None else "all of the log"
    first = in_zone(start, zone)
    if end is None:
        return f"{local(start, zone)} until now"
    last = in_zone(end, zone)
    if _is_midnight(first) and _is_midnight(last):
        through = last - timedelta(days=1)
        if first.date() >= through.date():
            return day(first)
        return f"{day(first)} to {day(through)}"
    if first.date() == last.date():
        return f"{day(first)} {first:%H:%M} to {last:%H:%M}"
    return f"{local(start, zone)} to {local(end, zone)}"


def off_the_record(until: str | None, zone: ZoneInfo, since: str | None = None) -> str:
    """Return the sentence that tells of a running pause: a canonical instant each, None = no end, and just now."""
    begun = "from now on" if since is None else f"since {local(since, zone)}"
    if until is None:
        return f"Off the record {begun}, until you say: lossless resume"
    return f"Off the record {begun}, until {local(until, zone)} ({zone.key}); earlier with: lossless resume"


def _is_midnight(moment: datetime) -> bool:
    return (moment.hour, moment.minute, moment.second) == (0, 0, 0)
