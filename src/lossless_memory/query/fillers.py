"""Words of a question that are not looked for: question words, particles, and ways of saying "do you remember".

Lists of three languages, which the person's settings extend. They drop out of questions only; the log and the index
keep every word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache

from lossless_memory.index import tokens
from lossless_memory.patterns import pattern

_ENGLISH = """
a about again all also am an and any anything are as at be been before being but by can could did do does doing done
each else even ever every for from get getting got had has have having he her here hers him his how i if in into is it
its just know let like made make many may maybe me might mine more most much must my no nor not of off ok okay on once
one only or other our ours out over own please same shall she should so some something such than that the their theirs
them then there these they thing things this those through to too under until up us very was we well were what whats
what's when where which while who whom whose why will with would yes you your yours i'm i've i'd i'll we're we've we'd
you're you've you'd it's that's there's don't didn't doesn't wasn't weren't isn't aren't can't couldn't won't wouldn't
haven't hasn't hadn't say said says saying tell told tells telling talk talked talking talks discuss discussed
discussing discussion mention mentioned mentioning remember remembered recall recalled remind find search look show
conversation conversations chat chats going go goes went happen happened happens happening come comes came coming up
decide decided decision agree agreed speak spoke spoken
think thought opinion
"""

_SPANISH = """
a al algo algún alguna algunas alguno algunos ante aquel aquella así aunque bajo bien cada casi como cómo con contra
cual cuál cuales cuáles cualquier cuando cuándo cuanto cuánto cuánta cuántos cuántas de del desde donde dónde dos el él
ella ellas ellos en entre era eran eres es esa esas ese eso esos esta está están estas este esto estos fue fueron ha
habia había habían han has hasta hay he hemos hola la las le les lo los luego mas más me mi mis mí mientras muy nada ni
no nos nosotros nuestra nuestro o os otra otro para pero poco por porque por qué que qué quien quién quienes se sea ser
si sí sido sin sobre solo sólo son su sus suya suyo también tan tanto te tengo ti tiene tienes todo todos tu tú tus un
una unas uno unos usted ustedes va y ya yo
dije dijiste dijo dijimos dijeron decir decía hablamos hablé habló hablar hablaste comenté comentamos comentaste
mencioné mencionaste mencionó recuerda recuerdas recuerdo acuerdas acuerdo acordamos acordaste busca buscar muestra
muéstrame dime cuéntame decidimos decidí decidió charla conversación
pensaba pensabas pienso piensas pensé pensaste opino opinaba opinabas opinión
"""

_JAPANESE = """
について に関して に関する のことを のこと の話 って話 という話
って言った と言った って言ってた と言ってた 話してた 話していた 話した 話してて
話し合った 話 会話 言ってた 言っていた 言ってたっけ 言った いった 言って 言う 決めた 決めてた
決まった 決めて 決めよう 覚えてる 覚えている 覚えてますか 覚えて 教えて くれる くれた ください 下さい
知りたい 思い出して 思い出せる 思い出 思った 思ってた 思っていた 思って
探して 見せて 何て なんて 何を 何が 何の 何で 何だ 何か 何も
何時 何 なに なんだ なん どんな どの どれ どこで どこに どこ いつ 誰が 誰と 誰に 誰の 誰 だれ
どうして どう なぜ いくつ いくら でしたっけ ましたっけ だったっけ だっけ たっけ っけ でしょうか
でしたか ましたか ですか ますか だった でした ました ません ます です していた している してた
してる した して する された される ある あった いる いた なった なる から まで より けど けれど
という といった って とか では には とは にも でも じゃ 私 わたし 僕 俺 あなた 君 こと もの
とき ところ ほう ため よう みたい ちょっと えっと あの その この それ これ あれ また もう まだ
"""

_OF_ALL = """
sometime anytime time times point towards within middle beginning end day days whole entire everything exactly
precisely roughly message messages line lines summary summaries summarize summarise recap overview digest transcript
record records log logs history new list give topic topics subject subjects cover covered bring catch read back
leave left miss missed pick picked working worked busy part rest first last latest full complete quick brief detail
details ask asked asking answer answered write wrote written type typed send sent share shared chatted texted start
started finish finished gist important highlights ended deciding
resumen resume resúmeme justo justamente exactamente precisamente mensaje mensajes día entero entera completo
completa pasó pasaba ocurrió sucedió quedamos quedé estuvimos estuve hablando haciendo trabajando hice hicimos hizo
hacía hacíamos tema temas lista listado historial registro registros conversaciones escribí escribiste escribimos
pregunté preguntaste contesté contestaste respondiste nuevo novedades último última primero primera importante
esencial
続き まとめ 内容 全部 全て すべて やりとり やり取り 記録 ログ チャット 話題 日 出来事 最後 最初 一日 一日中
メッセージ 件 ちょうど ぴったり 様子 要約 振り返り ふりかえり 一覧 感じ 流れ 書いた 聞いた 質問 質問した
送った 頼んだ 返事 答え 大事な 大事 重要な 重要 要点
"""

_WORDS = frozenset(_ENGLISH.split()) | frozenset(_SPANISH.split())
_FOR_ALL = frozenset(_OF_ALL.split())
"""They ask for a time as a whole: the summary of last week, 昨日の続き. Beside other words they are looked for."""
_EDGES = pattern(r"^\W+|\W+$")
_POSSESSIVE = pattern(r"['\u2019]s(?=[\s.,;:?!)]|$)", re.IGNORECASE)
# Sets of at most two stretches each: those with more take Python milliseconds to prepare, at every start.
_JAPANESE_RUN = r"(?:[\u3041-\u30ff\u3400-\u9fff]|[\uf900-\ufaff\u3005])+"
_KANJI = r"[\u3400-\u9fff\uf900-\ufaff]|\u3005"
_CONTENT = rf"{_KANJI}|[\u30a1-\u30fa\u30fc]"
_PARTICLES = (
    r"(?:(?<=[\u3400-\u9fff\uf900-\ufaff])|(?<=\u3005)|(?<=[\u30a1-\u30fa\u30fc]))[はがをにでともへやのか]{1,2}"
    rf"(?={_CONTENT}|\s|$)"
)
_LEADING = rf"^[はがをにでとものへや]{{1,2}}(?={_CONTENT})"  # what a time phrase left behind: 3日前|の予算
_SHORT_KANA = "[\u3041-\u3096\u30fc]{1,2}"

_pattern = cache(re.compile)
"""Patterns are made when they are first needed: an English question needs none of the Japanese ones."""


class Cleaner:
    """Drops what is not looked for from a question whose time phrases are out already."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        """`more` are the person's own fillers, in any language."""
        own = [word.casefold() for word in more]
        self._words = _WORDS | frozenset(own)
        self._own = own

    def words(self, text: str) -> list[str]:
        """Return the words that are looked for, in order, as they were written: Aiko for “Aiko's”, which finds both."""
        if not text.isascii():
            text = _pattern(_JAPANESE_RUN).sub(self._clean_run, text)
        if "'" in text or "\u2019" in text:
            text = _POSSESSIVE.sub("", text)
        return [word for word in plain_words(text) if word.casefold().replace("\u2019", "'") not in self._words]

    def _clean_run(self, match: re.Match[str]) -> str:
        run = _pattern(_LEADING).sub("", match[0])
        pieces = _pattern(_PARTICLES).sub(" ", self._japanese.sub(" ", run)).split()
        return " " + " ".join(piece for piece in pieces if not _pattern(_SHORT_KANA).fullmatch(piece)) + " "

    @cached_property
    def _japanese(self) -> re.Pattern[str]:
        own = filter(_pattern(_JAPANESE_RUN).fullmatch, self._own)
        return re.compile(_any_of(sorted({*_JAPANESE.split(), *own}, key=len, reverse=True)))


@lru_cache(maxsize=4)
def cleaner(more: tuple[str, ...]) -> Cleaner:
    """Return the cleaner for a person's fillers, made once and not for each question."""
    return Cleaner(more)


def asks_for_all(words: Sequence[str]) -> bool:
    """Say whether words that stand beside a time ask for all of it, and not for a line that holds them."""
    return all(_PARTICLE.sub("", word.casefold()) in _FOR_ALL for word in words)


_PARTICLE = pattern(r"^[のをがはにで](?=.)|をお願い\w{0,3}$")


def plain_words(text: str) -> list[str]:
    """Return the words of a text as they were written, without the signs around them.

    A piece of signs alone is kept where search knows them, such as an emoji.
    """
    found = []
    for piece in text.split():
        word = _EDGES.sub("", piece)
        if word or tokens.terms(piece):
            found.append(word or piece)
    return found


_TOUCHY = "話私僕俺君誰会"
"""May touch no kanji: 電話, 話題 and 私立 are words of their own."""
_ALONE = "話私僕俺君誰会話"
"""These and 会話 may have none behind them either; longer ones, such as 話した, end in kana."""


def _any_of(words: Sequence[str]) -> str:
    """Return the pattern of fillers, the longest first.

    Those with a border share its sets, whose preparing costs a start two milliseconds each. Which words may stand at a
    place depends on their first sign, and no two of one length do, so that their order stays what it was.
    """
    touchy = [word for word in words if word[0] in _TOUCHY]
    within = [re.escape(word) for word in touchy if word not in _ALONE]
    alone = rf"(?:{'|'.join(re.escape(word) for word in touchy if word in _ALONE)})(?!{_KANJI})"
    free = [_bounded(word) for word in words if word[0] not in _TOUCHY]
    return "|".join([*free, rf"(?<![\u3400-\u9fff\uf900-\ufaff])(?<!\u3005)(?:{'|'.join([*within, alone])})"])


def _bounded(word: str) -> str:
    if word in ("よう", "どう", "もう"):  # none of them is a filler within おはよう or ぶどう
        return f"(?:(?<![\u3041-\u3096])|(?<=[をがにで])){word}"
    return re.escape(word)
