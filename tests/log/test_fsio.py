"""Opening, writing, syncing and locking: owner-only, never through a link, never acknowledged before it is durable."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lossless_memory.errors import Busy, StoreError, WriteFailed
from lossless_memory.log import fsio


@pytest.fixture
def open_umask() -> Iterator[None]:
    """A process that takes no mode bits away, as under a careless service manager."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


def test_files_and_folders_are_owner_only_whatever_the_umask(tmp_path: Path, open_umask: None) -> None:
    day = tmp_path / "log" / "main" / "2026" / "2026-03-02.jsonl"
    fsio.append_durably(str(day), b"one\n")
    fsio.write_small(str(tmp_path / "log" / "store.json"), b"{}")
    fsio.write_hint(str(tmp_path / "log" / "seal"), b"x")
    with fsio.locked(str(tmp_path / "local" / "lock")):
        pass
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    folders = [path for path in tmp_path.rglob("*") if path.is_dir()]
    assert {0o600} == {mode(path) for path in files}
    assert {0o700} == {mode(path) for path in folders}
    assert (len(files), len(folders)) == (4, 4)


@pytest.mark.parametrize("act", ["append", "small", "read", "lock"])
def test_a_link_in_the_place_of_a_file_is_refused_and_its_target_left_alone(tmp_path: Path, act: str) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"untouched")
    link.symlink_to(target)
    if act == "append":
        with pytest.raises(WriteFailed, match="a link, which is never followed"):
            fsio.append_durably(str(link), b"line\n")
    elif act == "read":
        with pytest.raises(OSError) as caught:
            fsio.read_small(str(link))
        assert caught.value.errno == errno.ELOOP
    elif act == "lock":
        with pytest.raises(WriteFailed), fsio.locked(str(link)):
            pass
    else:
        fsio.write_small(str(link), b"new")  # replaces the link itself
        assert not link.is_symlink()
    assert target.read_bytes() == b"untouched"


def test_a_file_in_the_place_of_a_folder_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"")
    with pytest.raises(StoreError, match="should be a folder"):
        fsio.make_folder(str(tmp_path / "log"))


def test_what_is_appended_after_a_torn_tail_begins_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "day"
    assert fsio.append_durably(str(path), b"whole\n") == 0
    with path.open("ab") as stream:
        stream.write(b"torn")
    assert fsio.append_durably(str(path), b"next\n") == 11
    assert path.read_bytes() == b"whole\ntorn\nnext\n"


def test_the_returned_offset_is_where_the_bytes_stand(tmp_path: Path) -> None:
    path = str(tmp_path / "day")
    for data in (b"a\n", b"bcd\n", b"", b"e\n"):
        offset_b = fsio.append_durably(path, data)
        assert data == Path(path).read_bytes()[offset_b:]


def test_the_first_bytes_of_a_file_make_every_name_down_to_it_durable_even_one_made_by_a_killed_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "home" / "log" / "main" / "2026" / "2026-03-02.jsonl"
    path.parent.mkdir(parents=True)
    path.touch()  # made by a process that did not live to sync any of these names
    synced: list[str] = []
    monkeypatch.setattr(fsio, "sync_folder", synced.append)
    fsio.append_durably(str(path), b"one\n")
    wanted = [path.parent, tmp_path / "home" / "log" / "main", tmp_path / "home" / "log", tmp_path / "home", tmp_path]
    assert [str(folder) for folder in wanted] == synced
    synced.clear()
    fsio.append_durably(str(path), b"two\n")
    assert synced == []


def test_the_names_of_many_new_files_are_synced_once_a_folder_and_before_their_first_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = tmp_path / "home" / "log" / "main" / "2026"
    year.mkdir(parents=True)
    (year / "2026-03-01.jsonl").touch()  # made by a process that did not live to sync its name
    paths = [str(year / f"2026-03-0{day}.jsonl") for day in (1, 2, 3)]
    synced: list[str] = []
    monkeypatch.setattr(fsio, "sync_folder", synced.append)
    durable: set[str] = set()
    fsio.make_files(paths, durable)
    assert all(os.path.getsize(path) == 0 for path in paths)
    assert [str(year)] == [folder for folder in synced if folder == str(year)]
    assert paths[1:] == [path for path in paths if path in durable]
    synced.clear()
    for path in paths[1:]:
        fsio.append_durably(path, b"one\n", durable)
    assert synced == []
    fsio.append_durably(paths[0], b"one\n", durable)
    assert synced == [str(year)]


def test_a_folder_above_the_home_that_cannot_be_synced_does_not_stop_an_append(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "home" / "log" / "main" / "2026" / "2026-03-02.jsonl"
    right = fsio.sync_folder

    def refuse(folder: str) -> None:
        if folder == str(tmp_path) and path.parent.exists():
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        right(folder)

    monkeypatch.setattr(fsio, "sync_folder", refuse)
    fsio.append_durably(str(path), b"one\n")
    assert path.read_bytes() == b"one\n"


@pytest.mark.parametrize("failing", ["write", "sync", "folder"])
def test_a_failed_write_or_sync_is_not_tried_again_on_its_descriptor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    tries: list[object] = []

    def fail(*arguments: object) -> None:
        tries.append(arguments)
        raise OSError(errno.EIO, "Input/output error")

    path = tmp_path / "day"
    if failing == "folder":
        monkeypatch.setattr(fsio, "sync_folder", fail)
    elif failing == "sync":
        monkeypatch.setattr(fsio, "sync", lambda fd: fail() if stat.S_ISREG(os.fstat(fd).st_mode) else None)
    else:
        monkeypatch.setattr(fsio, "write_whole", fail)
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(WriteFailed, match="Input/output error"):
        fsio.append_durably(str(path), b"one\n")
    assert len(tries) == 1
    assert before == len(os.listdir("/proc/self/fd"))


def test_a_small_file_is_replaced_whole_or_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.json"
    fsio.write_small(str(path), b"old")

    def fail(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(fsio, "sync", fail)
    with pytest.raises(WriteFailed, match="the disk is full"):
        fsio.write_small(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["store.json"]


def test_short_writes_are_gone_on_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: right(fd, bytes(data[:3])))
    fsio.append_durably(str(tmp_path / "day"), b"0123456789\n")
    monkeypatch.undo()
    assert (tmp_path / "day").read_bytes() == b"0123456789\n"


_FULL_DISK = """
import resource, signal, sys
from datetime import datetime, UTC
from lossless_memory.errors import WriteFailed
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log.home import open_store
from lossless_memory.paths import Home
from lossless_memory.record import Record

store = open_store(Home(sys.argv[1], "f" * 16), now=datetime(2026, 3, 2, tzinfo=UTC))
def pending(number, size):
    origin = {"source": "test", "id": str(number), "kind": "typed"}
    return Pending(Record("2026-03-02T09:00:00.000000Z", "Sam", "user", "text", "x" * size, None, "s", origin))
with Writer(store) as writer:
    print(writer.store([pending(0, 10)]).stored, flush=True)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))
    try:
        writer.store([pending(1, 700_000)])
        print("acknowledged")
    except WriteFailed as error:
        print(error.kind)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(writer.store([pending(1, 20)]).stored, writer.store([pending(0, 10)]).duplicates)
"""


def test_a_full_disk_acknowledges_nothing_and_harms_nothing_and_works_again_when_there_is_room(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(tmp_path / "home")], capture_output=True, text=True, check=False
    )
    assert done.stdout == "1\nwrite-failed\n1 1\n", done.stderr
    lines = (tmp_path / "home/log/main/2026/2026-03-02.jsonl").read_bytes().split(b"\n")
    assert len(lines) == 4  # the record before, the fragment on a line of its own, the record after, and the end
    assert (lines[3], lines[1][:6]) == (b"", b'{"ts":')
    assert lines[0].endswith(b"}") and lines[2].endswith(b"}") and not lines[1].endswith(b"}")


def test_the_limit_by_which_a_full_disk_is_played_gives_a_short_write_and_then_an_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
        try:
            fsio.append_durably(str(tmp_path / "day"), b"x" * 20 + b"\n")
        except WriteFailed as error:
            os.write(writing, str(error).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(pid, 0)
    with os.fdopen(reading, "rb") as stream:
        assert b"What was being stored is not confirmed." in stream.read()
    assert (tmp_path / "day").read_bytes() == b"x" * 10


def test_a_lock_is_held_against_other_processes_and_let_go_when_its_holder_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with fsio.locked(path):
            os.write(writing, b"held")
            signal.pause()
    try:
        assert os.read(reading, 4) == b"held"
        with pytest.raises(Busy, match="nothing was written"), fsio.locked(path, wait_s=0):
            pass
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(reading)
        os.close(writing)
    with fsio.locked(path, wait_s=0):
        pass


def test_a_lock_waits_for_its_time_and_no_longer(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with fsio.locked(path), pytest.raises(Busy), fsio.locked(path, wait_s=0.02):
        pass


def _append_many(home: str, name: int, begin: object) -> None:
    from datetime import UTC, datetime

    from lossless_memory.ingest.writer import Pending, Writer
    from lossless_memory.log.home import open_store
    from lossless_memory.paths import Home
    from lossless_memory.record import Record

    store = open_store(Home(home, "f" * 16), now=datetime(2026, 3, 2, tzinfo=UTC))
    begin.wait()  # type: ignore[attr-defined]
    with Writer(store) as writer:
        for number in range(100):
            origin = {"source": "test", "id": f"{name}-{number}", "kind": "typed"}
            text = f"{name} {number} " + "\u3042" * (number % 50)
            ts = f"2026-03-0{2 + number % 2}T09:00:00.{number:06}Z"
            receipt = writer.store([Pending(Record(ts, "Sam", "user", "text", text, None, f"s{name}", origin))])
            if receipt.stored != 1:
                raise AssertionError("a record of its own was taken for another's")


def test_four_processes_appending_a_hundred_each_lose_double_and_interleave_nothing(tmp_path: Path) -> None:
    from lossless_memory.index import catalog
    from lossless_memory.log import read
    from lossless_memory.paths import Home

    context = multiprocessing.get_context("spawn")
    begin = context.Barrier(4)
    many = [context.Process(target=_append_many, args=(str(tmp_path / "home"), name, begin)) for name in range(4)]
    for one in many:
        one.start()
    for one in many:
        one.join()
    assert [one.exitcode for one in many] == [0] * 4
    home = Home(str(tmp_path / "home"), "f" * 16)
    found = list(read.entries(home))
    assert [entry for entry in found if isinstance(entry, read.Finding)] == []
    ids = [entry.record.origin["id"] for entry in found if isinstance(entry, read.Entry) and entry.record.origin]
    assert sorted(f"{name}-{number}" for name in range(4) for number in range(100)) == sorted(ids)
    for name in range(4):  # one writer's own lines stand in its own order
        for day in (0, 1):
            mine = [one for one in ids if one.startswith(f"{name}-") and int(one.partition("-")[2]) % 2 == day]
            assert sorted(mine, key=lambda one: int(one.partition("-")[2])) == mine
    connection = catalog.open_reading(home)
    assert connection.execute("SELECT count(*) FROM rec").get == 400
    connection.close()
