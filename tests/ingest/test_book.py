"""The book of accounts: kept for good, added up by source, with what was imported when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lossless_memory.ingest import book
from lossless_memory.ingest.account import Account
from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import Store
from lossless_memory.sources.base import Options
from tests.index.stores import store_at
from tests.ingest.sources import NOW, imported, plain, turn


@pytest.fixture
def store(home: Path) -> Store:
    return store_at(home)


def sums(store: Store) -> dict[str | None, book.Sums]:
    return book.sums(book.read(store.home), "main")


def test_what_was_skipped_counts_once_however_often_the_file_is_read(store: Store, tmp_path: Path) -> None:
    export = tmp_path / "chat.json"
    export.write_bytes(b"[" + plain("one").strip() + b', {"role": "user"}, ' + plain("two", 5).strip() + b"]")
    for _ in range(3):
        imported(store, export)
    skipped = sums(store)["plain"].skipped
    assert skipped == imported(store, export).total.skipped


def test_what_is_skipped_while_a_file_is_read_on_adds_up(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    source.write_bytes(turn("u0", "one", 0) + b"{broken\n")
    imported(store, source)
    with source.open("ab") as stream:
        stream.write(b"{broken too\n" + turn("u1", "two", 2))
    imported(store, source)
    assert {"not JSON": 2} == sums(store)["claude-code"].skipped


def test_files_gone_from_this_machine_are_counted_and_those_of_another_are_not_looked_for(
    store: Store, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_bytes(turn(name, name, 0))
        imported(store, tmp_path / f"{name}.jsonl")
    (tmp_path / "a.jsonl").unlink()
    other = Path(store.home.device("desk")) / "accounts.jsonl"
    other.parent.mkdir(parents=True)
    away = Account("/nowhere/c.jsonl", "claude-code", items=1, converted=1, records=1, stored=1)
    other.write_bytes(book.lines("2026-03-10T00:00:00.000000Z", [away]))
    found = sums(store)["claude-code"]
    assert (3, 1, "2026-03-10T00:00:00.000000Z") == (found.files, found.gone, found.last_new)


def test_a_line_that_is_no_account_is_passed_over(store: Store, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(turn("u1", "one", 0))
    imported(store, tmp_path / "a.jsonl")
    path = Path(book.path_of(store.home, "main"))
    path.write_bytes(b'{"ts": "2026\n[]\n{}\n' + b"[" * 100_000 + b"\n\0\0\0\n" + path.read_bytes())
    assert [1] == [entry.made.stored for entry in book.read(store.home)]


def test_imports_of_one_file_are_one_item_a_day_the_latest_first(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    source.write_bytes(b"")
    for hours in (0, 1, 30):
        with source.open("ab") as stream:
            stream.write(turn(f"u{hours}", f"after {hours}", hours * 2))
        now = NOW + timedelta(hours=hours)
        with Writer(store) as writer:
            Importer(store, writer, Options(), now).run([str(source)])
    found = book.imports(book.read(store.home))
    assert [1, 2] == [one.stored for one in found]
    last = datetime.fromisoformat(found[0].ts)
    assert datetime(2026, 3, 10, 6, tzinfo=UTC) == last


def test_a_member_of_an_archive_that_is_there_is_not_gone(tmp_path: Path) -> None:
    path = tmp_path / "wow! export.zip"
    path.write_bytes(b"")
    assert str(path) == book.file_of(str(path))
    member = f"{tmp_path / 'export.zip'}!conversations.json"
    assert str(tmp_path / "export.zip") == book.file_of(member)
