"""The home folder: created once, of a known format, its device folder written only by its own machine."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from lossless_memory.errors import ConfigError, ForeignStore, NewerFormat, StoreError, UsageError
from lossless_memory.log import dayfile, read
from lossless_memory.log.home import open_store
from lossless_memory.paths import find_home, machine_fingerprint
from tests.index.stores import NOW, append, home_at, rec, store_at, write_day


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_store_is_created_once_and_keeps_its_id_and_secret(home: Path) -> None:
    first, second = store_at(home), store_at(home)
    assert (first.id, first.secret) == (second.id, second.secret)
    assert len(first.secret) == 32
    assert stat.S_IMODE((home / "store.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def _id_of(folder: str, answers: object) -> None:
    answers.put(store_at(Path(folder)).id)  # type: ignore[attr-defined]


def test_processes_that_create_the_store_at_once_end_with_one(home: Path) -> None:
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    many = [context.Process(target=_id_of, args=(str(home), answers)) for _ in range(2)]
    for one in many:
        one.start()
    ids = {answers.get(timeout=60) for _ in many}
    for one in many:
        one.join()
    assert {json.loads((home / "store.json").read_bytes())["id"]} == ids


def test_nothing_is_created_where_that_is_not_asked_for(home: Path) -> None:
    with pytest.raises(StoreError, match="There is no store"):
        open_store(home_at(home), now=NOW, create=False)
    assert not home.exists()


def test_a_newer_format_is_refused_and_left_as_it_is(home: Path) -> None:
    store_at(home)
    about = json.loads((home / "store.json").read_bytes())
    (home / "store.json").write_text(json.dumps({**about, "format": 2, "secret": {"kept": "elsewhere"}}))
    before = tree(home)
    with pytest.raises(NewerFormat, match="has format 2, this program writes format 1; nothing was done"):
        store_at(home)
    assert before == tree(home)


@pytest.mark.parametrize(
    "raw", [b"{}", b'{"format":"1","id":"x","secret":"00"}', b'{"format":1,"id":7,"secret":"' + b"00" * 32 + b'"}']
)
def test_a_damaged_store_file_is_said_so_and_never_replaced(home: Path, raw: bytes) -> None:
    store_at(home)
    (home / "store.json").write_bytes(raw)
    with pytest.raises(StoreError, match="damaged"):
        store_at(home)
    assert raw == (home / "store.json").read_bytes()


@pytest.mark.parametrize("secret", ["", "xyz", "00"])
def test_a_secret_that_cannot_be_one_is_damage_too(home: Path, secret: str) -> None:
    store_at(home)
    about = json.loads((home / "store.json").read_bytes())
    (home / "store.json").write_text(json.dumps({**about, "secret": secret}))
    with pytest.raises(StoreError, match="damaged"):
        store_at(home)


@pytest.mark.parametrize(
    ("says", "raw"),
    [
        ("is not valid JSON", b"{"),
        ("does not hold a JSON object", b"[]"),
        ("there is no setting 'timezon'", b'{"timezon": "Asia/Tokyo"}'),
        ("timezone must be a time zone", b'{"timezone": "Tokyo"}'),
        ("person must be some text", b'{"person": ""}'),
        ("is not valid JSON", b"\xff\xfe"),
        ("is not valid JSON", b"[" * 100_000),
    ],
)
def test_broken_settings_are_a_clear_error_and_never_silently_the_defaults(home: Path, says: str, raw: bytes) -> None:
    store_at(home)
    (home / "config.json").write_bytes(raw)
    with pytest.raises(ConfigError, match=says):
        store_at(home)
    assert raw == (home / "config.json").read_bytes()


def test_a_wrong_key_is_answered_with_the_right_one(home: Path) -> None:
    store_at(home)
    (home / "config.json").write_text('{"timezon": "Asia/Tokyo"}')
    with pytest.raises(ConfigError) as caught:
        store_at(home)
    assert caught.value.next_step == "Did you mean timezone?"


def test_another_machines_device_folder_is_never_written(home: Path) -> None:
    append(store_at(home, "a"), [rec("of machine a", id="1")])
    other = store_at(home, "b")
    before = tree(home / "log")
    with pytest.raises(ForeignStore, match="nothing was written to it") as caught:
        append(other, [rec("of machine b", id="2")])
    assert before == tree(home / "log")
    assert "config set device" in caught.value.next_step


def test_two_machines_with_device_names_of_their_own_share_a_home(home: Path) -> None:
    append(store_at(home, "a"), [rec("of machine a", id="1")])
    receipt = append(store_at(home, "b", "desk"), [rec("of machine b", id="2"), rec("of machine a", id="1")])
    assert (receipt.stored, receipt.duplicates) == (1, 1)
    found = [
        (one.locator.device, one.record.text) for one in read.entries(home_at(home)) if isinstance(one, read.Entry)
    ]
    assert found == [("desk", "of machine b"), ("main", "of machine a")]


def test_a_device_folder_that_came_by_copying_before_any_machine_wrote_it_is_not_taken(home: Path) -> None:
    store = store_at(home, "a")
    folder = Path(store.home.device("main"))
    folder.mkdir(parents=True)
    (folder / "device.json").write_text('{"device": "main", "fingerprint": "' + "c" * 16 + '"}')
    write_day(store.home, "main", "2026-03-02", [rec("theirs", id="1")])
    with pytest.raises(ForeignStore):
        append(store, [rec("ours", id="2")])


def test_a_folder_that_others_may_write_to_is_refused_with_the_way_out(home: Path) -> None:
    store_at(home)
    home.chmod(0o770)
    with pytest.raises(StoreError, match="Other users of this computer may write") as caught:
        store_at(home)
    assert f"Run: chmod 700 {home}" == caught.value.next_step


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 41, "naïve", "-x", 7, None])
def test_a_device_name_that_is_no_plain_folder_name_is_refused(home: Path, name: object) -> None:
    store = store_at(home)
    path = Path(store.home.machine)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"device": name}))
    with pytest.raises(ConfigError, match="device must be"):
        store_at(home)


def test_a_record_left_behind_by_a_read_only_home_is_still_read(home: Path) -> None:
    append(store_at(home), [rec("one", id="1")])
    for path in [*home.rglob("*"), home]:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        store = open_store(home_at(home), now=NOW, create=False)
        assert len(dayfile.day_files(store.home)) == 1
        assert [entry.record.text for entry in read.entries(store.home) if isinstance(entry, read.Entry)] == ["one"]
    finally:
        for path in [home, *home.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)


def test_the_home_is_the_argument_before_the_environment_and_an_empty_name_is_an_error(tmp_path: Path) -> None:
    environ = {"LOSSLESS_HOME": str(tmp_path / "env"), "LOSSLESS_MACHINE": "m"}
    assert str(tmp_path / "given") == find_home(str(tmp_path / "given"), environ).root
    assert str(tmp_path / "env") == find_home(None, environ).root
    for argument, settings in (("", environ), (None, {"LOSSLESS_HOME": ""})):
        with pytest.raises(UsageError, match="empty"):
            find_home(argument, settings)


def test_a_fingerprint_is_of_machine_and_user_and_stable(monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine_fingerprint({"LOSSLESS_MACHINE": "one"})
    assert here == machine_fingerprint({"LOSSLESS_MACHINE": "one"})
    assert here != machine_fingerprint({"LOSSLESS_MACHINE": "two"})
    uid = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    assert here != machine_fingerprint({"LOSSLESS_MACHINE": "one"})
    assert len(here) == 16


def test_the_usual_home_and_the_fingerprint_are_those_of_the_libraries_they_do_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import hashlib

    import platformdirs

    monkeypatch.delenv("LOSSLESS_HOME", raising=False)
    for base in (None, "/data", "relative", ""):
        if base is None:
            monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        else:
            monkeypatch.setenv("XDG_DATA_HOME", base)
        assert find_home().root == platformdirs.user_data_dir("lossless-memory", appauthor=False)
    monkeypatch.setenv("LOSSLESS_MACHINE", "m")
    user = os.getuid() if hasattr(os, "getuid") else None
    if user is not None:
        expected = hashlib.sha256(f"lossless-memory\0m\0{user}".encode()).hexdigest()[:16]
        assert find_home().fingerprint == expected
