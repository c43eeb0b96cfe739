"""The files by which systemd, launchd and the Task Scheduler start the daemon, rendered from one description.

Each is a plan: a file, and the commands that make the system take it up or let go of it. Nothing is written or run
here, and nothing in it needs more rights than the person's own.
"""

from __future__ import annotations

import os
import plistlib
import subprocess
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

Command = tuple[str, ...]
TITLE = "lossless-memory: takes in what was said as it appears"
_TASKS = "http://schemas.microsoft.com/windows/2004/02/mit/task"
_NO_RESTART = "2 11 12 13 14 16"
"""Exit codes that no new start mends: usage, settings, store, a foreign folder, a newer format, another daemon."""


_UNSAFE = pattern(r"""["'\\$%\x00-\x1f\x7f]""")


class Job(NamedTuple):
    """What is to run: the name of the service, the program with its arguments, and its environment."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str] = {}


class Plan(NamedTuple):
    """A file to write, and the commands to run after writing it, before removing it, and to see it.

    A command in `may_fail` is run for its effect alone, such as ending what may not run.
    """

    kind: str
    path: str
    content: bytes
    start: tuple[Command, ...]
    end: tuple[Command, ...]
    may_fail: frozenset[Command] = frozenset()


def systemd(job: Job, folder: str) -> Plan:
    """Return the plan for a systemd user unit in a folder such as ~/.config/systemd/user."""
    unit = f"{job.name}.service"
    arguments = list(job.arguments)
    if _UNSAFE.search(arguments[0]):
        arguments.insert(0, "/usr/bin/env")  # systemd takes no such name for a program, only for an argument
    environment = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in job.environment.items())
    text = f"""\
[Unit]
Description={TITLE}
StartLimitIntervalSec=600
StartLimitBurst=5

[Service]
Type=exec
ExecStart={" ".join(map(_quoted, arguments))}
{environment}Restart=on-failure
RestartSec=30
RestartPreventExitStatus={_NO_RESTART}
TimeoutStopSec=60
UMask=0077
LimitCORE=0
Nice=10
IOSchedulingClass=idle
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""
    control = ("systemctl", "--user")
    stop = (*control, "disable", "--now", unit)
    return Plan(
        "systemd",
        os.path.join(folder, unit),
        text.encode("utf-8", "surrogateescape"),
        ((*control, "daemon-reload"), (*control, "enable", unit), (*control, "restart", unit)),
        (stop,),
        frozenset({stop}),
    )


def _quoted(argument: str) -> str:
    """Quote an argument for a systemd unit (systemd.syntax(7)): no specifier, variable or escape in it counts."""
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t") + '"'


def launchd(job: Job, folder: str, user: int) -> Plan:
    """Return the plan for a launchd agent in a folder such as ~/Library/LaunchAgents."""
    label = f"org.{job.name}"
    path = os.path.join(folder, f"{label}.plist")
    body = {
        "Label": label,
        "ProgramArguments": list(job.arguments),
        "EnvironmentVariables": dict(job.environment),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 60,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 10,
        "Umask": 0o077,
        "HardResourceLimits": {"Core": 0},
        "StandardOutPath": "/dev/null",
        "StandardErrorPath": "/dev/null",
    }
    domain = f"gui/{user}"
    stop = ("launchctl", "bootout", f"{domain}/{label}")
    content = plistlib.dumps(body, sort_keys=False)
    return Plan("launchd", path, content, (stop, ("launchctl", "bootstrap", domain, path)), (stop,), frozenset({stop}))


def task(job: Job, folder: str, user: str) -> Plan:
    """Return the plan for a task of the Windows Task Scheduler that starts when the person logs on.

    The environment is not part of a task; the program gets all it needs as arguments.
    """
    root = ElementTree.Element("Task", {"version": "1.4", "xmlns": _TASKS})

    def put(above: ElementTree.Element, name: str, text: str | None = None, **more: str) -> ElementTree.Element:
        one = ElementTree.SubElement(above, name, more)
        one.text = text
        return one

    put(put(root, "RegistrationInfo"), "Description", TITLE)
    trigger = put(put(root, "Triggers"), "LogonTrigger")
    put(trigger, "Enabled", "true")
    put(trigger, "UserId", user)
    principal = put(put(root, "Principals"), "Principal", id="Author")
    for name, text in (("UserId", user), ("LogonType", "InteractiveToken"), ("RunLevel", "LeastPrivilege")):
        put(principal, name, text)
    settings = put(root, "Settings")
    for name, text in (
        ("MultipleInstancesPolicy", "IgnoreNew"),
        ("DisallowStartIfOnBatteries", "false"),
        ("StopIfGoingOnBatteries", "false"),
        ("AllowHardTerminate", "true"),
        ("StartWhenAvailable", "true"),
        ("Hidden", "true"),
        ("ExecutionTimeLimit", "PT0S"),
        ("Priority", "7"),
    ):
        put(settings, name, text)
    again = put(settings, "RestartOnFailure")
    put(again, "Interval", "PT1M")
    put(again, "Count", "5")
    run = put(put(root, "Actions", Context="Author"), "Exec")
    put(run, "Command", job.arguments[0])
    put(run, "Arguments", subprocess.list2cmdline(job.arguments[1:]))
    ElementTree.indent(root)
    path = os.path.join(folder, f"{job.name}.xml")
    text = '<?xml version="1.0" encoding="UTF-16"?>\n' + ElementTree.tostring(root, "unicode") + "\n"
    stop = ("schtasks", "/End", "/TN", job.name)
    return Plan(
        "windows",
        path,
        text.encode("utf-16"),
        (("schtasks", "/Create", "/TN", job.name, "/XML", path, "/F"), ("schtasks", "/Run", "/TN", job.name)),
        (stop, ("schtasks", "/Delete", "/TN", job.name, "/F")),
        frozenset({stop}),
    )
