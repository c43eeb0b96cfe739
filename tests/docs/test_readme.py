"""What the pages show is what the program prints: every console block runs, in a throw-away home at a fixed time."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.docs.pages import Person, fits, page, pages, python_blocks, steps, trimmed

FIRST_LINES = [
    "# lossless-memory",
    "",
    "    make demo    # sets up, imports a small conversation, answers a time-scoped question",
    "    make test    # sets up, runs the tests",
]
WITH_PYTHON = [name for name in pages() if python_blocks(page(name))]
WITH_BLOCKS = [name for name in pages() if any(True for _ in steps(page(name)))]


def test_the_readme_begins_with_the_two_commands() -> None:
    assert page("README.md").split("\n")[:4] == FIRST_LINES


def test_the_readme_shows_commands_that_are_run() -> None:
    assert "README.md" in WITH_BLOCKS
    assert len(list(steps(page("README.md")))) >= 5


@pytest.mark.parametrize("name", WITH_BLOCKS)
def test_every_console_block_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    person = Person(tmp_path)
    for step in steps(page(name)):
        code, printed = person.run(step.command)
        shown, lines = trimmed(step.shown), trimmed(printed.split("\n"))
        if not fits(shown, lines):
            changes = "\n".join(difflib.unified_diff(shown, lines, "shown", "printed", lineterm="", n=99))
            pytest.fail(f"{name}:{step.line}: $ {step.command}\n{changes}")
        assert code == 0, f"{name}:{step.line}: $ {step.command} exited with {code}; show that with: ; echo $?"


@pytest.mark.parametrize("name", WITH_PYTHON)
def test_every_python_block_runs_without_a_warning(name: str, tmp_path: Path) -> None:
    person = Person(tmp_path)
    for number, block in enumerate(python_blocks(page(name)), 1):
        file = tmp_path / f"block{number}.py"
        file.write_text(block, encoding="utf-8")
        code, printed = person.run(f"python -W error {file}")
        assert (code, printed) == (0, ""), f"{name}, block {number}"


def test_a_wildcard_line_stands_for_any_number_of_lines() -> None:
    assert fits(["a", "...", "d"], ["a", "b", "c", "d"])
    assert fits(["a", "...", "d"], ["a", "d"])
    assert not fits(["a", "..."], ["b"])
    assert not fits(["a"], ["a", "b"])
    assert not fits([], ["a"])
