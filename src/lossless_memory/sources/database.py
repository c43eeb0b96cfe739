"""Reads a tool's SQLite database from a copy, so that the tool's own files are never written, locked or waited for.

Owns the copying: the database with its write-ahead file or journal, taken again where they changed meanwhile. Knows no
table. Whatever is damaged comes out as Broken.

Promise: P12
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from urllib.parse import quote

import apsw

from lossless_memory.patterns import pattern
from lossless_memory.sources.base import Input
from lossless_memory.sources.opening import Broken
from lossless_memory.typed import Any

_MAGIC = b"SQLite format 3\0"
_TABLE = pattern(rb"CREATE TABLE\s+(?:IF NOT EXISTS\s+)?[\"'`\[]?(\w+)", re.IGNORECASE)
_BESIDE = ("-wal", "-journal")
_ATTEMPTS = 3
_CHUNK_B = 1 << 20
MAX_VALUE_B = 64 << 20
"""The largest value that is read whole, as the largest line is. Ask for `octet_length` before fetching a value."""


def is_database(input: Input) -> bool:
    """Say whether an input is a SQLite database, by its first bytes."""
    return input.head.startswith(_MAGIC)


def tables(input: Input) -> frozenset[str]:
    """Return the names of the tables, as far as they can be told without copying; never raises.

    Where the file stands at a path its schema is read as it is, without its write-ahead file; else the statements in
    its first bytes are looked at.
    """
    if not is_database(input):
        return frozenset()
    if input.path is not None:
        try:
            uri = f"file:{quote(os.path.abspath(input.path))}?mode=ro&immutable=1"
            connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
            with contextlib.closing(connection):
                rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
                return frozenset(str(row[0]) for row in rows)
        except (apsw.Error, UnicodeError, ValueError):
            return frozenset()
    return frozenset(name.decode("ascii", "replace") for name in _TABLE.findall(input.head))


class Database:
    """A copied database. Queries raise Broken where it is damaged or has not the tables they name."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Take an open connection."""
        self._connection = connection

    def rows(self, sql: str, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query."""
        try:
            yield from self._connection.execute(sql, arguments)
        except (apsw.Error, UnicodeError) as error:
            raise Broken(f"the database cannot be read further: {error}") from error

    def value(self, sql: str, *arguments: Any) -> Any:
        """Return the first value of a query's first row, None for none."""
        return next((row[0] for row in self.rows(sql, *arguments)), None)

    def columns(self, table: str) -> frozenset[str]:
        """Return the names of a table's columns, none for a table that is not there."""
        return frozenset(str(row[0]) for row in self.rows("SELECT name FROM pragma_table_info(?)", table))


@contextlib.contextmanager
def copied(input: Input) -> Iterator[Database]:
    """Open a copy of a database, which is gone afterwards. Raises Broken where none can be had."""
    folder = tempfile.mkdtemp(prefix="lossless-")
    try:
        path = os.path.join(folder, "copy.db")
        for attempt in range(_ATTEMPTS):
            before = _state(input)
            try:
                _copy(input, path)
            except OSError as error:
                raise Broken(f"the database cannot be copied: {error.strerror or error}") from error
            if _state(input) == before or attempt == _ATTEMPTS - 1:
                break
        try:
            connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        except apsw.Error as error:
            raise Broken(f"the database cannot be opened: {error}") from error
        with contextlib.closing(connection):
            connection.enable_load_extension(False)
            with contextlib.suppress(apsw.Error):
                connection.pragma("trusted_schema", 0)
            yield Database(connection)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(input: Input, path: str) -> None:
    """Copy the database, then what stands beside it: newer pages in the copy's own write-ahead file do no harm."""
    if shutil.disk_usage(os.path.dirname(path)).free < 2 * input.size_b:
        raise OSError(0, "not enough room for a copy in the folder for temporary files")
    for ending in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + ending)
    with input.open() as source, open(path, "wb") as target:
        shutil.copyfileobj(source, target, _CHUNK_B)
    for ending in _BESIDE if input.path is not None else ():
        beside = f"{input.path}{ending}"
        if os.path.isfile(beside) and not os.path.islink(beside):
            with open(beside, "rb") as source, open(path + ending, "wb") as target:
                shutil.copyfileobj(source, target, _CHUNK_B)


def _state(input: Input) -> tuple[tuple[int, int] | None, ...]:
    """Return size and time of change of the database and of what stands beside it."""
    found: list[tuple[int, int] | None] = []
    for ending in ("", *_BESIDE) if input.path is not None else ():
        try:
            about = os.stat(f"{input.path}{ending}")
            found.append((about.st_size, about.st_mtime_ns))
        except OSError:
            found.append(None)
    return tuple(found)
