"""The file of vectors: one for each embedder, in SQLite with sqlite-vec, beside the catalog and apart from it.

Each passage of a line has a row: where the line stands (device, day, line), digests of the text, the instant, and the
vector as one signed byte a number. A table of sqlite-vec holds one bit a number, in stretches of thirty days, so that a
range of time costs what it holds. No text stands here. Knows no catalog.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence

import apsw

from lossless_memory.digests import blake2b
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning import passages
from lossless_memory.index.meaning.choice import INSTALL
from lossless_memory.index.meaning.nearest import STRETCH_US, nearest
from lossless_memory.index.meaning.ruler import Ruler, bits_of
from lossless_memory.index.search import Address, Span
from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

_NAME = pattern(r"vectors-v1-[0-9a-f]{16}\.db")
_PASSAGES_A_LINE = 3
"""A line may be met by several of its passages: so many times as many are looked for."""

_TABLES = """
CREATE TABLE about(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE file(id INTEGER PRIMARY KEY, device TEXT NOT NULL, day TEXT NOT NULL, bytes INTEGER NOT NULL,
  wanted TEXT, held TEXT, UNIQUE(device, day));
CREATE TABLE passage(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, part INTEGER NOT NULL,
  digest INTEGER NOT NULL, own INTEGER NOT NULL, ts_us INTEGER NOT NULL, vec BLOB NOT NULL,
  UNIQUE(file, line, part));
CREATE INDEX passage_ts ON passage(ts_us);
CREATE TABLE other(text INTEGER, passage INTEGER, PRIMARY KEY(text, passage)) WITHOUT ROWID;
CREATE TABLE never(text INTEGER PRIMARY KEY);
"""

_OF_TEXT = """
SELECT id, file FROM passage WHERE own = ?1
UNION SELECT id, file FROM passage JOIN other ON id = passage WHERE text = ?1
"""
_HELD = "count(*) || ' ' || coalesce(sum(line * 64 + part), 0) || ' ' || coalesce(sum(digest >> 16), 0)"


class Near(NamedTuple):
    """A line that meaning finds: where it stands, how near it is (1 = the same), and the digest of its own text."""

    address: Address
    likeness: float
    own: int


class Row(NamedTuple):
    """A passage to put in: its line and part, digests, the instant it is shown at, its vector in bytes."""

    line: int
    part: int
    passage: passages.Passage
    own: int
    ts_us: int
    vec: bytes


class Held(NamedTuple):
    """A passage that is there."""

    id: int
    line: int
    part: int
    digest: int
    own: int
    ts_us: int


def path_for(home: Home, name: str) -> str:
    """Return the path of the file for an embedder by its name."""
    key = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{home.vectors}-{key}.db"


def current_path(home: Home) -> str | None:
    """Return the path of the file in force, or None where there is none."""
    raw = fsio.read_small(home.vectors)
    name = (raw or b"").decode("ascii", "replace").strip()
    return os.path.join(home.local, name) if _NAME.fullmatch(name) else None


def paths(home: Home) -> list[str]:
    """Return the paths of all files of vectors there are."""
    try:
        names = sorted(os.listdir(home.local))
    except FileNotFoundError:
        return []
    return [os.path.join(home.local, name) for name in names if _NAME.fullmatch(name)]


def put_in_force(home: Home, path: str) -> None:
    """Name a file as the one that answers, and remove those of other embedders."""
    fsio.write_small(home.vectors, os.path.basename(path).encode() + b"\n")
    for other in paths(home):
        if other != path:
            remove(other)


def remove(path: str) -> None:
    """Remove a file of vectors and what SQLite keeps beside it."""
    for name in (path, path + "-wal", path + "-shm", path + "-journal"):
        with contextlib.suppress(OSError):  # held by another process on Windows: it goes the next time
            os.unlink(name)


@contextlib.contextmanager
def errors_named() -> Iterator[None]:
    """Turn what SQLite and sqlite-vec say of a damaged, foreign or full file into MeaningUnusable."""
    try:
        yield
    except apsw.Error as error:
        raise MeaningUnusable(
            f"The vectors cannot be used ({error}). The log and the index are not touched."
        ) from error


DAMAGE = (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.ConstraintError)
"""What SQLite says of a file that only making it anew will mend."""


def is_damage(error: MeaningUnusable) -> bool:
    """Say whether an error means that the file itself is of no use."""
    return isinstance(error.__cause__, (*DAMAGE, KeyError, struct.error))


class Vectors:
    """One file of vectors, opened. Close it. Every call raises MeaningUnusable where the file is of no use."""

    def __init__(self, path: str, *, is_writing: bool = False) -> None:
        """Open a file that is there. Raises MeaningUnusable."""
        self.path = path
        if not os.path.exists(path):
            raise MeaningUnusable("There are no vectors yet.")
        with errors_named():
            self.db = _connected(path, is_writing=is_writing)
        try:
            _load(self.db)
            with errors_named():
                self.db.set_busy_timeout(2000)
                if is_writing:
                    self.db.pragma("journal_mode", "wal")
                    self.db.pragma("synchronous", "normal")
                    self.db.pragma("secure_delete", True)
                rows: list[Any] = self.db.execute("SELECT key, value FROM about").fetchall()
                about: dict[str, Any] = dict(rows)
                self.name, self.spec, self.place = (str(about[key]) for key in ("name", "spec", "place"))
                self.ruler, self.probe = Ruler.unpack(about["ruler"]), bytes(about["probe"])
        except (KeyError, struct.error) as error:
            self.db.close(True)
            raise MeaningUnusable("The vectors were left half made; they are made anew by the next pass.") from error
        except BaseException:
            self.db.close(True)
            raise

    def close(self) -> None:
        """Close the file."""
        self.db.close(True)

    def near(self, question: bytes, spans: Sequence[Span], limit: int) -> list[Near]:
        """Return the lines in the spans that are nearest to a question, each by its nearest passage, nearest first."""
        best: dict[tuple[int, int], tuple[float, int]] = {}
        with errors_named():
            for span in spans:
                for file, line, own, distance in nearest(self.db, question, *_ends(span), limit * _PASSAGES_A_LINE):
                    known = best.get((file, line))
                    if known is None or distance < known[0]:
                        best[file, line] = (distance, own)
            foremost = sorted((distance, place, own) for place, (distance, own) in best.items())[:limit]
            files = ",".join({str(file) for _, (file, _), _ in foremost})
            places: list[Any] = self.db.execute(f"SELECT id, device, day FROM file WHERE id IN ({files})").fetchall()
        names = {one: (device, day) for one, device, day in places}
        return [
            Near(Address(*names[file], line), 1.0 - distance, own)
            for distance, (file, line), own in foremost
            if file in names
        ]

    def sizes(self) -> dict[tuple[str, str], int]:
        """Return of how many bytes of each day file all lines have their vectors."""
        with errors_named():
            return {
                (device, day): size_b
                for device, day, size_b in self.db.execute(
                    "SELECT device, day, bytes FROM file WHERE wanted IS NOT NULL"
                )
            }

    def states(self) -> dict[tuple[str, str], tuple[int, str | None, str | None]]:
        """Return each day file's row: its number, for what state of the catalog it was made, what it then held."""
        with errors_named():
            sql = "SELECT device, day, id, wanted, held FROM file"
            return {(device, day): (one, wanted, held) for device, day, one, wanted, held in self.db.execute(sql)}

    def file(self, device: str, day: str) -> int:
        """Return the number of a day file, which is given its row if it has none."""
        with errors_named():
            self.db.execute("INSERT OR IGNORE INTO file(device, day, bytes) VALUES(?,?,0)", (device, day))
            return int(str(self.db.execute("SELECT id FROM file WHERE device = ? AND day = ?", (device, day)).get))

    def held(self, file: int) -> list[Held]:
        """Return the passages of a day file."""
        with errors_named():
            sql = "SELECT id, line, part, digest, own, ts_us FROM passage WHERE file = ?"
            return [Held(*row) for row in self.db.execute(sql, (file,))]

    def vec(self, one: int) -> bytes:
        """Return the vector of a passage."""
        with errors_named():
            found: Any = self.db.execute("SELECT vec FROM passage WHERE id = ?", (one,)).get
        return bytes(found)

    def put(self, file: int, rows: Iterable[Row], gone: Sequence[int] = ()) -> None:
        """Take passages out and put others in, in one transaction."""
        with errors_named(), self.db:
            self._take_out(gone)
            for row in rows:
                self.db.execute(
                    "INSERT INTO passage(file, line, part, digest, own, ts_us, vec) VALUES(?,?,?,?,?,?,?)",
                    (file, row.line, row.part, row.passage.digest, row.own, row.ts_us, row.vec),
                )
                one = self.db.last_insert_rowid()
                self.db.execute(
                    "INSERT INTO near(rowid, stretch, bits) VALUES(?,?,vec_bit(?))",
                    (one, row.ts_us // STRETCH_US, bits_of(row.vec)),
                )
                self.db.executemany(
                    "INSERT OR IGNORE INTO other(text, passage) VALUES(?,?)", [(o, one) for o in row.passage.others]
                )

    def finish(self, file: int, wanted: str, size_b: int) -> None:
        """Remember for what state of the catalog a day file's passages are complete."""
        with errors_named():
            held = f"SELECT {_HELD} FROM passage WHERE file = ?1"
            sql = f"UPDATE file SET wanted = ?2, bytes = ?3, held = ({held}) WHERE id = ?1"
            self.db.execute(sql, (file, wanted, size_b))

    def drop_file(self, file: int) -> None:
        """Take out a day file and all its passages."""
        with errors_named(), self.db:
            ids: list[Any] = [row[0] for row in self.db.execute("SELECT id FROM passage WHERE file = ?", (file,))]
            self._take_out(ids)
            self.db.execute("DELETE FROM file WHERE id = ?", (file,))

    def drop_texts(self, digests: Sequence[int]) -> int:
        """Take out for good the passages of texts, and those that hold a part of them; return how many there were.

        The texts are never embedded again in this file nor in one that follows it. A line that was only beside one is
        embedded anew, without it, by the next pass.
        """
        with errors_named(), self.db:
            self.db.executemany("INSERT OR IGNORE INTO never(text) VALUES(?)", [(one,) for one in digests])
            rows: set[Any] = {row for one in digests for row in self.db.execute(_OF_TEXT, (one,))}
            self._take_out([one for one, _ in rows])
            files = {(file,) for _, file in rows}
            self.db.executemany("UPDATE file SET wanted = NULL WHERE id = ?", list(files))
        with errors_named():
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return len(rows)

    def never(self) -> set[int]:
        """Return the digests of texts that are never embedded."""
        with errors_named():
            return {int(str(row[0])) for row in self.db.execute("SELECT text FROM never")}

    def mend(self) -> int:
        """Take out rows that stand for nothing and mark day files whose passages are not as they were left.

        Returns how many rows and day files that were. What is marked is made anew by the build that follows.
        """
        with errors_named(), self.db:
            known = "SELECT id FROM passage"
            alone = f"SELECT rowid FROM near_rowids WHERE rowid NOT IN ({known})"
            strays: list[Any] = [row[0] for row in self.db.execute(alone)]
            self._clear(strays)
            lost = "SELECT id FROM passage WHERE file NOT IN (SELECT id FROM file) UNION "
            lost += "SELECT id FROM passage WHERE id NOT IN (SELECT rowid FROM near_rowids)"
            gone: list[Any] = [row[0] for row in self.db.execute(lost)]
            self._take_out(gone)
            self.db.execute(f"DELETE FROM other WHERE passage NOT IN ({known})")
            found = f"(SELECT {_HELD} FROM passage WHERE file = f.id)"
            self.db.execute(f"UPDATE file AS f SET wanted = NULL WHERE wanted IS NOT NULL AND held IS NOT {found}")
            changed = self.db.changes()
        return len(strays) + len(gone) + changed

    def _take_out(self, ids: Sequence[int]) -> None:
        values = [(one,) for one in ids]
        self._clear(ids)
        self.db.executemany("DELETE FROM passage WHERE id = ?", values)
        self.db.executemany("DELETE FROM other WHERE passage = ?", values)

    def _clear(self, ids: Sequence[int]) -> None:
        """Take bits out; sqlite-vec overwrites them with zeros."""
        self.db.executemany("DELETE FROM near WHERE rowid = ?", [(one,) for one in ids])


def _connected(path: str, *, is_writing: bool) -> apsw.Connection:
    if is_writing:
        return apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)
    if os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK):
        return apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23") + "?immutable=1"
    return apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


def make(path: str, about: Mapping[str, str | bytes], dimension: int, never: Iterable[int] = ()) -> None:
    """Make an empty file of vectors; one of no use in its place is removed first.

    `about` holds name, spec and place of the embedder, its ruler and its probe: the bytes of a known question.
    """
    with contextlib.closing(apsw.Connection(":memory:")) as connection:
        _load(connection)  # before anything is removed
    remove(path)
    fsio.make_folder(os.path.dirname(path))
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, fsio.FILE_MODE))
    with errors_named():
        connection = apsw.Connection(path)
    try:
        _load(connection)
        with errors_named():
            connection.pragma("page_size", 8192)
            with connection:
                connection.execute(_TABLES)
                bits = dimension + -dimension % 8
                columns = f"stretch INTEGER PARTITION KEY, bits bit[{bits}], chunk_size=1024"
                connection.execute(f"CREATE VIRTUAL TABLE near USING vec0({columns})")
                connection.executemany("INSERT INTO about(key, value) VALUES(?,?)", list(about.items()))
                connection.executemany("INSERT INTO never(text) VALUES(?)", [(one,) for one in never])
    finally:
        connection.close(True)


def _load(connection: apsw.Connection) -> None:
    """Load sqlite-vec. Raises MeaningUnusable where it is missing or cannot be loaded."""
    try:
        import sqlite_vec
    except ImportError as error:
        raise MeaningUnusable("sqlite-vec is not installed.", INSTALL) from error
    try:
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)
    except (apsw.Error, OSError, AttributeError) as error:
        raise MeaningUnusable(f"sqlite-vec cannot be loaded ({error}).", INSTALL) from error


def _ends(span: Span) -> tuple[int, int]:
    return (
        -(1 << 62) if span.start_us is None else span.start_us,
        1 << 62 if span.end_us is None else span.end_us,
    )
