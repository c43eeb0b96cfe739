"""Times of every unit and spelling become one canonical instant, or none; never a wrong one."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.record import us_to_ts
from lossless_memory.sources.times import Digits, Instant, noon, read_time


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1772442904, "2026-03-02T09:15:04.000000Z"),
        (1772442904123, "2026-03-02T09:15:04.123000Z"),
        (1772442904123456, "2026-03-02T09:15:04.123456Z"),
        (1772442904123456789, "2026-03-02T09:15:04.123456Z"),
        ("1772442904", "2026-03-02T09:15:04.000000Z"),
        ("1772442904.12", "2026-03-02T09:15:04.120000Z"),
        (1772442904.12, "2026-03-02T09:15:04.120000Z"),
        (Digits("1772442904.1234569"), "2026-03-02T09:15:04.123456Z"),
        (Digits("1772442904.9999999"), "2026-03-02T09:15:04.999999Z"),
        (Digits("1.77244290412e9"), "2026-03-02T09:15:04.120000Z"),
        (631152000, "1990-01-01T00:00:00.000000Z"),
        (4102444799, "2099-12-31T23:59:59.000000Z"),
        ("2026-03-02T09:15:04Z", "2026-03-02T09:15:04.000000Z"),
        ("2026-03-02T09:15:04z", "2026-03-02T09:15:04.000000Z"),
        ("2026-03-02 09:15:04 UTC", "2026-03-02T09:15:04.000000Z"),
        (" 2026-03-02T18:15:04.1234567+09:00 ", "2026-03-02T09:15:04.123456Z"),
        ("1969-07-20T20:17:40Z", "1969-07-20T20:17:40.000000Z"),
    ],
)
def test_a_time_is_read_to_the_microsecond(value: object, expected: str) -> None:
    assert Instant(expected) == read_time(value, "Asia/Tokyo")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-02T09:15:04", "2026-03-02T00:15:04.000000Z"),
        ("2026-03-02 09:15", "2026-03-02T00:15:00.000000Z"),
        ("2026-03-02", "2026-03-01T15:00:00.000000Z"),
    ],
)
def test_a_time_without_offset_takes_the_zone_and_says_so(value: str, expected: str) -> None:
    assert Instant(expected, is_zone_assumed=True) == read_time(value, "Asia/Tokyo")


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -1,
        12345,
        10**9 // 2,
        5 * 10**9,
        10**30,
        -(10**30),
        float("nan"),
        float("inf"),
        1e300,
        Digits("1e999"),
        Digits("1e-999999"),
        "",
        "soon",
        "03/02/2026",
        "20260302",
        "2026-13-45T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "2026-03-02T25:00:00Z",
        "-5",
        "9" * 5000,
        "2026-W10-1",
        [],
        {},
        b"1",
        "９２３４５６７８９０",
    ],
)
def test_what_is_no_time_is_none(value: object) -> None:
    assert read_time(value, "UTC") is None


@given(st.integers(631152000 * 10**6, 4102444800 * 10**6 - 1))
def test_every_microsecond_survives_as_written_digits(us: int) -> None:
    written = f"{us // 10**6}.{us % 10**6:06d}"
    assert (
        us_to_ts(us) == read_time(Digits(written), "UTC").ts == read_time(written, "UTC").ts == read_time(us, "UTC").ts
    )  # type: ignore[union-attr]


@given(st.one_of(st.text(max_size=40), st.floats(), st.integers(), st.datetimes().map(str)))
def test_any_value_is_a_time_or_none(value: object) -> None:
    found = read_time(value, "Europe/Berlin")
    assert found is None or len(found.ts) == 27


def test_noon_is_the_local_one() -> None:
    assert noon(date(2026, 3, 2), "Asia/Tokyo") == "2026-03-02T03:00:00.000000Z"
