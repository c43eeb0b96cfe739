"""Reads GitHub Copilot's command line and app: one JSON line an event, each with its id and its parent's.

Owns the table of events. Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.digests import sha256
from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, numbered, scoped, typed
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import dumps, result_text, without_blobs
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import id_or_none, listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "copilot-cli"
_NAME = pattern(r"(?:([^/\\!]+)[/\\]events|([^/\\!]*?))\.jsonl?(?:\.gz)?$")
_EVENT = pattern(r"(?:session|user|assistant|tool|system|subagent|hook|skill|abort)\b")
_PENDING = 256


class _CopilotCli:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """An event has a `type` such as `user.message`, its `data`, and the event before it."""
        return any(
            "data" in keys and "timestamp" in keys and "id" in keys and _EVENT.match(keys.get("type", "")) is not None
            for keys in shape(input).objects
            if "payload" not in keys and "uuid" not in keys
        )

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        return jsonlines.read_with_clock(
            input, cursor, options, lambda clock, saved: _Reader(input, options, clock, saved), _own_time
        )


SOURCE = _CopilotCli()


def _own_time(line: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(line.get("timestamp"), zone)


class _Reader:
    """Converts the lines of one file, in order."""

    def __init__(self, input: Input, options: Options, clock: Clock, saved: Mapping[str, Any]) -> None:
        self._options = options
        self._clock = clock
        self._session: str | None = saved.get("session")
        self._model: str | None = saved.get("model")
        self._cwd: str | None = saved.get("cwd")
        self._calls: dict[str, str] = dict(saved.get("calls", {}))
        self._agents: dict[str, str] = dict(saved.get("agents", {}))
        self._thoughts: list[str] = list(saved.get("thoughts", ()))
        self._beside: dict[str, str] = dict(saved.get("beside", {}))
        found = _NAME.search(input.name)
        self._file_session = (found.group(1) or found.group(2) if found else None) or input.name

    def save(self) -> dict[str, Any]:
        """Return what the cursor carries."""
        return {
            "ts": self._clock.ts,
            "session": self._session,
            "model": self._model,
            "cwd": self._cwd,
            "calls": dict(self._calls),
            "agents": dict(self._agents),
            "thoughts": list(self._thoughts),
            "beside": dict(self._beside),
        }

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one event into its drafts."""
        line = mapping(parsed.value)
        data = mapping(line.get("data"))
        kind = text_or_none(line.get("type")) or "unknown"
        ts, is_inherited = self._clock.tell(_own_time(line, self._options.zone))
        self._follow(kind, data)
        session = self._session or self._file_session
        agent = id_or_none(line.get("agentId")) or text_or_none(data.get("parentToolCallId"))
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind=kind[:80],
            text="",
            session=session,
            actor=_TOOL,
            parent=scoped(self._parent(line, agent), session),
            agent=agent,
            cwd=self._cwd,
            is_time_inherited=is_inherited,
        )
        drafts = self._said(base, kind, data)
        if not drafts:
            text = dumps(data) if data else parsed.text
            drafts = [base._replace(kind="injected" if own_block(text) else kind[:80], text=text)]
        return numbered(drafts, scoped(id_or_none(line.get("id")), session))

    def _parent(self, line: Mapping[str, Any], agent: str | None) -> str | None:
        """Return the event before this one in its own thread.

        The tool's chain runs through sub-agents' events as they happen; the main thread is led past them, and theirs,
        which may run side by side, have none.
        """
        parent = id_or_none(line.get("parentId"))
        before = self._beside.get(parent, parent) if parent is not None else None
        if agent is None:
            return before
        _remember(self._beside, id_or_none(line.get("id")), before)
        return None

    def _follow(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind in ("session.start", "session.resume"):
            self._session = text_or_none(data.get("sessionId")) or self._session
            self._model = text_or_none(data.get("selectedModel")) or self._model
            self._cwd = text_or_none(mapping(data.get("context")).get("cwd")) or self._cwd
        elif kind == "session.model_change":
            self._model = text_or_none(data.get("newModel")) or self._model
        elif kind == "subagent.started":
            _remember(self._agents, data.get("toolCallId"), data.get("agentName"))
        elif kind == "tool.execution_start":
            _remember(self._calls, data.get("toolCallId"), data.get("toolName"))

    def _said(self, base: Draft, kind: str, data: Mapping[str, Any]) -> list[Draft]:
        content = data.get("content")
        if kind == "user.message" and isinstance(content, str):
            return self._user(base, data, content)
        if kind == "assistant.message":
            return self._assistant(base, data)
        if kind == "assistant.reasoning" and isinstance(content, str):
            return [self._thought(base, content)]
        if kind == "tool.execution_complete":
            return [self._result(base, data)]
        if kind == "session.compaction_complete" and text_or_none(data.get("summaryContent")):
            return [base._replace(kind="compaction", text=data["summaryContent"])]
        return []

    def _user(self, base: Draft, data: Mapping[str, Any], content: str) -> list[Draft]:
        """The person's words as typed; what the tool made of them stands beside them where it differs."""
        drafts: list[Draft] = []
        source = text_or_none(data.get("source"))
        if source is not None or not content.strip():
            kind = "injected" if own_block(content) else (source or "empty")[:80]
            drafts.append(base._replace(kind=kind, text=content))
        elif base.agent is not None or text_or_none(data.get("parentAgentTaskId")):
            agent = base.agent or text_or_none(data.get("parentAgentTaskId"))
            drafts.append(
                base._replace(role="assistant", type="text", kind="task", text=content, actor=None, agent=agent)
            )
        else:
            drafts += typed(base, content, blank="context")
        sent = text_or_none(data.get("transformedContent"))
        if sent is not None and sent != content:
            drafts.append(base._replace(kind="injected" if own_block(sent) else "context", text=sent))
        for item in listed(data.get("attachments")):
            drafts.append(base._replace(kind="attachment", text=dumps(without_blobs(item))))
        return drafts

    def _assistant(self, base: Draft, data: Mapping[str, Any]) -> list[Draft]:
        self._model = (text_or_none(data.get("model")) if base.agent is None else None) or self._model
        spoken = self._spoken(base, data)
        drafts: list[Draft] = []
        if thought := text_or_none(data.get("reasoningText")):
            drafts.append(self._thought(base, thought))
        content = data.get("content")
        if isinstance(content, str) and content.strip():
            drafts.append(spoken._replace(type="text", kind="reply", text=content))
        elif isinstance(content, str) and content:
            drafts.append(spoken._replace(kind="empty", text=content))
        for call in listed(data.get("toolRequests")):
            _remember(self._calls, mapping(call).get("toolCallId"), mapping(call).get("name"))
            drafts.append(spoken._replace(type="action", kind="tool-call", text=dumps(call)))
        return drafts

    def _spoken(self, base: Draft, data: Mapping[str, Any]) -> Draft:
        actor = None if base.agent is None else f"agent {self._agents.get(base.agent, base.agent)}"
        model = text_or_none(data.get("model")) or (self._model if base.agent is None else None)
        return base._replace(role="assistant", actor=actor, model=model, answer=id_or_none(data.get("messageId")))

    def _thought(self, base: Draft, text: str) -> Draft:
        """A thought is told as an event of its own and again beside its answer; the first counts."""
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        if digest in self._thoughts:
            self._thoughts.remove(digest)
            return base._replace(kind="thinking-again", text=text)
        self._thoughts = [*self._thoughts, digest][-16:]
        return self._spoken(base, {})._replace(kind="thinking", text=text)

    def _result(self, base: Draft, data: Mapping[str, Any]) -> Draft:
        name = self._calls.pop(str(data.get("toolCallId")), None) or "tool"
        result = mapping(data.get("result"))
        given = result.get("content", data.get("result", data.get("error")))
        text = result_text(given) if given is not None else dumps(data)
        is_own = is_own_tool(name) or own_block(text) is not None
        return base._replace(
            type="meta" if is_own else "action",
            kind="injected" if is_own else "tool-result",
            text=text,
            actor=name,
        )


def _remember(names: dict[str, str], key: Any, name: Any) -> None:
    if isinstance(key, str) and key and isinstance(name, str) and name:
        names[key] = name
        while len(names) > _PENDING:
            del names[next(iter(names))]
