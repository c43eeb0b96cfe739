"""The clock and the person's zone: the one place that asks the system for either.

Everything else takes `now` and a zone as arguments. Knows no store and no settings file; what the settings say about
the zone is passed in.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from lossless_memory.errors import UsageError
from lossless_memory.typed import NamedTuple


class Zone(NamedTuple):
    """A zone of the IANA database, its name, and a sentence for the person where it had to be guessed."""

    info: ZoneInfo
    name: str
    note: str | None = None


def now() -> datetime:
    """Return the present instant, aware, in UTC."""
    return datetime.now(UTC)


def typed_instant(text: str, zone: Zone) -> datetime:
    """Read an instant as it was typed; one without offset is the person's own time. Raises UsageError."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is not an instant.", "Write it like 2026-10-14T10:00:00+09:00.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=zone.info)


def given_now(zone: Zone, environ: Mapping[str, str] = os.environ) -> datetime | None:
    """Return the instant to answer at as LOSSLESS_NOW gives it, or None. Raises UsageError."""
    text = environ.get("LOSSLESS_NOW")
    return typed_instant(text, zone) if text else None


def in_zone(instant: datetime, zone: ZoneInfo) -> datetime:
    """Return an instant in the person's zone; at the two ends of the calendar, where that has no date, in UTC."""
    try:
        return instant.astimezone(zone)
    except OverflowError:
        return instant.astimezone(UTC)


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of an IANA name such as Asia/Tokyo. Raises UsageError for a name that is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(f"There is no time zone called {name!r}.", "Write it like Asia/Tokyo or UTC.") from error


def person_zone(argument: str | None, configured: str | None, environ: Mapping[str, str] = os.environ) -> Zone:
    """Return the zone the person lives in: argument, LOSSLESS_TZ, settings, TZ or the system's zone, else UTC.

    Read at each call, because people travel. Raises UsageError if the argument, LOSSLESS_TZ or the setting names no
    zone; a system that cannot tell its zone gives UTC with a note instead.
    """
    for name in (argument, environ.get("LOSSLESS_TZ"), configured):
        if name:
            return Zone(zone_named(name), name)
    for name in (environ.get("TZ", "").removeprefix(":"), _linked_zone()):
        if name and not name.startswith("/"):
            try:
                return Zone(ZoneInfo(name), name)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                continue
    return _guessed_zone()


def _linked_zone(link: str = "/etc/localtime") -> str | None:
    """Read the zone name out of the system's zone link, or None where there is no such link."""
    try:
        target = os.readlink(link)
    except OSError:
        return None
    _, found, name = target.partition("zoneinfo/")
    return name if found else None


def _guessed_zone() -> Zone:
    import warnings

    import tzlocal

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            name = tzlocal.get_localzone_name()
        if name:
            return Zone(ZoneInfo(name), name)
    except (ZoneInfoNotFoundError, LookupError, ValueError, OSError):
        pass
    return Zone(
        ZoneInfo("UTC"),
        "UTC",
        "The system does not tell its time zone, so times are read and shown in UTC. "
        "Set yours with: lossless config set timezone Asia/Tokyo",
    )
