"""`make bench-retrieval`: how well the right lines are found, and what reading the time is worth, by kind of question.

The sets and their measure stand in the shared folder and are read there. Every way of asking runs in one go over the
same stores: plain BM25 over porter stems by SQLite alone; the question with its time phrases taken out (masked); its
times as a preference only (boost); its times as borders (hard), which is what `recall` does.
"""

from __future__ import annotations

import importlib.util
import os
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from lossless_memory import Memory, timex
from lossless_memory.config import parse
from lossless_memory.index import catalog
from lossless_memory.index.search import CatalogSearcher
from lossless_memory.log.read import Reader
from lossless_memory.paths import find_home
from lossless_memory.query.asking import Asking, Options, State
from lossless_memory.query.fillers import cleaner
from lossless_memory.query.question import read_question
from lossless_memory.query.recall import answered

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("LOSSLESS_SHARED", HERE.parents[1] / "shared"))
LIMIT = 50
WAYS = ("plain BM25", "masked", "boost", "hard")
MEASURES = ("R@10", "R@50", "nDCG@10", "session@1")
RESAMPLES = 2_000
Ask = Callable[[dict[str, Any]], list[str]]


def main() -> None:
    """Measure every set in every way and print the tables."""
    if not (SHARED / "retrieval" / "score.py").is_file():
        sys.exit(f"The sets and their measure are not at {SHARED / 'retrieval'}; say where with LOSSLESS_SHARED.")
    judging = judge()
    results: dict[str, list[tuple[str, dict[str, dict[str, float]]]]] = {}
    for folder in sorted(path.parent for path in (SHARED / "retrieval").glob("*/questions.jsonl")):
        family = folder.name if folder.name.startswith("recall") else folder.name.split("-")[0]
        results.setdefault(family, []).extend(_measure(judging, folder))
    for family, found in results.items():
        _show(family, found)


def judge() -> Any:
    spec = importlib.util.spec_from_file_location("retrieval_score", SHARED / "retrieval" / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _measure(judge: Any, folder: Path) -> list[tuple[str, dict[str, dict[str, float]]]]:
    """Return, for each question with evidence, its kind and what each way of asking reached."""
    turns, questions = judge.rows(folder / "turns.jsonl"), judge.rows(folder / "questions.jsonl")
    session = {turn["id"]: turn["session"] for turn in turns}
    fields = ("ts", "actor", "role", "type", "text", "model", "session")
    found = []
    with tempfile.TemporaryDirectory() as home:
        with Memory.open(home) as memory:
            memory.append(
                [{**{f: turn[f] for f in fields}, "origin": {"source": "eval", "id": turn["id"]}} for turn in turns]
            )
        ways = _ways(home, turns)
        for question in questions:
            if not question["evidence"] or question["kind"] == "adversarial":
                continue
            reached = {}
            for name, ask in ways.items():
                ranked = ask(question)
                reached[name] = judge.measure(ranked, question["evidence"], question.get("also", ()))
                first = next((session[turn] for turn in ranked), None)
                reached[name]["session@1"] = float(first in {session[turn] for turn in question["evidence"]})
            found.append((question["kind"], reached))
    return found


def _ways(home: str, turns: Sequence[dict[str, Any]]) -> dict[str, Ask]:
    store = find_home(home)
    searcher, reader, config = CatalogSearcher(catalog.open_reading(store)), Reader(store), parse(None, "")

    def asked(question: dict[str, Any], *, masked: bool = False, boost: bool = False) -> list[str]:
        zone = ZoneInfo(question["timezone"])
        now = datetime.fromisoformat(question["asked_at"])
        read = read_question(question["question"], now, zone, config)
        if masked:
            read = read._replace(intervals=(), otherwise=(), is_time_of_day=False)
        if boost:
            read = read._replace(intervals=tuple(one._replace(vague=True) for one in read.intervals), otherwise=())
        if not read.words and not read.intervals:
            return []
        asking = Asking(now, zone, zone.key, config, is_now_given=True)
        answer = answered(read, searcher, reader, asking, Options(limit=LIMIT), State())
        return [(hit.record.origin or {})["id"] for hit in sorted(answer.hits, key=lambda hit: hit.rank)]

    return {
        "plain BM25": _plain(turns),
        "masked": lambda question: asked(question, masked=True),
        "boost": lambda question: asked(question, boost=True),
        "hard": asked,
    }


def _plain(turns: Sequence[dict[str, Any]]) -> Ask:
    """Return what SQLite alone gives: porter stems (pairs of characters for Japanese), bm25(), no time."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE ft USING fts5(text, id UNINDEXED, ts UNINDEXED, tokenize='porter unicode61')")
    db.executemany(
        "INSERT INTO ft VALUES (?,?,?)",
        [(_pairs(f"{turn['actor']} {turn['text']}"), turn["id"], _us(turn["ts"])) for turn in turns],
    )
    clean = cleaner(())

    def ask(question: dict[str, Any]) -> list[str]:
        now = datetime.fromisoformat(question["asked_at"])
        rest = timex.parse(question["question"], now=now, timezone=question["timezone"]).rest
        words = re.findall(r"\w+", _pairs(" ".join(clean.words(rest))))
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in words)
        sql = "SELECT id FROM ft WHERE ft MATCH ? AND ts <= ? ORDER BY bm25(ft), rowid LIMIT ?"
        return [row[0] for row in db.execute(sql, (match, now.timestamp(), LIMIT))]

    return ask


def _us(ts: str) -> float:
    return datetime.fromisoformat(ts).timestamp()


def _pairs(text: str) -> str:
    """Cut runs of kana and kanji into pairs of characters."""
    return re.sub(
        "[\u3041-\u30ff\u3400-\u9fff]+",
        lambda run: " " + " ".join(map("".join, zip(run[0], run[0][1:], strict=False))) + f" {run[0][-1]} ",
        text,
    )


def _show(family: str, found: list[tuple[str, dict[str, dict[str, float]]]]) -> None:
    print(f"\n## {family}: {len(found)} questions\n")
    print("| way | " + " | ".join(MEASURES) + " | gain in nDCG@10 over plain BM25, 95 % interval |")
    print("|---|" + "--:|" * len(MEASURES) + "--:|")
    for way in WAYS:
        means = [f"{_mean([reached[way][measure] for _, reached in found]):.3f}" for measure in MEASURES]
        low, high = _interval([reached[way]["nDCG@10"] - reached["plain BM25"]["nDCG@10"] for _, reached in found])
        gain = "" if way == "plain BM25" else f"{low:+.3f} to {high:+.3f}"
        print(f"| {way} | {' | '.join(means)} | {gain} |")
    print("\n| kind | questions | " + " | ".join(f"{way}: R@10 / nDCG@10" for way in WAYS) + " |")
    print("|---|--:|" + "--:|" * len(WAYS))
    for kind in sorted({kind for kind, _ in found}):
        here = [reached for one, reached in found if one == kind]
        cells = [" / ".join(f"{_mean([one[way][m] for one in here]):.3f}" for m in ("R@10", "nDCG@10")) for way in WAYS]
        print(f"| {kind} | {len(here)} | {' | '.join(cells)} |")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _interval(gains: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean gain by paired bootstrap (Efron), with a fixed seed."""
    chance = random.Random(1)
    means = sorted(_mean(chance.choices(gains, k=len(gains))) for _ in range(RESAMPLES))
    return means[int(RESAMPLES * 0.025)], means[int(RESAMPLES * 0.975)]


if __name__ == "__main__":
    main()
