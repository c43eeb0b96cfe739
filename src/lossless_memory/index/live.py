"""Which records of a conversation are on its live branch: derived from parents and heads, never stored in the log.

Live is the path from the leaf that the latest head names, else from the newest leaf, up to its root (DESIGN §3).
Records outside any thread are live. Sub-agents have threads of their own. A conversation may hold millions of records,
so it is worked through in temporary tables and never held in memory.
"""

from __future__ import annotations

import apsw

from lossless_memory.typed import Any

_TABLES = """
CREATE TEMP TABLE IF NOT EXISTS turn(event INTEGER PRIMARY KEY, parent INTEGER, ts_us INTEGER, place INTEGER);
CREATE INDEX IF NOT EXISTS temp.turn_parent ON turn(parent);
CREATE TEMP TABLE IF NOT EXISTS path(event INTEGER PRIMARY KEY);
"""

_ORDER = "r.shown IS NULL, f.device, f.day, r.line"
"""What follows must not depend on the order of import: versions not shown first, then as the log stands."""

_ROWS = "FROM rec r JOIN file f ON f.id = r.file WHERE r.session = :session AND r.agent IS :agent"

_HAS_CHILD = "EXISTS(SELECT 1 FROM temp.turn c WHERE c.parent = t.event)"
_HAS_PARENT = "EXISTS(SELECT 1 FROM temp.turn p WHERE p.event = t.parent)"

# Of versions of one event that name different parents the later counts; its time is the newest of them.
_FILL = f"""
INSERT INTO temp.turn(event, parent, ts_us, place)
SELECT r.event, r.parent, r.ts_us, row_number() OVER (ORDER BY {_ORDER})
{_ROWS} AND r.event IS NOT NULL AND r.kind IS NOT :head ORDER BY {_ORDER}
ON CONFLICT(event) DO UPDATE SET parent = excluded.parent, ts_us = max(ts_us, excluded.ts_us),
  place = iif(excluded.ts_us >= ts_us, excluded.place, place)
"""

_NAMED_LEAF = f"""
SELECT r.parent {_ROWS} AND r.kind IS :head
AND EXISTS(SELECT 1 FROM temp.turn t WHERE t.event = r.parent AND ({_HAS_CHILD} OR {_HAS_PARENT}))
ORDER BY r.ts_us DESC, r.shown IS NULL DESC, f.device DESC, f.day DESC, r.line DESC LIMIT 1
"""

_NEWEST_LEAF = f"""
SELECT t.event FROM temp.turn t WHERE NOT {_HAS_CHILD} AND {_HAS_PARENT} ORDER BY t.ts_us DESC, t.place DESC LIMIT 1
"""

_WALK = """
INSERT INTO temp.path WITH RECURSIVE up(event) AS (
  SELECT :leaf WHERE :leaf IS NOT NULL
  UNION SELECT t.parent FROM up JOIN temp.turn t ON t.event = up.event
  WHERE t.parent IN (SELECT event FROM temp.turn))
SELECT event FROM up
"""

_MARK = f"""
UPDATE rec AS r SET is_live = NOT is_live
WHERE r.session = :session AND r.agent IS :agent AND r.is_live != (
  r.kind IS :head OR r.event IS NULL OR r.event IN (SELECT event FROM temp.path)
  OR NOT EXISTS(SELECT 1 FROM temp.turn t WHERE t.event = r.event AND ({_HAS_CHILD} OR {_HAS_PARENT})))
"""

# No sub-agent speaks, every record names the one before it as its parent, a head, if any, stands last and names what is
# last, and no event is told twice: then all of it is live, whatever the order of import. Rows come in the order of an
# index, so that none are sorted or held.
_SETTLED = """
DELETE FROM stirred WHERE session NOT IN (
  SELECT session FROM (
    SELECT session, agent, parent, is_live, lag(iif(kind IS :head, 'head', event)) OVER thread AS before
    FROM rec WHERE session IN (SELECT session FROM stirred)
    WINDOW thread AS (PARTITION BY session ORDER BY ts_us, id))
  WHERE NOT (is_live AND agent IS NULL AND parent IS before))
AND (SELECT count(DISTINCT event) = count(*) FROM rec WHERE rec.session = stirred.session)
"""

_MANY = 20
"""Where so many conversations wait, as in an import, those without any branch are first passed over all at once."""


def refresh(connection: apsw.Connection) -> None:
    """Derive the live branch of every conversation that something was added to; part of the caller's transaction."""
    connection.execute(_TABLES)
    head = connection.execute("SELECT id FROM name WHERE text = 'head'").get
    if connection.execute("SELECT count(*) FROM stirred").get >= _MANY:
        connection.execute(_SETTLED, {"head": head})
    for (session,) in connection.execute("SELECT session FROM stirred").fetchall():
        agents = connection.execute("SELECT DISTINCT agent FROM rec WHERE session = ?", (session,)).fetchall()
        for (agent,) in agents:
            _refresh_thread(connection, {"session": session, "agent": agent, "head": head})
    connection.execute("DELETE FROM stirred; DELETE FROM temp.turn; DELETE FROM temp.path")


def _refresh_thread(connection: apsw.Connection, names: dict[str, Any]) -> None:
    connection.execute("DELETE FROM temp.turn; DELETE FROM temp.path")
    connection.execute(_FILL, names)
    leaf = connection.execute(_NAMED_LEAF, names).get
    if leaf is None:
        leaf = connection.execute(_NEWEST_LEAF).get
    connection.execute(_WALK, {"leaf": leaf})
    connection.execute(_MARK, names)
