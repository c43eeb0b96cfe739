"""What the person's marks say now: topics with their standing, from the lines of all devices in order of time.

Anyone may add a topic. Priority, done, flag and clear are the person's alone; the command that writes them sees to
that, and nothing else has a way to them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from lossless_memory.errors import UsageError
from lossless_memory.log import markers
from lossless_memory.log.home import Store
from lossless_memory.log.markers import Mark
from lossless_memory.record import joined, ts_to_us
from lossless_memory.typed import NamedTuple

PRIORITIES = ("critical", "high", "normal", "low", "parked")
FLAG_US = 24 * 3_600_000_000
"""A flag is for once: it stands for a day, or until it is cleared."""
MAX_CHARS = 300
"""A topic is a line, not a page."""


class Topic(NamedTuple):
    """A topic: its words, who added it, when it was last named, and where it stands."""

    text: str
    by: str
    device: str
    ts_us: int
    priority: str = "normal"
    is_done: bool = False
    flagged_us: int | None = None

    def is_flagged(self, now_us: int) -> bool:
        """Say whether a flag stands on it now."""
        return self.flagged_us is not None and 0 <= now_us - self.flagged_us < FLAG_US


def key(text: str) -> str:
    """Return what makes two topics one: their words, whatever their width, case and spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def topics(marks: Iterable[Mark], now_us: int | None = None) -> list[Topic]:
    """Return every topic as it stands, in the order in which they were first added; nothing later than `now_us`."""
    found: dict[str, Topic] = {}
    for mark in marks:
        text = mark.body.get("topic")
        if not isinstance(text, str) or not text.strip():
            continue
        try:
            ts_us = ts_to_us(mark.ts)
        except ValueError:
            continue
        if now_us is not None and ts_us > now_us:
            continue
        name = key(text)
        known = found.get(name)
        if mark.mark == "topic":
            by = mark.body.get("by")
            found[name] = (
                known._replace(ts_us=ts_us)
                if known
                else Topic(text, by if isinstance(by, str) else "person", mark.device, ts_us)
            )
        elif known is None:
            continue
        elif mark.mark == "done":
            found[name] = known._replace(is_done=True, flagged_us=None)
        elif mark.mark == "priority" and mark.body.get("priority") in PRIORITIES:
            found[name] = known._replace(priority=str(mark.body["priority"]), is_done=False)
        elif mark.mark == "flag":
            found[name] = known._replace(flagged_us=ts_us, is_done=False)
        elif mark.mark == "clear":
            found[name] = known._replace(priority="normal", is_done=False, flagged_us=None)
    return list(found.values())


def last_added(marks: Iterable[Mark]) -> str | None:
    """Return the key of the topic that was added last, to know one that is added twice in a row."""
    added = [mark.body.get("topic") for mark in marks if mark.mark == "topic"]
    return key(added[-1]) if added and isinstance(added[-1], str) else None


def add_topic(store: Store, text: str, by: str, now: datetime, wait_s: float | None = None) -> bool:
    """Add a topic, durably; return False where it is the one that was added last already.

    `by` is "person", "assistant" or "program". Raises UsageError for what is no topic, and what appending raises.
    """
    text = joined(" ".join(text.split()))
    if not text:
        raise UsageError("A topic needs some words; nothing was added.")
    if len(text) > MAX_CHARS:
        raise UsageError(f"A topic is a line of at most {MAX_CHARS} characters; nothing was added.")
    body = {"topic": text, "by": by}
    return markers.add(store, "topic", body, now, wait_s, unless=lambda marks: last_added(marks) == key(text))
