"""Reads ChatGPT's data export: conversations as trees of messages, in one array, in shards, or one alone.

Owns the tree: the parent of each message, the time it inherits, and the head that names the live branch. All branches
are kept. What a message says is decided in `chatgpt_content`. Knows no zip and no log; an export is always read from
its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.sources import jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.chatgpt_content import drafts_of
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.typed import Any

_WRAPPERS = ("conversations", "items", "data", "results", "conversation")
_FOREIGN = ("inserted_at", "chat_messages", "responses", "chat", "sessionId")


class _ChatGpt:
    name = "chatgpt"

    def claims(self, input: Input) -> bool:
        """ChatGPT's conversations have a `mapping`, or at least its pair of unix times beside a title."""
        return any(
            ("mapping" in keys or all(name in keys for name in ("title", "create_time", "update_time")))
            and not any(name in keys for name in _FOREIGN)
            for keys in shape(input).objects
        )

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per message and one per conversation, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            for value in jsonstream.peek(input):
                for conversation in _conversations(value):
                    yield _Conversation(conversation, options.zone).time

        clock = Clock(None, options, ahead)

        def convert(parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
            found = _conversations(parsed.value)
            if not found:
                yield None, Skipped("not a conversation")
            for number, conversation in enumerate(found):
                for place, outcome in _Conversation(conversation, options.zone).outcomes(clock):
                    yield (place if len(found) == 1 else f"part {number + 1}, {place}"), outcome

        return jsonstream.read(input, "conversation", convert, Digits)


SOURCE = _ChatGpt()


def _conversations(value: Any) -> list[Mapping[str, Any]]:
    """Return the conversations in one element: itself, or what browser and team exporters wrapped."""
    if not isinstance(value, dict) or not value:
        return []
    if "mapping" not in value:
        for key in _WRAPPERS:
            inner = value.get(key)
            if isinstance(inner, dict) and "mapping" in inner:
                return [inner]
            if isinstance(inner, list) and any(isinstance(one, dict) and "mapping" in one for one in inner):
                return [one for one in inner if isinstance(one, dict)]
    return [value]


class _Conversation:
    """One conversation: its nodes by id, each with its parent, and the times they inherit."""

    def __init__(self, body: Mapping[str, Any], zone: str) -> None:
        self._body = body
        self._zone = zone
        mapping = body.get("mapping")
        self._nodes = _nodes(mapping if isinstance(mapping, dict) else _listed(body.get("messages")))
        self._parents = _parents(self._nodes)
        self._spoken = {name: node["message"] for name, node in self._nodes.items() if _has_message(node)}
        self._times = {name: read_time(told.get("create_time"), zone) for name, told in self._spoken.items()}
        own = [time for time in self._times.values() if time]
        self.time = self._read("create_time") or (min(own) if own else None) or self._read("update_time")
        self._latest = max(own, default=None)
        names = (body.get("conversation_id"), body.get("id"), next(iter(map(self._id, self._spoken)), None))
        self._session = next((name for name in names if isinstance(name, str) and name), "conversation")
        owner = body.get("user_id")
        self._owner = owner if isinstance(owner, str) else None

    def outcomes(self, clock: Clock) -> Iterator[tuple[str, Outcome]]:
        """Yield what became of each message, in the file's order, then the conversation's head."""
        start, is_assumed = clock.tell(self.time)
        times = self._inherited((start, True) if start else (None, True))
        parents = self._stored_parents()
        for name in self._spoken:
            yield f"node {name}", attempt(self._message, name, times[name], parents[name])
        yield "head", attempt(self._head, start, is_assumed)

    def _message(self, name: str, time: tuple[str | None, bool], parent: str | None) -> Outcome:
        message = self._spoken[name]
        metadata = message.get("metadata")
        slug = metadata.get("model_slug") if isinstance(metadata, dict) else None
        id = self._id(name)
        slug = slug if isinstance(slug, str) and slug else self._body.get("default_model_slug")
        slug = slug if isinstance(slug, str) and slug else None
        ts, is_inherited = time
        base = Draft(
            ts, "system", "meta", "unknown", "", self._session, id, None, slug, parent, None, None, None, is_inherited
        )
        return numbered(drafts_of(base, message, self._owner), id)

    def _head(self, start: str | None, is_start_assumed: bool) -> Outcome:
        """Name the live branch: the record of `current_node`, or of the nearest node above it that has one."""
        updated = self._body.get("update_time")
        own = self._read("update_time")
        found = own or self._latest
        written = updated.written if isinstance(updated, Digits) else updated
        current = self._body.get("current_node")
        leaf = current if isinstance(current, str) else None
        if leaf in self._nodes and leaf not in self._spoken:
            leaf = self._nearest_spoken(leaf)
        rest = {key: item for key, item in self._body.items() if key not in ("mapping", "messages")}
        is_bare = not self._nodes
        return [
            Draft(
                ts=found.ts if found else start,
                role="system",
                type="meta",
                kind="head",
                text=dumps(dict(self._body) if is_bare else rest),
                session=self._session,
                id=f"{self._session}@{'' if written is None else written}",
                actor="chatgpt",
                parent=self._id(leaf) if leaf in self._nodes else None,
                is_time_inherited=own is None or (is_start_assumed and found is None),
            )
        ]

    # --- the tree -----------------------------------------------------------------------------------------------

    def _id(self, name: str) -> str:
        own = self._spoken[name].get("id")
        return own if isinstance(own, str) and own else name

    def _nearest_spoken(self, name: str) -> str | None:
        """Return the nearest ancestor that has a message; a broken tree may hold a circle."""
        above = self._parents.get(name)
        if above in self._spoken and above != name:
            return above
        seen = {name}
        while above is not None and above not in seen and above in self._nodes:
            if above in self._spoken:
                return above
            seen.add(above)
            above = self._parents.get(above)
        return None

    def _stored_parents(self) -> dict[str, str | None]:
        parents: dict[str, str | None] = {}
        for name in self._spoken:
            above = self._nearest_spoken(name)
            parents[name] = self._id(above) if above is not None else None
        return parents

    def _inherited(self, start: tuple[str | None, bool]) -> dict[str, tuple[str | None, bool]]:
        """Give each node its own time, or that of the nearest ancestor that has one, or the conversation's."""
        known: dict[str, tuple[str | None, bool]] = {}
        for name in self._nodes:
            path: list[str] = []
            at: str | None = name
            while at is not None and at in self._nodes and at not in known:
                own = self._times.get(at)
                known[at] = (own.ts, own.is_zone_assumed) if own else start
                if own:
                    break
                path.append(at)
                at = self._parents.get(at)
            above = known.get(at) if at is not None else None
            for node in path:
                known[node] = (above[0], True) if above else start
        return known

    # --- times and names ----------------------------------------------------------------------------------------

    def _read(self, name: str) -> Instant | None:
        return read_time(self._body.get(name), self._zone)


def _has_message(node: Mapping[str, Any]) -> bool:
    return isinstance(node.get("message"), dict)


def _nodes(mapping: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {name: node for name, node in mapping.items() if isinstance(node, dict)}


def _listed(messages: Any) -> dict[str, Any]:
    """Return a plain list of messages as a tree without branches."""
    nodes: dict[str, Any] = {}
    before: str | None = None
    for number, message in enumerate(messages if isinstance(messages, list) else []):
        if isinstance(message, dict):
            own = message.get("id")
            name = own if isinstance(own, str) and own and own not in nodes else f"message {number}"
            nodes[name] = {"parent": before, "message": message}
            before = name
    return nodes


def _parents(nodes: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return each node's parent, from `parent`, else from the node that counts it among its children."""
    parents: dict[str, str] = {}
    for name, node in nodes.items():
        for child in node.get("children") if isinstance(node.get("children"), list) else ():  # type: ignore[union-attr]
            if isinstance(child, str):
                parents.setdefault(child, name)
    for name, node in nodes.items():
        if isinstance(node.get("parent"), str):
            parents[name] = node["parent"]
    return parents
