"""Names that are also words: months, weekdays and feasts that the words around make sure, or rule out.

Owns the rules that come before clock times are read: on 4 May, the month of August; not March Road.
"""

from __future__ import annotations

from lossless_memory.timex.ir import Date, Several

from .engine import Found, Rule, rule

RULES: list[Rule] = []

_MAY = 5
_PEOPLE = frozenset({4, 7})
_NAMED = frozenset({4, 6, 8})  # months that are people too, but never with an article


@rule(RULES, r"(?P<o>O)(?P<a>[XM](?:,[XM]){1,10},?[&|][XM])(?:[iO,]?(?P<y>y))?(?![xn])", "I", "O X &|")
def _sure_months(found: Found) -> Several | None:
    """In April, May and June."""
    months = found.of("a", "XM")
    return Several(tuple(Date(found["y"], month.value) for month in months)) if found["o"] != "aside" else None


@rule(
    RULES,
    r"X(?=(?P<list>(?:,?[&|,]?[XM]){1,8})(?P<outer>[,iO]{0,2}T?(?:y|[lt]U|U[lt]))?(?P<after>[^,;])?)",
    "M",
    "X",
)
def _month_of_list(found: Found) -> int | None:
    """June July and August last year, April and May: as the last of them is one, so are the others."""
    month: int = found[0]
    behind = found.behind()[-1:]
    if behind == "T" or (month in {3, _MAY} and behind in {"x", "_"}):
        return None
    if found.kind("outer"):
        return month
    letters = found.kind("list")
    if not set("&|") & set(letters):
        return None
    return month if "M" in letters or not found.kind("after") else None


@rule(
    RULES,
    r"(?<=[OlrsukjwqefitcTb])X|(?<=[MXnoyWEDZ0][gud&|])X|(?<=qd)X|(?<=[n|oWND],)X|(?<=[noyWN])X|X(?=[./d]?,?[noyZCN]|i[ny]|i?[lt]U|[dg][MX]|[&|,]M|[&|]Xi?y|\.?T[no])",
    "M",
    "X",
)
def _sure_month(found: Found) -> int | None:
    """A month name that is also a word counts beside a date-like neighbour."""
    month: int = found[0]
    behind, ahead = found.behind()[-1:], found.ahead()
    if behind == "O" and month in _PEOPLE and found.tokens[found.match.start() - 1].value == "all":
        return None  # se lo comió todo Julio
    if month == _MAY and behind in {"n", "y"} and (ahead[:1] in {"x", "_"}):
        return None
    if month == _MAY and ahead[:2] == ",M" and behind in {"_", "x"}:
        return None  # if we may, October
    start = found.match.start()
    if month == _MAY and behind == "T" and ahead[:1] == "y":
        return month  # the May 2024 trip
    if ahead[:2] in {"il", "it"} and found.tokens[start + 3].value not in {"year", "fiscal"}:
        return None  # the march of last week
    if month != _MAY and ahead[:1] in {"n", "y", "o"}:
        return month
    if behind == "i" and found.tokens[start - 1].value == "" and found.behind()[-2:-1] not in set("noUqWpPZ"):
        return None  # the surname of Jan
    if (
        behind == "T"
        and ahead[:2] != "iy"
        and (month not in _NAMED or ahead[:1] != "x")
        and found.behind()[-2:-1] not in set("Osrukj")
    ):
        return None  # the march of progress, but the April budget
    if month == _MAY and behind in {"T", "t", "&", "g", "d", "|"} and ahead[:1] in {"x", "_", "|", "@"}:
        return None
    return month


@rule(RULES, r"X(?=\))", "M", "X )")
def _month_onwards(found: Found) -> int | None:
    """June onwards, mayo en adelante; not may and later, nor march onwards."""
    said = found.within()[0]
    return None if said.value == 3 or said.end - said.start < 4 else said.value


@rule(RULES, r"(?<![rws])(?<![rws]T)(?P<o>o)(?:l(?=[UW])|(?P<to>g)l(?=U))", "o", "o l UW")
def _from_the_end(found: Found) -> int | None:
    """The 2nd last day, the 3rd to last week: counted from the end. "The 2nd last month" is a day."""
    unit = found.tokens[found.match.end()]
    if found.within()[-1].value != "last" or not 2 <= found["o"] <= 10 or found["to"] not in {None, "to"}:
        return None
    return -found["o"] if unit.kind == "W" or unit.value in {"day", "workday", "week", "weekend"} else None


@rule(RULES, r"#\.?[xn]iM", "x", "# i M")
def _street(found: Found) -> str:
    """La calle Doce de Octubre, el hospital 12 de Octubre."""
    return ""


@rule(RULES, r"[no]iM(?P<h>[ny])(?![h%:])", "x", "no i M")
def _house(found: Found) -> str | None:
    """25 de Mayo 500: a house in a street."""
    house = found.tokens[found.match.start("h")]
    return "" if 100 <= found["h"] < 1800 and house.end - house.start > 2 else None


@rule(RULES, r"`T?[A-Za-z]", "x", "`")
def _spoken_of(found: Found) -> str:
    """The word "yesterday", the song Monday."""
    return "x"


@rule(
    RULES,
    r"(?<=[OlstrkjwgfT&|eFqu,iKG9DJ])Y|Y(?=[,.]?[@no9KGZDpP8mE]|[dgu&|][WY]|,[WY](?:,[WY]){0,5},?[&|][WY]|[WY]{1,5},?[&|][WY])|(?<=[WY]d)Y",
    "W",
    "Y",
)
def _sure_weekday(found: Found) -> int | None:
    start = found.match.start()
    before = found.tokens[start - 1] if start else None
    if before is not None and before.kind == "_" and found.ahead().startswith("nx"):
        return None  # I sat 2 papers
    if before is not None and before.kind in "Ti" and (before.value == "" or found.ahead().startswith("x")):
        return None  # the sun, not el domingo
    if before is not None and before.value == "all":
        return None  # lo sabe todo Domingo
    weekday: int = found[0]
    return weekday


@rule(
    RULES,
    r"(?P<a>Y)(?=(?:/?[WY]){0,5}i?T?(?:[lt]|(?=U[lb]))(?P<u>U)|(?P<l>l)(?!U)|cn(?:[_,;m]|$))|(?<=[lt]U)(?P<b>Y)|(?<=U[lb])(?P<c>Y)",
    "W",
    "Y ltbc",
)
def _short_weekday(found: Found) -> int | None:
    """Mon last week, mon/tue last week, last week thu, vie pasado, sat around 3; not who sat last week, nor the sun."""
    start, said = found.match.start(), found.within()[0]
    doubtful = said.value in {2, 5, 6} and said.end - said.start == 3  # wed, sat, sun
    if found["a"] is None:
        week = found.tokens[start - 1 if found.kind("b") else start - 2]
        return None if week.value != "week" or (doubtful and found.ahead()[:1] in {"x", "_"}) else said.value
    if found["u"] not in {None, "week"} or found["l"] not in {None, "gone"}:
        return None
    return None if doubtful and (found.behind()[-1:] in {"x", "_", "T"} or found.ahead()[:1] == "T") else said.value


@rule(RULES, r"X(?=(?P<l>l)(?!U))", "M", "X l")
def _month_gone(found: Found) -> int | None:
    """El abril pasado."""
    return found[0] if found["l"] == "gone" else None


@rule(RULES, r"(?<=o)Y|Y(?=OT?p|l(?!U))", "W", "Y oOl")
def _long_weekday(found: Found) -> int | None:
    """Domingo por la tarde, el primer domingo de mayo; not the sun in the morning."""
    said = found.within()[0]
    return said.value if said.end - said.start > 5 else None


@rule(RULES, r"(?<=[ejsu])x|(?<=H[&g])x", "H", "x ejsuH")
def _kings(found: Found) -> str | None:
    """Después de Reyes, entre Navidad y Reyes; Reyes alone is a family."""
    return "epiphany" if found[0] == "reyes" else None


@rule(RULES, r"T?(?P<u>U)i(?P<m>M)", "M", "U i M")
def _month_of_name(found: Found) -> int | None:
    """El mes de agosto, the month of May."""
    return found["m"] if found["u"] == "month" and found[0] != "plural" and _is_apart(found) else None


def _is_apart(found: Found) -> bool:
    """Tell "the month of May" from "the month's May"."""
    at = found.match.start("m")
    return found.tokens[at - 1].start > found.tokens[at - 2].end
