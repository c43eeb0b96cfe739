"""Reads Open WebUI: its database, its exports of all chats, and one chat alone.

Owns the tree of messages and the pieces of an answer that the tool keeps as HTML inside it. Knows no log and no other
source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.database import MAX_VALUE_B, copied, is_database, tables
from lossless_memory.sources.drafts import Clock, Outcome, attempt, scoped, typed
from lossless_memory.sources.jsonlines import BadItem, Parsed, parse
from lossless_memory.sources.marks import own_block
from lossless_memory.sources.notes import dumps, link_note, without_blobs
from lossless_memory.sources.opening import Broken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "open-webui"
_COLUMNS = ("id", "user_id", "title", "created_at", "updated_at", "archived", "pinned", "folder_id")
_DETAILS = pattern(r'<details type="([a-z_]+)"[^>]*>.*?</details>\n*', re.DOTALL)
_KINDS = {
    "reasoning": ("meta", "thinking"),
    "tool_calls": ("action", "tool-call"),
    "code_interpreter": ("action", "tool-call"),
}
_FILES = 1_000


class _OpenWebUi:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A chat is a `history` of messages; a row wraps it as `chat`; the database has such rows beside its users."""
        if is_database(input):
            names = tables(input)
            return "chat" in names and bool({"auth", "user"} & names)
        return any(_is_ours(keys) for keys in shape(input).objects[:1])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per message and one per chat, always from the start. See the Protocol."""
        if is_database(input):
            return _database(input, options)
        clock = Clock(None, options, lambda: (_chat_time(value, options.zone) for value in jsonstream.peek(input)))
        return jsonstream.read(input, "chat", lambda parsed: _element(parsed, clock, options))


SOURCE = _OpenWebUi()


def _is_ours(keys: Mapping[str, str]) -> bool:
    if "chat" in keys:
        return any(f"chat.{name}" in keys for name in ("history", "messages", "models"))
    return "history" in keys and ("history.messages" in keys or "history.currentId" in keys)


def _chat_time(value: Any, zone: str) -> Instant | None:
    about = mapping(value)
    times = (about.get("created_at"), about.get("timestamp"), mapping(about.get("chat")).get("timestamp"))
    return next((found for time in times if (found := read_time(time, zone))), None)


def _element(parsed: Parsed, clock: Clock, options: Options) -> Iterator[tuple[str | None, Outcome]]:
    row = mapping(parsed.value)
    if not row:
        yield None, Skipped("not a chat")
        return
    chat = mapping(row.get("chat")) or row
    head = {key: value for key, value in row.items() if key not in ("chat", "history", "messages")}
    yield from _Chat(chat, row, options).outcomes(clock, head, None)


def _database(input: Input, options: Options) -> Iterator[Item]:
    try:
        with copied(input) as database:
            columns = [name for name in _COLUMNS if name in database.columns("chat")]
            names = (
                dict(database.rows("SELECT id, name FROM user")) if database.columns("user") >= {"id", "name"} else {}
            )
            users = (
                [user for (user,) in database.rows("SELECT DISTINCT user_id FROM chat")] if "user_id" in columns else []
            )
            clock = Clock(None, options, lambda: [])
            for (id,) in database.rows("SELECT id FROM chat ORDER BY created_at, id"):
                found = next(database.rows(f"SELECT {', '.join(columns)} FROM chat WHERE id IS ?", id), ())
                row = {name: value for name, value in zip(columns, found, strict=False) if not isinstance(value, bytes)}
                length_b = database.value("SELECT octet_length(chat) FROM chat WHERE id IS ?", id)
                if isinstance(length_b, int) and length_b > MAX_VALUE_B:
                    yield Item(f"chat {id}", Skipped("larger than 64 MiB"))
                    continue
                raw = database.value("SELECT chat FROM chat WHERE id IS ?", id)
                try:
                    chat = mapping(
                        parse(raw.decode("utf-8", "surrogateescape") if isinstance(raw, bytes) else str(raw))
                    )
                except BadItem as reason:
                    yield Item(f"chat {id}", Skipped(str(reason)))
                    continue
                user = row.get("user_id")
                name = names.get(user, user) if len(users) > 1 else None
                reader = _Chat(chat, row, options)
                for place, outcome in reader.outcomes(clock, row, name if isinstance(name, str) and name else None):
                    yield Item(f"chat {id}, {place}", outcome)
    except Broken as broken:
        yield Item("the rest of the database", Skipped(str(broken)[:200]))


class _Chat:
    """One chat: its messages by id, each with its parent, and the times they inherit."""

    def __init__(self, chat: Mapping[str, Any], row: Mapping[str, Any], options: Options) -> None:
        history = mapping(chat.get("history"))
        given = history.get("messages")
        self._messages = _by_id(given if isinstance(given, dict) and given else chat.get("messages"))
        current = history.get("currentId")
        is_there = isinstance(current, str) and current in self._messages
        self._leaf = current if is_there else next(reversed(self._messages), None)
        self._options = options
        self._created = _chat_time({**row, "chat": chat}, options.zone)
        self._updated = read_time(row.get("updated_at"), options.zone)
        names = (row.get("id"), chat.get("id"), next(iter(self._messages), None))
        self._session = next((name for name in names if isinstance(name, str) and name), "chat")

    def outcomes(self, clock: Clock, head: Mapping[str, Any], person: str | None) -> Iterator[tuple[str, Outcome]]:
        """Yield what became of each message, then the chat's head; `person` names whose it is where several are."""
        start, is_assumed = clock.tell(self._created or self._first())
        times: dict[str, str | None] = {}
        for name, message in self._messages.items():
            own = read_time(message.get("timestamp"), self._options.zone)
            parent = message.get("parentId")
            above = times.get(parent) if isinstance(parent, str) else None
            times[name] = own.ts if own else above or start
            base = Draft(
                ts=times[name],
                role="system",
                type="meta",
                kind="unknown",
                text="",
                session=self._session,
                actor=_TOOL,
                parent=scoped(parent if isinstance(parent, str) and parent in self._messages else None, self._session),
                is_time_inherited=own is None or own.is_zone_assumed,
            )
            yield f"message {name}", attempt(self._message, name, base, message, person)
        yield "head", attempt(self._head, start, is_assumed, head)

    def _first(self) -> Instant | None:
        found = (read_time(one.get("timestamp"), self._options.zone) for one in self._messages.values())
        return next((time for time in found if time), None) or self._updated

    def _message(self, name: str, base: Draft, message: Mapping[str, Any], person: str | None) -> Outcome:
        role = message.get("role")
        content = message.get("content")
        texts = [text for text in map(text_in, listed(content)) if text is not None]
        drafts: list[tuple[int, Draft]] = []
        if role == "assistant":
            model = text_or_none(message.get("model")) or text_or_none(message.get("modelName"))
            spoken = base._replace(role="assistant", actor=None, model=model)
            drafts += enumerate(one for text in texts for one in _answered(spoken, text))
        elif role == "user":
            drafts += enumerate(one for text in texts for one in typed(base, text, actor=person))
        else:
            kind = (text_or_none(role) or "unknown")[:80]
            drafts += enumerate(base._replace(kind=kind, text=text) for text in texts)
        for number, block in enumerate([*_others(content), *listed(message.get("files"))], _FILES):
            drafts.append((number, base._replace(kind="file", text=_file_text(block))))
        if message.get("error"):
            drafts.append((_FILES - 1, base._replace(kind="api-error", text=dumps(message["error"]))))
        if not drafts:
            drafts.append((0, base._replace(kind="empty", text=dumps(without_blobs(message)))))
        id = scoped(name, self._session)
        return [one._replace(id=f"{id}#{number}" if number else id) for number, one in drafts]

    def _head(self, start: str | None, is_assumed: bool, head: Mapping[str, Any]) -> Outcome:
        if not head:
            return Skipped("nothing is told of the chat")
        return [
            Draft(
                ts=self._updated.ts if self._updated else start,
                role="system",
                type="meta",
                kind="head",
                text=dumps(head),
                session=self._session,
                id=f"{self._session}@{self._updated.ts if self._updated else ''}/{self._leaf or ''}",
                actor=_TOOL,
                parent=scoped(self._leaf, self._session),
                is_time_inherited=self._updated is None or is_assumed,
            )
        ]


def _by_id(messages: Any) -> dict[str, Mapping[str, Any]]:
    """Return messages by id; a plain list is a tree without branches."""
    if isinstance(messages, dict):
        return {name: one for name, one in messages.items() if isinstance(one, dict)}
    found: dict[str, Mapping[str, Any]] = {}
    before: str | None = None
    for number, one in enumerate(listed(messages)):
        if isinstance(one, dict):
            own = text_or_none(one.get("id"))
            name = own if own is not None and own not in found else f"message {number}"
            found[name] = one if isinstance(one.get("parentId"), str) else {**one, "parentId": before}
            before = name
    return found


def _answered(spoken: Draft, text: str) -> Iterator[Draft]:
    """Cut an answer at the blocks the tool keeps inside it; the pieces join to the text."""
    at = 0
    for match in _DETAILS.finditer(text):
        if match.group(1) not in _KINDS:
            continue
        if match.start() > at:
            yield _reply(spoken, text[at : match.start()])
        type_, kind = _KINDS[match.group(1)]
        if own_block(match.group()) or own_block(match.group().replace("&lt;", "<")):
            yield spoken._replace(role="system", kind="injected", text=match.group(), actor=_TOOL, model=None)
        else:
            yield spoken._replace(type=type_, kind=kind, text=match.group())
        at = match.end()
    if text[at:]:
        yield _reply(spoken, text[at:])


def _reply(spoken: Draft, text: str) -> Draft:
    is_said = bool(text.strip())
    return spoken._replace(type="text" if is_said else "meta", kind="reply" if is_said else "empty", text=text)


def _others(content: Any) -> list[Any]:
    """Return the blocks of a content that are no text."""
    return [block for block in listed(content) if text_in(block) is None] if isinstance(content, list) else []


def _file_text(block: Any) -> str:
    about = mapping(block)
    url = mapping(about.get("image_url")).get("url") or about.get("url")
    if isinstance(url, str) and url.startswith("data:"):
        return link_note(text_or_none(about.get("type")) or "file", url)
    return dumps(without_blobs(block))
