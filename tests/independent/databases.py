"""Databases as the tests read them: scripts of SQL made into files, and all that stands in one.

Uses the standard library's SQLite, not the program's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any


def database(path: Path) -> bytes:
    """Return the bytes of a database: the file's, or of what a script makes."""
    if path.suffix != ".sql":
        return path.read_bytes()
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(path.read_text(encoding="utf-8"))
        return connection.serialize()


def rows(data: bytes, sql: str, *arguments: Any) -> list[dict[str, Any]]:
    """Return the rows of a query, nothing where a table is missing."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            return [dict(row) for row in connection.execute(sql, arguments)]
        except sqlite3.OperationalError:
            return []


def table_rows(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield every row of every table, without what is no JSON value."""
    for table in rows(data, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        for row in rows(data, f'SELECT * FROM "{table["name"]}"'):
            yield {name: value for name, value in row.items() if not isinstance(value, bytes)}


def cells(data: bytes) -> Iterator[str]:
    """Yield every cell of every table as text."""
    for table in rows(data, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        for row in rows(data, f'SELECT * FROM "{table["name"]}"'):
            for value in row.values():
                if value is not None:
                    yield value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
