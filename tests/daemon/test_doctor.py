"""The doctor is loud where something needs the person, quiet where nothing does, and never writes."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections import namedtuple
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lossless_memory.config import Machine
from lossless_memory.daemon import checks, volumes
from lossless_memory.daemon.silence import silence
from lossless_memory.daemon.symptoms import Patient
from lossless_memory.ingest import catchup
from tests.daemon.living import add, daemon, ended, said, status, until
from tests.index.stores import store_at
from tests.surface.running import Cli, transcript, tree, turn

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    made = Cli(tmp_path / "home")
    add(tmp_path / "src/s1.jsonl", said(0) + said(1))
    made("config", "set", "sources.claude-code", str(tmp_path / "src"), code=0)
    made("sync", code=0)
    return made


def symptoms(cli: Cli, code: int = 4) -> dict[str, str]:
    """Return what needs the person, by kind, after checking the exit code and that nothing was written."""
    before = _tree(cli)
    body = cli("doctor", "--json", code=code).json
    assert _tree(cli) == before
    assert body["ok"] is (code == 0)
    found = {one["kind"]: f"{one['says']} {one['fix']}" for one in body["symptoms"] if one["needs_person"]}
    text = cli("doctor", code=code).out
    assert text.count("! ") == len(found)
    return found


def _tree(cli: Cli) -> dict[str, tuple[int, str]]:
    """Return all files but SQLite's shared memory, in which it counts its readers."""
    return {name: body for name, body in tree(cli.home).items() if not name.endswith("-shm")}


def remarks(cli: Cli) -> dict[str, str]:
    """Return what is only good to know, by kind."""
    rows = cli("doctor", "--json").json["symptoms"]
    return {one["kind"]: f"{one['says']} {one['fix']}" for one in rows if not one["needs_person"]}


def test_where_all_is_well_it_says_so_and_only_remarks_that_no_daemon_runs(cli: Cli) -> None:
    assert symptoms(cli, 0) == {}
    assert "lossless service install" in remarks(cli)["no-daemon"]
    assert cli("doctor", code=0).out.endswith("Nothing needs you.\n")


def test_without_a_store_it_fails_as_every_command(tmp_path: Path) -> None:
    Cli(tmp_path / "none")("doctor", code=12)


def test_a_source_that_vanished_is_loud(cli: Cli, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "src")
    found = symptoms(cli)
    assert set(found) == {"source-gone"}
    assert "What was read from it is kept" in found["source-gone"]


def test_a_folder_from_which_nothing_was_ever_read_is_silent_until_it_was_read_and_vanished(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / ".gemini").mkdir()
    cli("setup", "--yes", code=0)
    chats = tmp_path / ".gemini/tmp"
    assert cli("config", "get", "sources.gemini-cli", "--json", code=0).json["value"] == [str(chats)]
    assert symptoms(cli, 0) == {}
    for command in (["sync"], ["recall", "s1"], ["import"]):
        assert "not there" not in cli(*command, code=0).err
    shutil.copytree(GOLDEN / "gemini-cli/document", chats / "7d/chats")
    assert cli("sync", "--json").json["total"]["stored"] > 1
    shutil.rmtree(chats)
    assert set(symptoms(cli)) == {"source-gone"}
    assert f"{chats} is not there; what was read from it is kept" in cli("sync", code=0).err
    shutil.rmtree(next(cli.home.glob("local/*")))
    assert f"{chats} is not there; what was read from it is kept" in cli("sync", code=0).err, "the book knows it too"


def test_a_path_that_is_set_and_not_there_is_told_when_it_is_set(cli: Cli, tmp_path: Path) -> None:
    path = str(tmp_path / "typo")
    said = cli("config", "set", "sources.claude-code", str(tmp_path / "src"), path, code=0).err
    assert f"{path} is not there yet; it is read once it appears." in said
    assert f"{tmp_path / 'src'} is not there" not in said


def test_a_source_that_used_to_grow_and_has_gone_silent_is_loud(cli: Cli, tmp_path: Path) -> None:
    lines = [turn(f"d{n}", f"2026-09-{n:02}T02:00:00Z", f"on day {n}", session="s2") for n in range(1, 21)]
    transcript(tmp_path / "src/s2.jsonl", lines)
    cli("sync", code=0)
    assert symptoms(cli, 0) == {}  # the last line is of yesterday
    found = json.loads(cli("doctor", "--json", "--now", "2027-01-12T10:00:00+09:00", code=4).out)
    kinds = {one["kind"]: one["says"] for one in found["symptoms"] if one["needs_person"]}
    assert (
        "nothing new for 91 days, since 2026-10-13; before that it never paused for longer than 23" in kinds["silent"]
    )


DAYS = [date(2026, 9, day) for day in range(1, 21)]


@pytest.mark.parametrize(
    ("active", "after", "expected"),
    [
        (DAYS, 1, None),
        (DAYS, 7, None),  # a holiday
        (DAYS, 8, 8),
        (DAYS[::7], 8, None),  # too few days for a habit
        ([date(2026, 9, 1) + timedelta(days=7 * n) for n in range(10)], 21, None),  # once a week
        ([date(2026, 9, 1) + timedelta(days=7 * n) for n in range(10)], 22, 22),
        ([], 8, None),
        ([*DAYS, date(2030, 1, 1)], 8, 8),  # a clock that ran ahead
    ],
)
def test_silence_is_measured_by_the_sources_own_past(active: list[date], after: int, expected: int | None) -> None:
    last = max((day for day in active if day.year == 2026), default=date(2026, 9, 20))
    found = silence(active, last + timedelta(days=after))
    assert expected == (None if found is None else found.days)


def test_what_has_been_silent_for_half_a_year_is_only_remarked() -> None:
    found = silence(DAYS, DAYS[-1] + timedelta(days=181))
    assert found is not None
    assert found.is_old


def test_files_that_changed_and_were_not_read_are_loud(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "src/s1.jsonl"
    add(path, said(0))
    store = store_at(home)._replace(machine=Machine("main", {"claude-code": (str(tmp_path / "src"),)}))
    now = datetime.now(UTC)

    def found(after: timedelta) -> list[str]:
        return [one.fix for one in checks.sources(Patient(store, now, now + after))]

    catchup.sync(store, now + timedelta(minutes=1), "UTC", wait_s=None)
    assert [] == found(timedelta(hours=2))
    add(path, said(1))
    assert [] == found(timedelta(minutes=50))  # it may well be read in a moment
    assert ["Take them in: lossless sync"] == found(timedelta(hours=2))
    catchup.sync(store, now + timedelta(minutes=1), "UTC", wait_s=None)
    assert [] == found(timedelta(hours=2))


def test_an_index_that_is_damaged_missing_or_behind_is_loud_with_the_way_out(cli: Cli) -> None:
    (path,) = cli.home.glob("local/*/catalog-*.db")
    with path.open("r+b") as stream:
        stream.seek(path.stat().st_size // 2)
        stream.write(b"\xa5" * 4_096)
    assert "lossless index --rebuild" in symptoms(cli)["index"]
    cli("index", "--rebuild", code=0)
    assert symptoms(cli, 0) == {}
    (day,) = cli.home.glob("log/main/2026/*.jsonl")
    line = day.read_bytes().splitlines(keepends=True)[0]
    with day.open("ab") as stream:
        stream.write(line)
    assert symptoms(cli, 0) == {}
    past = time.time() - 3_600
    os.utime(day, (past, past))
    assert "lossless sync" in symptoms(cli)["index-behind"]
    cli("sync", code=0)
    assert symptoms(cli, 0) == {}
    with day.open("ab") as stream:
        stream.write(b"broken\n")
    cli("index", code=0)
    assert "lossless verify" in symptoms(cli)["damage"]
    shutil.rmtree(cli.home / "local")
    assert "There is no index yet" in symptoms(cli)["index"]


def test_a_foreign_folder_under_this_machines_name_is_loud_and_other_machines_are_remarked(cli: Cli) -> None:
    other = Cli(cli.home, LOSSLESS_MACHINE="another")
    before = tree(cli.home / "log")
    found = symptoms(other)
    assert "lossless setup" in found["foreign-device"]
    for arguments in (["append", "x"], ["sync"], ["daemon"], ["import", str(cli.home.parent / "src")]):
        assert "lossless setup" in other(*arguments, code=13).err
    assert tree(cli.home / "log") == before
    other("config", "set", "device", "desk", code=0)
    other("append", "from the desk", code=0)
    assert "foreign-device" not in {one["kind"] for one in other("doctor", "--json").json["symptoms"]}
    assert "desk" in remarks(cli)["devices"]


COPIES = [
    "2026-10-13 (conflicted copy).jsonl",
    "2026-10-13 (Sam's conflicted copy 2026-10-14).jsonl",
    "2026-10-13.sync-conflict-20261014-101112-ABCDEFG.jsonl",
    "2026-10-13_conflict-20261014-101112.jsonl",
    "2026-10-13.jsonl.conflict1",
    "2026-10-13.conflict-0f3a.jsonl",
    "2026-10-13-DESKTOP-1234.jsonl",
    "2026-10-13 (1).jsonl",
    "2026-10-13 2.jsonl",
]


@pytest.mark.parametrize("name", COPIES)
def test_a_sync_tools_conflict_copy_is_named_compared_and_not_read(cli: Cli, name: str) -> None:
    (day,) = cli.home.glob("log/main/2026/*.jsonl")
    copy = day.with_name(name)
    copy.write_bytes(day.read_bytes()[: day.read_bytes().index(b"\n") + 1])
    found = symptoms(cli)["conflict-copy"]
    assert str(copy) in found
    assert f"holds nothing that {day} does not. It may be deleted." in found
    extra = json.loads(day.read_bytes().splitlines()[0])
    extra["text"] = "only in the copy"
    extra["origin"]["id"] = "elsewhere"
    with copy.open("ab") as stream:
        stream.write(json.dumps(extra, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    found = symptoms(cli)["conflict-copy"]
    assert "it holds 1 line that" in found
    assert cli("recall", "only in the copy", "--json").json["total"] == 0
    assert any(str(copy) in note for note in cli("verify", "--json", code=0).json["notes"])
    cli("import", str(copy), code=0)  # the way out that it names
    copy.unlink()
    assert cli.recalled("only in the copy")[-1:] == ["only in the copy"]
    assert symptoms(cli, 0) == {}


def test_copies_of_what_stands_beside_the_day_files_and_strays_are_named_too(cli: Cli) -> None:
    main = cli.home / "log/main"
    (main / "accounts (conflicted copy).jsonl").write_bytes((main / "accounts.jsonl").read_bytes() + b"{}\n")
    assert "accounts (conflicted copy).jsonl" in symptoms(cli)["conflict-copy"]
    (main / "accounts (conflicted copy).jsonl").unlink()
    shutil.copytree(main, cli.home / "log/main (conflicted copy)")
    assert "log/main (conflicted copy)" in symptoms(cli)["conflict-copy"]
    shutil.rmtree(cli.home / "log/main (conflicted copy)")
    (main / "2026/notes.txt").write_bytes(b"")
    (main / ".stfolder").mkdir()
    (main / "2026/.syncthing.2026-10-13.jsonl.tmp").write_bytes(b"")
    assert symptoms(cli, 0) == {}
    assert "notes.txt" in remarks(cli)["stray"]


def test_a_daemon_that_died_is_loud_one_that_works_or_was_ended_is_not(cli: Cli) -> None:
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        body = cli("doctor", "--json", code=0).json
        assert [one["kind"] for one in body["symptoms"] if "daemon" in one["kind"]] == ["daemon"]
        ended(running)
    assert symptoms(cli, 0) == {}
    with daemon(cli) as running:
        until(lambda: status(cli).get("pid") == running.pid and status(cli)["passes"], "the first pass")
    assert "lossless daemon" in symptoms(cli)["daemon-dead"]


def test_an_installed_service_that_does_not_run_is_loud(cli: Cli, tmp_path: Path) -> None:
    shown = cli("service", "install", "--dry-run", "--json", code=0).json
    path = Path(shown["path"])
    assert path.is_relative_to(tmp_path)
    add(path, b"[Unit]\n")
    assert "lossless service install" in symptoms(cli)["service"]


Disk = namedtuple("Disk", "total used free")


def patient(home: Path) -> Patient:
    now = datetime(2026, 10, 14, 1, tzinfo=UTC)
    return Patient(store_at(home), now, now)


@pytest.mark.parametrize(
    ("total", "free", "is_loud"),
    [(10**12, 10**11, False), (10**12, 4 * 10**8, True), (4 * 10**9, 3 * 10**8, False), (4 * 10**9, 10**8, True)],
)
def test_a_disk_that_is_nearly_full_is_loud(
    home: Path, monkeypatch: pytest.MonkeyPatch, total: int, free: int, is_loud: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(total, total - free, free))
    assert is_loud == bool(list(checks.disk(patient(home))))


def _status(home: Path, monkeypatch: pytest.MonkeyPatch, **fields: Any) -> list[str]:
    made = patient(home)
    body = {"pid": 1, "started": "2026-10-14T00:00:00.000000Z", "version": "0", "interval_s": 600, **fields}
    os.makedirs(made.store.home.local, exist_ok=True)
    Path(made.store.home.daemon_status).write_text(json.dumps(body))
    monkeypatch.setattr(checks.status, "is_running", lambda _: True)
    monkeypatch.setattr(checks.service, "installed", lambda _: None)
    return [one.kind for one in checks.daemon(made) if one.needs_person]


def test_health_is_told_by_progress(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that lives and gets nowhere is not well, whatever it says of itself."""
    assert [] == _status(home, monkeypatch, last_pass="2026-10-14T00:50:00.000000Z")
    assert ["daemon-stuck"] == _status(home, monkeypatch, last_pass="2026-10-14T00:20:00.000000Z")
    assert ["daemon-stuck"] == _status(home, monkeypatch, last_pass=None)
    assert ["daemon-trouble"] == _status(
        home, monkeypatch, last_pass="2026-10-14T00:50:00.000000Z", trouble="write-failed: full"
    )


def test_what_waits_for_a_day_and_what_went_wrong_within_a_turn_is_remarked(cli: Cli, tmp_path: Path) -> None:
    transcript(tmp_path / "undated.jsonl", [{"role": "user", "text": "when was it?"}])
    cli("import", str(tmp_path / "undated.jsonl"), code=3)
    (local,) = cli.home.glob("local/*")
    (local / "service.log").write_text(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} hook prompt: no room\n")
    found = remarks(cli)
    assert "--date DAY" in found["no-time"]
    assert "no room" in found["turns"]
    cli("import", str(tmp_path / "undated.jsonl"), "--date", "2026-10-01", code=0)
    assert "no-time" not in remarks(cli)


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        ({}, False),
        ({"dm": "CRYPT-LUKS2-0f"}, True),
        ({"dm": "LVM-0f", "slaves": {"sda3": {"dm": "CRYPT-LUKS2-0f"}}}, True),
        ({"dm": "LVM-0f", "slaves": {"sda3": {}}}, False),
        (None, None),
    ],
)
def test_a_disk_is_encrypted_if_it_or_what_it_lies_on_is(
    tmp_path: Path, device: dict[str, Any] | None, expected: bool | None
) -> None:
    def make(folder: Path, about: dict[str, Any]) -> None:
        folder.mkdir(parents=True)
        if "dm" in about:
            (folder / "dm").mkdir()
            (folder / "dm/uuid").write_text(about["dm"] + "\n")
        for name, below in about.get("slaves", {}).items():
            make(folder / "slaves" / name, below)

    number = tmp_path.stat().st_dev
    if device is not None:
        make(tmp_path / "blocks" / f"{os.major(number)}:{os.minor(number)}", device)
    assert expected is volumes.is_encrypted(str(tmp_path), str(tmp_path / "blocks"))
