"""Local days and hours in zones whose clocks change: arithmetic on local dates, instants at the very last step."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from lossless_memory.timex import parse

NEW_YORK = "America/New_York"


def utc(text: str, now: str, zone: str = NEW_YORK) -> str:
    found = parse(text, now=datetime.fromisoformat(now), timezone=zone, languages=("en",)).intervals
    assert len(found) == 1
    assert found[0].start is not None
    assert found[0].end is not None
    return f"{found[0].start:%Y-%m-%dT%H:%MZ}..{found[0].end:%Y-%m-%dT%H:%MZ}"


@pytest.mark.parametrize(
    ("text", "now", "expected"),
    [
        # 8 March 2026: the clock leaps from 02:00 to 03:00, the day has 23 hours.
        ("yesterday", "2026-03-09T09:00-04:00", "2026-03-08T05:00Z..2026-03-09T04:00Z"),
        ("yesterday at 2:30", "2026-03-09T09:00-04:00", "2026-03-08T18:30Z..2026-03-08T19:00Z"),
        ("yesterday at 02:30", "2026-03-09T09:00-04:00", "2026-03-08T07:30Z..2026-03-08T08:00Z"),
        ("yesterday at 2am", "2026-03-09T09:00-04:00", "2026-03-08T07:00Z..2026-03-08T08:00Z"),
        ("last night", "2026-03-08T09:00-04:00", "2026-03-07T23:00Z..2026-03-08T09:00Z"),
        ("last week", "2026-03-10T09:00-04:00", "2026-03-02T05:00Z..2026-03-09T04:00Z"),
        # 1 November 2026: 01:00 to 02:00 comes twice, the day has 25 hours.
        ("yesterday", "2026-11-02T09:00-05:00", "2026-11-01T04:00Z..2026-11-02T05:00Z"),
        ("yesterday at 1am", "2026-11-02T09:00-05:00", "2026-11-01T05:00Z..2026-11-01T07:00Z"),
        ("yesterday from 1:30am to 1:45am", "2026-11-02T09:00-05:00", "2026-11-01T05:30Z..2026-11-01T06:45Z"),
        ("yesterday from 12:30am to 1am", "2026-11-02T09:00-05:00", "2026-11-01T04:30Z..2026-11-01T06:00Z"),
        ("last month", "2026-12-02T09:00-05:00", "2026-11-01T04:00Z..2026-12-01T05:00Z"),
        # Hours counted back are hours of the world, not of the wall.
        ("the last 3 hours", "2026-03-08T04:00-04:00", "2026-03-08T05:00Z..2026-03-08T08:00Z"),
        ("two hours ago", "2026-11-01T02:00-05:00", "2026-11-01T04:30Z..2026-11-01T05:30Z"),
    ],
)
def test_days_and_hours_around_a_change_of_the_clock(text: str, now: str, expected: str) -> None:
    assert expected == utc(text, now)


@pytest.mark.parametrize(
    ("now", "hours"), [("2026-03-09T09:00-04:00", 23), ("2026-11-02T09:00-05:00", 25), ("2026-06-02T09:00-04:00", 24)]
)
def test_a_day_has_23_24_or_25_hours(now: str, hours: int) -> None:
    (day,) = parse("yesterday", now=datetime.fromisoformat(now), timezone=NEW_YORK).intervals
    assert day.start is not None
    assert day.end is not None
    assert timedelta(hours=hours) == day.end - day.start


def test_a_day_whose_midnight_does_not_exist_begins_at_one() -> None:
    # Santiago de Chile, 6 September 2026: 00:00 to 01:00 is left out.
    assert utc("yesterday", "2026-09-07T12:00-03:00", "America/Santiago") == "2026-09-06T04:00Z..2026-09-07T03:00Z"


def test_the_local_day_decides_not_the_day_of_utc() -> None:
    now = datetime(2026, 10, 13, 20, 0, tzinfo=UTC)  # already the 14th in Tokyo
    (day,) = parse("today", now=now, timezone="Asia/Tokyo").intervals
    assert datetime(2026, 10, 13, 15, 0, tzinfo=UTC) == day.start


def test_a_zone_may_be_given_as_an_object() -> None:
    (day,) = parse(
        "today", now=datetime(2026, 10, 13, 20, 0, tzinfo=UTC), timezone=timezone(timedelta(hours=9))
    ).intervals
    assert datetime(2026, 10, 13, 15, 0, tzinfo=UTC) == day.start


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-03T14:22:05Z", "2026-10-03T14:22Z..2026-10-03T14:23Z"),
        ("2026-10-03T14:22:05+02:00", "2026-10-03T12:22Z..2026-10-03T12:23Z"),
        ("2026-10-03T14:22:05-05:00", "2026-10-03T19:22Z..2026-10-03T19:23Z"),
        ("2026-10-03 14:00-16:00", "2026-10-03T18:00Z..2026-10-03T20:00Z"),
        ("yesterday at 09:15 UTC", "2026-10-13T09:15Z..2026-10-13T09:45Z"),
        ("9:15am GMT on 5 October", "2026-10-05T09:15Z..2026-10-05T09:45Z"),
        ("3pm PDT yesterday", "2026-10-13T22:00Z..2026-10-13T23:00Z"),
        ("from 9am to 11am CEST yesterday", "2026-10-13T07:00Z..2026-10-13T09:00Z"),
        ("9-11am CEST on Monday", "2026-10-12T07:00Z..2026-10-12T09:00Z"),
        ("at 3pm JST", "2026-10-14T06:00Z..2026-10-14T07:00Z"),
        ("since 3pm UTC yesterday", "2026-10-13T15:00Z..2026-10-14T14:00Z"),
    ],
)
def test_a_zone_said_with_a_clock_time_is_the_zone_of_that_time(text: str, expected: str) -> None:
    assert expected == utc(text, "2026-10-14T10:00-04:00")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [("ayer a las 09:15 UTC", "es", 13), ("昨日の09:15 UTC", "ja", 13), ("昨日の日本時間18時15分", "ja", 13)],
)
def test_other_languages_say_zones_too(text: str, language: str, expected: int) -> None:
    now = datetime(2026, 10, 14, 10, tzinfo=UTC)
    (found,) = parse(text, now=now, timezone=NEW_YORK, languages=(language,)).intervals
    assert datetime(2026, 10, expected, 9, 15, tzinfo=UTC) == found.start
