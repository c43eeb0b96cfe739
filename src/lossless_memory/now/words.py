"""What carries meaning in a clause, in English, Spanish and Japanese: a weight for it, and its length.

Words that only hold a sentence together weigh nothing. In Japanese, kanji and katakana carry the meaning and hiragana
holds it together. Knows no topics.
"""

from __future__ import annotations

from itertools import groupby

from lossless_memory.typed import NamedTuple

_LATIN = """
a about actually after again all already also although always am an and any anything are around as ask at back be
because been before being both but by can could did do does doing done down even every everything few first for from
get gets getting give go goes going gonna good got great had has have having he hello help her here hey hi him his how
however i if in instead into is it its just keep kind know last let lets like little long look looks lot made make
makes making many may maybe me might more most much must my need needs never new next nice no not nothing now of off
ok okay on once one only or other our out over own perhaps please pretty put quite rather really right said same say
see seems she should since so some something soon still such sure take tell than thank thanks that the their them then
there these they thing things think this those though through to today together tomorrow too try two under until up us
use used using very want wanted wants was way we well were what when where which while who why will with without would
yeah yes yesterday yet morning afternoon evening sorry welcome bye you your i'm i've i'd i'll it's that's there's
don't doesn't didn't can't won't isn't aren't wasn't let's we're we've we'll you're you've what's

a al algo ahora aquí así aún aunque bien bueno cada casi como cómo con cosa cosas creo cual cuál cuando cuándo de del
dentro desde después día donde dónde dos el él ella ellas ellos en entonces entre era eran eres es esa esas ese eso
esos esta está estaba están estas este esto estos estoy favor fue fuera gracias ha haber hace hacer haces hago hasta
hay he hemos hola hoy igual la las le les lo los luego mañana más me mejor mi mis mismo mucho muy nada ni no nos
nuestra nuestro nuevo o otra otro para parece pero poco por porque pues puede puedes puedo que qué quiere quiero quién
sé se sea ser si sí sido siempre sin sobre solo sólo somos son soy su sus también tan tanto te tener tengo ti tiene
tienes todo todos tu tú buenos buenas días tardes noches perdón un una unas uno unos usted va vale vamos vez voy y ya
yo
"""
_JAPANESE = """
今日 明日 昨日 今 後 前 時 事 方 場合 必要 自分 一応 今回 部分 全部 少 最初 最後 次 一 二 何 誰 思 言 見 行 来 出 感
感じ 本当 大丈夫 了解 一番 普通 結構 多分 質問 教 願 私 僕 俺 オーケー ハイ ウン
"""
_EMPTY = frozenset(_LATIN.split()) | frozenset(_JAPANESE.split())
_PLAIN = b"abcdefghijklmnopqrstuvwxyz "
_EDGES = ".,;:!?()[]{}<>\"'`*#“”‘’«»¿¡…、。！？（）「」-–—=+|/\\"


class Weight(NamedTuple):
    """What a stretch of text weighs, how long it is in units of about a word, and the words that carry its meaning."""

    content: float
    units: float
    words: frozenset[str]


def weigh(text: str) -> Weight:
    """Weigh a stretch of text; each word counts once."""
    if text.isascii() and not text.encode().translate(None, _PLAIN):  # such words need no look at each
        words = text.split()
        fresh = frozenset(words) - _EMPTY
        content = sum([130 if len(word) > 6 else 100 if len(word) > 1 else 20 for word in fresh])
        return Weight(content / 100, len(words), fresh)
    seen: set[str] = set()
    if text.isascii() or max(text) < "\u3005":
        content, count = _weigh_spaced(text, seen)
        return Weight(content / 100, count, frozenset(seen))
    content, units = 0, 0.0
    for kind, chars in groupby(text, _script):
        run = "".join(chars)
        if kind == "other":
            more, longer = _weigh_spaced(run, seen)
            content, units = content + more, units + longer
        elif kind == "hiragana":
            units += len(run) * 0.4
        elif kind:
            units += max(1.0, len(run) / 2)
            if run not in _EMPTY and run not in seen:
                seen.add(run)
                content += 40 if len(run) == 1 else 50 + 25 * min(len(run), 6)
    return Weight(content / 100, units, frozenset(seen))


def _weigh_spaced(text: str, seen: set[str]) -> tuple[int, int]:
    """Return what words with spaces between them weigh, in hundredths, and how many they are.

    Those that carry meaning are added to `seen`. Whole numbers, so that no order of the words makes a difference.
    """
    content, units = 0, 0
    text = text.replace("\u2019", "'")
    for part, word in zip(text.split(), text.casefold().split(), strict=False):
        if word in _EMPTY or word in seen:
            units += 1
        elif part == word and word.isalpha():  # most words: nothing else to look at
            units += 1
            seen.add(word)
            content += 130 if len(word) > 6 else 100 if len(word) > 1 else 20
        elif piece := part.strip(_EDGES):
            units += 1
            content += _of_piece(piece, seen, is_first=units == 1)
    return content, units


def _of_piece(piece: str, seen: set[str], *, is_first: bool) -> int:
    """Return what a word weighs that has signs around it, capitals, digits or signs in it; add it if it is new."""
    word = piece.casefold()
    if word in _EMPTY or word in seen:
        return 0
    seen.add(word)
    if len(word) == 1:
        return 20
    if word.isdigit():
        return 50
    is_name = not piece.isalpha() or not (piece.islower() or piece.istitle()) or (piece[0].isupper() and not is_first)
    return (130 if len(word) > 6 else 100) + (50 if is_name else 0)


def _script(char: str) -> str:
    if char < "\u3005":
        return "other"
    if "\u3041" <= char <= "\u309f":
        return "hiragana"
    if "\u30a1" <= char <= "\u30fa" or char == "\u30fc" or "\uff66" <= char <= "\uff9f":
        return "katakana"
    if "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char == "\u3005":
        return "kanji"
    return "other" if char.isalnum() else ""
