"""Off the record: the spans of time that are not taken in, from any source, on any device, even later.

Owns the marks `pause` and `resume`. A pause ends at its `until` or at the next `resume`, whichever is earlier, and
stays open without either. Spans are half-open. What was stored before a pause was declared stays stored.

Promise: P7
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime

from lossless_memory.log import markers
from lossless_memory.log.home import Store
from lossless_memory.paths import Home
from lossless_memory.record import canonical_ts
from lossless_memory.typed import NamedTuple


class Pause(NamedTuple):
    """A span of time off the record: canonical instants [start, end), None = until further notice."""

    start: str
    end: str | None

    def holds(self, ts: str) -> bool:
        """Say whether an instant lies in it."""
        return self.start <= ts and (self.end is None or ts < self.end)


class Pauses:
    """All pauses of a store, merged, in order of time."""

    def __init__(self, found: list[Pause]) -> None:
        """Take pauses in any order; those that touch become one."""
        self.all: list[Pause] = []
        for one in sorted(found, key=lambda pause: pause.start):
            last = self.all[-1] if self.all else None
            if last is None or (last.end is not None and last.end < one.start):
                self.all.append(one)
            else:
                end = None if last.end is None or one.end is None else max(last.end, one.end)
                self.all[-1] = Pause(last.start, end)
        self._starts = [one.start for one in self.all]

    def holds(self, ts: str) -> bool:
        """Say whether a canonical instant is off the record."""
        return self.at(ts) is not None

    def at(self, ts: str) -> Pause | None:
        """Return the pause in which a canonical instant lies."""
        place = bisect_right(self._starts, ts)
        return self.all[place - 1] if place > 0 and self.all[place - 1].holds(ts) else None


def read(home: Home) -> Pauses:
    """Return the pauses that the marks of all devices make."""
    found: list[Pause] = []
    for mark in markers.read(home):
        if mark.mark == "pause":
            until = mark.body.get("until")
            end = until if isinstance(until, str) else None
            if end is None or mark.ts < end:
                found.append(Pause(mark.ts, end))
        elif mark.mark == "resume":
            found = [_ended(one, mark.ts) for one in found]
    return Pauses(found)


def pause(store: Store, now: datetime, until: datetime | None) -> None:
    """Begin a pause now, durably. Raises WriteFailed, ForeignStore, Busy."""
    markers.add(store, "pause", {"until": None if until is None else canonical_ts(until)}, now)


def resume(store: Store, now: datetime) -> None:
    """End every pause now, durably. Raises WriteFailed, ForeignStore, Busy."""
    markers.add(store, "resume", {}, now)


def _ended(one: Pause, ts: str) -> Pause:
    return one if one.end is not None and one.end <= ts else Pause(one.start, ts)
