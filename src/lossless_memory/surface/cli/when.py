"""`when`: shows how a time phrase is read."""

from __future__ import annotations

from datetime import datetime

import click

from lossless_memory.clock import Zone
from lossless_memory.config import parse
from lossless_memory.log import fsio
from lossless_memory.present import times
from lossless_memory.present.shapes import instant
from lossless_memory.present.visible import one_line
from lossless_memory.query.question import read_time
from lossless_memory.query.spans import local
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context
from lossless_memory.surface.cli.common import command as make_command


@click.argument("phrase", nargs=-1, required=True)
def when(context: Context, phrase: tuple[str, ...]) -> int:
    """Show how a time phrase is read."""
    config = parse(fsio.read_small(context.home.config), context.home.config)
    zone = context.zone(config.timezone)
    now, _ = context.now(zone)
    text = " ".join(phrase)
    parsed = read_time(text, now, zone.info, config)
    if context.json:
        context.put_json(
            {
                "now": instant(now),
                "timezone": zone.name,
                "intervals": [
                    {
                        "start": instant(one.start),
                        "end": instant(one.end),
                        "phrase": one.phrase,
                        "span": list(one.span),
                        "grain": one.grain,
                        "reading": one.reading,
                        "vague": one.vague,
                        "alternatives": [{"start": instant(a), "end": instant(b)} for a, b in one.alternatives],
                    }
                    for one in parsed.intervals
                ],
                "rest": parsed.rest,
                "impossible": list(parsed.impossible),
            }
        )
    elif parsed.impossible and not parsed.intervals:
        context.put(f"“{one_line(parsed.impossible[0])}” names a day that the calendar does not have.\n")
    elif not parsed.intervals:
        context.put(f"No time phrase was found in “{one_line(text)}”.\n")
    else:
        for one in parsed.intervals:
            context.put(f"{one_line(one.reading)}\n  {_exactly(one.start, one.end, zone)}\n")
            for start, end in one.alternatives:
                context.put(f"  or else {_exactly(start, end, zone)}\n")
        context.put(f"Now is {times.local(now, zone.info)} ({zone.name}).\n")
    if zone.note:
        context.say(zone.note)
    return 0 if parsed.intervals else NOTHING_FOUND


def _exactly(start: datetime | None, end: datetime | None, zone: Zone) -> str:
    """Return a half-open stretch with both its local ends, their weekdays and their distance from UTC."""
    first = f"from {_local(start, zone)}" if start else "from the beginning of the log"
    last = f"up to {_local(end, zone)}" if end else "without an end"
    return f"{first} {last} ({zone.name})"


def _local(moment: datetime, zone: Zone) -> str:
    there = local(moment, zone.info)
    offset = there.isoformat()[len(there.replace(tzinfo=None).isoformat()) :]
    return f"{times.local(moment, zone.info, seconds=bool(there.second))} {offset}"


command = make_command(when)
