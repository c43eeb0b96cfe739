"""What must not stand in the tree, and what record and log may import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

from tests.docs.pages import ROOT

_MACHINE = re.compile(
    "|".join(
        (
            r"(?<![\w.])/" + r"(?:work|root|Users|workspace)/\w",
            r"(?<![\w.])/" + r"home/(?!sam\b|you\b|me\b|user\b|dev\b)\w+",
            r"C:\\\\?" + r"Users\\\\?(?!sam\b|me\b)\w",
            r"--(?:extra-)?index-" + r"url",
            r"(?:files\.)?pytho" + r"nhosted\.org",
            r"py" + r"pi\.org",
            r"(?:artif" + r"actory|nex" + r"us)[\w.-]*\.\w+/",
        )
    )
)
"""Folders of one machine, and hosts that packages are fetched from; sample people may have homes."""


def _tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this is no git checkout")
    return [name for name in done.stdout.decode().split("\0") if name]


def test_no_file_names_a_folder_of_one_machine_or_a_registry() -> None:
    found = []
    for name in _tracked():
        if name.startswith("tests/golden/"):
            continue  # what tools wrote, with the paths of made-up people
        path = ROOT / name
        if not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{name}: {match[0]}" for match in _MACHINE.finditer(text)]
    assert found == []


def _imports(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("lossless_memory" if node.level else (node.module or "").partition(".")[0])
    return found


def test_record_and_log_use_the_standard_library_alone() -> None:
    package = ROOT / "src/lossless_memory"
    paths = [package / "record.py", package / "errors.py", *(package / "log").rglob("*.py")]
    assert len(paths) > 5
    allowed = set(sys.stdlib_module_names) | {"lossless_memory"}
    foreign = {path.name: _imports(path.relative_to(ROOT).as_posix()) - allowed for path in paths}
    assert {name: found for name, found in foreign.items() if found} == {}
