"""Reads the log of the command line tool `llm`: two generations of tables in one SQLite file.

Owns which messages belong to a turn: they are content-addressed, shared between conversations, and without a time of
their own. Knows no log and no other source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.database import MAX_VALUE_B, Database, copied, tables
from lossless_memory.sources.drafts import Clock, Outcome, attempt, typed
from lossless_memory.sources.jsonlines import BadItem, parse
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import dumps, without_blobs
from lossless_memory.sources.opening import Broken
from lossless_memory.sources.times import Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "llm"
_RESPONSE = ("model", "resolved_model", "prompt", "system", "response", "reasoning", "conversation_id", "datetime_utc")
_TURN = ("thread_id", "tip_message_hash", "model", "resolved_model", "datetime_utc")
_CHAIN = 100_000
_PER_MESSAGE = 1_000

# The records of one response: the prompt 0, what came with it, then what was answered.
_SYSTEM, _FRAGMENTS, _RESULTS, _ATTACHMENTS, _THINKING, _REPLY, _CALLS = 1, 100, 200, 300, 400, 401, 500


class _Llm:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """The log has responses of conversations, or turns of threads."""
        names = tables(input)
        return {"responses", "conversations"} <= names or {"turns", "threads", "parts"} <= names

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per response or turn and one per conversation, always from the start. See the Protocol."""
        try:
            with copied(input) as database:
                if database.columns("responses"):
                    yield from _responses(database, options)
                    yield from _names(database, "conversations", "conversation_id", "responses", options)
                if database.columns("turns") and database.columns("messages"):
                    yield from _turns(database, options)
                    yield from _names(database, "threads", "thread_id", "turns", options)
        except Broken as broken:
            yield Item("the rest of the database", Skipped(str(broken)[:200]))


SOURCE = _Llm()


def _row(database: Database, table: str, id: Any, wanted: tuple[str, ...]) -> dict[str, Any]:
    """Return the columns of a row that there are and are not too large."""
    there = database.columns(table)
    columns = [name for name in wanted if name in there]
    told = ", ".join(f"CASE WHEN octet_length({name}) <= {MAX_VALUE_B} THEN {name} END" for name in columns)
    row = next(database.rows(f"SELECT {told} FROM {table} WHERE id IS ?", id), ()) if columns else ()
    return dict(zip(columns, row, strict=False))


def _base(row: Mapping[str, Any], session: Any, clock: Clock, before: str | None) -> Draft:
    """Times are UTC, with or without an offset."""
    own = read_time(row.get("datetime_utc"), "UTC")
    ts, is_inherited = clock.tell(Instant(own.ts) if own else None)
    return Draft(
        ts=ts,
        role="system",
        type="meta",
        kind="unknown",
        text="",
        session=text_or_none(session) or "conversation",
        actor=_TOOL,
        model=text_or_none(row.get("resolved_model")) or text_or_none(row.get("model")),
        parent=before,
        is_time_inherited=is_inherited,
    )


def _names(database: Database, table: str, column: str, of: str, options: Options) -> Iterator[Item]:
    """Yield what each conversation says of itself, at the time of its first turn."""
    if not {"id", "name"} <= database.columns(table):
        return
    sql = f"SELECT id, name FROM {table} WHERE id IN (SELECT {column} FROM {of}) ORDER BY id"
    for id, name in database.rows(sql):
        at = database.value(f"SELECT min(datetime_utc) FROM {of} WHERE {column} IS ?", id)
        clock = Clock(None, options, lambda: [])
        base = _base({"datetime_utc": at}, id, clock, None)
        text = dumps({"id": str(id), "name": name if isinstance(name, str) else None})
        told = base._replace(kind="session", text=text, id=f"{id}@name", is_time_inherited=True)
        yield Item(f"{table} {id}", [told])


# --- the old tables -------------------------------------------------------------------------------------------------


def _responses(database: Database, options: Options) -> Iterator[Item]:
    """In the order of ids, which are made of the time."""
    before: dict[str, str] = {}
    clock = Clock(None, options, lambda: [])
    for (id,) in database.rows("SELECT id FROM responses ORDER BY id"):
        row = _row(database, "responses", id, _RESPONSE)
        session = str(row.get("conversation_id") or id)
        base = _base(row, session, clock, before.get(session))
        yield Item(f"response {id}", attempt(_response, database, base, row, id))
        before[session] = str(id)


def _response(database: Database, base: Draft, row: Mapping[str, Any], id: Any) -> Outcome:
    found: list[tuple[int, Draft]] = []
    system = base._replace(model=None)
    prompt, told = row.get("prompt"), row.get("system")
    if isinstance(prompt, str) and prompt:
        found += enumerate(typed(system, prompt))
    if isinstance(told, str) and told:
        found.append((_SYSTEM + 50, system._replace(kind="system", text=told)))
    for table, kind in (("prompt_fragments", "context"), ("system_fragments", "system")):
        for number, text in enumerate(_fragments(database, table, "response_id", id)):
            name = "injected" if own_block(text) else kind
            at = _FRAGMENTS + number + (0 if kind == "context" else 50)
            found.append((at, system._replace(kind=name, text=text)))
    found += [(_RESULTS + number, one) for number, one in enumerate(_results(database, system, id))]
    for number, text in enumerate(_attachments(database, id)):
        found.append((_ATTACHMENTS + number, system._replace(kind="attachment", text=text)))
    spoken = base._replace(role="assistant", actor=None)
    if text_or_none(row.get("reasoning")):
        found.append((_THINKING, spoken._replace(kind="thinking", text=row["reasoning"])))
    answer = row.get("response")
    if isinstance(answer, str) and answer.strip():
        found.append((_REPLY, spoken._replace(type="text", kind="reply", text=answer)))
    found += [(_CALLS + number, one) for number, one in enumerate(_calls(database, spoken, id))]
    if not found:
        found = [(0, system._replace(kind="empty", text=dumps({"id": str(id)})))]
    return [one._replace(id=str(id) if number == 0 else f"{id}#{number}") for number, one in found]


def _fragments(database: Database, table: str, column: str, id: Any) -> Iterator[str]:
    if not database.columns(table):
        return
    sql = (
        f"SELECT f.content FROM {table} p JOIN fragments f ON f.id = p.fragment_id WHERE p.{column} IS ? "
        f'AND octet_length(f.content) <= {MAX_VALUE_B} ORDER BY p."order"'
    )
    for (text,) in database.rows(sql, id):
        if isinstance(text, str):
            yield text


def _attachments(database: Database, id: Any) -> Iterator[str]:
    if not database.columns("prompt_attachments"):
        return
    sql = (
        "SELECT a.id, a.type, a.path, a.url, octet_length(a.content) FROM prompt_attachments p "
        'JOIN attachments a ON a.id = p.attachment_id WHERE p.response_id IS ? ORDER BY p."order"'
    )
    for name, kind, path, url, size_b in database.rows(sql, id):
        told = {"id": name, "type": kind, "path": path, "url": url, "bytes": size_b}
        yield f"[attachment: {dumps({key: value for key, value in told.items() if isinstance(value, str | int)})}]"


def _results(database: Database, base: Draft, id: Any) -> Iterator[Draft]:
    if database.columns("tool_results"):
        for name, output in database.rows(
            "SELECT name, output FROM tool_results WHERE response_id IS ? ORDER BY id", id
        ):
            yield _result(base, text_or_none(name), output if isinstance(output, str) else dumps(None))


def _result(base: Draft, name: str | None, text: str) -> Draft:
    is_own = is_own_tool(name) or own_block(text) is not None
    return base._replace(
        role="system",
        type="meta" if is_own else "action",
        kind="injected" if is_own else "tool-result",
        text=text,
        actor=name or "tool",
        model=None,
    )


def _calls(database: Database, spoken: Draft, id: Any) -> Iterator[Draft]:
    if database.columns("tool_calls"):
        sql = "SELECT name, arguments FROM tool_calls WHERE response_id IS ? ORDER BY id"
        for name, arguments in database.rows(sql, id):
            text = dumps({"name": name if isinstance(name, str) else None, "arguments": _text(arguments)})
            yield spoken._replace(type="action", kind="tool-call", text=text)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


# --- the new tables -------------------------------------------------------------------------------------------------


def _turns(database: Database, options: Options) -> Iterator[Item]:
    """In the order of ids, which are made of the time."""
    before: dict[str, str] = {}
    tips: dict[str, set[str]] = {}
    forks = dict(database.rows("SELECT id, forked_from FROM threads")) if database.columns("threads") else {}
    clock = Clock(None, options, lambda: [])
    for (id,) in database.rows("SELECT id FROM turns ORDER BY id"):
        row = _row(database, "turns", id, _TURN)
        thread = str(row.get("thread_id") or id)
        base = _base(row, thread, clock, before.get(thread))
        known = tips.setdefault(thread, set()) | _above(tips, forks, thread)
        yield Item(f"turn {id}", attempt(_turn, database, base, id, row.get("tip_message_hash"), known))
        before[thread] = str(id)
        tips[thread].add(str(row.get("tip_message_hash")))


def _above(tips: Mapping[str, set[str]], forks: Mapping[Any, Any], thread: str) -> set[str]:
    """Return the ends of turns in the threads this one was forked from."""
    found: set[str] = set()
    seen: set[str] = set()
    at = forks.get(thread)
    while isinstance(at, str) and at not in seen:
        seen.add(at)
        found |= tips.get(at, set())
        at = forks.get(at)
    return found


def _turn(database: Database, base: Draft, id: Any, tip: Any, known: set[str]) -> Outcome:
    """Turn the messages since the last turn into drafts."""
    chain: list[tuple[str, Any]] = []
    at = tip
    while isinstance(at, str) and len(chain) < _CHAIN and (not chain or at not in known):
        row = next(database.rows("SELECT role, parent_hash FROM messages WHERE hash = ?", at), None)
        if row is None or any(at == name for name, _ in chain):
            break
        chain.append((at, row[0]))
        at = row[1]
    drafts: list[Draft] = []
    for number, (name, role) in enumerate(reversed(chain)):
        sql = (
            "SELECT type, tool_name, text, payload FROM parts WHERE message_hash = ? "
            f"AND coalesce(octet_length(text), 0) + coalesce(octet_length(payload), 0) <= {MAX_VALUE_B} "
            "ORDER BY position, id"
        )
        for place, part in enumerate(database.rows(sql, name)):
            first = number * _PER_MESSAGE + place * 10
            found = _part(database, base, role, part)
            drafts += [
                one._replace(id=f"{id}#{first + piece}" if first + piece else str(id))
                for piece, one in enumerate(found)
            ]
    return drafts or [base._replace(kind="empty", text=dumps({"id": str(id)}), id=str(id), model=None)]


def _part(database: Database, base: Draft, role: Any, part: tuple[Any, Any, Any, Any]) -> list[Draft]:
    kind, tool, text, raw = part
    payload = _json(raw)
    if text is None and "text_ref" in mapping(payload):
        text = _fragment(database, mapping(payload)["text_ref"])
    name = text_or_none(tool)
    system = base._replace(model=None)
    spoken = base._replace(role="assistant", actor=None)
    what = (text_or_none(kind) or "unknown")[:80]
    if what in ("tool_call", "tool-call"):
        told = _told(payload) if payload is not None else text if isinstance(text, str) else dumps(name)
        return [spoken._replace(type="action", kind="tool-call", text=told, extra={"tool": name} if name else {})]
    if what in ("tool_result", "tool-result") or (role == "tool" and isinstance(text, str)):
        return [_result(base, name, text if isinstance(text, str) else _told(payload))]
    if not isinstance(text, str):
        return [system._replace(kind=what, text=_told(payload))]
    if what in ("reasoning", "thinking"):
        return [spoken._replace(kind="thinking", text=text)]
    if what != "text":
        return [system._replace(kind=what, text=text)]
    if role == "user":
        return typed(system, text)
    if role == "assistant" and text.strip():
        return [spoken._replace(type="text", kind="reply", text=text)]
    return [system._replace(kind="injected" if own_block(text) else (text_or_none(role) or "unknown")[:80], text=text)]


def _fragment(database: Database, name: Any) -> Any:
    if not isinstance(name, str | int) or not database.columns("fragments"):
        return None
    return database.value("SELECT content FROM fragments WHERE hash IS ? OR id IS ? LIMIT 1", name, name)


def _told(payload: Any) -> str:
    return payload if isinstance(payload, str) else dumps(without_blobs(payload))


def _json(raw: Any) -> Any:
    try:
        return parse(raw) if isinstance(raw, str) else None
    except BadItem:
        return raw
