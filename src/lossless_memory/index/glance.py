"""Looking at the catalog without leaving a trace: whether it is whole, what it says of day files and sources."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence

import apsw

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.index.catalog import errors_named
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple

SOURCE_DAYS = """
SELECT coalesce(n.text, 'without origin'), f.day, count(*) FROM rec JOIN file f ON f.id = rec.file
LEFT JOIN name n ON n.id = source GROUP BY 1, 2 ORDER BY 1, 2
"""


class Glance(NamedTuple):
    """The day files as they were indexed (size and time, by device and day), and how many lines cannot be read."""

    files: dict[tuple[str, str], tuple[int, int]]
    damaged: int


def look(home: Home) -> Glance:
    """Check the whole catalog and return what it says. Raises IndexUnusable where it is missing or damaged.

    A glance at a catalog that is being written may meet it half-way, so what seems damaged is looked at once more.
    """
    for is_last in (False, True):
        try:
            with _open(home) as connection, errors_named():
                complaint = None if catalog.is_sealed(home, _path(home)) else catalog.check(connection)
                if complaint:
                    raise IndexUnusable(f"The index is damaged ({complaint}). The log is not touched by this.")
                rows = connection.execute("SELECT device, day, bytes, mtime_ns, damaged FROM file").fetchall()
        except IndexUnusable:
            if is_last:
                raise
            continue
        files = {(str(row[0]), str(row[1])): (int(str(row[2])), int(str(row[3]))) for row in rows}
        return Glance(files, sum(int(str(row[4])) for row in rows))
    raise AssertionError("unreachable")


def stamps(home: Home) -> dict[str, tuple[int, ...]]:
    """Return how the sources' files looked that were read to their ends, by path. Raises IndexUnusable."""
    with _open(home) as connection, errors_named():
        rows = connection.execute("SELECT path, body FROM cursor WHERE source = ''").fetchall()
    return {str(path): tuple(json.loads(str(body))) for path, body in rows}


def source_days(home: Home) -> dict[str, dict[str, int]]:
    """Return how many records each source gave on each UTC day. Raises IndexUnusable."""
    with _open(home) as connection, errors_named():
        return by_source(connection.execute(SOURCE_DAYS).fetchall())


def by_source(rows: Iterable[Sequence[object]]) -> dict[str, dict[str, int]]:
    """Put the rows of SOURCE_DAYS in order."""
    found: dict[str, dict[str, int]] = {}
    for source, day, count in rows:
        found.setdefault(str(source), {})[str(day)] = int(str(count))
    return found


def _path(home: Home) -> str:
    path = catalog.current_path(home)
    if path is None or not os.path.exists(path):
        raise IndexUnusable("There is no index yet.")
    return path


@contextlib.contextmanager
def _open(home: Home) -> Iterator[apsw.Connection]:
    """Open the catalog so that not even a file beside it appears, unless others have such files there just now."""
    path = _path(home)
    is_quiet = not os.path.exists(path + "-wal")
    with errors_named():
        if is_quiet:
            uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?immutable=1"
            connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        else:
            connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(2000)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    with contextlib.closing(connection):
        yield connection
