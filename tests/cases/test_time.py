"""Cases C15, C17, C19: days, parts of days and months as the person means them."""

from __future__ import annotations

import json

import pytest

from tests.cases.told import hits, through, waits_for
from tests.surface.running import Cli

EDGE = "half past midnight in Tokyo"


def filled(cli: Cli, *lines: tuple[str, str]) -> Cli:
    records = b"".join(json.dumps({"ts": f"{when}+09:00", "text": text}).encode() + b"\n" for when, text in lines)
    cli("append", "--jsonl", stdin=records, code=0)
    return cli


def found(cli: Cli, question: str, **changes: str | None) -> list[str]:
    return [hit["text"] for hit in hits(cli, question, **changes)]


def test_c15_a_record_at_the_edge_of_a_day_is_in_that_day_everywhere(cli: Cli) -> None:
    filled(cli, ("2026-10-13T00:30:00", EDGE))
    body = cli("recall", "--json", "yesterday", code=0).json
    assert (body["hits"][0]["ts"], body["hits"][0]["local"], body["days"]) == (
        "2026-10-12T15:30:00.000000Z",
        "2026-10-13 Tue 00:30",
        {"2026-10-13": 1},
    )
    assert "2026-10-13 Tue\n\n00:30" in cli("recall", "yesterday", code=0).out
    assert "00:30:00" in cli("show", "main/2026-10-12:1", code=0).out
    assert found(cli, "the day before yesterday") == []
    assert found(cli, "2026-10-13") == [EDGE]
    assert found(cli, "2026-10-12") == []
    assert found(cli, "昨日") == [EDGE]


def test_c15_in_another_zone_it_moves_to_that_zones_day_everywhere(cli: Cli) -> None:
    filled(cli, ("2026-10-13T00:30:00", EDGE))
    zone = {"LOSSLESS_TZ": "America/New_York"}
    body = cli("recall", "--json", "on October 12", code=0, **zone).json
    assert (body["hits"][0]["local"], body["days"]) == ("2026-10-12 Mon 11:30", {"2026-10-12": 1})
    assert "2026-10-12 Mon\n\n11:30" in cli("recall", "on October 12", code=0, **zone).out
    assert "11:30:00" in cli("show", "main/2026-10-12:1", code=0, **zone).out
    assert found(cli, "on October 13", **zone) == []
    assert found(cli, "yesterday", **zone) == [EDGE]


@pytest.mark.parametrize("surface", ["hook", "mcp"])
def test_c15_the_later_surfaces_agree(cli: Cli, surface: str) -> None:
    filled(cli, ("2026-10-13T00:30:00", EDGE))
    assert "2026-10-13 Tue 00:30" in through(cli, surface, "what did we say yesterday?")
    if surface == "mcp":  # the hook shows where things stand as well, whatever is asked
        assert EDGE not in through(cli, surface, "what did we say the day before yesterday?")


@waits_for("the page")
def test_c15_the_page_agrees(cli: Cli) -> None:
    filled(cli, ("2026-10-13T00:30:00", EDGE))
    assert "2026-10-13" in cli("web", "--no-open", code=0).out


DAY = [
    ("2026-10-14T09:20:00", "today 09:20"),
    ("2026-10-14T09:45:00", "today 09:45"),
    ("2026-10-14T11:31:00", "today 11:31"),
    ("2026-10-13T20:10:00", "yesterday 20:10"),
    ("2026-10-13T23:50:00", "yesterday 23:50"),
    ("2026-10-14T00:40:00", "today 00:40"),
]


def test_c17_parts_of_the_day_and_clock_times_are_ranges(cli: Cli) -> None:
    filled(cli, *DAY)
    late = {"LOSSLESS_NOW": "2026-10-14T12:00:00+09:00"}
    assert found(cli, "today 9:30 to 10", **late) == ["today 09:45"]
    assert "yesterday 20:10" in found(cli, "yesterday evening")
    assert found(cli, "今日の朝") == ["today 09:20", "today 09:45"]
    for question in ("last night", "昨日の夜"):
        body = cli("recall", "--json", question, code=0).json
        texts = [hit["text"] for hit in body["hits"]]
        assert texts[:2] == ["yesterday 20:10", "yesterday 23:50"]
        end = body["searched"][0]["end"]
        assert ("today 00:40" in texts) == (end > "2026-10-13T15:40")
        said = cli("recall", question, code=0).out.splitlines()
        assert said[0].startswith("When: ")
        assert said[1].startswith("Searched: 2026-10-13 Tue ")
        assert " to 2026-10-14 Wed " in said[1] or said[1].count("2026-10") == 1


MONTHS = [
    ("2026-08-31T23:59:59", "the last of August"),
    ("2026-09-01T00:00:00", "the first of September"),
    ("2026-09-30T23:59:59", "the last of September"),
    ("2026-10-01T00:00:00", "the first of October"),
]
SEPTEMBER = ["the first of September", "the last of September"]


def test_c19_a_month_is_the_calendar_month(cli: Cli) -> None:
    filled(cli, *MONTHS)
    for question in ("last month", "先月", "in September", "9月"):
        assert found(cli, question) == SEPTEMBER, question
    assert found(cli, "two months ago") == ["the last of August"]
    assert found(cli, "August 31") == ["the last of August"]
    assert cli("recall", "--json", "9月").json["terms"] == []
