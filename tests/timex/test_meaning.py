"""What must hold of every phrase, whatever it is: shifts of now, words around it, other spellings, other zones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossless_memory.timex import parse

from .reading import local

WEEKDAYS = [
    *("on Monday", "last Tuesday", "Friday", "the Wednesday before last", "Thursday last week", "two Sundays ago"),
    *(
        "月曜日",
        "この前の金曜",
        "先週の火曜日",
        "日曜の夜",
        "el lunes",
        "el jueves pasado",
        "el martes de la semana pasada",
    ),
    *(
        "last Tuesday night",
        "Monday or Friday",
        "from Monday to Wednesday",
        "月曜から水曜まで",
        "last week",
        "last weekend",
    ),
]
BASIC = [
    *("today", "yesterday", "last night", "this morning", "last Monday", "last week", "last month", "2 days ago"),
    *(
        "3 months ago",
        "in March",
        "since Friday",
        "昨日",
        "先週の金曜",
        "今朝",
        "半年前",
        "3日前の夜",
        "ayer por la tarde",
    ),
    *("el lunes", "hace dos meses", "el mes pasado", "anoche", "yesterday at 2:30", "the 31st", "last year"),
]
ZONES = [
    *("UTC", "Asia/Tokyo", "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "Asia/Kathmandu"),
    *("America/Havana", "Pacific/Apia"),  # midnight is skipped in Havana, and the whole of 30 December 2011 in Apia
]
WITHOUT_A_GAP = st.datetimes(datetime(1990, 1, 15), datetime(2090, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001


@given(st.sampled_from(WEEKDAYS), WITHOUT_A_GAP, st.sampled_from(["UTC", "Asia/Tokyo"]))
@settings(max_examples=200, deadline=None)
def test_a_week_later_a_weekday_is_a_week_later(phrase: str, now: datetime, zone: str) -> None:
    week = timedelta(days=7)
    first = parse(phrase, now=now, timezone=zone).intervals
    later = parse(phrase, now=now + week, timezone=zone).intervals
    assert [(one.start + week, one.end + week) for one in first if one.start and one.end] == [
        (one.start, one.end) for one in later
    ]


@pytest.mark.parametrize(
    ("around", "phrases"),
    [
        ("what did we decide {}?", ["yesterday", "last Tuesday night", "3 weeks ago", "on March 3", "in early May"]),
        ("please tell me what Ana said {} about the budget", ["last week", "two days ago", "last month", "on Monday"]),
        ("{}, what was the name of the dentist", ["yesterday", "last week", "around 3pm on the 12th", "in 2024"]),
        ("¿qué dijimos {} sobre el presupuesto?", ["ayer", "la semana pasada", "hace tres días", "el 3 de marzo"]),
        ("{}, ¿qué me dijo Ana?", ["anoche", "el lunes pasado", "en marzo de 2024", "hace un mes"]),
        ("{}、予算について何を決めた？", ["昨日", "先週の火曜日", "3月3日", "三週間前", "去年の夏"]),
        ("{}に話した歯医者の名前は？", ["昨日", "先月", "3日前", "2024年5月"]),
    ],
)
def test_words_around_a_phrase_change_nothing(around: str, phrases: list[str]) -> None:
    alone = {phrase: local(phrase) for phrase in phrases}
    assert all(alone.values())
    assert alone == {phrase: local(around.format(phrase)) for phrase in phrases}


@pytest.mark.parametrize(
    ("phrase", "others"),
    [
        ("3日前", ["３日前", "三日前", "3 日前", "3日まえ"]),
        ("2024年3月3日", ["２０２４年３月３日", "二〇二四年三月三日", "令和6年3月3日", "2024/3/3", "2024-03-03"]),
        ("午後3時", ["午後３時", "午後三時", "15時", "15:00"]),
        ("12月25日", ["十二月二十五日", "１２月２５日", "12/25"]),
        ("el miércoles", ["el miercoles", "El Miércoles", "EL MIÉRCOLES", "el mie\u0301rcoles"]),
        ("hace tres días", ["hace 3 dias", "Hace Tres Días", "HACE TRES DÍAS"]),
        ("el 3 de marzo", ["el tres de marzo", "EL 3 DE MARZO"]),
        ("yesterday", ["YESTERDAY", "Yesterday", "ｙｅｓｔｅｒｄａｙ"]),
        ("three days ago", ["3 days ago", "３ days ago", "Three Days Ago"]),
        ("March 3, 2024", ["3 March 2024", "march 3rd, 2024", "the 3rd of March 2024", "Mar 3 2024", "2024-03-03"]),
    ],
)
def test_widths_numerals_accents_and_case_change_nothing(phrase: str, others: list[str]) -> None:
    def days(text: str) -> list[str]:
        return [side.partition("T")[0] for side in local(text).split("..")]

    assert {other: days(phrase) for other in others} == {other: days(other) for other in others}


@pytest.mark.parametrize("zone", ZONES)
def test_every_day_of_three_years_resolves_in_every_zone(zone: str) -> None:
    place = ZoneInfo(zone)
    phrases = cycle(BASIC)
    for number in range(3 * 365 + 1):
        now = datetime(2010, 1, 1, 23, 30, tzinfo=UTC) + timedelta(days=number, hours=7 * number % 24)
        today = now.astimezone(place).date()
        for phrase in ("yesterday", *islice(phrases, 2)):
            found = parse(phrase, now=now, timezone=zone).intervals
            assert found, (phrase, now, zone)
            assert all(one.start < one.end for one in found if one.start and one.end), (phrase, now, zone)
            if phrase == "yesterday" and today.isoformat() not in {"2011-12-31"}:
                start = found[0].start
                assert start is not None
                assert start.astimezone(place).date() == today - timedelta(days=1), (now, zone)


MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]
MESES = [
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
]


@given(st.dates(datetime(1901, 1, 1).date(), datetime(2026, 10, 13).date()))  # noqa: DTZ001
@settings(max_examples=150, deadline=None)
def test_a_day_written_in_each_language_is_that_day(day: object) -> None:
    year, month, number = (int(part) for part in str(day).split("-"))
    expected = {f"{day}"}
    for text in (
        f"{MONTHS[month - 1]} {number}, {year}",
        f"on the {number} of {MONTHS[month - 1]} {year}",
        f"el {number} de {MESES[month - 1]} de {year}",
        f"{year}年{month}月{number}日",
        f"{year}/{month}/{number}の話",
        f"{day}",
    ):
        # the day alone: on 6 May 1951 the clocks of Tokyo went from midnight to one
        assert expected == {one.partition("..")[0].partition("T")[0] for one in local(text).split()}, text


@pytest.mark.parametrize(("unit", "unidad", "kanji"), [("day", "día", "日"), ("week", "semana", "週間"), ("month", "mes", "か月"), ("year", "año", "年")])  # fmt: skip
@pytest.mark.parametrize("count", [2, 3, 5, 11, 24])
def test_an_amount_said_in_each_language_is_the_same_stretch(unit: str, unidad: str, kanji: str, count: int) -> None:
    plural = "meses" if unidad == "mes" else f"{unidad}s"
    assert len({local(f"{count} {unit}s ago"), local(f"hace {count} {plural}"), local(f"{count}{kanji}前")}) == 1
