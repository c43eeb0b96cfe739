"""Bringing the catalog up to the log: new lines of each day file, and files that are not as they were.

The watermark of a day file (bytes, lines, digest of the lines so far) moves in the same transaction as its rows, and
only over bytes that are durable. Only the holder of the ingest lock may do this. Sources and cursors are not its
matter.

Promise: P1, P10, P13
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

import apsw

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog, df, live, schema, stale
from lossless_memory.index.rows import Keys, Known, NewLine, Rows, keys_of
from lossless_memory.index.versions import Versions
from lossless_memory.log import dayfile, fsio
from lossless_memory.log.append import Placed
from lossless_memory.log.read import Reader, record_of
from lossless_memory.paths import Home
from lossless_memory.record import Record
from lossless_memory.typed import NamedTuple

BATCH_LINES = 5_000
"""Lines put in per transaction: long enough to be fast, short enough to let readers see progress."""


Name = tuple[str, str]
"""A day file by device and day."""


class Rechecked(NamedTuple):
    """What a recheck found: the day files that were indexed anew, with why; and where the next one goes on.

    `next` is None once the last day file was compared.
    """

    mended: list[tuple[Name, str]]
    next: Name | None


class Added(NamedTuple):
    """A record just appended, with its digests, its line's bytes and where they came to stand."""

    record: Record
    keys: Keys
    line: bytes
    placed: Placed


class FileRow:
    """The watermark of one day file, as it stands in the catalog or will stand after this transaction."""

    __slots__ = ("bytes", "damaged", "day", "device", "digest", "id", "lines", "mtime_ns")

    def __init__(
        self, id: int, device: str, day: str, bytes: int, lines: int, damaged: int, digest: bytes, mtime_ns: int
    ) -> None:
        """Take a row of the table `file`."""
        self.id, self.device, self.day = id, device, day
        self.bytes, self.lines, self.damaged, self.digest, self.mtime_ns = bytes, lines, damaged, digest, mtime_ns

    def advance(self, length_b: int, line: bytes | None) -> None:
        """Move on by one line of so many bytes; None for one too long to be read."""
        self.bytes += length_b + 1
        self.lines += 1
        self.digest = dayfile.chain(self.digest, line)


class Indexer:
    """Writes one catalog for as long as the ingest lock is held."""

    def __init__(self, home: Home, connection: apsw.Connection, *, is_new: bool = False) -> None:
        """Take a catalog opened for writing; a new generation is filled in the caller's one transaction."""
        self.home = home
        self.db = connection
        # Each transaction, and each nested one, makes FTS5 write a segment of its own; a rebuild needs but one.
        self._transaction: AbstractContextManager[object] = nullcontext() if is_new else connection
        self.caught_up = 0
        self._reader = Reader(home)
        self._is_new = is_new
        self._rows = Rows(connection, is_new=is_new)
        self._versions = Versions(connection, self._rows, self._reader)
        self._files = _file_rows(connection)

    def close(self) -> None:
        """Close the day files that were read; the connection stays the caller's."""
        self._reader.close()

    def changed(self, files: Iterable[dayfile.DayFile]) -> list[dayfile.DayFile]:
        """Return the day files that are not as the catalog left them."""
        known, found = self._files.get, []
        for file in files:
            device, day, _, size_b, mtime_ns = file  # by place: of thousands of files
            row = known((device, day))
            if row is None or row.bytes != size_b or row.mtime_ns != mtime_ns:
                found.append(file)
        return found

    def is_at_end(self, device: str, days: Iterable[str]) -> bool:
        """Say whether day files, as they are now, are indexed to their ends; one that does not exist yet is."""
        for day in days:
            path = self.home.day_file(device, day)
            try:
                about = os.stat(path, follow_symlinks=False)
            except FileNotFoundError:
                if (device, day) in self._files:
                    return False
            else:
                if self.changed([dayfile.DayFile(device, day, path, about.st_size, about.st_mtime_ns)]):
                    return False
        return True

    def catch_up(
        self, files: Sequence[dayfile.DayFile], changed: Iterable[dayfile.DayFile] | None = None, *, finish: bool = True
    ) -> int:
        """Index the log, whose day files are given, to its end; return how many records came in.

        `changed` are those of `changed(files)`, where that was asked. With `finish` also what follows from the rows is
        derived, else that is left to a later `finish`. A day file whose indexed part changed is dropped and read anew
        under new rowids; a vanished one is dropped.
        """
        there = {(file.device, file.day) for file in files}
        for gone in [name for name in self._files if name not in there]:
            with self._transaction:
                self._drop(self._files[gone])
        count = 0
        changed = self.changed(files) if changed is None else changed
        for file in sorted(changed, key=lambda file: (file.day, file.device)):
            count += self._read_on(file)
        if finish:
            self.finish()
        self.caught_up = count
        return count

    def finish(self) -> None:
        """Derive what follows from the rows put in so far: live branches and the counts of common words."""
        if self.db.execute("SELECT EXISTS(SELECT 1 FROM stirred)").get:
            with self._transaction:
                live.refresh(self.db)
        if df.is_due(self.db):
            with self._transaction:
                df.recount(self.db)

    def _read_on(self, file: dayfile.DayFile) -> int:
        """Index what is new in a day file; return how many records came in.

        One that cannot be read stays behind, as it was; answers say so, and `verify` and `doctor` name it.
        """
        try:
            return self._lines_of(file)
        except OSError:
            self._files = _file_rows(self.db)  # in memory it may be further than what was committed
            return 0

    def _lines_of(self, file: dayfile.DayFile) -> int:
        known = self._files.get((file.device, file.day))
        fd = fsio.open_read(file.path)
        try:
            fsio.sync(fd)  # what another process wrote and did not live to sync is indexed only once it is durable
        finally:
            os.close(fd)
        if known is not None and not stale.fits(file, known.bytes, known.lines, known.digest):
            with self._transaction:
                self._drop(known)
            known = None
        count = 0
        lines = dayfile.lines(file.path, known.bytes if known else 0, known.lines if known else 0)
        for batch in _batched(lines):
            with self._transaction:
                row = self._file_row(file.device, file.day)
                new = []
                for number, offset_b, length_b, data in batch:
                    record = record_of(file.day, data)
                    row.advance(length_b, data)
                    if isinstance(record, str):
                        row.damaged += 1
                    else:
                        new.append(NewLine(row.id, number, offset_b, length_b, record, keys_of(record)))
                self._put(new)
                row.mtime_ns = file.mtime_ns
                self._save(row)
            count += len(new)
        with self._transaction:
            row = self._file_row(file.device, file.day)
            row.mtime_ns = file.mtime_ns
            self._save(row)
        return count

    def recheck(self, budget_b: int) -> Rechecked:
        """Compare the rows of day files with their bytes, though nothing seems to have changed; mend what is stale.

        Goes on where the last one ended and stops after about so many bytes, but looks at one file at least. Three
        things are looked for in each file: rows beyond its end, a line with more or fewer than one row, and bytes that
        are not those that were indexed. A line without a row and a row of no file raise IndexUnusable.
        """
        after = stale.last(self.db)
        if after is None:
            stale.refuse_strays(self.db)
        mended: list[tuple[Name, str]] = []
        left = [file for file in dayfile.day_files(self.home) if after is None or (file.device, file.day) > after]
        for place, file in enumerate(left):
            name = (file.device, file.day)
            known = self._files.get(name)
            why = None
            if known is not None and not self.changed([file]):
                with contextlib.suppress(OSError):  # what cannot be read cannot be compared; doctor names it
                    why = stale.why(self.db, known.id, file, known.bytes, known.lines, known.damaged, known.digest)
            if known is not None and why is not None:
                with self._transaction:
                    self._drop(known)
                self._read_on(file)
                mended.append((name, why))
            budget_b -= file.size_b
            if budget_b <= 0 and place + 1 < len(left):
                break
        else:
            name = None
        if mended:
            self.finish()
        if name != after:
            with self._transaction:
                stale.save_last(self.db, name)
        return Rechecked(mended, name)

    def known(self, wanted: Iterable[Keys]) -> dict[tuple[int, int], Known]:
        """Return which texts of which origins are in the index (Rows.known)."""
        return self._rows.known(wanted)

    def add(self, device: str, records: Sequence[Added]) -> list[int]:
        """Put in lines just appended, and their watermarks, within the caller's transaction.

        Every day file must have been indexed to its end before the append. Returns each record's line number.
        """
        numbers: list[int] = []
        new: list[NewLine] = []
        touched: dict[str, FileRow] = {}
        for record, keys, data, (day, offset_b) in records:
            row = touched.get(day)
            if row is None:
                row = touched[day] = self._file_row(device, day)
            if offset_b != row.bytes:
                raise AssertionError(f"{device}/{day} was not indexed to its end before the append")
            row.advance(len(data), data)
            numbers.append(row.lines)
            new.append(NewLine(row.id, row.lines, offset_b, len(data), record, keys))
        self._put(new)
        for row in touched.values():
            row.mtime_ns = os.stat(self.home.day_file(device, row.day)).st_mtime_ns
        self._save(*touched.values())
        return numbers

    def numbers_of(self, device: str, places: Sequence[Placed]) -> list[int]:
        """Return the line numbers of indexed lines by their places."""
        return [
            self.db.execute(
                "SELECT r.line FROM rec r JOIN file f ON f.id = r.file WHERE f.device = ? AND f.day = ? AND r.off = ?",
                (device, place.day, place.offset_b),
            ).get
            for place in places
        ]

    def _put(self, lines: Sequence[NewLine]) -> None:
        put = self._rows.put(lines)
        if not self._is_new:
            self._versions.settle(put)
        self._rows.save_days()

    def settle_all(self) -> None:
        """Put the keys of a new catalog in order and settle all versions, once all its rows are in."""
        self._versions.settle_keys(self._rows.order_keys())
        self._rows.save_days()

    def _drop(self, row: FileRow) -> None:
        left = self._rows.drop_file(row.id)
        # What the file held may be lost, so the sources are read from their starts again; what is there drops out.
        self.db.execute("DELETE FROM cursor")
        self.db.execute("DELETE FROM file WHERE id = ?", (row.id,))
        del self._files[(row.device, row.day)]
        self._versions.settle_keys(left)
        self._rows.save_days()

    def _file_row(self, device: str, day: str) -> FileRow:
        row = self._files.get((device, day))
        if row is None:
            values = (device, day, 0, 0, 0, dayfile.first_chain(), 0)
            self.db.execute(
                "INSERT INTO file(device, day, bytes, lines, damaged, digest, mtime_ns) VALUES(?,?,?,?,?,?,?)", values
            )
            row = self._files[(device, day)] = FileRow(self.db.last_insert_rowid(), *values)
        return row

    def _save(self, *rows: FileRow) -> None:
        self.db.executemany(
            "UPDATE file SET bytes = ?, lines = ?, damaged = ?, digest = ?, mtime_ns = ? WHERE id = ?",
            [(row.bytes, row.lines, row.damaged, row.digest, row.mtime_ns, row.id) for row in rows],
        )


def _file_rows(connection: apsw.Connection) -> dict[Name, FileRow]:
    rows = connection.execute("SELECT id, device, day, bytes, lines, damaged, digest, mtime_ns FROM file")
    return {(row[1], row[2]): FileRow(*row) for row in rows}


def _batched(lines: Iterator[dayfile.Line]) -> Iterator[list[dayfile.Line]]:
    batch: list[dayfile.Line] = []
    size_b = 0
    for line in lines:
        batch.append(line)
        size_b += line.length_b
        if len(batch) >= BATCH_LINES or size_b > 32 * 2**20:
            yield batch
            batch, size_b = [], 0
    if batch:
        yield batch


def rebuild(home: Home) -> int:
    """Make a new generation from the log alone, keeping the cursors; return how many records it holds.

    Only the holder of the ingest lock may do this. The old generation answers until the new one is in force.
    """
    cursors: list[tuple[object, ...]] = []
    before = 0
    try:
        with contextlib.closing(catalog.open_reading(home)) as old, catalog.errors_named():
            if catalog.check(old, "cursor") is None:
                before = old.execute("SELECT count(*) FROM rec").get
                cursors = old.execute("SELECT source, path, body FROM cursor").fetchall()
    except IndexUnusable:
        pass
    # Without cursors sources are read from their start and what is known drops out; a damaged one could skip lines.
    with catalog.new_generation(home) as connection:
        indexer = Indexer(home, connection, is_new=True)
        try:
            with connection:
                connection.executemany("INSERT INTO cursor(source, path, body) VALUES(?,?,?)", cursors)
                indexer.catch_up(dayfile.day_files(home), finish=False)
                connection.execute(schema.INDEXES)
                connection.execute(schema.TOTAL)
                indexer.settle_all()
                live.refresh(connection)
                connection.execute(schema.ONE_SEGMENT)
                df.recount(connection)  # reads the whole full text, as its check would
            count: int = connection.execute("SELECT count(*) FROM rec").get
            if count < before:  # lines were lost; their sources may still have them
                connection.execute("DELETE FROM cursor")
        finally:
            indexer.close()
    return count
