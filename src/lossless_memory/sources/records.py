"""Reads our own JSON lines: seven fields, with an origin or, from the system this one follows, without.

A line that is a record with an origin passes through byte for byte, so that importing an export gives the same store.
A line without one becomes a draft: `ai` is read as the assistant, an unknown type is kept as meta, and a time in any
precision or offset is made canonical. Knows no log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.record import FIELDS, TYPES, LineError, Record, decode, encode
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Ready, Skipped
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.shape import is_own_record, shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.typed import Any

_KNOWN = frozenset({*FIELDS, "origin"})
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "system": "system"}
_KINDS = {("user", "text"): "typed", ("assistant", "text"): "reply", ("assistant", "action"): "tool-call"}


class _Records:
    name = "records"

    def claims(self, input: Input) -> bool:
        """A file is ours if its first object has all seven fields."""
        form = shape(input)
        is_cut = input.size_b > len(input.head)
        return bool(form.objects) and not form.is_array and is_own_record(form.objects[0], is_cut)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        offset_b = cursor.offset_b if cursor else 0

        def ahead() -> Iterator[Instant | None]:
            values = jsonlines.peek(input, offset_b)
            return (read_time(value.get("ts"), options.zone) for value in values if isinstance(value, dict))

        clock = Clock(cursor.state.get("ts") if cursor else None, options, ahead)
        return jsonlines.read(
            input, cursor, lambda parsed: _convert(parsed, clock, options.zone), lambda: {"ts": clock.ts}
        )


SOURCE = _Records()


def _convert(parsed: Parsed, clock: Clock, zone: str) -> Outcome:
    line = parsed.value
    if not isinstance(line, dict):
        return Skipped("not a JSON object")
    missing = [name for name in FIELDS if name not in line]
    if missing:
        return Skipped(f"the field {missing[0]} is missing")
    found = read_time(line["ts"], zone)
    ts, is_inherited = clock.tell(found)
    if _has_origin(line) and found and not found.is_zone_assumed:
        try:
            return [Ready(_line(parsed, line, found))]
        except LineError as error:
            return Skipped(f"not a record: {error}"[:200])
    for name in ("text", "role", "type"):
        if not isinstance(line[name], str):
            return Skipped(f"the field {name} is not text")
    return [_draft(line, ts, is_inherited)]


def _has_origin(line: Mapping[str, Any]) -> bool:
    origin = line.get("origin")
    return isinstance(origin, dict) and isinstance(origin.get("source"), str) and isinstance(origin.get("id"), str)


def _line(parsed: Parsed, line: Mapping[str, Any], found: Instant) -> bytes:
    """Return the line as it is stored: its own bytes if it is a record, else the same fields in canonical form."""
    raw = parsed.text.rstrip("\r").encode("utf-8", "surrogateescape")
    try:
        decode(raw)
        if line.keys() - _KNOWN:  # written by a newer version; what it added stays
            return raw
    except LineError:
        pass
    body = {**line, "ts": found.ts, "role": _ROLES.get(str(line["role"]), line["role"])}
    return encode(Record._make(body[name] for name in (*FIELDS, "origin")))


def _draft(line: Mapping[str, Any], ts: str | None, is_inherited: bool) -> Draft:
    role = _ROLES.get(line["role"].lower(), "system")
    is_known = line["type"] in TYPES
    if role == "user" and line["type"] != "text":  # the person's role is for words
        role = "system"
    actor, model, session = line["actor"], line["model"], line["session"]
    return Draft(
        ts=ts,
        role=role,
        type=line["type"] if is_known else "meta",
        kind=_KINDS.get((role, line["type"]), line["type"][:80] or "unknown"),
        text=line["text"],
        session=session if isinstance(session, str) and session else "records",
        actor=actor if isinstance(actor, str) and actor else None if role != "system" else "system",
        model=model if isinstance(model, str) and model else None,
        is_time_inherited=is_inherited,
    )
