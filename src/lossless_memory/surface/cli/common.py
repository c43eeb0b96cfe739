"""What every command shares: the global options, opening the store, output, and how an error is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import datetime

from lossless_memory import clock
from lossless_memory.errors import LosslessError
from lossless_memory.log.home import Store, open_store
from lossless_memory.paths import Home, find_home
from lossless_memory.present.visible import visible
from lossless_memory.typed import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import click

    from lossless_memory.query.ask import CatchUp

_Function = TypeVar("_Function", bound=Callable[..., Any])

NOTHING_FOUND = 1
SOME_SKIPPED = 3
NEEDS_PERSON = 4
DAMAGE_FOUND = 20


class Context:
    """The global options of this run. They may stand before or after the command's name; the latter wins."""

    def __init__(self) -> None:
        """Start with what the environment says."""
        self.home_argument: str | None = None
        self.json = False
        self.quiet = False
        self.color = "NO_COLOR" not in os.environ
        self.now_argument: str | None = os.environ.get("LOSSLESS_NOW") or None
        self.tz_argument: str | None = None

    @staticmethod
    def options(function: _Function) -> _Function:
        """Add the global options to a command."""
        import click

        for option in (
            click.option("--tz", "tz", metavar="ZONE", help="The time zone to read and show times in."),
            click.option("--now", "now", metavar="INSTANT", help="Answer as if it were this instant."),
            click.option("--no-color", "no_color", is_flag=True, help="Plain text without colour."),
            click.option("--quiet", "quiet", is_flag=True, help="No progress and no remarks on stderr."),
            click.option("--json", "as_json", is_flag=True, help="Answer as JSON."),
            click.option("--home", "home", metavar="DIR", help="The folder of the store."),
        ):
            function = option(function)
        return function

    @staticmethod
    def keep(options: dict[str, object]) -> Context:
        """Take the global options out of a command's, and return the context they make with those before it."""
        import click

        found = click.get_current_context().find_root().ensure_object(Context)
        found.take(options)
        return found

    def take(self, options: dict[str, Any]) -> None:
        """Take the global options out of a command's; what is given again wins."""
        home, now, tz = options.pop("home"), options.pop("now"), options.pop("tz")
        self.home_argument = str(home) if home is not None else self.home_argument
        self.now_argument = str(now) if now is not None else self.now_argument
        self.tz_argument = str(tz) if tz is not None else self.tz_argument
        self.json = bool(options.pop("as_json")) or self.json
        self.quiet = bool(options.pop("quiet")) or self.quiet
        self.color = not options.pop("no_color") and self.color

    @property
    def home(self) -> Home:
        """The home folder, which may not exist yet."""
        return find_home(self.home_argument)

    def store(self, *, create: bool = False) -> Store:
        """Open the store; only commands that write create one."""
        return open_store(self.home, now=clock.now(), create=create)

    def zone(self, configured: str | None) -> clock.Zone:
        """Return the person's zone."""
        return clock.person_zone(self.tz_argument, configured)

    def now(self, zone: clock.Zone) -> tuple[datetime, bool]:
        """Return the instant to answer at, and whether it was given."""
        if self.now_argument is None:
            return clock.now(), False
        return self.instant(self.now_argument, zone), True

    @staticmethod
    def instant(text: str, zone: clock.Zone) -> datetime:
        """Read an instant as it was typed; one without offset is the person's own time."""
        return clock.typed_instant(text, zone)

    def catch_up(self, store: Store, zone: clock.Zone) -> CatchUp:
        """Return how an answer takes in what was said a moment ago."""
        from lossless_memory.ingest.catchup import before_answer, is_due
        from lossless_memory.query.ask import CatchUp

        return CatchUp(lambda: before_answer(store, clock.now(), zone.name), is_due(store))

    def say(self, text: str) -> None:
        """Say something to the person beside the data."""
        if not self.quiet:
            print(visible(text), file=sys.stderr)  # noqa: T201

    def put(self, text: str) -> None:
        """Put out text as data; whatever it holds, no escape sequence reaches a terminal."""
        sys.stdout.write(visible(text))

    def put_json(self, body: dict[str, Any]) -> None:
        """Put out a JSON shape as data."""
        from lossless_memory.present.shapes import dump

        sys.stdout.flush()
        sys.stdout.buffer.write(dump(body))


def command(function: Callable[..., int | None]) -> click.Command:
    """Make a command of a function that takes the context and the command's own options and returns an exit code.

    The function's name is the command's, a trailing underscore aside.
    """
    import click

    def run(**options: object) -> int | None:
        context = Context.keep(options)
        return function(context, **options)

    run.__doc__ = function.__doc__
    known = Context.options(run)
    # click lists what was added last first: the command's own options go before the global ones in its help
    known.__click_params__ += getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
    name = function.__name__.rstrip("_")
    settings = {"help_option_names": ["-h", "--help"]}
    return click.command(name, context_settings=settings)(known)


def terminal_width() -> int:
    """Return the width to wrap to: the terminal's, between 40 and 100; 100 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if not columns.isdigit() and not os.isatty(1):
        return 100
    import shutil  # only where there is a terminal to ask

    return max(40, min(100, shutil.get_terminal_size((100, 24)).columns))


def report(error: Exception, as_json: bool) -> int:
    """Tell an error in plain words and return its exit code."""
    if told := _by_click(error):
        code, kind, said, hint = told
    elif isinstance(error, LosslessError):
        code, kind, said, hint = error.exit_code, error.kind, str(error), error.next_step
    else:
        code, kind = 70, "internal"
        said = f"Something went wrong inside the program: {type(error).__name__}: {error}"
        hint = "Nothing that was stored is harmed. LOSSLESS_TRACEBACK=1 shows where it happened."
        if os.environ.get("LOSSLESS_TRACEBACK"):
            import traceback

            traceback.print_exception(error)
    if not said and not hint:
        return code
    if as_json:
        body = {"schema_version": 1, "error": {"kind": kind, "message": said, "hint": hint}}
        sys.stdout.write(json.dumps(body, ensure_ascii=False) + "\n")
    sys.stderr.write(visible(f"{said}\n{hint}\n" if hint else f"{said}\n"))
    return code


def _by_click(error: Exception) -> tuple[int, str, str, str] | None:
    """Return what an error of click's means, or None for any other. Nothing said: it only ends the program."""
    if "click" not in sys.modules:
        return None
    import click

    if isinstance(error, click.exceptions.Exit):
        return error.exit_code, "", "", ""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return 2, "usage", error.format_message(), ""
    if isinstance(error, click.Abort):
        return 130, "interrupted", "Interrupted; what was stored before is kept.", ""
    if isinstance(error, click.ClickException):
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "lossless"
        return 2, "usage", error.format_message(), f"See: {where} --help"
    return None
