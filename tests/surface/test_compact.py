"""What was said before a compaction is found whole, and a compaction is shown where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surface.running import Cli, transcript, turn


def compacted(session: str, day: str, count: int) -> list[dict[str, object]]:
    """Return a conversation of ten lines, compacted `count` times, ten lines behind each."""
    lines: list[dict[str, object]] = []
    parent: str | None = None

    def add(line: dict[str, object]) -> None:
        nonlocal parent
        parent = str(line["uuid"])
        lines.append(line)

    for part in range(count + 1):
        for number in range(10):
            at = f"{day}T{part + 1:02d}:{number:02d}:00.000Z"
            role = "assistant" if number % 2 else "user"
            text = f"{session} part {part} line {number}"
            add(turn(f"{session}-{part}-{number}", at, text, role, session=session, parent=parent))
        if part < count:
            at = f"{day}T{part + 1:02d}:20:00.000Z"
            add(
                {
                    "type": "system",
                    "subtype": "compact_boundary",
                    "uuid": f"{session}-b{part}",
                    "parentUuid": None,
                    "logicalParentUuid": parent,
                    "sessionId": session,
                    "timestamp": at,
                    "content": "Conversation compacted",
                }
            )
            at = f"{day}T{part + 1:02d}:25:00.000Z"
            summary = turn(f"{session}-s{part}", at, "a wrong summary", session=session, parent=parent)
            add({**summary, "isCompactSummary": True})
    return lines


@pytest.fixture
def told(cli: Cli, tmp_path: Path) -> Cli:
    for session, day, count in (("early", "2026-10-11", 3), ("late", "2026-10-12", 1), ("whole", "2026-10-13", 0)):
        cli("import", str(transcript(tmp_path / f"{session}.jsonl", compacted(session, day, count))), code=0)
    return cli


@pytest.mark.parametrize("index", ["with the index", "from the log alone"])
def test_bare_it_is_the_last_compaction_of_all(told: Cli, index: str) -> None:
    if index == "from the log alone":
        for path in (told.home / "local").glob("*/c*"):
            path.unlink()
    answer = told("recall", "--compact", "--json", code=0).json
    assert [f"late part 0 line {number}" for number in range(10)] == [hit["text"] for hit in answer["hits"]]
    assert "a wrong summary" not in str(answer)


def test_a_number_counts_back_in_the_conversation_that_is_named(told: Cli) -> None:
    for back in (1, 2, 3):
        answer = told("recall", f"--compact={back}", "--session", "claude-code:early", "--limit", "3", "--json").json
        part = 3 - back
        assert [f"early part {part} line {number}" for number in (7, 8, 9)] == [hit["text"] for hit in answer["hits"]]
        assert "3 times" in answer["notes"][-1]


def test_there_is_nothing_before_a_compaction_that_never_was(told: Cli) -> None:
    assert "3 times" in told("recall", "--compact=4", "--session", "claude-code:early", code=2).err
    none = told("recall", "--compact", "--session", "claude-code:whole", code=1)
    assert "never compacted" in none.out
    assert "takes no question" in told("recall", "budget", "--compact", code=2).err


def test_with_now_given_a_later_compaction_does_not_count(told: Cli) -> None:
    answer = told("recall", "--compact", "--json", LOSSLESS_NOW="2026-10-11T02:22:00Z").json
    assert ["early part 1 line 9"] == [hit["text"] for hit in answer["hits"]][-1:]
    assert "none" == told("recall", "--compact", "--json", LOSSLESS_NOW="2026-10-11T01:05:00Z").json["layer"]


def test_show_says_where_the_conversation_was_compacted(told: Cli) -> None:
    locator = told("recall", "--compact", "--json").json["hits"][-1]["locator"]
    lines = told("show", locator, "--around", "2", code=0).out.splitlines()
    order = [
        next(place for place, line in enumerate(lines) if text in line)
        for text in ("late part 0 line 9", "the conversation was compacted here", "late part 1 line 0")
    ]
    assert sorted(order) == order
    kinds = [hit["kind"] for hit in told("show", locator, "--around", "2", "--json").json["hits"]]
    assert {"compact-boundary", "compaction"} <= set(kinds)
    assert "compacted" not in told("show", locator, code=0).out
