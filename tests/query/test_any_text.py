"""Any text may be asked: no sign, no word of the full text's own language breaks a question or changes a plain word."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lossless_memory.errors import UsageError
from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher
from lossless_memory.log.read import Reader
from lossless_memory.query.answer import Answer
from lossless_memory.query.recall import Asking, Options, State, recall
from tests.long import times
from tests.query.asking import NOW, TOKYO, Book, parts, said, texts

SIGNS = "!#$%&()*+,-./:;<=>?@[\\]^_{|}~ \t·…—–‐・、。！？（）［］｛｝＊＋－＝／＼｜～＾＿＃＠％＆；：，．\u3000¡¿§¶†•‹›"
"""Punctuation that quotes nothing: around a plain word it may not change what is found."""

SYNTAX = parts("""AND OR NOT NEAR NEAR( NEAR(a,5) text: rowid: {text}: - -text ^ ^a a* "a"* "" " ' '' `` a+b ( ) (( )) * ** : :: ; --
/* */ \\ % _ ? ?1 @x $y #z [x] {a b} <a> a.b a-b a/b x=1 NULL SELECT ft MATCH 'x' « » “ ” 「 」 『 』 \u200b \u202e 👩‍💻 か\u3099 ﾊﾟ ½ ² ㍻ 𠮷""")

ANY = [
    *SYNTAX,
    *SIGNS,
    "\0",
    "\x1b",
    "\ud83d",
    "\udcff",
    "\ufeff",
    "\U0001f600",
    "budget",
    "予算",
    "yesterday",
    "3日前",
]


Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return how to ask one small index, opened once for all questions; the scan is held to the index elsewhere."""
    folder: Path = tmp_path_factory.mktemp("book")
    book = Book(folder).write(
        said("2026-09-01 09:00", "the budget is 30,000 yen"),
        said("2026-09-02 09:00", "paint the boat", session="claude-code:s2"),
        said("2026-10-13 20:10", "来月の予算を決めた", session="claude-code:s3"),
        said("2026-10-13 21:10", 'quoted "text" AND (more): a*b NEAR c', session="claude-code:s4"),
    )
    book.index()
    asking = Asking(NOW, TOKYO, "Asia/Tokyo", book.config, True)
    searcher = CatalogSearcher(catalog.open_reading(book.home))
    with Reader(book.home) as reader:
        yield lambda text, **options: recall(text, searcher, reader, asking, Options(**options), State())
    searcher.close()


def made(chance: random.Random) -> str:
    """Make a text of signs, syntax, words and any characters at all."""
    pieces = []
    for _ in range(chance.randrange(1, 12)):
        kind = chance.random()
        if kind < 0.7:
            pieces.append(chance.choice(ANY))
        elif kind < 0.9:
            pieces.append(chr(chance.choice((chance.randrange(0x250), chance.randrange(0x11_0000)))))
        else:
            pieces.append(chance.choice(" \t\n"))
    return "".join(pieces)


def test_no_text_breaks_a_question(ask: Ask) -> None:
    chance = random.Random("any text")
    asked = 0
    for number in range(times(300, 100_000)):
        text = made(chance)
        options = {"literal": True} if number % 7 == 0 else {}
        try:
            ask(text, **options)
            asked += 1
        except UsageError:
            pass  # asks nothing
        except Exception as error:
            raise AssertionError(f"number {number}: {text!r} {options}") from error
    assert asked > 0


@pytest.mark.parametrize("word", ["budget", "boat", "予算"])
def test_signs_around_a_word_do_not_change_what_is_found(ask: Ask, word: str) -> None:
    expected = texts(ask(word))
    assert expected
    chance = random.Random(word)
    for number in range(times(40, 3_000)):
        before, behind = ("".join(chance.choices(SIGNS, k=chance.randrange(6))) for _ in range(2))
        question = f"{before} {word} {behind}"
        assert expected == texts(ask(question)), f"number {number}: {question!r}"
    assert all(unicodedata.category(sign)[0] in "PSZC" for sign in SIGNS)


@pytest.mark.parametrize("syntax", ["AND", "OR", "NOT", "NEAR", "*", "^", "(", ")", ":", "-"])
def test_a_word_of_the_full_texts_own_language_stands_for_itself(ask: Ask, syntax: str) -> None:
    for question in (f"budget {syntax} boat", f"boat {syntax} budget"):
        assert {"the budget is 30,000 yen", "paint the boat"} <= set(texts(ask(question))), question
