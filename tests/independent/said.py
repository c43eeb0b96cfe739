"""One text as a source has it: what the independent readers list."""

from __future__ import annotations

from typing import NamedTuple


class Said(NamedTuple):
    """Who said it, and the words."""

    who: str
    """"person", "ai", or "other" for somebody else in a chat between people."""
    id: str | None
    """The source's id of the line, node or message it stands in; None where it has none."""
    text: str
