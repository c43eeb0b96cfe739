"""What a caller may rely on besides the intervals: spans, rest, readings, settings, errors, a cheap import."""

from __future__ import annotations

import ast
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import lossless_memory.timex
from lossless_memory.timex import parse

from .reading import ask, local

NOW = datetime(2026, 10, 14, 1, 0, tzinfo=UTC)


def test_the_span_points_into_the_text_as_it_was_given() -> None:
    text = "あの　３日前　の Ｍａｙ　３ 話"
    for one in ask(text).intervals:
        assert one.phrase == text[one.span[0] : one.span[1]]
    assert [one.phrase for one in ask("あの　３日前　の話").intervals] == ["３日前"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("3日前の予算の話", "の予算の話"),
        ("What did we decide last Tuesday night?", "What did we decide ?"),
        ("yesterday evening, about the budget", ", about the budget"),
        ("the budget, yesterday", "the budget, "),
        ("what did I say yesterday about tests", "what did I say about tests"),
        ("  keep   the  spaces  ", "  keep   the  spaces  "),
    ],
)
def test_the_rest_is_the_text_without_the_phrases_and_otherwise_verbatim(text: str, rest: str) -> None:
    assert rest == ask(text).rest


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("yesterday", "“yesterday” read as 2026-10-13 Tue, the whole day"),
        ("last week", "“last week” read as 2026-10-05 Mon to 2026-10-11 Sun, both days included"),
        ("last night", "“last night” read as 2026-10-13 Tue 18:00 to 2026-10-14 Wed 05:00"),
        ("the other day", "“the other day” read as 2026-10-04 Sun to 2026-10-13 Tue, both days included (roughly)"),
        ("after the 10th", "“after the 10th” read as everything from 2026-10-11 Sun on"),
        ("before March 3", "“before March 3” read as everything before 2026-03-03 Tue"),
        ("next week", "“next week” read as 2026-10-19 Mon to 2026-10-25 Sun, both days included (still to come)"),
        ("先週", "「先週」は2026-10-05(月)から2026-10-11(日)まで（両日を含む）と読みました"),
        ("昨日の夜", "「昨日の夜」は2026-10-13(火) 18:00から2026-10-14(水) 05:00までと読みました"),
        ("la semana pasada", "«la semana pasada» entendido como lun 2026-10-05 a dom 2026-10-11, ambos días incluidos"),
    ],
)
def test_the_reading_says_the_exact_local_time_in_the_language_of_the_question(text: str, reading: str) -> None:
    assert reading == ask(text).intervals[0].reading


def test_a_time_of_day_without_a_date_says_so() -> None:
    assert [one.time_of_day_only for one in ask("the note at 3pm").intervals] == [True]
    assert [one.time_of_day_only for one in ask("夜中の2時ごろ、何を話した？").intervals] == [True]
    assert [one.time_of_day_only for one in ask("the note at 3pm yesterday").intervals] == [False]


def test_a_vague_phrase_is_marked_as_a_window() -> None:
    assert [one.vague for one in ask("a couple of weeks ago").intervals] == [True]
    assert [one.vague for one in ask("この前の話").intervals] == [True]
    assert [one.vague for one in ask("two weeks ago").intervals] == [False]
    assert [one.vague for one in ask("what about the Christmas cake").intervals] == [True]
    assert [one.vague for one in ask("what did we say at Christmas").intervals] == [False]


def test_what_begins_after_now_is_marked_as_future() -> None:
    assert [one.future for one in ask("next week").intervals] == [True]
    assert [one.future for one in ask("this week").intervals] == [False]


def test_other_readings_are_alternatives() -> None:
    def whole(day: str) -> tuple[datetime, datetime]:
        start = datetime.fromisoformat(f"{day}T00:00+09:00").astimezone(UTC)
        return start, datetime.fromtimestamp(start.timestamp() + 86_400, UTC)

    assert whole("2026-10-14") in ask("on Wednesday").intervals[0].alternatives
    assert whole("2026-10-06") in ask("last Tuesday").intervals[0].alternatives
    assert whole("2026-03-04") in ask("on 04/03", date_order="mdy").intervals[0].alternatives
    two_months_ago = ask("two months ago").intervals[0]
    august = datetime(2026, 7, 31, 15, tzinfo=UTC), datetime(2026, 8, 31, 15, tzinfo=UTC)
    assert august in two_months_ago.alternatives


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("monday", "2026-10-05..2026-10-12"),
        ("sunday", "2026-10-04..2026-10-11"),
        ("saturday", "2026-10-03..2026-10-10"),
    ],
)
def test_the_week_starts_on_the_day_that_was_set(start: str, expected: str) -> None:
    assert expected == local("last week", week_start=start)
    assert expected == local("先週", week_start=start)


@pytest.mark.parametrize(
    ("text", "languages", "order", "expected"),
    [
        ("on 03/04", ("en",), None, "2026-03-04..2026-03-05"),
        ("on 03/04", ("en",), "dmy", "2026-04-03..2026-04-04"),
        ("el 03/04", ("es",), None, "2026-04-03..2026-04-04"),
        ("el 03/04", ("es",), "mdy", "2026-03-04..2026-03-05"),
        ("3/4に", ("ja",), None, "2026-03-04..2026-03-05"),
        ("on 22/04", ("en",), None, "2026-04-22..2026-04-23"),
        ("71/05/05", ("ja",), None, "1971-05-05..1971-05-06"),
        ("05/05/71", ("en",), None, "1971-05-05..1971-05-06"),
        ("2026/03/04", ("en",), "dmy", "2026-03-04..2026-03-05"),
    ],
)
def test_the_order_of_a_date_in_digits_is_the_language_s_or_the_one_set(
    text: str, languages: tuple[str, ...], order: str | None, expected: str
) -> None:
    more = {} if order is None else {"date_order": order}
    assert expected == local(text, languages=languages, **more)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"now": datetime(2026, 10, 14)}, "no time zone"),  # noqa: DTZ001 - the point of the row
        ({"timezone": "Europe/Atlantis"}, "Europe/Atlantis"),
        ({"languages": ("tlh",)}, "tlh"),
        ({"week_start": "moonday"}, "moonday"),
        ({"date_order": "ydm"}, "ydm"),
    ],
)
def test_a_setting_nobody_knows_is_refused_in_a_plain_sentence(wrong: dict[str, object], words: str) -> None:
    settings: dict[str, object] = {"now": NOW, "timezone": "UTC", **wrong}
    with pytest.raises(ValueError, match=words):
        parse("yesterday", **settings)  # type: ignore[arg-type]


def test_only_the_languages_asked_for_are_read() -> None:
    assert ask("昨日", languages=("en",)).intervals == ()
    assert ask("yesterday", languages=("ja", "es")).intervals == ()


def test_of_several_languages_the_one_whose_words_the_question_uses_decides() -> None:
    assert local("el informe del 3/4") == "2026-04-03..2026-04-04"
    assert local("the report of 3/4") == "2026-03-04..2026-03-05"
    assert local("3/4の報告") == "2026-03-04..2026-03-05"
    assert local("last weekの話") == "2026-10-05..2026-10-12"


STAND_INS = ("lossless_memory.typed", "lossless_memory.patterns")
"""What hands on the standard library without its cost at a start."""


def test_the_package_imports_only_the_standard_library_and_itself() -> None:
    root = Path(lossless_memory.timex.__file__).parent
    stand_ins = [root.parent / f"{name.rpartition('.')[2]}.py" for name in STAND_INS]
    for file in [*root.rglob("*.py"), *stand_ins]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                known = name.split(".")[0] in sys.stdlib_module_names or name.startswith("lossless_memory.timex")
                assert known or name in STAND_INS, f"{file.name} imports {name}"


def test_importing_loads_no_grammar_and_no_language_before_the_first_question() -> None:
    code = "import sys, lossless_memory.timex; print(sorted(m for m in sys.modules if m.startswith('lossless_memory.timex.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
