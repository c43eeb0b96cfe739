"""Local wall-clock times turned into instants, at the very last step.

Owns the rules for the hours a zone repeats or leaves out: in a repeated hour a start takes the first occurrence and an
end the second; a time that does not exist moves forward by the length of the gap (as RFC 5545 §3.3.5 reads it).
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import lru_cache

_NOTHING = timedelta()
_LOCAL_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001
_EPOCH = _LOCAL_EPOCH.replace(tzinfo=UTC)
_known: dict[str, tzinfo] = {"UTC": UTC, "utc": UTC}


def find(timezone: str | tzinfo) -> tzinfo:
    """Return the zone of an IANA name; raise ValueError, in a plain sentence, for a name nobody knows."""
    if isinstance(timezone, tzinfo):
        return timezone
    place = _known.get(timezone)
    if place is not None:
        return place
    from zoneinfo import ZoneInfo

    try:
        place = _known[timezone] = ZoneInfo(timezone)
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"the time zone {timezone!r} is not known; write it like Europe/Madrid") from error
    return place


def to_utc(local: datetime, zone: tzinfo, end: bool = False) -> datetime:
    """Turn a naive local time into an aware UTC one. Raises OverflowError outside the years 1 to 9999."""
    if local.tzinfo is not None:
        return local.astimezone(UTC)
    if zone is UTC:
        return _EPOCH + (local - _LOCAL_EPOCH)
    offset = zone.utcoffset(local)
    if end:  # a repeated time has a smaller offset the second time; in a gap it is the other way round
        again = zone.utcoffset(datetime.combine(local.date(), _second(local.time())))
        offset = again if offset is not None and again is not None and again < offset else offset
    return _EPOCH + (local - _LOCAL_EPOCH - (offset or _NOTHING))  # quicker than replacing the zone


@lru_cache(2_000)
def _second(clock: time) -> time:
    """Return the second occurrence of a time of day. Kept, because replacing a field takes longer than all the rest."""
    return clock.replace(fold=1)


def interval(start: datetime | None, end: datetime | None, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
    """Turn both sides into instants; where a gap swallowed the whole stretch, its length is kept after the gap."""
    first = None if start is None else to_utc(start, zone)
    last = None if end is None else to_utc(end, zone, end=True)
    if first is not None and last is not None and last <= first:
        assert start is not None and end is not None
        mixed = (start.tzinfo is None) != (end.tzinfo is None)
        last = first + (timedelta(minutes=1) if mixed else max(end - start, timedelta(minutes=1)))
    return first, last
