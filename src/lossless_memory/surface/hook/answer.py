"""From an event to what is injected: catch up, see where things stand, recall where the past is asked about.

Each step may fail by itself: the next one goes on with what is there, and the reason goes to the service log.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime

from lossless_memory import clock
from lossless_memory.errors import LosslessError
from lossless_memory.log.home import Store, open_store
from lossless_memory.paths import Home, find_home
from lossless_memory.surface.hook.event import Event, answered, read_event
from lossless_memory.typed import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from lossless_memory.ingest.turn import Taken
    from lossless_memory.present.stand import Extra

Result = TypeVar("Result")

EVENTS = ("session-start", "prompt", "stop", "pre-compact", "session-end")
LONG_WORK_S = 0.5
"""At the end of a turn nobody waits: more time than within one."""


def note(home: Home | None, reason: str, event: str = "hook") -> None:
    """Add a line to the service log, which is loaded only where something went wrong."""
    from lossless_memory.log.servicelog import note as add

    add(home, reason, event)


class _Turn(NamedTuple):
    """What every step needs."""

    store: Store
    event: Event
    name: str
    now: datetime
    zone: clock.Zone
    is_now_given: bool


def answer(name: str, raw: bytes, home_argument: str | None = None) -> str:
    """Return what to write to stdout for an event; empty for nothing. Raises only what nobody foresaw."""
    event = read_event(name, raw)
    if name not in EVENTS:
        note(None, f"there is no event called {name[:40]!r}")
        return ""
    return answered(event, _context(find_home(home_argument), name, event))


def _context(home: Home, name: str, event: Event) -> str | None:
    if not os.path.exists(home.store):
        return None
    try:
        turn = _opened(home, name, event)
    except (LosslessError, OSError) as error:
        note(home, str(error), name)
        return None
    taken = _tried(turn, "catching up", lambda: _take(turn))
    if name not in ("session-start", "prompt"):
        return None
    return _tried(turn, "seeing where things stand", lambda: _stand(turn, taken))


def _opened(home: Home, name: str, event: Event) -> _Turn:
    store = open_store(home, now=clock.now(), create=False)
    zone = clock.person_zone(None, store.config.timezone)
    given = clock.given_now(zone)
    return _Turn(store, event, name, given or clock.now(), zone, given is not None)


def _tried(turn: _Turn, doing: str, work: Callable[[], Result]) -> Result | None:
    try:
        return work()
    except Exception as error:
        note(turn.store.home, f"{doing} failed: {type(error).__name__}: {error}", turn.name)
        return None


def _take(turn: _Turn) -> Taken:
    from lossless_memory.ingest import turn as taking

    is_waited_for = turn.name in ("prompt", "session-start")
    work_s = taking.WORK_S if is_waited_for else LONG_WORK_S
    mends = not is_waited_for  # after an upgrade, or in a copied store, nothing would be kept until somebody came by
    taken = taking.take(turn.store, turn.event.transcript, clock.now(), turn.zone.name, work_s=work_s, mends=mends)
    if taken.trouble:
        note(turn.store.home, f"nothing new was stored: {taken.trouble}", turn.name)
    return taken


def _stand(turn: _Turn, taken: Taken | None) -> str | None:
    from lossless_memory.now.look import look
    from lossless_memory.now.stand import Ask
    from lossless_memory.present import stand
    from lossless_memory.record import canonical_ts, ts_to_us

    store, event = turn.store, turn.event
    unstored = taken.unstored if taken else []
    now_us = ts_to_us(canonical_ts(turn.now))
    prompt = event.prompt if turn.name == "prompt" else None
    ask = Ask(now_us, store.config, event.cwd or os.getcwd(), None, True, event.session, prompt)
    found = look(store.home, ask, unstored, store.device)
    extra: Extra | None = None
    budget = stand.TURN_CHARS
    if turn.name == "session-start":
        budget = stand.START_CHARS
        extra = _tried(turn, "finding what was said before the compaction", lambda: _before(turn, now_us, unstored))
    elif prompt is not None:
        extra = _tried(turn, "recalling", lambda: _recalled(turn, prompt, unstored))
    if extra is None and not stand.has_anything(found):
        return None
    return stand.for_ai(found, turn.zone.info, budget, extra)


def _before(turn: _Turn, now_us: int, unstored: Sequence[object]) -> Extra | None:
    """Return the last exchange before the compaction that this start follows."""
    if turn.event.cause != "compact" or turn.event.session is None:
        return None
    from lossless_memory.surface.hook.recalling import exchange

    return exchange(turn.store, turn.event, now_us, turn.zone, unstored)  # type: ignore[arg-type]


def _recalled(turn: _Turn, prompt: str, unstored: Sequence[object]) -> Extra | None:
    """Return what the prompt asks for, if it asks about the past."""
    from lossless_memory.surface.hook.cue import may_ask

    if not may_ask(prompt, turn.store.config.recall_phrases, turn.store.config.languages):
        return None
    from lossless_memory.surface.hook.recalling import recalled

    return recalled(turn.store, turn.event, prompt, turn.now, turn.zone, turn.is_now_given, unstored)  # type: ignore[arg-type]
