"""Answers as a model reads them: an object whose texts are cut to a budget, and a short fenced text beside it.

Logged text stands in the object as a JSON string, which it cannot end, and in the text inside the fence. Where lines
are cut, both say how much is left out and how to see it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from lossless_memory.present import fence, shapes, terminal, times
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line, visible
from lossless_memory.query.answer import Answer, Hit
from lossless_memory.query.compactions import is_compaction
from lossless_memory.query.opened import Opened
from lossless_memory.typed import Any, NamedTuple

HITS_CHARS = 20_000
"""What all hits of an answer hold together in the object."""

TEXT_CHARS = 8_000
"""What they hold together in the text beside it."""

HIT_CHARS = 1_500
SHORT_CHARS = 500
LEAST_CHARS = 120
WHOLE_CHARS = 20_000
"""Of an opened line so much at a time; a cursor leads to the rest."""

_LEAD_CHARS = 120
"""A line cut for the sake of a word in it begins so much before the word."""


class Piece(NamedTuple):
    """The part of a text that is shown: characters [start, end)."""

    start: int
    end: int


def answer_body(found: Answer, zone: ZoneInfo, following: str | None) -> dict[str, Any]:
    """Return an answer as the object of the tool `recall`; `following` is the cursor that goes on."""
    body = shapes.answer(found, zone)
    del body["next"]
    hits = body.pop("hits")
    room = max(LEAST_CHARS, min(HIT_CHARS, HITS_CHARS // max(1, len(hits))))
    cut = [_cut(hit, piece_of(hit["text"], found.terms, room), exact=False) for hit in hits]
    head = {"schema_version": shapes.SCHEMA_VERSION, "notice": fence.NOTICE}
    return {**head, **sound(body), "next_cursor": following, "hits": cut}


def answer_text(found: Answer, zone: ZoneInfo, following: str | None) -> str:
    """Return an answer as short text: what was searched, the hits in a fence, and what else there is."""
    lines = list(terminal.header(found, zone))
    room = max(LEAST_CHARS, min(SHORT_CHARS, TEXT_CHARS // max(1, len(found.hits))))
    if found.hits:
        quoted = [_quoted(hit, zone, piece_of(hit.record.text, found.terms, room)) for hit in found.hits]
        lines.append(fence.fenced(quoted))
    if following:
        lines.append("More follows: call recall again with next_cursor.")
    if found.ask:
        lines.append(f"To narrow it down you may ask the person: {one_line(found.ask)}")
    return "\n".join(lines)


def opened_body(found: Opened, zone: ZoneInfo, piece: Piece, following: str | None) -> dict[str, Any]:
    """Return an opened record as the object of the tool `open`: its text exact, its neighbours cut."""
    room = max(LEAST_CHARS, min(HIT_CHARS, HITS_CHARS // max(1, len(found.hits))))
    hits = []
    for hit, shape in zip(found.hits, shapes.hits(found.hits, zone), strict=True):
        is_it = hit.locator == found.hit.locator
        hits.append(_cut(shape, piece if is_it else piece_of(shape["text"], (), room), exact=is_it))
    return {
        "schema_version": shapes.SCHEMA_VERSION,
        "notice": fence.NOTICE,
        "hits": hits,
        "shown_instead": None if found.instead is None else str(found.instead),
        "next_cursor": following,
    }


def opened_text(found: Opened, zone: ZoneInfo, piece: Piece, following: str | None) -> str:
    """Return an opened record and its neighbours as fenced text."""
    quoted = []
    for hit in found.hits:
        is_it = hit.locator == found.hit.locator
        quoted.append(_quoted(hit, zone, piece if is_it else piece_of(hit.record.text, (), LEAST_CHARS * 2)))
    lines = [fence.fenced(quoted)]
    if found.instead is not None:
        lines.append(f"A later version of this line is shown in answers: open {found.instead}")
    if following:
        lines.append("The line goes on: call open again with next_cursor.")
    return "\n".join(lines)


def piece_of(text: str, terms: Sequence[str], room: int) -> Piece:
    """Return the part of a text to show in `room` characters: its start, or what stands around the first word asked.

    It is shorter where unseen signs, which are spelled out, would take more room than that.
    """
    start, end = _piece_of(text, terms, room)
    while end - start > 1 and len(visible(text[start:end])) > room:
        end -= max(1, (end - start) // 4)
    return Piece(start, end)


def _piece_of(text: str, terms: Sequence[str], room: int) -> Piece:
    if len(text) <= room:
        return Piece(0, len(text))
    folded = text.casefold()
    places = [] if len(folded) != len(text) else [folded.find(term.casefold()) for term in terms]
    first = min((place for place in places if place >= 0), default=0)
    start = first - _LEAD_CHARS if first > room - _LEAD_CHARS else 0
    return Piece(start, min(len(text), start + room))


def _cut(hit: dict[str, Any], piece: Piece, *, exact: bool) -> dict[str, Any]:
    """Return a hit with only a piece of its text, and what says so.

    An exact text that holds lone surrogates, which are no Unicode text and break most JSON readers, is shown with
    escapes and stands beside it as a JSON literal.
    """
    text = hit["text"]
    shown = text[piece.start : piece.end]
    body = {}
    for name, value in hit.items():
        body[name] = value if not isinstance(value, str) or name == "text" else _sound(value)
        if name == "text":
            body["text"] = _sound(shown) if exact else visible(shown)
            body |= {"text_from": piece.start, "text_length": len(text)}
            if exact and body["text"] != shown:
                body["text_json"] = json.dumps(shown)
    return body


def _sound(text: str) -> str:
    """Return the text with lone surrogates as escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def sound(value: Any) -> Any:
    """Return a JSON value whose texts hold no lone surrogates, which break most JSON readers."""
    if isinstance(value, str):
        return _sound(value)
    if isinstance(value, dict):
        return {_sound(name): sound(inner) for name, inner in value.items()}
    return [sound(inner) for inner in value] if isinstance(value, list | tuple) else value


def _quoted(hit: Hit, zone: ZoneInfo, piece: Piece) -> str:
    text = hit.record.text
    signs = [hit.record.type] if hit.record.type != "text" else []
    signs += ["compaction summary"] if is_compaction(hit.record) else []
    signs += ["context"] if hit.match == "context" else [f"rank {hit.rank}"]
    signs += ["by meaning"] if hit.match == "meaning" else []
    signs += ["outside the range"] if hit.outside else []
    signs += ["uncertain"] if hit.low_confidence else []
    signs += ["time not its own"] if hit.is_time_inherited else []
    shown = ("…" if piece.start else "") + text[piece.start : piece.end]
    if (left := len(text) - piece.end) > 0:
        shown += f"… ({counted(left, 'more character')})"
    sign = f" [{hit.locator}, {', '.join(signs)}]"
    return fence.quoted(times.local(hit.ts, zone), hit.record.actor, shown, sign)
