"""Clock times in every way of saying them, and the parts of a day that go with them.

Owns the rules that end in K (clock) and 9 (a bare hour, only good beside a date), and ranges written as one piece
(9-11am). Knows nothing of dates.
"""

from __future__ import annotations

from lossless_memory.timex.daytime import PARTS
from lossless_memory.timex.ir import Clock, ClockRange, Part
from lossless_memory.timex.tokens import Token

from .engine import Found, Rule, rule

RULES: list[Rule] = []

NOON = {"midnight": 0, "noon": 12, "mediodia": 12}
MEALTIMES = {
    "noon": (Clock(12, digital=True), Clock(12, digital=True)),
    "mediodia": (Clock(12, digital=True), Clock(12, digital=True)),
    "midnight": (Clock(24, digital=True), Clock(0, digital=True)),
    "lunch": (Clock(11, 30, digital=True), Clock(14, digital=True)),
    "hiruyasumi": (Clock(11, 30, digital=True), Clock(13, 30, digital=True)),
    "hiru": (Clock(11, digital=True), Clock(14, digital=True)),
    "breakfast": (Clock(6, digital=True), Clock(10, digital=True)),
    "dinner": (Clock(18, digital=True), Clock(21, digital=True)),
}


def clock_at(
    hour: int, minute: int | None, second: int | None = None, meridian: str = "", digital: bool = False
) -> Clock | None:
    if (
        hour > 29
        or (minute or 0) > 59
        or (second or 0) > 59
        or (meridian and hour > 12 and minute is None and not digital)
    ):
        return None
    return Clock(hour, minute, second, meridian if hour <= 12 else "", digital=digital)


def between(first: Clock, last: Clock) -> ClockRange:
    """Let the meridian or part of one end hold for the other where it fits."""
    if not first.meridian and not first.part and last.meridian and first.hour <= 12:
        same = (first.hour % 12, first.minute or 0) < (last.hour % 12, last.minute or 0)
        first = first._replace(meridian=last.meridian if same else "am" if last.meridian == "pm" else "pm")
    elif not first.meridian and not first.part and last.part:
        first = first._replace(part=last.part)
    elif first.part and not last.part and not last.meridian:
        last = last._replace(part=first.part)  # 夜10時から12時
    elif first.meridian and not last.meridian and not last.part and last.hour <= 12 and not last.digital:
        same = (last.hour % 12, last.minute or 0) > (first.hour % 12, first.minute or 0)
        last = last._replace(meridian=first.meridian if same else "pm" if first.meridian == "am" else "am")
    elif first.meridian == "pm" and not last.meridian and last.hour <= 12 and last.hour > first.hour:
        last = last._replace(meridian="pm")
    return ClockRange(first, last)


@rule(RULES, r"(?:(?<=[Al]n)|(?<=A[cv]n))h", "U", "h Al")
def _hours(found: Found) -> str:
    """Hace 2h, las últimas 24h: hours, not o'clock."""
    return "hour"


@rule(RULES, r"(?P<c>C)(?:(?P<sign>[;d])(?P<shift>C)|(?P<z>x))", "K", "C ;dx")
def _stamp(found: Found) -> Clock | None:
    """14:22:05+02:00, 14:22:05Z, as machines write it."""
    clock: Clock = found["c"]
    if found["z"] is not None:
        return clock._replace(offset=0) if found["z"] == "z" and found.touching("z") else None
    sign, shift = found["sign"], found["shift"]
    is_range = sign != "+" and (sign != "-" or clock.second is None)
    if is_range or shift.second is not None or shift.hour > 14 or not found.touching("sign"):
        return None
    minutes = shift.hour * 60 + (shift.minute or 0)
    return clock._replace(offset=minutes if sign == "+" else -minutes) if found.touching("shift") else None


@rule(RULES, r"C(?:(?P<m>m)|h)?", "K", "C")
def _digital(found: Found) -> Clock | None:
    clock: Clock = found[0]
    return clock._replace(meridian=(found["m"] or "") if clock.hour <= 12 else "")


@rule(RULES, r"(?P<m>m)i?C", "K", "C m")
def _digital_after(found: Found) -> Clock | None:
    return found.within()[-1].value._replace(meridian=found["m"])  # type: ignore[no-any-return]


@rule(RULES, r"mK", "K", "K m")
def _meridian_digital(found: Found) -> Clock | None:
    clock: Clock = found.within()[-1].value
    return clock._replace(meridian=found[0]) if clock.hour <= 12 else clock


@rule(RULES, r"(?P<m>m)?i?(?P<h>n)4i?(?P<min>n)5a(?![DZJn])", "K", "4 5 a")
def _minutes_before(found: Found) -> Clock | None:
    """10時10分前: ten to ten."""
    hour, minutes = found["h"], found["min"]
    if not 1 <= hour <= 24 or not 1 <= minutes <= 59:
        return None
    return clock_at(hour - 1 or (12 if found["m"] else 0), 60 - minutes, None, found["m"] or "", digital=True)


@rule(RULES, r"(?P<m>m)?i?(?P<h>n)4(?:(?P<min>n)5|(?P<half>v))?(?:(?P<sec>n)6)?", "K", "4 n")
def _counted(found: Found) -> Clock | None:
    """午後3時30分, 九時半."""
    minute = 30 if found["half"] == "half" else found["min"]
    clock = clock_at(found["h"], minute, found["sec"], found["m"] or "", digital=True)
    return clock._replace(either=not clock.meridian and clock.hour < 12) if clock else None


@rule(RULES, r"(?P<n>n)(?P<half>h?)(?P<m>m)", "K", "m n")
def _spoken(found: Found) -> Clock | None:
    return clock_at(found["n"], None, None, found["m"]) if found["n"] else None


@rule(RULES, r"[wr]?(?P<pair>N)[dg&](?P<pair2>N)(?P<m>m)", "G", "N")
def _dotted_range(found: Found) -> ClockRange | None:
    """9.30-4.30pm."""
    (hour, minute, text, _), (hour2, minute2, text2, _) = found["pair"], found["pair2"]
    if "." not in text or "." not in text2 or not (minute < 60 > minute2 and 1 <= hour <= 12 >= hour2 >= 1):
        return None
    return between(Clock(hour, minute), Clock(hour2, minute2, None, found["m"]))


@rule(RULES, r"[wr]T?(?P<pair>N)[gu&]T?(?P<pair2>N)(?![mhy])", "8", "N")
def _dotted_hours(found: Found) -> ClockRange | None:
    """From 11.30 to 12.30, on a day."""
    (hour, minute, text, _), (hour2, minute2, text2, _) = found["pair"], found["pair2"]
    is_hours = all("." in one and len(one.split(".")[1]) == 2 for one in (text, text2))
    if not is_hours or not (minute < 60 > minute2 and hour <= 24 >= hour2):
        return None
    return between(Clock(hour, minute), Clock(hour2, minute2))


@rule(RULES, r"(?:(?P<m>m)i?)?(?P<pair>N)(?:(?P<m2>m)|4)", "G", "N m4")
def _hours_to(found: Found) -> ClockRange | None:
    """9-11am, 午前9-11時."""
    meridian = found["m"] or found["m2"] or ""
    return _pair_of_hours(found, meridian)


@rule(RULES, r"(?P<pair>N)h", "8", "N h")
def _short_hours_to(found: Found) -> ClockRange | None:
    """9-11h, on a day; alone it lasts so long."""
    return _pair_of_hours(found, "")


def _pair_of_hours(found: Found, meridian: str) -> ClockRange | None:
    first, last, text, _ = found["pair"]
    if "-" not in text or max(first, last) > (12 if meridian else 29):
        return None
    return between(Clock(first, digital=not meridian), Clock(last, None, None, meridian, digital=not meridian))


@rule(RULES, r"(?P<pair>N)(?P<m>[mh])", "K", "N hm")
def _dotted(found: Found) -> Clock | None:
    hour, minute, text, _ = found["pair"]
    return (
        clock_at(hour, minute, None, found["m"], not found["m"]) if "." in text and minute < 60 and hour <= 24 else None
    )


@rule(RULES, r"@T?(?P<pair>N)", "K", "N @")
def _dotted_at(found: Found) -> Clock | None:
    hour, minute, text, _ = found["pair"]
    return clock_at(hour, minute) if "." in text and len(text.split(".")[1]) == 2 and hour < 24 else None


@rule(RULES, r"(?P<min>n)(?P<u>U)?(?P<way>[lg])i?T?(?P<n>n)(?![UM%yn/])(?P<m>m)?", "K", "lg n")
def _minutes_past(found: Found) -> Clock | None:
    """20 min past eight, 20 minutos pasados de las 8, ten past three."""
    minutes, hour = found["min"], found["n"]
    past = found.kind("way") == "l" and found["way"] in {"past", "gone"}
    if not (past or found.kind("way") == "g") or not 1 <= minutes <= 59 or not 1 <= hour <= 12:
        return None
    if found["u"] != "minute" and not (past and found["u"] is None and found["way"] == "past" and minutes % 5 == 0):
        return None
    if past:
        return clock_at(hour, minutes, None, found["m"] or "")
    return clock_at(hour - 1 or 12, 60 - minutes, None, found["m"] or "")


@rule(RULES, r"(?<![rw])@?(?P<min>n)(?P<to>[gu])(?P<n>n)(?![UM%yn/xo])", "9", "gu n")
def _minutes_to(found: Found) -> Clock | None:
    """Ten to nine, five till nine, in words: 10 to 9 is a range."""
    minutes, hour = found["min"], found["n"]
    joint = found.tokens[found.match.start("to")]
    is_to = joint.value == "to" or (joint.kind == "u" and joint.value == "until" and 3 <= joint.end - joint.start <= 5)
    if not is_to or minutes not in {5, 10, 20, 25} or not _in_words(found, "min") or not 1 <= hour <= 12:
        return None
    return clock_at(hour - 1 or 12, 60 - minutes)


def _in_words(found: Found, group: str) -> bool:
    """Tell a number in words from one in digits."""
    said = found.tokens[found.match.start(group)]
    return bool(said.end - said.start > (4 if found.kind(group) == "y" else 2))


_DAY_FOLLOWS = r"(?=i?T?[tplDJWPYm]|OT?[nopDJWMXY]|@p)"


@rule(RULES, rf"@?(?P<min>n)(?P<way>j)(?P<n>n){_DAY_FOLLOWS}", "9", "j n")
def _minutes_after(found: Found) -> Clock | None:
    """Ten after nine, this morning."""
    minutes, hour = found["min"], found["n"]
    return clock_at(hour, minutes) if minutes in {5, 10, 15, 20, 25} and 1 <= hour <= 12 else None


@rule(RULES, rf"(?<![olnftQ])@?(?P<u>U)i(?P<n>n){_DAY_FOLLOWS}", "9", "U i n")
def _quarter_of(found: Found) -> Clock | None:
    """Quarter of nine, as Americans say."""
    own = found.tokens[found.match.end("u")]
    is_of = found["u"] == "quarter" and own.value == ""
    return clock_at(found["n"] - 1 or 12, 45) if is_of and 1 <= found["n"] <= 12 else None


@rule(RULES, r"(?<![nyU])@?(?:(?P<hour>n)(?:(?P<oh>x)(?=n))?(?P<min>n)|(?P<four>y))(?P<m>m)", "K", "ny m")
def _spoken_exactly(found: Found) -> Clock | None:
    """Three thirty pm."""
    clock = _said_digits(found)
    return clock._replace(meridian=found["m"]) if clock else None


@rule(
    RULES,
    rf"(?<![nyUM])@?(?:(?P<hour>n)(?P<oh>x?)(?P<min>n)|(?P<four>y)){_DAY_FOLLOWS}|(?<=[WDJ])@(?:(?P<hour2>n)(?P<min2>n)|(?P<four2>y))(?![UMnyx%/.])",
    "9",
    "ny tplDJW@",
)
def _spoken_hour(found: Found) -> Clock | None:
    """Six thirty yesterday evening, Monday at ten thirty."""
    return _said_digits(found, "" if found["hour"] is not None or found["four"] is not None else "2")


def _said_digits(found: Found, which: str = "") -> Clock | None:
    """Read hour and minute said in words: six thirty, twelve fifteen, three oh five."""
    four = "four" + which
    if found[four] is not None:
        hour, minute = divmod(found[four], 100)
        return clock_at(hour, minute) if 10 <= hour <= 12 and 10 <= minute <= 59 and _in_words(found, four) else None
    hour, minute = found["hour" + which], found["min" + which]
    if not _in_words(found, "hour" + which) or not _in_words(found, "min" + which) or not 1 <= hour <= 12:
        return None
    if not which and found.kind("oh"):
        return clock_at(hour, minute) if found["oh"] == "zero" and 1 <= minute <= 9 else None
    return clock_at(hour, minute) if 10 <= minute <= 59 else None


@rule(RULES, r"@?(?P<v>v)(?P<n>n)(?![/.]?[nyUMo%12356aei])", "9", "v n")
def _half_hour(found: Found) -> Clock | None:
    """Half six, as the British say for half past six."""
    return Clock(found["n"], 30) if found["v"] == "half" and 1 <= found["n"] <= 12 else None


@rule(RULES, r"@T?(?:(?P<hour>n)(?P<min>n)|(?P<four>[ny]))(?![/.]?[nyUMo%12356])", "9", "@ ny")
def _spoken_digits(found: Found) -> Clock | None:
    """At 1930, a las 15 30."""
    last = found.within()[-1]
    if found["four"] is not None:
        hour, minute = divmod(last.value, 100)
        return clock_at(hour, minute, digital=True) if last.end - last.start == 4 and hour else None
    if last.end - last.start != 2 or found["hour"] > 24:
        return None
    return clock_at(found["hour"], found["min"])


@rule(RULES, r"@[ny]U|yU", "K", "@y U ny")
def _military(found: Found) -> Clock | None:
    """At 0900 hours, 1730hrs."""
    said, unit = found.within()[-2:]
    is_dated = found.ahead().startswith(("OnM", "OD", "OW", "OToM", "OM"))
    is_sure = said.kind == "y" and (said is not found.within()[0] or said.end == unit.start or is_dated)
    is_sure = is_sure or _is_padded(said)
    if unit.value != "hour" or said.end - said.start != 4 or not is_sure:
        return None
    hour, minute = divmod(said.value, 100)
    return clock_at(hour, minute, digital=True) if hour <= 24 else None


@rule(RULES, r"(?P<y>y)(?=O?T?[WJ])", "9", "y WJ")
def _military_first(found: Found) -> Clock | None:
    """1730 on Friday, where a sentence begins with it."""
    said = found.within()[0]
    is_first = found.behind()[-1:] in {"", ",", ";"} and said.end - said.start == 4
    hour, minute = divmod(said.value, 100)
    if not is_first or _in_words(found, "y") or 1900 <= said.value < 2060:
        return None
    return clock_at(hour, minute, digital=True) if hour < 24 else None


def _is_padded(said: Token) -> bool:
    """Tell 0930 from a number, and from "five" and "cien"."""
    return bool(said.kind == "n" and said.end - said.start == 4 and said.value > 100)


@rule(RULES, r"(?<![nyd/.#@])(?P<four>n)(?=i?T?[tlDJWO~]|[,;.]|$)", "9", "n tlDJWO")
def _padded(found: Found) -> Clock | None:
    """0930 yesterday."""
    following = found.tokens[found.match.end() : found.match.end() + 1]
    if not _is_padded(found.within()[0]) or any(token.value == "aside" for token in following):
        return None
    hour, minute = divmod(found["four"], 100)
    return clock_at(hour, minute, digital=True) if hour >= 1 else None


@rule(RULES, r"[wr](?P<a>n)(?P<h>x)[gu&](?P<b>n)(?P<h2>x)", "G", "wr n x")
def _short_hours(found: Found) -> ClockRange | None:
    """From 14h to 16h."""
    is_hours = found["h"] == found["h2"] == "h" and max(found["a"], found["b"]) <= 24
    return ClockRange(Clock(found["a"], digital=True), Clock(found["b"], digital=True)) if is_hours else None


@rule(RULES, r"(?<!@)(?P<n>n)d?(?P<ish>~)", "9", "~")
def _hourish(found: Found) -> Clock | None:
    """9ish."""
    return Clock(found["n"], about=True) if found["ish"] == "ish" and 1 <= found["n"] <= 12 else None


@rule(RULES, r"(?P<n>n)i(?P<u>U)(?!n)", "K", "n i U")
def _noon_of_day(found: Found) -> Clock | None:
    """Las 12 del día."""
    said = found.within()[1].value
    return Clock(12, meridian="pm") if found["n"] == 12 and said == "el" and found["u"] == "day" else None


@rule(RULES, r"\^(?P<p>p)", "K", "^")
def _past_noon(found: Found) -> Clock | None:
    """Half past midnight, quarter to noon."""
    return _from_noon(found["p"], found.within()[0].value)


@rule(RULES, r"(?<![rw])@?(?P<min>n)(?P<u>U?)(?P<way>[lg])(?P<p>p)", "K", "lg n p")
def _minutes_from_noon(found: Found) -> Clock | None:
    """Ten past midnight, twenty to noon; 10 to midnight is a range."""
    minutes, is_past = found["min"], found["way"] == "past"
    if found["u"] not in {None, "minute"} or not 1 <= minutes <= 59 or (found["u"] is None and minutes % 5):
        return None
    if not is_past and (found["way"] != "to" or not (found["u"] or _in_words(found, "min"))):
        return None
    return _from_noon(found["p"], minutes if is_past else -minutes)


_FROM_NOON = r"(?P<n>[nzv])(?P<u>U)(?:(?P<s>[ej])T?(?P<p>p)|(?P<q>P))"


@rule(RULES, _FROM_NOON, "K", "ejP U pP")
def _amount_from_noon(found: Found) -> Clock | None:
    """Ten minutes before midnight, half an hour after noon."""
    minutes = found["n"] if found["u"] == "minute" else 30 if (found["n"], found["u"]) == ("half", "hour") else None
    if not isinstance(minutes, int) or not 1 <= minutes <= 59:
        return None
    return _from_noon(*_anchor(found, minutes))


def _anchor(found: Found, minutes: int) -> tuple[Part, int]:
    """Return noon or midnight, and how many minutes after it; "after midnight" is one word of the lexicon."""
    if found["q"] is not None:
        return (Part("midnight") if found["q"].name == "small hours" else found["q"]), minutes
    return found["p"], minutes if found.kind("s") == "j" else -minutes


@rule(RULES, _FROM_NOON, "G", "ejP U pP")
def _hours_from_noon(found: Found) -> ClockRange | None:
    """An hour before midnight: half an hour either side of it."""
    hours = {"couple": 2}.get(found["n"], found["n"])
    if found["u"] != "hour" or not isinstance(hours, int) or not 1 <= hours <= 6:
        return None
    part, shift = _anchor(found, 60 * hours)
    first, last = _from_noon(part, shift - 30), _from_noon(part, shift + 30)
    return ClockRange(first, last) if first and last else None


def _from_noon(part: Part, minutes: int) -> Clock | None:
    """Return the clock time some minutes from noon or midnight: after the one a day begins with, before its last."""
    hour = NOON.get(part.name)
    if hour is None:
        return None
    hour, minute = divmod((hour or (24 if minutes < 0 else 0)) * 60 + minutes, 60)
    return Clock(hour, minute, digital=True)


@rule(RULES, r"\^(?P<n>n)(?P<m>m)?", "K", "^")
def _past(found: Found) -> Clock | None:
    minutes = found.within()[0].value
    hour = found["n"] if minutes > 0 else (found["n"] - 1) % 12 or 12
    return clock_at(hour, minutes % 60, None, found["m"] or "")


@rule(
    RULES,
    r"(?P<n>n)(?P<plus>\+)(?P<m>m)?|(?P<n2>n)\\(?P<less>n)(?P<m2>m)?|(?:(?<=@)(?P<n3>n)&(?P<more>n)|(?<!w)(?P<n4>n)&(?P<more2>n)(?=iT?p))",
    "K",
    "+\\&",
)
def _and_half(found: Found) -> Clock | None:
    """Tres y media, seis menos cinco, a las once y cuarenta."""
    if found["n3"] is not None and found.tokens[found.match.start() - 1].value != "clock":
        return None  # at 9 and 11
    hour = found["n"] or found["n2"] or found["n3"] or found["n4"] or 0
    minutes = found["plus"] or found["more"] or found["more2"] or -(found["less"] or 0)
    if not 1 <= hour <= 24 or not 1 <= abs(minutes) <= 59:
        return None
    meridian = found["m"] or found["m2"] or ""
    return (
        clock_at(hour, minutes, None, meridian)
        if minutes > 0
        else clock_at(hour - 1 or 12, 60 + minutes, None, meridian)
    )


@rule(RULES, r"(?P<n>n)h(?:(?P<min>n)(?![U%hm/.]))?", "K", "h")
def _oclock(found: Found) -> Clock | None:
    """Acht Uhr, 20h30."""
    return clock_at(found["n"], found["min"], None, "", found["min"] is not None)


@rule(RULES, r"(?P<at>@)(?P<n>n)(?P<u>U)(?:(?P<min>n)(?![U%hm/.]))?", "K", "@")
def _at_hours(found: Found) -> Clock | None:
    """A las 20 horas, à 20 heures."""
    return (
        clock_at(found["n"], found["min"], None, "", True)
        if found["at"] in {"clock", "hours"} and found["u"] == "hour"
        else None
    )


@rule(RULES, r"(?P<n>n)(?:[Oi]T?|iT?)(?P<p>p)", "K", "p")
def _hour_in_part(found: Found) -> Clock | None:
    """6 in the morning, 3 de la tarde."""
    if not 1 <= found["n"] <= 12 or found.behind().endswith(("n", "M", "d", "/")):
        return None
    if any(token.value == "plural" for token in found.within()):
        return None  # una de las noches
    if "O" in found.match.group()[:2] and _is_named(found):
        return None
    return Clock(found["n"], part=found["p"].name)


def _is_named(found: Found) -> bool:
    """Tell the number of a day from an hour: el 5 por la tarde, el martes 6 por la noche, not a las 6 por la tarde."""
    start = found.match.start()
    before = found.tokens[start - 1] if start else None
    return before is not None and (before.value in {"el", "day"} or before.kind == "W")


def _of_plural(found: Found) -> bool:
    """Tell "las 5 a las 10", two hours, from "el 5 a las 10", an hour of a day."""
    if not found.behind().endswith("Tn"):
        return False
    return bool(found.tokens[found.match.start() - 2].value != "el")


@rule(RULES, r"(?:(?<!n)|(?<=[MWT]n))(?P<at>[@c])(?P<n>n)(?![/.]?[nyUMo%12356xgud&@]|[iO]T?p)", "K", "@c")
def _sure_hour(found: Found) -> Clock | None:
    """A las 9; "at 9" may be anything."""
    if _of_plural(found):
        return None
    clock = clock_at(found["n"], None) if found["at"] == "clock" and found["n"] <= 24 else None
    return clock._replace(about=True) if clock and found.kind("at") == "c" else clock


@rule(RULES, r"(?:(?<!n)|(?<=[MWT]n))(?:@T?|c)(?P<n>n)(?![/.]?[nyUMo%12356]|iM|&z?v)", "9", "n @c")
def _bare_hour(found: Found) -> Clock | None:
    if found[0] in {"more", "less"} or _of_plural(found):
        return None
    clock = clock_at(found["n"], None) if found["n"] <= 24 else None
    return clock._replace(about=True) if clock and found.match.group()[0] == "c" else clock


@rule(RULES, r"(?<![nK])@(?P<k>K)", "K", "@")
def _at_clock(found: Found) -> Clock:
    return found["k"]  # type: ignore[no-any-return]


@rule(RULES, r"=(?P<p>p)(?![i,@O]{0,2}T?[KnC9])", "p", "=")
def _each_part(found: Found) -> Part:
    """Every night, last week; "every night at nine" is a habit."""
    return found["p"]  # type: ignore[no-any-return]


@rule(RULES, r"(?P<q>q)T?(?P<p>p)", "p", "q p")
def _part_of_part(found: Found) -> Part | None:
    """Early in the afternoon."""
    name = f"{found['q']} {found['p'].name}"
    return Part(name) if name in PARTS else None


@rule(RULES, r"@(?P<p>p)", "P", "@")
def _at_part(found: Found) -> Part:
    return found["p"]  # type: ignore[no-any-return]


@rule(RULES, r"c@?T?(?P<k>[K9])|(?P<q>[K9])d?~", "K", "c~")
def _about(found: Found) -> Clock | None:
    if found[0] == 1 and "T" in found.match.group() and found.within()[-2].value == "":
        return None  # about the 3pm call
    clock: Clock = found["k"] or found["q"]
    if found.within()[-1].value == "little":
        return None
    return clock if found.within()[-1].value == "past" else clock._replace(about=True)  # 9時過ぎ is still the hour


@rule(RULES, r"(?P<k>K)a(?![DZJn])", "G", "K a")
def _before_hour(found: Found) -> ClockRange | None:
    """9時前: the hour before."""
    clock: Clock = found["k"]
    if clock.about or not clock.digital or not clock.hour or found.within()[-1].value != -1:
        return None
    return ClockRange(clock._replace(hour=clock.hour - 1), clock)


@rule(RULES, r"(?P<k>[K9])(?:[Oi,]?T?|Oi)(?P<p>[pP])", "K", "pP")
def _clock_part(found: Found) -> Clock | None:
    """8:00 in the evening."""
    clock: Clock = found["k"]
    return None if clock.meridian and found["p"].name in NOON else clock._replace(part=found["p"].name)


@rule(RULES, r"(?<![tlf])(?P<p>p)[i,]?(?P<k>K)", "K", "K p")
def _part_clock(found: Found) -> Clock:
    """夜の7時."""
    return found["k"]._replace(part=found["p"].name)  # type: ignore[no-any-return]
