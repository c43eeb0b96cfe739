"""The newest lines from the day files' ends, where there is no index: whole lines only, so much of each file.

What is superseded or rolled back is derived from what is read, as far as it goes: a later or longer version counts,
and a conversation's branch is that of its newest line. Knows no SQLite.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from lossless_memory.log import dayfile, fsio
from lossless_memory.now.said import Kept
from lossless_memory.paths import Home
from lossless_memory.record import LineError, Record, decode

TAIL_B = 2 * 2**20
"""So much of the newest day files is read, in all."""

_DAYS = 3


def newest(home: Home, limit_b: int = TAIL_B) -> list[Kept]:
    """Return the records at the ends of the newest day files of every device."""
    files = sorted(dayfile.day_files(home), key=lambda one: one.day, reverse=True)
    days = sorted({file.day for file in files}, reverse=True)[:_DAYS]
    found: list[Kept] = []
    for file in files:
        if file.day not in days or limit_b <= 0:
            break
        found += [Kept(record, file.device) for record in _tail(file.path, min(limit_b, file.size_b))]
        limit_b -= file.size_b
    return found


def behind(home: Home, device: str, day: str, offset_b: int, limit_b: int) -> list[Record]:
    """Return the records of a day file from a byte on, of the last `limit_b` bytes at most; none for no such file."""
    path = home.day_file(device, day)
    try:
        size_b = os.stat(path).st_size - offset_b
    except OSError:
        return []
    return list(_tail(path, min(size_b, limit_b), is_whole=size_b <= limit_b)) if size_b > 0 else []


def _tail(path: str, size_b: int, *, is_whole: bool = False) -> Iterator[Record]:
    """Yield the records in the last bytes of a file; `is_whole` says that these begin where a line does."""
    try:
        fd = fsio.open_read(path)
    except OSError:
        return
    try:
        end_b = os.fstat(fd).st_size
        start_b = max(0, end_b - size_b)
        raw = fsio.read_at(fd, start_b, end_b - start_b)
    except OSError:
        return
    finally:
        os.close(fd)
    lines = raw.split(b"\n")
    for line in lines[
        1 if start_b and not is_whole else 0 : -1
    ]:  # the first may be the end of one, what follows the last is none yet
        try:
            yield decode(line)
        except LineError:
            continue


def live(records: Sequence[Kept]) -> list[Kept]:
    """Leave out what is superseded or on a branch that was rolled back, among these records."""
    shown: dict[tuple[str, str], Kept] = {}
    for number, one in enumerate(records):
        origin = one.record.origin or {}
        name = (str(origin.get("source")), str(origin.get("id"))) if origin else ("", str(number))
        known = shown.get(name)
        if known is None or len(one.record.text) >= len(known.record.text):
            shown[name] = one
    dead = _dead([one.record for one in shown.values()])
    return [one for one in shown.values() if _event(one.record) not in dead]


def _dead(records: Iterable[Record]) -> set[tuple[str, str, str]]:
    """Return the events that are not on the path to the newest leaf of their thread (or to the one a head names)."""
    threads: dict[tuple[str, str], dict[str, tuple[str, str | None]]] = {}
    heads: dict[tuple[str, str], tuple[str, str]] = {}
    for record in records:
        origin = record.origin or {}
        parent = origin.get("parent")
        thread = (record.session, str(origin.get("agent")))
        if origin.get("kind") == "head":
            if isinstance(parent, str):
                heads[thread] = max(heads.get(thread, ("", "")), (record.ts, event_of(parent)))
            continue
        if "id" not in origin:
            continue
        event = event_of(str(origin["id"]))
        events = threads.setdefault(thread, {})
        ts = max(record.ts, events[event][0]) if event in events else record.ts
        events[event] = (ts, event_of(parent) if isinstance(parent, str) else None)
    dead: set[tuple[str, str, str]] = set()
    for thread, events in threads.items():
        parents = {parent for _, parent in events.values() if parent in events}
        linked = {event for event, (_, parent) in events.items() if event in parents or parent in events}
        leaves = [(ts, event) for event, (ts, _) in events.items() if event in linked and event not in parents]
        leaf = heads[thread][1] if thread in heads and heads[thread][1] in linked else max(leaves, default=("", ""))[1]
        path: set[str] = set()
        while leaf and leaf in events and leaf not in path:
            path.add(leaf)
            leaf = events[leaf][1] or ""
        dead |= {(*thread, event) for event in linked - path} if path else set()
    return dead


def event_of(origin_id: str) -> str:
    """Return the source's event behind a record's id, as the index does."""
    event, mark, number = origin_id.rpartition("#")
    return event if mark and number.isdigit() else origin_id


def _event(record: Record) -> tuple[str, str, str]:
    origin = record.origin or {}
    return (record.session, str(origin.get("agent")), event_of(str(origin.get("id"))))
