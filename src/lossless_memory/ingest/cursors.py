"""How far each file was read, and whether what was read still stands there.

A cursor counts only while the file is the same (device and inode), not shorter, and its last 4 KiB before the offset
are unchanged; otherwise the file is read from its start and what is known drops out. Cursors live in the catalog.

Promise: P10
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

import apsw

from lossless_memory.sources.base import Cursor

_TAIL_B = 4_096


def load(connection: apsw.Connection, source: str, path: str) -> tuple[Cursor, list[list[Any]]] | None:
    """Return the cursor of a file and the window of equal lines, or None to read from the start."""
    raw = connection.execute("SELECT body FROM cursor WHERE source = ? AND path = ?", (source, path)).get
    if raw is None:
        return None
    body = json.loads(raw)
    try:
        about = os.stat(path)
        fits = (
            (about.st_dev, about.st_ino) == tuple(body["file"])
            and about.st_size >= body["offset_b"]
            and _tail_digest(path, body["offset_b"]) == body["tail"]
        )
    except OSError:
        return None
    return (Cursor(body["offset_b"], body["state"]), body["equals"]) if fits else None


def save(connection: apsw.Connection, source: str, path: str, cursor: Cursor, equals: list[list[Any]]) -> None:
    """Keep a cursor; part of the transaction of the rows it led to."""
    try:
        about = os.stat(path)
        tail = _tail_digest(path, cursor.offset_b)
    except OSError:
        return  # the file is gone: without a cursor it would be read from its start, should it come back
    body = {
        "file": [about.st_dev, about.st_ino],
        "offset_b": cursor.offset_b,
        "tail": tail,
        "state": cursor.state,
        "equals": equals,
    }
    connection.execute(
        "INSERT OR REPLACE INTO cursor(source, path, body) VALUES(?,?,?)", (source, path, json.dumps(body))
    )


def _tail_digest(path: str, offset_b: int) -> str:
    with open(path, "rb") as stream:
        stream.seek(max(0, offset_b - _TAIL_B))
        return hashlib.sha256(stream.read(min(_TAIL_B, offset_b))).hexdigest()
