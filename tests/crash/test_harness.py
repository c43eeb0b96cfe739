"""A short slice of the fault suite, the known-bad builds among it; `make crash` runs the whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.crash import trace


def test_nothing_is_lost_under_a_slice_of_the_faults_and_every_known_bad_build_is_caught() -> None:
    if (reason := trace.why_not()) and not os.environ.get("CI"):
        pytest.skip(f"most faults cannot be injected: {reason}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash", "--quick", "--workers", "2"],
        capture_output=True,
        text=True,
        env=trace.environment(),
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    runs, fired, _, acknowledged, lost, doubled = map(
        int, re.findall(r"^all +all +(.*)$", done.stdout, re.M)[0].split()
    )
    assert (lost, doubled) == (0, 0)
    assert fired > 30 and acknowledged > 100 and runs >= fired, done.stdout
    assert done.stdout.count("known-bad build") == 4, done.stdout
