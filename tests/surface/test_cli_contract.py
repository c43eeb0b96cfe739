"""What holds for every command: its JSON, its exit codes, its streams, the global options (DESIGN §8)."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.surface.running import PROGRAM, Cli, transcript, tree, turn

RECALL = """schema_version now timezone question intervals terms layer total shown days held_back index notes ask next hits"""
HIT = """locator ts local actor role type kind source trust text model session rank match low_confidence outside"""
FILE = """path source items converted skipped records stored duplicates first last"""
LOOKING = [
    (["recall", "yesterday evening"], 0, RECALL),
    (["recall", "zebra crossing"], 1, RECALL),
    (["when", "yesterday evening"], 0, "schema_version now timezone intervals rest impossible"),
    (["when", "the budget"], 1, "schema_version now timezone intervals rest impossible"),
    (["show", "main/2026-10-13:1"], 0, "schema_version hits"),
    (["show", "main/2026-10-13:9"], 1, "schema_version hits"),
    (["stats"], 0, "schema_version records"),
    (["stats", "--sources"], 0, "schema_version by_source imports imports_total"),
    (["doctor"], 0, "schema_version ok symptoms"),
    (["service", "status"], 1, "schema_version installed running daemon"),
    (["verify"], 0, "schema_version ok findings head"),
    (["config", "list"], 0, "schema_version settings"),
    (["config", "get", "person"], 0, "schema_version name value"),
    (["config", "path"], 0, "schema_version path"),
]
WRITING = [
    (["append", "a note"], "schema_version locators stored duplicates"),
    (["sync"], "schema_version files total"),
    (["index"], "schema_version"),
    (["index", "--rebuild"], "schema_version records"),
    (["config", "set", "person", "Sam"], "schema_version name value"),
]


@pytest.mark.parametrize(("arguments", "code", "keys"), LOOKING, ids=lambda value: str(value)[:40])
def test_commands_that_look_answer_in_json_and_change_nothing(
    kept: Cli, arguments: list[str], code: int, keys: str
) -> None:
    before = tree(kept.home / "log")
    ran = kept(*arguments, "--json", code=code)
    assert set(keys.split()) <= set(ran.json)
    assert ran.json["schema_version"] == 1
    assert next(iter(ran.json)) == "schema_version"
    assert tree(kept.home / "log") == before


def test_commands_that_write_answer_in_json(filled: Cli) -> None:
    for arguments, keys in WRITING:
        ran = filled(*arguments, "--json", code=0)
        assert set(keys.split()) <= set(ran.json), arguments


def test_recall_json_says_who_when_where_and_how_far(kept: Cli) -> None:
    body = kept("recall", "--json", "yesterday evening, the budget").json
    assert (body["now"], body["timezone"]) == ("2026-10-14T01:00:00.000000Z", "Asia/Tokyo")
    assert set(HIT.split()) <= set(body["hits"][0])
    assert set(body["intervals"][0]) == {"start", "end", "phrase", "reading", "vague"}
    assert set(body["index"]) == {"through", "behind"}
    assert body["hits"][0]["session"] == "claude-code:s1"
    assert [(hit["rank"], hit["match"], hit["local"]) for hit in body["hits"]] == [
        (1, "exact", "2026-10-13 Tue 20:10"),
        (2, "context", "2026-10-13 Tue 20:11"),
    ]


def test_when_json_gives_spans_alternatives_and_the_rest(kept: Cli) -> None:
    body = kept("when", "--json", "yesterday evening, the budget").json
    one = body["intervals"][0]
    assert {"start", "end", "phrase", "span", "grain", "reading", "vague", "alternatives"} <= set(one)
    assert (one["phrase"], one["span"]) == ("yesterday evening", [0, 17])
    assert "the budget" in body["rest"]


def test_import_json_adds_up_per_file_and_in_total(cli: Cli, tmp_path: Path) -> None:
    first = transcript(
        tmp_path / "in/a.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "one"), turn("u2", "2026-10-13T11:11:00Z", "two")]
    )
    with first.open("ab") as stream:
        stream.write(b"{not json\n")
    transcript(
        tmp_path / "in/b.jsonl",
        [turn("u2", "2026-10-13T11:11:00Z", "two", session="s2"), turn("u3", "2026-10-13T11:12:00Z", "three")],
    )
    (tmp_path / "in/c.bin").write_bytes(b"\x00\x01\x02 nothing of ours")
    body = cli("import", "--json", str(tmp_path / "in"), code=3).json
    assert [Path(one["path"]).name for one in body["files"]] == ["a.jsonl", "b.jsonl", "c.bin"]
    for one in [*body["files"], body["total"]]:
        assert one["items"] == one["converted"] + sum(one["skipped"].values())
        assert one["records"] == one["stored"] + one["duplicates"]
    for one in body["files"]:
        assert set(FILE.split()) <= set(one)
    assert [(one["items"], one["stored"], one["duplicates"]) for one in body["files"]] == [
        (3, 2, 0),
        (2, 1, 1),
        (1, 0, 0),
    ]
    assert (body["total"]["items"], body["total"]["stored"], body["total"]["duplicates"]) == (6, 3, 1)
    assert (body["files"][1]["first"], body["files"][1]["last"]) == (
        "2026-10-13T11:11:00.000000Z",
        "2026-10-13T11:12:00.000000Z",
    )
    again = cli("import", "--json", str(tmp_path / "in"), code=3).json
    assert (again["total"]["stored"], again["total"]["records"]) == (0, again["total"]["duplicates"])


@pytest.mark.parametrize("way", ["by index", "by scan"])
def test_a_speaker_is_found_whatever_the_case_unless_somebody_is_called_exactly_so(cli: Cli, way: str) -> None:
    names = [("Iris", "one"), ("KIM", "two"), ("Kim Lee", "three"), ("sam", "four"), ("Sam", "five")]
    lines = [{"actor": actor, "text": text, "ts": "2026-10-13T20:10:00+09:00"} for actor, text in names]
    cli("append", "--jsonl", stdin="\n".join(map(json.dumps, lines)).encode(), code=0)
    if way == "by scan":
        shutil.rmtree(cli.home / "local")
    asked = ["iris", "IRIS", "kim", "kim lee", "sam", "Sam", "SAM", "Iris"]
    found = [cli.recalled("yesterday", "--actor", name) for name in asked]
    assert [["one"], ["one"], ["two"], ["three"], ["four"], ["five"], ["five"], ["one"]] == found
    told = cli("recall", "yesterday", "--actor", "iris", code=0).out
    assert "No speaker is called “iris”; Iris was taken." in told
    assert "was taken" not in cli("recall", "yesterday", "--actor", "Iris", code=0).out
    assert "no line has that name" in cli("recall", "yesterday", "--actor", "nobody", code=1).out


def test_an_address_opens_as_it_is_printed_with_its_brackets_too(kept: Cli) -> None:
    printed = kept("recall", "yesterday", code=0).out
    address = printed[printed.index("[") : printed.index("]") + 1]
    assert kept("show", address.strip("[]"), code=0).out == kept("show", address, code=0).out
    assert "is not the address of a record" in kept("show", address[:-1], code=2).err


def test_one_thing_is_counted_as_one(cli: Cli, tmp_path: Path) -> None:
    line = json.dumps({"text": "x", "ts": "2026-10-13T20:10:00Z", "origin": {"source": "mine", "id": "1"}}).encode()
    cli("append", "--jsonl", stdin=line, code=0)
    assert "1 was known already" in cli("append", "--jsonl", stdin=line, code=0).err
    cli("append", "--jsonl", stdin=line.replace(b'"x"', b'"x y"'), code=0)
    assert "1 may be shown; the other is an earlier version of it" in cli("stats", code=0).out
    with zipfile.ZipFile(tmp_path / "one.zip", "w") as archive:
        archive.writestr("notes.txt", "x")
    assert "its only file cannot be a conversation" in cli("import", str(tmp_path / "one.zip"), code=3).out


# --- exit codes and streams -------------------------------------------------------------------------------------------

REFUSED = [
    (["recall"], 2),
    (["recall", "  "], 2),
    (["recall", "budget", "--limit", "0"], 2),
    (["recall", "budget", "--since", "the budget"], 2),
    (["recall", "budget", "--type", "words"], 2),
    (["recall", "budget", "--after", "nowhere"], 2),
    (["recall", "budget", "--tz", "Mars/Olympus"], 2),
    (["recall", "budget", "--now", "soon"], 2),
    (["frobnicate"], 2),
    (["show", "here"], 2),
    (["append", "--role", "nobody", "x"], 2),
    (["append", "--ts", "2026-03-02T09:15:04", "x"], 2),
    (["append", "--ts", "2026-03-02", "x"], 2),
    (["append", "--ts", "yesterday", "x"], 2),
    (["config", "set", "persn", "Sam"], 2),
    (["config", "set", "timezone", "Mars/Olympus"], 2),
    (["import", "--from", "telegraph", "."], 2),
    (["import", "--date", "someday", "."], 2),
    (["import", "nowhere.jsonl"], 18),
]


@pytest.mark.parametrize(
    ("arguments", "code"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_makes_no_sense_is_refused_on_stderr_with_nothing_on_stdout(
    kept: Cli, arguments: list[str], code: int
) -> None:
    ran = kept(*arguments, code=code)
    assert ran.out == ""
    assert ran.err.strip()


def test_a_time_without_its_offset_is_not_dated_by_the_zone_and_the_way_to_write_it_is_shown(cli: Cli) -> None:
    refused = cli("append", "--tz", "Asia/Tokyo", "--ts", "2026-03-02T09:15:04", "x", code=2)
    assert "nothing was stored" in refused.err
    assert "write it with an offset, such as 2026-03-02T09:15:04Z" in refused.err
    assert "main/2026-03-02:1\n" == cli("append", "--ts", "2026-03-02T09:15:04.5+09:00", "x", code=0).out


def test_with_json_an_error_is_an_object_on_stdout_too(kept: Cli) -> None:
    ran = kept("recall", "--json", "  ", code=2)
    assert ran.json["schema_version"] == 1
    assert set(ran.json["error"]) == {"kind", "message", "hint"}
    assert ran.json["error"]["kind"] == "usage"
    assert ran.json["error"]["message"] in ran.err


def test_looking_into_a_home_that_is_not_there_says_so_and_makes_none(cli: Cli) -> None:
    for arguments in (["recall", "budget"], ["stats"], ["verify"], ["show", "main/2026-10-13:1"], ["index"]):
        ran = cli(*arguments, code=12)
        assert str(cli.home) in ran.err
        assert ran.out == ""
    assert not cli.home.exists()


def test_nothing_found_is_exit_code_one_and_says_where_was_looked(kept: Cli) -> None:
    ran = kept("recall", "zebra crossing", code=1)
    assert "Nothing found" in ran.out
    assert "all of the log" in ran.out or "up to 2026-10-14 Wed 10:00" in ran.out
    assert ran.err == ""


def test_global_options_count_before_and_after_the_command_and_the_latter_wins(kept: Cli) -> None:
    before = kept("--json", "--tz", "UTC", "--now", "2026-10-14T00:00:00Z", "recall", "yesterday").json
    after = kept("recall", "yesterday", "--json", "--tz", "UTC", "--now", "2026-10-14T00:00:00Z").json
    both = kept(
        "--tz", "Asia/Tokyo", "--json", "recall", "yesterday", "--tz", "UTC", "--now", "2026-10-14T00:00:00Z"
    ).json
    assert before == after == both
    assert (before["timezone"], before["now"]) == ("UTC", "2026-10-14T00:00:00.000000Z")


def test_the_home_option_wins_over_the_environment(kept: Cli, tmp_path: Path) -> None:
    assert kept("stats", "--json", "--home", str(kept.home), LOSSLESS_HOME=str(tmp_path / "other")).json["records"] == 3
    assert kept("--home", str(kept.home), "stats", "--json", LOSSLESS_HOME=None).json["records"] == 3


def test_an_empty_name_for_the_home_is_refused_and_not_taken_for_the_folder_one_stands_in(kept: Cli) -> None:
    assert "empty" in kept("stats", code=2, LOSSLESS_HOME="").err
    assert "empty" in kept("stats", "--home", "", code=2).err


def test_a_reader_that_stops_early_is_no_error(cli: Cli) -> None:
    lines = b"".join(
        json.dumps({"text": f"line {n} " + "x" * 200, "ts": "2026-10-13T11:10:00Z"}).encode() + b"\n"
        for n in range(2_000)
    )
    cli("append", "--jsonl", "--quiet", stdin=lines, code=0)
    for arguments in (["recall", "yesterday", "--limit", "2000"], ["recall", "--json", "yesterday", "--limit", "2000"]):
        process = subprocess.Popen(
            [str(PROGRAM), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=cli.env()
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        assert (process.wait(), err) == (0, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_stream_that_is_closed_from_the_start_is_no_error(kept: Cli, closed: str) -> None:
    command = f'"$0" recall yesterday {closed}'
    done = subprocess.run(
        ["sh", "-c", command, str(PROGRAM)], check=False, capture_output=True, env=kept.env(), timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"budget" in done.stdout) == (closed != ">&-")


def test_quiet_keeps_remarks_away_and_data_stays_data(filled: Cli) -> None:
    assert filled("sync", code=0).err != ""
    assert filled("sync", "--quiet", code=0).err == ""
    ran = filled("append", "a note", "--quiet", code=0)
    assert ran.out.startswith("main/")
    assert ran.err == ""


def test_no_colour_reaches_a_pipe_whatever_is_asked(kept: Cli) -> None:
    for changes in ({}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}, {"TERM": "xterm-256color"}):
        ran = kept("recall", "yesterday", **changes)
        assert b"\x1b" not in ran.raw_out + ran.raw_err
    assert b"\x1b" not in kept("--no-color", "recall", "yesterday").raw_out


# --- locales and names ------------------------------------------------------------------------------------------------

LOCALES = [
    {"LC_ALL": "C", "PYTHONUTF8": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONIOENCODING": "cp932"},
    {"LC_ALL": None, "LANG": None},
]


@pytest.mark.parametrize("locale", LOCALES, ids=lambda value: " ".join(f"{k}={v}" for k, v in value.items()))
def test_any_locale_takes_and_gives_utf_8(kept: Cli, locale: dict[str, str | None]) -> None:
    ran = kept("recall", "駅前の森田歯科", code=0, **locale)
    assert "明日の歯医者は午後三時、駅前の森田歯科です" in ran.out
    assert kept.recalled("「森田歯科」", **locale) == ["明日の歯医者は午後三時、駅前の森田歯科です"]


@pytest.mark.parametrize("name", ['山田 Ｔ\'s "files"', "  spaces  ", "100% #1 ?x=%20", "-dash", "~tilde"])
def test_a_home_and_sources_with_any_name_work(tmp_path: Path, name: str) -> None:
    cli = Cli(tmp_path / name / "ホーム")
    source = transcript(
        tmp_path / name / "会話 'ソ能表'.jsonl", [turn("u1", "2026-10-13T11:10:00Z", '表示「ソ」能 \\ " 🎉')]
    )
    cli("import", str(source), code=0)
    assert cli.recalled("yesterday") == ['表示「ソ」能 \\ " 🎉']
    assert cli("recall", "--json", "yesterday").json["index"]["behind"] == 0


def test_who_was_not_named_in_a_chat_is_told_so_until_they_are(cli: Cli, tmp_path: Path) -> None:
    chat = tmp_path / "WhatsApp Chat with Kim.txt"
    chat.write_text("13/02/2026, 10:00 - Kim: varnish?\n13/02/2026, 10:01 - Samu: which\n")
    told = cli("import", str(chat), code=0).err
    assert "Kim, Samu" in told and "lossless import --person NAME PATH" in told
    assert max(map(len, told.splitlines())) <= 80
    assert "Kim, Samu" in cli("import", "--person", "Sammy", str(chat), code=0).err
    assert "" == cli("import", "--person", "Samu", str(chat), code=0).err
    assert ["which"] == [hit["text"] for hit in cli("recall", "--json", "--user", "which", code=0).json["hits"]]


def test_a_path_in_a_bare_locale_is_found(tmp_path: Path) -> None:
    cli = Cli(tmp_path / "ホーム", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    source = transcript(tmp_path / "会話.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "表示")])
    body = cli("import", "--json", str(source), code=0).json
    assert body["files"][0]["path"] == str(source)
    assert cli.recalled("yesterday") == ["表示"]


def test_bytes_that_are_no_utf_8_are_stored_and_come_back(cli: Cli) -> None:
    cli("append", b"caf\xe9 \xff", code=0)
    cli("append", stdin=b"tea \xff\xfe\n", code=0)
    found = cli("recall", "--json", "--since", "2000-01-01", LOSSLESS_NOW=None)
    texts = [hit["text"] for hit in found.json["hits"]]
    assert texts == ["caf\udce9 \udcff", "tea \udcff\udcfe\n"]
    assert [text.encode("utf-8", "surrogateescape") for text in texts] == [b"caf\xe9 \xff", b"tea \xff\xfe\n"]


# --- modes ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="modes of files are a matter of POSIX")
def test_with_the_widest_umask_every_path_is_the_owners_alone(cli: Cli, tmp_path: Path) -> None:
    source = transcript(tmp_path / "s.jsonl", [turn("u1", "2026-10-13T11:10:00Z", "one")])
    with source.open("ab") as stream:
        stream.write(b"{not json\n")
    commands = [
        f'import "{source}"',
        "append note",
        "config set person Sam",
        "config set sources.claude-code .",
        "recall yesterday",
        "index --rebuild",
    ]
    script = "umask 000\n" + "\n".join(f'"$0" {command} --quiet || [ $? = 3 ] || exit 9' for command in commands)
    done = subprocess.run(
        ["sh", "-c", script, str(PROGRAM)], check=False, capture_output=True, env=cli.env(), timeout=60, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    paths = [cli.home, *cli.home.rglob("*")]
    wrong = {
        str(path): oct(mode)
        for path in paths
        if (mode := stat.S_IMODE(path.lstat().st_mode)) not in ((0o700,) if path.is_dir() else (0o600, 0o400))
    }
    assert wrong == {}
    assert len(paths) > 12
