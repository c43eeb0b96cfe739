"""What must hold after a fault: nothing acknowledged lost or changed, nothing doubled, index equal to the log.

Every check runs in a forked child, which is a fresh process to the program, and hands back what it found.
"""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from lossless_memory.errors import IndexUnusable
from lossless_memory.index import catalog
from lossless_memory.ingest.writer import Writer
from lossless_memory.log import dayfile, read
from lossless_memory.paths import Home
from lossless_memory.record import LineError, Record, decode, encode
from tests.crash.bad_builds import BAD_BUILDS
from tests.crash.scenarios import Scenario, home_of, store_of

Said = tuple[str, ...]
"""A record without what differs between stores: the ids that are keyed with the store's secret."""


class Known(NamedTuple):
    """What a scenario leads to: what stood before, its new records in order, and the torn lines it begins with."""

    prior: list[Said]
    new: list[Said]
    fragments: tuple[bytes, ...]


class Outcome(NamedTuple):
    """What one check found. `complaints` holds sentences, also for what is lost and doubled; none means all is well."""

    acknowledged: int
    lost: int
    doubled: int
    complaints: list[str]


def in_child(work: Callable[[], Any]) -> Any:
    """Do work in a forked child and return its result; what it raises is raised here as RuntimeError."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            answer = (True, work())
        except BaseException as error:
            answer = (False, f"{type(error).__name__}: {error}")
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(answer, stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        raw = stream.read()
    os.waitpid(pid, 0)
    if not raw:
        raise RuntimeError("the checking process died")
    is_right, result = pickle.loads(raw)
    if not is_right:
        raise RuntimeError(result)
    return result


def said(record: Record) -> Said:
    """Return what a record says, in a form in which two stores can be compared."""
    origin = dict(record.origin or {})
    if str(origin.get("id", "")).startswith("h-"):
        origin["id"] = "keyed" + origin["id"][34:]
    return (encode(record._replace(origin=origin)).decode(),)


def said_in_log(home: Home) -> list[Said]:
    """Return what the whole lines of the log say, in file order; lines that are no records are left out."""
    return [said(entry.record) for entry in read.entries(home) if isinstance(entry, read.Entry)]


def reference(scenario: Scenario, place: str) -> Known:
    """Run a scenario untouched and return what it leads to. Called in a child, in a place prepared for it."""
    prior = [*said_in_log(home_of(place)), *_unended(home_of(place))]
    scenario.run(place, lambda _: None)
    left = Counter(prior)
    new = []
    for one in said_in_log(home_of(place)):
        if left[one]:
            left[one] -= 1
        else:
            new.append(one)
    if scenario.name == "append-torn-tail":
        new.insert(1, *(one for one in prior if '"id":"n21"' in one[0]))  # it acknowledges what stood there unended
        prior = [one for one in prior if one not in new]
    return Known(prior, new, scenario.fragments)


def _unended(home: Home) -> list[Said]:
    """Return whole records that lack only their newline."""
    found = []
    for file in dayfile.day_files(home):
        with open(file.path, "rb") as stream:
            tail = stream.read().rpartition(b"\n")[2]
        try:
            found.append(said(decode(tail)))
        except LineError:
            continue
    return found


def acknowledged(place: str) -> int:
    """Return how many new records a killed run had acknowledged."""
    try:
        with open(os.path.join(place, "acks"), "rb") as stream:
            lines = stream.read().split(b"\n")[:-1]
    except FileNotFoundError:
        return 0
    return int(lines[-1]) if lines else 0


def check(scenario: Scenario, place: str, known: Known, count: int, bad: str | None) -> Outcome:
    """Check a home after a fault, then run the scenario to its end and check again. Called in a child."""
    if bad:
        BAD_BUILDS[bad].apply()
    home = home_of(place)
    complaints: list[str] = []
    found = Counter(said_in_log(home))
    promised = Counter([*known.prior, *known.new[:count]])
    promised -= Counter(_unended(home)) if count == 0 else Counter()
    lost = sum((promised - found).values())
    if lost:
        complaints.append(f"{lost} acknowledged records are not in the log")
    with Writer(store_of(place)) as writer:
        writer.catch_up()
    complaints += _index_complaints(home, "after catching up")

    scenario.run(place, lambda _: None)
    found = Counter(said_in_log(home))
    wanted = Counter([*known.prior, *known.new])
    missing, doubled = sum((wanted - found).values()), sum((found - wanted).values())
    if missing:
        complaints.append(f"{missing} records are missing after running again to the end")
    if doubled:
        complaints.append(f"{doubled} records are doubled after running again to the end")
    complaints += _index_complaints(home, "after running again")
    complaints += _line_complaints(home, known)

    before = _bytes_of(home)
    scenario.run(place, lambda _: None)
    if _bytes_of(home) != before:
        complaints.append("a third run changed the log")
    return Outcome(count, max(lost, missing), doubled, complaints)


def _bytes_of(home: Home) -> dict[str, int]:
    return {file.path: file.size_b for file in dayfile.day_files(home)}


def _index_complaints(home: Home, when: str) -> list[str]:
    """Compare the catalog's rows with the log's lines, place by place, and have SQLite check itself."""
    try:
        connection = catalog.open_reading(home)
    except IndexUnusable as error:
        return [f"the index is unusable {when}: {error}"]
    rows = set(
        connection.execute(
            "SELECT f.device, f.day, r.line, r.off, r.len FROM rec r JOIN file f ON f.id = r.file"
        ).fetchall()
    )
    number = connection.execute("SELECT count(*) FROM rec").get
    ends = dict(connection.execute("SELECT device || '/' || day, bytes FROM file").fetchall())
    complaint = catalog.check(connection)
    connection.close()
    lines = {
        (*entry.locator, entry.offset_b, entry.length_b)
        for entry in read.entries(home)
        if isinstance(entry, read.Entry)
    }
    complaints = [f"the index fails its check {when}: {complaint}"] if complaint else []
    if rows - lines:
        complaints.append(f"the index claims {len(rows - lines)} lines that the log does not have {when}")
    if lines - rows:
        complaints.append(f"the index lacks {len(lines - rows)} lines of the log {when}")
    if number != len(rows):
        complaints.append(f"the index has {number} rows for {len(rows)} lines {when}")
    for file in dayfile.day_files(home):
        if ends.get(f"{file.device}/{file.day}", 0) > file.size_b:
            complaints.append(f"the watermark of {file.day} lies beyond its end {when}")
    return complaints


def _line_complaints(home: Home, known: Known) -> list[str]:
    """Every line must be a canonical record, or the torn beginning of one, perhaps with zeros behind it."""
    # A line may be torn within the word origin itself, behind which its id is not known here.
    beginnings = [*known.fragments]
    beginnings += [(one[0].partition('"origin"')[0] + '"origin"').encode("utf-8") for one in _all(known)]
    complaints = []
    for file in dayfile.day_files(home):
        for line in dayfile.lines(file.path):
            data = line.data or b""
            try:
                if encode(decode(data)) != data:
                    complaints.append(f"line {line.number} of {file.day} is not canonical")
            except LineError:
                torn = data.rstrip(b"\0")
                start = torn.partition(b'"origin"')[0]
                if not any(one.startswith(torn) or one.startswith(start) for one in beginnings):
                    complaints.append(f"line {line.number} of {file.day} is nobody's fragment: {data[:60]!r}")
    for name in ("accounts.jsonl",):
        complaints += _torn_lines(os.path.join(home.device("main"), name))
    return complaints


def _torn_lines(path: str) -> list[str]:
    """Say so if a line of an accounts file, other than a torn one's beginning, is no JSON object with its sums."""
    if not os.path.exists(path):
        return []
    complaints = []
    for line in dayfile.lines(path):
        data = (line.data or b"").rstrip(b"\0")
        try:
            body = json.loads(data)
        except ValueError:
            if data and not data.startswith(b'{"ts": "2026-03-04'[: len(data)]):
                complaints.append(f"line {line.number} of accounts.jsonl is nobody's fragment")
            continue
        if body["items"] != body["converted"] + sum(body["skipped"].values()):
            complaints.append(f"the account in line {line.number} does not add up")
    return complaints


def _all(known: Known) -> list[Said]:
    return [*known.prior, *known.new]
