"""What Cursor's two stores have in common: the person's words inside their tags, and what is none of hers.

Knows no file and no line.
"""

from __future__ import annotations

from lossless_memory.patterns import pattern
from lossless_memory.sources.base import Draft
from lossless_memory.sources.marks import own_block, split_own
from lossless_memory.sources.values import cut_tag

_CONTEXT = pattern(r"\s*<(?:[a-z]+_[a-z_]+|rules|timestamp)\b[^>]*>")


def typed(base: Draft, text: str) -> list[Draft]:
    """Turn a user text into drafts: the person's words, and the context around them; the texts join to the whole."""
    parts = cut_tag(text, "user_query")
    if len(parts) == 1 and "<user_query>" not in text and _CONTEXT.match(text):
        return [base._replace(kind="injected" if own_block(text) else "context", text=text)]
    drafts: list[Draft] = []
    for part, is_inside in parts:
        for piece, is_own in split_own(part) if is_inside else [(part, False)]:
            if not is_inside or is_own or not piece.strip():
                kind = "injected" if is_own or own_block(piece) else "context" if piece.strip() else "empty"
                drafts.append(base._replace(kind=kind, text=piece))
            elif base.agent is not None:
                drafts.append(base._replace(role="assistant", type="text", kind="task", text=piece, actor=None))
            else:
                drafts.append(base._replace(role="user", type="text", kind="typed", text=piece, actor=None))
    return drafts or [base._replace(kind="empty", text=text)]
