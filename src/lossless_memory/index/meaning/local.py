"""Embedders by packages whose models lie on this machine already: sentence-transformers and fastembed.

A model is named as the package names it, or by its folder. The packages would fetch one they do not find; they are told
not to before they are loaded, and every call says so again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version

from lossless_memory.index.meaning.embedder import Vector, plain
from lossless_memory.typed import Any

_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}


class SentenceTransformers:
    """A model of sentence-transformers (version 5 or newer), by its name or its folder."""

    def __init__(self, model: str) -> None:
        """Load the model. Raises ModuleNotFoundError where the package is missing, OSError where the model is."""
        os.environ.update(_OFFLINE)
        from sentence_transformers import SentenceTransformer

        self._model: Any = SentenceTransformer(model, local_files_only=True)
        dimension = self._model.get_sentence_embedding_dimension()
        self.name = f"sentence-transformers {version('sentence-transformers')}, {model}, {dimension} dimensions"
        self.place = f"this machine, {self._model.device}"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text, with the prefix the model wants for texts."""
        found: list[Vector] = self._model.encode_document(
            [plain(text) for text in texts], show_progress_bar=False
        ).tolist()
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question, with the prefix the model wants for questions."""
        found: list[Vector] = self._model.encode_query([plain(text)], show_progress_bar=False).tolist()
        return found[0]


class FastEmbed:
    """A model of fastembed, by one of its names; a folder behind it, where its files lie, is optional."""

    def __init__(self, model: str) -> None:
        """Load the model. Raises ModuleNotFoundError where the package is missing, ValueError where the model is."""
        os.environ.update(_OFFLINE)
        from fastembed import TextEmbedding

        name, _, folder = model.partition(" ")
        self._model: Any = TextEmbedding(name, local_files_only=True, specific_model_path=folder or None)
        size = self._model.embedding_size
        self.name = f"fastembed {version('fastembed')}, {name}, {size} dimensions"
        self.place = f"this machine, {self._model.model.model.get_providers()[0]}"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text."""
        return [one.tolist() for one in self._model.passage_embed([plain(text) for text in texts])]

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        found: list[Vector] = [one.tolist() for one in self._model.query_embed(plain(text))]
        return found[0]
