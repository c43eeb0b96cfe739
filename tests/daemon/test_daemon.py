"""The daemon as a process: it takes in what appears, is alone, ends in order, and may be killed at any moment."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from lossless_memory.log import fsio
from tests.daemon.living import add, daemon, ended, notes, said, status, texts, until
from tests.surface.running import Cli

HAS_EVENTS = importlib.util.find_spec("watchfiles") is not None


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    made = Cli(tmp_path / "home")
    (tmp_path / "src").mkdir()
    made("config", "set", "sources.claude-code", str(tmp_path / "src"), code=0)
    return made


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "src/s1.jsonl"


@pytest.mark.skipif(not HAS_EVENTS, reason="the watcher is an extra and not installed")
def test_what_is_appended_is_taken_in_at_the_event_long_before_the_interval_is_over(cli: Cli, source: Path) -> None:
    add(source, said(0))
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        assert (status(cli)["watching"], texts(cli)) == ("events", ["s1 0"])
        for number in (1, 2):
            add(source, said(number))
            until(lambda count=number + 1: len(texts(cli)) == count, "the new line")
        told = ended(running)
    assert "watches 1 path by events, and looks at everything every 10 min" in told
    assert "1 new, 0 skipped, from 1 file," in told
    assert "stopped (SIGTERM)" in told
    assert cli.recalled("s1 2")[-1] == "s1 2"


def test_without_events_it_looks_every_few_moments(cli: Cli, source: Path, tmp_path: Path) -> None:
    """A tiny interval, given by config, and no watcher: the source is a single file, which is always looked at."""
    add(source, said(0))
    cli("config", "set", "sources.claude-code", str(source), code=0)
    cli("config", "set", "daemon_interval", "0.01", code=0)
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        assert status(cli)["watching"] == "looking"
        add(source, said(1))
        until(lambda: texts(cli) == ["s1 0", "s1 1"], "the new line")
        ended(running, signal.SIGINT)


def test_settings_that_change_count_at_the_next_pass_and_a_folder_that_appears_is_found(
    cli: Cli, tmp_path: Path
) -> None:
    cli("config", "set", "daemon_interval", "0.02", code=0)
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        later = tmp_path / "later"
        cli("config", "set", "sources.claude-code", str(tmp_path / "src"), str(later), code=0)
        until(lambda: "watches 2 paths" in notes(cli), "both folders watched")
        add(later / "s2.jsonl", said(0, "s2"))
        until(lambda: texts(cli) == ["s2 0"], "the line of the new folder")
        shutil.rmtree(later)
        until(lambda: status(cli)["missing"] == [str(later)], "the missing folder")
        told = ended(running)
    assert 1 == told.count("gone, what was read is kept"), "a folder that has yet to appear is not gone"
    assert f"gone, what was read is kept: {later}" in told


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there is no such priority here")
def test_a_daemon_started_by_hand_lets_everything_else_go_first(cli: Cli) -> None:
    with daemon(cli) as running:
        until(lambda: os.getpriority(os.PRIO_PROCESS, running.pid) >= 10, "a low priority")


def test_a_second_daemon_says_so_and_ends_and_a_dead_one_leaves_no_lock(cli: Cli) -> None:
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        second = cli("daemon", code=16)
        assert "already" in second.err
        told = cli("service", "status", code=0).out.splitlines()
        assert told[1] == "daemon: runs"
        assert re.fullmatch(r"  begun \d{4}-\d\d-\d\d [A-Z][a-z]{2} \d\d:\d\d \(Asia/Tokyo\)", told[2])
        assert re.search(r"the last one ended \d{4}-\d\d-\d\d [A-Z][a-z]{2} \d\d:\d\d$", told[3])
        assert told[4] == "  0 records taken in"
        running.kill()
        running.communicate()
        before = status(cli)
        assert before["stopped"] is None
        assert "daemon: does not run" in cli("service", "status", code=1).out
    with daemon(cli) as running:
        until(lambda: status(cli)["pid"] == running.pid and status(cli)["passes"], "the first pass of the next one")
        ended(running)
    assert status(cli)["why_stopped"] == "SIGTERM"


def test_a_foreign_folder_ends_it_with_the_way_out(cli: Cli, tmp_path: Path) -> None:
    cli("sync", code=0)
    other = Cli(cli.home, LOSSLESS_MACHINE="another")
    ran = other("daemon", code=13)
    assert "lossless setup" in ran.err
    assert cli("sync", code=0).code == 0


def test_trouble_is_told_once_and_over_when_it_is_over(cli: Cli, source: Path) -> None:
    cli("config", "set", "daemon_interval", "0.02", code=0)
    settings = cli.home / "config.json"
    good = settings.read_bytes()
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        settings.write_bytes(b"{broken")
        until(lambda: status(cli)["trouble"], "the trouble")
        settings.write_bytes(good)
        until(lambda: status(cli)["trouble"] is None, "the end of the trouble")
        add(source, said(1))
        until(lambda: texts(cli), "the line")
        told = ended(running)
    assert told.count("trouble, tried again later: config:") == 1
    assert told.count("works again") == 1


def test_nothing_that_was_said_is_in_its_log_and_its_files_are_the_persons_alone(cli: Cli, source: Path) -> None:
    add(source, said(0, "secret-word") + b"{broken secret-word\n")
    with daemon(cli) as running:
        until(lambda: texts(cli), "the line")
        until(lambda: status(cli).get("stored"), "the status")
        ended(running)
    (local,) = cli.home.glob("local/*")
    for name in ("service.log", "daemon.json", "daemon.lock"):
        assert b"secret-word" not in (local / name).read_bytes()
        assert (local / name).stat().st_mode & 0o777 == 0o600
    lines = (local / "service.log").read_text().splitlines()
    assert [line.split(" ", 2)[1] for line in lines] == ["daemon:"] * len(lines)


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_moments_it_loses_nothing_and_doubles_nothing(cli: Cli, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    cli("config", "set", "daemon_interval", "0.01", code=0)
    expected: list[str] = []
    kills = 0
    for _ in range(8):
        with daemon(cli) as running:
            for _ in range(chance.randrange(1, 4)):
                session = f"s{chance.randrange(4)}"
                number = len(expected)
                add(tmp_path / f"src/{session}.jsonl", b"".join(said(number + k, session) for k in range(30)))
                expected += [f"{session} {number + k}" for k in range(30)]
            patience_s = chance.random() * 0.9
            try:
                running.wait(timeout=patience_s)  # at a moment that nothing in it knows of
            except subprocess.TimeoutExpired:
                kills += 1
            running.kill()
    assert kills >= 7, f"only {kills} kills"
    cli("sync", code=0)
    assert sorted(texts(cli, kills)) == sorted(expected), f"seed {seed}"
    before = cli("stats", "--json", code=0).json["records"]
    assert before == len(expected)
    assert cli("index", "--rebuild", "--json", code=0).json["records"] == len(expected)
    cli("verify", code=0)


def test_stopped_while_it_reads_a_large_file_it_ends_soon_and_the_rest_follows(cli: Cli, source: Path) -> None:
    add(source, b"".join(said(number) for number in range(20_000)))
    with daemon(cli) as running:
        until(lambda: len(list(cli.home.glob("log/main/2026/*.jsonl"))), "the first batch")
        ended(running)
    stored = len(texts(cli))
    assert 0 < stored <= 20_000
    cli("sync", code=0)
    assert len(set(texts(cli))) == len(texts(cli)) == 20_000


def test_a_stopped_process_that_holds_the_lock_is_alive_whatever_its_number(cli: Cli) -> None:
    """The lock is the system's: a status file with the number of any living process proves nothing."""
    with daemon(cli) as running:
        until(lambda: status(cli).get("passes"), "the first pass")
        ended(running)
    (path,) = cli.home.glob("local/*/daemon.json")
    path.write_bytes(path.read_bytes().replace(b'"pid": ', b'"pid": 1, "was": '))
    assert "does not run" in cli("service", "status", code=1).out
    with daemon(cli) as running:
        until(lambda: status(cli).get("pid") == running.pid, "the next one")
        os.kill(running.pid, signal.SIGSTOP)
        cli("daemon", code=16)
        os.kill(running.pid, signal.SIGCONT)
        ended(running)


@pytest.mark.skipif(shutil.which("flock") is None, reason="the command flock holds the lock")
def test_while_another_command_writes_it_waits_tells_it_and_can_be_ended(cli: Cli, source: Path) -> None:
    cli("sync", code=0)
    (lock,) = cli.home.glob("local/*/ingest.lock")
    holder = subprocess.Popen(["flock", str(lock), "cat"], stdin=subprocess.PIPE)
    try:
        until(lambda: fsio.is_locked(str(lock)), "the lock")
        with daemon(cli) as running:
            until(lambda: status(cli).get("trouble"), "the trouble")
            assert status(cli)["trouble"].startswith("busy:")
            ended(running)
    finally:
        holder.communicate(timeout=30)
