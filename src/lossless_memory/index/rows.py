"""Rows for lines: what of a record goes into the catalog, under which rowid, and how it leaves again.

A rowid starts with the day and is never used twice in a generation. Rows of a batch are put in in rowid order, since
each step back costs FTS5 a flush. Transactions are the caller's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

from lossless_memory.index import tokens
from lossless_memory.index.keys import ROLES, TYPES, Names, event_of, key
from lossless_memory.index.schema import DAY_SHIFT
from lossless_memory.record import Record, ts_to_us

US_A_DAY = 86_400_000_000


class NewLine(NamedTuple):
    """A record and where its line stands: file row, number from 1, bytes [offset_b, offset_b + length_b)."""

    file: int
    number: int
    offset_b: int
    length_b: int
    record: Record


class Keys(NamedTuple):
    """The digests under which a record's copies, versions and place in its conversation are found; None = none."""

    origin: int | None = None
    answer: int | None = None
    event: int | None = None
    parent: int | None = None


def keys_of(record: Record) -> Keys:
    """Return the digests of a record's origin."""
    origin = record.origin
    if origin is None:
        return Keys()
    source, answer, parent = origin["source"], origin.get("answer"), origin.get("parent")
    return Keys(
        key(source, origin["id"]),
        key(source, answer) if isinstance(answer, str) else None,
        key(source, event_of(origin["id"])),
        key(source, event_of(parent)) if isinstance(parent, str) else None,
    )


def is_inherited(record: Record) -> bool:
    """Say whether a record's time is not its own."""
    return bool(record.origin and record.origin.get("time") == "inherited")


class Rows:
    """Puts rows in and takes them out, within the caller's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Work on a catalog opened for writing."""
        self._db = connection
        self.names = Names(connection)
        self._next: dict[int, int] = {}
        self._threaded: set[int] = set()

    def put(self, lines: Sequence[NewLine]) -> list[tuple[int, Keys]]:
        """Put in the rows of a batch, lines of one day in the given order; return each row's id and keys."""
        made = sorted(((ts_to_us(line.record.ts), line) for line in lines), key=lambda pair: pair[0] // US_A_DAY)
        recs, texts, origins, answers, put = [], [], [], [], []
        stirred: set[int] = set()
        for ts_us, line in made:
            record, keys = line.record, keys_of(line.record)
            origin = record.origin or {}
            rowid, session = self._rowid(ts_us // US_A_DAY), self.names.id(record.session)
            indexed, is_capped = _indexed_text(record.text)
            if keys.origin is not None:
                origins.append((keys.origin, key(record.text), rowid, is_inherited(record)))
            if keys.answer is not None:
                answers.append((keys.answer, rowid))
            if keys.parent is not None or self._is_threaded(session):
                stirred.add(session)
            if _is_searched(record):
                texts.append((rowid, indexed))
            recs.append(
                (
                    rowid,
                    line.file,
                    line.number,
                    line.offset_b,
                    line.length_b,
                    ts_us,
                    self.names.id(record.actor),
                    ROLES.index(record.role),
                    TYPES.index(record.type),
                    self._optional(origin.get("kind")),
                    self._optional(record.model),
                    session,
                    self._optional(origin.get("source")),
                    self._optional(origin.get("agent")),
                    tokens.word_count(indexed),
                    is_capped,
                    keys.event,
                    keys.parent,
                )
            )
            put.append((rowid, keys))
        self._db.executemany(
            "INSERT INTO rec(id, file, line, off, len, ts_us, actor, role, type, kind, model, session, source, agent, "
            "words, is_capped, is_live, event, parent) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1,?,?)",
            recs,
        )
        self._db.executemany("INSERT INTO ft(rowid, text) VALUES(?,?)", texts)
        self._db.executemany("INSERT OR IGNORE INTO origin(key, text, id, is_inherited) VALUES(?,?,?,?)", origins)
        self._db.executemany("INSERT OR IGNORE INTO answer(key, id) VALUES(?,?)", answers)
        self._db.executemany("INSERT OR IGNORE INTO stirred(session) VALUES(?)", [(one,) for one in stirred])
        self._db.executemany("INSERT OR IGNORE INTO threaded(session) VALUES(?)", [(one,) for one in stirred])
        self._threaded |= stirred
        return put

    def _is_threaded(self, session: int) -> bool:
        """Say whether a record of the session names a parent: the next one may be that parent, come late."""
        if (
            session not in self._threaded
            and self._db.execute("SELECT EXISTS(SELECT 1 FROM threaded WHERE session = ?)", (session,)).get
        ):
            self._threaded.add(session)
        return session in self._threaded

    def _optional(self, text: object) -> int | None:
        return self.names.id(text) if isinstance(text, str) else None

    def _rowid(self, day: int) -> int:
        """Return the next free rowid of a day (days since 1970-01-01, may be negative)."""
        count = self._next.get(day)
        if count is None:
            count = self._db.execute("SELECT next_n FROM day WHERE day = ?", (day,)).get or 0
        if count >= (1 << DAY_SHIFT) - 1:
            raise ValueError(f"day {day} holds more than {count} records")
        self._next[day] = count + 1
        return (day << DAY_SHIFT) | count

    def move(self, rowid: int, ts_us: int, record: Record) -> int:
        """Show a row at another instant; on another day it gets a new rowid, and the old one is hidden by the join."""
        day = ts_us // US_A_DAY
        if rowid >> DAY_SHIFT == day:
            self._db.execute("UPDATE rec SET ts_us = ? WHERE id = ?", (ts_us, rowid))
            return rowid
        new, keys = self._rowid(day), keys_of(record)
        self._db.execute("UPDATE rec SET id = ?, ts_us = ? WHERE id = ?", (new, ts_us, rowid))
        if _is_searched(record):
            self._db.execute("INSERT INTO ft(rowid, text) VALUES(?,?)", (new, _indexed_text(record.text)[0]))
        self._db.execute("UPDATE origin SET id = ? WHERE key = ? AND id = ?", (new, keys.origin, rowid))
        self._db.execute("UPDATE answer SET id = ? WHERE key = ? AND id = ?", (new, keys.answer, rowid))
        return new

    def drop_file(self, file: int) -> list[tuple[int, Keys]]:
        """Take out the rows of a day file; return rows of other files that may now be shown in their stead."""
        mine = "(SELECT id FROM rec WHERE file = ?)"
        lost = [row[0] for row in self._db.execute(f"SELECT key FROM origin WHERE id IN {mine}", (file,))]
        answers = [row[0] for row in self._db.execute(f"SELECT key FROM answer WHERE id IN {mine}", (file,))]
        self._db.execute(f"DELETE FROM origin WHERE id IN {mine}", (file,))
        self._db.execute(f"DELETE FROM answer WHERE id IN {mine}", (file,))
        self._db.execute("INSERT OR IGNORE INTO stirred SELECT DISTINCT session FROM rec WHERE file = ?", (file,))
        self._db.execute("DELETE FROM rec WHERE file = ?", (file,))
        left = [
            (row[0], Keys(origin=one))
            for one in lost
            for row in self._db.execute("SELECT id FROM origin WHERE key = ?", (one,))
        ]
        return left + [
            (row[0], Keys(answer=one))
            for one in answers
            for row in self._db.execute("SELECT id FROM answer WHERE key = ?", (one,))
        ]

    def save_days(self) -> None:
        """Write down how far each day has counted; part of every transaction that put rows in."""
        self._db.executemany(
            "INSERT INTO day(day, next_n) VALUES(?,?) ON CONFLICT(day) DO UPDATE SET next_n = excluded.next_n",
            self._next.items(),
        )


def _is_searched(record: Record) -> bool:
    """Say whether a record's words are indexed: what we said ourselves is kept and never found again."""
    return (record.origin or {}).get("kind") != "injected"


def _indexed_text(text: str) -> tuple[str, bool]:
    capped = len(text) > tokens.INDEX_CAP_CHARS
    return tokens.searchable(text[: tokens.INDEX_CAP_CHARS] if capped else text), capped
