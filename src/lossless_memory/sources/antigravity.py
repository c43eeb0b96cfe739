"""Reads Antigravity's transcripts: one JSON line a step of the person, the model or the system.

Owns the table of steps and the tags around a prompt. Steps have no ids of their own: their index begins anew in each
file. Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome
from lossless_memory.sources.google_parts import tool_result
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.marks import own_block, split_own
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import cut_tag, listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "antigravity"
_FOLDER = pattern(r"([^/\\!]+)[/\\]\.system_generated[/\\]")
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")


class _Antigravity:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A step has its index, who made it, and when."""
        wanted = ("step_index", "source", "type", "created_at")
        return any(all(name in keys for name in wanted) for keys in shape(input).objects[:8])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per step. See the Protocol."""
        offset_b = cursor.offset_b if cursor else 0

        def ahead() -> Iterator[Instant | None]:
            for line in jsonlines.peek(input, offset_b, b'"created_at"'):
                yield read_time(mapping(line).get("created_at"), options.zone)

        clock = Clock(cursor.state.get("ts") if cursor else None, options, ahead)
        found = _FOLDER.search(input.name) or _STEM.search(input.name)
        session = found.group(1) if found else input.name

        def convert(parsed: Parsed) -> Outcome:
            line = mapping(parsed.value)
            ts, is_inherited = clock.tell(read_time(line.get("created_at"), options.zone))
            cut = line.get("truncated_fields")
            base = Draft(
                ts=ts,
                role="system",
                type="meta",
                kind="unknown",
                text="",
                session=session,
                actor=_TOOL,
                is_time_inherited=is_inherited,
                extra={"truncated": cut} if isinstance(cut, list) and all(isinstance(one, str) for one in cut) else {},
            )
            return _step(base, line) or [base._replace(kind=_kind(line), text=dumps(line) if line else parsed.text)]

        return jsonlines.read(input, cursor, convert, lambda: {"ts": clock.ts})


SOURCE = _Antigravity()


def _step(base: Draft, line: Mapping[str, Any]) -> list[Draft]:
    kind, source = line.get("type"), line.get("source")
    content = text_or_none(line.get("content"))
    drafts: list[Draft] = []
    thinking = text_or_none(line.get("thinking"))
    if thinking is not None:
        drafts.append(base._replace(role="assistant", kind="thinking", text=thinking, actor=None))
    if content is not None:
        drafts += _content(base, line, content)
    if kind == "PLANNER_RESPONSE" and source == "MODEL":
        for call in listed(line.get("tool_calls")):
            drafts.append(
                base._replace(role="assistant", type="action", kind="tool-call", text=dumps(call), actor=None)
            )
    return drafts


def _content(base: Draft, line: Mapping[str, Any], content: str) -> list[Draft]:
    kind, source = line.get("type"), line.get("source")
    if kind == "USER_INPUT" and source == "USER_EXPLICIT":
        return list(_request(base, content))
    if source == "MODEL" and kind == "PLANNER_RESPONSE":
        if not content.strip():
            return [base._replace(kind="empty", text=content)]
        return [base._replace(role="assistant", type="text", kind="reply", text=content, actor=None)]
    if source == "MODEL":
        return [tool_result(base, _kind(line), content)]
    return [base._replace(kind="injected" if own_block(content) else _kind(line), text=content)]


def _request(base: Draft, content: str) -> Iterator[Draft]:
    """Cut the person's words out of the tags around them; the pieces join to the content."""
    for part, is_inside in cut_tag(content, "USER_REQUEST"):
        if not is_inside:
            yield base._replace(kind="context", text=part)
            continue
        for piece, is_own in split_own(part):
            if is_own or not piece.strip():
                yield base._replace(kind="injected" if is_own else "empty", text=piece)
            else:
                yield base._replace(role="user", type="text", kind="typed", text=piece, actor=None)


def _kind(line: Mapping[str, Any]) -> str:
    kind = text_or_none(line.get("type"))
    name = (kind or "unknown").lower().replace("_", "-")[:80]
    return "compaction" if name == "checkpoint" else name
