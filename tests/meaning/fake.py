"""A small deterministic embedder: words that mean the same share a direction, every other word has one of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any

from lossless_memory import Memory
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning.vectors import Vectors, current_path
from lossless_memory.paths import Home, find_home
from lossless_memory.query.answer import Answer

SAME = (
    {"automobile", "car", "vehicle", "くるま", "coche"},
    {"doctor", "physician", "surgeon"},
    {"happy", "joyful", "glad"},
    {"garden", "yard", "lawn"},
)
DIMENSION = 64
EVERYTHING = "SELECT f.device, f.day, p.line, p.part, p.digest, p.own, p.ts_us, p.vec FROM passage p JOIN file f ON f.id = p.file"


class Fake:
    """Embeds by words; breaks when told to."""

    def __init__(self, name: str = "fake 1", dimension: int = DIMENSION, shift: int = 0) -> None:
        """`shift` makes another model of it, which gives other vectors."""
        self.name, self.place, self._dimension, self._shift = name, "the test", dimension, shift
        self.embedded: list[str] = []
        self.breaks_after: int | None = None

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a vector for each text."""
        if self.breaks_after is not None:
            self.breaks_after -= len(texts)
            if self.breaks_after < 0:
                raise MeaningUnusable("The embedder broke.")
        self.embedded += texts
        return [self._vector(text) for text in texts]

    def question(self, text: str) -> list[float]:
        """Return the vector of a question."""
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        found = [0.001] * self._dimension
        for word in re.findall(r"\w+", text.lower()):
            found[self._place(word)] += 4.0 if any(word in words for words in SAME) else 1.0
        return found

    def _place(self, word: str) -> int:
        group = next((place for place, words in enumerate(SAME) if word in words), None)
        if group is None:
            group = len(SAME) + blake2b(word.encode(), digest_size=4).digest()[0] % (self._dimension - len(SAME))
        return (group + self._shift) % self._dimension


START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Told:
    """A store that is told lines, a minute after each other on the same day unless said otherwise."""

    def __init__(self, root: str) -> None:
        """Make nothing yet."""
        self.root = root
        self.home: Home = find_home(root)
        self.count = 0

    def say(self, text: str, *, day: int = 0, session: str = "s", **more: Any) -> str:
        """Store a line and return its locator."""
        ts = (START + timedelta(days=day, minutes=self.count)).isoformat()
        self.count += 1
        record: Mapping[str, Any] = {
            **{"ts": ts, "actor": "Sam", "role": "user", "type": "text", "text": text, "session": session},
            **more,
        }
        with Memory.open(self.root, "off") as memory:
            return str(memory.append([record]).locators[0])

    def ask(self, question: str, semantic: str = "auto", **more: Any) -> Answer:
        """Ask as of a month later."""
        with Memory.open(self.root, semantic) as memory:
            given = {"now": START + timedelta(days=40), "timezone": "UTC", **more}
            return memory.recall(question, **given)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return every passage of the file in force, and check that the bits stand for the same."""
        path = current_path(self.home)
        assert path is not None
        file = Vectors(path)
        try:
            rows: list[Any] = sorted(file.db.execute(EVERYTHING).fetchall())
            ids = {row[0] for row in file.db.execute("SELECT id FROM passage")}
            assert ids == {row[0] for row in file.db.execute("SELECT rowid FROM near")}
            assert {row[0] for row in file.db.execute("SELECT passage FROM other")} <= ids
            return rows
        finally:
            file.close()


LONG = "This line is long enough to stand alone, so that nothing before it is embedded with it: {}."
