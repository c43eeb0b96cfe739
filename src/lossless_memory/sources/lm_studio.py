"""Reads LM Studio's conversations: one JSON document each, messages with all their versions, hardly any time.

Owns which version is the live one. Messages have no ids, so ids are made of what they say. Knows no log and no other
source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.digests import sha256
from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, typed
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import own_block
from lossless_memory.sources.notes import dumps, result_text, without_blobs
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "lm-studio"
_STEM = pattern(r"([^/\\!]*?)(?:\.conversation)?\.json(?:\.gz)?$")
_FOREIGN = ("mapping", "history", "chat", "sessionId", "requests", "info", "tabs", "chat_messages")


class _LmStudio:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A conversation has messages that have versions, of which one is selected."""
        first = shape(input).objects[:1]
        if not first or "messages" not in first[0] or any(name in first[0] for name in _FOREIGN):
            return False
        head = head_text(input)
        return '"currentlySelected"' in head or ("systemPrompt" in first[0] and "createdAt" in first[0])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per version of a message and one per conversation, always from the start. See the Protocol."""
        stem = _STEM.search(input.name)
        clock = Clock(None, options, lambda: (_start(value, options.zone) for value in jsonstream.peek(input)))
        name = stem.group(1) if stem else input.name
        return jsonstream.read(input, "conversation", lambda parsed: _outcomes(parsed, name, clock, options))


SOURCE = _LmStudio()


def _start(value: Any, zone: str) -> Instant | None:
    about = mapping(value)
    return read_time(about.get("createdAt"), zone) or read_time(about.get("updatedAt"), zone)


def _outcomes(parsed: Parsed, name: str, clock: Clock, options: Options) -> Iterator[tuple[str | None, Outcome]]:
    about = mapping(parsed.value)
    if not about:
        yield None, Skipped("not a conversation")
        return
    ts, is_inherited = clock.tell(_start(about, options.zone))
    session = text_or_none(about.get("id")) or name
    base = Draft(
        ts=ts,
        role="system",
        type="meta",
        kind="unknown",
        text="",
        session=session,
        actor=_TOOL,
        is_time_inherited=True,
        is_id_made=True,
    )
    equals: dict[str, int] = {}
    before: str | None = None
    prompt = about.get("systemPrompt")
    if isinstance(prompt, str) and prompt:
        opening = base._replace(kind="system", text=prompt)
        before = _event(opening, prompt, equals)  # the root, below which first messages are branches of each other
        yield "system prompt", [opening._replace(id=before)]
    for number, message in enumerate(listed(about.get("messages"))):
        versions = mapping(message).get("versions")
        selected = mapping(message).get("currentlySelected")
        chosen: str | None = None
        given = versions if isinstance(versions, list) else [message]
        for place, version in enumerate(given):
            where = f"message {number + 1}" if len(given) == 1 else f"message {number + 1}, version {place + 1}"
            event = _event(base, version, equals)
            yield where, attempt(_version, base._replace(parent=before), version, event, clock, options)
            if place == selected or chosen is None:
                chosen = event
        before = chosen or before
    told = {key: value for key, value in about.items() if key not in ("messages", "systemPrompt")}
    updated = read_time(about.get("updatedAt"), options.zone) or read_time(
        about.get("assistantLastMessagedAt"), options.zone
    )
    head = base._replace(
        ts=updated.ts if updated else clock.ts or ts,
        kind="head",
        text=dumps(told),
        parent=before,
        id=f"{session}@{updated.ts if updated else ''}/{before or ''}",
        is_time_inherited=updated is None or (is_inherited and updated is None),
    )
    yield "head", [head] if told else Skipped("nothing is told of the conversation")


def _event(base: Draft, version: Any, equals: dict[str, int]) -> str:
    """Make the id of a version: the conversation, what it says, and which of equal ones it is."""
    digest = sha256(dumps(without_blobs(version)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    equals[digest] = equals.get(digest, 0) + 1
    return f"{base.session}|{digest}|{equals[digest]}"


def _version(base: Draft, version: Any, event: str, clock: Clock, options: Options) -> Outcome:
    about = mapping(version)
    sender = text_or_none(mapping(about.get("senderInfo")).get("senderName"))
    drafts: list[Draft] = []
    for step in listed(about.get("steps")) if about.get("type") == "multiStep" else [about]:
        drafts += _step(base, about, mapping(step), sender, clock, options)
    if not drafts:
        drafts = [base._replace(kind="empty", text=dumps(without_blobs(version)))]
    return [one._replace(id=f"{event}#{number}") for number, one in enumerate(drafts)]


def _step(
    base: Draft, version: Mapping[str, Any], step: Mapping[str, Any], sender: str | None, clock: Clock, options: Options
) -> list[Draft]:
    role = version.get("role")
    at = read_time(str(step.get("stepIdentifier", "")).partition("-")[0], options.zone)
    if at:
        clock.tell(at)
        base = base._replace(ts=at.ts, is_time_inherited=False)
    elif clock.ts is not None:
        base = base._replace(ts=clock.ts)
    model = text_or_none(mapping(step.get("genInfo")).get("indexedModelIdentifier")) or sender
    spoken = base._replace(role="assistant", actor=None, model=model)
    kind = text_or_none(step.get("type")) or "unknown"
    if kind == "toolCallRequest":
        return [spoken._replace(type="action", kind="tool-call", text=dumps(dict(step)))]
    if kind == "toolCallResult":
        text = result_text(step.get("content"))
        is_own = own_block(text) is not None
        name = text_or_none(step.get("toolName")) or "tool"
        return [
            base._replace(
                type="meta" if is_own else "action",
                kind="injected" if is_own else "tool-result",
                text=text,
                actor=name,
            )
        ]
    if kind not in ("singleStep", "contentBlock", "unknown"):
        return [base._replace(kind=kind[:80], text=dumps(without_blobs(dict(step))))]
    is_thought = mapping(step.get("style")).get("type") == "thinking"
    drafts: list[Draft] = []
    for block in listed(step.get("content")):
        text_of = text_in(block) if mapping(block).get("type", "text") == "text" or isinstance(block, str) else None
        if text_of is None:
            name = text_or_none(mapping(block).get("type")) or "unknown"
            drafts.append(base._replace(kind=name[:80], text=dumps(without_blobs(block))))
        elif role == "user":
            drafts += typed(base, text_of)
        elif role == "assistant" and text_of.strip():
            drafts.append(
                spoken._replace(kind="thinking", text=text_of)
                if is_thought
                else spoken._replace(type="text", kind="reply", text=text_of)
            )
        else:
            drafts.append(base._replace(kind=(text_or_none(role) or "unknown")[:80], text=text_of))
    return drafts
