"""connect and disconnect on real-looking settings files: exactly our entries go in, every other byte stays, all comes back."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from lossless_memory.sources.marks import is_own_tool
from lossless_memory.surface.connect import jsontext
from lossless_memory.surface.connect.targets import NAMES, SERVER
from tests.surface.running import Cli, tree

SETTINGS = Path(__file__).with_name("settings")
JSON_FILES = sorted(path.name for path in SETTINGS.iterdir() if path.suffix in (".json", ".jsonc"))
TOML_FILES = sorted(path.name for path in SETTINGS.glob("*.toml"))

PLACES = {
    "claude-code": (".claude/settings.json", ".claude.json"),
    "codex": (".codex/hooks.json", ".codex/config.toml"),
    "gemini-cli": (".gemini/settings.json",),
    "cursor": (".cursor/hooks.json", ".cursor/mcp.json"),
    "claude-desktop": (".config/Claude/claude_desktop_config.json",),
}
CASES = [
    *(("claude-code", ".claude/settings.json", name) for name in JSON_FILES),
    *(("cursor", ".cursor/mcp.json", name) for name in JSON_FILES),
    *(("codex", ".codex/config.toml", name) for name in TOML_FILES),
    *(("gemini-cli", ".gemini/settings.json", name) for name in ("claude-other-hooks.json", "comments.jsonc")),
    ("claude-desktop", ".config/Claude/claude_desktop_config.json", "crlf.json"),
]
CHANGEABLE = [case for case in CASES if (SETTINGS / case[2]).read_bytes().strip(b"{ }\n")]


def value_of(raw: bytes) -> Any:
    text = raw.decode("utf-8")
    return jsontext.parse(text).value if text.strip("\ufeff \r\n") else {}


def our_hooks(value: Any) -> list[str]:
    """Return every command of ours below a value."""
    if isinstance(value, dict):
        own = [value["command"]] if " hook " in str(value.get("command")) else []
        return own + [one for inner in value.values() for one in our_hooks(inner)]
    return [one for inner in value for one in our_hooks(inner)] if isinstance(value, list) else []


def put(cli: Cli, place: str, raw: bytes) -> Path:
    path = cli.home.parent / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    path.chmod(0o640)
    return path


@pytest.mark.parametrize(("target", "place", "name"), CASES)
def test_our_entries_go_in_and_every_other_byte_stays_and_comes_back(
    cli: Cli, target: str, place: str, name: str
) -> None:
    raw = (SETTINGS / name).read_bytes()
    path = put(cli, place, raw)
    cli("connect", target, code=0)
    after = path.read_bytes()
    assert 0o640 == path.stat().st_mode & 0o777
    if not place.endswith(".toml"):
        place_in_after = 0
        for byte in raw:  # what was there is there in the same order: only additions lie between
            place_in_after = after.index(byte, place_in_after) + 1
        before_value, after_value = value_of(raw), value_of(after)
        for key, value in before_value.items():
            if key not in ("hooks", "mcpServers"):
                assert value == after_value[key]
        for event, groups in before_value.get("hooks", {}).items():
            assert all(group in after_value["hooks"][event] for group in groups)
        assert set(before_value.get("mcpServers", {})) <= set(after_value.get("mcpServers", {}))
        assert our_hooks(after_value) or SERVER in after_value["mcpServers"]
    else:
        assert after.startswith(raw)
        assert tomllib.loads(after.decode())["mcp_servers"][SERVER]["args"][-1] == "mcp"
    again = cli("connect", target, code=0)
    assert "connected already" in again.err
    assert after == path.read_bytes()
    cli("disconnect", target, code=0)
    assert raw == path.read_bytes()
    assert 0o640 == path.stat().st_mode & 0o777
    assert "not connected" in cli("disconnect", target, code=0).err


@pytest.mark.parametrize("target", NAMES)
def test_missing_files_are_made_and_taken_away_again(cli: Cli, target: str) -> None:
    cli("append", "x", code=0)
    before = tree(cli.home.parent)
    cli("connect", target, code=0)
    for place in PLACES[target]:
        raw = (cli.home.parent / place).read_bytes()
        assert raw.endswith(b"\n")
    made = {name for name in tree(cli.home.parent) if name not in before and not name.startswith("home/")}
    assert made
    cli("disconnect", target, code=0)
    left = {name: kept for name, kept in tree(cli.home.parent).items() if not name.startswith("home/connected")}
    assert before == left


@pytest.mark.parametrize(("target", "place", "name"), CHANGEABLE)
def test_what_the_person_changes_meanwhile_stays(cli: Cli, target: str, place: str, name: str) -> None:
    raw = (SETTINGS / name).read_bytes()
    path = put(cli, place, raw)
    cli("connect", target, code=0)
    mark = b"# changed\n" if place.endswith(".toml") else b"\n"
    path.write_bytes(path.read_bytes() + mark)
    cli("disconnect", target, code=0)
    assert raw + mark == path.read_bytes()


@pytest.mark.parametrize("target", ["claude-code", "gemini-cli", "cursor"])
def test_a_file_that_the_tool_wrote_anew_loses_our_entries_and_nothing_else(cli: Cli, target: str) -> None:
    other = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}, "a": [1, {"b": None}]}
    path = put(cli, PLACES[target][0], json.dumps(other).encode())
    cli("connect", target, code=0)
    written = value_of(path.read_bytes())
    path.write_text(json.dumps({**written, "new": True}, indent=4))
    cli("disconnect", target, code=0)
    assert {**other, "new": True} == json.loads(path.read_bytes())


def test_a_hook_that_the_person_put_beside_ours_stays(cli: Cli) -> None:
    path = put(cli, ".claude/settings.json", b"{}\n")
    cli("connect", "claude-code", code=0)
    settings = value_of(path.read_bytes())
    own = {"type": "command", "command": "say hello"}
    settings["hooks"]["SessionStart"][0]["hooks"].insert(1, own)
    path.write_text(json.dumps(settings))
    cli("disconnect", "claude-code", code=0)
    assert {"hooks": {"SessionStart": [{"hooks": [own]}]}} == json.loads(path.read_bytes())


def test_without_our_notes_the_entries_are_found_by_what_they_are(cli: Cli) -> None:
    raw = (SETTINGS / "claude-other-hooks.json").read_bytes()
    path = put(cli, ".claude/settings.json", raw)
    cli("connect", "claude-code", code=0)
    for kept in (cli.home / "connected").rglob("*"):
        if kept.is_file():
            kept.unlink()
    assert "connected already" in cli("connect", "claude-code", code=0).err
    cli("disconnect", "claude-code", code=0)
    assert value_of(raw) == value_of(path.read_bytes())


def test_an_older_entry_of_ours_is_replaced(cli: Cli) -> None:
    raw = b'{\n  "mcpServers": {\n    "lossless": {"command": "/old/lossless", "args": ["mcp"]},\n    "x": {"command": "y"}\n  }\n}\n'
    path = put(cli, ".cursor/mcp.json", raw)
    cli("connect", "cursor", code=0)
    servers = value_of(path.read_bytes())["mcpServers"]
    assert {"lossless", "x"} == set(servers)
    assert "/old/lossless" != servers["lossless"]["command"]
    cli("disconnect", "cursor", code=0)
    assert {"x": {"command": "y"}} == value_of(path.read_bytes())["mcpServers"]


BROKEN = {
    "cut off": b'{\n  "a": 1,\n',
    "no commas": b'{"a": 1 "b": 2}',
    "a list": b"[1, 2]",
    "not text": b'{"a": "\xff\xfe"}',
    "two objects": b"{}\n{}\n",
    "hooks are a list": b'{"hooks": [], "mcpServers": []}',
    "another server of our name": b'{"hooks": 1, "mcpServers": {"lossless": {"command": "other"}}}',
    "deep": b'{"a":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
}


@pytest.mark.parametrize("target", ["claude-code", "cursor"])
@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_a_file_that_is_not_right_is_refused_and_nothing_is_touched(cli: Cli, target: str, kind: str) -> None:
    cli("append", "x", code=0)
    for place in PLACES[target]:
        put(cli, place, BROKEN[kind])
    before = tree(cli.home.parent)
    refused = cli("connect", target, code=11)
    assert str(cli.home.parent / PLACES[target][0]) in refused.err
    assert "nothing was changed" in refused.err
    assert before == tree(cli.home.parent)


@pytest.mark.parametrize(
    "raw", [b"a = \n", b'mcp_servers = {x = {command = "y"}}\n', b'[mcp_servers]\nlossless = "mine"\n']
)
def test_a_toml_file_without_room_for_us_is_refused(cli: Cli, raw: bytes) -> None:
    path = put(cli, ".codex/config.toml", raw)
    assert "nothing was changed" in cli("connect", "codex", code=11).err
    assert raw == path.read_bytes()
    assert not (cli.home.parent / ".codex/hooks.json").exists(), "one file that cannot be changed stops both"


def test_a_link_to_the_settings_stays_a_link(cli: Cli) -> None:
    real = cli.home.parent / "dotfiles/claude.json"
    real.parent.mkdir()
    real.write_bytes(b'{"a": 1}\n')
    link = cli.home.parent / ".claude/settings.json"
    link.parent.mkdir()
    link.symlink_to(real)
    cli("connect", "claude-code", code=0)
    assert link.is_symlink()
    assert our_hooks(value_of(real.read_bytes()))
    cli("disconnect", "claude-code", code=0)
    assert (True, b'{"a": 1}\n') == (link.is_symlink(), real.read_bytes())


def test_the_change_is_shown_and_a_dry_run_writes_nothing(cli: Cli) -> None:
    cli("append", "x", code=0)
    path = put(cli, ".gemini/settings.json", b"{}\n")
    before = tree(cli.home.parent)
    shown = cli("connect", "gemini-cli", "--dry-run", code=0).out
    assert str(path) in shown
    assert "+" in shown
    assert "lossless" in shown
    assert before == tree(cli.home.parent)


def test_a_copy_is_kept_of_how_it_was(cli: Cli) -> None:
    put(cli, ".gemini/settings.json", b'{"mine": 1}\n')
    told = cli("connect", "gemini-cli", "--json", code=0).json
    assert [b'{"mine": 1}\n'] == [Path(path).read_bytes() for path in told["backups"]]
    assert [0o600] == [Path(path).stat().st_mode & 0o777 for path in told["backups"]]


def test_the_commands_name_the_program_and_the_home_in_full(cli: Cli) -> None:
    cli("connect", "claude-code", code=0)
    commands = our_hooks(value_of((cli.home.parent / ".claude/settings.json").read_bytes()))
    assert {"session-start", "persona", "prompt", "stop", "pre-compact", "session-end"} == {
        re.findall(r" hook ([a-z-]+)", command)[0] for command in commands
    }
    for command in commands:
        assert os.path.isabs(command.partition(" hook ")[0].strip("'\""))
        assert command.endswith(f" --home {cli.home}")
    server = value_of((cli.home.parent / ".claude.json").read_bytes())["mcpServers"][SERVER]
    assert ["--home", str(cli.home), "mcp"] == server["args"]
    assert is_own_tool(f"mcp__{SERVER}__recall")


def test_claude_code_and_cursor_get_equal_command_lines(cli: Cli) -> None:
    for target in ("claude-code", "cursor"):
        cli("connect", target, code=0)
    of_claude, of_cursor = (
        sorted(our_hooks(value_of((cli.home.parent / place).read_bytes())))
        for place in (".claude/settings.json", ".cursor/hooks.json")
    )
    assert of_claude == of_cursor
    assert 1 == value_of((cli.home.parent / ".cursor/hooks.json").read_bytes())["version"]


def test_the_settings_are_where_the_environment_says(cli: Cli, tmp_path: Path) -> None:
    names = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME")
    elsewhere = {name: str(tmp_path / name) for name in names}
    for target in ("claude-code", "codex", "gemini-cli"):
        cli("connect", target, code=0, **elsewhere)
    found = {
        str(path.relative_to(tmp_path)) for name in names for path in (tmp_path / name).rglob("*.*") if path.is_file()
    }
    assert {
        "CLAUDE_CONFIG_DIR/settings.json",
        "CLAUDE_CONFIG_DIR/.claude.json",
        "CODEX_HOME/hooks.json",
        "CODEX_HOME/config.toml",
        "GEMINI_CLI_HOME/.gemini/settings.json",
    } == found


@pytest.mark.parametrize("kind", ["folder", "loop", "pipe"])
def test_settings_that_are_no_file_are_refused_in_plain_words(cli: Cli, kind: str) -> None:
    place = Path(cli.environment["HOME"]) / ".claude"
    place.mkdir(parents=True, exist_ok=True)
    settings = place / "settings.json"
    if kind == "folder":
        settings.mkdir()
    elif kind == "loop":
        settings.symlink_to(settings)
    else:
        os.mkfifo(settings)
    done = cli("connect", "claude-code", code=2)
    assert "is not a regular file; nothing was changed" in done.err


@pytest.mark.parametrize("command", ["connect", "disconnect"])
def test_the_help_names_every_tool_that_can_be_connected(cli: Cli, command: str) -> None:
    told = cli(command, "--help", code=0).out
    assert all(name in told for name in NAMES)
