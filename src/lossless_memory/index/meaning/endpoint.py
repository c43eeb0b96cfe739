"""An embedder behind an endpoint on this machine: OpenAI's form of embeddings, or Ollama's own (…/api/embed).

Only the loopback address is ever connected to: a name is not looked up, a proxy not asked, a redirect not followed.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Sequence

from lossless_memory.config import LOOPBACK
from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning.embedder import Vector
from lossless_memory.typed import Any

ANSWER_S = 120.0
MAX_ANSWER_B = 64 * 2**20


class Endpoint:
    """Asks a server on this machine. Raises MeaningUnusable for any other address."""

    def __init__(self, url: str, model: str) -> None:
        """Connect to nothing yet."""
        found = LOOPBACK.fullmatch(f"{url} {model}")
        if found is None:
            raise MeaningUnusable(f"{url} is not an address of this machine; nothing was sent.")
        host = found["host"].strip("[]")
        self._host = "127.0.0.1" if host == "localhost" else host
        self._port = int(found["port"] or 80)
        path = (found["path"] or "/v1").rstrip("/")
        self._is_ollama = path.endswith("/api/embed")
        self._path = path if self._is_ollama or path.endswith("/embeddings") else path + "/embeddings"
        self._model = model
        self.name = f"{model} by {url}"
        self.place = f"{self._host}:{self._port}"

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text."""
        body = json.dumps({"model": self._model, "input": list(texts)}).encode()
        try:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=ANSWER_S)
            try:
                connection.request("POST", self._path, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                raw = answer.read(MAX_ANSWER_B)
            finally:
                connection.close()
            if answer.status != 200:
                raise MeaningUnusable(f"The embedder at {self.place} answered {answer.status}.")
            found = self._vectors(json.loads(raw))
        except (OSError, http.client.HTTPException) as error:
            raise MeaningUnusable(f"The embedder at {self.place} does not answer ({error}).") from error
        except (ValueError, KeyError, TypeError) as error:
            raise MeaningUnusable(f"The embedder at {self.place} answered something that is no vectors.") from error
        if len(found) != len(texts):
            raise MeaningUnusable(f"The embedder at {self.place} answered {len(found)} vectors for {len(texts)} texts.")
        return found

    def question(self, text: str) -> Vector:
        """Return the vector of a question."""
        return self.passages([text])[0]

    def _vectors(self, answer: Any) -> list[Vector]:
        if self._is_ollama:
            rows = answer["embeddings"]
        else:
            rows = [row["embedding"] for row in sorted(answer["data"], key=lambda row: row.get("index", 0))]
        return [[float(number) for number in row] for row in rows]
