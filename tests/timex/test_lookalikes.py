"""Numbers, names and habits that only look like a time, each beside its neighbour that is one."""

from __future__ import annotations

import pytest

from .reading import ask, local

AMOUNTS = [
    "a rent between 1500 and 2500 a month",
    "which phones cost between 1000 and 1200 pounds?",
    "a limit of 1800 to 2000",
    "essays from 1200 to 1500 words",
    "un alquiler entre 1200 y 1500 al mes",
    "un límite de 1800 a 2000",
    "ensayos de 1250 a 1500 palabras",
    "entre 2000 y 2500 pesos",
    "1200から1500歩",
]
RATINGS = [
    "I gave the noodle bar 8/10",
    "which hotel scored 7/10?",
    "a 6/10 at best",
    "7/10 would recommend to friends",
    "a 5/8 inch bolt",
    "what has a 6/8 rhythm?",
    "¿a qué hotel le puse 7/10?",
    "la nota fue 8/10",
    "un tornillo de 5/8 pulgadas",
    "点数は7/10だった",
]
RUNNING_TIMES = [
    "who ran the 5k in 21:40?",
    "my half marathon in 1:52",
    "a pace of 5:15 per km",
    "skip to 14:30 in the video",
    "what happens at 3:42 in the song?",
    "minute 12:15",
    "corrió la milla en 6:45",
    "un ritmo de 5:15 por km",
    "lo que dice en el 3:42 del video",
    "10kmを48:30で走った",
    "タイムは21:40",
    "動画の12:30",
]
NAMES = [
    "what does john 3:16 say?",
    "copy of luke 2:14",
    "lucas 2:14 en mis apuntes",
    "ヨハネ3:16",
    "sort code 20-10-14",
    "the locker combination is 10-12-24",
    "código 20-10-14",
    "暗証番号は10-12-24",
    "who lives at 14 March Road?",
    "the parcel for 5 June Street, Leeds",
    "vivo en calle 2 de mayo",
    "la tienda de la avenida 9 de julio",
    "the wives of henry the 8th",
    "a chair like louis the 14th had",
    "the monday.com password",
    "is tuesday.ai any good?",
    "git log --since=yesterday",
    "tgi friday's menu",
    "the 9.15 train",
]
AGES = [
    "in my early thirties",
    "in her late forties",
    "temperatures in the 80s",
    "a fever in the low 90s",
    "an over 60s bus pass",
    "an under 30s railcard",
]
HABITS = [
    "what does the shop open on Sundays",
    "which bin goes out on thursdays?",
    "what do I do on Mondays and Thursdays at 5pm",
    "the last Sunday of every month",
    "every other tuesday",
    "open monday to friday 9 to 5",
    "¿qué hago los lunes?",
    "cierran los domingos",
    "el último domingo de cada mes",
    "毎月最後の日曜",
    "how long do I soak chickpeas overnight?",
    "a recipe for overnight oats",
    "the last minute of the game",
    "the last ten minutes of the film",
    "the last week of the project",
    "la última semana del proyecto",
    "試合の最後の1分",
    "in a week how many hours do I work",
    "use within 3 days of opening",
    "week two of the diet plan",
    "my week 4 workout",
    "la semana 4 del plan",
    "when I sat 2 papers",
]
SUNDAYS = "2026-02-01..2026-02-02 2026-02-08..2026-02-09 2026-02-15..2026-02-16 2026-02-22..2026-02-23"
TIMES = [
    ("between 2019 and 2021 I lived abroad", "2019-01-01..2022-01-01"),
    ("what I gave Ana on 9/10", "2026-09-10..2026-09-11"),
    ("the report of 9/10", "2026-09-10..2026-09-11"),
    ("the video I made at 12:30", "2026-10-13T12:30..2026-10-13T13:00"),
    ("lunch with mark at 12:30", "2026-10-13T12:30..2026-10-13T13:00"),
    ("met john at 3:15pm yesterday", "2026-10-13T15:15..2026-10-13T15:45"),
    ("the code from 10/12/24", "2024-10-12..2024-10-13"),
    ("the 14 March road trip", "2026-03-14..2026-03-15"),
    ("what did George say on the 8th", "2026-10-08..2026-10-09"),
    ("songs of the early 80s", "1980-01-01..1984-01-01"),
    ("wednesdays notes", "2026-10-07..2026-10-08"),
    ("sundays in February 2026", SUNDAYS),
    ("what happened overnight?", "2026-10-13T18:00..2026-10-14T05:00"),
    ("in the last hour", "2026-10-14T09:00..2026-10-14T10:00"),
    ("the last week of September", "2026-09-21..2026-09-28"),
    ("the week 38 report", "2026-09-14..2026-09-21"),
    ("el informe del 9/10", "2026-10-09..2026-10-10"),
    ("los domingos de febrero de 2026", SUNDAYS),
    ("昨日15:30で終わった", "2026-10-13T15:30..2026-10-13T16:00"),
]


@pytest.mark.parametrize("text", [*AMOUNTS, *RATINGS, *RUNNING_TIMES, *NAMES, *AGES, *HABITS])
def test_what_only_looks_like_a_time_stays_in_the_text(text: str) -> None:
    assert ((), text) == ask(text)[:2]


@pytest.mark.parametrize(("phrase", "expected"), TIMES)
def test_its_neighbour_is_a_time(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize("text", ["the address of the Thursday yoga class", "who is in my Tuesday book club?"])
def test_a_weekday_that_names_a_group_is_a_preference(text: str) -> None:
    assert [True] == [one.vague for one in ask(text).intervals]


@pytest.mark.parametrize("text", ["in the Tuesday meeting", "what did I do Tuesday", "last Tuesday group notes"])
def test_a_weekday_that_says_when_is_a_border(text: str) -> None:
    assert [False] == [one.vague for one in ask(text).intervals]
