"""Importing: the account adds up, nothing is stored twice, and nothing a file holds can stop the rest."""

from __future__ import annotations

import io
import json
import os
import struct
import time
import tracemalloc
import zipfile
from itertools import permutations
from pathlib import Path

import pytest

from lossless_memory.errors import SourceError, UsageError
from lossless_memory.ingest import inputs, run, zipped
from lossless_memory.ingest.account import Account
from lossless_memory.ingest.run import NO_TIME, UNKNOWN
from lossless_memory.log.home import Store
from lossless_memory.record import prepared
from lossless_memory.sources.base import Options
from tests.index.stores import dump, rebuilt, store_at
from tests.ingest.sources import identities, imported, kept, numbers, plain, texts, turn


@pytest.fixture
def store(home: Path) -> Store:
    return store_at(home)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "source"
    path.mkdir()
    return path


def conversation(session: str = "5f0c", count: int = 8) -> list[bytes]:
    return [turn(f"{session}-{n}", f"{session} says {n}", n, session=session) for n in range(count)]


# --- the account ------------------------------------------------------------------------------------------------------


def test_items_and_records_add_up_by_reason_and_the_account_is_kept(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(
        plain("one") + b"{broken\n" + plain("one") + b"[1]\n" + b'{"n":' + b"9" * 5000 + b"}\n" + plain("two")
    )
    (account,) = imported(store, path).accounts
    assert (account.items, account.converted) == (6, 3)
    assert account.skipped == {"not JSON": 1, "not a JSON object": 1, "a number with too many digits": 1}
    assert (account.records, account.stored, account.duplicates) == (3, 3, 0)
    assert (account.first, account.last) == ("2026-03-02T09:00:00.000000Z",) * 2
    kept_lines = (Path(store.home.device("main")) / "accounts.jsonl").read_bytes().splitlines()
    assert [{"ts": "2026-03-09T00:00:00.000000Z", **account.as_json(), "whole": True}] == [
        json.loads(line) for line in kept_lines
    ]


def test_every_kept_account_is_a_line_of_its_own_whatever_the_path(store: Store, folder: Path) -> None:
    paths = [folder / "a\nb.jsonl", folder / os.fsdecode(b"\xff.jsonl"), folder / "c\u2028d.jsonl"]
    for number, path in enumerate(paths):
        path.write_bytes(plain(f"text {number}"))
        imported(store, path)
    lines = (Path(store.home.device("main")) / "accounts.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [str(path) for path in paths] == [json.loads(line)["path"] for line in lines]


def test_an_account_that_does_not_add_up_is_never_believed() -> None:
    with pytest.raises(AssertionError, match="does not add up"):
        Account("x", items=2, converted=1).check()
    with pytest.raises(AssertionError, match="does not add up"):
        Account("x", records=2, stored=1).check()


@pytest.mark.parametrize("again", ["the file", "its folder", "both", "twice"])
def test_a_second_run_stores_nothing_however_the_file_is_named(store: Store, folder: Path, again: str) -> None:
    path = folder / "5f0c.jsonl"
    path.write_bytes(b"".join(conversation()))
    (folder / "chat.jsonl").write_bytes(plain("yes") + plain("yes"))
    imported(store, folder)
    before = texts(store)
    named = {"the file": [path], "its folder": [folder], "both": [path, folder], "twice": [path, path]}[again]
    assert imported(store, *named).total.stored == 0
    for old in Path(store.home.local).glob("c*"):  # without cursors everything is read again
        old.unlink()
    result = imported(store, *named)
    assert result.total.stored == 0
    assert result.total.duplicates >= 8
    assert before == texts(store)


def test_a_relative_name_and_an_absolute_one_share_a_cursor(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "5f0c.jsonl").write_bytes(b"".join(conversation()))
    imported(store, folder / "5f0c.jsonl")
    monkeypatch.chdir(folder)
    assert numbers(imported(store, "5f0c.jsonl")) == (0, 0, 0)


@pytest.mark.parametrize("batch", [1, 3, 8, 1000])
def test_batches_of_any_size_give_the_same_log(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    path = folder / "5f0c.jsonl"
    path.write_bytes(b"".join(conversation(count=20)))
    monkeypatch.setattr(run, "BATCH_RECORDS", batch)
    store = store_at(tmp_path / "home")
    assert numbers(imported(store, path)) == (20, 20, 0)
    assert [f"5f0c says {n}" for n in range(20)] == texts(store)
    assert rebuilt(store.home) == dump(store.home)


# --- what cannot be taken ----------------------------------------------------------------------------------------------


def test_a_bad_item_is_kept_in_quarantine_once_with_its_reason(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(plain("one") + b"{broken \xff\n" + plain("two") + b"{broken \xff\n")
    imported(store, path)
    for old in Path(store.home.local).glob("c*"):
        old.unlink()
    imported(store, path)
    with path.open("ab") as stream:
        stream.write(b"{also broken\n")
    imported(store, path)
    raw = Path(store.home.quarantine("main")).read_bytes().splitlines()
    items = [json.loads(line) for line in raw]
    assert [(one["place"], one["reason"]) for one in items] == [("line 2", "not JSON"), ("line 5", "not JSON")]
    import base64

    assert base64.b64decode(items[0]["raw_base64"]) == b"{broken \xff"
    assert Path(store.home.quarantine("main")).stat().st_mode & 0o777 == 0o600


def test_an_unknown_file_is_refused_and_counted_and_the_rest_is_read(store: Store, folder: Path) -> None:
    (folder / "a.txt").write_text("Dear diary")
    (folder / "b.jsonl").write_bytes(b"".join(conversation()))
    (folder / "c.bin").write_bytes(bytes(range(256)) * 40)
    result = imported(store, folder)
    assert result.total.skipped == {UNKNOWN: 2}
    assert (result.total.items, result.total.converted, result.total.stored) == (10, 8, 8)


def test_a_file_that_holds_no_conversation_by_nature_is_not_even_counted_as_skipped(store: Store, folder: Path) -> None:
    (folder / "empty.jsonl").touch()
    (folder / "users.json").write_text("[]")
    result = imported(store, folder)
    assert (result.accounts, result.companions) == ([], 2)
    assert not (Path(store.home.device("main")) / "accounts.jsonl").exists()


def test_a_file_without_any_time_is_refused_with_the_way_out_and_taken_with_a_day(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(b"".join(plain(f"{n}", None, timestamp="") for n in range(3)))
    result = imported(store, path)
    assert result.total.skipped == {NO_TIME: 3}
    assert "--date" in NO_TIME
    assert texts(store) == []
    assert not Path(store.home.quarantine("main")).exists()
    from datetime import date

    assert numbers(imported(store, path, options=Options(day=date(2026, 3, 2), zone="Asia/Tokyo"))) == (3, 3, 0)
    assert {"2026-03-02T03:00:00.000000Z"} == {record.ts for record in kept(store)}


def test_a_source_named_by_the_person_is_used_and_an_unknown_name_is_refused(store: Store, folder: Path) -> None:
    path = folder / "chat.jsonl"
    path.write_bytes(plain("hello"))
    assert numbers(imported(store, path, source="plain")) == (1, 1, 0)
    with pytest.raises(UsageError, match="There is no source called 'plane'"):
        imported(store, path, source="plane")


def test_a_path_that_is_not_there_is_an_error_and_what_came_before_stays(store: Store, folder: Path) -> None:
    path = folder / "5f0c.jsonl"
    path.write_bytes(b"".join(conversation()))
    with pytest.raises(SourceError, match="cannot be read"):
        imported(store, path, folder / "nothing")
    assert len(texts(store)) == 8
    assert numbers(imported(store, path)) == (0, 0, 0)


def test_texts_of_any_kind_come_back_as_they_were(store: Store, folder: Path) -> None:
    hostile = [
        "\ud800",
        "\udc00\ud800",
        "\ud83d\ude00",
        "a\0b",
        "a\u2028b\r\n",
        "e\u0301",
        "\x1b]0;x\x07",
        "  \t ",
        "﷽" * 9,
    ]
    path = folder / "5f0c.jsonl"
    path.write_bytes(b"".join(turn(f"u{n}", text, 2 * n) for n, text in enumerate(hostile)))
    imported(store, path)
    wanted = [text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") for text in hostile]
    assert wanted == texts(store)
    assert all(record == prepared(record).record for record in kept(store))
    assert rebuilt(store.home) == dump(store.home)
    for old in Path(store.home.local).glob("c*"):
        old.unlink()
    assert imported(store, path).total.stored == 0


# --- forks ------------------------------------------------------------------------------------------------------------


def test_forks_and_copies_give_the_same_records_in_any_order_of_import(tmp_path: Path, folder: Path) -> None:
    first = conversation()
    fork = [line.replace(b'"sessionId": "5f0c"', b'"sessionId": "abcd"') for line in first[:5]]
    files = {
        "5f0c.jsonl": b"".join(first),
        "abcd.jsonl": b"".join([*fork, turn("abcd-new", "another way", 30, session="abcd")]),
        "copy.jsonl": b"".join(first),
        "part.jsonl": b"".join(first[2:6]) + turn("5f0c-5", "5f0c says 5 and more", 5),
    }
    for name, raw in files.items():
        (folder / name).write_bytes(raw)
    found = []
    for number, order in enumerate(permutations(files)):
        store = store_at(tmp_path / f"home{number}")
        result = imported(store, *(folder / name for name in order))
        assert numbers(result) == (27, 10, 17)
        found.append(identities(kept(store)))
        if number % 8 == 0:
            assert rebuilt(store.home) == dump(store.home)
    assert [found[0]] * len(found) == found
    assert len(set(found[0])) == len(found[0])


def test_two_equal_lines_with_ids_of_their_own_both_stay(store: Store, folder: Path) -> None:
    path = folder / "5f0c.jsonl"
    path.write_bytes(turn("a", "go on", 0) + turn("b", "go on", 2) + turn("a", "go on", 0))
    assert numbers(imported(store, path)) == (3, 2, 1)


# --- hostile inputs ---------------------------------------------------------------------------------------------------


def zip_of(path: Path, members: dict[str, bytes], *, compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return path


def test_members_of_a_zip_are_read_and_nothing_is_ever_extracted(store: Store, folder: Path) -> None:
    body = b"".join(conversation())
    members = {"../../evil.jsonl": body, "/etc/x.jsonl": conversation("abcd")[0], "note.txt": b"no", "sub/": b""}
    zip_of(folder / "export.zip", members)
    before = sorted(path for path in folder.parent.rglob("*") if "home" not in path.parts)
    result = imported(store, folder / "export.zip")
    assert numbers(result) == (9, 9, 0)
    assert f"{folder}/export.zip!../../evil.jsonl" in {account.path for account in result.accounts}
    assert before == sorted(path for path in folder.parent.rglob("*") if "home" not in path.parts)
    assert numbers(imported(store, folder / "export.zip")) == (9, 0, 9)


def test_a_zip_bomb_is_given_up_early(store: Store, folder: Path) -> None:
    zip_of(folder / "bomb.zip", {"a.jsonl": plain("one") + b" " * 40_000_000, "b.jsonl": plain("honest")})
    start = time.monotonic()
    result = imported(store, folder / "bomb.zip")
    assert time.monotonic() - start < 10
    bomb, honest = result.accounts
    assert any("times its packed size" in reason for reason in bomb.skipped)
    assert (bomb.stored, honest.stored) == (1, 1)


def test_an_encrypted_member_is_refused_and_the_others_are_read(store: Store, folder: Path) -> None:
    path = zip_of(folder / "export.zip", {"a.jsonl": plain("secret"), "b.jsonl": plain("open")})
    raw = bytearray(path.read_bytes())
    central = raw.find(b"PK\x01\x02")
    raw[6] |= 1
    raw[central + 8] |= 1
    path.write_bytes(raw)
    result = imported(store, path)
    assert result.total.skipped == {"encrypted": 1}
    assert texts(store) == ["open"]


def test_overlapping_members_are_refused(store: Store, folder: Path) -> None:
    path = zip_of(folder / "x.zip", {"a.jsonl": plain("one"), "b.jsonl": plain("two")}, compression=zipfile.ZIP_STORED)
    raw = bytearray(path.read_bytes())
    second = raw.find(b"PK\x01\x02", raw.find(b"PK\x01\x02") + 4)
    struct.pack_into("<I", raw, second + 42, 0)  # both members begin at the first one's place
    path.write_bytes(raw)
    result = imported(store, path)
    assert result.total.skipped == {"overlaps another member": 2}
    assert texts(store) == []


def test_a_link_in_a_zip_is_refused(store: Store, folder: Path) -> None:
    with zipfile.ZipFile(folder / "x.zip", "w") as archive:
        link = zipfile.ZipInfo("a.jsonl")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert imported(store, folder / "x.zip").total.skipped == {"not a regular file": 1}


def test_a_zip_in_a_zip_is_not_opened(store: Store, folder: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", plain("hidden"))
    zip_of(folder / "x.zip", {"inner.zip": inner.getvalue(), "inner.jsonl": inner.getvalue()})
    assert imported(store, folder / "x.zip").total.skipped == {UNKNOWN: 1}
    assert texts(store) == []


@pytest.mark.parametrize("raw", [b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b"PK\x03\x04" + b"\xff" * 500])
def test_a_broken_zip_is_refused_or_empty_and_never_an_error(store: Store, folder: Path, raw: bytes) -> None:
    (folder / "x.zip").write_bytes(raw)
    (folder / "y.jsonl").write_bytes(plain("after it"))
    imported(store, folder)
    assert texts(store) == ["after it"]


def test_a_zip_cut_off_or_damaged_inside_costs_its_own_rest_only(store: Store, folder: Path) -> None:
    path = zip_of(folder / "x.zip", {"a.jsonl": b"".join(conversation(count=60)), "b.jsonl": plain("whole")})
    raw = bytearray(path.read_bytes())
    raw[200:260] = bytes(60)
    path.write_bytes(raw)
    (folder / "y.jsonl").write_bytes(plain("after it"))
    result = imported(store, folder)
    assert result.total.skipped
    assert {"whole", "after it"} <= set(texts(store))


def test_more_members_than_any_export_has_are_refused_at_once(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zipped, "MAX_MEMBERS", 3)
    zip_of(folder / "x.zip", {f"{n}.jsonl": plain(str(n)) for n in range(4)})
    (reason,) = imported(store, folder / "x.zip").total.skipped
    assert "more than 3" in reason


@pytest.mark.parametrize("told", [1_000_000, 3])
def test_a_million_members_are_refused_before_their_list_is_held_whatever_number_is_told(
    store: Store, folder: Path, told: int
) -> None:
    """The list is written by hand, as `zipfile` takes a minute for it."""
    count, name = 1_000_000, b"a.json"
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 33, 0, 2, 2, len(name), 0) + name + b"{}"
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 2, 2, len(name), *[0] * 6) + name
    with (folder / "x.zip").open("wb") as stream:
        stream.write(local)
        start = stream.tell()
        stream.write(entry * count)
        size, end = stream.tell() - start, stream.tell()
        stream.write(struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, told, told, size, start))
        stream.write(struct.pack("<4sLQL", b"PK\6\7", 0, end, 1))
        stream.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))
    tracemalloc.start()
    started = time.process_time()
    skipped = imported(store, folder / "x.zip").total.skipped
    took, peak_b = time.process_time() - started, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert {"not a usable zip archive: it has more than 100000 members": 1} == skipped
    assert took < 10  # a third of a second where nothing traces it
    assert peak_b < 32 * 2**20


def test_a_pipe_neither_hangs_nor_stops_the_rest(store: Store, folder: Path) -> None:
    os.mkfifo(folder / "a.jsonl")
    (folder / "b.jsonl").write_bytes(plain("beside it"))
    assert imported(store, folder).total.skipped == {"not a regular file": 1}
    assert imported(store, folder / "a.jsonl").total.skipped == {"not a regular file": 1}
    assert texts(store) == ["beside it"]


def test_a_pipe_that_takes_a_files_place_after_it_was_looked_at_does_not_hang(store: Store, folder: Path) -> None:
    path = folder / "a.jsonl"
    path.write_bytes(plain("gone"))
    found, _ = inputs.expand(str(path))
    assert isinstance(found, inputs.Opened)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        found.input.open()


def test_links_below_a_folder_are_not_followed(store: Store, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.jsonl").write_bytes(plain("outside"))
    (folder / "file.jsonl").symlink_to(outside / "a.jsonl")
    (folder / "folder").symlink_to(outside)
    (folder / "dangling.jsonl").symlink_to(tmp_path / "nothing")
    result = imported(store, folder)
    assert result.total.skipped == {"a link, which is not followed": 3}
    assert texts(store) == []


def test_a_file_that_goes_between_listing_and_reading_is_counted_and_the_rest_is_read(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.jsonl").write_bytes(plain("stays"))
    right = os.walk

    def walk(*arguments: object, **more: object) -> object:
        for place, folders, names in right(*arguments, **more):  # type: ignore[call-overload]
            yield place, folders, [*names, "gone.jsonl"]

    monkeypatch.setattr(os, "walk", walk)
    assert imported(store, folder).total.skipped == {"cannot be opened: No such file or directory": 1}
    assert texts(store) == ["stays"]


def test_deep_nesting_and_huge_numbers_are_skipped_with_their_reason(store: Store, folder: Path) -> None:
    path = folder / "5f0c.jsonl"
    deep = b'{"type":"user","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    path.write_bytes(b"".join(conversation(count=4)) + deep + turn("z", "after", 30))
    result = imported(store, path)
    assert result.total.skipped == {"nested too deeply": 1}
    assert len(texts(store)) == 5


def test_a_source_file_is_never_written_to(store: Store, folder: Path) -> None:
    path = folder / "5f0c.jsonl"
    path.write_bytes(b"".join(conversation()) + b"torn")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    path.chmod(0o400)
    imported(store, folder)
    assert before == (path.read_bytes(), path.stat().st_mtime_ns)
    assert os.listdir(folder) == ["5f0c.jsonl"]


# --- copies of files whose conversation has no name but the file's ----------------------------------------------------


def test_a_copy_under_another_name_adds_nothing_and_goes_on_where_its_original_did(store: Store, folder: Path) -> None:
    first, copy = folder / "chat.jsonl", folder / "chat (1).jsonl"
    first.write_bytes(plain("one") + plain("two", 1) + plain("two", 1))
    copy.write_bytes(first.read_bytes() + plain("three", 2))
    assert [3, 1] == [account.stored for account in imported(store, first, copy).accounts]
    assert {"plain:chat"} == {record.session for record in kept(store)}
    assert (0, 0) == (imported(store, copy).total.stored, imported(store, first).total.stored)


def test_a_renamed_file_whose_last_line_has_no_end_adds_nothing(store: Store, folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(plain("one") + plain("two", 1).rstrip(b"\n"))
    imported(store, folder / "a.jsonl")
    (folder / "a.jsonl").rename(folder / "b.jsonl")
    assert 0 == imported(store, folder / "b.jsonl").total.stored
    (folder / "b.jsonl").rename(folder / "c.jsonl")
    assert 0 == imported(store, folder / "c.jsonl").total.stored


@pytest.mark.parametrize("other", [plain("else") + plain("two", 1), plain("one", 5) + plain("two", 1), plain("two", 1)])
def test_files_that_begin_otherwise_keep_what_both_say(store: Store, folder: Path, other: bytes) -> None:
    (folder / "a.jsonl").write_bytes(plain("one") + plain("two", 1))
    (folder / "b.jsonl").write_bytes(other)
    imported(store, folder / "a.jsonl", folder / "b.jsonl")
    assert 2 == texts(store).count("two")


def test_a_last_line_that_is_not_complete_is_told_and_taken_once_it_is(store: Store, folder: Path) -> None:
    whole = plain("one") + plain("two", 1)
    path = folder / "chat.jsonl"
    path.write_bytes(whole[:-20])
    first = imported(store, path).total
    assert (1, len(whole) - 20 - len(plain("one"))) == (first.stored, first.waiting_b)
    path.write_bytes(whole)
    second = imported(store, path).total
    assert (1, 0) == (second.stored, second.waiting_b)
    path.write_bytes(whole.rstrip(b"\n"))
    assert 0 == imported(store, path).total.waiting_b


@pytest.mark.parametrize("data", [b"[" + plain("one").strip() + b"]", plain("one") + b"\n \n", plain("one").strip()])
def test_a_file_without_a_torn_line_waits_for_nothing(store: Store, folder: Path, data: bytes) -> None:
    (folder / "chat.jsonl").write_bytes(data)
    assert (1, 0) == (
        imported(store, folder / "chat.jsonl").total.stored,
        imported(store, folder / "chat.jsonl").total.waiting_b,
    )
