"""`resume`: on the record again."""

from __future__ import annotations

from lossless_memory import clock
from lossless_memory.log import pauses
from lossless_memory.present import times
from lossless_memory.present.shapes import instant
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


def resume(context: Context) -> int:
    """Go on the record again: what is said from now on is taken in."""
    store = context.store()
    zone = context.zone(store.config.timezone).info
    now = clock.now()
    ts = canonical_ts(now)
    running = [one for one in pauses.read(store.home).all if one.holds(ts)]
    if running:
        pauses.resume(store, now)
        context.say(
            f"On the record again. What was said from {times.local(running[0].start, zone)} to now "
            f"({zone.key}) stays out, from every source."
        )
    else:
        context.say("Nothing was paused.")
    if context.json:
        context.put_json({"from": running[0].start if running else None, "until": instant(now) if running else None})
    return 0


command = make_command(resume)
