"""A folded text cut into tokens, each with one type letter, driven by a lexicon.

Owns the gate that lets most texts pass unread, the choice of the languages worth reading, and the choice of the
cutter. Invariant: tokens stand in order and do not overlap. Knows words and numbers, no dates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any

from . import latin
from .lexicon import Lexicon
from .tokens import Token

_DIGIT = pattern(r"\d")
_WORD = pattern(r"[a-z]+")
_SHORT_AGO = pattern(r"\d\s?(?:s|m|min|h|hr|d|w|wk|mo|y|yr)s? ago\b")
_QUARTER = pattern(r"[qht][1-4]\b")
_COUNTED = pattern(
    "[〇零一二三四五六七八九十百千廿元数數几幾半何两兩][年月日号時时点點分秒週周个個ヶか]|[月火水木金][・、/~-]?[火水木金土]"
)


def worth_reading(text: str, lexicons: list[Lexicon]) -> list[Lexicon]:
    """Return, cheaply, the lexicons of which a text can hold a time phrase.

    A text with digits is read with those whose words it uses most. A language that adds nothing to another one, of
    which the text uses more words, is left out.
    """
    has_digit = _DIGIT.search(text) is not None
    if len(lexicons) == 1:
        return lexicons if has_digit or _may_hold(text, lexicons[0]) else []
    if has_digit and _SHORT_AGO.search(text):  # ago is August and mo an ordinal in Spanish
        english = [lexicon for lexicon in lexicons if lexicon.language == "en"]
        if english:
            return english
    words = set(_WORD.findall(text))
    if has_digit:
        words.update(_QUARTER.findall(text))
    hit = [
        lexicon
        for lexicon in lexicons
        if (not lexicon.triggers.isdisjoint(words) if lexicon.spaced else _holds(text, lexicon) or _JOINED.search(text))
    ]
    if has_digit:
        counts = [_weight(text, words, lexicon) for lexicon in lexicons]
        most = max(counts, default=0)
        if not hit:
            if not most:
                return lexicons[:1]
            return [lexicon for lexicon, count in zip(lexicons, counts, strict=True) if count == most]
        for lexicon, count in zip(lexicons, counts, strict=True):
            if count == most and lexicon not in hit:
                hit.append(lexicon)
        hit += [lexicon for lexicon in lexicons if not lexicon.spaced and lexicon not in hit and _COUNTER.search(text)]
    if len(hit) < 2:
        return hit
    return [
        lexicon
        for lexicon in hit
        if not lexicon.spaced or not any(_covers(other, lexicon, words) for other in hit if other is not lexicon)
    ]


def _may_hold(text: str, lexicon: Lexicon) -> bool:
    """Tell whether a word that can make a time stands in a text without digits."""
    if lexicon.spaced:
        return not lexicon.triggers.isdisjoint(_WORD.findall(text))
    return _holds(text, lexicon)


_JOINED = pattern("[a-z](?:から|まで|以[降前後])")  # last mondayから
_COUNTER = pattern(r"\d\s?[年月日号時时点點分秒週周个個ヶか]")


def _holds(text: str, lexicon: Lexicon) -> bool:
    """Tell whether a phrase of a language without spaces, or a number with a counter, stands in a text."""
    hints = lexicon.hints
    for char in hints.keys() & set(text):
        for phrase in hints[char]:
            if phrase in text:
                return True
    return _COUNTED.search(text) is not None


def _weight(text: str, words: set[str], lexicon: Lexicon) -> int:
    return len(lexicon.known & words) if lexicon.spaced else 100 * len(lexicon.known & set(text) - _ASCII)


_ASCII = frozenset(map(chr, range(128)))


def _covers(other: Lexicon, lexicon: Lexicon, words: set[str]) -> bool:
    """Tell whether the words of `lexicon` that can make a time all belong to a language the text uses more."""
    return (
        other.spaced
        and (lexicon.triggers & words) <= other.known
        and len(lexicon.known & words) < len(other.known & words)
    )


def lex(text: str, lexicon: Lexicon, order: str, others: Sequence[Lexicon] = ()) -> list[Token]:
    """Cut a folded and masked text into tokens, with the sure words of the `others` it is mixed with."""
    guests = _guests(tuple(one.language for one in others), others) if others else _NOBODY
    if not lexicon.spaced:
        if not _unspaced:
            from .japanese import cut

            _unspaced.append(cut)
        return _unspaced[0](text, lexicon, order, guests)
    if lexicon.elided:
        text = text.replace("'", " ")
    stretch = _stretch(text, lexicon) if len(text) > _LONG else (0, len(text))
    return latin.cut(text, lexicon, order, *stretch, guests)


_unspaced: list[Callable[..., list[Token]]] = []  # the cutter most questions do without, loaded when it is needed
_NOBODY: dict[str, tuple[str, Any]] = {}
_SURE = frozenset("DJIWpPUMmHlasujek")  # letters whose words mean a time in any company
_mixed: dict[tuple[str, ...], dict[str, tuple[str, Any]]] = {}


def _guests(languages: tuple[str, ...], others: Sequence[Lexicon]) -> dict[str, tuple[str, Any]]:
    """Return the single words of some languages that keep their meaning in a sentence of another one."""
    found = _mixed.get(languages)
    if found is None:
        found = _mixed[languages] = {
            word: entry
            for one in others
            if one.spaced
            for word, entry in one.words.items()
            if entry[0] == "@" or (entry[0] in _SURE and entry[1] != "" and len(word) > 2 and word.isalpha())
        }
    return found


_LONG = 90  # characters of a text that is cut as a whole
_BEFORE, _AFTER = 9, 6  # words around one that can make a time which a rule may look at
_EACH = pattern(r"[a-z]+|\d+")


def _stretch(text: str, lexicon: Lexicon) -> tuple[int, int]:
    """Return the stretch of a long text that holds every word or number that can make a time, and some around."""
    triggers = lexicon.triggers
    found = list(_EACH.finditer(text))
    places = [at for at, match in enumerate(found) if match[0] in triggers or match[0][0] <= "9"]
    if not places:
        return 0, 0
    first, last = max(0, places[0] - _BEFORE), min(len(found) - 1, places[-1] + _AFTER)
    return (found[first].start() if first else 0, found[last].end() if last < len(found) - 1 else len(text))
