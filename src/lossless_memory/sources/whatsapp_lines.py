"""Reads the heads of WhatsApp's lines: when, in the many ways phones write it, and who.

Owns the forms of dates and times, and how a file shows whether day or month comes first: by a part over twelve, by the
signs between the parts, and by messages standing in the order of time. Knows no file and no record.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from lossless_memory.patterns import pattern
from lossless_memory.record import canonical_ts
from lossless_memory.sources.times import Instant
from lossless_memory.typed import NamedTuple

MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
_SPACE = r"[ \t\u00a0\u202f]"
_NOON = {
    **dict.fromkeys(("am", "午前", "上午", "凌晨", "早上", "清晨", "오전", "ص", "πμ", "öö", "sa", "pg"), False),
    **dict.fromkeys(("pm", "午後", "下午", "中午", "晚上", "傍晚", "오후", "م", "μμ", "ös", "ch", "ptg"), True),
}
_HALF = r"[^\d\s\[\]:,،-][^\d\[\]:,،-]{0,8}?"
_WHEN = (
    rf"(\d{{1,4}})([./-]){_SPACE}?(\d{{1,2}})[./-]{_SPACE}?(\d{{1,4}})\.?"
    rf"[,،]?{_SPACE}+(?:(?:klo|kl\.|um|at|às|à|alle){_SPACE})?"
    rf"(?:({_HALF}){_SPACE}?)?(\d{{1,2}})[:.](\d\d)(?:[:.](\d\d))?"
    rf"(?:{_SPACE}?({_HALF}))?"
)
_HEAD = pattern(rf"[{MARKS}]*(?:\[{_WHEN}\]{_SPACE}|{_WHEN}{_SPACE}[-–]{_SPACE})")
_HEAD_LENGTH = 80
_NAME = 120
_KEPT_NAMES = 10_000


class Head(NamedTuple):
    """A line's head: the three parts of its date as they stand, its time of day, and where the words behind begin."""

    date: tuple[int, int, int]
    sign: str
    is_year_first: bool
    time: tuple[int, int, int]
    end: int


def head_of(line: str) -> Head | None:
    """Return the head a line begins with, or None for one that goes on with the message before."""
    match = _HEAD.match(line[:_HEAD_LENGTH])
    if match is None:
        return None
    found = match.groups()
    found = found[: len(found) // 2] if found[0] is not None else found[len(found) // 2 :]
    a, sign, b, c, before, h, m, s, after = found
    hour, minute = int(h), int(m)
    half: bool | None = None
    for told in (before, after):
        if told:
            half = _NOON.get(re.sub(rf"[.{MARKS}\s]", "", told).lower())
            if half is None:
                return None
    if half is not None:
        hour = hour % 12 + 12 * half
    return Head((int(a), int(b), int(c)), sign, len(a) > 2, (hour, minute, int(s or 0)), match.end())


def moment(head: Head, order: str, zone: str) -> Instant | None:
    """Return a head's instant if its date is read in this order, or None where there is no such day or time."""
    date = _date(head, order)
    try:
        local = datetime(*date, *head.time, tzinfo=ZoneInfo(zone))
        return Instant(canonical_ts(local), is_zone_assumed=True)
    except (ValueError, OverflowError):
        return None


def _date(head: Head, order: str) -> tuple[int, int, int]:
    a, b, c = head.date
    year, month, day = (a, b, c) if head.is_year_first or order == "ymd" else (c, a, b) if order == "mdy" else (c, b, a)
    return (year + 2000 if year < 100 else year, month, day)


class Habits:
    """What a file's heads show together: the order of its dates, and the names that write."""

    def __init__(self) -> None:
        self._wrong = Counter[str]()
        self._date: tuple[int, int, int] | None = None
        self._last: dict[str, tuple[int, int, int]] = {}
        self._signs: set[str] = set()
        self._names = Counter[str]()
        self.heads = 0

    def see(self, head: Head, rest: str) -> None:
        """Take one head and the words behind it into account."""
        self.heads += 1
        if not head.is_year_first and head.date != self._date:
            self._date = head.date
            self._signs.add(head.sign)
            for order in ("dmy", "mdy"):
                date = _date(head, order)
                try:
                    datetime(*date)  # noqa: DTZ001 - only whether there is such a day
                except (ValueError, OverflowError):
                    self._wrong[order] += 10
                    continue
                self._wrong[order] += date < self._last.get(order, date)
                self._last[order] = date
        for name in _prefixes(rest):
            if len(self._names) < _KEPT_NAMES or name in self._names:
                self._names[name] += 1

    def order(self, told: str | None) -> str | None:
        """Return the order of dates, or None where the file does not show it and the person did not tell."""
        if self._wrong["dmy"] != self._wrong["mdy"]:
            return min(("dmy", "mdy"), key=lambda order: self._wrong[order])
        if not self._signs:
            return "ymd"
        if self._last.get("dmy") == self._last.get("mdy"):
            return "dmy"
        return told or ("dmy" if self._signs == {"."} else None)

    def name(self, rest: str) -> str | None:
        """Return who says the words behind a head, or None where nobody does.

        A name may hold `: ` itself: the longer one counts if the shorter one never stands without it.
        """
        found = list(_prefixes(rest))
        if not found:
            short = rest.partition(":")[0]
            is_bare = rest.rstrip("\r\n") == f"{short}:" and 0 < len(short) <= _NAME
            return short if is_bare or (":" in rest and self._names[short] > 0) else None
        longest = [name for name in found[1:] if self._names[name] > 2 and self._names[name] == self._names[found[0]]]
        return longest[-1] if longest else found[0]


def _prefixes(rest: str) -> Iterable[str]:
    """Yield what may be the name: up to the first `: `, to the second, to the third."""
    at = -1
    for _ in range(3):
        at = rest.find(": ", at + 1, _NAME + 2)
        if at <= 0:
            return
        yield rest[:at]
