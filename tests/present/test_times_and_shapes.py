"""Times said exactly, and JSON from which the logged text comes back to the character."""

from __future__ import annotations

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.log.read import Locator
from lossless_memory.present import shapes, times
from lossless_memory.query.answer import Hit
from lossless_memory.record import decode, encode, joined
from tests.present.test_visible import hostile
from tests.query.asking import Book, said

STRETCHES = [
    # start, end, zone, what is said
    (None, None, "Asia/Tokyo", "all of the log"),
    (None, "2026-10-14T01:00:00Z", "Asia/Tokyo", "up to 2026-10-14 Wed 10:00"),
    ("2026-10-13T15:00:00Z", None, "Asia/Tokyo", "2026-10-14 Wed 00:00 until now"),
    ("2026-10-12T15:00:00Z", "2026-10-13T15:00:00Z", "Asia/Tokyo", "2026-10-13 Tue"),
    ("2026-10-05T15:00:00Z", "2026-10-12T15:00:00Z", "Asia/Tokyo", "2026-10-06 Tue to 2026-10-12 Mon"),
    ("2026-10-13T08:00:00Z", "2026-10-13T14:00:00Z", "Asia/Tokyo", "2026-10-13 Tue 17:00 to 23:00"),
    ("2026-10-13T12:00:00Z", "2026-10-13T20:00:00Z", "Asia/Tokyo", "2026-10-13 Tue 21:00 to 2026-10-14 Wed 05:00"),
    (
        "2026-10-12T15:00:00Z",
        "2026-10-13T15:00:00Z",
        "America/New_York",
        "2026-10-12 Mon 11:00 to 2026-10-13 Tue 11:00",
    ),
    # the day clocks go forward has 23 hours, the day they go back 25; both are one day
    ("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "Europe/Madrid", "2026-03-29 Sun"),
    ("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "Europe/Madrid", "2026-10-25 Sun"),
    ("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", "America/New_York", "2026-03-08 Sun"),
    ("2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", "America/New_York", "2026-11-01 Sun"),
    # the same stretch in both zones
    ("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", "Asia/Tokyo", "2026-03-08 Sun 14:00 to 2026-03-09 Mon 13:00"),
    ("2026-10-24T15:00:00Z", "2026-10-25T15:00:00Z", "Europe/Madrid", "2026-10-24 Sat 17:00 to 2026-10-25 Sun 16:00"),
]


@pytest.mark.parametrize(("start", "end", "zone", "expected"), STRETCHES)
def test_a_stretch_of_time_is_said_briefly_and_exactly(
    start: str | None, end: str | None, zone: str, expected: str
) -> None:
    instants = [None if edge is None else datetime.fromisoformat(edge) for edge in (start, end)]
    assert expected == times.stretch(*instants, ZoneInfo(zone))


@pytest.mark.parametrize(
    ("ts", "zone", "expected"),
    [
        ("2026-10-12T15:30:00.000000Z", "Asia/Tokyo", "2026-10-13 Tue 00:30"),
        ("2026-10-12T15:30:00.000000Z", "America/New_York", "2026-10-12 Mon 11:30"),
        ("2026-10-25T00:30:00.000000Z", "Europe/Madrid", "2026-10-25 Sun 02:30"),
        ("2026-10-25T01:30:00.000000Z", "Europe/Madrid", "2026-10-25 Sun 02:30"),
        ("2026-10-12T15:30:00.000000Z", "Asia/Kathmandu", "2026-10-12 Mon 21:15"),
        ("0001-01-01T00:00:00.000000Z", "America/New_York", "0001-01-01 Mon 00:00"),
        ("9999-12-31T23:59:59.000000Z", "Asia/Tokyo", "9999-12-31 Fri 23:59"),
    ],
)
def test_an_instant_is_shown_in_the_persons_zone_with_its_weekday(ts: str, zone: str, expected: str) -> None:
    assert expected == times.local(ts, ZoneInfo(zone))


def parsed_back(text: str) -> str:
    record = said("2026-10-13 20:10", text)
    hit = Hit(decode(encode(record)), Locator("main", "2026-10-13", 1), record.ts, 1)
    raw = shapes.dump({"hits": shapes.hits([hit], ZoneInfo("Asia/Tokyo"))})
    raw.decode("utf-8")
    return json.loads(raw)["hits"][0]["text"]


def test_hostile_texts_come_back_from_json_to_the_character() -> None:
    for text in hostile():
        assert joined(text) == parsed_back(text), repr(text)


@given(st.text(st.characters(codec=None), max_size=60))
def test_any_text_comes_back_from_json_to_the_character(text: str) -> None:
    assert joined(text) == parsed_back(text)


@pytest.mark.parametrize(
    "text", ["\ud83d", "\udcff\udcfe", "\ud83d\ude00", "a\ud800b", "\\ud83d", "\\\ud83d", "\x00\u2028"]
)
def test_lone_surrogates_are_valid_json_escapes_and_come_back(text: str) -> None:
    assert joined(text) == parsed_back(text)


def test_an_answer_in_json_has_the_keys_of_the_design_and_instants_in_utc(book: Book) -> None:
    book.write(
        said("2026-10-13 20:10", "the budget", model=None),
        said("2026-10-13 20:11", "it is 300", "assistant", model="m"),
    )
    body = json.loads(shapes.dump(shapes.answer(book.ask("yesterday evening, the budget"), ZoneInfo("Asia/Tokyo"))))
    keys = """schema_version now timezone question intervals terms layer total shown days held_back index notes ask next hits"""
    assert set(keys.split()) <= set(body)
    assert body["schema_version"] == 1
    assert (body["now"], body["timezone"]) == ("2026-10-14T01:00:00.000000Z", "Asia/Tokyo")
    assert {"start", "end", "phrase", "reading", "vague"} == set(body["intervals"][0])
    assert (
        body["intervals"][0]["start"],
        body["intervals"][0]["end"],
    ) == ("2026-10-13T08:00:00.000000Z", "2026-10-13T14:00:00.000000Z")
    keys = """locator ts local time actor role type kind source trust text model session rank match low_confidence outside"""
    assert set(keys.split()) == set(body["hits"][0])
    assert [hit["trust"] for hit in body["hits"]] == ["person", "assistant"]
    assert [hit["local"] for hit in body["hits"]] == ["2026-10-13 Tue 20:10", "2026-10-13 Tue 20:11"]
