"""Reads Claude Code's transcripts: one JSON line an event, sub-agents in files of their own.

Owns the meaning of a line. Every line becomes at least one record; which words are the person's is decided in
`claude_words`. Keeps, in the cursor, only the last time and model, the tool calls still without a result, and the last
few queued prompts. Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from lossless_memory.digests import sha256
from lossless_memory.patterns import pattern
from lossless_memory.sources import claude_history, jsonlines, jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.claude_words import TYPED, Piece, kind_of_context, pieces
from lossless_memory.sources.drafts import Clock, Outcome, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, dumps, has_blob, result_text
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.typed import Any

_PENDING_CALLS = 256
"""Tool calls whose result has not come yet. Results follow within a few lines; the cap bounds the cursor."""
_QUEUED = 32
"""Queued prompts remembered to recognise their second telling, which follows within the same turn."""

_TOOL = "claude-code"
_AGENT_FILE = pattern(r"(?:^|[/\\!])agent-([^/\\]+?)\.jsonl(?:\.gz)?$")
_PARENT_FOLDER = pattern(r"([^/\\!]+)[/\\]subagents[/\\]")
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_OWN_FIELDS = frozenset({"uuid", "parentUuid", "sessionId", "session_id", "timestamp", "cwd", "forkedFrom"})
"""Left out of the text of a meta record that has a `uuid`: the record holds them in fields of its own, and a fork
rewrites some, so that its copy would not be seen as one."""


class _State:
    """What the lines so far have told; all of it stands in the cursor, so lists and maps are never changed in place."""

    def __init__(self, saved: Mapping[str, Any]) -> None:
        """Go on from what was saved; an empty map begins anew."""
        self.ts: str | None = saved.get("ts")
        self.model: str | None = saved.get("model")
        self.is_tasked = bool(saved.get("is_tasked"))
        self.calls: dict[str, str] = dict(saved.get("calls") or {})
        self.queued: list[list[str]] = [list(pair) for pair in saved.get("queued") or []]
        self.typed: list[str] = list(saved.get("typed") or [])

    def save(self) -> dict[str, Any]:
        return {
            "ts": self.ts,
            "model": self.model,
            "is_tasked": self.is_tasked,
            "calls": self.calls,
            "queued": self.queued,
            "typed": self.typed,
        }


class _ClaudeCode:
    name = "claude-code"

    def claims(self, input: Input) -> bool:
        """Claude Code's lines have a `type` and, in turns, a `message` whose words stand in `content`."""
        form = shape(input)
        if any(claude_history.is_line(keys) for keys in form.objects[:4]) and not form.is_array:
            return True
        return any(_is_ours(keys) for keys in form.objects) and not any(
            "payload" in keys or "projectHash" in keys or "message.parts" in keys for keys in form.objects
        )

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        if any(claude_history.is_line(keys) for keys in shape(input).objects[:4]):
            return claude_history.read(input, cursor, options)
        if shape(input).is_array:  # the web app's form: the same lines under `loglines`
            whole = _Reader(input, options, _State({}), lambda: jsonstream.peek(input))
            return jsonstream.read(input, "line", lambda parsed: [(None, whole.convert(parsed))])
        state = _State(cursor.state if cursor else {})
        offset_b = cursor.offset_b if cursor else 0
        reader = _Reader(input, options, state, lambda: jsonlines.peek(input, offset_b, b'"timestamp"'))
        return jsonlines.read(input, cursor, reader.convert, state.save)


SOURCE = _ClaudeCode()


def _is_ours(keys: Mapping[str, str]) -> bool:
    kind = keys.get("type", "")
    if "sessionId" in keys and "isSidechain" in keys:
        return True
    if kind in ("user", "assistant"):
        return "message.content" in keys and ("uuid" in keys or "sessionId" in keys or "timestamp" in keys)
    if "sessionId" in keys and kind:
        return "uuid" in keys or kind in ("queue-operation", "mode", "permission-mode", "custom-title", "last-prompt")
    return (
        (kind == "summary" and "leafUuid" in keys)
        or (kind == "file-history-snapshot" and "messageId" in keys)
        or (kind == "attachment" and "attachment.type" in keys)
    )


class _Reader:
    """Converts the lines of one file, in order."""

    def __init__(self, input: Input, options: Options, state: _State, ahead: Callable[[], Iterable[Any]]) -> None:
        """Go on from a state; `ahead` tells the values of the lines still to come, for a time to inherit."""
        self._options = options
        self._state = state
        self._clock = Clock(
            state.ts,
            options,
            lambda: (_own_time(line, options.zone) for line in ahead() if isinstance(line, dict)),
        )
        agent = _AGENT_FILE.search(input.name)
        self._file_agent = agent.group(1) if agent else None
        folder = _PARENT_FOLDER.search(input.name)
        stem = _STEM.search(input.name)
        self._file_session = folder.group(1) if folder and agent else (stem.group(1) if stem else input.name)

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one line into its drafts."""
        line = parsed.value if isinstance(parsed.value, dict) else {}
        told = line.get
        ts, is_inherited = self._clock.tell(_own_time(line, self._options.zone))
        self._state.ts = self._clock.ts
        uuid = _id(told("uuid"))
        agent = _text(told("agentId")) or self._file_agent
        if agent is None and told("isSidechain") is True:
            agent = "sidechain"
        session = _text(told("sessionId")) or self._file_session
        parent = _id(told("parentUuid")) or _id(told("logicalParentUuid"))
        cwd = _text(told("cwd"))
        base = Draft(
            ts, "system", "meta", "unknown", "", session, uuid, _TOOL, None, parent, None, agent, cwd, is_inherited
        )
        drafts = self._spoken(base, line)
        if not drafts:
            kind = "injected" if own_block(parsed.text) else _line_kind(line)
            drafts = [base.saying(base.role, base.type, kind, _line_text(line, uuid, parsed.text))]
        if agent is not None and agent.startswith("acompact-"):
            drafts = [one._replace(type="meta", kind="compaction-run") for one in drafts]
        return numbered(drafts, uuid)

    def _spoken(self, base: Draft, line: Mapping[str, Any]) -> list[Draft]:
        """Return what somebody said or did in this line; nothing for the tool's own bookkeeping."""
        kind, message, attachment = line.get("type"), line.get("message"), line.get("attachment")
        if kind == "assistant" and isinstance(message, dict):
            return self._assistant(base, line)
        if kind == "user" and isinstance(message, dict):
            return self._user(base, line)
        if kind == "attachment" and isinstance(attachment, dict) and attachment.get("type") == "queued_command":
            return self._queued(base, line, attachment)
        return []

    # --- the model ----------------------------------------------------------------------------------------------

    def _assistant(self, base: Draft, line: Mapping[str, Any]) -> list[Draft]:
        message = line["message"]
        model = _text(message.get("model"))
        if line.get("isApiErrorMessage") is True or model == "<synthetic>":
            texts = [_text_of(block) for block in _blocks(message.get("content"))]
            return [base._replace(kind="api-error", text=text) for text in texts]
        if model is not None:
            self._state.model = model
        answer = _text(message.get("id"))
        spoken = base.of("assistant", _actor(base.agent), model or self._state.model, answer)
        return [self._said(spoken, block) for block in _blocks(message.get("content"))]

    def _said(self, spoken: Draft, block: Any) -> Draft:
        """Turn one block of an answer into a draft."""
        if isinstance(block, str):
            block = {"type": "text", "text": block}
        if not isinstance(block, dict):
            return spoken._replace(type="meta", kind="unknown", text=dumps(block))
        kind = _text(block.get("type")) or "unknown"
        if kind == "text" and isinstance(block.get("text"), str):
            if not block["text"].strip():
                return spoken.saying(spoken.role, "meta", "empty", block["text"])
            return spoken.saying(spoken.role, "text", "reply", block["text"])
        if kind == "thinking":
            thought = block.get("thinking")
            text = thought if isinstance(thought, str) and thought else "[thinking the tool did not store]"
            return spoken.saying(spoken.role, "meta", "thinking", text)
        if kind == "redacted_thinking":
            return spoken._replace(type="meta", kind="thinking", text="[thinking stored encrypted]")
        if kind.endswith("tool_use"):
            self._remember_call(block)
            return spoken.saying(spoken.role, "action", "tool-call", dumps(block))
        if kind.endswith("tool_result"):
            return self._result(spoken._replace(role="system", model=None), block)
        if kind in ("image", "document") or has_blob(block):
            return spoken._replace(type="meta", kind=kind, text=binary_note(block))
        return spoken._replace(type="meta", kind=kind, text=dumps(block))

    def _remember_call(self, block: Mapping[str, Any]) -> None:
        call, name = block.get("id"), block.get("name")
        if isinstance(call, str) and isinstance(name, str):
            calls = {**self._state.calls, call: name}
            while len(calls) > _PENDING_CALLS:
                del calls[next(iter(calls))]
            self._state.calls = calls

    # --- what is stored as the user's ---------------------------------------------------------------------------

    def _user(self, base: Draft, line: Mapping[str, Any]) -> list[Draft]:
        drafts: list[Draft] = []
        is_again = self._is_queued_again(line)
        for block in _blocks(line["message"].get("content")):
            kind = block.get("type") if isinstance(block, dict) else None
            if isinstance(block, dict) and isinstance(kind, str) and kind.endswith("tool_result"):
                drafts.append(self._result(base, block))
            elif isinstance(block, str) or (kind == "text" and isinstance(block.get("text"), str)):
                drafts.extend(self._user_text(base, line, block if isinstance(block, str) else block["text"], is_again))
            else:
                drafts.append(_other_block(base, block))
        uuid = _id(line.get("uuid"))
        if uuid and any(one.kind == TYPED for one in drafts):
            self._state.typed = [*self._state.typed, uuid][-_QUEUED:]
        return drafts

    def _user_text(self, base: Draft, line: Mapping[str, Any], text: str, is_again: bool) -> list[Draft]:
        if base.agent is not None:
            return [self._to_agent(base, line, text)]
        if is_again:
            return [base._replace(kind="queued-again", text=text)]
        return [_person(base, piece) for piece in pieces(line, text)]

    def _to_agent(self, base: Draft, line: Mapping[str, Any], text: str) -> Draft:
        """A sub-agent's first user text is the parent model's task; the others come from the tool."""
        kind = kind_of_context(line, text)
        is_first = not self._state.is_tasked or line.get("parentUuid") is None
        if kind == "context" and line.get("isMeta") is not True and is_first and text.strip():
            self._state.is_tasked = True
            return base._replace(role="assistant", type="text", kind="task", text=text, actor=None)
        return base._replace(kind=kind, text=text)

    def _result(self, base: Draft, block: Mapping[str, Any]) -> Draft:
        call = str(block.get("tool_use_id"))
        name = self._state.calls.get(call)
        if name is not None:
            self._state.calls = {other: named for other, named in self._state.calls.items() if other != call}
        text = result_text(block.get("content"))
        if is_own_tool(name) or own_block(text):
            return base._replace(type="meta", kind="injected", text=text, actor=name or "tool")
        return base.of(base.role, name or "tool", base.model, base.answer).saying(
            base.role, "action", "tool-result", text
        )

    # --- prompts typed while the model worked -------------------------------------------------------------------

    def _queued(self, base: Draft, line: Mapping[str, Any], attachment: Mapping[str, Any]) -> list[Draft]:
        """What was typed while the model worked; the prompt is text, or blocks when an image came with it."""
        mode = attachment.get("commandMode")
        flags = {**{key: line[key] for key in ("entrypoint",) if key in line}, **attachment}
        drafts: list[Draft] = []
        for block in _blocks(attachment.get("prompt")):
            text = block if isinstance(block, str) else block.get("text") if isinstance(block, dict) else None
            if not isinstance(text, str):
                drafts.append(_other_block(base, block))
            elif mode not in (None, "prompt"):
                drafts.append(
                    base._replace(kind="command" if mode == "bash" else str(mode)[:80] or "unknown", text=text)
                )
            elif base.agent is not None:
                drafts.append(base._replace(kind=kind_of_context(flags, text), text=text))
            elif attachment.get("source_uuid") in self._state.typed:
                drafts.append(base._replace(kind="queued-again", text=text))
            else:
                drafts.extend(_person(base, piece) for piece in pieces(flags, text))
        typed = [one.text for one in drafts if one.kind == TYPED]
        if typed:
            pair = [_text(attachment.get("source_uuid")) or "", _digest(typed)]
            self._state.queued = [*self._state.queued, pair][-_QUEUED:]
        return drafts

    def _is_queued_again(self, line: Mapping[str, Any]) -> bool:
        """Say whether this line repeats a queued prompt that was already read as the person's words.

        True only where the file says so: the same uuid, or marked as queued with the same words. Two equal prompts
        that were both typed stay two.
        """
        if not self._state.queued:
            return False
        texts = [
            block if isinstance(block, str) else block["text"]
            for block in _blocks(line["message"].get("content"))
            if isinstance(block, str) or (isinstance(block, dict) and isinstance(block.get("text"), str))
        ]
        digest = _digest(texts)
        for pair in self._state.queued:
            is_same_words = pair[1] == digest
            if is_same_words and (line.get("promptSource") == "queued" or (pair[0] and pair[0] == line.get("uuid"))):
                self._state.queued = [other for other in self._state.queued if other is not pair]
                return True
        return False


# --- small readings of a line -------------------------------------------------------------------------------------


def _own_time(line: Mapping[str, Any], zone: str) -> Instant | None:
    own = read_time(line.get("timestamp"), zone)
    if own is not None:
        return own
    inner = line.get("snapshot")
    return read_time(inner.get("timestamp"), zone) if isinstance(inner, dict) else None


def _person(base: Draft, piece: Piece) -> Draft:
    if piece.kind == TYPED:
        return base.of("user", None, base.model, base.answer).saying("user", "text", TYPED, piece.text)
    return base._replace(kind=piece.kind, text=piece.text)


def _other_block(base: Draft, block: Any) -> Draft:
    kind = (_text(block.get("type")) if isinstance(block, dict) else None) or "unknown"
    if isinstance(block, dict) and (kind in ("image", "document") or has_blob(block)):
        return base._replace(kind=kind, text=binary_note(block))
    return base._replace(kind=kind, text=dumps(block))


def _line_kind(line: Mapping[str, Any]) -> str:
    kind = _text(line.get("type")) or "unknown"
    inner = line.get("attachment")
    if kind == "attachment" and isinstance(inner, dict):
        return (_text(inner.get("type")) or kind)[:80]
    if kind == "system":
        kind = _text(line.get("subtype")) or kind
    return "compact-boundary" if kind == "compact_boundary" else kind[:80]


def _line_text(line: Mapping[str, Any], uuid: str | None, text: str) -> str:
    """The line itself; one with a `uuid` without the fields that its record holds and a fork may rewrite."""
    return text if uuid is None else dumps({key: item for key, item in line.items() if key not in _OWN_FIELDS})


def _blocks(content: Any) -> list[Any]:
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def _text_of(block: Any) -> str:
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return str(block["text"])
    return block if isinstance(block, str) else dumps(block)


def _actor(agent: str | None) -> str | None:
    return None if agent is None else f"agent {agent}"


def _digest(texts: list[str]) -> str:
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _id(value: Any) -> str | None:
    """A `uuid`, or None: a transcript cleaned of private data may hold one and the same phrase in place of all."""
    return value if isinstance(value, str) and value and " " not in value else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
