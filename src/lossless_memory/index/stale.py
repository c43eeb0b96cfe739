"""Whether what is indexed of a day file still stands in it, so that stale or foreign rows cannot stay (DESIGN §5).

Promise: P10, P13
"""

from __future__ import annotations

import apsw

from lossless_memory.errors import IndexUnusable
from lossless_memory.log import dayfile

_ROWS = "SELECT count(*), count(DISTINCT line), max(line), max(off + len + 1) FROM rec WHERE file = ?"
_STRAYS = "SELECT EXISTS(SELECT 1 FROM rec WHERE file NOT IN (SELECT id FROM file))"


def fits(file: dayfile.DayFile, bytes: int, lines: int, digest: bytes) -> bool:
    """Say whether the lines that were indexed stand in the file unchanged."""
    if file.size_b < bytes:
        return False
    found, end_b = dayfile.first_chain(), 0
    if lines:
        for line in dayfile.lines(file.path):
            found, end_b = dayfile.chain(found, line.data), line.offset_b + line.length_b + 1
            if line.number == lines:
                break
    return (found, end_b) == (digest, bytes)


def why(
    db: apsw.Connection, id: int, file: dayfile.DayFile, bytes: int, lines: int, damaged: int, digest: bytes
) -> str | None:
    """Return why the rows of a day file cannot be right, or None; the rest is its watermark.

    Raises IndexUnusable where rows are missing: what belongs to them elsewhere can then not be found and taken out.
    """
    count, different, last, end_b = db.execute(_ROWS, (id,)).fetchall()[0]
    if count and (int(str(end_b)) > bytes or int(str(last)) > lines):
        return "rows point beyond its end"
    if count != different:
        return "a line has two rows"
    if int(str(count)) + damaged != lines:
        raise IndexUnusable("The index is damaged (lines without rows). The log is not touched by this.")
    return None if fits(file, bytes, lines, digest) else "its lines are not those that were indexed"


def last(db: apsw.Connection) -> tuple[str, str] | None:
    """Return the day file, by device and day, up to which the index was compared; None where a round begins."""
    device, _, day = str(db.execute("SELECT value FROM about WHERE key = 'compared'").get or "").partition("/")
    return (device, day) if day else None


def save_last(db: apsw.Connection, name: tuple[str, str] | None) -> None:
    """Keep how far the index was compared, so that the next process goes on there."""
    value = "" if name is None else "/".join(name)
    db.execute("INSERT OR REPLACE INTO about(key, value) VALUES('compared', ?)", (value,))


def refuse_strays(db: apsw.Connection) -> None:
    """Raise IndexUnusable for a catalog with rows of no day file: only a rebuild takes them away for sure."""
    if db.execute(_STRAYS).get:
        raise IndexUnusable("The index is damaged (rows of no day file). The log is not touched by this.")
