"""What can be asked of the catalog: how many, which match, what stands in a range, what stands around.

Time ranges are pushed into FTS5 as rowid ranges and made exact by `ts_us` in the same SQL, before any limit. Ranking
formulas are the caller's; text is never kept here. The linear scan (query/scan.py) answers the same calls.

Promise: P20
"""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Iterator, Sequence

import apsw

from lossless_memory.index import catalog, days, df, tokens
from lossless_memory.index.catalog import errors_named
from lossless_memory.index.keys import ROLES, TYPES, stored_name
from lossless_memory.log import dayfile
from lossless_memory.paths import Home
from lossless_memory.typed import Any, NamedTuple, Protocol

QUARTER_US = 900_000_000
"""Counts over time come in quarters of an hour, which every zone's days are made of."""

SCORE_UNIT = 100_000
"""Scores are whole multiples of 1/100,000, so that every way of computing them gives the same order."""

MAX_TERMS = 31
"""More words than this are not looked for: they would not fit the number that carries them through SQL."""

_PLAIN = "rec.ts_us, rec.file, rec.line, rec.id, rec.session, rec.actor, rec.words, rec.off, rec.len"

_NEXT_DAYS = "SELECT day FROM (SELECT day FROM day UNION SELECT day FROM late) WHERE day >= ? ORDER BY day LIMIT ?"
_PLACES = "SELECT id, device, day FROM file"


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
    that stand for the names (`Searcher.named`), `words` is its length. Its line is the bytes [offset_b, offset_b +
    length_b) of the day file.
    """

    ts_us: int
    address: Address
    id: int
    score: int
    terms: int
    held: str | None
    session: int
    actor: int
    words: int
    offset_b: int
    length_b: int


class Extent(NamedTuple):
    """How much there is: shown records of all kinds, the first and last instant, and the mean length in words."""

    records: int
    first_us: int | None
    last_us: int | None
    mean_words: float


class Score(NamedTuple):
    """How a record's words add up to a score in SCORE_UNITs: for each term weight × n / (n + fixed + by_word × words).

    n is how often the term occurs, words the record's length. What the weights are is the caller's matter.
    """

    weights: Sequence[float]
    fixed: float
    by_word: float

    def of(self, counts: Sequence[int], words: int) -> int:
        """Return the score of a record that holds the terms so often."""
        length = self.fixed + self.by_word * words
        total = 0.0
        for weight, n in zip(self.weights, counts, strict=True):
            if n:
                total += weight * n / (n + length)
        return int(total)


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
    ) -> list[Match]:
        """Return the records in the spans that hold every phrase and, where terms are given, any term.

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

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return up to `count` records before and after in the same session, in time order, without the match."""
        ...

    def around_each(self, matches: Sequence[Match], count: int, filters: Filters) -> list[list[Match]]:
        """Return what `around` returns for each of the matches."""
        ...

    def at(self, address: Address) -> tuple[Match, Address | None] | None:
        """Return the record at an address, and the address of the version shown in its stead, if any."""
        ...

    def words(self, indexed: str) -> list[str]:
        """Return the words of a searchable text, or of a term, as they are compared."""
        ...

    def named(self, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers that stand for those of the names that are known."""
        ...

    def sources(self) -> dict[str, int]:
        """Return how many records each source gave, those shown and those not."""
        ...

    def source_days(self) -> dict[str, dict[str, int]]:
        """Return how many records each source gave on each UTC day."""
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
        self.remembered: dict[str, Any] = {}
        self._asked: list[tuple[int, int, float]] = []
        self._fixed = self._by_word = 0.0
        # Registered once: a prepared statement keeps the function it was prepared with.
        connection.register_fts5_function("lossless_rank", self._rank)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def steady(self) -> Iterator[None]:
        """Answer from one state of the catalog inside, whatever is written meanwhile; wrap each question in it.

        It is also quicker than to find out before each statement which state that is. What was remembered of a
        catalog that others have written to since is forgotten.
        """
        with self._db:
            with errors_named():
                version = self._db.pragma("data_version")
            if version != self.remembered.get("version"):
                self.remembered = {"version": version}
            yield

    def check_seal(self, home: Home, path: str) -> None:
        """Check the catalog if it changed from outside. Raises IndexUnusable where it is damaged."""
        catalog.check_seal(home, path, self._db)

    def behind_b(self, files: Sequence[dayfile.DayFile], *, are_all: bool = True) -> int:
        """Return how many bytes of day files the catalog does not know, counting every file that is not as it was.

        Where these `are_all` the files there are, what is indexed of others is counted too: they vanished.
        """
        if are_all:
            rows = self._rows("SELECT device, day, bytes, mtime_ns FROM file", ())
        else:
            sql = "SELECT device, day, bytes, mtime_ns FROM file WHERE device = ? AND day = ?"
            rows = [row for file in files for row in self._rows(sql, (file.device, file.day))]
        known = {(device, day): (size_b, mtime) for device, day, size_b, mtime in rows}
        behind_b: int = 0
        for file in files:
            size_b, mtime_ns = known.pop((file.device, file.day), (0, 0))
            if (size_b, mtime_ns) != (file.size_b, file.mtime_ns):
                behind_b += file.size_b - size_b if file.size_b > size_b else file.size_b
        return behind_b + int(sum(size_b for size_b, _ in known.values()))

    def sizes(self) -> dict[tuple[str, str], int]:
        """Return how many bytes of each day file are indexed, by device and day."""
        return {(device, day): size_b for device, day, size_b in self._rows("SELECT device, day, bytes FROM file", ())}

    def words(self, indexed: str) -> list[str]:
        """Return the words of a searchable text, or of a term, as they are compared."""
        return self._tokenizer.words(indexed)

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

    def source_days(self) -> dict[str, dict[str, int]]:
        """Return how many records each source gave on each UTC day."""
        from lossless_memory.index.glance import SOURCE_DAYS, by_source  # no question asks for it

        return by_source(self._rows(SOURCE_DAYS, ()))

    def close(self) -> None:
        """Close the catalog."""
        self._db.close()

    def extent(self) -> Extent:
        """Return how much there is."""
        if "extent" not in self.remembered:
            self.remembered["extent"] = self._extent()
        found: Extent = self.remembered["extent"]
        return found

    def _extent(self) -> Extent:
        count, words = self._rows("SELECT records, words FROM total", ())[0]
        first, last = self._edge("min", "ASC"), self._edge("max", "DESC")
        return Extent(count, first, last, (words or 0) / count if count else 1.0)

    def _edge(self, function: str, order: str) -> int | None:
        """Return the first or the last instant: that of the outermost day on which anything is shown."""
        with errors_named():
            outermost = f"SELECT day FROM day UNION SELECT day FROM late ORDER BY day {order}"
            for (day,) in self._db.execute(outermost):
                sql = f"SELECT {function}(ts_us) FROM rec WHERE id BETWEEN ? AND ? AND shown IS NULL"
                found = [self._db.execute(sql, one).get for one in days.ranges(self._db, day, day)]
                there = [ts_us for ts_us in found if ts_us is not None]
                if there:
                    return int(min(there) if function == "min" else max(there))
        return None

    def frequency(self, term: tokens.Term) -> int:
        """Return in how many records a term stands."""
        words = self._tokenizer.words(term.plain)
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
    ) -> list[Match]:
        """Return the records in the spans that hold every phrase and, where terms are given, any term."""
        terms = terms[:MAX_TERMS]
        parts = [phrase.expression for phrase in phrases]
        first = len(phrases)
        if needed is not None:  # a rare word leads, and the lists of the common ones are only looked up beside it
            leading = [term for place, term in enumerate(terms) if needed >> place & 1]
            parts.append(_any(leading))
            first += len(leading)
        if terms:
            parts.append(_any(terms))

        self._asked = [
            (first + place, 1 << 32 + place, weight)
            for place, weight in zip(range(len(terms)), score.weights, strict=False)
        ]
        self._fixed, self._by_word = score.fixed, score.by_word
        wanted, values = self._wanted(filters)
        held, held_values = _held(filters)
        found: list[Match] = []
        for span in spans:
            ranges, exact, exact_values = self._rowids(span)
            sql = (
                f"SELECT rec.ts_us, rec.file, rec.line, rec.id, lossless_rank(ft, rec.words), {held}, rec.session, "
                "rec.actor, rec.words, rec.off, rec.len FROM ft JOIN rec ON rec.id = ft.rowid "
                f"WHERE ft MATCH ? AND ft.rowid BETWEEN ? AND ? AND rec.shown IS NULL {exact} {wanted}"
            )
            sql += "" if newest is None else f" ORDER BY ft.rowid DESC LIMIT {newest}"
            some = [
                match
                for low, high in ranges
                for match in self._matched(sql, (*held_values, " AND ".join(parts), low, high, *exact_values, *values))
            ]
            found += heapq.nlargest(newest, some) if newest is not None and len(ranges) > 1 else some
        return found

    def _matched(self, sql: str, values: tuple[Any, ...]) -> list[Match]:
        places, new = self._places(), tuple.__new__  # a named tuple's own way is several times slower
        found = []
        with errors_named():
            for ts_us, file, line, one, rank, held, session, actor, words, offset_b, length_b in self._db.execute(
                sql, values
            ):
                device, day = places[file]
                address = new(Address, (device, day, line))
                score, terms = rank & 0xFFFFFFFF, rank >> 32
                found.append(
                    new(Match, (ts_us, address, one, score, terms, held, session, actor, words, offset_b, length_b))
                )
        return found

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
        sql = (
            f"SELECT {_PLAIN} FROM rec JOIN file f ON f.id = rec.file "
            "WHERE rec.id BETWEEN ? AND ? AND rec.shown IS NULL {} "
            f"{wanted} {shown} {behind} ORDER BY rec.ts_us, f.device, f.day, rec.line LIMIT ?"
        )
        for span in spans:
            is_begun = after is not None and (span.start_us is None or span.start_us < after[0])
            rest = Span(after[0], span.end_us) if after is not None and is_begun else span
            for first, last in self._stretches(rest, is_all=limit is None):
                parts, exact, exact_values = self._rowids(rest, first, last)
                left = -1 if limit is None else limit - len(found)
                some = [
                    self._plain(row)
                    for low, high in parts
                    for row in self._rows(
                        sql.format(exact),
                        (low, high, *exact_values, *values, *shown_values, *behind_values, left),
                    )
                ]
                found += sorted(some)[: None if limit is None else left]
                if limit is not None and len(found) >= limit:
                    return found
        return found

    def _stretches(self, span: Span, *, is_all: bool) -> Iterator[tuple[int | None, int | None]]:
        """Yield stretches of days that make up a span, a few first and ever more, as (first, last).

        What is listed in part is mostly found in the first days; a whole span is one stretch.
        """
        first, last = _days(span)
        if is_all:
            yield first, last
            return
        start, width = first, 1
        while last is None or start is None or start <= last:
            there = [row[0] for row in self._rows(_NEXT_DAYS, (days.FIRST_DAY if start is None else start, width))]
            if not there or (last is not None and there[0] > last):
                return
            end = there[-1] if last is None else min(there[-1], last)
            yield start, end
            start, width = end + 1, width * 4

    def histogram(self, spans: Sequence[Span], filters: Filters) -> tuple[dict[int, int], dict[str, int]]:
        """Return how many records the spans hold per quarter hour since 1970, and how many are held back, by why."""
        wanted, values = self._wanted(filters)
        held, held_values = _held(filters)
        quarters: dict[int, int] = {}
        back: dict[str, int] = {}
        for span in spans:
            parts, exact, exact_values = self._rowids(span)
            sql = (
                f"SELECT rec.ts_us / {QUARTER_US} - (rec.ts_us % {QUARTER_US} < 0), {held} AS why, count(*) "
                f"FROM rec WHERE rec.id BETWEEN ? AND ? AND rec.shown IS NULL {exact} {wanted} GROUP BY 1, 2"
            )
            rows = [
                row for low, high in parts for row in self._rows(sql, (*held_values, low, high, *exact_values, *values))
            ]
            for quarter, why, count in rows:
                if why is None:
                    quarters[quarter] = quarters.get(quarter, 0) + count
                else:
                    back[why] = back.get(why, 0) + count
        return quarters, back

    def around(self, match: Match, count: int, filters: Filters) -> list[Match]:
        """Return up to `count` records before and after in the same session, in time order, without the match."""
        return self.around_each([match], count, filters)[0]

    def around_each(self, matches: Sequence[Match], count: int, filters: Filters) -> list[list[Match]]:
        """Return what `around` returns for each of the matches."""
        found: list[list[Match]] = [[] for _ in matches]
        for is_before in (True, False):
            left, most = list(range(len(matches))), count + 1
            while left:
                sides = self._sides([matches[place] for place in left], is_before, most, filters)
                again = []
                for place, rows in zip(left, sides, strict=True):
                    match = matches[place]
                    side = [one for one in rows if (one < match if is_before else one > match)]
                    # Of rows at one instant the address decides, so the last one wanted must not share its own.
                    if len(rows) < most or (len(side) > count and side[count - 1].ts_us != rows[-1].ts_us):
                        found[place] += heapq.nlargest(count, side) if is_before else heapq.nsmallest(count, side)
                    else:
                        again.append(place)
                left, most = again, most * 4
        return [sorted(side) for side in found]

    def _sides(self, matches: Sequence[Match], is_before: bool, most: int, filters: Filters) -> list[list[Match]]:
        """Return the other records of each match's session that are nearest in time on one side, nearest first."""
        wanted, values = self._wanted(filters._replace(roles=None, actor=None))
        shown, shown_values = _shown(filters)
        compare, order = ("<=", "DESC") if is_before else (">=", "ASC")
        sql = (
            f"SELECT ?, {_PLAIN} FROM rec WHERE rec.session = ? AND rec.ts_us {compare} ? AND rec.id <> ? "
            f"AND rec.shown IS NULL {wanted} {shown} ORDER BY rec.ts_us {order} LIMIT {most}"
        )
        every = [(n, one.session, one.ts_us, one.id, *values, *shown_values) for n, one in enumerate(matches)]
        found: list[list[Match]] = [[] for _ in matches]
        with errors_named():
            for n, *row in self._db.executemany(sql, every):
                found[n].append(self._plain(row))
        return found

    def at(self, address: Address) -> tuple[Match, Address | None] | None:
        """Return the record at an address, and the address of the version shown in its stead, if any."""
        rows = self._rows(
            f"SELECT by.file, by.line, {_PLAIN} FROM rec JOIN file f ON f.id = rec.file "
            "LEFT JOIN rec by ON by.id = rec.shown WHERE f.device = ? AND f.day = ? AND rec.line = ?",
            address,
        )
        for file, line, *row in rows:
            return self._plain(row), None if file is None else self._address(file, line)
        return None

    def _rowids(
        self, span: Span, first: int | None = None, last: int | None = None
    ) -> tuple[list[days.Rowids], str, tuple[int, ...]]:
        """Return the rowid ranges of a span, or of some days of it, and the SQL that makes its ends exact."""
        whole = _days(span)
        exact = ""
        values: list[int] = []
        if span.start_us is not None:
            exact += " AND rec.ts_us >= ?"
            values.append(span.start_us)
        if span.end_us is not None:
            exact += " AND rec.ts_us < ?"
            values.append(span.end_us)
        with errors_named():
            parts = days.ranges(self._db, whole[0] if first is None else first, whole[1] if last is None else last)
        return parts, exact, tuple(values)

    def _plain(self, row: Sequence[Any]) -> Match:
        """Make a match of a row of _PLAIN."""
        ts_us, file, line, one, session, actor, words, offset_b, length_b = row
        device, day = self._places()[file]
        address = tuple.__new__(Address, (device, day, line))
        return tuple.__new__(Match, (ts_us, address, one, 0, 0, None, session, actor, words, offset_b, length_b))

    def _rank(self, api: Any, words: int) -> int:
        """Hand score and matched terms of a row through SQL as one number. Called for every match, so all in one."""
        offsets, length = api.phrase_column_offsets, self._fixed + self._by_word * words
        mask, total = 0, 0.0
        for place, bit, weight in self._asked:
            n = len(offsets(place, 0))
            if n:
                mask |= bit
                total += weight * n / (n + length)
        return mask | int(total)

    def _rows(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        with errors_named():
            return self._db.execute(sql, values).fetchall()

    def _address(self, file: int, line: int) -> Address:
        return Address(*self._places()[file], line)

    def _places(self) -> dict[int, tuple[str, str]]:
        """Return device and day of every day file, all at once: a question over years meets most of them."""
        known = self.remembered.get("places")
        if known is None:
            known = self.remembered["places"] = {one: (device, day) for one, device, day in self._rows(_PLACES, ())}
        found: dict[int, tuple[str, str]] = known
        return found

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


def _days(span: Span) -> tuple[int | None, int | None]:
    """Return the first and the last day a span touches."""
    first = None if span.start_us is None else days.day_of(span.start_us)
    return first, None if span.end_us is None else days.day_of(span.end_us - 1)
