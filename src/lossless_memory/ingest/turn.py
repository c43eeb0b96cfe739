"""Catching up within a turn: the new bytes of the conversation going on, then of the other live files, on a budget.

Takes the lock once or not at all, reads so many bytes, works so long, and leaves the rest to the next pass. What it
cannot store (another process holds the lock, the index is missing or unsure, the budget is used up) it reads from the
files' ends into memory and appends nothing. Most turns find little to do, so everything heavy is loaded on need.

Promise: P8, P10
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from lossless_memory.errors import Busy, IndexUnusable, LosslessError
from lossless_memory.index import recent
from lossless_memory.log import dayfile
from lossless_memory.log.home import Store
from lossless_memory.record import Record
from lossless_memory.typed import NamedTuple

WORK_S = 0.1
WORK_B = 2 * 2**20
LIVE_S = 48 * 3_600
"""A file that was not written to for so long is not looked at within a turn."""

_LINE_FILES = (".jsonl",)
"""Only files that grow by lines can be read from where they were left; the others wait for the next full pass, but the
transcript of the conversation going on is taken as a whole while it is small."""

WHOLE_B = 512 * 1024

MENDED_B = 16 * 2**20
"""The index of a log up to this size is made anew within a turn's end: some seconds, once."""


class Taken(NamedTuple):
    """What a turn took in: how many records it stored, what it could only read, and why that was not stored."""

    stored: int
    unstored: list[Record]
    trouble: str | None = None


class _Grown(NamedTuple):
    """A file with bytes that are not known yet: from `offset_b` on, or from its start where it was never read."""

    path: str
    size_b: int
    offset_b: int | None


def take(
    store: Store,
    transcript: str | None,
    now: datetime,
    zone: str,
    *,
    work_s: float = WORK_S,
    work_b: int = WORK_B,
    live_s: float | None = LIVE_S,
    mends: bool = False,
) -> Taken:
    """Take in what is new: of `transcript` first, then of the configured sources' live files, the newest first.

    With `mends` a missing, older or unsure index of a log that is not large is made anew first: where nobody waits.

    Never raises for what a file holds or for a store that cannot be written; that is told as `trouble`.
    """
    deadline = time.monotonic() + work_s
    trouble: str | None = None
    reached: Mapping[str, recent.Reached] = {}
    try:
        reached = recent.reached(store.home)
        is_sure = recent.is_sure(store.home)
    except IndexUnusable as error:
        is_sure = not dayfile.day_files(store.home)  # an empty log has no index yet, and none to rebuild
        trouble = None if is_sure else str(error)
    if not is_sure and mends and sum(file.size_b for file in dayfile.day_files(store.home)) <= MENDED_B:
        is_sure, trouble = True, None  # the writer mends what it finds before it writes
    live = _live(store, transcript, now.timestamp() - live_s if live_s is not None else 0.0, deadline)
    grown = list(_grown(live, reached))
    if not grown:
        return Taken(0, [], trouble)
    stored = 0
    if is_sure:
        try:
            stored = _store(store, grown, now, zone, deadline, work_b)
        except Busy:
            trouble = "another process is writing to the store"
        except (LosslessError, OSError) as error:
            trouble = str(error)
        else:
            try:
                grown = list(
                    _grown([(one.path, one.size_b, _file(one.path)) for one in grown], recent.reached(store.home))
                )
            except IndexUnusable as error:
                trouble = str(error)
    elif trouble is None:
        trouble = "the index was not closed as it should be and is checked by the next pass"
    if not grown:
        return Taken(stored, [], trouble)
    from lossless_memory.ingest.unstored import read_ends

    ends = [(one.path, one.size_b, one.offset_b) for one in grown]
    return Taken(stored, read_ends(store, ends, zone, work_b), trouble)


def _store(store: Store, grown: list[_Grown], now: datetime, zone: str, deadline: float, work_b: int) -> int:
    """Store what the files have grown by, as far as time and bytes go; return how many records that were."""
    from lossless_memory.ingest.options import options_of
    from lossless_memory.ingest.run import ANY, Importer
    from lossless_memory.ingest.writer import Writer

    with Writer(store, wait_s=0) as writer, writer.held():
        work_s = max(0.0, deadline - time.monotonic())
        importer = Importer(store, writer, options_of(store.config, zone), now, work_s=work_s, limit_b=work_b)
        result = importer.run([one.path for one in grown], only=ANY)
        return result.total.stored


Live = tuple[str, int, tuple[int, int]]
"""A file's path, its size, and which file it is (device, inode)."""


def _live(store: Store, transcript: str | None, since_s: float, deadline: float) -> list[Live]:
    """Return the files to look at: the transcript, then the sources' files written since, the newest first."""
    first: list[Live] = []
    if transcript is not None:
        transcript = os.path.abspath(transcript)
        about = _stat(transcript)
        if about is not None:
            first = [(transcript, about.st_size, (about.st_dev, about.st_ino))]
    found: dict[str, tuple[float, Live]] = {}
    for paths in store.machine.sources.values():
        for path in paths:
            for one, about in _files(path, deadline):
                if about.st_mtime >= since_s and one != transcript:
                    found[one] = (about.st_mtime, (one, about.st_size, (about.st_dev, about.st_ino)))
    newest = sorted(found.values(), key=lambda pair: pair[0], reverse=True)
    return first + [live for _, live in newest]


def _files(path: str, deadline: float) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the line files at a path and below, as far as the time goes; links are not followed (P16)."""
    about = _stat(path)
    if about is not None:
        yield os.path.abspath(path), about
        return
    folders = [os.path.abspath(path)]
    while folders and time.monotonic() < deadline:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    elif entry.name.endswith(_LINE_FILES) and entry.is_file(follow_symlinks=False):
                        yield entry.path, entry.stat(follow_symlinks=False)
        except OSError:
            continue


def _stat(path: str) -> os.stat_result | None:
    try:
        about = os.stat(path)
    except (OSError, ValueError):
        return None
    return about if stat.S_ISREG(about.st_mode) else None


def _file(path: str) -> tuple[int, int]:
    about = _stat(path)
    return (about.st_dev, about.st_ino) if about else (0, 0)


def _grown(live: Iterable[Live], reached: Mapping[str, recent.Reached]) -> Iterator[_Grown]:
    for path, size_b, file in live:
        if size_b > WHOLE_B and not path.endswith(_LINE_FILES):
            continue  # cut short it would be no file of its kind at all
        known = reached.get(path)
        if known is None or known.file != file or known.offset_b > size_b:
            if size_b:
                yield _Grown(path, size_b, None)
        elif known.offset_b < size_b:
            yield _Grown(path, size_b, known.offset_b)
