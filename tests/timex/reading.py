"""What every table of time phrases uses: ask, and write the intervals in local time, short enough to compare by eye."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from lossless_memory.timex import Parsed, parse

TOKYO = "Asia/Tokyo"
WEDNESDAY = "2026-10-14T10:00"  # the moment most rows ask at


def ask(
    text: str, now: str = WEDNESDAY, zone: str = TOKYO, languages: tuple[str, ...] = ("en", "ja", "es"), **more: str
) -> Parsed:
    moment = datetime.fromisoformat(now)
    return parse(
        text,
        now=moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone)),
        timezone=zone,
        languages=languages,
        week_start=more.get("week_start", "monday"),
        date_order=more.get("date_order"),
    )


def local(
    text: str, now: str = WEDNESDAY, zone: str = TOKYO, languages: tuple[str, ...] = ("en", "ja", "es"), **more: str
) -> str:
    """Return the intervals as `2026-10-13T18:00..2026-10-14T05:00`; whole days without the hour, an open side empty."""
    place = ZoneInfo(zone)
    found = ask(text, now, zone, languages, **more).intervals
    return " ".join(f"{_side(one.start, place)}..{_side(one.end, place)}" for one in found)


def _side(moment: datetime | None, place: ZoneInfo) -> str:
    if moment is None:
        return ""
    there = moment.astimezone(place)
    if (there.hour, there.minute, there.second, there.microsecond) == (0, 0, 0, 0):
        return f"{there:%Y-%m-%d}"
    return f"{there:%Y-%m-%dT%H:%M:%S}" if there.second else f"{there:%Y-%m-%dT%H:%M}"
