"""`service`: has the system start the daemon by itself, shows what that takes, and undoes it."""

from __future__ import annotations

import os
import sys

import click

from lossless_memory.config import parse
from lossless_memory.daemon import service as services
from lossless_memory.daemon import status
from lossless_memory.daemon.units import Command, Plan
from lossless_memory.errors import UsageError
from lossless_memory.log import fsio
from lossless_memory.present import times
from lossless_memory.present.counts import counted
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.surface.cli.connecting import agreed
from lossless_memory.surface.connect import targets
from lossless_memory.typed import Any


@click.argument("action", type=click.Choice(["install", "status", "uninstall"]))
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
@click.option("--kind", type=click.Choice(services.KINDS), help="Show it for another system; only with --dry-run.")
def service(context: Context, action: str, yes: bool, dry_run: bool, kind: str | None) -> int:
    """Have the system start the daemon when you log in: systemd, launchd or the Task Scheduler.

    It first shows the file and the commands, and asks. It never needs to be root. status says whether the daemon
    runs and what it last achieved; it exits with 1 where none does.
    """
    if kind is not None and not dry_run:
        raise UsageError("--kind is for looking only; nothing was done.", "Add --dry-run")
    if action == "status":
        return _status(context)
    plan = services.plan(context.home, _program(kind), kind)
    is_install = action == "install"
    is_there = os.path.isfile(plan.path)
    commands = plan.start if is_install else plan.end
    shape = {"action": action, "kind": plan.kind, "path": plan.path, "commands": list(map(list, commands))}
    if not context.json:
        _show(context, plan, commands, is_install=is_install, is_there=is_there)
    if dry_run or not (is_install or is_there):
        if context.json:
            context.put_json({**shape, "done": False})
        return 0
    if not yes and not sys.stdin.isatty():
        raise UsageError("Without a terminal nobody can agree; nothing was done.", f"If you do: service {action} --yes")
    if not yes and not agreed("Do this?"):
        context.say("Nothing was done.")
        return 0
    if is_install:
        context.store(create=True)
        services.install(plan)
    else:
        services.uninstall(plan)
    if context.json:
        context.put_json({**shape, "done": True})
    else:
        context.say("The daemon runs from now on." if is_install else "It is gone. What was taken in is kept.")
        if is_install and plan.kind == "systemd":
            context.say("It ends when you log out; to let it go on: loginctl enable-linger")
    return 0


def _program(kind: str | None) -> list[str]:
    """Return how our program is started without a window."""
    windowless = os.path.join(os.path.dirname(sys.executable), "pythonw.exe")
    if (kind or services.kind_here()) == "windows" and os.path.exists(windowless):
        return [windowless, "-c", "from lossless_memory.surface.cli import main; main()"]
    return [targets.program(None).path]


def _show(context: Context, plan: Plan, commands: tuple[Command, ...], *, is_install: bool, is_there: bool) -> None:
    if is_install:
        encoding = "utf-16" if plan.kind == "windows" else "utf-8"
        context.put(f"{'Replaces' if is_there else 'Writes'} {plan.path}:\n\n")
        context.put(plan.content.decode(encoding, "replace").replace("\r\n", "\n") + "\n")
    elif not is_there:
        context.put(f"No service is installed ({plan.path} is not there); nothing to do.\n")
        return
    else:
        context.put(f"Removes {plan.path}.\n")
    context.put("Runs:\n" + "".join(f"  {' '.join(command)}\n" for command in commands))


def _status(context: Context) -> int:
    home = context.home
    zone = context.zone(parse(fsio.read_small(home.config), home.config).timezone)

    def at(instant: str | None) -> str:
        return "never" if instant is None else times.local(instant, zone.info)

    path = services.installed(home)
    is_running, about = status.is_running(home), status.read(home)
    if context.json:
        fields: dict[str, Any] | None = None if about is None else about.as_json()
        context.put_json({"installed": path, "running": is_running, "daemon": fields})
        return 0 if is_running else NOTHING_FOUND
    context.put(f"service: {'installed, ' + path if path else 'not installed'}\n")
    context.put(f"daemon: {'runs' if is_running else 'does not run'}\n")
    if about is not None:
        ended = "" if about.stopped is None else f", ended {at(about.stopped)} ({about.why_stopped})"
        context.put(f"  begun {at(about.started)}{ended} ({zone.name})\n")
        context.put(f"  {counted(about.passes, 'pass', 'passes')}, the last one ended {at(about.last_pass)}\n")
        last = f", last {at(about.last_new)}" if about.last_new else ""
        context.put(f"  {counted(about.stored, 'record')} taken in{last}\n")
        if about.trouble is not None:
            context.put(f"  trouble since {at(about.trouble_since)}: {about.trouble}\n")
    return 0 if is_running else NOTHING_FOUND


command = make_command(service)
