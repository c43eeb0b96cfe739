"""A slice of the year that `python -m tests.daemon.year` lives through whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.daemon.year import Year

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="passes are forked and killed")


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_in_a_week_every_line_is_shown_once_on_both_machines(tmp_path: Path, seed: int) -> None:
    year = Year(tmp_path, seed, days=7, sources=12, kills=8, check=1)
    year.run()
    assert (year.kills >= 8, year.checks >= 14) == (True, True), (
        f"seed {seed}: {year.kills} kills, {year.checks} checks"
    )
