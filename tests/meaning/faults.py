"""Faults in the building of vectors: kills and full disks at single writes, and what is true after each of them.

`python -m tests.meaning.faults --kills 300` (part of make crash). A build runs in a child of its own, over a store that
was just made, grew, lost lines, or has another embedder; at a write, sync, rename or removal of its files that the seed
chooses, the child is killed (before it, or with half of it written), or the disk is full. Whatever is left must hold
no passage twice and none that the log or its past does not say, and bits for exactly the passages there are; questions
must be answered by words as if there were no vectors. Once a build has ended, the file must hold what an undisturbed
build over a copy of the store gives.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from lossless_memory.config import parse
from lossless_memory.errors import MeaningUnusable, WriteFailed
from lossless_memory.index import update
from lossless_memory.index.meaning import build, choice, vectors
from lossless_memory.index.meaning.vectors import Vectors
from lossless_memory.paths import find_home
from tests.meaning.fake import EVERYTHING, LONG, Fake, Told

ENDED, FULL = 0, 3
"""How a child ends: the build came to its end, or said that it could not."""

_BASE = apsw.vfs_names()[0]
_QUESTION = "car number 7"
_DOUBLED = "SELECT count(*) FROM (SELECT 1 FROM passage GROUP BY file, line, part HAVING count(*) > 1)"
_BITS_ALONE = "SELECT count(*) FROM near WHERE rowid NOT IN (SELECT id FROM passage)"
_NO_BITS = "SELECT count(*) FROM passage WHERE id NOT IN (SELECT rowid FROM near)"


class Fault(NamedTuple):
    """What happens at the n-th write: a kill before it, a kill with half of it written, or a full disk."""

    kind: str
    number: int


class _Point:
    """Counts what changes files, and makes the fault happen."""

    def __init__(self, fault: Fault) -> None:
        self.fault, self.count = fault, 0

    def reached(self, half: Callable[[], object] = lambda: None) -> None:
        self.count += 1
        if self.count != self.fault.number:
            return
        if self.fault.kind == "full":
            raise apsw.FullError("the disk is full")
        if self.fault.kind == "half":
            half()
        os.kill(os.getpid(), signal.SIGKILL)


class _File(apsw.VFSFile):
    """A file of SQLite whose writes are counted, if it is one of vectors."""

    def __init__(self, name: Any, flags: list[int], point: _Point) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._point = point if "vectors" in os.path.basename(path or "") else None
        super().__init__(_BASE, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._point:
            self._point.reached(lambda: super(_File, self).xWrite(data[: len(data) // 2], offset))
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        if self._point:
            self._point.reached()
        super().xSync(flags)

    def xLock(self, level: int) -> None:
        try:
            super().xLock(level)
        except apsw.IOError as error:  # a reader cannot lock for writing; SQLite looks past that, and apsw past busy
            raise apsw.BusyError("it was opened for reading") from error


class _Disk(apsw.VFS):
    """The disk as SQLite sees it, with the fault in it."""

    def __init__(self, point: _Point) -> None:
        self._point = point
        super().__init__("faulty", _BASE)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(name, flags, self._point)


class _Apsw:
    """What the vectors' module sees of SQLite: the same, on the faulty disk."""

    def __getattr__(self, name: str) -> Any:
        return getattr(apsw, name)

    def Connection(self, path: str, **more: Any) -> apsw.Connection:
        return apsw.Connection(path, vfs="faulty", **more)


def attempt(root: str, make: Callable[[], Fake], fault: Fault, bad: str | None = None) -> int:
    """Build in a child with a fault; return its exit code, negative for the signal that ended it."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = _in_child(root, make, fault, bad)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _in_child(root: str, make: Callable[[], Fake], fault: Fault, bad: str | None) -> int:
    point = _Point(fault)
    disk = _Disk(point)
    vectors.apsw = _Apsw()  # type: ignore[assignment]
    for name in ("replace", "unlink"):
        setattr(os, name, _counted(getattr(os, name), point))
    if bad:
        BAD_BUILDS[bad]()
    try:
        _built(root, make)
    except (MeaningUnusable, WriteFailed, apsw.FullError, OSError):
        if fault.kind != "full":
            raise
        return FULL
    finally:
        disk.unregister()
    return ENDED


def _counted(call: Callable[..., None], point: _Point) -> Callable[..., None]:
    def counted(*arguments: Any) -> None:
        try:
            point.reached()
        except apsw.FullError as error:
            raise OSError("the disk is full") from error
        call(*arguments)

    return counted


def _built(root: str, make: Callable[[], Fake]) -> None:
    choice.CARRIERS.clear()
    choice.CARRIERS["fake"] = make
    build.BATCH = 4
    build.build(find_home(root), parse(None, ""))


def _without_transaction() -> None:
    put = Vectors.put

    def broken(self: Vectors, *arguments: Any) -> None:
        connection, self.db = self.db, _Loose(self.db)  # type: ignore[assignment]
        try:
            put(self, *arguments)
        finally:
            self.db = connection

    Vectors.put = broken  # type: ignore[method-assign]


class _Loose:
    """A connection whose `with` begins no transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def _without_removal() -> None:
    Vectors._take_out = lambda self, ids: None  # type: ignore[method-assign]


BAD_BUILDS: dict[str, Callable[[], None]] = {
    "rows and bits apart": _without_transaction,
    "nothing is taken out": _without_removal,
}
"""Known-bad builds, which the plan must catch."""


class Plan:
    """One store on its way through the faults."""

    def __init__(self, folder: str, seed: int, bad: str | None = None) -> None:
        """Fill the store; everything random comes from the seed."""
        self._folder, self._chance, self._bad = folder, random.Random(seed), bad
        self._told = Told(os.path.join(folder, "home"))
        self._number, self._model = 0, 0
        self._seen: set[Any] = set()
        self.counts: Counter[str] = Counter()
        self.complaints: list[str] = []
        for _ in range(50):
            self._say()

    def run(self, kills: int) -> None:
        """Go on until so many children were killed, and end with a build that comes to its end."""
        rounds = (self._anew, self._grow, self._other_model, self._lose_lines, self._lose_a_day)
        while self.counts["killed"] < kills and not self.complaints:
            self._chance.choice(rounds)()
            self._round()

    def _round(self) -> None:
        whole = self._undisturbed()
        self._seen |= set(whole)
        while not self.complaints:
            kind = self._chance.choice(["kill", "kill", "half", "full"])
            code = attempt(self._told.root, self._make(), Fault(kind, self._chance.randint(1, 90)), self._bad)
            if code not in (ENDED, FULL, -signal.SIGKILL):
                self.complaints.append(f"a build ended with {code}")
            self.counts["killed"] += code == -signal.SIGKILL
            self.counts["full"] += code == FULL
            self._look_over()
            if code == ENDED:
                self.counts["rounds"] += 1
                break
        if not self.complaints and (there := self._rows()) != whole:
            stray, lost = len(Counter(there) - Counter(whole)), len(Counter(whole) - Counter(there))
            self.complaints.append(f"a build that ended left {stray} passages too many and {lost} too few")

    def _look_over(self) -> None:
        """See what is there at this moment, whatever became of the build."""
        for path in vectors.paths(self._told.home):
            with contextlib.suppress(MeaningUnusable), contextlib.closing(Vectors(path)) as file:
                stray = {row for row in file.db.execute(EVERYTHING) if row[:-1] not in {one[:-1] for one in self._seen}}
                self._count("stray", len(stray))
                self._count("doubled", int(str(file.db.execute(_DOUBLED).get)))
                for sql in (_BITS_ALONE, _NO_BITS):
                    self._count("bits apart", int(str(file.db.execute(sql).get)))
        by_words = [str(hit.locator) for hit in self._told.ask(_QUESTION, "off").hits]
        self._use(self._make())
        both = [str(hit.locator) for hit in self._told.ask(_QUESTION).hits if hit.match == "exact"]
        self._count("answers changed", by_words != both or not by_words)
        self.counts["answers"] += 2

    def _count(self, what: str, number: int) -> None:
        self.counts[what] += number
        if number:
            self.complaints.append(f"{what}: {number}")

    def _undisturbed(self) -> list[Any]:
        """Return what a build gives over a copy of the store without vectors."""
        copy = os.path.join(self._folder, "copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._told.root, copy)
        for path in vectors.paths(find_home(copy)):
            vectors.remove(path)
        _built(copy, self._make())
        return _rows_of(vectors.current_path(find_home(copy)))

    def _rows(self) -> list[Any]:
        return _rows_of(vectors.current_path(self._told.home))

    def _make(self) -> Callable[[], Fake]:
        model = self._model
        return lambda: Fake(f"fake {model}", shift=model)

    def _use(self, make: Callable[[], Fake]) -> None:
        choice.CARRIERS.clear()
        choice.CARRIERS["fake"] = make

    def _say(self) -> None:
        self._number += 1
        self._told.say(LONG.format(f"the car number {self._number % 9}, said {self._number}"), day=self._number // 10)

    def _anew(self) -> None:
        for path in vectors.paths(self._told.home):
            vectors.remove(path)

    def _grow(self) -> None:
        for _ in range(8):
            self._say()

    def _other_model(self) -> None:
        self._model += 1

    def _lose_lines(self) -> None:
        path = self._day_file()
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[2:]))
        update.rebuild(self._told.home)
        self._grow()

    def _lose_a_day(self) -> None:
        self._day_file().unlink()
        update.rebuild(self._told.home)
        self._grow()

    def _day_file(self) -> Path:
        return self._chance.choice(sorted(Path(self._told.home.log).rglob("2026-*.jsonl")))


def _rows_of(path: str | None) -> list[Any]:
    assert path is not None
    with contextlib.closing(Vectors(path)) as file:
        return sorted(file.db.execute(EVERYTHING).fetchall())


def main() -> int:
    """Run the plan; exit 1 if anything was wrong, or with --bad if nothing was."""
    parser = argparse.ArgumentParser(prog="python -m tests.meaning.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time, printed")
    parser.add_argument("--bad", choices=sorted(BAD_BUILDS), help="run a known-bad build, which must be caught")
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**9)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(folder, seed, chosen.bad)
        plan.run(chosen.kills)
    names = ("killed", "full", "rounds", "answers", "stray", "doubled", "bits apart", "answers changed")
    print(", ".join(f"{name} {plan.counts[name]}" for name in names))
    for complaint in plan.complaints:
        print(f"WRONG: {complaint}")
    return 1 if plan.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
