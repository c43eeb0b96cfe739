"""How much a test of random cases tries: a little each time, very much with LOSSLESS_LONG=1 (make long)."""

from __future__ import annotations

import os


def times(few: int, many: int) -> int:
    """Return how many cases to try in this run."""
    return many if os.environ.get("LOSSLESS_LONG") else few
