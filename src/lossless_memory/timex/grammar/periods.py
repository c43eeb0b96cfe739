"""Phrases counted from now or taken out of a longer period: last week, 3 days ago, the first Monday of May, early July.

Owns the rules that end in Z (a longer period), D (a day counted or picked) and I (a stretch up to now). Knows no clock.
"""

from __future__ import annotations

from lossless_memory.timex.ir import (
    Ago,
    Containing,
    Date,
    Day,
    Holiday,
    Node,
    Nth,
    Period,
    Quarter,
    Rolling,
    Season,
    Section,
    Weekday,
    WeekNumber,
    Window,
    Within,
    Years,
)

from .engine import Found, Rule, rule

RULES: list[Rule] = []

_SHORT = frozenset({"second", "minute", "hour"})
_YEARLY = frozenset({"year", "fiscal"})


def is_year(node: object) -> bool:
    """Tell whether a form stands for a whole year."""
    if isinstance(node, Period):
        return node.unit in _YEARLY
    if isinstance(node, Date):
        return node.year is not None and node.month is None and node.day is None
    return isinstance(node, Ago) and node.amounts[-1][1] == "year"


def is_month(node: object) -> bool:
    """Tell whether a form stands for a whole month."""
    if isinstance(node, Period):
        return node.unit == "month"
    if isinstance(node, Within):
        return isinstance(node.inner, Date) and node.inner.day is None and node.inner.weekday is None
    return isinstance(node, Date) and node.month is not None and node.day is None and node.weekday is None


def is_week(node: object) -> bool:
    """Tell whether a form stands for a whole week."""
    return isinstance(node, (WeekNumber, Containing)) or (
        isinstance(node, Period) and node.unit in {"week", "fortnight"}
    )


# Amounts: 3 days ago, the last two weeks.

_AMOUNT = r"(?:z?L|(?:[nzv](?:[|,gd]n)?|N)(?:&z?v)?i?[U1356](?:[,&]{0,2}[nz]i?[U1356]){0,6}(?:&?z?v)?)"


def _amounts(found: Found, group: str) -> tuple[tuple[tuple[int, str], ...], str, int] | None:
    """Read amounts out of a group: the amounts, how vague they are, and the smaller of two numbers."""
    first, last = found.match.span(group)
    amounts: list[tuple[int, str]] = []
    numbers: list[int] = []
    vague = ""
    low = 0
    half = False
    for token in found.tokens[first:last]:
        if token.kind in "nz":
            if token.kind == "n" or not numbers:
                numbers.append(token.value)
        elif token.kind == "N":
            numbers += token.value[:2]
        elif token.kind == "v":
            if token.value == "half" and (amounts or numbers):
                half = True
            else:
                vague = token.value
        elif token.kind == "L":
            amounts.append(token.value)
            vague = "about"
        elif token.kind in "U1356":
            if vague == "some":
                return None
            count = numbers[-1] if numbers else {"couple": 2, "few": 3, "half": 0, "quarter-of": 25}.get(vague, 1)
            if len(numbers) > 1:
                low = numbers[0]
            if vague == "half":
                halved = _HALVES.get(token.value)
                if halved is None:
                    return None
                amounts.append(halved)
            elif vague == "quarter-of":
                amounts.append((25, "year"))
            else:
                amounts.append((count, token.value))
            numbers = []
    if half and amounts and amounts[-1][1] in _HALVES:
        amounts.append(_HALVES[amounts[-1][1]])
    return (tuple(amounts), vague if vague != "quarter-of" else "", low) if amounts else None


_HALVES = {
    "hour": (30, "minute"),
    "day": (12, "hour"),
    "month": (15, "day"),
    "year": (6, "month"),
    "decade": (5, "year"),
}


def _ago(found: Found, anchor: Node | None = None, sign: int = -1, about: bool = False) -> Ago | None:
    read = _amounts(found, "amount")
    if read is None:
        return None
    amounts, vague, low = read
    if len(amounts) == 1 and amounts[0][1] == "month" and vague == "" and amounts[0] == (0, "month"):
        return None
    return Ago(amounts, ("about" if about and not vague else vague), anchor, sign, low)


@rule(
    RULES,
    rf"(?P<d>[DH])i(?P<amount>{_AMOUNT})(?P<c>~?)(?P<s>[aj])",
    "D",
    "ejaD",
)
def _amount_of_day(found: Found) -> Node | None:
    """昨日の2日前."""
    return _anchored(found, Holiday(found["d"]) if found.kind("d") == "H" else found["d"])


@rule(RULES, rf"(?P<c>c?)(?P<amount>{_AMOUNT})(?P<c2>[~c]?)[ea](?:(?=[^TxiMyWZnAl(])|$)?(?P<d>D?)(?P<w>W?)", "D", "ea")
def _before_now(found: Found) -> Node | None:
    """3 days ago; "before" only where nothing follows it; "a year ago today"."""
    ahead = found.ahead()[:1]
    operator = [token.kind for token in found.within() if token.kind in "ea"][-1]
    if operator == "e" and (found["d"] is not None or found["w"] is not None or ahead in set("TxiMyWZnAlHSptU_")):
        return None
    about = bool(found.kind("c") or found.kind("c2"))
    anchor = found["d"] if found["d"] is not None else None if found["w"] is None else Weekday(found["w"])
    return _ago(found, anchor=None if anchor == Day(0) else anchor, about=about)


@rule(RULES, rf"A(?P<c>c?)(?P<amount>{_AMOUNT})", "D", "A")
def _since_then(found: Found) -> Node | None:
    """Hace tres días."""
    return _ago(found, about=bool(found.kind("c")))


@rule(RULES, r"(?P<u>U)a", "D", "a")
def _bare_ago(found: Found) -> Node | None:
    """Months ago."""
    return Ago(((3, found["u"]),), "few")


@rule(RULES, r"(?P<n>[nzv])(?P<w>W)[ae]", "D", "W")
def _weekdays_ago(found: Found) -> Weekday | None:
    """Two Fridays ago: the latest is one."""
    count = found["n"] if isinstance(found["n"], int) else {"couple": 2, "few": 3}.get(found["n"], 0)
    return Weekday(found["w"], count) if count else None


@rule(RULES, rf">(?P<amount>{_AMOUNT})|(?P<amount2>{_AMOUNT})<", "I", "><")
def _from_now(found: Found) -> Node | None:
    """Within two hours: from now on."""
    read = _amounts(found, "amount" if found["amount"] is not None else "amount2")
    return Rolling(read[0], read[1], 1) if read else None


# Weeks, months and years from now.


def _picks_from_more(found: Found, unit: str) -> bool:
    """Tell "the last week of May" from "last week"."""
    ahead = found.ahead()
    if unit not in {"day", "week", "weekend", "workday"}:
        return False
    for skip in ("iT", "OT", "i", "O"):
        if ahead.startswith(skip):
            following = ahead[len(skip) : len(skip) + 1]
            return following in {"M", "Z", "y", "l", "t", "f", "U"} and following != ""
    return False


@rule(RULES, r"(?P<t>T?)(?P<k>(?<![nv])l|[tf])(?P<u>U)(?P<k2>[lf]?)|(?P<t2>T?)(?P<u2>U)(?P<k3>[lfb])", "Z", "ltfb")
def _relative(found: Found) -> Node | None:
    """Last week, this month, semana pasada, the week before last."""
    unit = found["u"] or found["u2"]
    kind = found.kind("k") or found.kind("k3")
    word = found["k"] if found["k"] is not None else found["k3"]
    if _picks_from_more(found, unit):
        return None
    if found.ahead()[:1] == "o" or (unit == "day" and kind in "l"):
        return Day(-1) if unit == "day" else None
    if found.kind("k2") == "l" or kind == "l":
        if unit in _SHORT:
            return Rolling(((1, unit),))
        back = 2 if kind == "b" else 1
        rolling = unit in {"week", "month", "year"} and (word == "past" or (word == "last" and bool(found.kind("t"))))
        return Period(unit, -back, rolling)
    if kind == "b":
        return Period(unit, -2)
    if kind == "t":
        if unit == "season":
            return Section("season", Day(0))
        return Period(unit, -1 if unit == "weekend" else 0) if unit not in _SHORT else Rolling(((1, unit),))
    return Rolling(((1, unit),), "", 1) if unit in _SHORT else Period(unit, 1)


@rule(
    RULES,
    rf"O?(?P<t>T?)(?P<k>[ltfo])i?(?P<amount>{_AMOUNT})|T?(?P<n>[nv])(?P<k2>[lf])(?P<u>U)|T?(?P<n2>[nv])i?(?P<u2>U)(?P<k3>[lf])(?!U)",
    "I",
    "ltfo",
)
def _rolling(found: Found) -> Node | None:
    """The last three days, past few hours, 過去7日間, los últimos 3 meses."""
    kind = found.kind("k") or found.kind("k2") or found.kind("k3")
    if kind == "o" and found["k"] != -1:
        return None
    if found.ahead()[:1] in {"i", "O"} and found.ahead()[1:2] in {"M", "Z", "y", "T", "l"} and kind in "lo":
        return None
    if found["amount"] is not None:
        read = _amounts(found, "amount")
        if read is None:
            return None
        amounts, vague, _low = read
    else:
        number = found["n"] if found["n"] is not None else found["n2"]
        vague = number if isinstance(number, str) else ""
        amounts = ((number if isinstance(number, int) else {"couple": 2}.get(number, 3), found["u"] or found["u2"]),)
    return Rolling(amounts, vague, 1 if kind == "f" else -1)


# Quarters and centuries.


@rule(RULES, r"T?(?P<o>o)(?P<u>U)", "Q", "o")
def _nth_quarter(found: Found) -> tuple[int, int] | None:
    if found["u"] in {"quarter", "half"} and 1 <= found["o"] <= 4:
        return (found["o"], 4 if found["u"] == "quarter" else 2)
    return None


@rule(
    RULES,
    r"T?(?P<q>Q)[iOd,]{0,2}T?(?:(?P<y>y)1?|(?P<z>Z))|(?P<y2>y)[di,]?T?(?P<q2>Q)|(?P<z2>Z)[i,]?T?(?P<q3>Q)",
    "Z",
    "Q",
)
def _quarter_of(found: Found) -> Node | None:
    quarter = found["q"] or found["q2"] or found["q3"]
    year = found["y"] or found["y2"]
    outer = found["z"] or found["z2"]
    if outer is None:
        return Quarter(*quarter)._replace(year=year)
    return Within(Quarter(*quarter), outer)


@rule(RULES, r"T?(?P<o>[on])(?P<u>U)", "Z", "on")
def _nth_century(found: Found) -> Years | None:
    return Years((found["o"] - 1) * 100, 100) if found["u"] == "century" and 2 <= found["o"] <= 30 else None


# Picked out of something longer.


@rule(
    RULES,
    r"T?(?P<k>[ol])(?P<c>n?)(?P<u>[WU])[iO]{1,2}T?(?P<z>[ZMy]|tU|U)"
    r"|(?P<z2>Z|M)[i,]?(?P<k2>o)i?(?P<c2>n?)(?P<u2>[WU3Z])",
    "D",
    "ol",
)
def _picked(found: Found) -> Node | None:
    """The first Monday of February, 4月最後の月曜日, the last week of the year."""
    outer = _outer(found, "z") if found["z"] is not None else _outer(found, "z2")
    number = found["k"] if found["k"] is not None else found["k2"]
    unit = found["u"] if found["u"] is not None else found["u2"]
    count = found["c"] if found["c"] is not None else found["c2"]
    if isinstance(number, str):
        number = -1
    if found.kind("u2") == "Z":
        if not isinstance(unit, Period) or unit.unit != "weekend":
            return None
        unit = unit.unit
    if outer is None or (unit in _SHORT) or (isinstance(unit, str) and unit in {"quarter"}):
        return None
    return Nth(number, unit, outer, count or 1)


def _outer(found: Found, group: str) -> Node | None:
    letters = found.kind(group)
    if not letters:
        return None
    at = found.match.end(group) - 1
    value = found.tokens[at].value
    if letters[-1] == "U":
        return Period(value)
    if letters == "M":
        return Date(None, value)
    if letters == "y":
        return Date(value)
    return value  # type: ignore[no-any-return]


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])[iO]{0,2}T?(?P<z>Z)", "I", "Z")
def _days_of(found: Found) -> Node | None:
    """From 4 to 22 this month."""
    from lossless_memory.timex.ir import Span

    outer = found["z"]
    if not is_month(outer) or (found.kind("g") == "&" and found.kind("w") != "w") or not found["a"] < found["b"] <= 31:
        return None
    return Span(Within(Date(None, None, found["a"]), outer), Within(Date(None, None, found["b"]), outer))


@rule(RULES, r"T?(?P<d>[no])[iO]{1,2}T?(?P<z>Z)|(?P<z2>Z)i?(?P<d2>n)3(?!U)", "D", "Z")
def _day_of(found: Found) -> Node | None:
    """The 11th of last month, 先月の11日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    return Within(Date(None, None, day), outer) if is_month(outer) and 1 <= day <= 31 else None


@rule(RULES, r"T?(?P<w>W)[iO,d]{0,2}T?(?P<z>Z)|(?P<z2>Z)[i,d]{0,2}T?(?P<w2>W)", "D", "W")
def _weekday_of(found: Found) -> Node | None:
    """Thursday of last week, 先週の火曜日."""
    outer = found["z"] if found["z"] is not None else found["z2"]
    weekday = found["w"] if found["w"] is not None else found["w2"]
    if isinstance(outer, Nth) and outer.unit == "week":
        return Within(Weekday(weekday), outer)
    return Within(Weekday(weekday), outer) if is_week(outer) else None


@rule(RULES, r"(?P<d>D)(?:[O,.]{1,2}T?|T)(?P<w>W)", "D", "D")
def _week_then_day(found: Found) -> Node | None:
    """1st week of October on Friday, two weeks ago on Tuesday."""
    day = found["d"]
    if isinstance(day, Ago) and [unit for _count, unit in day.amounts] == ["week"]:
        return Within(Weekday(found["w"]), Containing(day._replace(vague="")))
    return Within(Weekday(found["w"]), day) if isinstance(day, Nth) and day.unit == "week" else None


@rule(
    RULES,
    r"(?P<m>[MS])[,iO]{0,2}T?(?P<z>[ZD])|(?P<z2>[ZD])[,iO]{0,2}T?(?P<m2>[MSV])|(?P<s>[SV])[,iO]{0,2}T?(?P<y>y)",
    "Z",
    "ZDSV",
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
    if is_year(outer) and isinstance(inner, Section) and is_year(inner.outer):
        return inner._replace(outer=outer)
    return None


@rule(RULES, r"(?P<a>[DZ])i?(?P<b>D)|(?P<b2>D)i?(?P<a2>Z)", "D", "D")
def _same_day(found: Found) -> Node | None:
    """三年前の今日, today last year."""
    then = found["a"] if found["a"] is not None else found["a2"]
    if (found["b"] if found["b"] is not None else found["b2"]) != Day(0):
        return None
    if isinstance(then, Period) and then.offset < 0 and then.unit in {"week", "month", "year"}:
        return Ago(((-then.offset, then.unit),))
    return then if isinstance(then, Ago) and then.anchor is None else None


@rule(RULES, r"(?P<d>D)[,iO]{0,2}T?(?P<z>Z)|(?P<z2>Z)[,i]?(?P<d2>D)", "D", "D")
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


@rule(
    RULES,
    r"T?(?P<k>[ltf])(?P<m>[MSVH])|T?(?P<m2>[MSV])(?P<k2>[lf])|OT?(?P<m3>[SV])(?![xU])|(?P<m4>S)(?=[_,iFB~;]|$)",
    "Z",
    "MSVH",
)
def _named_relative(found: Found) -> Node | None:
    """Last March, this summer, in spring."""
    token = next(token for token in found.within() if token.kind in "MSVH")
    kind = found.kind("k") or found.kind("k2")
    back = 1 if kind == "l" else -1 if kind == "f" else 0
    if found["m4"] is not None and found.behind()[-1:] == "x":
        return None
    if token.kind == "M":
        if kind == "l":
            return Date(None, token.value, finished=True)
        return Within(Date(None, token.value), Period("year", 0)) if kind == "t" else Date(None, token.value)
    if token.kind == "H":
        return Holiday(token.value, None, 1 if kind == "l" else 0)
    return Season(token.value, None, back)


@rule(
    RULES,
    r"T?(?P<h>H)[,iO]{0,2}T?(?:(?P<y>y)1?|(?P<z>Z))|(?P<z2>[ZM])i?(?P<h2>H)|(?P<y2>y)i?(?P<h3>H)|(?P<h4>H)",
    "D",
    "H",
)
def _feast(found: Found) -> Node | None:
    key = next(token.value for token in found.within() if token.kind == "H")
    outer = found["z"] if found["z"] is not None else found["z2"]
    if found.kind("z2") == "M":
        outer = Date(None, outer)
    if outer is not None:
        if is_year(outer) or is_month(outer):
            return Within(Holiday(key), outer)
        return None
    return Holiday(key, found["y"] or found["y2"])


@rule(RULES, r"T?(?P<q>q)[id]?T?(?P<z>[ZMy]|D|tU|U)|(?P<z2>[ZM])i?(?P<q2>q)", "Z", "q")
def _section(found: Found) -> Node | None:
    """Early July, 先月末, end of the year."""
    which = found["q"] or found["q2"]
    outer = _outer(found, "z") if found["z"] is not None else _outer(found, "z2")
    if isinstance(outer, Period) and outer.unit in _SHORT:
        return None
    if found.kind("z") == "D" and not isinstance(outer, (Day, Nth, Holiday)):
        return None
    if found.kind("z") == "D":
        return Section(which, outer) if isinstance(outer, Nth) else None
    if found.kind("z") == "U" and which not in {"start", "end", "mid", "first-half", "second-half", "early", "late"}:
        return None
    return (
        Section(which, outer, found.kind("z").endswith("U") and "t" not in found.kind("z"))
        if outer is not None
        else None
    )


@rule(RULES, r"T?(?P<u>U)[iO]{0,2}[sr]?i?T?(?P<d>D)|(?P<d2>D)i?(?P<u2>U)", "Z", "U")
def _week_of(found: Found) -> Node | None:
    """The week of the 18th, 18日の週."""
    unit = found["u"] or found["u2"]
    day = found["d"] if found["d"] is not None else found["d2"]
    if (
        unit not in {"week", "weekend"}
        or isinstance(day, Ago)
        or (found.match.group().endswith("UD") and not isinstance(day, Date))
    ):
        return None
    return Containing(day, unit)


@rule(RULES, r"T?(?P<w>W)(?P<b>b)|T?(?P<k>[ltf]{1,2})(?P<w2>W)|T?(?P<w3>W)(?P<k2>[lf])", "D", "W")
def _weekday_relative(found: Found) -> Node | None:
    """The Tuesday before last, last Monday, lunes pasado."""
    if found["b"] is not None:
        return Weekday(found["w"], 2)
    weekday = found["w2"] if found["w2"] is not None else found["w3"]
    kind = found.kind("k") or found.kind("k2")
    return Weekday(weekday, 1 if "l" in kind else 0 if kind == "t" else -1)


@rule(RULES, r"T?(?P<o>o)i?(?P<w>W)", "D", "W")
def _nth_weekday(found: Found) -> Node | None:
    """The second Sunday, of this month."""
    return Nth(found["o"], found["w"], Period("month")) if 1 <= found["o"] <= 5 else None


@rule(RULES, r"T?(?P<w>W)(?![l])", "D", "W")
def _weekday(found: Found) -> Weekday:
    return Weekday(next(token.value for token in found.within() if token.kind == "W"))


@rule(
    RULES,
    r"OT?(?P<y>y)(?=[^xUnM/.1-7]|$)|(?:O|i|s|j|e|k)?T?U(?:i)?(?P<y2>y)|1(?P<y3>y)|(?<=[sukjew])(?P<y4>y)(?=[^xUM]|$)",
    "Z",
    "y",
)
def _year(found: Found) -> Node | None:
    """In 2019, the year 2008."""
    units = [token.value for token in found.within() if token.kind == "U"]
    if units and units[0] not in _YEARLY:
        return None
    if units == ["fiscal"]:
        return Quarter(1, 1, next(token.value for token in found.within() if token.kind == "y"), True)
    return Date(next(token.value for token in found.within() if token.kind == "y"))


@rule(RULES, r"O?T(?P<u>U)(?![WDZiOQ])|(?P<p>O)(?P<u2>U)(?![WDZiOQx])", "Z", "U")
def _weekend(found: Found) -> Period | None:
    """Over the weekend."""
    return Period("weekend") if (found["u"] or found["u2"]) == "weekend" else None


@rule(RULES, r"(?P<l>l)", "I", "l")
def _the_other(found: Found) -> Window | None:
    """この前の話."""
    return Window(days=14) if found["l"] == "recent" else None


@rule(RULES, r"(?P<q>Q)", "Z", "Q")
def _quarter(found: Found) -> Quarter:
    return Quarter(*found["q"])


@rule(RULES, r"(?P<m>M)", "Z", "M")
def _month(found: Found) -> Date:
    return Date(None, found["m"])


@rule(RULES, rf"(?P<amount>{_AMOUNT})(?P<s>[ej])i?T?(?P<d>[DZ])", "D", "ej")
def _amount_and_day(found: Found) -> Node | None:
    """Two days before yesterday."""
    return _anchored(found, found["d"])


@rule(RULES, r"(?P<e>e)(?P<d>D)", "D", "e")
def _before_yesterday(found: Found) -> Day | None:
    """Antes de ayer."""
    return Day(-2) if found["e"] == "eve" and found["d"] == Day(-1) else None


def _anchored(found: Found, anchor: Node) -> Ago | None:
    read = _amounts(found, "amount")
    if read is None or read[0][0][1] in _SHORT:
        return None
    return Ago(read[0], read[1], anchor, 1 if found.kind("s") == "j" else -1)
