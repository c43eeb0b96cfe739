"""`index`: brings the index up to the log, or makes it anew."""

from __future__ import annotations

import click

from lossless_memory.index import update
from lossless_memory.ingest.writer import Writer
from lossless_memory.log import fsio
from lossless_memory.log.home import claim_device
from lossless_memory.present.counts import counted
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


@click.option("--rebuild", is_flag=True, help="Make it anew from the log.")
def index(context: Context, rebuild: bool) -> int:
    """Bring the index up to the log."""
    store = context.store()
    if rebuild:
        with fsio.locked(store.home.lock):
            claim_device(store)
            count = update.rebuild(store.home)
        said, body = (
            f"The index was made anew from the log: {counted(count, 'record')}.",
            {"records": count, "rebuilt": True},
        )
    else:
        with Writer(store) as writer:
            count = writer.catch_up()
        said, body = (
            f"The index is at the end of the log: {counted(count, 'record')} came in.",
            {"new": count, "rebuilt": False},
        )
    if context.json:
        context.put_json(body)
    else:
        context.put(said + "\n")
    return 0


command = make_command(index)
