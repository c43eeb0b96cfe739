"""Runs the real command in a process of its own, in a home, at a time and in a zone that the test names."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

PROGRAM = Path(sys.executable).with_name("lossless")
NOW = "2026-10-14T10:00:00+09:00"
ZONE = "Asia/Tokyo"


class Ran(NamedTuple):
    """What a run left: its exit code and both streams as bytes."""

    code: int
    raw_out: bytes
    raw_err: bytes

    @property
    def out(self) -> str:
        """The data, which is always UTF-8."""
        return self.raw_out.decode("utf-8")

    @property
    def err(self) -> str:
        """The talk, which is always UTF-8."""
        return self.raw_err.decode("utf-8")

    @property
    def json(self) -> Any:
        """The data read as JSON."""
        return json.loads(self.raw_out)


class Cli:
    """The command line with one home; what it says is checked for tracebacks at every run."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(home.parent),
            "LOSSLESS_HOME": str(home),
            "LOSSLESS_NOW": NOW,
            "LOSSLESS_TZ": ZONE,
            "LOSSLESS_MACHINE": "tests",
            "PYTHONWARNINGS": "error",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "COLUMNS": "80",
            **environment,
        }

    def env(self, **changes: str | None) -> dict[str, str]:
        """Return the environment of a run; None takes a variable out."""
        merged = {**self.environment, **changes}
        return {name: value for name, value in merged.items() if value is not None}

    def __call__(
        self,
        *arguments: str | bytes,
        stdin: bytes = b"",
        before: Sequence[str] = (),
        code: int | None = None,
        **changes: str | None,
    ) -> Ran:
        """Run the command; `before` is put in front of it, `code` is the exit code it must have."""
        done = subprocess.run(
            [*before, str(PROGRAM), *arguments],
            check=False,
            input=stdin,
            capture_output=True,
            env=self.env(**changes),
            timeout=60,
        )
        ran = Ran(done.returncode, done.stdout, done.stderr)
        assert b"Traceback" not in ran.raw_out + ran.raw_err, ran.err
        assert b"inside the program" not in ran.raw_err, ran.err
        assert code is None or ran.code == code, (ran.code, ran.out, ran.err)
        return ran

    def recalled(self, *arguments: str, **changes: str | None) -> list[str]:
        """Ask in JSON and return the texts that were asked for, context left out."""
        return [
            hit["text"]
            for hit in self("recall", "--json", *arguments, **changes).json["hits"]
            if hit["match"] == "exact"
        ]


def tree(root: Path) -> dict[str, tuple[int, str]]:
    """Return every path below a folder with its mode and what is in it."""
    found = {}
    for path in sorted([root, *root.rglob("*")]):
        about = path.lstat()
        body = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else ""
        found[str(path.relative_to(root))] = (about.st_mode, body)
    return found


def can_run(*command: str) -> bool:
    """Say whether a tool of the system, such as unshare, works here."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0


def transcript(path: Path, lines: Sequence[dict[str, Any]]) -> Path:
    """Write a transcript as Claude Code does, one JSON object a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        b"".join(json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n" for line in lines)
    )
    return path


def turn(uuid: str, ts: str, content: Any, role: str = "user", *, session: str = "s1", **more: Any) -> dict[str, Any]:
    """Return one line of such a transcript."""
    message: dict[str, Any] = {"role": role, "content": content, **more.pop("message", {})}
    return {
        "type": role,
        "uuid": uuid,
        "parentUuid": more.pop("parent", None),
        "sessionId": session,
        "timestamp": ts,
        "message": message,
        **more,
    }
