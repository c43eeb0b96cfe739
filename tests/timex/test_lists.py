"""Lists of days and months with what was said once for all of them; asked on Wednesday 14 October 2026, 10:00, in Tokyo.

Every table is rows of a phrase and the local intervals it means; an empty one says that nothing is read.
"""

from __future__ import annotations

import pytest

from .reading import ask, local


def _days(month: str, *days: int) -> str:
    return " ".join(f"{month}-{day:02}..{month}-{day + 1:02}" for day in days)


YEARS = [
    ("the 5th and 6th of april 2025", _days("2025-04", 5, 6)),
    ("5 and 6 april 2025", _days("2025-04", 5, 6)),
    ("3, 4 and 5 april 2025", _days("2025-04", 3, 4, 5)),
    ("april 5 and 6 2025", _days("2025-04", 5, 6)),
    ("april 5, 6 and 7, 2025", _days("2025-04", 5, 6, 7)),
    ("april 5 or april 9, 2025", _days("2025-04", 5, 9)),
    ("28 december and 3 january 2025", f"{_days('2024-12', 28)} {_days('2025-01', 3)}"),
    ("april 5, may 6 and june 7 2025", f"{_days('2025-04', 5)} {_days('2025-05', 6)} {_days('2025-06', 7)}"),
    ("el 3 y 4 de abril de 2025", _days("2025-04", 3, 4)),
    ("el 3 y el 4 de abril del 2025", _days("2025-04", 3, 4)),
    ("3, 4 y 5 de abril de 2025", _days("2025-04", 3, 4, 5)),
    ("el 3 de abril y el 5 de mayo de 2025", f"{_days('2025-04', 3)} {_days('2025-05', 5)}"),
]


@pytest.mark.parametrize(("phrase", "expected"), YEARS)
def test_a_year_said_after_a_list_of_days_holds_for_all(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
    assert ask(phrase).rest == ""


INSIDE = [
    ("monday wednesday and friday last week", _days("2026-10", 5, 7, 9)),
    ("on tuesday wednesday or thursday last week", _days("2026-10", 6, 7, 8)),
    ("last week monday tuesday and friday", _days("2026-10", 5, 6, 9)),
    ("last week on Monday and Tuesday", _days("2026-10", 5, 6)),
    ("last week, Monday and Tuesday", _days("2026-10", 5, 6)),
    ("last week between Monday and Wednesday", "2026-10-05..2026-10-08"),
    ("last week from Monday to Wednesday", "2026-10-05..2026-10-08"),
    ("two weeks ago from Monday to Wednesday", "2026-09-28..2026-10-01"),
    ("last month, on the 3rd and 5th", _days("2026-09", 3, 5)),
    ("last month from the 3rd to the 5th", "2026-09-03..2026-09-06"),
    ("in March, the 12th and 14th", _days("2026-03", 12, 14)),
    ("12 March and the 14th", _days("2026-03", 12, 14)),
    ("last year in June or July", "2025-06-01..2025-07-01 2025-07-01..2025-08-01"),
    ("lunes miércoles y viernes de la semana pasada", _days("2026-10", 5, 7, 9)),
    ("la semana pasada el lunes y el martes", _days("2026-10", 5, 6)),
    ("la semana pasada entre lunes y miércoles", "2026-10-05..2026-10-08"),
    ("el mes pasado, el 3 y el 5", _days("2026-09", 3, 5)),
    ("en marzo, el 12 y el 14", _days("2026-03", 12, 14)),
    ("el año pasado en junio o julio", "2025-06-01..2025-07-01 2025-07-01..2025-08-01"),
    ("月曜と水曜と金曜、先週", _days("2026-10", 5, 7, 9)),
]


@pytest.mark.parametrize(("phrase", "expected"), INSIDE)
def test_a_period_said_before_or_after_a_list_holds_for_all(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
    assert ask(phrase).rest == ""


def test_nights_said_after_a_list_without_commas_are_those_of_each() -> None:
    assert local("friday saturday and sunday nights") == local("friday, saturday and sunday nights")


def test_a_week_said_before_one_day_is_not_that_of_another_day() -> None:
    assert local("Friday last week and Monday") == "2026-10-09..2026-10-10 2026-10-12..2026-10-13"


SHORT = [
    ("mon last week", _days("2026-10", 5)),
    ("tues last week", _days("2026-10", 6)),
    ("wed of last week", _days("2026-10", 7)),
    ("last week thu", _days("2026-10", 8)),
    ("tue this week", _days("2026-10", 13)),
    ("tue of the week before last", "2026-09-29..2026-09-30"),
    ("last week mon wed and fri", _days("2026-10", 5, 7, 9)),
    ("mon tue and thu last week", _days("2026-10", 5, 6, 8)),
    ("sat around 3", "2026-10-10T14:00..2026-10-10T16:00"),
    ("mon tue wed last week", _days("2026-10", 5, 6, 7)),
    ("mon/tue last week", _days("2026-10", 5, 6)),
    ("vie pasado", _days("2026-10", 9)),
    ("la sem pasada", "2026-10-05..2026-10-12"),
    ("hace 2 sem", "2026-09-30..2026-10-01"),
    ("I sat last week with him", "2026-10-05..2026-10-12"),
    ("who wed last week", "2026-10-05..2026-10-12"),
    ("the sun last week", "2026-10-05..2026-10-12"),
    ("last week sun was rare", "2026-10-05..2026-10-12"),
    ("we sat around 3 tables", ""),
    ("we sat around 3", ""),
    ("sat around 3 people", ""),
]


@pytest.mark.parametrize(("phrase", "expected"), SHORT)
def test_a_short_weekday_beside_a_week_or_an_hour_is_one(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def _months(year: int, *months: int) -> str:
    return " ".join(f"{year}-{month:02}-01..{year}-{month + 1:02}-01" for month in months)


MONTHS = [
    ("june july and august last year", _months(2025, 6, 7, 8)),
    ("jan feb and march this year", _months(2026, 1, 2, 3)),
    ("march and april last year", _months(2025, 3, 4)),
    ("march, april or may 2025", _months(2025, 3, 4, 5)),
    ("may june july 2025", _months(2025, 5, 6, 7)),
    ("april may and june", _months(2026, 4, 5, 6)),
    ("april and may", _months(2026, 4, 5)),
    ("june july and august", _months(2026, 6, 7, 8)),
    ("in march april and may", _months(2026, 3, 4, 5)),
    ("junio y julio", _months(2026, 6, 7)),
    ("junio, julio y agosto", _months(2026, 6, 7, 8)),
    ("abril y mayo del año pasado", _months(2025, 4, 5)),
    ("marzo, abril y mayo de 2025", _months(2025, 3, 4, 5)),
    ("2022, 2023 and 2024", "2022-01-01..2023-01-01 2023-01-01..2024-01-01 2024-01-01..2025-01-01"),
    ("june onwards", "2026-06-01..2026-10-14T10:00"),
    ("abril en adelante", "2026-04-01..2026-10-14T10:00"),
    ("from spring to summer", "2026-03-01..2026-09-01"),
    ("de primavera a verano", "2026-03-01..2026-09-01"),
    ("march and may not stop", ""),
    ("Abril, Mayo y Junio", ""),
    ("march onwards", ""),
    ("may or later", ""),
    ("lots 2000, 2500 and 3000", ""),
]


@pytest.mark.parametrize(("phrase", "expected"), MONTHS)
def test_months_that_are_words_are_months_in_a_list(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


FEASTS = [
    ("Christmas morning 2024", "2024-12-25T05:00..2024-12-25T12:00"),
    ("Halloween night 2024", "2024-10-31T18:00..2024-11-01T05:00"),
    ("Easter Sunday morning 2024", "2024-03-31T05:00..2024-03-31T12:00"),
    ("Easter weekend 2024", "2024-03-30..2024-04-01"),
    ("Memorial Day weekend last year", "2025-05-24..2025-05-27"),
    ("last Easter weekend", "2026-04-04..2026-04-06"),
]


@pytest.mark.parametrize(("phrase", "expected"), FEASTS)
def test_a_part_of_a_feast_lies_in_the_year_said_with_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


WORKING_DAYS = [
    ("last working day of february", _days("2026-02", 27)),
    ("the first business day of march", _days("2026-03", 2)),
    ("the first two working days of march", "2026-03-02..2026-03-04"),
    ("the second weekday of august", _days("2026-08", 4)),
    ("el último día hábil de febrero", _days("2026-02", 27)),
    ("先月の最終営業日", "2026-09-30..2026-10-01"),
    ("去年の11月の第一営業日", _days("2025-11", 3)),
]


@pytest.mark.parametrize(("phrase", "expected"), WORKING_DAYS)
def test_a_working_day_of_a_month_is_no_saturday_or_sunday(phrase: str, expected: str) -> None:
    assert expected == local(phrase)
