"""The library: `Memory`, which stores records and answers questions (DESIGN §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.ingest import catchup, given
from lossless_memory.ingest.writer import Pending, Receipt, Writer
from lossless_memory.log.home import Store, open_store
from lossless_memory.paths import find_home
from lossless_memory.query.answer import Answer
from lossless_memory.query.ask import CatchUp, Kept, ask, semantic_mode
from lossless_memory.query.asking import MOST_AROUND, MOST_LINES, Asking, Options
from lossless_memory.record import Record
from lossless_memory.typed import Any

BATCH = 2_000


class Memory:
    """A store, opened. Use it in a `with`, or close it.

    Safe beside other processes on the same home; not to be shared between threads.
    """

    def __init__(self, store: Store, semantic: str = "auto") -> None:
        """Use `Memory.open`."""
        self._store, self._semantic = store, semantic
        self._writer: Writer | None = None
        self._kept = Kept(store.home)

    @classmethod
    def open(cls, home: str | None = None, semantic: str | None = None) -> Memory:
        """Open the home folder, creating it if it is absent; None = LOSSLESS_HOME or the platform's data folder.

        `semantic` says whether meaning helps where words fail: "off", "auto" (as far as there are vectors), "wait"
        (make them all first); None = LOSSLESS_SEMANTIC, else auto. Raises ConfigError, StoreError, NewerFormat;
        UsageError for another `semantic`.
        """
        mode = semantic_mode(semantic)
        return cls(open_store(find_home(None if home is None else str(home)), now=clock.now()), mode)

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything that is open."""
        self._kept.close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def append(self, records: Iterable[Mapping[str, Any] | Record]) -> Receipt:
        """Store records; return their receipt once all that are stored are durable.

        A record whose time lies in a pause, or that is excluded by the settings, is not stored; the receipt counts it
        as skipped.

        Each is a mapping with the seven fields and perhaps an origin (missing ones are filled in as the command line
        does), or a Record. Raises UsageError for a wrong one, before anything is stored; WriteFailed, ForeignStore.
        """
        now = clock.now()
        batch = []
        for number, one in enumerate(records, 1):
            body = one._asdict() if isinstance(one, Record) else one
            batch.append(given.pending(body, f"record {number}", self._store.config, now))
        if self._writer is None:
            self._writer = Writer(self._store)
        why = given.reasons(batch, self._store)
        batch = [one for one, reason in zip(batch, why, strict=True) if reason is None]
        receipts = [self._stored(batch[start : start + BATCH], self._writer) for start in range(0, len(batch), BATCH)]
        return given.receipt(why, receipts)

    @staticmethod
    def _stored(batch: list[Pending], writer: Writer) -> Receipt:
        """Store a batch and derive what follows from it, under one lock."""
        with writer.held(days={one.record.day for one in batch}):
            receipt = writer.store(batch)
            writer.finish()
        return receipt

    def recall(
        self,
        question: str,
        *,
        now: datetime | str | None = None,
        timezone: str | None = None,
        limit: int = 20,
        around: int = 0,
        options: Options | None = None,
    ) -> Answer:
        """Answer a question with the lines of the log.

        `now` (an aware datetime, or ISO 8601 text with an offset) makes the answer reproducible and hides what is
        later; None = LOSSLESS_NOW, else the present. `timezone` is an IANA name; None = LOSSLESS_TZ, the settings or
        the system. `options` carries the further flags of `lossless recall`; `limit` (1 to 10,000) and `around` (0 to
        100) win over those in it. Raises UsageError for a question that is no text or asks nothing, for another `now`,
        `limit` or `around`, a LOSSLESS_NOW that is no instant, or an unknown zone.
        """
        for name, value in (("question", question), ("timezone", "" if timezone is None else timezone)):
            if not isinstance(value, str):
                raise UsageError(f"{name} must be text, but is {value!r}; nothing was searched.")
        now = None if now is None else _instant(now)
        _check_number("limit", limit, 1, MOST_LINES)
        _check_number("around", around, 0, MOST_AROUND)
        zone = clock.person_zone(timezone, self._store.config.timezone)
        moment = clock.now()
        now = now or clock.given_now(zone)
        asking = Asking(now or moment, zone.info, zone.name, self._store.config, now is not None)
        chosen = (options or Options())._replace(limit=limit, around=around)
        store = self._store
        catch_up = CatchUp(lambda: catchup.before_answer(store, moment, zone.name), catchup.is_due(store))
        answer = ask(store.home, question, asking, chosen, catch_up, self._kept, self._semantic)
        return answer._replace(notes=[zone.note, *answer.notes]) if zone.note else answer


def _instant(now: datetime | str) -> datetime:
    """Return an aware datetime as it is, and read ISO 8601 text with an offset. Raises UsageError for anything else."""
    how = "Pass an aware datetime, or write it like 2026-10-14T10:00:00+09:00."
    try:
        moment = datetime.fromisoformat(now) if isinstance(now, str) else now
    except ValueError as error:
        raise UsageError(f"now: {now!r} is not an instant; nothing was searched.", how) from error
    if not isinstance(moment, datetime):
        raise UsageError(f"now: {now!r} is not an instant; nothing was searched.", how)
    if moment.tzinfo is None:
        raise UsageError(f"now: {str(now)!r} has no time zone; nothing was searched.", how)
    return moment


def _check_number(name: str, value: int, lowest: int, highest: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        must = f"must be a whole number from {lowest} to {highest:,}"
        raise UsageError(f"{name} {must}, but is {value!r}; nothing was searched.")
