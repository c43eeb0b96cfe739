"""`topic` and `now` on the command line; only a person at a terminal sets what matters."""

from __future__ import annotations

import json
import os
import pty
import subprocess

import pytest

from tests.surface.running import PROGRAM, Cli

LATER = {"LOSSLESS_NOW": None}


def at_terminal(cli: Cli, *arguments: str) -> tuple[int, str]:
    """Run the command with a terminal as stdin and stdout; return its exit code and what the terminal shows."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), *arguments], stdin=follower, stdout=follower, stderr=subprocess.STDOUT, env=cli.env(**LATER)
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65_536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    return process.wait(timeout=60), shown.decode()


def topics(cli: Cli) -> list[dict]:
    return cli("topic", "list", "--json", **LATER).json["topics"]


def test_anyone_may_add_a_topic_but_not_the_same_twice_in_a_row(cli: Cli) -> None:
    for words, added in (("the varnish", True), ("The  Varnish", False), ("the keys", True), ("the varnish", True)):
        assert cli("topic", "add", "--json", *words.split(" "), code=0).json["added"] is added
    assert [(one["topic"], one["by"], one["priority"]) for one in topics(cli)] == [
        ("the varnish", "program", "normal"),
        ("the keys", "program", "normal"),
    ]
    (path,) = cli.home.glob("log/*/markers.jsonl")
    assert [json.loads(line)["mark"] for line in path.read_bytes().splitlines()] == ["topic"] * 3
    assert path.stat().st_mode & 0o777 == 0o600


def test_topics_that_were_added_after_the_instant_one_looks_from_are_told_of(cli: Cli) -> None:
    cli("topic", "add", "the varnish", code=0)
    told = cli("topic", "list", code=1)
    assert "1 topic added after 2026-10-14 Wed 10:00 (Asia/Tokyo) is not shown." in told.err
    assert "No topic" not in told.err
    assert "not shown" not in cli("topic", "list", code=0, **LATER).err


@pytest.mark.parametrize("action", ["done", "priority", "flag", "clear"])
def test_what_is_the_persons_is_refused_without_a_terminal_and_says_who_may(cli: Cli, action: str) -> None:
    cli("topic", "add", "the varnish", code=0)
    (path,) = cli.home.glob("log/*/markers.jsonl")
    before = path.read_bytes()
    ran = cli("topic", action, *(["critical"] if action == "priority" else []), "the varnish", code=2)
    assert "Only the person may use topic" in ran.err
    assert "at a terminal" in ran.err
    assert before == path.read_bytes()


def test_at_a_terminal_the_person_marks_by_words_or_by_number(cli: Cli) -> None:
    assert at_terminal(cli, "topic", "add", "the varnish")[0] == 0
    cli("topic", "add", "the keys", code=0)
    assert at_terminal(cli, "topic", "priority", "critical", "2") == (0, "“the keys” has priority critical.\r\n")
    assert at_terminal(cli, "topic", "flag", "The Varnish")[0] == 0
    assert [(one["topic"], one["priority"], one["flagged"], one["by"], one["number"]) for one in topics(cli)] == [
        ("the varnish", "normal", True, "person", 1),
        ("the keys", "critical", False, "program", 2),
    ]
    assert at_terminal(cli, "topic", "done", "1")[0] == 0
    assert at_terminal(cli, "topic", "clear", "2")[0] == 0
    assert [(one["topic"], one["priority"], one["done"]) for one in topics(cli)] == [
        ("the keys", "normal", False),
        ("the varnish", "normal", True),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["topic", "add"], "needs some words"),
        (["topic", "add", "x" * 301], "at most 300"),
        (["topic", "list"], "There is no store"),
    ],
)
def test_what_is_no_topic_is_refused(cli: Cli, arguments: list[str], said: str) -> None:
    ran = cli(*arguments)
    assert ran.code in (2, 12)
    assert said in ran.err


def test_at_a_terminal_a_topic_or_priority_that_does_not_exist_is_refused(cli: Cli) -> None:
    cli("topic", "add", "the varnish", code=0)
    code, shown = at_terminal(cli, "topic", "done", "the keys")
    assert (code, "There is no topic 'the keys'" in shown) == (2, True)
    code, shown = at_terminal(cli, "topic", "priority", "urgent", "the varnish")
    assert (code, "critical, high, normal, low, parked" in shown) == (2, True)


def test_now_tells_the_person_and_for_ai_what_is_injected(filled: Cli) -> None:
    text = filled("now", code=0).out
    assert "You last spoke 13 h 50 min ago (2026-10-13 Tue 20:10)." in text
    assert "- 2026-10-13 Tue 20:10: The budget for the boat is 300\n" in text
    injected = filled("now", "--for-ai", code=0).out
    assert injected.startswith("<lossless-memory-")
    assert "| 2026-10-13 Tue 20:10 User: The budget for the boat is 300\n" in injected


def test_now_as_json(filled: Cli) -> None:
    filled("topic", "add", "the varnish", code=0)
    body = filled("now", "--json", code=0).json
    assert (body["now"], body["last_spoke"]) == ("2026-10-14T01:00:00.000000Z", "2026-10-13T11:10:00.000000Z")
    assert [one["headline"] for one in body["topics"]] == [
        "明日の歯医者は午後三時、駅前の森田歯科です",
        "The budget for the boat is 300",
    ]


def test_now_without_an_index_is_the_same(filled: Cli) -> None:
    shown = filled("now", code=0).out
    for path in filled.home.glob("local/*/c*"):
        path.unlink()
    assert shown == filled("now", code=0).out
