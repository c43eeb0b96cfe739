"""The commands as one program: the options they share, and each loaded when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

from lossless_memory.surface.cli.common import Context


class Commands(click.Group):
    """A group whose commands are imported only when they run."""

    modules: Mapping[str, str] = {}
    """The commands in order, and the module each lives in."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self.modules.get(cmd_name)
        if module is None:
            return None
        command: click.Command = importlib.import_module(f"lossless_memory.surface.cli.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.modules:
            command = self.get_command(ctx, name)
            if command is not None:
                rows.append((name, command.get_short_help_str(100)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def program(modules: Mapping[str, str]) -> Commands:
    """Return the program with these commands."""

    @click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(package_name="lossless-memory", prog_name="lossless")
    @Context.options
    def cli(**options: object) -> None:
        """Keep what you and your AI said, word for word, and find it by time.

        Ask: lossless recall "yesterday evening, about the budget"
        """
        Context.keep(options)

    cli.modules = modules
    return cli
