"""Chats between people come in archives: what else lies in them names their speakers, and a second copy adds nothing."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from lossless_memory.log.home import Store
from lossless_memory.sources.base import Options
from tests.index.stores import store_at
from tests.ingest.sources import imported, kept, numbers

SAM = Options(zone="Asia/Tokyo", person=("Sam",))


@pytest.fixture
def store(home: Path) -> Store:
    return store_at(home)


def archive(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in members.items():
            zipped.writestr(name, data)
    return path


def day(*users: str) -> bytes:
    told = [
        {"type": "message", "user": user, "text": f"from {user}", "ts": f"177244290{number}.000001"}
        for number, user in enumerate(users)
    ]
    return json.dumps(told).encode()


USERS = json.dumps(
    [
        {"id": "U1", "name": "sam", "profile": {"real_name": "Sam Ford", "display_name": "Sam"}},
        {"id": "U2", "name": "kim", "real_name": "Kim Lee"},
    ]
).encode()


def spoken(store: Store) -> list[tuple[str, str, str]]:
    return sorted((record.role, record.actor, record.text) for record in kept(store) if record.type == "text")


def test_the_names_of_a_slack_export_come_from_its_list_of_users(store: Store, tmp_path: Path) -> None:
    members = {"channels.json": b"[]", "users.json": USERS, "boats/2026-03-02.json": day("U1", "U2", "U3")}
    path = archive(tmp_path / "export.zip", members)
    result = imported(store, path, options=SAM)
    assert (1, 2, {}) == (len(result.accounts), result.companions, result.total.skipped)
    assert [("system", "Kim Lee", "from U2"), ("system", "U3", "from U3"), ("user", "User", "from U1")] == spoken(store)
    assert (3, 0, 3) == numbers(imported(store, path, options=SAM))


@pytest.mark.parametrize("users", [b"", b"{", b"[" * 50_000, b'{"U1": "Sam"}', b'[7, {"id": "U1", "profile": 5}]'])
def test_a_list_of_users_that_is_none_names_nobody(store: Store, tmp_path: Path, users: bytes) -> None:
    imported(store, archive(tmp_path / "x.zip", {"users.json": users, "boats/2026-03-02.json": day("U1")}), options=SAM)
    assert [("system", "U1", "from U1")] == spoken(store)


def test_a_list_of_users_that_unpacks_to_too_much_is_left_alone(store: Store, tmp_path: Path) -> None:
    members = {"users.json": USERS + b" " * 80_000_000, "boats/2026-03-02.json": day("U1")}
    imported(store, archive(tmp_path / "x.zip", members), options=SAM)
    assert [("system", "U1", "from U1")] == spoken(store)


def test_a_whatsapp_chat_is_read_from_its_archive_and_photos_are_passed_over(store: Store, tmp_path: Path) -> None:
    chat = b"[13.02.26, 10:00:00] Sam: mine\r\n[13.02.26, 10:00:01] Kim: hers\nand more\r\n"
    path = archive(tmp_path / "WhatsApp Chat - Kim.zip", {"_chat.txt": chat, "photo.jpg": b"x", "notes.txt": b"x"})
    assert (2, 2, 0) == numbers(imported(store, path, options=SAM))
    assert [("system", "Kim", "hers\nand more"), ("user", "User", "mine")] == spoken(store)
    assert {"whatsapp:WhatsApp Chat - Kim"} == {record.session for record in kept(store)}
    assert (2, 0, 2) == numbers(imported(store, path, options=SAM))
    assert (2, 0, 2) == numbers(imported(store, path, options=Options(zone="Europe/Paris", person=SAM.person)))
    assert (2, 1, 1) == numbers(imported(store, path, options=Options(zone="Europe/Paris", person=("Kim",))))


def test_equal_messages_of_one_minute_all_stay(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat with Kim.txt"
    path.write_text("13/02/26, 10:00 - Kim: ok\n" * 3)
    assert (3, 3, 0) == numbers(imported(store, path))
    copy = tmp_path / "WhatsApp Chat with Kim (1).txt"
    copy.write_text("13/02/26, 10:00 - Kim: ok\n" * 4)
    assert (4, 1, 3) == numbers(imported(store, copy))


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        (("a/one.zip", "b.tar.gz"), "it holds 2 archives (a/one.zip); unpack it and import what was in it"),
        (
            ("photo.jpg", "one.zip"),
            "it holds an archive (one.zip) and 1 other files; unpack it and import what was in it",
        ),
        (("photo.jpg", "notes.txt"), "none of its 2 files can be a conversation (photo.jpg)"),
        ((), "an archive without any file"),
    ],
)
def test_an_archive_in_which_nothing_can_be_read_says_what_it_holds(
    store: Store, tmp_path: Path, members: tuple[str, ...], reason: str
) -> None:
    result = imported(store, archive(tmp_path / "takeout.zip", dict.fromkeys(members, b"PK\3\4")))
    assert [(str(tmp_path / "takeout.zip"), {reason: 1})] == [(one.path, one.skipped) for one in result.accounts]


def test_a_page_of_activity_in_html_is_refused_with_the_way_out(store: Store, tmp_path: Path) -> None:
    page = b'<div class="outer-cell">Gemini Apps</div>'
    result = imported(store, archive(tmp_path / "t.zip", {"Takeout/My Activity/Gemini Apps/MyActivity.html": page}))
    assert ["an activity page in HTML (ask Takeout for My Activity as JSON)"] == list(result.total.skipped)
