"""`disconnect`: takes our entries out of a tool's settings again."""

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
def disconnect(context: Context, target: str, yes: bool, dry_run: bool) -> int:
    """Disconnect a tool: its settings are again as they were, to the byte.

    TARGET is claude-code, codex, gemini-cli, cursor or claude-desktop.

    What was changed in them by others meanwhile stays. The memory itself is not touched.
    """
    tool = target_named(context, target)
    steps = keep.disconnecting(context.home, tool)
    shown(context, steps)
    is_change = any(step.is_change for step in steps)
    is_written = is_change and not dry_run and (yes or agreed(f"Change {tool.title}'s settings like this?"))
    if is_written:
        keep.disconnect(context.home, tool, steps)
    if context.json:
        files = [{"path": step.file.path, "changed": is_written and step.is_change} for step in steps]
        context.put_json({"target": target, "written": is_written, "files": files})
    if not is_change:
        if not dry_run:
            keep.disconnect(context.home, tool, steps)  # the person may have put the files back by hand
        context.say(f"{tool.title} is not connected; nothing was changed.")
    elif is_written:
        context.say(f"{tool.title} is disconnected.")
    else:
        context.say("Nothing was changed.")
    return 0


command = make_command(disconnect)
