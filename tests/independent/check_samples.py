"""Imports every sample twice into a throw-away home and checks the log against the raw files.

    python tests/independent/check_samples.py [--shared FOLDER] [--lossless COMMAND] [FILE …]

Prints one row a file: items, records, skipped, typed texts, replies, missing, extra, and what the second import
stored, which must be nothing. Uses the program only through its command line. Exits 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.independent.compare import compare
from tests.independent.databases import database
from tests.independent.raw import tool_of

ROOT = Path(__file__).resolve().parent.parent.parent
BESIDE = (".meta.json", "manifest.json", "/meta.json", "sessions.json", "/migration", "-gold.txt")
NO_TIME = "no time (say which day with --date DAY)"
"""Why a file without any time is refused; it is read once more with a day then."""
HEADS = ("file", "items", "records", "skipped", "typed", "replies", "missing", "extra", "second stored")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("LOSSLESS_SHARED", ROOT.parent / "shared")))
    parser.add_argument("--lossless", default=str(Path(sys.executable).parent / "lossless"))
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    rows = [row(given.lossless, path, given.shared) for path in given.files or samples(given.shared)]
    widths = [max(len(str(line[column])) for line in [HEADS, *rows]) for column in range(len(HEADS))]
    for line in [HEADS, *rows]:
        print(
            "  ".join(
                str(cell).ljust(width) if number == 0 else str(cell).rjust(width)
                for number, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
        )
    bad = [line for line in rows if line[6] or line[7] or line[8]]
    print(f"{len(rows)} files, {len(bad)} differ")
    return 1 if bad or not rows else 0


def samples(shared: Path) -> list[Path]:
    """List the sample files of the tools that can be checked, without those that hold no conversation."""
    found = [path for path in sorted((shared / "samples").rglob("*")) if path.is_file() and tool_of(path)]
    return [
        path
        for path in found
        if not str(path).endswith(BESIDE) and "part" not in path.parts and ".checkpoint." not in path.name
    ]


def row(lossless: str, path: Path, shared: Path) -> tuple[Any, ...]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        given = path
        if path.suffix == ".sql":
            given = Path(folder) / path.stem
            given.write_bytes(database(path))
        first, second = (run(lossless, home, given) for _ in range(2))
        if set(first["total"]["skipped"]) == {NO_TIME}:
            first, second = (run(lossless, home, given, "--date", "2026-01-01") for _ in range(2))
        lines = [
            line
            for file in sorted((home / "log" / "main").glob("[0-9]*/*.jsonl"))
            for line in file.read_bytes().split(b"\n")
            if line
        ]
        found = compare([json.loads(line) for line in lines], path)
    for one in found.missing:
        print(f"missing in {path.name}: {one.who} {one.id} {one.text[:80]!r}", file=sys.stderr)
    for record in found.extra:
        print(
            f"extra in {path.name}: {record['role']} {record['origin']['id']} {record['text'][:80]!r}", file=sys.stderr
        )
    name = str(path.relative_to(shared / "samples")) if path.is_relative_to(shared / "samples") else str(path)
    total = first["total"]
    return (
        f"{tool_of(path)} …{name[-50:]}", total["items"], total["records"], sum(total["skipped"].values()),
        found.typed, found.replies, len(found.missing), len(found.extra), second["total"]["stored"],
    )  # fmt: skip


def run(lossless: str, home: Path, path: Path, *more: str) -> dict[str, Any]:
    done = subprocess.run(
        [lossless, "--home", str(home), "import", str(path), "--json", *more], capture_output=True, check=False
    )
    if done.returncode not in (0, 3):
        raise SystemExit(
            f"{lossless} import {path} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}"
        )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


if __name__ == "__main__":
    sys.exit(main())
