"""Reads the chat sessions of VS Code and its relatives: one JSON document, or a journal of changes to it.

Owns the replay of the journal; a request that a later change takes out is kept beside those that stay. Knows no log and
no other source.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines, jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, scoped, typed
from lossless_memory.sources.jsonlines import MAX_LINE_B, BadItem, parse
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import dumps, result_text, without_blobs
from lossless_memory.sources.opening import Broken, open_utf8
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import id_or_none, listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "vscode-chat"
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?)?(?:\.gz)?$")
_SET, _PUSH = 1, 2
_ANSWER, _RESULT = 1_000, 500_000
"""Where the numbers of an answer's items, and of their results, begin; those of the prompt begin at 0."""


class _VsCodeChat:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A session has `requests` beside who asked or when; a journal begins with such a session as its `v`."""
        return any(_is_session(keys) or _is_journal(keys) for keys in shape(input).objects[:1])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per request, always from the start. See the Protocol."""
        if any(_is_journal(keys) for keys in shape(input).objects[:1]):
            return _journal(input, options)
        return jsonstream.read(input, "session", lambda parsed: _session(input, mapping(parsed.value), [], [], options))


SOURCE = _VsCodeChat()


def _is_session(keys: Mapping[str, str]) -> bool:
    beside = ("requesterUsername", "responderUsername", "creationDate", "initialLocation", "lastMessageDate")
    return "requests" in keys and any(name in keys for name in beside)


def _is_journal(keys: Mapping[str, str]) -> bool:
    return "kind" in keys and "v" in keys and any(f"v.{name}" in keys for name in ("requests", "sessionId", "version"))


# --- the journal ----------------------------------------------------------------------------------------------------


def _journal(input: Input, options: Options) -> Iterator[Item]:
    """Replay the lines; one that cannot be used is told, and the rest goes on."""
    root: Any = {}
    gone: dict[str, Any] = {}
    unknown: list[Any] = []
    number = size_b = 0
    try:
        with open_utf8(input).stream as stream:
            for line in jsonlines.lines(stream, 0):
                number += 1
                size_b += len(line.raw or b"")
                if line.raw is not None and not line.raw.strip():
                    continue
                if line.raw is None or size_b > 4 * MAX_LINE_B:
                    yield Item(f"line {number}", Skipped("a journal longer than 256 MiB, or a line longer than 64 MiB"))
                    break
                try:
                    change = parse(line.raw.decode("utf-8", "surrogateescape"))
                except BadItem as reason:
                    if line.is_ended:
                        yield Item(f"line {number}", Skipped(str(reason)), line.raw)
                    continue
                _keep(gone, root)
                root, is_applied = _applied(root, mapping(change))
                if not is_applied:
                    unknown.append(change)
    except Broken as broken:
        yield Item(f"after line {number}", Skipped(str(broken)))
    there = {str(mapping(one).get("requestId")) for one in listed(mapping(root).get("requests"))}
    orphans = [one for name, one in gone.items() if name not in there]
    for place, outcome in _session(input, mapping(root), orphans, unknown, options):
        yield Item(place or "session", outcome)


def _keep(gone: dict[str, Any], root: Any) -> None:
    """Remember requests by their ids, so that one that is taken out is not lost. They are shared, not copied."""
    for one in listed(mapping(root).get("requests")):
        name = mapping(one).get("requestId")
        if isinstance(name, str):
            gone[name] = one


def _applied(root: Any, change: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return the document after one change, and whether the change fitted."""
    kind, path, value = change.get("kind"), change.get("k"), change.get("v")
    if kind == 0:
        return value, True
    if kind not in (_SET, _PUSH) or not isinstance(path, list) or not path:
        return root, False
    holder = root
    for step in path[:-1]:
        holder = _inside(holder, step)
        if holder is None:
            return root, False
    last = path[-1]
    if kind == _SET:
        if isinstance(holder, dict) and isinstance(last, str):
            holder[last] = value
        elif (
            isinstance(holder, list)
            and isinstance(last, int)
            and not isinstance(last, bool)
            and 0 <= last <= len(holder)
        ):
            holder[last : last + 1] = [value]
        else:
            return root, False
        return root, True
    items = _inside(holder, last)
    if items is None and isinstance(holder, dict) and isinstance(last, str):
        items = holder[last] = []
    if not isinstance(items, list):
        return root, False
    cut = change.get("i")
    if isinstance(cut, int) and not isinstance(cut, bool) and cut >= 0:
        del items[cut:]
    items.extend(listed(value))
    return root, True


def _inside(holder: Any, step: Any) -> Any:
    if isinstance(holder, dict) and isinstance(step, str):
        return holder.get(step)
    if isinstance(holder, list) and isinstance(step, int) and not isinstance(step, bool) and 0 <= step < len(holder):
        return holder[step]
    return None


# --- the session ----------------------------------------------------------------------------------------------------


def _session(
    input: Input, about: Mapping[str, Any], orphans: list[Any], unknown: list[Any], options: Options
) -> Iterator[tuple[str | None, Outcome]]:
    if not about:
        yield None, Skipped("not a session")
        return
    reader = _Reader(input, about, options)
    before: str | None = None
    first: str | None = None
    for number, request in enumerate(listed(about.get("requests"))):
        yield f"request {number + 1}", attempt(reader.request, request, before)
        before = id_or_none(mapping(request).get("requestId")) or before
        first = first or before
    for number, request in enumerate(orphans):
        yield f"removed request {number + 1}", attempt(reader.request, request, first)
    for number, change in enumerate(unknown):
        yield f"change {number + 1}", attempt(reader.change, change)
    yield "head", attempt(reader.head, before)


class _Reader:
    """Converts the requests of one session."""

    def __init__(self, input: Input, about: Mapping[str, Any], options: Options) -> None:
        self._options = options
        self._about = about
        stem = _STEM.search(input.name)
        self._session = id_or_none(about.get("sessionId")) or (stem.group(1) if stem else input.name)
        self._updated = read_time(about.get("lastMessageDate"), options.zone)
        created = read_time(about.get("creationDate"), options.zone)

        def ahead() -> Iterator[Instant | None]:
            yield from (read_time(mapping(one).get("timestamp"), options.zone) for one in listed(about.get("requests")))
            yield self._updated

        self._clock = Clock(created.ts if created else None, options, ahead)
        self._cwd = _folder(input)

    def _base(self, own: Instant | None, before: str | None) -> Draft:
        ts, is_inherited = self._clock.tell(own)
        return Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text="",
            session=self._session,
            actor=_TOOL,
            parent=scoped(before, self._session),
            cwd=self._cwd,
            is_time_inherited=is_inherited,
        )

    def change(self, change: Any) -> Outcome:
        """Keep a change that fits nowhere, or whose kind is not known."""
        return [self._base(None, None)._replace(kind="change", text=dumps(without_blobs(change)))]

    def request(self, request: Any, before: str | None) -> Outcome:
        """Turn one request and its answer into drafts; only the request has a time."""
        about = mapping(request)
        base = self._base(read_time(about.get("timestamp"), self._options.zone), before)
        asked = list(enumerate(_asked(base, about)))
        model = text_or_none(about.get("modelId"))
        later = base._replace(model=model, is_time_inherited=True, answer=id_or_none(about.get("responseId")))
        answered = _answered(later, about)
        if not asked and not answered:
            asked = [(0, base._replace(text=dumps(without_blobs(request))))]
        id = scoped(id_or_none(about.get("requestId")), self._session)
        return [
            one._replace(id=id if id is None or number == 0 else f"{id}#{number}")
            for number, one in [*asked, *answered]
        ]

    def head(self, last: str | None) -> Outcome:
        """Name the live branch and keep what the session says of itself."""
        ts, is_inherited = (self._updated.ts, False) if self._updated else self._clock.tell(None)
        told = {key: value for key, value in self._about.items() if not isinstance(value, dict | list)}
        if not told:
            return Skipped("nothing is told of the session")
        return [
            Draft(
                ts=ts,
                role="system",
                type="meta",
                kind="head",
                text=dumps(told),
                session=self._session,
                id=f"{self._session}@{self._updated.ts if self._updated else ''}/{last or ''}",
                actor=_TOOL,
                parent=scoped(last, self._session),
                cwd=self._cwd,
                is_time_inherited=is_inherited,
            )
        ]


def _asked(base: Draft, about: Mapping[str, Any]) -> list[Draft]:
    message = about.get("message")
    text = message if isinstance(message, str) else mapping(message).get("text")
    drafts = typed(base, text) if isinstance(text, str) and text else []
    for variable in listed(mapping(about.get("variableData")).get("variables")):
        told = dumps(without_blobs(variable))
        drafts.append(base._replace(kind="injected" if own_block(told) else "context", text=told))
    return drafts


def _answered(base: Draft, about: Mapping[str, Any]) -> list[tuple[int, Draft]]:
    spoken = base._replace(role="assistant", actor=None)
    drafts: list[tuple[int, Draft]] = []
    for number, item in enumerate(listed(about.get("response")), _ANSWER):
        told = mapping(item)
        kind = text_or_none(told.get("kind"))
        value = told.get("value") if told else item
        text = value if isinstance(value, str) else mapping(value).get("value")
        if kind in (None, "markdownContent") and not isinstance(text, str):
            text = mapping(told.get("content")).get("value")
        if kind in (None, "markdownContent", "markdownVuln") and isinstance(text, str):
            is_said = bool(text.strip())
            words = spoken._replace(type="text" if is_said else "meta", kind="reply" if is_said else "empty", text=text)
            drafts.append((number, words))
        elif kind == "thinking" and isinstance(text, str):
            drafts.append((number, spoken._replace(kind="thinking", text=text)))
        elif kind is not None and kind.startswith("toolInvocation"):
            drafts += _tool(spoken, told, number)
        elif kind in ("textEditGroup", "notebookEditGroup", "codeblockUri", "workspaceEdit"):
            drafts.append((number, spoken._replace(type="action", kind="edit", text=dumps(item))))
        else:
            shown = dumps(without_blobs(item))
            name = "injected" if own_block(shown) else (kind or "unknown")[:80]
            drafts.append((number, base._replace(kind=name, text=shown, model=None)))
    trouble = mapping(about.get("result")).get("errorDetails")
    if trouble:
        drafts.append((_ANSWER - 1, base._replace(kind="api-error", text=dumps(trouble), model=None)))
    return drafts


def _tool(spoken: Draft, told: Mapping[str, Any], number: int) -> list[tuple[int, Draft]]:
    call = {key: value for key, value in told.items() if key not in ("resultDetails", "pastTenseMessage")}
    drafts = [(number, spoken._replace(type="action", kind="tool-call", text=dumps(without_blobs(call))))]
    result = told.get("resultDetails")
    if result not in (None, [], {}):
        name = text_or_none(told.get("toolId")) or "tool"
        text = result_text(result)
        is_own = is_own_tool(name) or own_block(text) is not None
        shown = spoken._replace(
            role="system",
            type="meta" if is_own else "action",
            kind="injected" if is_own else "tool-result",
            text=text,
            actor=name,
            model=None,
        )
        drafts.append((_RESULT + number, shown))
    return drafts


def _folder(input: Input) -> str | None:
    """Return the folder a session belongs to; the editor keeps it in `workspace.json` beside its chats."""
    if input.path is None:
        return None
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(input.path))), "workspace.json")
    try:
        with open(path, "rb") as stream:
            about = mapping(json.loads(stream.read(1 << 16)))
    except (OSError, ValueError, RecursionError):
        return None
    link = text_or_none(about.get("folder")) or text_or_none(about.get("workspace"))
    return link.removeprefix("file://") if link else None
