"""Asking the store: the catalog where it can be read, the log itself where it cannot.

Owns the fallback and what is said about it. A damaged or missing index is never fatal.

Promise: P13, P15
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from lossless_memory.errors import Busy, IndexUnusable, MeaningUnusable, UsageError, WriteFailed
from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher, Searcher
from lossless_memory.log import dayfile
from lossless_memory.log.read import Reader
from lossless_memory.log.watch import Watch
from lossless_memory.paths import Home
from lossless_memory.query.answer import Answer
from lossless_memory.query.asking import Asking, Options, State
from lossless_memory.query.recall import recall
from lossless_memory.typed import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from lossless_memory.index.meaning.sense import Sense

_Result = TypeVar("_Result")

SEMANTIC = ("off", "auto", "wait")
"""Whether meaning helps: never; as far as there are vectors; the same once all are made."""


def semantic_mode(chosen: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """Return whether meaning helps: as chosen, else as LOSSLESS_SEMANTIC says, else auto. Raises UsageError."""
    mode = chosen or environ.get("LOSSLESS_SEMANTIC") or "auto"
    if mode not in SEMANTIC:
        raise UsageError(f"semantic {mode!r} is not one of {', '.join(SEMANTIC)}.")
    return mode


class CatchUp(NamedTuple):
    """How to take in what the index does not know yet: `run` returns what to say if it could not be done.

    `is_due` says that there may be something new even where the index is at the end of the log: live sources.
    """

    run: Callable[[], str | None]
    is_due: bool = False


class Kept:
    """The catalog and the day files, kept open from question to question for as long as they are what they were.

    Close it, or use it in a `with`.
    """

    def __init__(self, home: Home) -> None:
        """Open nothing yet."""
        self.home = home
        self.reader = Reader(home)
        self._searcher: CatalogSearcher | None = None
        self._stamp: catalog.Stamp | None = None
        self._watch = Watch(home)
        self._behind_b = 0
        self._sense: Sense | None = None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything that is open."""
        self.reader.close()
        self._watch.forget()
        if self._sense is not None:
            self._sense.close()
            self._sense = None
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    def searcher(self) -> CatalogSearcher:
        """Return the catalog in force, looked up anew. Raises IndexUnusable where it is missing or damaged."""
        stamp = catalog.stamp(self.home)
        if self._searcher is not None and (stamp is None or self._stamp is None or stamp.path != self._stamp.path):
            self.close()
        if self._searcher is None:
            self._searcher = CatalogSearcher(catalog.open_reading(self.home))
            if stamp is not None:
                self._watch.take_over(catalog.looked_path(self.home), os.path.basename(stamp.path))
        elif stamp is not None and stamp != self._stamp:
            self._searcher.check_seal(self.home, stamp.path)
        self._stamp = stamp
        return self._searcher

    def sense(self) -> Sense | None:
        """Return the vectors in force, None where none were ever made. Raises MeaningUnusable."""
        if not os.path.exists(self.home.vectors):
            return None
        from lossless_memory.index.meaning.sense import Sense

        if self._sense is not None and not self._sense.is_current:
            self._sense.close()
            self._sense = None
        if self._sense is None:
            self._sense = Sense(self.home)
        return self._sense

    def looked(self) -> tuple[CatalogSearcher, int]:
        """Return the catalog in force, and how many bytes of the log it does not know. Raises IndexUnusable."""
        searcher = self.searcher()
        changed = None if self._behind_b else self._watch.changed()
        if changed is None:
            self.reader.close()  # a file that was replaced is read anew
            self._behind_b = searcher.behind_b(self._watch.all_files())
            if not self._behind_b and self._stamp is not None:
                self._watch.keep(catalog.looked_path(self.home), os.path.basename(self._stamp.path))
        elif changed:
            self.reader.close()
            self._behind_b = searcher.behind_b(changed, are_all=False)
        return searcher, self._behind_b


def ask(
    home: Home,
    text: str,
    asking: Asking,
    options: Options,
    catch_up: CatchUp | None = None,
    kept: Kept | None = None,
    semantic: str = "off",
) -> Answer:
    """Answer a question from the store; `semantic` as `semantic_mode` returns it.

    Raises UsageError for a question that asks nothing.
    """
    if kept is None:
        with Kept(home) as own:
            return ask(home, text, asking, options, catch_up, own, semantic)
    waited = _built(kept, asking, catch_up) if semantic == "wait" else ()

    def work(searcher: Searcher, reader: Reader, state: State) -> Answer:
        sense, said = (None, ()) if semantic == "off" else _sense(kept, searcher)
        state = state._replace(notes=(*state.notes, *waited, *said))
        return recall(text, searcher, reader, asking, options, state, sense)

    return with_searcher(home, work, catch_up, kept)


def _sense(kept: Kept, searcher: Searcher) -> tuple[Sense | None, tuple[str, ...]]:
    """Return the way to ask for meaning, None where there is none, and what to say about it."""
    if not isinstance(searcher, CatalogSearcher):
        return None, ()
    try:
        sense = kept.sense()
        if sense is None:
            return None, ()
        left = sense.days_left(searcher.sizes())
    except MeaningUnusable as error:
        return None, (f"Meaning was not looked at: {error} {error.next_step}".strip(),)
    if not left:
        return sense, ()
    days = "1 day" if left == 1 else f"{left:,} days"
    return sense, (f"Meaning does not reach all yet: {days} of the log are left (lossless index --vectors).",)


def _built(kept: Kept, asking: Asking, catch_up: CatchUp | None) -> tuple[str, ...]:
    """Take in what is new and make all vectors; return what to say where that could not be done."""
    from lossless_memory.index.meaning import build

    try:
        with_searcher(kept.home, lambda *_: None, catch_up, kept)
        build.build(kept.home, asking.config, wait_s=None, check=False)
    except (MeaningUnusable, IndexUnusable, Busy, WriteFailed) as error:
        return (f"The vectors could not be made first: {error} {error.next_step}".strip(),)
    return ()


def with_searcher(
    home: Home,
    work: Callable[[Searcher, Reader, State], _Result],
    catch_up: CatchUp | None = None,
    kept: Kept | None = None,
) -> _Result:
    """Do some work with the catalog; if that is missing or turns out damaged, do it again with the log itself.

    A missing or damaged catalog is not caught up here: that would be a rebuild, which an answer does not wait for.
    With `kept` what it holds open is used, and stays open.
    """
    if kept is None:
        with Kept(home) as own:
            return with_searcher(home, work, catch_up, own)
    notes: list[str] = []
    if catch_up is not None and catch_up.is_due and not dayfile.day_files(home):
        # Nothing was ever taken in: the first question after naming a source begins with it.
        notes += filter(None, [catch_up.run()])
        catch_up = None
    try:
        return _with_catalog(kept, work, catch_up, notes)
    except IndexUnusable as error:
        trouble = error
    kept.close()
    has_records = any(file.size_b for file in dayfile.day_files(home))
    if has_records:
        notes.append(f"{trouble} The answer comes from reading the whole log. {trouble.next_step}")
    from lossless_memory.query.scan import ScanSearcher

    scanner = ScanSearcher(home)
    try:
        return work(scanner, kept.reader, State(notes=tuple(notes)))
    finally:
        scanner.close()


def _with_catalog(
    kept: Kept,
    work: Callable[[Searcher, Reader, State], _Result],
    catch_up: CatchUp | None,
    before: list[str],
) -> _Result:
    notes = list(before)
    searcher, behind_b = kept.looked()
    if catch_up is not None and (behind_b or catch_up.is_due):
        if trouble := catch_up.run():
            notes.append(trouble)
        searcher, behind_b = kept.looked()
    if behind_b:
        notes.append(f"Up to {behind_b:,} bytes of the log are newer than the index and may not have been searched.")
    with searcher.steady():
        return work(searcher, kept.reader, State(behind_b, tuple(notes)))
