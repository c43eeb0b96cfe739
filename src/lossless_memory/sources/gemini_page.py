"""Reads the activity page in HTML, Google Takeout's default, as the entries its JSON has.

Owns how an entry is cut into its prompt, its answer and its time, and which times can be read for sure: a date whose
order and a zone whose name leave no doubt. What leaves doubt is a problem and is not guessed. Knows no draft.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from zoneinfo import ZoneInfo

from lossless_memory.patterns import pattern
from lossless_memory.record import canonical_ts
from lossless_memory.sources.base import Input, Options
from lossless_memory.sources.opening import open_utf8
from lossless_memory.typed import Any, NamedTuple

MAX_ENTRY = 8 << 20
"""The longest entry that is held, in characters."""

_LONGEST_TIME = 400
_CHUNK_B = 1 << 18
_ENTRY = pattern(r"<div[^<>]{0,300}\bouter-cell\b[^<>]{0,300}>")
_CELL = pattern(r"<div[^<>]{0,300}\b(header|content)-cell\b[^<>]{0,300}>")
_BREAK = pattern(r"<br\s*/?>")
_TAG = pattern(r"<[^<>]{0,2000}>")
_LINK = pattern(r'href="([^"<>]{1,500})"')
_CLOCK = r"(\d{1,2}):(\d\d):(\d\d)(?:\s?([AaPp])\.?\s?[Mm]\.?)?\s+(\S[^<>]{0,30})"
_NAMED = pattern(rf"([A-Z][a-z]{{2}})[a-z]*\.? (\d{{1,2}}), (\d{{4}}),? (?:at )?{_CLOCK}")
_NUMBERED = pattern(rf"(\d{{1,4}})([./-])(\d{{1,2}})\2(\d{{1,4}}),?\s{_CLOCK}")
_OFFSET = pattern(r"(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d\d))?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ZONES = {
    **dict.fromkeys(("UTC", "GMT", "Z"), 0),
    **dict.fromkeys(("WEST", "CET", "MEZ"), 1),
    **dict.fromkeys(("CEST", "MESZ", "EET"), 2),
    **dict.fromkeys(("EEST", "MSK"), 3),
    **dict.fromkeys(("JST", "KST"), 9),
    **{"EDT": -4, "EST": -5, "CDT": -5, "MDT": -6, "PDT": -7, "PST": -8, "AKST": -9, "HST": -10},
    **{"AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13},
}
"""Names of zones that mean one offset; others, such as IST or CST, mean several and count only as the person's own."""


class Entry(NamedTuple):
    """One entry as the JSON would tell it, or the reason why it cannot be read; `html` is what stands on the page."""

    told: Mapping[str, Any]
    html: str
    problem: str | None = None


def entries(input: Input, options: Options) -> Iterator[Entry]:
    """Yield the entries in the page's order. Raises Broken where a wrapper (gzip) is damaged."""
    for html in _cut(input):
        if len(html) > MAX_ENTRY:
            yield Entry({}, "", "larger than 8 MiB")
        else:
            yield _read(html, options)


def _cut(input: Input) -> Iterator[str]:
    """Yield the HTML of each entry; of one that is too large only a part that is still too large."""
    with open_utf8(input).stream as stream:
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        held = ""
        is_begun = False
        while chunk := stream.read(_CHUNK_B):
            held += decoder.decode(chunk)
            *whole, held = _ENTRY.split(held)
            for html in whole:
                if is_begun:
                    yield html
                is_begun = True
            if len(held) > 2 * MAX_ENTRY:
                held = held[: MAX_ENTRY + 1] + held[-1_000:]
        held += decoder.decode(b"", final=True)
        if is_begun:
            yield held


def _read(html: str, options: Options) -> Entry:
    cells = _CELL.split(html)
    named = dict(zip(reversed(cells[1::2]), reversed(cells[2::2]), strict=True))  # the first of each name counts
    header = _words(named.get("header", ""))
    content = _body(named.get("content", ""))
    ends = [match.span() for match in _BREAK.finditer(content)]
    starts, stops = [0, *(end for _, end in ends)], [*(start for start, _ in ends), len(content)]
    at, ts = None, None
    for number, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        text = _words(content[start:stop]) if stop - start < _LONGEST_TIME else ""
        if number and (_NAMED.fullmatch(text) or _NUMBERED.fullmatch(text)):
            at, ts = number, _instant(text, options)
            if ts is None:
                return Entry({}, html, f"a time that may mean several: {text[:60]}")
            break
    if at is None or ts is None:
        return Entry({}, html, "an entry without a time that can be read for sure")
    last, answer = at, content[stops[at] :]
    if not _words(answer):  # some pages have the answer before the time
        last, answer = 1, content[starts[1] : stops[at - 1]] if at > 1 else ""
    title = "\n".join(_words(content[start:stop]) for start, stop in list(zip(starts, stops, strict=True))[:last])
    told: dict[str, Any] = {"header": header, "title": title, "time": ts}
    if _words(answer):
        told["safeHtmlItem"] = [{"html": answer}]
    links = [unescape(link) for link in _LINK.findall(html) if "/app/" in link]
    if links:
        told["titleUrl"] = links[0]
    return Entry(told, html)


def _body(html: str) -> str:
    """Return a cell's content without the tag that closes it and what stands behind it."""
    return html.rpartition("</div>")[0] or html


def _words(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())


def _instant(text: str, options: Options) -> str | None:
    """Return the instant of a time on the page, or None where its order or its zone may mean several."""
    if match := _NAMED.fullmatch(text):
        month, day, year, *clock = match.groups()
        date = (int(year), _MONTHS.index(month) + 1, int(day)) if month in _MONTHS else None
    elif match := _NUMBERED.fullmatch(text):
        first, sign, second, third, *clock = match.groups()
        date = _numbered(first, sign, int(second), third, options.date_order)
    else:
        return None
    if date is None:
        return None
    hour, minute, second_, half, zone = int(clock[0]), int(clock[1]), int(clock[2]), clock[3], clock[4].strip()
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (half in "Pp")
    try:
        local = datetime(*date, hour, minute, second_)  # noqa: DTZ001 - its zone is found next
        return _in_zone(local, zone, ZoneInfo(options.zone))
    except (ValueError, OverflowError):
        return None


def _numbered(first: str, sign: str, second: int, third: str, order: str | None) -> tuple[int, int, int] | None:
    if len(first) == 4:
        return int(first), second, int(third)
    if len(third) != 4:
        return None
    one = int(first)
    if sign == "." or order == "dmy" or one > 12:
        return int(third), second, one
    if order == "mdy" or second > 12 or one == second:
        return int(third), one, second
    return None


def _in_zone(local: datetime, name: str, own: ZoneInfo) -> str | None:
    for fold in (0, 1):
        moment = local.replace(tzinfo=own, fold=fold)
        if moment.tzname() == name and moment.astimezone(UTC).astimezone(own).replace(tzinfo=None) == local:
            return canonical_ts(moment)
    if match := _OFFSET.fullmatch(name):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        return canonical_ts(local.replace(tzinfo=timezone(-offset if match[1] == "-" else offset)))
    hours = _ZONES.get(name)
    return None if hours is None else canonical_ts(local.replace(tzinfo=timezone(timedelta(hours=hours))))
