"""The one way into the log: under the ingest lock, in the order that loses nothing and doubles nothing.

Order: mend the tail, index to the end of the log, drop what is known, append and sync, then rows, watermarks and
cursor in one transaction (RELIABILITY §2.4). Knows no files of sources.

Promise: P1, P7, P8
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import apsw

from lossless_memory.errors import Busy, IndexUnusable, WriteFailed
from lossless_memory.index import catalog, update
from lossless_memory.index.known import session_begun_with
from lossless_memory.index.rows import Keys, is_said, keys_of
from lossless_memory.ingest import cursors
from lossless_memory.ingest.seen import Seen, Stamp
from lossless_memory.log import append, dayfile, fsio
from lossless_memory.log.home import Store, claim_device
from lossless_memory.log.read import Locator
from lossless_memory.log.watch import Watch
from lossless_memory.record import Record, joined, prepared, written
from lossless_memory.sources.base import Cursor, Draft
from lossless_memory.typed import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Pending(NamedTuple):
    """A record to store, with its line's bytes where they must be kept as they are.

    `text_b` is its text in UTF-8 where both come from `record.prepared`.
    """

    record: Record
    line: bytes | None = None
    text_b: bytes | None = None


class ReadSoFar(NamedTuple):
    """How far a source's file is read once the batch is stored; `file` and `line` as for cursors.save."""

    source: str
    path: str
    cursor: Cursor
    equals: list[list[Any]]
    file: cursors.Identity | None
    line: bytes | None


class Receipt(NamedTuple):
    """What became of a batch, acknowledged: it is durable.

    `locators` are in the batch's order, None for a duplicate and for what was not taken in; `skipped` counts the
    latter by reason.
    """

    locators: list[Locator | None]
    stored: int
    duplicates: int
    skipped: Mapping[str, int] = MappingProxyType({})


class Writer:
    """Stores batches. Holds the lock only while it stores one. Close it, or use it in a `with`."""

    def __init__(self, store: Store, wait_s: float | None = None) -> None:
        """Wait at most `wait_s` seconds for the lock each time, without end for None."""
        self._store = store
        self._wait_s = wait_s
        self._db: apsw.Connection | None = None
        self._indexer: update.Indexer | None = None
        self._path: str | None = None
        self._version = -1
        self._ahead_pages = 0
        self._is_held = False
        self._moved: dict[tuple[str, cursors.Identity], str] | None = None
        self._watch = Watch(store.home)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the catalog, and leave nothing in its write-ahead file if nobody else writes just now."""
        self._watch.forget()
        if self._indexer is not None:
            self._indexer.close()
            self._indexer = None
        if self._db is not None:
            if self._ahead_pages and not self._is_held:
                with contextlib.suppress(Busy, WriteFailed, IndexUnusable):
                    self._leave_nothing(self._db)
            self._db.close()
            self._db = None

    def _leave_nothing(self, db: apsw.Connection) -> None:
        """Bring home what was written, and let the write-ahead file go with the last who has the catalog open."""
        with fsio.locked(self._store.home.lock, wait_s=0), catalog.errors_named():
            if self._bring_home(db):
                db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
                db.close()

    def store(self, batch: Sequence[Pending], read: ReadSoFar | None = None) -> Receipt:
        """Store a batch and, with it, how far its source is read; return after everything is durable.

        What is known already, by source, id and text, is counted as duplicate. Raises WriteFailed, ForeignStore,
        Busy; then nothing of the batch is acknowledged and the cursor stays where it was.
        """
        ready = [_ready(one) for one in batch]
        keys = [keys_of(record, text_b) for record, _, text_b in ready]
        days = [record.ts[:10] for record, _, _ in ready]
        with self.held(days=set(days)) as indexer:
            places = self._with(indexer, lambda sure: _unknown(sure, ready, keys))
            lines = [_line(ready[place]) for place in places]
            device = self._store.device
            placed = append.append(self._store.home, device, [days[place] for place in places], lines)
            added = [
                tuple.__new__(update.Added, (ready[place].record, keys[place], line, at))
                for place, line, at in zip(places, lines, placed, strict=True)
            ]
            try:
                sure = self._current()
                with catalog.errors_named(), sure.db:
                    numbers = sure.add(device, added)
                    _save_cursor(sure.db, read)
            except IndexUnusable:  # the log has the lines for good, and a damaged catalog must not say otherwise
                sure = self._anew()
                with sure.db:
                    numbers = sure.numbers_of(device, placed)
                    _save_cursor(sure.db, read)
        locators: list[Locator | None] = [None] * len(batch)
        for place, at, number in zip(places, placed, numbers, strict=True):
            locators[place] = tuple.__new__(Locator, (device, at.day, number))
        return Receipt(locators, len(places), len(batch) - len(places))

    def finish(self) -> None:
        """Derive what follows from all that was stored, once at the end of a run."""
        with self.held() as indexer:
            self._with(indexer, update.Indexer.finish)

    def catch_up(self) -> int:
        """Bring the index up to the log; return how many records came in."""
        with self.held(finish=True) as indexer:
            return indexer.caught_up

    def keep_beside(self, path: str, lines: bytes) -> None:
        """Append whole lines to a file beside the day files, durably; nothing for no lines. Raises WriteFailed."""
        if lines and self._is_held:
            fsio.append_durably(path, lines)
        elif lines:
            with fsio.locked(self._store.home.lock, self._wait_s):
                claim_device(self._store)
                fsio.append_durably(path, lines)

    def cursor(self, source: str, path: str) -> tuple[Cursor, list[list[Any]]] | None:
        """Return how far a file is read, or None to read from the start."""
        with self.held() as indexer:
            return self._with(indexer, lambda sure: self._cursor(sure.db, source, path))

    def _cursor(self, db: apsw.Connection, source: str, path: str) -> tuple[Cursor, list[list[Any]]] | None:
        found = cursors.load(db, source, path)
        file = cursors.identity(path) if found is None else None
        if file is None:
            return found
        if self._moved is None:  # as they were before this run: a file renamed meanwhile is read from its start
            self._moved = cursors.moved(db)
        before = self._moved.get((source, file))
        return None if before is None else cursors.load(db, source, path, before)

    def begun_with(self, source: str, draft: Draft) -> str | None:
        """Return the conversation of a source that begins with this line (session_begun_with), or None."""
        if draft.ts is None:
            return None
        ts, role, text = draft.ts, draft.role, joined(draft.text)
        with self.held() as indexer:
            return self._with(
                indexer, lambda sure: session_begun_with(sure.db, self._store.home, source, ts, role, text)
            )

    def seen(self, before: Seen | None = None) -> Seen:
        """Return which files need not be opened again: `before`, else what the catalog keeps.

        Where the catalog keeps nothing any more, what was read may have been lost, and nothing is taken for seen.
        """
        with self.held() as indexer:
            if before and self._with(indexer, lambda sure: cursors.has_stamps(sure.db)):
                return before
            kept = self._with(indexer, lambda sure: cursors.stamps(sure.db))
        if before is None:
            return Seen(kept)
        before.agree(kept)
        return before

    def remember(self, stamps: Mapping[str, Stamp]) -> None:
        """Keep how files looked that were read to their end; nothing for none."""
        if stamps:
            with self.held() as indexer:
                self._with(indexer, lambda sure: cursors.save_stamps(sure.db, stamps))

    def recheck(self, budget_b: int) -> update.Rechecked:
        """Compare the index of some day files with their bytes, and mend what does not fit (update.Indexer)."""
        with self.held() as indexer:
            return self._with(indexer, lambda sure: sure.recheck(budget_b))

    @contextlib.contextmanager
    def held(self, *, finish: bool = False, days: Iterable[str] = ()) -> Iterator[update.Indexer]:
        """Hold the ingest lock, with the tails mended and the index at the end of the log.

        What is done inside goes on under the same lock: a turn in a hurry takes it once for all it does. A log that
        looks as we left it a few seconds ago is not read again, but the files of the `days` are.
        """
        home = self._store.home
        if self._is_held:
            yield self._current()
            return
        with fsio.locked(home.lock, self._wait_s):
            claim_device(self._store)
            self._is_held = True
            try:
                indexer = self._at_end(finish, days)
                with catalog.errors_named():
                    yield indexer
                    if self._db is not None and self._ahead_pages > catalog.MOST_AHEAD_PAGES:
                        self._bring_home(self._db)
            except BaseException:
                self.close()  # what is remembered in memory may not be what was committed, and is not sealed
                raise
            finally:
                self._is_held = False

    def _at_end(self, finish: bool, days: Iterable[str]) -> update.Indexer:
        """Mend the tails and index the log to its end; a catalog that turns out damaged is made anew, once."""
        device = self._store.device
        for is_last in (False, True):
            try:
                with catalog.errors_named():
                    indexer = self._current()
                    changed = self._watch.changed()
                    if changed is None or indexer.changed(changed) or not indexer.is_at_end(device, days):
                        files = self._watch.all_files()
                        grown = indexer.changed(files)
                        if [file for file in grown if file.device == device and dayfile.end_tail(file.path)]:
                            files = self._watch.all_files()
                            grown = indexer.changed(files)
                        indexer.catch_up(files, grown, finish=finish)
                    else:
                        indexer.caught_up = 0
                        if finish:
                            indexer.finish()
                return indexer
            except IndexUnusable:
                if is_last:
                    raise
                self._anew()
        raise AssertionError("unreachable")

    def _current(self) -> update.Indexer:
        """Return an indexer on the generation in force, rebuilding one that is missing or damaged."""
        home = self._store.home
        path = catalog.current_path(home)
        if self._db is not None and (path != self._path or self._db.pragma("data_version") != self._version):
            self.close()
        if self._db is None or self._indexer is None:
            try:
                self._db = catalog.open_writing(home)
            except IndexUnusable:
                update.rebuild(home)
                self._db = catalog.open_writing(home)
            self._path = catalog.current_path(home)
            self._version = self._db.pragma("data_version")  # changes when others write, never when we do
            self._db.set_wal_hook(self._note_ahead)
            self._indexer = update.Indexer(home, self._db)
        return self._indexer

    def _note_ahead(self, _connection: apsw.Connection, _database: str, pages: int) -> int:
        """Note how many pages stand in the write-ahead file after a commit."""
        self._ahead_pages = pages
        return apsw.SQLITE_OK

    def _bring_home(self, db: apsw.Connection) -> bool:
        """Bring home what was written, unless another generation is in force; say whether all of it is there."""
        self._ahead_pages = 0
        path = catalog.current_path(self._store.home)
        return path is not None and path == self._path and catalog.bring_home(self._store.home, path, db)

    def _anew(self) -> update.Indexer:
        """Make a catalog that turned out damaged anew."""
        self.close()
        with catalog.errors_named():
            update.rebuild(self._store.home)
            return self._current()

    def _with(self, indexer: update.Indexer, work: Callable[[update.Indexer], T]) -> T:
        """Do work with the catalog, and once more with one made anew if it turns out damaged."""
        try:
            with catalog.errors_named():
                return work(indexer)
        except IndexUnusable:
            return work(self._anew())


def _ready(one: Pending) -> Pending:
    """Return a record to store as its line will read back."""
    if one.line is not None or one.text_b is not None:
        return one
    record, text_b = prepared(one.record)
    return Pending(record, None, text_b)


def _line(one: Pending) -> bytes:
    return written(one.record, one.text_b) if one.line is None else one.line


def _unknown(indexer: update.Indexer, batch: Sequence[Pending], keys: Sequence[Keys]) -> list[int]:
    """Return the places in the batch of the records that are not in the log yet."""
    places = []
    seen: dict[tuple[int, int], tuple[bool, bool]] = {**indexer.known(keys)}
    for place, (origin, _, _, _, mark) in enumerate(keys):
        if origin is not None and mark is not None:
            name = (origin, mark & ~1)
            is_late, said = bool(mark & 1), is_said(batch[place].record)
            known = seen.get(name)
            if known is None:
                seen[name] = (is_late, said)
            elif known[0] <= is_late and known[1] <= said:
                continue
            else:
                seen[name] = (known[0] and is_late, known[1] and said)
        places.append(place)
    return places


def _save_cursor(db: apsw.Connection, read: ReadSoFar | None) -> None:
    if read is not None:
        cursors.save(db, *read)
