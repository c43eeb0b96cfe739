"""Turns one message of OpenCode, its head and its parts, into drafts. The same in all its stores.

Owns the table of parts. A part's record is numbered by its own id, so that it keeps its place however the message grows
and whichever store it was read from. Knows no file and no table.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from lossless_memory.sources.base import Draft
from lossless_memory.sources.drafts import Clock, scoped, typed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import dumps, link_note, result_text
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any, NamedTuple

TOOL = "opencode"
_STATE = ("status", "input", "title", "raw", "time")
_PIECES = 16


class Unreadable(NamedTuple):
    """A part that is no JSON: its text, or a note in its place."""

    text: str


Part = tuple[str, Any]
"""A part's id and its value, or Unreadable."""


def named(parts: Iterable[Any]) -> list[Part]:
    """Pair parts with the ids they hold themselves."""
    return [(text_or_none(mapping(part).get("id")) or str(number), part) for number, part in enumerate(parts)]


class Session(NamedTuple):
    """What a conversation gives its messages."""

    id: str
    parent: str | None = None
    folder: str | None = None

    @property
    def agent(self) -> str | None:
        """The sub-agent's id, where this is one's conversation."""
        return self.id if self.parent else None


def session_of(about: Mapping[str, Any], id: str) -> Session:
    """Read a session's own entry, whichever store it stands in."""
    parent = text_or_none(about.get("parentID")) or text_or_none(about.get("parent_id"))
    return Session(id, parent, text_or_none(about.get("directory")))


def message(
    session: Session, info: Mapping[str, Any], parts: Iterable[Part], clock: Clock, zone: str, before: str | None
) -> list[Draft]:
    """Return the drafts of one message, at least one. `before` is the id of the message before it."""
    ts, is_inherited = clock.tell(_time(info, "created", zone))
    id = text_or_none(info.get("id")) or "message"
    model = text_or_none(info.get("modelID")) or text_or_none(mapping(info.get("model")).get("modelID"))
    path = info.get("path")
    base = Draft(
        ts=ts,
        role="system",
        type="meta",
        kind="unknown",
        text="",
        session=session.parent or session.id,
        actor=TOOL,
        model=model,
        parent=scoped(before, session.id),
        agent=session.agent,
        cwd=text_or_none(mapping(path).get("cwd")) or text_or_none(path) or session.folder,
        is_time_inherited=is_inherited,
    )
    event = scoped(id, session.id)
    drafts: list[Draft] = []
    for name, part in parts:
        first = zlib.crc32(name.encode("utf-8", "surrogatepass")) * _PIECES
        if isinstance(part, Unreadable):
            found = [base._replace(kind="unreadable", text=part.text, model=None)]
        else:
            found = _part(base, info, part, zone)
        drafts += [one._replace(id=f"{event}#{first + min(at, _PIECES - 1)}") for at, one in enumerate(found)]
    if info.get("error") not in (None, {}):
        drafts.append(base._replace(kind="api-error", text=dumps(info["error"]), id=f"{event}#0", model=None))
    if not drafts:
        drafts.append(base._replace(kind="empty", text=dumps(info), id=event, model=None))
    return drafts


def head(session: Session, about: Mapping[str, Any], updated: Instant | None, leaf: str | None, clock: Clock) -> Draft:
    """Return what a session says of itself; it names the message that is the end of the live branch."""
    ts, is_inherited = (updated.ts, False) if updated else clock.tell(None)
    return Draft(
        ts=ts,
        role="system",
        type="meta",
        kind="head",
        text=dumps(dict(about)),
        session=session.parent or session.id,
        id=f"{session.id}@{updated.ts if updated else ''}/{leaf or ''}",
        actor=TOOL,
        parent=scoped(leaf, session.id),
        agent=session.agent,
        cwd=session.folder,
        is_time_inherited=is_inherited,
    )


def leaf_of(revert: Any, names: list[str]) -> str | None:
    """Return the last message, or the last one before the point that a revert goes back to."""
    point = mapping(revert).get("messageID")
    at = names.index(point) if isinstance(point, str) and point in names else len(names)
    return names[at - 1] if at else None


def _time(about: Mapping[str, Any], name: str, zone: str) -> Instant | None:
    return read_time(mapping(about.get("time")).get(name), zone)


def _part(base: Draft, info: Mapping[str, Any], given: Any, zone: str) -> list[Draft]:
    part = mapping(given)
    kind = (text_or_none(part.get("type")) or "unknown")[:80]
    system = base._replace(model=None)
    is_assistant = info.get("role") == "assistant"
    own = _time(part, "start", zone) if is_assistant else None
    at = base._replace(ts=own.ts, is_time_inherited=own.is_zone_assumed) if own else base
    spoken = at._replace(role="assistant", actor=None if base.agent is None else f"agent {base.agent}")
    text = part.get("text")
    if kind == "text" and isinstance(text, str):
        if is_assistant:
            return [_reply(spoken, info, part, text)]
        return _typed(system, info, part, text)
    if kind == "reasoning" and isinstance(text, str):
        return [spoken._replace(kind="thinking", text=text or "[thinking the tool did not store]")]
    if kind == "tool":
        return _tool(spoken, part, zone)
    if kind == "file" and isinstance(part.get("url"), str) and part["url"].startswith("data:"):
        return [system._replace(kind="file", text=link_note("file", part["url"]))]
    return [system._replace(kind=kind, text=dumps(given))]


def _reply(spoken: Draft, info: Mapping[str, Any], part: Mapping[str, Any], text: str) -> Draft:
    if info.get("summary") is True:
        return spoken._replace(role="system", kind="compaction", text=text, actor=TOOL)
    if part.get("synthetic") is True or not text.strip():
        kind = "empty" if not text.strip() else "injected" if own_block(text) else "context"
        return spoken._replace(role="system", kind=kind, text=text, actor=TOOL, model=None)
    return spoken._replace(type="text", kind="reply", text=text)


def _typed(base: Draft, info: Mapping[str, Any], part: Mapping[str, Any], text: str) -> list[Draft]:
    if part.get("synthetic") is True or not text.strip() or info.get("role") != "user":
        kind = "injected" if own_block(text) else "context" if text.strip() else "empty"
        return [base._replace(kind=kind, text=text)]
    if base.agent is not None:
        return [base._replace(role="assistant", type="text", kind="task", text=text, actor=None)]
    return typed(base, text, blank="context")


def _tool(spoken: Draft, part: Mapping[str, Any], zone: str) -> list[Draft]:
    """A call as far as its state tells of asking, and what came back."""
    name = text_or_none(part.get("tool")) or "tool"
    state = mapping(part.get("state"))
    began = read_time(mapping(state.get("time")).get("start"), zone)
    ended = read_time(mapping(state.get("time")).get("end"), zone)
    asked = {key: state[key] for key in _STATE if key in state}
    call = spoken._replace(
        type="action", kind="tool-call", text=dumps(asked if asked else dict(part)), extra={"tool": name}
    )
    if began:
        call = call._replace(ts=began.ts, is_time_inherited=began.is_zone_assumed)
    given = state.get("output", state.get("error"))
    if given is None:
        return [call]
    text = result_text(given)
    is_own = is_own_tool(name) or own_block(text) is not None
    result = call._replace(
        role="system",
        type="meta" if is_own else "action",
        kind="injected" if is_own else "tool-result",
        text=text,
        actor=name,
        model=None,
        extra={},
    )
    if ended:
        result = result._replace(ts=ended.ts, is_time_inherited=ended.is_zone_assumed)
    attached = [mapping(one).get("url") for one in state.get("attachments") or () if isinstance(one, dict)]
    notes = [result._replace(type="meta", kind="file", text=link_note("file", one), actor=TOOL) for one in attached]
    return [call, result, *notes]
