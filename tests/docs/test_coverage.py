"""Commands, settings, error kinds, exit codes and promises are documented, and nothing else is claimed."""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lossless_memory import errors
from lossless_memory.config import SETTINGS
from lossless_memory.sources import SOURCES
from lossless_memory.surface.cli import COMMANDS, cli, common
from tests.docs.pages import ROOT, code, page, pages, tables

WRITE = "LOSSLESS_WRITE_DOCS"
_HELP = re.compile(r"(<!-- help: (\w*) -->\n)```text\n(.*?)```\n", re.DOTALL)


def help_of(name: str) -> str:
    """Return the help of a command as an 80-column terminal shows it; of the program for no name."""
    width = {"terminal_width": 78, "max_content_width": 78}  # click leaves two columns free
    outer = click.Context(cli, info_name="lossless", **cli.context_settings, **width)
    if not name:
        return cli.get_help(outer) + "\n"
    command = cli.get_command(outer, name)
    assert command is not None
    inner = click.Context(command, parent=outer, info_name=name, **command.context_settings, **width)
    return command.get_help(inner) + "\n"


def test_the_page_of_commands_shows_the_help_of_every_command() -> None:
    text = page("docs/commands.md")
    shown = [match[2] for match in _HELP.finditer(text)]
    assert shown == ["", *COMMANDS], "a command is missing, or stands in another order than in the program"
    real = _HELP.sub(lambda match: f"{match[1]}```text\n{help_of(match[2])}```\n", text)
    if os.environ.get(WRITE):
        (ROOT / "docs/commands.md").write_text(real, encoding="utf-8")
    else:
        assert text == real, f"docs/commands.md is not up to date; write it with: {WRITE}=1 pytest tests/docs"


def test_every_setting_is_documented_with_its_default_and_meaning() -> None:
    expected = {
        name: (json.dumps(setting.default, ensure_ascii=False), setting.meaning) for name, setting in SETTINGS.items()
    }
    rows = next(tables(page("docs/settings.md")))
    assert {code(row["setting"]): (code(row["default"]), row["meaning"]) for row in rows} == expected


_CODES = (common.NOTHING_FOUND, common.SOME_SKIPPED, common.NEEDS_PERSON, common.DAMAGE_FOUND)


def _error_classes(above: type[errors.LosslessError]) -> Iterator[type[errors.LosslessError]]:
    yield above
    for below in above.__subclasses__():
        yield from _error_classes(below)


def test_every_exit_code_and_error_kind_is_documented() -> None:
    kinds = {(str(one.exit_code), one.kind) for one in _error_classes(errors.LosslessError)}
    expected = kinds | {("130", "interrupted"), ("70", "internal"), ("0", "")}
    expected |= {(str(one), "") for one in _CODES}
    rows = next(tables(page("docs/errors.md")))
    found = {(code(row["code"]), code(row["kind"]) if "`" in row["kind"] else "") for row in rows}
    assert found == expected


def test_every_source_is_named_in_the_readme() -> None:
    text = page("README.md")
    assert [source.name for source in SOURCES if f"`{source.name}`" not in text] == []


# --- promises ---------------------------------------------------------------------------------------------------

_TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def _promises() -> list[dict[str, str]]:
    return next(tables(page("docs/promises.md")))


def test_all_promises_are_listed_in_order() -> None:
    assert [row["#"] for row in _promises()] == [f"P{number}" for number in range(1, 22)]


def test_a_promise_is_called_kept_only_with_a_test_and_not_yet_with_what_is_missing() -> None:
    for row in _promises():
        state = row["today"]
        assert state.split(":")[0] in ("kept", "kept in part", "not yet"), row["#"]
        if state.startswith("kept"):
            assert _TEST.search(row["shown by"]), f"{row['#']} is called kept, but no test is named"
        if not state.startswith("kept:") and state != "kept":
            assert ":" in state, f"{row['#']} does not say what is missing"


def test_every_test_named_by_a_page_exists() -> None:
    for name in pages():
        for path, function in _TEST.findall(page(name)):
            assert (ROOT / path).is_file(), f"{name}: there is no {path}"
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert not function or function in names, f"{name}: there is no {function} in {path}"


def test_promises_that_the_code_names_exist() -> None:
    known = {row["#"] for row in _promises()}
    named = {
        number
        for path in sorted((ROOT / "src").rglob("*.py"))
        for line in re.findall(r"Promises?: (P\d+(?:, P\d+)*)", path.read_text(encoding="utf-8"))
        for number in line.split(", ")
    }
    assert named <= known


# --- links ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", pages())
def test_every_link_to_a_file_leads_somewhere(name: str) -> None:
    text = re.sub(r"```.*?```", "", page(name), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        there = (ROOT / name).parent / path if path else ROOT / name
        assert there.exists(), f"{name}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", Path(there).read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in slugs, f"{name}: {target}"


def test_every_page_in_docs_is_linked_from_the_readme_or_another_page() -> None:
    linked = {
        os.path.normpath(os.path.join(os.path.dirname(name), target.partition("#")[0]))
        for name in pages()
        for target in re.findall(r"\]\(([^)\s]+)\)", page(name))
        if "://" not in target
    }
    alone = [name for name in pages() if name.startswith("docs/") and name not in linked]
    assert alone == [], "no page leads to these"
