"""A model of the whole store: whatever is done to it in whatever order, a plain list tells what it must hold."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from lossless_memory.ingest import run
from lossless_memory.ingest.writer import Pending, Writer
from lossless_memory.log import dayfile, read
from lossless_memory.log.home import Store
from lossless_memory.record import Record, encode, joined, prepared
from tests.index.stores import catch_up, dump, rebuilt, store_at
from tests.ingest.sources import imported, plain, turn
from tests.record.texts import texts

_DAYS = st.sampled_from(["2026-03-01", "2026-03-02", "2026-03-03"])


class StoreMachine(RuleBasedStateMachine):
    """Two machines with homes of their own, which merge by copying each other's device folder; sources on the first.

    The model: for each machine the set of (source, id, text) that must be there, and how often `append` without an
    origin was told. A record may be in a merged log twice, once a device, and only so.
    """

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="lossless-machine-"))
        self.known: dict[str, set[tuple[str, str, str]]] = {"a": set(), "b": set()}
        self.lines: list[bytes] = []
        self.count = 0
        self.mended = 0

    def teardown(self) -> None:
        shutil.rmtree(self.root)

    def store(self, name: str) -> Store:
        """Open a machine's store, as a new process would."""
        return store_at(self.root / name, name, "desk" if name == "b" else None)

    @initialize(batch=st.sampled_from([1, 2, 1000]))
    def begin(self, batch: int) -> None:
        run.BATCH_RECORDS = batch
        self.source = self.root / "5f0c.jsonl"
        for name in self.known:
            catch_up(self.store(name))

    @rule(name=st.sampled_from("ab"), text=texts(4), day=_DAYS, id=st.sampled_from(["1", "2", "3"]))
    def append_with_origin(self, name: str, text: str, day: str, id: str) -> None:
        record = Record(
            f"{day}T09:00:00.000000Z", "Sam", "user", "text", text, None, "s",
            {"source": "given", "id": id, "kind": "typed"},
        )  # fmt: skip
        with Writer(self.store(name)) as writer:
            receipt = writer.store([Pending(record)])
        key = ("given", id, joined(text))
        assert (key not in self.known[name]) == receipt.stored
        if receipt.locators[0]:
            entry = read.find(self.store(name).home, receipt.locators[0])
            assert isinstance(entry, read.Entry)
            assert prepared(record).record == entry.record
        self.known[name].add(key)

    @rule(name=st.sampled_from("ab"), numbers=st.lists(st.integers(0, 5), max_size=4), day=_DAYS)
    def append_a_batch(self, name: str, numbers: list[int], day: str) -> None:
        records = [
            Record(f"{day}T10:00:00.000000Z", "AI", "assistant", "text", f"{n}", None, "s", {"source": "batch", "id": f"{n}"})
            for n in numbers
        ]  # fmt: skip
        keys = {("batch", f"{n}", f"{n}") for n in numbers}
        with Writer(self.store(name)) as writer:
            receipt = writer.store([Pending(record) for record in records])
            assert len(keys - self.known[name]) == receipt.stored
            assert len(numbers) == receipt.stored + receipt.duplicates
        self.known[name] |= keys

    @rule(count=st.integers(1, 4), texts_=st.lists(texts(3), min_size=4, max_size=4), torn=st.booleans())
    def the_source_grows_and_is_imported(self, count: int, texts_: list[str], torn: bool) -> None:
        for text in texts_[:count]:
            parent = f"u{self.count - 1}" if self.count % 3 else None
            said = text if text.strip() else f"{self.count}"
            self.lines.append(turn(f"u{self.count}", said, self.count % 3000, parent=parent))
            self.count += 1
        self.write(b"".join(self.lines) + (b'{"type":"user","uu' if torn else b""))
        self.import_source()

    @rule(seed=st.integers(0, 2**16))
    def the_source_is_truncated_and_imported(self, seed: int) -> None:
        del self.lines[random.Random(seed).randrange(len(self.lines) + 1) :]
        self.write(b"".join(self.lines))
        self.import_source()

    @rule(seed=st.integers(0, 2**16))
    def the_source_is_rewritten_and_imported(self, seed: int) -> None:
        random.Random(seed).shuffle(self.lines)
        self.write(b"".join(self.lines), replace=seed % 2 == 0)
        self.import_source()

    @rule(words=st.lists(st.sampled_from(["yes", "no"]), max_size=5))
    def a_source_without_ids_is_imported(self, words: list[str]) -> None:
        path = self.root / f"chat{len(words)}.jsonl"
        if not path.exists():
            words = [f"of {len(words)}", *words]  # what begins alike is a copy
            path.write_bytes(b"".join(plain(word) for word in words))
            before = self.log("a")
            imported(self.store("a"), path)
            self.known["a"] |= self.log("a") - before
            assert len(words) == len(self.log("a") - before)
        else:
            assert imported(self.store("a"), path).total.stored == 0

    def write(self, data: bytes, *, replace: bool = False) -> None:
        """Put the source's bytes in place, in the file itself or as another file."""
        target = self.source.with_suffix(".new") if replace else self.source
        with target.open("r+b" if target.exists() else "wb") as stream:
            stream.write(data)
            stream.truncate()
        if replace:
            os.replace(target, self.source)

    def import_source(self) -> None:
        """Import the source into the first machine and learn what it must have brought."""
        before = self.log("a")
        total = imported(self.store("a"), self.root / "5f0c.jsonl").total if self.source.exists() else None
        after = self.log("a")
        assert before <= after
        if total:
            assert (total.records, total.items) == (total.stored + total.duplicates, total.converted)
            assert len(after - before) == total.stored
        ids = {json.loads(line)["uuid"] for line in self.lines}
        assert ids <= {id for source, id, _ in after if source == "claude-code"}
        self.known["a"] = after

    @rule(name=st.sampled_from("ab"))
    def the_index_is_deleted(self, name: str) -> None:
        shutil.rmtree(self.store(name).home.local, ignore_errors=True)

    @rule(name=st.sampled_from("ab"), seed=st.integers(0, 2**16))
    def the_index_is_damaged(self, name: str, seed: int) -> None:
        for path in Path(self.store(name).home.local).glob("*.db"):
            raw = bytearray(path.read_bytes())
            place = random.Random(seed).randrange(len(raw))
            raw[place : place + 9000] = bytes(len(raw[place : place + 9000]))
            path.write_bytes(raw)

    @rule(name=st.sampled_from("ab"), seed=st.integers(0, 2**16))
    def a_torn_line_is_left_behind(self, name: str, seed: int) -> None:
        store = self.store(name)
        mine = [file for file in dayfile.day_files(store.home) if file.device == store.device]
        if not mine:
            return
        file = mine[seed % len(mine)]
        torn = encode(Record(f"{file.day}T23:00:00.000000Z", "Sam", "user", "text", "never said", None, "s"))
        with open(file.path, "ab") as stream:
            stream.write(torn[: 1 + seed % (len(torn) - 1)])
        catch_up(store)
        self.mended += 1

    @rule(into=st.sampled_from("ab"))
    def the_other_devices_folder_is_copied(self, into: str) -> None:
        other = "b" if into == "a" else "a"
        theirs = self.store(other)
        mine = Path(self.store(into).home.device(theirs.device))
        if Path(theirs.home.device(theirs.device)).exists():
            shutil.copytree(theirs.home.device(theirs.device), mine, dirs_exist_ok=True)
            own = {key for key, device in self.places(other) if device == theirs.device}
            self.known[into] |= own
        catch_up(self.store(into))

    def places(self, name: str) -> list[tuple[tuple[str, str, str], str]]:
        """Return identity and device of every record of a machine's log."""
        found = []
        for entry in read.entries(self.store(name).home):
            if isinstance(entry, read.Entry):
                origin = entry.record.origin or {}
                found.append(((origin["source"], origin["id"], entry.record.text), entry.locator.device))
        return found

    def log(self, name: str) -> set[tuple[str, str, str]]:
        """Return the identities in a machine's log."""
        return {key for key, _ in self.places(name)}

    @invariant()
    def the_log_holds_what_the_model_says_and_each_device_holds_it_once(self) -> None:
        for name, known in self.known.items():
            places = self.places(name)
            assert known == {key for key, _ in places}
            assert len(set(places)) == len(places)

    @rule(name=st.sampled_from("ab"))
    def the_index_is_what_a_rebuild_makes(self, name: str) -> None:
        store = self.store(name)
        with Writer(store) as writer:
            writer.finish()
            writer.catch_up()
        incremental = dump(store.home)
        assert rebuilt(store.home) == incremental
        shown = [row for row in incremental["rows"].values() if row[2] is None]
        assert len({(source, id) for source, id, _ in self.known[name]}) == len(shown)


StoreMachine.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


class TestStore(StoreMachine.TestCase):
    """Whatever is done to a store, nothing is lost or doubled, and the index follows from the log."""

    def tearDown(self) -> None:
        run.BATCH_RECORDS = 2_000
