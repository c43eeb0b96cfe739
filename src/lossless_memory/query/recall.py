"""From a question to its answer: the range first, words inside it, and an honest account of where was looked.

Layers (DESIGN §6): exact, then relaxed, then none. The range is applied before anything is ranked. Text comes from the
log, never from the index. Knows the searcher only through its protocol.

Promise: P20
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from lossless_memory.config import Config
from lossless_memory.errors import UsageError
from lossless_memory.index import tokens
from lossless_memory.index.search import MAX_TERMS, QUARTER_US, Address, Filters, Match, Searcher, Span
from lossless_memory.log.read import Locator, Reader
from lossless_memory.query import narrow, own, rank, spans
from lossless_memory.query.answer import Answer, Hit
from lossless_memory.query.question import Question, as_words, read_edge, read_question
from lossless_memory.record import Record, us_to_instant, us_to_ts

MAX_STEPS_BACK = 400
"""How many days a bare time of day goes back to find one on which something was said."""

MAX_PHRASES = 8
"""Further quoted texts are compared with the log only; to narrow by, these are enough."""

_DAY_US = 86_400_000_000
_LIVE_US = _DAY_US // 24


class Options(NamedTuple):
    """What may be said beside the question (the flags of `recall`)."""

    limit: int = 20
    around: int = 0
    roles: frozenset[str] | None = None
    actor: str | None = None
    session: str | None = None
    types: frozenset[str] | None = None
    with_agents: bool = False
    all_time: bool = False
    literal: bool = False
    since: str | None = None
    until: str | None = None
    after: Locator | None = None

    @property
    def names_a_place(self) -> bool:
        """Say whether these narrow enough to list everything there without a word or a time in the question."""
        return bool(self.since or self.until or self.session or self.actor)


class Asking(NamedTuple):
    """Who asks, when and where. `is_now_given` hides what is later than `now`."""

    now: datetime
    zone: ZoneInfo
    zone_name: str
    config: Config
    is_now_given: bool = False


class State(NamedTuple):
    """How far the searcher reaches: bytes of the log it does not know, and what should be said about it."""

    behind_b: int = 0
    notes: tuple[str, ...] = ()


class _Picked(NamedTuple):
    """What a layer found: the matches to show, best first, and how many there were."""

    shown: list[Match]
    total: int
    days: dict[str, int]
    held: dict[str, int]
    next: Locator | None = None
    unsure: frozenset[Address] = frozenset()
    spread_us: int = 0


def recall(text: str, searcher: Searcher, reader: Reader, asking: Asking, options: Options, state: State) -> Answer:
    """Answer a question.

    Raises UsageError for a question that asks nothing, IndexUnusable where the catalog turns out to be damaged.
    """
    question = read_question(text, asking.now, asking.zone, asking.config, literal=options.literal)
    if not question.words and not question.intervals and not options.names_a_place:
        question = as_words(question, [question.text])  # "don't" alone: whatever was said is what is looked for
    return _Recall(question, searcher, reader, asking, options).answer(state)


class _Recall:
    """One question on its way to its answer."""

    def __init__(
        self, question: Question, searcher: Searcher, reader: Reader, asking: Asking, options: Options
    ) -> None:
        self.question, self.searcher, self.reader = question, searcher, reader
        self.asking, self.options = asking, options
        self.notes: list[str] = []
        self._own: Address | None = None
        self.edges = [
            read_edge(text, asking.now, asking.zone, asking.config, is_end=is_end)
            for text, is_end in ((options.since, False), (options.until, True))
            if text
        ]
        self.intervals = [*question.intervals, *self.edges]
        types = options.types
        if types is None:
            types = frozenset({"text", "doc"} if question.words else {"text"})
            if question.has_identifier:
                types |= {"action"}
        self.filters = Filters(types, options.roles, options.actor, options.session, options.with_agents)

    def answer(self, state: State) -> Answer:
        question, options = self.question, self.options
        if not question.words and not question.intervals and not options.names_a_place:
            raise UsageError(
                "The question names neither a time nor a word to look for; nothing was searched.",
                'Try: lossless recall "yesterday evening, about the budget"',
            )
        self.notes += [
            f"“{one.phrase}” lies in the future ({one.reading}); it was searched as words." for one in question.future
        ]
        searched = self._range()
        picked, layer = self._search(searched) if searched else (_Picked([], 0, {}, {}), "none")
        hits = self._hits(picked)
        if options.around:
            hits = self._with_neighbours(hits)
        if layer == "exact" and 0 < picked.total < 2 and question.words and self._is_short(searched):
            hits, layer = self._relaxed(hits, searched), "relaxed"
        elif layer == "none" and question.words and searched and self._is_short(searched):
            hits = self._relaxed(hits, searched)
            layer = "relaxed" if hits else "none"
        extent = self.searcher.extent()
        self._note_edges(searched, extent.first_us, extent.last_us, picked.total)
        return Answer(
            question=question.text,
            now=self.asking.now,
            timezone=self.asking.zone_name,
            intervals=self.intervals,
            searched=[tuple(None if e is None else _instant(e) for e in span) for span in searched],  # type: ignore[misc]
            terms=list(question.words),
            layer=layer,
            total=picked.total,
            days=picked.days,
            held_back=picked.held,
            through=None if extent.last_us is None else us_to_ts(extent.last_us),
            behind_b=state.behind_b,
            notes=[*state.notes, *self.notes],
            ask=self._narrowing(picked),
            next=picked.next,
            hits=hits,
        )

    def _narrowing(self, picked: _Picked) -> str | None:
        if picked.total <= self.options.limit:
            return None
        now = self.asking.now.astimezone(self.asking.zone)
        return narrow.narrowing_question(self.question.text, picked.days, picked.spread_us, now)

    def _range(self) -> list[Span]:
        """Return the ranges to search: the phrases' hard ones, cut by --since, --until and an explicit now."""
        hard = [one for one in self.question.intervals if not one.vague or not self.question.words]
        searched = spans.spans_of(hard)
        for edge in self.edges:
            searched = spans.intersected(searched, spans.spans_of([edge])[0])
        if self.asking.is_now_given:
            searched = spans.intersected(searched, Span(None, spans.to_us(self.asking.now) + 1))
        return searched

    def _search(self, searched: list[Span]) -> tuple[_Picked, str]:
        picked = self._look(searched)
        if not picked.total and self.question.otherwise and (found := self._read_otherwise(searched)):
            picked = found
        if not picked.total and self.question.is_time_of_day and not self.options.since and not self.options.until:
            for days in range(1, MAX_STEPS_BACK):
                earlier = spans.days_earlier(self.question.intervals, days, self.asking.zone)
                moved = spans.spans_of(earlier)
                if self.searcher.listed(moved, self.filters, None, 1) and (found := self._look(moved)).total:
                    day = next(iter(found.days))
                    self.notes.append(
                        f"Nothing is recorded at the latest such time; the last day that has something then is {day}."
                    )
                    self.intervals = earlier
                    searched[:] = moved
                    picked = found
                    break
            if not picked.total and not self.question.words:
                picked = self._said_of_a_time(searched)
        return picked, "exact" if picked.total else "none"

    def _read_otherwise(self, searched: list[Span]) -> _Picked | None:
        """Search the range as its phrases can be read in another way, where the first way held nothing."""
        first = self.question
        self.question = first._replace(intervals=first.otherwise)
        other = self._range()
        picked = self._look(other)
        if not picked.total:
            self.question = first
            return None
        self.notes += [
            f"{before.reading} holds nothing of it, so it was read in its other way."
            for before, after in zip(first.intervals, first.otherwise, strict=True)
            if before != after
        ]
        self.intervals = [*first.otherwise, *self.edges]
        searched[:] = other
        return picked

    def _said_of_a_time(self, searched: list[Span]) -> _Picked:
        """Look for a time of day as words, where nothing was ever said at it: the line may tell of it (3時の歯医者)."""
        phrases = ", ".join(f"“{one.phrase}”" for one in self.question.intervals)
        self.question = as_words(self.question, [one.phrase for one in self.question.intervals])
        everywhere = self._range()
        picked = self._look(everywhere) if self.question.words else _Picked([], 0, {}, {})
        if picked.total:
            self.notes.append(f"Nothing is recorded at {phrases} on any day; it was looked for as words.")
            self.intervals = []
            searched[:] = everywhere
        return picked

    def _look(self, searched: Sequence[Span]) -> _Picked:
        return self._by_words(searched) if self.question.words else self._by_time(searched)

    def _by_time(self, searched: Sequence[Span]) -> _Picked:
        """Show everything in the range in time order; what does not fit is continued with --after."""
        quarters, held = self.searcher.histogram(searched, self.filters)
        now_us = spans.to_us(self.asking.now)
        live = spans.intersected(searched, Span(now_us - _LIVE_US, now_us + 1))
        if asked := self._own_question(self.searcher.listed(live, self.filters, None, None)):
            quarters[asked.ts_us // QUARTER_US] -= 1
            held["question"] = 1
        days = {day: count for day, count in spans.days_of_quarters(quarters, self.asking.zone).items() if count}
        after = self._after()
        shown = self.searcher.listed(searched, self.filters, after, self.options.limit + 2)
        shown = [match for match in shown if match.address != self._own]
        more = len(shown) > self.options.limit
        shown = shown[: self.options.limit]
        following = Locator(*shown[-1].address) if more and shown else None
        there = [quarter for quarter, count in quarters.items() if count] or [0]
        spread_us = (max(there) - min(there)) * QUARTER_US
        return _Picked(shown, sum(days.values()), days, held, following, spread_us=spread_us)

    def _after(self) -> tuple[int, Address] | None:
        if self.options.after is None:
            return None
        found = self.searcher.at(Address(*self.options.after))
        if found is None:
            raise UsageError(f"There is no record at {self.options.after}.", "Take the address from an earlier answer.")
        return found[0].ts_us, found[0].address

    def _by_words(self, searched: Sequence[Span]) -> _Picked:
        question = self.question
        # Quoted text decides who is a match and the words only rank, so its phrases count as words without weight.
        phrases = [phrase for text in question.quoted if (phrase := tokens.phrase(text))][:MAX_PHRASES]
        terms = question.terms[: MAX_TERMS - len(phrases)]
        extent = self.searcher.extent()
        idf = rank.weights([self.searcher.frequency(term) for term in terms], extent.records)
        idf += [0.0] * len(phrases)
        score = rank.bm25(idf, extent.mean_words)
        found: list[Match] = []
        if terms or phrases:
            found = list(self.searcher.matches((*terms, *phrases), phrases, searched, self.filters, score))
        if question.quoted and not phrases and (self.options.literal or not terms):
            there = {match.address for match in found}  # nothing to narrow by: the log itself is asked
            rest = self.searcher.listed(searched, self.filters, None, None)
            found += [match for match in rest if match.address not in there]
        if question.quoted:
            wanted = [tokens.folded(text) for text in question.quoted]
            found = [match for match in found if self._holds(match, wanted)]
        if self.options.after is not None:
            after = self._after()
            found = [match for match in found if after is None or (match.ts_us, match.address) > after]
        held: dict[str, int] = {}
        kept: list[tuple[int, Match]] = []
        unsure: set[Address] = set()
        now_us = spans.to_us(self.asking.now)
        boosts = [span for one in question.intervals if one.vague for span in spans.spans_of([one])]
        for match in found:
            share = 1.0 if question.quoted else rank.coverage(match.terms, idf)
            if share < rank.FLOOR:
                continue
            if match.held is not None:
                held[match.held] = held.get(match.held, 0) + 1
                continue
            factor = 1.0
            if not question.intervals and not self.options.all_time:
                factor = rank.recency(match.ts_us, now_us)
            if any(span.holds(match.ts_us) for span in boosts):
                factor *= rank.VAGUE_BOOST
            if share < rank.CONFIDENT:
                unsure.add(match.address)
            kept.append((int(match.score * factor), match))
        if self._own_question([match for _, match in kept]):
            kept = [one for one in kept if one[1].address != self._own]
            held["question"] = 1
        kept.sort(key=lambda one: (-one[0], one[1].ts_us, one[1].address))
        days = spans.local_days((match.ts_us for _, match in kept), self.asking.zone)
        shown = [match for _, match in kept[: self.options.limit]]
        instants = [match.ts_us for _, match in kept] or [0]
        return _Picked(shown, len(kept), days, held, None, frozenset(unsure), max(instants) - min(instants))

    def _holds(self, match: Match, wanted: Sequence[str]) -> bool:
        """Say whether a record holds folded texts, each as it stands."""
        record = self._record(match)
        return record is not None and all(text in tokens.folded(record.text) for text in wanted)

    def _own_question(self, found: Sequence[Match]) -> Match | None:
        """Return the person's last line in a live session, still unanswered, if it is this very question."""
        now_us = spans.to_us(self.asking.now)
        recent = [match for match in found if 0 <= now_us - match.ts_us <= _LIVE_US]
        for match in sorted(recent, reverse=True)[:3]:
            record = self._record(match)
            if record is None or not own.is_this_question(record, self.question, self.asking.config):
                continue
            later = self.searcher.around(match, 1, Filters(session=record.session))
            place = (match.ts_us, match.address)
            if not any((one.ts_us, one.address) > place and self._is_visible(one) for one in later):
                self._own = match.address
                return match
        return None

    def _hits(self, picked: _Picked) -> list[Hit]:
        hits = []
        for place, match in enumerate(picked.shown, 1):
            hit = self._hit(match, place, unsure=match.address in picked.unsure)
            if hit is None:
                self.notes.append(f"The log has no readable line at {Locator(*match.address)} any more.")
            else:
                hits.append(hit)
        return sorted(hits, key=_in_time)

    def _hit(self, match: Match, place: int, *, name: str = "exact", unsure: bool = False) -> Hit | None:
        record = self._record(match)
        if record is None:
            return None
        return Hit(record, Locator(*match.address), us_to_ts(match.ts_us), place, name, unsure)

    def _record(self, match: Match) -> Record | None:
        found = self.searcher.found(match)
        return self.reader.record_at(match.address.device, match.address.day, found.offset_b, found.length_b)

    def _is_short(self, searched: Sequence[Span]) -> bool:
        length = spans.length_us(searched)
        return bool(self.question.intervals) and length is not None and length <= 2 * _DAY_US

    def _relaxed(self, hits: list[Hit], searched: Sequence[Span]) -> list[Hit]:
        """Fill up with the rest of a short range: where few words matched, the lines of that time are the answer."""
        room = self.options.limit - len(hits)
        there = {hit.locator for hit in hits}
        filters = self.filters._replace(types=self.filters.types - {"doc"})
        rest = [
            match
            for match in self.searcher.listed(searched, filters, None, self.options.limit + len(hits) + 1)
            if Locator(*match.address) not in there and match.address != self._own
        ]
        place = max((hit.rank for hit in hits), default=0)
        added = [
            self._hit(match, place + number, name="context") for number, match in enumerate(rest[: max(room, 0)], 1)
        ]
        if any(added):
            self.notes.append("Few lines in this range hold the words asked for, so the rest of it is shown as well.")
        return sorted([*hits, *filter(None, added)], key=_in_time)

    def _with_neighbours(self, hits: list[Hit]) -> list[Hit]:
        there = {hit.locator: hit for hit in hits}
        place = max((hit.rank for hit in hits), default=0)
        for hit in list(hits):
            found = self.searcher.at(Address(*hit.locator))
            for match in self.searcher.around(found[0], self.options.around, self.filters) if found else ():
                if Locator(*match.address) not in there and self._is_visible(match):
                    place += 1
                    beside = self._hit(match, place, name="context")
                    if beside is not None:
                        there[beside.locator] = beside
        return sorted(there.values(), key=_in_time)

    def _is_visible(self, match: Match) -> bool:
        is_later = self.asking.is_now_given and match.ts_us > spans.to_us(self.asking.now)
        return not is_later and match.address != self._own

    def _note_edges(self, searched: Sequence[Span], first_us: int | None, last_us: int | None, total: int) -> None:
        """Say where the log begins and ends, if the range lies outside, and what carries a time still to come."""
        if first_us is None or last_us is None:
            self.notes.append("The log is empty.")
            return
        if not total and searched == [spans.EVERYTHING]:
            self.notes.append(f"The log reaches from {self._local(first_us)} to {self._local(last_us)}.")
        elif not total and searched:
            begin, end = searched[0].start_us, searched[-1].end_us
            if (end is not None and end <= first_us) or (begin is not None and begin > last_us):
                self.notes.append(
                    f"That lies outside the log, which reaches from {self._local(first_us)} to {self._local(last_us)}."
                )
        now_us = spans.to_us(self.asking.now)
        if not self.asking.is_now_given and last_us > now_us + 60_000_000:
            quarters, _ = self.searcher.histogram([Span(now_us, None)], Filters())
            if count := sum(quarters.values()):
                self.notes.append(f"{count} records carry a time later than now, from a clock that ran ahead.")

    def _local(self, ts_us: int) -> str:
        return spans.local(_instant(ts_us), self.asking.zone).strftime("%Y-%m-%d %a %H:%M")


def _instant(ts_us: int) -> datetime:
    return us_to_instant(max(min(ts_us, 253_402_300_799_000_000), -62_135_596_800_000_000))


def _in_time(hit: Hit) -> tuple[str, Locator]:
    return hit.ts, hit.locator
