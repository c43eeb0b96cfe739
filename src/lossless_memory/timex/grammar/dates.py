"""Calendar dates: day, month and year in every order, numbers alone where they can only be a day.

Owns the rules that end in D (a day) and Z (a longer period). Invariant: a number alone is never a date. Knows no clock
times.
"""

from __future__ import annotations

from itertools import pairwise

from lossless_memory.timex.ir import Date, Day, Node, Open, Quarter, Season, Several, Span, Window, Years

from .engine import Found, Rule, rule
from .kinds import date_of

RULES: list[Rule] = []

_FRACTIONS = {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5), (3, 5), (4, 5), (1, 8), (1, 10), (9, 10)}


# Year, month and day.


def _alike(first: Date, last: Date) -> tuple[Date, Date]:
    """Read two dates in one order where one of them fits only that: 20/8 to 3/9."""
    if first.swapped and last.other is not None:
        last = Date(last.year, *last.other, None, (last.month or 1, last.day or 1), swapped=True)
    elif last.swapped and first.other is not None:
        first = Date(first.year, *first.other, None, (first.month or 1, first.day or 1), swapped=True)
    return first, last


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>E)(?P<g>[gud&F|])T?(?P<b>E)(?P<e>B?)(?![n%])", "I", "E gud&F|")
def _digits_to_digits(found: Found) -> Span | Several | None:
    """From 20/8 to 3/9: both in the order one of them shows."""
    first, last = found["a"], found["b"]
    joint = found.kind("g")
    if first.swapped == last.swapped:
        return None
    alike = _alike(first, last)
    is_list = joint == "|" or (joint == "&" and found.kind("w") != "w" and not found.kind("e"))
    return Several(alike) if is_list else Span(*alike)


@rule(RULES, r"(?P<a>E)(?:\.\.|/)(?P<b>E)", "I", "E ./")
def _days_from_to(found: Found) -> Span | None:
    """2026-09-01..2026-09-15, 2026-09-01/2026-09-15."""
    first, last = found["a"], found["b"]
    return Span(first, last) if first.year and last.year and first[:3] < last[:3] else None


@rule(RULES, r"E,(?P<y>[yn])", "D", "E , ny")
def _digits_comma(found: Found) -> Date | None:
    """08/12,2015."""
    date: Date = found[0]
    return date._replace(year=found["y"]) if date.year is None and (found["y"] > 31 or found.kind("y") == "n") else None


@rule(RULES, r"(?<![ne])E(?![n%])|(?<=e)E", "D", "E")
def _digits(found: Found) -> Date | None:
    date: Date = found[0]
    return None if date.year is None and _is_fraction(found) else date


def _is_fraction(found: Found) -> bool:
    """Tell 3/4 of the work, or 1/2 cup, from the report of 3/4."""
    ahead, behind, date = found.ahead(), found.behind()[-1:], found[0]
    if ahead.startswith(("ix", "iTx")):
        if found.tokens[found.match.end()].value == "no":
            return False  # 3/4の話 is a day
        return behind not in {"O", "T", "W"}
    small = date.month == date.day or (min(date.month, date.day), max(date.month, date.day)) in _FRACTIONS
    if small and behind == "|" and date.month != date.day:
        return True
    return ahead[:1] == "U" or (small and ahead[:1] == "x" and (not behind or behind not in "OT@srjkuweWg,i|"))


@rule(RULES, r"(?P<w>W)(?P<c>,?)(?:O|t|T)?N(?!m)|(?<=[OtT])N(?![mx]?[UM])(?!m)|N(?=(?P<ni>_))", "D", "N")
def _pair(found: Found) -> Date | None:
    """On 4.22, 4-22に, Friday 7.6."""
    a, b, text, day_first = found.within()[-1].value
    if found.behind()[-1:] == "T" and found.ahead()[:1] == "x" and "." in text and not day_first and len(text) > 3:
        return None  # the 9.15 train
    if found["ni"] is not None and found["ni"] != "ni":
        return None  # 3-2で勝った
    if found["w"] is not None and "-" in text and not found.kind("c") and (b - a) % 12 <= 9:
        return None  # Monday 12-4: hours
    if a > 12 or (day_first and b <= 12):
        a, b = b, a
    return date_of(None, a, b)


@rule(RULES, r"T?(?P<d>n)(?P<i>i)(?P<m>n)(?:i(?P<y>y)|(?P<j>i)(?P<y2>n))?(?![U%3n])", "D", "n i")
def _day_del_month(found: Found) -> Date | None:
    """17 del 11, el 5 del 10 del 2025."""
    if found["i"] != "el" or found["j"] not in {None, "el"}:
        return None
    return date_of(found["y"] or found["y2"], found["m"], found["d"])


@rule(RULES, r"(?<=[Oq])(?P<t>T)(?P<y>[yn])(?=[_,;.&]|$)", "Z", "T yn Oq")
def _the_years(found: Found) -> Years | None:
    """En los 1970."""
    return Years(found["y"], 10) if found["t"] == "plural" and found["y"] % 10 == 0 and found["y"] >= 20 else None


@rule(RULES, r"(?<![dn/.])(?P<a>y)d(?P<b>y)(?![dn/.x])|(?<![dn/.wri])(?P<a2>y)g(?P<b2>y)(?=[_,;O]|$)", "I", "y dg")
def _years_from_to(found: Found) -> Span | None:
    """2019-2021, 2012 to 2014."""
    first, last = (found["a"], found["b"]) if found["a"] is not None else (found["a2"], found["b2"])
    return Span(Date(first), Date(last)) if 1900 <= first < last <= min(first + 60, 2100) else None


@rule(RULES, r"(?P<a>y(?:,y){1,5},?[&|]y)(?![xUni:./d%])", "I", "y , &|")
def _years_listed(found: Found) -> Several | None:
    """2022, 2023 and 2024, where nothing stands before them."""
    years = [token.value for token in found.of("a", "y")]
    steps = {after - before for before, after in pairwise(years)}
    if found.behind()[-1:] not in {"", "_", ";"} or years[0] < 1950 or years[-1] > 2100 or not steps <= {1, 2, 3, 4, 5}:
        return None
    return Several(tuple(Date(year) for year in years))


@rule(RULES, r"[rwsi]T?(?P<a>[SV])(?P<g>[gud&])T?(?P<b>[SV])(?!x)", "I", "rwsi SV gud&")
def _season_to_season(found: Found) -> Span | None:
    """From spring to summer, de primavera a verano."""
    is_list = found.kind("g") == "&" and not found.match.group().startswith("w")
    return None if is_list or found["a"] == found["b"] else Span(Season(found["a"]), Season(found["b"]))


@rule(RULES, r"%(?P<n>[ny])|(?P<u>U)(?P<n2>[ny])", "Z", "%U yn")
def _decade(found: Found) -> Years | None:
    """Los años 90, la década 1970."""
    first = found["n"] if found["u"] is None else found["n2"]
    return Years(first, 10) if first % 10 == 0 and found["u"] in {None, "decade"} else None


@rule(
    RULES,
    r"(?P<a>n)[/.]?(?P<b>n)[/.]?(?P<y>y)|(?P<y2>y)[/.,]?(?P<m>n)[/.,]?(?P<d>n)(?![4:1])|(?P<y3>y)[/.,](?P<pair>N)|(?P<y4>y)[/](?P<date>[DE])",
    "D",
    "y nNDE",
)
def _three(found: Found) -> Date | None:
    """10 31 1974, 令和3/7/18."""
    if found["date"] is not None:
        date: Node = found["date"]
        if not isinstance(date, Date):
            return None  # 2024/yesterday
        return date._replace(year=found["y4"]) if date.year is None and date.month and date.day else None
    if found["pair"] is not None:
        return date_of(found["y3"], *found["pair"][:2])
    if found["y2"] is not None:
        return date_of(found["y2"], found["m"], found["d"])
    return (
        date_of(found["y"], found["a"], found["b"]) if found["a"] <= 12 else date_of(found["y"], found["b"], found["a"])
    )


@rule(
    RULES,
    r"(?<![won])(?P<a>M(?:,?[&|,]?M){1,6})[,iO]{0,2}T?(?P<y>y)(?![xUn:/.])|(?P<y2>y)1i?(?P<a2>n2(?:[&,|/]n2){1,6})(?!n3)",
    "I",
    "M2 y",
)
def _months_of_year(found: Found) -> Several | None:
    """May and June 2025, 2025年の5月と6月."""
    months = [token.value for token in found.of("a" if found.kind("a") else "a2", "Mn")]
    return Several(tuple(Date(found["y"] or found["y2"], month) for month in months)) if max(months) <= 12 else None


@rule(
    RULES,
    r"(?:(?P<y>[yn])1[i/,]?|(?P<y2>y)[/.])?(?P<m>n)2[i/,]?(?P<d>n)3(?!U)|(?:(?P<y3>[yn])1i?)(?P<m3>M)i?(?P<d3>n)3",
    "D",
    "3 n 12",
)
def _counted(found: Found) -> Date | None:
    """2016年4月21日."""
    if found["m3"] is not None:
        return date_of(found["y3"], found["m3"], found["d3"])
    return date_of(found["y"] or found["y2"], found["m"], found["d"])


@rule(RULES, r"(?P<y>[yn])1[i/,]?(?P<m>n)2|(?P<y2>y)[/.,](?P<m2>n)2?(?![n/.,0-9])", "Z", "y1 2/., n")
def _counted_month(found: Found) -> Date | None:
    if (
        found["m2"] is not None
        and found.kind("y2")
        and found.match.group()[-1] != "2"
        and (found.match.group()[1] not in "/.," or found.within()[-1].end - found.within()[-1].start > 2)
    ):
        return None
    return date_of(found["y"] or found["y2"], found["m"] or found["m2"], None)


@rule(RULES, r"(?P<y>y)d(?P<n>n)(?![dn/.:])", "Z", "y d n")
def _iso_month(found: Found) -> Date | None:
    """2026-03; 2011-12 may be two years."""
    month = found.tokens[found.match.start("n")]
    gap = month.start - found.tokens[found.match.start("y")].end
    glued = gap in {1, 3} and month.end - month.start == 2  # 2016-05, 2016 - 05
    return date_of(found["y"], month.value, None) if glued and month.value != (found["y"] + 1) % 100 else None


@rule(RULES, r"(?P<y>y)1(?!a|~a)|(?P<n>n)1(?=(?P<i>[iF])|[SH])(?!i?[na])", "Z", "1")
def _counted_year(found: Found) -> Date | None:
    """2023年, '24年, 98年から, 23年の夏; 2000年ほど may be a length."""
    if found["y"] is not None:
        is_round = found["y"] % 100 == 0 and found.ahead()[:1] == "~"
        return None if is_round else Date(found["y"])
    year, ahead = found["n"], found.ahead()
    is_short = ahead[:1] in {"S", "H"} or (ahead[:1] == "i" and ahead[1:2] in {"S", "H"})
    return Date(year) if 50 <= year <= 99 or (is_short and 10 <= year < 50) else None


@rule(RULES, r"(?P<y>y)1a", "I", "1")
def _before_year(found: Found) -> Open:
    """平成19年前."""
    return Open("before", Date(found["y"]))


@rule(RULES, r"(?P<n>[ny])7", "Z", "7")
def _counted_years(found: Found) -> Node | None:
    return Years(found["n"], 10) if found.within()[-1].value == "decade" else Quarter(1, 1, found["n"], True)


@rule(RULES, r"(?P<n>n)2(?!~?a)", "M", "2")
def _counted_month_alone(found: Found) -> int | None:
    return found["n"] if 1 <= found["n"] <= 12 else None


@rule(RULES, r"(?P<m>M)(?P<d>D)", "D", "M D")
def _month_and_named_day(found: Found) -> Date | None:
    """さんがつみっか, 3月ついたち."""
    day = found["d"]
    is_named = isinstance(day, Date) and day.day is not None and day._replace(day=None) == Date()
    return day._replace(month=found["m"]) if is_named and found.touching("d") else None


@rule(RULES, r"(?P<y>y)[/d.,]?(?P<m>M)(?:[/d.](?P<d>n)|(?P<d2>o))", "D", "y M")
def _year_first(found: Found) -> Date | None:
    """2019/aug/01."""
    return date_of(found["y"], found["m"], found["d"] or found["d2"])


@rule(RULES, r"(?<![gud&n])(?P<d>n|T?o(?=i?M))i?(?P<m>M)(?P<y>n)(?![mhU%:nxogud&i]|,y)", "D", "M n")
def _short_year(found: Found) -> Date | None:
    """2 Mar 26, 3rd Sept 25."""
    year = found.tokens[found.match.start("y")]
    day = found.tokens[found.match.end("d") - 1].value
    return date_of(found["y"], found["m"], day) if year.end - year.start == 2 and day <= 31 else None


@rule(
    RULES,
    r"(?P<m>M)[./d]?,?T?(?P<d>[no])(?![mhU:4]|[gud&]K)(?:(?P<s>[,./diO]{0,2}T?)(?P<y>[yn])(?![mhU]))?",
    "D",
    "M no",
)
def _month_first(found: Found) -> Date | None:
    """August 10, 2012; Oct.23; the 'Aug 9 96'."""
    if (found.kind("d") == "n" and found["d"] > 31) or _is_nth_weekday(found):
        return None
    year = found["y"]
    if year is not None and found.kind("y") == "n" and not (year > 31 or found.kind("s") in {"/", "d"}):
        return None
    return date_of(year, found["m"], found["d"])


@rule(RULES, r"(?P<m>M)[./d]?,?T?(?P<d>[no])(?![mh:4]|U)", "D", "M no")
def _month_day(found: Found) -> Date | None:
    return None if _is_nth_weekday(found) else date_of(None, found["m"], found["d"])


def _is_nth_weekday(found: Found) -> bool:
    """Tell 3月第2火曜 and 8月最初の日曜日, written without a space, from May 5th Tuesday."""
    end = found.match.end("d")
    following = found.tokens[end : end + 1]
    is_glued = bool(following) and following[0].kind == "W" and following[0].start == found.tokens[end - 1].end
    return found.kind("d") == "o" and is_glued


@rule(RULES, r"T?(?P<d>[no])(?P<j>[./di]{0,2}T?)(?P<m>M)(?:(?P<s>[,./diOT]{0,3})(?P<y>[yn])(?![mhU%]))?", "D", "M no")
def _day_first(found: Found) -> Date | None:
    """10 August 2012, 31-Oct-74, 3 de marzo de 2016, 3 de marzo del 25."""
    year = found["y"]
    said_year = found.kind("s") in {"/", "d"} or found["s"] == "el"
    if year is not None and found.kind("y") == "n" and not (year > 31 or said_year):
        return None
    return date_of(year, found["m"], found["d"])


@rule(RULES, r"T?(?P<d>[no])(?P<j>[./di]{0,2}T?)(?P<m>M)", "D", "M no")
def _day_month(found: Found) -> Date | None:
    return date_of(None, found["m"], found["d"])


@rule(RULES, r"(?P<m>M)[.,]?[/di]?(?:O|T)?(?P<y>[yn])(?![mhU:n])|(?P<y2>y)[/di,]{0,2}(?P<m2>M)", "Z", "M yn")
def _month_year(found: Found) -> Date | None:
    """June of 1992, 2015 May, August 99."""
    year = found["y"] if found["y"] is not None else found["y2"]
    if found.kind("y") == "n" and year < 32 and not _says_short_year(found):
        return None
    return Date(year, found["m"] or found["m2"])


def _says_short_year(found: Found) -> bool:
    """Marzo del 25."""
    last = found.within()[-1]
    return last.end - last.start == 2 and found.within()[-2].value == "el"


@rule(RULES, r"(?P<s>[SV])i(?P<y>n)(?![mhU:n])", "Z", "SV n")
def _season_of_short_year(found: Found) -> Season | None:
    """El otoño del 23, summer of 24."""
    own, year = found.within()[1:]
    is_of = own.value == "" and own.start != found.within()[0].end and year.end - year.start == 2
    is_year = _says_short_year(found) or (is_of and found.ahead()[:1] not in {"x", "o", "/", "."})
    return Season(found["s"], found["y"]) if is_year else None


@rule(RULES, r"(?<![dn/.y])(?P<m>n)[d./](?P<y>y)(?![dn/.])", "Z", "y d./")
def _month_year_digits(found: Found) -> Date | None:
    """11-2016."""
    return date_of(found["y"], found["m"], None) if found["m"] else None


# With a weekday.


@rule(RULES, r"(?P<d>D)W(?![nolbf&|gud])", "D", "D W")
def _day_called(found: Found) -> Day | None:
    """Hoy miércoles, yesterday Tuesday: one day."""
    return found["d"] if isinstance(found["d"], Day) else None


@rule(RULES, r"(?P<w>W)(?:[,.]{0,2}|d|O)T?D[,]?|DO?[i,]{0,2}(?P<w2>W),?", "D", "D W")
def _named_day(found: Found) -> Date | Day | Node | None:
    """Tuesday Jul 22 2014, 1月22日水曜, Thursday the 21st."""
    date = next(token.value for token in found.within() if token.kind == "D")
    if not isinstance(date, Date):
        return None
    weekday = found["w"] if found["w"] is not None else found["w2"]
    return date._replace(weekday=weekday) if date.month is None or date.other is not None else date


@rule(RULES, r"(?P<t>T?)(?P<w>W)[.,]?(?:O|T|OT)?3?(?P<d>[no])(?![UmhM:%n/.]|[gud&]|[iO]T?[pM])", "D", "W no")
def _weekday_and_day(found: Found) -> Date | None:
    """Thursday the 21st, Mon 13th, lunes 21."""
    start = found.match.start()
    before = found.tokens[start - 1] if start else None
    is_led = found["t"] == "el" or (before is not None and (before.value == "el" or before.kind == "l"))
    has_article = is_led and found.match.group().endswith("Wn")
    if found.kind("d") == "n" and found["d"] < 4 and not has_article:
        return None
    return date_of(None, None, found["d"], found["w"])


@rule(RULES, r"(?P<d>n)3[i,]?(?P<w>W)", "D", "3")
def _day_and_weekday(found: Found) -> Date | None:
    """23日の土曜日."""
    return date_of(None, None, found["d"], found["w"])


# A day of the month alone.


@rule(
    RULES,
    r"T(?P<a>o(?:,T?o){0,5},?[&|]T?o)(?![xUMWpHQnZ(l]|iT?[MUZ])|T?(?P<u>U)(?P<a2>n(?:,n){0,5}[&|]n)(?![xUMn%]|i)",
    "I",
    "&| on",
)
def _nths_listed(found: Found) -> Several | None:
    """On the 9th, 10th and 12th; los días 9, 10 y 12."""
    days = found.of("a", "o") if found.kind("a") else found.of("a2", "n")
    if found["u"] not in {None, "day"} or not all(1 <= day.value <= 31 for day in days):
        return None
    if found["u"] is None and any(day.end - day.start > 4 for day in days):
        return None  # the first and the second
    return Several(tuple(Date(None, None, day.value) for day in days))


@rule(RULES, r"(?:T|(?P<am>O))(?P<d>o)(?!(?:,T?o){0,5},?[&|]T?o[WUx])(?=(?P<after>[^xUMWpHQnZ(]|$)?)", "D", "o")
def _the_nth(found: Found) -> Date | None:
    """The 27th; "the first" alone is an order, not a day."""
    if found["am"] not in {None, "the"}:
        return None
    token = found.tokens[found.match.start("d")]
    if not found.match.group("after") and found.ahead():
        return None
    if token.end - token.start > 4 and token.value < 13 and found["am"] is None:
        return None
    return date_of(None, None, token.value)


@rule(RULES, r"OT?(?P<d>[no])(?=[@rGK]|$|;)", "D", "O no")
def _on_n(found: Found) -> Date | None:
    """8pm on 15."""
    return (
        date_of(None, None, found["d"])
        if found.behind().endswith(("K", "9")) or found.ahead()[:1] in {"@", "r", "G", "K"}
        else None
    )


@rule(RULES, r"(?P<h>H)i?(?P<d>n)3(?![U~af])", "D", "H 3")
def _day_of_new_year(found: Found) -> Date | None:
    """正月二日."""
    return date_of(None, 1, found["d"]) if found["h"] in {"shogatsu", "new-year"} else None


@rule(RULES, r"(?P<d>n)3(?![U~a(2cf<]|i?[e]|x|n(?![45])|[&,]?n[U5])|(?P<d3>n)3(?=~(?!a))", "D", "3")
def _counted_day(found: Found) -> Date | None:
    """22日, 10日前後; この三日 and 最近三日 are three days."""
    at = found.match.start()
    while at > 0 and found.tokens[at - 1].kind in "n,|":
        at -= 1
    before = found.tokens[at - 1] if at > 0 else None
    if before is not None and (before.value in {"here", "these", "past"} or isinstance(before.value, Window)):
        return None
    return date_of(None, None, found["d"] or found["d3"])


@rule(RULES, r"(?P<i>[Oi]?)(?P<t>T?)(?P<d>n)(?![xUMn%]|\.n|On|iT?[x_]|[g&]T?[n;])", "D", "n OiT")
def _el_n(found: Found) -> Date | None:
    """El 15, del 15."""
    if "el" not in (found["t"], found["i"]) or not 1 <= found["d"] <= 31:
        return None
    return None if _is_label(found) else date_of(None, None, found["d"])


def _is_label(found: Found) -> bool:
    """Tell a number that names something: la camiseta del 23, mi número favorito es el 13, el 7 es mi número."""
    start, end = found.match.span()
    behind, ahead = found.behind(), found.ahead()
    if behind.endswith("#"):
        at = start - 1 if found["i"] == "el" else None
    elif behind.endswith(("#_", "#x_")):
        at = start - 2 - behind.endswith("x_")
    else:
        at = end + ahead.index("#") if ahead.startswith(("_#", "__#")) else None
    return at is not None and found.tokens[at].value == "numbered"


@rule(RULES, r"T(?P<l>l)(?P<d>n)(?![xUMWn%:]|iT?[xMUZ]|\.n)", "D", "T l n")
def _el_pasado_n(found: Found) -> Date | None:
    """El pasado 3."""
    said = (found[0], found["l"])
    return date_of(None, None, found["d"]) if said == ("el", "gone") else None


@rule(RULES, r"T(?P<u>U)(?P<n>o)(?![iUWMo])", "D", "T U o")
def _day_first_of_month(found: Found) -> Date | None:
    """El día primero."""
    return date_of(None, None, 1) if found[0] == "el" and found["u"] == "day" and found["n"] == 1 else None


@rule(RULES, r"(?<![nvz])T?(?P<u>U)(?P<n>n)(?![U])", "D", "U n")
def _day_n(found: Found) -> Date | None:
    """Día 25."""
    return date_of(None, None, found["n"]) if found["u"] == "day" else None


@rule(RULES, r"T?(?P<w>W),?(?P<u>U?)(?P<d>D)|T?(?P<u2>U)(?P<d2>D)", "D", "D WU")
def _weekday_day_n(found: Found) -> Date | None:
    """Lunes día 2, el lunes día 5 de octubre, el día 5 de octubre."""
    day, unit = found["d"] or found["d2"], found["u"] or found["u2"]
    if unit not in {None, "day"} or not isinstance(day, Date) or day.day is None:
        return None
    if day.month is None:
        return day._replace(weekday=found["w"]) if unit is None else None
    return day if unit is not None else None
