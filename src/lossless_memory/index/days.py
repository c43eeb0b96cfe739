"""Which rowids the records of a day get, and which rowids a range of time holds.

Rowids follow time, so that a range of time is a range of rowids, and they are dense, because FTS5 stores the steps
between them. As long as lines come in the order of their days (a rebuild, everyday use) they are counted up from 1,
and the table `day` remembers where each day begins and ends. A line that comes after a later day has begun gets its
number behind LATE, where every day has room of its own; the next rebuild brings it in line. No rowid is used twice in
a generation. docs/decisions/0012 has the figures.
"""

from __future__ import annotations

import apsw

from lossless_memory.typed import NamedTuple

US_A_DAY = 86_400_000_000

LATE = 1 << 44
"""Rowids from here on belong to lines that came late."""

LATE_SHIFT = 22
"""So many bits count the late lines of one day."""

FIRST_DAY = -719_162
"""0001-01-01, the first day a record can have."""

END = 1 << 62


class Rowids(NamedTuple):
    """A range of rowids, both ends inside, in the order of days."""

    low: int
    high: int


def day_of(ts_us: int) -> int:
    """Return the day of an instant, counted from 1970-01-01."""
    return ts_us // US_A_DAY


def ranges(connection: apsw.Connection, first: int | None, last: int | None) -> list[Rowids]:
    """Return the rowids of the days from `first` to `last`, both inside, None = open: in line, then late ones."""
    if first is None and last is None:
        return [Rowids(0, END)]
    found = []
    low = 0
    if first is not None:
        low = connection.execute("SELECT first FROM day WHERE day >= ? ORDER BY day LIMIT 1", (first,)).get
    if low is not None:
        high = LATE - 1
        if last is not None:
            high = connection.execute("SELECT next - 1 FROM day WHERE day <= ? ORDER BY day DESC LIMIT 1", (last,)).get
        if high is not None and high >= low:
            found.append(Rowids(low, high))
    if connection.execute("SELECT EXISTS(SELECT 1 FROM late)").get:
        found.append(
            Rowids(
                LATE if first is None else _late(max(first, FIRST_DAY)),
                END if last is None else _late(max(last, FIRST_DAY - 1) + 1) - 1,
            )
        )
    return found


def _late(day: int) -> int:
    return LATE + ((day - FIRST_DAY) << LATE_SHIFT)


class Days:
    """Gives rowids, within the caller's transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Go on from where the catalog is."""
        self._db = connection
        row = connection.execute("SELECT day, first, next FROM day ORDER BY day DESC LIMIT 1").fetchone()
        self._day: int | None = row[0] if row else None
        self._first: int = row[1] if row else 1
        self._next: int = row[2] if row else 1
        self._late: dict[int, int] | None = None
        self._unsaved: dict[int, tuple[int, int]] = {}
        self._unsaved_late: dict[int, int] = {}

    def take(self, day: int) -> int:
        """Return the next rowid for a record of a day. Raises ValueError where a day has no more room."""
        if self._day is None or day > self._day:
            self._day, self._first = day, self._next
        elif day < self._day:
            return self._take_late(day)
        self._next += 1
        self._unsaved[day] = (self._first, self._next)
        return self._next - 1

    def _take_late(self, day: int) -> int:
        if self._late is None:  # all days at once: what comes late mostly belongs to many
            self._late = dict(iter(self._db.execute("SELECT day, next FROM late")))
        count = self._late.get(day, 0)
        if count >= (1 << LATE_SHIFT) - 1:
            raise ValueError(f"day {day} holds more than {count} late records; lossless index --rebuild makes room")
        self._late[day] = self._unsaved_late[day] = count + 1
        return _late(day) + count

    def save(self) -> None:
        """Write down how far each day has counted; part of every transaction that took a rowid."""
        if self._unsaved:
            self._db.executemany(
                "INSERT INTO day(day, first, next) VALUES(?,?,?) ON CONFLICT(day) DO UPDATE SET next = excluded.next",
                [(day, first, following) for day, (first, following) in self._unsaved.items()],
            )
            self._unsaved.clear()
        if self._unsaved_late:
            self._db.executemany(
                "INSERT INTO late(day, next) VALUES(?,?) ON CONFLICT(day) DO UPDATE SET next = excluded.next",
                self._unsaved_late.items(),
            )
            self._unsaved_late.clear()
