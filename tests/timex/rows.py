"""The examples of a language: what a person says, when and where it is asked, and the local interval it means.

A file `examples/<language>.txt` has these lines, and empty ones:

    # a remark
    now 2026-10-14T10:00 Asia/Tokyo      the moment and zone of the rows below
    ## Days                              what the rows below are about
    yesterday => 2026-10-13..2026-10-14  half-open; whole days without the hour; several apart by a space
    the word yesterday =>                nothing may be read
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "examples"


class Row(NamedTuple):
    """One example: the heading it stands under, the phrase, the moment and zone of asking, the expected intervals."""

    heading: str
    phrase: str
    now: str
    zone: str
    expected: str


def rows(language: str) -> list[Row]:
    """Return the examples of a language, in order."""
    found: list[Row] = []
    heading = now = zone = ""
    for line in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("now "):
            now, zone = line[4:].split()
        elif line and not line.startswith("#"):
            phrase, arrow, expected = line.rpartition("=>")
            assert arrow, f"examples/{language}.txt: no => in {line!r}"
            found.append(Row(heading, phrase.strip(), now, zone, expected.strip()))
    return found
