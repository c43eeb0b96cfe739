"""Asking the vectors: the file in force and the embedder that made it, kept open from question to question."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning import choice, vectors
from lossless_memory.index.meaning.embedder import Embedder
from lossless_memory.index.meaning.vectors import Near, Vectors
from lossless_memory.index.search import Span
from lossless_memory.paths import Home


class Sense:
    """The vectors in force. The embedder is loaded with the first question. Close it, or use it in a `with`."""

    def __init__(self, home: Home) -> None:
        """Open the file in force. Raises MeaningUnusable where there is none or it is of no use."""
        path = vectors.current_path(home)
        if path is None:
            raise MeaningUnusable("There are no vectors yet.")
        self._home, self._file = home, Vectors(path)
        self._inode = _inode(path)
        self._embedder: Embedder | None = None
        self._asked: tuple[str, bytes] | None = None

    def __enter__(self) -> Sense:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def is_current(self) -> bool:
        """Say whether the file is still the one in force."""
        path = vectors.current_path(self._home)
        return path == self._file.path and path is not None and _inode(path) == self._inode

    @property
    def made_by(self) -> str:
        """Say what measures likeness and where, as read from what is loaded. Raises MeaningUnusable."""
        found = self._made_by()
        return f"{found.name}, on {found.place}"

    def near(self, question: str, spans: Sequence[Span], limit: int) -> list[Near]:
        """Return the lines in the spans nearest to a question. Raises MeaningUnusable."""
        if self._asked is None or self._asked[0] != question:
            self._asked = question, self._file.ruler.bytes_of(self._made_by().question(question), is_question=True)
        return self._file.near(self._asked[1], spans, limit)

    def _made_by(self) -> Embedder:
        if self._embedder is None:
            _, found = choice.choose(self._file.spec)
            if found.name != self._file.name:
                raise MeaningUnusable(
                    f"The vectors were made by {self._file.name}, but there is {found.name} now.",
                    "Make them anew with: lossless index --vectors",
                )
            self._embedder = found
        return self._embedder

    def days_left(self, sizes: Mapping[tuple[str, str], int]) -> int:
        """Return how many day files, given with the sizes the catalog knows, are not wholly embedded."""
        done = self._file.sizes()
        return sum(1 for name, size_b in sizes.items() if done.get(name) != size_b)


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0
