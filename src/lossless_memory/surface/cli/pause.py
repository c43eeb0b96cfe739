"""`pause`: off the record from now on, for a while or until `resume`."""

from __future__ import annotations

from datetime import timedelta

import click

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.log import pauses
from lossless_memory.patterns import pattern
from lossless_memory.present import times
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command

_PART = pattern(
    r"(\d+(?:[.,]\d+)?)\s*(minutes?|minutos?|mins?|m|分|hours?|horas?|hrs?|h|時間|days?|días?|dias?|d|日)?\s*(?:間|and|y)?\s*"
)
_UNITS = {"m": 60, "分": 60, "h": 3600, "時": 3600, "d": 86_400, "日": 86_400}
_LONGEST = timedelta(days=400)


@click.argument("for_", nargs=-1, metavar="[FOR]")
def pause(context: Context, for_: tuple[str, ...]) -> int:
    """Go off the record: what is said from now on is not taken in.

    FOR is how long: 45m, 2h, "1 hour 30 minutes", 30分. Without it the pause lasts until lossless resume. It holds
    for every source and every device, also for what is imported much later. What is stored already stays.

    \b
    lossless pause 2h
    lossless resume
    """
    store = context.store(create=True)
    zone = context.zone(store.config.timezone).info
    length = _length(" ".join(for_))
    now = clock.now()
    pauses.pause(store, now, None if length is None else now + length)
    running = pauses.read(store.home).at(canonical_ts(now))  # an earlier one may last longer
    if context.json:
        context.put_json({"from": canonical_ts(now), "until": running.end if running else None})
    context.say(times.off_the_record(running.end if running else None, zone))
    return 0


def _length(text: str) -> timedelta | None:
    """Read how long; None for no words."""
    text = text.strip().lower().removeprefix("for ")
    if not text:
        return None
    seconds, place = 0.0, 0
    while place < len(text) and (part := _PART.match(text, place)):
        unit = _UNITS[(part[2] or "m")[0]]
        seconds += float(part[1].replace(",", ".")) * unit
        place = part.end()
    if place < len(text) or not 0 < seconds <= _LONGEST.total_seconds():
        raise UsageError(f"{text!r} is not a length of time; nothing was paused.", "Write it like 45m, 2h or 1 day.")
    return timedelta(seconds=seconds)


command = make_command(pause)
