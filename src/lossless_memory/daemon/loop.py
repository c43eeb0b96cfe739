"""The process that keeps the store current: a pass at the start, at every file event, and every so many minutes.

There is one a machine and store, by a lock that the system takes from the dead. It may be killed at any instant: the
passes are as safe as `sync` is. What goes wrong is told once in the service log and tried again at the next pass.

Promise: P1, P10
"""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from lossless_memory.clock import Zone
from lossless_memory.daemon import meaning, passes, status, waking
from lossless_memory.daemon.status import Status
from lossless_memory.daemon.stopping import Stop
from lossless_memory.errors import Busy, ForeignStore, LosslessError, NewerFormat
from lossless_memory.index.update import Name
from lossless_memory.ingest.seen import Seen
from lossless_memory.log import fsio, servicelog
from lossless_memory.log.home import Store, claim_device
from lossless_memory.paths import Home
from lossless_memory.present.counts import counted
from lossless_memory.record import canonical_ts

GAP_S = 2.0
"""So long is waited after a pass before events start the next one: a conversation writes many times a second."""

BUSY_S = 5.0
"""So long a pass waits for another command that is writing, and goes on at the next one: it must be able to stop."""

LOCK_WAIT_S = 1.0
"""A look from `doctor` holds the lock for a moment; a daemon holds it for good."""

_FATAL = (ForeignStore, NewerFormat)
"""What no waiting mends: the daemon ends with it, and the service does not start it again by itself."""


class Daemon:
    """One daemon. `open_store` and `zone_of` are asked anew at each pass, so that changed settings count."""

    def __init__(
        self,
        home: Home,
        open_store: Callable[[], Store],
        zone_of: Callable[[Store], Zone],
        now: Callable[[], datetime],
        stop: Stop,
        say: Callable[[str], None],
        *,
        gap_s: float = GAP_S,
        events: bool = True,
    ) -> None:
        """Do nothing yet. `say` gets each line of the service log as well; without `events` it only looks."""
        self._home, self._open_store, self._zone_of, self._now = home, open_store, zone_of, now
        self._stop, self._say, self._gap_s, self._events = stop, say, gap_s, events
        self._seen = Seen()
        self._checked_s: float | None = None
        self._days_left = 0
        self._no_meaning: str | None = None
        self._status = Status(os.getpid(), canonical_ts(now()), _version(), 0.0)

    def run(self) -> Status:
        """Work until told to stop. Raises Busy where another daemon is at work, ForeignStore, NewerFormat."""
        with self._alone():
            _no_core_dumps()
            store = self._open_store()
            try:
                self._run(store)
            except BaseException as error:
                self._status.why_stopped = type(error).__name__
                raise
            finally:
                self._status.stopped = canonical_ts(self._now())
                self._status.why_stopped = self._status.why_stopped or self._stop.reason
                self._keep()
                done = f"{counted(self._status.passes, 'pass', 'passes')}, {self._status.stored:,} new"
                self._note(f"stopped ({self._status.why_stopped}): {done}")
        return self._status

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        lock = fsio.locked(self._home.daemon_lock, LOCK_WAIT_S)
        try:
            lock.__enter__()
        except Busy as error:
            raise Busy(
                "A daemon is at work for this store on this machine already; this one did nothing.",
                "See what it does: lossless service status",
            ) from error
        try:
            yield
        finally:
            lock.__exit__(None, None, None)

    def _run(self, store: Store) -> None:
        waker: waking.Waker | None = None
        watched: object = None
        try:
            while not self._stop.is_set():
                interval_s = self._status.interval_s = store.config.daemon_interval * 60
                paths = [path for paths in store.machine.sources.values() for path in paths]
                if waker is None or watched != _roots(paths):
                    if waker is not None:
                        waker.close()
                    watched = _roots(paths)
                    waker = waking.waker(
                        paths, self._home.root, self._stop, poll_s=min(waking.POLL_S, interval_s), events=self._events
                    )
                    self._watching(waker.kind, len(paths))
                started_s = time.monotonic()
                store = self._pass(store)
                if self._days_left:  # the next few seconds of embedding, and with it a pass
                    interval_s = 0.0
                # Not sooner than a moment after the last pass, and not later than the interval after it began.
                if self._stop.wait(self._gap_s):
                    break
                waker.wait(max(0.0, interval_s - (time.monotonic() - started_s)))
        finally:
            if waker is not None:
                waker.close()

    def _watching(self, kind: str, count: int) -> None:
        minutes = f"every {self._status.interval_s / 60:g} min"
        self._note(f"watches {counted(count, 'path')} by {kind}, and looks at everything {minutes}")
        self._status.watching = kind

    def _pass(self, store: Store) -> Store:
        """Do one pass and tell what came of it; return the store as it was opened for it."""
        started_s = time.monotonic()
        trouble: str | None = None
        try:
            store = self._open_store()
            self._one(store, started_s)
        except _FATAL:
            raise
        except LosslessError as error:
            trouble = f"{error.kind}: {error}"
        except OSError as error:
            trouble = f"system: {error.strerror}"
        except Exception as error:  # noqa: BLE001 - the top of the daemon; its text could hold what was said
            trouble = f"internal: {type(error).__name__} at {_place(error)}"
        if trouble is not None and trouble != self._status.trouble:
            self._note(f"trouble, tried again later: {trouble}")
            self._status.trouble_since = canonical_ts(self._now())
        if trouble is None and self._status.trouble is not None:
            self._note("works again")
            self._status.trouble_since = None
        self._status.trouble = trouble
        self._keep()
        gc.collect()
        return store

    def _one(self, store: Store, started_s: float) -> None:
        if not self._status.passes:
            claim_device(store)  # a foreign folder ends it before anything is read
        done = passes.one(
            store,
            self._now(),
            self._zone_of(store).name,
            wait_s=BUSY_S,
            seen=self._seen,
            check_b=passes.CHECK_B if self._is_check_due() else 0,
            stop=self._stop.is_set,
        )
        about = self._status
        about.passes += 1
        total = done.result.total
        if not done.result.is_unfinished:
            about.last_pass = canonical_ts(self._now())
        if total.stored:
            about.stored += total.stored
            about.last_new = canonical_ts(self._now())
        if total.stored or total.skipped:
            files = sum(1 for made in done.result.accounts if made.stored or made.skipped)
            skipped = sum(total.skipped.values())
            took_s = time.monotonic() - started_s
            self._note(f"{total.stored:,} new, {skipped:,} skipped, from {counted(files, 'file')}, in {took_s:.3f} s")
        for path in done.result.missing:
            if path not in about.missing:
                self._note(f"gone, what was read is kept: {path}")
        about.missing = list(done.result.missing)
        if done.checked is not None:
            self._checked_s = time.monotonic()
            self._checked(done.checked.mended, done.checked.next)
        self._meaning(store, is_checked=done.checked is not None, is_new=bool(total.stored))

    def _meaning(self, store: Store, *, is_checked: bool, is_new: bool) -> None:
        """Embed for a moment what is new or left, where that is possible."""
        if not (is_checked or is_new or self._days_left) or not meaning.is_possible():
            return
        left, trouble = meaning.step(store, self._stop.is_set, check=is_checked)
        if trouble is not None and trouble != self._no_meaning:
            self._note(f"no search by meaning: {trouble}")
        if self._days_left and not left and trouble is None:
            self._note("the vectors of search by meaning are complete")
        self._days_left, self._no_meaning = left, trouble

    def _is_check_due(self) -> bool:
        """Say whether to look the index over: once an interval, so that a line that comes in is stored at once."""
        return self._checked_s is None or time.monotonic() - self._checked_s >= self._status.interval_s

    def _checked(self, mended: list[tuple[Name, str]], following: Name | None) -> None:
        for (device, day), why in mended:
            self._note(f"the index of {device}/{day} was made anew: {why}")
        self._status.mended += len(mended)
        self._status.checked = None if following is None else list(following)
        if following is None:
            self._status.checked_all = canonical_ts(self._now())

    def _note(self, said: str) -> None:
        servicelog.note(self._home, said, "daemon")
        self._say(said)

    def _keep(self) -> None:
        with contextlib.suppress(OSError):  # a full disk: the next pass tries again, and tells of it
            status.write(self._home, self._status)


def _roots(paths: list[str]) -> list[tuple[str, int, int]]:
    """Return which folders and files stand at the paths: one that was replaced must be watched anew."""
    found = []
    for path in paths:
        try:
            about = os.stat(path)
            found.append((path, about.st_dev, about.st_ino if os.path.isdir(path) else 0))
        except OSError:
            found.append((path, 0, 0))
    return found


def _place(error: BaseException) -> str:
    """Return where an error was raised, as a file's name and a line number."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "nowhere" if trace is None else f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"


def _version() -> str:
    try:
        return version("lossless-memory")
    except PackageNotFoundError:
        return "unknown"


def _no_core_dumps() -> None:
    """See to it that what is in memory is not written to disk by a crash (RELIABILITY §7.3)."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
