"""Days from one to another: inside a month, over the end of one, and days of the month alone.

Owns the rules that end in I (a stretch of days) before clock times are read: 4 to 22 July, 18 Nov-19 Dec, del 4 al 9.
"""

from __future__ import annotations

from lossless_memory.timex.ir import Date, Several, Span

from .engine import Found, Rule, rule
from .kinds import date_of

RULES: list[Rule] = []


@rule(
    RULES,
    r"[wrsi]?T?(?P<a>[no])i?(?P<m>M)d(?P<b>[no])i?(?P<m2>M)(?:[,i]{0,2}(?P<y>y))?"
    r"|[wrsi]?(?P<m3>M)T?(?P<a3>[no])(?P<g>[gud&])T?(?P<b3>[no])(?P<m4>M)(?:[,i]{0,2}(?P<y2>y))?",
    "I",
    "M gud&",
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
    r"(?P<w>[wrsi]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])[iOT]{0,2}(?P<m>M)(?:[,iO]{0,2}(?P<y>y))?",
    "I",
    "M gud&",
)
def _days_of_month(found: Found) -> Span | None:
    """From 4 to 22 July, between 10 and 14 February 2020."""
    if found.kind("g") == "&" and found.kind("w") != "w":
        return None
    return _span(found["y"], found["m"], found["a"], found["b"])


@rule(
    RULES,
    r"(?P<w>[wrsi]?)T?W,?T?(?P<a>[no])(?P<g>[gud&])T?W,?T?(?P<b>[no])[iO]{0,2}T?(?P<m>M)(?:[,i]{0,2}(?P<y>y))?",
    "I",
    "M W gud&",
)
def _named_days_of_month(found: Found) -> Span | None:
    """Monday 5 to Friday 9 October."""
    if found.kind("g") == "&" and found.kind("w") != "w":
        return None
    return _span(found["y"], found["m"], found["a"], found["b"])


@rule(
    RULES,
    r"(?P<m>M)T?(?P<days>[no](?:,?[&|]?T?[no]){1,5})(?![mhU:4nMCy])|T?(?P<days2>[no](?:,?[&|]?T?[no]){1,5})[iO]{0,2}(?P<m2>M)(?![no])"
    r"|(?P<n>n)2i?(?P<days3>n3(?:[&,|]n3){1,5})",
    "I",
    "M2 no",
)
def _days_listed(found: Found) -> Several | None:
    """October 1st and 2nd, the 1st and the 15th of October, 10月の3日と5日."""
    group = next(name for name in ("days", "days2", "days3") if found.kind(name))
    letters = found.kind(group)
    if not set("&|,") & set(letters) or ("," in letters and not set("&|") & set(letters)):
        return None
    first, end = found.match.span(group)
    numbers = [token.value for token in found.tokens[first:end] if token.kind in "no"]
    month = found["m"] or found["m2"] or found["n"]
    days = [date_of(None, month, number) for number in numbers]
    if None in days or numbers != sorted(set(numbers)):
        return None
    return Several(tuple(day for day in days if day is not None))


@rule(RULES, r"(?P<w>[wrsi]?)(?P<p>N)i?(?P<m>M)(?:[,i]{0,2}(?P<y>y))?", "I", "N")
def _pair_of_month(found: Found) -> Span | None:
    """19-20 de noviembre."""
    a, b, text, _ = found["p"]
    return _span(found["y"], found["m"], a, b) if "-" in text else None


@rule(RULES, r"(?P<m>M)\.?w?T?(?P<p>N)(?:[,i]{0,2}(?P<y>y))?", "I", "N")
def _month_of_pair(found: Found) -> Span | None:
    """November 19-20."""
    a, b, text, _ = found["p"]
    return _span(found["y"], found["m"], a, b) if "-" in text else None


@rule(
    RULES,
    r"[wrs]?(?P<m>M)\.?(?P<w>[wr]?)T?(?P<a>[no])(?P<g>[gud&])T?(?P<b>[no])(?:,?i?(?P<y>y))?(?![mM.iUh12345:])",
    "I",
    "M gud&",
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
    r"(?P<i>i)(?P<a>n)g(?P<b>n)(?![UMm%xnhy]|iT?[MUx])|wT(?P<a2>n)&T(?P<b2>n)(?![UMmx%nhy]|iT?[MUx])",
    "I",
    "n g&",
)
def _el_n_al_m(found: Found) -> Span | None:
    """Del 4 al 9, entre el 4 y el 9."""
    if found["a"] is not None:
        is_days = found["i"] == "el" and found.behind()[-1:] != "#" and found["a"] > 1  # del 1 al 10 is a scale
        return _span(None, None, found["a"], found["b"]) if is_days else None
    articles = [token.value for token in found.within() if token.kind == "T"]
    return _span(None, None, found["a2"], found["b2"]) if articles == ["el", "el"] else None


@rule(RULES, r"wT?(?P<a>o)&T?(?P<b>o)(?![xUWn]|iT?[MUZltf])", "I", "w")
def _the_nths(found: Found) -> Span | None:
    """Between the 21st and 23rd."""
    return _span(None, None, found["a"], found["b"])
