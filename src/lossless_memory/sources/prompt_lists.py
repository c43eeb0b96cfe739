"""Reads the lists of prompts that Codex (`history.jsonl`) and Gemini CLI (`logs.json`) keep beside their transcripts.

Owns the form of such a list: a conversation, a time and the words of each prompt, no answers. What a transcript holds
as well is marked `listed`, so that it is shown once. Knows no log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines, jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import split_own
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

LISTED = {"listed": True}
"""Beside the words of a prompt from such a list."""

_COMMAND = pattern(r"/[A-Za-z][\w:.-]*(?:\s|$)|!")
_CODEX = ("session_id", "ts", "text")
_GEMINI = ("sessionId", "messageId", "type", "message", "timestamp")


def is_codex(input: Input) -> bool:
    """Say whether a file is Codex's list: a line has a conversation, a time and a text, and nothing else."""
    form = shape(input)
    return not form.is_array and any(set(keys) == set(_CODEX) for keys in form.objects[:4])


def is_gemini(input: Input) -> bool:
    """Say whether a file is Gemini CLI's list: numbered messages of several conversations in one array."""
    form = shape(input)
    return form.is_array and any(all(name in keys for name in _GEMINI) for keys in form.objects[:4])


def read_codex(input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
    """Yield one item per line."""
    offset_b = cursor.offset_b if cursor else 0

    def ahead() -> Iterator[Instant | None]:
        for line in jsonlines.peek(input, offset_b, b'"ts"'):
            yield read_time(mapping(line).get("ts"), options.zone)

    clock = Clock(cursor.state.get("ts") if cursor else None, options, ahead)

    def convert(parsed: Parsed) -> Outcome:
        line = mapping(parsed.value)
        time = read_time(line.get("ts"), options.zone)
        return _prompt("codex", clock.tell(time), line.get("session_id"), line.get("text"), parsed)

    return jsonlines.read(input, cursor, convert, lambda: {"ts": clock.ts})


def read_gemini(input: Input, options: Options) -> Iterator[Item]:
    """Yield one item per message, always from the start."""

    def ahead() -> Iterator[Instant | None]:
        return (read_time(mapping(value).get("timestamp"), options.zone) for value in jsonstream.peek(input))

    clock = Clock(None, options, ahead)

    def convert(parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        line = mapping(parsed.value)
        ts = clock.tell(read_time(line.get("timestamp"), options.zone))
        text = line.get("message") if line.get("type") == "user" else None
        yield None, _prompt("gemini-cli", ts, line.get("sessionId"), text, parsed)

    return jsonstream.read(input, "message", convert, Digits)


def _prompt(tool: str, time: tuple[str | None, bool], session: Any, text: Any, parsed: Parsed) -> Outcome:
    name = text_or_none(session)
    base = Draft(time[0], "system", "meta", "unknown", "", name or "history", actor=tool, is_time_inherited=time[1])
    if not isinstance(text, str):
        return [base.saying("system", "meta", _kind(parsed.value), parsed.text or dumps(parsed.value))]
    if _COMMAND.match(text) or not text.strip():
        return [base.saying("system", "meta", "command" if text.strip() else "empty", text)]
    return [
        base.saying("system", "meta", "injected" if is_own else "empty", piece)
        if is_own or not piece.strip()
        else base._replace(
            role="user", type="text", kind="typed", text=piece, actor=None, extra=LISTED if name is not None else {}
        )
        for piece, is_own in split_own(text)
    ]


def _kind(value: Any) -> str:
    return (text_or_none(mapping(value).get("type")) or "unknown")[:80] if isinstance(value, Mapping) else "unknown"
