"""Reads OpenCode's database: sessions, messages and parts in tables, JSON in their `data`.

Owns which columns there are in which version, and the order of messages. Knows no log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.sources.base import Draft, Input, Item, Options, Skipped
from lossless_memory.sources.database import MAX_VALUE_B, Database, copied
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.jsonlines import BadItem, parse
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.opencode_parts import Session, Unreadable, head, leaf_of, message, named, session_of
from lossless_memory.sources.opening import Broken
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import mapping, text_in, text_or_none
from lossless_memory.typed import Any

_SESSION = ("id", "parent_id", "directory", "title", "version", "time_created", "time_updated", "revert")


def is_ours(names: frozenset[str]) -> bool:
    """Say whether these are OpenCode's tables."""
    return {"session", "message", "part"} <= names or "session_message" in names


def read(input: Input, options: Options) -> Iterator[Item]:
    """Yield one item per message and one per session."""
    try:
        with copied(input) as database:
            known: set[str] = set()
            if is_ours(frozenset(name for name in ("session", "message", "part") if database.columns(name))):
                for id in _ids(database, "session"):
                    known.add(id)
                    yield from _session(database, id, options)
            if database.columns("session_message"):
                yield from _newest(database, known, options)
    except Broken as broken:
        yield Item("the rest of the database", Skipped(str(broken)[:200]))


def _ids(database: Database, table: str) -> list[str]:
    return [str(id) for (id,) in database.rows(f"SELECT id FROM {table} ORDER BY id") if id is not None]


def _entry(database: Database, table: str, id: str) -> dict[str, Any]:
    """Return the columns of a session that there are."""
    columns = [name for name in _SESSION if name in database.columns(table)]
    row = next(database.rows(f"SELECT {', '.join(columns)} FROM {table} WHERE id = ?", id), ())
    found = zip(columns, row, strict=False)
    return {name: value for name, value in found if value is not None and not isinstance(value, bytes)}


def _session(database: Database, id: str, options: Options) -> Iterator[Item]:
    about = _entry(database, "session", id)
    session = session_of(about, id)
    created, updated = (read_time(about.get(name), options.zone) for name in ("time_created", "time_updated"))
    clock = Clock(created.ts if created else None, options, lambda: [updated])
    names: list[str] = []
    sql = (
        "SELECT id, time_created, CASE WHEN octet_length(data) <= ? THEN data END FROM message "
        "WHERE session_id = ? ORDER BY time_created, id"
    )
    for name, at, data in database.rows(sql, MAX_VALUE_B, id):
        before = names[-1] if names else None
        place = f"session {id}, message {name}"
        yield Item(place, attempt(_message, database, session, (name, at, data), clock, options.zone, before))
        names.append(str(name))
    yield Item(f"session {id}, head", attempt(_head, session, about, updated or created, names, clock))


def _message(
    database: Database,
    session: Session,
    row: tuple[Any, Any, Any],
    clock: Clock,
    zone: str,
    before: str | None,
) -> Outcome:
    name, at, data = row
    try:
        info = dict(mapping(_json(data)))
    except BadItem as reason:
        return Skipped(str(reason))
    info["id"] = str(name)
    if read_time(mapping(info.get("time")).get("created"), zone) is None:
        info["time"] = {**mapping(info.get("time")), "created": None if isinstance(at, bytes) else at}
    parts = []
    sql = "SELECT id, CASE WHEN octet_length(data) <= ? THEN data END FROM part WHERE message_id = ? ORDER BY id"
    for part, body in database.rows(sql, MAX_VALUE_B, name):
        try:
            value = _json(body)
        except BadItem as reason:
            is_text = body is not None and not isinstance(body, bytes)
            value = Unreadable(str(body) if is_text else f"[part: {reason}]")
        parts.append((str(part), value))
    return message(session, info, parts, clock, zone, before)


def _head(
    session: Session, about: Mapping[str, Any], updated: Instant | None, names: list[str], clock: Clock
) -> Outcome:
    try:
        revert = parse(str(about.get("revert", "null")))
    except BadItem:
        revert = None
    return [head(session, about, updated, leaf_of(revert, names), clock)]


def _json(data: Any) -> Any:
    if data is None:
        raise BadItem("no content, or larger than 64 MiB")
    return parse(data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else str(data))


# --- the newest tables, known from reports only ---------------------------------------------------------------------


def _newest(database: Database, known: set[str], options: Options) -> Iterator[Item]:
    """Rows tagged by their type; those of a session that the older tables hold as well are its copies."""
    columns = database.columns("session_message")
    if not {"id", "session_id", "data"} <= columns:
        return
    kind, at = ("type" if "type" in columns else "NULL"), ("time_created" if "time_created" in columns else "NULL")
    order = "seq" if "seq" in columns else "id"
    clocks: dict[str, Clock] = {}
    before: dict[str, str] = {}
    sql = (
        f"SELECT id, session_id, {kind}, {at}, CASE WHEN octet_length(data) <= ? THEN data END "
        f"FROM session_message ORDER BY session_id, {order}, id"
    )
    for name, owner, what, moment, data in database.rows(sql, MAX_VALUE_B):
        session = str(owner)
        if session in known:
            continue
        if session not in clocks:
            clocks = {session: Clock(None, options, lambda: [])}
        row = (str(name), session, what, moment, data)
        yield Item(
            f"session {session}, row {name}",
            attempt(_new_row, row, clocks[session], options.zone, before.get(session)),
        )
        before = {session: str(name)}


def _new_row(row: tuple[str, str, Any, Any, Any], clock: Clock, zone: str, before: str | None) -> Outcome:
    name, session, what, moment, data = row
    try:
        value = _json(data)
    except BadItem as reason:
        return Skipped(str(reason))
    about = mapping(value)
    created = mapping(about.get("time")).get("created", moment)
    role = text_or_none(what) or text_or_none(about.get("role")) or "unknown"
    text = text_in(about)
    parts = about.get("content") if isinstance(about.get("content"), list) else None
    given = parts if parts is not None else [{"type": "text", "text": text}] if text is not None else []
    info = {**{key: item for key, item in about.items() if key != "content"}, "id": name, "role": role}
    info["time"] = {"created": None if isinstance(created, bytes) else created}
    if not given or role not in ("user", "assistant"):
        drafts = message(Session(session), {**info, "role": role}, [], clock, zone, before)
        return [one._replace(kind=role[:80], text=dumps(value)) for one in drafts if isinstance(one, Draft)][:1]
    return message(Session(session), info, named(given), clock, zone, before)
