"""`when`: shows how a time phrase is read."""

from __future__ import annotations

import click

from lossless_memory.config import parse
from lossless_memory.log import fsio
from lossless_memory.present import times
from lossless_memory.present.shapes import instant
from lossless_memory.present.visible import one_line
from lossless_memory.query.question import read_time
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
            }
        )
    elif not parsed.intervals:
        context.put(f"No time phrase was found in “{one_line(text)}”.\n")
    else:
        for one in parsed.intervals:
            context.put(f"{one_line(one.reading)}\n")
            for start, end in one.alternatives:
                context.put(f"  or else: {times.stretch(start, end, zone.info)}\n")
        context.put(f"Now is {times.local(now, zone.info)} ({zone.name}).\n")
    if zone.note:
        context.say(zone.note)
    return 0 if parsed.intervals else NOTHING_FOUND


command = make_command(when)
