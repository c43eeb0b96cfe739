"""Japanese words that hold a time word, or end where one ends: what is read and what is not. Asked as everywhere else."""

from __future__ import annotations

import pytest

from .reading import ask, local

AFTER_A_FEAST = [
    ("母の日に花を贈った", "2026-05-10..2026-05-11"),
    ("母の日贈った花", "2026-05-10..2026-05-11"),
    ("母の日当日", "2026-05-10..2026-05-11"),
    ("母の日の出来事", "2026-05-10..2026-05-11"),
    ("父の日限定の菓子", "2026-06-21..2026-06-22"),
    ("山の日前", "..2026-08-11"),
    ("昭和の日翌日", "2026-04-30..2026-05-01"),
    ("海の日見に行った映画", "2026-07-20..2026-07-21"),
    ("元日の朝", "2026-01-01T05:00..2026-01-01T12:00"),
    ("元旦から", "2026-01-01..2026-10-14T10:00"),
]
READ = [*AFTER_A_FEAST]

NO_FEAST = [
    "母の日課は何？",
    "父の日記はどこ？",
    "父の日当はいくら？",
    "子供の日焼け止めはどれ？",
    "子供の日常を書いた本は？",
    "海の日差しに弱いのは誰？",
    "海の日没の写真は？",
    "海の日の出は何色？",
    "みどりの日傘の値段は？",
    "文化の日本的な面とは？",
    "敬老の日帰り旅行の案は？",
    "元日本代表の名前は？",
    "元日銀総裁は誰？",
    "元日立の人は誰？",
    "元日ハムの選手は誰？",
    "元旦那の住所は？",
]
REFUSED = [*NO_FEAST]


@pytest.mark.parametrize(("phrase", "expected"), READ)
def test_a_time_word_is_read_where_it_is_a_word_of_its_own(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize("text", REFUSED)
def test_a_time_word_that_is_a_part_of_another_word_is_not_read(text: str) -> None:
    assert ((), text) == tuple(ask(text))
