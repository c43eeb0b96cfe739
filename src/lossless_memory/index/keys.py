"""Numbers that stand for long strings in the catalog: 64-bit digests and small ids of names."""

from __future__ import annotations

from functools import lru_cache

import apsw

from lossless_memory.digests import blake2b

ROLES = ("user", "assistant", "system")
TYPES = ("text", "action", "meta", "doc")


def key(*parts: str) -> int:
    """Return a signed 64-bit digest of strings. Two of them together never meet by chance in a life's log."""
    raw = "\0".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(raw, digest_size=8).digest(), "big", signed=True)


def _event_key(source: str, event: str) -> int:
    return key(source, event) >> 16


_kept_key = lru_cache(maxsize=1024)(_event_key)
_KEPT = 200


def event_key(source: str, event: str) -> int:
    """Return 48 bits of the digest of an event: copies are told by their marks too, branches in their own conversation.

    It is remembered, since the next record nearly always names it as its parent.
    """
    return _kept_key(source, event) if len(event) < _KEPT else _event_key(source, event)


def mark(text: str, is_inherited: bool, text_b: bytes | None = None) -> int:
    """Return a 48-bit number of a text and whether its time is its own, to tell versions of one event apart.

    47 bits of a digest suffice for the few versions that one event has. `text_b` is the text in UTF-8, where it is at
    hand.
    """
    raw = text.encode("utf-8", "surrogatepass") if text_b is None else text_b
    digest = int.from_bytes(blake2b(raw, digest_size=6).digest(), "big", signed=True)
    return (digest & ~1) | is_inherited


def event_of(origin_id: str) -> str:
    """Return the source's event behind a record's id: several records of one line are `event#0`, `event#1` …"""
    if "#" not in origin_id:
        return origin_id
    event, mark, number = origin_id.rpartition("#")
    return event if mark and number.isdigit() else origin_id


def stored_name(name: str) -> str:
    """Return a name as the catalog holds it: SQLite takes no lone surrogates, so these become question marks."""
    return name.encode("utf-8", "replace").decode()


class Names(dict[str, int]):
    """Small ids of actors, kinds, models, sessions and sources, remembered while a pass lasts."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Start with nothing remembered."""
        self._connection = connection

    def __missing__(self, text: str) -> int:
        """Return the id of a name not met in this pass, giving it one at need."""
        safe = stored_name(text)
        found: int | None = self._connection.execute("SELECT id FROM name WHERE text = ?", (safe,)).get
        if found is None:
            self._connection.execute("INSERT INTO name(text) VALUES(?)", (safe,))
            found = self._connection.last_insert_rowid()
        if len(self) > 100_000:
            self.clear()
        self[text] = found
        return found
