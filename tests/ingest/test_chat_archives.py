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


def test_the_names_in_an_export_that_was_unpacked_are_those_of_its_own_list_alone(store: Store, tmp_path: Path) -> None:
    for name in ("all/slack/boats/2026-03-02.json", "all/linked/boats/2026-03-02.json"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(day("U1"))
    (tmp_path / "users.json").write_bytes(USERS)  # above the folder that is named
    imported(store, tmp_path / "all" / "slack", options=SAM)
    assert [("system", "U1", "from U1")] == spoken(store)
    (tmp_path / "all/linked/users.json").symlink_to(tmp_path / "users.json")
    imported(store, tmp_path / "all" / "linked", options=SAM)
    assert [("system", "U1", "from U1")] == spoken(store)
    (tmp_path / "all/slack/users.json").write_bytes(USERS)
    imported(store, tmp_path / "all", options=SAM)
    assert [("system", "U1", "from U1"), ("user", "User", "from U1")] == spoken(store)


def test_both_forms_of_discords_package_hold_the_same_messages(store: Store, tmp_path: Path) -> None:
    told = [{"ID": 991, "Timestamp": "2021-03-02 09:15:04", "Contents": 'a, "b"', "Attachments": ""}]
    table = b'ID,Timestamp,Contents,Attachments\n991,2021-03-02 09:15:04+00:00,"a, ""b""",\n'
    new, old = {"messages/c9/messages.json": json.dumps(told).encode()}, {"messages/c9/messages.csv": table}
    assert (1, 1, 0) == numbers(imported(store, archive(tmp_path / "new.zip", new)))
    assert (1, 0, 1) == numbers(imported(store, archive(tmp_path / "old.zip", old)))


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        (("a/one.zip", "b.tar.gz"), "it holds 2 archives (a/one.zip); unpack it and import what was in it"),
        (
            ("photo.jpg", "one.zip"),
            "it holds an archive (one.zip) and 1 other file; unpack it and import what was in it",
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


def test_a_time_on_a_page_of_activity_that_may_mean_several_is_refused_with_the_way_out(
    store: Store, tmp_path: Path
) -> None:
    name = "Takeout/My Activity/Gemini Apps/MyActivity.html"
    page = '<div class="outer-cell"><p>Gemini Apps</p><div class="content-cell">Prompted ニス<br>03/04/2026, 5:06:07 CET</div></div>'
    path = archive(tmp_path / "t.zip", {name: page.encode()})
    reason = "a time that may mean several: 03/04/2026, 5:06:07 CET (ask Takeout for My Activity as JSON)"
    assert [reason] == list(imported(store, path).total.skipped)
    assert (2, 2, 0) == numbers(imported(store, path, options=Options(date_order="dmy")))
    assert ["2026-04-03T04:06:07.000000Z"] == [record.ts for record in kept(store) if record.text == "ニス"]


def test_a_page_of_activity_is_cut_between_characters_and_entries_however_long_it_is(
    store: Store, tmp_path: Path
) -> None:
    entry = (
        '<div class="outer-cell"><div class="header-cell"><p>Gemini Apps</p></div><div class="content-cell">Prompted {0}は'
        "<br>Mar 4, 2026, 5:06:{0:02} AM UTC<br><p>{1}</p></div></div>"
    )
    path = tmp_path / "MyActivity.html"
    path.write_text("".join(entry.format(n, "🎉答え" * 20_000) for n in range(9)))
    assert (27, 27, 0) == numbers(imported(store, path))
    assert [f"{n}は" for n in range(9)] == [record.text for record in kept(store) if record.role == "user"]
    assert {"🎉答え" * 20_000} == {record.text for record in kept(store) if record.role == "assistant"}
