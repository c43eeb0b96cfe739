"""Rows for lines: what of a record goes into the catalog, under which rowid, and how it leaves again.

Rows of a batch are put in in rowid order, since each step back costs FTS5 a flush. Transactions are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from lossless_memory.index import tokens
from lossless_memory.index.days import Days, day_of
from lossless_memory.index.keys import ROLES, TYPES, Names, event_key, event_of, key, mark
from lossless_memory.record import Record, ts_to_us
from lossless_memory.typed import NamedTuple

_ROLE = {name: number for number, name in enumerate(ROLES)}
_TYPE = {name: number for number, name in enumerate(TYPES)}


class Keys(NamedTuple):
    """The digests under which a record's copies, versions and place in its conversation are found; None = none.

    `shared` is had by what may be pieces of one answer, or tellings of one prompt. `mark` tells versions of one event
    apart.
    """

    origin: int | None = None
    shared: int | None = None
    event: int | None = None
    parent: int | None = None
    mark: int | None = None


class Known(NamedTuple):
    """What is known of a text of an origin: only an inherited time; only as the words of somebody not named."""

    is_inherited: bool
    is_said: bool


class NewLine(NamedTuple):
    """A record and where its line stands: file row, number from 1, bytes [offset_b, offset_b + length_b)."""

    file: int
    number: int
    offset_b: int
    length_b: int
    record: Record
    keys: Keys


PROMPT = "prompt"
"""Begins what the tellings of one prompt share."""

_WITH_LISTS = frozenset({"claude-code", "codex", "gemini-cli"})
"""Sources whose tools keep a list of all prompts beside the transcripts, so that one prompt is told twice."""


def shared_of(record: Record) -> tuple[str, ...] | None:
    """Return what pieces of one answer have in common, for prose and thinking, or tellings of one prompt; else None."""
    origin = record.origin
    if not origin or record.type == "action":
        return None
    if isinstance(origin.get("answer"), str):
        return (origin["source"], origin["answer"], record.type, str(origin.get("kind")))
    if record.role == "user" and record.type == "text" and origin["source"] in _WITH_LISTS:
        return (PROMPT, record.session, record.text)
    return None


def is_listed(record: Record) -> bool:
    """Say whether a record comes from a tool's list of prompts, of which the transcript may hold the same."""
    return bool(record.origin and record.origin.get("listed") is True)


def keys_of(record: Record, text_b: bytes | None = None) -> Keys:
    """Return the digests of a record's origin; `text_b` as for `mark`."""
    origin = record.origin
    if origin is None:
        return Keys()
    source, name, parent, shared = origin["source"], origin["id"], origin.get("parent"), shared_of(record)
    own, event = event_key(source, name), event_of(name)
    made: Keys = tuple.__new__(
        Keys,
        (
            own,
            key(*shared) if shared else None,
            own if event == name else event_key(source, event),
            event_key(source, event_of(parent)) if isinstance(parent, str) else None,
            mark(record.text, origin.get("time") == "inherited", text_b),
        ),
    )
    return made


def is_said(record: Record) -> bool:
    """Say whether these are words of somebody in a chat who was named neither as the person nor as the AI."""
    return record.role == "system" and record.type == "text"


def is_inherited(record: Record) -> bool:
    """Say whether a record's time is not its own."""
    return bool(record.origin and record.origin.get("time") == "inherited")


_GATHERED = """
CREATE TEMP TABLE origins(key INTEGER, mark INTEGER, id INTEGER);
CREATE TEMP TABLE shareds(key INTEGER, id INTEGER);
"""

_ORDER_KEYS = """
INSERT INTO main.origin SELECT key, mark, id FROM temp.origins ORDER BY key, mark, id;
INSERT INTO main.shared SELECT key, id FROM temp.shareds ORDER BY key, id;
DROP TABLE temp.origins;
DROP TABLE temp.shareds;
"""

_WORDS = 13
"""The place of the length in words among a row's values."""

_KNOWN = f"""
SELECT o.key, o.mark & ~1, min(o.mark & 1), min(r.role = {_ROLE["system"]} AND r.type = {_TYPE["text"]})
FROM origin o JOIN rec r ON r.id = o.id WHERE o.key = ? AND o.mark BETWEEN ?2 AND ?2 + 1 GROUP BY o.key
"""

_AT_ONCE = 250
_THERE = f"SELECT DISTINCT key FROM origin WHERE key IN ({','.join('?' * _AT_ONCE)})"
"""Finds which origins there are at all: nearly none of what is read for the first time, and asking one by one costs
ten times as much."""

_SHARED = "SELECT key FROM {} GROUP BY key HAVING count(*) > 1"


class Rows:
    """Puts rows in and takes them out, within the caller's transaction."""

    def __init__(self, connection: apsw.Connection, *, is_new: bool = False) -> None:
        """Work on a catalog opened for writing. For a new one the keys are gathered until `order_keys`."""
        self._db = connection
        self._is_new = is_new
        self.names = Names(connection)
        self._days = Days(connection)
        self._threaded: dict[int, bool] = {}
        if is_new:
            connection.execute(_GATHERED)
        self._origins, self._shared = ("temp.origins", "temp.shareds") if is_new else ("origin", "shared")

    def put(self, lines: Sequence[NewLine]) -> list[tuple[int, NewLine]]:
        """Put in the rows of a batch, lines of one day in the given order; return each row's id and its line."""
        made = [(ts_to_us(line.record.ts), line) for line in lines]
        made.sort(key=lambda pair: day_of(pair[0]))
        recs, texts, origins, shared, put = [], [], [], [], []
        stirred: set[int] = set()
        names, take, is_threaded = self.names, self._days.take, self._is_threaded
        for ts_us, line in made:
            file, number, offset_b, length_b, record, keys = line
            _, actor, role, type_, text, _, conversation, origin = record
            origin_key, shared_key, event, parent, version = keys
            rowid, session = take(day_of(ts_us)), names[conversation]
            kind = source = agent = None
            if origin is not None:
                kind, source, agent = origin.get("kind"), origin.get("source"), origin.get("agent")
            indexed = _indexed_text(text)
            if origin_key is not None:
                origins.append((origin_key, version, rowid))
                if shared_key is not None:
                    shared.append((shared_key, rowid))
            if parent is not None or is_threaded(session):
                stirred.add(session)
            if kind != "injected":
                texts.append((rowid, indexed))
            recs.append(
                (
                    rowid,
                    file,
                    number,
                    offset_b,
                    length_b,
                    ts_us,
                    names[actor],
                    _ROLE[role],
                    _TYPE[type_],
                    names[kind] if isinstance(kind, str) else None,
                    session,
                    names[source] if isinstance(source, str) else None,
                    names[agent] if isinstance(agent, str) else None,
                    tokens.word_count(indexed),
                    event,
                    parent,
                )
            )
            put.append((rowid, line))
        self._db.executemany(
            "INSERT INTO rec(id, file, line, off, len, ts_us, actor, role, type, kind, session, source, agent, "
            "words, is_live, event, parent) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,1,?,?)",
            recs,
        )
        if not self._is_new:
            words = sum(int(row[_WORDS] or 0) for row in recs)
            self._db.execute("UPDATE total SET records = records + ?, words = words + ?", (len(recs), words))
        texts.sort()  # late rows stand behind those in line
        self._db.executemany("INSERT INTO ft(rowid, text) VALUES(?,?)", texts)
        self._db.executemany(f"INSERT OR IGNORE INTO {self._origins}(key, mark, id) VALUES(?,?,?)", origins)
        self._db.executemany(f"INSERT OR IGNORE INTO {self._shared}(key, id) VALUES(?,?)", shared)
        if stirred:
            self._db.executemany("INSERT OR IGNORE INTO stirred(session) VALUES(?)", [(one,) for one in stirred])
            self._db.executemany("INSERT OR IGNORE INTO threaded(session) VALUES(?)", [(one,) for one in stirred])
            self._threaded.update(dict.fromkeys(stirred, True))
        return put

    def order_keys(self) -> list[Keys]:
        """Put the gathered keys of a new catalog in, in their order; return each that several rows share, alone."""
        self._db.execute(_ORDER_KEYS)
        shared = [Keys(origin=row[0]) for row in self._db.execute(_SHARED.format("origin"))]
        return shared + [Keys(shared=row[0]) for row in self._db.execute(_SHARED.format("shared"))]

    def known(self, wanted: Iterable[Keys]) -> dict[tuple[int, int], Known]:
        """Return which texts of which origins there are."""
        bound = [(keys.origin, (keys.mark or 0) & ~1) for keys in wanted if keys.origin is not None]
        there: set[object] = set()
        for start in range(0, len(bound), _AT_ONCE):
            asked = [origin for origin, _ in bound[start : start + _AT_ONCE]]
            there.update(row[0] for row in self._db.execute(_THERE, asked + [None] * (_AT_ONCE - len(asked))))
        found = self._db.executemany(_KNOWN, [pair for pair in bound if pair[0] in there])
        return {(key, text): Known(bool(is_inherited), bool(is_said)) for key, text, is_inherited, is_said in found}

    def _is_threaded(self, session: int) -> bool:
        """Say whether a record of the session names a parent: the next one may be that parent, come late."""
        known = self._threaded.get(session)
        if known is None:
            known = not self._is_new and bool(
                self._db.execute("SELECT EXISTS(SELECT 1 FROM threaded WHERE session = ?)", (session,)).get
            )
            self._threaded[session] = known
        return known

    def move(self, rowid: int, ts_us: int, record: Record) -> int:
        """Show a row at another instant; on another day it gets a new rowid, and the old one is hidden by the join."""
        day = day_of(ts_us)
        if day_of(self._db.execute("SELECT ts_us FROM rec WHERE id = ?", (rowid,)).get) == day:
            self._db.execute("UPDATE rec SET ts_us = ? WHERE id = ?", (ts_us, rowid))
            return rowid
        new, keys = self._days.take(day), keys_of(record)
        self._db.execute("UPDATE rec SET id = ?, ts_us = ? WHERE id = ?", (new, ts_us, rowid))
        if _is_searched(record):
            self._db.execute("INSERT INTO ft(rowid, text) VALUES(?,?)", (new, _indexed_text(record.text)))
        self._db.execute("UPDATE origin SET id = ? WHERE key = ? AND id = ?", (new, keys.origin, rowid))
        self._db.execute("UPDATE shared SET id = ? WHERE key = ? AND id = ?", (new, keys.shared, rowid))
        return new

    def drop_file(self, file: int) -> list[Keys]:
        """Take out the rows of a day file; return each key they had, alone: rows of other files may have it too."""
        mine = "(SELECT id FROM rec WHERE file = ?)"
        left = [Keys(origin=row[0]) for row in self._db.execute(f"SELECT key FROM origin WHERE id IN {mine}", (file,))]
        left += [Keys(shared=row[0]) for row in self._db.execute(f"SELECT key FROM shared WHERE id IN {mine}", (file,))]
        self._db.execute(f"DELETE FROM origin WHERE id IN {mine}", (file,))
        self._db.execute(f"DELETE FROM shared WHERE id IN {mine}", (file,))
        self._db.execute("INSERT OR IGNORE INTO stirred SELECT DISTINCT session FROM rec WHERE file = ?", (file,))
        self._db.execute("DELETE FROM rec WHERE file = ?", (file,))
        return left

    def save_days(self) -> None:
        """Write down how far each day has counted; part of every transaction that put rows in."""
        self._days.save()


def _is_searched(record: Record) -> bool:
    """Say whether a record's words are indexed: what we said ourselves is kept and never found again."""
    return (record.origin or {}).get("kind") != "injected"


def _indexed_text(text: str) -> str:
    return tokens.searchable(text[: tokens.INDEX_CAP_CHARS])
