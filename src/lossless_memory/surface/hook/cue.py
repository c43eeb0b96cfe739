"""Whether a prompt may ask about the past at all: a glance that costs little, before the time grammar is loaded.

May say yes to what asks nothing. It says no to no time phrase of English, Spanish or Japanese that the grammar reads as
past and that is spelled right (a test holds it to the grammar's own tables); where the settings name further
languages, everything is handed to the grammar.
"""

from __future__ import annotations

from collections.abc import Sequence

from lossless_memory.patterns import pattern

KNOWN = frozenset({"en", "ja", "es"})
READ_CHARS = 1_000
"""Of a longer prompt the end is read: what is asked stands behind what was pasted."""

_WORDS = """
today ytd wk wks hr hrs min mins sec secs ago last past previous previously prev earlier recent recently lately before
since until till while just spring summer autumn fall winter quarter quarters half dawn dusk noon lunch lunchtime dinner
breakfast supper easter jan feb mar apr may march april jun june jul july aug august sep sept oct nov dec mon tue tues
wed weds thu thur thurs fri sat sun xmas christmas halloween thanksgiving ramadan eve birthday one two three first
few couple ages tomorrow bom eom eoy tens twenties thirties forties fifties sixties seventies eighties nineties eid
thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth
juneteenth hogmanay pentecost epiphany corpus springs summers autumns winters christmases
ayer anteayer antier anoche anteanoche hoy hace pasado pasada pasados pasadas antes desde hasta durante ultimo ultima
ultimos ultimas último última últimos últimas reciente recientemente recién recien primavera verano otoño invierno
trimestre trimestres siglo década décadas decada decadas madrugada mediodía mediodia medianoche tarde tardes mañana
noche noches rato ratito día dia días dias entonces navidad navidades reyes pascua víspera vispera lunes martes
miércoles miercoles jueves viernes sábado sabado domingo principios mediados finales mitad enero
febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre mes meses primer primero
comienzos inicios atrás atras
trasanteayer últimamente ultimamente domingos mie jue vie sab nochebuena nochevieja valentín santos accion acción
carnavales inmaculada jordi miécoles veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa
ascension ascensión pentecostes pentecostés corpus amanecer alba atardecer anochecer veranos inviernos otoños primaveras
temprano tempranito hará haría haria antiayer juebes vienres virnes savado
juan isidro fermín fermin sanfermines diada fallas
"""
_WHOLE = frozenset(_WORDS.split())
_WITHIN = (
    *("day", "night", "nite", "morning", "evening", "afternoon", "week", "month", "year", "hour", "minute", "second"),
    *("decade", "centur", "yest", "clock", "moment", "january", "february", "september", "october", "november"),
    *("december", "semana", "quincena", "año", "hora", "minuto", "segundo"),
)
_JAPANESE_PARTS = """
今 昨 前 先 去 来 日 月 年 時 分 週 間 朝 昼 夜 晩 夕 春 夏 秋 冬 頃 末 初 旬 季 期 半 旦 曜 祝 祭 暦 翌 数 当
過去 あさ ひる よる きのう おととい おとつい おととし ゆうべ けさ さっき さきほど こないだ このあいだ まえ ころ ごろ
たった 最近 以来 以降 正月 お盆 いま ばん クリスマス ハロウィン バレンタイン ホワイト 連休 ゴールデン 平成
令和 昭和 大正 明治 きょう せんじつ ついたち ふつか みっか よっか シルバー イースター 復活 感謝 フライデー
エイプリル エープリル バレンタイン ようび よなか しんや しょうがつ ごぜん ごご
ゆうがた なつやすみ ふゆやすみ はるやすみ 盆 師走 端午 夏至 冬至 ここのところ このところ
ここんとこ イブ イヴ むいか ここのか とおか はつか
"""
_JAPANESE = tuple(_JAPANESE_PARTS.split())
_DIGITS = frozenset("0123456789０１２３４５６７８９〇一二三四五六七八九十")
_WORD = pattern(r"\w+")


def may_ask(prompt: str, recall_phrases: Sequence[str], languages: Sequence[str] = ("en", "ja", "es")) -> bool:
    """Say whether a prompt holds a recall phrase, a number, or a word that may be part of a time phrase."""
    text = prompt[-READ_CHARS:].casefold()
    if not KNOWN.issuperset(languages) or any(phrase.casefold() in text for phrase in recall_phrases):
        return True
    if not _DIGITS.isdisjoint(text) or any(part in text for part in _WITHIN):
        return True
    if not text.isascii() and any(part in text for part in _JAPANESE):
        return True
    return not _WHOLE.isdisjoint(_WORD.findall(text))
