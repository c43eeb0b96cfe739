"""Which records of a conversation are on its live branch: derived from parents and heads, never stored in the log.

Live is the path from the leaf that the latest head names, else from the newest leaf, up to its root (DESIGN §3).
Records outside any thread are live. Sub-agents have threads of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import apsw


class Node(NamedTuple):
    """A record of one conversation, as far as its thread matters; `event` and `parent` are digests."""

    id: int
    ts_us: int
    event: int | None
    parent: int | None
    is_head: bool


def live_ids(nodes: Sequence[Node]) -> set[int]:
    """Return the ids of the live records of one conversation (one agent's, where agents speak in it).

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


def refresh(connection: apsw.Connection) -> None:
    """Derive the live branch of every conversation that something was added to; part of the caller's transaction."""
    head = connection.execute("SELECT id FROM name WHERE text = 'head'").get
    for (session,) in connection.execute("SELECT session FROM stirred").fetchall():
        threads: dict[int | None, list[Node]] = {}
        was_live = {}
        rows = connection.execute(
            "SELECT r.id, r.ts_us, r.event, r.parent, r.kind IS ?, r.agent, r.is_live "
            "FROM rec r JOIN file f ON f.id = r.file WHERE r.session = ? "
            "ORDER BY r.shown IS NULL, f.device, f.day, r.line",  # what follows must not depend on the order of import
            (head, session),
        )
        for one, ts_us, event, parent, is_head, agent, is_live in rows:
            threads.setdefault(agent, []).append(Node(one, ts_us, event, parent, bool(is_head)))
            was_live[one] = bool(is_live)
        live = set().union(*map(live_ids, threads.values())) if threads else set()
        changed = [(one in live, one) for one, was in was_live.items() if (one in live) != was]
        connection.executemany("UPDATE rec SET is_live = ? WHERE id = ?", changed)
    connection.execute("DELETE FROM stirred")
