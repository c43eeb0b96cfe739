"""A home that was copied elsewhere is a home of its own from then on."""

from __future__ import annotations

import shutil

from tests.surface.running import Cli


def test_what_is_written_to_a_copy_is_found_in_it_at_once(filled: Cli) -> None:
    filled("recall", "yesterday", code=0)
    copy = Cli(filled.home.with_name("copy"))
    shutil.copytree(filled.home, copy.home, copy_function=shutil.copy2)
    other = Cli(copy.home, LOSSLESS_MACHINE="other")
    other("config", "set", "device", "laptop", code=0)
    other("append", "--ts", "2026-10-13T21:00:00+09:00", "from the laptop", code=0)
    assert "from the laptop" in copy.recalled("yesterday")
    assert "from the laptop" not in filled.recalled("yesterday")
