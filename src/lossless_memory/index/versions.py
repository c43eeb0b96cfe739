"""Which of several versions of one thing is shown: derived from all of them, so the order of import never matters.

Versions are records with the same source and id, or pieces of the same answer of which one begins with the other, or a
prompt in a tool's list of prompts and in the transcript. The longest, or the newest edit, is shown, at the first one's
exact time; the others keep their address and point on to it (DESIGN §3). An id that very many lines name is not the id
of an answer, and these stand beside each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import apsw

from lossless_memory.index.rows import PROMPT, Keys, NewLine, Rows, is_inherited, is_listed, is_said, keys_of, shared_of
from lossless_memory.log.read import Reader
from lossless_memory.record import Record, ts_to_us
from lossless_memory.typed import Any, NamedTuple

MOST_PIECES = 1_000
"""Where more lines than this name one answer, none of them is compared with the others: all are shown."""

Address = tuple[str, str, int]
Shared = tuple[str, ...]

_ORIGIN_SHARED = "SELECT key FROM origin WHERE key = ? LIMIT 1 OFFSET 1"
_COUNTED = "SELECT ?1, count(*) FROM (SELECT 1 FROM shared WHERE key = ?1 LIMIT ?2)"
_ROW = """
SELECT r.id, f.device, f.day, r.line, r.off, r.len, r.ts_us, r.shown
FROM rec r JOIN file f ON f.id = r.file WHERE r.id = ?
"""


class Version(NamedTuple):
    """One version: its address (device, day, line), what it says, and when by its own word."""

    address: Address
    record: Record

    @property
    def is_inherited(self) -> bool:
        """Say whether the time is not its own."""
        return is_inherited(self.record)

    @property
    def own_us(self) -> int:
        """The record's own time in microseconds."""
        return ts_to_us(self.record.ts)

    @property
    def identity(self) -> tuple[str, str] | None:
        """Source and id, or None for a line without origin."""
        origin = self.record.origin
        return (origin["source"], origin["id"]) if origin else None


class Shown(NamedTuple):
    """What becomes of a version: shown at an instant (`by` None), or superseded by another's address."""

    by: Address | None
    ts_us: int


def settle(versions: Iterable[Version], crowded: Collection[Shared] | None = None) -> dict[Address, Shown]:
    """Decide over a set of versions that may supersede each other. Depends on the set alone, not on its order.

    `crowded` are the answers that too many lines name; None has them counted, where all versions there are were given.
    """
    every = sorted(versions)
    if crowded is None:
        counted = Counter(shared_of(one.record) for one in every)
        crowded = {shared for shared, count in counted.items() if shared and count > MOST_PIECES}
    shown: dict[Address, Shown] = {one.address: Shown(None, one.own_us) for one in every}
    by_identity: dict[tuple[object, str, str], list[Version]] = {}
    for one in every:
        # A line that says something else of itself, such as a tool's note under a turn's id, hides nobody's words.
        by_identity.setdefault((one.identity or one.address, one.record.role, one.record.type), []).append(one)
    for name in [name for name, role, type_ in by_identity if (role, type_) == ("system", "text")]:
        named = by_identity.get((name, "user", "text")) or by_identity.get((name, "assistant", "text"))
        if named:  # stored before it was known who that is
            named.extend(by_identity.pop((name, "system", "text")))
    winners = []
    for group in by_identity.values():
        winner = max(group, key=_rank)
        _supersede(shown, winner, [one for one in group if one is not winner])
        winners.append(winner)
    by_shared: dict[Shared, list[Version]] = {}
    for one in winners:
        shared = shared_of(one.record)
        if shared and shared not in crowded:
            by_shared.setdefault(shared, []).append(one)
    for shared, group in by_shared.items():
        if shared[0] == PROMPT:
            _settle_prompt(shown, group)
            continue
        group.sort(key=lambda one: (len(one.record.text), _later(one)))
        for place, one in enumerate(group):
            longer = [other for other in group[place + 1 :] if other.record.text.startswith(one.record.text)]
            if longer:
                _supersede(shown, longer[-1], [one])
    return shown


def _settle_prompt(shown: dict[Address, Shown], group: list[Version]) -> None:
    """Let each line of a list of prompts give way to the same prompt in the transcript, the nearest of several."""
    typed = [one for one in group if not is_listed(one.record)]
    for one in group if typed else ():
        if is_listed(one.record):
            nearest = min(typed, key=lambda other: (abs(other.own_us - one.own_us), other.address))
            shown[one.address] = Shown(nearest.address, one.own_us)


def _rank(one: Version) -> tuple[bool, str, int, bool, str, tuple[int, Address]]:
    edited = (one.record.origin or {}).get("edited")
    return (
        not is_said(one.record),
        edited if isinstance(edited, str) else "",
        len(one.record.text),
        not one.is_inherited,
        one.record.text,
        _later(one),
    )


def _later(one: Version) -> tuple[int, Address]:
    """Order equal ones so that the earliest, then the smallest address, counts highest."""
    device, day, line = one.address
    return (-one.own_us, (_inverted(device), _inverted(day), -line))


def _inverted(text: str) -> str:
    return "".join(chr(0x10FFFF - ord(char)) for char in text) + "\U0010ffff"


def _supersede(shown: dict[Address, Shown], winner: Version, others: list[Version]) -> None:
    group = [winner, *others]
    exact = [shown[one.address].ts_us for one in group if not one.is_inherited]
    first = min(exact) if exact else min(shown[one.address].ts_us for one in group)
    shown[winner.address] = Shown(None, first)
    for one in others:
        shown[one.address] = Shown(winner.address, one.own_us)


class Versions:
    """Keeps the catalog's rows as `settle` decides, within the caller's transaction."""

    def __init__(self, connection: apsw.Connection, rows: Rows, reader: Reader) -> None:
        """Read the texts to compare from the log."""
        self._db = connection
        self._rows = rows
        self._reader = reader

    def settle(self, put: Sequence[tuple[int, NewLine]]) -> None:
        """Settle rows just put in with whatever they may supersede or be superseded by.

        Each group is settled once for all the rows; a row that stands alone costs two looks.
        """
        origins = {line.keys.origin for _, line in put if line.keys.origin is not None}
        answers = Counter(line.keys.shared for _, line in put if line.keys.shared is not None)
        keys = [Keys(origin=one) for (one,) in self._db.executemany(_ORIGIN_SHARED, ((one,) for one in origins))]
        counted = self._db.executemany(_COUNTED, ((one, MOST_PIECES + new + 1) for one, new in answers.items()))
        # Where there were too many before, none of them was compared, and nothing changes.
        keys += [Keys(shared=one) for one, count in counted if count > 1 and count - answers[one] <= MOST_PIECES]
        self._settle_groups(keys, {rowid: line.record for rowid, line in put})

    def settle_keys(self, keys: Iterable[Keys]) -> None:
        """Settle all rows that have one of the keys, each given alone, even where only one row is left that has it."""
        self._settle_groups((one for one in keys if not self._is_crowded(one)), {})

    def _settle_groups(self, keys: Iterable[Keys], records: Mapping[int, Record]) -> None:
        settled: set[Keys] = set()
        for one in keys:
            if one not in settled:
                settled |= self._settle_group(one, records)

    def _settle_group(self, start: Keys, records: Mapping[int, Record]) -> set[Keys]:
        """Settle the rows that a key leads to; return all keys they have. `records` need not be read from the log."""
        rows: dict[Address, tuple[int, int, int | None, Record]] = {}
        asked = {start}
        crowded: set[Shared] = set()
        waiting = self._sharing(start)
        seen = set(waiting)
        while waiting:  # an answer's pieces may each have versions, and these belong to the same answer
            further: set[Keys] = set()
            for rowid, device, day, line, offset_b, length_b, ts_us, shown in self._db.executemany(_ROW, waiting):
                record = records.get(rowid) or self._reader.record_at(device, day, offset_b, length_b)
                if record is None:
                    continue
                rows[(device, day, line)] = (rowid, ts_us, shown, record)
                keys, shared = keys_of(record), shared_of(record)
                further.add(Keys(origin=keys.origin))
                if shared is not None and self._is_crowded(one := Keys(shared=keys.shared)):
                    crowded.add(shared)
                elif shared is not None:
                    further.add(one)
            waiting = sorted({row for one in further - asked for row in self._sharing(one)} - seen)
            seen.update(waiting)
            asked |= further
        decided = settle([Version(address, row[3]) for address, row in rows.items()], crowded)
        at = {
            address: one if decided[address].ts_us == ts_us else self._rows.move(one, decided[address].ts_us, record)
            for address, (one, ts_us, _, record) in rows.items()
        }
        for address, (_, _, pointer, _) in rows.items():
            by = decided[address].by
            target = at[by] if by else None
            if target != pointer:
                self._db.execute("UPDATE rec SET shown = ? WHERE id = ?", (target, at[address]))
        return asked

    def _is_crowded(self, keys: Keys) -> bool:
        """Say whether so many rows name one answer that they are not compared."""
        if keys.shared is None:
            return False
        counted = self._db.execute(_COUNTED, (keys.shared, MOST_PIECES + 1))
        return any(count > MOST_PIECES for _, count in counted)

    def _sharing(self, keys: Keys) -> list[tuple[Any, ...]]:
        """Return the rows of an origin or of an answer."""
        if keys.origin is not None:
            return self._db.execute("SELECT id FROM origin WHERE key = ?", (keys.origin,)).fetchall()
        return self._db.execute("SELECT id FROM shared WHERE key = ?", (keys.shared,)).fetchall()
