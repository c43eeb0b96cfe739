"""`import`: reads files, folders and exports into the log and prints the account."""

from __future__ import annotations

from datetime import date

import click

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.ingest import catchup
from lossless_memory.ingest.options import options_of
from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Writer
from lossless_memory.surface.cli.accounting import end_progress, progress_of, show
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--from", "source", metavar="SOURCE", help="Read as this kind of file instead of recognising it.")
@click.option("--date", "day", metavar="DAY", help="The day to give files that hold no time at all (2026-03-02).")
@click.option("--person", multiple=True, metavar="NAME", help="A name, number or id you write under in these chats.")
@click.option("--explain", metavar="FILE", help="Only say what became of each item of a file; nothing is stored.")
def import_(
    context: Context,
    paths: tuple[str, ...],
    source: str | None,
    day: str | None,
    person: tuple[str, ...],
    explain: str | None,
) -> int:
    """Read conversations from files, folders and exports.

    The format is recognised from the content. Without PATH the configured sources are read. Importing again stores
    nothing twice.
    """
    if explain is not None:
        if paths:
            raise UsageError("--explain takes one file or folder and imports nothing; nothing was imported.")
        return _explain(context, explain, source, day, person)
    store = context.store(create=True)
    zone = context.zone(store.config.timezone)
    options = options_of(store.config, zone.name, _day(day), person)
    progress = progress_of(context)
    if paths:
        with Writer(store) as writer:
            result = Importer(store, writer, options, clock.now(), progress).run(paths, source)
    else:
        result = catchup.sync(store, clock.now(), zone.name, wait_s=None, progress=progress)
        if not store.machine.sources:
            context.say("No sources are configured. Name a file or folder to import, or let lossless setup find them.")
    end_progress(progress)
    return show(context, result, zone.info)


def _explain(context: Context, path: str, source: str | None, day: str | None, person: tuple[str, ...]) -> int:
    """Say what became of each item; nothing is written."""
    from lossless_memory.ingest.explain import explain
    from lossless_memory.present import explained

    store = context.store()
    zone = context.zone(store.config.timezone)
    counts = explained.Counts()
    options = options_of(store.config, zone.name, _day(day), person)
    items = map(counts.seen, explain(store, path, source, options))
    if context.json:
        listed = [explained.shape(item) for item in items]
        context.put_json({"path": path, "items": listed, "total": counts.shape()})
        return 0
    for lines in explained.text(items):
        context.put(lines)
    context.put(counts.text())
    return 0


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is not a day; nothing was imported.", "Write it like 2026-03-02.") from error


command = make_command(import_)
