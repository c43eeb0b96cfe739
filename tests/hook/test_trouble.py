"""Whatever is wrong, the hook exits with 0, says nothing to the person, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hook.test_week import context, prepared
from tests.surface.running import PROGRAM, Cli, transcript, tree, turn

EVENT = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": "/w", "prompt": "fix the tests"}


def event(**more: object) -> bytes:
    return json.dumps({**EVENT, **more}).encode()


def silent(cli: Cli, name: str = "prompt", stdin: bytes | None = None, **changes: str | None) -> str:
    """Run the hook; it must succeed without a word on stderr. Return what it put out."""
    ran = cli("hook", name, stdin=event() if stdin is None else stdin, code=0, **changes)
    assert ran.raw_err == b""
    if ran.raw_out:
        json.loads(ran.raw_out)
    return ran.out


def log(cli: Cli) -> str:
    return "".join(path.read_text() for path in cli.home.glob("local/*/service.log"))


@pytest.mark.parametrize("name", ["session-start", "prompt", "stop", "pre-compact", "session-end", "persona"])
def test_without_a_home_every_event_is_silent_and_makes_none(cli: Cli, name: str) -> None:
    assert silent(cli, name) == ""
    assert not cli.home.exists()


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"not json",
        b"[]",
        b"null",
        b'{"prompt": 3, "session_id": []}',
        b"\xff\xfe{",
        b"{" * 100_000,
        b'{"a": 1' * 9,
    ],
)
def test_whatever_stands_on_stdin(filled: Cli, stdin: bytes) -> None:
    silent(filled, "prompt", stdin)


def test_an_unknown_event_and_none_at_all_are_noted_and_no_more(filled: Cli) -> None:
    assert silent(filled, "no-such-event") == ""
    assert filled("hook", stdin=b"", code=0).raw_out == b""
    assert "no event called" in log(filled)


def test_closed_streams_and_no_home_in_the_environment(filled: Cli) -> None:
    for redirect in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(
            ["sh", "-c", f'"{PROGRAM}" hook prompt {redirect}'],
            check=False,
            input=event(),
            capture_output=True,
            env=filled.env(),
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b""), redirect
    silent(filled, HOME=None)
    silent(filled, HOME=None, LOSSLESS_HOME=None, XDG_DATA_HOME=None)


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}, {"LC_ALL": "C", "PYTHONIOENCODING": "cp932"}]
)
def test_other_locales_change_no_byte(filled: Cli, locale: dict[str, str]) -> None:
    said = json.loads(silent(filled, **locale))["hookSpecificOutput"]["additionalContext"]
    assert "明日の歯医者は午後三時" in said


def test_a_read_only_home_answers_and_is_left_as_it_is(filled: Cli) -> None:
    before = tree(filled.home)
    mode = {path: path.stat().st_mode for path in [filled.home, *filled.home.rglob("*")]}
    try:
        for path in mode:
            path.chmod(0o500 if path.is_dir() else 0o400)
        assert "budget" in silent(filled)
    finally:
        for path, bits in mode.items():
            path.chmod(bits)
    if os.getuid():  # root may write anywhere
        assert before == tree(filled.home)


def test_a_damaged_index_and_a_missing_one_are_answered_from_the_log(filled: Cli) -> None:
    (path,) = filled.home.glob("local/*/catalog-*.db")
    with path.open("r+b") as stream:
        stream.write(b"\xa5" * 8192)
    assert "budget" in silent(filled)
    path.unlink()
    assert "budget" in silent(filled)
    assert "budget" in silent(filled, stdin=event(prompt="do you remember the budget?"))


def test_a_newer_store_is_left_alone_and_noted(filled: Cli) -> None:
    path = filled.home / "store.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), "format": 2}))
    assert silent(filled) == ""
    assert "format 2" in log(filled)


def test_a_broken_settings_file_is_noted(filled: Cli) -> None:
    (filled.home / "config.json").write_text("{")
    assert silent(filled) == ""
    assert "not valid JSON" in log(filled)


def test_the_persona_is_injected_whatever_else_is_broken(filled: Cli) -> None:
    (filled.home / "persona.md").write_text("You are Iris.\n", encoding="utf-8")
    (filled.home / "store.json").write_text("{")
    assert json.loads(silent(filled, "persona", b"")) == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "You are Iris."}
    }


def live(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[dict]) -> Path:
    """Prepare a home that reads a folder with one transcript."""
    monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
    monkeypatch.setenv("LOSSLESS_NOW", "2026-10-14T10:00:00+09:00")
    prepared(home, tmp_path / "projects")
    return transcript(tmp_path / "projects" / "s1.jsonl", lines)


def test_a_line_longer_than_the_budget_does_not_hide_what_stands_behind_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 5_000_000}}
    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    assert "the varnish" in context(home, "prompt", transcript_path=str(path), **EVENT)
    with path.open("ab") as stream:
        stream.write(json.dumps(turn("u2", "2026-10-14T00:20:00Z", [image])).encode() + b"\n")
        stream.write(json.dumps(turn("u3", "2026-10-14T00:40:00Z", "the parser")).encode() + b"\n")
    told = context(home, "prompt", transcript_path=str(path), **EVENT)
    assert "the varnish" in told
    assert "the parser" in told


@pytest.mark.parametrize("size_b", [20 * 2**20, 300 * 2**20])
def test_a_huge_unfinished_line_is_waited_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size_b: int
) -> None:
    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    with path.open("ab") as stream:
        stream.write(b'{"type":"user","message":{"content":"')
        stream.truncate(size_b)
    assert "the varnish" in context(home, "prompt", transcript_path=str(path), **EVENT)


def test_bytes_that_are_no_utf_8_come_through(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    path.write_bytes(path.read_bytes().replace(b"varnish", b"varn\xffish"))
    assert r"the varn\udcffish" in context(home, "prompt", transcript_path=str(path), **EVENT)


def test_an_answer_that_is_not_on_disk_yet_at_stop_is_read_the_next_time(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    stop = {**EVENT, "hook_event_name": "Stop", "last_assistant_message": "It dries in two days."}
    assert context(home, "stop", transcript_path=str(path), **stop) == ""
    with path.open("ab") as stream:
        half, rest = (
            json.dumps(turn("u2", "2026-10-14T00:00:05Z", "It dries in two days.", "assistant")).encode(),
            b"\n",
        )
        stream.write(half[:40])
        stream.flush()
        context(home, "stop", transcript_path=str(path), **stop)
        stream.write(half[40:] + rest)
    told = context(
        home, "prompt", transcript_path=str(path), **{**EVENT, "prompt": "do you remember how long it dries?"}
    )
    assert "It dries in two days." in told


def test_no_store_is_written_while_another_machine_owns_the_device_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    (home / "log" / "main").mkdir(parents=True)
    (home / "log" / "main" / "device.json").write_text('{"device": "main", "fingerprint": "another"}')
    assert "the varnish" in context(home, "prompt", transcript_path=str(path), **EVENT)
    assert list(home.glob("log/main/2*")) == []


def test_what_was_said_in_a_pause_is_not_even_told(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lossless_memory.log import fsio
    from lossless_memory.paths import find_home

    lines = [turn("u1", "2026-10-14T00:00:00Z", "the varnish"), turn("u2", "2026-10-14T00:30:00Z", "the secret")]
    path = live(home, tmp_path, monkeypatch, lines)
    (home / "log" / "main").mkdir(parents=True)
    marks = [
        {"ts": "2026-10-14T00:20:00.000000Z", "mark": "pause"},
        {"ts": "2026-10-14T00:40:00.000000Z", "mark": "resume"},
    ]
    (home / "log" / "main" / "markers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in marks))
    with fsio.locked(find_home(str(home)).lock, 0):
        told = context(home, "prompt", transcript_path=str(path), **EVENT)
    assert "the varnish" in told
    assert "secret" not in told
    assert "secret" not in context(home, "prompt", transcript_path=str(path), **EVENT)


def test_no_process_is_left_behind(filled: Cli) -> None:
    code = (
        "import os, subprocess, sys; p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, start_new_session=True);"
        "p.communicate(b'{}'); print(p.returncode);"
        "print([d for d in os.listdir('/proc') if d.isdigit() and _group(d) == p.pid])"
    )
    group = "import os\ndef _group(d):\n    try:\n        return os.getpgid(int(d))\n    except OSError:\n        return -1\n"
    done = subprocess.run(
        [sys.executable, "-c", group + code, str(PROGRAM), "hook", "stop"],
        check=True,
        capture_output=True,
        env=filled.env(),
        timeout=60,
    )
    assert done.stdout.split() == [b"0", b"[]"]


def test_a_branch_that_begins_in_what_is_not_stored_ends_the_stored_one(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lossless_memory.log import fsio
    from lossless_memory.paths import find_home

    lines = [
        turn("u1", "2026-10-14T00:00:00Z", "the varnish"),
        turn("a1", "2026-10-14T00:00:30Z", "It dries.", "assistant", parent="u1"),
        turn("u2", "2026-10-14T00:20:00Z", "we decided on the parser", parent="a1"),
        turn("a2", "2026-10-14T00:20:30Z", "Done.", "assistant", parent="u2"),
    ]
    path = live(home, tmp_path, monkeypatch, lines)
    assert "the parser" in context(home, "prompt", transcript_path=str(path), **EVENT)
    with path.open("ab") as stream:
        back = turn("u3", "2026-10-14T00:40:00Z", "the dentist instead", parent="a1")
        stream.write(json.dumps(back).encode() + b"\n")
    with fsio.locked(find_home(str(home)).lock, 0):
        told = context(home, "prompt", transcript_path=str(path), **EVENT)
    stored = context(home, "prompt", transcript_path=str(path), **EVENT)
    for block in (told, stored):
        assert [word in block for word in ("the varnish", "the parser", "the dentist")] == [True, False, True]


def test_a_full_disk_is_noted_and_the_turn_told_from_memory(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    from lossless_memory.log import fsio

    path = live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])

    def full(fd: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(fsio, "write_whole", full)
        assert "the varnish" in context(home, "prompt", transcript_path=str(path), **EVENT)
    assert "the varnish" in context(home, "prompt", transcript_path=str(path), **EVENT)
    assert len(list(home.glob("log/main/2026/*.jsonl"))) == 1


def test_a_transcript_that_is_one_json_value_is_taken_whole_while_it_is_small(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live(home, tmp_path, monkeypatch, [turn("u1", "2026-10-14T00:00:00Z", "the varnish")])
    path = tmp_path / "whole.json"
    lines = [turn("w1", "2026-10-14T00:30:00Z", "the dentist", session="w")]
    path.write_text(json.dumps({"loglines": lines}))
    assert "the dentist" in context(home, "prompt", transcript_path=str(path), **EVENT)
    lines.append(turn("w2", "2026-10-14T00:31:00Z", "x" * 600_000 + " the parser", session="w"))
    path.write_text(json.dumps({"loglines": lines}))
    told = context(home, "prompt", transcript_path=str(path), **EVENT)
    assert "the dentist" in told
    assert not (home / "quarantine").exists()


@pytest.mark.parametrize("is_copied", [False, True])
def test_the_end_of_a_turn_makes_a_missing_index_anew_and_takes_in_what_is_new(
    filled: Cli, tmp_path: Path, is_copied: bool
) -> None:
    fresh = transcript(tmp_path / "s9.jsonl", [turn("n1", "2026-10-14T01:00:00Z", "zanzibar it is", session="s9")])
    if is_copied:
        home = tmp_path / "copy"
        shutil.copytree(filled.home, home)
    else:
        home = filled.home
        shutil.rmtree(home / "local")
    said = event(transcript_path=str(fresh), session_id="s9")
    for name in ("prompt", "stop", "stop"):
        silent(filled, name, said, LOSSLESS_HOME=str(home))
    kept = b"".join(path.read_bytes() for path in home.glob("log/*/*/*.jsonl"))
    assert kept.count(b"zanzibar it is") == 1


@pytest.mark.parametrize("options", [["--quiet", "hook"], ["--tz", "Asia/Tokyo", "hook"], ["hook", "--quiet"]])
def test_options_of_all_commands_may_stand_anywhere_and_never_stop_the_turn(cli: Cli, options: list[str]) -> None:
    cli("append", "the mast", code=0)
    ran = cli(*options, "prompt", stdin=event(), code=0, LOSSLESS_NOW=None)
    assert (ran.raw_err, "UserPromptSubmit" in ran.out) == (b"", True)


def test_the_home_may_be_named_before_the_event(cli: Cli, tmp_path: Path) -> None:
    cli("append", "the mast", code=0)
    for words in (["--home", str(cli.home), "hook", "prompt"], ["hook", "--home", str(cli.home), "prompt"]):
        ran = cli(*words, stdin=event(), code=0, LOSSLESS_NOW=None, LOSSLESS_HOME=str(tmp_path / "none"))
        assert "UserPromptSubmit" in ran.out
