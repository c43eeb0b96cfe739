"""What is said once and holds for a whole phrase or list: Tuesday afternoon last week, May and June last year.

Owns how a longer period, or a part of the day, is laid over what was read before it, and lists of more than two times.
The rules end in J (a time on a day), D (a day), Z (a longer period) and I (several).
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
    Holiday,
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
)

from .engine import Found, Rule, rule
from .kinds import MEALS, SHORT, is_month, is_week, is_year

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
        if node._replace(said_last=False) != Weekday(node.weekday):
            return None
        return Within(node, outer) if is_week(outer) and not _is_of_year(outer) else _each_of(node, outer)
    if isinstance(node, At):
        day = None if node.day is None else _inside(node.day, outer)
        return None if day is None else At(day, node.time)
    if isinstance(node, Date) and node.day is not None and node.month is None and is_month(outer):
        return Within(node, outer)
    if isinstance(node, Span):
        first, last = _inside(node.first, outer), _inside(node.last, outer)
        return None if first is None or last is None else Span(first, last)
    if isinstance(node, Several):
        all_inside = tuple(one for one in (_inside(each, outer) for each in node.nodes) if one is not None)
        return Several(all_inside) if len(all_inside) == len(node.nodes) else None
    if isinstance(node, Around | Containing):
        if isinstance(node, Containing) and not isinstance(node.inner, Holiday):
            return None
        whole = _inside(node.inner, outer)
        return None if whole is None else node._replace(inner=whole)
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


@rule(RULES, r"(?P<d>[DZI])[,iO@]{0,2}T?(?P<z>[ZD])", "D", "ZD")
def _day_inside(found: Found) -> Node | None:
    """The first Monday of September last year, Christmas three years ago, 去年の9月の最初の月曜."""
    node, outer = found["d"], found["z"]
    if isinstance(node, Weekday):
        return None
    return inside(node, outer) or (inside(outer, node) if found.kind("d") != "I" else None)


@rule(RULES, r"(?P<z>Z)[,iO]?(?P<y>y)(?![xUn:/.])", "Z", "Z y")
def _weekend_of_year(found: Found) -> Containing | None:
    """Easter weekend 2024."""
    week = found["z"]
    if not isinstance(week, Containing) or not isinstance(week.inner, Holiday) or week.inner.year is not None:
        return None
    return week._replace(inner=week.inner._replace(year=found["y"]))


@rule(RULES, r"(?P<z>[ZD])[,iO]{0,2}T?(?P<i>I)", "I", "I ZD")
def _list_inside(found: Found) -> Node | None:
    """Last month, on the 3rd and 5th; last month between the 3rd and the 5th."""
    node = found["i"]
    return inside(node, found["z"]) if isinstance(node, Several | Span) else None


@rule(RULES, r"(?P<z>Z)[,iO]{0,2}[wr]T?(?P<a>D)[&gud]T?(?P<b>D)", "I", "Z wr D")
def _range_inside(found: Found) -> Node | None:
    """Last month from the 3rd to the 5th."""
    return inside(Span(found["a"], found["b"]), found["z"])


def of_another_year(first: Node, year: int) -> Several | None:
    """Christmas 2023 and 2024, in 2019 and 2020: the same in another year."""
    if not isinstance(first, Date | Holiday | Season | Quarter) or first.year is None or not 1900 <= year <= 2100:
        return None
    return Several((first, first._replace(year=year)))


def is_later(first: Node, last: Node) -> bool:
    """Tell whether a period counted from now comes after another one of its unit."""
    if not isinstance(first, Period) or not isinstance(last, Period):
        return False
    return first.unit == last.unit and first.offset > last.offset


def both(first: Node, last: Node) -> Several | None:
    """Return two times of one kind, the first in the week of the second where only that one was said with it."""
    if isinstance(last, Within) and isinstance(last.inner, Weekday) and isinstance(first, Weekday):
        first = inside(first, last.outer) or first
    if isinstance(last, At) and isinstance(last.day, Within) and isinstance(first, At | Weekday):
        moved = inside(first, last.day.outer)
        if moved is not None:
            return Several((moved, last))  # Monday or Tuesday afternoon last week
    if isinstance(first, Date) and isinstance(last, Date):
        last = _of_one_month(first, last)
    return _of_one_year((first, last)) if type(first) is type(last) else None


def _of_one_month(first: Date, last: Date) -> Date:
    """Give a later day the month said with the first: 12 March and the 14th."""
    if first.month is None or first.day is None or last.month is not None or last.day is None:
        return last
    return last._replace(year=first.year, month=first.month) if last.day > first.day else last


def _of_one_year(nodes: tuple[Node, ...]) -> Several:
    """Give the year said with the last day of a list to those before it: 3 April and 5 May 2025."""
    last = nodes[-1]
    if not isinstance(last, Date) or last.year is None or last.day is None or last.month is None:
        return Several(nodes)
    return Several(tuple(_in_year_of(last.year, last.month, node) for node in nodes))


def _in_year_of(year: int, month: int, node: Node) -> Node:
    if not isinstance(node, Date) or node.year is not None or node.month is None or node.day is None:
        return node
    return node._replace(year=year - (node.month - month > 6))  # 28 December and 3 January 2025


@rule(RULES, r"(?P<a>[DZJ](?:,T?[DZJy]){1,8},?[&|]T?[DZJy])(?![xUn:])", "I", "DZJ , &|")
def _listed(found: Found) -> Several | None:
    """Yesterday, Monday and Friday; in 2018, 2019 and 2020."""
    tokens = found.of("a", "DZJy")
    nodes: list[Node] = []
    for token in tokens:
        if token.kind != "y":
            nodes.append(token.value)
            continue
        if not nodes or (again := of_another_year(nodes[-1], token.value)) is None:
            return None
        nodes.append(again.nodes[1])
    return _of_one_year(tuple(nodes)) if len({_sort(node) for node in nodes}) == 1 else None


def _sort(node: Node) -> str:
    """Return which kind of time a form is, as far as a list goes."""
    if isinstance(node, At):
        return "time"
    if is_year(node) or is_month(node):
        return "month"
    return "week" if is_week(node) else "day"


@rule(RULES, r"(?P<a>[ZJ])[&|](?:T(?P<u>[Up])|(?P<z>Z))e(?![DZJHMIWTUSVXn])", "I", "ZJ &| e")
def _and_the_one_before(found: Found) -> Several | None:
    """Last week and the week before, last night and the night before."""
    node, unit = found["a"], found["u"]
    if isinstance(found["z"], Period) and found["z"].offset == 0:
        unit = found["z"].unit
    if isinstance(node, Period) and node.unit == unit:
        return Several((node, node._replace(offset=node.offset - 1, rolling=False)))
    if isinstance(node, At) and isinstance(node.day, Day) and node.time == unit:
        return Several((node, At(Day(node.day.offset - 1), node.time)))
    return None


@rule(RULES, r"(?P<j>J)[&|](?:OT?|T)?(?P<p>[pP])(?![xe])", "I", "J &| pP")
def _two_parts(found: Found) -> Several | None:
    """Yesterday morning and afternoon."""
    at, part = found["j"], found["p"]
    if not isinstance(at, At) or at.day is None or not isinstance(at.time, Part) or part.name in MEALS:
        return None
    return Several((at, At(at.day, part)))


@rule(RULES, r"(?P<a>Z)[&|]T?(?P<l>l)(?=[_,;.c]|$)", "I", "Z &| l")
def _or_the_last(found: Found) -> Several | None:
    """This week or last, esta semana y la pasada, el año pasado y el anterior."""
    node = found["a"]
    if not isinstance(node, Period) or node.unit in SHORT:
        return None
    offset = node.offset - 1 if found["l"] == "previous" else -1
    return Several((node, Period(node.unit, offset))) if offset < node.offset else None


@rule(RULES, r"(?P<i>I)(?:OT?|i)?(?P<p>(?<=[OTi])p|P)|T?(?P<p2>[pP])[iO]T?(?P<i2>I)", "J", "I pP")
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
