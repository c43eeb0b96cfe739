"""Tells who spoke in a user text that came through a messenger, and cuts off the envelope around the words.

Owns the forms of envelopes. The pieces always join to the text. Knows no line and no file.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern
from lossless_memory.sources.base import Draft
from lossless_memory.sources.marks import own_block, split_own

SILENT = frozenset({"NO_REPLY", "HEARTBEAT_OK"})
"""Answers that mean that nothing was said."""

_ENVELOPE = pattern(r"\s*\[([A-Z]\w+) ([^\]\n]*?)\s*(?:\+\S+ )?(?:[A-Z][a-z]{2} )?\d{4}-\d\d-\d\d[T ][^\]\n]*\]\s*")
_GROUP = pattern(r"\bgroup\b|#|id:-", re.IGNORECASE)
_SENDER = pattern(r"([^:\n\[\]]{1,60}): ")
_AFTER = pattern(r"(?:\s*\[message_id: [^\]\n]*\])+\s*$")
_EVENTS = pattern(r"\s*(?:System: \[[^\]\n]*\][^\n]*\n*)+")
_PROMPTS = (
    ("Read HEARTBEAT.md", "heartbeat"),
    ("A new session was started via", "context"),
    ("Conversation info (untrusted", "context"),
    ("[OpenClaw heartbeat", "heartbeat"),
)


def typed(base: Draft, text: str) -> list[Draft]:
    """Turn a user text into drafts: the words under the one who said them, and what stands around them.

    In a group whoever spoke is the actor; in a talk of two it is the owner.
    """
    start = text[:200].lstrip()
    kind = next((kind for opening, kind in _PROMPTS if start.startswith(opening)), None)
    if kind is not None or not text.strip():
        return [base._replace(kind=kind or "empty", text=text)]
    drafts: list[Draft] = []
    at = 0
    if events := _EVENTS.match(text):
        drafts.append(base._replace(kind="system-event", text=events.group()))
        at = events.end()
    actor = None
    if envelope := _ENVELOPE.match(text, at):
        stop = envelope.end()
        if _GROUP.search(envelope.group(2)):
            sender = _SENDER.match(text, stop)
            actor = sender.group(1) if sender else envelope.group(2) or envelope.group(1)
            stop = sender.end() if sender else stop
        drafts.append(base._replace(kind="envelope", text=text[at:stop]))
        at = stop
    after = _AFTER.search(text, at)
    end = after.start() if after else len(text)
    for piece, is_own in split_own(text[at:end]):
        if is_own or not piece.strip():
            drafts.append(base._replace(kind="injected" if is_own or own_block(piece) else "context", text=piece))
        else:
            drafts.append(base._replace(role="user", type="text", kind="typed", text=piece, actor=actor))
    if text[end:]:
        drafts.append(base._replace(kind="envelope", text=text[end:]))
    return drafts
