"""Finds our own injected blocks and answers inside what a tool recorded, so that no memory feeds on itself.

Owns the two signs by which the sources know our own words: the tag that opens and closes every fenced block
(`present/` writes it), and the names of our MCP server. Knows no source.
"""

from __future__ import annotations

from lossless_memory.patterns import pattern

OWN_TAG = "lossless-memory"
"""Every block we inject opens with `<lossless-memory` and closes with `</lossless-memory`; the rest of the tag is
different each time."""

_SIGN = f"<{OWN_TAG}"
_OPENING = pattern(rf"<{OWN_TAG}\b")
_CUT_OFF = pattern(rf"<{OWN_TAG}-[0-9a-f]{{32}}>(?=\s*(?:\n|\\n|Quoted history|$))")
"""What a block without its closing tag must begin with; anything less is somebody who writes about the tag."""
_OWN_TOOL = pattern(r"mcp__(?:plugin_)?lossless(?:[-_]memory)?(?:_lossless(?:[-_]memory)?)?__")


def own_block(text: str) -> tuple[int, int] | None:
    """Return where our own fenced text begins and ends, from the first opening to the last closing tag.

    A block that was cut off before its closing tag reaches to the end of the text. A tag that is only named, with no
    block behind it, is the writer's own word.
    """
    if _SIGN not in text:  # many times as fast as the expression
        return None
    opening = _OPENING.search(text)
    if opening is None:
        return None
    closing = text.rfind(f"</{OWN_TAG}")
    if closing > opening.start():
        return opening.start(), text.find(">", closing) + 1 or len(text)
    opening = _CUT_OFF.search(text)
    return None if opening is None else (opening.start(), len(text))


def split_own(text: str) -> list[tuple[str, bool]]:
    """Cut a text into what is ours (True) and what is not; the pieces join to the text. Empty pieces are left out."""
    span = own_block(text)
    if span is None:
        return [(text, False)]
    cut = ((text[: span[0]], False), (text[span[0] : span[1]], True), (text[span[1] :], False))
    return [(piece, is_own) for piece, is_own in cut if piece]


def is_own_tool(name: str | None) -> bool:
    """Say whether a tool name, as agents spell MCP tools, is one of ours."""
    return name is not None and name.startswith("mcp__") and _OWN_TOOL.match(name) is not None
