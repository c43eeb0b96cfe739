"""`make bench-now`: where things stand on a large log, and the whole process of a hook.

The log holds two heavy days of work with an agent for real (60 MB: prompts, answers, tool results); what came before
stands in the catalog as a million rows without lines, which is all that a glance at the newest can meet of it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import apsw

from bench import corpus
from lossless_memory import clock
from lossless_memory.config import Machine
from lossless_memory.index import catalog
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log.home import Store, open_store, save_machine
from lossless_memory.now.look import look
from lossless_memory.now.stand import Ask
from lossless_memory.paths import find_home
from lossless_memory.present.stand import for_ai
from lossless_memory.record import Record, canonical_ts, ts_to_us

LOSSLESS = os.path.join(os.path.dirname(sys.executable), "lossless")
ZONE = "Asia/Tokyo"
_TOOL_CHARS = 12_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000, help="records in the catalog (default 1,000,000)")
    parser.add_argument("--mb", type=int, default=60, help="MB of log in the last 48 hours (default 60)")
    parser.add_argument("--rounds", type=int, default=40, help="runs of each process (default 40)")
    parser.add_argument("--only-process", action="store_true", help="skip the large log")
    chosen = parser.parse_args()
    os.environ |= {"LOSSLESS_TZ": ZONE}
    os.environ.pop("LOSSLESS_NOW", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has compiled modules
    with tempfile.TemporaryDirectory() as folder:
        if not chosen.only_process:
            in_process(os.path.join(folder, "large"), chosen.records, chosen.mb)
        processes(folder, chosen.rounds)


def in_process(root: str, records: int, size_mb: int) -> None:
    """Fill a log, then look at it again and again."""
    now = clock.now()
    store = open_store(find_home(root), now=now)
    count = fill(store, now, size_mb * 1_000_000)
    pad(store, records - count)
    zone = clock.zone_named(ZONE)
    ask = Ask(ts_to_us(canonical_ts(now)), store.config, "/home/sam/project", session="s1", prompt="go on")
    times, worked = [], []
    for _ in range(200):
        started, worked_before = time.perf_counter(), time.process_time()
        block = for_ai(look(store.home, ask), zone)
        times.append((time.perf_counter() - started) * 1_000)
        worked.append((time.process_time() - worked_before) * 1_000)
    times.sort()
    worked.sort()
    row("where things stand, in process, p50", f"{times[100]:.2f} ms", f"{records:,} records, {size_mb} MB in 48 hours")
    row("the same, p99 and least", f"{times[198]:.2f} ms", f"least {times[0]:.2f} ms; {len(block):,} characters")
    row("the same, of the processor's time, p50", f"{worked[100]:.2f} ms", f"least {worked[0]:.2f} ms")


def fill(store: Store, now: datetime, size_b: int) -> int:
    """Write two days of work into the log, indexed; return how many records that are."""
    words, made = corpus.Words(7), random.Random(7)
    exchange = [("user", "text", 20), ("assistant", "text", 60), *[("system", "action", 0)] * 6]
    records: list[Record] = []
    left_b, step = size_b, 0
    steps = size_b // (6 * (_TOOL_CHARS + 300) + 800)
    while left_b > 0:
        moment = now - timedelta(hours=48) * (1 - step / (steps + 1))
        step += 1
        for number, (role, kind, length) in enumerate(exchange):
            text = words.english(length) if length else made.randbytes(_TOOL_CHARS // 2).hex()
            origin = {"source": "claude-code", "id": f"r{step}-{number}", "kind": "typed", "cwd": "/home/sam/project"}
            ts = canonical_ts(moment + timedelta(seconds=number))
            records.append(Record(ts, "Sam", role, kind, text, None, f"claude-code:s{step % 4}", origin))
            left_b -= len(text) + 300
    with Writer(store) as writer:
        for start in range(0, len(records), 2_000):
            writer.store([Pending(one) for one in records[start : start + 2_000]])
        writer.finish()
    return len(records)


def pad(store: Store, count: int) -> None:
    """Put rows of older days into the catalog, a tenth of them the person's, as many as are missing."""
    first_us = ts_to_us(canonical_ts(clock.now() - timedelta(days=730)))
    step_us = 700 * 86_400_000_000 // max(1, count)

    def rows() -> Iterator[tuple[int, ...]]:
        for number in range(count):
            yield (number - count, number, first_us + number * step_us, 0 if number % 10 == 0 else 1)

    with contextlib.closing(catalog.open_writing(store.home)) as connection:
        with connection:
            connection.executemany(
                "INSERT INTO rec(id, file, line, off, len, ts_us, actor, role, type, session, words, is_live) "
                "VALUES(?, 999, ?, 0, 0, ?, 1, ?, 0, 1, 20, 1)",
                rows(),
            )
        path = catalog.current_path(store.home)
        assert path is not None
        catalog.bring_home(store.home, path, connection)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)  # as a writer leaves it: nothing stands beside


def processes(folder: str, rounds: int) -> None:
    """Run the hook as an agent does, in turn with a bare start of Python."""
    home, projects = os.path.join(folder, "home"), os.path.join(folder, "projects")
    os.makedirs(projects)
    os.environ |= {"LOSSLESS_HOME": home}
    store = open_store(find_home(home), now=clock.now())
    save_machine(store.home, Machine("main", {"claude-code": (projects,)}))
    path = os.path.join(projects, "s1.jsonl")
    words = corpus.Words(9)
    count = 0

    def grow() -> None:
        nonlocal count
        with open(path, "a", encoding="utf-8") as stream:
            for role in ("user", "assistant"):
                count += 1
                content = words.english(30) if role == "user" else [{"type": "text", "text": words.english(60)}]
                line = {"type": role, "uuid": f"u{count}", "parentUuid": f"u{count - 1}", "sessionId": "s1"}
                line |= {"timestamp": canonical_ts(clock.now()), "message": {"role": role, "content": content}}
                stream.write(json.dumps(line) + "\n")

    def nothing() -> None:
        pass

    def prompt(text: str) -> bytes:
        event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": "/", "transcript_path": path}
        return json.dumps({**event, "prompt": text}).encode()

    for _ in range(200):
        grow()
    plain, asking = prompt("fix the tests"), prompt("do you remember badenba?")
    hook = [LOSSLESS, "hook", "prompt"]
    runs: dict[str, tuple[list[str], bytes, Callable[[], None]]] = {
        "python -I -c pass": ([sys.executable, "-I", "-c", "pass"], b"", nothing),
        "hook prompt, nothing new": (hook, plain, nothing),
        "hook prompt, two new lines": (hook, plain, grow),
        "hook prompt with recall, nothing new": (hook, asking, nothing),
        "hook prompt with recall, two new lines": (hook, asking, grow),
        "hook persona": ([LOSSLESS, "hook", "persona"], b"{}", nothing),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    worked: dict[str, list[float]] = {name: [] for name in runs}
    subprocess.run(hook, input=plain, stdout=subprocess.DEVNULL, check=True)
    for _ in range(rounds):
        for name, (command, stdin, before) in runs.items():
            before()
            started = time.perf_counter()
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            assert process.stdin is not None
            process.stdin.write(stdin)
            process.stdin.close()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0
            times[name].append((time.perf_counter() - started) * 1_000)
            worked[name].append((used.ru_utime + used.ru_stime) * 1_000)
    imports(hook, plain)
    bare = "python -I -c pass"
    base, base_worked = statistics.median(times[bare]), statistics.median(worked[bare])
    for name, values in times.items():
        values.sort()
        middle, late = statistics.median(values), values[min(len(values) - 1, int(len(values) * 0.99))]
        of_processor = statistics.median(worked[name]) / base_worked
        remark = f"{middle / base:.1f} x a bare Python start ({of_processor:.1f} x of the processor's time)"
        row(name, f"{middle:.0f} ms", f"{remark}; p99 {late:.0f} ms")


def imports(hook: list[str], event: bytes) -> None:
    """Tell what loading costs, module by module, by Python's own account (which is higher than without it)."""
    least: dict[str, int] = {}
    for _ in range(5):
        command = [sys.executable, "-X", "importtime", *hook]
        done = subprocess.run(command, input=event, capture_output=True, check=True)
        for line in done.stderr.decode().splitlines():
            own, _, name = line.removeprefix("import time:").split("|")
            if own.strip().isdigit():
                least[name.strip()] = min(int(own), least.get(name.strip(), int(own)))
    ours = sum(us for name, us in least.items() if name.startswith("lossless_memory"))
    row(
        "loading, nothing new: all",
        f"{sum(least.values()) / 1_000:.1f} ms",
        f"{len(least)} modules, {ours / 1_000:.1f} ms ours",
    )
    for name, us in sorted(least.items(), key=lambda pair: -pair[1])[:12]:
        row(f"  {name}", f"{us / 1_000:.1f} ms", "by itself")


def row(name: str, figure: str, remark: str) -> None:
    print(f"{name:44} {figure:>12}   {remark}", flush=True)


if __name__ == "__main__":
    main()
