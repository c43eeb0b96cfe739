"""Giving drafts their names and ids: the person's and the AI's names, and keyed ids where a source has none.

A keyed id is a hash, under the store's secret, of session, ts, role, text and the count of equal ones before it, so
that two equal lines both stay and neither can be guessed from outside (DESIGN §4).
"""

from __future__ import annotations

from collections import OrderedDict

from lossless_memory.config import Config
from lossless_memory.record import Record, joined
from lossless_memory.sources.base import Draft
from lossless_memory.typed import Any

WINDOW = 1_024
"""Equal lines are counted among the last so many different lines without ids; further apart they do not occur."""


class Equals:
    """Counts equal lines within a window that travels with the cursor, so that reading on counts as reading whole."""

    def __init__(self, saved: list[list[Any]] | None = None) -> None:
        """Go on from what `saved` gave, or start anew."""
        self._counts: OrderedDict[str, int] = OrderedDict((name, count) for name, count in saved or [])

    def next(self, name: str) -> int:
        """Return how many equal ones came before, and count this one."""
        count = self._counts.pop(name, 0)
        self._counts[name] = count + 1
        if len(self._counts) > WINDOW:
            self._counts.popitem(last=False)
        return count

    def saved(self) -> list[list[Any]]:
        """Return the window as JSON values."""
        return [[name, count] for name, count in self._counts.items()]


def to_record(draft: Draft, source: str, config: Config, secret: bytes, equals: Equals) -> Record:
    """Make the record of a draft that has a time."""
    ts, role, type_, kind, text, session, id, actor, model, parent, answer, agent, cwd, is_late, is_made, extra = draft
    if ts is None:
        raise ValueError("a draft without a time cannot become a record")
    session = f"{source}:{session}"
    if actor is None:
        actor = config.person if role == "user" else config.assistant if role == "assistant" else "system"
    if not id:
        id = _keyed_id(draft, session, joined(text), secret, equals)
    if is_made:
        id, parent = _keyed_event(id, secret), parent and _keyed_event(parent, secret)
    origin: dict[str, Any] = {"source": source, "id": id, "kind": kind}
    if parent is not None:
        origin["parent"] = parent
    if answer is not None:
        origin["answer"] = answer
    if agent is not None:
        origin["agent"] = agent
    if cwd is not None:
        origin["cwd"] = cwd
    if is_late:
        origin["time"] = "inherited"
    if extra:
        origin |= {name: value for name, value in extra.items() if name not in origin}
    made: Record = tuple.__new__(Record, (ts, actor, role, type_, text, model, session, origin))
    return made


def _keyed_id(draft: Draft, session: str, text: str, secret: bytes, equals: Equals) -> str:
    parts = [session, draft.ts or "", draft.role, text]
    name = _keyed("\0".join(parts), secret)
    count = equals.next(name[2:18])
    return name if count == 0 else f"{name}-{count}"


def _keyed_event(id: str, secret: bytes) -> str:
    """Hash an id, but for the number of a piece behind it, by which the pieces of one event are known."""
    event, mark, number = id.rpartition("#")
    return f"{_keyed(event, secret)}#{number}" if mark and number.isdigit() else _keyed(id, secret)


def _keyed(content: str, secret: bytes) -> str:
    import hmac  # most sources have ids of their own

    return f"h-{hmac.digest(secret, content.encode('utf-8', 'surrogatepass'), 'sha256').hex()[:32]}"
