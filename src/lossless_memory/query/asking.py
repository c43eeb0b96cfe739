"""What is said beside a question: who asks, when and where, and the flags of `recall`."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from lossless_memory.config import Config
from lossless_memory.log.read import Locator
from lossless_memory.typed import NamedTuple

MOST_LINES, MOST_AROUND = 10_000, 100
"""So many lines at most are shown, and so many before and after each."""


class Options(NamedTuple):
    """What may be said beside the question (the flags of `recall`)."""

    limit: int = 20
    around: int = 0
    roles: frozenset[str] | None = None
    actor: str | None = None
    session: str | None = None
    types: frozenset[str] | None = None
    with_agents: bool = False
    all_time: bool = False
    literal: bool = False
    since: str | None = None
    until: str | None = None
    after: Locator | None = None
    explain: bool = False
    scope: str | None = None

    @property
    def picks_speakers(self) -> bool:
        """Say whether only some speakers' words are wanted."""
        return self.roles is not None or self.actor is not None

    @property
    def names_a_place(self) -> bool:
        """Say whether these narrow enough to list everything there without a word or a time in the question."""
        return bool(self.since or self.until or self.session or self.actor or self.scope)


class Asking(NamedTuple):
    """Who asks, when and where. `is_now_given` hides what is later than `now`."""

    now: datetime
    zone: ZoneInfo
    zone_name: str
    config: Config
    is_now_given: bool = False


class State(NamedTuple):
    """How far the searcher reaches: bytes of the log it does not know, and what should be said about it."""

    behind_b: int = 0
    notes: tuple[str, ...] = ()
