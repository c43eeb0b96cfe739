"""Reads Qwen Code's chats: one JSON line an event, in Claude Code's envelope with Google's message parts.

Owns the meaning of a line. A line told again under its `uuid` brings further parts of the same answer. Knows no log
and no other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, typed
from lossless_memory.sources.google_parts import other_part
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import own_block
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "qwen"
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_WRAPPERS = ("<qwen:", "<system-reminder>", "<hook_context>", "This is the Qwen Code. We are setting up the context")
_OWN_FIELDS = frozenset({"uuid", "parentUuid", "sessionId", "timestamp", "cwd"})
_TYPED_SUBTYPES = (None, "mid_turn_user_message")


class _Qwen:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """Qwen's lines have an envelope of their own around `message.parts`."""
        return any("message.parts" in keys and "uuid" in keys and "sessionId" in keys for keys in shape(input).objects)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        return jsonlines.read_with_clock(
            input, cursor, options, lambda clock, saved: _Reader(input, options, clock, saved), _own_time
        )


SOURCE = _Qwen()


def _own_time(line: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(line.get("timestamp"), zone)


class _Reader:
    """Converts the lines of one file, in order."""

    def __init__(self, input: Input, options: Options, clock: Clock, saved: Mapping[str, Any]) -> None:
        self._options = options
        self._clock = clock
        self._model: str | None = saved.get("model")
        self._uuid: str | None = saved.get("uuid")
        self._count: int = saved.get("count", 0)
        stem = _STEM.search(input.name)
        self._file_session = stem.group(1) if stem else input.name

    def save(self) -> dict[str, Any]:
        """Return what the cursor carries."""
        return {"ts": self._clock.ts, "model": self._model, "uuid": self._uuid, "count": self._count}

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one line into its drafts."""
        line = mapping(parsed.value)
        ts, is_inherited = self._clock.tell(_own_time(line, self._options.zone))
        uuid = text_or_none(line.get("uuid"))
        agent = text_or_none(line.get("agentId")) or ("sidechain" if line.get("isSidechain") is True else None)
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text="",
            session=text_or_none(line.get("sessionId")) or self._file_session,
            actor=_TOOL,
            parent=text_or_none(line.get("parentUuid")),
            agent=agent,
            cwd=text_or_none(line.get("cwd")),
            is_time_inherited=is_inherited,
        )
        parts = listed(mapping(line.get("message")).get("parts"))
        kind = line.get("type")
        drafts: list[Draft] = []
        if kind == "assistant":
            drafts = self._assistant(base._replace(answer=uuid), line, parts)
        elif kind == "user":
            drafts = self._user(base, line, parts)
        elif kind == "tool_result":
            drafts = [_told(base, "context", part) for part in parts]
        if not drafts:
            name = text_or_none(line.get("subtype")) or text_or_none(kind) or "unknown"
            rest = {key: value for key, value in line.items() if uuid is None or key not in _OWN_FIELDS}
            text = dumps(rest) if line else parsed.text
            drafts = [base._replace(kind="injected" if own_block(text) else name[:80], text=text)]
        return self._numbered(drafts, uuid)

    def _numbered(self, drafts: list[Draft], uuid: str | None) -> list[Draft]:
        """Number the drafts under their event; a line of the same event goes on where the one before it ended."""
        start = self._count if uuid is not None and uuid == self._uuid else 0
        self._uuid, self._count = uuid, start + len(drafts)
        if uuid is None:
            return drafts
        return [
            one._replace(id=uuid if number == 0 else f"{uuid}#{number}") for number, one in enumerate(drafts, start)
        ]

    def _assistant(self, base: Draft, line: Mapping[str, Any], parts: list[Any]) -> list[Draft]:
        self._model = text_or_none(line.get("model")) or self._model
        actor = None if base.agent is None else f"agent {base.agent}"
        spoken = base._replace(role="assistant", actor=actor, model=self._model)
        drafts = []
        for part in parts:
            text = text_in(part)
            if text is None:
                drafts.append(other_part(base._replace(model=self._model), part))
            elif mapping(part).get("thought") is True:
                drafts.append(spoken._replace(kind="thinking", text=text))
            else:
                is_said = bool(text.strip())
                drafts.append(
                    spoken._replace(type="text" if is_said else "meta", kind="reply" if is_said else "empty", text=text)
                )
        return drafts

    def _user(self, base: Draft, line: Mapping[str, Any], parts: list[Any]) -> list[Draft]:
        """The typed prompt is what the tool showed of it; where it shows none, each text without a wrapper."""
        subtype = line.get("subtype")
        if subtype not in _TYPED_SUBTYPES:
            return [_told(base, (text_or_none(subtype) or "unknown")[:80], part) for part in parts]
        shown = text_or_none(mapping(line.get("systemPayload")).get("displayText"))
        drafts = self._typed(base, shown) if shown is not None else []
        for part in parts:
            text = text_in(part)
            if text is None or (shown is not None and text != shown):
                drafts.append(_told(base, "context", part))
            elif shown is None:
                drafts += self._typed(base, text)
        return drafts

    def _typed(self, base: Draft, text: str) -> list[Draft]:
        if text.lstrip().startswith(_WRAPPERS) or not text.strip():
            return [_told(base, "context" if text.strip() else "empty", text)]
        if base.agent is not None:  # the parent model's task
            return [base._replace(role="assistant", type="text", kind="task", text=text, actor=None)]
        return typed(base, text, blank="context")


def _told(base: Draft, kind: str, part: Any) -> Draft:
    """Keep a part that nobody said."""
    text = text_in(part)
    if text is None:
        return other_part(base, part)
    return base._replace(kind="injected" if own_block(text) else kind, text=text)
