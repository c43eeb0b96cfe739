"""How text becomes the words that are searched: the same for a record, for a question, and for the scan.

Runs of scripts written without spaces (Japanese, Chinese, Korean, Thai, Lao, Khmer, Burmese) become overlapping pairs
of characters, each run also giving its last character alone, so that a one-character question is exactly a prefix
query. Widths and compositions are folded by NFKC, case and Latin accents by `plain`; FTS5 cuts what is left at spaces
and ASCII signs and stems it as English (porter). The text in the log is never touched.

Source of the scheme: measurements in docs/benchmarks.md. Knows no database.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from functools import cache

import apsw

from lossless_memory.index.schema import TOKENIZER
from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

INDEX_CAP_CHARS = 262_144
"""Text beyond this many characters is stored but not searched."""

_UNSPACED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uac00-\ud7a3\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U000323af"
)
_HIRAGANA = "[\u3041-\u309f\u30fc]+"
_PICTURE = "[\U0001f000-\U0001faff\u2600-\u27bf]"
_DROPPED = "[\0\ue200-\ue202\ud800-\udfff]"
# Bytes that are found in the UTF-8 of whatever has such a sign: searching for these costs a tenth of an expression,
# and looking for a single byte first a tenth of that.
_PRIVATE_START, _PICTURE_START = b"\xee\x88", b"\xf0\x9f"
_SYMBOL_START = pattern(rb"\xe2[\x98-\x9f]")
_UNSPACED_STARTS = bytes((0xE0, 0xE1, *range(0xE3, 0xEE), 0xEF, 0xF0))
"""They begin U+0800 to U+1FFF, and everything from U+3000 on but what is for private use."""


@cache
def _runs() -> re.Pattern[str]:
    """Return the pattern of a run without spaces, made when it is first needed: it takes its time."""
    return re.compile(f"([{_UNSPACED}]+)")


@cache
def _pictures() -> re.Pattern[str]:
    return re.compile(_PICTURE)


@cache
def _dropped() -> re.Pattern[str]:
    return re.compile(_DROPPED)


_ASCII = bytes(range(128))

_UTF_32 = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


class Term(NamedTuple):
    """One thing to look for: its text, and whether it is a prefix."""

    text: str
    is_prefix: bool = False

    @property
    def plain(self) -> str:
        """The text as the index has it."""
        return plain(self.text)

    @property
    def expression(self) -> str:
        """The term as an FTS5 expression; nothing in it can be read as an operator."""
        quoted = '"' + self.plain.replace('"', '""') + '"'
        return quoted + "*" if self.is_prefix else quoted


def folded(text: str) -> str:
    """Fold widths, compositions and case, as search sees them; for comparing, never for storing or showing."""
    return unicodedata.normalize("NFKC", text).casefold()


def searchable(text: str) -> str:
    """Return the text as it goes into the index."""
    if text.isascii():
        return text.replace("\0", " ") if "\0" in text else text
    try:
        raw = text.encode()
        is_clean = 0 not in raw and not (_PRIVATE_START[0] in raw and _PRIVATE_START in raw)
    except UnicodeEncodeError:  # lone surrogates
        is_clean = False
    if not is_clean or not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text if is_clean else _dropped().sub(" ", text))
        raw = text.encode()
    if (_PICTURE_START[0] in raw and _PICTURE_START in raw) or _SYMBOL_START.search(raw):
        text = _pictures().sub(_picture_word, text)
    if len(raw.translate(None, _UNSPACED_STARTS)) == len(raw):
        return plain(text)
    pieces = _runs().split(text)
    if len(pieces) == 1:
        return plain(text)
    pieces[::2] = plain("\0".join(pieces[::2])).split("\0")  # no text has a NUL any more
    pieces[1::2] = _pairs(pieces[1::2])
    return "".join(pieces)


def plain(text: str) -> str:
    """Fold case and Latin accents, and put a full stop for each sign beyond ASCII that is no part of a word."""
    if text.isascii():
        return text
    beyond = text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")
    for char in set(beyond):
        if (stands := _PLAIN[char]) != char:
            text = text.replace(char, stands)
    return text


class _Plain(dict[str, str]):
    """What stands in the index for a character beyond ASCII, remembered."""

    def __missing__(self, char: str) -> str:
        """Return it, and see that it is asked once."""
        self[char] = stands = _stands_for(char)
        return stands


def _stands_for(char: str) -> str:
    """Return what is searched in place of a character beyond ASCII; those of runs without spaces stay."""
    category = unicodedata.category(char)
    if _runs().match(char):
        return char
    if category[0] not in "LMN" and category != "Co":
        return "."
    if "\ufe00" <= char <= "\ufe0f":
        return ""  # the wish to see a picture in colour
    folded = char.casefold()
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", folded))
    return bare if bare.isascii() else folded


_PLAIN = _Plain()


def _pairs(runs: list[str]) -> list[str]:
    """Return the overlapping pairs of each run and its last character, each between spaces.

    All runs of a text are laid into spaces at once, in two copies, three characters a pair, with a line end, which no
    run holds, before each: `\\na ab b` is then what stands for the run ab, and a space comes before the next line end.
    """
    chars = array("I", "".join([f"\n{run}" for run in runs]).encode(_UTF_32))
    laid = array("I", " ".encode(_UTF_32) * (3 * len(chars)))
    laid[1::3] = chars
    laid[2:-1:3] = chars[1:]
    pairs = laid.tobytes().decode(_UTF_32)[:-1].split("\n")[1::2]
    return [f"{one[1:]} " if len(one) > 3 else f" {one[1:]} " for one in pairs]


def _picture_word(match: re.Match[str]) -> str:
    """Spell an emoji as a word."""
    return f" u{ord(match[0]):x}q "


def word_count(indexed: str) -> int:
    """Return the length of an indexed text in words, as ranking uses it."""
    return indexed.count(" ") + 1


def terms(text: str) -> list[Term]:
    """Return what to look for, for the words of a question; each once, in order.

    A written word is one term; a run without spaces gives its pairs. Pairs of hiragana alone say little and are left
    out where the question has anything else.
    """
    found: dict[str, tuple[Term, bool]] = {}
    for position, piece in enumerate(_pieces(text)):
        if position % 2 == 0:
            for word in piece.split():
                if any(char.isalnum() for char in word):
                    found.setdefault(word.casefold(), (Term(word), False))
        elif len(piece) == 1:
            found.setdefault(piece, (Term(piece, is_prefix=True), False))
        else:
            for pair in map(str.__add__, piece, piece[1:]):
                found.setdefault(pair, (Term(pair), bool(re.fullmatch(_HIRAGANA, pair))))
    telling = [term for term, is_weak in found.values() if not is_weak]
    return telling or [term for term, _ in found.values()]


def _pieces(text: str) -> list[str]:
    """Return a text as the index sees it, cut into what is written with spaces and, between, runs without."""
    if text.isascii():
        return [text.replace("\0", " ")]
    text = unicodedata.normalize("NFKC", _dropped().sub(" ", text))
    return _runs().split(_pictures().sub(_picture_word, text))


def phrase_of(text: str) -> Term:
    """Return a whole spelling as one term: its words, or the pairs of a run without spaces, in their order.

    One sign of such a run at the end is a prefix: 150万 stands in 150万円.
    """
    pieces = _pieces(text)
    words: list[str] = []
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            words += piece.split()
        else:
            words += map(str.__add__, piece, piece[1:])
            if len(piece) == 1 or any(pieces[place + 1 :]):
                words.append(piece[-1])  # the index gives each run's last character too; at the end more may follow
    return Term(" ".join(words), is_prefix=len(pieces) > 1 and len(pieces[-2]) == 1 and not pieces[-1])


def phrase(text: str) -> Term | None:
    """Return a term that every text holding these characters matches, or None where nothing in them is searched.

    For quoted text: it narrows, and the log decides. A run without spaces gives its pairs as one phrase.
    """
    words: list[str] = []
    pieces = _pieces(text)
    runs = pieces[1::2]
    written = [word for piece in pieces[::2] for word in piece.split() if any(char.isalnum() for char in word)]
    if runs:
        if pieces[-1] == "" and _may_compose(runs[-1][-1]):
            runs[-1] = runs[-1][:-1]  # か, where the text goes on with a voiced mark and is indexed as が
        longest = max(runs, key=len)
        if not longest:
            return None
        if len(longest) == 1:
            return Term(longest, is_prefix=True)
        words.extend(map(str.__add__, longest, longest[1:]))
    elif len(written) > 2:
        words.extend(written[1:-1])  # the outer ones may be cut in the middle of a word
    elif written:
        return None
    return Term(" ".join(words)) if words else None


def _may_compose(char: str) -> bool:
    """Say whether a mark behind it makes another character of this one: a voiced kana, a Hangul syllable."""
    is_open_syllable = "\uac00" <= char <= "\ud7a3" and (ord(char) - 0xAC00) % 28 == 0
    return is_open_syllable or any(len(unicodedata.normalize("NFKC", char + mark)) == 1 for mark in "\u3099\u309a")


def voiced(text: str) -> list[Term]:
    """Return what one kana may stand as in the index, alone or with a mark behind it; nothing for any other text."""
    char = unicodedata.normalize("NFKC", text)
    if len(char) != 1 or not "\u3041" <= char <= "\u30ff":
        return []
    with_marks = [unicodedata.normalize("NFKC", char + mark) for mark in "\u3099\u309a"]
    return [Term(one, is_prefix=True) for one in (char, *with_marks) if len(one) == 1]


class Tokenizer:
    """FTS5's own tokenizer, called from Python: what the index stores for a text, word by word, stems included."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Take any open connection; the tokenizer lives as long as it does."""
        self._tokenize: Any = connection.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))

    def words(self, indexed: str) -> list[str]:
        """Return the words of a text that has gone through `searchable` or `plain`, in order."""
        raw = indexed.encode("utf-8", "replace")
        found: list[str] = self._tokenize(
            raw, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False, include_colocated=False
        )
        return found
