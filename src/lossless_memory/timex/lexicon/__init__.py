"""The words of each language that speak of time, one module a language, loaded when first asked for.

Owns the shape of a lexicon. A lexicon maps folded words, or phrases of several words, to a type letter (lexer.py says
what each means) and a value; it holds no rules. Adding a language is adding a module with the same names, and its name
to KNOWN. A module may also say DOTTED (a dot after a number makes it an ordinal: 3. Mai), MISSPELT (words also known
with one slip of the hand), CAPITALS (nouns have a
capital anywhere, so a capital tells no name), ELIDED (an apostrophe parts two words: d'hier), DAYS and SENTENCES (how a
reading is said; see reading.py) and REPAIRS (how a time is taken back for another one; see repairs.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module

from lossless_memory.typed import Any, NamedTuple


class Lexicon(NamedTuple):
    """What a language module gives, prepared for the lexer."""

    language: str
    words: Mapping[str, tuple[str, Any]]
    plain: Mapping[str, tuple[str, Any]]  # the words that begin no phrase and no number
    phrases: Mapping[str, Mapping[str, list[tuple[str, ...]]]]  # of several words: first, second -> all, longest first
    triggers: frozenset[str]  # at least one of these words, or a digit, stands in every time phrase
    hints: Mapping[str, tuple[str, ...]]  # the same for a text without spaces, by first character
    known: frozenset[str]  # words, or characters, that speak for the language
    numbers: Mapping[str, tuple[int, str]]  # value and class: unit, teen, tens, hundred, thousand, ordinal
    order: str  # the language's own order of a numeric date
    spaced: bool  # words stand apart
    dotted: bool  # a number with a dot is an ordinal
    capitals: bool  # nouns have a capital anywhere
    elided: bool  # an apostrophe parts two words
    days: tuple[str, ...]  # short names of the weekdays, from Monday on, where reading.py has none
    sentences: Mapping[str, str]  # the sentences of a reading, where reading.py has none
    repairs: Mapping[str, str]  # how a time is taken back for another one (repairs.py)


KNOWN = ("en", "ja", "es", "de", "fr", "zh")
UNSPACED = frozenset({"ja", "zh"})
THIRDS = frozenset({"first-third", "second-third", "last-third"})  # 中旬, of a month that need not be said
_SPEAKING = frozenset("DJIZMXWYUpPHSVQL^+%KCEh")  # one of these letters, or a digit, stands in every time phrase
_loaded: dict[str, Lexicon] = {}


def check(languages: tuple[str, ...]) -> None:
    """Raise ValueError, naming the known ones, for a language without a lexicon."""
    for language in languages:
        if language not in _loaded and language not in KNOWN:
            raise ValueError(f"no time words for the language {language!r}; known are {', '.join(KNOWN)}")


def load(language: str) -> Lexicon:
    """Return the lexicon of a known language."""
    lexicon = _loaded.get(language)
    if lexicon is None:
        lexicon = _loaded[language] = _prepare(import_module(f".{language}", __name__), language)
    return lexicon


def _prepare(module: Any, language: str) -> Lexicon:
    words: dict[str, tuple[str, Any]] = {}
    elided: bool = getattr(module, "ELIDED", False)
    for letter, table in module.WORDS:
        for phrase, value in table.items():
            parted = phrase.replace("'", " ") if elided else phrase.replace("'s", " 's")
            for spelling in filter(None, map(str.strip, parted.split("|"))):
                words[spelling] = (letter, value)
                if module.SPACED and letter == "p" and spelling.count(" ") == 1:
                    words[spelling.replace(" ", " - ")] = (letter, value)
    for word in getattr(module, "MISSPELT", ()):
        for slip in _slips(word):
            words.setdefault(slip, words[word])
    spaced: bool = module.SPACED
    phrases: dict[str, dict[str, list[tuple[str, ...]]]] = {}
    for phrase in words if spaced else ():
        if " " in phrase:
            pieces = tuple(phrase.split(" "))
            phrases.setdefault(pieces[0], {}).setdefault(pieces[1], []).append(pieces)
    for following in phrases.values():
        for found in following.values():
            found.sort(key=_pieces_then_letters, reverse=True)
    numbers: Mapping[str, tuple[int, str]] = module.NUMBERS
    speaking = [
        phrase
        for phrase, (letter, value) in words.items()
        if (letter in _SPEAKING and (value != "" or letter in "h%"))
        or (letter == "m" and not phrase.isascii())
        or (letter == "q" and value in THIRDS)
    ]
    hints: dict[str, list[str]] = {}
    for phrase in () if spaced else speaking:
        hints.setdefault(phrase[0], []).append(phrase)
    return Lexicon(
        language,
        words,
        {
            word: entry
            for word, entry in words.items()
            if spaced and len(word) > 2 and word not in phrases and word not in numbers and word.isalpha()
        },
        phrases,
        _triggers(speaking, numbers) if spaced else frozenset(),
        {first: tuple(phrases) for first, phrases in hints.items()},
        frozenset(word.partition(" ")[0] if spaced else word[0] for word in words) | numbers.keys(),
        numbers,
        module.ORDER,
        spaced,
        getattr(module, "DOTTED", False),
        getattr(module, "CAPITALS", False),
        elided,
        getattr(module, "DAYS", ()),
        getattr(module, "SENTENCES", {}),
        getattr(module, "REPAIRS", {}),
    )


def _pieces_then_letters(pieces: tuple[str, ...]) -> tuple[int, int]:
    return len(pieces), len(pieces[-1])


def _slips(word: str) -> list[str]:
    """Return a word as a hurried hand writes it: two letters swapped, one left out or doubled, the first kept."""
    inner = range(1, len(word) - 1)
    swapped = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in inner]
    return [
        *swapped,
        *(word[:at] + word[at + 1 :] for at in inner),
        *(word[:at] + word[at:][:1] + word[at:] for at in inner),
    ]


def _triggers(phrases: list[str], numbers: Mapping[str, tuple[int, str]]) -> frozenset[str]:
    """Return single words of which one stands in each phrase, the rarer the better: for "la mañana" only mañana."""
    words_of, has_digit = re.compile("[a-z]+").findall, re.compile(r"\d").search
    cut = [words_of(phrase) for phrase in phrases if not has_digit(phrase)]
    triggers = {words[0] for words in cut if len(words) == 1}
    for words in cut:
        if triggers.isdisjoint(words) and len(longest := max(words, key=len, default="")) > 2:
            triggers.add(longest)
    triggers.update(phrase for phrase in phrases if len(phrase) == 2 and phrase[0] in "qht" and phrase[1] in "1234")
    triggers.update(
        word
        for word, (value, grade) in numbers.items()
        if grade == "thousand" or 18 <= value <= 20 or value == 30 or (grade == "tens" and value >= 60)
    )
    return frozenset(triggers)
