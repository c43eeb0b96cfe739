"""The sentences in negatives/: nobody speaks of a time in them, and few may be answered as if somebody did."""

from __future__ import annotations

from pathlib import Path

import pytest

from .reading import ask

HERE = Path(__file__).parent / "negatives"


@pytest.mark.parametrize(("language", "percent"), [("en", 2.0), ("ja", 3.0), ("es", 3.0)])
def test_few_sentences_without_a_time_are_answered_with_one(language: str, percent: float) -> None:
    lines = [line for line in (HERE / f"{language}.txt").read_text(encoding="utf-8").splitlines() if line.strip()]
    answered = [line for line in lines if ask(line).intervals]
    assert len(answered) <= percent / 100 * len(lines), answered
