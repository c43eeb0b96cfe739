"""The first run: nothing is read before a word, what is read is counted first, and nothing is connected by itself."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess

import pytest

from tests.surface.running import PROGRAM, Cli, transcript, tree, turn

LINE = "We could paint the boat green before the summer, what do you think?"


@pytest.fixture
def person(cli: Cli) -> Cli:
    """Somebody with Claude Code and Codex, and a secret beside their conversations."""
    home = cli.home.parent
    lines = [
        turn("u1", "2026-10-12T11:00:00.000Z", LINE),
        turn("u2", "2026-10-12T11:01:00.000Z", "Green it is.", "assistant", parent="u1"),
    ]
    transcript(home / ".claude/projects/boat/s1.jsonl", lines)
    transcript(
        home / ".claude/projects/private/s2.jsonl", [turn("v1", "2026-10-12T11:00:00.000Z", "hush", session="s2")]
    )
    (home / ".claude/.credentials.json").write_text('{"key": "sk-kumquat"}')
    (home / ".codex/sessions").mkdir(parents=True)
    return cli


def typed(cli: Cli, command: list[str], answers: list[tuple[str, str]]) -> str:
    """Run a command at a terminal and type each answer once its question is there; return all that was shown."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), *command],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=cli.env(),
        start_new_session=True,
    )
    os.close(follower)
    shown, asked = "", 0
    while True:
        ready, _, _ = select.select([leader], [], [], 60)
        assert ready, f"it waits for something else: {shown}"
        try:
            piece = os.read(leader, 65_536)
        except OSError:  # the terminal is closed
            break
        if not piece:
            break
        shown += piece.decode("utf-8", "replace")
        if answers and (place := shown.find(answers[0][0], asked)) >= 0:
            asked = place + len(answers[0][0])
            os.write(leader, answers.pop(0)[1].encode() + b"\n")
    os.close(leader)
    assert 0 == process.wait(timeout=60), shown
    assert [] == answers, shown
    return shown


def test_without_a_word_nothing_is_read_and_nothing_is_made(person: Cli) -> None:
    before = tree(person.home.parent)
    refused = person("setup", code=2)
    assert "nothing was read" in refused.err
    assert "Claude Code" in refused.out
    assert "2 files" in refused.out
    assert "never reads anything else" in refused.out
    assert before == tree(person.home.parent)


def test_yes_reads_what_is_here_and_connects_nothing(person: Cli) -> None:
    home = person.home.parent
    before = tree(home / ".claude") | tree(home / ".codex")
    done = person("setup", "--yes", "--person", "Sam", "--assistant", "Iris", code=0)
    assert LINE in done.out
    assert "lossless connect claude-code" in done.err
    assert before == tree(home / ".claude") | tree(home / ".codex")
    assert {"person": "Sam", "assistant": "Iris"} == json.loads((person.home / "config.json").read_bytes())
    machine = json.loads(next((person.home / "machines").glob("*.json")).read_bytes())
    read = {"claude-code": [str(home / ".claude/projects")], "codex": [str(home / ".codex/sessions")]}
    assert {"device": "main", "sources": read} == machine
    assert LINE in person.recalled("the boat green")
    for kept in person.home.rglob("*"):
        assert not kept.is_file() or b"sk-kumquat" not in kept.read_bytes(), kept


def test_it_counts_what_it_would_read_without_what_is_excluded(person: Cli) -> None:
    person("config", "set", "exclude_paths", '["*/private"]', code=0)
    told = person("setup", "--yes", "--json", code=0).json
    claude = next(one for one in told["found"] if one["source"] == "claude-code")
    path = person.home.parent / ".claude/projects/boat/s1.jsonl"
    assert (1, path.stat().st_size, 1, True) == tuple(claude[name] for name in ("files", "bytes", "days", "readable"))
    assert [(0, True)] == [(one["files"], one["readable"]) for one in told["found"] if one["source"] == "codex"]
    assert 2 == told["total"]["stored"]
    assert [] == person.recalled("hush")


def test_a_tool_whose_folder_is_empty_counts(cli: Cli) -> None:
    (cli.home.parent / ".claude").mkdir()
    told = cli("setup", "--yes", "--json", code=0).json
    assert {"claude-code": [str(cli.home.parent / ".claude/projects")]} == told["sources"]
    lines = [turn("u1", "2026-10-13T11:00:00.000Z", "the first word here")]
    transcript(cli.home.parent / ".claude/projects/x/s.jsonl", lines)
    assert ["the first word here"] == cli.recalled("yesterday")


def test_running_it_again_adds_what_is_new_and_keeps_what_was_set(person: Cli) -> None:
    person("setup", "--yes", "--person", "Sam", code=0)
    person("config", "set", "sources.plain", "~/notes", code=0)
    (person.home.parent / "notes").mkdir()
    told = person("setup", "--yes", "--json", code=0).json
    assert {"plain", "claude-code", "codex"} == set(told["sources"])
    assert 0 == told["total"]["stored"]
    assert "Sam" == json.loads((person.home / "config.json").read_bytes())["person"]


def test_where_nothing_is_here_it_says_how_to_go_on(cli: Cli) -> None:
    done = cli("setup", "--yes", code=0)
    assert "lossless import PATH" in done.out


def test_a_second_machine_gets_a_name_of_its_own(person: Cli) -> None:
    person("setup", "--yes", code=0)
    other = {"LOSSLESS_MACHINE": "another"}
    assert "lossless setup" in person("append", "x", code=13, **other).err
    done = person("setup", "--yes", "--json", code=0, **other).json
    assert "main" != done["device"]
    assert 0 == done["total"]["stored"], "what the first machine stored is known"
    person("append", "from the second machine", code=0, **other)
    assert list((person.home / "log" / done["device"]).glob("*/*.jsonl"))
    refused = person("setup", "--yes", "--device", done["device"], code=2)
    assert "nothing was read" in refused.err


def test_at_a_terminal_it_asks_reads_shows_a_line_and_offers_to_connect(person: Cli) -> None:
    answers = [
        ("Read them into", "y"),
        ("Your name", "Sam"),
        ("Your AI's name", "Iris"),
        ("Connect Claude Code", "y"),
        ("settings like this?", "y"),
        ("Connect Codex", "n"),
    ]
    shown = typed(person, ["setup"], answers)
    assert LINE in shown
    assert "Claude Code is connected" in shown
    assert "lossless hook prompt" in (person.home.parent / ".claude/settings.json").read_text()
    assert not (person.home.parent / ".codex/hooks.json").exists()


def test_who_says_no_has_nothing_read(person: Cli) -> None:
    before = tree(person.home.parent)
    typed(person, ["setup"], [("Read them into", "n")])
    assert before == tree(person.home.parent)


def test_connect_asks_at_a_terminal_and_no_changes_nothing(person: Cli) -> None:
    person("append", "x", code=0)
    before = tree(person.home.parent)
    shown = typed(person, ["connect", "claude-code"], [("settings like this?", "n")])
    assert "Nothing was changed" in shown
    assert before == tree(person.home.parent)
