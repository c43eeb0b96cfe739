"""Catching up: the index brought to the end of the log, and the configured sources to their ends.

One function for every surface that answers, so that what was said a moment ago is found (DESIGN §4). It always uses
the real clock.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime

from lossless_memory.errors import Busy, IndexUnusable, LosslessError, SourceError, WriteFailed
from lossless_memory.log.home import Store
from lossless_memory.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lossless_memory.ingest.run import Progress, Result, Stop
    from lossless_memory.ingest.seen import Seen
    from lossless_memory.ingest.writer import Writer

    Check = Callable[[Writer], None]

ANSWER_WAIT_S = 0.25
"""How long an answer waits for the lock before it goes on with what is there."""


WORK_S = 1.0
"""How long an answer takes in what is new before it goes on; what is left is for `sync`, and the answer says so."""


def sync(
    store: Store,
    now: datetime,
    zone: str,
    *,
    wait_s: float | None,
    work_s: float | None = None,
    progress: Progress | None = None,
    seen: Seen | None = None,
    stop: Stop = lambda: False,
    check: Check | None = None,
) -> Result:
    """Take the new bytes of the configured sources and index the log to its end.

    With `work_s` it stops about so many seconds after it began, with `stop` as soon as that says so; then
    `is_unfinished` is set. Files that look as they did when they were read are not opened; `seen` remembers them from
    pass to pass, else the catalog does. `check` is done last, with the same writer.

    Raises Busy where the lock is held longer than `wait_s`, WriteFailed, ForeignStore.
    """
    # Most answers find nothing to catch up with and start without any of this.
    from lossless_memory.ingest import book
    from lossless_memory.ingest.options import options_of
    from lossless_memory.ingest.run import Importer, Result
    from lossless_memory.ingest.writer import Writer

    with Writer(store, wait_s) as writer:
        seen = writer.seen(seen)
        importer = Importer(
            store, writer, options_of(store.config, zone), now, progress, work_s=work_s, seen=seen, stop=stop
        )
        accounts, companions = [], 0
        absent = [path for paths in store.machine.sources.values() for path in paths if not os.path.exists(path)]
        # A tool that has only just been installed has no folder of conversations yet: nothing vanished.
        missing = [path for path in absent if seen.holds(path) or book.has_read(store.home, store.device, path)]
        for name, paths in store.machine.sources.items():
            result = importer.run([path for path in paths if path not in absent], only=name)
            accounts += [one for one in result.accounts if one.items]
            companions += result.companions
        writer.catch_up()
        if check is not None and not importer.is_stopped:
            check(writer)
    return Result(accounts, companions, tuple(missing), importer.is_stopped)


def is_due(store: Store) -> bool:
    """Say whether the configured sources may hold something new: a file there is not as it was when it was read.

    Looks at names, sizes and times only, and loads nothing of what reads and writes: most answers find nothing new.
    """
    if not store.machine.sources:
        return False
    from lossless_memory.index import catalog, recent
    from lossless_memory.ingest import cursors
    from lossless_memory.ingest.seen import Seen

    try:
        with contextlib.closing(recent.open_newest(store.home)) as connection, catalog.errors_named():
            seen = Seen(cursors.stamps(connection))
    except IndexUnusable:
        return True
    is_excluded = _exclusions(store)
    sources = store.machine.sources.items()
    return not seen or any(_has_news(path, name, seen, is_excluded) for name, paths in sources for path in paths)


class _News(Exception):
    """A file that is not as it was read."""


def _has_news(path: str, source: str, seen: Seen, is_excluded: Callable[[str], bool]) -> bool:
    from lossless_memory.ingest import inputs
    from lossless_memory.ingest.seen import of_others

    def is_as_read(path: str, about: os.stat_result) -> bool:
        if seen.is_as_read(path, about) or seen.is_as_read(of_others(path, source), about):
            return True
        raise _News

    try:
        for _ in inputs.expand(path, is_excluded, is_as_read):
            pass
    except SourceError:
        return False  # what is gone has nothing new
    except _News:
        return True
    return False


def _exclusions(store: Store) -> Callable[[str], bool]:
    if not store.config.exclude_paths:
        return lambda _: False
    from lossless_memory.ingest.withheld import is_excluded_path

    return lambda path: is_excluded_path(path, store.config)


def before_answer(store: Store, now: datetime, zone: str) -> str | None:
    """Catch up as far as an answer may wait for it; return what to say if it could not be done."""
    try:
        result = sync(store, now, zone, wait_s=ANSWER_WAIT_S, work_s=WORK_S)
    except Busy:
        return "Another command is writing just now; what it has not stored yet is not in this answer."
    except WriteFailed:
        return f"{store.home.root} cannot be written, so nothing new was taken in before this answer."
    except LosslessError as error:
        return f"The newest lines could not be taken in: {error}"
    if result.is_unfinished:
        return "The sources hold more than could be taken in just now, which this answer does not know: lossless sync"
    return None
