"""Daemons as real processes, and waiting for what they do: by looking until it is so, never by sleeping for a time."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.surface.running import PROGRAM, Cli, turn

DEADLINE_S = 60.0
_LOOK_S = 0.02


def until(condition: Callable[[], Any], what: str, deadline_s: float = DEADLINE_S) -> None:
    """Look until a condition holds; fail, naming what was waited for, when the time is over."""
    deadline = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(_LOOK_S)


@contextlib.contextmanager
def daemon(cli: Cli, **changes: str | None) -> Iterator[subprocess.Popen[bytes]]:
    """Start a daemon; what is left of it at the end is killed."""
    running = subprocess.Popen(
        [str(PROGRAM), "daemon"], env=cli.env(**changes), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate(timeout=DEADLINE_S)


def ended(running: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> str:
    """Ask a daemon to end, check that it did so in order, and return what it said."""
    running.send_signal(number)
    _, said = running.communicate(timeout=DEADLINE_S)
    assert running.returncode == 0, said.decode()
    assert b"Traceback" not in said, said.decode()
    return said.decode()


def status(cli: Cli) -> dict[str, Any]:
    """Return what the daemon last wrote of itself, nothing where it has not yet."""
    for path in cli.home.glob("local/*/daemon.json"):
        return dict(json.loads(path.read_bytes()))
    return {}


def notes(cli: Cli) -> str:
    """Return the service log, empty where there is none yet."""
    return "".join(path.read_text() for path in cli.home.glob("local/*/service.log"))


def texts(cli: Cli, kills: int = 0) -> list[str]:
    """Return the texts of all whole lines of the log; each kill may have torn one, which stays as it is (P1)."""
    found, torn = [], 0
    for path in sorted(cli.home.glob("log/*/*/*.jsonl")):
        for line in path.read_bytes().split(b"\n")[:-1]:
            try:
                found.append(json.loads(line)["text"])
            except ValueError:
                torn += 1
    assert torn <= kills, f"{torn} lines are no records after {kills} kills"
    return found


def said(number: int, session: str = "s1", uuid: str | None = None) -> bytes:
    """Return one line of a transcript."""
    minute, second = divmod(number % 3600, 60)
    line = turn(
        uuid or f"{session}-{number}", f"2026-10-13T02:{minute:02}:{second:02}Z", f"{session} {number}", session=session
    )
    return json.dumps(line).encode() + b"\n"


def add(path: Path, data: bytes) -> None:
    """Append to a source, as its tool does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        stream.write(data)
