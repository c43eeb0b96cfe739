"""Numbers that only look like a time: a rating, a running time, a verse, an amount of pounds, a house, a king.

Owns the rules that come before all others; but for those of pre- and post- they end in x. What tells them apart is a
word beside the number, which the lexicons mark (type x with a value: "measure", "rating", "run", "media", "verse",
"code", "street", "king"). A date that is introduced as one ("on 9/10") stays one. Knows no form.
"""

from __future__ import annotations

from lossless_memory.timex.ir import At, Day, Part
from lossless_memory.timex.mask import MASK

from .engine import Found, Rule, rule

RULES: list[Rule] = []

_OVERNIGHT = Part("overnight")
_LAST_NIGHT = At(Day(-1), Part("night"))


def _says(found: Found, value: str) -> bool:
    """Tell whether a word marked so stands anywhere in the text."""
    return any(token.kind == "x" and token.value == value for token in found.tokens)


@rule(
    RULES,
    r"(?P<w>[wri]?)(?P<a>y)[g&d](?:(?P<b>y)|(?P<mask>;))(?=(?P<after>[x#]|[zg]U)?)",
    "x",
    "y g&d",
)
def _amount(found: Found) -> str | None:
    """Between 2000 and 2500 pounds, 1500 to 2000 a month."""
    first, last, after = found["a"], found["b"], found.kind("after")
    if last is None:
        return "" if found["mask"] == MASK and found["w"] is not None else None
    is_round = first % 100 == last % 100 == 0
    is_amount = (
        last > 2100
        or (after == "x" and found["after"] == "measure")
        or after in {"zU", "gU"}
        or (is_round and (found.kind("w") == "i" or after in {"x", "#"}))
    )
    return "" if is_amount else None


@rule(RULES, r"(?P<z>z?)(?P<e>E)(?=(?P<x>x)?)", "x", "E")
def _rating(found: Found) -> str | None:
    """A 9/10, 7/8 inch; I gave it 9/10, but what I gave it on 9/10."""
    date = found["e"]
    if date.year is not None:
        return None
    if found["z"] is not None or found["x"] in {"measure", "rating"}:
        return ""
    if found.behind().endswith("xi") and found.tokens[found.match.start() - 2].value == "rating":
        return ""  # a rating of 8/12
    is_out_of = max(date.month, date.day) in {5, 10} and found.behind()[-1:] not in set("OTWrsukjew")
    return "" if is_out_of and _says(found, "rating") else None


@rule(RULES, r"(?P<o>O)C(?!m)", "x", "O C")
def _ran_in(found: Found) -> str | None:
    """A mile in 7:15."""
    return "" if found["o"] in {"in", "en"} else None


@rule(
    RULES,
    r"(?P<x>x)(?:[i_]T?)?C(?![mDJWZ])|(?P<u>U)C|[@g]{0,2}C(?=[iO]T?(?P<after>x|`))|C(?P<by>_)(?P<ran>x)",
    "x",
    "C x`U",
)
def _position(found: Found) -> str | None:
    """A pace of 5:30, minute 3:42, 3:42 in the song, John 3:16, 24:30で走った."""
    if found["x"] is not None:
        letters = found.match.group()
        return "" if found["x"] == "verse" and letters == "xC" else _at_media(found, letters)
    if found["u"] is not None:
        return "" if found["u"] == "minute" else None
    if found["by"] is not None:
        return "" if found["by"] == "de" and found["ran"] == "run" else None
    return "" if found.kind("after") == "`" or found["after"] == "media" else None


def _at_media(found: Found, letters: str) -> str | None:
    return "" if found["x"] in {"run", "media"} and len(letters) > 2 else None


@rule(RULES, r"(?P<x>x|#)_?(?P<e>E)", "x", "E x#")
def _code(found: Found) -> str | None:
    """Sort code 20-10-14."""
    year = found["e"].year
    return "" if year is not None and year < 100 and (found.kind("x") == "#" or found["x"] == "code") else None


@rule(RULES, r"(?<!T)[no][MX](?P<x>x)(?=[_,;.O@|]|$)|(?P<way>#)xiT?[MX]n?", "x", "no# MX x")
def _address(found: Found) -> str | None:
    """14 March Road, calle 2 de mayo."""
    return "" if "street" in (found["x"], found["way"]) else None


@rule(RULES, r"(?P<x>x)T(?P<o>o)(?![iUWMXHQ])", "x", "x T o")
def _king(found: Found) -> str | None:
    """Henry the 8th."""
    return "" if found["x"] == "king" else None


@rule(RULES, r"(?P<j>J)(?=(?P<x>x)?)", "x", "J")
def _overnight(found: Found) -> str | None:
    """Overnight oats, to soak beans overnight; but what happened overnight."""
    at = found["j"]
    if not isinstance(at, At) or at.time != _OVERNIGHT:
        return None
    return "" if found.kind("x") or _says(found, "manner") else None


@rule(RULES, r"(?P<t>T)(?P<j>J)(?=[iO]T?x)", "x", "J T iO")
def _last_of_several(found: Found) -> str | None:
    """The last night in Cádiz."""
    return "" if found["t"] == "" and found["j"] == _LAST_NIGHT else None


@rule(RULES, r"T?[lo][WYU][iO]{1,2}=U|(?P<e>=)[lo]i?[WU]", "x", "= lo WYU")
def _of_every(found: Found) -> str | None:
    """The last Sunday of every month, 毎月最後の日曜."""
    return "" if found.kind("e") == "" or found["e"] in {"month", "year"} else None


_PREFIXED = r"(?P<x>x)(?P<d>d)(?=(?P<time>[yHMXEp]))"


@rule(RULES, _PREFIXED, "e", "x d yHMXEp")
def _pre(found: Found) -> int | None:
    """Pre-2015; a blog post - 3 March is none of it."""
    return -1 if _is_prefix(found, "before") else None


@rule(RULES, _PREFIXED, "j", "x d yHMXEp")
def _post(found: Found) -> str | None:
    """Post-2015."""
    return "after" if _is_prefix(found, "after") else None


def _is_prefix(found: Found, value: str) -> bool:
    return bool(found["x"] == value and found.touching("d") and found.touching("time"))
