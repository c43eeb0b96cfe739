"""Words of doubt between a longer time and a shorter one: last year sometime in June, 先週たしか火曜.

Owns the rules that run first of all. A hedge between two times of different length is taken out, so that they stand
side by side and every other rule reads them as if it were not there; any other hedge becomes a function word. Knows no
form beyond the units of periods.
"""

from __future__ import annotations

from lossless_memory.timex.ir import Period
from lossless_memory.timex.tokens import Token

from .engine import Found, Rule, rule

RULES: list[Rule] = []

_LENGTHS = {
    "weekend": 2.5,
    "week": 3,
    "fortnight": 3,
    "quincena": 3,
    "month": 4,
    "quarter": 4.5,
    "half": 4.5,
    "year": 5,
}
_CLOCK, _PART, _DAY = 0.0, 1.0, 2.0
_KINDS = {
    **dict.fromkeys("CmhK4", _CLOCK),
    **dict.fromkeys("pPJ", _PART),
    **dict.fromkeys("WYDHnoEN3", _DAY),
    **dict.fromkeys("MX2", 4.0),
    **dict.fromkeys("SVQ", 4.5),
    **dict.fromkeys("y1", 5.0),
}
_ENDS = frozenset("iablft~O")  # what may stand behind the word that says the length: ago, gone, before last
_AMOUNTS = ("nx", "nU", "n%", "n#", "ox", "o%", "o#")
_LEADS = frozenset("OT@ciqzrwltf,")  # and what before it


@rule(RULES, r",?:{0,5}(?P<was>:),?(?=T?z?[WYMXSVH])", "O", ":")
def _it_was(found: Found) -> str | None:
    """Last year, I think it was June."""
    return "" if found.tokens[found.match.end("was") - 1].value == "was" and _joins(found) else None


@rule(RULES, r"(?<=b),?:{1,6},?", ",", ":")
def _after_before_last(found: Found) -> str | None:
    """The week before last, maybe Wednesday: without a mark it were that of last Wednesday."""
    return "" if _joins(found) else None


@rule(RULES, r",?:{1,6},?", "", ":")
def _between(found: Found) -> str | None:
    """Last week, I think on Tuesday: the hedge goes."""
    return "" if _joins(found) else None


@rule(RULES, r":", "_", ":")
def _elsewhere(found: Found) -> str:
    return ""


def _joins(found: Found) -> bool:
    """Tell whether the times on both sides are of different length, so that one is meant inside the other."""
    start, end = found.match.span()
    if not start or found.tokens[start].start > found.tokens[start - 1].end + 1:
        return False  # last week. I think Tuesday is better
    before, after = _before(found.tokens, start), _after(found.tokens, end)
    if before is None or after is None:
        return False
    (first, kind), (second, following) = before, after
    if kind in {"&", "|"}:  # Monday or maybe Tuesday
        return first == second
    if kind in "DJ":
        return second < first  # yesterday, maybe around 3
    if following in "UZy":
        return kind not in "UZyDJ1"  # in June, I think last year
    return first != second and following not in "DJ" and (second > _PART or first <= _LENGTHS["weekend"])


def _before(tokens: list[Token], at: int) -> tuple[float, str] | None:
    """Return the length of the time that ends before a place, and the letter that says it."""
    joint = ""
    if at > 1 and tokens[at - 1].kind in "&|":
        at, joint = at - 1, tokens[at - 1].kind
    while at > 0 and tokens[at - 1].kind in _ENDS:
        at -= 1
    if not at:
        return None
    token = tokens[at - 1]
    length = _length(token)
    return None if length is None else (length, joint or token.kind)


def _length(token: Token) -> float | None:
    if token.kind == "U":
        return _LENGTHS.get(token.value)
    if token.kind == "Z":
        return _LENGTHS.get(token.value.unit) if isinstance(token.value, Period) else None
    return _KINDS.get(token.kind)


def _after(tokens: list[Token], at: int) -> tuple[float, str] | None:
    """Return the length of the time that begins at a place, and the letter that says it."""
    leads: set[str] = set()
    while at < len(tokens) and tokens[at].kind in _LEADS and len(leads) < 5:
        leads.add(tokens[at].value if tokens[at].kind == "T" else tokens[at].kind)
        at += 1
    letters = "".join([token.kind for token in tokens[at : at + 4]]) + ";"
    if at >= len(tokens) or letters.startswith(_AMOUNTS):
        return None
    token = tokens[at]
    if token.kind == "U":
        is_named = not leads.isdisjoint("ltf") or letters[1] in "lbfa" or token.value == "weekend"
        length = _LENGTHS.get(token.value) if is_named else None
        return None if length is None else (length, "U")
    if token.kind == "n" and letters[1] in "mh1234":
        return _KINDS[letters[1]], "y" if letters[1] == "1" else "n"
    if token.kind in "no" and letters.lstrip("no").lstrip("iT./")[0] in "MX":
        return _DAY, token.kind
    if token.kind == "n":
        if "el" in leads:
            return _DAY, "n"
        return None if leads.isdisjoint("@crw") and "clock" not in leads else (_CLOCK, "n")
    if token.kind == "o" and leads.isdisjoint({"", "el", "plural"}):
        return None
    length = _length(token)
    return None if length is None else (length, token.kind)
