"""How far each file was read, and whether what was read still stands there.

A cursor counts only while the file is the same (device and inode), not shorter, and its first 4 KiB and the last 4 KiB
before the offset are unchanged; otherwise the file is read from its start and what is known drops out. A file that was
renamed is read on under its new name. What lies
between is not compared: a tool that rewrites the middle of a file, in place and to the byte, is not noticed. Cursors
live in the catalog.

Promise: P10
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

import apsw

from lossless_memory.digests import sha256
from lossless_memory.ingest.seen import Stamp
from lossless_memory.sources.base import Cursor
from lossless_memory.typed import Any

_EDGE_B = 4_096
_STAMPS = ""
"""In place of a source: the row says how a file looked that was read to its end (ingest.seen)."""

Identity = tuple[int, int]
"""Device and inode."""


def identity(path: str) -> Identity | None:
    """Return which file stands at a path, or None for none. Ask before reading, and hand the answer to `save`."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return (about.st_dev, about.st_ino)


def load(
    connection: apsw.Connection, source: str, path: str, moved: str | None = None
) -> tuple[Cursor, list[list[Any]]] | None:
    """Return the cursor of a file and the window of equal lines, or None to read from the start.

    `moved` is the cursor that the same file had under another path, as the function `moved` gives it.
    """
    raw = moved
    if raw is None:
        raw = connection.execute("SELECT body FROM cursor WHERE source = ? AND path = ?", (source, _name(path))).get
    if raw is None:
        return None
    body = json.loads(raw)
    try:
        fits = identity(path) == tuple(body["file"]) and _edges(path, body["offset_b"])[0] == body["edges"]
    except (OSError, KeyError):  # the file is gone, or the cursor is of an older form
        return None
    return (Cursor(body["offset_b"], body["state"]), body["equals"]) if fits else None


def moved(connection: apsw.Connection) -> dict[tuple[str, Identity], str]:
    """Return the cursors, as they are kept, of files that are not at their path any more, by source and identity."""
    found: dict[tuple[str, Identity], str] = {}
    for source, path, body in connection.execute("SELECT source, path, body FROM cursor WHERE source <> ''"):
        file = json.loads(str(body)).get("file")
        if isinstance(file, list) and len(file) == 2 and identity(str(path)) != tuple(file):
            found[str(source), (file[0], file[1])] = str(body)
    return found


def stamps(connection: apsw.Connection) -> dict[str, Stamp]:
    """Return how the files looked that were read to their end."""
    rows = connection.execute("SELECT path, body FROM cursor WHERE source = ?", (_STAMPS,))
    return {str(path): tuple(json.loads(str(body))) for path, body in rows}


def has_stamps(connection: apsw.Connection) -> bool:
    """Say whether it is kept of any file how it looked."""
    return bool(connection.execute("SELECT EXISTS(SELECT 1 FROM cursor WHERE source = ?)", (_STAMPS,)).get)


def save_stamps(connection: apsw.Connection, stamps: Mapping[str, Stamp]) -> None:
    """Keep how files looked; one whose path is no text is looked at anew every time."""
    rows = [(_STAMPS, path, json.dumps(stamp)) for path, stamp in stamps.items() if _name(path) == path]
    with connection:
        connection.executemany("INSERT OR REPLACE INTO cursor(source, path, body) VALUES(?,?,?)", rows)


def save(
    connection: apsw.Connection,
    source: str,
    path: str,
    cursor: Cursor,
    equals: list[list[Any]],
    file: Identity | None,
    line: bytes | None,
) -> None:
    """Keep a cursor; part of the transaction of the rows it led to.

    `file` is what stood at the path before reading, `line` the bytes last read before the cursor, without their
    newline (None: nothing was read). Where another file, or other bytes, stand there by now, no cursor is kept and
    the file is read from its start next time.
    """
    try:
        edges, tail = _edges(path, cursor.offset_b)
    except OSError:
        edges, tail = None, b""
    is_as_read = line is None or tail.endswith((line + b"\n")[-_EDGE_B:])
    if file is None or edges is None or not is_as_read or identity(path) != file:
        connection.execute("DELETE FROM cursor WHERE source = ? AND path = ?", (source, _name(path)))
        return
    body = {
        "file": list(file),
        "offset_b": cursor.offset_b,
        "edges": edges,
        "state": cursor.state,
        "equals": equals,
    }
    connection.execute(
        "INSERT OR REPLACE INTO cursor(source, path, body) VALUES(?,?,?)", (source, _name(path), json.dumps(body))
    )


def _name(path: str) -> str:
    """Return a path as text that SQLite takes, whatever its bytes."""
    return path.encode("utf-8", "backslashreplace").decode()


def _edges(path: str, offset_b: int) -> tuple[str | None, bytes]:
    """Return the digest of the first and last bytes before an offset, None for a shorter file; and the last ones."""
    with open(path, "rb") as stream:
        head = stream.read(min(_EDGE_B, offset_b))
        stream.seek(max(0, offset_b - _EDGE_B))
        tail = stream.read(min(_EDGE_B, offset_b))
    if len(tail) < min(_EDGE_B, offset_b):
        return None, tail
    return sha256(head + b"\0" + tail).hexdigest(), tail
