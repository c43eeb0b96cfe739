"""One record by its address, with what stands around it: its neighbours and the compactions between them.

Knows the searcher only through its protocol; the text comes from the log.
"""

from __future__ import annotations

from lossless_memory.index.search import Address, Filters, Searcher
from lossless_memory.log import read
from lossless_memory.log.read import Locator, Reader
from lossless_memory.paths import Home
from lossless_memory.query.answer import Hit
from lossless_memory.query.ask import CatchUp, with_searcher
from lossless_memory.query.asking import State
from lossless_memory.query.compactions import is_compaction
from lossless_memory.record import us_to_ts
from lossless_memory.typed import NamedTuple

WITHIN = 400
"""So many further records that are no text are looked through for compactions, on each side."""


class Opened(NamedTuple):
    """What stands at an address: the record's own hit, all hits in time order, and the version shown in its stead.

    Among the hits stand the compactions between the neighbours, which are `meta`.
    """

    hit: Hit
    hits: list[Hit]
    instead: Locator | None


def opened(home: Home, locator: Locator, around: int, catch_up: CatchUp | None = None) -> Opened | str:
    """Return what stands at an address, or a sentence that says why there is nothing.

    A record that is not in the index yet comes without neighbours.
    """
    entry = read.find(home, locator)
    if not isinstance(entry, read.Entry):
        problem = f" It is damaged: {entry.problem}." if isinstance(entry, read.Finding) else ""
        return f"There is no record at {locator}.{problem}"

    def look(searcher: Searcher, reader: Reader, _: State) -> Opened:
        found = searcher.at(Address(*locator))
        if found is None:
            alone = Hit(entry.record, locator, entry.record.ts, 1)
            return Opened(alone, [alone], None)
        match, instead = found
        own = Hit(entry.record, locator, us_to_ts(match.ts_us), 1)
        hits = [own]
        if around:
            beside = searcher.around(match, around, Filters(with_agents=True))
            first, last = min([match, *beside]), max([match, *beside])
            marks = searcher.around(match, WITHIN, Filters(frozenset({"meta"}), with_agents=True))
            for one in sorted([*beside, *(mark for mark in marks if first < mark < last)]):
                place = one
                record = reader.record_at(one.address.device, one.address.day, place.offset_b, place.length_b)
                if record is not None and (record.type != "meta" or is_compaction(record)):
                    hits.append(Hit(record, Locator(*one.address), us_to_ts(one.ts_us), len(hits) + 1, "context"))
        hits.sort(key=lambda hit: (hit.ts, hit.locator))
        return Opened(own, hits, None if instead is None else Locator(*instead))

    return with_searcher(home, look, catch_up)
