"""Having the system start the daemon: which plan fits this system, and carrying it out with the person's own rights.

Writes and removes one file, which is ours alone, and runs the system's own commands; what they say is passed on.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

from lossless_memory.daemon import units
from lossless_memory.daemon.units import Command, Job, Plan
from lossless_memory.digests import sha256
from lossless_memory.errors import ServiceFailed
from lossless_memory.log import fsio
from lossless_memory.paths import Home, find_home

KINDS = ("systemd", "launchd", "windows")
TIMEOUT_S = 120.0

Run = Callable[[Command], tuple[int, str]]
"""Runs a command and returns its exit code and what it said."""


def kind_here() -> str:
    """Return what starts services on this system."""
    return {"darwin": "launchd", "win32": "windows"}.get(sys.platform, "systemd")


def name_of(home: Home, environ: Mapping[str, str] = os.environ) -> str:
    """Return the service's name: one for the usual home, one of its own for each other."""
    usual = find_home(None, {name: value for name, value in environ.items() if name != "LOSSLESS_HOME"}).root
    if home.root == usual:
        return "lossless-memory"
    return "lossless-memory-" + sha256(os.fsencode(home.root)).hexdigest()[:8]


def plan(home: Home, program: Sequence[str], kind: str | None = None, environ: Mapping[str, str] = os.environ) -> Plan:
    """Return what `install` would do. `program` is how our program is started."""
    kind = kind or kind_here()
    kept = {name: environ[name] for name in ("LOSSLESS_MACHINE",) if environ.get(name)}
    job = Job(name_of(home, environ), [*program, "daemon", "--quiet", "--home", home.root], kept)
    below = environ.get("HOME") or os.path.expanduser("~")
    if kind == "launchd":
        user = os.getuid() if hasattr(os, "getuid") else 0
        return units.launchd(job, os.path.join(below, "Library", "LaunchAgents"), user)
    if kind == "windows":
        user_name = "\\".join(filter(None, [environ.get("USERDOMAIN"), environ.get("USERNAME", "")]))
        return units.task(job, home.local, user_name)
    settings = environ.get("XDG_CONFIG_HOME") or os.path.join(below, ".config")
    return units.systemd(job, os.path.join(settings, "systemd", "user"))


def installed(home: Home) -> str | None:
    """Return the path of the file by which the system starts our daemon, or None where it does not."""
    path = plan(home, ("lossless",)).path
    return path if os.path.isfile(path) else None


def install(plan: Plan, run: Run | None = None) -> None:
    """Write the file and have the system start the daemon, anew where it runs already.

    Raises ServiceFailed where a command fails; the file then stays and is taken up at the next login. Raises
    WriteFailed.
    """
    fsio.write_small(plan.path, plan.content)
    _do(plan, plan.start, run or run_command)


def uninstall(plan: Plan, run: Run | None = None) -> bool:
    """Have the system end the daemon and forget it; return whether there was anything to remove."""
    if not os.path.isfile(plan.path):
        return False
    _do(plan, plan.end, run or run_command)
    os.unlink(plan.path)
    if plan.kind == "systemd":
        with contextlib.suppress(ServiceFailed):  # it is noticed at the next login at the latest
            _do(plan, (("systemctl", "--user", "daemon-reload"),), run or run_command)
    return True


def _do(plan: Plan, commands: Sequence[Command], run: Run) -> None:
    for command in commands:
        code, said = run(command)
        if code and command not in plan.may_fail:
            raise ServiceFailed(f"{' '.join(command)} failed ({code}): {' '.join(said.split())[:300]}")


def run_command(command: Command) -> tuple[int, str]:
    """Run a command of the system."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - the system's own, with our arguments
    except (OSError, subprocess.TimeoutExpired) as error:
        return 127, str(error)
    return done.returncode, (done.stderr + done.stdout).decode("utf-8", "replace")
