"""From a source's item to the records to store, or to the reason why there are none. Stores nothing."""

from __future__ import annotations

from lossless_memory.ingest.identity import Equals, to_record
from lossless_memory.ingest.writer import Pending
from lossless_memory.log.home import Store
from lossless_memory.record import LineError, decode, prepared
from lossless_memory.sources.base import Draft, Item, Ready, Skipped

NO_TIME = "no time (say which day with --date DAY)"


def converted(item: Item, source: str, store: Store, equals: Equals) -> list[Pending] | Skipped:
    """Return the records of an item, named and with ids; equal ones without ids are counted on in `equals`."""
    result = item.result
    if isinstance(result, Skipped):
        return result
    for one in result:
        if one[0] is None and isinstance(one, Draft):
            return Skipped(NO_TIME)
    try:
        return [_pending(one, source, store, equals) for one in result]
    except LineError as error:
        return Skipped(f"no record can be made of it: {error}")


def _pending(one: Draft | Ready, source: str, store: Store, equals: Equals) -> Pending:
    if isinstance(one, Ready):
        return Pending(decode(one.line), one.line)
    record, text_b = prepared(to_record(one, source, store.config, store.secret, equals))
    return tuple.__new__(Pending, (record, None, text_b))
