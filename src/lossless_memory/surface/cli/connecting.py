"""What `connect`, `disconnect` and `setup` share: which tool, how a change is shown, and asking."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Sequence

import click

from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.connect import targets
from lossless_memory.surface.connect.keep import Step
from lossless_memory.surface.connect.targets import Target


def target_named(context: Context, name: str) -> Target:
    """Return a tool as this environment has it; a home that is not the usual one is written into its entries."""
    return all_targets(context)[name]


def all_targets(context: Context) -> dict[str, Target]:
    """Return every tool by its name."""
    is_named = context.home_argument is not None or "LOSSLESS_HOME" in os.environ
    start = targets.program(context.home.root if is_named else None)
    return targets.targets(start, os.environ)


def shown(context: Context, steps: Sequence[Step]) -> None:
    """Show what changes in each file."""
    for step in steps:
        if not step.is_change or context.json:
            continue
        before, after = ((raw or b"").decode("utf-8", "replace") for raw in (step.before, step.after))
        new = " (a new file)" if step.before is None else " (removed)" if step.after is None else ""
        context.put(f"{step.file.path}{new}\n")
        context.put("".join(f"  {line}\n" for line in _difference(before.splitlines(), after.splitlines())) + "\n")


def _difference(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that differ, with a line around them.

    What both begin and end with is left out first: a tool's state file may have a hundred thousand lines.
    """
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    left = shorter - head
    tail = next((place for place in range(left) if before[-1 - place] != after[-1 - place]), left)
    first = max(0, head - 1)
    old, new = (lines[first : len(lines) - max(0, tail - 1)] for lines in (before, after))
    found = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
    return [f"@@ from line {first + 1} on @@" if line.startswith("@@") else line for line in found]


def agreed(question: str) -> bool:
    """Ask at a terminal; without one the command itself is the answer."""
    if not sys.stdin.isatty():
        return True
    sys.stdout.flush()
    return click.confirm(question, default=False, err=True)
