"""A word of doubt between a longer time and a shorter one; asked on Wednesday 14 October 2026, 10:00, in Tokyo.

Every table is rows of a phrase and the local intervals it means.
"""

from __future__ import annotations

import pytest

from .reading import ask, local

JUNE, TUESDAY, THREE = "2025-06-01..2025-07-01", "2026-10-06..2026-10-07", "2026-10-13T14:00..2026-10-13T16:00"
JOINED = [
    ("last year sometime in june", JUNE),
    ("last year I think it was June", JUNE),
    ("last year probably around june", "2025-05-22..2025-07-11"),
    ("last year some time around march", "2025-02-19..2025-04-11"),
    ("last year, maybe at Christmas", "2025-12-25..2025-12-26"),
    ("last year I think the second week of June", "2025-06-09..2025-06-16"),
    ("in June, I think, last year", JUNE),
    ("in 2024 I think in May", "2024-05-01..2024-06-01"),
    ("in 2024, probably in May", "2024-05-01..2024-06-01"),
    ("in March I think the 12th", "2026-03-12..2026-03-13"),
    ("last month maybe the 20th", "2026-09-20..2026-09-21"),
    ("last month sometime around the 20th", "2026-09-18..2026-09-23"),
    ("last week I think on Tuesday", TUESDAY),
    ("last week I think maybe Tuesday", TUESDAY),
    ("Tuesday I think last week", TUESDAY),
    ("the week before last, maybe Wednesday", "2026-09-30..2026-10-01"),
    ("the week before last I think it was a Wednesday", "2026-09-30..2026-10-01"),
    ("2 weeks ago, I think on a Tuesday", "2026-09-29..2026-09-30"),
    ("Monday or maybe Tuesday last week", f"2026-10-05..2026-10-06 {TUESDAY}"),
    ("yesterday, maybe around 3pm", THREE),
    ("yesterday I guess at about 3 pm", THREE),
    ("on Monday, I think at 3pm", "2026-10-12T15:00..2026-10-12T16:00"),
    ("at 3pm I think on Monday", "2026-10-12T15:00..2026-10-12T16:00"),
    ("Monday, probably in the evening", "2026-10-12T17:00..2026-10-12T23:00"),
    ("el año pasado creo que en junio", JUNE),
    ("el año pasado creo que fue en junio", JUNE),
    ("en marzo, creo que el 12", "2026-03-12..2026-03-13"),
    ("el mes pasado tal vez sobre el 20", "2026-09-18..2026-09-23"),
    ("la semana pasada quizá el martes", TUESDAY),
    ("hace dos semanas creo que el martes", "2026-09-29..2026-09-30"),
    ("ayer creo que a las 3 de la tarde", "2026-10-13T15:00..2026-10-13T16:00"),
    ("el lunes creo que por la tarde", "2026-10-12T12:00..2026-10-12T20:00"),
    ("先週たしか火曜", TUESDAY),
    ("先週の、たぶん火曜", TUESDAY),
    ("去年たぶん8月", "2025-08-01..2025-09-01"),
    ("先月確か20日", "2026-09-20..2026-09-21"),
    ("昨日確か午後3時頃", THREE),
]


@pytest.mark.parametrize(("phrase", "expected"), JOINED)
def test_a_hedge_belongs_to_the_phrase_it_stands_in(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
    assert ask(phrase).rest == ""


LEFT = [  # phrase, intervals, rest
    ("maybe last week", "2026-10-05..2026-10-12", "maybe "),
    ("I think on Monday", "2026-10-12..2026-10-13", "I think "),
    ("sometime in June last year", JUNE, "sometime "),
    ("yesterday I think we spoke about it", "2026-10-13..2026-10-14", "I think we spoke about it"),
    ("yesterday I think 12 people came", "2026-10-13..2026-10-14", "I think 12 people came"),
    ("we met in May I think 12 times", "2026-05-01..2026-06-01", "we met I think 12 times"),
    ("yesterday I think last week's plan won", "2026-10-13..2026-10-14", "I think last week's plan won"),
    ("last week. I think Tuesday", "2026-10-05..2026-10-12 2026-10-13..2026-10-14", ". I think "),
    ("ayer creo que vino Julio", "2026-10-13..2026-10-14", "creo que vino Julio"),
    ("en marzo creo que el 12 por ciento", "2026-03-01..2026-04-01", "creo que el 12 por ciento"),
    ("確か先週の火曜", TUESDAY, "確か"),
    ("昨日確かめた3時の件", "2026-10-13..2026-10-14", "確かめた3時の件"),
]


@pytest.mark.parametrize(("phrase", "expected", "rest"), LEFT)
def test_a_hedge_of_nothing_else_than_a_time_stays_in_the_rest(phrase: str, expected: str, rest: str) -> None:
    assert expected == local(phrase)
    assert rest == ask(phrase).rest
