"""Reads the transcripts of Cursor's command line and agents: JSON lines of a role and a message, without any time.

Owns where their one time comes from: Cursor keeps the start of a conversation beside its chats. Knows no log.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from glob import escape, glob

from lossless_memory.digests import sha256
from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.cursor_words import typed
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, dumps, has_blob, result_text
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "cursor"
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_AGENT = pattern(r"([^/\\!]+)[/\\]subagents[/\\]([^/\\!]+?)\.jsonl(?:\.gz)?$")
_REDACTED = "[REDACTED]"
_META_B = 1 << 16


def read(input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
    """Yield one item per line of a transcript."""
    agent = _AGENT.search(input.name)
    stem = _STEM.search(input.name)
    session = agent.group(1) if agent else (stem.group(1) if stem else input.name)
    offset_b = cursor.offset_b if cursor else 0

    def ahead() -> Iterator[Instant | None]:
        for line in jsonlines.peek(input, offset_b, b'"timestamp"'):
            yield read_time(mapping(line).get("timestamp"), options.zone)
        yield _began(input, session, options)

    saved = cursor.state if cursor else {}
    clock = Clock(saved.get("ts"), options, ahead)
    calls: dict[str, str] = dict(saved.get("calls", {}))
    base = Draft(
        ts=None,
        role="system",
        type="meta",
        kind="unknown",
        text="",
        session=session,
        actor=_TOOL,
        agent=agent.group(2) if agent else None,
        is_id_made=True,
    )

    def convert(parsed: Parsed) -> Outcome:
        line = mapping(parsed.value)
        ts, is_inherited = clock.tell(read_time(line.get("timestamp"), options.zone))
        now = base._replace(ts=ts, is_time_inherited=is_inherited)
        drafts = _said(now, line, calls)
        if not drafts:
            kind = text_or_none(line.get("type")) or "unknown"
            drafts = [now._replace(kind="injected" if own_block(parsed.text) else kind[:80], text=parsed.text)]
        where = f"{agent.group(2) if agent else session}|{parsed.number}"
        return [one._replace(id=f"{where}|{n}|{_digest(one.text)}") for n, one in enumerate(drafts)]

    return jsonlines.read(input, cursor, convert, lambda: {"ts": clock.ts, "calls": dict(calls)})


def _said(base: Draft, line: Any, calls: dict[str, str]) -> list[Draft]:
    role = line.get("role")
    drafts: list[Draft] = []
    for block in listed(mapping(line.get("message")).get("content")) if role in ("user", "assistant") else ():
        text = text_in(block) if mapping(block).get("type", "text") == "text" or isinstance(block, str) else None
        if text is None:
            drafts.append(_other(base, block, calls))
        elif role == "user":
            drafts += typed(base, text)
        else:
            drafts.append(_reply(base, text))
    return drafts


def _reply(base: Draft, text: str) -> Draft:
    actor = None if base.agent is None else f"agent {base.agent}"
    if not text.strip() or text == _REDACTED:
        return base._replace(kind="redacted" if text.strip() else "empty", text=text)
    return base._replace(role="assistant", type="text", kind="reply", text=text, actor=actor)


def _other(base: Draft, block: Any, calls: dict[str, str]) -> Draft:
    about = mapping(block)
    kind = text_or_none(about.get("type")) or "unknown"
    if kind == "tool_use":
        name, call = text_or_none(about.get("name")), text_or_none(about.get("id"))
        if name and call:
            calls[call] = name
            while len(calls) > 64:
                del calls[next(iter(calls))]
        return base._replace(role="assistant", type="action", kind="tool-call", text=dumps(block), actor=None)
    if kind == "tool_result":
        name = calls.pop(str(about.get("tool_use_id")), None) or "tool"
        text = result_text(about.get("content"))
        if is_own_tool(name) or own_block(text):
            return base._replace(kind="injected", text=text, actor=name)
        return base._replace(type="action", kind="tool-result", text=text, actor=name)
    return base._replace(kind=kind[:80], text=binary_note(about) if about and has_blob(about) else dumps(block))


def _began(input: Input, session: str, options: Options) -> Instant | None:
    """Return when a conversation began, which Cursor keeps beside its chats: chats/<folder>/<id>/meta.json."""
    if input.path is None:
        return None
    folder = os.path.dirname(os.path.abspath(input.path))
    while os.path.basename(folder) not in ("projects", ""):
        folder = os.path.dirname(folder)
    pattern = os.path.join(escape(os.path.dirname(folder)), "chats", "*", escape(session), "meta.json")
    for path in sorted(glob(pattern))[:4]:
        try:
            with open(path, "rb") as stream:
                about = json.loads(stream.read(_META_B))
        except (OSError, ValueError, RecursionError):
            continue
        found = read_time(mapping(about).get("createdAtMs"), options.zone)
        if found:
            return found
    return None


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
