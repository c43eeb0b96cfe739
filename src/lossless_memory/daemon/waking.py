"""What the daemon waits for: file events where the system's watcher is there and can, else looking every few seconds.

Only says that something may have changed; what did is found out by the pass. Knows folders, names, sizes and times.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence

from lossless_memory.daemon.stopping import Stop
from lossless_memory.typed import Protocol

POLL_S = 5.0
"""How often is looked while things change."""

POLL_QUIET_S = 20.0
"""How often is looked once nothing changed for five minutes."""

QUIET_AFTER_S = 300.0
_STEP_MS = 250
_DEBOUNCE_MS = 1_000


class Waker(Protocol):
    """Something to wait with."""

    kind: str
    """For people: how it notices."""

    def wait(self, timeout_s: float) -> bool:
        """Wait until something may have changed (True), the time is over or it is time to stop (False)."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


def waker(paths: Sequence[str], apart: str, stop: Stop, *, poll_s: float = POLL_S, events: bool = True) -> Waker:
    """Return the best waker there is for some files and folders, which need not exist; `apart` is our own folder."""
    if events and any(map(os.path.isdir, paths)):
        try:
            return Events(paths, apart, stop, poll_s)
        except (ImportError, OSError):
            pass  # not installed, or the system has no watches left: looking works everywhere
    return Polling(paths, apart, stop, poll_s)


class Polling:
    """Looks at names, sizes and times of all files, more seldom the longer nothing changed."""

    kind = "looking"

    def __init__(self, paths: Sequence[str], apart: str, stop: Stop, poll_s: float = POLL_S) -> None:
        """Remember how things look now."""
        self._paths, self._apart, self._stop, self._poll_s = paths, apart, stop, poll_s
        self._quiet_s = min(POLL_QUIET_S, poll_s * 4)
        self._looks = looks(paths, apart)
        self._changed_s = time.monotonic()

    def wait(self, timeout_s: float) -> bool:
        """Look again and again until something differs."""
        deadline = time.monotonic() + timeout_s
        while True:
            now_looks = looks(self._paths, self._apart)
            if now_looks != self._looks:
                self._looks, self._changed_s = now_looks, time.monotonic()
                return True
            left_s = deadline - time.monotonic()
            is_quiet = time.monotonic() - self._changed_s > QUIET_AFTER_S
            if left_s <= 0 or self._stop.wait(min(left_s, self._quiet_s if is_quiet else self._poll_s)):
                return False

    def close(self) -> None:
        """Hold nothing."""


class Events:
    """Is told by the system about folders; single files, which may be replaced at any time, are looked at."""

    kind = "events"

    def __init__(self, paths: Sequence[str], apart: str, stop: Stop, poll_s: float = POLL_S) -> None:
        """Begin to watch. Raises ImportError without the watcher, OSError where the system cannot watch."""
        from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

        self._apart, self._stop, self._poll_s = apart, stop, poll_s
        self._files = [path for path in paths if not os.path.isdir(path)]
        self._looks = looks(self._files)
        folders = [path for path in paths if os.path.isdir(path)]
        self._broken = WatchfilesRustInternalError
        try:
            self._notify = RustNotify(folders, False, False, 0, True, True)
        except WatchfilesRustInternalError as error:
            raise OSError(f"the system's watcher does not work: {error}") from error

    def wait(self, timeout_s: float) -> bool:
        """Wait for events; what happened since the last wait counts as well."""
        deadline = time.monotonic() + timeout_s
        while not self._stop.is_set() and (left_s := deadline - time.monotonic()) > 0:
            slice_s = min(left_s, self._poll_s) if self._files else left_s
            try:
                said = self._notify.watch(_DEBOUNCE_MS, _STEP_MS, max(1, round(slice_s * 1_000)), self._stop)
            except self._broken:  # more happened than the system could tell
                return True
            if said == "stop" or said == "signal":  # noqa: PLR1714 - what is left is then known to be no text
                return False
            if said != "timeout" and not all(_is_below(path, self._apart) for _, path in said):
                return True
            now_looks = looks(self._files)
            if now_looks != self._looks:
                self._looks = now_looks
                return True
        return False

    def close(self) -> None:
        """Stop watching."""
        self._notify.close()


def looks(paths: Iterable[str], apart: str = "") -> int:
    """Return a number that changes when a file at or below the paths does, unless it lies apart."""
    number = 0
    for path in paths:
        for name, about in _files(path, apart):
            number ^= hash((name, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns))
    return number


def _files(path: str, apart: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the files at a path or below, links not followed; a database's write-ahead file counts as beside it."""
    if not os.path.isdir(path):
        for name in (path, path + "-wal"):
            try:
                yield name, os.stat(name)
            except OSError:
                continue
        return
    folders = [path]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.path == apart:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        yield entry.path, entry.stat(follow_symlinks=False)
        except OSError:
            continue  # gone since it was listed, or not ours to read


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)
