"""Stretches of time as the search takes them: from intervals to sorted, disjoint half-open ranges, and local days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from lossless_memory.clock import in_zone
from lossless_memory.index.search import QUARTER_US, Span
from lossless_memory.query.answer import Interval
from lossless_memory.record import us_to_instant

local = in_zone
EVERYTHING = Span(None, None)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_ORDINAL = _EPOCH.toordinal()
_DAY_US = 86_400_000_000
_STRETCH_DAYS = 4
"""No zone has ever changed its offset and changed it back within so few days."""

_QUARTERS_A_STRETCH = _STRETCH_DAYS * _DAY_US // QUARTER_US


def to_us(instant: datetime) -> int:
    """Return an aware datetime as microseconds since 1970."""
    return (instant - _EPOCH) // timedelta(microseconds=1)


def spans_of(intervals: Iterable[Interval]) -> list[Span]:
    """Return the union of intervals as sorted, disjoint ranges; everything where there is no interval."""
    spans = [Span(*(None if end is None else to_us(end) for end in (one.start, one.end))) for one in intervals]
    return merged(spans) or [EVERYTHING]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the union of ranges, sorted and disjoint; empty ones drop out."""
    low, high = -(1 << 63), 1 << 63
    ordered = sorted((low if a is None else a, high if b is None else b) for a, b in spans)
    found: list[list[int]] = []
    for start, end in ordered:
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return [Span(None if start == low else start, None if end == high else end) for start, end in found]


def intersected(spans: Sequence[Span], other: Span) -> list[Span]:
    """Return what of the ranges lies inside another; may be nothing."""
    found = []
    for span in spans:
        starts = [edge for edge in (span.start_us, other.start_us) if edge is not None]
        ends = [edge for edge in (span.end_us, other.end_us) if edge is not None]
        found.append(Span(max(starts, default=None), min(ends, default=None)))
    return merged(found)


def holding(spans: Sequence[Span]) -> Callable[[int], bool]:
    """Return what says whether an instant lies in one of the ranges."""
    return spans[0].holds if len(spans) == 1 else lambda ts_us: any(span.holds(ts_us) for span in spans)


def length_us(spans: Sequence[Span]) -> int | None:
    """Return how long the ranges are from first start to last end, or None for an open end."""
    if not spans or spans[0].start_us is None or spans[-1].end_us is None:
        return None
    return spans[-1].end_us - spans[0].start_us


def days_of_quarters(quarters: Mapping[int, int], zone: ZoneInfo) -> dict[str, int]:
    """Sum counts by quarter hour to counts by the person's local day, days in order."""
    days: dict[int, int] = {}
    offsets: dict[int, int | None] = {}
    for quarter, count in quarters.items():
        stretch = quarter // _QUARTERS_A_STRETCH
        if stretch not in offsets:
            offsets[stretch] = _steady_offset(stretch, zone)
        offset = offsets[stretch]
        if offset is None:
            day = local(us_to_instant(quarter * QUARTER_US), zone).toordinal()
        else:
            day = _EPOCH_ORDINAL + (quarter * QUARTER_US + offset) // _DAY_US
        days[day] = days.get(day, 0) + count
    return {_iso(day): count for day, count in sorted(days.items())}


@lru_cache(maxsize=65_536)
def _iso(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


@lru_cache(maxsize=16_384)
def _steady_offset(stretch: int, zone: ZoneInfo) -> int | None:
    """Return the zone's offset in microseconds where it is one and the same through some days, else None."""
    try:
        ends = [us_to_instant((stretch + end) * _STRETCH_DAYS * _DAY_US).astimezone(zone).utcoffset() for end in (0, 1)]
    except OverflowError:
        return None
    first = ends[0]
    return first // timedelta(microseconds=1) if first is not None and len(set(ends)) == 1 else None


def days_earlier(intervals: Sequence[Interval], days: int, zone: ZoneInfo) -> list[Interval]:
    """Return the same local hours some days earlier."""

    def moved(instant: datetime | None) -> datetime | None:
        if instant is None:
            return None
        local = instant.astimezone(zone).replace(tzinfo=None) - timedelta(days=days)
        return local.replace(tzinfo=zone).astimezone(UTC)

    return [one._replace(start=moved(one.start), end=moved(one.end)) for one in intervals]
