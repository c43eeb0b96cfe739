"""The newest of what was said, from the catalog: places only, newest first, read row by row as they are wanted.

What is superseded, rolled back or a sub-agent's is left out in the SQL. Knows no text.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from itertools import pairwise

import apsw

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.index.catalog import errors_named
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple

_PLACE = "rec.ts_us, f.device, f.day, rec.off, rec.len FROM rec JOIN file f ON f.id = rec.file"
_SHOWN = "rec.agent IS NULL AND rec.shown IS NULL AND rec.is_live = 1"
_ORDER = "ORDER BY rec.ts_us DESC, f.device DESC, f.day DESC, rec.line DESC"

# The newest of a person's lines stand in the partial index rec_said, whatever else the hours hold.
_SAID = f"SELECT {_PLACE} WHERE rec.role = 0 AND rec.type = 0 AND {_SHOWN} AND rec.ts_us <= ? ORDER BY rec.ts_us DESC"

# From a line back to the oldest one less than a pause before it, or over the pause to the next older one: however much
# was said, there are few such steps.
_SAID_AT = f"FROM rec WHERE rec.role = 0 AND rec.type = 0 AND {_SHOWN} AND rec.ts_us"
_STEPS = f"""
WITH RECURSIVE step(us) AS (
  VALUES(?2) UNION ALL
  SELECT coalesce((SELECT min(ts_us) {_SAID_AT} > us - ?3 AND ts_us < us), (SELECT max(ts_us) {_SAID_AT} < us))
  FROM step WHERE us >= ?1)
SELECT us FROM step WHERE us >= ?1
"""
_COMPACTED = """
SELECT max(ts_us) FROM rec WHERE session = (SELECT id FROM name WHERE text = ?) AND ts_us <= ?
AND kind IN (SELECT id FROM name WHERE text IN ('compaction', 'compact-boundary'))
"""
_NEWEST_EVENT = """
SELECT event FROM rec WHERE session = (SELECT id FROM name WHERE text = ?) AND event IS NOT NULL AND agent IS NULL
ORDER BY ts_us DESC LIMIT 1
"""
_PARENTS = """
SELECT event, parent FROM rec WHERE session = (SELECT id FROM name WHERE text = ?) AND event IS NOT NULL
AND agent IS NULL
"""
_OF_SESSION = f"""
SELECT {_PLACE} WHERE rec.session = (SELECT id FROM name WHERE text = ?) AND rec.ts_us <= ?
AND rec.type = 0 AND {_SHOWN} {_ORDER} LIMIT ?
"""


Glance = apsw.Connection
"""A catalog opened by `open_newest`."""


class Place(NamedTuple):
    """Where a line stands, and the instant it is shown at."""

    ts_us: int
    device: str
    day: str
    offset_b: int
    length_b: int


class Reached(NamedTuple):
    """How far a source's file was read, and which file it was (device, inode)."""

    offset_b: int
    file: tuple[int, int]


def open_newest(home: Home) -> apsw.Connection:
    """Open the catalog in force for a glance at the newest rows. The caller closes it.

    Unlike catalog.open_reading it never checks the whole file, which takes seconds where a process was killed: damage
    that a query touches still shows. Raises IndexUnusable.
    """
    path = catalog.current_path(home)
    if path is None or not os.path.exists(path):
        raise IndexUnusable("There is no index yet.")
    with errors_named():
        if os.access(path, os.W_OK) and os.access(home.local, os.W_OK):
            connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        else:
            uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?immutable=1"
            connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        connection.set_busy_timeout(50)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        return connection


def is_sure(home: Home) -> bool:
    """Say whether the catalog is as we left it: one that is not is checked as a whole before it is written."""
    path = catalog.current_path(home)
    return path is not None and os.path.exists(path) and catalog.is_sealed(home, path)


def reached(home: Home) -> dict[str, Reached]:
    """Return how far the sources' files were read, by path. Raises IndexUnusable."""
    found: dict[str, Reached] = {}
    with contextlib.closing(open_newest(home)) as connection, errors_named():
        # rows without a source hold how files looked, not how far they were read
        for path, body in connection.execute("SELECT path, body FROM cursor WHERE source <> ''"):
            about = json.loads(body)
            if isinstance(about.get("file"), list) and isinstance(about.get("offset_b"), int):
                found[path] = Reached(about["offset_b"], tuple(about["file"]))
    return found


def watermarks(connection: apsw.Connection, since_day: str) -> dict[tuple[str, str], int]:
    """Return how many bytes of each day file from a day on are indexed. Raises IndexUnusable."""
    with errors_named():
        rows = connection.execute("SELECT device, day, bytes FROM file WHERE day >= ?", (since_day,)).fetchall()
    return {(str(device), str(day)): int(str(size_b)) for device, day, size_b in rows}


def path_above(connection: apsw.Connection, session: str, event: int) -> frozenset[int] | None:
    """Return the events from one up to the root of its conversation, or None where it is the newest one there.

    For lines that go on from a stored one and are not stored themselves: where they go on from an earlier one, what
    came after it is no longer live. Raises IndexUnusable.
    """
    with errors_named():
        newest = connection.execute(_NEWEST_EVENT, (session,)).get
        if newest is None or newest == event:
            return None
        parents = dict(connection.execute(_PARENTS, (session,)))
    path: set[int] = set()
    step: int | None = event
    while step is not None and step in parents and step not in path:
        path.add(step)
        step = parents[step]
    return frozenset(path) or None


def said(connection: apsw.Connection, until_us: int) -> Iterator[Place]:
    """Yield the places of the person's own live lines, the newest first. Raises IndexUnusable."""
    with errors_named():
        for row in connection.execute(_SAID, (until_us,)):
            yield Place(*row)


def pauses(connection: apsw.Connection, since_us: int, until_us: int, least_us: int) -> list[tuple[int, int]]:
    """Return where the person was silent between two lines: when the later one was said, and for how long before it.

    Looks at the lines in [since_us, until_us], the newest first, which is one said at `until_us`, in the index alone.
    Raises IndexUnusable.
    """
    with errors_named():
        steps: list[int] = [us for (us,) in connection.execute(_STEPS, (since_us, until_us, least_us))]
    return [(newer, newer - older) for newer, older in pairwise(steps) if newer - older >= least_us]


def compacted_us(connection: apsw.Connection, session: str, until_us: int) -> int | None:
    """Return when a conversation was last compacted, or None. Raises IndexUnusable."""
    with errors_named():
        found: int | None = connection.execute(_COMPACTED, (session, until_us)).get
        return found


def of_session(connection: apsw.Connection, session: str, until_us: int, limit: int) -> list[Place]:
    """Return the last places of what was said in a conversation, the newest first. Raises IndexUnusable."""
    with errors_named():
        return [Place(*row) for row in connection.execute(_OF_SESSION, (session, until_us, limit))]


def sessions(connection: apsw.Connection, given: str) -> list[str]:
    """Return the conversations a tool's own id may stand for: with or without the source before it."""
    with errors_named():
        rows = connection.execute(
            "SELECT text FROM name WHERE text = ?1 OR substr(text, -length(?1) - 1) = ':' || ?1", (given,)
        )
        return [text for (text,) in rows]
