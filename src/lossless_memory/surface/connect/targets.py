"""The tools that can be connected: where their settings stand, and which entries are ours in each.

A hook's command is one line, the same in every tool: a tool that also runs another's hooks drops equal ones. It names
the program by its full path, because a tool started from a desktop has no shell profile.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping

from lossless_memory.errors import UsageError
from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

SERVER = "lossless"
"""The key of our server in a tool's settings; `sources/marks.py` knows our answers by it."""

_START_S, _PROMPT_S, _END_S, _LONG_S = 10, 10, 5, 30

_OURS = pattern(r"(?:^|[\\/\"' ])lossless(?:\.exe)?[\"']? hook [a-z-]+(?: --home (?:\"[^\"]*\"|'[^']*'|\S+))?$")


class Entry(NamedTuple):
    """One thing of ours in a settings file: a member at a path, or, with `is_item`, an item of the list there."""

    path: tuple[str, ...]
    value: Any
    is_item: bool = False


class SettingsFile(NamedTuple):
    """A settings file of a tool and what is ours in it; `needed` are members that a new file must have beside it."""

    path: str
    entries: tuple[Entry, ...]
    is_toml: bool = False
    needed: tuple[Entry, ...] = ()


class Target(NamedTuple):
    """A tool: its name, what people call it, the folder that shows it is there, its files, and what to say after."""

    name: str
    title: str
    folder: str
    files: tuple[SettingsFile, ...]
    remark: str = ""


class Program(NamedTuple):
    """How our program is started: its full path, and the home where it is not the usual one."""

    path: str
    home: str | None = None

    @property
    def options(self) -> list[str]:
        """The arguments that name the home."""
        return [] if self.home is None else ["--home", self.home]

    def server(self) -> dict[str, Any]:
        """The entry of the MCP server."""
        return {"command": self.path, "args": [*self.options, "mcp"]}

    def hook(self, event: str) -> str:
        """The command line of a hook."""
        parts = [self.path, "hook", event, *self.options]  # the event right behind hook: it starts faster so
        if os.name == "nt":
            return " ".join(f'"{part}"' if " " in part else part for part in parts)
        return shlex.join(parts)


def program(home: str | None) -> Program:
    """Return how this very program is started. Raises UsageError where it cannot be found."""
    beside = os.path.join(os.path.dirname(sys.executable), "lossless.exe" if os.name == "nt" else "lossless")
    called = sys.argv[0] if os.path.basename(sys.argv[0]).startswith("lossless") else ""
    for path in (beside, called, shutil.which("lossless") or ""):
        if path and os.path.isfile(path):
            return Program(os.path.abspath(path), home)
    raise UsageError("The program lossless was not found, so no tool could start it; nothing was changed.")


def is_our_hook(value: Any) -> bool:
    """Say whether a hook, or a group of hooks, is nothing but ours."""
    if not isinstance(value, Mapping):
        return False
    if isinstance(hooks := value.get("hooks"), list):
        return bool(hooks) and all(is_our_hook(hook) for hook in hooks)
    command = value.get("command")
    return isinstance(command, str) and _OURS.search(command) is not None


def is_our_server(value: Any) -> bool:
    """Say whether a server is ours."""
    if not isinstance(value, Mapping):
        return False
    command, args = value.get("command"), value.get("args")
    named = isinstance(command, str) and re.split(r"[\\/]", command)[-1] in ("lossless", "lossless.exe")
    return named and isinstance(args, list) and bool(args) and args[-1] == "mcp"


def targets(start: Program, environ: Mapping[str, str]) -> dict[str, Target]:
    """Return every tool by its name, with its files where this person's environment puts them."""
    made = [make(start, environ) for make in _ALL]
    return {target.name: target for target in made}


def _claude_code(start: Program, environ: Mapping[str, str]) -> Target:
    named = environ.get("CLAUDE_CONFIG_DIR")
    folder = named or _in_home(".claude")
    state = os.path.join(named, ".claude.json") if named else _in_home(".claude.json")
    hooks = _claude_hooks(start, runs_beside=True)
    return Target(
        "claude-code",
        "Claude Code",
        folder,
        (
            SettingsFile(os.path.join(folder, "settings.json"), hooks),
            SettingsFile(state, (Entry(("mcpServers", SERVER), {"type": "stdio", **start.server()}),)),
        ),
        "Start a new session of Claude Code; /hooks and /mcp show what is connected.",
    )


def _codex(start: Program, environ: Mapping[str, str]) -> Target:
    folder = environ.get("CODEX_HOME") or _in_home(".codex")
    return Target(
        "codex",
        "Codex",
        folder,
        (
            SettingsFile(os.path.join(folder, "hooks.json"), _claude_hooks(start, runs_beside=False)),
            SettingsFile(
                os.path.join(folder, "config.toml"), (Entry(("mcp_servers", SERVER), start.server()),), is_toml=True
            ),
        ),
        "Codex runs new hooks only once you trust them: open it, type /hooks, and trust those of lossless.",
    )


def _gemini_cli(start: Program, environ: Mapping[str, str]) -> Target:
    root = environ.get("GEMINI_CLI_HOME")
    folder = os.path.join(root, ".gemini") if root else _in_home(".gemini")
    events = {
        "SessionStart": ("session-start", "persona"),
        "BeforeAgent": ("prompt",),
        "AfterAgent": ("stop",),
        "PreCompress": ("pre-compact",),
        "SessionEnd": ("session-end",),
    }
    hooks = []
    for event, names in events.items():
        group = [
            {
                "name": f"lossless-{name}",
                "type": "command",
                "command": start.hook(name),
                "timeout": 1_000 * (_LONG_S if name in ("stop", "pre-compact") else _START_S),
            }
            for name in names
        ]
        hooks.append(Entry(("hooks", event), {"hooks": group}, is_item=True))
    server = Entry(("mcpServers", SERVER), start.server())
    path = os.path.join(folder, "settings.json")
    return Target("gemini-cli", "Gemini CLI", folder, (SettingsFile(path, (*hooks, server)),))


def _cursor(start: Program, environ: Mapping[str, str]) -> Target:
    folder = _in_home(".cursor")
    events = {
        "sessionStart": ("session-start", "persona"),
        "beforeSubmitPrompt": ("prompt",),
        "stop": ("stop",),
        "preCompact": ("pre-compact",),
        "sessionEnd": ("session-end",),
    }
    hooks = tuple(
        Entry(("hooks", event), {"command": start.hook(name)}, is_item=True)
        for event, names in events.items()
        for name in names
    )
    return Target(
        "cursor",
        "Cursor",
        folder,
        (
            SettingsFile(os.path.join(folder, "hooks.json"), hooks, needed=(Entry(("version",), 1),)),
            SettingsFile(os.path.join(folder, "mcp.json"), (Entry(("mcpServers", SERVER), start.server()),)),
        ),
    )


def _claude_desktop(start: Program, environ: Mapping[str, str]) -> Target:
    if sys.platform == "darwin":
        folder = _in_home("Library", "Application Support", "Claude")
    elif os.name == "nt":
        folder = os.path.join(environ.get("APPDATA") or _in_home("AppData", "Roaming"), "Claude")
    else:
        folder = os.path.join(environ.get("XDG_CONFIG_HOME") or _in_home(".config"), "Claude")
    path = os.path.join(folder, "claude_desktop_config.json")
    entry = Entry(("mcpServers", SERVER), start.server())
    return Target(
        "claude-desktop",
        "Claude Desktop",
        folder,
        (SettingsFile(path, (entry,)),),
        "Quit Claude Desktop and start it again. It has no hooks: it recalls through its tools.",
    )


def _claude_hooks(start: Program, *, runs_beside: bool) -> tuple[Entry, ...]:
    """Return the hooks in Claude Code's shape, which Codex shares; only the former can run one beside the turn."""
    beside = {"async": True} if runs_beside else {}
    events: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
        "SessionStart": [("session-start", _START_S, {}), ("persona", _START_S, {})],
        "UserPromptSubmit": [("prompt", _PROMPT_S, {})],
        "Stop": [("stop", _LONG_S, beside)],
        "PreCompact": [("pre-compact", _LONG_S, {})],
        "SessionEnd": [("session-end", _END_S if runs_beside else 3, {})],
    }
    made = []
    for event, hooks in events.items():
        group = [
            {"type": "command", "command": start.hook(name), "timeout": timeout_s, **more}
            for name, timeout_s, more in hooks
        ]
        made.append(Entry(("hooks", event), {"hooks": group}, is_item=True))
    return tuple(made)


def _in_home(*parts: str) -> str:
    return os.path.join(os.path.expanduser("~"), *parts)


_ALL: tuple[Callable[[Program, Mapping[str, str]], Target], ...] = (
    _claude_code,
    _codex,
    _gemini_cli,
    _cursor,
    _claude_desktop,
)
NAMES = ("claude-code", "codex", "gemini-cli", "cursor", "claude-desktop")
"""The names of the tools, in the order in which they are offered."""
