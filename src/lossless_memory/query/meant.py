"""What meaning adds where words fail: lines that are near in sense, each checked against the log before it is shown.

Two cut-offs: what is near, what may be (it carries `low_confidence`), and what is far and dropped. The weights are few,
round and set by hand. Knows no layers.

Promise: P20
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.search import SCORE_UNIT, Address, Match, Searcher, Span
from lossless_memory.paths import is_inside
from lossless_memory.query.asking import Options
from lossless_memory.query.look import Look, Picked
from lossless_memory.query.question import Question
from lossless_memory.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lossless_memory.index.meaning.sense import Sense

NEAR = 0.4
"""As like as this and what is meant is the same thing."""

FAR = 0.22
"""Less like than this and it is about something else."""

INSIDE = 10
"""So many lines of a range are shown for their meaning."""

OUTSIDE = 5
"""So many lines from outside the range are shown, where it holds nothing of what was asked."""

LOOKED_AT = 60
"""So many of the nearest lines are looked at without a range."""

FEW_WORDS = 0.25
"""Where even the best lines hold less of the question than this, words have failed."""

BY_FEW_WORDS = 1 / 3
"""Then they count a third and as much more as they hold of the question, and meaning the rest.

Else they alone decide the order, and what only meaning finds stands behind.
"""


class Meant(NamedTuple):
    """A line found by its meaning, and how like the question it is."""

    match: Match
    likeness: float

    @property
    def is_unsure(self) -> bool:
        """Say whether it only may be what was meant."""
        return self.likeness < NEAR


class Meaning:
    """Looks for one question by its meaning."""

    def __init__(self, sense: Sense, question: Question, searcher: Searcher, look: Look, options: Options) -> None:
        """Ask nothing yet."""
        self._sense, self._searcher, self._look, self._options = sense, searcher, look, options
        text = question.text
        for one in question.intervals:  # the time has been taken care of
            text = text.replace(one.phrase, " ")
        self._text = " ".join(text.split()) or question.text
        self.trouble: str | None = None

    def says(self, *, is_shown: bool) -> str | None:
        """Return what should be said about it: why it could not be asked, or what measured the lines shown."""
        if self.trouble or not is_shown:
            return self.trouble
        return f"Nearness in meaning was measured by {self._sense.made_by}."

    def found(self, spans: Sequence[Span], limit: int, without: Sequence[Span] = ()) -> list[Meant]:
        """Return the lines in the spans that are near, nearest first, none of them in the spans to do `without`."""
        found: list[Meant] = []
        try:
            near = self._sense.near(self._text, spans, LOOKED_AT + limit)
        except MeaningUnusable as error:
            self.trouble = f"Meaning was not looked at: {error} {error.next_step}".strip()
            return []
        for one in near:
            if one.likeness < FAR or len(found) >= limit:
                break
            match = self._there(one.address, one.own)
            if match is None or any(span.holds(match.ts_us) for span in without):
                continue
            if any(span.holds(match.ts_us) for span in spans):
                found.append(Meant(match, one.likeness))
        return found

    def _there(self, address: Address, own: int) -> Match | None:
        """Return the line at an address, if its text is what was embedded and it is what may be shown."""
        from lossless_memory.index.meaning.passages import digest

        at = self._searcher.at(address)
        if at is None or at[1] is not None or not self._look.is_visible(at[0]):
            return None
        record, filters = self._look.record(at[0]), self._look.filters
        if record is None or digest(record.text) != own or record.type not in filters.types:
            return None
        origin = record.origin or {}
        if origin.get("kind") == "injected" or (origin.get("agent") is not None and not filters.with_agents):
            return None
        if filters.roles is not None and record.role not in filters.roles:
            return None
        if filters.actor not in (None, record.actor) or filters.session not in (None, record.session):
            return None
        is_there = self._options.scope is None or is_inside(origin.get("cwd"), self._options.scope)
        return at[0] if is_there else None


def is_needed(picked: Picked, limit: int) -> bool:
    """Say whether meaning could change what is shown: where words serve and fill the answer, its lines stand behind."""
    return picked.covered < FEW_WORDS or len(picked.shown) < limit


def blended(picked: Picked, found: Sequence[Meant], limit: int) -> Picked:
    """Return what words and meaning find together; what was found by words keeps its name and flags.

    Where words have failed: by the weighted sum of both scores, each as a share of its best. Else the lines found by
    words keep their order, and the others stand behind.
    """
    if not found:
        return picked
    share = BY_FEW_WORDS + picked.covered if picked.covered < FEW_WORDS else 1.0
    best = max(picked.scores.values(), default=0) or SCORE_UNIT
    nearest = max(found[0].likeness, NEAR)
    like = {one.match.address: (one.likeness - FAR) / (nearest - FAR) for one in found}
    matches: Mapping[Address, Match] = {one.address: one for one in [*picked.shown, *(one.match for one in found)]}
    order = {address: place for place, address in enumerate(matches)}

    def score(address: Address) -> float:
        if share == 1.0:
            return float(address in picked.scores)
        return share * picked.scores.get(address, 0) / best + (1 - share) * like.get(address, 0.0)

    chosen = sorted(matches, key=lambda address: (-score(address), order[address]))[:limit]
    by_words = {one.address for one in picked.shown}
    meant = {one.match.address: one.is_unsure for one in found if one.match.address not in by_words}
    return picked._replace(
        shown=[matches[address] for address in chosen],
        meant={address: meant[address] for address in chosen if address in meant},
    )
