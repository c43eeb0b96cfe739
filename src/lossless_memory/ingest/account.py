"""The account of an import: what was read, what became of it, and that the sums come out.

items = converted + skipped, by reason; records = stored + duplicates. Knows no files and no log.

Promise: P8
"""

from __future__ import annotations

from lossless_memory.record import Record
from lossless_memory.typed import Any

MOST_OTHERS = 8


class Account:
    """What one file gave. `first` and `last` are the earliest and latest `ts` among its records, stored or known.

    `is_whole` says that the file was read from its start and not on from where it was left. `own` counts the person's
    records, `others` are the first few of those who speak in it and were named neither as the person nor as the AI.
    `waiting_b` is how long a last line is that is not complete: it is read once it is.
    """

    def __init__(
        self,
        path: str,
        source: str | None = None,
        *,
        items: int = 0,
        converted: int = 0,
        records: int = 0,
        stored: int = 0,
        is_whole: bool = True,
    ) -> None:
        self.path, self.source, self.is_whole = path, source, is_whole
        self.items, self.converted = items, converted
        self.skipped: dict[str, int] = {}
        self.records, self.stored, self.duplicates = records, stored, 0
        self.first: str | None = None
        self.last: str | None = None
        self.own = 0
        self.waiting_b = 0
        self.others: dict[str, None] = {}

    def skip(self, reason: str) -> None:
        """Count an item that gave no record."""
        self.items += 1
        self.skipped[reason] = self.skipped.get(reason, 0) + 1

    def take(self, records: list[Record]) -> None:
        """Count an item that gave records; note who speaks in them, and when."""
        self.items += 1
        self.converted += 1
        self.records += len(records)
        for ts, actor, role, type_, *_ in records:
            self.see(ts)
            if role == "user":
                self.own += 1
            elif role == "system" and type_ == "text" and len(self.others) < MOST_OTHERS:
                self.others[actor] = None

    def see(self, ts: str) -> None:
        """Widen first and last to an instant."""
        if self.first is None or ts < self.first:
            self.first = ts
        if self.last is None or ts > self.last:
            self.last = ts

    def add(self, other: Account) -> None:
        """Add another file's account to this one, as for a total."""
        self.items += other.items
        self.converted += other.converted
        for reason, count in other.skipped.items():
            self.skipped[reason] = self.skipped.get(reason, 0) + count
        self.records += other.records
        self.stored += other.stored
        self.duplicates += other.duplicates
        self.own += other.own
        self.waiting_b += other.waiting_b
        self.others.update(other.others)
        for ts in (other.first, other.last):
            if ts is not None:
                self.see(ts)

    def check(self) -> None:
        """Raise AssertionError if the sums do not come out: then the import is not to be believed."""
        if self.items != self.converted + sum(self.skipped.values()) or self.records != self.stored + self.duplicates:
            raise AssertionError(f"the account of {self.path} does not add up: {self.as_json()}")

    def as_json(self) -> dict[str, Any]:
        """Return the shape of `import --json` (DESIGN §8)."""
        return {
            "path": self.path,
            "source": self.source,
            "items": self.items,
            "converted": self.converted,
            "skipped": dict(self.skipped),
            "records": self.records,
            "stored": self.stored,
            "duplicates": self.duplicates,
            "first": self.first,
            "last": self.last,
            "waiting_b": self.waiting_b,
        }


def total(accounts: list[Account]) -> Account:
    """Return the sum over files; its path says how many."""
    found = Account(f"{len(accounts)} files")
    for account in accounts:
        found.add(account)
    return found
