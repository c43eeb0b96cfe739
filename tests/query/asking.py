"""A small log to ask in tests: records in a line each, and every question put to the index and to the scan at once."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from lossless_memory import config as settings
from lossless_memory.index import catalog, update
from lossless_memory.index.search import CatalogSearcher, Searcher
from lossless_memory.log import fsio
from lossless_memory.log.read import Reader
from lossless_memory.paths import Home, find_home
from lossless_memory.query.answer import Answer
from lossless_memory.query.recall import Asking, Options, State, recall
from lossless_memory.query.scan import ScanSearcher
from lossless_memory.record import Record, canonical_ts, encode

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 10, 14, 10, 0, tzinfo=TOKYO)
"""Wednesday, 10:00 in Tokyo."""

_numbers = itertools.count(1)
_KINDS = {("user", "text"): "typed", ("assistant", "text"): "reply", ("assistant", "action"): "tool-call"}


def parts(text: str, mark: str | None = None) -> list[str]:
    """Cut a table written as one text into its pieces: at white space, or at a mark."""
    return [part.strip("\n") if mark else part for part in text.split(mark)]


def said(when: str, text: str, role: str = "user", *, zone: ZoneInfo = TOKYO, **given: Any) -> Record:
    """Make a record; `when` is local, such as 2026-10-13 20:10. What is no field of a record goes into its origin."""
    moment = datetime.fromisoformat(when)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    type_ = given.pop("type", "text")
    actor = given.pop("actor", {"user": "Sam", "assistant": "AI"}.get(role, "tool"))
    session, model = given.pop("session", "claude-code:s1"), given.pop("model", None)
    origin: dict[str, Any] = {
        "source": "claude-code",
        "id": f"u{next(_numbers)}",
        "kind": _KINDS.get((role, type_), type_),
    }
    return Record(canonical_ts(moment), actor, role, type_, text, model, session, {**origin, **given})


def written(home: Home, lines: list[tuple[str, bytes]], device: str = "main") -> None:
    """Append lines, given as (day, bytes), to day files as they are."""
    for day, line in lines:
        path = Path(home.day_file(device, day))
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("ab") as stream:
            stream.write(line + b"\n")


class Book:
    """A log in a throw-away home."""

    def __init__(self, folder: Path) -> None:
        self.home = find_home(str(folder / "home"), {"LOSSLESS_MACHINE": "tests"})
        self.config = settings.parse(None, "config.json")
        self.is_compared = True
        self._is_indexed = False

    def write(self, *records: Record, device: str = "main") -> Book:
        written(self.home, [(record.day, encode(record)) for record in records], device)
        self._is_indexed = False
        return self

    def set(self, **values: Any) -> Book:
        self.config = self.config._replace(**values)
        return self

    def index(self) -> Book:
        """Bring the index up to what was written."""
        if not self._is_indexed:
            fsio.make_folder(self.home.local)
            update.rebuild(self.home)
            self._is_indexed = True
        return self

    def ask(
        self,
        question: str = "",
        *,
        now: datetime = NOW,
        is_now_given: bool = True,
        zone: str = "Asia/Tokyo",
        **options: Any,
    ) -> Answer:
        """Answer from the index, having made sure that the scan says the very same."""
        self.index()
        asking = Asking(now, ZoneInfo(zone), zone, self.config, is_now_given)
        searchers: list[Searcher] = [CatalogSearcher(catalog.open_reading(self.home))]
        if self.is_compared:
            searchers.append(ScanSearcher(self.home))
        with Reader(self.home) as reader:
            try:
                answers = [recall(question, one, reader, asking, Options(**options), State()) for one in searchers]
            finally:
                for one in searchers:
                    one.close()
        assert answers[0] == answers[-1]
        return answers[0]


def texts(answer: Answer) -> list[str]:
    """Return what an answer shows, in its order."""
    return [hit.record.text for hit in answer.hits]


def exact(answer: Answer) -> list[str]:
    """Return what an answer shows because it was asked for, context left out."""
    return [hit.record.text for hit in answer.hits if hit.match == "exact"]


def at(*when: int) -> datetime:
    """Return an instant in UTC."""
    return datetime(*when, tzinfo=UTC)  # type: ignore[misc, arg-type]
