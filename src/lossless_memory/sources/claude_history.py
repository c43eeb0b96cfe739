"""Reads Claude Code's list of typed prompts, `history.jsonl`, which outlives the transcripts it deletes.

Owns which of its lines count: a prompt whose transcript still stands beside the list is there itself, and this is its
copy. Knows no log.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.record import ts_to_us
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, typed
from lossless_memory.sources.jsonlines import BadItem, Parsed, parse
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.prompt_lists import LISTED
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "claude-code"
_COMMAND = pattern(r"/[A-Za-z][\w:.-]*(?:\s|$)|!|#")
_DAY_US = 86_400_000_000
_TAIL_B = 1 << 16


def is_line(keys: Mapping[str, str]) -> bool:
    """Say whether an object of these keys is a line of the list."""
    return "display" in keys and "timestamp" in keys and ("project" in keys or "pastedContents" in keys)


def read(input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
    """Yield one item per line."""
    offset_b = cursor.offset_b if cursor else 0

    def ahead() -> Iterator[Instant | None]:
        for line in jsonlines.peek(input, offset_b, b'"timestamp"'):
            yield read_time(mapping(line).get("timestamp"), options.zone)

    clock = Clock(cursor.state.get("ts") if cursor else None, options, ahead)
    transcripts = _Transcripts(input, options)

    def convert(parsed: Parsed) -> Outcome:
        line = mapping(parsed.value)
        ts, is_inherited = clock.tell(read_time(line.get("timestamp"), options.zone))
        session = text_or_none(line.get("sessionId"))
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text=parsed.text,
            session=session or "history",
            actor=_TOOL,
            cwd=text_or_none(line.get("project")),
            is_time_inherited=is_inherited,
        )
        if not isinstance(line.get("display"), str):
            return [base]
        drafts = [*_shown(base, line["display"]), *_pasted(base, line.get("pastedContents"))]
        if transcripts.have(session, ts):
            return [one._replace(role="system", type="meta", kind="prompt-copy", actor=_TOOL) for one in drafts]
        # Its transcript may have been read before it was deleted, or may come later from elsewhere.
        return drafts if session is None else [_listed(one) for one in drafts]

    return jsonlines.read(input, cursor, convert, lambda: {"ts": clock.ts})


def _listed(draft: Draft) -> Draft:
    return draft._replace(extra=LISTED) if draft.role == "user" else draft


def _shown(base: Draft, text: str) -> list[Draft]:
    if _COMMAND.match(text) or not text.strip():
        return [base._replace(kind="command" if text.strip() else "empty", text=text)]
    return typed(base, text)


def _pasted(base: Draft, contents: Any) -> list[Draft]:
    """What was pasted is the person's text as well; of a long one the list may hold only a digest."""
    drafts = []
    for content in mapping(contents).values():
        text = content if isinstance(content, str) else mapping(content).get("content")
        if isinstance(text, str) and text.strip():
            drafts.append(base._replace(role="user", type="text", kind="pasted", text=text, actor=None))
        else:
            drafts.append(base._replace(kind="pasted", text=dumps(content)))
    return drafts


class _Transcripts:
    """The transcripts beside the list, by session; those of the list's last day count as there, as they may come."""

    def __init__(self, input: Input, options: Options) -> None:
        folder = os.path.dirname(os.path.abspath(input.path)) if input.path is not None else None
        projects = os.path.join(folder, "projects") if folder is not None else None
        self._folder = projects if projects is not None and os.path.isdir(projects) else None
        self._known: dict[str, bool] = {}
        self._last_us = _last_us(input, options) if self._folder is not None else None

    def have(self, session: str | None, ts: str | None) -> bool:
        """Say whether a prompt stands in a transcript, or will."""
        if self._folder is None or ts is None:
            return False
        if self._last_us is not None and ts_to_us(ts) > self._last_us - _DAY_US:
            return True
        if session is None:
            return False
        if session not in self._known:
            from glob import escape, glob

            pattern = os.path.join(escape(self._folder), "*", f"{escape(session)}.jsonl")
            self._known[session] = bool(glob(pattern))
        return self._known[session]


def _last_us(input: Input, options: Options) -> int | None:
    """Return the time of the list's last whole line."""
    with input.open() as stream:
        stream.seek(max(0, input.size_b - _TAIL_B))
        lines = stream.read().split(b"\n")
    for raw in reversed(lines):
        try:
            found = read_time(mapping(parse(raw.decode("utf-8", "surrogateescape"))).get("timestamp"), options.zone)
        except BadItem:
            continue
        if found:
            return ts_to_us(found.ts)
    return None
