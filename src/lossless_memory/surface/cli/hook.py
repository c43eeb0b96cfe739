"""`hook`: what the agents call at their events. Only its help stands here; main() runs it without the command line."""

from __future__ import annotations

import click

from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


@click.argument(
    "event", type=click.Choice(["session-start", "prompt", "stop", "pre-compact", "session-end", "persona"])
)
def hook(context: Context, event: str) -> int:
    """Take in what is new and answer an agent's event (Claude Code, Codex, Gemini CLI, Cursor).

    The event is read from stdin as the agent tells it; the answer has the agent's own form. It never fails and never
    disturbs a turn: what goes wrong is one line in the service log. The agents call it by themselves once they are
    connected.
    """
    raise click.UsageError("The event's name comes right behind hook: lossless hook prompt")


command = make_command(hook)
