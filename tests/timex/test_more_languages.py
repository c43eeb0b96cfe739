"""The languages that came later: what they must not read, how they live beside the first ones, and shared cases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lossless_memory.config import LANGUAGES

from .reading import ask, local
from .rows import rows
from .test_negatives import EVERY, FOLDER

LATER = LANGUAGES[3:]
FLOORS = {"de": (67.0, 0), "fr": (77.0, 2), "zh": (71.0, 0)}
"""Exact percent at least, negatives answered at most. The two French ones are times: “vers le 21” and, in a question
about the past, “entre 7h30 et 9h30”."""


def _lines(language: str) -> list[str]:
    return (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()


def _read(language: str, languages: tuple[str, ...]) -> dict[str, list[str]]:
    found = {line: [one.phrase for one in ask(line, languages=languages).intervals] for line in _lines(language)}
    return {line: phrases for line, phrases in found.items() if phrases}


@pytest.mark.parametrize("language", LATER)
def test_nothing_is_read_in_a_sentence_that_only_looks_like_a_time(language: str) -> None:
    assert _read(language, (language,)) == {}


@pytest.mark.parametrize("language", [*EVERY, "de", "fr"])
def test_nor_where_all_languages_are_set(language: str) -> None:
    assert _read(language, LANGUAGES) == {}


def test_japanese_and_chinese_are_told_apart_by_kana_where_both_are_set() -> None:
    assert local("昨日の夜に何を話した", languages=("ja", "zh")) == "2026-10-13T18:00..2026-10-14T05:00"
    assert local("昨天晚上说了什么", languages=("ja", "zh")) == "2026-10-13T18:00..2026-10-14T05:00"
    assert local("一時的な対応は何だった", languages=("ja", "zh")) == ""


@pytest.mark.parametrize("language", LATER)
def test_a_later_language_reads_its_examples_beside_english_as_well_as_alone(language: str) -> None:
    expected = {row.phrase: row.expected for row in rows(language) if len(row.phrase) > 4}
    found = {phrase: local(phrase, languages=("en", language)) for phrase in expected}
    assert found == expected


ASKED = {
    "de": [
        ("Was haben wir gestern Abend über das Budget gesagt?", "2026-10-13T17:00..2026-10-13T23:00"),
        ("Was war am 3. März um halb acht?", "2026-03-03T07:30..2026-03-03T08:00"),
        ("Mittwoch vor zwei Wochen", "2026-09-30..2026-10-01"),
        ("vor Montag", "..2026-10-12"),
        ("am 28.09.24 um 20.30 Uhr", "2024-09-28T20:30..2024-09-28T21:00"),
        ("zwischen dem 4. und dem 8. September", "2026-09-04..2026-09-09"),
        ("am dreißigsten September", "2026-09-30..2026-10-01"),
        ("Ende des Monats", "2026-09-21..2026-10-01"),
        ("in den letzten drei Tagen", "2026-10-11..2026-10-14T10:00"),
        ("Sonntag der letzten Woche", "2026-10-11..2026-10-12"),
    ],
    "fr": [
        ("Qu'est-ce qu'on a dit hier soir sur le budget ?", "2026-10-13T17:00..2026-10-13T23:00"),
        ("le 3 mars à 20h30", "2026-03-03T20:30..2026-03-03T21:00"),
        ("du 4 au 8 septembre", "2026-09-04..2026-09-09"),
        ("le 17 septembre de 14h à 16h", "2026-09-17T14:00..2026-09-17T16:00"),
        ("il y a trois jours", "2026-10-11..2026-10-12"),
        ("la semaine dernière", "2026-10-05..2026-10-12"),
        ("l'été dernier", "2026-06-01..2026-09-01"),
        ("les 3 derniers jours", "2026-10-11..2026-10-14T10:00"),
        ("lundi à 20 heures", "2026-10-12T20:00..2026-10-12T21:00"),
    ],
    "zh": [
        ("我们昨天晚上说了什么预算", "2026-10-13T18:00..2026-10-14T05:00"),
        ("三月三号下午三点半", "2026-03-03T15:30..2026-03-03T16:00"),
        ("上周二", "2026-10-06..2026-10-07"),
        ("两个星期前", "2026-09-30..2026-10-01"),
        ("前两天", "2026-10-12..2026-10-14T10:00"),
        ("周一之前", "..2026-10-12"),
        ("去年夏天", "2025-06-01..2025-09-01"),
        ("从9月4日到8日", "2026-09-04..2026-09-09"),
    ],
}


@pytest.mark.parametrize("language", ASKED)
def test_whole_questions_are_read(language: str) -> None:
    found = {phrase: local(phrase, languages=(language,)) for phrase, _ in ASKED[language]}
    assert dict(ASKED[language]) == found


@pytest.mark.shared
def test_the_shared_cases_of_later_languages_are_read_as_well_as_before(shared: Path) -> None:
    command = [sys.executable, str(shared / "timex" / "score.py"), "--json", "--lang", ",".join(LATER)]
    command += ["--files", "public-dev-more-languages.jsonl"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = {row["lang"]: row for row in json.loads(done.stdout)}
    assert set(FLOORS) == set(found)
    for language, (exact, refused) in FLOORS.items():
        assert exact <= 100 * found[language]["exact"] / found[language]["pos"], language
        assert refused >= found[language].get("fp", 0), language
