"""The command line: one file a command, loaded when it is called.

Data goes to stdout, talk to stderr, always in UTF-8. Any failure becomes one clear message and its exit code.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from lossless_memory.surface.cli.common import Context, report

COMMANDS = {
    "import": "import_",
    "append": "append",
    "sync": "sync",
    "index": "index",
    "recall": "recall",
    "when": "when",
    "show": "show",
    "stats": "stats",
    "verify": "verify",
    "mcp": "mcp",
    "pause": "pause",
    "resume": "resume",
    "config": "config",
    "demo": "demo",
}
"""The commands in the order in which a person meets them, and the module each lives in."""


class _Commands(click.Group):
    """A group whose commands are imported only when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in COMMANDS:
            command = self.get_command(ctx, name)
            if command is not None:
                rows.append((name, command.get_short_help_str(100)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lossless-memory", prog_name="lossless")
@Context.options
def cli(**options: object) -> None:
    """Keep what you and your AI said, word for word, and find it by time.

    Ask: lossless recall "yesterday evening, about the budget"
    """
    Context.keep(options)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    os.umask(0o077)
    if arguments is None:
        _speak_utf_8()
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="lossless", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click leaves by SystemExit where it meets a closed pipe, and only there
        code = _read_enough()
    except Exception as error:
        code = report(error, "--json" in (sys.argv if arguments is None else arguments))
    sys.exit(code if isinstance(code, int) else 0)


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
