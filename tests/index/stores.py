"""Small stores for tests, and what a catalog says in a form in which two of them can be compared."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from lossless_memory.config import Machine
from lossless_memory.index import catalog, update
from lossless_memory.ingest.writer import Pending, Receipt, Writer
from lossless_memory.log import fsio
from lossless_memory.log.home import Store, open_store, save_machine
from lossless_memory.paths import Home
from lossless_memory.record import Record, encode

NOW = datetime(2026, 3, 9, tzinfo=UTC)


def home_at(folder: Path, machine: str = "a") -> Home:
    """Return the home at a folder as one machine sees it."""
    return Home(str(folder), (machine * 16)[:16])


def store_at(folder: Path, machine: str = "a", device: str | None = None) -> Store:
    """Open the store at a folder, under a device name of the machine's own if one is given."""
    home = home_at(folder, machine)
    if device is not None:
        save_machine(home, Machine(device))
    return open_store(home, now=NOW)


def rec(text: str, ts: str = "2026-03-02T09:00:00", *, id: str | None = None, **more: Any) -> Record:
    """Return a record; fields of Record go there, everything else into the origin."""
    fields = {name: more.pop(name) for name in ("actor", "role", "type", "model", "session") if name in more}
    source = more.pop("source", "test")
    origin = None if id is None else {"source": source, "id": id, "kind": more.pop("kind", "typed"), **more}
    whole = ts + (".000000Z" if "." not in ts else "Z")
    full = {"actor": "Sam", "role": "user", "type": "text", "model": None, "session": "s", **fields}
    return Record(ts=whole, text=text, origin=origin, **full)


def append(store: Store, records: Iterable[Record]) -> Receipt:
    """Store records through a writer of their own."""
    with Writer(store) as writer:
        receipt = writer.store([Pending(record) for record in records])
        writer.finish()
    return receipt


def write_day(home: Home, device: str, day: str, lines: Iterable[bytes | Record]) -> Path:
    """Write a day file as another machine or a file sync would, whole."""
    path = Path(home.day_file(device, day))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    raw = [encode(line) if isinstance(line, Record) else line for line in lines]
    path.write_bytes(b"".join(line + b"\n" for line in raw))
    return path


def catch_up(store: Store) -> int:
    """Bring the index up to the log."""
    with Writer(store) as writer:
        return writer.catch_up()


def dump(home: Home) -> dict[str, Any]:
    """Return what the catalog in force says, without the numbers that depend on how it came about."""
    connection = catalog.open_reading(home)
    try:
        return _said(connection)
    finally:
        connection.close()


def _said(connection: apsw.Connection) -> dict[str, Any]:
    names = dict(connection.execute("SELECT id, text FROM name"))
    address = {
        row[0]: (row[1], row[2], row[3])
        for row in connection.execute("SELECT r.id, f.device, f.day, r.line FROM rec r JOIN file f ON f.id = r.file")
    }
    numbers = connection.execute("SELECT count(*) FROM rec").get
    if numbers != len(set(address.values())):
        raise AssertionError("two rows for one line, or a row of a file that is not there")
    rows = {}
    for row in connection.execute(
        "SELECT id, off, len, ts_us, actor, role, type, kind, session, source, agent, words, "
        "is_live, shown, event, parent FROM rec"
    ):
        (one, off, length, ts_us, actor, role, type_, kind, session, source, agent, *rest) = row
        words, live, shown, event, parent = rest
        named = [names.get(name) for name in (actor, kind, session, source, agent)]
        rows[address[one]] = (
            (off, length, ts_us, role, type_, words, live, event, parent),
            named,
            address.get(shown, "nowhere") if shown is not None else None,
        )
    connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, ft, instance)")
    words_of: dict[Any, list[tuple[int, str]]] = {}
    for term, doc, offset in connection.execute("SELECT term, doc, offset FROM temp.words"):
        if doc in address:
            words_of.setdefault(address[doc], []).append((offset, term))
    connection.execute("DROP TABLE temp.words")
    return {
        "rows": rows,
        "words": {place: sorted(found) for place, found in words_of.items()},
        "origins": sorted(
            (key, mark, address[one]) for key, mark, one in connection.execute("SELECT key, mark, id FROM origin")
        ),
        "shared": sorted((key, address[one]) for key, one in connection.execute("SELECT key, id FROM shared")),
        "files": sorted(connection.execute("SELECT device, day, bytes, lines, damaged, digest FROM file").fetchall()),
        "total": connection.execute("SELECT records, words FROM total").fetchall(),
    }


def rebuilt(home: Home) -> dict[str, Any]:
    """Make the catalog anew and return what it says."""
    with fsio.locked(home.lock):
        update.rebuild(home)
    return dump(home)


def shown_texts(home: Home) -> Mapping[tuple[str, str, int], str]:
    """Return the addresses and texts of the records that are shown, read from the log."""
    from lossless_memory.log import read

    rows = dump(home)["rows"]
    return {
        tuple(entry.locator): entry.record.text
        for entry in read.entries(home)
        if isinstance(entry, read.Entry) and rows[tuple(entry.locator)][2] is None
    }


def day_path(home: Home, day: str = "2026-03-02", device: str = "main") -> Path:
    """Return the path of a day file."""
    return Path(home.day_file(device, day))


def local_files(home: Home) -> list[str]:
    """Return the names of this machine's derived files."""
    return sorted(os.listdir(home.local))
