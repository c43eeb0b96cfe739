"""Importing: each named file recognised, read from where it was left, converted, stored in batches, accounted for.

A problem with one item or one file is counted and the rest goes on. Knows sources only through their contract.

Promise: P8, P10
"""

from __future__ import annotations

import os
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from lossless_memory.errors import UsageError
from lossless_memory.ingest import account, book, cursors, inputs, original
from lossless_memory.ingest.account import Account
from lossless_memory.ingest.bounded import bounded
from lossless_memory.ingest.convert import NO_TIME, converted
from lossless_memory.ingest.identity import Equals
from lossless_memory.ingest.quarantine import Quarantine
from lossless_memory.ingest.seen import Seen, is_settled, of_others
from lossless_memory.ingest.withheld import Withheld
from lossless_memory.ingest.writer import Pending, ReadSoFar, Writer
from lossless_memory.log.home import Store
from lossless_memory.record import canonical_ts
from lossless_memory.sources import is_companion, recognise
from lossless_memory.sources.base import Cursor, Input, Item, Options, Skipped, Source
from lossless_memory.typed import NamedTuple

BATCH_RECORDS = 2_000
SHORT_BATCH_RECORDS = 250
BATCH_B = 4 * 2**20
HELD_S = 0.15
"""Storing a batch shall not keep others from the lock for longer; on a slow machine or disk batches become smaller."""
_LEAST = 1 / 4
"""No batch is made smaller than this part of a whole one: still smaller ones cost more than they spare others."""
_TORN_B = 1 << 20
"""So much of what stands behind the last whole line is looked at for an end of a line."""
UNKNOWN = "unknown format"
COMPANION = "holds no conversation"
NOT_UTF_8 = "the text is not UTF-8 (turn it into UTF-8 first, for instance with iconv)"
ANY = "*"
"""In place of a source's name: whatever any of them reads."""

Stop = Callable[[], bool]
"""Asked after each batch whether to leave the rest for another time."""

Progress = Callable[[Account], None]
"""Called after each batch with the account of the file so far."""


class Result(NamedTuple):
    """The accounts of an import, one a file, and how many files beside them hold no conversation by nature.

    `missing` are configured paths that are not there any more; what was read from them is kept. A path from which
    nothing was ever read is none.
    """

    accounts: list[Account]
    companions: int
    missing: tuple[str, ...] = ()
    is_unfinished: bool = False

    @property
    def total(self) -> Account:
        """The sum over all files."""
        return account.total(self.accounts)

    @property
    def strangers(self) -> list[str]:
        """Some of those who speak in the chats between people that were read, if the person was found in none."""
        chats = account.total([one for one in self.accounts if one.others])
        return [] if chats.own else list(chats.others)


class Importer:
    """Reads files into the store through one writer."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        options: Options,
        now: datetime,
        progress: Progress | None = None,
        *,
        work_s: float | None = None,
        limit_b: int | None = None,
        seen: Seen | None = None,
        stop: Stop = lambda: False,
    ) -> None:
        """Take an opened store; `options` hold for every file, `now` dates the kept accounts.

        With `work_s` a run stops after the batch in which so many seconds are over, and `is_stopped` says so. With
        `limit_b` no more than so many bytes of new lines are read in all, and a line that is longer waits. Files that
        are as `seen` are passed over, and those read to their end are noted there. `stop` ends a run like `work_s`.
        """
        self._store, self._writer, self._options, self._now = store, writer, options, now
        self._progress = progress
        self._deadline = None if work_s is None else time.monotonic() + work_s
        self._batch_records = BATCH_RECORDS if work_s is None else SHORT_BATCH_RECORDS
        self._share = 1.0
        self._left_b = limit_b
        self._seen, self._stop = seen, stop
        self._is_recognised = self._is_anothers = False
        self.is_stopped = False
        self._quarantine = Quarantine(store)
        self._withheld = Withheld(store)
        self._is_withholding = False

    def run(self, paths: Iterable[str], source: str | None = None, *, only: str | None = None) -> Result:
        """Read everything at the paths; `source` names the reader to use instead of recognising it.

        `only` passes over what is not recognised as that source, or as any for ANY: a tool's folder holds other files
        too, and a file that has only just begun is recognised later.

        Raises SourceError for a path that cannot be read at all, UsageError for an unknown source, and what the
        writer raises; what was stored before stays stored and is not stored twice by the next run.
        """
        forced = source_named(source) if source else None
        accounts: list[Account] = []
        companions = 0
        for path in paths:
            for found in self._expanded(path, only):
                if self.is_stopped or self._stop():
                    self.is_stopped = True
                    break
                if isinstance(found, inputs.Refused):
                    if only is not None:
                        companions += 1
                        continue
                    accounts.append(Account(found.name))
                    accounts[-1].skip(found.reason)
                    continue
                reader = forced or recognise(found.input)
                self._is_recognised |= reader is not None
                self._is_anothers |= reader is not None and only not in (None, ANY, reader.name)
                is_beside = is_companion(found.input) if reader is None else only not in (None, ANY, reader.name)
                if is_beside or (reader is None and only is not None):
                    companions += 1
                    continue
                made = Account(found.input.name, reader.name if reader else None)
                accounts.append(made)
                if reader is None:
                    made.skip(UNKNOWN)
                elif inputs.is_other_encoding(found.input.head):
                    made.skip(NOT_UTF_8)
                else:
                    self._read(found, reader, made)
                made.check()
        if any(one.stored for one in accounts):
            self._writer.finish()
        self._keep([one for one in accounts if one.stored or one.skipped or only is None])
        if self._seen is not None:
            self._writer.remember(self._seen.taken())
        return Result(accounts, companions)

    def _expanded(self, path: str, only: str | None) -> Iterator[inputs.Opened | inputs.Refused]:
        """Yield what there is to read at a path, and note each file once everything in it was read.

        A file of another source than `only` is passed over for that one alone: its own may be asked for next.
        """
        seen = self._seen
        if seen is None:
            yield from (one for one in inputs.expand(path, self._withheld.is_path) if not isinstance(one, inputs.Done))
            return

        def is_as_read(path: str, about: os.stat_result) -> bool:
            return seen.is_as_read(path, about) or seen.is_as_read(of_others(path, only), about)

        for found in inputs.expand(path, self._withheld.is_path, is_as_read):
            if not isinstance(found, inputs.Done):
                yield found
            elif not self.is_stopped and self._left_b is None:
                if is_settled(found.stamp, self._now.timestamp()):
                    name = of_others(found.path, only) if self._is_anothers else found.path
                    seen.note(name, found.stamp, is_kept=self._is_recognised and not self._is_anothers)
                self._is_recognised = self._is_anothers = False

    def _read(self, found: inputs.Opened, source: Source, made: Account) -> None:
        known = self._writer.cursor(source.name, found.path) if found.path else None
        cursor, equals = (known[0], Equals(known[1])) if known else (None, Equals())
        made.is_whole = cursor is None
        file = cursors.identity(found.path) if found.path else None
        reached_b = cursor.offset_b if cursor else len(BOM_UTF8) if found.input.head.startswith(BOM_UTF8) else 0
        line: bytes | None = None
        batch: list[Pending] = []
        size_b = 0
        self._is_withholding = False
        counted: Equals = equals
        reached: Cursor | None = None

        is_last_whole, is_of_lines = False, cursor is not None

        def read_so_far() -> ReadSoFar | None:
            if reached is None or found.path is None:
                return None
            return ReadSoFar(source.name, found.path, reached, [], file, line)

        for item in self._items(found.input, source, cursor):
            if item.cursor is not None:
                reached = item.cursor
                is_last_whole, is_of_lines = reached.offset_b == reached_b, True
                if is_last_whole:
                    counted = Equals(equals.saved())  # read again next time, so it must be counted again as well
                else:
                    reached_b, line = reached.offset_b, item.raw
            for pending in self._convert(item, source, equals, made):
                batch.append(pending)
                size_b += len(pending.record.text)
            if len(batch) >= self._batch_records * self._share or size_b >= BATCH_B * self._share:
                self._store_batch(batch, made, read_so_far(), counted)
                batch, size_b, reached = [], 0, None
                if self._stop() or (self._deadline is not None and time.monotonic() > self._deadline):
                    self.is_stopped = True
                    return
        self._store_batch(batch, made, read_so_far(), counted)
        if found.path is not None and not is_last_whole and (is_of_lines or not made.items):
            made.waiting_b = _torn_b(found.path, reached_b)

    def _items(self, input: Input, source: Source, cursor: Cursor | None) -> Iterator[Item]:
        """Yield a file's items; a file that breaks off is told as a last skipped item, and the rest of it is lost."""
        if self._left_b is not None:
            input = bounded(input, (cursor.offset_b if cursor else 0) + self._left_b)
        try:
            if cursor is None:
                input = original.named(input, source, self._options, self._writer.begun_with)
            if self._left_b is None:
                yield from source.read(input, cursor, self._options)
                return
            for item in source.read(input, cursor, self._options):
                self._left_b -= len(item.raw or b"")
                yield item
        except Exception as error:
            from lossless_memory.ingest import zipped  # loaded here, because a turn in a hurry has no use for it

            if not isinstance(error, zipped.BROKEN):
                raise
            yield Item("behind the last item", Skipped(f"cannot be read further: {error}"))

    def _store_batch(self, batch: list[Pending], made: Account, read: ReadSoFar | None, equals: Equals) -> None:
        """Store what was read of a file, and how far it was read where that can be remembered."""
        if NO_TIME in made.skipped:
            read = None  # a file of which something waits for --date is read from its start again
        if read is not None:
            read = read._replace(equals=equals.saved())
        self._writer.keep_beside(self._quarantine.path, self._quarantine.taken())
        if batch or read:
            started = time.monotonic()
            receipt = self._writer.store(batch, read)
            took = max(time.monotonic() - started, 0.001)
            self._share = min(1.0, max(_LEAST, self._share * min(2.0, HELD_S / took)))
            made.stored += receipt.stored
            made.duplicates += receipt.duplicates
        if self._progress:
            self._progress(made)

    def _convert(self, item: Item, source: Source, equals: Equals, made: Account) -> list[Pending]:
        """Turn an item into records to store, counting it; what cannot be one is kept in quarantine."""
        result = converted(item, source.name, self._store, equals)
        if not isinstance(result, Skipped):
            why = None if self._withheld.is_idle else self._withheld.why(pending.record for pending in result)
            self._is_withholding = why is not None
            if why is not None:
                made.skip(why)
                return []
            made.take([pending.record for pending in result])
            return result
        made.skip(result.reason)
        # What cannot be read has no time of its own: behind a withheld item it is withheld as well.
        if item.raw is not None and result.reason != NO_TIME and not self._is_withholding:
            self._quarantine.keep(source.name, made.path, item.place, result.reason, item.raw)
        return []

    def _keep(self, accounts: list[Account]) -> None:
        """Write the accounts down, for good."""
        path = book.path_of(self._store.home, self._store.device)
        self._writer.keep_beside(path, book.lines(canonical_ts(self._now), accounts))


def _torn_b(path: str, reached_b: int) -> int:
    """Return how many bytes of a last line stand in a file of JSON lines that is not complete yet, 0 for none."""
    try:
        with open(path, "rb") as stream:
            stream.seek(reached_b)
            start = stream.read(_TORN_B)
            return os.fstat(stream.fileno()).st_size - reached_b if start[:1] == b"{" and b"\n" not in start else 0
    except OSError:
        return 0


def source_named(name: str) -> Source:
    """Return a source by its name. Raises UsageError, naming those there are."""
    from lossless_memory.sources import SOURCES

    for source in SOURCES:
        if source.name == name:
            return source
    known = ", ".join(source.name for source in SOURCES)
    raise UsageError(f"There is no source called {name!r}; nothing was imported.", f"Known are: {known}")
