"""What the tests of the surfaces may ask for: the command with an empty home, and with one that holds a little."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.surface.running import Cli, transcript, turn


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command, with a home that does not exist yet."""
    return Cli(tmp_path / "home")


@pytest.fixture(scope="session")
def _filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    lines = [
        turn("u1", "2026-10-13T11:10:00.000Z", "The budget for the boat is 300."),
        turn("u2", "2026-10-13T11:11:00.000Z", "Noted: 300.", "assistant", parent="u1"),
        turn("u3", "2026-10-12T15:30:00.000Z", "明日の歯医者は午後三時、駅前の森田歯科です", parent="u2"),
    ]
    Cli(folder / "home")("import", str(transcript(folder / "s1.jsonl", lines)), code=0)
    return folder


@pytest.fixture
def filled(_filled: Path, tmp_path: Path) -> Cli:
    """The command, with a home of its own that holds three records."""
    shutil.copytree(_filled / "home", tmp_path / "home", copy_function=shutil.copy2)
    return Cli(tmp_path / "home")


@pytest.fixture(scope="session")
def kept(_filled: Path) -> Cli:
    """The command, with a home of three records that all tests share: only look, never change."""
    return Cli(_filled / "home")
