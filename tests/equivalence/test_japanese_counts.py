"""A word written without spaces is found as often as grep finds it: as terms in folded text, literally as it stands."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from lossless_memory.index import catalog, tokens
from lossless_memory.index.search import CatalogSearcher, Filters, Span
from lossless_memory.query import rank
from tests.long import times
from tests.query.asking import Book, parts, said

SYLLABLES = parts("""歯医者 歯車 森田歯科 駅前 午後三時 明日 予算 食費 三万円 旅行 積み立て 浮いた分 会議 資料 東京都 大阪 京都 カフェテラス
ｶﾌｪﾃﾗｽ コーヒー ガーデン ｶﾞｰﾃﾞﾝ かﾞき がき 人々 〇一二 株式会社 ㈱青葉 ㍻ 電話番号 話題 君 何時 だった ている という のこと から まで
データ移行 本番 リハーサル 金曜 土曜日 예산 회의 งบประมาณ 预算 會議 。 、 ！ USB ＵＳＢ 42 － abc""")
WORD = re.compile(
    "[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]+"
)


def made_texts(seed: int, count: int = 300) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choices(SYLLABLES, k=chance.randrange(1, 7))) for _ in range(count)]


def cuts(lines: Sequence[str], length: int, count: int, seed: int) -> list[str]:
    """Return random words of a length out of the lines, and some that stand nowhere."""
    chance = random.Random(seed)
    there = sorted(
        {
            run[at : at + length]
            for line in lines
            for run in WORD.findall(tokens.folded(line))
            for at in range(len(run) - length + 1)
        }
    )
    letters = sorted({letter for line in lines for letter in "".join(WORD.findall(tokens.folded(line)))})
    nowhere = ["".join(chance.choices(letters, k=length)) for _ in range(count // 5)]
    return chance.sample(there, k=min(len(there), count - len(nowhere))) + nowhere


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return made_texts(7)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> Book:
    start = "2026-09-{:02} {:02}:{:02}"
    records = [said(start.format(1 + n // 30, 8 + n % 12, n % 60), line) for n, line in enumerate(lines)]
    made = Book(tmp_path_factory.mktemp("book")).write(*records)
    made.is_compared = False  # the scan is held to the index elsewhere; here both would be slow
    return made.index()


def grep(lines: Sequence[str], word: str) -> list[str]:
    return sorted(line for line in lines if tokens.folded(word) in tokens.folded(line))


def exact_grep(lines: Sequence[str], word: str) -> list[str]:
    return sorted(line for line in lines if word in line)


def by_terms(book: Book, lines: Sequence[str], word: str) -> int:
    """Count what the index gives for a word searched as terms."""
    index = CatalogSearcher(catalog.open_reading(book.home))
    asked = tokens.terms(word)
    found = index.matches(asked, (), [Span(None, None)], Filters(), rank.bm25([1.0] * len(asked), 5.0))
    index.close()
    return len(found)


@pytest.mark.parametrize("length", [1, 2])
def test_short_words_as_terms_are_found_as_often_as_grep_finds_them(length: int, book: Book, lines: list[str]) -> None:
    words = cuts(lines, length, times(200, 1_000), length)
    wrong = {
        word: (len(grep(lines, word)), found)
        for word in words
        if (found := by_terms(book, lines, word)) != len(grep(lines, word))
    }
    assert wrong == {}
    assert len(words) >= (80 if length == 1 else 200)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_words_taken_literally_are_found_as_often_as_grep_finds_them(length: int, book: Book, lines: list[str]) -> None:
    wrong = {}
    for word in cuts(lines, length, times(40, 1_000), 10 + length):
        answer = book.ask(word, literal=True, limit=10_000)
        if sorted(hit.record.text for hit in answer.hits) != exact_grep(lines, word):
            wrong[word] = (len(exact_grep(lines, word)), answer.total)
    assert wrong == {}


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_words_in_quotes_are_found_as_often_as_grep_finds_them_exactly_or_else_folded(
    length: int, book: Book, lines: list[str]
) -> None:
    wrong = {}
    for word in cuts(lines, length, times(30, 1_000), 20 + length):
        answer = book.ask(f"「{word}」", limit=10_000)
        expected = exact_grep(lines, word) or grep(lines, word)
        if sorted(hit.record.text for hit in answer.hits) != expected:
            wrong[word] = (len(expected), answer.total)
    assert wrong == {}


def test_a_phrase_with_letters_of_both_kinds_is_found_as_often_as_grep_finds_it(book: Book, lines: list[str]) -> None:
    chance = random.Random(3)
    wrong = {}
    for _ in range(40):
        line = chance.choice(lines)
        start = chance.randrange(len(line))
        phrase = line[start : start + chance.randrange(2, 9)]
        answer = book.ask(phrase, literal=True, limit=10_000)
        if sorted(hit.record.text for hit in answer.hits) != exact_grep(lines, phrase):
            wrong[phrase] = (len(exact_grep(lines, phrase)), answer.total)
    assert wrong == {}
