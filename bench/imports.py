"""`make bench-imports`: importing generated transcripts and exports, in MB of source per second of the processor.

Each import runs in a process of its own, into an empty home. Without the index means the same import with the writing
of rows left out (rows, full text, versions, live branches, counts of words): what is left is reading, converting, the
look-up of duplicates, appending and syncing, watermarks and cursors. `json.loads` reads the same file beside it, value
by value, since the speed of a shared machine moves by a factor of two from minute to minute.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench import exports
from bench.scale import ZONE, row
from lossless_memory import clock
from lossless_memory.index import update
from lossless_memory.ingest.options import options_of
from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import open_store
from lossless_memory.paths import find_home

ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=60, help="size of each file (default 60)")
    parser.add_argument("--records", type=int, default=500_000, help="records of the ten years (0 leaves them out)")
    parser.add_argument("--one", nargs=3, metavar=("FILE", "HOME", "HOW"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        one(*chosen.one)
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ("transcript.jsonl", "conversations.json")}
        exports.transcript(paths["transcript.jsonl"], chosen.mb * 1_000_000)
        exports.chat_export(paths["conversations.json"], size_b=chosen.mb * 1_000_000)
        for name, path in paths.items():
            for how in ("without", "with"):
                best(f"{name}, {how} index", path, folder, how, ROUNDS)
        if chosen.records:
            path = os.path.join(folder, "ten-years.json")
            exports.chat_export(path, records=chosen.records, days=3_650, reply=500)
            best("ten years in one export, with index", path, folder, "with", 1)


def best(name: str, path: str, folder: str, how: str, rounds: int) -> None:
    """Import a file into so many empty homes, one after another, and print the one that took least."""
    told = []
    for number in range(rounds):
        home = os.path.join(folder, f"{os.path.basename(path)}-{how}-{number}")
        command = [sys.executable, "-m", "bench.imports", "--one", path, home, how]
        told.append(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))
    least = min(told, key=lambda one: one["cpu_s"])
    size_mb = os.stat(path).st_size / 1e6
    row(
        name,
        f"{size_mb / least['cpu_s']:.1f} MB/s CPU",
        f"{size_mb:.0f} MB, {least['stored']:,} records: {least['cpu_s']:.1f} s CPU, {least['wall_s']:.1f} s in all; "
        f"json.loads {least['json_mb_s']:.0f} MB/s; memory {max(one['peak_mb'] for one in told):.0f} MB",
    )


def one(path: str, root: str, how: str) -> None:
    """Import one file here, and print the figures as JSON."""
    json_mb_s = decoded(path)
    if how == "without":
        update.Indexer._put = lambda self, lines: None  # type: ignore[method-assign]
        update.Indexer.finish = lambda self: None  # type: ignore[method-assign]
    started_s, cpu_s = time.perf_counter(), time.process_time()
    store = open_store(find_home(root), now=clock.now())
    with Writer(store) as writer:
        result = Importer(store, writer, options_of(store.config, ZONE), clock.now()).run([path])
    told = {
        "cpu_s": time.process_time() - cpu_s,
        "wall_s": time.perf_counter() - started_s,
        "stored": result.total.stored,
        "json_mb_s": json_mb_s,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(told))


def decoded(path: str, most_b: int = 30_000_000) -> float:
    """Return how many MB a second json decodes of the start of a file, the reading of it left out."""
    took_s, size_b = 0.0, 0
    for text in texts(path):
        started_s = time.process_time()
        json.loads(text)
        took_s += time.process_time() - started_s
        size_b += len(text.encode())
        if size_b > most_b:
            break
    return size_b / took_s / 1e6


def texts(path: str) -> Iterator[str]:
    """Yield the values of a generated file as text: lines, or the elements of an array without line ends."""
    with open(path, encoding="utf-8") as stream:
        if path.endswith(".jsonl"):
            yield from stream
            return
        held = stream.read(1)
        while piece := stream.read(1 << 20):
            *whole, held = (held + piece).split(', {"title": ')
            yield from (('{"title": ' + text).removeprefix('{"title": [') for text in whole)


if __name__ == "__main__":
    main()
