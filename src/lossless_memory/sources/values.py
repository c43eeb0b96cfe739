"""Small readings of JSON values whose form nobody promises.

Knows no source. Each returns a value of the asked form or the empty one, and never raises.
"""

from __future__ import annotations

from collections.abc import Mapping

from lossless_memory.typed import Any


def text_or_none(value: Any) -> str | None:
    """Return text that is not empty, else None."""
    return value if isinstance(value, str) and value else None


def id_or_none(value: Any) -> str | None:
    """Return an id, or None: a transcript cleaned of private data may hold one and the same phrase in place of all."""
    return value if isinstance(value, str) and value and " " not in value else None


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """Return a list as it is, nothing as an empty one, and any other value as a list of itself."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def text_in(block: Any) -> str | None:
    """Return the text of a block that is text itself or holds it under `text`, else None."""
    if isinstance(block, str):
        return block
    text = block.get("text") if isinstance(block, dict) else None
    return text if isinstance(text, str) else None


def cut_tag(text: str, tag: str) -> list[tuple[str, bool]]:
    """Cut a text at a tag that a tool puts around the words; True is what stands inside.

    The pieces join to the text. The line ends next to the tags belong to them. A text without the tag, or with one that
    never closes, counts from the tag on, else whole.
    """
    opening, closing = f"<{tag}>", f"</{tag}>"
    start = text.find(opening)
    if start < 0:
        return [(text, True)]
    start += len(opening)
    start += text.startswith("\n", start)
    end = text.rfind(closing)
    end = end if end >= start else len(text)
    if end < len(text):
        end -= text.endswith("\n", start, end)
    return [
        (piece, is_inside)
        for piece, is_inside in ((text[:start], False), (text[start:end], True), (text[end:], False))
        if piece
    ]
