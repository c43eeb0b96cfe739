"""Days from one to another: inside a month, over the end of one, and days of the month alone.

Owns the rules that end in I (a stretch of days) before clock times are read: 4 to 22 July, 18 Nov-19 Dec, del 4 al 9.
"""

from __future__ import annotations

from itertools import pairwise

from lossless_memory.timex.ir import Ago, At, Date, Node, Several, Span, Weekday, Within

from .engine import Found, Rule, rule
from .kinds import date_of, is_month, is_week, is_year

RULES: list[Rule] = []
_OF_YEAR, _NO_AMOUNT = "[,iO]{0,2}T?", "(?![mhU%:n])"
_AFTER_MIDNIGHT = frozenset({"madrugada", "small hours"})


@rule(
    RULES,
    r"T?(?P<p>p)[ir]T?(?:(?P<w>W)gT?(?P<w2>W)|(?P<a>[no])gT?(?P<b>[no])(?:i?(?P<m>M)(?:[,i]{0,2}(?P<y>y))?)?)",
    "J",
    "p ir g",
)
def _night_to(found: Found) -> At | None:
    """La noche del sábado al domingo, the night of the 3rd to the 4th: the one night between two days."""
    part = found["p"]
    late = part.name in _AFTER_MIDNIGHT
    if not late and "night" not in part.name:
        return None
    if found["w"] is not None:
        first, last = found["w"], found["w2"]
        return At(Weekday(last if late else first), part) if (first + 1) % 7 == last else None
    first, last = found["a"], found["b"]
    day = date_of(found["y"], found["m"], last if late else first)
    return At(day, part) if day and first + 1 == last else None


@rule(
    RULES,
    r"[wrsi]?T?(?P<a>[no])i?(?P<m>M)d(?P<b>[no])i?(?P<m2>M)(?:[,i]{0,2}(?P<y>y))?"
    r"|[wrsi]?(?P<m3>M)T?(?P<a3>[no])(?P<g>[gud&])T?(?P<b3>[no])(?P<m4>M)(?:[,i]{0,2}(?P<y2>y))?",
    "I",
    "M gud& no",
)
def _days_of_two_months(found: Found) -> Span | None:
    """18 Nov-19 Dec, 2015; from Oct 2 to 22 October."""
    if found.kind("g") == "&" and found.match.group()[0] != "w":
        return None
    one, year = ("", found["y"]) if found["a"] is not None else ("3", found["y2"])
    first = date_of(None, found["m" + one], found["a" + one])
    last = date_of(year, found["m2"] if not one else found["m4"], found["b" + one])
    return Span(first, last) if first and last else None


@rule(
    RULES,
    r"(?P<w>[wrsi]?)T?W,?T?(?P<a>[no])(?P<g>[gud&])T?W,?T?(?P<b>[no])[iO]{0,2}T?(?P<m>M)(?:[,i]{0,2}(?P<y>y))?",
    "I",
    "M W gud&",
)
@rule(
    RULES,
    r"(?P<w>[wrsi]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])[iOT]{0,2}(?P<m>M)(?:[,iO]{0,2}(?P<y>y))?",
    "I",
    "M gud& no",
)
def _days_of_month(found: Found) -> Span | None:
    """From 4 to 22 July, between 10 and 14 February 2020, Monday 5 to Friday 9 October."""
    if found.kind("g") == "&" and found.kind("w") != "w":
        return None
    return _span(found["y"], found["m"], found["a"], found["b"])


@rule(
    RULES,
    rf"(?P<m>M)(?:,?T)?(?P<days>[no](?:,?[&|]?T?[no]){{1,5}})(?:{_OF_YEAR}(?P<y>y){_NO_AMOUNT})?(?![mhU:4nMCy])"
    rf"|T?(?P<days2>[no](?:,?[&|]?T?[no]){{1,5}})[iO]{{0,2}}(?P<m2>M)(?:{_OF_YEAR}(?P<y2>y){_NO_AMOUNT})?(?![no])",
    "I",
    "M no",
)
def _days_listed(found: Found) -> Several | None:
    """October 1st and 2nd, the 1st and the 15th of October; 5 and 6 April 2025."""
    group = next(name for name in ("days", "days2") if found.kind(name))
    letters = found.kind(group)
    if not set("&|,") & set(letters) or ("," in letters and not set("&|") & set(letters)):
        return None
    first, end = found.match.span(group)
    numbers = [token.value for token in found.tokens[first:end] if token.kind in "no"]
    month = found["m"] or found["m2"]
    days = [date_of(found["y"] or found["y2"], month, number) for number in numbers]
    if None in days or numbers != sorted(set(numbers)):
        return None
    return Several(tuple(day for day in days if day is not None))


@rule(RULES, r"(?P<w>[wrsi]?)(?P<p>N)i?(?P<m>M)(?:[,i]{0,2}(?P<y>y))?", "I", "N M")
def _pair_of_month(found: Found) -> Span | None:
    """19-20 de noviembre."""
    a, b, text, _ = found["p"]
    return _span(found["y"], found["m"], a, b) if "-" in text else None


@rule(RULES, r"(?P<m>M)\.?w?T?(?P<p>N)(?:[,i]{0,2}(?P<y>y))?", "I", "N M")
def _month_of_pair(found: Found) -> Span | None:
    """November 19-20."""
    a, b, text, _ = found["p"]
    return _span(found["y"], found["m"], a, b) if "-" in text else None


@rule(
    RULES,
    r"[wrs]?(?P<m>M)\.?(?P<w>[wr]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])(?:,?i?(?P<y>y))?(?![mM.iUh12345:])",
    "I",
    "M gud& no",
)
def _month_of_days(found: Found) -> Span | None:
    """April ninth through 17th, 2020."""
    if found.kind("g") == "&" and found.kind("w") != "w" and "w" not in found.match.group()[:1]:
        return None
    return _span(found["y"], found["m"], found["a"], found["b"])


def _span(year: int | None, month: int | None, first: int, last: int) -> Span | None:
    if not (1 <= first <= 31 and 1 <= last <= 31 and first < last):
        return None
    return Span(Date(year, month, first), Date(year, month, last))


@rule(RULES, r"[wrs]?(?<!M)T?(?P<a>[no])(?P<g>[gud])T?(?P<m>M)T?(?P<b>[no])(?![mhU:])", "I", "M gud")
def _day_to_month_day(found: Found) -> Span | None:
    """From 02 to April 07."""
    return _span(None, found["m"], found["a"], found["b"])


@rule(
    RULES,
    r"(?P<i>i)(?P<a>n)g(?P<b>n)(?![UMm%xnhy]|iT?[MUx])|wT(?P<a2>n)&T(?P<b2>n)(?![UMmx%nhy]|iT?[MUx])"
    r"|(?:s(?P<t>T)(?P<u>U?)|(?P<i3>i)(?P<u3>U))(?P<a3>n)(?:g|uT?)U?(?P<b3>n)(?![UMmx%nhy:@]|iT?[MUxtlf])",
    "I",
    "n gu&",
)
def _el_n_al_m(found: Found) -> Span | None:
    """Del 4 al 9, entre el 4 y el 9, desde el 4 hasta el 9, del día 4 al 9."""
    if found["a3"] is not None:
        is_days = all(token.value == "el" for token in found.within() if token.kind in "Ti") and {
            found["u"],
            found["u3"],
        } <= {None, "day"}
        return _span(None, None, found["a3"], found["b3"]) if is_days else None
    if found["a"] is not None:
        is_days = found["i"] == "el" and found.behind()[-1:] != "#" and found["a"] > 1  # del 1 al 10 is a scale
        return _span(None, None, found["a"], found["b"]) if is_days else None
    articles = [token.value for token in found.within() if token.kind == "T"]
    return _span(None, None, found["a2"], found["b2"]) if articles == ["el", "el"] else None


@rule(RULES, r"wT?(?P<a>o)&T?(?P<b>o)(?![xUWn]|iT?[MUZltf])", "I", "w")
def _the_nths(found: Found) -> Span | None:
    """Between the 21st and 23rd."""
    return _span(None, None, found["a"], found["b"])


# Days and months before their counter 日 or 月, which several numbers may share.


@rule(
    RULES,
    r"(?:(?P<z>Z)(?P<i>i?)(?:(?P<zm>n)2i?)?|(?:(?P<y>[yn])1i?)?(?P<m>n)2i?)"
    r"(?:(?P<list>n3?(?:[&,|/]n3?){0,5}[&,|/]n3)|(?P<a>n)[dF](?P<b>n)3B?|(?P<pair>N)3B?)(?![U1af<]|~a)",
    "I",
    "3 Z2 &,|/dFN",
)
def _counted_days(found: Found) -> Node | None:
    """9月3~5日, 9月3、4日, 2月5日、10日、15日, 先月の5日と10日."""
    outer, month = found["z"], found["m"] or found["zm"]
    if not (is_month(outer) if month is None else outer is None or is_year(outer)):
        return None
    if month is None and not found["i"] and found.kind("list") and not found.kind("list").startswith("n3"):
        return None  # 先月2、3日休んだ
    numbers = _numbers(found)
    dates = [date_of(found["y"], month, number) for number in numbers]
    if None in dates or numbers != sorted(set(numbers)):
        return None
    days: list[Node] = [date if outer is None else Within(date, outer) for date in dates if date is not None]
    is_list = bool(found.kind("list")) and numbers[-1] - numbers[0] >= len(numbers)
    return Several(tuple(days)) if is_list else Span(days[0], days[-1])


@rule(
    RULES,
    r"(?:(?P<z>Z)i?|(?P<y>[yn])1i?)?(?:(?P<list>n(?:[,/]n){1,5})|(?P<a>n)[dF](?P<b>n)|(?P<pair>N))2B?(?![Ua]|~a|i?n3)",
    "I",
    "2 ,/dFN",
)
def _counted_months(found: Found) -> Span | None:
    """7~9月, 11-12月, 7、8月, 去年の11~12月."""
    outer, year, numbers = found["z"], found["y"], _numbers(found)
    if outer is not None and not is_year(outer):
        return None
    if found.kind("list") and any(b != a % 12 + 1 for a, b in pairwise(numbers)):
        return None
    first, last = date_of(year, numbers[0], None), date_of(year, numbers[-1], None)
    if first is None or last is None or first == last:
        return None
    if numbers[-1] < numbers[0]:  # 11~2月: of the year after
        return Span(first if outer is None else Within(first, outer), Date(None, numbers[-1]))
    return Span(first, last) if outer is None else Span(Within(first, outer), Within(last, outer))


@rule(RULES, r"(?P<z>Z)i?(?P<list>W(?:&W){2,6})", "I", "Z W &")
def _weekdays_of_week(found: Found) -> Several | None:
    """先週の月水金."""
    if not is_week(found["z"]):
        return None
    first, end = found.match.span("list")
    days = [token.value for token in found.tokens[first:end] if token.kind == "W"]
    return Several(tuple(Within(Weekday(day), found["z"]) for day in days))


def _numbers(found: Found) -> list[int]:
    """Return the numbers of a list, of a pair such as 3-5, or of two sides."""
    if found.kind("list"):
        first, end = found.match.span("list")
        return [token.value for token in found.tokens[first:end] if token.kind == "n"]
    return list(found["pair"][:2]) if found["pair"] is not None else [found["a"], found["b"]]


@rule(RULES, r"(?<![dn/.])(?P<a>y)1?[dF](?P<b>[yn])1B?(?![a~]|[iB]?[nM])", "I", "y 1 dF")
def _counted_years(found: Found) -> Span | None:
    """2022~2024年, 2020年から21年にかけて."""
    first, last = found["a"], found["b"]
    if found.kind("b") == "n":
        last += first // 100 * 100
    return Span(Date(first), Date(last)) if 1900 <= first < last <= min(first + 60, 2100) else None


@rule(RULES, r"(?<![ne])(?P<e>E)d(?P<n>n)(?=[i_,]|$)", "I", "E d n")
def _digits_to_day(found: Found) -> Span | None:
    """9/3~5, 3/3-5の出張."""
    first, last = found["e"], found["n"]
    if first.month is None or first.day is None or not first.day < last <= 31:
        return None
    return Span(first._replace(other=None), Date(first.year, first.month, last))


@rule(RULES, r"(?<!2)(?P<a>n)(?P<u>[U31])[F|d]?(?P<b>n)(?P<u2>[U31])(?P<c>~?)a", "D", "U31 a n")
def _one_or_other_ago(found: Found) -> Ago | None:
    """2日か3日前, 二日三日前."""
    first, last, unit = found["a"], found["b"], found["u"]
    return Ago(((last, unit),), "", low=first) if unit == found["u2"] and last == first + 1 else None
