"""The forms a time phrase can take before anyone asks what day it is.

Owns the small set of shapes between grammar and resolver. Every form is immutable and knows no clock, no zone and no
language; a form that cannot be resolved (31 February) is refused later, never repaired.

Units are "second", "minute", "hour", "day", "workday", "week", "fortnight",
"quincena" (half a month), "weekend", "month", "quarter", "half",
"season", "year", "fiscal", "decade", "century". Weekdays count from Monday = 0. A year below 100 was written with two
digits. Offsets count calendar periods from the running one: -1 is the one before.
"""

from __future__ import annotations

from lossless_memory.typed import NamedTuple, TypeAlias


class Weekdays(int):
    """A weekday said in the plural: on Mondays. It is the number of that weekday."""

    __slots__ = ()


class Day(NamedTuple):
    """Today plus `offset` days."""

    offset: int


class Date(NamedTuple):
    """Calendar fields as far as they were said; what is missing is the latest that has begun."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    other: tuple[int, int] | None = None  # (month, day) of the other reading of 03/04
    finished: bool = False  # "last March": not the running one
    swapped: bool = False  # 20/8, where the month is said first: the numbers fit only the other order


class Weekday(NamedTuple):
    """A weekday: `back` 1 is the latest before today, 2 the one before; 0 that of this week, -1 that of the next.

    `before_yesterday`: "the previous Wednesday", where yesterday would have been called so. `standing`: "my Tuesday
    group", which may be any of them. `said_last`: "last Friday", which as the end of a range is a definite day, too.
    """

    weekday: int
    back: int = 1
    before_yesterday: bool = False
    standing: bool = False
    said_last: bool = False


class Period(NamedTuple):
    """A whole calendar period, `offset` periods from the running one."""

    unit: str
    offset: int = 0
    rolling: bool = False  # "the last week": rather the seven days up to now


class Season(NamedTuple):
    """Spring 0, summer 1, autumn 2, winter 3; of a year, else `back` seasons of that name ago (0 = last begun)."""

    season: int
    year: int | None = None
    back: int = 0


class Quarter(NamedTuple):
    """The n-th part of a year: quarters of three months, halves of six; fiscal years begin in April."""

    number: int
    parts: int = 4
    year: int | None = None
    fiscal: bool = False


class Holiday(NamedTuple):
    """A feast by its key in holidays.py; of a year, else `back` feasts ago (0 = the last begun)."""

    key: str
    year: int | None = None
    back: int = 0


class WeekNumber(NamedTuple):
    """ISO 8601 week of a year."""

    number: int
    year: int | None = None


class Years(NamedTuple):
    """A decade or century: `length` years from `first`; below 100 it was written with two digits."""

    first: int
    length: int


class Within(NamedTuple):
    """`inner` as it falls in `outer`: Friday of last week, September of last year, the 11th of last month."""

    inner: Node
    outer: Node


class Nth(NamedTuple):
    """The n-th (-1 = last) unit, or weekday, of `outer`; `together` units in one ("the first ten days")."""

    number: int
    unit: str | int
    outer: Node
    together: int = 1


class Each(NamedTuple):
    """Every such weekday, or weekend, of `outer`."""

    weekday: int | None  # None: the weekend
    outer: Node


class Section(NamedTuple):
    """A stretch of `outer`: early, mid, late, start, end, first-half, so-far … (sections.py knows them)."""

    which: str
    outer: Node
    loose: bool = False  # "the end of the month": of the running one if it has begun, else of the one before


class Ago(NamedTuple):
    """Whole amounts before (sign -1) or after `anchor`, else now. `vague`: about, few, couple or ""."""

    amounts: tuple[tuple[int, str], ...]
    vague: str = ""
    anchor: Node | None = None
    sign: int = -1
    low: int = 0  # "2 or 3 days ago": the smaller number, the larger stands in amounts


class Rolling(NamedTuple):
    """The last (sign -1) or next amounts of time, up to or from now."""

    amounts: tuple[tuple[int, str], ...]
    vague: str = ""
    sign: int = -1


class Lasting(NamedTuple):
    """From the beginning of `start` for some amounts of time."""

    start: Node
    amounts: tuple[tuple[int, str], ...]


class Around(NamedTuple):
    """A window around a time: `days` either side, else as wide as its grain asks for."""

    inner: Node
    days: int = 0


class Containing(NamedTuple):
    """The week, weekend or year a day falls in."""

    inner: Node
    unit: str = "week"


class Window(NamedTuple):
    """A vague stretch: `days` before today, else `hours` up to now, else from `recent_days` back to now."""

    days: int = 0
    hours: int = 0
    recent_days: int = 0


class Part(NamedTuple):
    """A part of a day by its name in resolve.PARTS."""

    name: str


class Clock(NamedTuple):
    """A clock time, hours 0-29; `meridian` "am", "pm" or "" as it was said; `about` = give or take an hour."""

    hour: int
    minute: int | None = None
    second: int | None = None
    meridian: str = ""
    about: bool = False
    digital: bool = False  # written 09:30 or 九時: twenty-four hours, not to be moved to the afternoon
    part: str = ""  # the part of day it was said with: "2 at night"
    either: bool = False  # 3時: the early hour as it is written, but the afternoon is how it may have been meant
    offset: int | None = None  # minutes from UTC where the zone was said; else the zone of asking


class Offset(NamedTuple):
    """A zone said behind a clock time, in minutes from UTC."""

    minutes: int


class ClockRange(NamedTuple):
    """From one clock time to another, the second not included."""

    first: Clock
    last: Clock


class ClockOpen(NamedTuple):
    """A clock time with an open side: before 5pm, 3pm or later; `within` a part of day: last night before 12.

    "just before" and "just after" are the hour beside it.
    """

    kind: str
    clock: Clock
    within: str = ""


class At(NamedTuple):
    """A time of day on a day, or on each day of a longer period; `day` None = its latest occurrence."""

    day: Node | None
    time: Time


class Span(NamedTuple):
    """From one time to another, both named ends included; the second is the first at or after the first."""

    first: Node
    last: Node


class Open(NamedTuple):
    """Since, from, after, before or until a time; `include` = the named time itself belongs to it."""

    kind: str
    node: Node
    include: bool = False


class Beside(NamedTuple):
    """The first such weekday, or weekend, before (sign -1) or after a time: the Monday after Christmas."""

    weekday: int | None  # None: the weekend
    anchor: Node
    sign: int


class Several(NamedTuple):
    """Several disjoint times: Monday or Tuesday."""

    nodes: tuple[Node, ...]


class Except(NamedTuple):
    """A time without a part of it: last week except Friday; `outer` None = any time up to now."""

    outer: Node | None
    inner: Node


class Now(NamedTuple):
    """This very moment."""


Time: TypeAlias = Part | Clock | ClockRange | ClockOpen
Node: TypeAlias = (
    Day
    | Date
    | Weekday
    | Period
    | Season
    | Quarter
    | Holiday
    | WeekNumber
    | Years
    | Within
    | Nth
    | Each
    | Section
    | Ago
    | Rolling
    | Lasting
    | Around
    | Containing
    | Window
    | At
    | Span
    | Open
    | Beside
    | Several
    | Except
    | Now
)
