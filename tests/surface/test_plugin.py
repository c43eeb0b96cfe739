"""The plugin folder says the same as `connect claude-code`, in the shape Claude Code reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from lossless_memory.sources.marks import is_own_tool
from lossless_memory.surface.connect.targets import SERVER, Program, targets

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "plugin"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_its_hooks_and_server_are_those_that_connect_writes() -> None:
    settings, state = targets(Program("lossless"), {})["claude-code"].files
    expected: dict[str, list[Any]] = {}
    for entry in settings.entries:
        expected.setdefault(entry.path[1], []).append(entry.value)
    assert expected == read(PLUGIN / "hooks/hooks.json")["hooks"]
    server = dict(state.entries[0].value)
    del server["type"]
    assert {SERVER: server} == read(PLUGIN / ".mcp.json")["mcpServers"]


def test_manifest_and_marketplace_agree() -> None:
    manifest, market = read(PLUGIN / ".claude-plugin/plugin.json"), read(ROOT / ".claude-plugin/marketplace.json")
    (entry,) = market["plugins"]
    for name in ("name", "version", "description"):
        assert manifest[name] == entry[name]
    assert (ROOT / entry["source"]).resolve() == PLUGIN
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert version[1] == manifest["version"]


def test_its_answers_are_recognised_when_they_come_back() -> None:
    for tool in ("recall", "open", "now", "topic_add"):
        assert is_own_tool(f"mcp__plugin_{read(PLUGIN / '.claude-plugin/plugin.json')['name']}_{SERVER}__{tool}")


def test_the_skill_has_a_name_and_says_when_it_is_for() -> None:
    text = (PLUGIN / "skills/recall/SKILL.md").read_text(encoding="utf-8")
    head = re.match(r"---\nname: ([a-z-]+)\ndescription: (.+)\n---\n", text)
    assert head
    assert "recall" == head[1]
    assert len(head[2]) < 1_024
    assert {"recall", "open", "now", "topic_add"} <= set(re.findall(r"`(\w+)`", text))
