"""What the tests of what is shown may ask for: an empty log to fill and ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.query.asking import Book


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """An empty log."""
    return Book(tmp_path)
