"""Headlines: the clause that says most, in the person's own words, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.config import SETTINGS
from lossless_memory.now.headline import MAX_COLUMNS, headline, hot_sentences, opens_with, pattern

ROWS = [
    ("the varnish, line 39", "the varnish, line 39"),
    (
        "…it reads next friday wrong since the last release",
        "ok so, um, can you look at the parser, it reads next friday wrong since the last release",
    ),
    (
        "…now please rename UserStore to AccountStore in billing/api.py",
        "thanks, that works. now please rename UserStore to AccountStore in billing/api.py",
    ),
    ("hmm wait, no", "hmm wait, no"),
    ("Does the importer crash on empty zip members?", "Does the importer crash on empty zip members? I think so."),
    (
        "…why does the importer crash?",
        "See this:\n```\nTraceback in foo bar baz qux\n```\nwhy does the importer crash?",
    ),
    (
        "…歯医者の予約を木曜の三時に変更したいんだよね",
        "えっと、昨日の件なんだけど、歯医者の予約を木曜の三時に変更したいんだよね",
    ),
    ("…今日は確定申告の書類を整理したいと思います", "おはよう。今日は確定申告の書類を整理したいと思います。よろしく"),
    ("ワニスの乾燥時間はどのくらい？", "ワニスの乾燥時間はどのくらい？"),
    (
        "…entonces creo que lo mejor sería usar Postgres en vez de SQLite para el servidor",
        "bueno, entonces creo que lo mejor sería usar Postgres en vez de SQLite para el servidor, ¿no?",
    ),
    ("¿Cuándo vence el contrato de alquiler?"[1:], "¿Cuándo vence el contrato de alquiler?"),
    ("vale, perfecto", "vale, perfecto"),
]


@pytest.mark.parametrize(("expected", "text"), ROWS)
def test_the_headline_is_the_densest_clause_and_nothing_is_rewritten(expected: str, text: str) -> None:
    shown = headline([text]).text
    assert expected == shown
    assert shown.strip("…") in text


def test_of_several_lines_the_one_that_says_most_is_the_headline_and_of_equals_the_first() -> None:
    assert headline(["ok", "the varnish for the boat", "yes please"]).text == "the varnish for the boat"
    assert headline(["the varnish dries", "the varnish dries"]).text == "the varnish dries"


def test_a_topic_word_makes_its_clause_the_headline() -> None:
    text = "rename UserStore to AccountStore in billing/api.py, and then Kestrel, as we said"
    assert headline([text]).text.startswith("rename UserStore")
    assert headline([text], topic_words=["kestrel"]).text == "…and then Kestrel"


def test_corrections_change_headlines_alone() -> None:
    assert headline(["call Doctor Marita about the tooth"], [["Marita", "Morita"]]).text == (
        "call Doctor Morita about the tooth"
    )


def test_a_long_clause_is_cut_at_a_space_and_says_so() -> None:
    shown = headline(["the quick brown fox jumps over the lazy dog " * 5]).text
    assert shown.endswith("…")
    assert len(shown) <= MAX_COLUMNS + 1
    assert not shown.rstrip("…").endswith(" ")


HEAT = pattern(SETTINGS["heat_phrases"].default)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["…I promise to call mum on Sunday"], "We talked. I promise to call mum on Sunday. ok"),
        (["let’s go with teak oil"], "let’s go with teak oil"),
        (["決めた、来週の旅行は京都にしよう"], "決めた、来週の旅行は京都にしよう。あとで"),
        (["quedamos en 300 euros, prometo pagarlo mañana"], "quedamos en 300 euros, prometo pagarlo mañana"),
        ([], "the compromised promises were broken"[:15]),
        ([], "nothing of the kind"),
    ],
)
def test_decisions_and_promises_are_whole_sentences(expected: list[str], text: str) -> None:
    assert expected == [one.text for one in hot_sentences(text, HEAT)]


def test_a_wake_phrase_opens_the_line_whatever_stands_before_it() -> None:
    phrases = SETTINGS["wake_phrases"].default
    assert opens_with("¡Buenos días! ¿Seguimos?", phrases)
    assert opens_with("おはようございます", phrases)
    assert opens_with("I’m back", phrases)
    assert not opens_with("He said good morning", phrases)


@given(st.text(max_size=400))
def test_any_text_has_a_headline_that_stands_in_it(text: str) -> None:
    shown = headline([text]).text
    assert shown.removeprefix("…").removesuffix("…") in text
