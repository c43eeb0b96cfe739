"""The plans: kills at system calls (F1), at random times (F2), power cuts at the same points and after a restart (F3).

A task is one fault in one place of its own; it returns a Row to be added up. Everything random comes from its seed.
"""

from __future__ import annotations

import itertools
import os
import random
import select
import shutil
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

from tests.crash import trace
from tests.crash.bad_builds import BadBuild
from tests.crash.checks import Known, Outcome, acknowledged, check, in_child, reference
from tests.crash.disk import VARIANTS, Disk, lay_out
from tests.crash.scenarios import SCENARIOS, Scenario


class Task(NamedTuple):
    """One fault to inject: `call` and `number` for F1 and F3, the share of the run's time for F2."""

    plan: str
    scenario: str
    call: str
    number: int
    seed: int
    bad: str | None = None
    should_fire: bool = True

    def __str__(self) -> str:
        """Return the form that --replay reads."""
        parts = (self.plan, self.scenario, self.call, str(self.number), str(self.seed), self.bad or "")
        return ":".join(parts).rstrip(":")

    @classmethod
    def parse(cls, text: str) -> Task:
        """Read what `str` gave."""
        plan, scenario, call, number, seed, *bad = text.split(":")
        return cls(plan, scenario, call, int(number), int(seed), bad[0] if bad else None)


class Row(NamedTuple):
    """What one fault led to."""

    task: Task
    fired: bool
    cuts: int
    acknowledged: int
    lost: int
    doubled: int
    complaints: list[str]


class Baseline(NamedTuple):
    """An untouched run: what it leads to, which calls can be hit, and how long it takes."""

    known: Known
    hits: dict[str, list[tuple[int, str]]]
    seconds: float


class Place:
    """A folder for one fault, taken away afterwards; in memory where the system has such a place."""

    def __init__(self, scenario: Scenario) -> None:
        """Prepare the scenario there, in a child."""
        base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.outer = tempfile.mkdtemp(prefix="lossless-crash-", dir=base)
        self.path = os.path.join(self.outer, "place")
        self.trace = os.path.join(self.outer, "trace")
        self.home = os.path.join(self.path, "home")
        os.mkdir(self.path, 0o700)
        in_child(lambda: scenario.prepare(self.path))

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.outer)


def baseline(name: str, *, traced: bool) -> Baseline:
    """Run a scenario untouched, with strace where there is one."""
    scenario = SCENARIOS[name]
    with Place(scenario) as place:
        known = in_child(lambda: reference(scenario, place.path))
    hits = traced_hits(name, None) if traced else {}
    with Place(scenario) as place:
        child = _started(place.path, name, None)
        start = time.monotonic()
        child.wait()
        seconds = time.monotonic() - start
    return Baseline(known, hits, seconds)


def traced_hits(name: str, bad: str | None) -> dict[str, list[tuple[int, str]]]:
    """Return the calls that can be hit in an untouched run, of a known-bad build if one is named."""
    with Place(SCENARIOS[name]) as place:
        trace.run(place.path, name, bad, place.trace, None)
        return trace.hits(place.trace, place.path)


def run(task: Task, base: Baseline) -> Row:
    """Inject one fault and check what is left."""
    with Place(SCENARIOS[task.scenario]) as place:
        if task.plan == "F2":
            return _random_kill(task, base, place)
        return _kill_at_call(task, base, place)


def _kill_at_call(task: Task, base: Baseline, place: Place) -> Row:
    """Kill at a call and run on (F1); cut the power at that point, or after running on from there (F3)."""
    scenario = SCENARIOS[task.scenario]
    rng = random.Random(str(task))
    disk = Disk(place.path)
    code = trace.run(place.path, task.scenario, task.bad, place.trace, (task.call, task.number))
    fired = code != 0
    trace.replay(place.trace, disk)
    outcomes = []
    if task.plan == "F3":
        trace.run(place.path, task.scenario, task.bad, place.trace, None)
        trace.replay(place.trace, disk)
    disk.look()
    count = acknowledged(place.path)
    if task.plan == "F1":
        outcomes.append(_checked("killed", scenario, place, base, count, task.bad))
    for variant in VARIANTS:
        state = disk.after_power_cut(variant, rng)
        shutil.rmtree(place.home, ignore_errors=True)
        mine = {path[5:]: data for path, data in state.items() if path.startswith("home/")}
        if "home" in state:
            lay_out(mine, place.home)
        outcomes.append(_checked(f"power cut, {variant}", scenario, place, base, count, task.bad))
    return _row(task, fired, len(VARIANTS), count, outcomes)


def _random_kill(task: Task, base: Baseline, place: Place) -> Row:
    """Kill at a random time after the child has begun."""
    rng = random.Random(str(task))
    child = _started(place.path, task.scenario, task.bad)
    try:
        child.wait(timeout=rng.uniform(0, base.seconds))
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
    fired = child.wait() == -signal.SIGKILL
    count = acknowledged(place.path)
    return _row(task, fired, 0, count, [_checked("killed", SCENARIOS[task.scenario], place, base, count, task.bad)])


def _started(place: str, scenario: str, bad: str | None) -> subprocess.Popen[bytes]:
    """Start a child and return once it is about to run its scenario."""
    child = subprocess.Popen(
        trace.command(place, scenario, bad), env=trace.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if child.stdout is None or not select.select([child.stdout], [], [], 60)[0]:
        child.kill()
        raise RuntimeError("the child did not start within a minute")
    child.stdout.close()
    return child


def _checked(what: str, scenario: Scenario, place: Place, base: Baseline, count: int, bad: str | None) -> Outcome:
    try:
        outcome: Outcome = in_child(lambda: check(scenario, place.path, base.known, count, bad))
    except RuntimeError as error:
        return Outcome(count, 0, 0, [f"{what}: the next start failed: {error}"])
    return outcome._replace(complaints=[f"{what}: {complaint}" for complaint in outcome.complaints])


def _row(task: Task, fired: bool, cuts: int, count: int, outcomes: list[Outcome]) -> Row:
    return Row(
        task,
        fired,
        cuts,
        count,
        sum(one.lost for one in outcomes),
        sum(one.doubled for one in outcomes),
        [complaint for one in outcomes for complaint in one.complaints],
    )


def sweep(plan: str, name: str, base: Baseline, calls: tuple[str, ...], cap: int | None, seed: int) -> list[Task]:
    """Return the kills of a scenario: at most `cap` a call, one from each stretch of it, and one behind its last.

    The one behind the last must not fire; where it does, the run was longer this time and the next is tried.
    """
    tasks = []
    for call in calls:
        numbers = [number for number, _ in base.hits.get(call, ())]
        tasks += [Task(plan, name, call, number, seed) for number in _spread(numbers, cap, f"{seed}{name}{call}")]
        if numbers and plan == "F1" and (cap is None or cap > 1 or call == "flock"):
            tasks.append(Task(plan, name, call, numbers[-1] + 1, seed, None, False))
    return tasks


def aimed(bad: BadBuild, name: str, cap: int, seed: int) -> list[Task]:
    """Return kills of a known-bad build at the calls where its missing safeguard would do its work."""
    hits = traced_hits(name, bad.name)
    tasks = []
    for call in bad.calls:
        numbers = [number for number, path in hits.get(call, ()) if bad.aim in path]
        chosen = _spread(numbers, cap, f"{seed}{bad.name}{call}")
        tasks += [Task("F1", name, call, number, seed, bad.name) for number in chosen]
    return tasks


def _spread(numbers: list[int], cap: int | None, seed: str) -> list[int]:
    if cap is None or len(numbers) <= cap:
        return numbers
    rng = random.Random(seed)
    ends = [len(numbers) * place // cap for place in range(cap + 1)]
    return [rng.choice(numbers[start:end]) for start, end in itertools.pairwise(ends)]
