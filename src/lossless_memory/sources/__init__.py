"""Chat tools' files become drafts of records here: one module a tool, one contract for all (`base`).

Owns the order in which the sources are asked, and the list of files that belong to a tool or an export and hold no
conversation. Knows no log, no index, no clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from lossless_memory.patterns import pattern
from lossless_memory.typed import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from lossless_memory.sources.base import Input, Source

    SOURCES: tuple[Source, ...]

_MODULES = (
    "records",
    "claude_code",
    "codex",
    "gemini_cli",
    "qwen",
    "antigravity",
    "cursor",
    "opencode",
    "copilot_cli",
    "vscode_chat",
    "llm",
    "open_webui",
    "lm_studio",
    "pi_openclaw",
    "aider",
    "chatgpt",
    "deepseek",
    "grok",
    "gemini_apps",
    "google_ai_studio",
    "claude_ai",
    "telegram",
    "discord",
    "slack",
    "whatsapp",
    "sharegpt",
    "openai_messages",
    "plain",
)
"""Every source, in the order in which they are asked: the most particular sign first, the plainest form last."""

_COMPANION_NAMES = pattern(
    r"""(?:^|[/\\!])(?:
        agent-[^/\\]*\.meta\.json | chats[/\\][^/\\]+[/\\][^/\\]+[/\\]meta\.json | journal\.jsonl | history\.jsonl
      | tool-results[/\\][^!]* | [^/\\]*\.checkpoint\.[^/\\]*\.jsonl | sessions\.json
      | part[/\\](?:[^/\\]+[/\\]){1,2}[^/\\]+\.json | storage[/\\](?:session_diff|todo|project)[/\\].*
      | user\.json | users\.json | user_settings\.json | export_manifest\.json | message_feedback\.json
      | shared_conversations\.json | memories\.json | projects\.json | projects[/\\][^/\\]*\.json
      | chat\.html | model_comparisons\.json | group_chats\.json | shopping\.json | sora\.json
      | prod-(?!grok-backend)[^/\\]*\.json
      | channels\.json | groups\.json | dms\.json | mpims\.json | integration_logs\.json | channel\.json
      | [Mm]essages[/\\]index\.json
      | device\.json | markers\.jsonl | checkpoints\.jsonl | accounts\.jsonl | store\.json
    )$""",
    re.VERBOSE,
)


def _sources() -> Iterator[Source]:
    """Yield the sources in order, each loaded when it is asked: most files are known by the first ones."""
    for name in _MODULES:
        yield cast("Source", import_module(f"{__name__}.{name}").SOURCE)


def __getattr__(name: str) -> tuple[Source, ...]:
    """Load all sources where they are asked for as a whole."""
    if name == "SOURCES":
        return tuple(_sources())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def recognise(input: Input) -> Source | None:
    """Return the source whose file this is, or None. Looks at the content, never at the name."""
    return next((source for source in _sources() if source.claims(input)), None)


def is_companion(input: Input) -> bool:
    """Say whether a file that no source claims is known to hold no conversation: by its name, or because it is empty.

    Ask `recognise` first: an export may call a conversation by any name.
    """
    from lossless_memory.sources.opening import head_text

    if _COMPANION_NAMES.search(input.name):
        return True
    return input.size_b <= len(input.head) and head_text(input).strip("\ufeff \t\r\n\0") in ("", "[]", "{}")
