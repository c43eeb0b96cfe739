"""Texts of several lines, as people paste them before or behind a question; asked on Wednesday 14 October 2026, 10:00, in Tokyo."""

from __future__ import annotations

import pytest

from .reading import local

LOG = "2026-10-01T12:05:01Z INFO a\n2026-10-01T12:05:02Z WARN b\n"
SYSTEM_LOG = "Oct  3 12:05:01 host cron[7]: a\nOct  3 12:05:02 host cron[7]: b\n"
TABLE = "\n".join(f"on {day} March we met" for day in range(1, 29)) + "\n"

ROWS = [
    ("Meeting at 10:05\n2026-10-02 notes", "2026-10-02..2026-10-03"),
    ("we met on Tuesday\n3 pm is when the other group came", "2026-10-13..2026-10-14"),
    ("el lunes\npasado mañana sale el tren", "2026-10-12..2026-10-13"),
    ("昨日\n先週の話ではなく", "2026-10-13..2026-10-14"),
    ("\n\nyesterday\n", "2026-10-13..2026-10-14"),
    (
        "I was looking for the thing that you had said about the garden last\nFriday evening",
        "2026-10-09T17:00..2026-10-09T23:00",
    ),
    (LOG + "what did we decide last Friday about this", "2026-10-09..2026-10-10"),
    ("what did we decide last Friday about this\n" + LOG, "2026-10-09..2026-10-10"),
    (SYSTEM_LOG + "the same as yesterday?", "2026-10-13..2026-10-14"),
    ("2026-10-01 12:05 what did I say then", "2026-10-01T12:05..2026-10-01T12:35"),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_a_phrase_ends_with_its_line_and_a_pasted_log_says_no_time(text: str, expected: str) -> None:
    assert expected == local(text)


def test_of_a_long_table_only_the_first_dates_are_read() -> None:
    assert len(local(TABLE).split()) == 10


def test_a_phrase_behind_much_talk_is_read() -> None:
    talk = (
        "and then the one in the house at the end of the road said to me that a friend of the other one was on it, " * 8
    )
    assert local(talk + "what did you say last Friday") == "2026-10-09..2026-10-10"
    assert local("私の家の隣の人の犬の話の続きの件で、" * 20 + "先週の金曜に何て言った") == "2026-10-09..2026-10-10"
