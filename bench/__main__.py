"""`make bench`: builds, sizes and questions beside what else there is, and the memory of a very large import."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

from bench import corpus, scale
from bench.scale import ZONE, row
from lossless_memory import clock
from lossless_memory.log import append, fsio
from lossless_memory.log.home import claim_device, open_store
from lossless_memory.paths import find_home
from lossless_memory.record import encode

LOSSLESS = os.path.join(os.path.dirname(sys.executable), "lossless")
BATCH = 50_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000, help="records in the store (default 100,000)")
    parser.add_argument("--days", type=int, help="days they spread over (default 730; 1,900 from a million records on)")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the store here, and go on with one that is here")
    parser.add_argument("--transcript-mb", type=int, default=0, help="also import a transcript of this many MB")
    parser.add_argument("--only-transcript", action="store_true", help="skip the rest")
    chosen = parser.parse_args()
    os.environ["LOSSLESS_TZ"] = ZONE
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    days = chosen.days or (1_900 if chosen.records >= 1_000_000 else 730)
    with tempfile.TemporaryDirectory() as folder:
        if not chosen.only_transcript:
            store(chosen.keep or os.path.join(folder, "home"), folder, chosen.records, days)
        if chosen.transcript_mb:
            large_import(folder, chosen.transcript_mb)


def store(root: str, folder: str, count: int, days: int) -> None:
    """Fill a log, build its index, ask it, keep it up."""
    home = find_home(root)
    opened = open_store(home, now=clock.now())
    if not os.path.isdir(home.log):
        started = time.perf_counter()
        took = 0.0
        batch: list[tuple[str, bytes]] = []
        for number, record in enumerate(corpus.records(count, days), 1):
            batch.append((record.day, encode(record)))
            if len(batch) == BATCH or number == count:
                started = time.perf_counter()
                with fsio.locked(home.lock):
                    claim_device(opened)
                    append.append(home, opened.device, [day for day, _ in batch], [line for _, line in batch])
                took += time.perf_counter() - started
                batch = []
        row("append, synced", f"{took:.2f} s", f"{count:,} records over {days:,} days")
    log_b = scale.size_of(home.log)
    original = scale.build(home, folder, count, log_b)
    scale.asking(home, original, folder, days, log_b)
    scale.commands(home, LOSSLESS, days)
    scale.upkeep(opened, days)


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


if __name__ == "__main__":
    main()
