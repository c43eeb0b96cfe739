"""`when` says how a phrase is read in three forms: a sentence, the exact local times, and JSON."""

from __future__ import annotations

import pytest

from tests.surface.running import Cli

SAID = {
    "yesterday evening": (
        "“yesterday evening” read as 2026-10-13 Tue 17:00 to 2026-10-13 Tue 23:00",
        "  from 2026-10-13 Tue 17:00 +09:00 up to 2026-10-13 Tue 23:00 +09:00 (Asia/Tokyo)",
    ),
    "last week": (
        "“last week” read as 2026-10-05 Mon to 2026-10-11 Sun, both days included",
        "  from 2026-10-05 Mon 00:00 +09:00 up to 2026-10-12 Mon 00:00 +09:00 (Asia/Tokyo)",
    ),
    "before March 3": (
        "“before March 3” read as everything before 2026-03-03 Tue",
        "  from the beginning of the log up to 2026-03-03 Tue 00:00 +09:00 (Asia/Tokyo)",
    ),
    "after March 3": (
        "“after March 3” read as everything from 2026-03-04 Wed on",
        "  from 2026-03-04 Wed 00:00 +09:00 without an end (Asia/Tokyo)",
    ),
    "昨日の夜": (
        "「昨日の夜」は2026-10-13(火) 18:00から2026-10-14(水) 05:00までと読みました",
        "  from 2026-10-13 Tue 18:00 +09:00 up to 2026-10-14 Wed 05:00 +09:00 (Asia/Tokyo)",
    ),
}


@pytest.mark.parametrize("phrase", SAID)
def test_a_phrase_is_said_in_a_sentence_and_in_exact_local_times(cli: Cli, phrase: str) -> None:
    assert list(SAID[phrase]) == cli("when", phrase).out.splitlines()[:2]


def test_other_readings_follow_as_exactly(cli: Cli) -> None:
    lines = cli("when", "three weeks ago").out.splitlines()
    assert lines[1] == "  from 2026-09-23 Wed 00:00 +09:00 up to 2026-09-24 Thu 00:00 +09:00 (Asia/Tokyo)"
    assert lines[2] == "  or else from 2026-09-21 Mon 00:00 +09:00 up to 2026-09-28 Mon 00:00 +09:00 (Asia/Tokyo)"
    assert lines[3] == "Now is 2026-10-14 Wed 10:00 (Asia/Tokyo)."


def test_a_day_of_25_hours_shows_both_distances_from_utc(cli: Cli) -> None:
    out = cli("when", "yesterday", "--tz", "Europe/Berlin", "--now", "2026-10-26T10:00:00+01:00").out
    assert "from 2026-10-25 Sun 00:00 +02:00 up to 2026-10-26 Mon 00:00 +01:00 (Europe/Berlin)" in out


def test_json_holds_the_sentence_and_the_same_instants(cli: Cli) -> None:
    body = cli("when", "--json", "three weeks ago").json
    one = body["intervals"][0]
    assert one["reading"] == "“three weeks ago” read as 2026-09-23 Wed, the whole day"
    assert (one["start"], one["end"]) == ("2026-09-22T15:00:00.000000Z", "2026-09-23T15:00:00.000000Z")
    assert one["alternatives"] == [{"start": "2026-09-20T15:00:00.000000Z", "end": "2026-09-27T15:00:00.000000Z"}]


def test_a_language_that_is_set_is_read_and_answered_in(cli: Cli) -> None:
    cli("config", "set", "languages", '["de", "fr", "zh"]')
    assert "„gestern Abend“ gelesen als Di 2026-10-13 17:00 bis Di 2026-10-13 23:00" in cli("when", "gestern Abend").out
    assert "« hier soir » lu comme mar. 2026-10-13 17:00" in cli("when", "hier soir").out
    assert "“昨天晚上”理解为2026-10-13(周二) 18:00" in cli("when", "昨天晚上").out


def test_a_day_the_calendar_does_not_have_is_told(cli: Cli) -> None:
    ran = cli("when", "29 february 2025")
    assert (1, "“29 february 2025” names a day that the calendar does not have.\n") == (ran.code, ran.out)
    assert cli("when", "--json", "29 february 2025").json["impossible"] == ["29 february 2025"]
    cli("append", "--ts", "2026-10-01T09:00:00Z", "the budget")
    said = cli("recall", "29 february 2025, the budget").out
    assert "“29 february 2025” names a day that the calendar does not have; it was searched as words." in said
