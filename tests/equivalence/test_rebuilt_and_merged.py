"""However the index came to be, it says the same: line by line or at once, one device first or the other (P13, P18)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lossless_memory.index import update
from tests.equivalence.homes import caught_up, empty_home, told
from tests.equivalence.logs import DEVICES, make_log
from tests.query.asking import written

QUESTIONS = 12


@pytest.mark.parametrize("seed", range(100, 112))
def test_an_index_grown_bit_by_bit_equals_one_made_anew(seed: int, tmp_path: Path) -> None:
    log = make_log(seed, 70)
    chance = random.Random(f"pieces {seed}")
    home = empty_home(tmp_path)
    waiting = {device: list(lines) for device, lines in log.lines.items()}
    while any(waiting.values()):
        for device in chance.sample(DEVICES, k=2):
            count = chance.choice((0, 1, 5, 25))
            written(home, waiting[device][:count], device)
            del waiting[device][:count]
        caught_up(home)
    grown = told(home, log, QUESTIONS)
    update.rebuild(home)
    assert told(home, log, QUESTIONS) == grown, f"seed {seed}"


@pytest.mark.parametrize("seed", range(200, 208))
def test_two_devices_give_the_same_answers_in_either_order(seed: int, tmp_path: Path) -> None:
    log = make_log(seed, 70)
    answers = []
    for place, order in enumerate((DEVICES, DEVICES[::-1])):
        home = empty_home(tmp_path / str(place))
        for device in order:
            written(home, log.lines[device], device)
            caught_up(home)
        answers.append(told(home, log, QUESTIONS))
    assert answers[0] == answers[1], f"seed {seed}"


@pytest.mark.parametrize("seed", range(300, 304))
def test_a_day_file_that_vanishes_and_comes_back_changes_nothing(seed: int, tmp_path: Path) -> None:
    log = make_log(seed, 70)
    home = empty_home(tmp_path)
    for device in DEVICES:
        written(home, log.lines[device], device)
    caught_up(home)
    before = told(home, log, QUESTIONS)
    days = sorted({day for day, _ in log.lines["main"]})
    path = Path(home.day_file("main", random.Random(seed).choice(days)))
    path.rename(tmp_path / "away")
    caught_up(home)
    assert told(home, log, 0) != before[: len(told(home, log, 0))]
    (tmp_path / "away").rename(path)
    caught_up(home)
    assert told(home, log, QUESTIONS) == before, f"seed {seed}"
