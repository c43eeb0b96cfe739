"""Whether a prompt may ask about the past at all: a glance that costs little, before the time grammar is loaded.

May say yes to what asks nothing. It says no to no time phrase of English, Spanish or Japanese that the grammar reads as
past and that is spelled right (a test holds it to the grammar's own tables); where the settings name further
languages, everything is handed to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

KNOWN = frozenset({"en", "ja", "es"})

_WHOLE = (
    r"\b(?:today|ytd|wk|wks|hr|hrs|mins?|secs?|ago|last|past|prev\w*|earlier|recent\w*|lately|before|since|until|while|just"
    r"|spring|summer|autumn|fall|winter|quarter\w*|half|halfway|dawn|dusk|noon|lunch\w*|dinner\w*|breakfast|supper|easter"
    r"|jan|feb|mar|apr|may|march|april|june?|july?|aug\w*|sept?|oct|nov|dec|mon|tues?|weds?|thu\w*|fri|sat|sun"
    r"|xmas|christmas|halloween|thanksgiving|ramadan|eve|birthday|one|two|three|first|other|same|once"
    r"|ayer|anteayer|antier|anoche|anteanoche|hoy|hace|pasad[oa]s?|antes|desde|hasta|durante|ultim\w*|últim\w*|recien\w*"
    r"|recién|primavera|verano|otoño|invierno|trimestre\w*|siglo|década\w*|decada\w*|madrugada|mediod\w*|medianoche"
    r"|tarde|tardes|mañana|noche\w*|rato|día|dia|días|dias|entonces|navidad\w*|reyes|pascua\w*|víspera|"
    r"lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo|otro día|principios|mediados|finales|mitad"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)\b"
)
_WITHIN = (
    r"day|dya|night|nite|morning|evening|noon|week|month|year|hour|minute|second|decade|centur|yest|clock|moment"
    r"|january|february|september|october|november|december|semana|quincena|añ[oa]|mes\b|meses|hora|minuto|segundo"
)
_JAPANESE = (
    r"[今昨前先去来日月年時分週間朝昼夜晩夕春夏秋冬頃末初旬季半旦曜祝祭暦]|きのう|おととい|おとつい|ゆうべ|けさ|さっき|こないだ|このあいだ|このまえ"
    r"|まえ|ころ|ごろ|ついさき|たった|最近|以来|以降|以前|正月|お盆|クリスマス|ハロウィン|バレンタイン|連休|ゴールデン|平成|令和|昭和|大正|明治"
    r"|きょう|せんじつ|いま|あさ|ひる|よる|ばん|ちかごろ|ここのところ|当日|翌|過去|数|いつ"
)
_DIGITS = r"[0-9０-９〇一二三四五六七八九十]"
_FOUND = f"{_DIGITS}|{_WITHIN}|{_WHOLE}|{_JAPANESE}"
READ_CHARS = 1_000


def may_ask(prompt: str, recall_phrases: Sequence[str], languages: Sequence[str] = ("en", "ja", "es")) -> bool:
    """Say whether a prompt holds a recall phrase, a number, or a word that may be part of a time phrase."""
    text = prompt[-READ_CHARS:].casefold()
    if not KNOWN.issuperset(languages) or any(phrase.casefold() in text for phrase in recall_phrases):
        return True
    return re.search(_FOUND, text) is not None
