"""Appending lines to their day files: whole lines, synced, then acknowledged.

Owns the order write, sync, receipt. Only the holder of the ingest lock may append. Knows no duplicates, no index.

Promise: P1, P2, P4, P7
"""

from __future__ import annotations

from collections.abc import Sequence

from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.typed import NamedTuple


class Placed(NamedTuple):
    """Where a line came to stand: its day and the byte it starts at."""

    day: str
    offset_b: int


def append(home: Home, device: str, batch: Sequence[tuple[str, bytes]]) -> list[Placed]:
    """Append lines, given as (day, line without newline), to their day files and make them durable.

    Lines of a day are written in the given order, never interleaved with another process. Returns, in the given
    order, after the data and, for a new file, its folder are synced.

    Raises WriteFailed if any line may not be durable; then none of them is acknowledged, though some may later be
    read back.
    """
    by_day: dict[str, list[int]] = {}
    for position, (day, _) in enumerate(batch):
        by_day.setdefault(day, []).append(position)
    placed: list[Placed] = [Placed("", 0)] * len(batch)
    durable: set[str] = set()
    for day in sorted(by_day):
        positions = by_day[day]
        lines = [batch[position][1] for position in positions]
        offset_b = fsio.append_durably(home.day_file(device, day), b"\n".join([*lines, b""]), durable)
        for position, line in zip(positions, lines, strict=True):
            placed[position] = Placed(day, offset_b)
            offset_b += len(line) + 1
    return placed
