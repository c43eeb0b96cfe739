"""A searcher narrowed to what was said in one folder: the folder stands in the record, so each match is looked up.

Wraps another searcher and answers the same calls. Exact, and as slow as the range is long: reading is the only way.
"""

from __future__ import annotations

from collections.abc import Sequence

from lossless_memory.index import tokens
from lossless_memory.index.search import QUARTER_US, Address, Filters, Match, Score, Searcher, Span
from lossless_memory.log.read import Reader
from lossless_memory.paths import is_inside
from lossless_memory.typed import Any


class ScopedSearcher:
    """Lets through only what was said in a folder or below it."""

    def __init__(self, inner: Searcher, reader: Reader, folder: str) -> None:
        """Narrow `inner` to an absolute folder; what is not asked about single records goes straight to it."""
        self._inner, self._reader, self._folder = inner, reader, folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

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
        """Return the matches that were said there."""
        return self._there(self._inner.matches(terms, phrases, spans, filters, score, needed, newest))

    def listed(
        self, spans: Sequence[Span], filters: Filters, after: tuple[int, Address] | None, limit: int | None
    ) -> list[Match]:
        """Return the records of the spans that were said there, in time order."""
        found: list[Match] = []
        while True:
            page = self._inner.listed(spans, filters, after, None if limit is None else max(limit, _PAGE))
            found += self._there(page)
            if limit is None or len(page) < max(limit, _PAGE) or len(found) >= limit:
                return found if limit is None else found[:limit]
            after = page[-1].ts_us, page[-1].address

    def histogram(self, spans: Sequence[Span], filters: Filters) -> tuple[dict[int, int], dict[str, int]]:
        """Return how many of those shown were said there; what is held back is not looked up and not counted."""
        quarters: dict[int, int] = {}
        for match in self.listed(spans, filters, None, None):
            quarters[match.ts_us // QUARTER_US] = quarters.get(match.ts_us // QUARTER_US, 0) + 1
        return quarters, {}

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return the neighbours that were said there."""
        return self._there(self._inner.around(match, count, filters))

    def around_each(self, matches: Sequence[Match], count: int, filters: Filters) -> list[list[Match]]:
        """Return the neighbours of each match that were said there."""
        return [self._there(near) for near in self._inner.around_each(matches, count, filters)]

    def _there(self, found: Sequence[Match]) -> list[Match]:
        return [match for match in found if self._is_there(match)]

    def _is_there(self, match: Match) -> bool:
        record = self._reader.record_at(match.address.device, match.address.day, match.offset_b, match.length_b)
        return record is not None and is_inside((record.origin or {}).get("cwd"), self._folder)


_PAGE = 500
