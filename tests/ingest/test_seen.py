"""Files that look as they did when they were read are not opened again, and whatever changes a file shows (P10)."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lossless_memory.config import Machine
from lossless_memory.ingest import catchup, inputs
from lossless_memory.ingest.run import Result
from lossless_memory.ingest.seen import Seen, is_settled, stamp_of
from lossless_memory.ingest.turn import take
from lossless_memory.log.home import Store
from tests.index.stores import store_at
from tests.ingest.sources import plain, texts, turn

LATER = timedelta(hours=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "src"
    made.mkdir()
    return made


@pytest.fixture
def store(home: Path, folder: Path) -> Store:
    sources = {"claude-code": (str(folder),), "plain": (str(folder),)}
    return store_at(home)._replace(machine=Machine("main", sources))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of the source files that are opened."""
    names: list[str] = []
    right = inputs._opened

    def collecting(path: str) -> object:
        names.append(os.path.basename(path))
        return right(path)

    monkeypatch.setattr(inputs, "_opened", collecting)
    return names


def sync(store: Store, seen: Seen | None = None, *, late: timedelta = LATER) -> Result:
    return catchup.sync(store, datetime.now(UTC) + late, "UTC", wait_s=None, seen=seen)


def said(session: str, *numbers: int) -> bytes:
    return b"".join(turn(f"{session}-{n}", f"{session} {n}", n, session=session) for n in numbers)


def test_a_file_that_was_read_to_its_end_is_not_opened_again_not_even_by_the_next_process(
    store: Store, folder: Path, opened: list[str]
) -> None:
    (folder / "a.jsonl").write_bytes(said("a", 0, 2))
    (folder / "chat.json").write_bytes(b"[" + plain("one").strip() + b"]")
    sync(store)
    opened.clear()
    sync(store)
    assert [] == opened
    with (folder / "a.jsonl").open("ab") as stream:
        stream.write(said("a", 4))
    assert 1 == sync(store).total.stored
    assert {"a.jsonl"} == set(opened)


def test_what_nobody_knows_is_looked_at_once_in_a_process(store: Store, folder: Path, opened: list[str]) -> None:
    (folder / "notes.txt").write_bytes(b"no conversation")
    seen = Seen()
    (folder / "a.jsonl").write_bytes(said("a", 0))
    sync(store, seen)
    opened.clear()
    sync(store, seen)
    assert [] == opened


def test_a_file_changed_a_moment_ago_is_looked_at_again(store: Store, folder: Path, opened: list[str]) -> None:
    """Another change within the same tick of the clock would not show in its times."""
    (folder / "a.jsonl").write_bytes(said("a", 0))
    sync(store, late=timedelta())
    opened.clear()
    assert 0 == sync(store).total.items
    assert "a.jsonl" in opened


def test_a_run_that_was_stopped_has_not_seen_the_file_it_was_in(store: Store, folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(said("a", *range(0, 6_000, 2)))
    seen = Seen()
    asked = iter([False, True])
    part = catchup.sync(store, datetime.now(UTC) + LATER, "UTC", wait_s=None, seen=seen, stop=lambda: next(asked, True))
    assert part.is_unfinished
    assert 0 == len(seen)
    assert 3_000 == part.total.stored + sync(store, seen).total.stored


def _grow(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b"x")


def _same_size(path: Path) -> None:
    about = path.stat()
    path.write_bytes(path.read_bytes().replace(b"a 0", b"a 9"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def _replace(path: Path) -> None:
    about = path.stat()
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.utime(other, ns=(about.st_atime_ns, about.st_mtime_ns))
    os.replace(other, path)


@pytest.mark.parametrize("change", [_grow, _same_size, _replace, lambda path: os.truncate(path, 3)])
def test_every_change_shows_even_with_the_size_and_the_time_put_back(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(said("a", 0))
    seen = Seen()
    seen.note(str(path), stamp_of(str(path), path.stat(), path.read_bytes()), is_kept=True)
    assert seen.is_as_read(str(path), path.stat())
    change(path)
    assert not seen.is_as_read(str(path), path.stat())


def test_what_a_database_writes_ahead_counts_as_a_change_of_it(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=wal")
    database.execute("CREATE TABLE t(a)")
    database.commit()
    about = path.stat()
    stamp = stamp_of(str(path), about, path.read_bytes()[:64])
    seen = Seen({str(path): stamp})
    assert seen.is_as_read(str(path), path.stat())
    database.execute("INSERT INTO t VALUES(1)")
    database.commit()
    assert (about.st_size, about.st_mtime_ns) == (path.stat().st_size, path.stat().st_mtime_ns)
    assert not seen.is_as_read(str(path), path.stat())
    assert not is_settled(stamp, about.st_mtime_ns / 1e9)
    database.close()


# --- rewritten, truncated, rotated, renamed, vanished, restored ---------------------------------------------------


def test_a_renamed_file_is_read_on_under_its_new_name(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(plain("one", 1) + plain("two", 2))
    sync(store)
    path.rename(folder / "chat-old.jsonl")
    with (folder / "chat-old.jsonl").open("ab") as stream:
        stream.write(plain("three", 3))
    assert (1, 1, 0) == _numbers(sync(store))
    assert ["one", "two", "three"] == texts(store)


def test_a_rotated_file_gives_what_is_new_in_both(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(plain("one", 1) + plain("two", 2))
    sync(store)
    path.rename(folder / "chat.jsonl.1")
    path.write_bytes(plain("three", 3))
    assert 1 == sync(store).total.stored
    assert ["one", "two", "three"] == texts(store)


def test_an_inode_that_is_used_again_is_not_taken_for_a_renamed_file(store: Store, folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(said("a", 0, 2, 4))
    sync(store)
    other = folder / "b.jsonl"
    path.rename(other)  # the same inode, but all else is another conversation's
    other.write_bytes(said("b", 0, 2, 4, 6))
    assert 4 == sync(store).total.stored


def test_a_file_that_vanishes_and_comes_back_is_known(store: Store, folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(said("a", 0, 2))
    sync(store)
    kept = path.read_bytes()
    path.unlink()
    sync(store)
    path.write_bytes(kept + said("a", 4))
    assert 1 == sync(store).total.stored  # whether it got the old inode back or a new one
    assert ["a 0", "a 2", "a 4"] == texts(store)


def test_lines_lost_from_the_log_come_back_from_their_sources(store: Store, folder: Path) -> None:
    """A log put back from an old copy: the cursors know more than it holds, and must not count."""
    (folder / "a.jsonl").write_bytes(said("a", 0, 2))
    seen = Seen()
    sync(store, seen)
    (day,) = Path(store.home.log).glob("main/*/*.jsonl")
    old = day.read_bytes().splitlines(keepends=True)[0]
    for put_back in (lambda: day.write_bytes(old), day.unlink):
        put_back()
        sync(store, seen)
        sync(store, seen)
        assert {"a 0", "a 2"} == set(texts(store))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_to_the_sources_every_line_is_there_once(store: Store, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    seen = Seen()
    count = 0
    expected: set[str] = set()
    files: dict[Path, list[bytes]] = {}

    def add() -> None:
        nonlocal count
        path = folder / f"f{chance.randrange(5)}.jsonl"
        lines = files.setdefault(path, [])
        for _ in range(chance.randrange(1, 4)):
            lines.append(turn(f"u{count}", f"line {count}", count * 2 % 3_000))
            expected.add(f"line {count}")
            count += 1
        path.write_bytes(b"".join(lines)) if chance.random() < 0.3 else _append(path, lines)

    def _append(path: Path, lines: list[bytes]) -> None:
        had = path.stat().st_size if path.exists() else 0
        whole = b"".join(lines)
        with path.open("ab") as stream:
            stream.write(whole[had:])

    def rewrite() -> None:
        for path, lines in list(files.items())[:1]:
            chance.shuffle(lines)
            path.write_bytes(b"".join(lines))

    def truncate() -> None:
        for path, lines in list(files.items())[-1:]:
            del lines[chance.randrange(len(lines) + 1) :]
            path.write_bytes(b"".join(lines))

    def rename() -> None:
        if files:
            path = chance.choice(list(files))
            other = folder / f"g{count}.jsonl"
            path.rename(other)
            files[other] = files.pop(path)

    def delete() -> None:
        if files:
            path = chance.choice(list(files))
            path.unlink()
            del files[path]

    steps: list[Callable[[], None]] = [add, add, add, rewrite, truncate, rename, delete]
    for _ in range(25):
        add()
        sync(store, seen)  # what is said is taken in before its tool may take it away
        chance.choice(steps)()
        sync(store, seen)
    found = texts(store)
    assert sorted(expected) == sorted(found), f"seed {seed}"


def _numbers(result: Result) -> tuple[int, int, int]:
    return result.total.records, result.total.stored, result.total.duplicates


def test_a_turn_stores_what_is_new_after_a_pass_that_kept_how_the_files_looked(store: Store, folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(said("s", 1))
    sync(store)
    with path.open("ab") as stream:
        stream.write(said("s", 2))
    taken = take(store, str(path), datetime.now(UTC), "UTC", work_s=60)
    assert (1, [], None) == taken
    assert "s 2" in texts(store)


def test_an_answer_looks_for_news_where_a_file_is_not_as_it_was_read(
    store: Store, folder: Path, opened: list[str]
) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(said("s", 1))
    assert catchup.is_due(store)  # there is no index yet
    sync(store)
    opened.clear()
    assert not catchup.is_due(store)
    assert [] == opened
    with path.open("ab") as stream:
        stream.write(said("s", 2))
    assert catchup.is_due(store)
    excluding = store._replace(config=store.config._replace(exclude_paths=(str(folder),)))
    assert not catchup.is_due(excluding)
    sync(store)
    path.unlink()
    assert not catchup.is_due(store)  # what is gone has nothing new
    folder.rmdir()
    assert not catchup.is_due(store)
    assert not catchup.is_due(store._replace(machine=Machine("main", {})))
