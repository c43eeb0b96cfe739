"""The JSON shapes on docs/json.md are exactly those the commands print: every key, in every command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lossless_memory.surface.cli import COMMANDS
from tests.docs.pages import SAMPLE, Person, code, page, tables

WITHOUT = {"daemon", "demo", "hook", "mcp"}
"""Commands that put out text only, or another protocol."""


def documented() -> dict[str, tuple[set[str], set[str]]]:
    """Return, by section, the keys it documents and those of them that hold a map with keys of its own."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for section in re.split(r"^## ", page("docs/json.md"), flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        rows = [row for table in tables(body) for row in table if "key" in row]
        keys = {code(row["key"]) for row in rows}
        for row in rows:
            if match := re.search(r"as in `(\w+)`", row["holds"]):
                keys |= {key for key in found[match[1]][0] if key.startswith(code(row["key"]) + "[]")}
        maps = {code(row["key"]) for row in rows if row["holds"].startswith("map")}
        for name in re.findall(r"`([\w -]+)`", heading) or [heading.lower()]:
            if keys:
                found[name] = (keys, maps)
    return found


DOCUMENTED = documented()


def keys(value: Any, maps: set[str], path: str = "") -> Iterator[str]:
    """Yield the path of every key in a JSON value; items of a list are `[]`."""
    if isinstance(value, dict) and path not in maps:
        for name, inner in value.items():
            below = f"{path}.{name}" if path else name
            yield below
            yield from keys(inner, maps, below)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, maps, f"{path}[]")


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody whose store holds the sample conversation, a skipped item and a damaged line."""
    made = Person(tmp_path_factory.mktemp("json"))
    made.json("import", SAMPLE)
    (made.checkout / "torn.jsonl").write_text('{"ts":"2026-11-10T00:00:00Z","role":"user","text":"x"}\nbroken\n')
    made.json("import", "torn.jsonl", codes=(3,))
    return made


def _damage(person: Person) -> Person:
    file = Path(person.environment["LOSSLESS_HOME"]) / "log/main/2026/2026-11-10.jsonl"
    with file.open("ab") as stream:
        stream.write(b"damaged\n")
    return person


RUNS: dict[str, list[tuple[list[str], tuple[int, ...]]]] = {
    "import": [([SAMPLE], (0,)), (["torn.jsonl", "--from", "records"], (3,))],
    "append": [(["hello"], (0,))],
    "sync": [([], (0,))],
    "index": [([], (0,)), (["--rebuild"], (0,))],
    "recall": [
        (["yesterday evening, about the budget"], (0,)),
        (["last week", "--limit", "1"], (0,)),
        (["nothing like it"], (1,)),
    ],
    "when": [(["last tuesday"], (0,)), (["hello"], (1,))],
    "show": [(["main/2026-11-16:1"], (0,)), (["main/2026-11-16:99"], (1,))],
    "import --explain": [([SAMPLE], (0,)), (["torn.jsonl"], (0,))],
    "stats": [([], (0,))],
    "stats --sources": [([], (0,))],
    "doctor": [([], (4,))],
    "service install": [(["--dry-run"], (0,))],
    "service uninstall": [(["--dry-run"], (0,))],
    "service status": [([], (1,))],
    "verify": [([], (20,))],
    "setup": [(["--yes"], (0,))],
    "connect": [(["gemini-cli"], (0,))],
    "disconnect": [(["gemini-cli"], (0,))],
    "now": [(["--now", "2099-01-01T00:00:00Z"], (0,))],  # marks carry the real time
    "topic add": [(["the varnish"], (0,))],
    "topic list": [(["--now", "2099-01-01T00:00:00Z"], (0,))],
    "pause": [(["2h"], (0,))],
    "resume": [([], (0,))],
    "config list": [([], (0,))],
    "config get": [(["person"], (0,))],
    "config set": [(["person", "Sam"], (0,)), (["device", "main"], (0,))],
    "config path": [([], (0,))],
}


def test_every_command_that_puts_out_json_is_documented() -> None:
    assert set(RUNS) | {"errors"} == set(DOCUMENTED)
    assert {name.split()[0] for name in RUNS} == set(COMMANDS) - WITHOUT


@pytest.mark.parametrize("name", sorted(RUNS))
def test_the_documented_keys_are_those_produced(name: str, person: Person) -> None:
    expected, maps = DOCUMENTED[name]
    if name == "verify":
        _damage(person)
    if name in ("now", "topic list"):
        person.json("topic", "add", "the varnish")
    if name == "doctor":
        (Path(person.environment["LOSSLESS_HOME"]) / "log/main/2026/2026-11-16 (1).jsonl").touch()
    if name == "setup":
        (person.folder / ".claude").mkdir()
    if name == "sync":
        (person.checkout / "fresh.jsonl").write_text('{"ts":"2026-11-11T00:00:00Z","role":"user","text":"y"}\n')
        person.json("config", "set", "sources.plain", "fresh.jsonl")
    produced: set[str] = set()
    for arguments, codes in RUNS[name]:
        body = json.loads(person.json(*name.split(), *arguments, "--json", codes=codes))
        assert body["schema_version"] == 1
        produced |= set(keys(body, maps))
    if name == "pause":
        person.json("resume")  # others append in the same store, in any order
    assert produced == expected


def test_an_error_has_its_documented_shape(person: Person) -> None:
    body = json.loads(person.json("recall", "--json", codes=(2,)))
    assert set(keys(body, set())) == DOCUMENTED["errors"][0]


def test_the_demo_puts_out_text_only(person: Person) -> None:
    assert person.json("demo", "--json").startswith("$ lossless import")
