"""A slice of the faults in the building of vectors; `make crash` runs 300 kills."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meaning import faults

pytest.importorskip("sqlite_vec")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is killed like this here")

KILLS = 20


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.meaning.faults", "--kills", str(KILLS), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)


def test_kills_and_full_disks_leave_no_stray_and_no_doubled_passage_and_change_no_answer() -> None:
    done = run()
    assert 0 == done.returncode, done.stdout + done.stderr
    counts = {name: int(number) for name, number in re.findall(r"([a-z ]+?) (\d+)(?:, |$)", done.stdout.split("\n")[1])}
    assert KILLS <= counts["killed"], done.stdout
    assert counts["full"] and counts["rounds"] and counts["answers"] > 2 * KILLS, done.stdout
    assert [0] * 4 == [counts[name] for name in ("stray", "doubled", "bits apart", "answers changed")], done.stdout


@pytest.mark.parametrize("bad", faults.BAD_BUILDS)
def test_a_known_bad_build_is_caught(bad: str) -> None:
    done = run("--bad", bad, "--seed", "1")
    assert 1 == done.returncode, done.stdout + done.stderr
    assert "WRONG: " in done.stdout
