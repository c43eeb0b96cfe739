"""A missing, damaged or newer catalog is never fatal: it is made anew from the log, and nobody else's is touched."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from pathlib import Path

import apsw
import pytest

from lossless_memory.errors import IndexUnusable, WriteFailed
from lossless_memory.index import catalog, schema, update
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log import fsio, read
from lossless_memory.log.home import Store
from tests.index.stores import append, catch_up, dump, home_at, local_files, rebuilt, rec, shown_texts, store_at


def filled(home: Path, count: int = 200) -> Store:
    store = store_at(home)
    append(store, [rec(f"number {number} of the garden", id=str(number)) for number in range(count)])
    return store


def path_of(store: Store) -> Path:
    found = catalog.current_path(store.home)
    assert found is not None
    return Path(found)


def test_a_missing_catalog_is_said_to_readers_and_made_anew_by_the_writer(home: Path) -> None:
    store = filled(home)
    before = dump(store.home)
    for name in local_files(store.home):
        if name != "ingest.lock":
            (Path(store.home.local) / name).unlink()
    with pytest.raises(IndexUnusable, match="There is no index yet"):
        catalog.open_reading(store.home)
    assert local_files(store.home) == ["ingest.lock"]  # looking makes nothing
    catch_up(store)
    assert before == dump(store.home)


@pytest.mark.parametrize("missing", ["current", "catalog", "seal"])
def test_any_of_its_files_may_be_missing(home: Path, missing: str) -> None:
    store = filled(home)
    before = dump(store.home)
    for name in local_files(store.home):
        if name.startswith(missing):
            (Path(store.home.local) / name).unlink()
    assert append(store, [rec("one more", "2026-03-02T10:00:00", id="more")]).stored == 1
    assert len(before["rows"]) + 1 == len(dump(store.home)["rows"])
    assert rebuilt(store.home) == dump(store.home)


@pytest.mark.parametrize("seed", range(8))
def test_damage_anywhere_in_the_catalog_is_noticed_and_mended_by_the_next_writer(home: Path, seed: int) -> None:
    store = filled(home)
    path, rng = path_of(store), random.Random(seed)
    raw = bytearray(path.read_bytes())
    kind = rng.choice(["zeros", "noise", "cut", "no database"])
    start = rng.randrange(len(raw) // 2)
    if kind == "zeros":
        raw[start : start + 20_000] = bytes(len(raw[start : start + 20_000]))
    elif kind == "noise":
        raw[start : start + 4_000] = rng.randbytes(len(raw[start : start + 4_000]))
    elif kind == "cut":
        del raw[start:]
    else:
        raw = bytearray(b"this is not a database at all" * 1000)
    path.write_bytes(raw)
    receipt = append(
        store, [rec("after the damage", "2026-03-02T10:00:00", id="after"), rec("number 7 of the garden", id="7")]
    )
    assert (receipt.stored, receipt.duplicates) == (1, 1)
    assert len(dump(store.home)["rows"]) == 201
    assert rebuilt(store.home) == dump(store.home)


@pytest.mark.parametrize("start_b", [100, 4096, 16384, 2 * 16384, 5 * 16384, 9 * 16384, 12 * 16384])
def test_damage_that_left_size_and_time_alone_is_mended_once_it_shows(home: Path, start_b: int) -> None:
    store = filled(home)
    path = path_of(store)
    about = path.stat()
    raw = bytearray(path.read_bytes())
    raw[start_b:] = bytes(len(raw) - start_b)
    path.write_bytes(raw)
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert append(store, [rec("after the damage", "2026-03-02T10:00:00", id="after")]).stored == 1
    assert rebuilt(store.home) == dump(store.home)


def test_damage_that_shows_only_after_the_append_still_acknowledges_what_the_log_has(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(home, 3)

    def corrupt(*_: object) -> list[int]:
        raise apsw.CorruptError("database disk image is malformed")

    monkeypatch.setattr(update.Indexer, "add", corrupt)
    records = [rec("after", "2026-03-03T10:00:00", id="after"), rec("number 2 of the garden", id="2"), rec("x", id="x")]
    receipt = append(store, records)
    assert [str(locator) for locator in receipt.locators] == ["main/2026-03-03:1", "None", "main/2026-03-02:4"]
    assert (receipt.stored, receipt.duplicates) == (2, 1)
    monkeypatch.undo()
    assert len(dump(store.home)["rows"]) == 5
    assert append(store, records).duplicates == 3


def test_a_disk_too_full_for_the_index_fails_clearly_and_what_the_log_has_is_known_afterwards(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(home, 3)

    def full(*_: object) -> list[int]:
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(update.Indexer, "add", full)
    with pytest.raises(WriteFailed, match="the disk is full"):
        append(store, [rec("one more", id="more")])
    monkeypatch.undo()
    assert append(store, [rec("one more", id="more")]).duplicates == 1
    assert rebuilt(store.home) == dump(store.home)


def test_a_damaged_catalog_is_never_believed_by_a_reader(home: Path) -> None:
    store = filled(home)
    path = path_of(store)
    raw = bytearray(path.read_bytes())
    raw[16384 : 16384 * 4] = bytes(16384 * 3)
    path.write_bytes(raw)
    with pytest.raises(IndexUnusable, match="The log is not touched by this"):
        catalog.open_reading(store.home)
    assert sum(isinstance(entry, read.Entry) for entry in read.entries(store.home)) == 200


def test_a_catalog_of_another_making_is_not_taken_for_ours(home: Path) -> None:
    store = filled(home, 3)
    path = path_of(store)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE rec(id)")
    other.close()
    with pytest.raises(IndexUnusable):
        catalog.open_reading(store.home)
    append(store, [rec("one more", id="more")])
    assert len(shown_texts(store.home)) == 4


def test_files_of_a_newer_schema_are_neither_read_nor_touched(home: Path) -> None:
    store = filled(home, 3)
    newer = {
        f"catalog-v{schema.SCHEMA + 1}-7.db": b"of a newer program",
        f"current-v{schema.SCHEMA + 1}": f"catalog-v{schema.SCHEMA + 1}-7.db\n".encode(),
        f"seal-v{schema.SCHEMA + 1}": b"x",
    }
    for name, raw in newer.items():
        (Path(store.home.local) / name).write_bytes(raw)
    append(store, [rec("one more", id="more")])
    rebuilt(store.home)
    assert newer == {name: (Path(store.home.local) / name).read_bytes() for name in newer}
    assert len(dump(store.home)["rows"]) == 4


@pytest.mark.parametrize(
    "name", ["../../../x.db", f"catalog-v{schema.SCHEMA}-1.db/../x", "", "catalog-v1-1.db", "\xff"]
)
def test_a_current_file_that_names_no_generation_counts_as_none(home: Path, name: str) -> None:
    store = filled(home, 3)
    (Path(store.home.local) / f"current-v{schema.SCHEMA}").write_bytes(name.encode("latin-1"))
    assert catalog.current_path(store.home) is None
    catch_up(store)
    assert len(dump(store.home)["rows"]) == 3


def test_a_rebuild_makes_the_next_generation_and_leaves_no_other(home: Path) -> None:
    store = filled(home, 3)
    assert [f"catalog-v{schema.SCHEMA}-1.db"] == [name for name in local_files(store.home) if name.endswith(".db")]
    rebuilt(store.home)
    assert [f"catalog-v{schema.SCHEMA}-2.db"] == [name for name in local_files(store.home) if name.endswith(".db")]
    assert path_of(store).name == f"catalog-v{schema.SCHEMA}-2.db"


def test_a_rebuild_that_fails_leaves_the_old_generation_in_force(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(home, 3)
    before, files = dump(store.home), local_files(store.home)
    monkeypatch.setattr(update.Indexer, "_put", lambda *_: (_ for _ in ()).throw(RuntimeError("no")))
    with pytest.raises(RuntimeError), fsio.locked(store.home.lock):
        update.rebuild(store.home)
    monkeypatch.undo()
    assert (before, files) == (dump(store.home), local_files(store.home))


def test_a_half_made_generation_of_a_killed_rebuild_is_passed_over(home: Path) -> None:
    store = filled(home, 3)
    (Path(store.home.local) / f"catalog-v{schema.SCHEMA}-2.db").write_bytes(b"half")
    assert len(dump(store.home)["rows"]) == 3
    rebuilt(store.home)
    assert [f"catalog-v{schema.SCHEMA}-3.db"] == [name for name in local_files(store.home) if name.endswith(".db")]


def test_a_writer_goes_on_in_a_generation_that_another_process_made_meanwhile(home: Path) -> None:
    store = filled(home, 3)
    with Writer(store) as writer:
        writer.store([Pending(rec("first", id="first"))])
        rebuilt(store.home)
        writer.store([Pending(rec("second", id="second"))])
        assert writer.store([Pending(rec("second", id="second"))]).duplicates == 1
    assert len(dump(store.home)["rows"]) == 5


def test_two_writers_in_turns_know_what_the_other_stored(home: Path) -> None:
    store = store_at(home)
    with Writer(store) as one, Writer(store) as other:
        for number in range(10):
            writer, second = (one, other) if number % 2 else (other, one)
            assert writer.store([Pending(rec(f"number {number}", id=str(number)))]).stored == 1
            assert second.store([Pending(rec(f"number {number}", id=str(number)))]).duplicates == 1
    assert len(dump(store.home)["rows"]) == 10


def test_a_home_that_cannot_be_written_opens_for_reading_and_nothing_is_made_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(home, 3)
    before = dump(store.home)
    names = local_files(store.home)
    right = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and right(path, mode))  # as for a plain user
    for path in [*home.rglob("*"), home]:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        assert before == dump(store.home)
        assert names == local_files(store.home)
    finally:
        for path in [home, *home.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)


def test_derived_files_are_owner_only(home: Path) -> None:
    before = os.umask(0)
    try:
        store = filled(home, 3)
        with Writer(store) as writer:
            writer.store([Pending(rec("one more", id="more"))])
            modes = {path.stat().st_mode & 0o777 for path in Path(store.home.local).iterdir()}
            assert any(name.endswith("-wal") for name in local_files(store.home))
        assert {0o600} == modes
    finally:
        os.umask(before)


def has_rows_ahead(store: Store) -> bool:
    return any(name.endswith("-wal") for name in local_files(store.home))


def is_sealed(store: Store) -> bool:
    return catalog.is_sealed(store.home, str(path_of(store)))


def test_a_new_line_is_found_at_once_and_comes_into_the_catalog_file_when_the_writer_goes(home: Path) -> None:
    store = filled(home, 3)
    before = path_of(store).read_bytes()
    with Writer(store) as writer:
        writer.store([Pending(rec("one more", id="more"))])
        assert before == path_of(store).read_bytes()
        assert is_sealed(store)
        assert "one more" in shown_texts(store.home).values()
    assert before != path_of(store).read_bytes()
    assert is_sealed(store)
    assert not has_rows_ahead(store)


def test_many_new_lines_come_into_the_catalog_file_before_the_writer_goes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(home, 3)
    before = path_of(store).read_bytes()
    monkeypatch.setattr(catalog, "MOST_AHEAD_PAGES", 1)
    with Writer(store) as writer:
        writer.store([Pending(rec("one more", id="more"))])
        assert before != path_of(store).read_bytes()
        assert is_sealed(store)


def test_what_a_killed_writer_left_beside_the_catalog_file_is_neither_lost_nor_checked(
    home: Path, tmp_path: Path
) -> None:
    store = filled(home, 3)
    with Writer(store) as writer:
        writer.store([Pending(rec("one more", id="more"))])
        shutil.copytree(home, tmp_path / "as killed")
    left = store_at(tmp_path / "as killed")
    assert has_rows_ahead(left)
    assert is_sealed(left)
    assert "one more" in shown_texts(left.home).values()
    append(left, [rec("and another", id="another")])
    assert not has_rows_ahead(left)
    assert rebuilt(left.home) == dump(left.home)


def test_a_writer_that_goes_while_another_writes_leaves_its_rows_to_that_one(home: Path) -> None:
    store = filled(home, 3)
    writer = Writer(store)
    writer.store([Pending(rec("one more", id="more"))])
    with fsio.locked(store.home.lock):
        writer.close()
    assert has_rows_ahead(store)
    assert "one more" in shown_texts(store.home).values()
    append(store, [rec("and another", id="another")])
    assert not has_rows_ahead(store)
    assert is_sealed(store)


def test_a_home_with_signs_in_its_path_that_mean_something_in_an_address_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(tmp_path / "a?b#c%20d", 3)
    right = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and right(path, mode))
    connection = catalog.open_reading(home_at(tmp_path / "a?b#c%20d"))
    assert connection.execute("SELECT count(*) FROM rec").get == 3
    connection.close()
    assert store.device == "main"


def test_a_reader_cannot_write(home: Path) -> None:
    store = filled(home, 1)
    connection = catalog.open_reading(store.home)
    with pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM rec")
    connection.close()


def test_no_cursor_is_carried_over_from_a_damaged_catalog(home: Path) -> None:
    store = filled(home, 20)
    path = path_of(store)
    with sqlite3.connect(path) as connection:
        connection.executemany("INSERT INTO cursor(source, path, body) VALUES('plain', ?, '{}')", [("a",), ("b",)])
        (page_b,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    raw = bytearray(path.read_bytes())
    page = raw.index(b"plainb{}") // page_b * page_b
    raw[page + 8 : page + 10] = (200).to_bytes(2, "big")  # the first row now stands where nothing does: all NULL
    path.write_bytes(raw)
    assert append(store, [rec("one more", "2026-03-02T10:00:00", id="more")]).stored == 1
    assert catalog.open_reading(store.home).execute("SELECT count(*) FROM cursor").get == 0
