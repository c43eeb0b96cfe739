"""A source is read on from where it was left only while it is what was read; else from its start, and nothing doubles."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lossless_memory.index import catalog
from lossless_memory.ingest import cursors, run
from lossless_memory.log.home import Store
from lossless_memory.sources.base import Cursor
from tests.index.stores import rebuilt, store_at
from tests.ingest.sources import imported, numbers, plain, texts, turn


def lines(count: int, start: int = 0, session: str = "5f0c") -> bytes:
    return b"".join(turn(f"{session}-{n}", f"{session} says {n}", n, session=session) for n in range(start, count))


def offset_of(store: Store, path: Path) -> int | None:
    connection = catalog.open_reading(store.home)
    raw = connection.execute("SELECT body FROM cursor WHERE path = ?", (str(path),)).get
    connection.close()
    return json.loads(raw)["offset_b"] if raw else None


@pytest.fixture
def store(home: Path) -> Store:
    return store_at(home)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "5f0c.jsonl"
    path.write_bytes(lines(6))
    return path


def test_a_grown_file_is_read_on_from_where_it_was_left(store: Store, source: Path) -> None:
    assert numbers(imported(store, source)) == (6, 6, 0)
    with source.open("ab") as stream:
        stream.write(lines(9, 6))
    assert numbers(imported(store, source)) == (3, 3, 0)
    assert source.stat().st_size == offset_of(store, source)
    assert len(texts(store)) == 9


def test_an_unchanged_file_has_nothing_to_read(store: Store, source: Path) -> None:
    imported(store, source)
    assert numbers(imported(store, source)) == (0, 0, 0)


def test_a_half_written_line_waits_and_is_then_taken_whole(store: Store, source: Path) -> None:
    whole = turn("late", "the late line", 6)
    with source.open("ab") as stream:
        stream.write(whole[:50])
    assert numbers(imported(store, source)) == (6, 6, 0)
    with source.open("ab") as stream:
        stream.write(whole[50:])
    assert numbers(imported(store, source)) == (1, 1, 0)


def test_a_truncated_file_is_read_from_its_start_and_what_was_stored_stays(store: Store, source: Path) -> None:
    imported(store, source)
    source.write_bytes(lines(3) + turn("new", "after the cut", 8))
    assert numbers(imported(store, source)) == (4, 1, 3)
    assert len(texts(store)) == 7


def _in_place(path: Path, data: bytes) -> None:
    with path.open("r+b") as stream:
        stream.write(data)
        stream.truncate()


def _replaced(path: Path, data: bytes) -> None:
    other = path.with_suffix(".tmp")
    other.write_bytes(data)
    os.replace(other, path)


@pytest.mark.parametrize("put", [_in_place, _replaced])
def test_another_file_of_the_same_size_is_read_from_its_start(
    store: Store, source: Path, put: Callable[[Path, bytes], None]
) -> None:
    imported(store, source)
    other = lines(6).replace(b"5f0c says", b"abcd says").replace(b'"5f0c-', b'"abcd-')
    assert source.stat().st_size == len(other)
    put(source, other)
    assert numbers(imported(store, source)) == (6, 6, 0)
    assert len(texts(store)) == 12


def test_a_file_that_got_the_inode_and_the_tail_of_another_but_not_its_start_is_read_from_its_start(
    store: Store, source: Path
) -> None:
    tail = turn("tail", "x" * 6000, 6)
    source.write_bytes(lines(6) + tail)
    imported(store, source)
    inode = source.stat().st_ino
    _in_place(source, lines(6, session="abcd") + tail + turn("more", "more", 8))
    assert inode == source.stat().st_ino
    imported(store, source)
    assert {f"abcd says {n}" for n in range(6)} | {"more"} <= set(texts(store))


def test_a_cursor_never_counts_for_a_file_that_took_the_place_while_the_old_one_was_read(
    store: Store, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = cursors.save
    other = lines(9, session="abcd")

    def rotate_first(*arguments: Any) -> None:
        _replaced(source, other)
        right(*arguments)

    monkeypatch.setattr(cursors, "save", rotate_first)
    assert numbers(imported(store, source)) == (6, 6, 0)
    monkeypatch.undo()
    assert offset_of(store, source) is None
    assert numbers(imported(store, source)) == (9, 9, 0)


def test_a_cursor_never_counts_for_bytes_that_were_rewritten_in_place_while_they_were_read(
    store: Store, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = cursors.save
    other = lines(6).replace(b"5f0c says", b"abcd says").replace(b'"5f0c-', b'"abcd-') + lines(9, 6)

    def rewrite_first(*arguments: Any) -> None:
        _in_place(source, other)
        right(*arguments)

    monkeypatch.setattr(cursors, "save", rewrite_first)
    imported(store, source)
    monkeypatch.undo()
    imported(store, source)
    assert {f"abcd says {n}" for n in range(6)} <= set(texts(store))


def test_a_file_that_is_gone_leaves_what_was_stored_and_no_cursor(
    store: Store, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = cursors.save

    def remove_first(*arguments: Any) -> None:
        source.unlink()
        right(*arguments)

    monkeypatch.setattr(cursors, "save", remove_first)
    assert numbers(imported(store, source)) == (6, 6, 0)
    assert offset_of(store, source) is None
    assert len(texts(store)) == 6


def test_the_cursor_outlives_a_rebuild_and_its_loss_costs_a_reading_and_nothing_else(
    store: Store, source: Path
) -> None:
    imported(store, source)
    rebuilt(store.home)
    assert numbers(imported(store, source)) == (0, 0, 0)
    for path in Path(store.home.local).glob("c*"):
        path.unlink()
    assert numbers(imported(store, source)) == (6, 0, 6)


def test_the_sources_own_state_travels_with_the_cursor(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_bytes(plain("one", 5))
    imported(store, path)
    with path.open("ab") as stream:
        stream.write(plain("two", None))  # has no time of its own and inherits the last one
    imported(store, path)
    connection = catalog.open_reading(store.home)
    assert connection.execute("SELECT count(DISTINCT ts_us) FROM rec").get == 1
    connection.close()


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_equal_lines_without_ids_are_counted_the_same_in_pieces_and_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int, mark: bytes
) -> None:
    monkeypatch.setattr(run, "BATCH_RECORDS", batch)
    store = store_at(tmp_path / "pieces")
    path = tmp_path / "chat.jsonl"
    whole = mark + b"".join(plain("yes") for _ in range(5))
    for end in (len(mark) + len(plain("yes")) - 1, len(mark) + 100, 200, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:end]) if not path.exists() else _in_place(path, whole[:end])
        imported(store, path)
    assert texts(store) == ["yes"] * 5
    assert numbers(imported(store, path)) == (0, 0, 0)
    for old in Path(store.home.local).glob("c*"):
        old.unlink()
    assert numbers(imported(store, path)) == (5, 0, 5)


def test_a_path_of_any_bytes_has_a_cursor(store: Store, tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff\n'\xe3"
    os.mkdir(folder)
    path = Path(os.fsdecode(folder + b"/a.jsonl"))
    path.write_bytes(lines(3))
    assert numbers(imported(store, path)) == (3, 3, 0)
    assert numbers(imported(store, path)) == (0, 0, 0)
    with path.open("ab") as stream:
        stream.write(lines(5, 3))
    assert numbers(imported(store, path)) == (2, 2, 0)


def test_a_cursor_of_an_older_form_counts_as_none(store: Store, source: Path) -> None:
    imported(store, source)
    connection = catalog.open_writing(store.home)
    connection.execute('UPDATE cursor SET body = \'{"file":[1,2],"offset_b":3,"tail":"x"}\'')
    assert cursors.load(connection, "claude-code", str(source)) is None
    connection.close()


def test_a_cursor_beyond_the_end_is_not_kept(store: Store, source: Path) -> None:
    imported(store, source)
    connection = catalog.open_writing(store.home)
    cursor = Cursor(source.stat().st_size + 1, {})
    cursors.save(connection, "claude-code", str(source), cursor, [], cursors.identity(str(source)), None)
    assert cursors.load(connection, "claude-code", str(source)) is None
    connection.close()
