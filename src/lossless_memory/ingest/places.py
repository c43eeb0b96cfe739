"""Where chat tools keep their conversations on this machine, and how much is there, without reading any of it.

Knows folders, names and sizes. What is in a file is not looked at here: that waits for the person's word.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from lossless_memory.sources import SOURCES
from lossless_memory.typed import NamedTuple


class Place(NamedTuple):
    """A tool that is here: the source that reads it, what people call it, and the folders of its conversations.

    `is_readable` is false for a tool whose files no source reads yet.
    """

    source: str
    title: str
    paths: tuple[str, ...]
    is_readable: bool


class Amount(NamedTuple):
    """How much there is to read: files, bytes, and the local days on which they were last changed."""

    files: int
    size_b: int
    days: int
    first: date | None
    last: date | None


class _Tool(NamedTuple):
    """Where one tool keeps its conversations: folders below the first of its homes that is there.

    A home is below the person's own, and a variable names one that counts before the others: `NAME`, or `NAME/folder`
    for a folder inside the one it names.
    """

    source: str
    title: str
    homes: tuple[str, ...]
    below: tuple[str, ...] = (".",)
    variable: str | None = None


def _user(app: str) -> tuple[str, ...]:
    """Return where an editor of the Code family keeps its user's data, on Linux, macOS and Windows."""
    return (f".config/{app}/User", f"Library/Application Support/{app}/User", f"AppData/Roaming/{app}/User")


def _config(name: str) -> tuple[str, ...]:
    """Return where a program keeps its settings, on Linux, macOS and Windows."""
    return (
        f".config/{name}",
        f"Library/Application Support/{name}",
        f"AppData/Roaming/{name}",
        f"AppData/Local/{name}",
    )


_CHATS = ("workspaceStorage", "globalStorage/emptyWindowChatSessions")
_TOOLS = (
    _Tool("claude-code", "Claude Code", (".claude",), ("projects", "history.jsonl"), "CLAUDE_CONFIG_DIR"),
    _Tool("codex", "Codex", (".codex",), ("sessions", "archived_sessions", "history.jsonl"), "CODEX_HOME"),
    _Tool("gemini-cli", "Gemini CLI", (".gemini",), ("tmp",), "GEMINI_CLI_HOME/.gemini"),
    _Tool("antigravity", "Antigravity", (".gemini/antigravity-cli", ".gemini/antigravity"), ("brain",)),
    _Tool("qwen", "Qwen Code", (".qwen",), ("projects",)),
    _Tool("cursor", "Cursor's agents", (".cursor",), ("projects",)),
    _Tool("opencode", "OpenCode", (".local/share/opencode",), variable="XDG_DATA_HOME/opencode"),
    _Tool("cursor", "Cursor", _user("Cursor"), ("globalStorage", "workspaceStorage")),
    _Tool("copilot-cli", "Copilot CLI", (".copilot",), ("session-state", "history-session-state"), "COPILOT_HOME"),
    _Tool("vscode-chat", "VS Code", _user("Code"), _CHATS),
    _Tool("vscode-chat", "VS Code Insiders", _user("Code - Insiders"), _CHATS),
    _Tool("vscode-chat", "VSCodium", _user("VSCodium"), _CHATS),
    _Tool("pi-openclaw", "pi", (".pi/agent",), ("sessions",), "PI_CODING_AGENT_DIR"),
    _Tool("pi-openclaw", "oh-my-pi", (".omp/agent",), ("sessions",)),
    _Tool("pi-openclaw", "OpenClaw", (".openclaw", ".moltbot", ".clawdbot"), ("agents",), "OPENCLAW_STATE_DIR"),
    _Tool("llm", "llm", _config("io.datasette.llm"), variable="LLM_USER_PATH"),
    _Tool("lm-studio", "LM Studio", (".lmstudio", ".cache/lm-studio"), ("conversations",)),
    _Tool("open-webui", "Open WebUI", (".open-webui", "open-webui/data")),
)
_ENDS = (".jsonl", ".json", ".ndjson", ".vscdb", ".db")


def found(environ: Mapping[str, str]) -> list[Place]:
    """Return the tools whose folder exists, even if there is nothing in it yet."""
    known = {source.name for source in SOURCES}
    places = []
    for tool in _TOOLS:
        folder = next((one for one in _homes(tool, environ) if os.path.isdir(one)), None)
        if folder is not None:
            paths = tuple(os.path.abspath(os.path.join(folder, name)) for name in tool.below)
            is_readable = tool.source in known
            there = tuple(path for path in paths if os.path.exists(path)) or paths[:1]
            places.append(Place(tool.source, tool.title, there, is_readable))
    return places


def _homes(tool: _Tool, environ: Mapping[str, str]) -> list[str]:
    """Return where a tool's folder may be: only where its variable says, if that is set."""
    name, _, inner = (tool.variable or "").partition("/")
    if given := environ.get(name):
        return [os.path.join(given, inner)]
    return [os.path.join(os.path.expanduser("~"), home) for home in tool.homes]


def amount(paths: tuple[str, ...], is_excluded: Callable[[str], bool], zone: ZoneInfo) -> Amount:
    """Return how much would be read at some paths."""
    files = size_b = 0
    days: set[date] = set()
    for about in _files(paths, is_excluded):
        files += 1
        size_b += about.st_size
        days.add(datetime.fromtimestamp(about.st_mtime, zone).date())
    return Amount(files, size_b, len(days), min(days, default=None), max(days, default=None))


def _files(paths: tuple[str, ...], is_excluded: Callable[[str], bool]) -> Iterator[os.stat_result]:
    for root in paths:
        if os.path.isfile(root) and not is_excluded(root):
            yield os.stat(root)
        for folder, folders, names in os.walk(root, followlinks=False):
            folders[:] = [name for name in folders if not is_excluded(os.path.join(folder, name))]
            for name in names:
                path = os.path.join(folder, name)
                if not name.endswith(_ENDS) or is_excluded(path) or os.path.islink(path):
                    continue
                try:
                    yield os.stat(path)
                except OSError:
                    continue  # gone since the folder was listed
