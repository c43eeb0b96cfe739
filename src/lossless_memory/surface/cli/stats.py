"""`stats`: how much is kept, from when to when, and from which sources; with `--sources` what became of each."""

from __future__ import annotations

import click

from lossless_memory import clock
from lossless_memory.index.search import Searcher
from lossless_memory.ingest import book
from lossless_memory.log import dayfile, pauses
from lossless_memory.log.read import Reader
from lossless_memory.present import origins, shapes, times
from lossless_memory.present.counts import counted, size
from lossless_memory.present.visible import one_line
from lossless_memory.query.ask import with_searcher
from lossless_memory.query.asking import State
from lossless_memory.record import canonical_ts, us_to_instant
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


@click.option("--sources", is_flag=True, help="What became of each source, and what was imported when.")
def stats(context: Context, sources: bool) -> int:
    """Say how much is kept, and from when to when."""
    if sources:
        return _sources(context)
    store = context.store()
    lived_in = context.zone(store.config.timezone)
    zone = lived_in.info
    if running := pauses.read(store.home).at(canonical_ts(clock.now())):
        context.say(times.off_the_record(running.end, zone, running.start))
    files = dayfile.day_files(store.home)
    lines = sum(dayfile.count_lines(file.path, file.size_b) for file in files)

    def count(searcher: Searcher, _: Reader, state: State) -> tuple[int, int | None, int | None, dict[str, int], int]:
        extent = searcher.extent()
        return extent.records, extent.first_us, extent.last_us, searcher.sources(), state.behind_b

    shown, first_us, last_us, given, behind_b = with_searcher(store.home, count, context.catch_up(store, lived_in))
    records = lines if behind_b else sum(given.values())
    first = None if first_us is None else us_to_instant(first_us)
    last = None if last_us is None else us_to_instant(last_us)
    if context.json:
        context.put_json(
            {
                "home": store.home.root,
                "device": store.device,
                "records": records,
                "shown": shown,
                "first": shapes.instant(first),
                "last": shapes.instant(last),
                "day_files": len(files),
                "bytes": sum(file.size_b for file in files),
                "sources": given,
                "index": {"behind": behind_b},
            }
        )
        return 0
    kept = f"{counted(records, 'record')} in {counted(len(files), 'day file')}"
    context.put(f"{kept}, {size(sum(file.size_b for file in files))}, in {store.home.root}\n")
    if first is not None and last is not None:
        context.put(f"from {times.local(first, zone)} to {times.local(last, zone)} ({zone.key})\n")
    if shown != records:
        others = "the other is an earlier version" if records - shown == 1 else "the others are earlier versions"
        context.put(f"{shown:,} may be shown; {others} of {'it' if shown == 1 else 'these'}\n")
    if lines != records:
        context.put(f"{counted(lines - records, 'line')} cannot be read: lossless verify\n")
    for source, number in given.items():
        context.put(f"  {number:>10,}  {one_line(source)}\n")
    if behind_b:
        context.put(f"The index does not know the last {counted(behind_b, 'byte')} yet: lossless index\n")
    return 0


def _sources(context: Context) -> int:
    """Say of each source what was read, stored and skipped, and what was imported when."""
    store = context.store()
    lived_in = context.zone(store.config.timezone)
    days = with_searcher(store.home, lambda searcher, _, __: searcher.source_days(), context.catch_up(store, lived_in))
    entries = list(book.read(store.home))
    rows = origins.rows(days, book.sums(entries, store.device), store.machine.sources)
    imports = book.imports(entries)
    if context.json:
        context.put_json(origins.shape(rows, imports))
    else:
        context.put(origins.text(rows, imports, lived_in.info))
    return 0


command = make_command(stats)
