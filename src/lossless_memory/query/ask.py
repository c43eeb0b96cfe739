"""Asking the store: the catalog where it can be read, the log itself where it cannot.

Owns the fallback and what is said about it. A damaged or missing index is never fatal.

Promise: P13, P15
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher, Searcher
from lossless_memory.log import dayfile
from lossless_memory.log.read import Reader
from lossless_memory.paths import Home
from lossless_memory.query.answer import Answer
from lossless_memory.query.asking import Asking, Options, State
from lossless_memory.query.recall import recall
from lossless_memory.query.scan import ScanSearcher

_Result = TypeVar("_Result")


class CatchUp(NamedTuple):
    """How to take in what the index does not know yet: `run` returns what to say if it could not be done.

    `is_due` says that there may be something new even where the index is at the end of the log: live sources.
    """

    run: Callable[[], str | None]
    is_due: bool = False


def ask(home: Home, text: str, asking: Asking, options: Options, catch_up: CatchUp | None = None) -> Answer:
    """Answer a question from the store. Raises UsageError for a question that asks nothing."""
    return with_searcher(
        home, lambda searcher, reader, state: recall(text, searcher, reader, asking, options, state), catch_up
    )


def with_searcher(
    home: Home, work: Callable[[Searcher, Reader, State], _Result], catch_up: CatchUp | None = None
) -> _Result:
    """Do some work with the catalog; if that is missing or turns out damaged, do it again with the log itself.

    A missing or damaged catalog is not caught up here: that would be a rebuild, which an answer does not wait for.
    """
    notes: list[str] = []
    if catch_up is not None and catch_up.is_due and not dayfile.day_files(home):
        # Nothing was ever taken in: the first question after naming a source begins with it.
        notes += filter(None, [catch_up.run()])
        catch_up = None
    with Reader(home) as reader:
        try:
            return _with_catalog(home, reader, work, catch_up, notes)
        except IndexUnusable as error:
            trouble = error
        has_records = any(file.size_b for file in dayfile.day_files(home))
        if has_records:
            notes.append(f"{trouble} The answer comes from reading the whole log. {trouble.next_step}")
        scanner = ScanSearcher(home)
        try:
            return work(scanner, reader, State(notes=tuple(notes)))
        finally:
            scanner.close()


def _with_catalog(
    home: Home,
    reader: Reader,
    work: Callable[[Searcher, Reader, State], _Result],
    catch_up: CatchUp | None,
    before: list[str],
) -> _Result:
    searcher = CatalogSearcher(catalog.open_reading(home))
    notes = list(before)
    try:
        behind_b = searcher.behind_b(home)
        if catch_up is not None and (behind_b or catch_up.is_due):
            searcher.close()
            if trouble := catch_up.run():
                notes.append(trouble)
            searcher = CatalogSearcher(catalog.open_reading(home))
            behind_b = searcher.behind_b(home)
        if behind_b:
            notes.append(f"The index does not know the last {behind_b} bytes of the log yet; they were not searched.")
        return work(searcher, reader, State(behind_b, tuple(notes)))
    finally:
        searcher.close()
