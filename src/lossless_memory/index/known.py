"""Finding the stored lines of a record that is read again: by source, id and text, as the writer knows them."""

from __future__ import annotations

import contextlib

import apsw

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.index.catalog import errors_named
from lossless_memory.index.days import day_of, ranges
from lossless_memory.index.keys import ROLES, mark
from lossless_memory.index.rows import keys_of
from lossless_memory.log import dayfile
from lossless_memory.log.read import Locator, Reader
from lossless_memory.paths import Home
from lossless_memory.record import Record, ts_to_us
from lossless_memory.typed import NamedTuple

_FIND = """
SELECT f.device, f.day, rec.line, n.text FROM origin o JOIN rec ON rec.id = o.id JOIN file f ON f.id = rec.file
JOIN name n ON n.id = rec.session WHERE o.key = ? AND o.mark & ~1 = ? ORDER BY f.device, f.day, rec.line LIMIT 1
"""


_BEGUN = """
SELECT n.text, f.device, f.day, rec.off, rec.len FROM rec JOIN name n ON n.id = rec.session
JOIN file f ON f.id = rec.file WHERE rec.id BETWEEN ? AND ? AND rec.ts_us = ? AND rec.role = ?
AND rec.source = (SELECT id FROM name WHERE text = ?)
AND NOT EXISTS(SELECT 1 FROM rec other WHERE other.session = rec.session AND other.ts_us < rec.ts_us) ORDER BY rec.id
"""


class Place(NamedTuple):
    """Where a record stands in the log, and in which conversation it was stored."""

    locator: Locator
    session: str


def session_begun_with(
    connection: apsw.Connection, home: Home, source: str, ts: str, role: str, text: str
) -> str | None:
    """Return the conversation of a source, without its prefix, that begins with this line, which has no id; or None."""
    ts_us = ts_to_us(ts)
    day = day_of(ts_us)
    with Reader(home) as reader:
        for first, last in ranges(connection, day, day):
            for session, *place in connection.execute(_BEGUN, (first, last, ts_us, ROLES.index(role), source)):
                record = reader.record_at(*place)
                if record is not None and record.text == text and (record.origin or {}).get("id", "").startswith("h-"):
                    return str(session).removeprefix(f"{source}:")
    return None


class Known:
    """Looks up records in the catalog; one that is not there yet has no records. Use it in a `with`."""

    def __init__(self, home: Home) -> None:
        """Open the catalog for reading. Raises IndexUnusable where it is damaged, or missing beside a log."""
        self._home = home
        self._db: apsw.Connection | None = None
        try:
            self._db = catalog.open_reading(home)
        except IndexUnusable:
            if catalog.current_path(home) is not None or dayfile.day_files(home):
                raise

    def __enter__(self) -> Known:
        return self

    def __exit__(self, *_: object) -> None:
        if self._db is not None:
            with contextlib.suppress(apsw.Error):
                self._db.close()

    def begun_with(self, source: str, ts: str, role: str, text: str) -> str | None:
        """Return the conversation that begins with a line (session_begun_with), or None. Raises IndexUnusable."""
        if self._db is None:
            return None
        with errors_named():
            return session_begun_with(self._db, self._home, source, ts, role, text)

    def place(self, record: Record) -> Place | None:
        """Return where the same record is stored, or None. Raises IndexUnusable."""
        key = keys_of(record).origin
        if key is None or self._db is None:
            return None
        with errors_named():
            for device, day, line, session in self._db.execute(_FIND, (key, mark(record.text, False))):
                return Place(Locator(str(device), str(day), int(str(line))), str(session))
        return None
