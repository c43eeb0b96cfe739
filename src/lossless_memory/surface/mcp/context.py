"""What every tool is given: the store, the person's zone and the time, looked up anew at each call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from lossless_memory import clock
from lossless_memory.log.home import Store, open_store
from lossless_memory.paths import Home
from lossless_memory.typed import Any, NamedTuple


class ServerContext(NamedTuple):
    """How the server was started: the home, the zone by its name, and the instant to answer at where one was given."""

    home: Home
    zone_name: str | None = None
    now_given: str | None = None

    def store(self) -> Store:
        """Open the store, which must be there: what an assistant asks creates nothing. Raises StoreError."""
        return open_store(self.home, now=clock.now(), create=False)

    def zone(self, store: Store) -> clock.Zone:
        """Return the person's zone."""
        return clock.person_zone(self.zone_name, store.config.timezone)

    def now(self, zone: clock.Zone) -> tuple[datetime, bool]:
        """Return the instant to answer at, and whether it was given."""
        if self.now_given is None:
            return clock.now(), False
        return clock.typed_instant(self.now_given, zone), True


class Reply(NamedTuple):
    """What a tool answers: short text for reading, and the same as an object for programs."""

    text: str
    body: dict[str, Any]


class Tool(NamedTuple):
    """One tool: what a model is told of it, and what it does."""

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    is_reading: bool
    run: Callable[[ServerContext, dict[str, Any]], Reply]
