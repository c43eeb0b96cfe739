"""The library as DESIGN §8 writes it down."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import lossless_memory
from lossless_memory import Memory
from lossless_memory.errors import ConfigError, LosslessError, NewerFormat, UsageError

NOW = datetime(2026, 10, 14, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LOSSLESS_NOW", "LOSSLESS_TZ", "LOSSLESS_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOSSLESS_MACHINE", "tests")
    monkeypatch.setenv("HOME", str(tmp_path))


def record(text: str, ts: str = "2026-10-13T20:10:00+09:00", **given: object) -> dict[str, object]:
    whole = {"ts": ts, "actor": "Sam", "role": "user", "type": "text", "text": text, "model": None, "session": "s"}
    return {**whole, **given}


def test_what_is_appended_is_recalled_with_everything_the_design_names(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        receipt = memory.append([record("the budget is 300"), record("of the boat", "2026-10-13T11:11:00.5Z")])
        assert [str(locator) for locator in receipt.locators] == ["main/2026-10-13:1", "main/2026-10-13:2"]
        assert (receipt.stored, receipt.duplicates) == (2, 0)
        answer = memory.recall("yesterday evening, the budget", now=NOW, timezone="Asia/Tokyo", limit=20, around=0)
        assert (answer.layer, answer.total) == ("relaxed", 1)
        assert answer.intervals[0].start == datetime(2026, 10, 13, 8, tzinfo=UTC)
        assert [hit.record.text for hit in answer.hits] == ["the budget is 300", "of the boat"]
        assert [hit.record.ts for hit in answer.hits] == ["2026-10-13T11:10:00.000000Z", "2026-10-13T11:11:00.500000Z"]
        first, second = answer.hits
        assert (str(first.locator), first.rank, first.match, first.low_confidence) == (
            "main/2026-10-13:1",
            1,
            "exact",
            False,
        )
        assert second.match == "context"
        assert list(answer.notes)


def test_the_library_answers_at_the_instant_that_the_environment_gives_as_the_command_line_does(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.open(str(home)) as memory:
        memory.append([record("the budget is 300"), record("said later", "2026-10-14T12:00:00+09:00")])
        monkeypatch.setenv("LOSSLESS_NOW", "2026-10-14T10:00:00+09:00")
        monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
        assert ["the budget is 300"] == [hit.record.text for hit in memory.recall("yesterday").hits]
        assert [] == memory.recall("today").hits
        later = datetime(2026, 10, 14, 6, tzinfo=UTC)
        assert ["said later"] == [hit.record.text for hit in memory.recall("today", now=later).hits]
        monkeypatch.setenv("LOSSLESS_NOW", "soon")
        with pytest.raises(UsageError):
            memory.recall("yesterday")


def test_without_origin_nothing_is_a_duplicate_and_with_one_it_is(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        assert memory.append([record("same"), record("same")]).stored == 2
        named = record("same", origin={"source": "mine", "id": "1"})
        assert memory.append([named]).stored == 1
        receipt = memory.append([named, record("another", origin={"source": "mine", "id": "2"})])
        assert (receipt.stored, receipt.duplicates) == (1, 1)
        assert [locator and str(locator) for locator in receipt.locators] == [None, "main/2026-10-13:4"]


def test_a_receipt_means_that_another_opening_finds_it(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        memory.append([record("the varnish")])
        with Memory.open(str(home)) as other:
            assert other.recall("varnish", now=NOW, timezone="Asia/Tokyo").total == 1
            other.append([record("the varnish again")])
        assert memory.recall("varnish", now=NOW, timezone="Asia/Tokyo").total == 2


def test_many_questions_one_after_another_are_each_answered(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        memory.append([record("one two three"), record("four five", "2026-10-12T20:10:00+09:00")])
        asked = ["one", "one two", '"two three" one', "four five six", "yesterday", "「one」", "three two one zero"] * 2
        totals = [memory.recall(question, now=NOW, timezone="Asia/Tokyo").total for question in asked]
        assert totals == [1, 1, 1, 1, 1, 1, 1] * 2


def test_missing_fields_are_filled_in_as_the_command_does(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        memory.append([{"text": "hello"}, {"text": "hi", "role": "assistant"}])
        hits = memory.recall("hello hi", timezone="UTC").hits
        assert [(hit.record.actor, hit.record.role, hit.record.type, hit.record.session) for hit in hits] == [
            ("User", "user", "text", "append"),
            ("AI", "assistant", "text", "append"),
        ]
        assert abs(datetime.fromisoformat(hits[0].record.ts) - datetime.now(UTC)) < timedelta(minutes=5)


def test_now_may_be_text_with_an_offset(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        memory.append([record("the budget is 300")])
        answer = memory.recall("yesterday", now="2026-10-14T10:00:00+09:00", timezone="Asia/Tokyo")
        assert ["the budget is 300"] == [hit.record.text for hit in answer.hits]
        assert [] == memory.recall("budget", now="2026-10-13T10:00:00Z", timezone="Asia/Tokyo").hits


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"question": None}, "question must be text, but is None"),
        ({"question": b"hello"}, "question must be text"),
        ({"now": "soon"}, "'soon' is not an instant"),
        ({"now": "2026-10-14T10:00:00"}, "has no time zone"),
        ({"now": NOW.date()}, "is not an instant"),
        ({"now": 1}, "is not an instant"),
        ({"timezone": 9}, "timezone must be text"),
        ({"limit": 0}, "limit must be a whole number from 1 to 10,000, but is 0"),
        ({"limit": 10_001}, "limit must be"),
        ({"limit": "5"}, "limit must be"),
        ({"limit": True}, "limit must be"),
        ({"around": -1}, "around must be a whole number from 0 to 100, but is -1"),
        ({"around": 200}, "around must be"),
        ({"around": None}, "around must be"),
    ],
)
def test_what_recall_cannot_take_is_refused_as_the_command_refuses_it(
    home: Path, wrong: dict[str, Any], said: str
) -> None:
    given: dict[str, Any] = {"question": "hello", "now": NOW, "timezone": "UTC", **wrong}
    with Memory.open(str(home)) as memory, pytest.raises(UsageError, match="nothing was searched") as caught:
        memory.recall(given.pop("question"), **given)
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_naive_now_is_refused(home: Path) -> None:
    with Memory.open(str(home)) as memory, pytest.raises(UsageError, match="no time zone"):
        memory.recall("hello", now=datetime(2026, 10, 14))  # noqa: DTZ001 - the naive time is what is tested


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": 3},
        {},
        {"text": "x", "ts": "2026-10-13T20:10:00"},
        {"text": "x", "role": "nobody"},
        {"text": "x", "type": "song"},
        {"text": "x", "colour": "red"},
        {"text": "x", "origin": {"source": "mine"}},
        {"text": "x", "origin": "mine"},
        {"text": "x", "model": 3},
    ],
)
def test_a_wrong_record_is_refused_before_anything_is_stored(home: Path, wrong: dict[str, object]) -> None:
    with Memory.open(str(home)) as memory:
        with pytest.raises(UsageError, match=r"record 2: .*nothing was stored"):
            memory.append([record("right"), wrong])
        assert memory.recall("right", now=NOW, timezone="UTC").total == 0


def test_text_comes_back_to_the_character(home: Path) -> None:
    texts = [
        "",
        " two  spaces \n\n",
        "\x00\x1b[31m",
        "lone \ud83d",
        "é e\u0301 ｶﾌｪ",
        "\u2028line",
        "\r\nx\r",
        '{"a": 1}',
    ]
    with Memory.open(str(home)) as memory:
        memory.append([record(text, f"2026-10-13T20:1{place}:00+09:00") for place, text in enumerate(texts)])
        answer = memory.recall("yesterday", now=NOW, timezone="Asia/Tokyo")
    assert [hit.record.text for hit in answer.hits] == texts


def test_an_unknown_zone_or_a_question_that_asks_nothing_is_refused(home: Path) -> None:
    with Memory.open(str(home)) as memory:
        with pytest.raises(UsageError, match="no time zone called"):
            memory.recall("hello", now=NOW, timezone="Mars/Olympus")
        with pytest.raises(UsageError, match="neither a time nor a word"):
            memory.recall(" ", now=NOW, timezone="UTC")


def test_opening_makes_the_home_and_closing_twice_is_fine(home: Path) -> None:
    memory = Memory.open(str(home))
    assert (home / "store.json").is_file()
    memory.append([record("one")])
    memory.close()
    memory.close()
    with memory:
        assert memory.recall("one", now=NOW, timezone="UTC").total == 1


def test_the_environment_names_the_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOSSLESS_HOME", str(home))
    with Memory.open() as memory:
        memory.append([record("one")])
    assert (home / "log/main/2026/2026-10-13.jsonl").is_file()


def test_the_store_s_own_errors_come_through(home: Path) -> None:
    Memory.open(str(home)).close()
    (home / "config.json").write_text("{")
    with pytest.raises(ConfigError):
        Memory.open(str(home))
    (home / "config.json").unlink()
    (home / "store.json").write_text('{"format": 9, "id": "x", "secret": "00"}')
    with pytest.raises(NewerFormat) as caught:
        Memory.open(str(home))
    assert isinstance(caught.value, LosslessError)


def test_the_package_names_what_it_offers() -> None:
    assert set(lossless_memory.__all__) == {"Memory", "__version__"}
    with pytest.raises(AttributeError):
        lossless_memory.nothing  # noqa: B018 - reading it is what is tested
