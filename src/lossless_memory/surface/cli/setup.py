"""`setup`: the first run: finds what is here, says what it would read and what never, asks, reads, shows one line."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Sequence
from zoneinfo import ZoneInfo

import click

from lossless_memory import clock
from lossless_memory.config import Config, Machine, device_complaint, parse, parse_machine, parse_values
from lossless_memory.daemon import service
from lossless_memory.errors import UsageError
from lossless_memory.index.search import Filters, Searcher, Span
from lossless_memory.ingest import catchup, places
from lossless_memory.ingest.places import Amount, Place
from lossless_memory.ingest.withheld import is_excluded_path
from lossless_memory.log import fsio
from lossless_memory.log.home import Store, is_foreign, save_config, save_machine
from lossless_memory.log.read import Locator, Reader
from lossless_memory.present import accounts, terminal, times
from lossless_memory.present.counts import counted, size
from lossless_memory.query.answer import Hit
from lossless_memory.query.ask import with_searcher
from lossless_memory.query.asking import State
from lossless_memory.record import us_to_ts
from lossless_memory.surface.cli.accounting import end_progress, progress_of
from lossless_memory.surface.cli.common import SOME_SKIPPED, Context, terminal_width
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.surface.cli.connecting import agreed, all_targets, shown
from lossless_memory.typed import Any

_NEVER = """\
It never reads anything else: no settings, no passwords or keys, no other folders, no network. It never writes into
these folders. What stays out by your wish: lossless config set exclude_paths, exclude_sessions, and lossless pause.
"""
_LINES = 300
_GOOD_CHARS = range(40, 220)


@click.option("--yes", is_flag=True, help="Read without asking. Connects nothing.")
@click.option("--person", metavar="NAME", help="Your name, as the speaker of your words.")
@click.option("--assistant", metavar="NAME", help="Your AI's name, as the speaker of its answers.")
@click.option("--device", metavar="NAME", help="This machine's own name, where another one shares the store.")
def setup(context: Context, yes: bool, person: str | None, assistant: str | None, device: str | None) -> int:
    """Find your conversations, say what would be read, ask, and read them.

    Nothing is read before you agree. Afterwards it offers to connect your tools; each is asked for by itself.
    """
    home = context.home
    config = parse(fsio.read_small(home.config), home.config)
    machine = parse_machine(fsio.read_small(home.machine), home.machine)
    zone = context.zone(config.timezone).info
    found = places.found(os.environ)
    amounts = [places.amount(place.paths, lambda path: is_excluded_path(path, config), zone) for place in found]
    if not context.json:
        _tell(context, found, amounts)
    is_asking = not yes and sys.stdin.isatty()
    if not yes and not is_asking:
        raise UsageError("Without a terminal nobody can agree; nothing was read.", "If you do: lossless setup --yes")
    if is_asking and not agreed(f"Read them into {home.root}?"):
        context.say("Nothing was read.")
        return 0
    device = _device(context, machine, device, is_asking=is_asking)
    names = _names(config, person, assistant, is_asking=is_asking)
    store = context.store(create=True)
    save_config(home, {**parse_values(fsio.read_small(home.config), home.config), **names})
    save_machine(home, Machine(device, _sources(machine, found)))
    store = context.store()
    progress = progress_of(context)
    result = catchup.sync(store, clock.now(), zone.key, wait_s=None, progress=progress)
    end_progress(progress)
    if context.json:
        sources = {name: list(paths) for name, paths in store.machine.sources.items()}
        context.put_json(
            {
                "device": device,
                "sources": sources,
                "found": [_shape(place, there) for place, there in zip(found, amounts, strict=True)],
                **{name: value for name, value in accounts.shape(result).items() if name == "total"},
            }
        )
    else:
        _told_of_reading(context, store, zone, accounts.summary(result, zone))
    _offer(context, is_asking=is_asking)
    if service.installed(home) is None and store.machine.sources:
        context.say("To have it taken in as it is said, without being asked: lossless service install")
    return SOME_SKIPPED if result.total.skipped else 0


def _tell(context: Context, found: Sequence[Place], amounts: Sequence[Amount]) -> None:
    if not found:
        context.put("No tool that keeps conversations was found in your home folder.\n")
        context.put("What you have elsewhere, such as an export: lossless import PATH\n")
    for place, there in zip(found, amounts, strict=True):
        context.put(f"{place.title}: {', '.join(place.paths)}\n")
        if not place.is_readable:
            context.put("  cannot be read yet, and is left alone\n")
        elif not there.files:
            context.put("  nothing yet; what is said from now on is taken in\n")
        else:
            much = f"{counted(there.files, 'file')}, {size(there.size_b)}"
            days = counted(there.days, "day")
            when = f"on {there.first}" if there.days == 1 else f"on {days} from {there.first} to {there.last}"
            context.put(f"  {much}, last changed {when}\n")
    context.put("\n" + _NEVER + "\n")
    sys.stdout.flush()


def _shape(place: Place, there: Amount) -> dict[str, Any]:
    return {
        "source": place.source,
        "paths": list(place.paths),
        "readable": place.is_readable,
        "files": there.files,
        "bytes": there.size_b,
        "days": there.days,
        "first": None if there.first is None else there.first.isoformat(),
        "last": None if there.last is None else there.last.isoformat(),
    }


def _sources(machine: Machine, found: Sequence[Place]) -> dict[str, tuple[str, ...]]:
    """Return the sources this machine reads: those it had, and the tools that are here."""
    sources = dict(machine.sources)
    for place in found:
        if place.is_readable:
            had = sources.get(place.source, ())
            sources[place.source] = (*had, *(path for path in place.paths if path not in had))
    return sources


def _device(context: Context, machine: Machine, given: str | None, *, is_asking: bool) -> str:
    """Return this machine's name: its own one, or a new one where another machine has written under it."""
    if given is None and not is_foreign(context.home, machine.device):
        return machine.device
    if given is None:
        given = _suggested(context)
        context.say(f"Another machine writes to this store as {machine.device!r}, so this one needs its own name.")
        if is_asking:
            given = click.prompt("This machine's name", default=given, err=True)
        else:
            context.say(f"It is called {given!r} from now on.")
    if complaint := device_complaint(given):
        raise UsageError(f"device {complaint}; nothing was read.")
    if is_foreign(context.home, given):
        raise UsageError(f"Another machine is called {given!r} already; nothing was read.", "Name another one.")
    return given


def _suggested(context: Context) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", platform.node()).strip("-").lower()[:30] or "second"
    names = [plain, *(f"{plain}-{number}" for number in range(2, 1_000))]
    return next(name for name in names if not os.path.exists(context.home.device(name)))


def _names(config: Config, person: str | None, assistant: str | None, *, is_asking: bool) -> dict[str, object]:
    """Return the names to set: they are written into every line, so they come before the first one."""
    if is_asking and person is None:
        person = click.prompt("Your name", default=config.person, err=True)
    if is_asking and assistant is None:
        assistant = click.prompt("Your AI's name", default=config.assistant, err=True)
    return {name: value for name, value in (("person", person), ("assistant", assistant)) if value}


def _told_of_reading(context: Context, store: Store, zone: ZoneInfo, summary: str) -> None:
    context.put(summary)
    line = with_searcher(store.home, _one_line)
    if line is None:
        return
    context.put("\nA line of your own:\n\n")
    for text in terminal.record(line, times.local(line.ts, zone), terminal_width(), full=False):
        context.put(text + "\n")
    context.put('\nAsk for more in your own words: lossless recall "last week, about …"\n')


def _one_line(searcher: Searcher, reader: Reader, _: State) -> Hit | None:
    """Return one line of the person's own past: an early one that is neither a word nor a page."""
    best: Hit | None = None
    for match in searcher.listed([Span(None, None)], Filters(frozenset({"text"}), frozenset({"user"})), None, _LINES):
        record = reader.record_at(match.address.device, match.address.day, match.offset_b, match.length_b)
        if record is None:
            continue
        hit = Hit(record, Locator(*match.address), us_to_ts(match.ts_us), 1)
        if len(record.text) in _GOOD_CHARS and "\n" not in record.text:
            return hit
        best = best or hit
    return best


def _offer(context: Context, *, is_asking: bool) -> None:
    """Offer to connect the tools that are here; nothing is connected without a word of its own."""
    from lossless_memory.surface.connect import keep

    here = [target for target in all_targets(context).values() if os.path.isdir(target.folder)]
    if not is_asking:
        for target in here:
            context.say(f"To let {target.title} recall by itself: lossless connect {target.name}")
        return
    for target in here:
        if not agreed(f"Connect {target.title}, so that its AI can recall by itself? (The change is shown first.)"):
            continue
        steps = keep.connecting(context.home, target)
        shown(context, steps)
        if any(step.is_change for step in steps) and agreed(f"Change {target.title}'s settings like this?"):
            keep.connect(context.home, target, steps)
            context.say(f"{target.title} is connected. {target.remark}".strip())


command = make_command(setup)
