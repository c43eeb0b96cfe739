"""The persona: the person's own words about the AI, injected as they stand, independent of everything else."""

from __future__ import annotations

import os

from lossless_memory.paths import find_home
from lossless_memory.surface.hook.event import answered, read_event

MAX_CHARS = 8_000
"""More than this an agent would not take whole."""


def persona(raw: bytes, home_argument: str | None = None) -> str:
    """Return what to write to stdout: persona.md, or nothing where there is none."""
    path = os.path.join(find_home(home_argument).root, "persona.md")
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return ""
    with os.fdopen(fd, "rb") as stream:
        text = stream.read(MAX_CHARS * 4).decode("utf-8", "replace").strip()
    shown = text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"
    return answered(read_event("persona", raw), shown)
