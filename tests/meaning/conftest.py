"""What the tests of search by meaning share. Those that need sqlite-vec are skipped where it is missing, and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from lossless_memory.config import Config, parse
from lossless_memory.index.meaning import choice
from tests.meaning.fake import Fake, Told


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """The embedder that is chosen where none is named."""
    made = Fake()
    monkeypatch.setattr(choice, "CARRIERS", {"fake": lambda: made})
    return made


@pytest.fixture
def config() -> Config:
    """Settings of which none is set."""
    return parse(None, "nowhere")


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """An empty store to tell things to."""
    return Told(str(tmp_path / "home"))
