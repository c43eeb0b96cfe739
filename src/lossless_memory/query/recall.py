"""From a question to its answer: the range first, words inside it, and an honest account of where was looked.

Layers (DESIGN §6): exact, then relaxed, then meaning, then none. The range is applied before anything is ranked. Text
comes from the log, never from the index. Knows the searcher only through its protocol.

Promise: P20
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from lossless_memory.errors import UsageError
from lossless_memory.index import tokens
from lossless_memory.index.search import Address, Filters, Match, Searcher, Span
from lossless_memory.log.read import Locator, Reader
from lossless_memory.patterns import pattern
from lossless_memory.query import cues, spans
from lossless_memory.query.answer import Answer, Hit
from lossless_memory.query.asking import Asking, Options, State
from lossless_memory.query.look import Look, Picked
from lossless_memory.query.question import Question, as_words, read_edge, read_question, without_word
from lossless_memory.record import us_to_instant, us_to_ts
from lossless_memory.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from lossless_memory.index.meaning.sense import Sense
    from lossless_memory.query.meant import Meaning, Meant

MAX_STEPS_BACK = 400
"""How many days a bare time of day goes back to find one on which something was said."""

MOST_AHEAD = 100
"""Records later than now are counted up to here: that there are many is what matters, and counting takes time."""

_DAY_US = 86_400_000_000


def recall(
    text: str,
    searcher: Searcher,
    reader: Reader,
    asking: Asking,
    options: Options,
    state: State,
    sense: Sense | None = None,
) -> Answer:
    """Answer a question; with `sense` meaning helps where words fail.

    Raises UsageError for a question that asks nothing, IndexUnusable where the catalog turns out to be damaged.
    """
    question = read_question(text, asking.now, asking.zone, asking.config, literal=options.literal)
    return answered(question, searcher, reader, asking, options, state, sense)


def answered(
    question: Question,
    searcher: Searcher,
    reader: Reader,
    asking: Asking,
    options: Options,
    state: State,
    sense: Sense | None = None,
) -> Answer:
    """Answer a question that was read already. Raises as `recall` does."""
    if not question.words and not question.intervals and not options.names_a_place:
        question = as_words(question, [question.text])  # "don't" alone: whatever was said is what is looked for
    if options.scope is not None:
        from lossless_memory.query.scoped import ScopedSearcher

        searcher = ScopedSearcher(searcher, reader, options.scope)
        state = state._replace(notes=(*state.notes, f"Only what was said in {options.scope} was looked at."))
    speaker = _speaker(question, searcher, options)
    if speaker is not None:
        narrowed = without_word(question, speaker)
        if narrowed.intervals and not narrowed.words:  # with words as well, who says them only weighs
            chosen = options._replace(actor=speaker)
            answer = _Recall(narrowed, searcher, reader, asking, chosen, sense).answer(state)
            if answer.total:
                return answer._replace(notes=[*answer.notes, f"Only what {speaker} said was looked at."])
    return _Recall(question, searcher, reader, asking, options, sense).answer(state)


def _speaker(question: Question, searcher: Searcher, options: Options) -> str | None:
    """Return the known speaker of whose words a question asks: what did Iris say yesterday."""
    if options.picks_speakers or question.quoted:
        return None
    untimed = question.text
    for one in question.intervals:
        untimed = untimed.replace(one.phrase, "", 1)
    if (called := cues.said_by(untimed)) is None:
        return None
    spellings = dict.fromkeys((called, called.capitalize(), called.lower()))
    known = searcher.named(list(spellings))
    return next((name for name in spellings if name in known), None)


class _Recall:
    """One question on its way to its answer."""

    def __init__(
        self,
        question: Question,
        searcher: Searcher,
        reader: Reader,
        asking: Asking,
        options: Options,
        sense: Sense | None = None,
    ) -> None:
        self.sense = sense
        self.question, self.searcher, self.reader = question, searcher, reader
        self.asking, self.options = asking, options
        self.notes: list[str] = []
        self.look = Look(question, searcher, reader, asking, options)
        self.edges = [
            read_edge(text, asking.now, asking.zone, asking.config, is_end=is_end)
            for text, is_end in ((options.since, False), (options.until, True))
            if text
        ]
        self.intervals = [*question.intervals, *self.edges]

    def answer(self, state: State) -> Answer:
        question, options = self.question, self.options
        is_empty = not question.words or (options.literal and not question.text)
        if is_empty and not question.intervals and not options.names_a_place:
            raise UsageError(
                "The question names neither a time nor a word to look for; nothing was searched.",
                'Try: lossless recall "yesterday evening, about the budget"',
            )
        self._note_times_not_searched()
        searched = self._range()
        picked, hits, layer = self._layers(searched)
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
            ask=self._narrowing(picked, searched),
            next=picked.next,
            hits=hits,
            is_total_exact=picked.is_total_exact,
        )

    def _layers(self, searched: list[Span]) -> tuple[Picked, list[Hit], str]:
        """Return what was found, the hits to show, and the deepest layer that served: words, range, then meaning."""
        picked, layer = self._search(searched) if searched else (Picked([], 0, {}, {}), "none")
        meaning = self._meaning()
        is_ranged = bool(self.edges) or any(not one.vague for one in self.question.intervals)
        if meaning is not None and searched and not is_ranged:
            picked = self._blended(picked, meaning, searched)
            layer = layer if picked.total or not picked.meant else "meaning"
        hits = self._hits(picked)
        inside: list[Hit] = []
        if meaning is not None and searched and is_ranged and _sure(hits) < 2:
            inside = self._meant(meaning.found(searched, self._meant_limit()), hits)
            hits = sorted([*hits, *inside], key=_in_time)
        if self.options.around:
            hits = self._with_neighbours(hits)
        is_thin = layer == "none" or (layer == "exact" and 0 < picked.total < 2)
        if is_thin and self.question.words and searched and self._is_short(searched):
            hits = self._relaxed(hits, searched)
            layer = "relaxed" if hits else "none"
        if inside:
            layer = "relaxed"
        if meaning is not None and is_ranged and not picked.total and not inside:
            outside = self._outside(meaning, searched, hits)
            hits, layer = [*hits, *outside], "meaning" if outside else layer
        if not picked.total:
            self._note_filters()
        if meaning is not None and (said := meaning.says(is_shown=any(hit.match == "meaning" for hit in hits))):
            self.notes.append(said)
        return picked, hits, layer

    def _note_times_not_searched(self) -> None:
        self.notes += [
            f"“{one.phrase}” lies in the future ({one.reading}); it was searched as words."
            for one in self.question.future
        ]
        self.notes += [
            f"“{phrase}” names a day that the calendar does not have; it was searched as words."
            for phrase in self.question.impossible
        ]

    def _meaning(self) -> Meaning | None:
        """Return the way to look by meaning, where words are asked for that need not stand there as they are."""
        question, options = self.question, self.options
        if self.sense is None or not question.words or question.quoted or options.literal or options.after is not None:
            return None
        from lossless_memory.query.meant import Meaning

        return Meaning(self.sense, question, self.searcher, self.look, options)

    def _meant_limit(self) -> int:
        from lossless_memory.query.meant import INSIDE

        return min(INSIDE, self.options.limit)

    def _blended(self, picked: Picked, meaning: Meaning, searched: Sequence[Span]) -> Picked:
        from lossless_memory.query import meant

        if not meant.is_needed(picked, self.options.limit):
            return picked
        found = meaning.found(searched, meant.LOOKED_AT)
        return meant.blended(picked, found, self.options.limit)

    def _meant(self, found: Sequence[Meant], before: Sequence[Hit], *, outside: bool = False) -> list[Hit]:
        """Return hits for what meaning found and words did not, behind those that are there."""
        there, place = {hit.locator for hit in before}, max((hit.rank for hit in before), default=0)
        made: list[Hit] = []
        for one in found:
            if Locator(*one.match.address) not in there and len(before) + len(made) < self.options.limit:
                hit = self._hit(one.match, place + len(made) + 1, name="meaning", unsure=one.is_unsure)
                made += [hit._replace(outside=outside)] if hit is not None else []
        return made

    def _outside(self, meaning: Meaning, searched: Sequence[Span], before: Sequence[Hit]) -> list[Hit]:
        """Return the closest from all history, where the range holds nothing of what was asked."""
        from lossless_memory.query.meant import OUTSIDE

        end_us = spans.to_us(self.asking.now) + 1 if self.asking.is_now_given else None
        found = meaning.found([Span(None, end_us)], OUTSIDE, without=searched)
        made = sorted(self._meant(found, before, outside=True), key=_in_time)
        if made:
            self.notes.append("This range holds nothing of it; the lines nearest in meaning from outside it are shown.")
        return made

    def _narrowing(self, picked: Picked, searched: Sequence[Span]) -> str | None:
        if picked.total <= self.options.limit:
            return None
        from lossless_memory.query import narrow  # most answers need no narrowing

        days = picked.days if picked.is_total_exact else {}
        return narrow.narrowing_question(self.question.text, days, picked.spread_us, spans.length_us(searched))

    def _range(self) -> list[Span]:
        """Return the ranges to search: the phrases' hard ones, cut by --since, --until and an explicit now."""
        hard = [one for one in self.question.intervals if not one.vague or not self.question.words]
        searched = spans.spans_of(hard)
        for edge in self.edges:
            searched = spans.intersected(searched, spans.spans_of([edge])[0])
        if self.asking.is_now_given:
            searched = spans.intersected(searched, Span(None, spans.to_us(self.asking.now) + 1))
        return searched

    def _search(self, searched: list[Span]) -> tuple[Picked, str]:
        picked = self._looked(searched)
        if not picked.total and self.question.otherwise and (found := self._read_otherwise(searched)):
            picked = found
        if not picked.total and self.question.is_time_of_day and not self.options.since and not self.options.until:
            for days in range(1, MAX_STEPS_BACK):
                earlier = spans.days_earlier(self.question.intervals, days, self.asking.zone)
                moved = spans.spans_of(earlier)
                if self.searcher.listed(moved, self.look.filters, None, 1) and (found := self._looked(moved)).total:
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
        if not picked.total and not self.edges and (told := self._tells_of_it(searched)):
            picked = told
        return picked, "exact" if picked.total else "none"

    def _looked(self, searched: Sequence[Span]) -> Picked:
        """Look for the question as it is read now."""
        self.look = Look(self.question, self.searcher, self.reader, self.asking, self.options)
        picked = self.look.look(searched)
        self.notes += [note for note in self.look.notes if note not in self.notes]
        return picked

    def _read_otherwise(self, searched: list[Span]) -> Picked | None:
        """Search the range as its phrases can be read in another way, where the first way held nothing."""
        first = self.question
        self.question = first._replace(intervals=first.otherwise)
        other = self._range()
        picked = self._looked(other)
        if not picked.total:
            self.question = first
            return None
        self.notes += [
            f"First read so: {before.reading}. That holds nothing of it, and the other way to read it is shown."
            for before, after in zip(first.intervals, first.otherwise, strict=True)
            if before != after
        ]
        self.intervals = [*first.otherwise, *self.edges]
        searched[:] = other
        return picked

    def _said_of_a_time(self, searched: list[Span]) -> Picked:
        """Look for a time of day as words, where nothing was ever said at it: the line may tell of it (3時の歯医者)."""
        phrases = ", ".join(f"“{one.phrase}”" for one in self.question.intervals)
        self.question = as_words(self.question, [one.phrase for one in self.question.intervals])
        everywhere = self._range()
        picked = self._looked(everywhere) if self.question.words else Picked([], 0, {}, {})
        if picked.total:
            self.notes.append(f"Nothing is recorded at {phrases} on any day; it was looked for as words.")
            self.intervals = []
            searched[:] = everywhere
        return picked

    def _tells_of_it(self, searched: list[Span]) -> Picked | None:
        """Look for lines that say the time themselves, where nothing was said at it: the flight at 18:40, 2日目の宿.

        Such a line holds what was said of the time, letter for letter, and a word that was asked for besides, if any.
        """
        first = self.question
        named = [one.phrase for one in first.intervals if not one.vague]
        names = first.named
        cores = [core for phrase in named if (core := _core(phrase) or (_name(phrase) if phrase in names else None))]
        if not cores or len(cores) < len(first.intervals):
            return None
        found = dict.fromkeys([*first.terms, *(term for core in cores for term in tokens.terms(core))])
        self.question = first._replace(
            intervals=(), otherwise=(), is_time_of_day=False, terms=tuple(found), words=(*first.words, *cores)
        )
        everywhere = self._range()
        notes = list(self.notes)
        picked = self._looked(everywhere)
        own = (1 << len(first.terms)) - 1
        shown = [match for match in picked.shown if (match.terms & own or not own) and self._says(match, cores)]
        self.question = first
        if not shown:
            self.notes = notes
            return None
        said = ", ".join(f"“{core}”" for core in cores)
        readings = "; ".join(one.reading for one in first.intervals)
        self.notes.append(
            f"{readings}. Nothing of it was said then; shown is what says {said} itself, whenever it was."
        )
        self.intervals = []
        searched[:] = everywhere
        days = Counter(spans.local(_instant(match.ts_us), self.asking.zone).strftime("%Y-%m-%d") for match in shown)
        there = frozenset(match.address for match in shown)
        times = [match.ts_us for match in shown]
        return picked._replace(
            shown=shown,
            total=len(shown),
            days=dict(sorted(days.items())),
            next=None,
            beside=frozenset(),
            unsure=picked.unsure & there,
            spread_us=max(times) - min(times),
        )

    def _says(self, match: Match, cores: Sequence[str]) -> bool:
        record = self.look.record(match)
        return record is not None and all(tokens.folded(core) in tokens.folded(record.text) for core in cores)

    def _hits(self, picked: Picked) -> list[Hit]:
        hits: list[Hit] = []
        gone: list[Locator] = []
        for place, match in enumerate(picked.shown, 1):
            name = "context" if match.address in picked.beside else "exact"
            unsure = match.address in picked.unsure
            if match.address in picked.meant:
                name, unsure = "meaning", picked.meant[match.address]
            hit = self._hit(match, place, name=name, unsure=unsure)
            if hit is not None and match.address in picked.why:
                hit = hit._replace(why=picked.why[match.address])
            if hit is None:
                gone.append(Locator(*match.address))
            else:
                hits.append(hit)
        if gone:
            more = f" and at {len(gone) - 1:,} more places" if len(gone) > 1 else ""
            self.notes.append(f"The log has no readable line at {gone[0]}{more} any more: lossless verify says why.")
        return sorted(hits, key=_in_time)

    def _hit(self, match: Match, place: int, *, name: str = "exact", unsure: bool = False) -> Hit | None:
        record = self.look.record(match)
        if record is None:
            return None
        return Hit(record, Locator(*match.address), us_to_ts(match.ts_us), place, name, unsure)

    def _is_short(self, searched: Sequence[Span]) -> bool:
        length = spans.length_us(searched)
        return bool(self.question.intervals) and length is not None and length <= 2 * _DAY_US

    def _relaxed(self, hits: list[Hit], searched: Sequence[Span]) -> list[Hit]:
        """Fill up with the rest of a short range: where few words matched, the lines of that time are the answer."""
        room = self.options.limit - len(hits)
        there = {hit.locator for hit in hits}
        filters = self.look.filters._replace(types=self.look.filters.types - {"doc"})
        rest = [
            match
            for match in self.searcher.listed(searched, filters, None, self.options.limit + len(hits) + 1)
            if Locator(*match.address) not in there and match.address != self.look.own
        ]
        place = max((hit.rank for hit in hits), default=0)
        added = [
            self._hit(match, place + number, name="context") for number, match in enumerate(rest[: max(room, 0)], 1)
        ]
        if any(added) and hits:
            left = " as far as there is room" if len(rest) > room else ""
            said = f"Few lines in this range hold the words asked for, so the rest of it is shown as well{left}."
            self.notes.append(said)
        return sorted([*hits, *filter(None, added)], key=_in_time)

    def _with_neighbours(self, hits: list[Hit]) -> list[Hit]:
        there = {hit.locator: hit for hit in hits}
        place = max((hit.rank for hit in hits), default=0)
        for hit in list(hits):
            found = self.searcher.at(Address(*hit.locator))
            for match in self.searcher.around(found[0], self.options.around, self.look.filters) if found else ():
                if Locator(*match.address) not in there and self.look.is_visible(match):
                    place += 1
                    beside = self._hit(match, place, name="context")
                    if beside is not None:
                        there[beside.locator] = beside
        return sorted(there.values(), key=_in_time)

    def _note_filters(self) -> None:
        """Say of an answer that found nothing what the flags left to look at."""
        for said, name in (("said by", self.options.actor), ("of the session", self.options.session)):
            if name is not None:
                unknown = "" if self.searcher.named([name]) else ", and no line has that name"
                self.notes.append(f"Only lines {said} “{name}” were looked at{unknown}.")

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
            ahead = self.searcher.listed([Span(now_us, None)], Filters(), None, MOST_AHEAD + 1)
            if ahead:
                count = len(ahead)
                lines = "1 record carries" if count == 1 else f"{count:,} records carry"
                lines = lines if count <= MOST_AHEAD else f"More than {MOST_AHEAD:,} records carry"
                self.notes.append(f"{lines} a time later than now, from a clock that ran ahead.")

    def _local(self, ts_us: int) -> str:
        return spans.local(_instant(ts_us), self.asking.zone).strftime("%Y-%m-%d %a %H:%M")


def _instant(ts_us: int) -> datetime:
    return us_to_instant(max(min(ts_us, 253_402_300_799_000_000), -62_135_596_800_000_000))


_LEADING = pattern(r"(?:(?:at|on|in|the|of|by|for|a|las?|el|los|en|del?|al) )+")
_BEFORE_NAME = pattern(
    r"^(?:(?:at|on|in|the|of|by|for|this|last|next|over|during|las?|el|los|en|del?|al|por|est[ea]|pasad[oa]) "
    r"|[今去昨]年の)+"
)
_NUMBERED = pattern(r"\d|[一二三四五六七八九十]")
_FROM_NOW = pattern(
    r"\b(?:ago|last|past|next|this|before|after|since|until|between|from|now|hace|pasad[oa]s?|[úu]ltim[oa]s?|desde|hasta)\b"
    r"|[前後先昨今来去]|から|まで|以|内"
)


def _core(phrase: str) -> str | None:
    """Return the part of a time phrase that a line can say itself, a number and what it counts; None where it hangs on
    now."""
    core = _LEADING.sub("", phrase, 1) if _LEADING.match(phrase) else phrase
    return core if _NUMBERED.search(core) and not _FROM_NOW.search(core.casefold()) else None


def _name(phrase: str) -> str | None:
    """Return the name in a time phrase that is one: New Year for “at New Year”, Christmas for “last Christmas”."""
    return _BEFORE_NAME.sub("", phrase).strip() or None


def _sure(hits: Sequence[Hit]) -> int:
    """Return how many hits hold enough of what was asked."""
    return sum(hit.match == "exact" and not hit.low_confidence for hit in hits)


def _in_time(hit: Hit) -> tuple[str, Locator]:
    return hit.ts, hit.locator
