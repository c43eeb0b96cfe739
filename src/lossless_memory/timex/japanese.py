"""Japanese text cut into tokens by longest match, digits and kanji numbers in place.

Owns the cutting of a text without spaces. What no lexicon word begins is passed over until the next one that is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, TypeAlias

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
_prepared: dict[str, tuple[re.Pattern[str], _Sizes, _Sizes]] = {}  # what to pass over, and lengths of words
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "r": 2018, "h": 1988, "s": 1925}
_ERA_STARTS = frozenset("令平昭大明rhs")
_ERA = pattern(
    r"(令和|平成|昭和|大正|明治|(?<![a-z])[rhs](?=\d))\s?([0-9]{1,2}|元|[一二三四五六七八九十]{1,3})(?:年|(?=[/.,]\d))"
)


def cut(text: str, lexicon: Lexicon, order: str, guests: Mapping[str, tuple[str, Any]]) -> list[Token]:
    """Cut a folded and masked text into tokens; `guests` are words of other languages, good among them."""
    skip, sizes, pairs = _prepared.get(lexicon.language) or _prepare(lexicon)
    tokens: list[Token] = []
    words = lexicon.words
    is_japanese = lexicon.language == "ja"
    position, length = 0, len(text)
    unknown = -1
    new = tuple.__new__  # what the constructor of a NamedTuple comes down to
    while position < length:
        char = text[position]
        token: Token | None = None
        if char in "月火水木金" and (days := _named_weekdays(text, position, tokens)):
            if unknown >= 0:
                tokens.append(Token("x", "", unknown, position))
                unknown = -1
            position = days.end()
            tokens += _weekdays(days)
            continue
        if char not in sizes and (char.isdecimal() or char == MASK or char.isspace()):
            if char.isspace():
                position += 1
                if unknown >= 0:
                    tokens.append(Token("x", "", unknown, position - 1))
                    unknown = -1
                continue
            if char != MASK:
                match = PIECE.match(text, position)
                is_short = text[position + 2 : position + 3] == "/" and order == "ymd"
                if is_short and (short := _SHORT_DATE.match(text, position)):
                    year, month, day = map(int, short.groups())
                    token = Token("E", Date(year, month, day), position, short.end())
                elif match:
                    token = classify(match, text, tokens, order)
        else:
            era = _ERA.match(text, position) if char in _ERA_STARTS else None
            if era:
                base = _ERAS[era[1]]
                year = base + (int(era[2]) if era[2].isdigit() else read_kanji(era[2]))
                token = Token("e1", year, position, era.end())
            elif char in "小中高大" and is_japanese and (school := _SCHOOL.match(text, position)):
                token = Token("x", "", position, school.end())  # 高2の夏
            elif char == "第" and (week := _WEEK.match(text, position)):
                token = Token("Z", WeekNumber(int(week[1])), position, week.end())
            else:
                for size in pairs.get(text[position : position + 2]) or pairs.get(char) or ():
                    surface = text[position : position + size]
                    entry = words.get(surface)
                    if entry is not None and len(surface) == size:
                        letter, value = entry
                        if surface[-1] in "月日" and text[position + size : position + size + 1] == "曜":
                            continue  # 前の日曜 is 前の and 日曜
                        if char in "月年日" and letter not in "1237U;" and _counts(tokens, position):
                            is_turn = value == "toshiake" and tokens[-1].kind == "y"  # 2026年始
                            if not is_turn:
                                continue  # 3月末 is 3月 and 末
                        if (
                            letter in "lZ"
                            and tokens
                            and tokens[-1].kind in "U1356~vH"
                            and surface[0] in words
                            and (letter == "l" or surface[:2] == "前の")
                        ):
                            continue  # 3日前の話 is 3日前, not 前の話; 2年前の年末 is not that of 前の年
                        if is_japanese and letter in boundaries.DOUBTFUL:
                            follows = unknown >= 0
                            if boundaries.is_piece(text, position, size, letter, value, tokens, follows, words, sizes):
                                continue  # 母の日課, 火曜会議, かばん
                            if surface == "週目" and _is_week_of_month(tokens):
                                tokens[-1] = tokens[-1]._replace(kind="o")
                                letter, value = "U", "week"
                            if letter == '"' and value:
                                tokens[-1] = tokens[-1]._replace(kind="x", value="")  # 火曜会
                        end = position + len(surface)
                        if surface[-1] == "曜" and "ァ" <= text[end : end + 1] <= "ヺ" and text[end] not in sizes:
                            letter, value = "x", ""  # 金曜ロードショー
                        if letter == "<" and _DONE.match(text, end):
                            value = "past"
                        token = new(Token, (letter, value, position, end))
                        break
                else:
                    number = NUMBER.match(text, position) if char in "〇零一二三四五六七八九十百千廿" else None
                    if number and tokens and tokens[-1].kind == "#" and tokens[-1].end == position:
                        token = Token("x", "", position, number.end())  # 一泊二日
                    elif number and _is_either(number.group(), text[number.end() : number.end() + 5], tokens):
                        first, second = (read_kanji(char) for char in number.group())
                        if unknown >= 0:
                            tokens.append(Token("x", "", unknown, position))
                            unknown = -1
                        tokens.append(Token("n", first, position, position + 1))
                        tokens.append(Token(",", "", position + 1, position + 1))
                        token = Token("n", second, position + 1, number.end())
                    elif (
                        number
                        and number[0] == "一"
                        and boundaries.ALL_DAY.match(text, position)
                        and not boundaries.is_dated(tokens)
                    ):
                        token = Token("x", "", position, position + 2)  # 一日かけて
                    elif number:
                        value = read_kanji(number.group())
                        token = Token("y" if 1000 <= value <= 2999 else "n", value, position, number.end())
        run = None
        if token is None:
            run = skip.match(text, position) or _JA_RUN.match(text, position)
            if run is not None and (guest := guests.get(run[0])) and not text[run.start() - 1 : run.start()].isdigit():
                token = Token(*guest, position, run.end())  # Mondayの夜
        if token is None:
            if unknown < 0:
                unknown = position
            position = run.end() if run else position + 1
            continue
        if unknown >= 0:
            is_beside = token[0] == "n" or (tokens and tokens[-1][0] in "pm")
            tokens.append(
                new(Token, ("x", _verb(text, unknown, token, tokens) if is_beside else "", unknown, token[2]))
            )
            unknown = -1
        if token[0] == "e1":
            tokens.append(Token("y", token.value, token.start, token.end - 1))
            if text[token.end - 1 : token.end + 1] == "年代":
                token = Token("7", "decade", token.end - 1, token.end + 1)  # 昭和50年代
                tokens.append(token)
            elif text[token.end - 1 : token.end + 1] == "年度":
                token = Token("7", "fiscal", token.end - 1, token.end + 1)
                tokens.append(token)
            elif text[token.end - 1] == "年":
                tokens.append(Token("1", "year", token.end - 1, token.end))
            else:
                tokens[-1] = Token("y", token.value, token.start, token.end)
        else:
            tokens.append(token)
        position = token[3]
    if unknown >= 0:
        tokens.append(Token("x", _verb(text, unknown, None, tokens), unknown, length))
    return tokens


def _prepare(lexicon: Lexicon) -> tuple[re.Pattern[str], _Sizes, _Sizes]:
    """Prepare what to pass over, and the lengths of words, longest first, by their first and by their first two."""
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
    _prepared[lexicon.language] = skip, sizes, pairs
    return skip, sizes, pairs


def _verb(text: str, start: int, following: Token | None, tokens: list[Token]) -> str:
    """Tell what an unknown stretch says beside a time: "to-do" before a number, "done" after a part of the day."""
    if tokens and tokens[-1].kind in "pm" and tokens[-1].end == start and _HAPPENED.match(text, start):
        return "done"
    if following is not None and following.kind == "n":
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
