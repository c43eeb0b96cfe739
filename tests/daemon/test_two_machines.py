"""Two machines that share a store by copying: in any order, in part, again and again, through the real commands."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest

from tests.daemon.living import add, said
from tests.surface.running import Cli


def machine(folder: Path, name: str, device: str) -> Cli:
    """Return the command on a machine with a home of its own, which holds two days of one conversation."""
    cli = Cli(folder / f"home-{name}", LOSSLESS_MACHINE=name)
    cli("config", "set", "device", device, code=0)
    cli("append", f"{name} on the first day", "--ts", "2026-10-12T10:00+09:00", code=0)
    cli("append", f"{name} on the second day", "--ts", "2026-10-13T10:00+09:00", code=0)
    return cli


def copy(source: Path, target: Path, device: str, names: list[str]) -> None:
    """Copy files of a device's folder, as a file sync does: whole, never removing what is there."""
    for name in names:
        to = target / "log" / device / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / "log" / device / name, to)


def files(home: Path, device: str) -> list[str]:
    folder = home / "log" / device
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def shown(cli: Cli) -> tuple[list[str], dict[str, int]]:
    body = cli("recall", "--json", "day", "--all-time", "--limit", "100", code=0).json
    return sorted(hit["text"] for hit in body["hits"]), cli("stats", "--json", code=0).json["sources"]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3)))[::2])
def test_copied_in_any_order_with_passes_between_all_machines_say_the_same(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    one, two = machine(tmp_path, "one", "main"), machine(tmp_path, "two", "desk")
    names = files(two.home, "desk")
    assert len(names) == 3  # device.json and two days
    for place in order:
        copy(two.home, one.home, "desk", [names[place]])
        one("sync", code=0)
    copy(one.home, two.home, "main", files(one.home, "main"))
    two("sync", code=0)
    for _ in range(2):
        assert shown(one) == shown(two)
        copy(two.home, one.home, "desk", names)  # again and again
    assert shown(one)[0] == sorted(f"{name} on the {day} day" for name in ("one", "two") for day in ("first", "second"))
    for cli in (one, two):
        assert cli("verify", "--json", code=0).json["findings"] == []
        cli("doctor", code=0)


def test_a_day_that_was_copied_half_is_whole_after_the_next_copy(tmp_path: Path) -> None:
    one, two = machine(tmp_path, "one", "main"), machine(tmp_path, "two", "desk")
    copy(two.home, one.home, "desk", files(two.home, "desk"))
    whole = (one.home / "log/desk/2026/2026-10-13.jsonl").read_bytes()
    for part in (whole[:40], whole[:-1], whole):
        (one.home / "log/desk/2026/2026-10-13.jsonl").write_bytes(part)
        one("sync", code=0)
        texts, _ = shown(one)
        assert ("two on the second day" in texts) == (part == whole)
    assert (one.home / "log/desk/2026/2026-10-13.jsonl").read_bytes() == whole  # nobody mends another machine's tail


def test_the_same_conversation_taken_in_by_both_is_shown_once(tmp_path: Path) -> None:
    one, two = machine(tmp_path, "one", "main"), machine(tmp_path, "two", "desk")
    for cli in (one, two):
        source = tmp_path / f"src-{cli.home.name}/s1.jsonl"
        add(source, said(0) + said(1))
        cli("import", str(source), code=0)
    copy(two.home, one.home, "desk", files(two.home, "desk"))
    copy(one.home, two.home, "main", files(one.home, "main"))
    for cli in (one, two):
        hits = cli("recall", "--json", "s1", code=0).json["hits"]
        assert [(hit["text"], hit["locator"].partition("/")[0]) for hit in hits] == [("s1 0", "desk"), ("s1 1", "desk")]


def test_a_second_machine_that_got_the_whole_home_writes_nothing_before_it_has_its_own_name(tmp_path: Path) -> None:
    one = machine(tmp_path, "one", "main")
    shutil.copytree(one.home, tmp_path / "copied", ignore=shutil.ignore_patterns("local"))
    two = Cli(tmp_path / "copied", LOSSLESS_MACHINE="two")
    for command in (["append", "x"], ["sync"], ["daemon"], ["topic", "add", "x"]):
        assert "lossless setup" in two(*command, code=13).err
    assert len(shown(two)[0]) == 2  # it may still be asked
    assert two("doctor", code=4).out.startswith("! The log folder 'main' was written by another machine")
    two("setup", "--yes", code=0)
    device = two("config", "get", "device", "--json", code=0).json["value"]
    assert device != "main"
    two("append", "from the second machine", code=0)
    assert json.loads((two.home / "log" / device / "device.json").read_bytes())["device"] == device
