"""Tells the person's own words in a Claude Code `user` text from everything else that is stored as one.

Owns the table of wrappers by which such a text opens. The pieces it cuts a text into always join to the original,
character for character. Knows lines only as dicts, no file and no draft.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources.marks import own_block, split_own
from lossless_memory.typed import Any, NamedTuple

TYPED = "typed"

_WRAPPERS = (
    ("<command-", "command"),
    ("<bash-input>", "command"),
    ("<bash-stdout>", "command-output"),
    ("<bash-stderr>", "command-output"),
    ("<local-command-caveat>", "command-output"),
    ("<local-command-", "command-output"),
    ("Caveat: The messages below", "command-output"),
    ("[Request interrupted", "interrupted"),
    ("<user-memory-input>", "command"),
    ("<task-notification", "task-notification"),
    ("<teammate-message", "teammate-message"),
    ("<agent-message", "teammate-message"),
    ("<cross-session-message", "teammate-message"),
    ("<channel ", "channel"),
    ("<scheduled-task", "scheduled-task"),
    ("<<autonomous-loop", "scheduled-task"),
    ("[SYSTEM NOTIFICATION", "task-notification"),
    ("<fork-boilerplate", "context"),
    ("This session is being continued from a previous conversation", "compaction"),
)

_TAGS = (
    "system-reminder",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "user-prompt-submit-hook",
    "session-start-hook",
)
_BEFORE = pattern(rf"(?:\s*<({'|'.join(_TAGS)})\b[^>]*>.*?</\1>)+\s*", re.DOTALL)
_OPENING = pattern(rf"\s*<(?:{'|'.join(_TAGS)})\b")


_STARTS = frozenset(opening[0] for opening, _ in _WRAPPERS)


class Piece(NamedTuple):
    """A stretch of a text and what it is: "typed" or the kind of a meta record."""

    text: str
    kind: str


def pieces(line: Mapping[str, Any], text: str) -> list[Piece]:
    """Cut a user text of the main conversation into the person's words and the rest, in order."""
    whole = _kind_of_whole(line, text)
    if whole:
        return [_context(text, whole)]
    return _words(text) or [Piece(text, "empty")]


def kind_of_context(line: Mapping[str, Any], text: str) -> str:
    """Return the kind of a text that is not the person's for a reason known beforehand (a sub-agent's, say)."""
    return _context(text, _kind_of_whole(line, text) or "context").kind


def _kind_of_whole(line: Mapping[str, Any], text: str) -> str | None:
    """Return the meta kind of a text no part of which is the person's, the wrapper's rather than the flag's."""
    flagged = _kind_of_line(line)
    return flagged if flagged not in (None, "context") else _kind_of_opening(text) or flagged


def _words(text: str) -> list[Piece]:
    """Cut off the context blocks that editors, hooks and the tool put around the person's words."""
    if not text:
        return []
    if not text.strip():
        return [Piece(text, "empty")]
    found = _BEFORE.match(text)
    words = text[found.end() :] if found else text
    before = text[: len(text) - len(words)]
    if _OPENING.match(words):  # a block that never closes has no words of the person behind it
        return [_context(text, "context")]
    kept = _end_of_words(words)
    words, after = words[:kept], words[kept:]
    if not words.strip():
        return [_context(text, "context")]
    kind = _kind_of_opening(words)
    middle: list[Piece] = []
    for part, is_own in [(words, False)] if kind else split_own(words):
        if is_own:
            middle.append(Piece(part, "injected"))
        else:
            middle.extend([Piece(part, kind or TYPED)] if part == words else _words(part))
    return [
        *([_context(before, "context")] if before else []),
        *middle,
        *([_context(after, "context")] if after else []),
    ]


def _end_of_words(text: str) -> int:
    """Return where the words end before the context blocks that stand last; the end of the text if there are none."""
    end = len(text)
    while True:
        last = end
        while last and text[last - 1].isspace():
            last -= 1
        if not last or text[last - 1] != ">":
            return end if end == len(text) else last
        tag = next((tag for tag in _TAGS if text.endswith(f"</{tag}>", 0, last)), None)
        start = text.rfind(f"<{tag}", 0, last - len(f"</{tag}>")) if tag else -1
        if start < 0:
            return end if end == len(text) else last
        end = start


def _context(text: str, kind: str) -> Piece:
    return Piece(text, "injected" if kind != "compaction" and own_block(text) else kind)


def _kind_of_opening(text: str) -> str | None:
    start = text[:200].lstrip()
    if start[:1] not in _STARTS:
        return None
    return next((kind for opening, kind in _WRAPPERS if start.startswith(opening)), None)


def _kind_of_line(line: Mapping[str, Any]) -> str | None:
    """Return the meta kind the line's own flags give its texts, or None if they may be the person's."""
    if line.get("isCompactSummary") is True:
        return "compaction"
    if line.get("isMeta") is True or line.get("isVisibleInTranscriptOnly") is True:
        return "context"
    origin = line.get("origin")
    origin_kind = origin.get("kind") if isinstance(origin, Mapping) else None
    if isinstance(origin_kind, str) and origin_kind != "human":
        return origin_kind[:80]
    source = line.get("promptSource")
    if source == "system":
        return "system-prompt"
    if "sdk" in (source, line.get("turnOrigin")) and origin_kind != "human":
        # The desktop app and editors run Claude Code through the SDK as well: they mark what was typed as human, or
        # name themselves as the entrypoint. A program's own prompts have neither.
        entrypoint = line.get("entrypoint")
        if not isinstance(entrypoint, str) or entrypoint.startswith("sdk"):
            return "sdk-prompt"
    return None
