"""Times taken out of a longer one: the first Monday of May, Friday of last week, the third quarter of 2016.

Owns the rules that join a part with its whole. They end in Z (a longer period), D (a day) and I (days inside a month).
"""

from __future__ import annotations

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
    WeekNumber,
    Within,
    Years,
)

from .engine import Found, Rule, rule
from .kinds import SHORT, date_of, is_month, is_week, is_year
from .kinds import outer as outer_of

RULES: list[Rule] = []


@rule(RULES, r"T?(?P<o>o)(?P<u>U)", "Q", "o")
def _nth_quarter(found: Found) -> tuple[int, int] | None:
    if found["u"] in {"quarter", "half"} and 1 <= found["o"] <= 4:
        return (found["o"], 4 if found["u"] == "quarter" else 2)
    return None


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


@rule(
    RULES,
    r"T?(?:(?P<c3>n)(?=[ol]U))?(?P<k>[ol])(?P<c>n?)(?P<u>[WU])[iO]{1,2}T?(?P<z>[ZMyQ]|tU|U)"
    r"|(?P<z2>Z|M)[i,]?(?P<k2>o)i?(?P<c2>n?)(?P<u2>[WU3Z])",
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
    if found.kind("u2") == "Z":
        if not isinstance(unit, Period) or unit.unit != "weekend":
            return None
        unit = unit.unit
    if outer is None or (unit in SHORT) or (isinstance(unit, str) and unit in {"quarter"}):
        return None
    return Nth(number, unit, outer, count or 1)


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
        return At(outer, part) if isinstance(part, Part) and not is_year(outer) else None
    if isinstance(each, int):
        return Each(each, outer)
    return outer if each == "day" else None


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])[iO]{0,2}T?(?P<z>Z)", "I", "Z no gud&")
def _days_of(found: Found) -> Node | None:
    """From 4 to 22 this month."""
    outer = found["z"]
    if not is_month(outer) or (found.kind("g") == "&" and found.kind("w") != "w") or not found["a"] < found["b"] <= 31:
        return None
    return Span(Within(Date(None, None, found["a"]), outer), Within(Date(None, None, found["b"]), outer))


@rule(RULES, r"T?(?P<d>[no])[iO]{1,2}T?(?P<z>[ZU])|(?P<z2>Z)i?(?P<d2>n)3(?!U)", "D", "ZU no iO3")
def _day_of(found: Found) -> Node | None:
    """The 11th of last month, 先月の11日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    if outer == "month":
        outer = Period("month")
    return Within(Date(None, None, day), outer) if is_month(outer) and 1 <= day <= 31 else None


@rule(
    RULES,
    r"T?(?P<a>W)(?P<g>[&|])T?(?P<b>W)[iO]{1,2}T?(?P<z>Z)|(?P<z2>Z)i?(?P<a2>W)(?P<g2>[&|])(?P<b2>W)",
    "I",
    "W &| Z",
)
def _weekdays_of(found: Found) -> Several | None:
    """Tuesday and Thursday of last week, 先週の火曜と木曜."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    if not is_week(outer):
        return None
    sides = ("a", "b") if found["z"] is not None else ("a2", "b2")
    return Several(tuple(Within(Weekday(found[side]), outer) for side in sides))


@rule(RULES, r"T?(?P<w>W)[iO,d]{0,2}T?(?P<z>Z)|(?P<z2>Z)[i,d]{0,2}T?(?P<w2>W)", "D", "W Z")
def _weekday_of(found: Found) -> Node | None:
    """Thursday of last week, 先週の火曜日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    weekday = found["w"] if found["w"] is not None else found["w2"]
    if isinstance(outer, Nth) and outer.unit == "week":
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


@rule(RULES, r"(?P<d>D)(?:[O,.i]{1,2}T?|T)(?P<w>W)|(?P<w2>W)i?(?P<d2>D)", "D", "D W")
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
    r"(?P<m>[MSV])[,iO]{0,2}T?(?P<z>[ZD])|(?P<z2>[ZD])[,iO]{0,2}T?(?P<m2>[MSV])|(?P<s>[SV])[,iO]{0,2}T?(?P<y>y)",
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


@rule(RULES, r"(?P<a>Z)i?(?P<b>Z)", "Z", "Z")
def _part_of(found: Found) -> Node | None:
    """先々週の週末, 2025年の上半期."""
    outer, inner = found["a"], found["b"]
    if is_week(outer) and isinstance(inner, Period) and inner.unit == "weekend":
        return Within(Period("weekend"), outer)
    if isinstance(inner, WeekNumber) and isinstance(outer, Date) and is_year(outer):
        return inner._replace(year=outer.year)
    if is_year(outer) and isinstance(inner, Section) and is_year(inner.outer):
        return inner._replace(outer=outer)
    if is_year(outer) and isinstance(inner, Section) and isinstance(inner.outer, Season):
        return inner._replace(outer=Within(inner.outer, outer))
    return None


@rule(RULES, r"(?P<z>Z)i?(?P<u>U)|T?(?P<u2>U)[iO]{1,2}T?(?P<z2>Z)", "I", "Z U")
def _workdays_of(found: Found) -> Span | None:
    """先週の平日, the weekdays of last week."""
    outer = found["z"] or found["z2"]
    if (found["u"] or found["u2"]) != "workday" or not is_week(outer):
        return None
    return Span(Within(Weekday(0), outer), Within(Weekday(4), outer))


@rule(RULES, r"(?P<a>[DZ])i?(?P<b>D)|(?P<b2>D)i?(?P<a2>Z)", "D", "D")
def _same_day(found: Found) -> Node | None:
    """三年前の今日, today last year."""
    then = found["a"] if found["a"] is not None else found["a2"]
    day = found["b"] if found["b"] is not None else found["b2"]
    if then == Day(0) and isinstance(day, Ago):
        then, day = day, then  # hoy hace un año
    if isinstance(then, Period) and then.offset < 0 and then.unit in {"week", "month", "year"}:
        then = Ago(((-then.offset, then.unit),))
    if isinstance(day, Ago) and isinstance(then, Date):
        then, day = day, then  # el 10 de hace dos meses
    if not isinstance(then, Ago) or then.anchor is not None:
        return None
    if isinstance(day, Date) and day.month is None and day.day is not None and then.amounts[-1][1] == "month":
        return Within(day, Containing(then, "month"))
    if isinstance(day, Around):
        return Around(then, {"week": 1, "month": 3}.get(then.amounts[-1][1], day.days))
    return then if day == Day(0) else None


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
