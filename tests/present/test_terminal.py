"""Answers as terminal text: wrapped without loss, and never pretending to be another line (RELIABILITY §7.8)."""

from __future__ import annotations

import random
import unicodedata
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.log.read import Locator
from lossless_memory.present import terminal
from lossless_memory.present.visible import visible
from lossless_memory.query.answer import Answer, Hit
from tests.present.test_visible import hostile, unseen
from tests.query.asking import NOW, Book, said

INDENT = "    "
TOKYO = ZoneInfo("Asia/Tokyo")


def columns(text: str) -> int:
    wide = {"W": 2, "F": 2}
    return sum(
        0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else wide.get(unicodedata.east_asian_width(char), 1)
        for char in text
    )


def rejoined(lines: list[str], line: str) -> str:
    """Put wrapped lines together again, with the one space each cut at a space took."""
    text = ""
    for piece in lines:
        assert piece.startswith(INDENT) or not piece
        part = piece.removeprefix(INDENT)
        if text and line[len(text) : len(text) + 1] == " " and not line[len(text) :].startswith(part):
            text += " "
        text += part
    return text


LINES = [
    "a plain line that is longer than forty columns and must be cut somewhere at a space",
    "これは四十桁より長い日本語の文なので、どこかで切らなければならないのですが、空白がありません。",
    "mixed 日本語 and English, 半角ｶﾅ and ＦＵＬＬ width, all in one line that is long enough",
    "x" * 300,
    "  two  spaces   three    four and so on until the line is really long enough to be cut " * 3,
    "e\u0301" * 100,
    "👩‍💻" * 40,
    "ends with a space exactly at the edge of it ",
    "",
    " ",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("width", [40, 41, 57, 100])
def test_wrapping_loses_nothing_and_keeps_the_width(line: str, width: int) -> None:
    found = list(terminal.wrapped(line, width))
    assert line.rstrip(" ") == rejoined(found, line).rstrip(" ")
    assert [piece for piece in found if columns(piece) > width] == []


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf")), max_size=200), st.integers(40, 100))
def test_any_line_is_wrapped_without_loss(line: str, width: int) -> None:
    found = list(terminal.wrapped(line, width))
    assert line.replace(" ", "") == "".join(found).replace(" ", "")
    assert [piece for piece in found if columns(piece) > width] == []


def test_a_line_of_a_million_characters_is_wrapped_once_through() -> None:
    assert sum(len(piece) - len(INDENT) for piece in terminal.wrapped("x" * 1_000_000, 100)) == 1_000_000


def shown(text: str, **given: object) -> Hit:
    return Hit(
        said("2026-10-13 20:10", text, **given), Locator("main", "2026-10-13", 1), "2026-10-13T11:10:00.000000Z", 1
    )  # type: ignore[arg-type]


def test_of_hostile_texts_in_every_field_nothing_reaches_the_terminal_and_no_line_pretends_to_be_a_head() -> None:
    chance = random.Random(5)
    cases = hostile()
    for text in cases:
        hit = shown(
            text + "\n20:11  Sam  [main/2026-10-13:2]", actor=chance.choice(cases), session=chance.choice(cases)
        )
        out = list(terminal.record(hit, "20:10", 80, True))
        assert unseen("\n".join(out)) == [], text
        heads = [line for line in out if not line.startswith(INDENT) and line]
        assert len(heads) == 1, text


def test_the_whole_answer_with_hostile_texts_has_no_control_byte(book: Book) -> None:
    cases = hostile(120)
    book.is_compared = False
    book.write(*(said(f"2026-10-13 09:{n % 60:02}", text + " varnish", actor=text) for n, text in enumerate(cases)))
    for question in ("yesterday", "varnish \x1b[31m", "「\x1b]0;x\x07」"):
        answer = book.ask(question, limit=1_000)
        out = terminal.answer(answer, TOKYO, width=80, full=True)
        assert unseen(out) == []
        raw = out.encode("utf-8")
        assert set() == {byte for byte in raw if byte < 0x20} - {0x09, 0x0A}


def test_a_long_text_is_cut_with_how_much_is_left_and_shown_whole_when_asked() -> None:
    hit = shown("x" * 5_000)
    cut = "\n".join(terminal.record(hit, "20:10", 80, False))
    assert "… 4,300 more characters: lossless show main/2026-10-13:1" in cut
    assert "".join(terminal.record(hit, "20:10", 80, True)).count("x") == 5_000


def answered(**given: object) -> Answer:
    fields = {
        "question": "q",
        "now": NOW,
        "timezone": "Asia/Tokyo",
        "intervals": [],
        "searched": [(None, None)],
        "terms": [],
        "layer": "none",
        "total": 0,
        "days": {},
        "held_back": {},
        "through": None,
        "behind_b": 0,
        "notes": [],
        "ask": None,
        "next": None,
        "hits": [],
    }
    return Answer(**{**fields, **given})  # type: ignore[arg-type]


def test_nothing_found_says_where_was_looked_and_what_was_left_out() -> None:
    instant = datetime.fromisoformat
    span = (instant("2026-10-12T15:00:00+00:00"), instant("2026-10-13T15:00:00+00:00"))
    out = terminal.answer(answered(searched=[span], terms=["varnish"], held_back={"action": 3}), TOKYO, width=80)
    assert "Searched: 2026-10-13 Tue (Asia/Tokyo)" in out
    assert "Looked for: varnish" in out
    assert "Nothing found. Left out: 3 tool calls and results (--type action)." in out


def test_each_day_has_its_own_line_and_each_hit_its_time_speaker_and_address(book: Book) -> None:
    book.write(said("2026-10-13 20:10", "varnish"), said("2026-10-14 00:40", "flights", "assistant"))
    out = terminal.answer(book.ask(since="2026-10-13"), TOKYO, width=80)
    assert "2026-10-13 Tue\n\n20:10  Sam  [main/2026-10-13:1]\n    varnish\n\n2026-10-14 Wed\n\n00:40  AI" in out


def test_newlines_of_a_text_stay_lines_under_its_head() -> None:
    assert list(terminal.record(shown("a\n\nb"), "20:10", 80, True)) == [
        "20:10  Sam  [main/2026-10-13:1]",
        "    a",
        "",
        "    b",
    ]


def test_text_shown_in_full_is_the_logged_text_with_what_is_unseen_spelled_out() -> None:
    text = "two coats\n\tof varnish \x1b[1m 予算"
    lines = list(terminal.record(shown(text), "20:10", 100, True))[1:]
    assert visible(text) == "\n".join(line.removeprefix(INDENT) for line in lines)


def test_no_line_of_japanese_begins_with_a_closing_sign() -> None:
    text = "外食を週に一度にすると、ちょうど収まります。" * 4
    for width in range(40, 60):
        lines = list(terminal.wrapped(text, width))
        assert text == "".join(line[4:] for line in lines)
        assert not [line for line in lines[1:] if line[4:5] in "、。"]
