"""Weeks and fiscal years by their number: week 38 of 2026, KW 38, 2026-W38-2, weeks 36 to 38, FY24.

Owns the rules that read a unit with a number behind it. They end in Z (a longer period) and D (a day).
"""

from __future__ import annotations

from lossless_memory.timex.ir import Date, Quarter, Span, Weekday, WeekNumber, Within

from .engine import Found, Rule, rule
from .kinds import of_something

RULES: list[Rule] = []


def _short_year_said(found: Found) -> Date | None:
    """El año 85, del año 23."""
    said = found.tokens[found.match.start("n")]
    article = "T" in found.match.group()[:1] or found.behind().endswith("i")
    alone = found.ahead()[:1] not in {"x", "n", "M"}
    return Date(said.value) if article and alone and said.end - said.start == 2 and not found.kind("y") else None


def _is_of_a_plan(found: Found) -> bool:
    """Tell week two of the diet, a week 4 workout, from a week of the year."""
    unit = next(token for token in found.within() if token.kind == "U")
    if unit.end - unit.start == 2 or not found.kind("n"):
        return False  # KW 38
    is_described = found.ahead()[:1] == "x" and found.match.group()[0] != "T"
    return of_something(found) or (is_described and found.behind()[-1:] not in {"O", "i"})


@rule(RULES, r"(?P<z>Z)d(?P<n>n)(?![dn/.])", "D", "Z d n")
def _iso_day(found: Found) -> Within | None:
    """2026-W38-2."""
    week = found["z"]
    is_glued = found.touching("n") and isinstance(week, WeekNumber) and week.year is not None
    return Within(Weekday(found["n"] - 1), week) if is_glued and 1 <= found["n"] <= 7 else None


@rule(
    RULES,
    r"T?(?P<u>U)(?:(?P<a>n)[gud&](?P<b>n)|(?P<pair>N))(?:[iO,]{0,2}(?P<y>y))?(?![U/.12356hm]|iT?[xU])",
    "Z",
    "U nN gud&N",
)
def _weeks(found: Found) -> Span | None:
    """Weeks 36 to 38."""
    first, last = (found["a"], found["b"]) if found["pair"] is None else found["pair"][:2]
    said = found.tokens[found.match.start("u")]
    if (
        said.value != "week"
        or found.tokens[found.match.end("u")].start == said.end
        or not 1 <= first < last <= 53
        or (found["pair"] and "-" not in found["pair"][2])
    ):
        return None
    return Span(WeekNumber(first, found["y"]), WeekNumber(last, found["y"]))


@rule(RULES, r"T?(?P<y>y)[d/](?P<n>n)(?P<u>U)|(?P<u2>U)(?P<y2>y)[d/](?P<n2>n)", "Z", "U y n")
def _fiscal_years(found: Found) -> Quarter | None:
    """The 2023-24 financial year."""
    year, following = (found["y"], found["n"]) if found["y"] is not None else (found["y2"], found["n2"])
    is_fiscal = "fiscal" in {found["u"], found["u2"]} and following == (year + 1) % 100
    return Quarter(1, 1, year, True) if is_fiscal else None


@rule(RULES, r"T?(?P<u>U)(?P<n>n)(?:[iO,]{0,2}(?P<y>y))?(?![U/.12356])|T?U(?P<fy>y)", "Z", "U ny")
def _week_number(found: Found) -> WeekNumber | Quarter | Date | None:
    unit = next(token.value for token in found.within() if token.kind == "U")
    if found["fy"] is not None:
        return Quarter(1, 1, found["fy"], True) if unit == "fiscal" else None
    if unit == "fiscal":  # FY24
        return Quarter(1, 1, found["n"], True) if found.kind("y") == "" and 10 <= found["n"] <= 99 else None
    if found.touching("n"):
        return None  # 週3回
    if unit == "year":
        return _short_year_said(found)
    if found.kind("y") == "" and _is_of_a_plan(found):
        return None
    return WeekNumber(found["n"], found["y"]) if unit == "week" and 1 <= found["n"] <= 53 else None
