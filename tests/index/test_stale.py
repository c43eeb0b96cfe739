"""The index is looked over though nothing seems to have changed, and what is stale mends itself (DESIGN §5)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lossless_memory.index import catalog
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import Store
from tests.index.stores import append, catch_up, day_path, dump, rebuilt, rec, store_at

DAYS = ("2026-03-01", "2026-03-02", "2026-03-03")


@pytest.fixture
def store(home: Path) -> Store:
    made = store_at(home)
    append(made, [rec(f"varnish {day} {n}", f"{day}T09:00:0{n}", id=f"{day}-{n}") for day in DAYS for n in range(4)])
    return made


def look(store: Store, budget_b: int = 2**30) -> list[tuple[tuple[str, str], str]]:
    """Look the whole index over, in pieces."""
    found = []
    while True:
        with Writer(store) as writer:
            done = writer.recheck(budget_b)
        found += done.mended
        if done.next is None:
            return found


def change(store: Store, sql: str) -> None:
    with catalog.open_writing(store.home) as connection:
        connection.execute(sql)
    connection.close()
    catalog.seal(store.home, catalog.current_path(store.home) or "")


def rewrite_unseen(path: Path, old: bytes, new: bytes) -> None:
    """Change a day file so that neither its size nor its time tells."""
    about = path.stat()
    data = path.read_bytes()
    assert old in data
    assert len(old) == len(new)
    path.write_bytes(data.replace(old, new, 1))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def test_an_index_that_is_right_is_left_alone(store: Store) -> None:
    before = dump(store.home)
    for budget_b in (1, 400, 2**30):
        assert [] == look(store, budget_b)
    assert before == dump(store.home)


def test_a_change_that_neither_size_nor_time_tells_is_found_and_only_that_day_is_indexed_anew(store: Store) -> None:
    with catalog.open_reading(store.home) as connection:
        before = dict(connection.execute("SELECT line + 1000 * file, id FROM rec").fetchall())
    rewrite_unseen(day_path(store.home, DAYS[1]), b"varnish 2026-03-02 1", b"lacquer 2026-03-02 1")
    assert 0 == catch_up(store)
    assert [(("main", DAYS[1]), "its lines are not those that were indexed")] == look(store)
    with catalog.open_reading(store.home) as connection:
        after = dict(connection.execute("SELECT line + 1000 * file, id FROM rec").fetchall())
    assert 8 == len(set(before.items()) & set(after.items()))
    assert dump(store.home) == rebuilt(store.home)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE rec SET off = off + 100000 WHERE line = 4 AND file = 2", "rows point beyond its end"),
        ("UPDATE rec SET line = 9 WHERE line = 4 AND file = 2", "rows point beyond its end"),
        ("UPDATE file SET digest = zeroblob(16) WHERE id = 2", "its lines are not those that were indexed"),
    ],
)
def test_rows_that_cannot_be_right_are_found_and_made_anew(store: Store, sql: str, why: str) -> None:
    change(store, sql)
    ((name, told),) = look(store)
    assert (("main", DAYS[1]), why) == (name, told)
    assert dump(store.home) == rebuilt(store.home)


def test_a_line_with_two_rows_is_found_and_made_anew(store: Store) -> None:
    change(store, "DROP INDEX rec_line")
    change(store, "UPDATE rec SET line = 1 WHERE line = 2 AND file = 2")
    assert [(("main", DAYS[1]), "a line has two rows")] == look(store)


@pytest.mark.parametrize(
    "sql", ["UPDATE rec SET file = 77 WHERE file = 2", "DELETE FROM rec WHERE line = 2 AND file = 2"]
)
def test_rows_of_no_day_file_and_lines_without_rows_have_the_whole_index_made_anew(store: Store, sql: str) -> None:
    change(store, sql)
    look(store)
    assert dump(store.home) == rebuilt(store.home)


def test_a_rebuild_that_finds_fewer_lines_reads_the_sources_again(store: Store) -> None:
    change(store, "INSERT INTO cursor VALUES('claude-code', '/x', '{}')")
    rebuilt(store.home)
    with catalog.open_reading(store.home) as connection:
        assert 1 == connection.execute("SELECT count(*) FROM cursor").get
    day_path(store.home, DAYS[1]).unlink()
    rebuilt(store.home)
    with catalog.open_reading(store.home) as connection:
        assert 0 == connection.execute("SELECT count(*) FROM cursor").get
