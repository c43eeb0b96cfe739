"""Reads Cursor's databases: conversations of bubbles by key, the old chat's tabs, and the agents' blobs.

Owns the order of bubbles, which of them are orphans of an edited turn, and the times they inherit. Values are fetched
by key, one at a time. Knows no log.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Draft, Input, Item, Options, Skipped
from lossless_memory.sources.cursor_words import typed
from lossless_memory.sources.database import MAX_VALUE_B, Database, copied
from lossless_memory.sources.drafts import Clock, Outcome, attempt, scoped
from lossless_memory.sources.jsonlines import BadItem, Parsed, parse
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import dumps, link_note, result_text
from lossless_memory.sources.opening import Broken
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "cursor"
_CHAT = "workbench.panel.aichat.view.aichat.chatdata"
_ROWS = (_CHAT, "composer.composerData", "aiService.prompts", "aiService.generations")
_HEAD = ("latestConversationSummary", "modelConfig", "subagentInfos", "workspaceIdentifier")
_STAMPS = ("clientRpcSendTime", "startTime", "clientStartTime", "clientSettleTime", "clientEndTime")
_STEM = pattern(r"([^/\\!]*?)(?:\.[a-z]+)?$")
TOO_LARGE = object()
_THOUGHT, _CALL, _RESULT, _IMAGES = 1_000, 2_000, 2_001, 500


def read(input: Input, options: Options) -> Iterator[Item]:
    """Yield the items of a database, always from its start."""
    try:
        with copied(input) as database:
            if database.columns("cursorDiskKV"):
                for key in _keys(database, "composerData:"):
                    yield from _composer(database, key.partition(":")[2], options)
            if database.columns("ItemTable"):
                folder = _folder(input)
                for key in _ROWS:
                    yield from _row(key, _fetch(database, key, "ItemTable"), folder, options)
            if database.columns("blobs") and database.columns("meta"):
                yield from _blobs(database, input, options)
    except Broken as broken:
        yield Item("the rest of the database", Skipped(str(broken)[:200]))


def read_tabs(input: Input, options: Options) -> Iterator[Item]:
    """Yield the items of the old chat's value in a file of its own."""
    return jsonstream.read(input, "value", lambda parsed: _tabs(parsed, None, options))


def _keys(database: Database, prefix: str) -> Iterator[str]:
    sql = "SELECT key FROM cursorDiskKV WHERE key >= ? AND key < ? ORDER BY key"
    return (str(key) for (key,) in database.rows(sql, prefix, prefix[:-1] + ";"))


def _value(value: Any) -> tuple[Any, str]:
    """Return a row's JSON value and its text; raises BadItem."""
    if value is TOO_LARGE:
        raise BadItem("larger than 64 MiB")
    text = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
    return parse(text), text


def _fetch(database: Database, key: str, table: str = "cursorDiskKV") -> Any:
    """Return a value by its key, None for none, and no more than a mark of one that is too large."""
    length_b = database.value(f"SELECT octet_length(value) FROM {table} WHERE key = ?", key)
    if isinstance(length_b, int) and length_b > MAX_VALUE_B:
        return TOO_LARGE
    return database.value(f"SELECT value FROM {table} WHERE key = ?", key)


# --- conversations of bubbles ---------------------------------------------------------------------------------------


def _composer(database: Database, id: str, options: Options) -> Iterator[Item]:
    place = f"composer {id}"
    raw = _fetch(database, f"composerData:{id}")
    if raw is None:
        return
    try:
        about = mapping(_value(raw)[0])
    except BadItem as reason:
        yield Item(place, Skipped(str(reason)))
        return
    if not about:
        yield Item(place, Skipped("not a conversation"))
        return
    reader = _Composer(id, about, options)
    before: str | None = None
    seen: set[str] = set()
    names = [text_or_none(mapping(one).get("bubbleId")) for one in listed(about.get("fullConversationHeadersOnly"))]
    for name in names:
        if name is None or name in seen:
            continue
        key, value = _bubble(database, id, name)
        if value is None:
            continue
        seen |= {name, key}
        yield Item(f"{place}, bubble {key}", attempt(_from_row, reader, key, value, before))
        before = key
    for number, bubble in enumerate(listed(about.get("conversation"))):
        name = text_or_none(mapping(bubble).get("bubbleId")) or f"{number}"
        if name not in seen:
            seen.add(name)
            yield Item(f"{place}, bubble {name}", attempt(reader.bubble, name, bubble, before))
            before = name
    first = next((name for name in names if name in seen), None)
    for key in _keys(database, f"bubbleId:{id}:"):
        name = key.removeprefix(f"bubbleId:{id}:")
        value = _fetch(database, key) if name not in seen else None
        if value is not None:  # an orphan of an edited turn: beside the living branch
            yield Item(f"{place}, bubble {name}", attempt(_from_row, reader, name, value, first))
    yield Item(f"{place}, head", attempt(reader.head, before))


def _bubble(database: Database, composer: str, name: str) -> tuple[str, Any]:
    """Return the key and value of a bubble by its name; in some versions the name stands inside the value only."""
    value = _fetch(database, f"bubbleId:{composer}:{name}")
    if value is not None or not name:
        return name, value
    prefix = f"bubbleId:{composer}:"
    sql = (
        "SELECT key FROM cursorDiskKV WHERE key >= ? AND key < ? AND json_valid(value) "
        "AND json_extract(value, '$.bubbleId') = ? ORDER BY key LIMIT 1"
    )
    found = database.value(sql, prefix, prefix[:-1] + ";", name)
    return (str(found).removeprefix(prefix), _fetch(database, str(found))) if found is not None else (name, None)


def _from_row(reader: _Composer, key: str, raw: Any, before: str | None) -> Outcome:
    try:
        return reader.bubble(key, _value(raw)[0], before)
    except BadItem as reason:
        return Skipped(str(reason))


class _Composer:
    """One conversation: what its bubbles inherit."""

    def __init__(self, id: str, about: Mapping[str, Any], options: Options) -> None:
        self._id = id
        self._about = about
        self._options = options
        self._updated = read_time(about.get("lastUpdatedAt"), options.zone)
        created = read_time(about.get("createdAt"), options.zone)
        self._clock = Clock(created.ts if created else None, options, lambda: [self._updated])
        self._model = text_or_none(mapping(about.get("modelConfig")).get("modelName"))
        uri = mapping(mapping(about.get("workspaceIdentifier")).get("uri"))
        parent = text_or_none(mapping(about.get("subagentInfo")).get("parentComposerId"))
        self._agent = id if parent else None
        self._session = parent or id
        self._cwd = text_or_none(uri.get("fsPath"))

    def bubble(self, name: str, bubble: Any, before: str | None) -> Outcome:
        """Turn one bubble into its drafts; each keeps its number however the bubble grows."""
        about = mapping(bubble)
        ts, is_inherited = self._clock.tell(_bubble_time(about, self._options.zone))
        model = mapping(about.get("modelInfo")).get("modelName") or about.get("modelType")
        base = Draft(
            ts=ts,
            role="system",
            type="meta",
            kind="unknown",
            text="",
            session=self._session,
            actor=_TOOL,
            model=text_or_none(model) or self._model,
            parent=scoped(before, self._id) or None,
            agent=self._agent,
            cwd=self._cwd,
            is_time_inherited=is_inherited,
        )
        id = scoped(name, self._id) or f"{self._id}/"
        drafts = _bubble_drafts(base, about)
        if not drafts:
            kind = "empty" if about.get("type") in (1, 2) else "unknown"
            drafts = [(0, base._replace(kind=kind, text=dumps(_scalars(about) if about else bubble), model=None))]
        return [one._replace(id=f"{id}#{number}" if number else id) for number, one in drafts]

    def head(self, last: str | None) -> Outcome:
        """Name the live branch and keep what the conversation says of itself."""
        ts, is_inherited = (self._updated.ts, False) if self._updated else self._clock.tell(None)
        told = {**_scalars(self._about), **{key: self._about[key] for key in _HEAD if key in self._about}}
        return [
            Draft(
                ts=ts,
                role="system",
                type="meta",
                kind="head",
                text=dumps(told),
                session=self._session,
                id=f"{self._id}@{self._updated.ts if self._updated else ''}/{last or ''}",
                actor=_TOOL,
                parent=scoped(last, self._id),
                agent=self._agent,
                cwd=self._cwd,
                is_time_inherited=is_inherited,
            )
        ]


def _bubble_drafts(base: Draft, about: Mapping[str, Any]) -> list[tuple[int, Draft]]:
    text, kind = about.get("text"), about.get("type")
    drafts: list[tuple[int, Draft]] = []
    spoken = base._replace(role="assistant", actor=None if base.agent is None else f"agent {base.agent}")
    system = base._replace(model=None)
    if isinstance(text, str) and text:
        if kind in (1, "user"):
            drafts += enumerate(typed(system, text))
        elif kind in (2, "ai", "assistant"):
            is_said = bool(text.strip())
            drafts.append(
                (
                    0,
                    spoken._replace(
                        type="text" if is_said else "meta", kind="reply" if is_said else "empty", text=text
                    ),
                )
            )
        else:
            drafts.append((0, system._replace(text=text)))
    for number, image in enumerate(listed(about.get("images"))):
        told = link_note("image", image) if isinstance(image, str) else dumps(_scalars(mapping(image)))
        drafts.append((_IMAGES + number, system._replace(kind="image", text=told)))
    thought = text_in(about.get("thinking"))
    if thought:
        drafts.append((_THOUGHT, spoken._replace(kind="thinking", text=thought)))
    tool = mapping(about.get("toolFormerData"))
    if tool:
        call = {key: value for key, value in tool.items() if key != "result"}
        drafts.append((_CALL, spoken._replace(type="action", kind="tool-call", text=dumps(call))))
        if tool.get("result") not in (None, ""):
            name = text_or_none(tool.get("name")) or "tool"
            result = result_text(tool["result"])
            is_own = is_own_tool(name) or own_block(result) is not None
            shown = system._replace(
                type="meta" if is_own else "action",
                kind="injected" if is_own else "tool-result",
                text=result,
                actor=name,
            )
            drafts.append((_RESULT, shown))
    return drafts


def _bubble_time(about: Mapping[str, Any], zone: str) -> Instant | None:
    timing = mapping(about.get("timingInfo"))
    for value in (about.get("createdAt"), about.get("timestamp"), *(timing.get(name) for name in _STAMPS)):
        if found := read_time(value, zone):
            return found
    return None


def _scalars(about: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in about.items() if not isinstance(value, dict | list)}


# --- the editor's rows: the old chat, and copies of prompts ---------------------------------------------------------


def _row(key: str, raw: Any, folder: str | None, options: Options) -> Iterator[Item]:
    if raw is None:
        return
    try:
        value, text = _value(raw)
    except BadItem as reason:
        yield Item(f"row {key}", Skipped(str(reason)))
        return
    if key == _CHAT:
        for place, outcome in _tabs(Parsed(value, text, 1), folder, options):
            yield Item(f"row {key}, {place}", outcome)
        return
    if value in ({}, []):
        return
    times = [_first_time(one, options.zone) for one in listed(mapping(value).get("allComposers") or value)]
    found = max((time for time in times if time), default=None)
    clock = Clock(found.ts if found else None, options, list)
    ts, _ = clock.tell(None)
    session = folder or "workspace"
    if ts is not None:  # lists of titles and copies of prompts: not worth a question for their day
        draft = Draft(ts, "system", "meta", key, text, session, actor=_TOOL, is_time_inherited=True)
        yield Item(f"row {key}", [draft])


def _first_time(value: Any, zone: str) -> Instant | None:
    about = mapping(value)
    names = ("lastUpdatedAt", "createdAt", "unixMs")
    return next((found for name in names if (found := read_time(about.get(name), zone))), None)


def _tabs(parsed: Parsed, folder: str | None, options: Options) -> Iterator[tuple[str | None, Outcome]]:
    about = mapping(parsed.value)
    if not listed(about.get("tabs")):
        yield "value", Skipped("no tabs in it")
    for number, one in enumerate(listed(about.get("tabs"))):
        tab = mapping(one)
        id = text_or_none(tab.get("tabId")) or text_or_none(tab.get("id")) or f"tab {number + 1}"
        title = {**_scalars(tab), "workspaceIdentifier": {"uri": {"fsPath": folder}}} if folder else _scalars(tab)
        reader = _Composer(id, {"createdAt": tab.get("lastSendTime"), **title}, options)
        before: str | None = None
        for place, bubble in enumerate(listed(tab.get("bubbles") or tab.get("messages"))):
            told = dict(mapping(bubble))
            told.setdefault("type", told.get("role"))
            told.setdefault("text", told.get("content", told.get("rawText")))
            name = text_or_none(told.get("id")) or text_or_none(told.get("bubbleId")) or f"{place}"
            yield f"tab {number + 1}, bubble {place + 1}", attempt(reader.bubble, name, told or bubble, before)
            before = name


def _folder(input: Input) -> str | None:
    """Return the folder a workspace's database belongs to; Cursor keeps it in `workspace.json` beside it."""
    if input.path is None or "workspace.json" not in input.siblings:
        return None
    try:
        with open(os.path.join(os.path.dirname(input.path), "workspace.json"), "rb") as stream:
            about = mapping(json.loads(stream.read(1 << 16)))
    except (OSError, ValueError, RecursionError):
        return None
    link = text_or_none(about.get("folder")) or text_or_none(about.get("workspace"))
    return link.removeprefix("file://") if link else None


# --- the agents' blobs ----------------------------------------------------------------------------------------------


def _blobs(database: Database, input: Input, options: Options) -> Iterator[Item]:
    """A head in hex-coded JSON, and messages named by their content; other blobs are the tree above them."""
    stem = _STEM.search(os.path.dirname(input.name))
    head: dict[str, Any] = {}
    text = ""
    for (value,) in database.rows("SELECT value FROM meta"):
        try:
            text = bytes.fromhex(str(value)).decode("utf-8", "surrogateescape")
            head = dict(mapping(parse(text)))
        except (ValueError, BadItem):
            continue
    id = text_or_none(head.get("agentId")) or (stem.group(1) if stem else "") or "store"
    reader = _Composer(id, {**head, "modelConfig": {"modelName": head.get("lastUsedModel")}}, options)
    for name, data in database.rows(
        "SELECT id, data FROM blobs WHERE octet_length(data) <= ? ORDER BY rowid", MAX_VALUE_B
    ):
        if not isinstance(data, bytes | str):
            continue
        try:
            about = mapping(_value(data)[0])
        except BadItem:
            continue
        if about.get("role") in ("user", "assistant"):
            told = {"type": about["role"], "text": _joined(about.get("content"))}
            yield Item(f"blob {name}", attempt(reader.bubble, str(name), told if told["text"] else about, None))
    if head:
        yield Item("head", attempt(_store_head, reader, text))


def _joined(content: Any) -> str | None:
    texts = [text for text in map(text_in, listed(content)) if text is not None]
    return texts[0] if len(texts) == 1 else None


def _store_head(reader: _Composer, text: str) -> Outcome:
    drafts = reader.head(None)
    return (
        drafts
        if isinstance(drafts, Skipped)
        else [one._replace(kind="session", text=text) for one in drafts if isinstance(one, Draft)]
    )
