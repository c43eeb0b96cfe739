"""Answers as text for people: what was searched, then the lines in time order, wrapped to the width of the terminal.

Every line of the log is indented under its time and speaker, and shown so that it cannot pretend to be anything else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from lossless_memory.present import times
from lossless_memory.present.visible import one_line, visible
from lossless_memory.query.answer import Answer, Hit, Why

CUT_CHARS = 700
"""A longer line is cut here unless it is asked for in full."""

_INDENT = "    "
_NEVER_FIRST = "、。，．！？」』）】〉》・ー々…"
"""Signs that close or lengthen: a line of Japanese never begins with one."""


def answer(found: Answer, zone: ZoneInfo, *, width: int, full: bool = False) -> str:
    """Return an answer as text, ending in a newline."""
    return "\n".join(_lines(found, zone, width, full)) + "\n"


def _lines(found: Answer, zone: ZoneInfo, width: int, full: bool) -> Iterator[str]:
    yield from header(found, zone)
    day, is_outside = "", False
    for hit in found.hits:
        if hit.outside and not is_outside:
            day, is_outside = "", True
            yield ""
            yield "Outside that range, nearest in meaning:"
        local = times.local(hit.ts, zone)
        if local[:14] != day:
            day = local[:14]
            yield ""
            yield day
        yield ""
        yield from record(hit, local[15:], width, full)
    yield from _footer(found)


def header(found: Answer, zone: ZoneInfo) -> Iterator[str]:
    """Yield what stands above the hits: how the time was read, where was looked, how much was found, the notes."""
    for interval in dict.fromkeys(found.intervals):
        name = _NAMES.get(interval.phrase.partition(" ")[0], "When")
        yield f"{name}: {one_line(interval.reading)}"
    places = (
        "; ".join(times.stretch(start, end, zone) for start, end in found.searched) or "nothing: the range is empty"
    )
    yield f"Searched: {places} ({found.timezone})"
    if found.terms:
        yield f"Looked for: {', '.join(one_line(term) for term in found.terms)}"
    yield _outcome(found)
    for note in found.notes:
        yield f"Note: {one_line(note)}"


_NAMES = {"--since": "Since", "--until": "Until"}


def _outcome(found: Answer) -> str:
    if not found.total and found.layer != "none" and any(hit.match == "meaning" for hit in found.hits):
        said = "No line holds these words; what is nearest in meaning is shown."
    elif not found.total:
        said = "Nothing found" + (", but here is what was said in that time." if found.hits else ".")
    else:
        lines = "1 line" if found.total == 1 else f"{found.total:,} lines"
        on = "on 1 day" if len(found.days) == 1 else f"on {len(found.days)} days"
        said = f"{lines} found {on}." if found.is_total_exact else f"At least {lines} found."
        exact = sum(hit.match == "exact" for hit in found.hits)
        if exact < found.total:
            said += f" {exact} shown."
    held = [_held(why, count) for why, count in found.held_back.items() if count]
    return said + (f" Left out: {', '.join(held)}." if held else "")


_HELD = {
    "action": ("tool call or result", "tool calls and results", " (--type action)"),
    "meta": ("other record", "other records", " (--type meta)"),
    "doc": ("document chunk", "document chunks", " (--type doc)"),
    "agents": ("line of a sub-agent", "lines of sub-agents", " (--agents)"),
    "question": ("line that is this question itself", "lines that are this question itself", ""),
}


def _held(why: str, count: int) -> str:
    one, more, flag = _HELD.get(why, (why, why, ""))
    return f"{count:,} {one if count == 1 else more}{flag}"


def record(hit: Hit, clock: str, width: int, full: bool) -> Iterator[str]:
    """Yield one line of the log: time, speaker and address, then the text, indented and wrapped."""
    signs = [hit.record.type] if hit.record.type != "text" else []
    if hit.is_time_inherited:
        signs.append("time not its own")
    if hit.match != "exact":
        signs.append(hit.match)
    if hit.low_confidence:
        signs.append("uncertain")
    mark = f" ({', '.join(signs)})" if signs else ""
    yield f"{clock}  {one_line(hit.record.actor)}{mark}  [{one_line(str(hit.locator))}]"
    text = hit.record.text
    rest = 0 if full or len(text) <= CUT_CHARS + 100 else len(text) - CUT_CHARS
    for line in visible(text[: len(text) - rest]).split("\n"):
        yield from wrapped(line, max(width, 40))
    if rest:
        yield f"{_INDENT}… {rest:,} more characters: lossless show {hit.locator}"
    if hit.why is not None:
        yield f"{_INDENT}Why: {one_line(_why(hit.why, hit.rank))}"


def _why(why: Why, rank: int) -> str:
    """Say what made a line rank where it does, in one sentence."""
    words = ", ".join(f"{word} {weight:.1f}" for word, weight in why.words.items())
    parts = [f"words {why.by_words:.2f} ({words})" if words else "holds none of the words"]
    if why.by_neighbours:
        parts.append(f"lines beside it {why.by_neighbours:.2f}")
    if why.by_conversation:
        parts.append(f"its conversation {why.by_conversation:.2f}")
    factors = "".join(f", × {size:.2f} {name}" for name, size in why.factors.items())
    return f"rank {rank}, score {why.score:.2f} = {' + '.join(parts)}{factors}."


def _footer(found: Answer) -> Iterator[str]:
    if found.next is not None:
        yield ""
        yield f"More follows: --after {found.next}"
    if found.ask:
        yield ""
        yield found.ask


def wrapped(line: str, width: int) -> Iterator[str]:
    """Yield a line cut to the width in columns, at spaces where there are any; nothing but these is dropped."""
    room = width - len(_INDENT)
    start, columns, space = 0, 0, -1
    for place, char in enumerate(line):
        columns += _columns(char, columns)
        if columns > room and place > start and (place - 1 > start or columns > 2):
            cut = space if space > start else place
            while cut != space and cut - 1 > start and line[cut] in _NEVER_FIRST:
                cut -= 1
            yield _INDENT + line[start:cut]
            start = cut + 1 if cut == space else cut
            columns = 0
            for again in line[start : place + 1]:
                columns += _columns(again, columns)
            space = -1
        if char == " " and place > start:
            space = place
    yield _INDENT + line[start:] if line[start:] or start else ""


def _columns(char: str, before: int) -> int:
    """Return how many columns a character takes behind `before` others on its line."""
    if char == "\t":
        return 8 - (before + len(_INDENT)) % 8
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
