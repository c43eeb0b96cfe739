"""Reads Gemini CLI's sessions: one JSON document a session, or a journal of lines that replace, rewind and reset.

Owns the journal's operations: a message told again is a newer version of it, and what a rewind drops stays as a branch.
Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines, jsonstream, prompt_lists
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, attempt, scoped, typed
from lossless_memory.sources.google_parts import other_part, response_text, tool_result
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import own_block
from lossless_memory.sources.notes import dumps, result_text
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "gemini-cli"
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_FOLDER = pattern(r"([^/\\!]+)[/\\][^/\\!]+$")
_WRAPPERS = (
    ("<session_context>", "context"),
    ("<hook_context>", "context"),
    ("This is the Gemini CLI. We are setting up the context", "context"),
    ("<state_snapshot>", "compaction"),
    ("<conversation_summary>", "compaction"),
)
_FILES_OPEN, _FILES_CLOSE = "--- Content from referenced files ---", "--- End of content ---"
_SPEAKERS = {"user": "user", "gemini": "assistant", "model": "assistant"}
_PATH = 512
"""How many of the last messages a rewind may name; one further back begins a new root."""

# Records of one message keep their number however it grows: words, what is beside them, thoughts, calls and results.
_BESIDE, _THOUGHTS, _CALLS = 500, 1_000, 2_000


class _State:
    """What the lines so far have told; all of it stands in the cursor."""

    def __init__(self) -> None:
        self.ts: str | None = None
        self.session: str | None = None
        self.agent: str | None = None
        self.model: str | None = None
        self.cwd: str | None = None
        self.is_tasked = False
        self.path: list[str] = []

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> _State:
        state = cls()
        vars(state).update({name: saved[name] for name in vars(state) if name in saved})
        state.path = list(state.path)
        return state

    def save(self) -> dict[str, Any]:
        return {
            "ts": self.ts,
            "session": self.session,
            "agent": self.agent,
            "model": self.model,
            "cwd": self.cwd,
            "is_tasked": self.is_tasked,
            "path": list(self.path),
        }


class _GeminiCli:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A session names its `projectHash`; a journal's lines set and rewind."""
        return any(_is_ours(keys) for keys in shape(input).objects) or prompt_lists.is_gemini(input)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line of a journal, or per message of a document. See the Protocol."""
        if prompt_lists.is_gemini(input):
            return prompt_lists.read_gemini(input, options)
        if _is_document(input):
            return _document(input, options)
        state = _State.of(cursor.state if cursor else {})
        offset_b = cursor.offset_b if cursor else 0

        def ahead() -> Iterator[Instant | None]:
            for line in jsonlines.peek(input, offset_b, b'"timestamp"'):
                yield read_time(mapping(line).get("timestamp"), options.zone)

        reader = _Reader(input, options, state, Clock(state.ts, options, ahead))
        return jsonlines.read(input, cursor, reader.line, state.save)


SOURCE = _GeminiCli()


def _is_ours(keys: Mapping[str, str]) -> bool:
    if "projectHash" in keys and "sessionId" in keys and "message" not in keys:
        return True
    if "sessionId" in keys and "messages" in keys and "startTime" in keys:
        return True
    return "$set" in keys or "$rewindTo" in keys


def _is_document(input: Input) -> bool:
    """Say whether the file is one object with all messages in it; a journal's head has none."""
    first = shape(input).objects[:1]
    return bool(first) and "messages" in first[0]


def _document(input: Input, options: Options) -> Iterator[Item]:
    def ahead() -> Iterator[Instant | None]:
        for value in jsonstream.peek(input):
            about = mapping(value)
            yield read_time(about.get("startTime"), options.zone)
            for message in listed(about.get("messages")):
                yield read_time(mapping(message).get("timestamp"), options.zone)

    clock = Clock(None, options, ahead)

    def convert(parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        reader = _Reader(input, options, _State(), clock)
        about = mapping(parsed.value)
        rest = {key: value for key, value in about.items() if key != "messages"}
        if not about:
            yield None, [reader.other(parsed.text)]
            return
        yield "head", attempt(reader.head, rest)
        for number, message in enumerate(listed(about.get("messages"))):
            yield f"message {number + 1}", attempt(reader.message, message)

    return jsonstream.read(input, "session", convert)


class _Reader:
    """Converts the lines of one journal, or the messages of one document, in order."""

    def __init__(self, input: Input, options: Options, state: _State, clock: Clock) -> None:
        self._options = options
        self._state = state
        self._clock = clock
        stem, folder = _STEM.search(input.name), _FOLDER.search(input.name)
        self._file_session = stem.group(1) if stem else input.name
        self._folder = folder.group(1) if folder else None

    def line(self, parsed: Parsed) -> Outcome:
        """Turn one line of a journal into its drafts."""
        line = mapping(parsed.value)
        if "$rewindTo" in line:
            self._rewind(line["$rewindTo"])
            return [self.other(dumps(line))._replace(kind="rewind")]
        if isinstance(line.get("$set"), dict):
            return self._set(line["$set"])
        if "sessionId" in line and "type" not in line:
            return self.head(line)
        if not line:
            return [self.other(parsed.text)]
        return self.message(line)

    def head(self, about: Mapping[str, Any]) -> list[Draft]:
        """Take in what a session says of itself."""
        state = self._state
        state.session = text_or_none(about.get("sessionId")) or state.session
        if about.get("kind") == "subagent":
            state.agent = state.session or self._file_session
            if self._folder not in (None, "chats"):
                state.session = self._folder
        state.cwd = next((one for one in listed(about.get("directories")) if isinstance(one, str) and one), state.cwd)
        state.model = text_or_none(mapping(about.get("meta")).get("model")) or state.model
        base = self._base(read_time(about.get("startTime"), self._options.zone))
        return [base._replace(kind="session", text=dumps(about), id=f"{state.agent or base.session}@head")]

    def _set(self, about: Mapping[str, Any]) -> list[Draft]:
        """A change of the head; given messages replace the whole list."""
        drafts: list[Draft] = []
        rest = {key: value for key, value in about.items() if key != "messages"}
        if "messages" in about:
            self._state.path = []
            for message in listed(about["messages"]):
                drafts += self.message(message)
        if rest or not drafts:
            drafts.append(self._base(None)._replace(kind="session", text=dumps(rest)))
        return drafts

    def _rewind(self, id: Any) -> None:
        path = self._state.path
        del path[path.index(id) if id in path else 0 :]

    def other(self, text: str) -> Draft:
        """Keep what has no form we know."""
        return self._base(None)._replace(text=text)

    def message(self, message: Any) -> list[Draft]:
        """Turn one message into its drafts, at least one."""
        about = mapping(message)
        if not about:
            return [self.other(dumps(message))]
        base = self._base(read_time(about.get("timestamp"), self._options.zone))
        role = _SPEAKERS.get(str(about.get("type")))
        id = text_or_none(about.get("id"))
        base = base._replace(parent=scoped(self._place(id), base.session))
        id = scoped(id, base.session)
        words: list[Draft] = []
        beside: list[Draft] = []
        if role == "user":
            words, beside = self._user(base, about)
        elif role == "assistant":
            self._state.model = text_or_none(about.get("model")) or self._state.model
            words, beside = self._model(base, about)
        else:
            kind = (text_or_none(about.get("type")) or "unknown")[:80]
            for part in _content(about):
                text = text_in(part)
                words.append(base._replace(kind=kind, text=dumps(part) if text is None else text))
        actions = self._actions(base, about) if role == "assistant" else []
        if not words and not beside and not actions:
            kind = "empty" if role else (text_or_none(about.get("type")) or "unknown")[:80]
            words = [base._replace(kind=kind, text=dumps(about))]
        return [
            one._replace(id=id if id is None or number == 0 else f"{id}#{number}")
            for number, one in [*enumerate(words), *enumerate(beside, _BESIDE), *actions]
        ]

    def _place(self, id: str | None) -> str | None:
        """Return the message before this one; a message told again keeps its place."""
        path = self._state.path
        if id is None:
            return None
        if id in path:
            at = path.index(id)
            return path[at - 1] if at else None
        before = path[-1] if path else None
        path.append(id)
        del path[:-_PATH]
        return before

    def _base(self, own: Instant | None) -> Draft:
        ts, is_inherited = self._clock.tell(own)
        state = self._state
        state.ts = self._clock.ts
        return Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text="",
            session=state.session or self._file_session,
            actor=_TOOL,
            agent=state.agent,
            cwd=state.cwd,
            is_time_inherited=is_inherited,
        )

    # --- what was said ------------------------------------------------------------------------------------------

    def _user(self, base: Draft, about: Mapping[str, Any]) -> tuple[list[Draft], list[Draft]]:
        """Return the person's words and what the tool put beside them; what she saw typed counts where it is told."""
        words: list[Draft] = []
        beside: list[Draft] = []
        shown = [text for text in map(text_in, listed(about.get("displayContent"))) if text is not None]
        for piece in shown:
            words += self._typed(base, piece)
        is_file = bool(shown)
        for part in _content(about):
            text = text_in(part)
            if text is None:
                beside.append(other_part(base, part))
            elif text in shown:
                continue
            elif is_file or text.lstrip().startswith(_FILES_OPEN):
                is_file = bool(shown) or not text.rstrip().endswith(_FILES_CLOSE)
                beside.append(base._replace(kind="injected" if own_block(text) else "context", text=text))
            else:
                for draft in self._typed(base, text):
                    (words if draft.role != "system" else beside).append(draft)
        return words, beside

    def _typed(self, base: Draft, text: str) -> list[Draft]:
        kind = next((kind for opening, kind in _WRAPPERS if text.lstrip().startswith(opening)), None)
        if kind is not None or not text.strip():
            return [base._replace(kind=kind or "empty", text=text)]
        if base.agent is not None:  # a sub-agent's first text is the parent model's task
            if self._state.is_tasked:
                return [base._replace(kind="context", text=text)]
            self._state.is_tasked = True
            return [base._replace(role="assistant", type="text", kind="task", text=text, actor=None)]
        return typed(base, text, blank="context")

    def _model(self, base: Draft, about: Mapping[str, Any]) -> tuple[list[Draft], list[Draft]]:
        spoken = self._spoken(base)
        words: list[Draft] = []
        beside: list[Draft] = []
        for part in _content(about):
            text = text_in(part)
            if text is None:
                beside.append(other_part(base._replace(model=self._state.model), part))
            elif mapping(part).get("thought") is True:
                beside.append(spoken._replace(kind="thinking", text=text))
            elif text.strip():
                words.append(spoken._replace(type="text", kind="reply", text=text))
            elif text:
                beside.append(spoken._replace(kind="empty", text=text))
        return words, beside

    def _spoken(self, base: Draft) -> Draft:
        actor = None if base.agent is None else f"agent {base.agent}"
        return base._replace(role="assistant", actor=actor, model=self._state.model)

    def _actions(self, base: Draft, about: Mapping[str, Any]) -> list[tuple[int, Draft]]:
        """Return thoughts, calls and their results, each under its number in the message."""
        spoken = self._spoken(base)
        found: list[tuple[int, Draft]] = []
        for number, thought in enumerate(listed(about.get("thoughts"))):
            own = read_time(mapping(thought).get("timestamp"), self._options.zone)
            at = spoken._replace(ts=own.ts, is_time_inherited=own.is_zone_assumed) if own else spoken
            said = thought if isinstance(thought, str) else dumps(thought)
            found.append((_THOUGHTS + number, at._replace(kind="thinking", text=said)))
        for number, call in enumerate(listed(about.get("toolCalls"))):
            told = mapping(call)
            asked = {key: value for key, value in told.items() if key not in ("result", "resultDisplay")}
            words = dumps(asked if told else call)
            found.append((_CALLS + 2 * number, spoken._replace(type="action", kind="tool-call", text=words)))
            if told.get("result") is None and told.get("resultDisplay") is None:
                continue
            own = read_time(told.get("timestamp"), self._options.zone)
            at = base._replace(ts=own.ts, is_time_inherited=own.is_zone_assumed) if own else base
            result = tool_result(at, text_or_none(told.get("name")), _result_text(told))
            found.append((_CALLS + 2 * number + 1, result))
        return found


def _content(about: Mapping[str, Any]) -> list[Any]:
    content = about.get("content")
    return listed(content if content is not None else about.get("parts"))


def _result_text(call: Mapping[str, Any]) -> str:
    """Return what a tool gave back: its one response as it was, else the result or what was shown of it as JSON."""
    result = call.get("result")
    if isinstance(result, list) and len(result) == 1:
        response = mapping(result[0]).get("functionResponse")
        if isinstance(response, dict):
            return response_text(response)
    return result_text(result if result is not None else call.get("resultDisplay"))
