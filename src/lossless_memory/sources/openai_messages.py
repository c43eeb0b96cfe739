"""Reads conversations as chat models are given them: objects with `messages`, each with a `role` and its `content`.

Owns whose words a role's are, and what the parts of a message are. A file without any time is refused unless the day is
told. How such files are read is `datasets`' matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import datasets
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, data_note, dumps, has_blob, link_note, result_text, without_blobs
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "openai-messages"
_SIGN = pattern(
    r'"messages"\s*:\s*\[\s*\{\s*(?:"\w+"\s*:\s*(?:"[^"\\]{0,200}"|null|\d+)\s*,\s*){0,6}"(?:role|content)"\s*:'
)
_ROLE = pattern(r'"role"\s*:\s*"(?:user|assistant|system|developer|tool|function)"')
_FOREIGN = (
    "mapping",
    "chat_messages",
    "sessionId",
    "projectHash",
    "guild",
    "channel",
    "chat",
    "requests",
    "systemPrompt",
)
_ROLES = {"user": "user", "assistant": "assistant"}
_THINKING = ("reasoning_content", "reasoning", "thinking")
_WORDS = ("text", "input_text", "output_text")
_TOLD = (
    "role",
    "content",
    "name",
    "tool_calls",
    "function_call",
    "tool_call_id",
    "refusal",
    "model",
    *_THINKING,
    *datasets.TIMES,
)
_RESULTS = ("tool", "function")


class _OpenAiMessages:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A conversation lists messages with roles, and has no key of a richer form."""
        found = shape(input).objects
        if not found or "messages" not in found[0] or any(name in found[0] for name in _FOREIGN):
            return False
        if all(name in found[0] for name in ("title", "create_time", "update_time")):
            return False
        text = head_text(input)
        return _SIGN.search(text) is not None and _ROLE.search(text) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a conversation. See the Protocol."""
        return datasets.read(input, cursor, options, _TOOL, "messages", _conversation)


SOURCE = _OpenAiMessages()


def _conversation(base: Draft, body: Mapping[str, Any]) -> Iterator[tuple[Any, list[Draft]]]:
    calls: dict[str, str] = {}
    for message in listed(body.get("messages")):
        yield message, list(_message(base, mapping(message), message, calls))
    rest = {key: item for key, item in body.items() if key not in ("messages", "id", "model", *datasets.TIMES)}
    if rest:
        yield None, [base._replace(kind="conversation", text=dumps(without_blobs(rest)), model=None)]


def _message(base: Draft, told: Mapping[str, Any], message: Any, calls: dict[str, str]) -> Iterator[Draft]:
    who, name = text_or_none(told.get("role")) or "unknown", text_or_none(told.get("name"))
    base = base._replace(model=text_or_none(told.get("model")) or base.model)
    voice = base._replace(kind=who[:80], actor=name or who[:80], model=None)
    if not told:
        yield voice._replace(text=dumps(message))
        return
    thinking = next((words for key in _THINKING if (words := text_or_none(told.get(key)))), None)
    if thinking:
        yield base._replace(role="assistant", kind="thinking", text=thinking, actor=None)
    if who in _RESULTS:
        tool = name or calls.get(str(told.get("tool_call_id"))) or "tool"
        yield _result(voice, tool, result_text(told.get("content")))
    else:
        for part in listed(told.get("content")):
            yield from _part(base, voice, _ROLES.get(who, "system"), name, part)
    if refusal := text_or_none(told.get("refusal")):
        yield base._replace(role="assistant", type="text", kind="refusal", text=refusal, actor=name)
    for call in [*listed(told.get("tool_calls")), *listed(told.get("function_call"))]:
        about = mapping(call)
        if called := text_or_none(mapping(about.get("function")).get("name")):
            calls[str(about.get("id"))] = called
        yield base._replace(role="assistant", type="action", kind="tool-call", text=dumps(call), actor=name)
    rest = {key: item for key, item in told.items() if key not in _TOLD and item is not None}
    if rest:
        yield voice._replace(kind="beside", text=dumps(without_blobs(rest)))


def _part(base: Draft, voice: Draft, role: str, name: str | None, part: Any) -> Iterator[Draft]:
    """Turn one part of a message into drafts: words, a call or result, a picture, anything else."""
    about = mapping(part)
    kind = text_or_none(about.get("type")) or "unknown"
    text = text_in(part)
    if text is not None and (kind in _WORDS or isinstance(part, str) or "type" not in about):
        if role == "system":
            yield voice._replace(kind="injected" if own_block(text) else voice.kind, text=text)
            return
        for draft in spoken(base, role, name or voice.kind, text):
            yield draft._replace(actor=name) if draft.type == "text" and name else draft
    elif kind == "tool_use":
        yield base._replace(role="assistant", type="action", kind="tool-call", text=dumps(part), actor=name)
    elif kind == "tool_result":
        yield _result(voice, text_or_none(about.get("name")) or "tool", result_text(about.get("content")))
    elif kind == "thinking" and isinstance(about.get("thinking"), str):
        yield base._replace(role="assistant", kind="thinking", text=about["thinking"], actor=None)
    elif kind == "refusal" and isinstance(about.get("refusal"), str):
        yield base._replace(role="assistant", type="text", kind="refusal", text=about["refusal"], actor=name)
    else:
        yield voice._replace(kind=kind[:80], text=_note(kind, about, part))


def _note(kind: str, about: Mapping[str, Any], part: Any) -> str:
    image = about.get("image_url")
    link = image.get("url") if isinstance(image, dict) else image
    if isinstance(link, str):
        return link_note("image", link)
    audio = mapping(about.get("input_audio"))
    if isinstance(audio.get("data"), str):
        return data_note("audio", str(audio.get("format") or "unknown type"), audio["data"])
    return binary_note({**about, "type": kind}) if has_blob(part) else dumps(part)


def _result(voice: Draft, tool: str, text: str) -> Draft:
    result = voice._replace(actor=tool, text=text)
    if is_own_tool(tool) or own_block(text):
        return result._replace(kind="injected")
    return result._replace(type="action", kind="tool-result")
