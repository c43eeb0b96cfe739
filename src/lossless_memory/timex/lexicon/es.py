"""Spanish time words, without accents as the folded text has them."""

from __future__ import annotations

from typing import Any

SPACED = True
ORDER = "dmy"
WORDS: tuple[tuple[str, dict[str, Any]], ...] = ()
NUMBERS: dict[str, tuple[int, str]] = {}
