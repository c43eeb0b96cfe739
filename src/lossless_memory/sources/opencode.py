"""Reads OpenCode: its database, the files of its older stores, and its export of one session.

Recognises the kinds and finds what belongs together; what a message says is read by `opencode_parts`. Knows no log and
no other source.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from glob import escape, glob

from lossless_memory.sources import jsonstream, opencode_store
from lossless_memory.sources.base import Cursor, Input, Item, Options, Skipped
from lossless_memory.sources.database import is_database, tables
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.opencode_parts import Part, Session, head, leaf_of, message, named, session_of
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_or_none
from lossless_memory.typed import Any

_FILE_B = 64 << 20


class _OpenCode:
    name = "opencode"

    def claims(self, input: Input) -> bool:
        """A database has the three tables; a file is a message's head, a session's, or an export of both."""
        if is_database(input):
            return opencode_store.is_ours(tables(input))
        first = shape(input).objects[:1]
        return bool(first) and not shape(input).is_array and _kind(first[0]) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per message and one per session, always from the start. See the Protocol."""
        if is_database(input):
            return opencode_store.read(input, options)
        return jsonstream.read(input, "entry", lambda parsed: _entry(input, parsed, options))


SOURCE = _OpenCode()


def _kind(keys: Mapping[str, str]) -> str | None:
    if "sessionID" in keys and "role" in keys and "id" in keys and "parts" not in keys:
        return "message"
    if "info" in keys and "messages" in keys and ("info.id" in keys or "info.time" in keys):
        return "export"
    is_session = "id" in keys and "title" in keys and "time.created" in keys
    return "session" if is_session and ("projectID" in keys or "directory" in keys) else None


def _entry(input: Input, parsed: Parsed, options: Options) -> Iterator[tuple[str | None, Outcome]]:
    about = mapping(parsed.value)
    zone = options.zone
    if "messages" in about and "info" in about:
        yield from _export(about, options)
    elif "role" in about:
        session = _Files(input).session(text_or_none(about.get("sessionID")) or "session")
        clock = Clock(None, options, lambda: [])
        files = _Files(input)
        id = text_or_none(about.get("id")) or ""
        parts = files.parts(session.id, id)
        yield "message", attempt(message, session, about, parts, clock, zone, files.before())
    else:
        session = session_of(about, text_or_none(about.get("id")) or "session")
        times = mapping(about.get("time"))
        updated = read_time(times.get("updated"), zone) or read_time(times.get("created"), zone)
        leaf = leaf_of(about.get("revert"), _Files(input).messages(session.id))
        yield "session", attempt(_head, session, about, updated, leaf, options)


def _head(
    session: Session, about: Mapping[str, Any], updated: Instant | None, leaf: str | None, options: Options
) -> Outcome:
    return [head(session, about, updated, leaf, Clock(None, options, lambda: []))]


def _export(about: Mapping[str, Any], options: Options) -> Iterator[tuple[str | None, Outcome]]:
    info = mapping(about.get("info"))
    session = session_of(info, text_or_none(info.get("id")) or "session")
    times = mapping(info.get("time"))
    created = read_time(times.get("created"), options.zone)
    clock = Clock(created.ts if created else None, options, lambda: [])
    names: list[str] = []
    for number, one in enumerate(listed(about.get("messages"))):
        told = mapping(one)
        head_of = mapping(told.get("info"))
        place = f"message {number + 1}"
        if not head_of:
            yield place, Skipped("not a message")
            continue
        before = names[-1] if names else None
        yield place, attempt(message, session, head_of, named(listed(told.get("parts"))), clock, options.zone, before)
        if name := text_or_none(head_of.get("id")):
            names.append(name)
    updated = read_time(times.get("updated"), options.zone) or created
    yield "head", attempt(lambda: [head(session, info, updated, leaf_of(info.get("revert"), names), clock)])


class _Files:
    """The older stores' files beside a message's: `message/<session>/<id>.json`, and parts and sessions next to it.

    Where the file stands at no path nothing beside it is found.
    """

    def __init__(self, input: Input) -> None:
        path = os.path.abspath(input.path) if input.path is not None else None
        self._path = path
        self._root = ""
        folder = os.path.dirname(path) if path else ""
        for _ in range(3):
            if os.path.basename(folder) in ("message", "session", "info"):
                self._root = os.path.dirname(folder)
                break
            folder = os.path.dirname(folder)

    def session(self, id: str) -> Session:
        """Return what the session's own file says, or only its id."""
        for inner in ("session/*", "info"):
            for path in self._glob(inner, f"{escape(id)}.json") + self._glob(inner, f"ses_{escape(id)}.json"):
                return session_of(mapping(_load(path)), id)
        return Session(id)

    def parts(self, session: str, message: str) -> list[Part]:
        """Return a message's parts in the order of their names."""
        found = self._glob("part", escape(message), "*.json") or self._glob(
            "part", escape(session), escape(message), "*.json"
        )
        return named(value for value in map(_load, found) if value is not None)

    def before(self) -> str | None:
        """Return the id of the message whose file stands before this one, by the names that sort by creation."""
        if not self._root or self._path is None:
            return None
        names = self._glob(*_escaped(os.path.relpath(os.path.dirname(self._path), self._root)), "*.json")
        at = names.index(self._path) if self._path in names else 0
        return text_or_none(mapping(_load(names[at - 1])).get("id")) if at else None

    def messages(self, session: str) -> list[str]:
        """Return the ids of a session's messages, in order."""
        found = [mapping(_load(path)).get("id") for path in self._glob("message", escape(session), "*.json")]
        return [id for id in found if isinstance(id, str) and id]

    def _glob(self, *parts: str) -> list[str]:
        return sorted(glob(os.path.join(escape(self._root), *parts))) if self._root else []


def _escaped(path: str) -> list[str]:
    return [escape(part) for part in path.split(os.sep)]


def _load(path: str) -> Any:
    try:
        with open(path, "rb") as stream:
            data = stream.read(_FILE_B + 1)
        return json.loads(data.decode("utf-8", "surrogateescape")) if len(data) <= _FILE_B else None
    except (OSError, ValueError, RecursionError):
        return None
