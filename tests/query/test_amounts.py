"""An amount is found however it was written: in digits, with a separator, in kanji."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.query.amounts import spellings
from tests.query.asking import Book, said, texts


@pytest.mark.parametrize(
    "question", ["36420円は何？", "36,420円は何？", "三万六千四百二十円は何？", "3万6420円は何？", "３６４２０円は何？"]
)
def test_an_amount_is_found_in_every_way_of_writing_it(book: Book, question: str) -> None:
    book.write(
        said("2026-10-12 20:10", "食費は三万六千四百二十円。"),
        said("2026-10-12 20:11", "食費36,420円ですね。", "assistant"),
        said("2026-10-12 20:12", "36420 と控えました。", "assistant"),
        said("2026-10-12 20:13", "3万6420円、払った。"),
        said("2026-10-12 20:14", "食費は三万三千円にする。"),
    )
    hits = sorted(book.ask(question).hits, key=lambda hit: hit.rank)
    assert {hit.record.text[:6] for hit in hits[:4]} == {"食費は三万六", "食費36,4", "36420 ", "3万6420"}


def test_an_english_price_is_found_without_its_comma(book: Book) -> None:
    book.write(said("2026-10-12 20:10", "we said $1,050 for April"), said("2026-10-12 20:11", "and 1 of 50 for May"))
    assert "we said $1,050 for April" in texts(book.ask("which month was 1050 for?"))


@pytest.mark.parametrize(
    ("asked", "said_so"),
    [
        ("1,500,000", "家は150万円で直した"),
        ("150万", "the roof was 1,500,000 in all"),
        ("1200.50", "the bill came to 1,200.50 euros"),
        ("1,200.50", "the bill came to 1200.50 euros"),
        ("15000", "they want 15k for the boat"),
        ("$15k", "they want 15,000 for the boat"),
    ],
)
def test_thousands_and_cents_are_found_however_they_are_said(book: Book, asked: str, said_so: str) -> None:
    book.write(said("2026-10-12 20:10", said_so), said("2026-10-12 20:11", "nothing of the kind", session="b"))
    assert [said_so] == texts(book.ask(f"what was {asked} for?"))


@pytest.mark.parametrize(
    "text",
    [
        "in 2024",
        "v2.1.90",
        "30 people",
        "3.14159",
        "call 090-1234-5678",
        "2024.10",
        "192.168.1.50",
        "二〇二四",
        "十分な",
    ],
)
def test_a_year_a_version_or_a_small_number_has_no_other_spelling(text: str) -> None:
    assert spellings(text) == []


@given(st.integers(2_101, 10**12 - 1))
def test_what_is_written_in_one_way_names_the_same_amount_in_the_others(value: int) -> None:
    [(_, ways)] = spellings(str(value))
    grouped, kanji, *_ = ways
    assert grouped.replace(" ", "") == str(value)
    assert spellings(kanji)[0][1][0] == str(value) if len(kanji) >= 3 else kanji
