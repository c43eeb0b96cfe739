"""`show`: one record in full, with its neighbours."""

from __future__ import annotations

import click

from lossless_memory.log.read import Locator
from lossless_memory.present import shapes, terminal, times
from lossless_memory.present.visible import one_line
from lossless_memory.query.asking import MOST_AROUND
from lossless_memory.query.compactions import is_compaction
from lossless_memory.query.opened import opened
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context, terminal_width
from lossless_memory.surface.cli.common import command as make_command


@click.argument("locator")
@click.option(
    "--around", type=click.IntRange(0, MOST_AROUND), default=0, metavar="N", help="Show N lines before and after too."
)
def show(context: Context, locator: str, around: int) -> int:
    """Show one record whole, by its address (main/2026-03-02:17)."""
    store = context.store()
    zone = context.zone(store.config.timezone).info
    found = opened(store.home, Locator.parse(locator), around)
    if isinstance(found, str):
        context.say(found)
        if context.json:
            context.put_json({"hits": [], "shown_instead": None})
        return NOTHING_FOUND
    hits, instead = found.hits, found.instead
    if context.json:
        context.put_json({"hits": shapes.hits(hits, zone), "shown_instead": None if instead is None else str(instead)})
        return 0
    for before, hit in zip([None, *hits], hits, strict=False):
        when = times.local(hit.ts, zone, seconds=True)
        if is_compaction(hit.record) and hit != found.hit:
            if before is not None and is_compaction(before.record):
                continue  # the boundary and its summary are one
            context.put(f"{when}  --- the conversation was compacted here ---  [{hit.locator}]\n")
            continue
        for line in terminal.record(hit, when, terminal_width(), full=True):
            context.put(line + "\n")
    record = found.hit.record
    about = [record.role, record.type, record.session, *([record.model] if record.model else [])]
    context.put(f"\n{', '.join(map(one_line, about))}\n")
    if instead is not None:
        context.put(f"A later version of it is shown in answers: lossless show {instead}\n")
    return 0


command = make_command(show)
