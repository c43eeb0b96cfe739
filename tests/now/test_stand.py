"""Where things stand: gaps, stretches, topics, folding, marks, scopes, and never more than the budget."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.present.stand import TURN_CHARS, Extra, for_ai, for_person, span
from tests.now.telling import CONFIG, NOW, TOKYO, at, line, mark, told, without_token

GOLDEN = {
    "English": (
        [
            line("2026-10-13T18:00", "the budget for the boat is 300"),
            line("08:10", "Good morning! Let's look at the varnish, it is still wet"),
            line("08:12", "how long does it take to dry?"),
            line("08:30", "We decided: teak oil it is."),
            line("09:40", "rename UserStore to AccountStore", session="claude-code:s2"),
            line("09:50", "and the tests of the importer"),
        ],
        (
            "Now: 2026-10-14 Wed 10:00 (Asia/Tokyo). The person last spoke 10 min ago (2026-10-14 Wed 09:50).\n"
            "This stretch began 2026-10-14 Wed 08:10, after 14 h 10 min away.\n"
            "Topics, in the person's own words:\n"
            "| 08:10 Sam: …Let's look at the varnish, it is still wet\n"
            "| 08:30 Sam !: We decided: teak oil it is\n"
            "| 09:40 Sam ‖: rename UserStore to AccountStore\n"
            "| 09:50 Sam: and the tests of the importer\n"
            "(‖ = another session)"
        ),
    ),
    "Japanese": (
        [
            line("03:00", "ワニスを塗る"),
            line("09:00", "おはよう。歯医者の予約を変更したい"),
            line("09:20", "確定申告の書類はどこに送るんだっけ", device="laptop"),
        ],
        (
            "Now: 2026-10-14 Wed 10:00 (Asia/Tokyo). The person last spoke 40 min ago (2026-10-14 Wed 09:20).\n"
            "This stretch began 2026-10-14 Wed 09:00, after 6 h away.\n"
            "Topics, in the person's own words:\n"
            "| 03:00 Sam: ワニスを塗る\n"
            "| 09:00 Sam: …歯医者の予約を変更したい\n"
            "| 09:20 Sam @laptop: 確定申告の書類はどこに送るんだっけ"
        ),
    ),
    "Spanish": (
        [
            line("07:30", "revisa el contrato de alquiler"),
            line("08:45", "Buenos días, quedamos en 300 euros"),
        ],
        (
            "Now: 2026-10-14 Wed 10:00 (Asia/Tokyo). The person last spoke 1 h 15 min ago (2026-10-14 Wed 08:45).\n"
            "This stretch began 2026-10-14 Wed 08:45, after 1 h 15 min away.\n"
            "Topics, in the person's own words:\n"
            "| 07:30 Sam: revisa el contrato de alquiler\n"
            "| 08:45 Sam !: Buenos días, quedamos en 300 euros"
        ),
    ),
}


@pytest.mark.parametrize("language", GOLDEN)
def test_what_is_injected_reads_like_this(language: str) -> None:
    lines, expected = GOLDEN[language]
    block = without_token(for_ai(told(lines, session="s1"), TOKYO))
    opening, notice, *body, closing = block.split("\n")
    assert (opening, closing) == ("<lossless-memory-TOKEN>", "</lossless-memory-TOKEN>")
    assert "not instructions" in notice
    assert "\n".join(body) == expected


def test_the_persons_own_view_says_in_words_what_the_signs_mean() -> None:
    lines, _ = GOLDEN["English"]
    assert for_person(told(lines, is_for_ai=False), TOKYO) == (
        "Now: 2026-10-14 Wed 10:00 (Asia/Tokyo). You last spoke 10 min ago (2026-10-14 Wed 09:50).\n"
        "This stretch began 2026-10-14 Wed 08:10, after 14 h 10 min away.\n"
        "\n"
        "Topics:\n"
        "- 08:10 to 08:12: …Let's look at the varnish, it is still wet (2 lines)\n"
        "- 08:30: We decided: teak oil it is (decision or promise)\n"
        "- 09:40: rename UserStore to AccountStore (another session)\n"
        "- 09:50: and the tests of the importer\n"
    )


# --- gaps and stretches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "length"),
    [
        ("less than a minute", timedelta(seconds=59)),
        ("4 min", timedelta(minutes=4, seconds=59)),
        ("22 h 21 min", timedelta(hours=22, minutes=21)),
        ("5 h", timedelta(hours=5)),
        ("1 day", timedelta(days=1, minutes=20)),
        ("3 days 4 h", timedelta(days=3, hours=4, minutes=59)),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(expected: str, length: timedelta) -> None:
    assert expected == span(length // timedelta(microseconds=1))


@pytest.mark.parametrize(
    ("expected", "first", "second"),
    [
        (None, ("08:59", "the varnish"), ("10:00", "the parser")),
        ("10:00", ("08:59", "the varnish"), ("10:00", "Good morning")),
        ("10:00", ("04:59", "the varnish"), ("10:00", "the parser")),
        (None, ("09:10", "the varnish"), ("10:00", "Good morning")),
    ],
)
def test_a_stretch_begins_at_a_wake_phrase_after_an_hour_or_at_any_line_after_five(
    expected: str | None, first: tuple[str, str], second: tuple[str, str]
) -> None:
    found = told([line(*first), line(*second)], now="2026-10-14T10:05")
    assert found.stretch_us == (None if expected is None else at(expected))


def test_the_prompt_just_typed_neither_ends_the_gap_nor_is_a_topic_but_begins_a_stretch() -> None:
    lines = [line("2026-10-11T06:00", "the varnish"), line("09:59:59", "where were we?")]
    found = told(lines, prompt="where were we?", session="s1")
    block = for_ai(found, TOKYO)
    assert "The person last spoke 3 days 4 h ago" in block
    assert "A new stretch begins now, after 3 days 4 h away." in block
    assert "where were we" not in block
    assert "the varnish" in block


def test_the_same_words_said_before_or_in_another_session_are_not_the_prompt() -> None:
    lines = [line("09:50", "go on"), line("09:59:58", "go on", session="claude-code:s2")]
    assert told(lines, prompt="go on", session="s1").last_us == at("09:59:58")


def test_the_same_words_sent_twice_in_a_row_were_said_twice() -> None:
    lines = [line("09:59:50", "go on"), line("09:59:59", "go on")]
    assert told(lines, prompt="go on", session="s1").last_us == at("09:59:50")
    assert told(lines[:1], now="2026-10-14T10:00:30", prompt="go on", session="s1").last_us == at("09:59:50")


def test_after_days_away_the_last_three_lines_are_still_told() -> None:
    lines = [line(f"2026-10-09T12:{n:02}", f"subject number {n} of the varnish") for n in range(0, 50, 10)]
    assert [one.text for one in told(lines).entries] == [
        "subject number 20 of the varnish",
        "subject number 30 of the varnish",
        "subject number 40 of the varnish",
    ]


# --- topics -------------------------------------------------------------------------------------------------------


def test_a_pause_of_five_minutes_or_fifteen_of_talk_begin_a_topic() -> None:
    words = ["varnish", "parser", "dentist", "invoice", "tomato", "guitar", "passport", "flights"]
    minutes = [0, 4, 8, 12, 15, 19, 24, 28]
    lines = [line(f"09:{minute:02}", f"the {word}") for minute, word in zip(minutes, words, strict=True)]
    assert [(one.start_us - at("09:00")) // 60_000_000 for one in told(lines).entries if one.lines > 1] == [0, 15]
    assert [one.lines for one in told(lines).entries] == [4, 2, 1, 1]


def test_what_is_older_than_an_hour_is_folded_to_a_line_a_half_hour_but_no_decision() -> None:
    lines = [line(f"07:{minute:02}", f"subject {minute} varnish{minute}") for minute in range(0, 60, 6)]
    lines += [line("07:13", "we decided on blue"), line("09:20", "the parser"), line("09:50", "the dentist")]
    found = told(lines).entries
    assert [one.topics for one in found if not one.is_hot] == [5, 5, 1, 1]
    assert [one.text for one in found if one.is_hot] == ["we decided on blue"]


def test_neighbours_that_say_nearly_the_same_are_one() -> None:
    lines = [line(f"09:{minute}", "please fix the failing parser tests") for minute in (10, 20, 30)]
    (one,) = told(lines).entries
    assert (one.lines, one.start_us, one.end_us) == (3, at("09:10"), at("09:30"))


def test_no_more_than_forty_lines_are_injected_and_what_is_earlier_is_counted() -> None:
    config = CONFIG._replace(pause_minutes=1, fold_after_minutes=2000)
    lines = [line(f"09:{n:02}", f"k{n} v{n}") for n in range(0, 60)]
    block = for_ai(told(lines, config=config), TOKYO, 8_000)
    assert block.count("\n| ") == 40
    assert "20 earlier omitted" in block
    assert "k59 v59" in block
    assert len(told(lines, config=config, is_for_ai=False).entries) == 60


# --- marks --------------------------------------------------------------------------------------------------------


def test_critical_marks_come_first_and_what_does_not_fit_is_counted() -> None:
    marks = []
    for number in range(40):
        marks += [
            mark(f"08:{number:02}", "topic", f"critical matter number {number}"),
            mark(f"08:{number:02}:01", "priority", f"critical matter number {number}", priority="critical"),
        ]
    block = for_ai(told([line("09:50", "the varnish")], tuple(marks)), TOKYO)
    assert len(block) <= TURN_CHARS
    assert "critical matter number 39" in block
    shown = block.count("[critical]")
    assert f"+{40 - shown} more marked critical" in block
    assert "the varnish" in block
    assert for_person(told([], tuple(marks), is_for_ai=False), TOKYO).count("- critical: ") == 40


def test_other_tiers_show_their_latest_few_and_done_ones_are_gone() -> None:
    marks = [mark(f"08:{n:02}", "topic", f"matter {n:02}") for n in range(9)]
    marks.append(mark("09:00", "done", "matter 08"))
    block = for_ai(told([], tuple(marks)), TOKYO)
    assert [f"matter {n:02}" in block for n in range(9)] == [False] * 5 + [True] * 3 + [False]


def test_a_flag_stands_for_a_day() -> None:
    marks = (mark("2026-10-13T10:30", "topic", "the keys"), mark("2026-10-13T10:31", "flag", "the keys"))
    assert "[flagged]" in for_ai(told([], marks), TOKYO)
    assert "[flagged]" not in for_ai(told([], marks, now="2026-10-14T10:32"), TOKYO)


def test_marks_of_two_devices_are_read_in_order_of_time() -> None:
    marks = (mark("08:00", "topic", "Keys", "laptop"), mark("08:01", "priority", "keys", priority="high"))
    (one,) = told([], marks).topics
    assert (one.text, one.priority, one.device) == ("Keys", "high", "laptop")


# --- scopes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "here"),
    [(True, "/home/sam/secret"), (True, "/home/sam/secret/deep"), (False, "/home/sam"), (False, None)],
)
def test_what_was_said_in_a_scope_is_injected_only_there(expected: bool, here: str | None) -> None:
    config = CONFIG._replace(scopes=("/home/sam/secret",))
    lines = [
        line("09:50", "the hidden varnish", cwd="/home/sam/secret/part"),
        line("09:51", "the open parser", cwd="/home/sam"),
    ]
    block = for_ai(told(lines, config=config, here=here), TOKYO)
    assert expected is ("hidden" in block)
    assert "open parser" in block
    assert "hidden" in for_person(told(lines, config=config, is_for_ai=False), TOKYO)


def test_the_persons_view_can_be_narrowed_to_a_folder() -> None:
    lines = [line("09:50", "the varnish", cwd="/home/sam/boat"), line("09:51", "the parser", cwd="/home/sam/timex")]
    view = for_person(told(lines, is_for_ai=False, only="/home/sam/boat"), TOKYO)
    assert "varnish" in view
    assert "parser" not in view


# --- whatever comes -----------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec=None), max_size=300)


@given(
    st.lists(st.tuples(st.integers(0, 2_000), TEXTS, st.sampled_from(["a:s1", "a:s2"])), max_size=40),
    st.lists(st.tuples(st.integers(0, 2_000), TEXTS, st.sampled_from(["critical", "high", "parked"])), max_size=12),
    st.lists(TEXTS, max_size=8),
    st.sampled_from([700, TURN_CHARS, 8_000]),
)
def test_the_budget_is_never_exceeded_and_the_block_always_whole(
    said: list[tuple[int, str, str]], marked: list[tuple[int, str, str]], recalled: list[str], budget: int
) -> None:
    now_us = at(NOW)
    lines = [
        line("09:00", text, session)._replace(ts_us=now_us - minutes * 60_000_000) for minutes, text, session in said
    ]
    marks = []
    for _, text, priority in marked:
        one = mark("09:00", "topic", text)
        marks += [one, one._replace(line=2, mark="priority", body={"topic": text, "priority": priority})]
    extra = Extra("Recalled:", recalled, "Which day?") if recalled else None
    block = for_ai(told(lines, tuple(marks), session="s1"), TOKYO, budget, extra)
    assert len(block) <= budget
    first, last = block.split("\n")[0], block.split("\n")[-1]
    assert last == first.replace("<", "</")
