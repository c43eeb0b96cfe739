"""What the faults are thrown at: small runs through the one writer, and what must be in the log after each.

A scenario works in a place, a folder that holds `home`, `source` and `acks`. Its new records are in time order, which
is also the order in which they are acknowledged, so a count says which ones were. Run again, it must come to its end.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from lossless_memory.ingest import run as ingest_run
from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log.home import Store, open_store
from lossless_memory.paths import Home
from lossless_memory.record import Record, encode
from lossless_memory.sources.base import Options

NOW = datetime(2026, 3, 4, tzinfo=UTC)
FINGERPRINT = "00000000cafe0000"
BATCH_RECORDS = 5

Acknowledge = Callable[[int], None]
"""Told, after each acknowledgement, how many of the scenario's new records are acknowledged by now."""


class Scenario(NamedTuple):
    """A run that may be killed anywhere. `fragments` are bytes of torn lines that stand in the log from the start."""

    name: str
    prepare: Callable[[str], None]
    run: Callable[[str, Acknowledge], None]
    fragments: tuple[bytes, ...] = ()


def home_of(place: str) -> Home:
    """Return the home of a place."""
    return Home(os.path.join(place, "home"), FINGERPRINT)


def store_of(place: str) -> Store:
    """Open the store of a place, creating it at need."""
    return open_store(home_of(place), now=NOW)


def record(number: int, day: str, text: str | None = None) -> Record:
    """Return the record of a number; numbers count up with time."""
    said = text if text is not None else f"what was said as number {number} on {day} \u2028 \ud800 はい"
    origin = {"source": "crash", "id": f"n{number}", "kind": "typed"}
    return Record(f"{day}T09:00:{number:02}.000000Z", "Sam", "user", "text", said, None, "crash:1", origin)


def append_each(place: str, batches: list[list[Record]], acknowledge: Acknowledge) -> None:
    """Store batches one after the other, acknowledging each."""
    count = 0
    with Writer(store_of(place)) as writer:
        for batch in batches:
            writer.store([Pending(one) for one in batch])
            count += len(batch)
            acknowledge(count)


def import_file(place: str, name: str, acknowledge: Acknowledge) -> None:
    """Import a file of the place's source folder in small batches, acknowledging as the account tells."""
    ingest_run.BATCH_RECORDS = BATCH_RECORDS
    store = store_of(place)
    with Writer(store) as writer:
        importer = Importer(
            store, writer, Options(), NOW, lambda account: acknowledge(account.stored + account.duplicates)
        )
        result = importer.run([os.path.join(place, "source", name)])
    if result.total.records != result.total.stored + result.total.duplicates:
        raise AssertionError(f"the account does not add up: {result.total.as_json()}")
    acknowledge(result.total.stored + result.total.duplicates)


def nothing(_: int) -> None:
    """Acknowledge to nobody."""


# --- append -----------------------------------------------------------------------------------------------------------

_D1, _D2 = "2026-03-02", "2026-03-03"


def _empty(place: str) -> None:
    os.makedirs(os.path.join(place, "source"))


def _append_empty(place: str, acknowledge: Acknowledge) -> None:
    append_each(place, [[record(number, _D1)] for number in range(4)], acknowledge)


def _some_there(place: str) -> None:
    _empty(place)
    append_each(place, [[record(number, _D1) for number in range(3)]], nothing)


def _append_day_change(place: str, acknowledge: Acknowledge) -> None:
    both = [record(12, _D1), record(13, _D2), record(14, _D2)]
    append_each(place, [[record(10, _D1)], [record(11, _D1)], both, [record(15, _D2)]], acknowledge)


_TORN = encode(record(50, _D1, "torn while it was being written"))[:-40]


def _torn_there(place: str) -> None:
    """Leave one day file with half a record at its end and one with a whole record that lacks its newline."""
    _some_there(place)
    append_each(place, [[record(20, _D2)]], nothing)
    home = home_of(place)
    for day, tail in ((_D1, _TORN), (_D2, encode(record(21, _D2)))):
        with open(home.day_file("main", day), "ab") as stream:
            stream.write(tail)


def _append_torn(place: str, acknowledge: Acknowledge) -> None:
    append_each(place, [[record(10, _D1)], [record(21, _D2)], [record(22, _D2)]], acknowledge)


# --- import -----------------------------------------------------------------------------------------------------------


def transcript(count: int) -> list[bytes]:
    """Return lines of a Claude Code transcript over two days; some have no uuid, some are equal, one is no JSON."""
    lines, parent = [], None
    for number in range(count):
        day = _D1 if number < count // 2 else _D2
        common = {
            "parentUuid": parent,
            "sessionId": "5f0c",
            "uuid": f"u-{number:03}",
            "timestamp": f"{day}T10:{number:02}:00.000Z",
            "cwd": "/home/sam/garden",
            "isSidechain": False,
            "userType": "external",
        }
        text = "go on" if number % 8 == 4 else f"line {number}: the garden \U0001f331 {'x' * number}"
        if number % 2 == 0:
            body = {**common, "type": "user", "message": {"role": "user", "content": text}}
        else:
            message = {"role": "assistant", "id": f"m-{number}", "model": "model-1"}
            body = {**common, "type": "assistant", "message": {**message, "content": [{"type": "text", "text": text}]}}
        lines.append(json.dumps(body, ensure_ascii=False).encode() + b"\n")
        if number % 6 == 5:
            mode = {"type": "mode", "sessionId": "5f0c", "mode": "plan", "timestamp": common["timestamp"]}
            lines += [json.dumps(mode).encode() + b"\n"] * 2
        if number == 7:
            lines.append(b"{this is not JSON}\n")
        parent = f"u-{number:03}"
    return lines


def _write_source(place: str, name: str, data: bytes, mode: str = "xb") -> None:
    with open(os.path.join(place, "source", name), mode) as stream:
        stream.write(data)


def _transcript_there(place: str) -> None:
    _empty(place)
    _write_source(place, "5f0c.jsonl", b"".join(transcript(14)))


def _import_transcript(place: str, acknowledge: Acknowledge) -> None:
    import_file(place, "5f0c.jsonl", acknowledge)


def _transcript_grown(place: str) -> None:
    _empty(place)
    whole = b"".join(transcript(16))
    cut = len(b"".join(transcript(16)[:6])) + 30
    _write_source(place, "5f0c.jsonl", whole[:cut])
    import_file(place, "5f0c.jsonl", nothing)
    _write_source(place, "5f0c.jsonl", whole[cut:], "ab")


def _plain_there(place: str) -> None:
    _empty(place)
    entries = [
        {"timestamp": f"{_D1}T11:00:{number // 3:02}Z", "role": "user", "content": "yes" if number % 3 else f"{number}"}
        for number in range(18)
    ]
    _write_source(place, "chat.jsonl", b"".join(json.dumps(one).encode() + b"\n" for one in entries))


def _import_plain(place: str, acknowledge: Acknowledge) -> None:
    import_file(place, "chat.jsonl", acknowledge)


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("append-empty", _empty, _append_empty),
        Scenario("append-day-change", _some_there, _append_day_change),
        Scenario("append-torn-tail", _torn_there, _append_torn, (_TORN,)),
        Scenario("import-empty", _transcript_there, _import_transcript),
        Scenario("import-grown", _transcript_grown, _import_transcript),
        Scenario("import-plain", _plain_there, _import_plain),
    )
}
