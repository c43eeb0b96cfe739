"""The set-up of the cases: zone Asia/Tokyo, now Wednesday 2026-10-14 10:00, a home that does not exist yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surface.running import Cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command in that set-up."""
    return Cli(tmp_path / "home")
