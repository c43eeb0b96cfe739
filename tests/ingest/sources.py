"""Small sources for tests, written as their tools write them, and importing them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lossless_memory.ingest.run import Importer, Result
from lossless_memory.ingest.writer import Writer
from lossless_memory.log import read
from lossless_memory.log.home import Store
from lossless_memory.record import Record
from lossless_memory.sources.base import Options

NOW = datetime(2026, 3, 9, tzinfo=UTC)


def turn(uuid: str, text: str, second: int, *, session: str = "5f0c", parent: str | None = None, **more: Any) -> bytes:
    """Return a line of a Claude Code transcript: the person's for an even second, the AI's for an odd one."""
    body = {
        "parentUuid": parent,
        "sessionId": session,
        "uuid": uuid,
        "timestamp": f"2026-03-02T09:{second // 60:02}:{second % 60:02}.000Z",
        "isSidechain": False,
    }
    if second % 2:
        message = {"role": "assistant", "id": f"m{second}", "content": [{"type": "text", "text": text}]}
        body |= {"type": "assistant", "message": message}
    else:
        body |= {"type": "user", "message": {"role": "user", "content": text}}
    return json.dumps({**body, **more}, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def plain(text: str, second: int | None = 0, role: str = "user", **more: Any) -> bytes:
    """Return a line of the plainest form, without an id."""
    time = {} if second is None else {"timestamp": f"2026-03-02T09:{second // 60:02}:{second % 60:02}Z"}
    return json.dumps({**time, "role": role, "content": text, **more}).encode() + b"\n"


def imported(store: Store, *paths: Path | str, options: Options | None = None, source: str | None = None) -> Result:
    """Import paths through a writer of their own."""
    with Writer(store) as writer:
        return Importer(store, writer, options or Options(), NOW).run([str(path) for path in paths], source)


def kept(store: Store) -> list[Record]:
    """Return the records of the log in file order; damage is an error."""
    found = []
    for entry in read.entries(store.home):
        if isinstance(entry, read.Finding):
            raise AssertionError(f"damage in the log: {entry}")
        found.append(entry.record)
    return found


def texts(store: Store) -> list[str]:
    """Return the texts of the log in file order."""
    return [record.text for record in kept(store)]


def identities(records: Iterable[Record]) -> list[tuple[str, str]]:
    """Return origin ids and texts, sorted; none may stand twice."""
    return sorted((str((record.origin or {})["id"]), record.text) for record in records)


def numbers(result: Result) -> tuple[int, int, int]:
    """Return records, stored, duplicates of a whole import."""
    total = result.total
    return total.records, total.stored, total.duplicates
