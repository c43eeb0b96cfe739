"""Texts in which nobody speaks of a time, or only seems to: no interval may come out of them."""

from __future__ import annotations

import pytest

from .reading import ask, local

WORDS = [
    "you may remember the plan",
    "may I ask about the budget?",
    "he will march to work",
    "the march of progress",
    "sat down with Ana",
    "the sun was shining",
    "on second thought",
    "the second time we talked",
    "a quarter of the budget",
    "the fall of Rome",
    "spring boot error",
    "in a second",
    "one day I will",
    "minute details",
    "I will wed her",
    "jan is my colleague",
    "the first draft versus the last draft",
    "the 2nd floor",
    "my 30th birthday",
    "a two-week holiday",
    "it takes 3 days",
    "about 3 hours of sleep",
    "every day",
    "once a week",
    "Good night Cortana",
    "good morning",
    "when is the deadline",
    "what time is it",
    "how long ago did we meet",
    "日本の話をしたい",
    "月がきれいですね",
    "金の価格",
    "火の用心",
    "十分に話した",
    "一時的な対応",
    "三分の一だけ終わった",
    "1時間かかる作業",
    "3日間の旅行",
    "3分間クッキング",
    "一日中寝てた",
    "夏目漱石の本",
    "春日さんの連絡先",
    "夕張メロン",
    "朝市の鉢",
    "毎朝の散歩",
    "4月号の雑誌",
    "夕飯のレシピ",
    "いつ話した？",
    "何日前？",
    "きょうだいと揉めた",
    "marzo es el apellido del cliente",
    "el segundo punto es mejor",
    "un cuarto del trabajo",
    "tardó dos semanas",
    "una hora de trabajo",
    "hace falta más memoria",
    "de vez en cuando",
    "el año luz es una distancia",
]
NUMBERS = [
    "version 2.10.3 of the package",
    "Python 3.11",
    "room 2019 was booked",
    "error 1995 in module",
    "deliver 2000 pieces of toys",
    "section 4.5 of the spec",
    "page 12 of 30",
    "score was 3-2",
    "the ratio was 3:4",
    "1/2 cup of milk",
    "3/4 of the budget",
    "24/7 support",
    "10:1の比率",
    "0-3で敗れた",
    "ip 10.12.20.21 is down",
    "call 555-1234",
    "Tel: +86 138-2010-2015",
    "0.5",
    "25",
    "12.53%",
    "1,650円のほう",
    "at 6.5 kilograms",
    "2015-1-32 is no date",
    "02/29/2022",
    "14PM",
    "A4 paper, 6km, 64bit",
    "3/4 del trabajo",
]
HIDDEN = [
    'where did I write "next Friday" in the draft',
    "where did I write “next Friday” in the draft",
    "see 'two weeks ago' in the text",
    "「先週」という題のメモ",
    "『9月1日』を探して",
    "`git log --since=yesterday`",
    "https://example.org/2026/05/03/yesterday",
    "the file 2026-05-03.log",
    "/var/log/2026/05/03/app.log",
    "report-monday.pdf",
    'busca la nota que dice "el lunes"',
]
NAMES = [
    "What is August's email address?",
    "Which restaurant did April recommend?",
    "Is Wednesday Addams the character?",
    "Who sang Ruby Tuesday?",
    "Who directed Saturday Night Fever?",
    "What did the Sunday Times say?",
    "Which chords are in Yesterday by the Beatles?",
    "How do I spell the surname of Jan from accounting?",
    "五月さんの苗字は何？",
    "一泊二日の旅行の予算は？",
    "¿Cuál es el correo de Julio Medina?",
    "¿Le gustó a Abril el pastel?",
    "¿Qué abrigo de invierno me quedaba pequeño?",
    "¿Cómo se dice ayer en japonés?",
]
WITHOUT_TIME_OF_THEIR_OWN = [
    "the first time I mentioned Rust",
    "the last time we spoke",
    "カーディガンの話を最初にしたのっていつだった？",
    "前回の話",
    "いちばん最近の血圧",
    "When did it fail most recently?",
    "after the trip",
]


@pytest.mark.parametrize("text", [*WORDS, *NUMBERS, *HIDDEN, *NAMES, *WITHOUT_TIME_OF_THEIR_OWN])
def test_a_text_without_a_time_phrase_gives_no_interval_and_stays_whole(text: str) -> None:
    assert ((), text) == ask(text)[:2]


def test_a_title_in_quotes_does_not_hide_a_phrase_beside_it() -> None:
    assert [one.phrase for one in ask("「先週」という題のメモを昨日書いた").intervals] == ["昨日"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("29 february 2025, budget", ("29 february 2025",)),
        ("2026-11-31", ("2026-11-31",)),
        ("31 June at 5pm", ("31 June at 5pm",)),
        ("11月31日の件", ("11月31日",)),
        ("el 31 de abril", ("el 31 de abril",)),
        ("about 2/30 of it", ()),
        ("28 february 2025", ()),
    ],
)
def test_a_day_the_calendar_does_not_have_is_named(text: str, expected: tuple[str, ...]) -> None:
    assert expected == ask(text).impossible


@pytest.mark.parametrize(
    ("order", "expected"),
    [(None, "2026-11-12..2026-11-13"), ("dmy", "2026-11-12..2026-11-13"), ("mdy", "2026-12-11..2026-12-12")],
)
def test_of_two_readings_of_a_date_the_one_that_has_begun_is_meant(order: str | None, expected: str) -> None:
    more = {} if order is None else {"date_order": order}
    assert expected == local("12/11/2026", "2026-11-17T10:00", **more)
