"""What can be asked of the catalog: how many, which match, what stands in a range, what stands around.

Time ranges are pushed into FTS5 as rowid ranges and made exact by `ts_us` in the same SQL, before any limit. Ranking
formulas are the caller's; text is never kept here. The linear scan (query/scan.py) answers the same calls.

Promise: P20
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import apsw

from lossless_memory.index import df, tokens
from lossless_memory.index.catalog import errors_named
from lossless_memory.index.keys import ROLES, TYPES, stored_name
from lossless_memory.index.rows import US_A_DAY
from lossless_memory.index.schema import DAY_SHIFT
from lossless_memory.log import dayfile
from lossless_memory.paths import Home

QUARTER_US = 900_000_000
"""Counts over time come in quarters of an hour, which every zone's days are made of."""

SCORE_UNIT = 100_000
"""Scores are whole multiples of 1/100,000, so that every way of computing them gives the same order."""

MAX_TERMS = 31
"""More words than this are not looked for: they would not fit the number that carries them through SQL."""

_PLACES = "SELECT id, device, day FROM file"
_FILES = "SELECT device, day, bytes, mtime_ns FROM file"


class Span(NamedTuple):
    """A half-open range of instants in microseconds; None leaves an end open."""

    start_us: int | None
    end_us: int | None

    def holds(self, ts_us: int) -> bool:
        """Say whether an instant lies in the range."""
        return (self.start_us is None or ts_us >= self.start_us) and (self.end_us is None or ts_us < self.end_us)


class Filters(NamedTuple):
    """What may be found. Records that only `types` or `with_agents` keep out are counted as held back."""

    types: frozenset[str] = frozenset({"text", "doc"})
    roles: frozenset[str] | None = None
    actor: str | None = None
    session: str | None = None
    with_agents: bool = False


class Address(NamedTuple):
    """Where a record stands; sorts as locators do."""

    device: str
    day: str
    line: int


class Match(NamedTuple):
    """A record found: when it is shown, where it stands, and how it matched.

    `score` is in SCORE_UNITs, 0 without words; bit i of `terms` says that term i matched. `held` names why it is
    held back ("action", "meta", "agents"), None for a record that may be shown. `session` and `actor` are numbers
    that stand for the names (`Searcher.named`), `words` is its length; all three 0 where only a list was asked for.
    """

    ts_us: int
    address: Address
    id: int
    score: int = 0
    terms: int = 0
    held: str | None = None
    session: int = 0
    actor: int = 0
    words: int = 0


class Found(NamedTuple):
    """What is needed to show a match: its line's place, its conversation and standing."""

    offset_b: int
    length_b: int
    session: str
    is_live: bool


class Extent(NamedTuple):
    """How much there is: shown records of all kinds, the first and last instant, and the mean length in words."""

    records: int
    first_us: int | None
    last_us: int | None
    mean_words: float


Score = Callable[[Sequence[int], int], int]
"""From how often each term occurs and the record's length in words to a score in SCORE_UNITs."""


class Searcher(Protocol):
    """What the query planner asks, of the catalog or of the log itself."""

    def extent(self) -> Extent:
        """Return how much there is."""
        ...

    def frequency(self, term: tokens.Term) -> int:
        """Return in how many records a term stands; exact up to some thousands."""
        ...

    def matches(
        self,
        terms: Sequence[tokens.Term],
        phrases: Sequence[tokens.Term],
        spans: Sequence[Span],
        filters: Filters,
        score: Score,
        needed: int | None = None,
        newest: int | None = None,
    ) -> Iterator[Match]:
        """Yield the records in the spans that hold every phrase and, where terms are given, any term.

        `needed` (a mask) lets only records match that hold one of those terms; the others then add to their scores.
        `newest` ends each span after so many matches, the newest days first.
        """
        ...

    def listed(
        self, spans: Sequence[Span], filters: Filters, after: tuple[int, Address] | None, limit: int | None
    ) -> list[Match]:
        """Return the records in the spans in time order, from behind `after`, at most `limit`."""
        ...

    def histogram(self, spans: Sequence[Span], filters: Filters) -> tuple[dict[int, int], dict[str, int]]:
        """Return how many records the spans hold per quarter hour since 1970, and how many are held back, by why."""
        ...

    def tally(self, terms: Sequence[tokens.Term], spans: Sequence[Span], filters: Filters) -> dict[int, int]:
        """Return how many records that may be shown hold any of the terms, per quarter hour since 1970."""
        ...

    def found(self, match: Match) -> Found:
        """Return what is needed to show a match."""
        ...

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return up to `count` records before and after in the same session, in time order, without the match."""
        ...

    def at(self, address: Address) -> tuple[Match, Address | None] | None:
        """Return the record at an address, and the address of the version shown in its stead, if any."""
        ...

    def named(self, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers that stand for those of the names that are known."""
        ...

    def sources(self) -> dict[str, int]:
        """Return how many records each source gave, those shown and those not."""
        ...

    def close(self) -> None:
        """Let go of what is open."""
        ...


class CatalogSearcher:
    """Answers from the catalog. Every call raises IndexUnusable where the catalog turns out to be damaged."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Take a catalog opened for reading; closing is this object's matter from now on."""
        self._db = connection
        self._tokenizer = tokens.Tokenizer(connection)
        self._files: dict[int, tuple[str, str]] = {}
        self._packed: Callable[..., int] | None = None
        # Registered once: a prepared statement keeps the function it was prepared with.
        connection.register_fts5_function("lossless_rank", self._rank)

    def behind_b(self, home: Home) -> int:
        """Return how many bytes of the log the catalog does not know, counting every file that is not as it was."""
        known = {(device, day): (size_b, mtime) for device, day, size_b, mtime in self._rows(_FILES, ())}
        behind_b: int = 0
        for file in dayfile.day_files(home):
            size_b, mtime_ns = known.pop((file.device, file.day), (0, 0))
            if (size_b, mtime_ns) != (file.size_b, file.mtime_ns):
                behind_b += file.size_b - size_b if file.size_b > size_b else file.size_b
        return behind_b + int(sum(size_b for size_b, _ in known.values()))

    def named(self, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers that stand for those of the names that are known."""
        marks = ",".join("?" * len(names))
        return dict(self._rows(f"SELECT text, id FROM name WHERE text IN ({marks})", tuple(map(stored_name, names))))

    def sources(self) -> dict[str, int]:
        """Return how many records each source gave, those shown and those not."""
        sql = (
            "SELECT coalesce(n.text, 'without origin'), count(*) FROM rec LEFT JOIN name n ON n.id = source GROUP BY 1"
        )
        return dict(self._rows(sql + " ORDER BY 1", ()))

    def close(self) -> None:
        """Close the catalog."""
        self._db.close()

    def extent(self) -> Extent:
        """Return how much there is."""
        with errors_named():
            count, words = next(self._db.execute("SELECT records, words FROM total"))
            first = self._db.execute("SELECT ts_us FROM rec WHERE shown IS NULL ORDER BY id LIMIT 1").get
            if first is not None:
                day = (first // US_A_DAY) << DAY_SHIFT
                first = self._db.execute(
                    "SELECT min(ts_us) FROM rec WHERE id BETWEEN ? AND ? AND shown IS NULL",
                    (day, day + (1 << DAY_SHIFT) - 1),
                ).get
            last = self._db.execute("SELECT ts_us FROM rec WHERE shown IS NULL ORDER BY id DESC LIMIT 1").get
            if last is not None:
                day = (last // US_A_DAY) << DAY_SHIFT
                last = self._db.execute("SELECT max(ts_us) FROM rec WHERE id >= ? AND shown IS NULL", (day,)).get
        return Extent(count, first, last, (words or 0) / count if count else 1.0)

    def frequency(self, term: tokens.Term) -> int:
        """Return in how many records a term stands."""
        words = self._tokenizer.words(term.text)
        single = words[0] if len(words) == 1 and not term.is_prefix else None
        with errors_named():
            return df.count(self._db, term.expression, single)

    def matches(
        self,
        terms: Sequence[tokens.Term],
        phrases: Sequence[tokens.Term],
        spans: Sequence[Span],
        filters: Filters,
        score: Score,
        needed: int | None = None,
        newest: int | None = None,
    ) -> Iterator[Match]:
        """Yield the records in the spans that hold every phrase and, where terms are given, any term."""
        terms = terms[:MAX_TERMS]
        parts = [phrase.expression for phrase in phrases]
        first = len(phrases)
        if needed is not None:  # a rare word leads, and the lists of the common ones are only looked up beside it
            leading = [term for place, term in enumerate(terms) if needed >> place & 1]
            parts.append(_any(leading))
            first += len(leading)
        if terms:
            parts.append(_any(terms))

        def packed(api: Any, *arguments: Any) -> int:
            """Hand score and matched terms through SQL as one number."""
            counts = [len(api.phrase_locations(i)[0]) for i in range(first, api.phrase_count)]
            mask = 0
            for place, count in enumerate(counts):
                if count:
                    mask |= 1 << place
            return (mask << 32) | min(score(counts, arguments[0]), (1 << 32) - 1)

        self._packed = packed
        wanted, values = self._wanted(filters)
        held, held_values = _held(filters)
        for span in spans:
            low, high, exact, exact_values = _rowids(span)
            rows: Any = self._db.execute(
                f"SELECT rec.id, rec.ts_us, rec.file, rec.line, {held}, rec.session, rec.actor, rec.words, "
                f"lossless_rank(ft, rec.words) "
                f"FROM ft JOIN rec ON rec.id = ft.rowid WHERE ft MATCH ? AND ft.rowid BETWEEN ? AND ? "
                f"AND rec.shown IS NULL {exact} {wanted}"
                + ("" if newest is None else " ORDER BY ft.rowid DESC LIMIT ?"),
                (*held_values, " AND ".join(parts), low, high, *exact_values, *values, *([newest] if newest else [])),
            )
            with errors_named():
                for one, ts_us, file, line, why, session, actor, words, rank in rows:
                    place = self._address(file, line)
                    yield Match(ts_us, place, one, rank & 0xFFFFFFFF, rank >> 32, why, session, actor, words)

    def listed(
        self, spans: Sequence[Span], filters: Filters, after: tuple[int, Address] | None, limit: int | None
    ) -> list[Match]:
        """Return the records in the spans in time order, from behind `after`, at most `limit`."""
        wanted, values = self._wanted(filters)
        shown, shown_values = _shown(filters)
        behind, behind_values = "", tuple[Any, ...]()
        if after is not None:
            behind, behind_values = "AND (rec.ts_us, f.device, f.day, rec.line) > (?, ?, ?, ?)", (after[0], *after[1])
        found: list[Match] = []
        for span in spans:
            low, high, exact, exact_values = _rowids(span)
            rows = self._rows(
                f"SELECT rec.id, rec.ts_us, rec.file, rec.line FROM rec JOIN file f ON f.id = rec.file "
                f"WHERE rec.id BETWEEN ? AND ? AND rec.shown IS NULL {exact} {wanted} {shown} {behind} "
                "ORDER BY rec.ts_us, f.device, f.day, rec.line LIMIT ?",
                (
                    *(low, high, *exact_values, *values, *shown_values, *behind_values),
                    -1 if limit is None else limit - len(found),
                ),
            )
            found += [Match(ts_us, self._address(file, line), one) for one, ts_us, file, line in rows]
        return found

    def histogram(self, spans: Sequence[Span], filters: Filters) -> tuple[dict[int, int], dict[str, int]]:
        """Return how many records the spans hold per quarter hour since 1970, and how many are held back, by why."""
        wanted, values = self._wanted(filters)
        held, held_values = _held(filters)
        quarters: dict[int, int] = {}
        back: dict[str, int] = {}
        for span in spans:
            low, high, exact, exact_values = _rowids(span)
            rows = self._rows(
                f"SELECT rec.ts_us / {QUARTER_US} - (rec.ts_us % {QUARTER_US} < 0), {held} AS why, count(*) "
                f"FROM rec WHERE rec.id BETWEEN ? AND ? AND rec.shown IS NULL {exact} {wanted} GROUP BY 1, 2",
                (*held_values, low, high, *exact_values, *values),
            )
            for quarter, why, count in rows:
                if why is None:
                    quarters[quarter] = quarters.get(quarter, 0) + count
                else:
                    back[why] = back.get(why, 0) + count
        return quarters, back

    def tally(self, terms: Sequence[tokens.Term], spans: Sequence[Span], filters: Filters) -> dict[int, int]:
        """Return how many records that may be shown hold any of the terms, per quarter hour since 1970."""
        wanted, values = self._wanted(filters)
        shown, shown_values = _shown(filters)
        quarters: dict[int, int] = {}
        for span in spans:
            low, high, exact, exact_values = _rowids(span)
            rows = self._rows(
                f"SELECT rec.ts_us / {QUARTER_US} - (rec.ts_us % {QUARTER_US} < 0), count(*) "
                f"FROM ft JOIN rec ON rec.id = ft.rowid WHERE ft MATCH ? AND ft.rowid BETWEEN ? AND ? "
                f"AND rec.shown IS NULL {exact} {wanted} {shown} GROUP BY 1",
                (_any(terms[:MAX_TERMS]), low, high, *exact_values, *values, *shown_values),
            )
            for quarter, count in rows:
                quarters[quarter] = quarters.get(quarter, 0) + count
        return quarters

    def found(self, match: Match) -> Found:
        """Return what is needed to show a match."""
        sql = "SELECT off, len, (SELECT text FROM name WHERE id = session), is_live FROM rec WHERE id = ?"
        offset_b, length_b, session, is_live = self._rows(sql, (match.id,))[0]
        return Found(offset_b, length_b, session, bool(is_live))

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return up to `count` records before and after in the same session, in time order, without the match."""
        wanted, values = self._wanted(filters._replace(roles=None, actor=None))
        shown, shown_values = _shown(filters)
        found: list[Match] = []
        for compare, order in (("<", "DESC"), (">", "ASC")):
            rows = self._rows(
                f"SELECT rec.id, rec.ts_us, rec.file, rec.line, rec.session, rec.actor, rec.words "
                f"FROM rec JOIN file f ON f.id = rec.file "
                f"WHERE rec.session = (SELECT session FROM rec WHERE id = ?) AND rec.shown IS NULL {wanted} "
                f"{shown} AND (rec.ts_us, f.device, f.day, rec.line) {compare} (?, ?, ?, ?) "
                f"ORDER BY rec.ts_us {order}, f.device {order}, f.day {order}, rec.line {order} LIMIT ?",
                (match.id, *values, *shown_values, match.ts_us, *match.address, count),
            )
            found += [
                Match(ts, self._address(file, line), one, 0, 0, None, *more) for one, ts, file, line, *more in rows
            ]
        return sorted(found)

    def at(self, address: Address) -> tuple[Match, Address | None] | None:
        """Return the record at an address, and the address of the version shown in its stead, if any."""
        rows = self._rows(
            "SELECT rec.id, rec.ts_us, by.file, by.line FROM rec JOIN file f ON f.id = rec.file "
            "LEFT JOIN rec by ON by.id = rec.shown WHERE f.device = ? AND f.day = ? AND rec.line = ?",
            address,
        )
        for one, ts_us, file, line in rows:
            return Match(ts_us, address, one), None if file is None else self._address(file, line)
        return None

    def _rank(self, api: Any, *arguments: Any) -> int:
        """Rank a row for the question being asked."""
        if self._packed is None:
            raise AssertionError("lossless_rank is for matches() alone")
        return self._packed(api, *arguments)

    def _rows(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        with errors_named():
            return self._db.execute(sql, values).fetchall()

    def _address(self, file: int, line: int) -> Address:
        known = self._files.get(file)
        if known is None:  # all at once: a question over years meets most of them
            self._files = {one: (device, day) for one, device, day in self._rows(_PLACES, ())}
            known = self._files[file]
        return Address(known[0], known[1], line)

    def _wanted(self, filters: Filters) -> tuple[str, tuple[Any, ...]]:
        """Return the SQL for what a person asked to see, and its values."""
        parts: list[str] = []
        values: list[Any] = []
        if filters.roles is not None:
            parts.append(f"AND rec.role IN ({','.join('?' * len(filters.roles))})")
            values += sorted(ROLES.index(role) for role in filters.roles)
        for column, name in (("actor", filters.actor), ("session", filters.session)):
            if name is not None:
                parts.append(f"AND rec.{column} = (SELECT id FROM name WHERE text = ?)")
                values.append(stored_name(name))
        return " ".join(parts), tuple(values)


def _any(terms: Sequence[tokens.Term]) -> str:
    """Return the FTS5 expression that any of the terms matches."""
    return "(" + " OR ".join(term.expression for term in terms) + ")"


def _held(filters: Filters) -> tuple[str, tuple[int, ...]]:
    """Return the SQL that names why a row is held back, or gives NULL, and its values."""
    types = sorted(TYPES.index(one) for one in filters.types)
    names = " ".join(f"WHEN {index} THEN '{name}'" for index, name in enumerate(TYPES))
    agents = "" if filters.with_agents else "WHEN rec.agent IS NOT NULL THEN 'agents' "
    marks = ",".join("?" * len(types))
    return f"CASE WHEN rec.type NOT IN ({marks}) THEN CASE rec.type {names} END {agents}END", tuple(types)


def _shown(filters: Filters) -> tuple[str, tuple[int, ...]]:
    """Return the SQL that keeps out what is held back, and its values."""
    types = sorted(TYPES.index(one) for one in filters.types)
    agents = "" if filters.with_agents else " AND rec.agent IS NULL"
    return f"AND rec.type IN ({','.join('?' * len(types))}){agents}", tuple(types)


def _rowids(span: Span) -> tuple[int, int, str, tuple[int, ...]]:
    """Return the rowid range of a span (both ends inside) and the SQL that makes its ends exact."""
    low, high = -(1 << 62), (1 << 62)
    exact = ""
    values: list[int] = []
    if span.start_us is not None:
        low = (span.start_us // US_A_DAY) << DAY_SHIFT
        exact += " AND rec.ts_us >= ?"
        values.append(span.start_us)
    if span.end_us is not None:
        high = (((span.end_us - 1) // US_A_DAY + 1) << DAY_SHIFT) - 1
        exact += " AND rec.ts_us < ?"
        values.append(span.end_us)
    return low, high, exact, tuple(values)
