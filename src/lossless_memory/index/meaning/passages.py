"""What of a record is embedded: a long text in passages, a short reply together with what was said before it.

Digests stand for texts, so that it can be told whether a vector still belongs to what the log says.
"""

from __future__ import annotations

from collections.abc import Sequence

from lossless_memory.digests import blake2b
from lossless_memory.typed import NamedTuple

PASSAGE_CHARS = 800
"""About what a small model takes in at once, in Japanese as well."""

OVERLAP_CHARS = 100
"""What stands at the edge of a passage stands in two."""

MAX_PASSAGES = 40
"""Of a longer text the beginning is embedded; words find the rest."""

SHORT_CHARS = 60
"""A text shorter than this means little without what it answers."""

BEFORE = 2
"""So many lines before a short one are embedded with it."""

BEFORE_CHARS = 200
"""So much of each of them, its end."""

_EDGES = "\n。．.!?！？ "


class Passage(NamedTuple):
    """A text to embed, its digest, and the digests of the other records' texts that it holds a part of."""

    text: str
    digest: int
    others: tuple[int, ...] = ()


def digest(text: str) -> int:
    """Return a number of 62 bits that stands for a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") >> 2


def is_short(text: str) -> bool:
    """Say whether a text is embedded together with what was said before it."""
    return len(text.strip()) < SHORT_CHARS


def of(text: str, before: Sequence[str]) -> list[Passage]:
    """Return the passages of a record's text; `before` are the texts before it, oldest first, for a short one."""
    if not text.strip():
        return []
    if is_short(text):
        whole = "\n".join([*(one[-BEFORE_CHARS:] for one in before), text])
        return [Passage(whole, digest(whole), tuple(map(digest, before)))]
    return [Passage(one, digest(one)) for one in _cut(text)]


def _cut(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    while len(found) < MAX_PASSAGES:
        end = start + PASSAGE_CHARS
        if end >= len(text):
            found.append(text[start:])
            break
        edge = max(text.rfind(sign, start + PASSAGE_CHARS // 2, end) for sign in _EDGES)
        end = edge + 1 if edge > 0 else end
        found.append(text[start:end])
        start = max(end - OVERLAP_CHARS, start + 1)
    return [one for one in found if one.strip()]
