"""What goes wrong in a home, how it is said, and that nothing is lost or written by it (RELIABILITY §1)."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.surface.running import NOW, PROGRAM, Cli, can_run, transcript, tree, turn

LOOKING = [
    ["recall", "yesterday"],
    ["when", "yesterday"],
    ["show", "main/2026-10-13:1"],
    ["stats"],
    ["verify"],
    ["config", "list"],
]
WRITING = [
    ["append", "a note"],
    ["import", "."],
    ["sync"],
    ["index"],
    ["index", "--rebuild"],
    ["config", "set", "person", "Sam"],
    ["config", "set", "device", "laptop"],
]


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"person": "Sam",}', "not valid JSON"),
        (b"[]", "does not hold a JSON object"),
        (b'{"persn": "Sam"}', "Did you mean person?"),
        (b'{"timezone": "Mars/Olympus"}', "must be a time zone"),
        (b'{"languages": ["en", "tlh"]}', "must be a list of en, ja, es"),
        (b"\xff\xfe\x00", "not valid JSON"),
    ],
)
def test_broken_settings_are_a_clear_error_with_a_suggestion_and_stay_as_they_are(
    filled: Cli, body: bytes, expected: str
) -> None:
    path = filled.home / "config.json"
    path.write_bytes(body)
    ran = filled("recall", "yesterday", code=11)
    assert ran.out == ""
    assert str(path) in ran.err
    assert expected in ran.err
    assert path.read_bytes() == body


def test_with_broken_settings_nothing_is_written(filled: Cli) -> None:
    (filled.home / "config.json").write_bytes(b"{")
    before = tree(filled.home)
    for arguments in (*WRITING[:5], ["config", "set", "person", "Sam"], ["config", "list"]):
        assert filled(*arguments, code=11).out == ""
    assert tree(filled.home) == before


# --- another machine's folder -----------------------------------------------------------------------------------------


def test_a_foreign_device_folder_is_never_written_and_can_be_asked(filled: Cli) -> None:
    other = Cli(filled.home, LOSSLESS_MACHINE="other")
    before = tree(filled.home / "log")
    for arguments in (["append", "a note"], ["import", str(filled.home.parent)]):
        ran = other(*arguments, code=13)
        assert ran.out == ""
        assert "lossless config set device" in ran.err
    assert "The budget for the boat is 300." in other.recalled("yesterday")
    assert tree(filled.home / "log") == before


def test_with_a_name_of_its_own_the_other_machine_writes_beside_it(filled: Cli) -> None:
    other = Cli(filled.home, LOSSLESS_MACHINE="other")
    before = tree(filled.home / "log/main")
    other("config", "set", "device", "laptop", code=0)
    ran = other("append", "--ts", "2026-10-13T21:00:00+09:00", "from the laptop", code=0)
    assert ran.out == "laptop/2026-10-13:1\n"
    assert "from the laptop" in filled.recalled("yesterday")
    assert tree(filled.home / "log/main") == before


# --- a newer format ---------------------------------------------------------------------------------------------------


def test_a_newer_store_is_refused_by_every_command_with_both_versions_and_nothing_is_written(filled: Cli) -> None:
    path = filled.home / "store.json"
    about = json.loads(path.read_bytes())
    path.write_text(json.dumps({**about, "format": 7}))
    before = tree(filled.home)
    for arguments in (["recall", "yesterday"], ["show", "main/2026-10-13:1"], ["stats"], ["verify"], *WRITING):
        ran = filled(*arguments, code=14)
        assert ran.out == ""
        assert "format 7" in ran.err
        assert "format 1" in ran.err
        assert "Update lossless-memory" in ran.err
    assert tree(filled.home) == before


def test_a_store_file_that_names_no_format_is_refused(filled: Cli) -> None:
    (filled.home / "store.json").write_text("{}")
    ran = filled("recall", "yesterday", code=12)
    assert "store.json is damaged" in ran.err


# --- the index --------------------------------------------------------------------------------------------------------


def catalog_of(cli: Cli) -> Path:
    (path,) = cli.home.glob("local/*/catalog-*.db")
    return path


@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_a_damaged_index_is_said_and_answered_from_the_log_and_mended_by_a_rebuild(filled: Cli, place: str) -> None:
    path = catalog_of(filled)
    size = path.stat().st_size
    offset = {"start": 0, "middle": size // 2 // 4096 * 4096, "end": size - 4096}[place]
    with path.open("r+b") as stream:
        stream.seek(offset)
        stream.write(os.urandom(4096) if place != "middle" else b"\xa5" * 4096)
    log = tree(filled.home / "log")
    body = filled("recall", "--json", "yesterday evening, the budget", code=0).json
    assert body["hits"][0]["text"] == "The budget for the boat is 300."
    assert any("index" in note and "whole log" in note and "lossless index --rebuild" in note for note in body["notes"])
    assert filled("index", "--rebuild", "--json", code=0).json["records"] == 3
    mended = filled("recall", "--json", "yesterday evening, the budget", code=0).json
    assert mended["hits"] == body["hits"]
    assert not any("index" in note for note in mended["notes"])
    assert tree(filled.home / "log") == log


def test_a_missing_index_is_said_and_answered_from_the_log(filled: Cli) -> None:
    for path in filled.home.glob("local/*/*"):
        path.unlink()
    body = filled("recall", "--json", "yesterday evening, the budget", code=0).json
    assert body["hits"][0]["text"] == "The budget for the boat is 300."
    assert any("no index yet" in note for note in body["notes"])


def test_the_whole_local_folder_may_go_and_everything_comes_back(filled: Cli, tmp_path: Path) -> None:
    before = filled("recall", "--json", "yesterday", "--around", "2").json
    shutil.rmtree(filled.home / "local")
    filled("index", code=0)
    assert filled("recall", "--json", "yesterday", "--around", "2").json == before


# --- damage in the log ------------------------------------------------------------------------------------------------


def test_verify_finds_a_broken_line_says_where_and_writes_nothing(filled: Cli) -> None:
    path = filled.home / "log/main/2026/2026-10-13.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[0] = b"#" + lines[0][1:]
    path.write_bytes(b"\n".join(lines))
    before = tree(filled.home)
    body = filled("verify", "--json", code=20).json
    assert (body["ok"], [one["locator"] for one in body["findings"]]) == (False, ["main/2026-10-13:1"])
    text = filled("verify", code=20).out
    assert "main/2026-10-13:1" in text
    assert str(path) in text
    assert tree(filled.home) == before


def test_a_broken_line_is_no_record_and_is_counted_beside_them(filled: Cli) -> None:
    path = filled.home / "log/main/2026/2026-10-13.jsonl"
    path.write_bytes(b"{broken\n" + path.read_bytes())
    assert filled("stats", "--json", code=0).json["records"] == 3
    said = filled("stats", code=0).out
    assert "3 records in" in said
    assert "1 line cannot be read: lossless verify" in said


def test_beside_a_broken_line_everything_else_is_found(filled: Cli) -> None:
    path = filled.home / "log/main/2026/2026-10-13.jsonl"
    path.write_bytes(b"\0\0\0\0\n" + path.read_bytes())
    assert "Noted: 300." in filled.recalled("yesterday")
    assert filled("show", "main/2026-10-13:1", code=1).err.startswith(
        "There is no record at main/2026-10-13:1. It is damaged"
    )


# --- places that cannot be written ------------------------------------------------------------------------------------

READ_ONLY = [
    ["recall", "--json", "yesterday evening, the budget"],
    ["show", "main/2026-10-13:1"],
    ["stats", "--json"],
    ["verify", "--json"],
    ["when", "yesterday"],
    ["config", "list"],
]


def read_only_prefix(home: Path) -> list[str]:
    """Return what runs a command while the home cannot be written, as the superuser or not."""
    if os.geteuid() != 0:
        return []
    if not can_run("unshare", "-m"):
        pytest.skip("the superuser can write anywhere and no mount of his own can be made here")
    script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    return ["unshare", "-m", "sh", "-c", script, str(home)]


@pytest.mark.skipif(os.name != "posix", reason="folders are made read-only by their modes")
def test_a_read_only_home_can_be_asked_shown_counted_and_verified(filled: Cli) -> None:
    if os.geteuid() != 0:
        for path in [filled.home, *filled.home.rglob("*")]:
            path.chmod(0o500 if path.is_dir() else 0o400)
    before = read_only_prefix(filled.home)
    for arguments in READ_ONLY:
        ran = filled(*arguments, before=before, code=0)
        assert ran.err == ""
    body = filled(*READ_ONLY[0], before=before).json
    assert body["hits"][0]["text"] == "The budget for the boat is 300."
    assert not any("whole log" in note for note in body["notes"])
    ran = filled("append", "a note", before=before)
    assert ran.code not in (0, 70)
    assert ran.out == ""
    if os.geteuid() != 0:
        for path in [filled.home, *filled.home.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)


# --- sources ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_a_pipe_is_refused_and_does_not_hang(cli: Cli, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    body = cli("import", "--json", str(tmp_path / "pipe.jsonl"), code=3).json
    assert body["files"][0]["skipped"] == {"not a regular file": 1}
    transcript(tmp_path / "in/a.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "one")])
    os.mkfifo(tmp_path / "in/pipe.jsonl")
    body = cli("import", "--json", str(tmp_path / "in"), code=3).json
    assert (body["total"]["stored"], body["total"]["skipped"]) == (1, {"not a regular file": 1})


def test_a_configured_source_is_read_when_something_is_asked(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    path = transcript(folder / "p/s1.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "the varnish is dry")])
    cli("config", "set", "sources.claude-code", str(folder), code=0)
    cli("sync", code=0)
    assert cli.recalled("varnish") == ["the varnish is dry"]
    with path.open("ab") as stream:
        stream.write(json.dumps(turn("u2", "2026-10-13T11:11:00Z", "the varnish is wet")).encode() + b"\n")
    assert cli.recalled("varnish") == ["the varnish is dry", "the varnish is wet"]


def test_everything_works_without_a_network(cli: Cli, tmp_path: Path) -> None:
    if not can_run("unshare", "-Urn"):
        pytest.skip("no network namespace can be made here")
    source = transcript(tmp_path / "s.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "one")])
    script = f'"$0" import "{source}" --quiet && "$0" append note && "$0" index --rebuild && "$0" recall yesterday && "$0" verify && "$0" demo'
    done = subprocess.run(
        ["unshare", "-Urn", "sh", "-c", script, str(PROGRAM)],
        check=False,
        capture_output=True,
        env=cli.env(LOSSLESS_NOW=NOW),
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert b"one" in done.stdout


def test_hostile_text_acts_on_no_terminal_through_any_command(cli: Cli) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m"
    record = {
        "ts": "2026-10-13T11:10:00Z",
        "actor": "Sam" + evil,
        "role": "user",
        "type": "text",
        "text": "hello " + evil,
        "model": "m" + evil,
        "session": "s" + evil,
        "origin": {"source": "web" + evil, "id": "1" + evil, "kind": "typed" + evil},
    }
    cli("append", "--jsonl", stdin=json.dumps(record).encode() + b"\n", code=0)
    for arguments in (
        ["recall", "yesterday"],
        ["recall", "hello " + evil],
        ["show", "main/2026-10-13:1"],
        ["stats"],
        ["verify"],
        ["recall", "hello", "--since", evil],
        ["when", "yesterday " + evil],
        ["import", "/nowhere" + evil],
        ["config", "set", evil, "x"],
        ["recall", "hello", "--tz", evil],
        ["frob" + evil],
        ["show", evil],
    ):
        ran = cli(*arguments)
        shown = ran.out + ran.err
        assert [
            char
            for char in shown
            if (char < " " and char != "\n" and char != "\t") or "\x7f" <= char <= "\x9f" or char == "\u202e"
        ] == [], arguments
    body = cli("recall", "--json", "yesterday").json
    assert (body["hits"][0]["text"], body["hits"][0]["actor"]) == (record["text"], record["actor"])


@pytest.mark.skipif(os.name != "posix", reason="terminals of this kind are a matter of POSIX")
def test_on_a_real_terminal_no_control_byte_of_a_text_arrives(cli: Cli) -> None:
    import pty

    cli("append", "--ts", "2026-10-13T20:10+09:00", "hello \x1b]0;owned\x07 \x1b[2J \x9b31m \u202e 予算", code=0)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), "recall", "yesterday"], stdin=theirs, stdout=theirs, stderr=theirs, env=cli.env(TERM="xterm")
    )
    os.close(theirs)
    raw = b""
    with contextlib.suppress(OSError):  # the other end is gone: everything was read
        while piece := os.read(ours, 4096):
            raw += piece
    os.close(ours)
    assert process.wait() == 0
    assert "予算" in raw.decode("utf-8")
    assert {byte for byte in raw if byte < 0x20} <= {0x09, 0x0A, 0x0D}
    assert b"\xc2\x9b" not in raw
    assert "\u202e".encode() not in raw


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device here that is always full")
@pytest.mark.parametrize("json_flag", [[], ["--json"]])
def test_an_answer_that_cannot_be_written_is_no_harm_to_the_store_and_said(filled: Cli, json_flag: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [str(PROGRAM), "recall", "yesterday", *json_flag],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            env=filled.env(),
        )
    assert 19 == done.returncode
    assert b"The answer could not be written" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_file_that_is_not_recognised_is_told_with_the_form_that_can_always_be_read(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("2026-03-02 Sam: where were we\n")
    told = cli("import", str(tmp_path / "chat.txt"), code=3).out
    assert "not recognised" in told
    example = next(line.strip() for line in told.splitlines() if line.strip().startswith("{"))
    (tmp_path / "chat.jsonl").write_text(example + "\n")
    assert "1 record = 1 new" in cli("import", str(tmp_path / "chat.jsonl"), code=0).out


def test_an_archive_that_broke_off_is_told_to_be_downloaded_again_and_nothing_is_advised_beside(
    cli: Cli, tmp_path: Path
) -> None:
    whole = tmp_path / "export.zip"
    body = transcript(tmp_path / "s1.jsonl", [turn("u1", "2026-10-13T11:00:00Z", os.urandom(4_000).hex())]).read_bytes()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("s1.jsonl", body)
    raw = whole.read_bytes()
    (tmp_path / "cut.zip").write_bytes(raw[: len(raw) // 2])
    (tmp_path / "bad.zip").write_bytes(raw[:60] + bytes(byte ^ 0xFF for byte in raw[60:200]) + raw[200:])
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(whole, "export.zip")
    reasons = {
        str(tmp_path / "cut.zip"): "the zip archive is incomplete or damaged; download it again",
        str(tmp_path / "bad.zip"): "download the archive again",
        str(tmp_path / "outer.zip"): "unpack it and import what was in it",
        os.devnull: "not a regular file",
    }
    for path, reason in reasons.items():
        told = cli("import", path, code=3).out
        assert reason in told
        assert "JSON lines" not in told, path
        assert "File is not" not in told, path
