"""Japanese text cut into tokens by longest match, digits and kanji numbers in place.

Owns the cutting of a text without spaces. What no lexicon word begins is passed over until the next one that is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple, TypeAlias

from . import boundaries
from .digits import PIECE, classify
from .ir import Date, Period, WeekNumber
from .lexicon import Lexicon
from .mask import MASK
from .numerals import NUMBER, read_kanji
from .tokens import Token

_JA_RUN = pattern(r"[a-z]+|[ァ-ヴー]+")
_WEEK = pattern(r"第(0?[6-9]|[1-4]\d|5[0-3])週")
_SHORT_DATE = pattern(r"(?<![\da-z./-])(\d\d)/(0?[1-9]|1[0-2])/([1-9])(?![\da-z/])")  # 24/5/3
_DONE = pattern(
    "に[^。、?!とを]{0,8}?(?:[っいしけげべえめせれてちりきびみ]た|んだ|いだ)(?![いらり])"
    "|の(?:会話|話|質問|やり取り|やりとり|記録|メモ|相談|日記|発言|メッセージ|メール|チャット)"
)  # 三日以内に話した, 一週間以内の会話
_Sizes: TypeAlias = dict[str, list[int]]
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "r": 2018, "h": 1988, "s": 1925}
_ERA_STARTS = frozenset("令平昭大明rhs")
_ERA = pattern(
    r"(令和|平成|昭和|大正|明治|(?<![a-z])[rhs](?=\d))\s?([0-9]{1,2}|元|[一二三四五六七八九十]{1,3})(?:年|(?=[/.,]\d))"
)
_NUMERALS = frozenset("〇零一二三四五六七八九十百千廿")
_PATTERNED = frozenset("月火水木金令平昭大明rhs小中高第")  # _named looks at what they begin


class _Words(NamedTuple):
    """What a lexicon knows, as the cutting asks for it.

    `skip` matches what begins no word; `sizes` and `pairs` give the lengths of words, longest first, by their first
    character and by their first two.
    """

    known: Mapping[str, tuple[str, Any]]
    skip: re.Pattern[str]
    sizes: _Sizes
    pairs: _Sizes
    is_japanese: bool


_prepared: dict[str, _Words] = {}


def cut(text: str, lexicon: Lexicon, order: str, guests: Mapping[str, tuple[str, Any]]) -> list[Token]:
    """Cut a folded and masked text into tokens; `guests` are words of other languages, good among them."""
    words = _prepared.get(lexicon.language) or _prepare(lexicon)
    skip, sizes = words.skip, words.sizes
    tokens: list[Token] = []
    position, length, unknown = 0, len(text), -1
    new = tuple.__new__  # what the constructor of a NamedTuple comes down to
    while position < length:
        char = text[position]
        follows = unknown >= 0
        end = position + 1
        if char in sizes or not (char == MASK or char.isdecimal() or char.isspace()):
            if not (char in _PATTERNED and (found := _named(text, position, words, tokens))):
                found = _word(text, position, words, tokens, follows)
                if not found and char in _NUMERALS:
                    found = _number(text, position, tokens)
        elif char.isspace():
            if follows:
                tokens.append(Token("x", "", unknown, position))
                unknown = -1
            position = end
            continue
        else:
            found = [] if char == MASK else _digits(text, position, order, tokens)
        if not found and (run := skip.match(text, position) or _JA_RUN.match(text, position)):
            end = run.end()
            if (guest := guests.get(run[0])) and not text[position - 1 : position].isdigit():
                found = [Token(*guest, position, end)]  # Mondayの夜
        if found:
            if follows:
                tokens.append(new(Token, ("x", _verb(text, unknown, found[0], tokens), unknown, position)))
                unknown = -1
            tokens += found
            end = found[-1][3]
        elif not follows:
            unknown = position
        position = end
    if unknown >= 0:
        tokens.append(Token("x", _verb(text, unknown, None, tokens), unknown, length))
    return tokens


def _prepare(lexicon: Lexicon) -> _Words:
    sizes: _Sizes = {}
    pairs: _Sizes = {}
    for length, first, word in sorted({(len(word), word[0], word[:2]) for word in lexicon.words}, reverse=True):
        if length not in sizes.setdefault(first, []):
            sizes[first].append(length)
        pairs.setdefault(word, []).append(length)
    for start, lengths in pairs.items():
        if len(start) == 2 and start[0] in pairs:
            lengths.append(1)
    firsts = "".join(map(re.escape, sizes))
    skip = re.compile(rf"[^{firsts}\d\sa-zァ-ヴー令平昭大明第〇零一二三四五六七八九十百千廿元小中高{MASK}]+")
    words = _prepared[lexicon.language] = _Words(lexicon.words, skip, sizes, pairs, lexicon.language == "ja")
    return words


def _digits(text: str, position: int, order: str, tokens: list[Token]) -> list[Token]:
    """Return the token of a number in digits, if it is one."""
    if text[position + 2 : position + 3] == "/" and order == "ymd" and (short := _SHORT_DATE.match(text, position)):
        year, month, day = map(int, short.groups())
        return [Token("E", Date(year, month, day), position, short.end())]
    match = PIECE.match(text, position)
    token = classify(match, text, tokens, order) if match else None
    return [token] if token else []


def _named(text: str, position: int, words: _Words, tokens: list[Token]) -> list[Token]:
    """Return the tokens of what a pattern finds before any word does: 月水金, 令和8年, 高2, 第32週."""
    char = text[position]
    if char in "月火水木金" and (days := _named_weekdays(text, position, tokens)):
        return _weekdays(days)
    if char in _ERA_STARTS and (era := _ERA.match(text, position)):
        return _year_of_era(text, era)
    if char in "小中高大" and words.is_japanese and (school := _SCHOOL.match(text, position)):
        return [Token("x", "", position, school.end())]  # 高2の夏
    if char == "第" and (week := _WEEK.match(text, position)):
        return [Token("Z", WeekNumber(int(week[1])), position, week.end())]
    return []


def _year_of_era(text: str, era: re.Match[str]) -> list[Token]:
    year = _ERAS[era[1]] + (int(era[2]) if era[2].isdigit() else read_kanji(era[2]))
    start, end = era.span()
    if text[end - 1] != "年":
        return [Token("y", year, start, end)]
    tens = {"代": "decade", "度": "fiscal"}.get(text[end : end + 1])  # 昭和50年代
    unit = Token("7", tens, end - 1, end + 1) if tens else Token("1", "year", end - 1, end)
    return [Token("y", year, start, end - 1), unit]


def _word(text: str, position: int, words: _Words, tokens: list[Token], follows: bool) -> list[Token]:
    """Return the token of the longest word that begins here and stands alone, if any; the one before may change.

    `follows`: an unknown stretch stands right before.
    """
    known, _, sizes, pairs, is_japanese = words
    for size in pairs.get(text[position : position + 2]) or pairs.get(text[position]) or ():
        surface = text[position : position + size]
        entry = known.get(surface)
        if entry is None or len(surface) != size:
            continue
        letter, value = entry
        end = position + size
        if (letter in "lZ" or surface[0] in "月年日" or surface[-1] in "月日") and _is_cut_wrongly(
            text, position, end, entry, known, tokens
        ):
            continue
        if is_japanese and letter in boundaries.DOUBTFUL:
            if boundaries.is_piece(text, position, size, letter, value, tokens, follows, known, sizes):
                continue  # 母の日課, 火曜会議, かばん
            if surface == "週目" and _is_week_of_month(tokens):
                tokens[-1] = tokens[-1]._replace(kind="o")
                letter, value = "U", "week"
            if letter == '"' and value:
                tokens[-1] = tokens[-1]._replace(kind="x", value="")  # 火曜会
        if surface[-1] == "曜" and "ァ" <= text[end : end + 1] <= "ヺ" and text[end] not in sizes:
            letter, value = "x", ""  # 金曜ロードショー
        if letter == "<" and _DONE.match(text, end):
            value = "past"
        return [tuple.__new__(Token, (letter, value, position, end))]
    return []


def _is_cut_wrongly(
    text: str, position: int, end: int, entry: tuple[str, Any], known: Mapping[str, Any], tokens: list[Token]
) -> bool:
    """Tell whether a shorter word or another cut is meant: 前の and 日曜, 3月 and 末, 3日前 and の話."""
    letter, value = entry
    first, last = text[position], text[end - 1]
    if last in "月日" and text[end : end + 1] == "曜":
        return True  # 前の日曜 is 前の and 日曜
    if first in "月年日" and letter not in "1237U;" and _counts(tokens, position):
        is_turn = value == "toshiake" and tokens[-1].kind == "y"  # 2026年始
        return not is_turn  # 3月末 is 3月 and 末
    return (
        letter in "lZ"
        and bool(tokens)
        and tokens[-1].kind in "U1356~vH"
        and first in known
        and (letter == "l" or text.startswith("前の", position))
    )  # 3日前の話 is 3日前, not 前の話; 2年前の年末 is not that of 前の年


def _number(text: str, position: int, tokens: list[Token]) -> list[Token]:
    """Return the tokens of a number in kanji, if it is one."""
    number = NUMBER.match(text, position)
    if number is None:
        return []
    end = number.end()
    if tokens and tokens[-1].kind == "#" and tokens[-1].end == position:
        return [Token("x", "", position, end)]  # 一泊二日
    if _is_either(number[0], text[end : end + 5], tokens):
        first, second = (read_kanji(char) for char in number[0])
        middle = position + 1
        return [
            Token("n", first, position, middle),
            Token(",", "", middle, middle),
            Token("n", second, middle, end),
        ]
    if number[0] == "一" and boundaries.ALL_DAY.match(text, position) and not boundaries.is_dated(tokens):
        return [Token("x", "", position, position + 2)]  # 一日かけて
    value = read_kanji(number[0])
    return [Token("y" if 1000 <= value <= 2999 else "n", value, position, end)]


def _verb(text: str, start: int, following: Token | None, tokens: list[Token]) -> str:
    """Tell what an unknown stretch says beside a time: "to-do" before a number, "done" after a part of the day."""
    if tokens and tokens[-1][0] in "pm" and tokens[-1].end == start and _HAPPENED.match(text, start):
        return "done"
    if following is not None and following[0] == "n":
        return "to-do" if _TO_DO.search(text, max(start, following.start - 2), following.start) else ""
    return ""


_HAPPENED = pattern(
    "(?![一-龥]{1,2}だった)(?:[一-龥]{1,2}(?:[ぁ-ん]{0,2}[っいしきちりみけえめべせげれ]た|[んい]だ)|[見出来寝着]た|した|言ってた)(?![らりい])"
)


_TO_DO = pattern("(?:[^まぁ-ん][うくすつぬぶむぐる]|[^ま]る)$")  # 寝る, 行く, 食べる; not まるまる
_SCHOOL = pattern(
    "(?:小学校?|中学校?|高校|大学|(?<![一-龥])[小中高大](?=[1-6一二三四五六](?:年|の)))[1-6一二三四五六](?:年生?)?(?:の[春夏秋冬](?:休み)?)?"
    "|(?<![一-龥])中[1-9一二三四五六七](?=日[での空])日"
)


def _is_either(number: str, following: str, tokens: list[Token]) -> bool:
    """Tell 二三日前, two or three days ago, from the number 23."""
    last = tokens[-1].kind if tokens else ""
    if len(number) != 2 or last in {"2", "M"} or not (_EITHER.match(following) or (last in {"l", "t"} and following)):
        return False
    return read_kanji(number[1]) == read_kanji(number[0]) + 1 <= 9


_EITHER = pattern("(?:日|年|週間|時間|[かヶカヵケ]月)(?:ほど|くらい|ぐらい|ばかり)?(?:前|まえ)")


_WEEKDAYS = pattern("[月火水木金](?:[・、/~-]?[火水木金土日]){1,6}(?![一-龥々曜・、/~-]|さん|くん|ちゃん|しげる)")


# Weekdays of no week that was said, where nothing else is meant: 火木に, not 水木さん, 月日 or たき火.
_LOOSE_WEEKDAYS = pattern(
    "(?<![^\\s、。,.!?はもが])(?!水木|火水|月日)[月火水木金](?:[・、/~-]?[火水木金土日]){1,6}"
    "(?=に(?!ん)|の|[朝昼夜晩]|午[前後]|夕方)"
)


_IN_A_LIST = frozenset("火水木金土日・、/~-")


def _named_weekdays(text: str, position: int, tokens: list[Token]) -> re.Match[str] | None:
    """Return the stretch of 先週の月水金, or 火木に of no week."""
    if text[position + 1 : position + 2] not in _IN_A_LIST:
        return None
    return (_WEEKDAYS if _is_of_week(tokens, position) else _LOOSE_WEEKDAYS).match(text, position)


def _is_of_week(tokens: list[Token], position: int) -> bool:
    """Tell whether a week was named right before: 先週の月水金."""
    before = tokens[-2:]
    if not before or before[-1].end != position:
        return False
    week = before[0] if before[-1].value == "no" else before[-1]
    return isinstance(week.value, Period) and week.value.unit == "week"


def _weekdays(found: re.Match[str]) -> list[Token]:
    """Return the weekdays of 月水金, 火・木 or 月~水, which stand in the order of the week; else something unknown."""
    start, text = found.start(), found[0]
    days = [(place, "月火水木金土日".index(char)) for place, char in enumerate(text) if char in "月火水木金土日"]
    numbers = [number for _place, number in days]
    is_range = text[1] in "~-"
    if numbers != sorted(set(numbers)) or text == "月日" or (is_range and len(text) != 3):
        return [Token("x", "", start, found.end())]
    tokens: list[Token] = []
    for place, number in days:
        if tokens:
            joint = "d" if is_range else "&" if place == days[-1][0] else ","
            tokens.append(Token(joint, "", tokens[-1].end, start + place))
        tokens.append(Token("W", number, start + place, start + place + 1))
    return tokens


def _is_week_of_month(tokens: list[Token]) -> bool:
    """Tell 8月の2週目 and 第二週目 from 妊娠12週目."""
    if not tokens or tokens[-1].kind not in "no":
        return False
    before = tokens[-3:-1]
    if before and before[-1].value == "no":
        before = before[:-1]
    return tokens[-1].kind == "o" or (bool(before) and before[-1].kind in "2MZ" and 1 <= tokens[-1].value <= 6)


def _counts(tokens: list[Token], position: int) -> bool:
    """Tell whether a number ends right before `position`."""
    return bool(tokens) and tokens[-1].end == position and tokens[-1].kind in "ny"
