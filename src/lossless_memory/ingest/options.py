"""From the settings, and what was said at import, to what the sources may know of the person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from lossless_memory.config import SETTINGS, Config
from lossless_memory.sources.base import Options


def options_of(config: Config, zone: str, day: date | None = None, person: Iterable[str] = ()) -> Options:
    """Return the options for reading; a name that was never set names nobody."""
    own = (config.person,) if config.person != SETTINGS["person"].default else ()
    ai = (config.assistant,) if config.assistant != SETTINGS["assistant"].default else ()
    return Options(
        day=day,
        zone=zone,
        person=(*own, *config.person_names, *person),
        assistant=(*ai, *config.assistant_names),
        date_order=config.date_order,
    )
