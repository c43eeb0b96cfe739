"""Reads Cursor: the editor's databases, and the transcripts of its command line and agents.

Recognises the four kinds of file; what they hold is read by `cursor_store` and `cursor_lines`. Knows no log and no
other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.sources import cursor_lines, cursor_store
from lossless_memory.sources.base import Cursor, Input, Item, Options
from lossless_memory.sources.database import is_database, tables
from lossless_memory.sources.shape import shape


class _Cursor:
    name = "cursor"

    def claims(self, input: Input) -> bool:
        """The databases have tables of their own; a transcript's line is a role beside a message, and no more."""
        if is_database(input):
            return bool({"cursorDiskKV", "ItemTable"} & tables(input)) or {"blobs", "meta"} == tables(input)
        return _is_tabs(input) or any(_is_line(keys) for keys in shape(input).objects[:4])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per bubble of a database, or per line of a transcript. See the Protocol."""
        if is_database(input):
            return cursor_store.read(input, options)
        if _is_tabs(input):
            return cursor_store.read_tabs(input, options)
        return cursor_lines.read(input, cursor, options)


SOURCE = _Cursor()


def _is_line(keys: Mapping[str, str]) -> bool:
    foreign = ("type", "uuid", "sessionId", "timestamp", "id", "payload")
    return (
        keys.get("role") in ("user", "assistant")
        and "message.content" in keys
        and not any(name in keys for name in foreign)
    )


def _is_tabs(input: Input) -> bool:
    """Say whether a JSON file is the old chat's own value, with its tabs."""
    first = shape(input).objects[:1]
    return bool(first) and "tabs" in first[0] and ("currentTabId" in first[0] or "schemaVersion" in first[0])
