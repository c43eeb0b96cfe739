"""What every test may ask for: the shared folder, a throw-away home."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Speed is measured in benchmarks and never asserted: a busy machine fails no test.
settings.register_profile("project", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of samples and cases beside the project; a plain clone has none and skips, CI must have it."""
    folder = Path(os.environ.get("LOSSLESS_SHARED", ROOT.parent / "shared"))
    if (folder / "DESIGN.md").is_file():
        return folder
    if os.environ.get("CI"):
        pytest.fail(f"the shared folder is missing at {folder}; in CI its tests must run")
    pytest.skip("the shared folder of samples and cases is not here")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home folder that nothing else uses."""
    return tmp_path / "home"
