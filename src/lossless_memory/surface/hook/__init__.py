"""The hook: what the agents run at their events. Takes in what is new, and answers in the agent's own form.

Never fails and never disturbs a turn: exit code 0, no noise, one line in the service log where something went wrong.
Starts lean: each event loads only what it needs, and the command line stays out of it. Leaves no process behind.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

STDIN_B = 64 * 2**20
"""More of an event than this is not read: no agent sends so much."""

_INSIDE = "LOSSLESS_INSIDE"
"""Set for whatever a memory runs itself, so that no run of a model feeds on its own hook."""


def main(arguments: Sequence[str]) -> int:
    """Answer the event named by the first argument, read from stdin; return 0, whatever happens."""
    try:
        raw = _stdin()
        name = arguments[0] if arguments and not arguments[0].startswith("-") else ""
        if os.environ.get(_INSIDE):
            return 0
        answered = _answered(name, raw, _home_argument(arguments))
        if answered:
            _put(answered.encode("utf-8", "backslashreplace"))
    except Exception as error:
        _note(error)
    except KeyboardInterrupt:
        pass
    _hush()
    return 0


def _answered(name: str, raw: bytes, home: str | None) -> str:
    if name == "persona":
        from lossless_memory.surface.hook.persona import persona

        return persona(raw, home)
    from lossless_memory.surface.hook.answer import answer

    return answer(name, raw, home)


def _home_argument(rest: Sequence[str]) -> str | None:
    """Return the folder named by --home, the one option an event takes."""
    for place, one in enumerate(rest):
        if one == "--home" and place + 1 < len(rest):
            return rest[place + 1]
        if one.startswith("--home="):
            return one.removeprefix("--home=")
    return None


def _stdin() -> bytes:
    """Read stdin to its end; a closed one, or a terminal, holds nothing."""
    try:
        if os.isatty(0):
            return b""
        parts: list[bytes] = []
        size_b = 0
        while piece := os.read(0, 1 << 20):
            size_b += len(piece)
            if size_b <= STDIN_B:
                parts.append(piece)
        return b"".join(parts)
    except OSError:
        return b""


def _put(data: bytes) -> None:
    """Write the answer whole; a reader that is gone wants none."""
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(1, view) :]
    except OSError:
        pass


def _hush() -> None:
    """Let nothing speak at the end of the process, such as a stream that was closed from the start."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            pass


def _note(error: BaseException) -> None:
    try:
        from lossless_memory.log.servicelog import note

        note(None, f"{type(error).__name__}: {error}")
    except Exception:
        pass
