"""Reading the project's pages: their tables, their console blocks, and running those in a throw-away home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = "src/lossless_memory/surface/cli/demo.jsonl"
NOW = "2026-11-17T09:00:00+09:00"
ZONE = "Asia/Tokyo"
SHOWN_HOME = "/home/sam"
"""What the pages show in the place of the throw-away folder."""


class Step(NamedTuple):
    """A command of a console block, the line it stands on, and the output lines shown under it."""

    line: int
    command: str
    shown: list[str]


def page(name: str) -> str:
    """Return a page of the project, by its path."""
    return (ROOT / name).read_text(encoding="utf-8")


def pages() -> list[str]:
    """Return the paths of every page: those at the top and those in docs."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def steps(text: str) -> Iterator[Step]:
    """Yield the commands of every ```console block, in order; `> ` carries a command on, as in a shell."""
    current: Step | None = None
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            inside = not inside and line.strip() == "```console"
            if current:
                yield current
                current = None
        elif inside and line.startswith("$ "):
            if current:
                yield current
            current = Step(number, line[2:], [])
        elif inside and current and not current.shown and line.startswith("> "):
            current = current._replace(command=f"{current.command}\n{line[2:]}")
        elif inside and current:
            current.shown.append(line.rstrip())
    assert not inside, "a console block is not closed"


def python_blocks(text: str) -> list[str]:
    """Return the ```python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def fits(shown: list[str], printed: list[str]) -> bool:
    """Say whether printed lines are as shown; a shown line `...` stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(fits(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and fits(shown[1:], printed[1:])


def trimmed(lines: list[str]) -> list[str]:
    """Return lines without trailing spaces and without empty ones at the end."""
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


class Person:
    """Somebody with an empty home folder, a checkout with the sample conversation, and the time of the examples."""

    def __init__(self, folder: Path) -> None:
        """Make the folders; nothing of the real home or checkout is used."""
        self.folder = folder
        self.checkout = folder / "lossless-memory"
        (self.checkout / SAMPLE).parent.mkdir(parents=True)
        shutil.copyfile(ROOT / SAMPLE, self.checkout / SAMPLE)

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the examples."""
        return {
            "HOME": str(self.folder),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
            "LOSSLESS_HOME": str(self.folder / "memory"),
            "LOSSLESS_NOW": NOW,
            "LOSSLESS_TZ": ZONE,
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "PYTHONUTF8": "1",
        }

    def run(self, command: str) -> tuple[int, str]:
        """Run a shell command in the checkout; return its exit code and all it printed, paths as the pages show them."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.checkout,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout.decode("utf-8").replace(str(self.folder), SHOWN_HOME)

    def json(self, *arguments: str, codes: tuple[int, ...] = (0,), stdin: str = "") -> str:
        """Run `lossless` and return what it put out as data."""
        done = subprocess.run(
            [str(Path(sys.executable).parent / "lossless"), *arguments],
            cwd=self.checkout,
            env=self.environment,
            input=stdin.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode in codes, (arguments, done.returncode, done.stderr.decode())
        return done.stdout.decode("utf-8")


def tables(text: str) -> Iterator[list[dict[str, str]]]:
    """Yield the tables of a page as rows of cells by column name."""
    rows: list[list[str]] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        elif rows:
            names, _, *body = rows
            yield [dict(zip(names, cells, strict=True)) for cells in body]
            rows = []


def code(cell: str) -> str:
    """Return what stands between the first pair of backticks of a cell."""
    match = re.search(r"`([^`]+)`", cell)
    assert match, f"no code in the cell {cell!r}"
    return match[1]
