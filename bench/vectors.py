"""Vectors of a long history: what asking them costs beside a plain table of sqlite-vec, in one run over the same ones.

The vectors are made up: topics, and lines around them, spread evenly over time. Theirs are the nearest that the plain
table of four bytes a number finds; the share of them that is found too is the recall. Each question is asked of both
in turn, so that what else the machine does falls on both.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import apsw
import numpy as np
import sqlite_vec

from lossless_memory.index.days import US_A_DAY
from lossless_memory.index.meaning import passages, vectors
from lossless_memory.index.meaning.ruler import Ruler
from lossless_memory.index.meaning.vectors import Row, Vectors
from lossless_memory.index.search import Span

DIMENSION = 384
TOPICS = 600
TOPIC_SHARE = 0.7
"""How strong a line's topic is beside what is its own."""

NEAREST = 20
QUESTIONS = 40
START_US = 19_000 * US_A_DAY
BATCH = 10_000


class Plain:
    """The usual way: one table of sqlite-vec, four bytes a number."""

    def __init__(self, path: str) -> None:
        """Make an empty one; `months` are its partitions where asked for."""
        self.path = path
        self.db = apsw.Connection(path)
        self.db.enable_load_extension(True)
        self.db.load_extension(sqlite_vec.loadable_path())
        self.db.execute(f"CREATE VIRTUAL TABLE v USING vec0(e float[{DIMENSION}])")

    def put(self, start: int, rows: Any) -> None:
        """Store vectors, numbered from `start` on."""
        with self.db:
            values = [(start + place, row.tobytes()) for place, row in enumerate(rows)]
            self.db.executemany("INSERT INTO v(rowid, e) VALUES(?,?)", values)

    def near(self, question: Any) -> list[int]:
        """Return the numbers of the nearest."""
        sql = "SELECT rowid FROM v WHERE e MATCH ? AND k = ?"
        return [row[0] for row in self.db.execute(sql, (question.tobytes(), NEAREST))]


class Made(NamedTuple):
    """Both files over the same vectors, the questions, and over how many days they spread."""

    plain: Plain
    ours: Vectors
    questions: Any
    days: int


def main(folder: str, count: int, days: int) -> None:
    """Fill both files, ask both, and print the table."""
    made = _filled(folder, count, days)
    with contextlib.closing(made.ours), contextlib.closing(made.plain.db):
        _show(made, count)


def _filled(folder: str, count: int, days: int) -> Made:
    chance = np.random.default_rng(7)
    topics = chance.standard_normal((TOPICS, DIMENSION), dtype=np.float32) * TOPIC_SHARE

    def some(number: int) -> Any:
        rows = topics[chance.integers(0, TOPICS, number)]
        rows = rows + chance.standard_normal((number, DIMENSION), dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    ruler = Ruler((0.0,) * DIMENSION, (0.0,) * DIMENSION)
    path = os.path.join(folder, f"vectors-{count}.db")
    about: dict[str, str | bytes] = {"name": "made up", "spec": "", "place": "", "ruler": ruler.pack(), "probe": b""}
    vectors.make(path, about, DIMENSION)
    ours, plain = Vectors(path, is_writing=True), Plain(os.path.join(folder, f"plain-{count}.db"))
    for start in range(0, count, BATCH):
        rows = some(min(BATCH, count - start))
        plain.put(start, rows)
        for day, inside in _by_day(start, len(rows), count, days):
            file = ours.file("main", f"day {day}")
            ours.put(file, [_row(start + place, count, days, ruler.bytes_of(rows[place].tolist())) for place in inside])
    return Made(plain, ours, some(QUESTIONS), days)


def _by_day(start: int, number: int, count: int, days: int) -> Iterator[tuple[int, list[int]]]:
    places: dict[int, list[int]] = {}
    for place in range(number):
        places.setdefault((start + place) * days // count, []).append(place)
    yield from places.items()


def _row(number: int, count: int, days: int, vec: bytes) -> Row:
    ts_us = START_US + number * days * US_A_DAY // count
    return Row(number, 0, passages.Passage("", passages.digest(str(number))), number, ts_us, vec)


def _show(made: Made, count: int) -> None:
    month = Span(START_US + (made.days // 2) * US_A_DAY, START_US + (made.days // 2 + 30) * US_A_DAY)
    quarter = Span(month.start_us, START_US + (made.days // 2 + 91) * US_A_DAY)
    asked = [made.ours.ruler.bytes_of(one.tolist(), is_question=True) for one in made.questions]
    took: dict[str, list[float]] = {}
    hit = 0
    for question, raw in zip(made.questions, asked, strict=True):
        truth = _timed(took, "plain", lambda q=question: made.plain.near(q))
        found = _timed(took, "whole", lambda q=raw: made.ours.near(q, [Span(None, None)], NEAREST))
        _timed(took, "month", lambda q=raw: made.ours.near(q, [month], NEAREST))
        _timed(took, "quarter", lambda q=raw: made.ours.near(q, [quarter], NEAREST))
        hit += len({one.address.line for one in found} & set(truth))
    print(f"\n## {count:,} vectors of {DIMENSION} numbers over {made.days:,} days\n")
    print("| way | half below | slowest twentieth | recall@20 | on disk |\n|---|--:|--:|--:|--:|")
    size = f"{os.stat(made.plain.path).st_size / 1e6:.0f} MB"
    print(f"| a plain table, four bytes a number, everything | {_times(took['plain'])} | 1 | {size} |")
    size = f"{os.stat(made.ours.path).st_size / 1e6:.0f} MB"
    print(f"| ours, everything | {_times(took['whole'])} | {hit / NEAREST / len(asked):.3f} | {size} |")
    print(f"| ours, three months | {_times(took['quarter'])} | | |")
    print(f"| ours, one month | {_times(took['month'])} | | |", flush=True)


def _timed(took: dict[str, list[float]], name: str, work: Callable[[], Any]) -> Any:
    started = time.perf_counter()
    found = work()
    took.setdefault(name, []).append((time.perf_counter() - started) * 1000)
    return found


def _times(took: list[float]) -> str:
    took = sorted(took)
    return f"{statistics.median(took):.1f} ms | {took[int(len(took) * 0.95)]:.1f} ms"
