"""A tool's open database is read with what is not yet in its main file, and nothing near it changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lossless_memory.ingest.inputs import Opened, expand
from lossless_memory.sources import cursor_store, recognise
from lossless_memory.sources.base import Skipped

from .reading import BY_NAME, OPTIONS, drafts, of_bytes, plain, read


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_in_use_is_read_whole_and_left_alone(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "state.vscdb"
    with closing(sqlite3.connect(path, isolation_level=None)) as tool:
        tool.execute(f"PRAGMA journal_mode={mode}")
        tool.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        tool.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        body = '{"createdAt": 1768000000000, "conversation": [{"bubbleId": "b1", "type": 1, "text": "said just now"}]}'
        tool.execute("INSERT INTO cursorDiskKV VALUES('composerData:c', ?)", (body,))
        tool.execute("BEGIN IMMEDIATE")
        tool.execute("INSERT INTO cursorDiskKV VALUES('composerData:d', ?)", (body.replace("said", "not yet said"),))
        before = state(tmp_path)
        (found,) = [one for one in expand(str(path)) if isinstance(one, Opened)]
        assert recognise(found.input) is BY_NAME["cursor"]
        texts = [draft.text for draft in drafts(read(BY_NAME["cursor"], found.input)) if draft.role == "user"]
        assert ["said just now"] == texts
        assert before == state(tmp_path)
        tool.execute("ROLLBACK")


def test_a_damaged_database_gives_what_can_be_read_and_says_so() -> None:
    with closing(sqlite3.connect(":memory:")) as tool:
        tool.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        for number in range(200):
            tool.execute("INSERT INTO cursorDiskKV VALUES(?, ?)", (f"composerData:{number}", "{}" + " " * 2_000))
        whole = tool.serialize()
    for cut in (50, 100, 4_096, len(whole) // 2):
        items = read(BY_NAME["cursor"], of_bytes(whole[:cut], "state.vscdb"))
        assert isinstance(items[-1].result, Skipped)
        assert "the database cannot be" in items[-1].result.reason
    garbled = whole[:4_096] + b"\xff" * (len(whole) - 4_096)
    assert isinstance(read(BY_NAME["cursor"], of_bytes(garbled, "state.vscdb"))[-1].result, Skipped)


def test_a_value_that_is_too_large_is_skipped_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cursor_store, "MAX_VALUE_B", 200)
    with closing(sqlite3.connect(":memory:")) as tool:
        tool.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        rows = [
            ("composerData:c", '{"createdAt": 1768000000000}'),
            ("bubbleId:c:1", '{"type": 1, "text": "%s"}' % ("x" * 300)),
            ("bubbleId:c:2", '{"type": 1, "text": "small"}'),
        ]
        tool.executemany("INSERT INTO cursorDiskKV VALUES(?, ?)", rows)
        items = list(cursor_store.read(of_bytes(tool.serialize(), "state.vscdb"), OPTIONS))
    told = [plain(item).get("skipped") or plain(item)["records"][0]["text"] for item in items]
    assert ["larger than 64 MiB", "small"] == told[:2]
