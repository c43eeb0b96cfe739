"""Sentences that only look as if they spoke of a time: nothing may be read in them, whichever languages are on."""

from __future__ import annotations

from pathlib import Path

import pytest

from .reading import ask

FOLDER = Path(__file__).parent / "negatives"
EVERY = ("en", "ja", "es")


def _lines(language: str) -> list[str]:
    return (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("languages", [(), EVERY], ids=["alone", "all"])
@pytest.mark.parametrize("language", EVERY)
def test_nothing_is_read_in_a_sentence_that_only_looks_like_a_time(language: str, languages: tuple[str, ...]) -> None:
    chosen = languages or (language,)
    read = {line: [one.phrase for one in ask(line, languages=chosen).intervals] for line in _lines(language)}
    assert {line: phrases for line, phrases in read.items() if phrases} == {}


@pytest.mark.parametrize("language", EVERY)
def test_the_sentences_are_many_and_each_stands_once(language: str) -> None:
    lines = _lines(language)
    assert len(lines) >= 320
    assert sorted(set(lines)) == sorted(lines)
    assert all(line == line.strip() != "" for line in lines)
