"""What stands beside the catalog: records of a turn that could not store, and lines of the log not indexed yet.

Their lines stand among the catalog's; where they go on from an earlier line than a conversation's last stored one, what
came after that is no longer live.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lossless_memory.index import keys, recent
from lossless_memory.index.recent import Glance
from lossless_memory.now import tails
from lossless_memory.now.said import Kept, Said, is_said, newest_first, said
from lossless_memory.record import Record


def spoken(records: Sequence[Kept]) -> Iterator[Said]:
    """Yield the person's lines among records, the newest first."""
    found = [said(one.record, one.device) for one in tails.live(records) if is_said(one.record)]
    yield from sorted(found, key=newest_first)


def branches(connection: Glance, beside: Sequence[Kept]) -> dict[str, frozenset[int]]:
    """Return, for each conversation that goes on from an earlier line than its last stored one, what stays live."""
    paths: dict[str, frozenset[int]] = {}
    known = {str((one.record.origin or {}).get("id")) for one in beside}
    events = {tails.event_of(one) for one in known}
    for one in beside:
        origin = one.record.origin or {}
        parent = origin.get("parent")
        if not isinstance(parent, str) or origin.get("agent") or tails.event_of(parent) in events:
            continue
        path = recent.path_above(
            connection, one.record.session, keys.event_key(str(origin["source"]), tails.event_of(parent))
        )
        if path is not None:
            paths[one.record.session] = path
    return paths


def event_of(record: Record) -> int | None:
    """Return the digest of a record's event, as the catalog has it; None without an origin."""
    origin = record.origin or {}
    return keys.event_key(str(origin["source"]), tails.event_of(str(origin["id"]))) if origin else None


def identity(record: Record) -> tuple[object, object]:
    """Return what makes two readings of a record one."""
    origin = record.origin or {}
    return (origin.get("source"), origin.get("id")) if origin else (record.ts, record.text)
