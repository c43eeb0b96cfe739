"""Reads the sessions of pi, oh-my-pi and OpenClaw: one JSON line an entry, a tree in one file.

Owns the table of entries and the ids of copies: entries have short ids, so their time is part of the record's id, and a
fork's copy of them has the same. Words that came through a messenger are read by `openclaw_words`. Knows no log and no
other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.record import ts_to_us
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, dumps, has_blob, result_text, without_blobs
from lossless_memory.sources.openclaw_words import SILENT, typed
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import id_or_none, listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "pi-openclaw"
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.(?:gz|bak|deleted|reset)[^/\\!]*)?$")
_CHECKPOINT = pattern(r"\.checkpoint\.[^/\\!]*\.jsonl")
_OWN_FIELDS = frozenset({"id", "parentId", "timestamp"})
_PIECES = 100
_PENDING = 256


class _PiOpenClaw:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A file begins with its `session`; its entries are messages below an entry before them.

        A checkpoint has the same form and holds copies; it is told by its name alone.
        """
        if _CHECKPOINT.search(input.name):
            return False
        objects = shape(input).objects
        return bool(objects) and (_is_head(objects[0]) or any(_is_entry(keys) for keys in objects[:8]))

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        return jsonlines.read_with_clock(
            input, cursor, options, lambda clock, saved: _Reader(input, options, clock, saved), _own_time
        )


SOURCE = _PiOpenClaw()


def _is_head(keys: Mapping[str, str]) -> bool:
    return keys.get("type") == "session" and "id" in keys and "timestamp" in keys and "data" not in keys


def _is_entry(keys: Mapping[str, str]) -> bool:
    return keys.get("type") == "message" and "message.role" in keys and "parentId" in keys and "uuid" not in keys


def _own_time(line: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(line.get("timestamp"), zone) or read_time(mapping(line.get("message")).get("timestamp"), zone)


class _Reader:
    """Converts the lines of one file, in order."""

    def __init__(self, input: Input, options: Options, clock: Clock, saved: Mapping[str, Any]) -> None:
        self._options = options
        self._clock = clock
        self._session: str | None = saved.get("session")
        self._model: str | None = saved.get("model")
        self._cwd: str | None = saved.get("cwd")
        self._calls: dict[str, list[str]] = dict(saved.get("calls", {}))
        stem = _STEM.search(input.name)
        self._file_session = stem.group(1) if stem else input.name

    def save(self) -> dict[str, Any]:
        """Return what the cursor carries."""
        return {
            "ts": self._clock.ts,
            "session": self._session,
            "model": self._model,
            "cwd": self._cwd,
            "calls": dict(self._calls),
        }

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one line into its drafts."""
        line = mapping(parsed.value)
        kind = text_or_none(line.get("type")) or "unknown"
        own = _own_time(line, self._options.zone)
        ts, is_inherited = self._clock.tell(own)
        if kind == "session":
            self._session = text_or_none(line.get("id")) or self._session
            self._cwd = text_or_none(line.get("cwd")) or self._cwd
        elif kind == "model_change":
            self._model = text_or_none(line.get("modelId")) or self._model
        id = id_or_none(line.get("id"))
        parent = id_or_none(line.get("parentId"))
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind=kind[:80],
            text="",
            session=self._session or self._file_session,
            actor=_TOOL,
            parent=self._calls[parent][1] if parent in self._calls else parent,
            cwd=self._cwd,
            is_time_inherited=is_inherited,
        )
        drafts = self._said(base, kind, line, id)
        if not drafts:
            rest = {key: value for key, value in line.items() if id is None or key not in _OWN_FIELDS}
            text = dumps(without_blobs(rest)) if line else parsed.text
            drafts = [base._replace(kind="injected" if own_block(text) else kind[:80], text=text)]
        if id is None or own is None:
            return drafts
        first = ts_to_us(own.ts) * _PIECES
        return [one._replace(id=f"{id}#{first + min(at, _PIECES - 1)}") for at, one in enumerate(drafts)]

    def _said(self, base: Draft, kind: str, line: Mapping[str, Any], id: str | None) -> list[Draft]:
        message = mapping(line.get("message"))
        if kind == "message" and message:
            return self._message(base, message, id)
        summary = text_or_none(line.get("summary"))
        if kind in ("compaction", "branch_summary") and summary is not None:
            return [base._replace(kind="compaction" if kind == "compaction" else "branch-summary", text=summary)]
        if kind == "custom_message":
            texts = [text for text in map(text_in, listed(line.get("content"))) if text is not None]
            return [base._replace(kind="injected" if own_block(text) else "context", text=text) for text in texts]
        return []

    def _message(self, base: Draft, message: Mapping[str, Any], id: str | None) -> list[Draft]:
        role = message.get("role")
        if role == "assistant":
            return self._assistant(base, message, id)
        if role == "toolResult":
            return [self._result(base, message)]
        drafts: list[Draft] = []
        for block in listed(message.get("content")):
            text = text_in(block)
            if text is None:
                drafts.append(_other(base, block))
            elif role == "user":
                drafts += typed(base, text)
            else:
                kind = "injected" if own_block(text) else (text_or_none(role) or "unknown")[:80]
                drafts.append(base._replace(kind=kind, text=text))
        if not drafts:
            drafts = [base._replace(kind=(text_or_none(role) or "unknown")[:80], text=dumps(without_blobs(message)))]
        return drafts

    def _assistant(self, base: Draft, message: Mapping[str, Any], id: str | None) -> list[Draft]:
        self._model = text_or_none(message.get("model")) or self._model
        spoken = base._replace(role="assistant", actor=None, model=self._model)
        drafts: list[Draft] = []
        for block in listed(message.get("content")):
            about = mapping(block)
            kind = about.get("type") if not isinstance(block, str) else "text"
            text = text_in(block)
            if kind == "text" and text is not None:
                is_said = bool(text.strip()) and text.strip() not in SILENT
                what = "reply" if is_said else "no-reply" if text.strip() else "empty"
                drafts.append(spoken._replace(type="text" if is_said else "meta", kind=what, text=text))
            elif kind == "thinking":
                thought = text_or_none(about.get("thinking"))
                drafts.append(spoken._replace(kind="thinking", text=thought or "[thinking stored encrypted]"))
            elif kind == "toolCall":
                call, name = text_or_none(about.get("id")), text_or_none(about.get("name"))
                if call and name:
                    self._calls[call] = [name, id or call]
                    while len(self._calls) > _PENDING:
                        del self._calls[next(iter(self._calls))]
                drafts.append(spoken._replace(type="action", kind="tool-call", text=dumps(block)))
            else:
                drafts.append(_other(base, block))
        if text_or_none(message.get("errorMessage")):
            drafts.append(base._replace(kind="api-error", text=message["errorMessage"]))
        return drafts or [base._replace(kind="empty", text=dumps(without_blobs(message)))]

    def _result(self, base: Draft, message: Mapping[str, Any]) -> Draft:
        known = self._calls.get(str(message.get("toolCallId")))
        name = text_or_none(message.get("toolName")) or (known[0] if known else "tool")
        text = result_text(message.get("content"))
        is_own = is_own_tool(name) or own_block(text) is not None
        return base._replace(
            type="meta" if is_own else "action",
            kind="injected" if is_own else "tool-result",
            text=text,
            actor=name,
        )


def _other(base: Draft, block: Any) -> Draft:
    kind = text_or_none(mapping(block).get("type")) or "unknown"
    text = binary_note(block) if isinstance(block, dict) and has_blob(block) else dumps(block)
    return base._replace(kind=kind[:80], text=text)
