"""The headline of a topic: the clause of the person's own words that says most for its length, selected verbatim.

Nothing is rewritten. `…` stands in front where the clause is not how the line opens, and behind where a long one is
cut; the person's corrections of misheard words are the only change, and only here. Knows no log.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from lossless_memory.now.words import Weight, weigh
from lossless_memory.typed import NamedTuple

MAX_COLUMNS = 96
"""A longer clause is cut here; a Japanese sign takes two columns."""

SHORT_COLUMNS = 48
"""A sentence no longer than this is not cut into clauses."""

READ_CHARS = 4_000
"""So much of each line is looked at: what is longer is a paste."""

_Ends = tuple[tuple[str, str], ...]


def _with_ascii(ends: _Ends) -> tuple[_Ends, _Ends]:
    return ends, tuple(one for one in ends if one[0].isascii())


_SENTENCE_ENDS = _with_ascii(
    (
        *(("。", "\n"), ("．", "\n"), ("！", "\n"), ("？", "？\n"), ("! ", "\n"), ("? ", "?\n"), (". ", "\n")),
        *(("… ", "\n"), (".) ", ".)\n"), ('." ', '."\n'), ("」", "」\n"), ("』", "』\n")),
    )
)
_CLAUSE_ENDS = _with_ascii(
    (
        *(("、", "\n"), ("，", "\n"), ("；", "\n"), (", ", "\n"), ("; ", "\n"), (": ", "\n"), ("：", "\n")),
        *((" - ", "\n"), (" – ", "\n"), (" — ", "\n"), ("けど", "けど\n"), ("ので", "ので\n")),
    )
)
"""Where a text is cut, and what stays of the cut: plain replacements, which need no preparation at every start. Beside
all of them stand those that a text of ASCII may hold."""

_NO_SIGNS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
_OPENING_SIGNS = ' \t\r\u3000-*•>#¿¡"“「『（('
_CLOSING_SIGNS = " \t\r\u3000.!,;:、，"
_STEADY = 3.0
"""Added to a clause's length, so that a single word is not the densest clause of all."""
_ENOUGH = 2.0
"""Less than this, about two words that mean something, hardly says what a topic is."""
_TOPIC_WORD = 10.0


class Headline(NamedTuple):
    """A selected clause: its text as shown, how dense it is, and the words that carry its meaning."""

    text: str
    density: float
    words: frozenset[str]


_Clause = tuple[str, bool]
"""A piece of a line, and whether it is how the line opens."""


def headline(
    texts: Sequence[str], corrections: Sequence[Sequence[str]] = (), topic_words: Sequence[str] = ()
) -> Headline:
    """Return the densest clause of the lines; of equals the first. Empty text where the lines hold nothing at all."""
    wanted = [word.casefold() for word in topic_words]
    best: tuple[float, _Clause, Weight] | None = None
    for text in texts:
        for clause in _clauses(text[:READ_CHARS]):
            weight = weigh(clause[0])
            density = weight.content / (weight.units + _STEADY) * min(1.0, weight.content / _ENOUGH)
            if wanted and any(word in clause[0].casefold() for word in wanted):
                density += _TOPIC_WORD
            if best is None or density > best[0]:
                best = (density, clause, weight)
    if best is None:
        return Headline("", 0.0, frozenset())
    return Headline(_shown(best[1], corrections), best[0], best[2].words)


def hot_sentences(text: str, phrases: re.Pattern[str], corrections: Sequence[Sequence[str]] = ()) -> list[Headline]:
    """Return the sentences of a line that hold a decision or a promise, verbatim, in order."""
    if not phrases.search(text[:READ_CHARS]):
        return []
    found = []
    for number, sentence in enumerate(_pieces(_spoken(text[:READ_CHARS]), _SENTENCE_ENDS)):
        if phrases.search(sentence):
            weight = weigh(sentence)
            found.append(Headline(_shown((sentence, not number), corrections), weight.content, weight.words))
    return found


def pattern(phrases: Iterable[str]) -> re.Pattern[str] | None:
    """Return what finds any of the phrases, as words where their script has spaces; None for no phrases."""
    parts = [_bounded(phrase) for phrase in phrases if phrase.strip()]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None


def opens_with(text: str, phrases: Iterable[str]) -> bool:
    """Say whether a line opens with one of the phrases."""
    start = text[:400].lstrip(_OPENING_SIGNS + "\n").casefold().replace("\u2019", "'")
    return start.startswith(tuple(phrase.casefold() for phrase in phrases))


def _bounded(phrase: str) -> str:
    body = re.escape(phrase.strip()).replace("'", "['\u2019]")
    before = r"(?<!\w)" if phrase.strip()[0] < "\u3000" else ""
    behind = r"(?!\w)" if phrase.strip()[-1] < "\u3000" and phrase.strip()[-1].isalnum() else ""
    return before + body + behind


def _spoken(text: str) -> str:
    """Take out fenced code, which is not said; its place keeps a line's end, so that clauses stay the line's own."""
    return "\n".join(text.split("```")[::2]) if "```" in text else text


def _clauses(text: str) -> Iterator[_Clause]:
    for number, sentence in enumerate(_pieces(_spoken(text), _SENTENCE_ENDS)):
        if _fits(sentence, SHORT_COLUMNS):
            yield sentence, not number
        else:
            for place, clause in enumerate(_pieces(sentence, _CLAUSE_ENDS)):
                yield clause, not number and not place


def _pieces(text: str, ends: tuple[_Ends, _Ends]) -> list[str]:
    if text.isascii() and not text.encode().translate(None, _NO_SIGNS):  # nothing to cut or to take off
        return [text] if (text := text.strip()) else []
    for end, kept in ends[text.isascii()]:
        if end in text:
            text = text.replace(end, kept)
    lines = [line.strip().lstrip(_OPENING_SIGNS).rstrip(_CLOSING_SIGNS) for line in text.split("\n")]
    return list(filter(None, lines))


def _shown(clause: _Clause, corrections: Sequence[Sequence[str]]) -> str:
    text, is_opening = clause
    for misheard, right in corrections:
        text = text.replace(misheard, right)
    return ("" if is_opening else "…") + cut(text, MAX_COLUMNS)


def cut(text: str, columns: int) -> str:
    """Return the text, cut to so many columns with `…` behind; at a space where there is one near."""
    if _fits(text, columns):
        return text
    place = columns
    if not text.isascii():
        place = next(at for at, width in enumerate(accumulate(map(_width, text))) if width > columns)
    space = text.rfind(" ", place - 20 if place > 40 else place, place)
    return text[: space if space > 0 else place].rstrip() + "…"


def _fits(text: str, columns: int) -> bool:
    if text.isascii() or len(text) > columns:
        return len(text) <= columns
    return len(text) * 2 <= columns or sum(map(_width, text)) <= columns


def _width(char: str) -> int:
    return 2 if char > "\u02ff" and unicodedata.east_asian_width(char) in "WF" else 1
