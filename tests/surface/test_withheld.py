"""What was said in a pause, in an excluded folder or in an excluded conversation is not taken in, and nothing of it is kept."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lossless_memory import Memory
from lossless_memory.ingest import inputs
from lossless_memory.log import pauses
from lossless_memory.log.home import Store, open_store
from lossless_memory.log.pauses import Pause, Pauses
from lossless_memory.paths import find_home
from lossless_memory.surface.cli import pause as pausing
from tests.surface.running import Cli, transcript, turn

T0 = datetime(2026, 10, 14, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(find_home(str(tmp_path / "home")), now=T0)


def at(minutes: float) -> datetime:
    return T0 + timedelta(minutes=minutes)


def ts(minutes: float) -> str:
    return at(minutes).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def test_a_pause_is_half_open_and_ends_at_resume(store: Store) -> None:
    pauses.pause(store, at(0), None)
    assert pauses.read(store.home).holds(ts(10_000))
    pauses.resume(store, at(10))
    found = pauses.read(store.home)
    assert [Pause(ts(0), ts(10))] == found.all
    assert [True, True, False] == [found.holds(ts(minute)) for minute in (0, 9.9, 10)]
    assert not found.holds(ts(-0.1))


def test_a_pause_for_a_while_ends_by_itself_and_resume_ends_it_early(store: Store) -> None:
    pauses.pause(store, at(0), at(60))
    assert [Pause(ts(0), ts(60))] == pauses.read(store.home).all
    pauses.pause(store, at(10), at(20))
    assert [Pause(ts(0), ts(60))] == pauses.read(store.home).all, "a shorter pause inside does not cut the longer one"
    pauses.resume(store, at(30))
    assert [Pause(ts(0), ts(30))] == pauses.read(store.home).all
    pauses.resume(store, at(40))
    assert [Pause(ts(0), ts(30))] == pauses.read(store.home).all, "resuming again changes nothing"


def test_pauses_that_touch_become_one() -> None:
    merged = Pauses([Pause("3", "4"), Pause("1", "2"), Pause("2", "3"), Pause("6", None), Pause("7", "8")])
    assert [Pause("1", "4"), Pause("6", None)] == merged.all


def test_what_was_said_in_a_pause_is_not_taken_in_even_later_and_from_elsewhere(cli: Cli, tmp_path: Path) -> None:
    cli("append", "a first line", code=0)
    marks = cli.home / "log/other/markers.jsonl"  # as another device would have written it
    marks.parent.mkdir(parents=True)
    marks.write_text(
        json.dumps({"ts": "2026-10-13T11:00:00.000000Z", "mark": "pause", "until": None})
        + "\n"
        + json.dumps({"ts": "2026-10-13T12:00:00.000000Z", "mark": "resume"})
        + "\n"
    )
    lines = [
        turn("u1", "2026-10-13T10:59:59.000Z", "before the pause"),
        turn("u2", "2026-10-13T11:00:00.000Z", "the secret kumquat", parent="u1"),
        turn("u3", "2026-10-13T11:30:00.000Z", "a secret answer", "assistant", parent="u2"),
        turn("u4", "2026-10-13T12:00:00.000Z", "behind the pause", parent="u3"),
    ]
    path = transcript(tmp_path / "s1.jsonl", lines)
    with path.open("ab") as stream:
        stream.write(b"{broken\n")
    first = cli("import", str(path), "--json").json["files"][0]
    assert {"paused": 2} == {name: count for name, count in first["skipped"].items() if name == "paused"}
    assert first["items"] == first["converted"] + sum(first["skipped"].values())
    assert ["before the pause", "behind the pause"] == cli.recalled("yesterday")
    again = cli("import", str(path), "--json").json["total"]
    assert 0 == again["stored"]
    for kept in cli.home.rglob("*"):
        assert not kept.is_file() or b"kumquat" not in kept.read_bytes(), kept


def test_an_unreadable_item_behind_a_paused_one_is_not_kept_in_quarantine(cli: Cli, tmp_path: Path) -> None:
    cli("pause", code=0)
    day = datetime.now(UTC) + timedelta(seconds=60)
    path = transcript(tmp_path / "s1.jsonl", [turn("u1", day.isoformat(), "said in the pause")])
    with path.open("ab") as stream:
        stream.write(b'{"type":"user","message":"torn kumquat"\n')
    cli("import", str(path), code=3)
    for kept in cli.home.rglob("*"):
        assert not kept.is_file() or b"kumquat" not in kept.read_bytes(), kept
    cli("resume", code=0)


def test_what_is_given_by_hand_in_a_pause_is_not_stored_and_told(cli: Cli) -> None:
    before = cli("append", "--ts", "2026-10-13T11:00:00Z", "an open word", code=0)
    assert "main/2026-10-13:1\n" == before.out
    cli("pause", "2h", code=0)
    ran = cli("append", "the secret kumquat", code=3)
    assert "" == ran.out
    assert "1 record was said off the record, in a pause, and not stored." in ran.err
    assert "earlier with: lossless resume" in ran.err
    assert {"paused": 1} == cli("append", "--json", stdin=b"kumquat from a pipe", code=3).json["skipped"]
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    lines = [{"text": "kumquat now"}, {"text": "said before", "ts": "2026-10-13T11:01:00Z"}]
    lines += [{"text": "kumquat later", "ts": later, "origin": {"source": "mine", "id": "1"}}]
    body = cli("append", "--jsonl", "--json", stdin="\n".join(map(json.dumps, lines)).encode(), code=3).json
    assert (["main/2026-10-13:2"], 1, 0, {"paused": 2}) == tuple(
        body[name] for name in ("locators", "stored", "duplicates", "skipped")
    )
    inside = datetime.now(UTC).isoformat()
    cli("resume", code=0)
    ended = cli("append", "--ts", inside, "kumquat again")
    assert (3, False) == (ended.code, "Off the record" in ended.err), "a pause that is over is not running"
    cli("append", "on the record again", code=0)
    assert [] == cli.recalled("kumquat", LOSSLESS_NOW=None)
    for kept in cli.home.rglob("*"):
        assert not kept.is_file() or b"kumquat" not in kept.read_bytes(), kept


def test_what_is_given_by_hand_and_excluded_is_not_stored_and_told(cli: Cli) -> None:
    cli("config", "set", "exclude_sessions", '["closed"]', code=0)
    ran = cli("append", "--session", "closed", "the secret kumquat", code=3)
    assert "1 record was excluded by the settings and not stored." in ran.err
    cli("append", "--session", "open", "an open word", code=0)


def test_the_library_withholds_what_lies_in_a_pause_and_its_receipt_counts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOSSLESS_MACHINE", "tests")
    with Memory.open(str(tmp_path / "home")) as memory:
        pauses.pause(open_store(find_home(str(tmp_path / "home")), now=T0), at(0), at(60))
        given = [{"text": name, "ts": ts(minute)} for name, minute in (("a", -1), ("b", 0), ("c", 59), ("d", 60))]
        receipt = memory.append(given)
        assert ["main/2026-10-14:1", None, None, "main/2026-10-14:2"] == [one and str(one) for one in receipt.locators]
        assert (2, 0, {"paused": 2}) == (receipt.stored, receipt.duplicates, dict(receipt.skipped))
        pauses.pause(open_store(find_home(str(tmp_path / "home")), now=T0), at(60), at(90))
        assert {"paused": 1} == memory.append([{"text": "e", "ts": ts(70)}]).skipped, "asked anew each time"
        assert {} == memory.append([{"text": "f", "ts": ts(90)}]).skipped


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (30, "half an hour|half hour|a half hour|30分|三十分|３０分間|半時間|media hora|durante media hora|30 min|30"),
        (45, "45m|forty-five minutes|forty five mins|three quarters of an hour|四十五分|tres cuartos de hora"),
        (45, "cuarenta y cinco minutos|for 45 minutes"),
        (60, "1h|an hour|one hour|for an hour|about an hour|一時間|1時間|約1時間|una hora|1 hora|por una hora"),
        (75, "an hour and a quarter|una hora y cuarto|1時間15分|一時間十五分"),
        (90, "an hour and a half|one and a half hours|1.5 h|1,5 horas|1h30m|1h30|1時間半|一時間半|1時間30分"),
        (90, "一時間三十分|hora y media|una hora y media|1 hour 30 minutes|an hour and thirty minutes|1時間と30分"),
        (90, "1時間半くらい|an hour, 30 minutes|One Hour And A Half|una hora y treinta minutos|１時間半"),
        (120, "2h|two hours|a couple of hours|二時間|dos horas|un par de horas|百二十分|2 hours"),
        (150, "two and a half hours|2時間半|dos horas y media|二時間半"),
        (720, "半日|half a day|medio día|12時間|十二時間"),
        (1_440, "a day|1 day|一日|1日間|un día|1 dia"),
        (2_160, "a day and a half|1日半|un día y medio"),
        (10_080, "a week|1 week|一週間|una semana|7日"),
    ],
)
def test_lengths_are_read_as_people_say_them(minutes: int, said: str) -> None:
    assert {phrase: timedelta(minutes=minutes) for phrase in said.split("|")} == {
        phrase: pausing._length(phrase) for phrase in said.split("|")
    }


@pytest.mark.parametrize(
    ("said", "minutes"),
    [("45m", 45), ("2h", 120), ("1 hour 30 minutes", 90), ("一時間", 60), ("1時間半", 90), ("media hora", 30)],
)
def test_a_pause_says_when_it_ends(cli: Cli, said: str, minutes: int) -> None:
    body = cli("pause", said, "--json", code=0).json
    start, until = (datetime.fromisoformat(body[name]) for name in ("from", "until"))
    assert timedelta(minutes=minutes) == until - start


@pytest.mark.parametrize("said", ["soon", "0m", "-5m", "99999d", "2h tomorrow", "hour", "for", "半", "明日"])
def test_a_length_that_is_none_pauses_nothing(cli: Cli, said: str) -> None:
    cli("append", "x", code=0)
    refused = cli("pause", "--", said, code=2).err
    assert "nothing was paused" in refused
    assert "1時間半" in refused
    assert "Nothing was paused" in cli("resume", code=0).err


def test_excluded_folders_and_files_are_not_even_opened(cli: Cli, tmp_path: Path) -> None:
    lines = [turn("u1", "2026-10-13T11:00:00.000Z", "an open word")]
    hidden = [turn("v1", "2026-10-13T11:00:00.000Z", "a private word", session="s2")]
    transcript(tmp_path / "chats/open/s1.jsonl", lines)
    secret = transcript(tmp_path / "chats/private/s2.jsonl", hidden)
    transcript(
        tmp_path / "chats/x.secret.jsonl", [turn("w1", "2026-10-13T11:00:00.000Z", "a private word", session="s3")]
    )
    secret.parent.chmod(0)
    try:
        cli("config", "set", "exclude_paths", json.dumps([str(secret.parent), "*.secret.jsonl"]), code=0)
        total = cli("import", str(tmp_path / "chats"), "--json", code=3).json["total"]
    finally:
        secret.parent.chmod(0o700)
    assert {"excluded": 2} == total["skipped"]
    assert ["an open word"] == cli.recalled("yesterday")
    assert {"excluded": 1} == cli("import", str(secret), "--json", code=3).json["total"]["skipped"]


def test_what_was_said_in_an_excluded_folder_or_conversation_is_not_taken_in(cli: Cli, tmp_path: Path) -> None:
    lines = [
        turn("u1", "2026-10-13T11:00:00.000Z", "said in the open", cwd="/srv/open"),
        turn("u2", "2026-10-13T11:01:00.000Z", "said in private", cwd="/srv/private/deep"),
        turn("u3", "2026-10-13T11:02:00.000Z", "said in a closed talk", session="closed"),
    ]
    cli("config", "set", "exclude_paths", '["/srv/private"]', code=0)
    cli("config", "set", "exclude_sessions", '["claude-code:closed"]', code=0)
    total = cli("import", str(transcript(tmp_path / "s1.jsonl", lines)), "--json", code=3).json["total"]
    assert {"excluded": 2} == total["skipped"]
    assert ["said in the open"] == cli.recalled("yesterday")


def test_a_running_pause_is_told_wherever_one_looks_and_with_its_real_end(cli: Cli) -> None:
    cli("append", "x", code=0)
    for name in ("now", "sync", "stats"):
        assert "Off the record" not in cli(name).err
    assert "until you say: lossless resume" in cli("pause", code=0).err
    shorter = cli("pause", "1m", code=0)
    assert "until you say: lossless resume" in shorter.err, "the longer pause goes on behind it"
    for name in ("now", "sync", "stats"):
        assert "Off the record since" in cli(name).err
    assert "Off the record since" in cli("doctor").out
    assert cli("pause", "2h", "--json", code=0).json["until"] is None
    cli("resume", code=0)
    assert "Off the record" not in cli("now").err


def test_a_folder_that_cannot_be_listed_is_told_and_not_taken_for_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chats/closed").mkdir(parents=True)
    really = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    refused = [one for one in inputs.expand(str(tmp_path / "chats")) if isinstance(one, inputs.Refused)]
    assert [inputs.Refused(str(tmp_path / "chats/closed"), "cannot be opened: Permission denied")] == refused
