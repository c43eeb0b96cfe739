"""`show`: one record in full, with its neighbours."""

from __future__ import annotations

import click

from lossless_memory.index.search import Address, Filters, Searcher
from lossless_memory.log import read
from lossless_memory.log.read import Locator, Reader
from lossless_memory.present import shapes, terminal, times
from lossless_memory.present.visible import one_line
from lossless_memory.query.answer import Hit
from lossless_memory.query.ask import with_searcher
from lossless_memory.query.asking import State
from lossless_memory.record import us_to_ts
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context, terminal_width
from lossless_memory.surface.cli.common import command as make_command


@click.argument("locator")
@click.option(
    "--around", type=click.IntRange(0, 100), default=0, metavar="N", help="Show N lines before and after too."
)
def show(context: Context, locator: str, around: int) -> int:
    """Show one record whole, by its address (main/2026-03-02:17)."""
    store = context.store()
    zone = context.zone(store.config.timezone).info
    address = Locator.parse(locator)
    entry = read.find(store.home, address)
    if not isinstance(entry, read.Entry):
        problem = f" It is damaged: {entry.problem}." if isinstance(entry, read.Finding) else ""
        context.say(f"There is no record at {address}.{problem}")
        if context.json:
            context.put_json({"hits": [], "shown_instead": None})
        return NOTHING_FOUND

    def look(searcher: Searcher, reader: Reader, _: State) -> tuple[list[Hit], Locator | None]:
        found = searcher.at(Address(*address))
        if found is None:  # not indexed yet
            return [Hit(entry.record, address, entry.record.ts, 1)], None
        hits = [Hit(entry.record, address, us_to_ts(found[0].ts_us), 1)]
        for match in searcher.around(found[0], around, Filters(with_agents=True)) if around else ():
            place = searcher.found(match)
            record = reader.record_at(match.address.device, match.address.day, place.offset_b, place.length_b)
            if record is not None:
                hits.append(Hit(record, Locator(*match.address), us_to_ts(match.ts_us), len(hits) + 1, "context"))
        return sorted(hits, key=lambda hit: (hit.ts, hit.locator)), found[1] and Locator(*found[1])

    hits, instead = with_searcher(store.home, look)
    if context.json:
        context.put_json({"hits": shapes.hits(hits, zone), "shown_instead": None if instead is None else str(instead)})
        return 0
    for hit in hits:
        for line in terminal.record(hit, times.local(hit.ts, zone, seconds=True), terminal_width(), full=True):
            context.put(line + "\n")
    record = entry.record
    about = [record.role, record.type, record.session, *([record.model] if record.model else [])]
    context.put(f"\n{', '.join(map(one_line, about))}\n")
    if instead is not None:
        context.put(f"A later version of it is shown in answers: lossless show {instead}\n")
    return 0


command = make_command(show)
