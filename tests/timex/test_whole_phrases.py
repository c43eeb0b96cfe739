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


COMING = [
    ("this coming Friday", "2026-10-16..2026-10-17"),
    ("the upcoming Saturday", "2026-10-17..2026-10-18"),
    ("this coming Monday", "2026-10-19..2026-10-20"),
    ("coming Wednesday", "2026-10-21..2026-10-22"),
    ("next Friday", "2026-10-23..2026-10-24"),
    ("this coming weekend", "2026-10-17..2026-10-19"),
    ("next October", "2027-10-01..2027-11-01"),
    ("next November", "2026-11-01..2026-12-01"),
    ("el próximo octubre", "2027-10-01..2027-11-01"),
]
BESIDE_THE_LAST = [
    ("the day before last Friday", "2026-10-08..2026-10-09"),
    ("the day before last Christmas", "2025-12-24..2025-12-25"),
    ("the Friday before last weekend", "2026-10-09..2026-10-10"),
    ("the Monday before last Christmas", "2025-12-22..2025-12-23"),
    ("the week before last Christmas", "2025-12-18..2025-12-25"),
    ("the weekend after last Christmas", "2025-12-27..2025-12-29"),
    ("the day after last Christmas", "2025-12-26..2025-12-27"),
    ("the Monday after Christmas last year", "2025-12-29..2025-12-30"),
    ("the Friday before last", "2026-10-02..2026-10-03"),
    ("before last Friday", "..2026-10-09"),
    ("el día antes de la navidad pasada", "2025-12-24..2025-12-25"),
    ("el lunes después de la navidad pasada", "2025-12-29..2025-12-30"),
]


@pytest.mark.parametrize(("phrase", "expected"), COMING)
def test_what_is_coming_is_the_first_that_comes(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(("phrase", "expected"), BESIDE_THE_LAST)
def test_a_day_stands_before_or_after_the_last_one_of_a_name(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


SAME = [
    ("same day last week", "2026-10-07..2026-10-08"),
    ("the same day last month", "2026-09-14..2026-09-15"),
    ("same day of last year", "2025-10-14..2025-10-15"),
    ("the same week last year", "2025-10-13..2025-10-20"),
    ("same month last year", "2025-10-01..2025-11-01"),
    ("same quarter last year", "2025-10-01..2026-01-01"),
    ("this month two years ago", "2024-10-01..2024-11-01"),
    ("on this day in 2022", "2022-10-14..2022-10-15"),
    ("on this date in 2020", "2020-10-14..2020-10-15"),
    ("el mismo día de la semana pasada", "2026-10-07..2026-10-08"),
    ("el mismo día del mes pasado", "2026-09-14..2026-09-15"),
    ("la misma semana del año pasado", "2025-10-13..2025-10-20"),
    ("el mismo mes del año pasado", "2025-10-01..2025-11-01"),
    ("tal día como hoy de 2022", "2022-10-14..2022-10-15"),
    ("esta semana pasada", "2026-10-05..2026-10-12"),
    ("先週の同じ日", "2026-10-07..2026-10-08"),
    ("先月の同じ日", "2026-09-14..2026-09-15"),
    ("去年の同じ週", "2025-10-13..2025-10-20"),
    ("二年前の同じ月", "2024-10-01..2024-11-01"),
    ("2022年の今日", "2022-10-14..2022-10-15"),
    ("同じ日に何を言った", ""),
]
SAME_TIME = [
    ("same time last year", "2025-10-04..2025-10-25"),
    ("last year around this time", "2025-10-04..2025-10-25"),
    ("last year at this time", "2025-10-04..2025-10-25"),
    ("this time two years ago", "2024-10-04..2024-10-25"),
    ("the same time last month", "2026-09-11..2026-09-18"),
    ("around the same time last week", "2026-10-06..2026-10-09"),
    ("at the same time yesterday", "2026-10-13T09:00..2026-10-13T11:00"),
    ("this time in 2023", "2023-10-04..2023-10-25"),
    ("this time it was different", ""),
    ("we did both at the same time", ""),
    ("por estas fechas hace dos años", "2024-10-04..2024-10-25"),
    ("por esta época el año pasado", "2025-10-04..2025-10-25"),
    ("a estas alturas", ""),
    ("二年前の同じ時期", "2024-10-04..2024-10-25"),
    ("去年のこの時期", "2025-10-04..2025-10-25"),
    ("この時期に多い話", ""),
]


@pytest.mark.parametrize(("phrase", "expected"), SAME)
def test_the_same_day_or_period_of_another_time_is_todays_place_in_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(("phrase", "expected"), SAME_TIME)
def test_the_same_time_of_another_period_is_a_window_about_today(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
    assert all(one.vague for one in ask(phrase).intervals)


UP_TO_NOW = [
    ("the last year or so", "2025-10-14..2026-10-14T10:00"),
    ("in the last week or so", "2026-10-07..2026-10-14T10:00"),
    ("in the past month or so", "2026-09-14..2026-10-14T10:00"),
    ("in the last week or two", "2026-09-30..2026-10-14T10:00"),
    ("the last day or two", "2026-10-12..2026-10-14T10:00"),
    ("the past year or two", "2024-10-14..2026-10-14T10:00"),
    ("the last hour and a half", "2026-10-14T08:30..2026-10-14T10:00"),
    ("in the last day", "2026-10-13T10:00..2026-10-14T10:00"),
    ("over the past day", "2026-10-13T10:00..2026-10-14T10:00"),
    ("the last day", "2026-10-13..2026-10-14"),
    ("over the last day of last month", "2026-09-30..2026-10-01"),
    ("el último año o así", "2025-10-14..2026-10-14T10:00"),
    ("en la última semana o dos", "2026-09-30..2026-10-14T10:00"),
    ("en el último día", "2026-10-13T10:00..2026-10-14T10:00"),
    ("en el último día del mes", "2026-09-30..2026-10-01"),
    ("ここ一年くらい", "2025-10-14..2026-10-14T10:00"),
]


@pytest.mark.parametrize(("phrase", "expected"), UP_TO_NOW)
def test_the_last_week_or_so_runs_up_to_now(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def _apart(*intervals: str) -> str:
    return " ".join(intervals)


def _each(month: str, days: tuple[int, ...], hours: tuple[str, str]) -> str:
    """Return a part of some days of a month; "+5" ends at five on the next day."""
    start, end = hours
    return _apart(
        *(f"{month}-{day:02}T{start}..{month}-{day + end.startswith('+'):02}T{end.removeprefix('+')}" for day in days)
    )


MORNING, AFTERNOON, NIGHT = ("05:00", "12:00"), ("12:00", "18:00"), ("18:00", "+05:00")
PART_OF_A_DAY = [
    ("Tuesday afternoon last week", "2026-10-06T12:00..2026-10-06T18:00"),
    ("last week on tuesday night", "2026-10-06T18:00..2026-10-07T05:00"),
    ("Monday morning of last week", "2026-10-05T05:00..2026-10-05T12:00"),
    ("on Monday at 10 last week", "2026-10-05T10:00..2026-10-05T11:00"),
    ("last week on Tuesday", "2026-10-06..2026-10-07"),
    ("Friday night this week", "2026-10-16T18:00..2026-10-17T05:00"),
    ("Saturday night two weeks ago", "2026-10-03T18:00..2026-10-04T05:00"),
    ("Thursday evening the week before last", "2026-10-01T17:00..2026-10-01T23:00"),
    ("March 3 at 5pm last year", "2025-03-03T17:00..2025-03-03T18:00"),
    ("Sunday mornings last month", _each("2026-09", (6, 13, 20, 27), MORNING)),
    ("on Monday mornings in September", _each("2026-09", (7, 14, 21, 28), MORNING)),
    ("every Friday night in August", _each("2026-08", (7, 14, 21, 28), NIGHT)),
    ("every Friday night", ""),
    ("the first Monday morning of September", "2026-09-07T05:00..2026-09-07T12:00"),
    ("the last Friday night in August", "2026-08-28T18:00..2026-08-29T05:00"),
    ("two Friday nights ago", "2026-10-02T18:00..2026-10-03T05:00"),
    ("the Friday night before last", "2026-10-02T18:00..2026-10-03T05:00"),
    ("the evening before last", "2026-10-12T17:00..2026-10-12T23:00"),
    ("the night before last Christmas", "2025-12-24T18:00..2025-12-25T05:00"),
    ("the lunch before last", ""),
    ("the Friday evening before Christmas", "2025-12-19T17:00..2025-12-19T23:00"),
    ("the Saturday night before Easter", "2026-04-04T18:00..2026-04-05T05:00"),
    ("el martes por la tarde de la semana pasada", "2026-10-06T12:00..2026-10-06T20:00"),
    ("el lunes a las 10 de la semana pasada", "2026-10-05T10:00..2026-10-05T11:00"),
    ("el sábado por la noche de hace dos semanas", "2026-10-03T18:00..2026-10-04T05:00"),
    ("los domingos por la mañana de septiembre", _each("2026-09", (6, 13, 20, 27), MORNING)),
    ("todos los viernes por la noche de agosto", _each("2026-08", (7, 14, 21, 28), NIGHT)),
    ("el viernes por la noche antes de navidad", "2025-12-19T18:00..2025-12-20T05:00"),
    ("先週の火曜の午後", "2026-10-06T12:00..2026-10-06T18:00"),
    ("火曜の午後、先週", "2026-10-06T12:00..2026-10-06T18:00"),
    ("先月の日曜の朝", _each("2026-09", (6, 13, 20, 27), MORNING)),
    ("8月の毎週金曜の夜", _each("2026-08", (7, 14, 21, 28), NIGHT)),
    ("先週の平日の朝", _each("2026-10", (5, 6, 7, 8, 9), MORNING)),
    ("クリスマス前の金曜の夜", "2025-12-19T18:00..2025-12-20T05:00"),
]


@pytest.mark.parametrize(("phrase", "expected"), PART_OF_A_DAY)
def test_a_part_of_a_weekday_lies_in_the_period_said_with_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


IN_A_YEAR = [
    ("first Monday of September last year", "2025-09-01..2025-09-02"),
    ("the last weekend of August last year", "2025-08-30..2025-09-01"),
    ("the first week of September last year", "2025-09-01..2025-09-08"),
    ("the end of September last year", "2025-09-21..2025-10-01"),
    ("week 38 of last year", "2025-09-15..2025-09-22"),
    ("W38 2025", "2025-09-15..2025-09-22"),
    ("2025 week 38", "2025-09-15..2025-09-22"),
    ("Christmas three years ago", "2023-12-25..2023-12-26"),
    ("at Easter two years ago", "2024-03-31..2024-04-01"),
    ("my notes from Christmas, two years ago", "2024-12-25..2024-12-26"),
    ("two years ago at Christmas", "2024-12-25..2024-12-26"),
    ("before Christmas two years ago", "..2024-12-25"),
    ("Q3 two years ago", "2024-07-01..2024-10-01"),
    ("Halloween last year", "2025-10-31..2025-11-01"),
    ("el primer lunes de septiembre del año pasado", "2025-09-01..2025-09-02"),
    ("el último fin de semana de agosto del año pasado", "2025-08-30..2025-09-01"),
    ("la semana 38 del año pasado", "2025-09-15..2025-09-22"),
    ("la navidad de hace tres años", "2023-12-25..2023-12-26"),
    ("en semana santa hace dos años", "2024-03-24..2024-04-01"),
    ("去年の9月の最初の月曜", "2025-09-01..2025-09-02"),
    ("去年の8月の最後の週末", "2025-08-30..2025-09-01"),
    ("去年の第38週", "2025-09-15..2025-09-22"),
    ("三年前のクリスマス", "2023-12-25..2023-12-26"),
    ("二年前のお盆", "2024-08-13..2024-08-17"),
]


@pytest.mark.parametrize(("phrase", "expected"), IN_A_YEAR)
def test_a_feast_a_week_and_a_picked_day_lie_in_the_year_said_with_them(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def _days(month: str, *days: int) -> str:
    return " ".join(f"{month}-{day:02}..{month}-{day + 1:02}" for day in days)


LISTS = [
    ("Monday and Tuesday last week", _days("2026-10", 5, 6)),
    ("Monday, Tuesday and Wednesday last week", _days("2026-10", 5, 6, 7)),
    ("tuesday or wednesday last week", _days("2026-10", 6, 7)),
    ("Tuesday, Thursday and Friday of last week", _days("2026-10", 6, 8, 9)),
    ("between Monday and Thursday of last week", "2026-10-05..2026-10-09"),
    ("on Monday and last week", "2026-10-12..2026-10-13 2026-10-05..2026-10-12"),
    ("yesterday, Monday and Friday", _days("2026-10", 13, 12, 9)),
    ("January and February last year", "2025-01-01..2025-02-01 2025-02-01..2025-03-01"),
    ("Q3 and Q4 last year", "2025-07-01..2025-10-01 2025-10-01..2026-01-01"),
    ("in May and June 2025", "2025-05-01..2025-06-01 2025-06-01..2025-07-01"),
    ("between May and June 2025", "2025-05-01..2025-07-01"),
    ("in 2019 or 2020", "2019-01-01..2020-01-01 2020-01-01..2021-01-01"),
    ("in 2018, 2019 and 2020", "2018-01-01..2019-01-01 2019-01-01..2020-01-01 2020-01-01..2021-01-01"),
    ("Christmas 2023 and 2024", "2023-12-25..2023-12-26 2024-12-25..2024-12-26"),
    ("June, July and August", "2026-06-01..2026-07-01 2026-07-01..2026-08-01 2026-08-01..2026-09-01"),
    ("in April, May and June", "2026-04-01..2026-05-01 2026-05-01..2026-06-01 2026-06-01..2026-07-01"),
    ("April and May are sisters", ""),
    ("on the 9th, 10th and 12th", _days("2026-10", 9, 10, 12)),
    ("the 3rd and 4th of last month", _days("2026-09", 3, 4)),
    ("the first and the second", ""),
    ("March and April 2024", "2024-03-01..2024-04-01 2024-04-01..2024-05-01"),
    ("Saturday and Sunday two weeks ago", _days("2026-10", 3, 4)),
    ("二週間前の土曜と日曜", _days("2026-10", 3, 4)),
    ("the 2nd and 4th Mondays of September", _days("2026-09", 14, 28)),
    ("the first and last Friday of September", _days("2026-09", 4, 25)),
    ("el lunes, el martes y el miércoles de la semana pasada", _days("2026-10", 5, 6, 7)),
    ("entre el lunes y el jueves de la semana pasada", "2026-10-05..2026-10-09"),
    ("enero y febrero del año pasado", "2025-01-01..2025-02-01 2025-02-01..2025-03-01"),
    ("en mayo y junio de 2025", "2025-05-01..2025-06-01 2025-06-01..2025-07-01"),
    ("en 2019 y 2020", "2019-01-01..2020-01-01 2020-01-01..2021-01-01"),
    ("en junio, julio y agosto", "2026-06-01..2026-07-01 2026-07-01..2026-08-01 2026-08-01..2026-09-01"),
    ("Abril, Mayo y Junio", ""),
    ("los días 9, 10 y 12", _days("2026-10", 9, 10, 12)),
    ("先週の月曜、火曜、水曜", _days("2026-10", 5, 6, 7)),
    ("先週の火曜と木曜と金曜", _days("2026-10", 6, 8, 9)),
    ("去年の1月と2月", "2025-01-01..2025-02-01 2025-02-01..2025-03-01"),
    ("2025年の5月と6月", "2025-05-01..2025-06-01 2025-06-01..2025-07-01"),
    ("去年の夏と秋", "2025-06-01..2025-09-01 2025-09-01..2025-12-01"),
]


@pytest.mark.parametrize(("phrase", "expected"), LISTS)
def test_a_period_holds_for_every_time_of_the_list_it_was_said_with(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def _weekends(month: str, *saturdays: int) -> str:
    return " ".join(f"{month}-{day:02}..{month}-{day + 2:02}" for day in saturdays)


LAST_AND_BEFORE = "2026-10-05..2026-10-12 2026-09-28..2026-10-05"
THIS_AND_LAST = "2026-10-12..2026-10-19 2026-10-05..2026-10-12"
PARTS_OF_A_LIST = [
    ("Tuesday and Thursday mornings last week", _each("2026-10", (6, 8), MORNING)),
    ("Friday and Saturday nights last week", _each("2026-10", (9, 10), NIGHT)),
    ("yesterday morning and afternoon", _apart(_each("2026-10", (13,), MORNING), _each("2026-10", (13,), AFTERNOON))),
    ("Monday or Tuesday afternoon last week", "2026-10-05..2026-10-06 2026-10-06T12:00..2026-10-06T18:00"),
    ("yesterday morning and night owls", "2026-10-13T05:00..2026-10-13T12:00"),
    ("the evenings of 3 and 4 October", _each("2026-10", (3, 4), ("17:00", "23:00"))),
    ("the nights of the 3rd and 4th", _each("2026-10", (3, 4), NIGHT)),
    ("weekday mornings last week", _each("2026-10", (5, 6, 7, 8, 9), MORNING)),
    ("los martes y jueves por la mañana de la semana pasada", _each("2026-10", (6, 8), MORNING)),
    ("ayer por la mañana y por la tarde", "2026-10-13T05:00..2026-10-13T12:00 2026-10-13T12:00..2026-10-13T20:00"),
    ("los días laborables de la semana pasada por la mañana", _each("2026-10", (5, 6, 7, 8, 9), MORNING)),
    ("先週の火曜と木曜の朝", _each("2026-10", (6, 8), MORNING)),
    ("昨日の朝と午後", _apart(_each("2026-10", (13,), MORNING), _each("2026-10", (13,), AFTERNOON))),
]
ONE_AND_ANOTHER = [
    ("last week and the week before", LAST_AND_BEFORE),
    ("last night and the night before", _each("2026-10", (13, 12), NIGHT)),
    ("last weekend and the weekend before", _weekends("2026-10", 10, 3)),
    ("this week or last", THIS_AND_LAST),
    ("this week and last resort", "2026-10-12..2026-10-19"),
    ("compare this week to last week", THIS_AND_LAST),
    ("from last week to this week", "2026-10-05..2026-10-19"),
    ("this week versus last week", THIS_AND_LAST),
    ("this week compared to last week", THIS_AND_LAST),
    ("esta semana y la pasada", THIS_AND_LAST),
    ("la semana pasada y la anterior", LAST_AND_BEFORE),
    ("esta semana comparada con la semana pasada", THIS_AND_LAST),
    ("先週と先々週", LAST_AND_BEFORE),
]
WEEKENDS = [
    ("weekends in September", _weekends("2026-09", 5, 12, 19, 26)),
    ("weekends last month", _weekends("2026-09", 5, 12, 19, 26)),
    ("every weekend in September", _weekends("2026-09", 5, 12, 19, 26)),
    ("every weekend", ""),
    ("the weekend of last week", "2026-10-10..2026-10-12"),
    ("the last weekend in September", "2026-09-26..2026-09-28"),
    ("weekdays last week", "2026-10-05..2026-10-10"),
    ("los fines de semana del mes pasado", _weekends("2026-09", 5, 12, 19, 26)),
    ("todos los fines de semana de septiembre", _weekends("2026-09", 5, 12, 19, 26)),
    ("todos los fines de semana", ""),
    ("entre semana la semana pasada", "2026-10-05..2026-10-10"),
    ("9月の週末", _weekends("2026-09", 5, 12, 19, 26)),
    ("先月の毎週末", _weekends("2026-09", 5, 12, 19, 26)),
    ("毎週末", ""),
    ("先週の週末", "2026-10-10..2026-10-12"),
]


@pytest.mark.parametrize(("phrase", "expected"), PARTS_OF_A_LIST)
def test_a_part_of_the_day_holds_for_every_day_of_a_list(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(("phrase", "expected"), ONE_AND_ANOTHER)
def test_a_period_is_named_beside_the_one_before_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(("phrase", "expected"), WEEKENDS)
def test_weekends_and_weekdays_are_picked_out_of_a_longer_period(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
