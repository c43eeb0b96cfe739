"""A day joined with a time of day, and times joined into ranges, open sides and lists.

Owns the last rules of the cascade, which end in J (a time on a day) and I (a range or list), and the choice of what is
left as an answer.
"""

from __future__ import annotations

from lossless_memory.timex.daytime import PARTS
from lossless_memory.timex.ir import (
    Ago,
    At,
    Clock,
    ClockOpen,
    ClockRange,
    Date,
    Day,
    Holiday,
    Node,
    Now,
    Open,
    Part,
    Period,
    Rolling,
    Season,
    Section,
    Several,
    Span,
    Weekday,
    Window,
    Within,
    Years,
)
from lossless_memory.timex.tokens import Token
from lossless_memory.typed import Any, NamedTuple

from . import spread
from .engine import Found, Rule, rule
from .kinds import MEALS, is_month, is_week, is_weekend

RULES: list[Rule] = []

_TIME = "[pPK9G8]"
_LAST_NIGHTS = frozenset({"night", "late night", "late last night"})
_SMALL = frozenset({"madrugada", "small hours"})  # of the last night, they were today's
_EARLY = frozenset({"morning", "madrugada", "small hours"})


@rule(RULES, r"T?(?P<k>[tl])(?P<p>[pP])|T?(?P<p2>p)(?P<l>l)(?![UWMSVH])", "J", "tl")
def _this_part(found: Found) -> Node | None:
    """This morning, la madrugada pasada."""
    if found["p2"] is not None and found["l"] != "gone":
        return None
    if found.kind("k") == "l" and found["p"].name in MEALS:
        return None  # the last dinner with her
    if (found["p"] or found["p2"]).name in _SMALL:
        return At(Day(0), found["p"] or found["p2"])
    return At(Day(0 if found.kind("k") == "t" else -1), found["p"] or found["p2"])


@rule(RULES, r"(?P<j>J)[,iO@]{0,2}T?(?P<t>[K9G8])|(?P<t2>[K9G8])[,iO]?(?P<j2>J)|(?P<n>n)(?P<j3>J)", "J", "J K9G8n")
def _clock_in_part(found: Found) -> Node | None:
    """Tonight at 8, 今朝の7時."""
    at: At = next(token.value for token in found.within() if token.kind == "J")
    time = (
        found["t"] or found["t2"] or (Clock(found["n"]) if found["n"] is not None and 1 <= found["n"] <= 12 else None)
    )
    if not isinstance(at, At) or time is None:
        return None
    return At(at.day, in_part(time, at.time.name)) if isinstance(at.time, Part) else None


def in_part(time: object, part: str) -> Part | Clock | ClockRange | ClockOpen:
    """Let a clock time take the half of the day from the part of day it was said with."""
    if isinstance(time, Clock):
        if part in _LAST_NIGHTS and time.part in _EARLY and (time.hour < 6 or time.hour == 12):
            return time._replace(hour=time.hour % 12 + 24, part="", digital=True)  # last night at two in the morning
        return (
            time._replace(part=time.part or part)
            if not time.meridian
            else time._replace(part=part if part in {"night", "tonight"} else "")
        )
    if isinstance(time, ClockRange):
        return ClockRange(in_part(time.first, part), in_part(time.last, part))  # type: ignore[arg-type]
    if isinstance(time, ClockOpen):
        return ClockOpen(time.kind, in_part(time.clock, part), part)  # type: ignore[arg-type]
    assert isinstance(time, Part)
    return time


_DAYS = (Ago, Date, Day, Weekday, Within)


@rule(
    RULES,
    r"(?P<a>D)[&|](?:OT?|T)?(?:(?P<b>D)|TUe)(?:[iO]{1,2}T?(?P<p>p)|(?P<q>P)|(?P<k>9))",
    "I",
    "D &| pP9",
)
def _days_in_part(found: Found) -> Several | None:
    """昨日か今日の朝, yesterday or the day before in the evening, yesterday or today at 3."""
    first, last = found["a"], found["b"]
    time = found["p"] or found["q"] or found["k"]
    if last is None and isinstance(first, Day):
        unit = next(token.value for token in found.within() if token.kind == "U")
        last = Day(first.offset - 1) if unit == "day" else None
    if not isinstance(first, _DAYS) or not isinstance(last, _DAYS) or (isinstance(time, Part) and time.name in MEALS):
        return None
    return Several((At(first, time), At(last, time)))


@rule(RULES, rf"(?P<d>D)[i,O@d]{{0,2}}T?q?(?P<t>{_TIME})|T?(?P<t2>{_TIME})[iO,]{{0,2}}T?(?P<d2>D)", "J", "D pPK9G8")
def _on_day(found: Found) -> Node | None:
    """The budget on 3 March in the evening; 3月3日の夜; 3pm on the 14th."""
    day = found["d"] if found["d"] is not None else found["d2"]
    time = found["t"] or found["t2"]
    if found.kind("t2") in {"p", "P"} and found.ahead()[:1] in {"p", "P"}:
        return None  # the sunset on Saturday night
    if isinstance(time, Part) and time.name in MEALS and _is_food(found) and not _is_during(found):
        return None  # yesterday's dinner, lunch yesterday: a meal told of at any hour
    return At(day, time)


def _is_during(found: Found) -> bool:
    """昨日の夕食の時: the meal is when, not what."""
    end = found.match.end()
    return end < len(found.tokens) and found.tokens[end].value == "during"


def _is_food(found: Found) -> bool:
    letters = found.match.group().lstrip("T")
    own = found.tokens[found.match.start() + 1] if len(letters) > 2 else _EDGE
    return letters in {"pD", "piD", "piTD"} or (letters == "Dip" and own.value in {"", "no"})


@rule(RULES, r"(?P<d>D)i(?P<m>D)(?![i,&|])", "J", "D i")
def _morning_of(found: Found) -> At | None:
    """Ayer de mañana, where mañana is no tomorrow."""
    day = found["d"]
    is_past = (isinstance(day, Day) and day.offset < 1) or (isinstance(day, Weekday) and day.back > 0)
    return At(day, Part("morning")) if is_past and found["m"] == Day(1) else None


@rule(RULES, r"(?P<d>D)(?P<a>n)(?P<b>n)(?![U])", "J", "D n")
def _on_day_spoken(found: Found) -> Node | None:
    """March eighteenth nine thirty."""
    if 1 <= found["a"] <= 12 and 10 <= found["b"] <= 59:
        return At(found["d"], Clock(found["a"], found["b"]))
    return None


@rule(
    RULES,
    r"(?P<j>J)[i,O@]{0,2}T?(?P<t>[K9G8])|(?P<t2>[K9G8])[,iO]?(?P<j2>J)|(?P<j3>J)[,iO]{0,2}T?(?P<p>[pP])",
    "J",
    "J pPK9G8",
)
def _in_part_of_day(found: Found) -> Node | None:
    """Tuesday night at 9."""
    at = found["j"] or found["j2"] or found["j3"]
    if not isinstance(at, At):
        return None
    if found["p"] is not None:
        is_clock = isinstance(at.time, (Clock, ClockRange, ClockOpen))
        return At(at.day, in_part(at.time, found["p"].name)) if is_clock else None
    time = found["t"] or found["t2"]
    if isinstance(at.time, Part):
        return At(at.day, in_part(time, at.time.name))
    return None


@rule(RULES, r"(?P<j>J)O?T?(?P<d>D)|(?P<d2>D)(?P<j2>J)", "J", "J D")
def _overnight(found: Found) -> At | None:
    """Overnight on Sunday."""
    at = found["j"] if found["j"] is not None else found["j2"]
    if not isinstance(at, At) or at.time != Part("overnight"):
        return None
    return At(found["d"] if found["d"] is not None else found["d2"], at.time)


@rule(RULES, r"(?P<j>J)[i,O]{0,2}T?(?P<p>[pP])|(?P<p2>[pP])[iO,]{0,2}T?(?P<j2>J)", "J", "J pP")
def _deep_in_night(found: Found) -> Node | None:
    """Last night after midnight: the small hours that follow that night's day; first thing this morning."""
    at = found["j"] if found["j"] is not None else found["j2"]
    part = found["p"] or found["p2"]
    if not isinstance(at, At) or not isinstance(at.time, Part) or at.day is None:
        return None
    if part.name in {"small hours", "madrugada"} and "night" in at.time.name:
        return At(Ago(((1, "day"),), "", at.day, 1), part)
    if part.name in _SMALL and at.time.name == "morning":
        return At(at.day, part)  # the early hours of this morning
    return At(at.day, part) if part.name in {"first thing", "late night"} or part.name.endswith(at.time.name) else None


@rule(RULES, r"(?P<w>[wrsi]?)(?P<a>J)(?P<b>J)", "I", "J")
def _from_until(found: Found) -> Span | None:
    """From 9am Monday until 5pm Tuesday."""
    first, last = found["a"], found["b"]
    if not isinstance(first, At) or not isinstance(last, At) or not isinstance(last.time, ClockOpen):
        return None
    begin = first.time
    if isinstance(begin, ClockOpen):
        begin = begin.clock if begin.kind == "since" else begin
    if last.time.kind != "until" or not isinstance(begin, Clock) or last.day is None:
        return None
    return Span(At(first.day, begin), At(last.day, last.time.clock))


@rule(RULES, r"(?P<q>q)[iO]?T?(?P<j>J)", "J", "q")
def _early_in_part(found: Found) -> Node | None:
    """Early this morning, late on Monday night."""
    at = found["j"]
    shade = {"start": "early", "end": "late", "mid": "mid"}.get(found["q"], found["q"])
    if not isinstance(at, At) or not isinstance(at.time, Part):
        return None
    name = f"{shade} {'night' if at.time.name == 'tonight' else at.time.name}"
    return At(at.day, Part(name)) if name in PARTS else None


@rule(RULES, r"(?P<q>q)[iO]?T?(?P<d>D)", "J", "q")
def _early_on_day(found: Found) -> Node | None:
    """Late on Friday."""
    return Section(found["q"], found["d"])


@rule(
    RULES,
    r"(?:(?P<p>[pP])[iO,]{0,2}|(?P<k>K)[iO]{1,2})T?(?P<z>Z)|(?P<z2>Z)(?:[i,O]{0,2}T?(?P<p2>[pP])|[iO@]{1,2}T?(?P<k2>K))",
    "J",
    "pPK Z",
)
def _each_day(found: Found) -> Node | None:
    """Mornings last week, 先週の朝."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    time = found["p"] or found["p2"] or found["k"] or found["k2"]
    is_third = isinstance(outer, Section) and is_month(outer.outer)  # 9月上旬の夜
    return At(outer, time) if is_week(outer) or is_weekend(outer) or is_third else None


@rule(RULES, r"(?P<x>I)(?P<i>i?)(?P<t>[pPK])", "I", "I pPK")
def _on_each_day(found: Found) -> Node | None:
    """先週の平日の夕方, 先週の火曜と木曜の夜, この前の夜."""
    node, time = found["x"], found["t"]
    if (found["i"] != "no" and (found.kind("i") or not isinstance(node, Window))) or (
        isinstance(time, Part) and time.name in MEALS
    ):
        return None
    if isinstance(node, Several) and all(isinstance(one, _ONE_DAY) for one in node.nodes):
        return Several(tuple(At(one, time) for one in node.nodes))
    is_days = isinstance(node, Span) and isinstance(node.first, _ONE_DAY) and isinstance(node.last, _ONE_DAY)
    return At(node, time) if is_days or (isinstance(node, Window) and node.days) else None


_ONE_DAY = (Day, Weekday, Date, Within, Ago)


RULES += spread.RULES


@rule(RULES, r"(?P<j>J)[,iO@]{0,2}T?(?P<t>[K9G8])", "J", "J K9G8")
def _clock_in_part_of_week(found: Found) -> At | None:
    """Friday morning last week at 10."""
    at, time = found["j"], found["t"]
    if not isinstance(at, At) or not isinstance(at.time, Part):
        return None
    return At(at.day, in_part(time, at.time.name))


@rule(
    RULES,
    r"(?P<j>J)(?P<more>(?:,[K9n]){0,3},?[&|]@?T?(?:[K9]|n(?=[_,;.i]|$)))"
    r"|(?P<less>[K9](?:,[K9n]){0,3}),?[&|](?:(?P<j2>J)|(?P<n>n)[iO]?T?(?P<d>D))",
    "I",
    "K9n &| JD",
)
def _clocks_of_day(found: Found) -> Several | None:
    """Yesterday at 9 and 11, ayer a las 9 o a las 10, at 9, 11 and 3 yesterday."""
    group = "more" if found["j"] is not None else "less"
    clocks: list[Any] = [one.value if one.kind != "n" else _hour(one.value) for one in found.of(group, "K9n")]
    at = found["j"] if found["j"] is not None else found["j2"]
    if found["n"] is not None and (last := _hour(found["n"])):
        at = At(found["d"], last)
    if not isinstance(at, At) or not isinstance(at.time, Clock) or at.day is None or None in clocks:
        return None
    others = [At(at.day, in_part(clock, at.time.part) if at.time.part else clock) for clock in clocks]
    return Several((at, *others) if group == "more" else (*others, at))


def _hour(number: int) -> Clock | None:
    return Clock(number) if 1 <= number <= 12 else None


@rule(RULES, r"(?P<j>J),?(?P<y>y)(?![xU])", "J", "J y")
def _year_after_clock(found: Found) -> Node | None:
    """Oct 26 15:50:06 2016, Christmas morning 2024."""
    at = found["j"]
    if isinstance(at, At) and isinstance(at.day, Date | Holiday) and at.day.year is None:
        return At(at.day._replace(year=found["y"]), at.time)
    return None


@rule(RULES, r"(?P<a>D)(?P<g>[dF&])(?P<n>n)3?(?P<b>D)", "I", "dF& n D")
def _days_with_weekdays(found: Found) -> Span | Several | None:
    """12/3(木)~5(土), 12/3(木)と5(土)."""
    first, day, weekday = found["a"], found["n"], found["b"]
    if not isinstance(first, Date) or first.day is None or first.weekday is None or not isinstance(weekday, Weekday):
        return None
    if not first.day < day <= 31 or weekday != Weekday(weekday.weekday):
        return None
    last = first._replace(day=day, weekday=weekday.weekday, other=None)
    first = first._replace(other=None)
    return Several((first, last)) if found.kind("g") == "&" else Span(first, last)


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>[DZJ0yK])(?P<g>[gud&F|@])B?,?T?(?P<b>[DZJ0y]|K)(?P<e>B?)", "I", "DZJ0y gud&F|@")
def _range(found: Found) -> Node | None:
    """From Monday to Wednesday, 月曜から水曜まで, between May and June; or two times in a list."""
    joint, prefix = found.kind("g"), found.kind("w")
    first, last = found["a"], found["b"]
    if joint == "@" and not prefix:
        return None
    if found.kind("b") == "y" and joint in "&|" and prefix != "w":
        return spread.of_another_year(first, last) if found.ahead()[:1] not in {"x", "U", "n", ":"} else None
    if "y" in (found.kind("a"), found.kind("b")) and not prefix and found.kind("a") != "Z":
        return None
    if found.kind("a") == "y":
        first = Date(first)
    if found.kind("b") == "y":
        last = Date(last)
    if joint in "|&" and isinstance(first, Day) and first == last:
        last = Day(first.offset - 1)  # yesterday or the day before
    if joint == "|" or (joint == "&" and prefix != "w" and not found.kind("e")):
        return spread.both(first, last) if {found.kind("a"), found.kind("b")} <= {"D", "J", "Z"} else None
    if joint == "g" and not prefix and spread.is_later(first, last):
        return Several((first, last))  # this week compared to last week
    if found.kind("a") == "0" and found.kind("b") in {"0", "K"}:
        return Span(Now(), At(None, last)) if found.kind("b") == "K" and prefix else None
    if found.kind("a") == "K":
        if isinstance(last, At) and isinstance(last.time, Clock):
            return At(last.day, ClockRange(first, last.time))  # from 2pm until 15:32 on the 23rd
        return Span(At(None, first), last) if found.kind("b") == "0" and prefix else None
    if found.kind("b") == "K":
        if not isinstance(first, At) or not isinstance(first.time, Clock):
            return None
        return At(first.day, ClockRange(first.time, last))
    return Span(first, last)


@rule(RULES, r"[ri](?P<a>[DZy])(?P<b>Z)", "I", "ri Z")
def _range_to_section(found: Found) -> Span | None:
    """De abril a finales de junio, where "a" belongs to the words that say which part."""
    first, last = found["a"], found["b"]
    if not isinstance(last, Section):
        return None
    return Span(Date(first) if found.kind("a") == "y" else first, last)


@rule(RULES, r"r(?P<x>[DZJ])O(?![A-Wa-z])", "I", "r")
def _from_on(found: Found) -> Open:
    """From Monday on."""
    return Open("since", found["x"])


@rule(RULES, r"(?P<i>I),?[&,](?P<n>N)(?![mhUyn%])", "I", "I N")
def _two_ranges(found: Found) -> Several | None:
    """April 3-5 and 10-12."""
    node, (first, last, text, _) = found["i"], found["n"]
    if not isinstance(node, Span) or "-" not in text or not 1 <= first < last <= 31:
        return None
    begin = node.last
    if not isinstance(begin, Date) or begin.month is None or begin.day is None or begin.day >= first:
        return None
    return Several((node, Span(begin._replace(day=first), begin._replace(day=last))))


_JUST = {"e": "before", "j": "after"}


@rule(
    RULES,
    r"(?P<s>[sekjuA])i?T?(?P<x>[DZJ])|(?P<x2>[DZJ])(?:(?P<r>[RFaf])(?![DZJ])|(?P<r2>[)])(?![xDZJi]|_x))",
    "I",
    "sekjuARFaf) DJZ",
)
def _open(found: Found) -> Node | None:
    """Since Monday, before 3 March, 2016年以降; words of ago that also mean before say so: vor Montag, 周一之前."""
    node = found["x"] if found["x"] is not None else found["x2"]
    if isinstance(node, Span | Several):
        return None
    kind = next(value for value in (found["s"], found["r"], found["r2"]) if value is not None)
    if kind == "just":
        kind = _JUST[found.kind("s")]
    if kind in {"before", -1, "eve"} and isinstance(node, Section) and node.which in {"end", "close"}:
        return Open("until", node)  # before the end of March is March too
    if kind == "after" and isinstance(node, Section) and node.which == "start":
        return Open("since", node)  # and so is after its beginning
    if kind == "until" and isinstance(node, Section):
        node = node._replace(loose=False)  # a limit may be ahead
    if found.kind("r") in {"a", "f"} and found.touching("r") and _is_feast(node):
        kind = "before" if found.kind("r") == "a" else "after"  # クリスマス前
    elif found.kind("r") == "f" or ("a" in (found.kind("s").lower(), found.kind("r")) and kind != "before"):
        return None
    if kind in {"after", "before", -1} and found.kind("s") and _is_owner(found):
        return Open("since" if kind == "after" else "until", node)  # after yesterday's meeting is yesterday too
    return Open("before" if found.kind("s") == "e" else kind, node)


def _is_owner(found: Found) -> bool:
    """Tell whether the time has the next word for its own: yesterday's meeting."""
    end = found.match.end()
    return found.ahead()[:2] == "ix" and found.tokens[end].start == found.tokens[end - 1].end


def _is_feast(node: object) -> bool:
    return isinstance(node, Holiday) or (isinstance(node, Within) and isinstance(node.inner, Holiday))


@rule(RULES, r"(?P<x>[DZJ])(?P<b>B)", "I", "B")
def _until(found: Found) -> Node | None:
    return Open("until", found["x"]) if found["b"] == "until" else found["x"]


@rule(RULES, r"(?P<i>I)[|](?P<x>[DZJI])", "I", "I |")
def _longer_list(found: Found) -> Node | None:
    first = found["i"]
    return Several((*first.nodes, found["x"])) if isinstance(first, Several) else None


@rule(RULES, r"(?P<i>I)[,iO@]{0,2}T?[pPK9G8]", "I", "I pPK9G8")
def _at_some_time(found: Found) -> Window | None:
    """The other day in the afternoon: on any of those days."""
    return found["i"] if isinstance(found["i"], Window) and found["i"].days else None


@rule(RULES, r"(?P<o>[O@])(?:(?:i|T?)(?P<x>[DZJ])|T?(?P<i>I))", "I", "O@")
def _introduced(found: Found) -> Node | None:
    """On Monday, in May; "for May" rather says what about."""
    if found["i"] is not None:
        is_list = isinstance(found["i"], Several) and found["o"] != "aside"
        is_stretch = isinstance(found["i"], Rolling | Window) and found["o"] in {"en", ""}
        return found["i"] if is_list or is_stretch else None
    if found["o"] == "in" and isinstance(found["x"], Day | Holiday):
        return None  # "in Yesterday" is a title
    if found["o"] == "over" and isinstance(found["x"], Years):
        return None  # a discount for over 60s
    return None if found["o"] == "aside" else found["x"]


class Phrase(NamedTuple):
    """A time phrase: its form and the half-open stretch of the folded text it covers.

    `aside`: it describes a noun ("the March budget", 四月の予算) and may not be when it was said.
    """

    node: Node
    start: int
    end: int
    aside: bool


def answers(tokens: list[Token], spaced: bool) -> list[Phrase]:
    """Return the tokens that are time phrases by themselves."""
    out: list[Phrase] = []
    for index, token in enumerate(tokens):
        kind = token[0]
        if kind not in "IDZJKGPp":
            continue
        before = tokens[index - 1] if index else _EDGE
        after = tokens[index + 1] if index + 1 < len(tokens) else _EDGE
        if after.kind == '"' or _is_topic(token, before, tokens, index):
            continue  # 五月さん
        if kind in "IDZJ":
            if token.value == _SAME_DAY:
                continue  # el mismo día: of something told before
            if token.value:
                aside = kind != "I" and _is_aside(before, after, tokens[index + 2 : index + 3], spaced)
                out.append(Phrase(token.value, token.start, token.end, aside))
        elif _stands_alone(token, before, after, spaced):
            out.append(Phrase(At(None, token.value), token.start, token.end, False))
    return out


_EDGE = Token(";", "", 0, 0)
_SAME_DAY = Period("day")


def _is_topic(token: Token, before: Token, tokens: list[Token], index: int) -> bool:
    """Tell a feast, season or month that is only spoken of: plans for the summer, what they enjoy at Thanksgiving."""
    node = token.value
    years = node.outer if isinstance(node, Section) else node
    if (
        isinstance(years, Years)
        and (
            (before.kind == "_" and before.end < token.start)  # in my thirties, her late forties
            or before.value in {"over", "degree"}  # over 60s, in the low 80s
            or any(one.value == "degree" and one.kind == "x" for one in tokens[:index])
        )
    ):
        return True
    if isinstance(node, Holiday | Season) and node.year is None and not node.back:
        is_for_it = before.value == "aside" and isinstance(node, Season)
        return is_for_it or any(one.value == "habit" for one in tokens)
    if index + 2 >= len(tokens) or tokens[index + 1].value != "no":
        return False
    following = [one.value for one in tokens[index + 2 :]]
    return "when" in following and "wo" in following[: following.index("when")]


def _is_aside(before: Token, after: Token, next_after: list[Token], spaced: bool) -> bool:
    if spaced:
        return after.kind in "xi" or before.kind in "ci" or before.value == "aside"
    return after.kind == "i" and bool(next_after) and next_after[0].kind in "xDZJIH"


def _stands_alone(token: Token, before: Token, after: Token, spaced: bool) -> bool:
    """Tell whether a time of day is one without any date beside it."""
    if token.kind == "p":
        if spaced or token.value.name in MEALS:
            return False
        if after.value == "done" or _is_half_day(token):  # 夕方話した件, 午後に話した件
            return before.kind in ",;_&i" and after.value in {"done", "ni"}
        return before.kind in ",;" and after.kind in "_,i;"
    if spaced or token.kind != "K" or token.value.meridian or token.value.minute is not None or token.value.about:
        return True
    return after.kind in "_,i;~FBR"


def _is_half_day(token: Token) -> bool:
    """Tell 午前 and 午後, which also say when something is open, from 朝 and 午前中."""
    return token.end - token.start == 2 and token.value.name in {"morning", "afternoon"}
