"""`topic`: what the person marks, so that it is never lost from sight. What matters is set at a terminal alone."""

from __future__ import annotations

import sys

import click

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.log import markers
from lossless_memory.log.home import Store
from lossless_memory.now import marks
from lossless_memory.now.marks import PRIORITIES, Topic
from lossless_memory.present import stand, times
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line
from lossless_memory.query.spans import to_us
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context
from lossless_memory.surface.cli.common import command as make_command

_DONE = {"done": "is done", "flag": "is flagged for a day", "clear": "is an open topic of normal priority"}


@click.argument("action", type=click.Choice(["add", "done", "priority", "flag", "clear", "list"]))
@click.argument("words", nargs=-1)
def topic(context: Context, action: str, words: tuple[str, ...]) -> int:
    """Mark what matters. Priorities, done, flag and clear are the person's, at a terminal.

    \b
    lossless topic add the varnish for the boat
    lossless topic priority critical the varnish for the boat
    lossless topic flag 2
    lossless topic done 2
    lossless topic list

    A topic is named by its words or by its number in the list. Priorities are critical, high, normal, low and parked.
    A flag stands for a day; clear takes priority, flag and done away again.
    """
    if action == "list":
        return _list(context)
    if action == "add":
        return _add(context, " ".join(words))
    _only_the_person(action)
    store = context.store()
    priority = None
    if action == "priority":
        if not words or words[0] not in PRIORITIES:
            raise UsageError(
                "topic priority needs one of the priorities, then the topic; nothing was changed.",
                f"Priorities are {', '.join(PRIORITIES)}.",
            )
        priority, words = words[0], words[1:]
    chosen = _chosen(store, " ".join(words))
    body = {"topic": chosen.text} | ({"priority": priority} if priority else {})
    markers.add(store, action, body, clock.now())
    is_now = f"has priority {priority}" if priority else _DONE[action]
    context.say(f"“{one_line(chosen.text)}” {is_now}.")
    return 0


def _only_the_person(action: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            f"Only the person may use topic {action}, and only by typing it at a terminal; nothing was changed.",
            "An assistant or a script may add a topic: lossless topic add WORDS",
        )


def _add(context: Context, text: str) -> int:
    store = context.store(create=True)
    by = "person" if sys.stdin.isatty() and sys.stdout.isatty() else "program"
    is_added = marks.add_topic(store, text, by, clock.now())
    if is_added:
        context.say(f"Added “{one_line(text)}”.")
    else:
        context.say(f"“{one_line(text)}” is the topic that was added last already.")
    if context.json:
        context.put_json({"topic": text, "added": is_added})
    return 0


def _list(context: Context) -> int:
    store = context.store()
    zone = context.zone(store.config.timezone)
    now, _ = context.now(zone)
    now_us = to_us(now)
    marked = list(markers.read(store.home))
    found = marks.topics(marked, now_us)
    later = len(marks.topics(marked)) - len(found)
    numbered = {one.text: number for number, one in enumerate(found, 1)}
    ordered = stand.in_order(found, now_us)
    if context.json:
        rows = [{"number": numbered[one.text], **stand.topic_shape(one, now_us)} for one in ordered]
        context.put_json({"topics": rows})
    else:
        for one in ordered:
            context.put(f"{numbered[one.text]}. {stand.marked(one, now_us, zone.info).removeprefix('- ')}\n")
    if later:
        says = f"{counted(later, 'topic')} added after {times.local(now, zone.info)} ({zone.name})"
        context.say(f"{says} {'is' if later == 1 else 'are'} not shown.")
    elif not found:
        context.say("No topic was added yet: lossless topic add WORDS")
    return 0 if found else NOTHING_FOUND


def _chosen(store: Store, text: str) -> Topic:
    """Return the topic of these words or this number. Raises UsageError where there is none."""
    found = marks.topics(markers.read(store.home))
    for number, one in enumerate(found, 1):
        if text == str(number) or marks.key(text) == marks.key(one.text):
            return one
    raise UsageError(
        f"There is no topic {text!r}; nothing was changed." if text else "Which topic? Nothing was changed.",
        "See them all with: lossless topic list",
    )


command = make_command(topic)
