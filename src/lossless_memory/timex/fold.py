"""Widths, case and accents folded away, with the way back to the original offsets.

Owns the folded text and its map. Invariant: `back[i]` is the offset in the original of folded character i, it never
decreases, and `back[len(text)]` is the length of the original. Knows no language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from lossless_memory.typed import NamedTuple

_KEPT_MARKS = "\u3099\u309a"  # voiced kana carry their meaning in the mark
_PLAIN = str.maketrans(
    {"‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "〜": "~", "～": "~", "ß": "ss"}
)


class Folded(NamedTuple):
    """A folded text and, for each of its characters and its end, the offset in the original."""

    text: str
    back: Sequence[int]


def fold(text: str) -> Folded:
    """Fold compatibility forms (NFKC), case and Latin accents. Any text is accepted, lone surrogates too."""
    if text.isascii():
        return Folded(text.lower(), range(len(text) + 1))
    folded = text.translate(_TABLE)
    if _UNEVEN.isdisjoint(text):
        return Folded(folded, range(len(text) + 1))
    back: list[int] = []
    for offset, char in enumerate(text):
        back.extend([offset] * len(_TABLE[ord(char)]))
    back.append(len(text))
    return Folded(folded, back)


class _Table(dict[int, str]):
    """What each character folds to, filled as characters are met."""

    def __missing__(self, point: int) -> str:
        if len(self) > 20_000:
            self.clear()
            _UNEVEN.clear()
        char = chr(point)
        plain = self[point] = char.lower() if point < 128 else _fold_char(char)
        if len(plain) != 1:
            _UNEVEN.add(char)
        return plain


_TABLE = _Table()
_UNEVEN: set[str] = set()  # of the characters met, those that do not fold to exactly one


def _fold_char(char: str) -> str:
    folded = unicodedata.normalize("NFKC", char.translate(_PLAIN)).lower()
    if folded < "\u0250":  # Latin letters lose their accents; kana keep their marks
        folded = "".join(c for c in unicodedata.normalize("NFD", folded) if not unicodedata.combining(c))
    elif all(unicodedata.combining(c) and c not in _KEPT_MARKS for c in folded):
        return ""
    return folded.translate(_PLAIN)
