"""A period, a limit or a part of the day said over a whole phrase; asked on Wednesday 14 October 2026, 10:00, in Tokyo.

Every table is rows of a phrase and the local intervals it means; an empty one says that nothing is read.
"""

from __future__ import annotations

import pytest

from .reading import ask, local

LIMITS = [
    ("no earlier than the 5th", "2026-10-05..2026-10-14T10:00"),
    ("not earlier than 5 October", "2026-10-05..2026-10-14T10:00"),
    ("not before 3pm on Monday", "2026-10-12T15:00..2026-10-14T10:00"),
    ("not later than 5 October", "..2026-10-06"),
    ("not after 5 October", "..2026-10-06"),
    ("no later than the 9th", "..2026-10-10"),
    ("no later than last Friday", "..2026-10-10"),
    ("no later than 5pm yesterday", "..2026-10-13T17:00"),
    ("earlier than the 5th", "..2026-10-05"),
    ("a más tardar el viernes", "..2026-10-10"),
    ("no más tarde del 9 de octubre", "..2026-10-10"),
    ("no antes del 5 de octubre", "2026-10-05..2026-10-14T10:00"),
    ("no antes de las 9 de ayer", "2026-10-13T09:00..2026-10-14T10:00"),
    ("no después del 5 de octubre", "..2026-10-06"),
    ("遅くとも9日までに", "..2026-10-10"),
]


@pytest.mark.parametrize(("phrase", "expected"), LIMITS)
def test_a_limit_that_is_denied_turns_round_and_holds_its_own_day(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
    assert len(ask(phrase).intervals) == 1


RUNNING = [  # the moment of asking, the phrase, what it means
    ("2026-10-14T10:00", "this weekend", "2026-10-10..2026-10-12"),
    ("2026-10-10T10:00", "this weekend", "2026-10-10..2026-10-12"),
    ("2026-10-11T21:00", "what did I do this weekend", "2026-10-10..2026-10-12"),
    ("2026-10-11T21:00", "last weekend", "2026-10-03..2026-10-05"),
    ("2026-10-11T21:00", "この週末", "2026-10-10..2026-10-12"),
    ("2026-10-10T21:00", "週末に何をした", "2026-10-10..2026-10-12"),
    ("2026-10-11T21:00", "este fin de semana", "2026-10-10..2026-10-12"),
    ("2026-10-14T00:30", "what did we say this evening", "2026-10-13T17:00..2026-10-13T23:00"),
    ("2026-10-14T02:00", "this evening at 8", "2026-10-13T20:00..2026-10-13T21:00"),
    ("2026-10-14T02:00", "earlier this evening", "2026-10-13T17:00..2026-10-14T02:00"),
    ("2026-10-14T05:30", "this evening", "2026-10-14T17:00..2026-10-14T23:00"),
    ("2026-10-14T01:00", "this morning", "2026-10-14T05:00..2026-10-14T12:00"),
    ("2026-10-14T01:00", "今日の夕方", "2026-10-13T16:00..2026-10-13T19:00"),
    ("2026-10-14T01:00", "esta tarde", "2026-10-13T12:00..2026-10-13T20:00"),
]


@pytest.mark.parametrize(("now", "phrase", "expected"), RUNNING)
def test_this_weekend_and_this_evening_are_those_that_have_begun(now: str, phrase: str, expected: str) -> None:
    assert expected == local(phrase, now)
