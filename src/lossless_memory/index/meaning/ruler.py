"""Everyday sentences whose mean is what all of a model's vectors have in common; without it, meaning shows better.

Models of this kind put all texts into a narrow cone (Mu and Viswanath, All-but-the-Top, 2018). The mean is of these
sentences and not of what a person said: it is the same from the first line on, and the same for everybody.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from lossless_memory.errors import MeaningUnusable
from lossless_memory.index.meaning.embedder import Embedder, Vector
from lossless_memory.typed import NamedTuple

SENTENCES = (
    "Good morning, how are you today?",
    "Let me have a look at that for you.",
    "We talked about it yesterday.",
    "I think it costs about twenty a month.",
    "Can you remind me what we decided?",
    "The test fails because the file is missing.",
    "She said she would call again next week.",
    "Here is a short list of what to do next.",
    "おはようございます。今日もよろしくお願いします。",
    "それを確認してみますね。",
    "昨日その話をしました。",
    "月に二千円くらいだと思います。",
    "何を決めたか教えてください。",
    "ファイルがないのでテストが失敗しています。",
    "来週また電話すると言っていました。",
    "次にやることを短くまとめます。",
    "Buenos días, ¿cómo estás hoy?",
    "Déjame ver eso un momento.",
    "Ayer hablamos de ello.",
    "Creo que cuesta unos veinte al mes.",
    "¿Me recuerdas qué decidimos?",
    "La prueba falla porque falta el archivo.",
    "Dijo que volvería a llamar la semana que viene.",
    "Aquí va una lista corta de lo que sigue.",
)


class Ruler(NamedTuple):
    """The means of the sentences, as texts that are to be found and as questions."""

    passage: tuple[float, ...]
    question: tuple[float, ...]

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return len(self.passage)

    def pack(self) -> bytes:
        """Return the bytes that `unpack` reads."""
        return struct.pack(f"<{2 * self.dimension}f", *self.passage, *self.question)

    @classmethod
    def unpack(cls, raw: bytes) -> Ruler:
        """Read what `pack` made."""
        numbers = struct.unpack(f"<{len(raw) // 4}f", raw)
        return cls(numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :])

    def bytes_of(self, vector: Vector, *, is_question: bool = False) -> bytes:
        """Return a vector as one signed byte a number, what is common taken off, its largest number at 127.

        Raises MeaningUnusable for one of another dimension.
        """
        common = self.question if is_question else self.passage
        if len(vector) != len(common):
            raise MeaningUnusable(f"The embedder gave {len(vector)} numbers where {len(common)} were expected.")
        own = [one - other for one, other in zip(vector, common, strict=True)]
        scale = 127 / (max(map(abs, own), default=0.0) or 1.0)
        if not scale < float("inf"):
            raise MeaningUnusable("The embedder gave a vector that holds no numbers.")
        return struct.pack(f"{len(own)}b", *(round(one * scale) for one in own))


def measured(embedder: Embedder) -> Ruler:
    """Return the ruler of an embedder. Raises MeaningUnusable where it does not answer with equal vectors."""
    found = embedder.passages(SENTENCES)
    asked = [embedder.question(text) for text in SENTENCES]
    sizes = {len(one) for one in (*found, *asked)}
    if len(sizes) != 1 or not sizes.pop():
        raise MeaningUnusable("The embedder gave vectors of different lengths.")
    return Ruler(_mean(found), _mean(asked))


def _mean(vectors: Sequence[Vector]) -> tuple[float, ...]:
    whole = tuple(sum(numbers) / len(vectors) for numbers in zip(*vectors, strict=True))
    # As it will be read back: four bytes a number.
    rounded: tuple[float, ...] = struct.unpack(f"<{len(whole)}f", struct.pack(f"<{len(whole)}f", *whole))
    return rounded


def bits_of(vector: bytes) -> bytes:
    """Return one bit for each number: whether it lies on the positive side. The first number is the lowest bit."""
    found = bytearray((len(vector) + 7) // 8)
    for place, number in enumerate(vector):
        if 0 < number < 128:
            found[place >> 3] |= 1 << (place & 7)
    return bytes(found)
