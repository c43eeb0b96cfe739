"""The markers: what the person marked, one line a mark, beside the day files of each device.

A mark is never changed; the next one says otherwise. Owns the line (`ts`, `mark`, then what the mark needs), written
under the ingest lock and synced, and reading the lines of all devices in order of time. What a mark means is its
reader's matter: kinds a reader does not know are passed over.

Promise: P1, P5, P7
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from lossless_memory.log import dayfile, fsio
from lossless_memory.log.home import Store, claim_device
from lossless_memory.paths import Home
from lossless_memory.record import canonical_ts
from lossless_memory.typed import Any, NamedTuple

_NAME = "markers.jsonl"


class Mark(NamedTuple):
    """One line of a markers file: when (canonical), on which device, which line of the file, and what it says."""

    ts: str
    device: str
    line: int
    mark: str
    body: Mapping[str, Any]


def path_of(home: Home, device: str) -> str:
    """Return where a device's markers stand."""
    return os.path.join(home.device(device), _NAME)


def add(
    store: Store,
    mark: str,
    body: Mapping[str, Any],
    now: datetime,
    wait_s: float | None = None,
    unless: Callable[[list[Mark]], bool] | None = None,
) -> bool:
    """Append one mark of this device, durably; return whether it was appended.

    It is not where `unless`, asked under the lock with all marks there are, says so. Raises WriteFailed,
    ForeignStore, Busy.
    """
    line = json.dumps({"ts": canonical_ts(now), "mark": mark, **body}, ensure_ascii=False)
    with fsio.locked(store.home.lock, wait_s):
        claim_device(store)
        if unless is not None and unless(read(store.home)):
            return False
        fsio.append_durably(path_of(store.home, store.device), line.encode("utf-8", "backslashreplace") + b"\n")
    return True


def read(home: Home) -> list[Mark]:
    """Return the marks of every device in order of time; a line that is none is passed over and stays in its file."""
    return sorted(_all(home), key=lambda one: (one.ts, one.device, one.line))


def _all(home: Home) -> Iterator[Mark]:
    for device in dayfile.devices(home):
        raw = fsio.read_small(path_of(home, device))
        for number, line in enumerate((raw or b"").split(b"\n"), 1):
            try:
                body = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if not isinstance(body, dict):
                continue
            ts, mark = body.pop("ts", None), body.pop("mark", None)
            if isinstance(ts, str) and isinstance(mark, str):
                yield Mark(ts, device, number, mark, body)
