"""Bringing the vectors up to the catalog, in small steps that may end at any instant and are gone on with later.

A day file's passages are compared with what the catalog says of it; what does not belong there any more goes, what is
missing is embedded, newest days first. Only then the day counts as done. Another embedder gets a file of its own, and
the old one answers until that is complete. Holds a lock of its own: nothing else waits for this.

Promise: P10, P13
"""

from __future__ import annotations

import contextlib
import math
import os
import struct
import time
from collections.abc import Callable, Sequence

import apsw

from lossless_memory.config import Config
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index import catalog
from lossless_memory.index.keys import TYPES
from lossless_memory.index.meaning import choice, passages, vectors
from lossless_memory.index.meaning.embedder import Embedder, Vector
from lossless_memory.index.meaning.ruler import SENTENCES, measured
from lossless_memory.index.meaning.vectors import Row, Vectors
from lossless_memory.log import fsio
from lossless_memory.log.read import Reader
from lossless_memory.paths import Home
from lossless_memory.typed import Any, NamedTuple

BATCH = 16
"""So many passages are embedded and stored at a time; a kill loses no more."""

SAME = 0.98
"""An embedder whose vector of a known question is less like the one it gave then is another one."""

_TEXT = TYPES.index("text")
_INJECTED = "coalesce((SELECT id FROM name WHERE text = 'injected'), -1)"
_WANTED = f"r.shown IS NULL AND r.agent IS NULL AND r.kind IS NOT {_INJECTED} AND r.type IN ({{}})"
_STATES = """
SELECT f.device, f.day, f.id, f.bytes, hex(f.digest) || ' ' || count(r.id) || ' ' || coalesce(sum(r.line), 0) || ' ' ||
  coalesce(sum(r.ts_us % 1000003), 0) || ' ' || '{}' FROM file f LEFT JOIN rec r ON r.file = f.id AND {} GROUP BY f.id
ORDER BY f.day DESC, f.device
"""
_BEFORE = """
SELECT f.device, f.day, r.off, r.len FROM rec r JOIN file f ON f.id = r.file
WHERE r.session = ? AND (r.ts_us, r.file, r.line) < (?, ?, ?) AND {}
ORDER BY r.ts_us DESC, r.file DESC, r.line DESC LIMIT ?
"""

Progress = Callable[["Step"], None]


class Step(NamedTuple):
    """How far a build is: passages embedded by it, day files done and left, and the seconds it took."""

    embedded: int
    days_done: int
    days_left: int
    took_s: float


class Built(NamedTuple):
    """What a build did: passages embedded and taken out, day files left, and which embedder did it where."""

    embedded: int
    dropped: int
    days_left: int
    name: str
    place: str

    @property
    def is_complete(self) -> bool:
        """Say whether every line has its vectors."""
        return not self.days_left


def lock_path(home: Home) -> str:
    """Return the lock that one build at a time holds."""
    return os.path.join(home.local, "vectors.lock")


def build(
    home: Home,
    config: Config,
    *,
    work_s: float | None = None,
    wait_s: float | None = 0,
    check: bool = True,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress = lambda step: None,
) -> Built:
    """Embed what has no vectors yet, for about `work_s` seconds at most; `check` looks over what is there as well.

    Raises MeaningUnusable where it cannot be done, IndexUnusable where there is no catalog, Busy where another
    process is at it for longer than `wait_s` seconds (None: it waits).
    """
    with fsio.locked(lock_path(home), wait_s):
        if not check and (done := _idle(home, config)) is not None:
            return done
        spec, embedder = choice.choose(config.embedder)
        with contextlib.closing(catalog.open_reading(home)) as db:
            file = _opened(home, spec, embedder)
            try:
                made = _Build(home, config, db, file, embedder, work_s, stop, progress).run(check)
            except MeaningUnusable as error:
                if vectors.is_damage(error):
                    file.close()
                    vectors.remove(file.path)  # the next pass makes it anew
                raise
            finally:
                file.close()
        if made.is_complete and vectors.current_path(home) != file.path:
            vectors.put_in_force(home, file.path)
    return made


def _idle(home: Home, config: Config) -> Built | None:
    """Return what to say where nothing is to be done, found out without loading an embedder, else None."""
    path = vectors.current_path(home)
    if path is None or not os.path.exists(path):
        return None
    with contextlib.suppress(MeaningUnusable), contextlib.closing(Vectors(path)) as file:
        is_meant = file.spec == config.embedder if config.embedder else file.spec in choice.CARRIERS
        if not is_meant:
            return None
        with contextlib.closing(catalog.open_reading(home)) as db:
            days = _states(db, config)
        known = {name: state for name, (_, state, _) in file.states().items()}
        if known == {(device, day): state for device, day, _, _, state in days}:
            return Built(0, 0, 0, file.name, file.place)
    return None


def _states(db: apsw.Connection, config: Config) -> list[Any]:
    """Return of each day file, newest first: device, day, its number in the catalog, bytes, and what its state is."""
    types = _types(config)
    with catalog.errors_named():
        return db.execute(_STATES.format(" ".join(types), _wanted(types))).fetchall()


def _types(config: Config) -> list[str]:
    return ["text", "doc", *(["action"] if config.embed_actions else [])]


def _wanted(types: Sequence[str]) -> str:
    return _WANTED.format(",".join(str(TYPES.index(one)) for one in types))


def _opened(home: Home, spec: str, embedder: Embedder) -> Vectors:
    """Open the file of this embedder, made anew where it is missing, of no use, or of what gave other vectors then."""
    path, current = vectors.path_for(home, embedder.name), vectors.current_path(home)
    probe = embedder.question(SENTENCES[0])
    file: Vectors | None = None
    try:
        if os.path.exists(path):
            file = Vectors(path, is_writing=True)
            if _is_same(file, probe):
                return file
            file.close()
    except MeaningUnusable as error:
        if not vectors.is_damage(error):
            raise
    ruler = measured(embedder)
    about: dict[str, str | bytes] = {
        "name": embedder.name,
        "spec": spec,
        "place": embedder.place,
        "ruler": ruler.pack(),
    }
    about["probe"] = ruler.bytes_of(probe, is_question=True)
    vectors.make(path, about, ruler.dimension, _never(home))
    if current is None or not os.path.exists(current):  # half of them are better than none
        vectors.put_in_force(home, path)
    return Vectors(path, is_writing=True)


def _is_same(file: Vectors, probe: Vector) -> bool:
    """Say whether an embedder gives the vectors it gave when the file was made: its server may load another model."""
    if len(probe) != file.ruler.dimension:
        return False
    found = struct.unpack(f"{len(probe)}b", file.ruler.bytes_of(probe, is_question=True))
    then = struct.unpack(f"{len(probe)}b", file.probe)
    like = sum(one * other for one, other in zip(found, then, strict=True))
    return bool(like > SAME * math.hypot(*found) * math.hypot(*then))


def _never(home: Home) -> set[int]:
    """Return what the files there are say is never to be embedded."""
    found: set[int] = set()
    for path in vectors.paths(home):
        with contextlib.suppress(MeaningUnusable), contextlib.closing(Vectors(path)) as old:
            found |= old.never()
    return found


class _Build:
    """One build on its way."""

    def __init__(
        self,
        home: Home,
        config: Config,
        db: apsw.Connection,
        file: Vectors,
        embedder: Embedder,
        work_s: float | None,
        stop: Callable[[], bool],
        progress: Progress,
    ) -> None:
        self._db, self._file, self._embedder, self._progress, self._stop = db, file, embedder, progress, stop
        self._reader = Reader(home)
        self._began_s = time.monotonic()
        self._work_s = work_s
        self._config = config
        self._wanted = _wanted(_types(config))
        self._never = file.never()
        self._embedded = self._dropped = 0

    def run(self, check: bool) -> Built:
        if check:
            self._dropped += self._file.mend()
        days = _states(self._db, self._config)
        known = self._file.states()
        there = {(device, day) for device, day, *_ in days}
        for name in [name for name in known if name not in there]:
            self._dropped += len(self._file.held(known[name][0]))
            self._file.drop_file(known[name][0])
        left = [row for row in days if known.get((row[0], row[1]), (0, None, None))[1] != row[4]]
        done = len(days) - len(left)
        try:
            for device, day, catalog_file, size_b, state in left:
                number = self._file.file(device, day)
                if self._is_over() or not self._day(device, day, catalog_file, number):
                    break
                self._file.finish(number, state, size_b)
                done += 1
                self._progress(Step(self._embedded, done, len(days) - done, time.monotonic() - self._began_s))
        finally:
            self._reader.close()
        return Built(self._embedded, self._dropped, len(days) - done, self._embedder.name, self._embedder.place)

    def _is_over(self) -> bool:
        is_late = self._work_s is not None and time.monotonic() - self._began_s >= self._work_s
        return is_late or self._stop()

    def _day(self, device: str, day: str, catalog_file: int, number: int) -> bool:
        """Make a day file's passages what they should be; return whether that was done to the end."""
        wanted = self._rows(device, day, catalog_file)
        held = self._file.held(number)
        there = {(one.line, one.part): one for one in held}
        missing, kept = list[Row](), set[int]()
        for key, row in wanted.items():
            one = there.get(key)
            if one and (one.digest, one.own, one.ts_us) == (row.passage.digest, row.own, row.ts_us):
                kept.add(one.id)
            else:
                missing.append(row)
        gone = [one for one in held if one.id not in kept]
        again = {one.digest: self._file.vec(one.id) for one in gone}  # a line that moved keeps its vector
        moved = [row._replace(vec=again[row.passage.digest]) for row in missing if row.passage.digest in again]
        if gone or moved:
            self._file.put(number, moved, [one.id for one in gone])
            self._dropped += len(gone) - len(moved)
        missing = [row for row in missing if row.passage.digest not in again]
        for start in range(0, len(missing), BATCH):
            if self._is_over():
                return False
            some = missing[start : start + BATCH]
            found = self._embedder.passages([row.passage.text for row in some])
            made = [self._file.ruler.bytes_of(one) for one in found]
            self._file.put(number, [row._replace(vec=vec) for row, vec in zip(some, made, strict=True)])
            self._embedded += len(some)
        return True

    def _rows(self, device: str, day: str, catalog_file: int) -> dict[tuple[int, int], Row]:
        """Return what should stand for a day file, without vectors, by line and part."""
        sql = f"SELECT r.line, r.off, r.len, r.ts_us, r.session, r.type FROM rec r WHERE r.file = ? AND {self._wanted}"
        with catalog.errors_named():
            lines: Sequence[tuple[Any, ...]] = self._db.execute(sql, (catalog_file,)).fetchall()
        found: dict[tuple[int, int], Row] = {}
        for line, offset_b, length_b, ts_us, session, kind in lines:
            record = self._reader.record_at(device, day, offset_b, length_b)
            if record is None or (own := passages.digest(record.text)) in self._never:
                continue
            before: list[str] = []
            if kind == _TEXT and passages.is_short(record.text):
                before = self._before(session, ts_us, catalog_file, line)
            for part, one in enumerate(passages.of(record.text, before)):
                found[line, part] = Row(line, part, one, own, ts_us, b"")
        return found

    def _before(self, session: int, ts_us: int, catalog_file: int, line: int) -> list[str]:
        """Return what was said before a line in its conversation, oldest first."""
        wanted = f"r.shown IS NULL AND r.agent IS NULL AND r.type = {_TEXT}"
        with catalog.errors_named():
            values = (session, ts_us, catalog_file, line, passages.BEFORE)
            places: Sequence[tuple[Any, ...]] = self._db.execute(_BEFORE.format(wanted), values).fetchall()
        records = [self._reader.record_at(*place) for place in reversed(places)]
        texts = [one.text for one in records if one is not None]
        return [text for text in texts if passages.digest(text) not in self._never]


def drop(home: Home, texts: Sequence[str]) -> int:
    """Take the vectors of these texts out for good, from every file there is; return how many passages that were.

    Waits for a build at work to end its step. Raises MeaningUnusable where a file cannot be opened: then remove it.
    """
    digests = [passages.digest(text) for text in texts]
    count = 0
    with fsio.locked(lock_path(home)):
        for path in vectors.paths(home):
            with contextlib.closing(Vectors(path, is_writing=True)) as file:
                count += file.drop_texts(digests)
    return count
