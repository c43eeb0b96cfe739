"""The service log: one line for each thing that happened or went wrong where nobody was to be disturbed.

Holds times, events and reasons; what was said has no place in a reason. Kept short: an old half is dropped when it
has grown.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from lossless_memory.errors import LosslessError
from lossless_memory.paths import Home, find_home

NAME = "service.log"
MAX_B = 256 * 1024
_REASON_CHARS = 400


def note(home: Home | None, reason: str, event: str = "hook") -> None:
    """Add one line; where it cannot be written it is lost, which harms nothing."""
    try:
        home = home or find_home()
        if not os.path.isdir(home.root):
            return
        path = os.path.join(home.local, NAME)
        os.makedirs(home.local, mode=0o700, exist_ok=True)
        _shorten(path)
        said = " ".join(reason.split())[:_REASON_CHARS]
        line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {event}: {said}\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        fd = os.open(path, flags, 0o600)
        try:
            os.write(fd, line.encode("utf-8", "backslashreplace"))
        finally:
            os.close(fd)
    except (OSError, ValueError, LosslessError):
        pass


def lines(home: Home) -> Iterator[tuple[str, str, str]]:
    """Yield the lines that are kept, oldest first: the instant (to the second, UTC), the event and what was said."""
    from lossless_memory.log import fsio  # the hook writes here and never reads

    try:
        raw = fsio.read_small(os.path.join(home.local, NAME)) or b""
    except OSError:
        return
    for line in raw.decode("utf-8", "replace").split("\n"):
        ts, _, rest = line.partition(" ")
        event, mark, said = rest.partition(": ")
        if mark and ts.endswith("Z"):
            yield ts, event, said


def _shorten(path: str) -> None:
    try:
        if os.stat(path).st_size <= MAX_B:
            return
        with open(path, "rb") as stream:
            stream.seek(-MAX_B // 2, os.SEEK_END)
            kept = stream.read().split(b"\n", 1)[-1]
        temporary = f"{path}.{os.getpid()}.tmp"
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as stream:
            stream.write(kept)
        os.replace(temporary, path)
    except OSError:
        pass
