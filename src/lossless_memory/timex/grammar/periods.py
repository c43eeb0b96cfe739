"""Periods and days named from now: last week, this summer, early July, the Tuesday before last, in 2019.

Owns the rules that read a unit, month, season, feast or weekday with the word that says which one.
"""

from __future__ import annotations

import re

from lossless_memory.timex.ir import (
    Ago,
    Around,
    At,
    Beside,
    Containing,
    Date,
    Day,
    Each,
    Holiday,
    Lasting,
    Node,
    Nth,
    Open,
    Period,
    Quarter,
    Rolling,
    Season,
    Section,
    Span,
    Weekday,
    Weekdays,
    WeekNumber,
    Window,
    Within,
)
from lossless_memory.typed import Any

from .engine import Found, Rule, rule
from .kinds import MEALS, SHORT, is_month, is_year, of_something
from .kinds import outer as outer_of

RELATIVE: list[Rule] = []
RULES: list[Rule] = []


_SAME = re.compile("iT?(?:lU|U[lb])")  # the same day of last week


def _is_all_of_it(found: Found) -> bool:
    """Tell "a lo largo del último mes", where the article is in "del"."""
    return found.behind().endswith("Oi") and found.tokens[found.match.start() - 1].value == "el"


@rule(RELATIVE, r"[Tt]?(?P<u>U)(?P<g><)(?![Tx])", "Z", "< U")
def _gone_by(found: Found) -> Period | None:
    """El mes que pasó."""
    is_period = found["g"] == "gone" and found["u"] in {"week", "weekend", "month", "quarter", "year", "decade"}
    return Period(found["u"], -1) if is_period else None


@rule(RELATIVE, r"[Tt]?(?P<w>W)(?P<g><)(?![Tx])", "D", "< W")
def _weekday_gone_by(found: Found) -> Weekday | None:
    """El lunes que pasó."""
    return Weekday(found["w"]) if found["g"] == "gone" else None


@rule(RELATIVE, r"(?P<k>%)(?=[_,;.]|$)", "I", "%")
def _just_now(found: Found) -> Window | None:
    """Recién te dije; pan recién hecho is none."""
    return Window(hours=1) if found["k"] == "recent" else None


@rule(RELATIVE, r"(?P<o>O)(?P<t>T)(?P<n>n)(?=[_,;.]|$)", "Z", "O T n")
def _short_year(found: Found) -> Date | None:
    """En el 98."""
    return Date(found["n"]) if found["o"] == "en" and found["t"] == "el" and 60 <= found["n"] <= 99 else None


@rule(RELATIVE, r"(?<=c)(?P<y>y)(?=[_,;.]|$)", "Z", "c y")
def _around_year(found: Found) -> Date | None:
    """Circa 2015."""
    return Date(found["y"]) if found.tokens[found.match.start() - 1].value == 2 else None


@rule(RELATIVE, r"(?P<s>[SV])(?P<x>x)", "Z", "SV x")
def _winter_of_two_years(found: Found) -> Season | None:
    """Winter 24/25."""
    return Season(found["s"], found["x"][0]) if isinstance(found["x"], tuple) else None


@rule(RELATIVE, r"l(?P<w>W)(?P<u>U)(?![ioyn])", "D", "l W U")
def _last_weekday_week(found: Found) -> Ago | None:
    """Last Friday week: a week before that day."""
    return Ago(((1, "week"),), "", Weekday(found["w"])) if found["u"] == "week" else None


_EVERY = r"(?P<all>[=x])T?(?P<w>W)"


@rule(
    RELATIVE,
    rf"{_EVERY}(?:[wr]T?(?P<a>[DZMX])[g&d]T?(?P<b>[DZMX])|s[iT]?(?P<s>[DZMXH]))",
    "I",
    "=x W wrs",
)
def _every_since(found: Found) -> Each | None:
    """Every Friday between January 10 and February 10, all the Sundays since Easter."""
    if found.kind("all") == "x" and found["all"] != "all":
        return None
    first, last, since = (_time_of(found, group) for group in ("a", "b", "s"))
    if since is not None:
        return Each(found["w"], Open("since", since))
    return Each(found["w"], Span(first, last)) if first is not None and last is not None else None


def _time_of(found: Found, group: str) -> Node | None:
    value, kind = found[group], found.kind(group)
    if kind in {"M", "X"}:
        return Date(None, value)
    return Holiday(value) if kind == "H" else value


_LONG = frozenset({"month", "quarter", "half", "fortnight", "quincena"})
_LONGER = re.compile("iT?(?:[yZM](?!U)|[lt]?U(?!U))")  # the last quarter of 2025, of last year


def _picks_from_more(found: Found, unit: str) -> bool:
    """Tell "the last week of May" from "last week"."""
    ahead = found.ahead()
    if found["k"] == "last" and unit in _LONG and _LONGER.match(ahead):
        end = found.match.end()
        return found.tokens[end].start > found.tokens[end - 1].end  # not "last month's 2025 budget"
    if unit not in {"day", "week", "weekend", "workday"} or (found.kind("k") == "t" and _SAME.match(ahead)):
        return False
    for skip in ("iT", "OT", "i", "O"):
        if ahead.startswith(skip):
            following = ahead[len(skip) : len(skip) + 1]
            return following in {"M", "Z", "y", "l", "t", "f", "U", "Q"} and following != ""
    return False


@rule(
    RELATIVE,
    r"(?P<t>(?:T|t(?=lU))?)(?P<k>(?:(?<![nv])|(?<=xn))l|[tf])(?P<u>U)(?P<k2>(?:[lf](?!U))?)|(?P<t2>T?)(?P<u2>U)(?P<k3>[lfbt])(?![UMWSVHXY])",
    "Z",
    "ltfb",
)
def _relative(found: Found) -> Node | None:
    """Last week, this month, semana pasada, the week before last."""
    unit = found["u"] or found["u2"]
    kind = found.kind("k") or found.kind("k3")
    word = found["k"] if found["k"] is not None else found["k3"]
    if (
        unit == "room"
        or _picks_from_more(found, unit)
        or (found["k3"] is not None and kind == "t" and word != "running")
    ):
        return None
    if kind == "t" and unit == "year" and found.ahead()[:1] == "y":
        return None  # the current year 2008
    if found.ahead()[:1] == "o" or (unit == "day" and kind in "l"):
        return Day(-1) if unit == "day" else None
    if kind == "l" and of_something(found) and (unit in SHORT or "T" in found.kind("t") + found.behind()[-1:]):
        return None  # the last minute of the game
    if found.kind("k2") == "l" or kind == "l":
        if unit in SHORT:
            is_idiom = unit == "minute" and (found.ahead()[:1] == "x" or found.behind().endswith(("@", "@T", "z")))
            return None if is_idiom else Rolling(((1, unit),))  # at the last minute, a last minute change
        back = 2 if kind == "b" else 1
        is_stretch = (
            found.kind("t")
            or _is_all_of_it(found)
            or (word == "past" and found.kind("k") and found.behind()[-1:] == "O")
        )
        rolling = unit in {"week", "month", "year"} and word in {"past", "last"} and bool(is_stretch)
        return Period(unit, -back, rolling)
    if kind == "b":
        return Period(unit, -2)
    if kind == "t":
        return Period(unit) if unit not in SHORT else Rolling(((1, unit),))  # of weekends the latest that has begun
    return Rolling(((1, unit),), "", 1) if unit in SHORT else Period(unit, 1)


@rule(RULES, r"T?(?P<a>[WU])b(?P<u>[UHW])", "D", "b WU UHW")
def _day_before_last(found: Found) -> Node | None:
    """The day before last Friday, the Monday before last Christmas."""
    anchor = _last(found.kind("u"), found["u"])
    if anchor is None or (isinstance(anchor, Period) and anchor.unit in SHORT | {"day"}):
        return None
    if found.kind("a") == "W":
        return Beside(found["a"], anchor, -1)
    if found["a"] == "weekend":
        return Beside(None, anchor, -1)
    if found["a"] == "week" and found["u"] != "week":
        return Span(Ago(((7, "day"),), "", anchor), Ago(((1, "day"),), "", anchor))
    return Ago(((1, "day"),), "", anchor) if found["a"] == "day" else None


@rule(RULES, r"T?(?P<p>p)b(?P<u>[HW])", "J", "p b HW")
def _part_before_last(found: Found) -> At | None:
    """The night before last Christmas."""
    anchor = _last(found.kind("u"), found["u"])
    return None if anchor is None or found["p"].name in MEALS else At(Ago(((1, "day"),), "", anchor), found["p"])


def _last(kind: str, value: Any) -> Node | None:
    """Return the last one of a unit, feast, month, season, weekday or part of a day."""
    if kind == "p":
        return At(Day(-1), value) if value.name in {"night", "evening"} else None
    forms: dict[str, Node] = {
        "U": Period(value, -1),
        "H": Holiday(value, None, 1),
        "M": Date(None, value, finished=True),
        "W": Weekday(value),
    }
    return forms.get(kind) or Season(value, None, 1)


_WHEN = "(?:[iO@,]{0,2}T?[KGPp98MHSVDW]|[&|]T?W)"


@rule(RULES, rf"=T?(?:[WUMHSVD]{_WHEN}{{0,3}}|{_WHEN}{{1,3}})", "x", "=")
def _habit_at(found: Found) -> str | None:
    """Every day at 3pm, every year in March, 毎月25日: a habit with its hour or day."""
    said = [token for token in found.within() if token.kind not in "iO@,T&|"]
    first = said[1]
    each = first.value if first.kind == "U" else said[0].value
    for token in said[1:]:
        if token.kind in "MHSV" and each != "year" and (token is not first or each):
            return None  # every weekend in June
        if token.kind == "D" and not _recurs(token.value, each, token is first):
            return None
    return ""


def _recurs(day: object, each: object, is_first: bool) -> bool:
    """Tell a day that comes again from one that does not; Spanish "cada mañana" is each morning, not tomorrow."""
    if not isinstance(day, Date):
        return is_first and day == Day(1)
    return day.year is None and each == ("month" if day.month is None else "year")


@rule(RULES, r"=T?[WU]", "x", "=")
def _habit(found: Found) -> str:
    """Every Monday, of no range: a habit, not a time."""
    return ""


@rule(RULES, r"(?<![SVHWUDM])b(?P<u>[USVHMp])", "I", "b")
def _before_last(found: Found) -> Open | None:
    """Before last week, before last summer, before last night."""
    last = _last(found.kind("u"), found["u"])
    return Open("before", last) if last is not None else None


@rule(
    RULES,
    r"t(?P<m8>[MSV])(?P<k8>l)(?!U)|T?(?P<k>[ltf])(?P<m>[MSVH])|T?(?P<m5>[SVH])b|T?(?P<m7>H)(?P<k7>l)(?!U)|T?(?P<m2>[MSV])(?P<k2>[lf])|(?:O|(?<=[sekju])i?)T?(?P<m3>[SV])(?![xU])|(?P<m4>S)(?=[_,iFBq~;]|$)",
    "Z",
    "MSVH ltfbOSsekju",
)
def _named_relative(found: Found) -> Node | None:
    """Last March, this summer, in spring."""
    token = next(token for token in found.within() if token.kind in "MSVH")
    kind = found.kind("k") or found.kind("k2") or found.kind("k7") or found.kind("k8")
    back = 2 if found["m5"] is not None else 1 if kind == "l" else -1 if kind == "f" else 0
    if found["m3"] is not None and (found[0] == "aside" or _is_a_fall(found)):
        return None
    if found["m4"] is not None and found.behind()[-1:] == "x":
        return None
    if token.kind == "M":
        if kind == "l":
            return Date(None, token.value, finished=True)
        if kind == "f":
            return Within(Date(None, token.value), Rolling(((1, "year"),), "", 1))
        return Within(Date(None, token.value), Period("year", 0))
    if token.kind == "H":
        return Holiday(token.value, None, max(back, 0))
    return Season(token.value, None, back)


def _is_a_fall(found: Found) -> bool:
    """Tell "after the fall" and "by autumn" from "after the summer"."""
    start = found.match.start()
    if found.behind()[-1:] == "u" and found.tokens[start - 1].end - found.tokens[start - 1].start == 2:
        return True  # inspired by autumn
    token = found.within()[-1]
    return token.value == 2 and token.end - token.start == 4 and found.behind()[-1:] in set("ejk")


@rule(
    RULES,
    r"T?(?P<h>H)[,iO]{0,2}T?(?:(?P<y>y)1?|(?P<z>Z))|(?P<z2>[ZM])(?P<c>c?)[iO@]?T?(?P<h2>H)|(?P<y2>y)i?(?P<h3>H)|(?P<t>T?)(?P<h4>H)",
    "D",
    "H",
)
def _feast(found: Found) -> Node | None:
    if found["t"] not in {None, "el"}:
        return None  # the Christmas cake: the article is the cake's
    key = next(token.value for token in found.within() if token.kind == "H")
    outer = found["z"] if found["z"] is not None else found["z2"]
    if found.kind("z2") == "M":
        outer = Date(None, outer)
    if outer is not None:
        if is_year(outer) or is_month(outer):
            feast = Within(Holiday(key), outer)
            return Around(feast) if found.kind("c") else feast
        return None
    return Holiday(key, found["y"] or found["y2"])


@rule(RULES, r"T?(?P<q>q)[id]?T?(?P<z>[ZMyVQ]|D|tU|U)|(?P<z2>[ZMD])i?(?P<q2>q)(?![MZyVQ])", "Z", "q")
def _section(found: Found) -> Node | None:
    """Early July, 先月末, end of the year."""
    which = found["q"] or found["q2"]
    outer = outer_of(found, "z") if found["z"] is not None else outer_of(found, "z2")
    if isinstance(outer, Period) and outer.unit in SHORT:
        return None
    if isinstance(outer, Ago) and outer.anchor is None and outer.amounts[-1][1] in {"month", "year"}:
        outer = Containing(outer, outer.amounts[-1][1])  # 2ヶ月前の下旬
    elif "D" in (found.kind("z"), found.kind("z2")):
        return Section(which, outer) if isinstance(outer, Nth | Holiday) else None
    if found.kind("z") == "U" and which not in {
        "start",
        "end",
        "close",
        "mid",
        "first-half",
        "second-half",
        "early",
        "late",
        "earlier",
    }:
        return None
    return (
        Section(which, outer, found.kind("z").endswith("U") and "t" not in found.kind("z"))
        if outer is not None
        else None
    )


@rule(RULES, r"(?P<z>Z)[Fd](?P<q>q)B?", "I", "Z Fd q")
def _section_to_section(found: Found) -> Span | None:
    """10月上旬から中旬にかけて: of the same month."""
    first = found["z"]
    return Span(first, first._replace(which=found["q"])) if isinstance(first, Section) else None


@rule(RULES, r"(?P<i>I)i(?:T?(?P<z>Z)|(?P<y>y))", "Z", "I i Zy")
def _last_months(found: Found) -> Section | None:
    """Los últimos meses de 2025."""
    rolling, outer = found["i"], found["z"] or Date(found["y"])
    is_months = isinstance(rolling, Rolling) and rolling.vague and rolling.amounts[-1][1] == "month"
    return Section("late", outer) if is_months and is_year(outer) else None


@rule(RULES, r"(?<![nzvN])T?(?P<u>U)[iO]{0,2}[sr]?i?T?(?P<d>D)|(?P<d2>D)i?(?P<u2>U)|(?P<z>Z)(?P<u3>U)", "Z", "U DZ")
def _week_of(found: Found) -> Node | None:
    """The week of the 18th, 18日の週; last Easter weekend."""
    if found["z"] is not None:
        is_feast = found["u3"] == "weekend" and isinstance(found["z"], Holiday)
        return Containing(found["z"], "weekend") if is_feast else None
    unit = found["u"] or found["u2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    if (
        not (unit in {"week", "weekend"} or (unit == "month" and isinstance(day, Date)))
        or isinstance(day, Ago)
        or (found.match.group().endswith("UD") and not isinstance(day, Date))
    ):
        return None
    return Containing(day, unit)


@rule(RULES, r"T?(?P<w>W)[iO]{1,2}T?(?P<z>Z)", "D", "W Z")
def _weekday_of_week(found: Found) -> Within | None:
    """Monday of the week of March 2."""
    return Within(Weekday(found["w"]), found["z"]) if isinstance(found["z"], Containing) else None


@rule(RULES, r"(?<!W)b(?P<w>W)", "I", "b")
def _before_last_weekday(found: Found) -> Open:
    """Before last Friday; "the Friday before last" is read elsewhere."""
    return Open("before", Weekday(found["w"], 1))


@rule(RULES, r"T?(?P<w>W)(?P<b>b)|t(?P<w4>W)l(?!U)|T?(?P<k>[ltf]{1,2})(?P<w2>W)|T?(?P<w3>W)(?P<k2>[lf])", "D", "W")
def _weekday_relative(found: Found) -> Node | None:
    """The Tuesday before last, last Monday, lunes pasado."""
    if found["b"] is not None:
        return Weekday(found["w"], 2)
    if found["w4"] is not None:
        return Weekday(found["w4"])  # este viernes pasado
    weekday = found["w2"] if found["w2"] is not None else found["w3"]
    kind = found.kind("k") or found.kind("k2")
    if found["k"] == "coming":
        return Beside(weekday, Day(0), 1)
    is_previous = "previous" in (found["k"], found["k2"])
    return Weekday(weekday, 1 if "l" in kind else 0 if kind == "t" else -1, is_previous, said_last="l" in kind)


@rule(RULES, r"(?P<k>f)(?P<z>Z)", "Z", "f Z")
def _coming_weekend(found: Found) -> Beside | None:
    """今度の週末: the one to come."""
    return Beside(None, Day(0), 1) if found["k"] == "coming" and found["z"] == Period("weekend") else None


_HOURS = r"(?:[,iO@]{0,2}T?[pPK9G8])"


@rule(
    RULES,
    rf"(?P<o>O?)(?P<t>T?)(?P<w>W)(?:,?[&|,gd]T?W){{0,6}}(?!{_HOURS}?[iO,]{{0,2}}T?[ZM]){_HOURS}?(?=(?P<x>x)?)",
    "x",
    "W",
)
def _on_weekdays(found: Found) -> str | None:
    """On Mondays, los lunes, of no range: a habit; but Mondays notes are Monday's."""
    plural = found["t"] == "plural"
    if plural and not any(mark in found.match.string for mark in "_;<"):
        plural = False  # only a question asks for the habits of los lunes
    if not plural and not isinstance(found["w"], Weekdays):
        return None
    is_own = found.kind("x") and not plural and (not found.kind("o") or found["o"] == "in")
    return None if is_own else ""


@rule(RULES, r"[OT]{0,2}W[gd]T?W,?(?:@?n[gd]n|[G8])", "x", "W gd nG8")
def _opening_hours(found: Found) -> str:
    """Monday to Friday 9 to 5."""
    return ""


@rule(RULES, r"T?(?P<o>o)(?:(?P<w>W)|(?P<u>U))(?![iO]{1,2}T?[ZMUy])", "D", "WU o")
def _last_but_one(found: Found) -> Node | None:
    """El penúltimo lunes, the 3rd last week, 第32週."""
    if found["o"] <= -2:
        if found["w"] is not None:
            return Weekday(found["w"], -found["o"])
        return Period(found["u"], found["o"]) if found["u"] not in SHORT | {"day"} else None
    return WeekNumber(found["o"]) if found["u"] == "week" and 6 <= found["o"] <= 53 else None


@rule(RULES, r"T?(?P<o>o)i?(?P<w>W)", "D", "W o")
def _nth_weekday(found: Found) -> Node | None:
    """The second Sunday, of this month."""
    is_of_month = 1 <= found["o"] <= 5 or (found["o"] == -1 and found.touching("w"))  # 最終金曜日
    return Nth(found["o"], found["w"], Period("month")) if is_of_month else None


@rule(RULES, r"(?P<t>T?)(?P<w>W)(?![l])", "D", "W")
def _weekday(found: Found) -> Weekday:
    """Monday; the Friday quiz and my Tuesday group are names as well."""
    weekday = found["w"]
    is_own = bool(found.kind("t")) or found.behind()[-1:] == "_"
    return Weekday(weekday, standing=is_own and found.ahead()[:1] == "x" and not isinstance(weekday, Weekdays))


@rule(
    RULES,
    r"OT?(?P<y>y)(?=[^xUnM/.1-7]|$)|(?:O|i)?T?t?U(?:i)?(?P<y2>y)|1(?P<y3>y)|(?<=[sukjew])T?(?P<y4>y)(?=[^xUM]|$)|(?P<y5>y)(?=[)])|(?P<y6>y)(?=i)",
    "Z",
    "y",
)
def _year(found: Found) -> Node | None:
    """In 2019, the year 2008, 2023's review."""
    if found["y6"] is not None:
        after = found.tokens[found.match.end()]
        is_own = after.start == found.within()[0].end and after.end - after.start == 2 and after.value == ""
        return Date(found["y6"]) if is_own and found.behind()[-1:] != "x" and 1950 <= found["y6"] <= 2100 else None
    units = [token.value for token in found.within() if token.kind == "U"]
    if units and units[0] not in {"year", "fiscal"}:
        return None
    if units == ["fiscal"]:
        return Quarter(1, 1, next(token.value for token in found.within() if token.kind == "y"), True)
    return Date(next(token.value for token in found.within() if token.kind == "y"))


@rule(RULES, r"O?T(?P<u>U)(?![WDZiOQ])|(?P<p>O)(?P<u2>U)(?![WDZiOQx])", "Z", "U OT")
def _weekend(found: Found) -> Period | None:
    """Over the weekend; away the fortnight."""
    unit = found["u"] or found["u2"]
    return Period(unit) if unit == "weekend" or (unit == "fortnight" and not found.ahead()) else None


@rule(RULES, r"T?(?P<x>x)T?(?:(?P<s>[SV])|(?P<u>U))(?![xinUWHD])", "Z", "x SVU")
def _the_whole(found: Found) -> Season | Period | None:
    """All summer, the whole weekend."""
    if found["x"] != "all" or found["u"] not in {None, "weekend"}:
        return None
    if found["s"] is None:
        return Period("weekend")
    season = found.within()[-1]
    is_verb = season.end - season.start == 4 or season.value == 0  # they all fall, they all spring
    return None if is_verb and "T" not in found.match.group() else Season(season.value)


@rule(RULES, r"(?P<l>l)", "I", "l")
def _the_other(found: Found) -> Window | None:
    """この前の話."""
    return Window(days=14) if found["l"] == "recent" else None


@rule(RULES, r"(?P<z>Z)(?P<d>3)", "D", "Z 3")
def _last_day(found: Found) -> Nth | None:
    """先月末日, 10月の末日: the very last day."""
    end = found["z"]
    is_end = isinstance(end, Section) and end.which in {"end", "close"} and not end.loose
    return (
        Nth(-1, "day", end.outer)
        if is_end and found.touching("d") and (is_month(end.outer) or is_year(end.outer))
        else None
    )


@rule(RULES, r"(?P<q>Q)", "Z", "Q")
def _quarter(found: Found) -> Quarter | None:
    token = found.within()[0]
    if token.value[1] == 2 and token.end - token.start == 2 and found.behind()[-1:] not in set("Oqsekjuwgr"):
        return None  # the h1 of a page, but in H1
    return Quarter(*found["q"])


@rule(RULES, r"(?P<m>M)", "Z", "M")
def _month(found: Found) -> Date:
    return Date(None, found["m"])


@rule(RULES, r"(?P<q>q)(?=[_i~FB]|$)", "Z", "q")
def _third_of_month(found: Found) -> Section | None:
    """中旬の話: of this month, or the one before."""
    is_named = any(token.kind in "DZIJMyno12" for token in found.tokens[: found.match.start()])
    is_third = found["q"] in {"first-third", "second-third", "last-third"}
    return Section(found["q"], Period("month"), True) if is_third and not is_named else None


@rule(RULES, r"(?P<c>c)i?T?(?P<d>[DZ])(?![aej])|(?P<d2>[DZ])(?P<c2>~)", "D", "c~")
def _around(found: Found) -> Node | None:
    """Around the 14th, 3月3日ごろ; "about Monday" says what about."""
    if found["c"] == 1 or found["c2"] == "little":
        return None
    if found["c2"] == "past":  # お盆過ぎ
        return Lasting(Ago(((1, "day"),), "", found["d2"], 1), ((5, "day"),)) if found.kind("d2") == "D" else None
    node = found["d"] if found["d"] is not None else found["d2"]
    return None if isinstance(node, Ago | Around | Rolling) else Around(node)
