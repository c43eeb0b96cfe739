"""The book of accounts: what each import made of each file, one line a file and run, kept for good beside the log.

Owns `accounts.jsonl` of a device: how a line is written, and reading those of all devices. A line that is none, such as
one torn by a power cut, is passed over and stays where it is.

Promise: P8
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping

from lossless_memory.ingest.account import Account
from lossless_memory.ingest.seen import is_at
from lossless_memory.log import dayfile
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple

_NAME = "accounts.jsonl"
_NUMBERS = ("items", "converted", "records", "stored", "duplicates")


class Entry(NamedTuple):
    """One line of the book: when (canonical), on which device, and the account of one file."""

    ts: str
    device: str
    made: Account


class Sums(NamedTuple):
    """What became of one source's files over the years.

    `files` are all paths it was read from, `gone` those of them that are not there any more, `skipped` what of these
    files was not taken in the last time it was read, by reason; `last_new` is when something new was last taken in.
    """

    files: int
    gone: int
    skipped: Mapping[str, int]
    last_new: str | None


class Import(NamedTuple):
    """What came of one file on one day of importing, in however many runs."""

    ts: str
    device: str
    path: str
    source: str | None
    stored: int
    duplicates: int
    skipped: int


def path_of(home: Home, device: str) -> str:
    """Return where a device's book stands."""
    return os.path.join(home.device(device), _NAME)


def lines(ts: str, accounts: Iterable[Account]) -> bytes:
    """Return the lines of a run's accounts, without those of files that had nothing to read."""
    bodies = [{"ts": ts, **one.as_json(), "whole": one.is_whole} for one in accounts if one.items]
    texts = (json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n" for body in bodies)
    return b"".join(texts)


def read(home: Home, device: str | None = None) -> Iterator[Entry]:
    """Yield the entries of one device, or of all, each device's in the order in which they were written."""
    for name in dayfile.devices(home) if device is None else [device]:
        try:
            for line in dayfile.lines(path_of(home, name)):
                entry = _entry(name, line.data)
                if entry is not None:
                    yield entry
        except FileNotFoundError:
            continue


def has_read(home: Home, device: str, path: str) -> bool:
    """Say whether a device's book tells of anything read at a path or below it."""
    about = b'"path": ' + json.dumps(path, ensure_ascii=False).encode("utf-8", "backslashreplace")[:-1]
    try:
        for line in dayfile.lines(path_of(home, device)):
            entry = _entry(device, line.data) if line.data is not None and about in line.data else None
            if entry is not None and any(is_at(name, path) for name in (entry.made.path, file_of(entry.made.path))):
                return True
    except FileNotFoundError:
        pass
    return False


def _entry(device: str, data: bytes | None) -> Entry | None:
    try:
        body = json.loads(data or b"")
        made = Account(str(body["path"]), body.get("source"), is_whole=bool(body.get("whole")))
        for name in _NUMBERS:
            setattr(made, name, int(body[name]))
        made.skipped = {str(reason): int(count) for reason, count in body["skipped"].items()}
        made.first, made.last = body.get("first"), body.get("last")
        return Entry(str(body["ts"]), device, made)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def file_of(path: str) -> str:
    """Return the file on disk behind a path in an account: of a member of an archive, the archive."""
    return path.partition("!")[0] if "!" in path and not os.path.exists(path) else path


def sums(entries: Iterable[Entry], own_device: str) -> dict[str | None, Sums]:
    """Add up the book by source; None stands for files that no source knew.

    Whether a file is gone is looked up only for this machine's own device: the paths of another mean nothing here.
    """
    paths: dict[str | None, set[tuple[str, str]]] = {}
    skipped: dict[tuple[str, str], tuple[str | None, dict[str, int]]] = {}
    newest: dict[str | None, str] = {}
    for ts, device, made in entries:
        name = (device, made.path)
        paths.setdefault(made.source, set()).add(name)
        before = {} if made.is_whole else dict(skipped.get(name, (None, {}))[1])
        for reason, count in made.skipped.items():
            before[reason] = before.get(reason, 0) + count
        skipped[name] = (made.source, before)
        if made.stored:
            newest[made.source] = max(ts, newest.get(made.source, ts))
    found = {}
    for source, names in paths.items():
        reasons: dict[str, int] = {}
        for of_source, counts in (skipped[name] for name in names):
            for reason, count in counts.items() if of_source == source else ():
                reasons[reason] = reasons.get(reason, 0) + count
        gone = sum(device == own_device and not os.path.exists(file_of(path)) for device, path in names)
        found[source] = Sums(len(names), gone, dict(sorted(reasons.items())), newest.get(source))
    return found


def imports(entries: Iterable[Entry]) -> list[Import]:
    """Return what was imported when: one item a file and UTC day of importing, the latest first."""
    found: dict[tuple[str, str, str], Import] = {}
    for ts, device, made in entries:
        name = (ts[:10], device, made.path)
        had = found.get(name)
        skipped = sum(made.skipped.values())
        if had is None:
            found[name] = Import(ts, device, made.path, made.source, made.stored, made.duplicates, skipped)
        else:
            stored, duplicates = had.stored + made.stored, had.duplicates + made.duplicates
            found[name] = Import(
                max(ts, had.ts), device, made.path, made.source or had.source, stored, duplicates, had.skipped + skipped
            )
    return sorted(found.values(), key=lambda one: (one.ts, one.path), reverse=True)
