"""The catalog follows the log: however day files grow, change or go, it says what one made anew would say."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lossless_memory.index import catalog, days, update, versions
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log import dayfile, fsio, read, verify
from lossless_memory.record import Record, encode
from tests.index.stores import (
    append,
    catch_up,
    day_path,
    dump,
    home_at,
    rebuilt,
    rec,
    shown_texts,
    store_at,
    write_day,
)

DAY, NEXT = "2026-03-02", "2026-03-03"


def some_records(seed: int, count: int = 30) -> list[Record]:
    """Return records of two days with versions, answers, threads and lines without origin among them."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        ts = f"{rng.choice([DAY, NEXT])}T{rng.randrange(24):02}:{rng.randrange(60):02}:00"
        text = "the garden " * rng.randrange(1, 4) + rng.choice(["", "tomatoes", "はい", "\ud800"])
        more: dict[str, object] = {}
        if rng.random() < 0.3:
            more["time"] = "inherited"
        if rng.random() < 0.3:
            more |= {"answer": f"m{rng.randrange(4)}", "role": "assistant"}
        if rng.random() < 0.4:
            more["parent"] = f"e{rng.randrange(12)}"
        if rng.random() < 0.1:
            more["edited"] = f"2026-03-0{rng.randrange(4, 9)}"
        if rng.random() < 0.1:
            more["kind"] = rng.choice(["head", "injected", "compaction"])
        if rng.random() < 0.2:
            more["session"] = f"s{rng.randrange(3)}"
        name = f"e{rng.randrange(12)}" if rng.random() < 0.9 else None
        found.append(rec(text, ts, id=name, **(more if name else {})))
        if number % 7 == 6:
            found.append(found[-1])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_catalog_grown_batch_by_batch_is_the_one_a_rebuild_makes(home: Path, seed: int) -> None:
    records = some_records(seed)
    store = store_at(home)
    with Writer(store) as writer:
        for start in range(0, len(records), 4):
            writer.store([Pending(record) for record in records[start : start + 4]])
        writer.finish()
    assert rebuilt(store.home) == dump(store.home)


@pytest.mark.parametrize("seed", range(6))
def test_an_answer_of_too_many_pieces_is_the_same_however_it_came(
    home: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MOST_PIECES", 5)
    rng = random.Random(seed)
    store = store_at(home)
    records = [
        rec("ab" * rng.randrange(1, 9), f"{rng.choice([DAY, NEXT])}T09:00:{n:02}", id=f"e{n % 17}", answer=f"m{n % 3}")
        for n in range(24)
    ]
    with Writer(store) as writer:
        start = 0
        while start < len(records):
            size = rng.randrange(1, 5)
            writer.store([Pending(record) for record in records[start : start + size]])
            writer.finish()
            assert rebuilt(store.home) == dump(store.home)
            start += size
    day_path(store.home, NEXT, "main").unlink()  # and by as much as goes again, fewer than too many may be left
    catch_up(store)
    assert rebuilt(store.home) == dump(store.home)


def test_many_lines_of_one_answer_cost_no_more_each_than_others(home: Path) -> None:
    def batch(answer: str | None, start: int) -> list[Pending]:
        more = {} if answer is None else {"answer": answer}
        return [
            Pending(rec(f"piece {n} of very many", f"{DAY}T09:00:00", id=f"{answer}-{n}", role="assistant", **more))
            for n in range(start, start + 1_000)
        ]

    taken = {}
    with Writer(store_at(home)) as writer:
        for answer in (None, "m"):
            writer.store(batch(answer, 0))
            writer.store(batch(answer, 1_000))
            started = time.process_time()
            for start in range(2_000, 10_000, 1_000):
                writer.store(batch(answer, start))
            taken[answer] = time.process_time() - started
    assert taken["m"] < 2 * taken[None] + 0.5


@pytest.mark.parametrize("seed", range(6))
def test_files_that_come_change_and_go_leave_the_catalog_a_rebuild_makes(home: Path, seed: int) -> None:
    rng = random.Random(seed)
    store = store_at(home)
    append(store, some_records(seed, 12))
    for step in range(8):
        device = rng.choice(["desk", "phone"])
        path = day_path(store.home, rng.choice([DAY, NEXT]), device)
        records = [one for one in some_records(seed * 100 + step, 10) if one.day == path.name[:10]]
        act = rng.choice(["whole", "grow", "cut", "vanish"])
        if act == "whole" or not path.exists():
            write_day(store.home, device, path.name[:10], records)
        elif act == "grow":
            with path.open("ab") as stream:
                stream.write(b"".join(encode(one) + b"\n" for one in records))
        elif act == "cut":
            path.write_bytes(path.read_bytes()[: rng.randrange(path.stat().st_size + 1)])
        else:
            path.unlink()
        catch_up(store)
        incremental = dump(store.home)
        assert rebuilt(store.home) == incremental, f"after step {step} ({act})"


def test_what_a_dropped_file_had_superseded_is_shown_again_at_its_own_time(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("grow", "2026-03-03T08:00:00", id="e")])
    longer = write_day(store.home, "desk", DAY, [rec("growing on", "2026-03-02T08:00:00", id="e")])
    catch_up(store)
    assert shown_texts(store.home) == {("desk", DAY, 1): "growing on"}
    longer.unlink()
    catch_up(store)
    assert shown_texts(store.home) == {("main", NEXT, 1): "grow"}
    assert rebuilt(store.home) == dump(store.home)


def test_a_winner_of_an_answer_that_goes_leaves_its_pieces_shown(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("one", id="a#0", answer="m", role="assistant", kind="reply")])
    whole = write_day(store.home, "desk", DAY, [rec("one two", id="b", answer="m", role="assistant", kind="reply")])
    catch_up(store)
    assert list(shown_texts(store.home).values()) == ["one two"]
    whole.unlink()
    catch_up(store)
    assert list(shown_texts(store.home).values()) == ["one"]


def test_a_rewritten_day_file_is_read_anew_and_its_old_rows_are_gone(home: Path) -> None:
    store = store_at(home)
    path = write_day(store.home, "desk", DAY, [rec("old one", id="1"), rec("old two", id="2")])
    catch_up(store)
    write_day(store.home, "desk", DAY, [rec("new one", id="3"), rec("old two", id="2"), rec("more", id="4")])
    assert catch_up(store) == 3
    assert sorted(shown_texts(store.home).values()) == ["more", "new one", "old two"]
    path.write_bytes(path.read_bytes().replace(b"new one", b"NEW ONE"))  # the same length
    os.utime(path, ns=(1, 1))
    assert catch_up(store) == 3
    assert sorted(shown_texts(store.home).values()) == ["NEW ONE", "more", "old two"]
    assert rebuilt(store.home) == dump(store.home)


def test_a_truncated_day_file_leaves_no_row_beyond_its_end(home: Path) -> None:
    store = store_at(home)
    append(store, [rec(f"number {number}", id=str(number)) for number in range(5)])
    path = day_path(store.home)
    path.write_bytes(path.read_bytes()[:-30])
    catch_up(store)
    rows = dump(store.home)["rows"]
    assert {("main", DAY, line) for line in range(1, 5)} == set(rows)
    assert path.stat().st_size >= max(row[0][0] + row[0][1] for row in rows.values())
    assert path.read_bytes().endswith(b"\n")  # our own file's tail was mended
    assert rebuilt(store.home) == dump(store.home)


def test_a_vanished_day_file_takes_its_rows_along(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("stays", id="1"), rec("goes", "2026-03-03T09:00:00", id="2")])
    day_path(store.home, NEXT).unlink()
    assert catch_up(store) == 0
    assert list(shown_texts(store.home).values()) == ["stays"]
    assert [row[:2] for row in dump(store.home)["files"]] == [("main", DAY)]


def test_a_line_never_has_two_rows(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("one", id="1")])
    connection = catalog.open_writing(store.home)
    with pytest.raises(apsw.ConstraintError), connection:
        connection.execute(
            "INSERT INTO rec SELECT id + 1, file, line, off, len, ts_us, actor, role, type, kind, session, "
            "source, agent, words, is_live, shown, event, parent FROM rec"
        )
    connection.close()


def test_the_watermark_moves_with_the_rows_or_not_at_all(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_at(home)
    append(store, [rec("one", id="1")])
    before = dump(store.home)
    write_day(store.home, "desk", DAY, [rec(f"number {number}", id=f"d{number}") for number in range(5)])
    monkeypatch.setattr(update, "BATCH_LINES", 2)
    right, times = update.Indexer._save, iter(range(100))

    def fail_at_the_third(self: update.Indexer, *rows: update.FileRow) -> None:
        right(self, *rows)
        if next(times) == 2:
            raise RuntimeError("killed here")

    monkeypatch.setattr(update.Indexer, "_save", fail_at_the_third)
    with pytest.raises(RuntimeError):
        catch_up(store)
    after = dump(store.home)
    assert [(row[0], row[1], row[3]) for row in after["files"]] == [("desk", DAY, 4), ("main", DAY, 1)]
    assert len(before["rows"]) + 4 == len(after["rows"])
    monkeypatch.undo()
    assert catch_up(store) == 1
    assert rebuilt(store.home) == dump(store.home)


def test_what_was_written_and_not_synced_is_synced_before_it_is_indexed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(home)
    append(store, [rec("one", id="1")])
    write_day(store.home, "desk", DAY, [rec("two", id="2")])
    order: list[str] = []
    sync, put = fsio.sync, update.Indexer._put
    monkeypatch.setattr(fsio, "sync", lambda fd: (order.append(os.readlink(f"/proc/self/fd/{fd}")), sync(fd))[1])
    monkeypatch.setattr(update.Indexer, "_put", lambda self, lines: (order.append("rows"), put(self, lines))[1])
    catch_up(store)
    assert str(day_path(store.home, DAY, "desk")) in order[: order.index("rows")]


def test_rowids_of_a_day_are_never_used_twice(home: Path) -> None:
    store = store_at(home)
    ids: list[int] = []
    for number in range(4):
        write_day(store.home, "desk", DAY, [rec(f"{number} {line}", id=f"{number}-{line}") for line in range(3)])
        catch_up(store)
        connection = catalog.open_reading(store.home)
        ids += [row[0] for row in connection.execute("SELECT id FROM rec")]
        connection.close()
    assert len(set(ids)) == 12


def test_a_version_that_moves_to_another_day_is_found_there_and_only_there(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("tomatoes", "2026-03-03T00:00:10", id="e")])
    append(store, [rec("tomatoes again", "2026-03-03T00:00:20", id="e", time="inherited")])
    append(store, [rec("toma", "2026-03-02T23:59:50", id="e")])
    connection = catalog.open_reading(store.home)
    rows = connection.execute(
        "SELECT r.id >= ?, r.ts_us, f.day, r.line, r.shown IS NULL FROM rec r JOIN file f ON f.id = r.file "
        "WHERE r.id IN (SELECT rowid FROM ft WHERE ft MATCH '\"again\"')",
        (days.LATE,),
    ).fetchall()
    connection.close()
    assert rows == [(1, 1772495990000000, NEXT, 2, 1)]  # day and instant of the first one
    assert shown_texts(store.home) == {("main", NEXT, 2): "tomatoes again"}
    assert rebuilt(store.home) == dump(store.home)


def test_what_we_said_ourselves_stays_out_of_the_words_even_when_it_moves_to_another_day(home: Path) -> None:
    store = store_at(home)
    append(store, [rec("recalled canary", "2026-03-03T00:00:10", id="e", kind="injected")])
    append(store, [rec("recalled canary again", "2026-03-03T00:00:20", id="e", kind="injected")])
    append(store, [rec("recalled", "2026-03-02T23:59:50", id="e", kind="injected")])
    assert dump(store.home)["words"] == {}
    assert rebuilt(store.home) == dump(store.home)


_LINES = st.lists(st.sampled_from([*some_records(99, 20), b"broken", b"", b"\0\0"]), max_size=8)


@given(st.lists(st.tuples(st.sampled_from(["desk", "phone"]), _LINES), max_size=4))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_log_gives_the_same_catalog_line_by_line_and_at_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, list[Record | bytes]]]
) -> None:
    store = store_at(tmp_path_factory.mktemp("any") / "home")
    for device, lines in steps:
        for line in lines:
            day = line.day if isinstance(line, Record) else DAY
            path = day_path(store.home, day, device)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as stream:
                stream.write((encode(line) if isinstance(line, Record) else line) + b"\n")
        catch_up(store)
    if steps:
        assert rebuilt(store.home) == dump(store.home)
        entries = [entry for entry in read.entries(store.home) if isinstance(entry, read.Entry)]
        assert {tuple(entry.locator) for entry in entries} == set(dump(store.home)["rows"])


def test_a_line_too_long_to_hold_is_counted_as_damage_and_passed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_at(home)
    append(store, [rec("mine", id="0")])
    write_day(store.home, "desk", DAY, [rec("one", id="1"), rec("x" * 2000, id="2"), rec("three", id="3")])
    monkeypatch.setattr(dayfile, "MAX_LINE_B", 1000)
    assert catch_up(store) == 2
    assert [row[4] for row in dump(home_at(home))["files"]] == [1, 0]
    assert list(shown_texts(store.home).values()) == ["one", "three", "mine"]


def test_a_day_file_that_cannot_be_read_stays_behind_and_the_others_are_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(tmp_path)
    home = store.home
    closed = write_day(home, "main", DAY, [rec("shut away", id="1")])
    write_day(home, "main", NEXT, [rec("in the open", f"{NEXT}T09:00:00", id="2")])
    really = fsio.open_read

    def open_read(path: str) -> int:
        if path == str(closed):
            raise PermissionError(13, "Permission denied", path)
        return really(path)

    monkeypatch.setattr(fsio, "open_read", open_read)
    update.rebuild(home)
    assert ["in the open"] == list(shown_texts(home).values())
    findings = verify.verify(home).findings
    assert [("main", DAY, 1, "cannot be read from here on: Permission denied")] == [
        (one.device, one.day, one.line, one.problem) for one in findings
    ]
    assert isinstance(read.find(home, read.Locator("main", DAY, 1)), read.Finding)
    monkeypatch.undo()
    catch_up(store)
    assert {"shut away", "in the open"} == set(shown_texts(home).values())
    assert dump(home) == rebuilt(home)
