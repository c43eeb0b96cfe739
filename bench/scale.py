"""Building, keeping up and asking a store of any size, beside what else there is, in one run."""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta

from bench import corpus, others
from lossless_memory import Memory
from lossless_memory.index import update
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log import fsio
from lossless_memory.log.home import Store
from lossless_memory.paths import Home

ZONE = "Asia/Tokyo"
ASKED = 100

COLD = """
import sys, time
from lossless_memory import Memory
started = time.perf_counter()
with Memory.open(sys.argv[1]) as memory:
    memory.recall(sys.argv[2], timezone="Asia/Tokyo")
print((time.perf_counter() - started) * 1000)
"""


def row(name: str, figure: str, remark: str = "") -> None:
    print(f"{name:52} {figure:>18}   {remark}", flush=True)


def size_of(log: str) -> int:
    """Return how many bytes a folder's files take."""
    return sum(os.stat(os.path.join(path, name)).st_size for path, _, names in os.walk(log) for name in names)


def build(home: Home, folder: str, count: int, log_b: int) -> others.Original:
    """Build the index and the usual one from the same log, a small one in turn three times; print what each takes."""
    ours: list[tuple[float, float]] = []
    usual: list[tuple[float, float]] = []
    for number in range(3 if count <= 200_000 else 1):
        ours.append(rebuilt(home))
        original = others.Original(os.path.join(folder, f"original-{number}.db"))
        usual.append(original.build(home))
    ours_cpu, ours_wall = min(ours)
    index_b = sum(os.stat(os.path.join(home.local, name)).st_size for name in os.listdir(home.local))
    row(
        "index built from the log",
        f"{ours_cpu:.1f} s CPU",
        f"{ours_wall:.1f} s in all, {count / ours_wall:,.0f} a second",
    )
    row("index ÷ log, everything counted", f"{index_b / log_b:.3f}", f"{index_b / 1e6:.1f} MB ÷ {log_b / 1e6:.1f} MB")
    cpu, wall = min(usual)
    size_b = os.stat(original.path).st_size
    row(
        "the usual way: text copied into FTS5, sqlite3",
        f"{cpu:.1f} s CPU",
        f"{wall:.1f} s in all; {size_b / log_b:.3f} of the log",
    )
    row("our CPU ÷ the usual way's", f"{ours_cpu / cpu:.2f}")
    return original


def rebuilt(home: Home) -> tuple[float, float]:
    """Make the index anew in this process, under its lock; return CPU and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    with fsio.locked(home.lock):
        update.rebuild(home)
    return time.process_time() - cpu, time.perf_counter() - wall


def upkeep(store: Store, days: int) -> None:
    """Print what a look without news takes, a new line until it is found, and a thousand late ones."""
    words = corpus.Words(9)
    with Writer(store) as writer:
        writer.catch_up()
        row("sync, nothing new, in a process that looked before", _ms(writer.catch_up, 200))

        def fully() -> None:
            writer.close()
            writer.catch_up()

        row("sync, nothing new, every day file looked at", _ms(fully, 20), f"{days:,} day files, index opened anew")
        took: list[float] = []
        add = update.Indexer.add

        def timed(*arguments: object) -> list[int]:
            started = time.perf_counter()
            numbers = add(*arguments)  # type: ignore[arg-type]
            took.append((time.perf_counter() - started) * 1_000)
            return numbers

        update.Indexer.add = timed  # type: ignore[method-assign, assignment]
        chance = random.Random(time.time_ns())
        late = [
            corpus.one(words, corpus.START + timedelta(days=chance.random() * days), f"late {time.time_ns()} {number}")
            for number in range(1_000)
        ]
        started = time.perf_counter()
        writer.store([Pending(record) for record in late])
        whole_ms = (time.perf_counter() - started) * 1_000
        update.Indexer.add = add  # type: ignore[method-assign]
        days_hit = len({record.day for record in late})
        row("1,000 late lines, indexed", f"{took[0]:.1f} ms", f"{whole_ms:.0f} ms with {days_hit} day files synced")
    with Memory.open(store.home.root) as memory:
        memory.append([{"role": "user", "text": "the first of them"}])
        memory.recall("first", timezone=ZONE)
        stored_ms, found_ms = [], []
        for number in range(40):
            word = f"uniqueword{time.time_ns()}x{number}"
            started = time.perf_counter()
            memory.append([{"role": "user", "text": word}])
            stored = time.perf_counter()
            if not memory.recall(word, timezone=ZONE).hits:
                sys.exit(f"{word} was stored and not found")
            stored_ms.append((stored - started) * 1_000)
            found_ms.append((time.perf_counter() - stored) * 1_000)
        row("a new line, durable and searchable", f"{statistics.median(stored_ms):.2f} ms", "append alone")
        row(
            "the question that finds it",
            f"{statistics.median(found_ms):.2f} ms",
            "recall, the next thing the process does",
        )


def _ms(work: Callable[[], object], times: int) -> str:
    took = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        took.append((time.perf_counter() - started) * 1_000)
    return f"{statistics.median(took):.2f} ms"


def questions(days: int, seed: int = 7) -> dict[str, list[str]]:
    """Return questions of each kind, all different."""
    chance, words = random.Random(seed), corpus.Words(5)
    english, japanese = words.by_rank()
    middling, common = english[300:20_000], english[:40]

    def when() -> str:
        day = corpus.START + timedelta(days=chance.randrange(days - 40))
        return chance.choice((f"on {day:%Y-%m-%d}", f"in {day:%B %Y}", f"on {day:%B %d %Y}"))

    made: dict[str, Callable[[], str]] = {
        "a time and three words": lambda: f"{when()}, {_some(chance, middling, 2)} {chance.choice(common)}",
        "a time and a common word": lambda: f"{when()}, {chance.choice(common)}",
        "a time alone": when,
        "three words": lambda: _some(chance, middling, 3),
        "two words and two common ones": lambda: f"{_some(chance, middling, 2)} {_some(chance, common, 2)}",
        "Japanese": lambda: f"{chance.choice(japanese[200:9_000])}の{chance.choice(japanese[200:9_000])}",
        "two common words": lambda: _some(chance, common, 2),
        "one common word": lambda: chance.choice(common),
    }
    return {name: [make() for _ in range(ASKED)] for name, make in made.items()}


def _some(chance: random.Random, words: list[str], count: int) -> str:
    return " ".join(chance.sample(words, count))


def asking(home: Home, original: others.Original, folder: str, days: int, log_b: int) -> None:
    """Print how long questions take in a process, with the full ranking, beside what others take for their words."""
    asked = questions(days)
    with Memory.open(home.root) as memory:
        memory.recall("to begin with", timezone=ZONE)
        for name, texts in asked.items():
            ask(f"{name}", lambda text: memory.recall(text, timezone=ZONE), texts)
    for name in ("a time and three words", "three words"):
        cold = [_cold(home, text) for text in asked[name][:5]]
        row(
            f"{name}, new process, files not in memory",
            f"{statistics.median(cold):.0f} ms",
            "opening included, start not",
        )
    words_only = {name: asked[name] for name in ("three words", "one common word", "Japanese")}
    usual, like, ripgrep = original.asker(), original.liker(), others.ripgrep(home)
    for name, texts in words_only.items():
        ask(f"usual way, {name}, bm25", usual, texts)
    ask("usual way, LIKE, one word", like, asked["three words"][:10])
    if ripgrep:
        ask("ripgrep, one word, piped", ripgrep, asked["three words"][:10])
    try:
        tantivy = others.Tantivy(folder)
    except (OSError, subprocess.CalledProcessError) as error:
        row("tantivy", "not to be had", str(error)[:60])
        return
    cpu, wall = tantivy.build(home)
    row(
        "tantivy, built from the same words",
        f"{cpu:.1f} s CPU",
        f"{wall:.1f} s in all; {tantivy.size_b / log_b:.3f} of the log",
    )
    for name, texts in words_only.items():
        ask(f"tantivy, {name}", tantivy.asker(), texts)


def ask(name: str, work: Callable[[str], object], texts: list[str]) -> None:
    """Print median and slowest hundredth of a kind of question."""
    took = []
    for text in texts:
        started = time.perf_counter()
        work(text)
        took.append((time.perf_counter() - started) * 1_000)
    took.sort()
    last = took[min(len(took) - 1, int(len(took) * 0.99))]
    row(name, f"{statistics.median(took):.2f} ms", f"p99 {last:.1f} ms")


def _cold(home: Home, text: str) -> float:
    paths = [os.path.join(home.local, name) for name in os.listdir(home.local)]
    paths += [os.path.join(path, name) for path, _, names in os.walk(home.log) for name in names]
    for path in paths:
        fd = os.open(path, os.O_RDONLY)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(fd)
    command = [sys.executable, "-c", COLD, home.root, text]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=_installed())
    return float(done.stdout)


def _installed() -> dict[str, str]:
    """Return the environment in which compiled modules are kept, as an installed program has them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def commands(home: Home, lossless: str, days: int) -> None:
    """Print how long whole commands take, as multiples of a bare Python start."""
    words = corpus.Words(5)
    english, japanese = words.by_rank()
    day = corpus.START + timedelta(days=days // 2)
    ask_with = [sys.executable, lossless, "recall"]
    lines = {
        "python -I -c pass": [sys.executable, "-I", "-c", "pass"],
        "lossless recall, one rare word": [*ask_with, english[20_000]],
        "lossless recall, three words": [*ask_with, " ".join(english[3_000:3_003])],
        "lossless recall, one day": [*ask_with, f"{day:%Y-%m-%d}"],
        "lossless recall, a month and a word": [*ask_with, f"in {day:%B %Y}, {english[0]}"],
        "lossless recall, Japanese": [*ask_with, japanese[3_000]],
        "lossless recall, a common word": [*ask_with, english[0]],
    }
    if ripgrep := others.ripgrep(home):
        del ripgrep
        lines["rg, one word, piped"] = ["rg", "--no-config", english[20_000], home.log]
    env = _installed() | {"LOSSLESS_HOME": home.root, "LOSSLESS_TZ": ZONE}
    wall: dict[str, list[float]] = {name: [] for name in lines}
    cpu: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(11):  # in turn, so that what else the machine does falls on all of them
        for name, line in lines.items():
            before, started = _children_s(), time.perf_counter()
            done = subprocess.run(line, capture_output=True, env=env, check=False)
            if done.returncode not in (0, 1):
                sys.exit(f"{' '.join(line)} failed: {done.stderr.decode(errors='replace')}")
            wall[name].append((time.perf_counter() - started) * 1_000)
            cpu[name].append((_children_s() - before) * 1_000)
    bare = [statistics.median(kind["python -I -c pass"]) for kind in (wall, cpu)]
    for name in lines:
        took = [statistics.median(kind[name]) for kind in (wall, cpu)]
        row(name, f"{took[0]:.0f} ms", f"{took[0] / bare[0]:.1f} x a bare Python start; CPU {took[1] / bare[1]:.1f} x")


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
