"""Small readings of JSON values whose form nobody promises.

Knows no source. Each returns a value of the asked form or the empty one, and never raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def text_or_none(value: Any) -> str | None:
    """Return text that is not empty, else None."""
    return value if isinstance(value, str) and value else None


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
