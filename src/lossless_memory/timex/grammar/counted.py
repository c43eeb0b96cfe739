"""Amounts of time: 3 days ago, the last two weeks, two days before yesterday.

Owns the rules that count units from now or from a day, and what an amount is. They end in D (a day) and I (a stretch).
"""

from __future__ import annotations

from lossless_memory.timex.ir import (
    Ago,
    At,
    Beside,
    Clock,
    ClockRange,
    Containing,
    Date,
    Day,
    Holiday,
    Lasting,
    Node,
    Nth,
    Open,
    Part,
    Period,
    Rolling,
    Season,
    Several,
    Span,
    Weekday,
    Window,
    Within,
)

from .engine import Found, Rule, rule
from .kinds import MEALS, SHORT, is_month, is_week, is_year, of_something

RULES: list[Rule] = []
ANCHORED: list[Rule] = []

_AMOUNT = r"(?:z?L|v2|(?:[nzv](?:[|,gd]n)?|N)(?:&z?v)?i?[U1356](?:[,&]{0,2}[nz]i?[U1356]){0,6}(?:&?z?v)?)"


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
        elif token.kind == "N" and "." in token.value[2]:  # 1.5 hours
            numbers.append(token.value[0])
            half = token.value[1] == 5
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
        elif token.kind == "+":
            if amounts and amounts[-1][1] == "hour":
                amounts.append((token.value, "minute"))
            else:
                half = True
        elif token.kind in "U12356":
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
    if half and amounts and amounts[-1][1] == "week":
        amounts[-1] = (7 * amounts[-1][0] + 4, "day")
        vague = vague or "about"
    elif half and amounts and amounts[-1][1] in _HALVES:
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
    rf"(?P<d>[DH])[iF](?P<amount>{_AMOUNT})(?P<c>[~c]?)(?P<s>[ajf])",
    "D",
    "DH ajf",
)
def _amount_of_day(found: Found) -> Node | None:
    """昨日の2日前."""
    ago = _anchored(found, Holiday(found["d"]) if found.kind("d") == "H" else found["d"])
    return _bounded(ago, "more" if found["c"] == "more" else None)


@rule(RULES, r"(?P<n>[nzv])(?P<p>p)a|A(?P<n2>[nzv])(?P<p2>p)", "J", "p aA")
def _parts_ago(found: Found) -> Node | None:
    """Two nights ago, hace dos noches."""
    part, count = found["p"] or found["p2"], found["n"] if found["n"] is not None else found["n2"]
    if count == "few":
        return Ago(((3, "day"),), "few")
    days = {"couple": 2}.get(count, count)
    return At(Day(-days), part) if isinstance(days, int) and 1 <= days <= 31 else None


@rule(RULES, r"(?P<n>[nzv])(?P<s>[SVH])a|A(?P<n2>[nzv])(?P<s2>[SVH])", "Z", "SVH aA")
def _seasons_ago(found: Found) -> Season | Holiday | None:
    """Two summers ago, hace tres navidades: the latest is one."""
    said = found["n"] if found["n"] is not None else found["n2"]
    count = {"couple": 2, "few": 3}.get(said, said)
    if not isinstance(count, int) or not 1 <= count <= 100:
        return None
    kind, value = found.kind("s") or found.kind("s2"), found["s"] if found["s"] is not None else found["s2"]
    return Holiday(value, None, count) if kind == "H" else Season(value, None, count)


@rule(RULES, r"(?P<n>[nz])(?P<u>U)a?l(?P<w>W)", "D", "U l W")
def _week_last_weekday(found: Found) -> Ago | None:
    """A week last Tuesday: a week before that day."""
    weeks = {"week": 1, "fortnight": 2}.get(found["u"], 0) * found["n"]
    return Ago(((weeks, "week"),), "", Weekday(found["w"])) if weeks else None


@rule(RULES, r"A?[wr](?P<a>n)[&g](?P<b>n)(?P<u>U)(?P<ago>a?)|wA(?P<a2>n)&(?P<b2>n)(?P<u2>U)", "D", "wr n U")
def _between_ago(found: Found) -> Ago | None:
    """Between 2 and 3 weeks ago, hace entre 2 y 3 semanas."""
    if found["a2"] is not None:
        return Ago(((found["b2"], found["u2"]),), "", low=found["a2"]) if found["a2"] < found["b2"] else None
    is_ago = (found.match.group()[0] == "A") != (found["ago"] == -1)
    return Ago(((found["b"], found["u"]),), "", low=found["a"]) if is_ago and 0 < found["a"] < found["b"] else None


@rule(RULES, rf"(?P<o>O)(?P<amount>{_AMOUNT})a", "D", "O a")
def _over(found: Found) -> Node | None:
    """Over a month ago, as "more than a month ago"."""
    return _bounded(_ago(found), "more") if found["o"] == "over" else None


@rule(
    RULES,
    rf"(?P<c>c?)(?P<amount>{_AMOUNT})(?P<c2>[~c]?)[ea](?:(?=[^TxiMyWZnAl(])|$)?(?P<d>D?)(?P<w>W?)",
    "D",
    "ea 2LNnvz",
)
def _before_now(found: Found) -> Node | None:
    """3 days ago; "before" only where nothing follows it; "a year ago today"."""
    ahead = found.ahead()[:1]
    operator = [token.kind for token in found.within() if token.kind in "ea"][-1]
    if operator == "e" and (found["d"] is not None or found["w"] is not None or ahead in set("TxiMyWZnAlHSptU_")):
        return None
    if operator == "a" and _is_before_event(found):
        return None
    about = bool(found.kind("c") or found.kind("c2"))
    bound = next((value for value in (found["c"], found["c2"]) if value in {"more", "less"}), None)
    anchor = found["d"] if found["d"] is not None else None if found["w"] is None else Weekday(found["w"])
    return _bounded(_ago(found, anchor=None if anchor == Day(0) else anchor, about=about and bound is None), bound)


def _is_before_event(found: Found) -> bool:
    """Tell 会議の30分前に and 寝る1時間前, counted from an event, from 予算の3日前の話."""
    start, end = found.match.span()
    before = found.tokens[start - 1] if start else None
    if before is None or before.kind not in "xi" or before.value not in {"no", "to-do"}:
        return False
    if before.value == "to-do":
        return True
    return found.behind().endswith("xi") and end < len(found.tokens) and found.tokens[end].value == "ni"


def _bounded(ago: Ago | None, bound: str | None) -> Node | None:
    """More than 2 days ago ends before that day; less than a week ago lies between."""
    if ago is None or bound is None:
        return ago
    return Open("before", ago) if bound == "more" else Rolling(ago.amounts, ago.vague)


@rule(RULES, r"[zn](?P<u>U)[|](?P<n>n)a|A[zn](?P<u2>U)[|](?P<n2>n)(?!U)", "D", "|")
def _one_or_two(found: Found) -> Ago | None:
    """A day or two ago, hace una semana o dos."""
    number, unit = found["n"] or found["n2"], found["u"] or found["u2"]
    return Ago(((number, unit),), "", low=1) if 2 <= number <= 5 else None


_THEN = rf"(?P<a>A)(?P<c>c?|v(?=n))(?P<amount>(?:{_AMOUNT})[+]?|U(?:&v|[+]))"


@rule(RULES, _THEN + "(?P<h>[~c])", "D", "A ~c")
def _hedged(found: Found) -> Node | None:
    """Hace un mes y pico, hace un mes más o menos."""
    if found["h"] == "past":
        return _and_more(_ago(found))
    return _ago(found, about=True) if found["h"] in {"", "roughly"} and found["c"] not in {"more", "less"} else None


def _and_more(ago: Ago | None) -> Ago | None:
    """A month and a bit: between one and two."""
    if ago is None or ago.vague or ago.low or len(ago.amounts) > 1:
        return ago
    count, unit = ago.amounts[0]
    return ago._replace(amounts=((count + 1, unit),), low=count)


@rule(RULES, _THEN, "D", "A")
def _since_then(found: Found) -> Node | None:
    """Hace tres días, hace mes y medio, hace una hora y media; hace poco más de un mes."""
    bound = found["c"] if found["c"] in {"more", "less"} else None
    ago = _ago(found, about=bound is None and (bool(found.kind("c")) or found["a"] == "about"))
    return _and_more(ago) if found["a"] == "past" else _bounded(ago, bound)


@rule(
    RULES,
    rf"(?P<o>O)(?P<amount>{_AMOUNT})(?=(?P<how>_)|[,;.?]|$)|(?P<amount2>{_AMOUNT})(?P<f>f)(?![UnvT])",
    "D",
    "Of nvzNL",
)
def _ahead(found: Found) -> Ago | None:
    """In two days, 2日後: still to come."""
    if found["f"] is None and (found["o"] not in {"in", "en"} or found["how"] == "count"):
        return None  # in a week how many hours
    read = _amounts(found, "amount" if found["o"] is not None else "amount2")
    if read is None or (found["f"] is None and read[0][0][1] in SHORT):
        return None
    return Ago(read[0], read[1], None, 1, read[2])


@rule(RULES, r"(?P<u>U)a", "D", "a U")
def _bare_ago(found: Found) -> Node | None:
    """Months ago."""
    start = found.match.start()
    if found.behind()[-1:] == "n":
        return None  # 寝る1時間前
    if start and found.tokens[start - 1].kind == "x" and found.tokens[start - 1].value == "":
        return None  # a number too long to be one: 99999999999999 days ago
    token = found.within()[0]
    if start and found.tokens[start - 1].kind == "x" and token.end - token.start == len(found["u"]):
        return Ago(((1, found["u"]),), "about")  # a good hour ago
    return Ago(((3, found["u"]),), "few")


@rule(RULES, r"O?T?(?P<k>l)(?P<u>U)(?:(?P<s>~)|[|](?P<n>n)(?!U)|&z?(?P<v>v)(?!U))|OT?l(?P<u2>U)(?!i)", "I", "l U &On~")
def _last_or_so(found: Found) -> Rolling | None:
    """The last year or so, the last week or two, the last hour and a half; in the last day, up to now."""
    if found["u2"] is not None:
        return Rolling(((24, "hour"),)) if found["u2"] == "day" and found[0] in {"in", "over", "en"} else None
    unit = found["u"]
    if found["k"] == "previous" or found["s"]:
        return None
    if found.kind("v"):
        return Rolling(((1, unit), _HALVES[unit])) if found["v"] == "half" and unit in _HALVES else None
    number = found["n"] or 1
    return Rolling(((number, unit),), "about") if number <= 3 else None


@rule(RULES, r"T?(?:l(?P<n>[nv])|(?P<n2>n)l)(?P<w>W)", "I", "W l")
def _last_weekdays(found: Found) -> Several | None:
    """The last two Mondays, the past few Fridays."""
    said = found["n"] or found["n2"]
    count = {"couple": 2, "few": 3}.get(said, said)
    if not isinstance(count, int) or not 2 <= count <= 10:
        return None
    return Several(tuple(Weekday(found["w"], back) for back in range(count, 0, -1)))


@rule(RULES, r"T?(?:l(?P<n>n)|(?P<n2>n)l)(?P<u>U)", "I", "l n U")
def _last_weekends(found: Found) -> Several | None:
    """The last two weekends, los dos últimos fines de semana."""
    count = found["n"] or found["n2"]
    if found["u"] != "weekend" or not 2 <= count <= 10:
        return None
    return Several(tuple(Period("weekend", -back) for back in range(count, 0, -1)))


@rule(RULES, r"(?P<n>[nzv])(?P<w>W)[ae]|A(?P<n2>[nzv])(?P<w2>W)", "D", "W Aae nvz")
def _weekdays_ago(found: Found) -> Weekday | None:
    """Two Fridays ago, hace dos martes: the latest is one."""
    said = found["n"] if found["n"] is not None else found["n2"]
    count = said if isinstance(said, int) else {"couple": 2, "few": 3}.get(said, 0)
    return Weekday(found["w"] if found["w"] is not None else found["w2"], count) if count else None


@rule(RULES, r"(?P<n>[nzv])(?P<w>W)(?P<p>p)a", "J", "W p a")
def _weekday_parts_ago(found: Found) -> At | None:
    """Two Friday nights ago."""
    count = {"couple": 2, "few": 3}.get(found["n"], found["n"])
    return At(Weekday(found["w"], count), found["p"]) if isinstance(count, int) and 1 <= count <= 31 else None


@rule(RULES, r"T?(?P<w>W?)(?P<p>p)b(?![USVHWMXYp])", "J", "p b")
def _part_before_last(found: Found) -> At | None:
    """The night before last, the Friday evening before last."""
    if found["p"].name in MEALS:
        return None
    return At(Day(-2) if found["w"] is None else Weekday(found["w"], 2), found["p"])


@rule(RULES, rf">(?P<amount>{_AMOUNT})|(?P<l>l?)(?P<amount2>{_AMOUNT})(?P<s><)", "I", "><")
def _from_now(found: Found) -> Node | None:
    """Within two hours: from now on; 三日以内に話した: up to now, but 三日以内 is a length.

    "Within 3 days of opening" hangs on something else.
    """
    if found["s"] == "gone" or (found["s"] is None and of_something(found)):
        return None
    read = _amounts(found, "amount" if found["amount"] is not None else "amount2")
    if read is None:
        return None
    if found["s"] == "past" or found["l"] in {"past", "here"}:
        return Rolling(read[0], read[1])
    is_counted = found.kind("s") and found.within()[-2].kind == "3"
    return None if is_counted else Rolling(read[0], read[1], 1)


@rule(
    RULES,
    rf"O?(?P<t>T?)(?P<k>[ltfoa])i?(?P<amount>{_AMOUNT})|(?<!x)T?(?P<n>[nv])(?P<k2>[lf])(?P<u>U)|T?(?P<n2>[nv])i?(?P<u2>U)(?P<k3>[lf])(?!U)",
    "I",
    "ltfoa nvzNL",
)
def _rolling(found: Found) -> Node | None:
    """The last three days, past few hours, 過去7日間, los últimos 3 meses."""
    kind = found.kind("k") or found.kind("k2") or found.kind("k3")
    if (kind == "o" and found["k"] != -1) or (kind == "a" and found["k"] != "before"):
        return None  # 前两天 is a stretch, "ago 3 days" is nothing
    if kind == "o" and found.behind().endswith(("Mi", "Zi")):
        return None  # 1月の最後の二週間
    if kind == "o" and found.behind().endswith("xi") and found.within()[-1].kind in "56":
        return None  # 試合の最後の1分
    if found.match.group()[0] == "l" and found.behind().endswith(("_Tx", "_Txx")):
        return None  # did the battery last 12 hours
    if found.ahead()[:1] in {"i", "O"} and found.ahead()[1:2] in {"M", "Z", "y", "T", "l"} and kind in "lo":
        return None
    if found["amount"] is not None:
        read = _amounts(found, "amount")
        if read is None:
            return None
        amounts, vague, _low = read
        if kind == "l" and amounts[0][1] in SHORT and of_something(found):
            return None  # the last ten minutes of the match
    else:
        number = found["n"] if found["n"] is not None else found["n2"]
        vague = number if isinstance(number, str) else ""
        amounts = ((number if isinstance(number, int) else {"couple": 2}.get(number, 3), found["u"] or found["u2"]),)
    if kind == "l" and not vague and [unit for _count, unit in amounts] == ["quarter"]:
        return Span(Period("quarter", -amounts[0][0]), Period("quarter", -1))  # nobody counts quarters from today
    return Rolling(amounts, vague, 1 if kind == "f" else -1)


@rule(RULES, rf"(?P<i>I)i?(?P<amount>{_AMOUNT})(?![af~])|(?P<i2>I)~", "I", "I")
def _lately(found: Found) -> Rolling | None:
    """最近三日間, ここ一週間くらい."""
    if found["i2"] is not None:
        rolling = found["i2"]
        return rolling._replace(vague=rolling.vague or "about") if isinstance(rolling, Rolling) else None
    read = _amounts(found, "amount") if isinstance(found["i"], Window) and found["i"].recent_days else None
    return Rolling(read[0], read[1]) if read else None


# Counted from a day; these come last, when every day is known.


@rule(
    ANCHORED,
    rf"T(?P<amount>{_AMOUNT})(?P<s>[ej])i?T?(?P<d>D)|(?P<d2>D)(?P<s2>a)i(?P<amount2>{_AMOUNT})(?![a~])",
    "I",
    "D eja 2LNnvz",
)
def _stretch_beside(found: Found) -> Span | None:
    """The two weeks before Christmas, クリスマス前の2週間: all of them."""
    is_first = found["d"] is not None
    read = _amounts(found, "amount" if is_first else "amount2")
    if read is None or read[0][0][1] in SHORT or (not is_first and found["s2"] != -1):
        return None
    anchor = found["d"] if is_first else found["d2"]
    sign = 1 if found.kind("s") == "j" else -1
    far, near = Ago(read[0], read[1], anchor, sign), Ago(((1, "day"),), "", anchor, sign)
    return Span(far, near) if sign < 0 else Span(near, far)


@rule(ANCHORED, rf"(?P<c>c?)(?P<amount>{_AMOUNT})(?P<s>[ej])i?T?(?P<d>[DZ])", "D", "DZ ej")
def _amount_and_day(found: Found) -> Node | None:
    """Two days before yesterday."""
    return _bounded(_anchored(found, found["d"]), found["c"] if found["c"] == "more" else None)


@rule(ANCHORED, rf"[rs]?(?P<k>K)[OF](?P<amount>{_AMOUNT})(?![ae~])", "G", "K OF")
def _clock_for(found: Found) -> ClockRange | None:
    """From 9:30 for 7 hours."""
    read = _amounts(found, "amount")
    clock: Clock = found["k"]
    if read is None or any(unit not in {"hour", "minute"} for _count, unit in read[0]) or clock.part:
        return None
    hour = clock.hour % 12 + (12 if clock.meridian == "pm" else 0) if clock.meridian else clock.hour
    minutes = hour * 60 + (clock.minute or 0) + sum(count * (60 if unit == "hour" else 1) for count, unit in read[0])
    if minutes >= 30 * 60:
        return None
    exact = bool(clock.meridian) or clock.digital
    first = clock._replace(hour=hour, meridian="", digital=exact) if exact else clock
    return ClockRange(first, Clock(minutes // 60, minutes % 60, digital=exact))


@rule(
    ANCHORED,
    r"T?(?P<u>U)(?P<s>[ej])i?T?(?P<d>[DHZ])|(?P<d2>[DHZ])i?(?P<n>\*)|(?P<n2>\*)T?(?P<d3>[DH])|(?P<d4>[DH])ai(?P<w>U)(?![af~])",
    "D",
    "DHZ ej*a",
)
def _day_beside(found: Found) -> Node | None:
    """The day after Christmas, 3月3日の翌日, la víspera de Navidad."""
    anchor = next(value for value in (found["d"], found["d2"], found["d3"], found["d4"]) if value is not None)
    if found.kind("d") == "Z" and not isinstance(anchor, Holiday):
        return None
    if isinstance(anchor, str):
        anchor = Holiday(anchor)
    if found["w"] is not None and found["w"] != "week":
        return None
    step = "week-before" if found["w"] is not None else found["n"] or found["n2"]
    if step == "first-day":
        return Nth(1, "day", anchor) if isinstance(anchor, Holiday) or is_month(anchor) or is_week(anchor) else None
    if found.kind("d2") == "Z":
        return None
    if step in {"two-after", "two-before"}:
        return Ago(((2, "day"),), "", anchor, -1 if step == "two-before" else 1)
    if isinstance(step, str):
        sign = -1 if step == "week-before" else 1
        return Containing(Ago(((7, "day"),), "", anchor, sign))
    if step is not None and step > 1:  # 連休明け
        return Lasting(Ago(((1, "day"),), "", anchor, 1), ((step, "day"),))
    if step is not None:
        return Ago(((1, "day"),), "", anchor, step)
    sign = 1 if found.kind("s") == "j" else -1
    if found["u"] == "week":
        near, far = (Ago(((count, "day"),), "", anchor, sign) for count in (1, 7))
        return Span(far, near) if sign < 0 else Span(near, far)
    return Ago(((1, "day"),), "", anchor, sign) if found["u"] == "day" else None


@rule(ANCHORED, r"(?P<a>D)i(?P<b>D)", "D", "D i")
def _weekday_behind(found: Found) -> Beside | None:
    """正月明けの月曜."""
    behind, day = found["a"], found["b"]
    if not isinstance(day, Weekday):
        return None
    if day.back == -1 and (isinstance(behind, Holiday) or (isinstance(behind, Date) and behind.day is not None)):
        return Beside(day.weekday, behind, 1)  # クリスマスの次の月曜
    if not isinstance(behind, Lasting) or not isinstance(behind.start, Ago):
        return None
    return Beside(day.weekday, behind.start.anchor, 1) if behind.start.anchor is not None else None


@rule(ANCHORED, r"(?P<d>D)i?(?P<o>o)3", "D", "D o 3")
def _last_of_feast(found: Found) -> Nth | None:
    """連休最終日."""
    return Nth(-1, "day", found["d"]) if found["o"] == -1 and isinstance(found["d"], Holiday) else None


@rule(ANCHORED, r"T?(?P<w>D)(?:OT?)?(?P<p>[pP])(?P<s>[ej])i?T?(?P<d>[DHZ])", "J", "D pP ej")
def _part_of_first_beside(found: Found) -> At | None:
    """The Friday evening before Christmas."""
    day = _first_beside(found)
    return None if day is None or found["p"].name in MEALS else At(day, found["p"])


@rule(ANCHORED, r"T?(?P<d>[DH])(?P<s>a)i(?P<w>D)", "D", "a D DH")
def _first_before(found: Found) -> Beside | None:
    """クリスマス前の金曜."""
    return _first_beside(found) if found.touching("s") else None


@rule(ANCHORED, r"T?(?P<w>[DZ])(?P<s>[ej])i?T?(?P<d>[DHZ])", "D", "DZ ej")
def _first_beside(found: Found) -> Beside | Ago | None:
    """The Monday after Christmas, the weekend before the 10th."""
    first, anchor = found["w"], found["d"]
    if isinstance(anchor, str):
        anchor = Holiday(anchor)
    if isinstance(anchor, Date):
        is_day = anchor.day is not None
    else:
        is_day = isinstance(anchor, Holiday) or (isinstance(anchor, Within) and isinstance(anchor.inner, Holiday))
    if not is_day:
        return None
    sign = 1 if found.kind("s") == "j" else -1
    if isinstance(first, Weekday):
        return Beside(first.weekday, anchor, sign) if first.back == 1 else None
    if isinstance(first, Nth) and isinstance(first.unit, int) and first.outer == Period("month") and first.number > 0:
        nearest = Beside(first.unit, anchor, sign)  # the second Friday after Easter
        return nearest if first.number == 1 else Ago(((first.number * 7 - 7, "day"),), "", nearest, sign)
    is_weekend = isinstance(first, Period) and first.unit == "weekend" and found.match.group()[0] == "Z"
    return Beside(None, anchor, sign) if is_weekend else None


@rule(ANCHORED, r"T?(?P<p>[pP])(?P<s>[ej])i?T?(?P<d>[DH])", "J", "pP ej DH")
def _part_beside(found: Found) -> At | None:
    """The night before yesterday, the morning after Christmas."""
    anchor = Holiday(found["d"]) if found.kind("d") == "H" else found["d"]
    if isinstance(found["p"], Part) and found["p"].name in MEALS:
        return None
    return At(Ago(((1, "day"),), "", anchor, 1 if found.kind("s") == "j" else -1), found["p"])


@rule(ANCHORED, r"T(?P<u>U)e(?=[,;.]|$)|(?P<n>\*)(?=[_i,]|$)", "D", "e*")
def _day_before(found: Found) -> Day | None:
    """What happened the day before."""
    return Day(-1) if found["u"] == "day" or found["n"] == -1 else None


@rule(ANCHORED, r"(?P<z>Z)ei?T?(?P<d>D)", "Z", "Z e D")
def _last_before(found: Found) -> Containing | None:
    """Last weekend before April 10."""
    period = found["z"]
    if not isinstance(period, Period) or period.offset != -1 or period.unit not in {"week", "weekend", "month", "year"}:
        return None
    step = (1, "day") if period.unit == "weekend" else (1, period.unit)
    return Containing(Ago((step,), "", found["d"], -1), period.unit)


@rule(ANCHORED, r"(?P<e>e)(?P<d>D)", "D", "e")
def _before_yesterday(found: Found) -> Day | None:
    """Antes de ayer."""
    return Day(-2) if found["e"] == "eve" and found["d"] == Day(-1) else None


@rule(
    ANCHORED,
    rf"O?(?P<amount>{_AMOUNT})[sr]i?T?(?P<d>[DZ])|(?P<d2>[DJ])Fi?(?P<amount2>{_AMOUNT})(?![ae~])",
    "I",
    "srF nvzNL",
)
def _lasting(found: Found) -> Lasting | None:
    """Two weeks from 20 May, 昨日から2日間."""
    read = _amounts(found, "amount" if found["amount"] is not None else "amount2")
    return Lasting(found["d"] if found["d"] is not None else found["d2"], read[0]) if read else None


@rule(ANCHORED, rf"(?P<d>D)(?P<b>B)i(?P<amount>{_AMOUNT})(?![ae~])", "I", "B i D")
def _leading_up(found: Found) -> Span | None:
    """10日までの3日間: that day is the last of them."""
    read = _amounts(found, "amount")
    if found["b"] != "until" or read is None or read[0][0][1] in SHORT:
        return None
    return Span(Ago(read[0], read[1], Ago(((1, "day"),), "", found["d"], 1)), found["d"])


@rule(ANCHORED, r"(?P<z>Z)(?:(?P<r>R)i|if)(?P<u>[12])(?!n)", "Z", "Z 12 Rf")
@rule(ANCHORED, r"T(?P<u>U)(?P<r>[ej])i?T?(?P<z>Z)", "Z", "U ej Z")
def _period_beside(found: Found) -> Containing | None:
    """11月の前の月, 2020年の次の年, the month before August."""
    period, unit = found["z"], found["u"]
    if unit not in {"month", "year"} or not (is_month(period) if unit == "month" else is_year(period)):
        return None
    if found.kind("r") == "R" and found["r"] != "before":
        return None
    return Containing(Ago(((1, unit),), "", period, -1 if found.kind("r") in {"R", "e"} else 1), unit)


def _anchored(found: Found, anchor: Node) -> Ago | None:
    read = _amounts(found, "amount")
    if read is None or read[0][0][1] in SHORT:
        return None
    return Ago(read[0], read[1], anchor, 1 if found.kind("s") in {"j", "f"} else -1)
