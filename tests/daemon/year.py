"""A year in minutes: two machines whose tools write, rewrite, rotate, delete and restore, and a daemon that is killed.

    python -m tests.daemon.year [--days 365] [--sources 400] [--kills 300] [--check 10] [--seed N]

Each machine has a home of its own and copies the other's folder of the log now and then, sometimes only in part. Every
pass is a process of its own, as a daemon that was started anew; so many of them are killed at a random moment. The clock
goes back now and then. A plain list says what was said. Checked every so many days and at the end, on both machines:
every line is shown once and nothing else is, and the index says what a fresh one says; at the end also that the log is
whole. A tool may take a file away only once its lines were taken in: what was gone before nobody can know.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lossless_memory.config import Machine
from lossless_memory.daemon import passes
from lossless_memory.log import verify
from lossless_memory.log.home import Store
from tests.index.stores import dump, rebuilt, shown_texts, store_at

_SLOW_S = 0.08
"""A pass takes about so long; it is killed at any moment of it, or comes to its end before."""


class Source:
    """A file of a tool, and the lines it holds now."""

    def __init__(self, path: Path, session: str) -> None:
        """Begin with nothing."""
        self.path, self.session = path, session
        self.lines: list[bytes] = []
        self.count = 0
        self.kept: list[bytes] | None = None

    def write(self) -> None:
        """Put the lines there, in place."""
        self.path.write_bytes(b"".join(self.lines))

    def say(self, text: str, ts: datetime) -> None:
        """Append a line as the tool does."""
        parent = f"{self.session}-{self.count - 1}" if self.count else None
        body = {
            "type": "user",
            "uuid": f"{self.session}-{self.count}",
            "parentUuid": parent,
            "sessionId": self.session,
            "timestamp": f"{ts:%Y-%m-%dT%H:%M:%S.%fZ}",
            "message": {"role": "user", "content": text},
        }
        self.count += 1
        self.lines.append(json.dumps(body).encode() + b"\n")
        with self.path.open("ab") as stream:
            stream.write(self.lines[-1])


class Side:
    """One machine: its home, its sources, and what was said on it."""

    def __init__(self, root: Path, machine: str, device: str, count: int) -> None:
        """Make the folders; the files come as they are spoken into."""
        self.device, self.machine = device, machine
        self.folder = root / f"src-{device}"
        self.folder.mkdir(parents=True)
        self.home = root / f"home-{device}"
        self.sources = [Source(self.folder / f"{device}{n}.jsonl", f"{device}{n}") for n in range(count)]
        self.is_taken = True
        self.store()

    def store(self) -> Store:
        """Open the store, as a new process does."""
        sources = {"claude-code": (str(self.folder),)}
        return store_at(self.home, self.machine, self.device)._replace(machine=Machine(self.device, sources))


class Year:
    """The simulation; `kills` says how many were done."""

    def __init__(self, root: Path, seed: int, days: int, sources: int, kills: int, check: int) -> None:
        """Begin tomorrow, so that every file seems to have been written long ago."""
        self.chance = random.Random(seed)
        self.days, self.check_every, self.to_kill = days, check, kills
        half = max(1, sources // 2)
        self.sides = [Side(root, "a", "main", half), Side(root, "b", "desk", half)]
        self.start = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
        self.said: list[str] = []
        self.kills = self.passes = self.checks = 0
        self.events: dict[str, int] = {}

    def run(self, told: Callable[[str], None] = lambda _: None) -> None:
        """Live through the days. Raises AssertionError where anything is lost, doubled or differs."""
        for day in range(self.days):
            now = self.start + timedelta(days=day)
            for place, side in enumerate(self.sides):
                due = round(self.to_kill * (2 * day + place + 1) / (2 * self.days))
                self._talk(side, now)
                while self.kills < due:
                    self._pass(side, now, is_killed=True)
                self._pass(side, now - timedelta(days=self.chance.choice((0, 0, 0, 0, 1, 400))))
                self._happen(side)
                self._pass(side, now)
            if self.chance.random() < 0.4:
                self._copy(self.chance.random() < 0.3)
            if (day + 1) % self.check_every == 0:
                self._meet(now)
                told(f"day {day + 1}: {len(self.said)} lines, {self.passes} passes, {self.kills} kills")
        self._meet(self.start + timedelta(days=self.days))
        for side in self.sides:
            found = verify.verify(side.store().home)
            assert not found.findings, found.findings[:3]

    def _talk(self, side: Side, now: datetime) -> None:
        side.is_taken = False
        for source in self.chance.sample(side.sources, k=min(len(side.sources), self.chance.randrange(1, 8))):
            for _ in range(self.chance.randrange(1, 5)):
                text = f"{source.session} says {len(self.said)}"
                back = timedelta(days=self.chance.choice((0, 0, 0, 0, 0, 1, 30)), seconds=self.chance.randrange(80_000))
                source.say(text, now - back)
                self.said.append(text)

    def _pass(self, side: Side, now: datetime, *, is_killed: bool = False) -> None:
        child = os.fork()
        if not child:
            code = 1
            try:
                passes.one(side.store(), now, "UTC", check_b=2**20)
                code = 0
            finally:
                os._exit(code)
        if is_killed:
            time.sleep(self.chance.random() * _SLOW_S)
            os.kill(child, signal.SIGKILL)
        _, state = os.waitpid(child, 0)
        self.passes += 1
        if is_killed:
            self.kills += os.WIFSIGNALED(state)
            return
        assert os.WIFEXITED(state) and os.WEXITSTATUS(state) == 0, "a pass failed"
        side.is_taken = True

    def _happen(self, side: Side) -> None:
        """Let something happen to a file whose lines were taken in."""
        there = [source for source in side.sources if source.path.exists()]
        gone = [source for source in side.sources if source.kept is not None]
        assert side.is_taken
        what = self.chance.choice(("rewrite", "shorten", "rotate", "delete", "restore", "replace", "nothing"))
        self.events[what] = self.events.get(what, 0) + 1
        if what == "restore" and gone:
            source = self.chance.choice(gone)
            source.lines, source.kept = [*(source.kept or []), *source.lines], None
            source.write()
        if what in ("nothing", "restore") or not there:
            return
        source = self.chance.choice(there)
        if what == "rewrite":
            self.chance.shuffle(source.lines)
            source.write()
        elif what == "shorten":
            del source.lines[self.chance.randrange(len(source.lines) + 1) :]
            source.write()
        elif what == "rotate":
            source.path.rename(source.path.with_name(f"{source.path.name}.{self.passes}"))
            source.lines = []
        elif what == "delete":
            source.kept, source.lines = list(source.lines), []
            source.path.unlink()
        elif what == "replace":
            other = source.path.with_suffix(".new")
            other.write_bytes(b"".join(source.lines))
            os.replace(other, source.path)

    def _copy(self, is_torn: bool) -> None:
        """Copy each machine's folder of the log to the other, as a file sync does; perhaps it is interrupted."""
        for one, other in (self.sides, self.sides[::-1]):
            for path in sorted((one.home / "log" / one.device).rglob("*")):
                target = other.home / path.relative_to(one.home)
                if path.is_dir():
                    target.mkdir(parents=True, exist_ok=True)
                    continue
                data = path.read_bytes()
                if is_torn and path.parent.name.isdigit():
                    data = data[: self.chance.randrange(len(data) + 1)]
                if not target.exists() or target.stat().st_size < len(data):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    temporary = target.with_name(f".{target.name}.sync")
                    temporary.write_bytes(data)
                    os.replace(temporary, target)

    def _meet(self, now: datetime) -> None:
        """Let both catch up with themselves and each other, and check them."""
        for side in self.sides:
            self._pass(side, now)
        self._copy(is_torn=False)
        for side in self.sides:
            self._pass(side, now)
            home = side.store().home
            shown = sorted(shown_texts(home).values())
            assert shown == sorted(self.said), _difference(shown, self.said)
            assert dump(home) == rebuilt(home), "the index differs from a fresh one"
            self.checks += 1


def _difference(shown: list[str], said: list[str]) -> str:
    twice = sorted({text for text in shown if shown.count(text) > 1})[:5]
    return f"lost {sorted(set(said) - set(shown))[:5]}, doubled {twice}, made up {sorted(set(shown) - set(said))[:5]}"


def main() -> None:
    """Run the year, print what happened, exit 1 where anything was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.year", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--sources", type=int, default=400)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--check", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    given = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="lossless-year-"))
    year = Year(root, given.seed, given.days, given.sources, given.kills, given.check)
    began_s = time.monotonic()
    try:
        year.run(lambda said: print(said, flush=True))
    except AssertionError as error:
        print(f"seed {given.seed}, {root} is left as it is: {error}")
        sys.exit(1)
    print(
        f"seed {given.seed}: {given.days} days, {given.sources} sources, {len(year.said)} lines, {year.passes} passes, "
        f"{year.kills} killed, {year.checks} checks, {year.events}: nothing lost, nothing doubled, "
        f"in {time.monotonic() - began_s:.0f} s"
    )
    assert year.kills >= given.kills, "too few kills"
    shutil.rmtree(root)


if __name__ == "__main__":
    main()
