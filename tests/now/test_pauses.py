"""Where the person was silent, found by steps over the index, is where a walk over every line finds it."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from lossless_memory.index import catalog, recent
from lossless_memory.record import ts_to_us
from tests.query.asking import Book, at, said

LEAST_US = 5 * 60 * 1_000_000


def test_the_pauses_by_steps_are_those_of_a_walk_over_every_line(tmp_path: Path) -> None:
    chance = random.Random(11)
    for number in range(8):
        book = Book(tmp_path / str(number))
        moments = [at(2026, 3, 1, 9)]
        for _ in range(60):
            moments.append(moments[-1] + timedelta(seconds=chance.choice((0, 1, 40, 299, 300, 301, 900, 40_000))))
        book.write(*(said(moment.isoformat(), f"line {place}") for place, moment in enumerate(moments)))
        book.write(*(said(moment.isoformat(), "an answer", "assistant") for moment in moments[::3]))
        book.index()
        spoke = sorted((int(moment.timestamp() * 1_000_000) for moment in moments), reverse=True)
        since = spoke[chance.randrange(20, 60)]
        db = catalog.open_reading(book.home)
        found = recent.pauses(db, since, spoke[0], LEAST_US)
        db.close()
        seen = [one for one in spoke if one >= since]
        assert found == [(newer, newer - older) for newer, older in pairwise(seen) if newer - older >= LEAST_US]
        assert ts_to_us("2026-03-01T09:00:00.000000Z") == spoke[-1]
