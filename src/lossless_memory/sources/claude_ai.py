"""Reads the data export of Claude.ai: an array of conversations, each a list of messages made of blocks.

Owns which of a message's two tellings counts (its blocks; the flat `text` only where the blocks hold no words), and
whose an attachment's words are. Conversations and messages may be empty: they are kept as meta under ids of their own,
so that an empty copy never stands for a full one. Knows no zip and no log; an export is always read from its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block, split_own
from lossless_memory.sources.notes import binary_note, dumps, has_blob, result_text
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.typed import Any

_ROOT = "00000000-0000-4000-8000-000000000000"
_TOOL = "claude.ai"
_EMPTY = "#00"
"""Ends the id of an empty message: still the message's event, but an id no full message's record has."""
_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_PASTE = pattern(r"paste(?:[-_ ]?\d+)?\.txt", re.IGNORECASE)
_UNSUPPORTED = pattern(r"\s*(?:```\s*\n?This block is not supported[^`]*```\s*)*")


class _ClaudeAi:
    name = "claude-ai"

    def claims(self, input: Input) -> bool:
        """Claude.ai's conversations are known by their `chat_messages`."""
        return any("chat_messages" in keys and "chat_session" not in keys for keys in shape(input).objects)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per message and one per conversation, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            return (_start(value, options.zone) for value in jsonstream.peek(input) if isinstance(value, dict))

        clock = Clock(None, options, ahead)

        def convert(parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
            if isinstance(parsed.value, dict) and parsed.value:
                yield from _conversation(parsed.value, clock, options)
            else:
                yield None, Skipped("not a conversation")

        return jsonstream.read(input, "conversation", convert, Digits)


SOURCE = _ClaudeAi()


def _conversation(body: Mapping[str, Any], clock: Clock, options: Options) -> Iterator[tuple[str, Outcome]]:
    """Yield what became of each message, in the file's order, then the conversation itself."""
    messages = _messages(body)
    session = _text(body.get("uuid")) or next((_text(one.get("uuid")) for one in messages if one.get("uuid")), None)
    start, is_assumed = clock.tell(_start(body, options.zone))
    base = Draft(
        ts=start,
        role="system",
        type="meta",
        kind="unknown",
        text="",
        session=session or "conversation",
        actor=_TOOL,
        model=_text(body.get("model")),
        is_time_inherited=True,
    )
    before: str | None = None
    for number, message in enumerate(messages):
        own = read_time(message.get("created_at"), options.zone)
        if own:
            base = base._replace(ts=own.ts)
        name = _text(message.get("uuid"))
        timed = base._replace(
            is_time_inherited=own.is_zone_assumed if own else True,
            parent=_parent(message, before),
        )
        yield f"message {name or number + 1}", attempt(_message, timed, message, name)
        before = name or before
    yield "head", attempt(_head, base._replace(model=None), body, start, is_assumed, options.zone)


def _head(base: Draft, body: Mapping[str, Any], start: str | None, is_assumed: bool, zone: str) -> Outcome:
    """Keep the conversation's own fields. The export names no current leaf, so the record has no parent."""
    updated = read_time(body.get("updated_at"), zone)
    rest = {key: item for key, item in body.items() if key != "chat_messages"}
    return [
        base._replace(
            ts=updated.ts if updated else base.ts or start,
            kind="head",
            text=dumps(rest),
            id=f"{base.session}@{body.get('updated_at') or ''}",
            is_time_inherited=updated.is_zone_assumed if updated else True,
        )
    ]


def _message(base: Draft, message: Mapping[str, Any], name: str | None) -> Outcome:
    sender = message.get("sender")
    role = _ROLES.get(sender if isinstance(sender, str) else "", "system")
    if role == "system":
        voice = base._replace(kind=(_text(sender) or "unknown")[:80], model=None)
    else:
        is_person = role == "user"
        voice = base._replace(
            role=role,
            type="text",
            kind="typed" if is_person else "reply",
            actor=None,
            model=None if is_person else base.model,
        )
    content = message.get("content")
    blocks = content if isinstance(content, list) else [content] if content else []
    drafts = [draft for block in blocks for draft in _block(voice, block)]
    drafts = [one for one in drafts if one.kind != "empty" or one.text]
    text = message.get("text")
    if isinstance(text, str) and text and not any(one.type == "text" for one in drafts):
        drafts.extend(_flat(voice, text))
    for field, kind in (("attachments", "attachment"), ("files", "file")):
        listed = message.get(field)
        drafts.extend(_attached(voice, item, kind) for item in (listed if isinstance(listed, list) else []))
    if drafts:
        return numbered(drafts, name)
    rest = {key: item for key, item in message.items() if key not in ("uuid", "updated_at")}
    return [_meta(voice, "empty")._replace(text=dumps(rest), id=f"{name}{_EMPTY}" if name else None)]


def _flat(voice: Draft, text: str) -> Iterator[Draft]:
    """The message's own flat text; made of nothing but notes about blocks, it is nobody's words."""
    if voice.type == "text" and not _UNSUPPORTED.fullmatch(text):
        return _words(voice, text)
    return iter([_meta(voice, "flattened")._replace(text=text)])


def _block(voice: Draft, block: Any) -> Iterator[Draft]:
    if isinstance(block, str):
        block = {"type": "text", "text": block}
    if not isinstance(block, dict):
        yield _meta(voice, "unknown")._replace(text=dumps(block))
        return
    kind = (_text(block.get("type")) or "unknown")[:80]
    if kind == "text" and isinstance(block.get("text"), str):
        yield from _words(voice, block["text"])
    elif kind == "thinking":
        yield from _thinking(voice, block)
    elif kind == "tool_use":
        yield voice._replace(type="action", kind="tool-call", text=dumps(block))
    elif kind == "tool_result":
        yield _result(voice, block)
    elif has_blob(block):
        yield _meta(voice, kind)._replace(text=binary_note(block))
    else:
        yield _meta(voice, kind)._replace(text=dumps(block))


def _words(voice: Draft, text: str) -> Iterator[Draft]:
    for part, is_own in split_own(text) if voice.role == "user" else [(text, False)]:
        if is_own:
            yield _meta(voice, "injected")._replace(text=part)
        elif part.strip():
            yield voice.saying(voice.role, voice.type, voice.kind, part)
        else:
            yield _meta(voice, "empty")._replace(text=part)


def _thinking(voice: Draft, block: Mapping[str, Any]) -> Iterator[Draft]:
    thought = block.get("thinking")
    text = thought if isinstance(thought, str) and thought else dumps(block)
    yield voice._replace(type="meta", kind="thinking", text=text)
    summaries = block.get("summaries")
    for summary in summaries if isinstance(summaries, list) else []:
        words = summary.get("summary") if isinstance(summary, dict) else summary
        if isinstance(words, str) and words:
            yield voice._replace(type="meta", kind="thinking-summary", text=words)


def _result(voice: Draft, block: Mapping[str, Any]) -> Draft:
    name = _text(block.get("name"))
    text = result_text(block.get("content"))
    result = voice._replace(role="system", type="action", kind="tool-result", actor=name or "tool", model=None)
    if is_own_tool(name) or own_block(text):
        return result._replace(type="meta", kind="injected", text=text)
    return result._replace(text=text)


def _attached(voice: Draft, item: Any, kind: str) -> Draft:
    """What came with a message: the person's own long paste is his text, a file is meta with its name."""
    text = item.get("extracted_content") if isinstance(item, dict) else None
    if not isinstance(text, str) or not text:
        return _meta(voice, kind)._replace(text=dumps(item))
    name = _text(item.get("file_name")) or ""
    extra = {"file_name": name} if name else {}
    is_paste = "." not in name or _PASTE.fullmatch(name) is not None
    if voice.role == "user" and is_paste and text.strip() and not own_block(text):
        return voice._replace(kind="pasted", text=text, extra=extra)
    return _meta(voice, kind)._replace(text=text, extra=extra)


def _meta(voice: Draft, kind: str) -> Draft:
    if voice.role == "assistant":
        return voice._replace(type="meta", kind=kind)
    return voice._replace(role="system", type="meta", kind=kind, actor=_TOOL)


def _parent(message: Mapping[str, Any], before: str | None) -> str | None:
    """The message this one answers; in older exports, which do not tell, the one before it."""
    told = _text(message.get("parent_message_uuid"))
    if told is None:
        return before
    return None if told == _ROOT else told


def _messages(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = body.get("chat_messages")
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _start(body: Mapping[str, Any], zone: str) -> Instant | None:
    """The conversation's first time: when it was made, else its first message's, else when it was last changed."""
    times = (read_time(one.get("created_at"), zone) for one in _messages(body))
    own = read_time(body.get("created_at"), zone) or next((time for time in times if time), None)
    return own or read_time(body.get("updated_at"), zone)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
