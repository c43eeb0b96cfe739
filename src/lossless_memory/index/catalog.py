"""The catalog file: which generation is in force, opening it, making the next one.

A generation is never replaced by name; the small file current-v<schema> says which one counts and is looked up at each
opening. A seal beside it remembers the file as we left it, so that damage done from outside is looked for before
anything is believed. Knows no records.

Promise: P13, P14, P15
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import apsw

from lossless_memory.errors import Busy, IndexUnusable, WriteFailed
from lossless_memory.index import schema
from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

_TREES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
"""All that takes room in the file, that of the full text under names of its own."""

_NAME = pattern(rf"catalog-v{schema.SCHEMA}-(\d+)\.db")


def current_path(home: Home) -> str | None:
    """Return the path of the generation in force, or None where there is none."""
    raw = fsio.read_small(os.path.join(home.local, f"current-v{schema.SCHEMA}"))
    name = (raw or b"").decode("ascii", "replace").strip()
    return os.path.join(home.local, name) if _NAME.fullmatch(name) else None


MOST_AHEAD_PAGES = 1_000
"""So many pages may stand in the write-ahead file. To bring them home takes two syncs, so it is not done for each new
line; to begin with a long one takes a process some milliseconds."""


class Stamp(NamedTuple):
    """How the generation in force looks from outside."""

    path: str
    size_b: int
    mtime_ns: int


def stamp(home: Home) -> Stamp | None:
    """Return how the generation in force looks, or None where there is none."""
    path = current_path(home)
    try:
        about = None if path is None else os.stat(path)
    except OSError:
        return None
    return None if path is None or about is None else Stamp(path, about.st_size, about.st_mtime_ns)


def open_reading(home: Home) -> apsw.Connection:
    """Open the generation in force for reading. The caller closes it.

    Raises IndexUnusable where it is missing or damaged.
    """
    path = current_path(home)
    if path is None or not os.path.exists(path):
        raise IndexUnusable("There is no index yet.")
    try:
        if os.access(path, os.W_OK) and os.access(home.local, os.W_OK):
            connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        else:  # read-only media: no write-ahead file can be made beside it
            uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?immutable=1"
            connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        with errors_named():
            _set_up(connection)
            check_seal(home, path, connection)
            connection.execute("SELECT count(*) FROM about").fetchall()
    except IndexUnusable:
        raise
    except apsw.Error as error:
        raise _unusable(error) from error
    return connection


def open_writing(home: Home) -> apsw.Connection:
    """Open the generation in force for writing. Only the holder of the ingest lock may call this.

    Raises IndexUnusable where it is missing or damaged.
    """
    path = current_path(home)
    if path is None or not os.path.exists(path):
        raise IndexUnusable("There is no index yet.")
    with errors_named():
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
        _set_up(connection)
        check_seal(home, path, connection)
        connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "normal")
        # Only `bring_home` writes to the file itself, because it seals it as well.
        connection.pragma("wal_autocheckpoint", 0)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return connection


def bring_home(home: Home, path: str, connection: apsw.Connection) -> bool:
    """Move what stands in the write-ahead file into the catalog file, and seal this; say whether all of it came over.

    Only the holder of the ingest lock may do this. Until it is done the catalog file, and the seal, are as they were.
    """
    there, moved = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    seal(home, path)
    return there == moved


def looked_path(home: Home) -> str:
    """Return the file in which a process leaves how the log looked when it was indexed to its end."""
    return os.path.join(home.local, f"looked-v{schema.SCHEMA}")


def seal(home: Home, path: str) -> None:
    """Remember the closed catalog file as it is now, so that a change from outside is noticed at the next opening."""
    about = os.stat(path)
    body = f"{os.path.basename(path)} {about.st_size} {about.st_mtime_ns}\n"
    fsio.write_hint(_seal_path(home), body.encode())


def _seal_path(home: Home) -> str:
    return os.path.join(home.local, f"seal-v{schema.SCHEMA}")


def check_seal(home: Home, path: str, connection: apsw.Connection) -> None:
    """Check the whole file if it is not as we left it: damage, or a process killed before it could seal.

    Raises IndexUnusable where it is damaged.
    """
    if is_sealed(home, path):
        return
    is_reader = connection.readonly("main")
    if is_reader and _is_being_written(home):
        return  # it is changing just now, as it should; damage that a query touches still shows
    complaint = check(connection)
    if complaint:
        raise IndexUnusable(f"The index is damaged ({complaint}). The log is not touched by this.")
    if not is_reader or os.access(home.local, os.W_OK):
        seal(home, path)  # a process died before it could; the next one need not check again


def is_sealed(home: Home, path: str) -> bool:
    """Say whether the catalog file is as we left it."""
    about = os.stat(path)
    expected = f"{os.path.basename(path)} {about.st_size} {about.st_mtime_ns}\n".encode()
    return fsio.read_small(_seal_path(home)) == expected


def _is_being_written(home: Home) -> bool:
    try:
        with fsio.locked(home.lock, wait_s=0):
            return False
    except Busy:
        return True
    except WriteFailed:
        return False  # a medium that cannot be written


def check(connection: apsw.Connection, *tables: str) -> str | None:
    """Read the whole catalog, or tables of it, and say what is wrong, or None. Seconds for millions of records."""
    try:
        # Of the full text as well, since SQLite 3.44.
        if tables:
            said = [connection.pragma("quick_check", table) for table in tables]
        else:
            said = [connection.pragma("quick_check")]
    except apsw.Error as error:
        return str(error)
    return next((str(one).split("\n", 1)[0] for one in said if one != "ok"), None)


@contextlib.contextmanager
def errors_named() -> Iterator[None]:
    """Turn what SQLite says of a damaged or foreign file into IndexUnusable, and of a full disk into WriteFailed."""
    try:
        yield
    except apsw.FullError as error:
        raise WriteFailed(
            "Writing the index failed: the disk is full. What was being stored is not confirmed."
        ) from error
    except (apsw.CorruptError, apsw.NotADBError, apsw.CantOpenError, apsw.IOError) as error:
        raise _unusable(error) from error
    except apsw.SQLError as error:  # a missing table or column: not the catalog we wrote
        raise _unusable(error) from error


def _unusable(error: Exception) -> IndexUnusable:
    return IndexUnusable(f"The index cannot be read ({error}). The log is not touched by this.")


def _set_up(connection: apsw.Connection) -> None:
    connection.set_busy_timeout(2000)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # else a statement is planned anew for each value bound
    connection.pragma("cache_size", -65536)
    connection.pragma("mmap_size", 0)


@contextlib.contextmanager
def new_generation(home: Home) -> Iterator[apsw.Connection]:
    """Make the next generation: filled by the caller, checked, synced, and only then named as the one in force.

    Only the holder of the ingest lock may call this. Where the body raises, the old generation stays in force. The
    caller reads the full text through; then only the pages that hold it are checked here, as those of all tables are.
    """
    fsio.make_folder(home.local)
    number = _last_generation(home) + 1
    path = os.path.join(home.local, f"catalog-v{schema.SCHEMA}-{number}.db")
    rough = os.path.join(home.local, f"making-v{schema.SCHEMA}-{number}.db")
    _remove(rough)  # of a process killed at it
    try:
        _make_empty(rough)
        connection = apsw.Connection(rough)
        try:
            _set_up(connection)
            connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)  # it would keep a journal, for a file nobody believes
            connection.pragma("page_size", 16384)
            connection.pragma("journal_mode", "off")
            connection.pragma("synchronous", "off")
            connection.execute(schema.TABLES)
            connection.execute(schema.BULK)
            yield connection
            trees = connection.execute(_TREES).fetchall()
            _make_empty(path)
            connection.execute("VACUUM INTO ?", (path,))  # every page full, in order
        finally:
            connection.close(True)
        connection = apsw.Connection(path)
        try:
            _set_up(connection)
            if complaint := check(connection, *(str(name) for (name,) in trees)):
                raise IndexUnusable(f"The new index failed its check ({complaint}); the old one stays.")
            connection.pragma("journal_mode", "wal")
        finally:
            connection.close(True)
    except BaseException:
        _remove(path)
        raise
    finally:
        _remove(rough)
    fd = os.open(path, os.O_RDWR)
    try:
        fsio.sync(fd)
    finally:
        os.close(fd)
    seal(home, path)
    fsio.write_small(os.path.join(home.local, f"current-v{schema.SCHEMA}"), os.path.basename(path).encode() + b"\n")
    _remove_old(home, path)


def _make_empty(path: str) -> None:
    """Make an empty file of ours for SQLite to fill."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, fsio.FILE_MODE))


def _last_generation(home: Home) -> int:
    found = [int(match[1]) for name in os.listdir(home.local) if (match := _NAME.fullmatch(name))]
    return max(found, default=0)


def _remove_old(home: Home, kept: str) -> None:
    for name in os.listdir(home.local):
        if _NAME.fullmatch(name.replace("making-", "catalog-")) and name != os.path.basename(kept):
            _remove(os.path.join(home.local, name))


def _remove(path: str) -> None:
    for name in (path, path + "-wal", path + "-shm", path + "-journal"):
        with contextlib.suppress(OSError):  # held by another process on Windows: it goes at the next rebuild
            os.unlink(name)
