"""Stretches of clock time: from 2 to 4pm, after lunch, since 3; their zones, and parts of a day said as a time.

Owns the rules that end in G (clock range), 8 (bare range) and P (a part of a day introduced as a time).
"""

from __future__ import annotations

from lossless_memory.timex.daytime import PARTS
from lossless_memory.timex.ir import Clock, ClockOpen, ClockRange, Offset, Part

from .clocks import MEALTIMES, NOON, between, clock_at
from .engine import Found, Rule, rule

RULES: list[Rule] = []

_SIDE = "[KnpP9]"


@rule(
    RULES,
    rf"(?P<w>[wrsi]?)[@T]{{0,2}}(?P<a>{_SIDE})(?P<g>[gud&F@])[@T]{{0,2}}(?P<b>[KpP9]|n(?![UMy/.12356]))(?P<x>B?)",
    "G",
    "K9pP gud&F@",
)
def _clock_range(found: Found) -> ClockRange | None:
    """From 2 to 4pm; only good alone when one side is surely a clock time."""
    prefix, joint = found.kind("w"), found.kind("g")
    if joint == "&" and prefix != "w":
        return None
    if joint == "@" and not prefix:
        return None
    if joint in "gud&@" and not prefix and "K" not in (found.kind("a"), found.kind("b")):
        return None
    if {found.kind("a"), found.kind("b")} <= set("pP") and not {found["a"].name, found["b"].name} <= NOON.keys():
        return None  # from morning to night
    ends = [_side(found["a"], prefix == "w"), _side(found["b"], prefix != "w")]
    if None in ends or not (
        any(found.kind(side) in "K9" for side in "ab") or (prefix in "wr" and found.kind("a") == "p" and prefix)
    ):
        return None
    if found.behind().endswith(("M", "/", ".")) and found.kind("a") == "n" and not prefix:
        return None
    return between(ends[0], ends[1])  # type: ignore[arg-type]


@rule(
    RULES,
    r"(?P<w>[wrsi]?)[@T]{0,2}(?P<a>n)(?P<g>[gud&@])[@T]{0,2}(?P<b>n)(?![UM/oy12356%]|\.[ny]|[Oi]M|[Oi]?[ltf]U|[iO]?Z)|(?:(?<=[WDJE])[,i]?|(?P<w2>[wri]))(?P<pair>N)(?![UM,/y])",
    "8",
    "nN gud&@N",
)
def _bare_range(found: Found) -> ClockRange | None:
    """Monday 12-4."""
    if found["pair"]:
        first, last, text, _ = found["pair"]
        if "." in text or (last - first) % 12 > 9:
            return None  # nobody says 7-6 for eleven hours: that is a day
    else:
        first, last = found["a"], found["b"]
        if (found.kind("g") == "&" and found.kind("w") != "w") or (found.kind("g") == "@" and not found.kind("w")):
            return None
    if not (0 <= first <= 24 and 0 <= last <= 29):
        return None
    return between(Clock(first), Clock(last))


@rule(RULES, r"w(?P<a>n)[gd&](?P<b>n)(?![UM/o%])", "8", "w n")
def _military_range(found: Found) -> ClockRange | None:
    """Entre 0730-0930."""
    first, last = (found.tokens[found.match.start(side)] for side in "ab")
    if any(one.end - one.start != 4 or one.value > 2359 or one.value % 100 > 59 for one in (first, last)):
        return None
    return ClockRange(*(Clock(one.value // 100, one.value % 100, digital=True) for one in (first, last)))


def _side(value: object, at_end: bool) -> Clock | None:
    """Return the clock time of a side of a range; of a meal or part of day its beginning, or its end."""
    if isinstance(value, Clock):
        return value
    if isinstance(value, int):
        return Clock(value) if value <= 29 else None
    if isinstance(value, Part) and value.name in NOON:
        return Clock(NOON[value.name], digital=True)
    if isinstance(value, Part):
        return Clock(*divmod(PARTS[value.name][at_end], 60), digital=True)
    return None


@rule(RULES, r"(?P<w>[wrsi]?)T?(?P<a>p)(?P<g>[gud&F])T?(?P<b>p)B?", "8", "p gud&F")
def _parts_range(found: Found) -> ClockRange | None:
    """Between lunch and dinner, 夕方から夜にかけて."""
    is_between = found.kind("w") == "w"
    if found.kind("g") == "&" and not is_between:
        return None
    first, last = _side(found["a"], is_between), _side(found["b"], not is_between)
    return ClockRange(first, last) if first and last else None


@rule(RULES, r"(?P<k>K)[i,]?(?P<z>[x#])(?=(?P<more>[;d])?)|(?P<z2>x)i?(?P<k2>K)", "K", "K x#")
def _zoned(found: Found) -> Clock | None:
    """3pm EST, 09:15 UTC, 日本時間9時; GMT+2 is not known."""
    zone = found["z"] if found["z"] is not None else found["z2"]
    clock: Clock = found["k"] or found["k2"]
    if not isinstance(zone, Offset) or found.kind("more") or clock.offset is not None:
        return None
    return clock._replace(offset=zone.minutes)


@rule(RULES, r"(?P<g>G)(?P<z>[x#])(?=[O,]{0,2}T?[nolDJWM])", "G", "G x#")
def _zoned_range(found: Found) -> ClockRange | None:
    """9-11am EST on Monday; at the end of a sentence a range keeps its hours."""
    hours, zone = found["g"], found["z"]
    if not isinstance(zone, Offset) or not isinstance(hours, ClockRange):
        return None
    return ClockRange(hours.first._replace(offset=zone.minutes), hours.last._replace(offset=zone.minutes))


_OPENS = {"e": "before", "k": "before", "j": "after", "s": "since", "u": "until"}


@rule(RULES, r"(?P<o>[esjku]|F)@?i?T?(?P<k>K)(?!F)", "G", "esjku")
def _open_clock(found: Found) -> ClockOpen | None:
    kind = _side_of(found)
    return ClockOpen(kind, found["k"]) if kind else None


def _side_of(found: Found) -> str | None:
    """Return on which side of a clock time the time lies, "just before" and "just after" for the hour beside it."""
    kind = _OPENS.get(found.kind("o"))
    return f"just {kind}" if kind and found["o"] == "just" else kind


@rule(RULES, r"(?P<o>[ekjus])c?i?T?(?P<p>p)", "G", "ekjus")
def _open_part(found: Found) -> ClockOpen | None:
    """After lunch, before noon, since midnight."""
    hours = MEALTIMES.get(found["p"].name)
    if hours is None:
        return None
    if found.kind("o") == "s":
        return ClockOpen("since", hours[1] if found["p"].name == "midnight" else hours[0])
    kind = "after" if found.kind("o") == "j" else "before"
    return ClockOpen(f"just {kind}" if found["o"] == "just" else kind, hours[kind == "after"])


@rule(RULES, r"(?P<o>[ekjus])@?T?(?P<n>n)(?![/.]?[nyUMo%12356xgud&@~h\\+]|[iO]T?[pMtZlU])", "8", "ekjus n")
def _open_hour(found: Found) -> ClockOpen | None:
    """After 5, on Friday; antes de las 9 de ayer."""
    kind = _side_of(found)
    if any(token.value == "el" for token in found.within()):
        return None  # desde el 4: a day
    clock = clock_at(found["n"], None)
    return ClockOpen(kind, clock) if kind and clock and found["n"] else None


@rule(RULES, r"(?<=[DW])r(?P<n>n)(?=[_,;.]|$)", "8", "r n DW")
def _from_hour(found: Found) -> ClockOpen | None:
    """Yesterday from 8."""
    clock = clock_at(found["n"], None)
    return ClockOpen("after", clock) if clock and 1 <= found["n"] <= 24 else None


@rule(RULES, r"(?P<p>p)(?P<r>R)", "8", "p R")
def _meal_open(found: Found) -> ClockOpen | None:
    """夕食の後."""
    hours = MEALTIMES.get(found["p"].name)
    kind = found["r"]
    if hours is None or kind not in {"before", "after"}:
        return None
    return ClockOpen(kind, hours[1] if kind == "after" else hours[0])


@rule(RULES, r"(?P<k>K)(?:(?P<r>[RB)])|(?P<f>F)(?![DnyEMWXJ]))", "G", "RFB)")
def _open_after(found: Found) -> ClockOpen | None:
    kind = found["r"] or found["f"]
    return ClockOpen(kind, found["k"]) if kind in {"since", "until", "before", "after"} else None


@rule(RULES, r"OT?(?P<p>p)(?!x)|c(?P<t>T?)(?P<q>p)|(?P<r>p)~", "P", "p")
def _introduced(found: Found) -> Part | None:
    if (found["t"] or "el") != "el" or found[0] == "all":
        return None  # we talked about the morning; toda la noche
    part: Part = found["p"] or found["q"] or found["r"]
    return Part("around noon") if part.name == "noon" and found["p"] is None else part


@rule(RULES, r"(?P<m>m)(?!n)", "p", "m")
def _half_day(found: Found) -> Part:
    """Tuesday AM, 昨日の午後."""
    return Part("morning" if found["m"] == "am" else "afternoon")
