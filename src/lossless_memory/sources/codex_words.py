"""Tells the person's own words in a Codex user text from what the tool and editors put around them.

Owns the table of wrappers. The pieces it cuts a text into always join to the original, character for character. Knows
no line and no file.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern
from lossless_memory.sources.marks import split_own
from lossless_memory.typed import NamedTuple

TYPED = "typed"

_KINDS = {
    "turn_aborted": "interrupted",
    "user_shell_command": "command",
    "subagent_notification": "task-notification",
}
_TAGS = (
    "environment_context|user_instructions|INSTRUCTIONS|codex_internal_context|goal_context|turn_aborted|"
    "user_shell_command|subagent_notification|permissions instructions|collaboration_mode|recommended_plugins|"
    "personality_spec|skill|model_switch|user_action|apps_instructions|image"
)
_BLOCK = pattern(rf"\s*<({_TAGS})\b[^>]*>.*?</\1>\s*", re.DOTALL)
_OPENING = pattern(rf"\s*(?:</?({_TAGS})\b|# AGENTS\.md instructions\b)")
_EDITOR = pattern(
    r"\s*# (?:Context from my IDE setup|Files mentioned by the user):?.*?\n## My request for Codex:[ ]*\n", re.DOTALL
)
_EDITOR_OPENING = "# Context from my IDE setup"


class Piece(NamedTuple):
    """A stretch of a text and what it is: "typed" or the kind of a meta record."""

    text: str
    kind: str


def pieces(text: str) -> list[Piece]:
    """Cut a user text into the person's words and the rest, in order; at least one piece."""
    found: list[Piece] = []
    at = 0
    while match := _BLOCK.match(text, at) or _EDITOR.match(text, at):
        tag = match.group(1) if match.lastindex else ""  # what an editor put in has no tag
        found.append(Piece(match.group(), _KINDS.get(tag, "context")))
        at = match.end()
    rest = text[at:]
    if not rest:
        return found or [Piece(text, "empty")]
    opening = _OPENING.match(rest)
    if opening or rest.startswith(_EDITOR_OPENING):  # a wrapper without an end has no words of the person behind it
        return [*found, Piece(rest, _KINDS.get(opening.group(1) or "" if opening else "", "context"))]
    if not rest.strip():
        return [*found, Piece(rest, "context" if found else "empty")]
    for piece, is_own in split_own(rest):
        found.append(Piece(piece, "injected" if is_own else TYPED if piece.strip() else "context"))
    return found
