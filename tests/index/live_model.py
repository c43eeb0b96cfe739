"""Live branches once more, in plain Python over plain lists: what the catalog's SQL is held to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import apsw

from lossless_memory.index import live, schema


class Node(NamedTuple):
    """A record of one conversation, as far as its thread matters."""

    id: int
    ts_us: int
    event: int | None
    parent: int | None
    is_head: bool


def live_ids(nodes: Sequence[Node], others: int = 0) -> set[int]:
    """Return what the program takes for live: the nodes in a catalog of their own, in the given order of lines.

    So many other conversations wait as well, as in an import.
    """
    connection = apsw.Connection(":memory:")
    connection.execute(schema.TABLES)
    connection.execute(schema.INDEXES)
    connection.execute("INSERT INTO file VALUES(1, 'main', '2026-03-02', 0, 0, 0, x'', 0)")
    connection.execute("INSERT INTO name(id, text) VALUES(1, 'head'), (2, 'typed'), (3, 'here')")
    connection.executemany(
        "INSERT INTO rec(id, file, line, off, len, ts_us, actor, role, type, kind, session, words, is_live, "
        "event, parent) VALUES(?, 1, ?, 0, 0, ?, 2, 0, 0, ?, 3, 1, 1, ?, ?)",
        [
            (one.id, line, one.ts_us, 1 if one.is_head else 2, one.event, one.parent)
            for line, one in enumerate(nodes, 1)
        ],
    )
    connection.executemany("INSERT INTO stirred VALUES(?)", [(3 + number,) for number in range(1 + others)])
    live.refresh(connection)
    found = {row[0] for row in connection.execute("SELECT id FROM rec WHERE is_live")}
    connection.close()
    return found


def modelled(nodes: Sequence[Node]) -> set[int]:
    """Return what should be live.

    Of equal times, and of versions of one event that name different parents, the later node in the sequence counts.
    """
    turns = [node for node in nodes if not node.is_head]
    parents: Mapping[int, int | None] = {node.event: node.parent for node in turns if node.event is not None}
    children = {parent for parent in parents.values() if parent is not None and parent in parents}
    threaded = children | {event for event, parent in parents.items() if parent in children}
    if not threaded:
        return {node.id for node in nodes}
    leaf = _leaf(nodes, turns, threaded, children)
    path: set[int] = set()
    while leaf is not None and leaf not in path and leaf in parents:
        path.add(leaf)
        leaf = parents[leaf]
    return {node.id for node in nodes if node.event not in threaded or node.event in path or node.is_head}


def _leaf(nodes: Sequence[Node], turns: Sequence[Node], threaded: set[int], children: set[int]) -> int | None:
    heads = [node for node in nodes if node.is_head and node.parent in threaded]
    if heads:
        return max(reversed(heads), key=lambda node: node.ts_us).parent
    leaves = [node for node in turns if node.event in threaded and node.event not in children]
    return max(reversed(leaves), key=lambda node: node.ts_us).event if leaves else None
