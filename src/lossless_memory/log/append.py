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


def append(home: Home, device: str, days: Sequence[str], lines: Sequence[bytes]) -> list[Placed]:
    """Append lines, without their newlines, to the files of their days, given beside them, and make them durable.

    Lines of a day are written in the given order, never interleaved with another process. Returns, in the given
    order, after the data and, for a new file, its folder are synced.

    Raises WriteFailed if any line may not be durable; then none of them is acknowledged, though some may later be
    read back.
    """
    by_day: dict[str, list[int]] = {}
    for position, day in enumerate(days):
        by_day.setdefault(day, []).append(position)
    placed: list[Placed] = [Placed("", 0)] * len(lines)
    durable: set[str] = set()
    paths = {day: home.day_file(device, day) for day in sorted(by_day)}
    if len(paths) > 1:
        fsio.make_files(paths.values(), durable)
    for day, path in paths.items():
        positions = by_day[day]
        data = b"\n".join([lines[position] for position in positions] + [b""])
        offset_b = fsio.append_durably(path, data, durable)
        for position in positions:
            placed[position] = tuple.__new__(Placed, (day, offset_b))
            offset_b += len(lines[position]) + 1
    return placed
