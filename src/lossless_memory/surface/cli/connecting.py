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
        lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))
        context.put("".join(f"  {line}\n" for line in lines[2:]) + "\n")


def agreed(question: str) -> bool:
    """Ask at a terminal; without one the command itself is the answer."""
    if not sys.stdin.isatty():
        return True
    sys.stdout.flush()
    return click.confirm(question, default=False, err=True)
