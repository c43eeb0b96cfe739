"""How well a record answers a question. Few, round weights, set by hand, each with its reason.

BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009) over the words asked, with the usual k1 and
b; then what stands beside a line and in its conversation, who speaks, and what kind of answer is wanted. How much of
what was asked a record covers decides whether it is shown at all. Asks no index and no log: what it needs is handed in.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Container, Sequence

from lossless_memory.index.search import SCORE_UNIT, Address, Match, Score
from lossless_memory.query import cues
from lossless_memory.query.cues import Cues
from lossless_memory.record import Record
from lossless_memory.typed import NamedTuple

K1 = 1.2
"""A word that comes often counts at most 2.2 times as much as one that comes once."""

B = 0.75
"""Longer records must repeat a word to score the same."""

FLOOR = 0.05
"""Less of the question's weight than this is no answer: a common word alone among several rare ones."""

FLOOR_IN_RANGE = 0.01
"""Where a time was named it has judged already: a common word of the question is enough."""

CONFIDENT = 0.45
"""Less of the question's weight than this is shown as uncertain."""

RECENCY = 0.1
"""Without a time phrase the newest counts up to a tenth more, because people ask about what is near."""

RECENCY_HALF_LIFE_DAYS = 90
_HALF_LIFE_US = RECENCY_HALF_LIFE_DAYS * 86_400_000_000

VAGUE_BOOST = 1.5
"""A record inside a vague window ("the other day") counts half as much again: a hint, not a border."""

BESIDE = 0.3
"""A line gains three tenths of what the line before and the line after it score: answers stand beside questions. The
line after next gains half of that."""

WINDOW = 2
"""So many lines on each side are lent to: one exchange back, one ahead."""

LONG_WORDS = 250
"""A line longer than this lends nothing to its neighbours: it holds many words by chance."""

SESSION = 0.3
"""A line gains three tenths of what its whole conversation scores: one that was about all of it is the right one."""

SPEAKER = 1.3
"""Words of a person whom the question names count a third more; their own name they hardly say."""

OWN_WORDS = 1.1
"""The person's own words count a tenth more: the AI repeats, sometimes wrongly."""

AI_WORDS = 1.2
"""Asked "what did you say", the AI's words count a fifth more instead."""

ASKING = 0.85
"""A line that asks is less likely the answer than one that tells."""

IGNORANT = 0.7
"""A reply that it has or knows nothing is hardly ever what is looked for."""

NUMBER = 1.15
"""Asked how many or how much, a line with a number counts more."""

TIME = 1.2
"""Asked when, a line that names a time counts more."""

THING = 1.3
"""Asked which file, commit, version, link or command, a line that holds one counts more: few do."""

SCATTERED = 0.4
"""A long line whose words stand far apart loses up to two fifths: it counts by its best passage."""

PASSAGE_WORDS = 120
"""About a paragraph."""

SAME_CHARS = 300
"""Lines that begin with the same words for so long say the same."""

POOL = 30
"""So many of the best lines at most lend to their neighbours, and so many after that are read and weighed by what they
say: as many as are shown. Further down that changes little."""

LEAST_POOL = 20
"""Where fewer are shown it is still so many."""

OCCURRENCE_SHARE = 0.6
"""Asked for the first or last time, lines that score this share of the best are the ones to order by time."""


class Ranked(NamedTuple):
    """A line with its final score. `is_beside` marks one that holds no word asked and stands next to one that does.

    `lent` is what its neighbours gave, `conversation` what its conversation scores as a whole, in SCORE_UNITs;
    `factors` are the names and sizes of what else made the score. They tell why, and weigh no more.
    """

    score: int
    match: Match
    is_beside: bool = False
    lent: float = 0.0
    conversation: float = 0.0
    factors: tuple[tuple[str, float], ...] = ()


class Around(NamedTuple):
    """What ranking may look at beyond the matches: the lines beside each of some in its conversation, each with its
    distance (1 = next to it), a line's record, and which terms (masks) stand in each passage of a long one."""

    beside: Callable[[Sequence[Match]], Sequence[Sequence[tuple[int, Match]]]]
    record: Callable[[Match], Record | None]
    passages: Callable[[Match], Sequence[int]]


RANKED = 500
"""So many lines are ranked at most where words are common: beyond that a person waits and learns no more. Of words that
are all common it is the newest lines, those that hold all of them before the rest."""


def leading(frequencies: Sequence[int], share: float) -> int:
    """Return which terms (a mask) lead the search: the rarest, as many as together match at most RANKED lines.

    `share` is which part of the log is searched, 0 to 1. 0 = even the rarest is too common.
    """
    mask, expected = 0, 0.0
    for count, place in sorted((count, place) for place, count in enumerate(frequencies)):
        expected += count * share
        if expected > RANKED:
            break
        mask |= 1 << place
    return mask


class Asked(NamedTuple):
    """What was asked, term by term: each term's weight, which are the question's own words (a mask), and which terms
    stand for which of these (pairs of masks: asked, said)."""

    idf: Sequence[float]
    own: int
    same: Sequence[tuple[int, int]] = ()

    def understood(self, mask: int) -> int:
        """Return which of the question's own words a record says, in these words or others that mean the same."""
        for asked, said in self.same:
            if mask & said == said:
                mask |= asked
        return mask & self.own

    def coverage(self, mask: int) -> float:
        """Return which share of the question's weight a record carries, 0 to 1."""
        total = _weight(self.own, self.idf)
        return _weight(self.understood(mask), self.idf) / total if total else 0.0


def _weight(mask: int, idf: Sequence[float]) -> float:
    return sum(weight for place, weight in enumerate(idf) if mask >> place & 1)


def ranked(
    found: Sequence[Match],
    scores: Sequence[float],
    asked: Asked,
    wanted: Cues,
    speakers: frozenset[int],
    around: Around,
    shown: int,
) -> list[Ranked]:
    """Return the best `shown` matches, given beside their own scores, and of the lines beside them that may answer.

    Ties go to the earlier line, so that every way of finding the matches gives the same order.
    """
    conversation = {
        session: SESSION * SCORE_UNIT * score for session, score in _conversations(found, asked.idf).items()
    }

    def fitted(score: float, match: Match) -> int:
        fit = score + conversation.get(match.session, 0.0)
        return int(fit * SPEAKER) if match.actor in speakers else int(fit)

    close = max(LEAST_POOL, min(shown, POOL))  # so many are looked at closely
    fits = list(map(fitted, scores, found))
    least = heapq.nlargest(max(2 * close, shown), fits)[-1:]  # only the best are worth a key to sort by
    keys = [
        (-fit, found[place].ts_us, found[place].address, place) for place, fit in enumerate(fits) if fit >= least[0]
    ]
    first = [key[-1] for key in sorted(keys)[: max(2 * close, shown)]]
    pool = [found[place] for place in first[:close]]
    places = {match.id: place for place, match in enumerate(found)}
    lent, strangers = _lent(pool, [scores[place] for place in first[:close]], places, around)
    if not wanted.is_question and _is_answered(pool, asked, around):
        strangers = {}
    chosen = {*first, *(places[one] for one in lent if one in places)}
    every = [
        Ranked(fitted(scores[place] + lent.get(found[place].id, 0), found[place]), found[place]) for place in chosen
    ]
    every += [Ranked(fitted(lent[match.id], match), match, True) for match in strangers.values()]
    every.sort(key=_order)
    head = []
    for one in every[:close]:
        match = one.match
        said = [("speaker", SPEAKER)] if match.actor in speakers else []
        weighing = _weighing(match, wanted, asked, around)
        score = int(one.score * math.prod(size for _, size in weighing)) if weighing else one.score
        gained = lent.get(match.id, 0.0), conversation.get(match.session, 0.0)
        head.append(Ranked(score, match, one.is_beside, *gained, (*said, *weighing)))
    head.sort(key=_order)
    head = _said_once(head, around)
    if wanted.occurrence and head:
        head = _by_occurrence(head, wanted.occurrence)
    return (head + every[close:])[:shown]


def _order(one: Ranked) -> tuple[int, int, Address]:
    """Return a key that sorts the better line first: score, then earlier, then smaller address."""
    return -one.score, one.match.ts_us, one.match.address


def _conversations(matches: Sequence[Match], idf: Sequence[float]) -> dict[int, float]:
    """Return what each conversation scores as a whole: each term by in how many of its lines it stands, saturated."""
    alone: dict[int, int] = {}
    several: dict[int, list[int]] = {}
    for match in matches:
        session, mask = match.session, match.terms
        if session not in alone:
            alone[session] = mask
        elif session in several:
            several[session].append(mask)
        else:
            several[session] = [alone[session], mask]
    # In a long history most conversations hold one line of it.
    found = {mask: _of_lines([mask], idf) for mask in set(alone.values())}
    return {
        session: _of_lines(several[session], idf) if session in several else found[mask]
        for session, mask in alone.items()
    }


def _of_lines(masks: Sequence[int], idf: Sequence[float]) -> float:
    counts = [sum(mask >> place & 1 for mask in masks) for place in range(len(idf))]
    return sum(weight * n * (K1 + 1) / (n + K1) for weight, n in zip(idf, counts, strict=True) if n)


def _lent(
    pool: Sequence[Match], scores: Sequence[float], known: Container[int], around: Around
) -> tuple[dict[int, float], dict[int, Match]]:
    """Return what the best lines lend to the lines beside them, and those of these that hold no word asked."""
    lent: dict[int, float] = {}
    strangers: dict[int, Match] = {}
    lending = [(match, score) for match, score in zip(pool, scores, strict=True) if match.words <= LONG_WORDS]
    for (_, score), beside in zip(lending, around.beside([match for match, _ in lending]), strict=True):
        for distance, near in beside:
            lent[near.id] = lent.get(near.id, 0) + BESIDE * score / distance
            if near.id not in known:
                strangers[near.id] = near
    return lent, strangers


def _is_answered(pool: Sequence[Match], asked: Asked, around: Around) -> bool:
    """Say whether one of the best lines holds every word looked up and is no question: then that line is it."""
    whole = [match for match in pool if asked.understood(match.terms) == asked.own][:3]
    records = [around.record(match) for match in whole]
    return any(record is not None and not cues.asks(record.text) for record in records)


def _weighing(match: Match, wanted: Cues, asked: Asked, around: Around) -> list[tuple[str, float]]:
    """Return what a line's text makes of its score: who says it, and whether it asks, tells, counts, names a time or
    passes."""
    record = around.record(match)
    if record is None:
        return []
    factors: list[tuple[str, float]] = []
    if record.role == "user" and not wanted.wants_ai:
        factors.append(("own words", OWN_WORDS))
    if record.role == "assistant" and wanted.wants_ai:
        factors.append(("the AI's words", AI_WORDS))
    if record.role == "assistant" and cues.does_not_know(record.text):
        factors.append(("does not know", IGNORANT))
    if cues.asks(record.text):
        factors.append(("asks", ASKING))
    if (wanted.wants_number or wanted.is_change) and cues.has_number(record.text):
        factors.append(("a number", NUMBER))
    if wanted.wants_time and cues.has_time(record.text):
        factors.append(("a time", TIME))
    if wanted.thing is not None and cues.holds_thing(wanted.thing, record.text):
        factors.append((wanted.thing, THING))
    if match.words > LONG_WORDS and (together := asked.coverage(match.terms)):
        share = max(map(asked.coverage, around.passages(match)), default=0.0) / together
        factors.append(("best passage", 1 - SCATTERED * (1 - share)))
    return factors


def _said_once(head: list[Ranked], around: Around) -> list[Ranked]:
    """Put lines that only say again what a better one says behind the others, so that they do not crowd these out."""
    said: set[str] = set()
    first: list[Ranked] = []
    again: list[Ranked] = []
    for one in head:
        record = around.record(one.match)
        heard = "" if record is None else " ".join(record.text[:SAME_CHARS].casefold().split())
        (again if heard in said else first).append(one)
        if heard:
            said.add(heard)
    return first + again


def _by_occurrence(head: list[Ranked], occurrence: str) -> list[Ranked]:
    """Put the lines that fit well in the order of their time, the first or the last one foremost."""
    least = head[0].score * OCCURRENCE_SHARE
    fitting = [one for one in head if one.score >= least and not one.is_beside]
    fitting.sort(key=lambda one: (one.match.ts_us, one.match.address), reverse=occurrence == "last")
    there = {one.match.id for one in fitting}
    return fitting + [one for one in head if one.match.id not in there]


def weights(frequencies: Sequence[int], records: int) -> list[float]:
    """Return each term's inverse document frequency; a term that stands nowhere weighs most."""
    return [math.log(1 + (records - min(n, records) + 0.5) / (n + 0.5)) for n in frequencies]


def bm25(idf: Sequence[float], mean_words: float) -> Score:
    """Return the scoring function for these terms, in SCORE_UNITs."""
    return Score([SCORE_UNIT * (K1 + 1) * weight for weight in idf], K1 * (1 - B), K1 * B / mean_words)


def recency(ts_us: int, now_us: int) -> float:
    """Return the factor for age, from 1 + RECENCY (now or later) down to 1 (long ago)."""
    age_us = now_us - ts_us
    factor: float = 1 + RECENCY * 0.5 ** (age_us / _HALF_LIFE_US if age_us > 0 else 0.0)
    return factor
