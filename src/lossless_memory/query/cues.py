"""What kind of answer a question wants, beyond its words: whose words, a number, the first or the last time.

Small patterns of three languages over the question alone, in small letters: to compile them for letters of any size
takes twice as long. Knows no log.
"""

from __future__ import annotations

import re

from lossless_memory.patterns import pattern
from lossless_memory.typed import NamedTuple

_TO_AI = pattern(
    r"\b(?:did|have|had|were|was|would|could) you\b"
    r"|\byou (?:say|said|tell|told|suggest|suggested|recommend|recommended|give|gave|name|named|mention|mentioned)\b"
    r"|\byour (?:answer|advice|suggestion|recommendation|words)\b"
    r"|あなた|君は|きみは|qué me (?:dijiste|recomendaste|contestaste)"
    r"|\b(?:dijiste|recomendaste|sugeriste|contestaste)\b",
)
_NUMBER = pattern(
    r"\bhow (?:many|much|long|big|old|far|often)\b"
    r"|\bwhat (?:number|price|size|percent|percentage|amount|budget|dose|cost|total|score)\b"
    r"|\bwhat (?:did|does|do|will|would) .{1,60}\b(?:cost|charge|weigh)\b"
    r"|いくら|いくつ|何[円人個本回歳分枚冊杯番割キ]|\bcuánt[oa]s?\b",
)
_DIGIT = pattern(
    r"\d|[一二三四五六七八九十百千万][円人個本回歳分枚冊杯番割]"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b",
    re.IGNORECASE,
)
_FIRST_SAID = (
    r"\bfirst time\b|\b(?:did|was|were|have) (?:we|i|you|he|she|they|it) first\b|\bvery first\b"
    r"|\bearliest\b|\bfirst ever\b"
    r"|最初に|最初の|はじめて|初めて|一番最初|いちばん最初|\bprimera vez\b|\bpor primera\b"
)
_FIRST = pattern(_FIRST_SAID)
_FIRST_ANY_CASE = pattern(_FIRST_SAID, re.IGNORECASE)
_LAST_SAID = (
    r"\b(?:the )?last time\b|\bmost recent(?:ly)?\b|\blatest\b|\bdid (?:we|i|you) last\b"
    r"|最後に|最後の|前回|一番最近|いちばん最近|直近|\búltima vez\b|\bmás reciente(?:mente)?\b"
)
_LAST = pattern(_LAST_SAID)
_LAST_ANY_CASE = pattern(_LAST_SAID, re.IGNORECASE)
_WHEN = pattern(
    r"\bwhen\b|\bwhat (?:day|date|time|month|year)\b|いつ|何[時日月年]|何曜|\bcuándo\b|\bqué (?:día|hora|mes|año)\b",
)
_TIME = pattern(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this (?:morning|week|weekend|month|year))\b"
    r"|\b(?:ayer|hoy|mañana|anoche)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b"
    r"|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b"
    r"|\b\d{1,2}(?::\d\d|[ap]m)\b"
    r"|[昨今明]日|[先来今]週|[先来今]月|[去来今]年|[月火水木金土日]曜|\d[月日時]",
    re.IGNORECASE,
)
_CHANGE = pattern(
    r"\b(?:chang(?:e|ed|es|ing)|develop(?:ed|ing)?|evolv(?:e|ed|es|ing)|over time|so far|(?:then|before) and now)\b"
    r"|\bhas [\w' -]{1,40} (?:moved|gone|progressed)\b|\bhistory of\b"
    r"|どう(?:変わ|違|推移)|推移|移り変わり|変化|毎回|月ごと|\b(?:cambi(?:ó|ado|ando|aron|a)|evolu\w+|antes y ahora)\b",
)
_SPANISH = pattern(
    r"[¿ñáéíóú]|\b(?:que|cuando|cuanto|donde|quien|cual|como|el|los|las|del|con|para|por|sobre|nos|se|lo|he|hemos|han)\b"
)
_AND_NOW_SAID = (
    r"\b(?:and|or|than|versus|vs\.?|compared (?:to|with)) (?:now|these days|nowadays)\b|\by ahora\b"
    r"|[とや](?:今|いま|現在|最近)(?:で|と|は|の|を)?"
)
_AND_NOW = pattern(_AND_NOW_SAID)
_AND_NOW_ANY_CASE = pattern(_AND_NOW_SAID, re.IGNORECASE)
_SAID_BY = pattern(
    r"\b(?:did|has|had|does) (?P<en>\w+) (?:\w+ )?"
    r"(?:say|said|tell|told|ask(?:ed)?|answer(?:ed)?|mention(?:ed)?|suggest(?:ed)?|write|wrote|written|repl(?:y|ied))\b"
    r"|\b(?:dijo|comentó|preguntó|contestó|respondió|sugirió|mencionó) (?P<es>\w+)"
    r"|(?P<ja>[^\s、。はが]{1,20}?)(?:さん|くん|ちゃん)?[はが]"
    r"(?:(?:何|なん)(?:て|と)(?:言|いっ|答|書)|(?:言っ|いっ|話し|答え|書い)て?い?た(?:こと|内容|話|の[はを]))",
)
_QUESTION = pattern(
    r"[?？¿]|\b(?:what|when|which|who|whom|whose|where|why|how|did|do|does|was|were|is|are|has|have|had|can|could)\b"
    r"|\b(?:qué|quién|quiénes|cuándo|dónde|cuál|cuáles|cuánt[oa]s?|cómo)\b"
    r"|何|なに|なん|どこ|いつ|誰|だれ|どう|どんな|どの|どれ|なぜ|いくつ|いくら|っけ|(?:か|かな)[。\s]*$",
)
_ASKING_ENDS = ("か", "かな", "っけ", "の")
_MARKS = ("?", "？")
_SENTENCE_ENDS = (". ", "! ", "。", "！", "\n")
_LACKING = ("n't ", "not ", "no ", "ません")
_DOES_NOT_KNOW = pattern(
    r"\b(?:i )?(?:don't|do not|can't|cannot|couldn't) (?:have|know|see|recall|remember|find)\b|\bno record of\b"
    r"|わかりません|分かりません|見つかりません|覚えていません|記録がありません|\bno (?:tengo|encuentro|recuerdo)\b",
)
_OPENING_CHARS = 300


class _Thing(NamedTuple):
    """What a question may want by its kind: a word that must stand in it, how it asks, and how the thing looks."""

    name: str
    words: tuple[str, ...]
    asked: re.Pattern[str]
    looks: re.Pattern[str]


_THINGS = (
    _Thing(
        "a path",
        (
            "file",
            "folder",
            "director",
            "path",
            "where",
            "ファイル",
            "フォルダ",
            "どこに",
            "archivo",
            "carpeta",
            "ruta",
            "dónde",
        ),
        pattern(
            r"\b(?:which|what) (?:file|folder|directory|path)\b|\bwhere (?:did|do|does|have|has|is|was|were) .{0,40}"
            r"\b(?:sav(?:e|ed)|stor(?:e|ed)|put|kept|keep|wr(?:ite|ote|itten))\b"
            r"|どの(?:ファイル|フォルダ)|ファイル名|どこに(?:保存|置い|入れ|しまっ)"
            r"|\bqué (?:archivo|carpeta|ruta)\b|\bdónde (?:guard|pus)",
            re.IGNORECASE,
        ),
        pattern(r"(?:~|\.{1,2})?/[\w.-]{2,80}|\w\.[a-z]{2,5}\b|\b[A-Za-z]:\\", re.IGNORECASE),
    ),
    _Thing(
        "a commit",
        ("commit", "hash", "revision", "sha", "コミット"),
        pattern(r"\b(?:which|what) (?:commit|hash|revision|sha)\b|どのコミット|\bqué commit\b", re.IGNORECASE),
        pattern(r"\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,40}\b", re.IGNORECASE),
    ),
    _Thing(
        "a version",
        ("version", "release", "tag", "バージョン", "versi"),
        pattern(
            r"\b(?:which|what) (?:version|release|tag)s?\b|(?:どの|何の)バージョン|\bqué versi(?:ón|ones)\b",
            re.IGNORECASE,
        ),
        pattern(r"\bv?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?", re.IGNORECASE),
    ),
    _Thing(
        "a link",
        ("link", "url", "website", "address", "リンク", "enlace"),
        pattern(
            r"\b(?:which|what|the) (?:link|url|website|web address)\b|リンク|URL|\b(?:qué|el) enlace\b", re.IGNORECASE
        ),
        pattern(r"https?://|\bwww\.", re.IGNORECASE),
    ),
    _Thing(
        "a command",
        ("command", "flag", "option", "setting", "コマンド", "comando", "opci"),
        pattern(
            r"\b(?:which|what) (?:command|flag|option|setting)s?\b|どのコマンド|コマンドは|\bqué (?:comando|opción)\b",
            re.IGNORECASE,
        ),
        pattern(r"`|(?:^|\n)\$ |(?<!\w)--\w", re.IGNORECASE),
    ),
)


class Cues(NamedTuple):
    """What a question wants. `occurrence` is "first", "last" or None; `is_question` tells one from words looked up.

    `thing` is the kind of thing asked for by its looks ("a path", "a commit"), or None.
    """

    wants_ai: bool
    wants_number: bool
    occurrence: str | None
    is_question: bool = True
    is_change: bool = False
    wants_time: bool = False
    thing: str | None = None


def read_cues(question: str) -> Cues:
    """Read the cues of a question."""
    question = question.lower()
    return Cues(
        bool(_TO_AI.search(question)),
        bool(_NUMBER.search(question)),
        _occurrence(question),
        bool(_QUESTION.search(question)),
        bool(_CHANGE.search(question)),
        bool(_WHEN.search(question)),
        wanted_thing(question),
    )


def _occurrence(lowered: str) -> str | None:
    """Return whether a question, in small letters, asks for the "first" or the "last" time."""
    first, last = _FIRST.search(lowered), _LAST.search(lowered)
    return "first" if first and not last else "last" if last and not first else None


def said_by(rest: str) -> str | None:
    """Return who is asked about as a speaker, as the question calls them: "what did Iris say"."""
    lowered = rest.lower()
    found = _SAID_BY.search(lowered)
    if found is None:
        return None
    start, end = next(span for span in map(found.span, ("en", "es", "ja")) if span[1] > span[0])
    return (rest if len(rest) == len(lowered) else lowered)[start:end]


def compares_with_now(rest: str) -> bool:
    """Say whether a question, its time phrases taken out, sets these days beside the time it named."""
    return _AND_NOW.search(rest.lower()) is not None


def without_now(rest: str) -> str:
    """Return the question without the words that set these days beside another time."""
    return _AND_NOW_ANY_CASE.sub(" ", rest)


def without_occurrence(question: str) -> str:
    """Return the question without the words that ask for the first or the last time: they order, and are not looked
    for."""
    asks_for_one = _occurrence(question.lower()) is not None
    return _LAST_ANY_CASE.sub(" ", _FIRST_ANY_CASE.sub(" ", question)) if asks_for_one else question


def wanted_thing(question: str) -> str | None:
    """Return the kind of thing a question asks for by its looks ("a path", "a commit"), or None."""
    question = question.lower()
    for one in _THINGS:
        if any(word in question for word in one.words) and one.asked.search(question):
            return one.name
    return None


def holds_thing(thing: str, text: str) -> bool:
    """Say whether a line holds such a thing, a path or a commit."""
    return any(one.looks.search(text) is not None for one in _THINGS if one.name == thing)


def asks(text: str) -> bool:
    """Say whether a line ends as a question, and is one for the most part: what tells first and asks then tells."""
    end = text[-40:].rstrip()
    if not (end.endswith(_MARKS) or end.removesuffix("。").endswith(_ASKING_ENDS)):
        return False
    told = max(text.rfind(mark, 0, max(0, len(text.rstrip()) - 1)) for mark in _SENTENCE_ENDS)
    return told < len(text) * 0.6


def is_spanish(question: str) -> bool:
    """Tell whether a question is in Spanish, by its letters and small words."""
    return _SPANISH.search(question.lower()) is not None


def has_number(text: str) -> bool:
    """Say whether a line names an amount."""
    return _DIGIT.search(text) is not None


def has_time(text: str) -> bool:
    """Say whether a line names a time."""
    return _TIME.search(text) is not None


def does_not_know(text: str) -> bool:
    """Say whether an answer opens by saying that it has nothing."""
    opening = text[:_OPENING_CHARS].lower().replace("\u2019", "'")
    return any(word in opening for word in _LACKING) and _DOES_NOT_KNOW.search(opening) is not None
