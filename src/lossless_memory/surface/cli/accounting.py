"""What `import` and `sync` print when they are done: the account of the run, and the exit code that goes with it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from lossless_memory.ingest.run import Result
from lossless_memory.present import accounts
from lossless_memory.present.visible import one_line
from lossless_memory.surface.cli.common import SOME_SKIPPED, Context


def show(context: Context, result: Result, zone: ZoneInfo) -> int:
    """Print the account of a run and return the exit code."""
    if context.json:
        context.put_json(accounts.shape(result))
    else:
        context.put(accounts.text(result, zone))
    for path in result.missing:
        context.say(f"The configured path {one_line(path)} is not there; what was read from it is kept.")
    return SOME_SKIPPED if result.total.skipped else 0
