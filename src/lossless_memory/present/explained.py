"""What became of each item of a file, as text and as JSON; texts are not shown, their addresses are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lossless_memory.ingest.explain import COPY, NEW, SKIPPED, STORED, Explained
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line
from lossless_memory.typed import Any

_SAID = {STORED: "stored as {locator}", COPY: "known as {locator}, from {copied}", NEW: "not stored yet"}


class Counts:
    """Adds up items and records while they pass by."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.items = 0
        self.records = dict.fromkeys((STORED, COPY, NEW), 0)
        self.skipped: dict[str, int] = {}

    def seen(self, item: Explained) -> Explained:
        """Count an item and return it."""
        self.items += 1
        for one in item.records:
            self.records[one.outcome] += 1
        if item.reason is not None:
            self.skipped[item.reason] = self.skipped.get(item.reason, 0) + 1
        return item

    def shape(self) -> dict[str, Any]:
        """Return the sums as JSON holds them."""
        return {"items": self.items, **self.records, "skipped": self.skipped}

    def text(self) -> str:
        """Return the sums for people."""
        skipped = sum(self.skipped.values())
        lines = [f"{counted(self.items, 'item')}, {skipped:,} of them skipped"]
        lines += [f"    skipped {count:,}: {one_line(reason)}" for reason, count in sorted(self.skipped.items())]
        stored, copies, new = (self.records[name] for name in (STORED, COPY, NEW))
        lines.append(
            f"{counted(stored + copies + new, 'record')} = {stored:,} stored + {copies:,} known from elsewhere + "
            f"{new:,} not stored yet"
        )
        return "\n".join(lines) + "\n"


def shape(item: Explained) -> dict[str, Any]:
    """Return an item as JSON holds it."""
    return {
        "file": item.file,
        "source": item.source,
        "place": item.place,
        "skipped": item.reason,
        "records": [
            {
                "outcome": one.outcome,
                "locator": None if one.locator is None else str(one.locator),
                "copied_from": one.copied_from,
                "ts": one.record.ts,
                "role": one.record.role,
                "type": one.record.type,
                "kind": (one.record.origin or {}).get("kind"),
                "session": one.record.session,
            }
            for one in item.records
        ],
    }


def text(items: Iterable[Explained]) -> Iterator[str]:
    """Yield the lines for people, a file's name before its items."""
    file: str | None = None
    for item in items:
        if item.file != file:
            file = item.file
            yield f"{one_line(file)} ({item.source or 'not recognised'})\n"
        if item.reason is not None:
            yield f"  {one_line(item.place)}: {SKIPPED}: {one_line(item.reason)}\n"
        elif not item.records:
            yield f"  {one_line(item.place)}: nothing to store\n"
        for one in item.records:
            kind = (one.record.origin or {}).get("kind") or one.record.type
            said = _SAID[one.outcome].format(locator=one.locator, copied=one_line(one.copied_from or ""))
            yield f"  {one_line(item.place)}: {one.record.role} {one_line(str(kind))}, {said}\n"
