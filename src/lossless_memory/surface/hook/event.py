"""An agent's event: read from stdin with whatever is missing or unknown, and the form its answer must have.

Claude Code, Codex and Gemini CLI take the same object; Cursor has its own. An event that allows no answer gets none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from lossless_memory.typed import Any, NamedTuple

_NAMES = {
    "session-start": "SessionStart",
    "persona": "SessionStart",
    "prompt": "UserPromptSubmit",
}
_CURSOR = frozenset({"sessionStart", "beforeSubmitPrompt", "stop", "preCompact", "sessionEnd", "afterAgentResponse"})


class Event(NamedTuple):
    """What the agent told: the event as it calls it, the conversation, its transcript, folder, prompt and cause."""

    name: str
    session: str | None
    transcript: str | None
    cwd: str | None
    prompt: str | None
    cause: str | None
    is_cursor: bool


def read_event(name: str, raw: bytes) -> Event:
    """Read an event; anything that is not what it should be counts as not told."""
    try:
        body: Any = json.loads(raw.decode("utf-8", "replace").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        body = None
    told: Mapping[str, Any] = body if isinstance(body, dict) else {}
    called = _text(told, "hook_event_name") or _NAMES.get(name, "")
    roots = told.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else None
    is_cursor = called in _CURSOR or ("conversation_id" in told and "session_id" not in told)
    return Event(
        called,
        _text(told, "session_id") or _text(told, "conversation_id"),
        _text(told, "transcript_path"),
        _text(told, "cwd") or root,
        _text(told, "prompt"),
        _text(told, "source"),
        is_cursor,
    )


def answered(event: Event, context: str | None) -> str:
    """Return what goes to stdout for the context to inject: strict JSON in the agent's form, or nothing at all."""
    if event.is_cursor:
        if event.name == "beforeSubmitPrompt":
            return json.dumps({"continue": True})  # it may not add anything here
        return json.dumps({"additional_context": context}, ensure_ascii=False) if context else ""
    if not context:
        return ""
    told = {"hookEventName": event.name, "additionalContext": context}
    return json.dumps({"hookSpecificOutput": told}, ensure_ascii=False)


def _text(told: Mapping[str, Any], name: str) -> str | None:
    value = told.get(name)
    return value if isinstance(value, str) and value else None
