"""A simulated week: at every prompt the right things are told, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from lossless_memory import clock
from lossless_memory.config import Machine
from lossless_memory.log import fsio
from lossless_memory.log.home import open_store, save_machine
from lossless_memory.paths import find_home
from lossless_memory.present.stand import START_CHARS, TURN_CHARS, span
from lossless_memory.surface.hook.answer import answer
from tests.surface.running import tree

from .week import Moment, Week

ZONE = ZoneInfo("Asia/Tokyo")


def context(home: Path, name: str, **event: object) -> str:
    """Run the hook's function and return what it injects."""
    said = answer(name, json.dumps(event).encode(), str(home))
    return json.loads(said)["hookSpecificOutput"]["additionalContext"] if said else ""


def prepared(home: Path, folder: Path) -> None:
    folder.mkdir()
    store = open_store(find_home(str(home)), now=clock.now())
    save_machine(store.home, Machine("main", {"claude-code": (str(folder),)}))


def prompted(home: Path, moment: Moment) -> str:
    return context(
        home,
        "prompt",
        hook_event_name="UserPromptSubmit",
        session_id=moment.session,
        transcript_path=str(moment.path),
        cwd="/home/sam/work",
        prompt=moment.prompt,
    )


def always_right(home: Path, week: Week, moment: Moment, where: str) -> None:
    """Assert what holds of every prompt of a week."""
    told = prompted(home, moment)
    assert len(told) <= TURN_CHARS, where
    assert moment.topic in told, where
    assert moment.other.text in told, where
    assert f"last spoke {span(round((moment.now - moment.last).total_seconds()) * 1_000_000)} ago" in told, where
    assert [word for word in week.dead | week.tools if word in told] == [], where


@pytest.mark.parametrize("seed", [1])
def test_at_every_prompt_of_a_week_the_thread_is_told_and_nothing_else(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    folder = tmp_path / "projects"
    prepared(home, folder)
    monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
    week = Week(folder, seed)
    prompts = compactions = 0
    for moment in week.moments(days=7, prompts_a_day=30):
        monkeypatch.setenv("LOSSLESS_NOW", moment.now.isoformat())
        where = f"seed {seed}, prompt {prompts} at {moment.now}"
        if moment.is_compacted is not None:
            start = {"hook_event_name": "SessionStart", "source": "compact", "session_id": moment.session}
            told = context(home, "session-start", transcript_path=str(moment.path), cwd="/home/sam/work", **start)
            assert len(told) <= START_CHARS, where
            assert [one for one in moment.is_compacted if one not in told] == [], where
            compactions += 1
        always_right(home, week, moment, where)
        prompts += 1
    assert prompts >= 200
    assert compactions >= 7
    log = home / "local"
    assert [path.read_text() for path in log.glob("*/service.log")] == []


def test_while_another_process_holds_the_lock_the_same_is_told_and_nothing_is_appended(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "projects"
    prepared(home, folder)
    monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
    week = Week(folder, 2)
    store = find_home(str(home))
    for number, moment in enumerate(week.moments(days=2, prompts_a_day=20)):
        monkeypatch.setenv("LOSSLESS_NOW", moment.now.isoformat())
        where = f"prompt {number} at {moment.now}"
        if number < 10:
            always_right(home, week, moment, where)
            continue
        before = tree(home / "log")
        with fsio.locked(store.lock, 0):
            always_right(home, week, moment, where)
        assert before == tree(home / "log"), where
    (log,) = (home / "local").glob("*/service.log")
    assert "another process is writing" in log.read_text()
    always_right(home, week, moment, "with the lock free again")
