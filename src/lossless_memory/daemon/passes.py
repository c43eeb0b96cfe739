"""One pass: take the new bytes of the sources, bring the index up to the log, look over a piece of the index.

`sync` is one such pass, the daemon many.

Promise: P10, P13
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from lossless_memory.index.update import Rechecked
from lossless_memory.ingest import catchup
from lossless_memory.ingest.run import Progress, Result
from lossless_memory.ingest.seen import Seen
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import Store
from lossless_memory.typed import NamedTuple

CHECK_B = 4 * 2**20
"""So many bytes of day files are compared with their index in a pass: a life's log in some days, some ms a pass."""


class Pass(NamedTuple):
    """What a pass did; `checked` is None where it was stopped before it looked anything over."""

    result: Result
    checked: Rechecked | None


def one(
    store: Store,
    now: datetime,
    zone: str,
    *,
    wait_s: float | None = None,
    seen: Seen | None = None,
    check_b: int = CHECK_B,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Pass:
    """Do one pass; about `check_b` bytes of the index are looked over, from where the last pass ended.

    Raises Busy where the lock is held longer than `wait_s`, WriteFailed, ForeignStore and what else the writer raises;
    what was stored before stays stored.
    """
    found: list[Rechecked] = []

    def check(writer: Writer) -> None:
        if check_b:
            found.append(writer.recheck(check_b))

    result = catchup.sync(store, now, zone, wait_s=wait_s, progress=progress, seen=seen, stop=stop, check=check)
    return Pass(result, found[0] if found else None)
