"""Setup finds each tool where it keeps its conversations, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from lossless_memory.ingest import places
from lossless_memory.sources import SOURCES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "sources.md"
TOOLS = places._TOOLS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.title)
def test_a_tool_is_found_in_its_home(home: Path, tool: places._Tool) -> None:
    assert [] == places.found({})
    below = home / tool.homes[0] / tool.below[0]
    below.mkdir(parents=True)
    assert (tool.source, (str(below.resolve()),), True) in [
        (place.source, place.paths, place.is_readable) for place in places.found({}) if place.title == tool.title
    ]


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool.variable], ids=lambda tool: tool.title)
def test_a_tool_whose_home_was_moved_is_found_there_alone(home: Path, tool: places._Tool) -> None:
    name, _, inner = str(tool.variable).partition("/")
    (home / tool.homes[0] / tool.below[0]).mkdir(parents=True)
    moved = home / "elsewhere"
    assert [] == [place for place in places.found({name: str(moved)}) if place.title == tool.title]
    (moved / inner / tool.below[0]).mkdir(parents=True)
    (place,) = [place for place in places.found({name: str(moved)}) if place.title == tool.title]
    assert (str((moved / inner / tool.below[0]).resolve()),) == place.paths


def test_each_tool_has_a_source_and_stands_in_the_page_with_its_home() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for tool in TOOLS:
        assert tool.source in {source.name for source in SOURCES}
        assert f"| {tool.title} |" in text
        assert f"`~/{tool.homes[0]}`" in text
        assert tool.variable is None or f"`{tool.variable.partition('/')[0]}`" in text
