"""`make bench-timex`: this project's reading of time phrases beside other libraries', same cases, same judge, one run.

The others live in a throw-away folder and are no dependency of anything. One that cannot be installed is named and
left out; the rest still runs. The cases and their judge stand in the shared folder and are read there.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench import timex_python

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("LOSSLESS_SHARED", HERE.parents[1] / "shared"))
FILES = ("public-dev.jsonl", "questions-dev.jsonl")
LANGUAGES = ("en", "ja", "es")
OURS = "lossless-memory"
PIP = ("dateparser==1.5.0", "parsedatetime==2.6", "ja-timex==0.2.8")


class Other(NamedTuple):
    """A library to compare with: what it is called, who runs it, the languages it has."""

    name: str
    run_by: str
    languages: tuple[str, ...]


OTHERS = (
    Other("recognizers", "npm", ("en", "es")),
    Other("dateparser", "pip", LANGUAGES),
    Other("chrono-node", "npm", LANGUAGES),
    Other("parsedatetime", "pip", ("en", "es")),
    Other("ja-timex", "pip", ("ja",)),
)


class Missing(Exception):
    """A group of libraries cannot be had; the message says why."""


def main() -> None:
    """Install the others, answer all cases with each, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", metavar="FOLDER", help="install the others here and leave them for the next run")
    parser.add_argument("--only", metavar="NAME,NAME", help="compare with these alone")
    chosen = parser.parse_args()
    if not (SHARED / "timex" / "score.py").is_file():
        sys.exit(f"The cases and their judge are not at {SHARED / 'timex'}; say where they are with LOSSLESS_SHARED.")
    others = [other for other in OTHERS if chosen.only is None or other.name in chosen.only.split(",")]
    judge = load_judge()
    cases = list(load_cases(judge))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(chosen.keep or temporary)
        commands: dict[str, Callable[[str], list[str]] | Missing] = {}
        for kind in sorted({other.run_by for other in others}):
            try:
                commands[kind] = {"pip": install_pip, "npm": install_npm}[kind](folder / kind)
            except Missing as why:
                commands[kind] = why
                names = ", ".join(other.name for other in others if other.run_by == kind)
                print(f"Left out: {names}. {why}", file=sys.stderr)
        answers = {OURS: (LANGUAGES, timex_python.measure(judge.project_adapter(), cases))}
        for other in others:
            command = commands[other.run_by]
            if not isinstance(command, Missing):
                mine = [case for case in cases if case["lang"] in other.languages]
                try:
                    answers[other.name] = (other.languages, answer(command(other.name), mine))
                except Missing as why:
                    print(f"Left out: {other.name}. {why}", file=sys.stderr)
    where = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    print(f"{where}; a time is the fastest of {timex_python.PASSES}\n")
    show(judge, cases, answers)


def load_judge() -> Any:
    """Import the scorer from where it stands, so that there is one judge and no copy."""
    spec = importlib.util.spec_from_file_location("timex_score", SHARED / "timex" / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_cases(judge: Any) -> Iterator[dict[str, Any]]:
    """Yield the cases the scorer counts, each with the name of its file."""
    for name in FILES:
        for line in (SHARED / "timex" / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["lang"] in LANGUAGES and not judge.LEFT_OUT & set(case.get("tags", [])):
                yield {**case, "file": name}


def install_pip(folder: Path) -> Callable[[str], list[str]]:
    """Make an environment with the Python libraries; return how to run one of them."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        attempt([sys.executable, "-m", "venv", str(folder)], "A Python environment could not be made")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PIP]
    attempt(pip, "pip could not install them; is there a network?")
    return lambda name: [str(python), str(HERE / "timex_python.py"), name]


def install_npm(folder: Path) -> Callable[[str], list[str]]:
    """Install the npm libraries from the lock; return how to run one of them."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        raise Missing("node and npm are not installed.")
    shutil.copytree(HERE / "timex_node", folder, dirs_exist_ok=True)
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts"]
    attempt([npm, "ci", *quiet, "--prefix", str(folder)], "npm could not install them; is there a network?")
    return lambda name: [node, str(folder / "answer.mjs"), name]


def attempt(command: list[str], what: str) -> None:
    """Run an installing command; raise Missing with the end of what it said if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{what}\n{done.stderr.strip()[-600:]}")


def answer(command: list[str], cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the cases to a library's own process and return its answers."""
    asked = json.dumps([{key: case[key] for key in ("text", "ref", "lang")} for case in cases])
    environment = {**os.environ, "TZ": "UTC", "PYTHONUTF8": "1"}
    done = subprocess.run(command, input=asked, capture_output=True, encoding="utf-8", env=environment, check=False)
    if done.returncode:
        raise Missing(f"It stopped: {done.stderr.strip()[-600:]}")
    return json.loads(done.stdout)


def show(judge: Any, cases: list[dict[str, Any]], answers: dict[str, tuple[tuple[str, ...], list[Any]]]) -> None:
    """Print one row for each file, language and parser."""
    print("| file | language | parser | exact % | day % | cover % | found % | false positives | p50 µs | p99 µs |")
    print("|---|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for file in FILES:
        for lang in LANGUAGES:
            for name, (languages, given) in answers.items():
                mine = [case for case in cases if case["lang"] in languages]
                here = [(c, g) for c, g in zip(mine, given, strict=True) if (c["file"], c["lang"]) == (file, lang)]
                if here:
                    print(f"| {file} | {lang} | {name} | {' | '.join(row(judge, here))} |")
    for name, (_, given) in answers.items():
        errors = [one["error"] for one in given if one["error"]]
        if errors:
            print(f"\n{name} failed at {len(errors)} cases, counted as not answered; the first: {errors[0]}")


def row(judge: Any, here: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[str]:
    """Return the figures of a parser at some cases, as text."""
    negatives = [given["spans"] for case, given in here if case["start"] is None and case["end"] is None]
    positives = [(case, given["spans"]) for case, given in here if case["start"] or case["end"]]
    verdicts = [judge.judge(case, hull(judge, spans)) for case, spans in positives]
    shares = [100 * sum(column) / len(positives) for column in zip(*verdicts, strict=True)]
    found = 100 * sum(bool(spans) for _, spans in positives) / len(positives)
    times = [given["us"] for _, given in here]
    p99 = statistics.quantiles(times, n=100, method="inclusive")[98]
    false = f"{sum(map(bool, negatives))} of {len(negatives)}"
    return [f"{share:.1f}" for share in [*shares, found]] + [false, f"{statistics.median(times):,.0f}", f"{p99:,.0f}"]


def hull(judge: Any, spans: list[list[str | None]]) -> tuple[Any, Any] | None:
    """Return the one stretch of time the scorer judges: from the first start to the last end."""
    if not spans:
        return None
    starts, ends = ([judge.when(span[side]) for span in spans] for side in (0, 1))
    return None if None in starts else min(starts), None if None in ends else max(ends)


if __name__ == "__main__":
    main()
