"""The command line: one file a command, loaded when it is called.

Data goes to stdout, talk to stderr, always in UTF-8. Any failure becomes one clear message and its exit code.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence

from lossless_memory.typed import Any

_OUTPUT_FAILED = frozenset({errno.ENOSPC, errno.EIO, errno.EFBIG})

COMMANDS = {
    "setup": "setup",
    "import": "import_",
    "append": "append",
    "sync": "sync",
    "daemon": "daemon",
    "service": "service",
    "doctor": "doctor",
    "index": "index",
    "recall": "recall",
    "now": "now",
    "topic": "topic",
    "when": "when",
    "show": "show",
    "stats": "stats",
    "verify": "verify",
    "connect": "connect",
    "disconnect": "disconnect",
    "hook": "hook",
    "mcp": "mcp",
    "pause": "pause",
    "resume": "resume",
    "config": "config",
    "demo": "demo",
}
"""The commands in the order in which a person meets them, and the module each lives in."""

_WITH_VALUE = ("--home", "--now", "--tz")


def __getattr__(name: str) -> Any:
    """Load the commands, and click with them, only when they are asked for: the hook starts without them."""
    if name == "cli":
        from lossless_memory.surface.cli.group import program

        return program(COMMANDS)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _hooked(given: list[str]) -> list[str] | None:
    """Return what is said to `hook`, the event first, wherever options stand; None for another command."""
    words: list[str] = []
    options: list[str] = []
    for before, one in zip(["", *given], given, strict=False):
        (options if one.startswith("-") or before in _WITH_VALUE else words).append(one)
    return [*words[1:], *options] if words[:1] == ["hook"] else None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    os.umask(0o077)
    if arguments is None:
        _speak_utf_8()
    given = list(sys.argv[1:] if arguments is None else arguments)
    hooked = _hooked(given)
    if hooked is not None and not {"-h", "--help"} & set(given):
        # At every turn of a conversation: without click, and whatever happens, without disturbing the turn.
        if arguments is None:
            gc.disable()  # a process this short has nothing to collect
        code = importlib.import_module("lossless_memory.surface.hook").main(hooked)
        if arguments is None:
            os._exit(code)  # everything is written and closed, and taking the interpreter apart takes its time
        sys.exit(code)
    if arguments is None:
        gc.set_threshold(100_000)  # most commands are over before there is anything to collect
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    from lossless_memory.errors import OutputFailed
    from lossless_memory.surface.cli.common import report

    try:
        code = _run(given)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click leaves by SystemExit where it meets a closed pipe, and only there
        code = _read_enough()
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_FAILED:
            error = OutputFailed(f"The answer could not be written: {os.strerror(error.errno)}.")
            _read_enough()
            code = report(error, as_json=False)
        else:
            code = report(error, "--json" in (sys.argv if arguments is None else arguments))
    code = code if isinstance(code, int) else 0
    if arguments is None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)  # everything is written and closed, and taking the interpreter apart takes its time
    sys.exit(code)


def _run(given: list[str]) -> object:
    """Run a command; a question in its plain form without click."""
    from lossless_memory.surface.cli import plain

    read = plain.read(given)
    if read is None:
        from lossless_memory.surface.cli.group import program

        return program(COMMANDS).main(given, prog_name="lossless", standalone_mode=False)
    from lossless_memory.surface.cli.answering import answer
    from lossless_memory.surface.cli.common import Context

    context = Context()
    for options in read:
        context.take(options)
    return answer(context, **read[1])


def _read_enough() -> int:
    """End quietly where the reader, such as head, has what it wanted."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _nowhere() -> io.TextIOWrapper:
    """Return a stream in the place of one that was closed from the start, as by >&-."""
    return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)


def _speak_utf_8() -> None:
    """Start anew in UTF-8 where the system's locale is another: names and words on the command line are UTF-8 bytes."""
    if os.name == "posix" and sys.getfilesystemencoding() != "utf-8" and not sys.flags.utf8_mode:
        again = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
        os.execv(sys.executable, [os.fsencode(part) for part in again])  # noqa: S606 - the very same program
