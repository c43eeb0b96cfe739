"""What comes again and again is no time, with its hour or day too; inside a range it is each of its times there."""

from __future__ import annotations

import pytest

from .reading import ask

HABITS = [
    "every March",
    "the trip we take every year in March",
    "rent is due every month on the 25th",
    "what do we eat every Christmas?",
    "where do we go every summer?",
    "every day at 3",
    "the pill I take every day at 3pm",
    "the alarm every morning at 7",
    "the class every Monday and Thursday at 6pm",
    "毎月25日に払うのは何？",
    "毎月1日に届く箱は？",
    "毎年12月に行く店は？",
    "毎年3月3日に作る料理は？",
    "毎年の夏に行く海は？",
    "毎日3時に飲む薬は？",
    "毎晩9時に飲む薬は？",
    "毎朝7時の目覚ましの曲は？",
    "毎日朝9時の会議の名前は？",
    "毎週月曜と木曜の教室は？",
    "毎週月曜の9時に出すのは何？",
    "todos los años en marzo",
    "pago el alquiler cada mes el 25",
    "la pastilla que tomo todos los días a las 3",
    "la alarma de todas las noches a las 9",
    "lo que hago cada mañana a las 7",
    "¿qué comemos cada Navidad?",
    "la clase de todos los lunes y jueves a las 6",
]


@pytest.mark.parametrize("text", HABITS)
def test_a_habit_is_no_time(text: str) -> None:
    assert ((), text) == ask(text)[:2]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("what I did every weekend in June", ["every weekend in June"] * 4),
        ("I asked every day, yesterday too", ["yesterday"]),
        ("every Monday in September", ["every Monday in September"] * 4),
        ("every morning at 7 last week", ["last week"]),
        ("every Friday since May", ["every Friday since May"] * 24),
        ("先週は毎日話した", ["先週"]),
        ("去年は毎月25日に払った", ["去年"]),
        ("毎日の3月の話", ["3月"]),
        ("毎月、先週も払った", ["先週"]),
        ("todos los lunes de septiembre", ["todos los lunes de septiembre"] * 4),
        ("todos los días de la semana pasada", ["todos los días de la semana pasada"]),
    ],
)
def test_a_time_beside_a_habit_is_read(text: str, phrases: list[str]) -> None:
    assert phrases == [one.phrase for one in ask(text).intervals]
