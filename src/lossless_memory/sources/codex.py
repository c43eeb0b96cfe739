"""Reads the rollouts of Codex (command line, editor, desktop): one JSON line an item, told two or three times over.

Owns the meaning of a line, which telling of a text counts, and where a fork's copy of its parent ends. Lines have no
ids that a copy shares with its original, so ids are made of the turn and what was said. Which words are the person's
is decided in `codex_words`. Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from lossless_memory.digests import sha256
from lossless_memory.patterns import pattern
from lossless_memory.record import ts_to_us
from lossless_memory.sources import jsonlines, prompt_lists
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.codex_words import TYPED, pieces
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, data_note, dumps, has_blob, link_note, result_text
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "codex"
_ENVELOPES = frozenset(
    {
        "session_meta",
        "response_item",
        "event_msg",
        "turn_context",
        "compacted",
        "world_state",
        "inter_agent_communication_metadata",
    }
)
_BARE_TYPES = frozenset({"message", "reasoning", "function_call", "function_call_output", "local_shell_call"})
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_NAMED = pattern(r"rollout-.*?-([0-9a-f]{8}-[0-9a-f-]{27})$")
_UUID7 = pattern(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_REVIEW_MODEL = "codex-auto-review"
_INJECTED_KINDS = ("user_instructions", "environment_context")

_BURST_US = 1_000_000
"""A fork writes its copy in one go; the next line of a person's comes later than this after the line before it."""
_PENDING_CALLS = 256
_TOLD = 64
_EQUALS = 512
_TURNS = 256


class _State:
    """What the lines so far have told; all of it stands in the cursor."""

    def __init__(self) -> None:
        self.ts: str | None = None
        self.written: str | None = None  # the own time of the line before, to know a burst
        self.model: str | None = None
        self.cwd: str | None = None
        self.session: str | None = None  # the file's own
        self.parent: str | None = None  # the conversation a sub-agent works for
        self.agent: str | None = None
        self.agent_name: str | None = None
        self.began: str | None = None
        self.owner: str | None = None  # whose lines these are: the file's own, or the fork's parent's
        self.is_copying = False
        self.is_opening = True
        self.turn: str | None = None  # the tool's id of the turn
        self.typed = 0
        self.has_events = False  # the person's words come as events, so that other user items are not hers
        self.is_tasked = False
        self.last: str | None = None
        self.before: list[str | None] = []  # the last record before each turn, for a rollback
        self.equals: dict[str, int] = {}
        self.told: list[list[str]] = []
        self.calls: dict[str, str] = {}

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> _State:
        state = cls()
        vars(state).update({name: _copied(saved[name]) for name in vars(state) if name in saved})
        return state

    def save(self) -> dict[str, Any]:
        return {name: _copied(value) for name, value in vars(self).items()}


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list) else value


class _Codex:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A rollout's lines have a `type` and a `payload`; the oldest ones begin with the bare head of a session."""
        if prompt_lists.is_codex(input):
            return True
        return any(_is_ours(keys) for keys in shape(input).objects) and not shape(input).is_array

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per line. See the Protocol."""
        if prompt_lists.is_codex(input):
            return prompt_lists.read_codex(input, cursor, options)
        state = _State.of(cursor.state if cursor else {})
        offset_b = cursor.offset_b if cursor else 0
        reader = _Reader(input, options, state, lambda: jsonlines.peek(input, offset_b, b'"timestamp"'))
        return jsonlines.read(input, cursor, reader.convert, state.save)


SOURCE = _Codex()


def _is_ours(keys: Mapping[str, str]) -> bool:
    if "payload" in keys:
        return keys.get("type") in _ENVELOPES
    if "instructions" in keys and "id" in keys and "timestamp" in keys and "role" not in keys:
        return True
    return keys.get("record_type") == "state"


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
        stem = _STEM.search(input.name)
        name = stem.group(1) if stem else input.name
        named = _NAMED.search(name)
        self._file_session = named.group(1) if named else name

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one line into its drafts."""
        line = mapping(parsed.value)
        state = self._state
        own = _own_time(line, self._options.zone)
        ts, is_inherited = self._clock.tell(own)
        state.ts = self._clock.ts
        kind, payload = _opened(line) if line else ("unknown", None)
        is_own_head = kind == "session_meta" and state.session is None
        self._follow(kind, payload, own)
        is_copied = state.is_copying and not is_own_head
        is_agent = state.agent is not None and not is_copied
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text="",
            session=self._session(is_copied),
            actor=_TOOL,
            agent=state.agent if is_agent else None,
            cwd=state.cwd,
            is_time_inherited=is_inherited or is_copied,
            is_id_made=True,
        )
        drafts = self._spoken(base, kind, payload) if payload is not None else []
        if not drafts:
            text = dumps(payload) if isinstance(payload, dict) else parsed.text
            drafts = [base._replace(kind="injected" if own_block(text) else _kind_of(kind, payload), text=text)]
        if state.model == _REVIEW_MODEL:
            drafts = [
                one._replace(role="system", type="meta", kind="review", actor=_TOOL) if one.type == "text" else one
                for one in drafts
            ]
        return [self._named(one, payload) for one in drafts]

    # --- the file's course --------------------------------------------------------------------------------------

    def _follow(self, kind: str, payload: Any, own: Instant | None) -> None:
        """Take from a line what holds for the lines to come: session, fork, turn, model, folder."""
        state = self._state
        about = mapping(payload)
        if kind == "session_meta":
            self._begin(mapping(about.get("meta")) or about, own)
        else:
            turn = (
                text_or_none(about.get("turn_id"))
                if kind == "turn_context" or about.get("type") == "task_started"
                else None
            )
            if turn is not None and turn != state.turn:
                self._turn(turn)
            if state.is_copying and not self._is_copied(own):
                state.is_copying, state.owner, state.turn, state.equals = False, state.session, turn, {}
            state.is_opening = state.is_opening and state.is_copying
        if own is not None:
            state.written = own.ts
        if kind in ("turn_context", "session_meta"):
            state.model = text_or_none(about.get("model")) or state.model
            state.cwd = text_or_none(about.get("cwd")) or state.cwd

    def _begin(self, about: Mapping[str, Any], own: Instant | None) -> None:
        """The first head of a file is its own; another one that follows at once begins the copy of its parent."""
        state = self._state
        id = text_or_none(about.get("id")) or text_or_none(about.get("session_id"))
        if state.session is None:
            state.session = state.owner = id or self._file_session
            began = read_time(about.get("timestamp"), self._options.zone) or own
            state.began = began.ts if began else None
            spawned = mapping(mapping(mapping(about.get("source")).get("subagent")).get("thread_spawn"))
            parent = text_or_none(about.get("parent_thread_id")) or text_or_none(spawned.get("parent_thread_id"))
            if parent is not None or "subagent" in mapping(about.get("source")):
                state.agent, state.parent = state.session, parent
                name = text_or_none(about.get("agent_nickname")) or text_or_none(spawned.get("agent_nickname"))
                state.agent_name = name or state.session
            origin = text_or_none(about.get("forked_from_id"))
            if origin is not None:
                state.is_copying, state.owner = True, origin
        elif state.is_opening and id is not None and id != state.session:
            state.is_copying, state.owner = True, id

    def _is_copied(self, own: Instant | None) -> bool:
        """Say whether a line still belongs to the copy: its turn is older than the fork, else it came in one go."""
        state = self._state
        made_us = _made_us(state.turn)
        if made_us is not None and state.began is not None:
            return made_us < ts_to_us(state.began)
        if own is None or state.written is None:
            return True
        return ts_to_us(own.ts) - ts_to_us(state.written) <= _BURST_US

    def _turn(self, turn: str) -> None:
        self._state.turn, self._state.equals = turn, {}

    def _session(self, is_copied: bool) -> str:
        state = self._state
        if is_copied and state.owner:
            return state.owner
        return state.parent or state.session or self._file_session

    # --- what was said ------------------------------------------------------------------------------------------

    def _spoken(self, base: Draft, kind: str, payload: Any) -> list[Draft]:
        """Return what somebody said or did in this line; nothing for the tool's own bookkeeping."""
        about = mapping(payload)
        what = about.get("type")
        if kind == "compacted":
            return [_compaction(base, about)]
        if kind == "response_item":
            return self._item(
                base, about, what if isinstance(what, str) else "message" if "role" in about else "unknown"
            )
        if kind != "event_msg":
            return []
        if what == "user_message" and isinstance(about.get("message"), str):
            return self._user_event(base, about["message"], about)
        if what == "agent_message" and isinstance(about.get("message"), str):
            return self._reply(base, [about["message"]], "event")
        if what == "agent_reasoning" and isinstance(about.get("text"), str):
            return self._thinking(base, [about["text"]], "event")
        if what == "item_completed":
            return self._completed(base, mapping(about.get("item")))
        if what == "thread_rolled_back":
            self._roll_back(about.get("num_turns"))
        return []

    def _completed(self, base: Draft, item: Mapping[str, Any]) -> list[Draft]:
        """The newest telling: whole items; those of words are read, the others are copies of actions."""
        texts = [text for text in map(text_in, listed(item.get("content"))) if text is not None]
        what = item.get("type")
        if what == "UserMessage" and texts:
            return [draft for text in texts for draft in self._user_event(base, text, item)]
        if what == "AgentMessage" and texts:
            return self._reply(base, texts, "completed")
        if what == "Reasoning":
            thoughts = [text for text in listed(item.get("summary_text")) if isinstance(text, str)]
            return self._thinking(base, thoughts, "completed")
        return []

    def _item(self, base: Draft, item: Mapping[str, Any], what: str) -> list[Draft]:
        if what == "message":
            return self._message(base, item)
        if what == "reasoning":
            blocks = [*listed(item.get("summary")), *listed(item.get("content"))]
            texts = [text for text in map(text_in, blocks) if text is not None]
            if not texts and isinstance(item.get("encrypted_content"), str):
                return [self._thought(base, "[thinking stored encrypted]")]
            return self._thinking(base, texts, "item")
        if what.endswith("_call") or what.endswith("_output"):
            return self._action(base, item, what)
        if what == "agent_message":
            author = text_or_none(item.get("author")) or "agent"
            texts = [text for text in map(text_in, listed(item.get("content"))) if text is not None]
            return [base._replace(kind="agent-message", text=text, actor=author) for text in texts]
        return []

    def _message(self, base: Draft, item: Mapping[str, Any]) -> list[Draft]:
        role = item.get("role")
        drafts: list[Draft] = []
        for block in listed(item.get("content")):
            text = text_in(block)
            if text is None:
                drafts.append(_other_block(base, block))
            elif role == "assistant":
                drafts += self._reply(base, [text], "item")
            elif role == "user":
                drafts += self._user_item(base, text)
            else:
                kind = role if isinstance(role, str) and role else "unknown"
                drafts.append(base._replace(kind="injected" if own_block(text) else kind[:80], text=text))
        return drafts

    def _reply(self, base: Draft, texts: list[str], form: str) -> list[Draft]:
        drafts = []
        for text in texts:
            if not text.strip():
                drafts.append(base._replace(kind="empty", text=text))
            elif self._is_told("assistant", text, form):
                drafts.append(base._replace(kind="reply-again", text=text))
            else:
                drafts.append(self._model(base)._replace(type="text", kind="reply", text=text))
        return drafts

    def _thinking(self, base: Draft, texts: list[str], form: str) -> list[Draft]:
        return [
            base._replace(kind="thinking-again", text=text)
            if self._is_told("thinking", text, form)
            else self._thought(base, text)
            for text in texts
        ]

    def _thought(self, base: Draft, text: str) -> Draft:
        return self._model(base)._replace(kind="thinking", text=text)

    def _model(self, base: Draft) -> Draft:
        actor = None if base.agent is None else f"agent {self._state.agent_name}"
        return base._replace(role="assistant", actor=actor, model=self._state.model)

    def _user_event(self, base: Draft, text: str, about: Mapping[str, Any]) -> list[Draft]:
        """What the screen showed as the person's words."""
        self._state.has_events = True
        form = "completed" if "content" in about else "event"
        drafts = self._user_text(base, text, form, is_event=True)
        if about.get("kind") in _INJECTED_KINDS:
            drafts = [base._replace(kind="context", text=one.text) for one in drafts]
        for name in ("images", "local_images"):
            drafts += [base._replace(kind="image", text=link_note("image", link)) for link in listed(about.get(name))]
        return drafts

    def _user_item(self, base: Draft, text: str) -> list[Draft]:
        return self._user_text(base, text, "item", is_event=False)

    def _user_text(self, base: Draft, text: str, form: str, *, is_event: bool) -> list[Draft]:
        drafts = []
        for piece in pieces(text):
            if piece.kind != TYPED:
                drafts.append(base._replace(kind=piece.kind, text=piece.text))
            elif base.agent is not None:
                drafts.append(self._to_agent(base, piece.text, form))
            elif self._is_told("user", piece.text, form):
                drafts.append(base._replace(kind="prompt-again", text=piece.text))
            elif is_event or not self._state.has_events:
                drafts.append(base._replace(role="user", type="text", kind=TYPED, text=piece.text, actor=None))
            else:
                self._forget("user", piece.text)
                drafts.append(base._replace(kind="prompt-item", text=piece.text))
        return drafts

    def _to_agent(self, base: Draft, text: str, form: str) -> Draft:
        """A sub-agent's first text is the parent model's task; the others come from the tool."""
        if self._is_told("user", text, form) or self._state.is_tasked:
            return base._replace(kind="context", text=text)
        self._state.is_tasked = True
        return base._replace(role="assistant", type="text", kind="task", text=text, actor=None)

    def _action(self, base: Draft, item: Mapping[str, Any], what: str) -> list[Draft]:
        call = text_or_none(item.get("call_id")) or text_or_none(item.get("id")) or ""
        if what.endswith("_call"):
            name = text_or_none(item.get("name")) or what.removesuffix("_call")
            calls = self._state.calls
            calls[call] = f"{item['namespace']}__{name}" if isinstance(item.get("namespace"), str) else name
            while len(calls) > _PENDING_CALLS:
                del calls[next(iter(calls))]
            picture = item.get("result") if what.startswith("image") else None
            told = {key: value for key, value in item.items() if key != "result"} if picture else item
            drafts = [self._model(base)._replace(type="action", kind="tool-call", text=dumps(told))]
            if isinstance(picture, str):
                drafts.append(base._replace(kind="image", text=data_note("image", "unknown type", picture)))
            return drafts
        name = self._state.calls.pop(call, what.removesuffix("_output"))
        given = item.get("output", item.get("tools"))
        text = _output_text(given)
        if is_own_tool(name) or own_block(text):
            return [base._replace(kind="injected", text=text, actor=name)]
        return [base._replace(type="action", kind="tool-result", text=text, actor=name)]

    # --- the same text told again, ids, branches ----------------------------------------------------------------

    def _is_told(self, who: str, text: str, form: str) -> bool:
        """Say whether this telling repeats one of another form; two tellings of one form are two texts."""
        digest = _digest(f"{who}\0{text}")
        for place, entry in enumerate(self._state.told):
            if entry[0] == digest and form not in entry[1:]:
                self._state.told[place] = [*entry, form]
                return True
        self._state.told = [*self._state.told, [digest, form]][-_TOLD:]
        return False

    def _forget(self, who: str, text: str) -> None:
        """Take a telling back that was no telling of words, so that the one that counts is not taken for a repeat."""
        digest = _digest(f"{who}\0{text}")
        last = max((place for place, entry in enumerate(self._state.told) if entry[0] == digest), default=None)
        if last is not None:
            del self._state.told[last]

    def _roll_back(self, turns: Any) -> None:
        state = self._state
        for _ in range(min(turns, len(state.before)) if isinstance(turns, int) and not isinstance(turns, bool) else 0):
            state.last = state.before.pop()

    def _named(self, draft: Draft, payload: Any) -> Draft:
        """Give a draft an id that its copy in a fork gets as well: the turn, the speaker, the text, which of equals."""
        state = self._state
        if draft.role == "user":
            state.before = [*state.before, state.last][-_TURNS:]
            state.typed += 1
            if state.turn is None:
                state.equals = {}
        turn = state.turn or f"{state.owner or self._file_session} {state.typed}"
        about = mapping(payload)
        own = about.get("call_id") or about.get("id") or ""
        digest = _digest(
            "\0".join((str(own), draft.role, draft.type, draft.kind if draft.type == "meta" else "", draft.text))
        )
        count = state.equals.pop(digest, 0)
        state.equals[digest] = count + 1
        while len(state.equals) > _EQUALS:
            del state.equals[next(iter(state.equals))]
        id = f"{turn}|{digest}|{count}"
        if draft.type != "text":
            return draft._replace(id=id)
        parent, state.last = state.last, id
        return draft._replace(id=id, parent=parent)


# --- small readings of a line ---------------------------------------------------------------------------------------


def _opened(line: Mapping[str, Any]) -> tuple[str, Any]:
    """Return a line's kind and payload; the oldest lines are bare."""
    kind = line.get("type")
    if "payload" in line:
        return (kind if isinstance(kind, str) and kind else "unknown"), line["payload"]
    if kind == "compacted":
        return kind, line
    if isinstance(kind, str):
        return "response_item", line
    return ("session_meta", line) if "instructions" in line else ("unknown", line)


def _kind_of(kind: str, payload: Any) -> str:
    inner = mapping(payload).get("type")
    return (inner if kind in ("event_msg", "response_item") and isinstance(inner, str) and inner else kind)[:80]


def _compaction(base: Draft, about: Mapping[str, Any]) -> Draft:
    """The summary, without the messages it replaces: they stand in the file already."""
    message = about.get("message")
    told = {key: value for key, value in about.items() if key != "replacement_history"}
    return base._replace(kind="compaction", text=message if isinstance(message, str) and message else dumps(told))


def _other_block(base: Draft, block: Any) -> Draft:
    kind = text_or_none(mapping(block).get("type")) or "unknown"
    if kind == "input_image" and isinstance(mapping(block).get("image_url"), str):
        return base._replace(kind="image", text=link_note("image", mapping(block)["image_url"]))
    if isinstance(block, dict) and has_blob(block):
        return base._replace(kind=kind[:80], text=binary_note(block))
    return base._replace(kind=kind[:80], text=dumps(block))


def _output_text(given: Any) -> str:
    text = mapping(given).get("text")
    return text if isinstance(text, str) else result_text(given)


def _own_time(line: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(line.get("timestamp"), zone) or read_time(mapping(line.get("payload")).get("timestamp"), zone)


def _made_us(turn: str | None) -> int | None:
    """Return when a turn began by its id, where that is a UUID of version 7 (RFC 9562, 5.7)."""
    match = _UUID7.fullmatch(turn or "")
    return int(match.group(1) + match.group(2), 16) * 1_000 if match else None


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
