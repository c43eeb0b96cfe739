"""Where a Japanese time word ends and another word begins: 母の日 in 母の日課, 火曜 in 火曜会, ばん in かばん.

Owns what may stand behind and before a word of the lexicon for it to be a word of its own. Knows no meaning.
"""

from __future__ import annotations

from collections.abc import Mapping

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any

from .tokens import Token

DOUBTFUL = frozenset(';xHIpmDJZ"')  # letters of words that may be a piece of another one


def is_piece(
    text: str,
    start: int,
    size: int,
    letter: str,
    value: Any,
    tokens: list[Token],
    follows: bool,
    words: Mapping[str, tuple[str, Any]],
    sizes: dict[str, list[int]],
) -> bool:
    """Tell whether a word of the lexicon, of a doubtful letter, is here a piece of another word.

    `follows`: what no lexicon word begins stands right before it.
    """
    end = start + size
    last = tokens[-1] if tokens and tokens[-1].end == start else None
    first = text[start]
    if letter == ";":
        return first == "日" and len(tokens) > 1 and tokens[-2].kind in _DATED  # 9月5日で
    if letter == "x":
        return text[end - 1] == "食" and text[end : end + 1] == "べ"  # 夜食べた
    if letter == "H":
        return _runs_on(text, end, words, sizes)
    if letter == '"':
        return bool(value) and (last is None or not _makes_name(text, end, size, last, value))
    if letter == "I" and text[end - 1] == "前":
        return follows or (last is not None and last.kind not in ",;._")  # 会議の少し前
    if not "ぁ" <= first <= "ん":
        return False
    if letter in "pm" or (letter == "D" and text[end - 1] == "か"):
        return follows or not _stands_apart(text, end, last, letter == "D")  # かばん
    return _IN_A_WORD.match(text, end) is not None  # さっきょく, あしたば


def _runs_on(text: str, end: int, words: Mapping[str, tuple[str, Any]], sizes: dict[str, list[int]]) -> bool:
    """Tell a feast that ends in 日 from the beginning of another word: 母の日 from 母の日課, 元旦 from 元旦那.

    It is one where its last character begins a word that is no time, or where kanji follow it that are neither a time
    word, nor a verb, nor said of a day.
    """
    if text[end - 1] not in "日旦" or _OF_A_DAY.match(text, end):
        return False
    for size in sizes[text[end - 1]]:
        word = words.get(text[end - 1 : end - 1 + size])
        if word is not None and word[0] == "x":
            return True
    char = text[end : end + 1]
    if not "一" <= char <= "龥":
        return _SUNRISE.match(text, end) is not None
    if _VERB.match(text, end):
        return False
    found = (words.get(text[end : end + size]) for size in sizes.get(char, ()))
    return next((word[0] for word in found if word is not None), "x") == "x"


_SUNRISE = pattern("の出(?:[のはがをにでともへ、。?]|$)")  # 日の出, but not 母の日の出来事
_OF_A_DAY = pattern("当日|直前|直後|限定|特[別集]|用[のにはを]")
_VERB = pattern("[一-龥][^のはがをにでともへ一-龥ァ-ヴ]|見に")


def _makes_name(text: str, end: int, size: int, last: Token, kinds: str) -> bool:
    """Tell whether an ending makes something else of the time word right before it, one of `kinds`: 火曜会, 先月比.

    A kanji before others begins a word of its own (火曜会議), as does a verb (日曜会った).
    """
    if last.kind not in kinds:
        return False
    after = text[end : end + 1]
    return not ("ぁ" <= after <= "ん" and after not in "のはがをにでともへやかだ") and not (
        size == 1 and "一" <= after <= "龥"
    )


def _stands_apart(text: str, end: int, last: Token | None, is_day: bool) -> bool:
    """Tell a part of the day or a day in kana from a piece of another word: a time before it or a particle after."""
    if last is None:
        return (_APART if is_day else _ALONE).match(text, end) is not None
    return last.kind in "iDJWZHM23,;&." and _APART.match(text, end) is not None


_APART = pattern("[^ぁ-んー]|$|[のはをにもへ]|が(?!お)|と(?!き)|で(?!も)|から|まで|ごろ|ころ|まえ")
_ALONE = pattern("[^ぁ-んー]|$|に(?!ん)")  # not あさのさん, ばんはく


def is_dated(tokens: list[Token]) -> bool:
    """Tell whether a month, a list or a range stands before a number, which makes it a day of the month."""
    return bool(tokens) and tokens[-1].kind in _DATED


# What cannot stand behind a time word in kana, because no word begins with it, or a single kana before another script.
_IN_A_WORD = pattern(
    "[ぁぃぅぇぉゃゅょゎんらろ]|ば(?![んいあ])|え(?:[のはがをにでと]|さん)"
    "|(?![のはがをにでともへやかねよさなおごだま])[ぁ-ん](?![ぁ-んー])"
)
_DATED = frozenset("2MZiF&,/d")  # letters after which a number with 日 is a day of the month
ALL_DAY = pattern(
    "一日(?:かけ|がかり|じゅう|つぶ|[でがも潰休寝乗]|過ご|の(?:終わり|おわり|始まり|予定|流れ|うち|大半|ほとんど|過ごし))"
)
