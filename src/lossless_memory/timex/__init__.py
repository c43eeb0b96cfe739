"""From the time words of a question to the intervals a person means.

`parse` is all there is to call; it knows no clock, no log and nothing else of the program. It reads English, Japanese
and Spanish, looks back rather than forward, and says how it read each phrase. Conventions stand in docs/timex.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo

from lossless_memory.typed import NamedTuple

__all__ = ["Interval", "Parsed", "parse"]

_WEEK_STARTS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDERS = ("dmy", "mdy", "ymd")


class Interval(NamedTuple):
    """One stretch of time a phrase means.

    `start` and `end` are aware UTC, half-open; None is an open side. `span` are offsets into the text as it was given.
    `grain` is the unit the phrase spoke in ("day", "part", "month" …). A `vague` interval is a window to prefer, not a
    border. `future`: it begins at `now` or after. `time_of_day_only`: a time of day came without a date and was read as
    its latest occurrence. `others`, `language` and `zone` are what `alternatives` and `reading` are made of when asked.
    `place` is (1, 2) for the first of the two stretches of a phrase. `named`: the phrase is a name as much as a time, a
    feast or "the Tuesday group", so that what was said of it at another time names it as well.
    """

    start: datetime | None
    end: datetime | None
    span: tuple[int, int]
    phrase: str
    grain: str
    vague: bool
    future: bool
    time_of_day_only: bool
    others: tuple[tuple[datetime | None, datetime | None], ...]
    language: str
    zone: tzinfo
    place: tuple[int, int] = (1, 1)
    named: bool = False

    @property
    def alternatives(self) -> tuple[tuple[datetime | None, datetime | None], ...]:
        """Other readings, as (start, end)."""
        from .zone import interval

        found: list[tuple[datetime | None, datetime | None]] = []
        for start, end in self.others:
            try:
                sides = interval(start, end, self.zone)
            except OverflowError:
                continue
            if sides != (self.start, self.end) and sides not in found:
                found.append(sides)
        return tuple(found)

    @property
    def reading(self) -> str:
        """One sentence, in the language of the question, saying how the phrase was read, in local time."""
        from .reading import sentence

        return sentence(
            self.phrase, self.start, self.end, self.zone, self.language, self.vague, self.future, self.place
        )


class Parsed(NamedTuple):
    """The intervals of a text in the order of their phrases, and the text without the phrases.

    `impossible` are phrases that name a day there is not, such as 31 November; they stay in `rest`.
    """

    intervals: tuple[Interval, ...]
    rest: str
    impossible: tuple[str, ...] = ()


def parse(
    text: str,
    *,
    now: datetime,
    timezone: str | tzinfo,
    languages: Sequence[str] = ("en", "ja", "es"),
    week_start: str = "monday",
    date_order: str | None = None,
) -> Parsed:
    """Find the time phrases of a question and say which intervals they mean.

    `now` is the moment of asking, aware. `timezone` is an IANA name or a tzinfo: days and hours are those of this zone.
    `date_order` ("dmy", "mdy", "ymd") says how 03/04 is read; None leaves it to each language. What can be read in two
    ways is the latest that has begun. Any text is accepted.

    Raises ValueError for a `now` without zone, an unknown zone, language, week start or date order.
    """
    if now.tzinfo is None:
        raise ValueError("now has no time zone; give an aware datetime, such as datetime.now(UTC)")
    if week_start not in _WEEK_STARTS:
        raise ValueError(f"a week cannot start on {week_start!r}; give the English name of a weekday, such as monday")
    if date_order is not None and date_order not in _ORDERS:
        raise ValueError(f"the date order {date_order!r} is not known; give one of {', '.join(_ORDERS)}")
    if not _late:
        from .pipeline import find

        _late.append(find)
    return Parsed(*_late[0](text, now, timezone, tuple(languages), _WEEK_STARTS.index(week_start), date_order))


_late: list[
    Callable[..., tuple[tuple[Interval, ...], str, tuple[str, ...]]]
] = []  # what reads, loaded with the first question
