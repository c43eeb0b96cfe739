"""`now`: where things stand: the person's view, or exactly what is injected for an AI."""

from __future__ import annotations

import os

import click

from lossless_memory import clock
from lossless_memory.ingest.catchup import before_answer, is_due
from lossless_memory.log import pauses
from lossless_memory.now.look import look
from lossless_memory.now.stand import Ask
from lossless_memory.present import stand, times
from lossless_memory.query.spans import to_us
from lossless_memory.record import canonical_ts
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


@click.option("--for-ai", is_flag=True, help="Show what is injected at each prompt, as it is injected.")
@click.option("--scope", metavar="DIR", help="Only what was said in this folder.")
def now(context: Context, for_ai: bool, scope: str | None) -> int:
    """Show where things stand: the time, how long you were away, the topics, what you marked."""
    store = context.store()
    zone = context.zone(store.config.timezone)
    moment, is_given = context.now(zone)
    if not is_given and is_due(store) and (trouble := before_answer(store, clock.now(), zone.name)):
        context.say(trouble)
    only = None if scope is None else os.path.abspath(os.path.expanduser(scope))
    ask = Ask(to_us(moment), store.config, os.getcwd() if for_ai else None, only, is_for_ai=for_ai)
    found = look(store.home, ask, device=store.device)
    if context.json:
        context.put_json(stand.shape(found, zone.info))
    elif for_ai:
        context.put(stand.for_ai(found, zone.info) + "\n")
    else:
        context.put(stand.for_person(found, zone.info))
    if running := pauses.read(store.home).at(canonical_ts(clock.now())):
        context.say(times.off_the_record(running.end, zone.info, running.start))
    if zone.note:
        context.say(zone.note)
    return 0


command = make_command(now)
