"""The nearest passages of a range of time: found by their bits, stretch by stretch, then measured by their bytes.

sqlite-vec compares each vector with the k nearest so far, so that asking for the 320 nearest of all at once costs many
times what reading them does. Here each stretch is asked for a few, and for more only where these are all among the
nearest of all: what comes out is the same. A stretch that the range cuts is asked with the rows inside alone. A short
range is measured whole. Only reads.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import apsw

from lossless_memory.index.days import US_A_DAY
from lossless_memory.index.meaning.ruler import bits_of
from lossless_memory.typed import Any, NamedTuple

STRETCH_US = 30 * US_A_DAY
"""So long is a stretch, counted from 1970."""

MEASURED = 1_000
"""A range that holds no more passages than this is measured whole, without looking at bits."""

BY_BITS = 320
"""So many of the nearest by bits are measured by their bytes; in a range of few stretches fewer will do."""

ONE_IN = 800
"""And at least so small a share of all there are: the more there are, the more of them have bits alike."""

MOST = 4_000
"""But never more than this; sqlite-vec answers no more than 4,096 at a time."""

A_STRETCH = 64
"""So many for each stretch, until there are enough."""

FIRST = 20
"""So many of a stretch are asked for at first, or twice its share where that is more."""

_COUNT = "SELECT count(*) FROM (SELECT 1 FROM passage WHERE ts_us >= ? AND ts_us < ? LIMIT ?)"
_ALL = "SELECT coalesce(max(id), 0) FROM passage"
_NEXT = "SELECT min(ts_us) FROM passage WHERE ts_us >= ? AND ts_us < ?"
_BITS = "SELECT distance, rowid FROM near WHERE bits MATCH vec_bit(?) AND k = ? AND stretch = ?"
_INSIDE = " AND rowid IN (SELECT id FROM passage WHERE ts_us >= ? AND ts_us < ?)"
_BYTES = """
SELECT file, line, own, vec_distance_cosine(vec_int8(vec), vec_int8(?)) FROM passage WHERE {} ORDER BY 4 LIMIT ?
"""


class Found(NamedTuple):
    """A passage: the number of its day file, its line, the digest of that line's text, its distance (0 = the same)."""

    file: int
    line: int
    own: int
    distance: float


def nearest(db: apsw.Connection, question: bytes, start_us: int, end_us: int, wanted: int) -> list[Found]:
    """Return the passages of [start_us, end_us) nearest to a question, given as bytes, nearest first."""
    there = int(str(db.execute(_COUNT, (start_us, end_us, MEASURED + 1)).get))
    if there <= MEASURED:
        inside = _BYTES.format("ts_us >= ? AND ts_us < ?")
        return [Found(*row) for row in db.execute(inside, (question, start_us, end_us, wanted))]
    ids = _by_bits(db, bits_of(question), start_us, end_us, wanted)
    these = _BYTES.format(f"id IN ({','.join(map(str, ids))})")
    return [Found(*row) for row in db.execute(these, (question, wanted))]


def _by_bits(db: apsw.Connection, bits: bytes, start_us: int, end_us: int, wanted: int) -> list[int]:
    """Return the passages of the range whose bits differ least."""
    stretches = list(_stretches(db, start_us, end_us))
    by_bits = max(BY_BITS, int(str(db.execute(_ALL).get)) // ONE_IN)
    needed = min(MOST, max(wanted, min(by_bits, A_STRETCH * len(stretches))))
    found: dict[int, list[Any]] = {}
    asked = dict.fromkeys(stretches, min(needed, max(FIRST, 2 * needed // len(stretches))))
    while asked:
        for stretch, k in asked.items():
            found[stretch] = _of_stretch(db, bits, stretch, k, start_us, end_us)
        best = heapq.nsmallest(needed, (row for rows in found.values() for row in rows))
        furthest = best[-1][0] if len(best) == needed else None
        asked = {
            stretch: min(needed, k * 2)
            for stretch, k in asked.items()
            if len(found[stretch]) == k < needed and (furthest is None or found[stretch][-1][0] < furthest)
        }
    return [row[1] for row in best]


def _of_stretch(db: apsw.Connection, bits: bytes, stretch: int, k: int, start_us: int, end_us: int) -> list[Any]:
    if start_us <= stretch * STRETCH_US and (stretch + 1) * STRETCH_US <= end_us:
        return db.execute(_BITS, (bits, k, stretch)).fetchall()
    return db.execute(_BITS + _INSIDE, (bits, k, stretch, start_us, end_us)).fetchall()


def _stretches(db: apsw.Connection, start_us: int, end_us: int) -> Iterator[int]:
    """Yield the stretches in which the range holds something, the first one first."""
    while (first := db.execute(_NEXT, (start_us, end_us)).get) is not None:
        stretch = int(str(first)) // STRETCH_US
        yield stretch
        start_us = (stretch + 1) * STRETCH_US
