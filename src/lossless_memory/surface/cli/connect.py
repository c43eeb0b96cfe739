"""`connect`: puts our hooks and our server into a tool's settings, and nothing else."""

from __future__ import annotations

import click

from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.surface.cli.connecting import agreed, shown, target_named
from lossless_memory.surface.connect import keep
from lossless_memory.surface.connect.targets import NAMES


@click.argument("target", type=click.Choice(NAMES), metavar="TARGET")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Show the change and write nothing.")
def connect(context: Context, target: str, yes: bool, dry_run: bool) -> int:
    """Connect a tool: its hooks tell the AI where things stand, and the AI can recall by itself.

    TARGET is claude-code, codex, gemini-cli, cursor or claude-desktop.

    Shows the change first and keeps a copy of each file. Every other byte of the tool's settings stays as it is.
    """
    tool = target_named(context, target)
    store = context.store(create=True)
    steps = keep.connecting(store.home, tool)
    shown(context, steps)
    is_change = any(step.is_change for step in steps)
    backups: list[str] = []
    is_written = is_change and not dry_run and (yes or agreed(f"Change {tool.title}'s settings like this?"))
    if is_written:
        backups = keep.connect(store.home, tool, steps)
    if context.json:
        files = [{"path": step.file.path, "changed": is_written and step.is_change} for step in steps]
        context.put_json({"target": target, "written": is_written, "files": files, "backups": backups})
    if not is_change:
        context.say(f"{tool.title} is connected already; nothing was changed.")
    elif not is_written:
        context.say("Nothing was changed.")
    else:
        for path in backups:
            context.say(f"A copy of how it was: {path}")
        context.say(f"{tool.title} is connected. {tool.remark}".strip())
        context.say(f"To undo it: lossless disconnect {target}")
    return 0


command = make_command(connect)
