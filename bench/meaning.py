"""`make bench-meaning`: what search by meaning finds, what asking long histories costs, and how fast vectors are made.

Needs the extra semantic. Three parts: the sets of conversations beside the project, asked with and without meaning; the
vectors of a long history beside a plain table of sqlite-vec; each embedder that is installed, on one core and on two,
and what the first answer of a new process costs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from bench import retrieval
from lossless_memory import Memory
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning import choice
from lossless_memory.query.answer import Answer

FIELDS = ("ts", "actor", "role", "type", "text", "model", "session")
WAYS = {"words": "off", "with meaning": "wait"}
SPEED_TEXTS = 400
COLD = """
import sys, time
from lossless_memory import Memory
started = time.perf_counter()
with Memory.open(sys.argv[1], sys.argv[2]) as memory:
    memory.recall(sys.argv[3], timezone="UTC")
    first = time.perf_counter()
    memory.recall(sys.argv[3] + " mechanic", timezone="UTC")
print((first - started) * 1000, (time.perf_counter() - first) * 1000)
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def main() -> None:
    """Run the parts that were asked for and print their tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.meaning", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=["sets", "vectors", "speed", []], help="default: all three")
    parser.add_argument("--vectors", type=int, default=124_000, help="how many vectors (default 124,000)")
    parser.add_argument("--embedder", help="a setting `embedder`; default: the carrier that is installed")
    parser.add_argument("--speed-of", metavar="CARRIER", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.speed_of:
        _speed_of(chosen.speed_of)
        return
    parts = chosen.parts or ["sets", "vectors", "speed"]
    if "sets" in parts:
        sets(chosen.embedder)
    if "vectors" in parts:
        from bench import vectors  # it loads numpy, which the embedders are to load themselves

        days = 1_240 if chosen.vectors < 1_000_000 else 1_900
        with tempfile.TemporaryDirectory() as folder:
            vectors.main(folder, chosen.vectors, days)
    if "speed" in parts:
        speed()


def sets(setting: str | None) -> None:
    """Ask every question of every set with and without meaning; print it by kind, and what meaning served in ranges."""
    judge = retrieval.judge()
    families: dict[str, list[dict[Any, Any]]] = defaultdict(list)
    for folder in sorted(path.parent for path in (retrieval.SHARED / "retrieval").glob("*/questions.jsonl")):
        family = folder.name if folder.name.startswith("recall") else folder.name.split("-")[0]
        families[family] += _asked(judge, folder, setting)
    for family, found in families.items():
        _show(family, found)


def _asked(judge: Any, folder: Path, setting: str | None) -> list[dict[Any, Any]]:
    turns, questions = judge.rows(folder / "turns.jsonl"), judge.rows(folder / "questions.jsonl")
    found = []
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as stack:
        _fill(home, turns, setting)
        memories = {way: stack.enter_context(Memory.open(home, semantic)) for way, semantic in WAYS.items()}
        for question in questions:
            one: dict[Any, Any] = {"kind": question["kind"], "ranged": bool(question.get("interval"))}
            one["evidence"] = bool(question["evidence"])
            for way, memory in memories.items():
                answer = _ask(memory, question)
                ranked = [_id(hit) for hit in sorted(answer.hits, key=lambda hit: hit.rank)]
                if question["evidence"]:
                    one[way] = judge.measure(ranked, question["evidence"], question.get("also", ()))
                one[way, "none"] = not any(hit.match == "exact" and not hit.low_confidence for hit in answer.hits)
            wanted = {*question["evidence"], *question.get("also", ())}
            meant = {_id(hit) for hit in answer.hits if hit.match == "meaning"}
            one["meant"], one["right"] = bool(meant), bool(meant & wanted)
            one["there"] = bool(wanted & {_id(hit) for hit in answer.hits})
            found.append(one)
    return found


def _fill(home: str, turns: Sequence[dict[str, Any]], setting: str | None) -> None:
    Path(home, "config.json").write_text(json.dumps({"embedder": setting} if setting else {}), encoding="utf-8")
    with Memory.open(home, "off") as memory:
        ids = ({"source": "eval", "id": turn["id"]} for turn in turns)
        memory.append([{**{f: turn[f] for f in FIELDS}, "origin": one} for turn, one in zip(turns, ids, strict=True)])


def _ask(memory: Memory, question: dict[str, Any]) -> Answer:
    now = datetime.fromisoformat(question["asked_at"])
    return memory.recall(question["question"], now=now, timezone=question["timezone"], limit=retrieval.LIMIT, around=0)


def _id(hit: Any) -> str:
    return str((hit.record.origin or {})["id"])


def _show(family: str, found: Sequence[dict[Any, Any]]) -> None:
    kinds = sorted({one["kind"] for one in found if one["evidence"]})
    asked = [one for one in found if one["evidence"] and one["kind"] != "adversarial"]
    print(f"\n## {family}\n")
    print("| kind | questions | words: R@10 / nDCG@10 | with meaning | change of R@10 |\n|---|--:|--:|--:|--:|")
    for kind, some in [
        *((kind, [one for one in found if one["kind"] == kind and one["evidence"]]) for kind in kinds),
        ("all but adversarial", asked),
    ]:
        cells = {way: [_mean(one[way][m] for one in some) for m in ("R@10", "nDCG@10")] for way in WAYS}
        change = cells["with meaning"][0] - cells["words"][0]
        shown = " | ".join(f"{r:.3f} / {n:.3f}" for r, n in cells.values())
        print(f"| {kind} | {len(some)} | {shown} | {change:+.3f} |")
    if nothing := [one for one in found if not one["evidence"]]:
        shares = " and ".join(f"{_mean(one[way, 'none'] for one in nothing):.3f} ({way})" for way in WAYS)
        print(f"\nnone: {len(nothing)} questions to which there is no answer, answered as such: {shares}.")
    ranged = [one for one in asked if one["ranged"]]
    if ranged:
        served = [one for one in ranged if one["meant"]]
        right = sum(one["right"] for one in served)
        others = sum(one["there"] and not one["right"] for one in served)
        print(f"\nIn ranges: meaning added lines to {len(served)} of {len(ranged)} questions.", end=" ")
        print(f"To {right} of them it found a right one, to {others} more another line shown was right.")
    sys.stdout.flush()


def _mean(values: Any) -> float:
    found = [float(value) for value in values]
    return sum(found) / len(found)


def speed() -> None:
    """Measure each carrier that is installed, in processes of its own, on one core and on two."""
    print("\n## Making vectors\n")
    names = ("embedder", "cores", "loaded in", "texts a second", "by second of processor", "one question", "memory")
    print(f"| {' | '.join(names)} |\n|---|{'--:|' * (len(names) - 1)}")
    for name in choice.CARRIERS:
        for cores in (1, 2):
            if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) >= cores:
                _run([sys.executable, "-m", "bench.meaning", "--speed-of", name], cores)
    _first_answer()


def _run(command: Sequence[str], cores: int) -> None:
    few = set(sorted(os.sched_getaffinity(0))[:cores])
    environment = {**os.environ, "OMP_NUM_THREADS": str(cores)}
    done = subprocess.run(
        command,
        env=environment,
        preexec_fn=lambda: os.sched_setaffinity(0, few),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        row = done.stdout.strip().split("\t")
        print(f"| {row[0]} | {cores} | {' | '.join(row[1:])} |", flush=True)


def _speed_of(name: str) -> None:
    started = time.perf_counter()
    try:
        _, made = choice.choose(name)
    except MeaningUnusable as error:
        sys.exit(f"{name}: {error}")
    made.question("warm")
    load_s = time.perf_counter() - started
    texts = [
        turn["text"]
        for place in ("recall-en-a", "recall-ja-a")
        for turn in retrieval.judge().rows(retrieval.SHARED / "retrieval" / place / "turns.jsonl")[: SPEED_TEXTS // 2]
    ]
    started, cpu_s = time.perf_counter(), time.process_time()
    for start in range(0, len(texts), 16):
        made.passages(texts[start : start + 16])
    rate = len(texts) / (time.perf_counter() - started)
    by_cpu = len(texts) / (time.process_time() - cpu_s)
    took = []
    for number in range(30):
        started = time.perf_counter()
        made.question(f"What did we say about the garden, number {number}?")
        took.append((time.perf_counter() - started) * 1000)
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    memory = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    print(f"{name}\t{load_s:.2f} s\t{rate:.0f}\t{by_cpu:.0f}\t{statistics.median(took):.0f} ms\t{memory:.0f} MB")


def _first_answer() -> None:
    """Print what the first and the second answer of a new process take, with and without meaning."""
    folder = retrieval.SHARED / "retrieval" / "recall-en-a"
    question = "automobile"
    with tempfile.TemporaryDirectory() as home:
        _fill(home, retrieval.judge().rows(folder / "turns.jsonl"), None)
        with Memory.open(home, "wait") as memory:
            memory.recall(question, timezone="UTC")
        print("\n| a new process | first answer | second answer | memory |\n|---|--:|--:|--:|")
        for name, semantic in (("words", "off"), ("with meaning", "auto")):
            found = []
            for _ in range(5):
                done = subprocess.run(
                    [sys.executable, "-c", COLD, home, semantic, question], capture_output=True, text=True, check=True
                )
                found.append([float(number) for number in done.stdout.split()])
            first, second, memory_mb = (statistics.median(column) for column in zip(*found, strict=True))
            print(f"| {name} | {first:.0f} ms | {second:.0f} ms | {memory_mb:.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
