"""Reads the instants other tools write: ISO text, or a number of seconds, milliseconds, micro- or nanoseconds.

Knows no source and no clock. A number is taken as the one unit that puts it between 1990 and 2100, digits beyond the
microsecond are cut, and nothing goes through binary floating point, so that a source's own digits survive.
"""

from __future__ import annotations

from datetime import date, datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from lossless_memory.patterns import pattern
from lossless_memory.record import canonical_ts, us_to_ts
from lossless_memory.typed import NamedTuple

_FIRST_S = 631_152_000
_LAST_S = 4_102_444_800
_UNITS = (1, 1_000, 1_000_000, 1_000_000_000)
_NUMBER = pattern(r"\d{9,19}(?:\.\d{1,20})?")
_CUT_OFFSET = pattern(r"(?<=:\d\d)(\.\d+)?[+-](?:\d{0,1}|\d\d:\d?)$")  # an offset cut short says nothing
_LEAP = pattern(r"(T\d\d:\d\d):60")  # a leap second, which no calendar here has
_PLAIN = pattern(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z")
_MILLISECONDS = len("2026-03-02T09:15:04.120Z")
_SECONDS = pattern(r"(\d{9,10})\.(\d{1,20})")
_ISO = pattern(r"\d{4}-\d\d-\d\d(?:$|[T ]\d\d:?\d\d)")


class Instant(NamedTuple):
    """A canonical `ts`, and whether its zone was not written but taken from the options."""

    ts: str
    is_zone_assumed: bool = False


class Digits(float):
    """A JSON number with a fraction that still knows how it was written (for `json`'s `parse_float`)."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> Digits:
        number = float.__new__(cls, written)
        number.written = written
        return number


def read_time(value: object, zone: str) -> Instant | None:
    """Read one time, or return None for anything that is not one: NaN, bool, negative, years outside 1990 to 2100
    as a number, and text that is neither ISO 8601 nor such a number."""
    if type(value) is str and (plain := _PLAIN.fullmatch(value)):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return _from_iso(value, zone)
        if moment.year == 1:
            return None
        return Instant(f"{value[:-1]}000Z" if len(value) == _MILLISECONDS else f"{plain[1]}.{plain[2] or '':0<6}Z")
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        written = value.written if isinstance(value, Digits) else repr(value)
        return _from_number(value, written)
    if not isinstance(value, str) or len(value) > 64:
        return None
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return _from_number(float(text), text)
    return _from_iso(text, zone)


def noon(day: date, zone: str) -> str:
    """Return the `ts` of noon of a local day, for files whose day the person had to tell."""
    return canonical_ts(datetime.combine(day, time(12), ZoneInfo(zone)))


def _from_number(value: float, written: str) -> Instant | None:
    if not _FIRST_S <= value < _LAST_S * _UNITS[-1]:
        return None
    plain = _SECONDS.fullmatch(written)
    if plain and value < _LAST_S:
        seconds, fraction = plain.groups()
        hour, second = divmod(int(seconds), 3_600)
        return Instant(f"{_hour(hour)}{_within_hour(second)}.{fraction[:6].ljust(6, '0')}Z")
    from decimal import Decimal, InvalidOperation  # most tools write ISO text

    for unit in _UNITS:
        if _FIRST_S * unit <= value < _LAST_S * unit:
            try:
                us = int(Decimal(written) * 1_000_000 / unit)
                return Instant(us_to_ts(us))
            except (InvalidOperation, OverflowError, ValueError):
                return None
    return None


@lru_cache(maxsize=256)
def _hour(number: int) -> str:
    """Return how instants of an hour begin, which are mostly read one after another; hours count from 1970."""
    return us_to_ts(number * 3_600_000_000)[: len("2026-03-02T09:")]


@lru_cache(maxsize=3_600)
def _within_hour(second: int) -> str:
    """Return the minute and second of an hour that a second of it falls in."""
    return f"{second // 60:02}:{second % 60:02}"


def _from_iso(text: str, zone: str) -> Instant | None:
    if not _ISO.match(text):
        return None
    text = _CUT_OFFSET.sub(r"\1", text)
    if text.endswith(("z", " UTC", " GMT")):
        text = text.removesuffix("z").removesuffix(" UTC").removesuffix(" GMT") + "Z"
    try:
        moment = datetime.fromisoformat(_LEAP.sub(r"\1:59", text, count=1))
        if moment.year == 1:  # how several languages write "no time"
            return None
        if moment.tzinfo is None:
            return Instant(canonical_ts(moment.replace(tzinfo=ZoneInfo(zone))), is_zone_assumed=True)
        return Instant(canonical_ts(moment))
    except ValueError:
        return None
