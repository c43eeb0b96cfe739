"""What the index is compared with, on the same texts: ripgrep, SQLite as it is mostly used, and tantivy.

tantivy is fetched into a throw-away folder and is no dependency of anything; what is not there is left out and named.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from lossless_memory.index.tokens import searchable
from lossless_memory.log import dayfile
from lossless_memory.paths import Home
from lossless_memory.record import ts_to_us

TANTIVY = "tantivy==0.27.0"


def texts(home: Home) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield each record's time, its text as the index sees it, and the record."""
    for file in dayfile.day_files(home):
        for line in dayfile.lines(file.path):
            record = json.loads(line.data or b"{}")
            yield record["ts"], searchable(record["text"]), record


class Original:
    """The usual way: standard sqlite3, the text copied into FTS5, milliseconds as rowids, bm25 over everything."""

    def __init__(self, path: str) -> None:
        self.path = path

    def build(self, home: Home) -> tuple[float, float]:
        """Build it; return CPU and wall seconds."""
        cpu, wall = time.process_time(), time.perf_counter()
        db = sqlite3.connect(self.path, isolation_level=None)
        db.executescript(
            "PRAGMA journal_mode = wal; PRAGMA synchronous = normal;"
            "CREATE VIRTUAL TABLE ft USING fts5(text, ts UNINDEXED, actor UNINDEXED, session UNINDEXED); BEGIN"
        )
        last = 0
        for ts, text, record in texts(home):
            last = max(last + 1, ts_to_us(ts) // 1_000)
            values = (last, text, ts, record["actor"], record["session"])
            db.execute("INSERT INTO ft(rowid, text, ts, actor, session) VALUES(?,?,?,?,?)", values)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(truncate)")
        db.close()
        return time.process_time() - cpu, time.perf_counter() - wall

    def asker(self) -> Callable[[str], int]:
        """Return how it is asked for words: any of them, ranked by bm25."""
        db = sqlite3.connect(self.path)
        sql = "SELECT rowid FROM ft WHERE ft MATCH ? ORDER BY bm25(ft) LIMIT 20"
        return lambda words: len(db.execute(sql, (_any(words),)).fetchall())

    def liker(self) -> Callable[[str], int]:
        """Return how the copied text is asked with LIKE, for the first word."""
        db = sqlite3.connect(self.path)
        sql = "SELECT rowid FROM ft WHERE text LIKE ? ORDER BY rowid DESC LIMIT 20"
        return lambda words: len(db.execute(sql, (f"%{words.split()[0]}%",)).fetchall())


def _any(words: str) -> str:
    return " OR ".join(f'"{word}"' for word in searchable(words).split())


def ripgrep(home: Home) -> Callable[[str], int] | None:
    """Return how ripgrep is asked for the first word over the log, piped, or None where it is not installed."""
    if not shutil.which("rg"):
        return None

    def ask(words: str) -> int:
        done = subprocess.run(
            ["rg", "--no-config", words.split(maxsplit=1)[0], home.log],
            capture_output=True,
            check=False,
        )
        return len(done.stdout)

    return ask


class Tantivy:
    """A search engine written for this, with the same words: the yardstick for asking, not for upkeep."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, "tantivy-index")
        packages = os.path.join(folder, "tantivy-package")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, "--target", packages, TANTIVY], check=True, capture_output=True)
        sys.path.append(packages)

    def build(self, home: Home) -> tuple[float, float]:
        """Build it; return CPU and wall seconds, of all its threads."""
        import tantivy

        cpu, wall = time.process_time(), time.perf_counter()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", stored=False, tokenizer_name="whitespace")
        builder.add_integer_field("number", stored=True)
        schema = builder.build()
        os.makedirs(self.path)
        index = tantivy.Index(schema, path=self.path)
        writer = index.writer(heap_size=256_000_000)
        for number, (_, text, _) in enumerate(texts(home)):
            writer.add_document(tantivy.Document(text=text.lower(), number=number))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()
        self._index = index
        return time.process_time() - cpu, time.perf_counter() - wall

    def asker(self) -> Callable[[str], int]:
        """Return how it is asked for words: any of them, the best twenty."""
        import tantivy

        def ask(words: str) -> int:
            query = tantivy.Query.boolean_query(
                [
                    (tantivy.Occur.Should, tantivy.Query.term_query(self._index.schema, "text", word))
                    for word in searchable(words).lower().split()
                ]
            )
            return len(self._searcher.search(query, 20).hits)

        return ask

    @property
    def size_b(self) -> int:
        """How many bytes its files take."""
        return sum(os.stat(os.path.join(self.path, name)).st_size for name in os.listdir(self.path))
