"""Which of several versions of one thing is shown: derived from all of them, so the order of import never matters.

Versions are records with the same source and id, or pieces of the same answer of which one begins with the other. The
longest, or the newest edit, is shown, at the first one's exact time; the others keep their address and point on to it
(DESIGN §3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from lossless_memory.index.rows import Keys, Rows, is_inherited, keys_of
from lossless_memory.log.read import Reader
from lossless_memory.record import Record, ts_to_us


class Version(NamedTuple):
    """One version: its address (device, day, line), what it says, and when by its own word."""

    address: tuple[str, str, int]
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

    @property
    def answer(self) -> tuple[str, str, str, str] | None:
        """What pieces of one answer have in common, for prose and thinking; None for anything else."""
        origin = self.record.origin
        if not origin or not isinstance(origin.get("answer"), str) or self.record.type == "action":
            return None
        return (origin["source"], origin["answer"], self.record.type, str(origin.get("kind")))


class Shown(NamedTuple):
    """What becomes of a version: shown at an instant (`by` None), or superseded by another's address."""

    by: tuple[str, str, int] | None
    ts_us: int


def settle(versions: Iterable[Version]) -> dict[tuple[str, str, int], Shown]:
    """Decide over a set of versions that may supersede each other. Depends on the set alone, not on its order."""
    every = sorted(versions)
    shown: dict[tuple[str, str, int], Shown] = {one.address: Shown(None, one.own_us) for one in every}
    by_identity: dict[object, list[Version]] = {}
    for one in every:
        # A line that says something else of itself, such as a tool's note under a turn's id, hides nobody's words.
        by_identity.setdefault((one.identity or one.address, one.record.role, one.record.type), []).append(one)
    winners = []
    for group in by_identity.values():
        winner = max(group, key=_rank)
        _supersede(shown, winner, [one for one in group if one is not winner])
        winners.append(winner)
    by_answer: dict[object, list[Version]] = {}
    for one in winners:
        if one.answer:
            by_answer.setdefault(one.answer, []).append(one)
    for group in by_answer.values():
        group.sort(key=lambda one: (len(one.record.text), _later(one)))
        for place, one in enumerate(group):
            longer = [other for other in group[place + 1 :] if other.record.text.startswith(one.record.text)]
            if longer:
                _supersede(shown, longer[-1], [one])
    return shown


def _rank(one: Version) -> tuple[str, int, bool, str, tuple[int, tuple[str, str, int]]]:
    edited = (one.record.origin or {}).get("edited")
    return (
        edited if isinstance(edited, str) else "",
        len(one.record.text),
        not one.is_inherited,
        one.record.text,
        _later(one),
    )


def _later(one: Version) -> tuple[int, tuple[str, str, int]]:
    """Order equal ones so that the earliest, then the smallest address, counts highest."""
    device, day, line = one.address
    return (-one.own_us, (_inverted(device), _inverted(day), -line))


def _inverted(text: str) -> str:
    return "".join(chr(0x10FFFF - ord(char)) for char in text) + "\U0010ffff"


def _supersede(shown: dict[tuple[str, str, int], Shown], winner: Version, others: list[Version]) -> None:
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

    def settle(self, rowid: int, keys: Keys, *, is_left: bool = False) -> None:
        """Settle a row with whatever it may supersede or be superseded by; one that stands alone costs two looks.

        `is_left` says that others were taken out, so that even one that stands alone now may have to change.
        """
        ids = self._sharing(keys) | {rowid}
        if len(ids) > 1 or is_left:
            self._settle(ids, keys)

    def settle_shared(self, keys: Keys) -> None:
        """Settle all rows that share a key."""
        self._settle(self._sharing(keys), keys)

    def _settle(self, ids: set[int], keys: Keys) -> None:
        rows: dict[tuple[str, str, int], tuple[int, int, int | None, Record]] = {}
        asked: set[Keys] = {keys}
        waiting = sorted(ids)
        while waiting:  # an answer's pieces may each have versions, and these belong to the same answer
            one = waiting.pop()
            row = self._db.execute(
                "SELECT f.device, f.day, r.line, r.off, r.len, r.ts_us, r.shown "
                "FROM rec r JOIN file f ON f.id = r.file WHERE r.id = ?",
                (one,),
            ).fetchone()
            record = self._reader.record_at(row[0], row[1], row[3], row[4]) if row else None
            if not row or not record:
                continue
            rows[(row[0], row[1], row[2])] = (one, row[5], row[6], record)
            if (further := keys_of(record)._replace(event=None, parent=None)) not in asked:
                asked.add(further)
                found = self._sharing(further) - ids
                ids |= found
                waiting += sorted(found)
        decided = settle(Version(address, row[3]) for address, row in rows.items())
        at = {
            address: one if decided[address].ts_us == ts_us else self._rows.move(one, decided[address].ts_us, record)
            for address, (one, ts_us, _, record) in rows.items()
        }
        for address, (_, _, pointer, _) in rows.items():
            by = decided[address].by
            target = at[by] if by else None
            if target != pointer:
                self._db.execute("UPDATE rec SET shown = ? WHERE id = ?", (target, at[address]))

    def _sharing(self, keys: Keys) -> set[int]:
        """Return the rows of the same origin or the same answer."""
        found: set[int] = set()
        if keys.origin is not None:
            found.update(row[0] for row in self._db.execute("SELECT id FROM origin WHERE key = ?", (keys.origin,)))
        if keys.answer is not None:
            found.update(row[0] for row in self._db.execute("SELECT id FROM answer WHERE key = ?", (keys.answer,)))
        return found
