"""make crash: inject the faults, print what fired and what was lost, exit 1 if anything was, or a bad build survived."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
from collections import defaultdict

from tests.crash import plans, trace
from tests.crash.bad_builds import BAD_BUILDS
from tests.crash.scenarios import SCENARIOS

_RESTART_CALLS = ("mkdir", "fsync", "openat", "rename")
_RESTART_SCENARIOS = ("append-empty", "append-day-change", "import-empty")
_QUICK_SCENARIOS = ("append-empty", "import-empty", "import-plain")
_BASES: dict[str, plans.Baseline] = {}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--full", action="store_true", help="every call of every kind, and 200 random kills a scenario")
    parser.add_argument("--quick", action="store_true", help="the short slice that the test suite runs")
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time, printed")
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 2, 8))
    parser.add_argument("--replay", metavar="TASK", help="one fault again, as a failure printed it")
    return parser.parse_args()


def _run(task: plans.Task) -> list[plans.Row]:
    rows = []
    try:
        row = plans.run(task, _BASES[task.scenario])
        while task.should_fire and not row.fired and not row.complaints and task.plan != "F2" and task.number > 1:
            task = task._replace(number=task.number - 1)  # this run was shorter: the last such call it makes, then
            row = plans.run(task, _BASES[task.scenario])
        rows.append(row)
        while not task.should_fire and rows[-1].fired and len(rows) < 100:
            task = task._replace(number=task.number + 1)
            rows.append(plans.run(task, _BASES[task.scenario]))
    except Exception as error:
        rows.append(plans.Row(task, False, 0, 0, 0, 0, [f"the harness failed: {type(error).__name__}: {error}"]))
    return rows


def main() -> int:
    """Run the plans and return the exit code."""
    options = _arguments()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**9)
    reason = trace.why_not()
    start = time.monotonic()
    if options.replay:
        task = plans.Task.parse(options.replay)
        _BASES[task.scenario] = plans.baseline(task.scenario, traced=reason is None)
        row = plans.run(task, _BASES[task.scenario])
        print("\n".join([f"fired: {row.fired}, acknowledged: {row.acknowledged}", *(row.complaints or ["all well"])]))
        return 1 if row.complaints else 0
    print(f"seed {seed}", flush=True)
    is_skipped = reason is not None
    if is_skipped:
        print(f"*** F1 and F3 DO NOT RUN: {reason} ***", flush=True)
    for name in _QUICK_SCENARIOS if options.quick else SCENARIOS:
        _BASES[name] = plans.baseline(name, traced=not is_skipped)
    tasks = _tasks(options, seed, is_skipped)
    rows = []
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        for row in itertools.chain.from_iterable(pool.imap_unordered(_run, tasks)):
            rows.append(row)
            if row.complaints and not row.task.bad:
                print(f"FAILED {row.task}: {'; '.join(row.complaints)}", flush=True)
                print(f"  again: python -m tests.crash --replay {row.task}", flush=True)
    good = [row for row in rows if not row.task.bad]
    _print_table(good)
    troubles = _troubles(good, tasks) + _surviving(rows)
    if is_skipped:
        count = len(SCENARIOS) + len(_RESTART_SCENARIOS) + len(BAD_BUILDS)
        print(f"*** skipped: {count} sweeps of F1 and F3, the bad builds among them: {reason} ***")
        if os.environ.get("CI"):
            troubles.append("in CI every plan must run")
    for trouble in troubles:
        print(f"FAILED: {trouble}")
    print(f"{'failed' if troubles else 'all well'} after {time.monotonic() - start:.0f} s, seed {seed}")
    return 1 if troubles else 0


def _tasks(options: argparse.Namespace, seed: int, is_skipped: bool) -> list[plans.Task]:
    """Return the faults to inject, in a random order."""
    if options.full:
        cap, restarts, aimed, kills = None, None, 12, 200
    elif options.quick:
        cap, restarts, aimed, kills = 1, 1, 2, 2
    else:
        cap, restarts, aimed, kills = 8, 5, 4, 15
    tasks = []
    if not is_skipped:
        for name, base in _BASES.items():
            tasks += plans.sweep("F1", name, base, trace.SWEPT, cap, seed)
            if name in _RESTART_SCENARIOS:
                tasks += plans.sweep("F3", name, base, _RESTART_CALLS, restarts, seed)
        for bad in BAD_BUILDS.values():
            for name in bad.scenarios[: 1 if options.quick else None]:
                tasks += plans.aimed(bad, name, aimed, seed)
    tasks += [plans.Task("F2", name, "time", number, seed) for name in _BASES for number in range(kills)]
    random.Random(seed).shuffle(tasks)
    return tasks


def _print_table(rows: list[plans.Row]) -> None:
    groups: dict[tuple[str, str], list[plans.Row]] = defaultdict(list)
    for row in rows:
        groups[(row.task.plan, row.task.scenario)].append(row)
        groups[(row.task.plan, "all")].append(row)
    groups[("all", "all")] = rows
    print(
        f"{'plan':5}{'scenario':20}{'runs':>6}{'fired':>7}{'power cuts':>12}{'acknowledged':>14}{'lost':>6}{'doubled':>9}"
    )
    for (plan, name), mine in sorted(groups.items(), key=lambda pair: (pair[0][0] == "all", pair[0][0], pair[0])):
        print(
            f"{plan:5}{name:20}{len(mine):6}{sum(row.fired for row in mine):7}{sum(row.cuts for row in mine):12}"
            f"{sum(row.acknowledged for row in mine):14}{sum(row.lost for row in mine):6}"
            f"{sum(row.doubled for row in mine):9}"
        )


def _troubles(rows: list[plans.Row], tasks: list[plans.Task]) -> list[str]:
    """Say which plan failed, or fired fewer faults than it must."""
    troubles = []
    for plan in sorted({task.plan for task in tasks}):
        mine = [row for row in rows if row.task.plan == plan]
        share = 0.5 if plan == "F2" else 0.95  # a run may end before its kill comes, or be a few calls shorter
        wanted = int(share * sum(row.task.should_fire for row in mine))
        fired = sum(row.fired for row in mine)
        if fired < wanted:
            troubles.append(f"{plan} fired {fired} faults, fewer than the {wanted} expected")
        if plan == "F2":
            continue  # where a random kill falls is chance; only how many fell is not
        calls = {(row.task.scenario, row.task.call) for row in mine}
        calls -= {(row.task.scenario, row.task.call) for row in mine if row.fired}
        troubles += [f"{plan} never fired at {call} in {name}" for name, call in sorted(calls)]
        if failed := sum(bool(row.complaints) for row in mine):
            troubles.append(f"{plan}: {failed} of {len(mine)} runs went wrong")
    return troubles


def _surviving(rows: list[plans.Row]) -> list[str]:
    """Print how often each known-bad build was caught; say which was not."""
    troubles = []
    for name in sorted({row.task.bad for row in rows if row.task.bad}):
        mine = [row for row in rows if row.task.bad == name]
        caught = [row for row in mine if row.fired and row.complaints]
        example = f", for instance {caught[0].task}: {caught[0].complaints[0]}" if caught else ""
        print(f"known-bad build {name}: caught by {len(caught)} of {len(mine)} kills{example}")
        if not caught:
            troubles.append(f"the known-bad build {name} survived: the plans are broken")
    return troubles


if __name__ == "__main__":
    sys.exit(main())
