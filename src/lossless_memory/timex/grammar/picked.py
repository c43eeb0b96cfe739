"""Times taken out of a longer one: the first Monday of May, Friday of last week, the third quarter of 2016.

Owns the rules that join a part with its whole. They end in Z (a longer period), D (a day) and I (days inside a month).
"""

from __future__ import annotations

import re

from lossless_memory.timex.ir import (
    Ago,
    Around,
    At,
    Containing,
    Date,
    Day,
    Each,
    Node,
    Nth,
    Part,
    Period,
    Quarter,
    Season,
    Section,
    Several,
    Span,
    Weekday,
    Weekdays,
    WeekNumber,
    Within,
    Years,
)

from .engine import Found, Rule, rule
from .kinds import MEALS, SHORT, date_of, is_month, is_week, is_weekend, is_year
from .kinds import outer as outer_of

RULES: list[Rule] = []
_OF_A_YEAR = re.compile("iT?(?:[yZ]|[lt]U)")


@rule(RULES, r"T?(?P<o>o)(?P<u>U)", "Q", "o")
def _nth_quarter(found: Found) -> tuple[int, int] | None:
    unit = found["u"]
    if unit == "room" and _OF_A_YEAR.match(found.ahead()):
        unit = "quarter"  # primer cuarto de 2016, but not of the book
    if unit in {"quarter", "half"} and 1 <= found["o"] <= 4:
        return (found["o"], 4 if unit == "quarter" else 2)
    return None


_LIST = "(?:,?[&|,]?T?[{0}]){{1,6}}"  # Monday, Tuesday and Friday; in a hurry without the marks


@rule(
    RULES,
    rf"(?<!w)(?<!wT)T?(?P<a>[MSVQ]{_LIST.format('MSVQ')})[,iO]{{0,2}}T?(?P<z>[Zy])(?![xn])"
    rf"|(?P<z2>[Zy])[iO,]{{0,2}}(?P<a2>[MSVQ]{_LIST.format('MSVQ')})(?![iO,]{{0,2}}T?[yZ])",
    "I",
    "MSVQ &|, Zy",
)
def _months_of(found: Found) -> Several | None:
    """January and February last year, Q3 and Q4 2025, 去年の1月と2月."""
    outer, group = (found["z"], "a") if found.kind("z") else (found["z2"], "a2")
    outer = Date(outer) if isinstance(outer, int) else outer
    if not is_year(outer) or isinstance(outer, Ago):
        return None
    forms: list[Node] = []
    for token in found.of(group, "MSVQ"):
        value = token.value
        forms.append(
            Date(None, value) if token.kind == "M" else Quarter(*value) if token.kind == "Q" else Season(value)
        )
    return Several(tuple(Within(form, outer) for form in forms))


@rule(
    RULES,
    r"T?(?P<q>Q)(?:[iOd,]{0,2}T?|/)(?:(?P<y>y)1?|(?P<z>Z))|(?P<y2>y)1?[di,]?T?(?P<q2>Q)|(?P<z2>Z)[i,]?T?(?P<q3>Q)"
    r"|(?P<q4>Q)(?P<n>n)(?![mhU%:xno/.gud&])",
    "Z",
    "Q ZyUn",
)
def _quarter_of(found: Found) -> Node | None:
    quarter = found["q"] or found["q2"] or found["q3"] or found["q4"]
    year = found["y"] or found["y2"]
    if found["n"] is not None:  # Q2 24
        said = found.within()[-1]
        return Quarter(*quarter)._replace(year=said.value) if said.end - said.start == 2 and said.value > 12 else None
    outer = found["z"] or found["z2"]
    if outer is None:
        return Quarter(*quarter)._replace(year=year)
    if isinstance(outer, Quarter) and outer.fiscal and outer.parts == 1:  # Q1 FY25
        return Quarter(quarter[0], quarter[1], outer.year, True)
    is_fiscal = isinstance(outer, Period) and outer.unit == "fiscal"
    return Within(Quarter(*quarter)._replace(fiscal=is_fiscal), outer)


@rule(RULES, r"T?(?P<o>[on])(?P<u>U)", "Z", "on U")
def _nth_century(found: Found) -> Years | None:
    return Years((found["o"] - 1) * 100, 100) if found["u"] == "century" and 2 <= found["o"] <= 30 else None


@rule(RULES, r"T?(?P<a>o)[&|]T?(?P<b>[ol])(?P<u>[WU])[iO]{1,2}T?(?P<z>[ZM])", "I", "o &| ZM")
def _two_picked(found: Found) -> Several | None:
    """The 2nd and 4th Mondays of September, the first and last Friday."""
    outer, unit = outer_of(found, "z"), found["u"]
    if outer is None or not is_month(outer) or unit not in {0, 1, 2, 3, 4, 5, 6, "week", "weekend"}:
        return None
    last = -1 if isinstance(found["b"], str) else found["b"]
    return Several((Nth(found["a"], unit, outer), Nth(last, unit, outer)))


@rule(
    RULES,
    r"T?(?:(?P<c3>n)(?=[ol]U))?(?P<k>[ol])(?P<c>n?)(?P<u>[WU])[iO]{1,2}T?(?P<z>[ZMyQ]|tU|U)"
    r"|(?:(?P<year>Z)i?(?=M))?(?P<z2>Z|M)[i,]?(?P<k2>o)i?(?P<c2>n?)(?P<u2>[WU3Z])",
    "D",
    "ol ZMyUQ",
)
def _picked(found: Found) -> Node | None:
    """The first Monday of February, 4月最後の月曜日, the last week of the year."""
    outer = outer_of(found, "z") if found["z"] is not None else outer_of(found, "z2")
    number = found["k"] if found["k"] is not None else found["k2"]
    unit = found["u"] if found["u"] is not None else found["u2"]
    if found.kind("z2") == "M" and found.match.group()[1] == "o" and not found.touching("k2"):
        # July 4th weekend
        date = date_of(None, found["z2"], number)
        return Containing(date, unit) if unit == "weekend" and date else None
    count = next((value for value in (found["c"], found["c2"], found["c3"]) if value is not None), None)
    if isinstance(number, str):
        number = -1
    if found["year"] is not None:  # 去年の8月第1日曜
        if outer is None or not is_year(found["year"]):
            return None
        outer = Within(outer, found["year"])
    if found.kind("u2") == "Z":
        if not isinstance(unit, Period) or unit.unit != "weekend":
            return None
        unit = unit.unit
    if outer is None or unit in SHORT or (unit == "quarter" and found.kind("k") != "l"):
        return None
    return Nth(number, unit, outer, count or 1)


@rule(RULES, r"T?(?P<o>[ol])(?P<w>W)(?:OT?)?(?P<p>[pP])[iO]{1,2}T?(?P<z>[ZM])", "J", "W pP ZM")
def _picked_part(found: Found) -> At | None:
    """The first Monday morning of September."""
    outer, number = outer_of(found, "z"), found["o"]
    if outer is None or not (is_month(outer) or is_year(outer)):
        return None
    return At(Nth(-1 if isinstance(number, str) else number, found["w"], outer), found["p"])


@rule(RULES, r"=T?(?P<w>W)(?:OT?)?(?P<p>[pP])[iO,]{0,2}T?(?P<z>[ZM])", "J", "= W pP")
def _every_part(found: Found) -> At | None:
    """Every Friday night in August."""
    outer = outer_of(found, "z")
    if outer is None or not (is_week(outer) or is_month(outer) or is_year(outer)):
        return None
    return At(Each(found["w"], outer), found["p"])


@rule(RULES, r"T?(?P<k>[ol])(?P<n>L)i(?P<z>[ZM]|tU|U)", "D", "ol L i")
def _picked_days(found: Found) -> Nth | None:
    """Los primeros quince días de mayo."""
    outer, (count, unit) = outer_of(found, "z"), found["n"]
    number = -1 if found.kind("k") == "l" else found["k"]
    return Nth(number, "day", outer, count + 1) if outer and unit == "day" and number in {1, -1} else None


@rule(RULES, r"=T?(?P<w>[WU])[iO,]{0,2}T?(?P<z>[ZM])|(?P<z2>[ZM])[i,]?=(?P<w2>[W3U])?", "I", "= ZM")
def _every(found: Found) -> Node | None:
    """Every Monday last month, 先月の毎週月曜, 先週毎晩."""
    outer = outer_of(found, "z") if found["z"] is not None else outer_of(found, "z2")
    each = found["w"] if found["w"] is not None else found["w2"]
    if outer is None or not (is_week(outer) or is_month(outer) or is_year(outer)):
        return None
    if found["w2"] is None and found["w"] is None:
        part = found.within()[-1].value
        if part == "day":
            return outer
        if part == "weekend":
            return Each(None, outer) if not is_week(outer) else None
        return At(outer, part) if isinstance(part, Part) and not is_year(outer) else None
    if isinstance(each, int):
        return Each(each, outer)
    if each == "weekend":
        return Each(None, outer) if not is_week(outer) else None
    return outer if each == "day" else None


@rule(RULES, r"[zv]?T?(?P<u>U)[iO]{0,2}T?(?P<z>[ZM])|(?P<z2>M)i(?P<u2>Z)", "I", "UM ZM")
def _weekends_of(found: Found) -> Each | Within | None:
    """Weekends in September, los fines de semana del mes pasado, 9月の週末."""
    outer, unit = outer_of(found, "z") or outer_of(found, "z2"), found["u"] or found["u2"]
    if unit not in {"weekend", Period("weekend")} or outer is None:
        return None
    if is_week(outer):
        return Within(Period("weekend"), outer)
    return Each(None, outer) if is_month(outer) or isinstance(outer, Season) else None


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])[iO]{0,2}T?(?P<z>Z)", "I", "Z no gud&")
def _days_of(found: Found) -> Node | None:
    """From 4 to 22 this month."""
    outer = found["z"]
    if not is_month(outer) or (found.kind("g") == "&" and found.kind("w") != "w") or not found["a"] < found["b"] <= 31:
        return None
    return Span(Within(Date(None, None, found["a"]), outer), Within(Date(None, None, found["b"]), outer))


@rule(RULES, r"(?P<m>[DZM])i(?P<s>Z)", "Z", "Z i")
def _end_of_month(found: Found) -> Section | None:
    """3ヶ月前の月末, 7月の月初め: of that month."""
    month, inner = found["m"], found["s"]
    if not isinstance(inner, Section) or inner.outer != Period("month"):
        return None
    if isinstance(month, Ago) and month.anchor is None and month.amounts[-1][1] == "month":
        return Section(inner.which, Containing(month, "month"))
    if found.kind("m") == "M":
        return Section(inner.which, Date(None, month))
    return Section(inner.which, month) if is_month(month) else None


@rule(RULES, r"(?P<z>Z)i(?P<w>W)", "D", "W Z i")
def _last_weekday_of_month(found: Found) -> Nth | None:
    """月末の金曜."""
    part = found["z"]
    if not isinstance(part, Section) or part.which not in {"end", "head"} or not is_month(part.outer):
        return None
    return Nth(-1 if part.which == "end" else 1, found["w"], part.outer)


@rule(RULES, r"T?(?P<d>[no])[iO]{1,2}T?(?P<z>[ZU])|(?P<z2>Z)i?(?P<d2>n)3(?!U)", "D", "ZU no iO3")
def _day_of(found: Found) -> Node | None:
    """The 11th of last month, 先月の11日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    if outer == "month":
        outer = Period("month")
    return Within(Date(None, None, day), outer) if is_month(outer) and 1 <= day <= 31 else None


@rule(RULES, rf"T?(?P<a>W{_LIST.format('W')})(?P<o>(?:OT?|i)?)(?P<p>[pP])", "J", "W &|, pP")
def _part_of_weekdays(found: Found) -> At | None:
    """Friday and Saturday nights, los martes y jueves por la mañana; in "Monday and Tuesday night" Monday is whole."""
    part = found.within()[-1]
    is_of_each = found.kind("o") or found.kind("p") == "P" or part.end - part.start == len(part.value.name) + 1
    if not is_of_each or part.value.name in MEALS:
        return None
    return At(Several(tuple(Weekday(token.value) for token in found.of("a", "W"))), part.value)


@rule(
    RULES,
    rf"(?<!w)(?<!wT)T?(?P<a>W{_LIST.format('W')}|W/W)[iO,]{{0,2}}T?(?P<z>Z)"
    rf"|(?P<z2>[ZD])[iO,]{{0,2}}T?(?P<a2>W{_LIST.format('W')})(?![iO]{{1,2}}T?Z)",
    "I",
    "W ZD",
)
def _weekdays_of(found: Found) -> Several | None:
    """Tuesday and Thursday of last week, 先週の火曜と木曜."""
    outer, group = (found["z"], "a") if found.kind("z") else (found["z2"], "a2")
    if isinstance(outer, Ago) and outer.anchor is None and [unit for _count, unit in outer.amounts] == ["week"]:
        outer = Containing(outer._replace(vague=""))
    if not is_week(outer):
        return None
    return Several(tuple(Within(Weekday(token.value), outer) for token in found.of(group, "W")))


@rule(RULES, r"(?P<z>[ZD])[,iO]{0,2}[wr]T?(?P<a>W)[&gud]T?(?P<b>W)", "I", "wr ZD W")
def _range_in_week(found: Found) -> Span | None:
    """Last week between Monday and Wednesday, la semana pasada entre lunes y miércoles."""
    outer = found["z"]
    if isinstance(outer, Ago) and outer.anchor is None and [unit for _count, unit in outer.amounts] == ["week"]:
        outer = Containing(outer._replace(vague=""))
    if not is_week(outer) or found["b"] <= found["a"]:
        return None
    return Span(Within(Weekday(found["a"]), outer), Within(Weekday(found["b"]), outer))


@rule(RULES, r"(?P<z>Z)[,iO]{0,2}(?P<a>Tn(?:,?Tn){0,4}),?[&|](?P<d>D)", "I", "n &| D")
def _days_el(found: Found) -> Several | None:
    """El mes pasado, el 3 y el 5."""
    outer, last = found["z"], found["d"]
    if not is_month(outer) or not isinstance(last, Date) or last._replace(day=None) != Date():
        return None
    if any(token.value != "el" for token in found.of("a", "T")):
        return None
    days = [Date(None, None, token.value) for token in found.of("a", "n")]
    return Several(tuple(Within(day, outer) for day in (*days, last)))


@rule(RULES, r"T?(?P<w>W)[iO,d]{0,2}T?(?P<z>Z)|(?P<z2>Z)[i,dO]{0,2}[Tz]?(?P<w2>W)", "D", "W Z")
def _weekday_of(found: Found) -> Node | None:
    """Thursday of last week, 先週の火曜日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    weekday = found["w"] if found["w"] is not None else found["w2"]
    if isinstance(outer, Nth) and outer.unit == "week":
        return Within(Weekday(weekday), outer)
    if is_weekend(outer) and weekday > 4:
        return Within(Weekday(weekday), outer)
    return Within(Weekday(weekday), outer) if is_week(outer) else None


@rule(
    RULES,
    r"T?(?P<a>W)[&|]T?(?P<b>W)[iO]{1,2}T?(?P<z>[ZM])|(?P<z2>[ZM])i(?P<a2>W)[&|](?P<b2>W)",
    "I",
    "W &| ZM",
)
def _two_weekdays_of(found: Found) -> Several | None:
    """Mondays and Thursdays in October."""
    outer = outer_of(found, "z") if found.kind("z") else outer_of(found, "z2")
    sides = ("a", "b") if found.kind("z") else ("a2", "b2")
    if outer is None or not is_month(outer):
        return None
    return Several(tuple(Each(found[side], outer) for side in sides))


@rule(RULES, r"[nzv]?T?(?P<w>W)[iO]{1,2}T?(?P<z>[ZM])|(?P<z2>[ZM])i(?P<w2>W)", "I", "W ZM")
def _some_weekday(found: Found) -> Each | None:
    """A Friday in January, 1月の金曜: each of them."""
    outer = outer_of(found, "z") if found.kind("z") else outer_of(found, "z2")
    if found.kind("z") == "Z" and found.match.group()[0] not in "nzvTW":
        return None
    weekday = found["w"] if found["w"] is not None else found["w2"]
    return Each(weekday, outer) if outer is not None and is_month(outer) else None


@rule(RULES, r"T?(?P<w>W)[iO]{1,2}T?(?P<q>[QZ])", "I", "W QZ iO")
def _weekdays_of_quarter(found: Found) -> Each | None:
    """Fridays in Q2: each of them."""
    quarter = outer_of(found, "q")
    return Each(found["w"], quarter) if isinstance(found["w"], Weekdays) and isinstance(quarter, Quarter) else None


@rule(RULES, r"T?(?P<u>U)(?:OT?)?(?P<p>[pP])[iO]{1,2}T?(?P<z>[ZMX])", "J", "U pP ZMX")
def _weekend_part_of(found: Found) -> At | None:
    """Weekend mornings in June."""
    outer = Date(None, found["z"]) if found.kind("z") in {"M", "X"} else found["z"]
    is_each = found["u"] == "weekend" and is_month(outer) and found["p"].name not in MEALS
    return At(Each(None, outer), found["p"]) if is_each else None


@rule(RULES, r"T?(?P<n>n)(?P<q>q)(?P<m>[MXZ])", "D", "q n MXZ")
def _first_days_of(found: Found) -> Nth | None:
    """Los dos primeros días de agosto."""
    number = {"first-days": 1, "last-days": -1}.get(found["q"])
    outer = Date(None, found["m"]) if found.kind("m") in {"M", "X"} else found["m"]
    if number is None or not is_month(outer) or not 2 <= found["n"] <= 15:
        return None
    return Nth(number, "day", outer, found["n"])


@rule(RULES, r"(?P<d>D)T?(?P<z>Z)|(?P<d2>D)i(?P<z2>Z)", "Z", "D Z")
def _then_period(found: Found) -> Containing | None:
    """A year ago this week, 一年前の今月."""
    then, period = found["d"] or found["d2"], found["z"] or found["z2"]
    if not isinstance(then, Ago) or then.anchor is not None or not isinstance(period, Period) or period.offset:
        return None
    return Containing(then, period.unit) if period.unit in {"week", "month", "year"} else None


@rule(RULES, r"T?(?P<l>l)(?P<d>D)|(?P<d2>D)l(?![UWM])", "D", "l D")
def _past_date(found: Found) -> Date | None:
    """El pasado 2 de marzo, last March 3: the latest."""
    day = found["d"] or found["d2"]
    fits = isinstance(day, Date) and day.month is not None and day.day is not None and day.year is None
    return day if fits else None


@rule(RULES, r"(?P<d>D)(?:[O,.i]{1,2}[Tz]?|T)(?P<w>W)|T?(?P<w2>W)i?(?P<d2>D)", "D", "D W")
def _week_then_day(found: Found) -> Node | None:
    """1st week of October on Friday, two weeks ago on Tuesday, Mittwoch vor zwei Wochen."""
    day = found["d"] or found["d2"]
    weekday = found["w"] if found["w"] is not None else found["w2"]
    if isinstance(day, Ago) and [unit for _count, unit in day.amounts] == ["week"]:
        return Within(Weekday(weekday), Containing(day._replace(vague="")))
    return (
        Within(Weekday(weekday), day) if found["w2"] is None and isinstance(day, Nth) and day.unit == "week" else None
    )


@rule(
    RULES,
    r"T?(?P<m>[MSV])[,iO]{0,2}T?(?P<z>[ZD])|(?P<z2>[ZD])[,iO]{0,2}T?(?P<m2>[MSV])|T?(?P<s>[SV])[,iO]{0,2}T?(?P<y>y)",
    "Z",
    "MSV ZDy",
)
def _of_year(found: Found) -> Node | None:
    """September last year, 去年の夏, summer of 2024."""
    if found["y"] is not None:
        return Season(found["s"], found["y"])
    outer = found["z"] if found["z"] is not None else found["z2"]
    kind = found.kind("m") or found.kind("m2")
    value = found["m"] if found["m"] is not None else found["m2"]
    if not is_year(outer):
        return None
    if isinstance(outer, Ago):
        outer = Containing(outer, "year")
    return Within(Date(None, value) if kind == "M" else Season(value), outer)


def _as_ago(node: Node) -> Ago | None:
    """Return how long ago a period counted from now is: last month is a month ago."""
    if isinstance(node, Period) and node.offset < 0 and not node.rolling:
        return Ago(((-node.offset, node.unit),))
    return node if isinstance(node, Ago) and node.anchor is None else None


_SIZES = ("day", "week", "month", "quarter", "year")


@rule(RULES, r"(?P<a>Z)(?:[iO]T?)?(?P<b>[ZD])|(?P<b2>D)(?:[iO]T?)?(?P<a2>Z)", "D", "Z")
def _same_then(found: Found) -> Node | None:
    """The same week last year, la misma semana del año pasado, 去年の同じ週; this week two years ago."""
    one, other = found["a"] or found["a2"], found["b"] or found["b2"]
    for same, period in ((one, other), (other, one)):
        then = _as_ago(period)
        if then is None or not isinstance(same, Period) or same.offset:
            continue
        unit = then.amounts[-1][1]
        if same.unit in _SIZES and unit in _SIZES and _SIZES.index(same.unit) < _SIZES.index(unit):
            return then if same.unit == "day" else Containing(then, same.unit)
    return None


@rule(RULES, r"!(?:[iO@]T?)?(?P<d>[DZ])|(?P<d2>[DZ])[,iO@c]{0,2}!|!O(?P<y>y)(?![xUn])", "D", "!")
def _this_time(found: Found) -> Node | None:
    """This time two years ago, last year around this time, 去年の同じ頃, this time in 2023."""
    then = found["d"] or found["d2"] or Date(found["y"])
    if then == Day(-1):
        is_hour = any(token.kind == "!" and not token.value for token in found.within())
        return Ago(((24, "hour"),), "about") if is_hour else None
    if found["d2"] == Period("week", -1):
        return None  # we met last week this time round
    if isinstance(then, Period) and then.offset < 0:
        return Around(then._replace(rolling=False), _AROUND_THEN[then.unit]) if then.unit in _AROUND_THEN else None
    if isinstance(then, Ago) and then.anchor is None and not then.vague and then.amounts[-1][1] in _AROUND_THEN:
        return Around(then, _AROUND_THEN[then.amounts[-1][1]])
    return Around(Within(Day(0), then), 10) if isinstance(then, Date) and is_year(then) else None


_AROUND_THEN = {"week": 1, "month": 3, "year": 10}


@rule(RULES, r"(?P<d>D)[Oi](?P<y>y)(?![xUn])", "D", "D y")
def _today_in_year(found: Found) -> Within | None:
    """On this day in 2022, un día como hoy de 2022."""
    return Within(Day(0), Date(found["y"])) if found["d"] == Day(0) else None


@rule(RULES, r"(?P<z>[ZD])i?(?P<d>\?)", "D", "?")
def _same_day_of(found: Found) -> Node | None:
    """先週の同じ日, 去年の同じ月."""
    then = _as_ago(found["z"])
    if then is None:
        return None
    unit = then.amounts[-1][1]
    if found["d"] == "month":
        return Containing(then, "month") if unit == "year" else None
    return then if unit == "week" or (found["d"] == "day" and unit in {"month", "year"}) else None


@rule(RULES, r"(?P<z>Z)[,iO]?(?P<y>y)(?![xUn:/.])|(?P<y2>y)[,i]?(?P<z2>Z)", "Z", "Z y")
def _week_in_year(found: Found) -> WeekNumber | None:
    """W38 2025, 2025 week 38."""
    week, year = found["z"] or found["z2"], found["y"] or found["y2"]
    return week._replace(year=year) if isinstance(week, WeekNumber) and week.year is None else None


@rule(RULES, r"(?P<a>Z)i?(?P<b>Z)", "Z", "Z")
def _part_of(found: Found) -> Node | None:
    """先々週の週末, 2025年の上半期."""
    outer, inner = found["a"], found["b"]
    if isinstance(inner, Period) and inner.unit == "weekend" and inner.offset == 0:
        if is_week(outer):
            return Within(Period("weekend"), outer)
        return Each(None, outer) if is_month(outer) else None
    if isinstance(inner, WeekNumber) and isinstance(outer, Date) and is_year(outer):
        return inner._replace(year=outer.year)
    is_fiscal = isinstance(outer, Quarter) and outer.parts == 1
    if (is_year(outer) or is_fiscal) and isinstance(inner, Section) and is_year(inner.outer):
        return inner._replace(outer=outer, loose=False)
    if is_year(outer) and isinstance(inner, Section) and isinstance(inner.outer, Season):
        return inner._replace(outer=Within(inner.outer, outer), loose=False)
    return None


@rule(RULES, r"T?(?P<u>U)(?:OT?)?(?P<p>[pP])[iO]{0,2}T?(?P<z>Z)", "J", "U pP Z")
def _workday_part_of(found: Found) -> At | None:
    """Weekday mornings last week."""
    days = _workdays_of(found)
    return At(days, found["p"]) if days is not None and found["p"].name not in MEALS else None


@rule(RULES, r"(?P<z>Z)i?(?P<u>U)|T?(?P<u2>U)[iO]{0,2}T?(?P<z2>Z)", "I", "Z U")
def _workdays_of(found: Found) -> Span | None:
    """先週の平日, the weekdays of last week."""
    outer, unit = found["z"] or found["z2"], found["u"] or found["u2"]
    if unit != "workday" or not is_week(outer):
        return None
    return Span(Within(Weekday(0), outer), Within(Weekday(4), outer))


@rule(RULES, r"(?P<a>[DZ])i?(?P<b>D)|(?P<b2>D)i?(?P<a2>Z)", "D", "D")
def _same_day(found: Found) -> Node | None:
    """三年前の今日, today last year; hoy 14 de octubre, ayer martes 13."""
    then = found["a"] if found["a"] is not None else found["a2"]
    day = found["b"] if found["b"] is not None else found["b2"]
    if isinstance(then, Day) and isinstance(day, Date) and day.day is not None and found.match.group() == "DD":
        return then
    if then == Day(0) and isinstance(day, Ago):
        then, day = day, then  # hoy hace un año
    if day == Day(0) and isinstance(then, Date) and is_year(then):
        return Within(day, then)
    if isinstance(then, Period) and then.offset < 0 and then.unit in {"week", "month", "year"}:
        then = Ago(((-then.offset, then.unit),))
    if isinstance(day, Ago) and isinstance(then, Date):
        then, day = day, then  # el 10 de hace dos meses
    if isinstance(day, Around) and day.inner == Day(0) and (back := _days_back(then)):
        return Ago(((24 * back, "hour"),), "about")
    if not isinstance(then, Ago) or then.anchor is not None:
        return None
    if isinstance(day, Date) and day.month is None and day.day is not None and then.amounts[-1][1] == "month":
        return Within(day, Containing(then, "month"))
    if isinstance(day, Around):
        return Around(then, {"week": 1, "month": 3}.get(then.amounts[-1][1], day.days))
    return then if day == Day(0) else None


def _days_back(then: Node) -> int:
    """Return how many days ago a day is that was counted from today, else 0."""
    if isinstance(then, Day):
        return max(0, -then.offset)
    is_days = isinstance(then, Ago) and then.anchor is None and not then.vague and not then.low
    return then.amounts[0][0] if is_days and [unit for _count, unit in then.amounts] == ["day"] else 0  # type: ignore[union-attr]


@rule(RULES, r"(?P<d>D)[,iO]{0,2}T?(?P<z>Z)|(?P<z2>Z)[,iO]{0,2}(?P<d2>D)", "D", "D Z")
def _day_in(found: Found) -> Node | None:
    """March 3 last year, 今年7月27日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    if isinstance(day, Date) and day.year is None and day.month is not None and is_year(outer):
        return Within(day, outer)
    if isinstance(day, Date) and day.year is None and day.month is None and day.day is not None and is_month(outer):
        return Within(day, outer)
    if isinstance(day, Date) and day.weekday is not None and is_week(outer):
        return day
    return day if is_week(outer) and isinstance(day, Date) and found["z2"] is not None else None
