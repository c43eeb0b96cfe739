"""The answer to a question: the lines found, and everything a person should know about where they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from lossless_memory.log.read import Locator
from lossless_memory.record import Record
from lossless_memory.typed import NamedTuple


class Interval(NamedTuple):
    """A stretch of time that was asked for: [start, end), aware UTC, None = open, and how it was read."""

    start: datetime | None
    end: datetime | None
    phrase: str
    reading: str
    vague: bool = False


class Why(NamedTuple):
    """What made a line rank where it does: the parts that were added, then the factors that were multiplied.

    `words` are the words asked that it holds, with the weight of each (rare words weigh more). The score is about
    (`by_words` × the factors of time + `by_neighbours` + `by_conversation`) × the other factors.
    """

    score: float
    words: Mapping[str, float]
    by_words: float
    by_neighbours: float
    by_conversation: float
    factors: Mapping[str, float]


class Hit(NamedTuple):
    """A line of the log in an answer.

    `ts` is the canonical instant it is shown at, which is the record's own unless it stands for an earlier version.
    `rank` 1 is the most relevant; `match` is "exact", "meaning" or "context". `why` is there where it was asked for.
    """

    record: Record
    locator: Locator
    ts: str
    rank: int
    match: str = "exact"
    low_confidence: bool = False
    outside: bool = False
    why: Why | None = None

    @property
    def kind(self) -> str | None:
        """The finer kind the source gave, such as typed or reply."""
        return (self.record.origin or {}).get("kind")

    @property
    def source(self) -> str | None:
        """The source it was read from."""
        return (self.record.origin or {}).get("source")

    @property
    def is_time_inherited(self) -> bool:
        """Say whether the time is not the line's own: its source gave none that could be read."""
        return (self.record.origin or {}).get("time") == "inherited"

    @property
    def trust(self) -> str:
        """Whose words these are, from role and kind: "person", "assistant", "tool" or "other" (DESIGN §3)."""
        record = self.record
        if record.type == "action":
            return "tool"
        if record.role == "user" and record.type == "text":
            return "person"
        return "assistant" if record.role == "assistant" else "other"


class Answer(NamedTuple):
    """What a question found. `hits` stand in time order; `total` counts all that matched in the searched range;
    where `is_total_exact` is not set, the words are so common that there are more, and `days` covers those counted.

    `layer` is the deepest layer that served: "exact", "relaxed" or "none". `days` counts matches by the person's
    local day. `searched` is the range that was searched, None = open. `behind_b` is how many bytes of the log the
    index does not know yet.
    """

    question: str
    now: datetime
    timezone: str
    intervals: Sequence[Interval]
    searched: Sequence[tuple[datetime | None, datetime | None]]
    terms: Sequence[str]
    layer: str
    total: int
    days: Mapping[str, int]
    held_back: Mapping[str, int]
    through: str | None
    behind_b: int
    notes: Sequence[str]
    ask: str | None
    next: Locator | None
    hits: Sequence[Hit]
    is_total_exact: bool = True
