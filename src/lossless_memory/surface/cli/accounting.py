"""What `import`, `sync` and `setup` share: how far they are, the account of the run, and its exit code."""

from __future__ import annotations

import sys
import textwrap
from zoneinfo import ZoneInfo

from lossless_memory.ingest.account import Account
from lossless_memory.ingest.run import Progress, Result
from lossless_memory.present import accounts
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line
from lossless_memory.surface.cli.common import SOME_SKIPPED, Context, terminal_width


def progress_of(context: Context) -> Progress | None:
    """Return what tells at a terminal how far an import is; None where nobody watches."""
    if not sys.stderr.isatty() or context.quiet or context.json:
        return None

    def told(made: Account) -> None:
        read = f"{counted(made.items, 'item')} read, {made.stored:,} new"
        sys.stderr.write(f"\r\033[K{read}: {one_line(made.path)[-60:]}")
        sys.stderr.flush()

    return told


def end_progress(progress: Progress | None) -> None:
    """Clear the line that told how far it was."""
    if progress is not None:
        sys.stderr.write("\r\033[K")


def show(context: Context, result: Result, zone: ZoneInfo) -> int:
    """Print the account of a run and return the exit code."""
    if context.json:
        context.put_json(accounts.shape(result))
    else:
        context.put(accounts.text(result, zone))
    for path in result.missing:
        context.say(f"The configured path {one_line(path)} is not there; what was read from it is kept.")
    if result.strangers:
        named = ", ".join(one_line(name)[:40] for name in result.strangers)
        said = (
            f"Nobody in these chats was taken for you; those who speak in them are {named}. If you are one of them, "
            "import the same again and say so, and what you wrote becomes yours:"
        )
        context.say("\n".join([*textwrap.wrap(said, terminal_width()), "  lossless import --person NAME PATH"]))
    return SOME_SKIPPED if result.total.skipped else 0
