"""Answering without an index: the log is read from end to end. Slow, and the yardstick the index is held to.

Same calls as the catalog (index/search.py), computed from the records alone: words by counting them, versions by
comparing all of them, ranges by comparing instants.

Promise: P13
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import apsw

from lossless_memory.index import tokens
from lossless_memory.index.keys import stored_name
from lossless_memory.index.search import (
    MAX_TERMS,
    QUARTER_US,
    Address,
    Extent,
    Filters,
    Match,
    Score,
    Span,
)
from lossless_memory.index.versions import Shown, Version, settle
from lossless_memory.log import read
from lossless_memory.paths import Home
from lossless_memory.record import Record


class ScanSearcher:
    """Answers from the day files. Reads them whole once, keeping places and words in memory."""

    def __init__(self, home: Home) -> None:
        """Read the log."""
        self._memory = apsw.Connection(":memory:")
        self._tokenizer = tokens.Tokenizer(self._memory)
        entries = [entry for entry in read.entries(home) if isinstance(entry, read.Entry)]
        shown: Mapping[tuple[str, str, int], Shown] = settle(
            Version(Address(*entry.locator), entry.record) for entry in entries
        )
        self._by = {address: Address(*one.by) for address, one in shown.items() if one.by}
        self._entries: dict[Address, read.Entry] = {}
        self._numbers: dict[str, int] = {}
        self._matches: list[Match] = []
        for number, entry in enumerate(entries):
            address = Address(*entry.locator)
            self._entries[address] = entry
            record = entry.record
            self._matches.append(
                Match(
                    *(shown[address].ts_us, address, number, 0, 0, None),
                    *(self._number(record.session), self._number(record.actor)),
                    *(tokens.word_count(_indexed(record)), entry.offset_b, entry.length_b),
                )
            )
        self._all = list(self._matches)
        self._matches = sorted(match for match in self._matches if match.address not in self._by)
        self._words: dict[Address, list[str]] = {}

    def words(self, indexed: str) -> list[str]:
        """Return the words of a searchable text, or of a term, as they are compared."""
        return self._tokenizer.words(indexed)

    def named(self, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers that stand for those of the names that are known."""
        return {name: self._numbers[name] for name in names if name in self._numbers}

    def sources(self) -> dict[str, int]:
        """Return how many records each source gave, those shown and those not."""
        found: dict[str, int] = {}
        for match in self._all:
            source = (self._record(match).origin or {}).get("source", "without origin")
            found[source] = found.get(source, 0) + 1
        return dict(sorted(found.items()))

    def source_days(self) -> dict[str, dict[str, int]]:
        """Return how many records each source gave on each UTC day."""
        found: dict[str, dict[str, int]] = {}
        for match in self._all:
            days = found.setdefault((self._record(match).origin or {}).get("source", "without origin"), {})
            days[match.address.day] = days.get(match.address.day, 0) + 1
        return {source: dict(sorted(days.items())) for source, days in sorted(found.items())}

    def close(self) -> None:
        """Let go of what was read."""
        self._memory.close()

    def extent(self) -> Extent:
        """Return how much there is."""
        if not self._matches:
            return Extent(0, None, None, 1.0)
        lengths = [match.words for match in self._matches]
        return Extent(len(lengths), self._matches[0].ts_us, self._matches[-1].ts_us, sum(lengths) / len(lengths))

    def frequency(self, term: tokens.Term) -> int:
        """Return in how many records a term stands."""
        wanted = self._tokenizer.words(term.plain)
        return sum(1 for match in self._matches if self._count(match, wanted, term.is_prefix))

    def matches(
        self,
        terms: Sequence[tokens.Term],
        phrases: Sequence[tokens.Term],
        spans: Sequence[Span],
        filters: Filters,
        score: Score,
        needed: int | None = None,
        newest: int | None = None,
    ) -> list[Match]:
        """Return the records in the spans that hold every phrase and, where terms are given, any term."""
        wanted = [(self._tokenizer.words(term.plain), term.is_prefix) for term in terms[:MAX_TERMS]]
        quoted = [(self._tokenizer.words(phrase.plain), phrase.is_prefix) for phrase in phrases]
        found: list[Match] = []
        for span in spans:
            left = newest if newest is not None else len(self._matches)
            for match in self._matches if newest is None else reversed(self._matches):
                if not span.holds(match.ts_us) or not self._is_wanted(match, filters) or not left:
                    continue
                if not all(self._count(match, *phrase) for phrase in quoted):
                    continue
                counts = [self._count(match, *term) for term in wanted]
                mask = sum(1 << place for place, count in enumerate(counts) if count)
                if (mask or not wanted) and (needed is None or mask & needed):
                    left -= 1
                    found.append(
                        match._replace(score=score.of(counts, match.words), terms=mask, held=self._held(match, filters))
                    )
        return found

    def listed(
        self, spans: Sequence[Span], filters: Filters, after: tuple[int, Address] | None, limit: int | None
    ) -> list[Match]:
        """Return the records in the spans in time order, from behind `after`, at most `limit`."""
        found = [
            match
            for span in spans
            for match in self._matches
            if span.holds(match.ts_us) and self._is_wanted(match, filters) and self._held(match, filters) is None
        ]
        if after is not None:
            found = [match for match in found if (match.ts_us, match.address) > after]
        return found if limit is None else found[:limit]

    def histogram(self, spans: Sequence[Span], filters: Filters) -> tuple[dict[int, int], dict[str, int]]:
        """Return how many records the spans hold per quarter hour since 1970, and how many are held back, by why."""
        quarters: dict[int, int] = {}
        back: dict[str, int] = {}
        for span in spans:
            for match in self._matches:
                if not span.holds(match.ts_us) or not self._is_wanted(match, filters):
                    continue
                why = self._held(match, filters)
                if why is None:
                    quarter = match.ts_us // QUARTER_US
                    quarters[quarter] = quarters.get(quarter, 0) + 1
                else:
                    back[why] = back.get(why, 0) + 1
        return quarters, back

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return up to `count` records before and after in the same session, in time order, without the match."""
        anyone = filters._replace(roles=None, actor=None, session=self._record(match).session)
        same = [one for one in self._matches if self._is_wanted(one, anyone) and self._held(one, filters) is None]
        place = (match.ts_us, match.address)
        before = [one for one in same if (one.ts_us, one.address) < place]
        behind = [one for one in same if (one.ts_us, one.address) > place]
        return before[max(0, len(before) - count) :] + behind[:count]

    def around_each(self, matches: Sequence[Match], count: int, filters: Filters) -> list[list[Match]]:
        """Return what `around` returns for each of the matches."""
        return [self.around(match, count, filters) for match in matches]

    def at(self, address: Address) -> tuple[Match, Address | None] | None:
        """Return the record at an address, and the address of the version shown in its stead, if any."""
        for match in self._all:
            if match.address == address:
                return match, self._by.get(address)
        return None

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers) + 1)

    def _record(self, match: Match) -> Record:
        return self._entries[match.address].record

    def _is_wanted(self, match: Match, filters: Filters) -> bool:
        record = self._record(match)
        return (
            (filters.roles is None or record.role in filters.roles)
            and (filters.actor is None or stored_name(filters.actor) == stored_name(record.actor))
            and (filters.session is None or stored_name(filters.session) == stored_name(record.session))
        )

    def _held(self, match: Match, filters: Filters) -> str | None:
        record = self._record(match)
        if record.type not in filters.types:
            return record.type
        if not filters.with_agents and isinstance((record.origin or {}).get("agent"), str):
            return "agents"
        return None

    def _count(self, match: Match, wanted: list[str], is_prefix: bool) -> int:
        """Count how often a run of words stands in a record; the last may be only the start of a word."""
        record = self._record(match)
        if not wanted or (record.origin or {}).get("kind") == "injected":
            return 0
        words = self._words.get(match.address)
        if words is None:
            words = self._words[match.address] = self._tokenizer.words(_indexed(record))
        if len(wanted) == 1 and not is_prefix:
            return words.count(wanted[0])
        width = len(wanted)
        return sum(
            1
            for start in range(len(words) - width + 1)
            if words[start : start + width - 1] == wanted[:-1]
            and (
                words[start + width - 1].startswith(wanted[-1]) if is_prefix else words[start + width - 1] == wanted[-1]
            )
        )


def _indexed(record: Record) -> str:
    return tokens.searchable(record.text[: tokens.INDEX_CAP_CHARS])
