"""A line the person said, as the topics are made of it."""

from __future__ import annotations

from lossless_memory.paths import is_inside
from lossless_memory.record import Record, body_of, ts_to_us
from lossless_memory.typed import NamedTuple

CURRENT_US = 15_000_000
"""A line as old as this may still be the very prompt that is being answered: the hook runs as it is sent."""


class Said(NamedTuple):
    """One line of the person: when, what, who spoke, in which conversation, on which device, in which folder."""

    ts_us: int
    text: str
    actor: str
    session: str
    device: str
    cwd: str | None = None


def said(record: Record, device: str, ts_us: int | None = None) -> Said:
    """Return a record as a line said; `ts_us` where it is shown at another time than its own."""
    cwd = (record.origin or {}).get("cwd")
    when = ts_to_us(record.ts) if ts_us is None else ts_us
    return Said(when, record.text, record.actor, record.session, device, cwd if isinstance(cwd, str) else None)


def said_line(line: bytes, device: str, ts_us: int) -> Said | None:
    """Return a line of the log that the catalog knows as words of the person, or None where it no longer reads so.

    Only what is told is looked at: the whole check of a record costs more than all else that is done with it.
    """
    try:
        body = body_of(line)
        text, actor, session, origin = body["text"], body["actor"], body["session"], body.get("origin")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not (isinstance(text, str) and isinstance(actor, str) and isinstance(session, str)):
        return None
    cwd = origin.get("cwd") if isinstance(origin, dict) else None
    return Said(ts_us, text, actor, session, device, cwd if isinstance(cwd, str) else None)


def is_said(record: Record) -> bool:
    """Say whether these are words the person typed or said to the AI itself: no tool, no paste of ours, no sub-agent.

    Trust follows from role and type (DESIGN §3): nothing else ever becomes a topic.
    """
    return record.role == "user" and record.type == "text" and not isinstance((record.origin or {}).get("agent"), str)


def may_show(cwd: str | None, here: str | None, scopes: tuple[str, ...]) -> bool:
    """Say whether what was said in `cwd` may be injected `here`: what belongs to a scope is shown only inside it."""
    return not scopes or all(is_inside(here, scope) for scope in scopes if is_inside(cwd, scope))


class Kept(NamedTuple):
    """A record with the device whose log it stands in, or will stand in."""

    record: Record
    device: str


def newest_first(line: Said) -> tuple[int, str, str]:
    """Return what sorts lines with the newest first."""
    return (-line.ts_us, line.device, line.session)
