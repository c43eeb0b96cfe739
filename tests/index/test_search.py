"""What the catalog is asked: one open catalog serves any number of questions, and no name or word breaks it."""

from __future__ import annotations

from pathlib import Path

from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher, Filters, Span
from lossless_memory.index.tokens import Term, terms
from lossless_memory.query import rank
from tests.index.stores import append, rec, store_at

EVERYTHING = [Span(None, None)]


def _searcher(tmp_path: Path, *texts: str) -> CatalogSearcher:
    store = store_at(tmp_path / "home")
    append(store, [rec(text, f"2026-03-02T09:00:{second:02}", id=text) for second, text in enumerate(texts)])
    return CatalogSearcher(catalog.open_reading(store.home))


def test_one_open_catalog_ranks_each_question_by_its_own_words(tmp_path: Path) -> None:
    searcher = _searcher(tmp_path, "the budget", "the boat and the budget")
    one = list(searcher.matches([Term("budget")], [], EVERYTHING, Filters(), rank.bm25([1.0], 5.0)))
    two = [Term("budget"), Term("boat")]
    both = list(searcher.matches(two, [], EVERYTHING, Filters(), rank.bm25([1.0, 1.0], 5.0)))
    assert [match.terms for match in one] == [0b01, 0b01]
    assert sorted(match.terms for match in both) == [0b01, 0b11]
    searcher.close()


def test_letters_that_python_folds_further_than_the_tokenizer_are_found(tmp_path: Path) -> None:
    searcher = _searcher(tmp_path, "die Straße ist lang", "𞤀𞤣𞤤𞤢𞤥")
    for word in ("Straße", "STRAßE", "𞤀𞤣𞤤𞤢𞤥"):
        asked = terms(word)
        found = list(searcher.matches(asked, [], EVERYTHING, Filters(), rank.bm25([1.0] * len(asked), 5.0)))
        assert len(found) == 1, word
    searcher.close()


def test_a_name_with_a_lone_surrogate_is_looked_for_and_not_found(tmp_path: Path) -> None:
    searcher = _searcher(tmp_path, "the budget")
    assert searcher.listed(EVERYTHING, Filters(actor="\udcff"), None, None) == []
    assert searcher.listed(EVERYTHING, Filters(session="\udcff"), None, None) == []
    searcher.close()
