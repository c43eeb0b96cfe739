"""`make bench`: builds, sizes, whole-process questions, and the memory of a very large import."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench import corpus
from lossless_memory import clock
from lossless_memory.log import append, fsio
from lossless_memory.log.home import claim_device, open_store
from lossless_memory.paths import find_home
from lossless_memory.record import encode

LOSSLESS = os.path.join(os.path.dirname(sys.executable), "lossless")
ZONE = "Asia/Tokyo"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000, help="records in the store (default 100,000)")
    parser.add_argument("--days", type=int, default=730, help="days they spread over (default 730)")
    parser.add_argument("--transcript-mb", type=int, default=0, help="also import a transcript of this many MB")
    parser.add_argument("--only-transcript", action="store_true", help="skip the rest")
    chosen = parser.parse_args()
    os.environ["LOSSLESS_TZ"] = ZONE
    with tempfile.TemporaryDirectory() as folder:
        if not chosen.only_transcript:
            store(os.path.join(folder, "home"), chosen.records, chosen.days)
        if chosen.transcript_mb:
            large_import(folder, chosen.transcript_mb)


def store(root: str, count: int, days: int) -> None:
    """Fill a log, build its index, ask it."""
    os.environ["LOSSLESS_HOME"] = root
    home = find_home(root)
    opened = open_store(home, now=clock.now())
    batch = [(record.day, encode(record)) for record in corpus.records(count, days)]
    started = time.perf_counter()
    with fsio.locked(home.lock):
        claim_device(opened)
        append.append(home, opened.device, batch)
    row("append, synced, one batch", f"{time.perf_counter() - started:.2f} s", f"{count:,} records over {days:,} days")
    log_b = sum(len(line) + 1 for _, line in batch)
    started = time.perf_counter()
    run([LOSSLESS, "index", "--rebuild"])
    took = time.perf_counter() - started
    index_b = sum(os.stat(os.path.join(home.local, name)).st_size for name in os.listdir(home.local))
    row("index built from the log", f"{took:.2f} s", f"{count / took:,.0f} records/s, whole process")
    row("index ÷ log", f"{index_b / log_b:.2f}", f"{index_b / 1e6:.1f} MB ÷ {log_b / 1e6:.1f} MB")
    words = corpus.Words(5)
    rare, common = words.english(60).split()[-1], "badenba"
    questions = {
        "python -I -c pass": [sys.executable, "-I", "-c", "pass"],
        "lossless recall, one rare word": [LOSSLESS, "recall", rare],
        "lossless recall, three words": [LOSSLESS, "recall", words.english(3)],
        "lossless recall, one day": [LOSSLESS, "recall", "2022-03-04"],
        "lossless recall, a month and a word": [LOSSLESS, "recall", f"in March 2022, {common}"],
        "lossless recall, two characters": [LOSSLESS, "recall", words.japanese(1)[:2]],
    }
    if shutil.which("rg"):
        questions["rg, one word, piped"] = ["rg", "--no-config", rare, home.log]
    times: dict[str, list[float]] = {name: [] for name in questions}
    for _ in range(9):  # in turn, so that what else the machine does falls on all of them
        for name, command in questions.items():
            started = time.perf_counter()
            run(command)
            times[name].append((time.perf_counter() - started) * 1_000)
    base = statistics.median(times["python -I -c pass"])
    for name, values in times.items():
        middle = statistics.median(values)
        row(name, f"{middle:.0f} ms", f"{middle / base:.1f} x a bare Python start; best {min(values):.0f} ms")


def large_import(folder: str, size_mb: int) -> None:
    """Import one very large transcript and tell the highest memory the process took."""
    path = os.path.join(folder, "large.jsonl")
    os.environ["LOSSLESS_HOME"] = os.path.join(folder, "large-home")
    lines = corpus.transcript(path, size_mb * 1_000_000)
    started = time.perf_counter()
    run([LOSSLESS, "import", path])
    took = time.perf_counter() - started
    peak_kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    row(f"import of a {os.stat(path).st_size / 1e6:,.0f} MB transcript", f"{took:.0f} s", f"{lines:,} lines")
    row("its highest memory", f"{peak_kb / 1024:.0f} MB", "of the importing process")


def run(command: list[str]) -> None:
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} failed: {result.stderr.decode(errors='replace')}")


def row(name: str, figure: str, remark: str) -> None:
    print(f"{name:44} {figure:>12}   {remark}", flush=True)


if __name__ == "__main__":
    main()
