"""What the daemon last achieved, in one small file: health is told by progress, not by a heartbeat.

Written after each pass, not durably: it may be lost and is then found out anew. Holds counts, instants and errors of
ours, never what was said.
"""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass, field
from typing import Any

from lossless_memory.log import fsio
from lossless_memory.paths import Home


@dataclass(slots=True)
class Status:
    """One daemon's life so far. All instants are canonical.

    `last_pass` is when a pass last came to its end, `last_new` when one last stored something; `trouble` is why the
    latest pass failed (None: it did not). `checked` is the day file up to which the index was compared with the log,
    and `checked_all` when that last got through all of them. `stopped` is set by a clean end.
    """

    pid: int
    started: str
    version: str
    interval_s: float
    watching: str = "nothing"
    passes: int = 0
    stored: int = 0
    mended: int = 0
    last_pass: str | None = None
    last_new: str | None = None
    trouble: str | None = None
    trouble_since: str | None = None
    checked: list[str] | None = None
    checked_all: str | None = None
    stopped: str | None = None
    why_stopped: str | None = None
    missing: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dataclasses.asdict(self)


def write(home: Home, status: Status) -> None:
    """Put the status in place. Raises OSError where it cannot be written."""
    os.makedirs(home.local, mode=fsio.FOLDER_MODE, exist_ok=True)
    fsio.write_hint(home.daemon_status, json.dumps(status.as_json(), indent=1).encode() + b"\n")


def read(home: Home) -> Status | None:
    """Return the status of the daemon that ran last, or None where there is none that can be read."""
    try:
        body = json.loads(fsio.read_small(home.daemon_status) or b"")
        known = {one.name for one in dataclasses.fields(Status)}
        return Status(**{name: value for name, value in body.items() if name in known})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def is_running(home: Home) -> bool:
    """Say whether a daemon lives: it holds its lock, which the system takes from the dead, whatever their number."""
    return fsio.is_locked(home.daemon_lock)
