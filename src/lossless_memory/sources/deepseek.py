"""Reads DeepSeek's conversations: the account's export, and the web page's own form as browsers' exporters save it.

Owns who speaks (a fragment's type tells, else the message's role), and the tree of messages, of which all branches are
kept. Only the page's form names the live one. An export is always read from its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.notes import dumps, without_blobs
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "deepseek"
_PAGE = pattern(r'"chat_session"\s*:\s*\{')
_MESSAGES = pattern(r'"chat_messages"\s*:\s*\[')
_ROLES = {"user": "user", "assistant": "assistant"}
_WORDS = {"REQUEST": "user", "RESPONSE": "assistant"}
_THOUGHTS = ("THINK", "THINKING")
_RESULTS = pattern(r"SEARCH|READ_LINK|TOOL.*")


class _DeepSeek:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """The export's conversations have a `mapping` and DeepSeek's times, the page's a session and its messages."""
        if any("mapping" in keys and "inserted_at" in keys for keys in shape(input).objects):
            return True
        text = head_text(input)
        return _PAGE.search(text) is not None and _MESSAGES.search(text) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a message and one a conversation, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            for value in jsonstream.peek(input):
                for conversation in _conversations(value):
                    yield from conversation.times(options.zone)

        clock = Clock(None, options, ahead)

        def convert(parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
            found = _conversations(parsed.value)
            if not found:
                yield None, Skipped("not a conversation")
            for number, conversation in enumerate(found, 1):
                for place, outcome in conversation.outcomes(clock, options.zone):
                    yield place if len(found) == 1 else f"part {number}, {place}", outcome

        return jsonstream.read(input, "conversation", convert, Digits)


SOURCE = _DeepSeek()


def _conversations(value: Any) -> list[_Conversation]:
    """Return the conversations in an element: itself, or what the page's answer wraps."""
    body = mapping(value)
    for _ in range(4):
        if isinstance(body.get("mapping"), dict) or isinstance(body.get("chat_messages"), list):
            return [_Conversation(body)]
        inner = body.get("data", body.get("biz_data"))
        if isinstance(inner, list):
            return [found for one in inner for found in _conversations(one)]
        if not isinstance(inner, dict):
            break
        body = inner
    return [_Conversation(mapping(value))] if mapping(value) else []


class _Conversation:
    """One conversation: its messages by id, each with its parent."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self._about = mapping(body.get("chat_session")) or body
        self._body = body
        self._session = _id(self._about.get("id")) or "conversation"
        self._nodes: dict[str, tuple[str | None, Any]] = {}
        for name, node in mapping(body.get("mapping")).items():
            told = mapping(node)
            self._nodes[name] = (_id(told.get("parent")), told.get("message") if isinstance(node, dict) else node)
        for number, message in enumerate(listed(body.get("chat_messages"))):
            told = mapping(message)
            name = _id(told.get("message_id")) or f"message {number + 1}"
            self._nodes[name] = (_id(told.get("parent_id")), message)

    def times(self, zone: str) -> Iterator[Instant | None]:
        """Yield the times it tells."""
        yield read_time(self._about.get("inserted_at"), zone)
        for _, message in self._nodes.values():
            yield read_time(mapping(message).get("inserted_at"), zone)
        yield read_time(self._about.get("updated_at"), zone)

    def outcomes(self, clock: Clock, zone: str) -> Iterator[tuple[str, Outcome]]:
        """Yield what became of each message, in the file's order, then of the conversation."""
        start = read_time(self._about.get("inserted_at"), zone)
        if start:
            clock.tell(start)
        for name, (_, message) in self._nodes.items():
            if isinstance(message, dict):
                yield f"message {name[:80]}", attempt(self._message, name, message, clock, zone)
            elif message is not None:
                yield f"message {name[:80]}", Skipped("not a message")
        yield "head", attempt(self._head, clock, zone)

    def _message(self, name: str, message: Mapping[str, Any], clock: Clock, zone: str) -> Outcome:
        ts, is_inherited = clock.tell(read_time(message.get("inserted_at"), zone))
        model = text_or_none(message.get("model")) or text_or_none(self._about.get("model"))
        base = Draft(
            *(ts, "system", "meta", "unknown", "", self._session),
            actor=_TOOL,
            model=model,
            parent=self._parent(name),
            is_time_inherited=is_inherited,
        )
        return numbered(list(_drafts(base, message)), f"{self._session}/{name}")

    def _parent(self, name: str) -> str | None:
        """Return the nearest message above; a broken tree may hold a circle."""
        seen = {name}
        above = self._nodes[name][0]
        while above is not None and above not in seen and above in self._nodes:
            if isinstance(self._nodes[above][1], dict):
                return f"{self._session}/{above}"
            seen.add(above)
            above = self._nodes[above][0]
        return None

    def _head(self, clock: Clock, zone: str) -> Outcome:
        updated = self._about.get("updated_at")
        ts, is_inherited = clock.tell(read_time(updated, zone))
        current = _id(self._about.get("current_message_id"))
        written = updated.written if isinstance(updated, Digits) else updated
        rest = {key: item for key, item in self._about.items() if key not in ("mapping", "chat_messages")}
        return [
            Draft(
                *(ts, "system", "meta", "head", dumps(rest if self._nodes else dict(self._body)), self._session),
                id=f"{self._session}@{'' if written is None else written}",
                actor=_TOOL,
                parent=f"{self._session}/{current}" if current in self._nodes else None,
                is_time_inherited=is_inherited,
            )
        ]


def _drafts(base: Draft, message: Mapping[str, Any]) -> Iterator[Draft]:
    role = _ROLES.get(str(message.get("role")).lower())
    empty = True
    for fragment in listed(message.get("fragments")):
        empty = False
        yield from _fragment(base, mapping(fragment), fragment, role)
    thinking = text_or_none(message.get("reasoning_content")) or text_or_none(message.get("thinking_content"))
    if thinking:
        empty = False
        yield base._replace(role="assistant", kind="thinking", text=thinking, actor=None)
    content = message.get("content")
    if content not in (None, "", []):
        empty = False
        role = role or ("assistant" if thinking else None)
        if isinstance(content, str) and role:
            yield from spoken(base, role, _TOOL, content)
        else:
            text = content if isinstance(content, str) else dumps(without_blobs(content))
            yield base._replace(kind="content", text=text, model=None)
    for file in listed(message.get("files")):
        empty = False
        yield base._replace(kind="file", text=dumps(without_blobs(file)), model=None)
    if empty:
        yield base._replace(kind="empty", text=dumps(dict(message)), model=None)


def _fragment(base: Draft, told: Mapping[str, Any], fragment: Any, role: str | None) -> Iterator[Draft]:
    kind, content = text_or_none(told.get("type")) or "unknown", told.get("content")
    text = content if isinstance(content, str) else None
    if text is not None and kind in _WORDS:
        speaker = _WORDS[kind]
        if role in (None, speaker):
            yield from spoken(base, speaker, _TOOL, text)
            return
    if text is not None and kind in _THOUGHTS:
        yield base._replace(role="assistant", kind="thinking", text=text, actor=None)
        return
    name = kind.lower().replace("_", "-")[:80]
    result = base._replace(kind=name, text=dumps(without_blobs(fragment)), actor=name, model=None)
    yield result._replace(type="action", kind="tool-result") if _RESULTS.fullmatch(kind) else result


def _id(value: Any) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text_or_none(value)
