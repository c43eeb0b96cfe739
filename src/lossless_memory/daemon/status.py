"""What the daemon last achieved, in one small file: health is told by progress, not by a heartbeat.

Written after each pass, not durably: it may be lost and is then found out anew. Holds counts, instants and errors of
ours, never what was said.
"""

from __future__ import annotations

import json
import os

from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.typed import Any


class Status:
    """One daemon's life so far. All instants are canonical.

    `last_pass` is when a pass last came to its end, `last_new` when one last stored something; `trouble` is why the
    latest pass failed (None: it did not). `checked` is the day file up to which the index was compared with the log,
    and `checked_all` when that last got through all of them. `stopped` is set by a clean end.
    """

    def __init__(self, pid: int, started: str, version: str, interval_s: float) -> None:
        self.pid, self.started, self.version, self.interval_s = pid, started, version, interval_s
        self.watching = "nothing"
        self.passes = self.stored = self.mended = 0
        self.last_pass: str | None = None
        self.last_new: str | None = None
        self.trouble: str | None = None
        self.trouble_since: str | None = None
        self.checked: list[str] | None = None
        self.checked_all: str | None = None
        self.stopped: str | None = None
        self.why_stopped: str | None = None
        self.missing: list[str] = []

    def as_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(vars(self))


def write(home: Home, status: Status) -> None:
    """Put the status in place. Raises OSError where it cannot be written."""
    os.makedirs(home.local, mode=fsio.FOLDER_MODE, exist_ok=True)
    fsio.write_hint(home.daemon_status, json.dumps(status.as_json(), indent=1).encode() + b"\n")


def read(home: Home) -> Status | None:
    """Return the status of the daemon that ran last, or None where there is none that can be read."""
    try:
        body = json.loads(fsio.read_small(home.daemon_status) or b"")
        status = Status(body["pid"], body["started"], body["version"], body["interval_s"])
        vars(status).update({name: body[name] for name in vars(status) if name in body})
        return status
    except (OSError, ValueError, TypeError, KeyError):
        return None


def is_running(home: Home) -> bool:
    """Say whether a daemon lives: it holds its lock, which the system takes from the dead, whatever their number."""
    return fsio.is_locked(home.daemon_lock)
