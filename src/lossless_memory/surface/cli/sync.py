"""`sync`: one pass that takes the new bytes of the configured sources and brings the index up to the log."""

from __future__ import annotations

from lossless_memory import clock
from lossless_memory.daemon import passes
from lossless_memory.log import pauses
from lossless_memory.present import times
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.accounting import show
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


def sync(context: Context) -> int:
    """Take what is new in the configured sources, once."""
    store = context.store(create=True)
    zone = context.zone(store.config.timezone)
    done = passes.one(store, clock.now(), zone.name)
    if not store.machine.sources:
        context.say("No sources are configured; the index was brought up to the log.")
    for (device, day), why in done.checked.mended if done.checked is not None else ():
        context.say(f"The index of {device}/{day} was made anew: {why}.")
    if running := pauses.read(store.home).at(canonical_ts(clock.now())):
        context.say(times.off_the_record(running.end, zone.info, running.start))
    return show(context, done.result, zone.info)


command = make_command(sync)
