"""Records given to us directly, by the library or the command line: completed, made canonical, checked.

What comes without origin gets a fresh one and is never a duplicate; what comes with one is checked against the log.
What the person wants kept out is kept out here as from any source.

Promise: P7
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from lossless_memory.config import Config
from lossless_memory.errors import UsageError
from lossless_memory.ingest.withheld import Withheld
from lossless_memory.ingest.writer import Pending, Receipt
from lossless_memory.log.home import Store
from lossless_memory.record import FIELDS, LineError, Record, canonical_ts, check, joined
from lossless_memory.typed import Any


def pending(body: Mapping[str, Any], place: str, config: Config, now: datetime) -> Pending:
    """Return the record that a mapping of fields describes.

    `ts` may have any precision and offset, and is `now` where it is missing; role is user, type text, session append,
    the actor the configured name unless said otherwise. Raises UsageError, naming `place`, for anything that is no
    record; then nothing was stored.
    """
    unknown = [name for name in body if name not in FIELDS and name != "origin"]
    if unknown:
        raise UsageError(f"{place}: there is no field {unknown[0]!r}; nothing was stored.", _fields())
    role = body.get("role", "user")
    given = body.get("ts")
    actors = {"user": config.person, "assistant": config.assistant}
    try:
        ts = canonical_ts(now if given is None else given)
    except (ValueError, TypeError, AttributeError) as error:
        raise UsageError(f"{place}: {error}; nothing was stored.") from error
    text = body.get("text")
    if not isinstance(text, str):
        raise UsageError(f"{place}: the field text is missing or no text; nothing was stored.", _fields())
    origin = body.get("origin")
    if origin is None:
        origin = {"source": "append", "id": uuid.uuid4().hex, "kind": "typed" if role == "user" else "reply"}
    record = Record(
        ts=ts,
        actor=body.get("actor") or actors.get(role, "system"),
        role=role,
        type=body.get("type", "text"),
        text=joined(text),
        model=body.get("model"),
        session=body.get("session") or "append",
        origin=origin,
    )
    try:
        check(record)
    except LineError as error:
        raise UsageError(f"{place}: {error}; nothing was stored.", _fields()) from error
    return Pending(record)


def reasons(batch: Iterable[Pending], store: Store) -> list[str | None]:
    """Return of each record why it is not taken in, by the pauses and exclusions as they stand now; None: it is."""
    withheld = Withheld(store)
    return [withheld.why((one.record,)) for one in batch]


def receipt(why: Sequence[str | None], receipts: Iterable[Receipt]) -> Receipt:
    """Put together the receipts of what was taken in with the reasons for what was not."""
    locators, stored, duplicates = [], 0, 0
    for one in receipts:
        locators += one.locators
        stored += one.stored
        duplicates += one.duplicates
    rest = iter(locators)
    skipped = {reason: why.count(reason) for reason in sorted({one for one in why if one is not None})}
    return Receipt([next(rest) if one is None else None for one in why], stored, duplicates, skipped)


def _fields() -> str:
    return f"A record has the fields {', '.join(FIELDS)} and, if it likes, origin."
