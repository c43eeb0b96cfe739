"""The shared cases, against floors a little under what was measured when they were last raised."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from lossless_memory.timex import parse

FLOORS = {  # exact percent at least, negatives answered at most
    ("public-dev.jsonl", "en"): (86.0, 3),
    ("public-dev.jsonl", "ja"): (88.5, 0),
    ("public-dev.jsonl", "es"): (89.0, 1),
    ("questions-dev.jsonl", "en"): (100.0, 0),
    ("questions-dev.jsonl", "ja"): (100.0, 0),
    ("questions-dev.jsonl", "es"): (100.0, 0),
}


@pytest.mark.shared
def test_the_shared_cases_are_read_as_well_as_before(shared: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(shared / "timex" / "score.py"), "--json"], capture_output=True, text=True, check=True
    )
    rows = {(row["file"], row["lang"]): row for row in json.loads(done.stdout)}
    assert set(FLOORS) == set(rows)
    for key, (exact, refused) in FLOORS.items():
        assert exact <= 100 * rows[key]["exact"] / rows[key]["pos"], key
        assert refused >= rows[key].get("fp", 0), key


@pytest.mark.shared
@pytest.mark.parametrize(("name", "found", "false"), [("recall-en-a", 81, 0), ("recall-ja-a", 86, 4)])
def test_the_questions_of_the_recall_sets_are_read_as_meant(shared: Path, name: str, found: int, false: int) -> None:
    right = wrong = 0
    for line in (shared / "retrieval" / name / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        now = datetime.fromisoformat(case["asked_at"])
        intervals = parse(case["question"], now=now, timezone=case["timezone"]).intervals
        if not case.get("interval"):
            wrong += bool(intervals)
            continue
        meant = [datetime.fromisoformat(side).replace(tzinfo=now.tzinfo) for side in case["interval"]]
        if intervals:
            starts = [one.start or meant[0] for one in intervals]
            ends = [one.end or now for one in intervals]
            shared_time = min(max(ends), meant[1]) - max(min(starts), meant[0])
            whole = max(*ends, meant[1]) - min(*starts, meant[0])
            right += shared_time / whole >= 0.5
    assert found <= right
    assert false >= wrong
