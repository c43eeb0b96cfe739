"""Every entry of every lexicon has an example, and every example means the interval beside it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from importlib import import_module
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from lossless_memory.config import LANGUAGES
from lossless_memory.timex import lexer, lexicon, mask
from lossless_memory.timex.digits import PIECE
from lossless_memory.timex.fold import fold

from .reading import ask, local
from .rows import Row, rows

ANYWHERE = frozenset('x`#_";,/.O')  # letters whose words stand beside a time phrase, or keep one from being read


class Entry(NamedTuple):
    """A line of a lexicon: the table it stands in, its type letter, and its spellings as they are written there."""

    table: int
    letter: str
    spellings: str


def _entries(language: str) -> dict[str, Entry]:
    """Return the entries of a lexicon by spelling; what is spelled twice belongs to the later one, as for the lexer."""
    module = import_module(f"lossless_memory.timex.lexicon.{language}")
    found: dict[str, Entry] = {}
    for number, (letter, table) in enumerate(module.WORDS):
        for spellings in table:
            for spelling in filter(None, spellings.replace("'s", " 's").split("|")):
                found[spelling] = found[spelling.replace(" ", " - ")] = Entry(number, letter, spellings)
    return found


def _used(language: str, row: Row, entries: dict[str, Entry]) -> Iterator[Entry]:
    """Yield the entries an example makes use of: inside what was read, or beside it for words that belong there."""
    words = lexicon.load(language)
    folded = fold(row.phrase)
    spans = [one.span for one in ask(row.phrase, row.now, row.zone, (language,)).intervals]
    for token in lexer.lex(mask.mask(folded.text), words, words.order):
        piece = folded.text[token.start : token.end]
        spelling = " ".join(match.group() for match in PIECE.finditer(piece)) if words.spaced else piece
        entry = entries.get(spelling)
        start, end = folded.back[token.start], folded.back[token.end]
        inside = any(first <= start and end <= last for first, last in spans)
        if entry and entry.letter == token.kind and (inside or not spans or token.kind in ANYWHERE):
            yield entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_means_the_interval_beside_it(language: str) -> None:
    found = {row.phrase: local(row.phrase, row.now, row.zone, (language,)) for row in rows(language)}
    assert {row.phrase: row.expected for row in rows(language)} == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_lexicon_has_an_example(language: str) -> None:
    entries = _entries(language)
    used = {entry for row in rows(language) for entry in _used(language, row, entries)}
    missing = [f"{entry.letter}: {entry.spellings}" for entry in dict.fromkeys(entries.values()) if entry not in used]
    assert missing == [], f"add a row to tests/timex/examples/{language}.txt for each"


@pytest.mark.parametrize("language", LANGUAGES[3:])  # the first three know words of two kinds: the later entry counts
def test_no_spelling_stands_in_two_entries(language: str) -> None:
    module = import_module(f"lossless_memory.timex.lexicon.{language}")
    spellings = [one for _letter, table in module.WORDS for key in table for one in key.split("|")]
    assert sorted({one for one in spellings if spellings.count(one) > 1}) == []


WEEKS_AGO = {"en": "{} weeks ago", "es": "hace {} semanas", "de": "vor {} Wochen", "fr": "il y a {} semaines"}
NTH = {"en": "the {} of march", "es": "el {} de marzo", "de": "am {} marz", "fr": "le {} mars"}


@pytest.mark.parametrize("language", WEEKS_AGO)
def test_every_number_word_counts_weeks_or_names_a_day(language: str) -> None:
    asked = date(2026, 10, 14)
    for word, (value, grade) in lexicon.load(language).numbers.items():
        if grade in {"unit", "teen", "tens", "hundred"} and value < 1000:
            day = asked - timedelta(weeks=value)
            phrase = WEEKS_AGO[language].format(word)
        elif grade == "ordinal":
            day = date(2026, 3, value)
            phrase = NTH[language].format(word)
        else:
            continue
        assert f"{day}..{day + timedelta(days=1)}" == local(phrase, languages=(language,)), phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_said_once_and_stands_under_a_heading(language: str) -> None:
    found = rows(language)
    phrases = [(row.phrase, row.now, row.zone) for row in found if row.expected]
    assert all(row.heading and row.now and row.zone for row in found)
    assert sorted({one[0] for one in phrases if phrases.count(one) > 2}) == []


def test_the_languages_a_person_can_set_are_those_that_can_be_read() -> None:
    assert LANGUAGES == lexicon.KNOWN


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_names_the_phrase_and_its_first_and_last_day(language: str) -> None:
    for row in rows(language):
        place = ZoneInfo(row.zone)
        for one in ask(row.phrase, row.now, row.zone, (language,)).intervals:
            assert one.phrase in one.reading
            if one.start:
                assert f"{one.start.astimezone(place):%Y-%m-%d}" in one.reading
            if one.start and one.end:
                assert f"{one.end.astimezone(place) - timedelta(microseconds=1):%Y-%m}" in one.reading
