"""What is said once and holds for a whole phrase or list: Tuesday afternoon last week, May and June last year.

Owns how a longer period, or a part of the day, is laid over what was read before it, and lists of more than two times.
The rules end in J (a time on a day), D (a day), Z (a longer period) and I (several).
"""

from __future__ import annotations

from lossless_memory.timex.ir import (
    Ago,
    At,
    Containing,
    Date,
    Each,
    Holiday,
    Node,
    Nth,
    Part,
    Quarter,
    Season,
    Section,
    Several,
    Span,
    Weekday,
    WeekNumber,
    Within,
)

from .engine import Found, Rule, rule
from .kinds import MEALS, is_month, is_week, is_year

RULES: list[Rule] = []


def inside(node: Node, outer: Node) -> Node | None:
    """Return a form as it falls in a longer period that was said with it, or None where it cannot fall in there."""
    if isinstance(outer, Ago):
        unit = outer.amounts[-1][1]
        if outer.anchor is not None or len(outer.amounts) > 1 or unit not in {"week", "year"}:
            return None
        outer = Containing(outer._replace(vague=""), unit)
    return _inside(node, outer)


def _inside(node: Node, outer: Node) -> Node | None:
    if isinstance(node, Weekday):
        if node != Weekday(node.weekday):
            return None
        return Within(node, outer) if is_week(outer) and not _is_of_year(outer) else _each_of(node, outer)
    if isinstance(node, At):
        day = None if node.day is None else _inside(node.day, outer)
        return None if day is None else At(day, node.time)
    if isinstance(node, Several):
        all_inside = tuple(one for one in (_inside(each, outer) for each in node.nodes) if one is not None)
        return Several(all_inside) if len(all_inside) == len(node.nodes) else None
    if isinstance(node, Nth | Section):
        whole = _inside(node.outer, outer)
        return None if whole is None else node._replace(outer=whole)
    if not (is_year(outer) or _is_of_year(outer)):
        return None
    is_open = isinstance(node, Date | Season | Quarter | Holiday | WeekNumber) and node.year is None
    if isinstance(node, Date) and (node.month is None or node.finished):
        return None
    return Within(node, outer) if is_open else None


def _is_of_year(outer: Node) -> bool:
    return isinstance(outer, Containing) and outer.unit == "year"


def _each_of(node: Weekday, outer: Node) -> Each | None:
    return Each(node.weekday, outer) if is_month(outer) else None


@rule(RULES, r"(?P<j>J)[,iO]{0,2}T?(?P<z>[ZD])|(?P<z2>[ZD])[,iO]{0,2}T?(?P<j2>J)", "J", "J ZD")
def _part_inside(found: Found) -> Node | None:
    """Tuesday afternoon last week, Saturday night two weeks ago, Sunday mornings in September."""
    at, outer = found["j"] or found["j2"], found["z"] or found["z2"]
    return inside(at, outer) if isinstance(at, At) else None


@rule(RULES, r"(?P<d>[DZI])[,iO@]{0,2}T?(?P<z>[ZD])|(?P<z2>[ZD])[,iO@]{0,2}T?(?P<d2>[DZ])", "D", "DZI ZD")
def _day_inside(found: Found) -> Node | None:
    """The first Monday of September last year, Christmas three years ago, 去年の9月の最初の月曜."""
    node, outer = found["d"] or found["d2"], found["z"] or found["z2"]
    if isinstance(node, Weekday):
        return None
    return inside(node, outer) or (inside(outer, node) if found.kind("d") != "I" else None)


@rule(RULES, r"(?P<i>I)(?:OT?|i)(?P<p>[pP])|T?(?P<p2>[pP])[iO]T?(?P<i2>I)", "J", "I pP")
def _part_of_each(found: Found) -> At | None:
    """先月の日曜の朝, 先週の火曜と木曜の朝, the evenings of 3 and 4 October."""
    node, part = found["i"] or found["i2"], found["p"] or found["p2"]
    return part_of_each(node, part)


def part_of_each(node: Node, part: Part) -> At | None:
    """Lay a part of the day over each of several days."""
    if part.name in MEALS or not _are_days(node):
        return None
    return At(node, part)


def _are_days(node: Node) -> bool:
    if isinstance(node, Several):
        return all(_are_days(one) for one in node.nodes)
    if isinstance(node, Span):
        return _are_days(node.first) and _are_days(node.last)
    if isinstance(node, Within):
        return _are_days(node.inner)
    return isinstance(node, Each | Weekday) or (isinstance(node, Date) and node.day is not None)
