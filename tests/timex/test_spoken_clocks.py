"""Clock times as they are typed in haste or dictated, their ranges and their open sides; and what is none."""

from __future__ import annotations

import pytest

from .reading import ask, local

RANGES = [
    ("9-11am on 5 October", "2026-10-05T09:00..2026-10-05T11:00"),
    ("8–10pm last Friday", "2026-10-09T20:00..2026-10-09T22:00"),
    ("2-4pm on 3 Oct", "2026-10-03T14:00..2026-10-03T16:00"),
    ("11-1pm yesterday", "2026-10-13T11:00..2026-10-13T13:00"),
    ("yesterday from 14h to 16h", "2026-10-13T14:00..2026-10-13T16:00"),
    ("from 9am monday until 5pm tuesday", "2026-10-12T09:00..2026-10-13T17:00"),
    ("9-11am el 5 de octubre", "2026-10-05T09:00..2026-10-05T11:00"),
    ("ayer 9-11h", "2026-10-13T09:00..2026-10-13T11:00"),
    ("desde las 9 del lunes hasta las 5 de la tarde del martes", "2026-10-12T09:00..2026-10-13T17:00"),
    ("10月5日の午前9-11時", "2026-10-05T09:00..2026-10-05T11:00"),
    ("昨日の9-11時", "2026-10-13T09:00..2026-10-13T11:00"),
    ("午後2-4時", "2026-10-13T14:00..2026-10-13T16:00"),
]
BESIDE_NOON = [
    ("ten past midnight", "2026-10-14T00:10..2026-10-14T00:40"),
    ("five past midnight on monday", "2026-10-12T00:05..2026-10-12T00:35"),
    ("ten past midnight last night", "2026-10-14T00:10..2026-10-14T00:40"),
    ("twenty to midnight", "2026-10-13T23:40..2026-10-14T00:10"),
    ("ten to noon yesterday", "2026-10-13T11:50..2026-10-13T12:20"),
    ("quarter to noon yesterday", "2026-10-13T11:45..2026-10-13T12:15"),
    ("quarter to midnight on saturday", "2026-10-10T23:45..2026-10-11T00:15"),
    ("an hour before midnight on friday", "2026-10-09T22:30..2026-10-09T23:30"),
    ("an hour before noon yesterday", "2026-10-13T10:30..2026-10-13T11:30"),
    ("half an hour before noon yesterday", "2026-10-13T11:30..2026-10-13T12:00"),
    ("ten minutes before midnight on monday", "2026-10-12T23:50..2026-10-13T00:20"),
    ("two hours after midnight", "2026-10-14T01:30..2026-10-14T02:30"),
    ("at twelve thirty at night on friday", "2026-10-10T00:30..2026-10-10T01:00"),
    ("just after 9 yesterday", "2026-10-13T09:00..2026-10-13T10:00"),
    ("just before lunch yesterday", "2026-10-13T10:30..2026-10-13T11:30"),
    ("yesterday just before 3pm", "2026-10-13T14:00..2026-10-13T15:00"),
]
TWO_IN_A_DAY = [
    ("at 9 and 11 yesterday", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00"),
    ("yesterday at 9 or 10", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T10:00..2026-10-13T11:00"),
    ("yesterday at 9 and at 11", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00"),
    (
        "at 9, 11 and 3 yesterday",
        "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00 2026-10-13T15:00..2026-10-13T16:00",
    ),
    ("at 9am and 11am yesterday", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00"),
    ("yesterday at 9 and 3 people came", "2026-10-13T09:00..2026-10-13T10:00"),
    ("ayer a las 9 y a las 11", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00"),
    ("昨日の9時と11時", "2026-10-13T09:00..2026-10-13T10:00 2026-10-13T11:00..2026-10-13T12:00"),
    ("friday morning last week around 10", "2026-10-09T09:00..2026-10-09T11:00"),
    ("el jueves por la tarde de la semana pasada a las 5", "2026-10-08T17:00..2026-10-08T18:00"),
    ("monday evening after 8", "2026-10-12T20:00..2026-10-12T23:00"),
    ("friday afternoon after 3", "2026-10-09T15:00..2026-10-09T18:00"),
    ("yesterday from 8", "2026-10-13T08:00..2026-10-14"),
    ("yesterday or today in the morning", "2026-10-13T05:00..2026-10-13T12:00 2026-10-14T05:00..2026-10-14T12:00"),
    (
        "yesterday or the day before in the evening",
        "2026-10-13T17:00..2026-10-13T23:00 2026-10-12T17:00..2026-10-12T23:00",
    ),
    ("yesterday or today at 3", "2026-10-13T15:00..2026-10-13T16:00 2026-10-14T03:00..2026-10-14T04:00"),
    ("ayer o anteayer por la noche", "2026-10-13T18:00..2026-10-14T05:00 2026-10-12T18:00..2026-10-13T05:00"),
    ("昨日か今日の朝", "2026-10-13T05:00..2026-10-13T12:00 2026-10-14T05:00..2026-10-14T12:00"),
    ("昨日と今日の朝", "2026-10-13T05:00..2026-10-13T12:00 2026-10-14T05:00..2026-10-14T12:00"),
    ("昨日と今朝", "2026-10-13..2026-10-14 2026-10-14T05:00..2026-10-14T12:00"),
    ("yesterday and this morning", "2026-10-13..2026-10-14 2026-10-14T05:00..2026-10-14T12:00"),
    ("today at 3", "2026-10-14T03:00..2026-10-14T04:00"),
    ("hoy a las 3", "2026-10-14T03:00..2026-10-14T04:00"),
]
SAID = [
    ("at six thirty yesterday evening", "2026-10-13T18:30..2026-10-13T19:00"),
    ("nine forty five this morning", "2026-10-14T09:45..2026-10-14T10:15"),
    ("monday at ten thirty", "2026-10-12T10:30..2026-10-12T11:00"),
    ("three thirty pm yesterday", "2026-10-13T15:30..2026-10-13T16:00"),
    ("twelve fifteen yesterday", "2026-10-13T12:15..2026-10-13T12:45"),
    ("eight oh five this morning", "2026-10-14T08:05..2026-10-14T08:35"),
    ("quarter of nine this morning", "2026-10-14T08:45..2026-10-14T09:15"),
    ("ten after nine this morning", "2026-10-14T09:10..2026-10-14T09:40"),
    ("five till nine this morning", "2026-10-14T08:55..2026-10-14T09:25"),
    ("el lunes a las diez treinta", "2026-10-12T10:30..2026-10-12T11:00"),
    ("a las seis treinta de ayer", "2026-10-13T18:30..2026-10-13T19:00"),
]
TYPED = [
    ("7pm-ish yesterday", "2026-10-13T18:00..2026-10-13T20:00"),
    ("0930 yesterday", "2026-10-13T09:30..2026-10-13T10:00"),
    ("at 0900 hours yesterday", "2026-10-13T09:00..2026-10-13T09:30"),
    ("1730hrs on Monday", "2026-10-12T17:30..2026-10-12T18:00"),
    ("at 3 sharp on monday", "2026-10-12T15:00..2026-10-12T16:00"),
    ("tues pm", "2026-10-13T12:00..2026-10-13T18:00"),
    ("sat arvo", "2026-10-10T12:00..2026-10-10T18:00"),
    ("昨日0930", "2026-10-13T09:30..2026-10-13T10:00"),
]
OPEN = [
    ("after eight yesterday evening", "2026-10-13T20:00..2026-10-13T23:00"),
    ("after ten last night", "2026-10-13T22:00..2026-10-14T05:00"),
    ("before midnight last night", "2026-10-13T18:00..2026-10-14"),
    ("yesterday before 2 in the afternoon", "2026-10-13..2026-10-13T14:00"),
    ("después de las ocho ayer por la noche", "2026-10-13T20:00..2026-10-14T05:00"),
    ("anoche antes de las diez", "2026-10-13T18:00..2026-10-13T22:00"),
    ("antes de las dos de la tarde de ayer", "2026-10-13..2026-10-13T14:00"),
]
PARTS = [
    ("the photo of the sunset on Saturday night", "2026-10-10T18:00..2026-10-11T05:00"),
    ("at sunset on Saturday", "2026-10-10T17:00..2026-10-10T20:00"),
    ("overnight on Sunday", "2026-10-11T18:00..2026-10-12T05:00"),
    ("midnight Saturday night", "2026-10-10T23:00..2026-10-11T01:00"),
]


@pytest.mark.parametrize(("phrase", "expected"), [*RANGES, *SAID, *TYPED, *OPEN, *PARTS, *BESIDE_NOON, *TWO_IN_A_DAY])
def test_a_time_of_day_means_the_hours_beside_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("a quarter of nine people this morning", "this morning"),
        ("I drove five twenty mile legs yesterday", "yesterday"),
        ("I paid 1200 yesterday", "yesterday"),
        ("invoice 0930 for Monday", "Monday"),
        ("room 0930 yesterday", "yesterday"),
        ("tres horas de ayer", "ayer"),
        ("昨日3-4時間寝た", "昨日"),
    ],
)
def test_a_number_that_counts_something_else_is_no_hour(phrase: str, expected: str) -> None:
    assert [expected] == [one.phrase for one in ask(phrase).intervals]


@pytest.mark.parametrize("text", ["nine eleven", "five twenty", "2000 hours of practice", "dormí 5-6h", "3-4時間"])
def test_a_spoken_number_without_a_day_is_no_time(text: str) -> None:
    assert ((), text) == ask(text)[:2]
