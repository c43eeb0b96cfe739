"""What the forms share in which conversations are passed around as data: one a line, or an array of them.

Owns the ids of messages that have none: made of the conversation's id, or of its number in the file and its first
words, and of the message's place and words, so that a copy of the file adds nothing. Knows no form's keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines, jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

TIMES = ("timestamp", "created_at", "create_time", "created", "ts", "time")
"""The names of a time, of a conversation or a message."""
_IDS = ("id", "conversation_id", "session_id", "uuid")
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?|\.ndjson)?(?:\.gz)?$")

Convert = Callable[[Draft, Mapping[str, Any]], Iterator[tuple[Any, list[Draft]]]]
"""Turns a conversation into each message's own value (for its time) and its drafts, made from the given one."""


def is_lines(input: Input) -> bool:
    """Say whether the file holds one object a line; else it is an array, or an object over several lines."""
    text = head_text(input).lstrip()
    first, is_ended, _ = text.partition("\n")
    return text.startswith("{") and (not is_ended or first.rstrip().endswith("}"))


def read(
    input: Input, cursor: Cursor | None, options: Options, source: str, messages: str, convert: Convert
) -> Iterator[Item]:
    """Yield one item a conversation; `messages` names the key of its list. Lines are read on from their cursor."""
    lines = is_lines(input)
    offset_b = cursor.offset_b if cursor and lines else 0

    def ahead() -> Iterator[Instant | None]:
        values = jsonlines.peek(input, offset_b) if lines else (value for _, value in jsontree.peek(input, _enters))
        for value in values:
            body = mapping(value)
            found = body.get(messages)
            yield from (
                time_of(mapping(one), options.zone) for one in (body, *(found if isinstance(found, list) else []))
            )

    saved = cursor.state.get("ts") if cursor and lines else None
    clock = Clock(saved, options, ahead)
    stem = _STEM.search(input.name)
    reader = _Reader(clock, options, (stem.group(1) if stem else "") or source, source, messages, convert)
    if lines:
        return jsonlines.read(input, cursor, reader.convert, lambda: {"ts": clock.ts}, Digits)
    return jsontree.read(
        input, _enters, lambda path, parsed: [(None, attempt(reader.convert, parsed))], parse_float=Digits
    )


def time_of(entry: Mapping[str, Any], zone: str) -> Instant | None:
    """Return the time an entry tells by any of the usual names."""
    return next((found for name in TIMES if (found := read_time(entry.get(name), zone))), None)


def _enters(path: Path, sign: str) -> bool:
    return not path and sign == "["


class _Reader:
    """Converts the conversations of one file, in order."""

    def __init__(self, clock: Clock, options: Options, stem: str, source: str, messages: str, convert: Convert) -> None:
        self._clock = clock
        self._options = options
        self._stem = stem
        self._source = source
        self._messages = messages
        self._convert = convert

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one conversation into its drafts."""
        body = mapping(parsed.value)
        if not body:
            return Skipped("not a conversation")
        id = next((told for name in _IDS if (told := _id(body.get(name)))), None)
        listed = body.get(self._messages)
        first = repr(listed[0])[:2_000] if isinstance(listed, list) and listed else ""
        key = f"{self._source}\0{id}" if id else f"{self._source}\0{parsed.number}\0{first}"
        base = Draft(
            *(None, "system", "meta", "unknown", "", id or f"{self._stem}-{parsed.number}"),
            actor=self._source,
            model=text_or_none(body.get("model")),
            is_id_made=True,
        )
        start = time_of(body, self._options.zone)
        if start:
            self._clock.tell(start)
        drafts: list[Draft] = []
        for number, (entry, found) in enumerate(self._convert(base, body)):
            ts, is_inherited = self._clock.tell(time_of(mapping(entry), self._options.zone))
            for piece, one in enumerate(found):
                made = f"{key}\0{number}\0{piece}\0{one.role}\0{one.kind}\0{one.text}"
                drafts.append(one._replace(ts=ts, is_time_inherited=is_inherited, id=made))
        return drafts or Skipped("a conversation without messages")


def _id(value: Any) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text_or_none(value)
