"""Finding in a range: everything in time order, or what holds the words asked, best first.

The range is applied before anything is ranked. Text comes from the log. Knows the searcher only through its protocol,
and nothing of layers.

Promise: P20
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from lossless_memory.errors import UsageError
from lossless_memory.index import tokens
from lossless_memory.index.search import (
    MAX_TERMS,
    QUARTER_US,
    SCORE_UNIT,
    Address,
    Extent,
    Filters,
    Match,
    Score,
    Searcher,
    Span,
)
from lossless_memory.log.read import Locator, Reader
from lossless_memory.query import rank, spans
from lossless_memory.query.answer import Why
from lossless_memory.query.asking import Asking, Options
from lossless_memory.query.cues import read_cues
from lossless_memory.query.question import Question
from lossless_memory.record import Record
from lossless_memory.typed import NamedTuple

MAX_PHRASES = 8
"""Further quoted texts are compared with the log only; to narrow by, these are enough."""

PASSAGES_CHARS = 20_000
"""So much of a long line is looked at for its best passage."""

_LIVE_US = 3_600_000_000
"""A session is live while its last line is not older than an hour."""


class Picked(NamedTuple):
    """What was found: the matches to show, best first, how many there were, and how they spread.

    `unsure` are those that carry little of the question, `beside` those that hold no word of it and stand next to one
    that does; `spread_us` is the time from the first to the last match. Where `is_total_exact` is not set there are
    more. `scores` are the final ones by words, `covered` is the share of the question that the best lines hold; `meant`
    are those that only meaning found, each with whether it is unsure.
    """

    shown: list[Match]
    total: int
    days: dict[str, int]
    held: dict[str, int]
    next: Locator | None = None
    unsure: frozenset[Address] = frozenset()
    spread_us: int = 0
    beside: frozenset[Address] = frozenset()
    is_total_exact: bool = True
    why: Mapping[Address, Why] = {}
    scores: Mapping[Address, int] = {}
    covered: float = 0.0
    meant: Mapping[Address, bool] = {}


class _Wording(NamedTuple):
    """What a question looks for: `own` of the terms are its own words, the rest other spellings.

    `same` are pairs of masks over the terms, of words and what else they may be called; `is_narrowed` says that quoted
    text has something to narrow by.
    """

    terms: tuple[tokens.Term, ...]
    phrases: list[tokens.Term]
    own: int
    same: list[tuple[int, int]]
    is_narrowed: bool


class _Sifted(NamedTuple):
    """Matches that count, with their scores; the ids of those that say too little; how many are held back, and why."""

    kept: list[Match]
    scores: list[int]
    faint: set[int]
    held: dict[str, int]


class Look:
    """Looks for one reading of a question."""

    def __init__(
        self,
        question: Question,
        searcher: Searcher,
        reader: Reader,
        asking: Asking,
        options: Options,
    ) -> None:
        """Take a question as it was read; what may be found follows from it and the flags."""
        self._question, self._searcher, self._reader = question, searcher, reader
        self._asking, self._options = asking, options
        types = options.types
        if types is None:
            types = frozenset({"text", "doc"} if question.words else {"text"})
            if question.has_identifier:
                types |= {"action"}
        self.filters = Filters(types, options.roles, options.actor, options.session, options.with_agents)
        self.own: Address | None = None
        self.notes: list[str] = []
        self.is_total_exact = True
        self._records: dict[Address, Record | None] = {}

    def look(self, searched: Sequence[Span]) -> Picked:
        """Look in the ranges: by words where any are asked, else for everything."""
        return self.by_words(searched) if self._question.words else self.by_time(searched)

    def by_time(self, searched: Sequence[Span]) -> Picked:
        """Show everything in the range in time order; what does not fit is continued with --after."""
        quarters, held = self._searcher.histogram(searched, self.filters)
        now_us = spans.to_us(self._asking.now)
        live = spans.intersected(searched, Span(now_us - _LIVE_US, now_us + 1))
        if asked := self._own_question(self._searcher.listed(live, self.filters, None, None)):
            quarters[asked.ts_us // QUARTER_US] -= 1
            held["question"] = 1
        days = {day: count for day, count in spans.days_of_quarters(quarters, self._asking.zone).items() if count}
        after = self._after()
        shown = self._searcher.listed(searched, self.filters, after, self._options.limit + 2)
        shown = [match for match in shown if match.address != self.own]
        more = len(shown) > self._options.limit
        shown = shown[: self._options.limit]
        following = Locator(*shown[-1].address) if more and shown else None
        there = [quarter for quarter, count in quarters.items() if count] or [0]
        spread_us = (max(there) - min(there)) * QUARTER_US
        return Picked(shown, sum(days.values()), days, held, following, spread_us=spread_us)

    def _after(self) -> tuple[int, Address] | None:
        if self._options.after is None:
            return None
        found = self._searcher.at(Address(*self._options.after))
        if found is None:
            raise UsageError(
                f"There is no record at {self._options.after}.", "Take the address from an earlier answer."
            )
        return found[0].ts_us, found[0].address

    def by_words(self, searched: Sequence[Span]) -> Picked:
        """Show what holds the words, or stands beside them and may answer, best first."""
        question, asks = self._question, self._wording()
        extent = self._searcher.extent()
        frequencies = [self._searcher.frequency(term) for term in asks.terms]
        idf = rank.weights(frequencies, extent.records) + [0.0] * len(asks.phrases)
        asked = rank.Asked(idf, (1 << asks.own) - 1, asks.same)
        found: list[Match] = []
        if asks.terms or asks.phrases:
            leading = rank.leading(frequencies, _share(searched, extent))
            found = self._matches(asks.terms, asks.phrases, searched, rank.bm25(idf, extent.mean_words), leading)
        if question.quoted:
            found = self._quoting(found, searched, is_narrowed=asks.is_narrowed)
        if after := self._after():
            found = [match for match in found if (match.ts_us, match.address) > after]
        shares = {mask: 1.0 if question.quoted else asked.coverage(mask) for mask in {match.terms for match in found}}
        boosts = [span for one in question.intervals if one.vague for span in spans.spans_of([one])]
        sifted = self._sifted(found, shares, boosts)
        best = self._best(sifted, asked, asks.terms, searched)
        quarters: Mapping[int, int] = Counter([match.ts_us // QUARTER_US for match in sifted.kept])
        filled = list(quarters) or [0]
        unsure = frozenset(
            one.match.address
            for one in best
            if one.match.id in sifted.faint or (not one.is_beside and shares[one.match.terms] < rank.CONFIDENT)
        )
        said = [term.text for term in asks.terms[: asks.own]]
        return Picked(
            shown=[one.match for one in best],
            total=len(sifted.kept),
            days=spans.days_of_quarters(quarters, self._asking.zone),
            held=sifted.held,
            unsure=unsure,
            spread_us=(max(filled) - min(filled)) * QUARTER_US,
            beside=frozenset(one.match.address for one in best if one.is_beside),
            is_total_exact=self.is_total_exact,
            why={one.match.address: self._why(one, said, idf, boosts) for one in best if self._options.explain},
            scores={one.match.address: one.score for one in best},
            covered=max((asked.coverage(one.match.terms) for one in best[:5] if not one.is_beside), default=0.0),
        )

    def _wording(self) -> _Wording:
        """Return what is looked for, the question's own words first, as many as may be."""
        question = self._question
        # Quoted text decides who is a match and the words only rank, so its phrases count as words without weight.
        phrases = [phrase for text in question.quoted if (phrase := tokens.phrase(text))][:MAX_PHRASES]
        kana = [term for text in question.quoted[:1] if not phrases for term in tokens.voiced(text)]
        own = question.terms[: MAX_TERMS - len(phrases) - len(kana)]
        others = dict.fromkeys([*(term for _, said in question.same for term in said), *kana])
        terms = (*own, *(term for term in others if term not in own))[: MAX_TERMS - len(phrases)]
        masks = [(_mask(asked, terms), _mask(said, terms)) for asked, said in question.same]
        return _Wording(terms, phrases, len(own), [pair for pair in masks if all(pair)], bool(phrases or kana))

    def _quoting(self, found: list[Match], searched: Sequence[Span], *, is_narrowed: bool) -> list[Match]:
        """Return the records that hold what is quoted; the log decides. Without matches to narrow by, all are read."""
        quoted, candidates = self._question.quoted, found
        if not is_narrowed:
            there = {match.address for match in found}
            rest = self._searcher.listed(searched, self.filters, None, None)
            candidates = [*found, *(match for match in rest if match.address not in there)]
        exact = [match for match in candidates if self._holds(match, quoted)]
        if not exact and not self._options.literal:
            exact = [match for match in found if self._holds(match, quoted, tokens.folded)]
            if exact:
                self.notes.append("No line holds exactly what is quoted; these hold it in another case or width.")
        return exact

    def _sifted(self, found: Sequence[Match], shares: Mapping[int, float], boosts: Sequence[Span]) -> _Sifted:
        """Part what counts from what says too little and from what is held back, and weigh it by its time."""
        question = self._question
        now_us = spans.to_us(self._asking.now)
        fades = not question.intervals and not self._options.all_time
        floor = rank.FLOOR_IN_RANGE if question.intervals else rank.FLOOR
        kept: list[Match] = []
        scores: list[int] = []
        faint: set[int] = set()
        held: dict[str, int] = {}
        for match in found:
            if shares[match.terms] < floor:
                faint.add(match.id)
                continue
            if match.held is not None:
                held[match.held] = held.get(match.held, 0) + 1
                continue
            factor = rank.recency(match.ts_us, now_us) if fades else 1.0
            if boosts and any(span.holds(match.ts_us) for span in boosts):
                factor *= rank.VAGUE_BOOST
            kept.append(match)
            scores.append(int(match.score * factor))
        if asked_already := self._own_question(kept):
            place = kept.index(asked_already)
            del kept[place], scores[place]
            held["question"] = 1
        return _Sifted(kept, scores, faint, held)

    def _best(
        self, sifted: _Sifted, asked: rank.Asked, terms: Sequence[tokens.Term], searched: Sequence[Span]
    ) -> list[rank.Ranked]:
        """Rank what was kept, and choose as many as may be shown."""
        is_strict = bool(self._question.quoted or self._options.picks_speakers)  # those beside drop out again
        wanted = read_cues(self._question.text)
        room = self._options.limit + (rank.POOL * 2 * rank.WINDOW if is_strict else 0)
        if len(searched) > 1 or wanted.is_change:
            room *= 4  # to take from each range, or each day, in turn
        around = self._around(searched, terms)
        best = rank.ranked(sifted.kept, sifted.scores, asked, wanted, self._speakers(), around, room)
        if is_strict:
            best = [one for one in best if not one.is_beside]
        return self._chosen(best, searched, by_day=wanted.is_change)

    def _chosen(self, best: Sequence[rank.Ranked], searched: Sequence[Span], *, by_day: bool) -> list[rank.Ranked]:
        """Return as many as may be shown: the best, the second half from each range asked for, or each day, in turn."""
        if len(best) <= self._options.limit or (len(searched) < 2 and not by_day):
            return list(best[: self._options.limit])
        turns: Counter[object] = Counter()
        places = []
        for place, one in enumerate(best):
            ts_us = one.match.ts_us
            group: object = next((span for span in searched if span.holds(ts_us)), None)
            if by_day and len(searched) < 2:
                group = one.match.address.day
            places.append((turns[group] if place >= self._options.limit // 2 else -1, place))
            turns[group] += 1
        return [best[place] for place in sorted(place for _, place in sorted(places)[: self._options.limit])]

    def _why(self, one: rank.Ranked, said: Sequence[str], idf: Sequence[float], boosts: Sequence[Span]) -> Why:
        """Return what made a line rank where it does."""
        match = one.match
        factors = list(one.factors)
        if not one.is_beside and not self._question.intervals and not self._options.all_time:
            factors.append(("recent", rank.recency(match.ts_us, spans.to_us(self._asking.now))))
        if not one.is_beside and any(span.holds(match.ts_us) for span in boosts):
            factors.append(("in the time named", rank.VAGUE_BOOST))
        return Why(
            score=one.score / SCORE_UNIT,
            words={word: round(idf[place], 2) for place, word in enumerate(said) if match.terms >> place & 1},
            by_words=0.0 if one.is_beside else match.score / SCORE_UNIT,
            by_neighbours=one.lent / SCORE_UNIT,
            by_conversation=one.conversation / SCORE_UNIT,
            factors=dict(factors),
        )

    def _matches(
        self,
        terms: Sequence[tokens.Term],
        phrases: Sequence[tokens.Term],
        searched: Sequence[Span],
        score: Score,
        leading: int,
    ) -> list[Match]:
        """Return what matches: all of it, or where words are common what the rare ones lead to and the newest rest."""
        ask, every = self._searcher.matches, (*terms, *phrases)
        if self._question.quoted or leading == (1 << len(terms)) - 1:  # what is quoted must be found wherever it is
            return ask(every, phrases, searched, self.filters, score)
        if leading:
            found = ask(every, (), searched, self.filters, score, needed=leading)
            if len(found) >= self._options.limit:
                return found
        else:  # lines that hold all of the words come before the newest that hold one
            found = ask(every, terms, searched, self.filters, score, newest=rank.RANKED) if len(every) > 1 else []
        there = {match.id for match in found}
        rest = ask(every, (), searched, self.filters, score, newest=rank.RANKED)
        found += [match for match in rest if match.id not in there]
        self.is_total_exact = False
        self.notes.append(
            f"These words stand in very many lines, so not all were looked at and counted, but {len(found):,}: those "
            "that hold the rarest words or all of them, and the newest."
        )
        return found

    def _speakers(self) -> frozenset[int]:
        """Return the speakers whom the question names."""
        names = {word.removesuffix("'s").removesuffix("\u2019s") for word in self._question.words}
        return frozenset(self._searcher.named(sorted(names)).values())

    def _around(self, searched: Sequence[Span], terms: Sequence[tokens.Term]) -> rank.Around:
        """Return how ranking looks at what stands around a match, inside the range only."""

        def beside(matches: Sequence[Match]) -> list[list[tuple[int, Match]]]:
            near = self._searcher.around_each(matches, rank.WINDOW, self.filters)
            is_inside = spans.holding(searched)
            return [self._distances(match, some, is_inside) for match, some in zip(matches, near, strict=True)]

        def passages(match: Match) -> list[int]:
            wanted = [(frozenset(self._searcher.words(term.plain)), term) for term in terms]
            record = self.record(match)
            text = "" if record is None else record.text[:PASSAGES_CHARS]
            words = self._searcher.words(tokens.searchable(text))
            starts = range(0, max(1, len(words) - rank.PASSAGE_WORDS // 2), rank.PASSAGE_WORDS // 2)
            windows = (frozenset(words[start : start + rank.PASSAGE_WORDS]) for start in starts)
            return [sum(1 << place for place, one in enumerate(wanted) if _stands(*one, window)) for window in windows]

        return rank.Around(beside, self.record, passages)

    def _distances(
        self, match: Match, near: Sequence[Match], is_inside: Callable[[int], bool]
    ) -> list[tuple[int, Match]]:
        """Return the lines around a match that lie in the range, each with how many lines away it is."""
        before = [one for one in reversed(near) if one < match]
        behind = [one for one in near if one > match]
        return [
            (distance, one)
            for side in (before, behind)
            for distance, one in enumerate(side, 1)
            if one.address != self.own and is_inside(one.ts_us)
        ]

    def _holds(self, match: Match, wanted: Sequence[str], as_seen: Callable[[str], str] = str) -> bool:
        """Say whether a record holds texts, each as it stands, or as `as_seen` makes of both."""
        device, day, _ = match.address
        if as_seen is str and not self._reader.may_hold(device, day, match.offset_b, match.length_b, wanted):
            return False
        record = self.record(match)
        return record is not None and all(as_seen(text) in as_seen(record.text) for text in wanted)

    def _own_question(self, found: Sequence[Match]) -> Match | None:
        """Return the person's last line in a live session, still unanswered, if it is this very question."""
        now_us = spans.to_us(self._asking.now)
        recent = [match for match in found if 0 <= now_us - match.ts_us <= _LIVE_US]
        for match in sorted(recent, reverse=True)[:3]:
            from lossless_memory.query import own  # only what was said within the hour can be the question

            record = self.record(match)
            if record is None or not own.is_this_question(record, self._question, self._asking.config):
                continue
            later = self._searcher.around(match, 1, Filters(session=record.session))
            place = (match.ts_us, match.address)
            if not any((one.ts_us, one.address) > place and self.is_visible(one) for one in later):
                self.own = match.address
                return match
        return None

    def is_visible(self, match: Match) -> bool:
        """Say whether a record may be shown: not later than a given now, and not the question itself."""
        is_later = self._asking.is_now_given and match.ts_us > spans.to_us(self._asking.now)
        return not is_later and match.address != self.own

    def record(self, match: Match) -> Record | None:
        """Return a match's record from the log, or None where it no longer stands there."""
        if match.address not in self._records:
            self._records[match.address] = self._reader.record_at(
                match.address.device, match.address.day, match.offset_b, match.length_b
            )
        return self._records[match.address]


def _stands(wanted: frozenset[str], term: tokens.Term, window: frozenset[str]) -> bool:
    """Say whether a term's words all stand in a passage."""
    if term.is_prefix:
        *whole, start = term.plain.split()
        return window.issuperset(whole) and any(word.startswith(start) for word in window)
    return bool(wanted) and wanted <= window


def _share(searched: Sequence[Span], extent: Extent) -> float:
    """Return about which part of the log's time the ranges are, 0 to 1."""
    if extent.first_us is None or extent.last_us is None:
        return 1.0
    whole = Span(extent.first_us, extent.last_us + 1)
    covered = sum(spans.length_us([span]) or 0 for span in spans.intersected(searched, whole))
    return min(1.0, covered / max(1, extent.last_us + 1 - extent.first_us))


def _mask(some: Sequence[tokens.Term], terms: Sequence[tokens.Term]) -> int:
    """Return which terms these are, as bits; 0 if one of them is not looked for."""
    places = [terms.index(term) for term in some if term in terms]
    return sum(1 << place for place in places) if len(places) == len(some) else 0
