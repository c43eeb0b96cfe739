"""Catching up with configured sources: their own files are read, once, and nothing else in their folders is."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

from lossless_memory.config import Machine
from lossless_memory.ingest import catchup, inputs
from lossless_memory.log.home import Store, save_machine
from tests.index.stores import store_at

NOW = datetime(2026, 3, 3, tzinfo=UTC)


def _line(uuid: str, text: str) -> str:
    return json.dumps(
        {
            "type": "user",
            "uuid": uuid,
            "parentUuid": None,
            "sessionId": "s1",
            "isSidechain": False,
            "timestamp": "2026-03-02T09:15:04.120Z",
            "message": {"role": "user", "content": text},
        }
    )


def _configured(tmp_path: Path, *paths: Path) -> Store:
    store = store_at(tmp_path / "home")
    save_machine(store.home, Machine("main", {"claude-code": tuple(map(str, paths))}))
    return store._replace(machine=Machine("main", {"claude-code": tuple(map(str, paths))}))


def _accounts(store: Store) -> list[str]:
    path = Path(store.home.device("main")) / "accounts.jsonl"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_other_files_in_a_tools_folder_are_passed_over_and_no_account_grows_without_news(tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    (folder / "s1.jsonl").write_text(_line("u1", "varnish") + "\n", encoding="utf-8")
    (folder / "agent-1.meta.json").write_text('{"agentType": "x"}', encoding="utf-8")
    (folder / "MEMORY.md").write_text("# not a transcript\n", encoding="utf-8")
    (folder / "link.jsonl").symlink_to(folder / "s1.jsonl")
    store = _configured(tmp_path, folder)
    first = catchup.sync(store, NOW, "UTC", wait_s=None)
    assert (1, 0, 3) == (first.total.stored, sum(first.total.skipped.values()), first.companions)
    assert 1 == len(_accounts(store))
    for _ in range(3):
        again = catchup.sync(store, NOW, "UTC", wait_s=None)
        assert (0, {}) == (again.total.stored, again.total.skipped)
    assert 1 == len(_accounts(store))


def test_a_file_that_has_only_just_begun_is_read_once_it_says_what_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    path = folder / "s1.jsonl"
    path.write_text('{"ty', encoding="utf-8")
    store = _configured(tmp_path, folder)
    assert 0 == catchup.sync(store, NOW, "UTC", wait_s=None).total.items
    path.write_text(_line("u1", "varnish") + "\n", encoding="utf-8")
    assert 1 == catchup.sync(store, NOW, "UTC", wait_s=None).total.stored


def test_a_configured_path_that_is_gone_is_named_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    (folder / "s1.jsonl").write_text(_line("u1", "varnish") + "\n", encoding="utf-8")
    gone = tmp_path / "gone"
    store = _configured(tmp_path, folder, gone)
    assert () == catchup.sync(store, NOW, "UTC", wait_s=None).missing  # nothing was read there yet
    gone.mkdir()
    (gone / "s2.jsonl").write_text(_line("u2", "resin") + "\n", encoding="utf-8")
    assert 1 == catchup.sync(store, NOW, "UTC", wait_s=None).total.stored
    shutil.rmtree(gone)
    result = catchup.sync(store, NOW, "UTC", wait_s=None)
    assert ((str(gone),), 0) == (result.missing, result.total.stored)


def test_an_answer_takes_in_a_part_says_so_and_the_rest_follows(tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    lines = "".join(_line(f"u{number}", f"varnish {number}") + "\n" for number in range(1_000))
    (folder / "s1.jsonl").write_text(lines, encoding="utf-8")
    store = _configured(tmp_path, folder)
    part = catchup.sync(store, NOW, "UTC", wait_s=None, work_s=0)
    assert (250, True) == (part.total.stored, part.is_unfinished)
    rest = catchup.sync(store, NOW, "UTC", wait_s=None)
    assert (750, False) == (rest.total.stored, rest.is_unfinished)


def test_text_of_another_encoding_is_told_from_text_with_a_few_broken_bytes() -> None:
    line = '{"time": "2026-03-02T09:16:00+09:00", "role": "user", "text": "おはよう、今日の予定は歯医者です"}\n'
    assert inputs.is_other_encoding(line.encode("shift_jis"))
    assert inputs.is_other_encoding((line * 50).encode("euc_jp"))
    assert not inputs.is_other_encoding(line.encode())
    assert not inputs.is_other_encoding((line * 5).encode() + b"\xff\xfe\x80" * 3)
    assert not inputs.is_other_encoding(line.encode("utf-16"))
    assert not inputs.is_other_encoding(("\ufffd" * 40).encode())
