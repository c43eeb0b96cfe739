"""What an embedder is, whatever computes its vectors: texts go in, lists of numbers come out. Knows none of them."""

from __future__ import annotations

from collections.abc import Sequence

from lossless_memory.typed import Protocol

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into vectors. `name` says model and version as read at run time: one name, one kind of vector.

    `place` says where it computes. Every call raises MeaningUnusable where it does not answer.
    """

    name: str
    place: str

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text that is to be found."""
        ...

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        ...


def plain(text: str) -> str:
    """Return a text without what engines in C stumble over: NUL ends it there, a lone surrogate has no bytes."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
