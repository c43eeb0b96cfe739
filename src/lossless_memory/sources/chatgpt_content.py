"""Turns the content of one ChatGPT message into drafts: whose words they are, and which are no words at all.

Owns the table of content types. Each part of a message is a draft of its own, so that nothing is joined with text the
source does not have. Knows messages only as dicts; times, parents and ids are the conversation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.sources.base import Draft
from lossless_memory.sources.marks import is_own_tool, split_own
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.times import Digits
from lossless_memory.typed import Any

_INSTRUCTIONS = {
    "user_editable_context": ("custom-instructions", ("user_profile", "user_instructions")),
    "model_editable_context": ("model-memory", ("model_set_context",)),
}
_ONE_TEXT = {
    "code": "text",
    "execution_output": "text",
    "system_error": "text",
    "tether_quote": "text",
    "sonic_webpage": "text",
    "computer_output": "text",
    "citable_code_output": "output_str",
    "tether_browsing_display": "result",
    "reasoning_recap": "content",
}


def drafts_of(base: Draft, message: Mapping[str, Any], owner: str | None) -> list[Draft]:
    """Return the drafts of one message, at least one. `base` holds what the conversation knows: time, session, model
    and parent. `owner` is the account whose export this is, if it says so."""
    author = message.get("author")
    author = author if isinstance(author, dict) else {}
    content = message.get("content")
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    voice = _voice(base, message, author, metadata, owner)
    drafts = _parts(voice, content)
    attachments = metadata.get("attachments")
    if isinstance(attachments, list):
        system = base._replace(role="system", type="meta", actor="chatgpt", model=None)
        drafts.extend(system._replace(kind="attachment", text=dumps(item)) for item in attachments)
    return drafts or [_meta(voice, "empty")._replace(text=dumps(content))]


def _voice(
    base: Draft, message: Mapping[str, Any], author: Mapping[str, Any], about: Mapping[str, Any], owner: str | None
) -> Draft:
    """Decide who speaks in a message and as what its words count."""
    role = author.get("role")
    name = author.get("name") if isinstance(author.get("name"), str) else None
    metadata = author.get("metadata")
    real = metadata.get("real_author") if isinstance(metadata, dict) else None
    real = real if isinstance(real, str) and real and real != owner else None
    recipient = message.get("recipient")
    kind = _hidden_kind(message, about, role)
    is_tool = role == "tool" or (real or "").startswith("tool:")
    if role == "assistant" and not is_tool:
        spoken = base.saying("assistant", "text", "reply", "")
        if isinstance(recipient, str) and recipient not in ("all", ""):
            call = "memory" if recipient == "bio" else "tool-call"
            return spoken._replace(type="action", kind=call, extra={"recipient": recipient})
        if message.get("channel") == "analysis":
            return base.saying("assistant", "meta", "thinking", "")
        return base.saying("assistant", "meta", kind, "") if kind else spoken
    if role == "user" and kind is None and not is_tool:
        return base.told("user", "text", "typed", "", real, None)
    if is_tool:
        actor = name or (real or "").removeprefix("tool:") or "tool"
        if is_own_tool(actor):
            return base.told("system", "meta", "injected", "", actor, None)
        return base.told("system", "meta" if kind else "action", kind or "tool-result", "", actor, None)
    said = kind or (role if isinstance(role, str) and role else "unknown")[:80]
    return base.told("system", "meta", said, "", name or "chatgpt", None)


def _hidden_kind(message: Mapping[str, Any], metadata: Mapping[str, Any], role: Any) -> str | None:
    if metadata.get("is_user_system_message") is True:
        return "custom-instructions"
    if role == "system":
        return "system"
    weight = message.get("weight")
    is_weightless = type(weight) in (int, float, Digits) and weight == 0
    if metadata.get("is_visually_hidden_from_conversation") is True or is_weightless:
        return "hidden"
    return None


def _parts(voice: Draft, content: Any) -> list[Draft]:
    """Return one draft for each piece of text or note in a message's content."""
    if isinstance(content, str):
        return _words(voice, content)
    if not isinstance(content, dict):
        return []
    kind = content.get("content_type")
    kind = kind[:80] if isinstance(kind, str) and kind else "unknown"
    if kind in _INSTRUCTIONS:
        return list(_instructions(voice, content, *_INSTRUCTIONS[kind]))
    if kind == "thoughts":
        return list(_thoughts(voice, content))
    field = _ONE_TEXT.get(kind)
    if field is not None and isinstance(content.get(field), str):
        return _words(_single(voice, kind), content[field])
    parts = content.get("parts")
    if not isinstance(parts, list):
        return [_meta(voice, kind)._replace(text=dumps(content))]
    drafts: list[Draft] = []
    for part in parts:
        drafts += _words(voice, part) if isinstance(part, str) else _part(voice, part)
    if kind not in ("text", "multimodal_text"):
        rest = {key: item for key, item in content.items() if key not in ("parts", "content_type")}
        if rest:
            drafts.append(_meta(voice, kind)._replace(text=dumps(rest)))
    return drafts


def _single(voice: Draft, kind: str) -> Draft:
    """Return the form of a content type that is one text."""
    if kind == "reasoning_recap":
        return _meta(voice, "thinking") if voice.role == "assistant" else voice
    if voice.type != "text":
        return voice
    if voice.role == "assistant":
        return voice._replace(type="action", kind="tool-call")
    return _meta(voice, kind)


def _part(voice: Draft, part: Any) -> list[Draft]:
    """Return the drafts of a part that is no plain text."""
    kind = part.get("content_type") if isinstance(part, dict) else None
    kind = kind[:80] if isinstance(kind, str) and kind else "unknown"
    if kind != "audio_transcription" or not isinstance(part.get("text"), str):
        return [_meta(voice, kind)._replace(text=dumps(part))]
    if voice.role != "user":
        return _words(voice, part["text"])
    if part.get("direction") == "out":  # the model's voice inside a message of the person's
        return [_meta(voice, kind)._replace(text=part["text"])]
    return _words(voice._replace(kind="dictated"), part["text"])


def _words(voice: Draft, text: str) -> list[Draft]:
    _, role, type_, kind, *_ = voice
    if type_ == "meta" or not (role == "user" or kind == "tool-result"):
        return [_said(voice, text)]
    return [
        _meta(voice, "injected")._replace(text=part) if is_own else _said(voice, part)
        for part, is_own in split_own(text)
    ]


def _said(voice: Draft, text: str) -> Draft:
    _, role, type_, kind, *_ = voice
    if type_ == "text" and (not text or text.isspace()):
        return _meta(voice, "empty")._replace(text=text)
    return voice.saying(role, type_, kind, text)


def _thoughts(voice: Draft, content: Mapping[str, Any]) -> Iterator[Draft]:
    thoughts = content.get("thoughts")
    form = voice._replace(type="meta", kind="thinking")
    for thought in thoughts if isinstance(thoughts, list) else []:
        told = [thought.get("summary"), thought.get("content")] if isinstance(thought, dict) else [thought]
        texts = [text for text in told if isinstance(text, str) and text]
        for text in texts or [dumps(thought)]:
            yield form._replace(text=text)


def _instructions(voice: Draft, content: Mapping[str, Any], kind: str, fields: tuple[str, ...]) -> Iterator[Draft]:
    texts = [content[name] for name in fields if isinstance(content.get(name), str) and content[name]]
    for text in texts or [dumps(content)]:
        yield _meta(voice, kind)._replace(text=text)


def _meta(voice: Draft, kind: str) -> Draft:
    """Return the form of a piece that is nobody's words."""
    if voice.role == "assistant":
        return voice.saying("assistant", "meta", kind, voice.text)
    return voice.told("system", "meta", kind, voice.text, voice.actor or "chatgpt", voice.model)
