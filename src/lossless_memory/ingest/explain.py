"""Telling what became of each item of a file: it is read again from its start, compared with the log, and not stored.

Knows sources only through their contract.
"""

from __future__ import annotations

from collections.abc import Iterator

from lossless_memory.index.known import Known
from lossless_memory.ingest import inputs, original, zipped
from lossless_memory.ingest.convert import converted
from lossless_memory.ingest.identity import Equals
from lossless_memory.ingest.run import COMPANION, NOT_UTF_8, UNKNOWN, source_named
from lossless_memory.ingest.withheld import Withheld
from lossless_memory.ingest.writer import Pending
from lossless_memory.log.home import Store
from lossless_memory.log.read import Locator
from lossless_memory.record import Record, joined
from lossless_memory.sources import is_companion, recognise
from lossless_memory.sources.base import Draft, Options, Skipped
from lossless_memory.typed import NamedTuple

STORED, COPY, NEW, SKIPPED = "stored", "copy", "new", "skipped"


class Became(NamedTuple):
    """One record of an item, and where it is: `stored` from this conversation, a `copy` of another's, or `new`.

    `copied_from` names the conversation that had it first.
    """

    record: Record
    outcome: str
    locator: Locator | None = None
    copied_from: str | None = None


class Explained(NamedTuple):
    """What became of one item; `reason` is set where it was skipped."""

    file: str
    source: str | None
    place: str
    records: list[Became]
    reason: str | None = None


def explain(store: Store, path: str, source: str | None, options: Options) -> Iterator[Explained]:
    """Yield what became of each item at a path, in its order, as far as the log knows it now.

    Raises SourceError for a path that cannot be read, UsageError for an unknown source, IndexUnusable.
    """
    forced = source_named(source) if source else None
    withheld = Withheld(store)
    with Known(store.home) as known:

        def begun_with(source: str, draft: Draft) -> str | None:
            return known.begun_with(source, draft.ts or "", draft.role, joined(draft.text))

        for found in inputs.expand(path, withheld.is_path):
            if isinstance(found, inputs.Done):
                continue
            if isinstance(found, inputs.Refused):
                yield Explained(found.name, None, "the file", [], found.reason)
                continue
            name = found.input.name
            reader = forced or recognise(found.input)
            if reader is None:
                yield Explained(name, None, "the file", [], COMPANION if is_companion(found.input) else UNKNOWN)
                continue
            if inputs.is_other_encoding(found.input.head):
                yield Explained(name, reader.name, "the file", [], NOT_UTF_8)
                continue
            equals = Equals()
            try:
                for item in reader.read(original.named(found.input, reader, options, begun_with), None, options):
                    result = converted(item, reader.name, store, equals)
                    if isinstance(result, Skipped):
                        yield Explained(name, reader.name, item.place, [], result.reason)
                    elif why := withheld.why(one.record for one in result):
                        yield Explained(name, reader.name, item.place, [], why)
                    else:
                        records = [_became(one, known) for one in result]
                        yield Explained(name, reader.name, item.place, records)
            except zipped.BROKEN as error:
                yield Explained(name, reader.name, "behind the last item", [], f"cannot be read further: {error}")


def _became(one: Pending, known: Known) -> Became:
    record = one.record
    place = known.place(record)
    if place is None:
        return Became(record, NEW)
    if place.session != record.session:
        return Became(record, COPY, place.locator, place.session)
    return Became(record, STORED, place.locator)
