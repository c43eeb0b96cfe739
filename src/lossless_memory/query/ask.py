"""Asking the store: the catalog where it can be read, the log itself where it cannot.

Owns the fallback and what is said about it. A damaged or missing index is never fatal.

Promise: P13, P15
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher, Searcher
from lossless_memory.log import dayfile
from lossless_memory.log.read import Reader
from lossless_memory.paths import Home
from lossless_memory.query.answer import Answer
from lossless_memory.query.recall import Asking, Options, State, recall
from lossless_memory.query.scan import ScanSearcher

_Result = TypeVar("_Result")


def ask(home: Home, text: str, asking: Asking, options: Options) -> Answer:
    """Answer a question from the store. Raises UsageError for a question that asks nothing."""
    return with_searcher(home, lambda searcher, reader, state: recall(text, searcher, reader, asking, options, state))


def with_searcher(home: Home, work: Callable[[Searcher, Reader, State], _Result]) -> _Result:
    """Do some work with the catalog; if that is missing or turns out damaged, do it again with the log itself."""
    with Reader(home) as reader:
        try:
            with _catalog(home) as (searcher, state):
                return work(searcher, reader, state)
        except IndexUnusable as error:
            trouble = error
        has_records = any(file.size_b for file in dayfile.day_files(home))
        notes = (f"{trouble} The answer comes from reading the whole log. {trouble.next_step}",) if has_records else ()
        scanner = ScanSearcher(home)
        try:
            return work(scanner, reader, State(notes=notes))
        finally:
            scanner.close()


@contextmanager
def _catalog(home: Home) -> Iterator[tuple[Searcher, State]]:
    searcher = CatalogSearcher(catalog.open_reading(home))
    try:
        behind_b = searcher.behind_b(home)
        notes = (
            (f"The index does not know the last {behind_b} bytes of the log yet; they were not searched.",)
            if behind_b
            else ()
        )
        yield searcher, State(behind_b, notes)
    finally:
        searcher.close()
