"""Times that are taken back for others, as people say them aloud; asked on Wednesday 14 October 2026, 10:00, in Tokyo."""

from __future__ import annotations

import pytest

from .reading import ask, local

ROWS = [
    ("not yesterday but the day before", "2026-10-12..2026-10-13"),
    ("not yesterday but the day before yesterday", "2026-10-12..2026-10-13"),
    ("not last week but the week before", "2026-09-28..2026-10-05"),
    ("not last week but the week before last", "2026-09-28..2026-10-05"),
    ("not last Christmas but the one before", "2024-12-25..2024-12-26"),
    ("not on Monday, on Tuesday", "2026-10-13..2026-10-14"),
    ("not the 3rd but the 4th", "2026-10-04..2026-10-05"),
    ("yesterday, no, the day before yesterday", "2026-10-12..2026-10-13"),
    ("last tuesday i mean wednesday", "2026-10-07..2026-10-08"),
    ("on Friday, sorry, on Thursday", "2026-10-08..2026-10-09"),
    ("in May... no wait, in June", "2026-06-01..2026-07-01"),
    ("last week, not this week", "2026-10-05..2026-10-12"),
    ("no ayer sino anteayer", "2026-10-12..2026-10-13"),
    ("no la semana pasada sino la anterior", "2026-09-28..2026-10-05"),
    ("ayer no, antes de ayer", "2026-10-12..2026-10-13"),
    ("ayer, digo, anteayer", "2026-10-12..2026-10-13"),
    ("ayer, no hoy", "2026-10-13..2026-10-14"),
    ("昨日じゃなくて一昨日", "2026-10-12..2026-10-13"),
    ("先週じゃなくて先々週", "2026-09-28..2026-10-05"),
    ("昨日ではなくその前の日", "2026-10-12..2026-10-13"),
    ("先週ではなくその前の週", "2026-09-28..2026-10-05"),
    ("昨日、いや一昨日", "2026-10-12..2026-10-13"),
    ("火曜、あ違う水曜", "2026-10-07..2026-10-08"),
]


@pytest.mark.parametrize(("phrase", "expected"), ROWS)
def test_the_time_that_is_meant_stays(phrase: str, expected: str) -> None:
    assert (expected, "") == (local(phrase), ask(phrase).rest.strip())


KEPT = [
    ("was it not yesterday", "2026-10-13..2026-10-14"),
    ("I did not say on Monday that it rains", "2026-10-12..2026-10-13"),
    ("not yesterday but the day before the wedding", "2026-10-13..2026-10-14"),
    ("not yesterday but the week before", "2026-10-13..2026-10-14"),
    ("yesterday there was no bread, Monday there was", "2026-10-13..2026-10-14 2026-10-12..2026-10-13"),
    ("no hablamos ayer", "2026-10-13..2026-10-14"),
    ("昨日じゃなかったっけ", "2026-10-13..2026-10-14"),
]


@pytest.mark.parametrize(("text", "expected"), KEPT)
def test_a_time_is_not_taken_back_by_what_only_looks_so(text: str, expected: str) -> None:
    assert expected == local(text)


EXCEPT = [
    ("last week except Friday", "2026-10-05..2026-10-09 2026-10-10..2026-10-12"),
    ("last week, but not Monday", "2026-10-06..2026-10-12"),
    ("last week excluding the weekend", "2026-10-05..2026-10-10"),
    ("la semana pasada menos el viernes", "2026-10-05..2026-10-09 2026-10-10..2026-10-12"),
    ("先週の火曜日以外の日", "2026-10-05..2026-10-06 2026-10-07..2026-10-12"),
    ("先週、水曜を除いて", "2026-10-05..2026-10-07 2026-10-08..2026-10-12"),
    ("昨日以外", "..2026-10-13 2026-10-14..2026-10-14T10:00"),
]


@pytest.mark.parametrize(("phrase", "expected"), EXCEPT)
def test_what_is_left_out_is_not_looked_at(phrase: str, expected: str) -> None:
    assert (expected, "") == (local(phrase), ask(phrase).rest.strip())
