"""Running a child under strace, with a kill at a system call, and replaying what it did on the model of a disk.

Knows strace's text (`-y -xx`), nothing of records.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from tests.crash.disk import Disk

SWEPT = (
    "write",
    "pwrite64",
    "fsync",
    "fdatasync",
    "openat",
    "rename",
    "renameat",
    "renameat2",
    "flock",
    "unlink",
    "ftruncate",
    "mkdir",
)
_LINE = re.compile(rb"\d+\s+(\w+)\((.*)\)\s+=\s+(-?[0-9a-fx]+|\?)(?:<((?:\\x[0-9a-f]{2})*)>)?")
_TEXT = re.compile(rb'"((?:\\x[0-9a-f]{2})*)"')
_PATH = re.compile(rb"<((?:\\x[0-9a-f]{2})*)>")
_NUMBER = re.compile(rb"(\d+)$")


class Call(NamedTuple):
    """A system call as traced; `paths` are those of its descriptor or its arguments, `result` None if it was killed."""

    name: str
    arguments: bytes
    paths: tuple[str, ...]
    result: int | None


def command(place: str, scenario: str, bad: str | None = None) -> list[str]:
    """Return the command of a child."""
    return [sys.executable, "-m", "tests.crash.driver", place, scenario, *([bad] if bad else [])]


def environment() -> dict[str, str]:
    """Return the environment of a child: the same calls in the same order each time."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": root}


def why_not() -> str | None:
    """Say why children cannot be traced here, or None."""
    strace = shutil.which("strace")
    if strace is None:
        return "strace is not installed (apt-get install strace)"
    tried = subprocess.run([strace, "-qq", "-o", os.devnull, "true"], capture_output=True, check=False)
    return None if tried.returncode == 0 else f"strace cannot trace here: {tried.stderr.decode().strip()}"


def run(place: str, scenario: str, bad: str | None, trace: str, kill: tuple[str, int] | None) -> int:
    """Run a child under strace, killing it as it enters the n-th call of a name; return its exit code."""
    inject = ["-e", f"inject={kill[0]}:signal=KILL:when={kill[1]}"] if kill else []
    strace = [
        "strace",
        "-f",
        *([] if kill else ["--seccomp-bpf"]),
        "-qq",
        "-y",
        "-xx",
        "-s",
        "1000000",
        "-e",
        "raw=pwrite64",
    ]
    done = subprocess.run(
        [*strace, "-o", trace, "-e", "trace=" + ",".join(SWEPT), *inject, *command(place, scenario, bad)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode not in (0, -9):
        raise RuntimeError(f"the child failed by itself: {done.stderr.decode('utf-8', 'replace')[-2000:]}")
    return done.returncode


def calls(trace: str) -> Iterator[Call]:
    """Yield the calls of a trace in order; one that was killed on entering has no result."""
    opened: dict[int, str] = {}
    with open(trace, "rb") as stream:
        for line in stream:
            match = _LINE.match(line)
            if not match:
                continue
            name, arguments = match[1].decode(), match[2]
            if name == "pwrite64":  # its bytes would fill the trace, so it is printed raw, with a bare descriptor
                found = [opened.get(int(arguments.split(b",")[0], 16), "")]
            elif name in ("write", "fsync", "fdatasync", "ftruncate", "flock"):
                found = [_plain(one).decode() for one in _PATH.findall(arguments[:4096])[:1]]
            else:
                found = [_plain(one).decode() for one in _TEXT.findall(arguments)]
            result = None if match[3] == b"?" else int(match[3], 0)
            if name == "openat" and result is not None and result >= 0 and match[4]:
                opened[result] = _plain(match[4]).decode()
            yield Call(name, arguments, tuple(found), result)


def _plain(escaped: bytes) -> bytes:
    return bytes.fromhex(escaped.replace(b"\\x", b"").decode())


def hits(trace: str, root: str) -> dict[str, list[tuple[int, str]]]:
    """Return, for each call, those from its first one below a folder on: its number, from 1, and the path it is on."""
    counts: dict[str, int] = {}
    found: dict[str, list[tuple[int, str]]] = {}
    for call in calls(trace):
        number = counts[call.name] = counts.get(call.name, 0) + 1
        if call.name in found or any(path.startswith(root) for path in call.paths):
            found.setdefault(call.name, []).append((number, call.paths[0] if call.paths else ""))
    return found


def replay(trace: str, disk: Disk) -> None:
    """Let a trace happen on a disk, up to its end or the kill."""
    for call in calls(trace):
        if call.result is None or call.result < 0 or not call.paths:
            continue
        path = call.paths[0]
        if call.name == "openat":
            disk.open(path, creates=b"O_CREAT" in call.arguments, truncates=b"O_TRUNC" in call.arguments)
        elif call.name == "write":
            text = _TEXT.search(call.arguments)
            disk.append(path, _plain(text[1])[: call.result] if text else b"")
        elif call.name == "pwrite64":
            disk.write_somewhere(path, int(call.arguments.rsplit(b",", 1)[1], 16), call.result)
        elif call.name in ("fsync", "fdatasync"):
            disk.sync(path)
        elif call.name == "ftruncate":
            disk.truncate(path, _last_number(call.arguments))
        elif call.name.startswith("rename"):
            disk.rename(path, call.paths[1])
        elif call.name == "unlink":
            disk.unlink(path)
        elif call.name == "mkdir":
            disk.make_folder(path)


def _last_number(arguments: bytes) -> int:
    match = _NUMBER.search(arguments)
    if match is None:
        raise ValueError(f"no number at the end of {arguments[-80:]!r}")
    return int(match[1])
