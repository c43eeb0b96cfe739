"""The other forms of a question's word that the English stems of the index do not bring together.

Irregular English words by a list, Spanish verbs by their endings, Japanese verbs by the row of their last sound. A form
that is no word finds nothing and does no harm, so the rules are simple. Knows no question and no line.
"""

from __future__ import annotations

from lossless_memory.index.tokens import Term
from lossless_memory.patterns import pattern

_ENGLISH = """
awake awoke awoken | bear bore borne | beat beaten | begin began begun | bend bent | bind bound | bite bit bitten
| bleed bled | blow blew blown | break broke broken | breed bred | bring brought | build built | burn burnt | buy bought
| catch caught | choose chose chosen | cling clung | creep crept | deal dealt | dig dug | draw drew drawn | dream dreamt
| drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen | feed fed | fight fought | flee fled
| fly flew flown | forbid forbade forbidden | forget forgot forgotten | forgive forgave forgiven | freeze froze frozen
| grind ground | grow grew grown | hang hung | hear heard | hide hid hidden | hold held | kneel knelt | lay laid
| lead led | lean leant | leap leapt | learn learnt | lend lent | light lit | lose lost | meet met
| mistake mistook mistaken | pay paid | prove proven | ride rode ridden | ring rang rung | rise rose risen | run ran
| seek sought | sell sold | send sent | sew sewn | shake shook shaken | shine shone | shoot shot | show shown
| shrink shrank shrunk | sing sang sung | sink sank sunk | sit sat | sleep slept | slide slid | smell smelt
| speak spoke spoken | speed sped | spend spent | spill spilt | spin spun | spoil spoilt | spring sprang sprung
| stand stood | steal stole stolen | stick stuck | sting stung | stink stank stunk | strike struck stricken
| strive strove striven | swear swore sworn | sweep swept | swell swollen | swim swam swum | swing swung | teach taught
| tear tore torn | throw threw thrown | understand understood | wake woke woken | wear wore worn | weave wove woven
| weep wept | win won | wind wound | withdraw withdrew withdrawn | write wrote written | overtake overtook overtaken
| oversleep overslept | rebuild rebuilt | redo redid redone | rewrite rewrote rewritten | undo undid undone
| child children | foot feet | goose geese | knife knives | leaf leaves | mouse mice | shelf shelves | tooth teeth
| wife wives | woman women | loaf loaves | wolf wolves
"""


_SPANISH = """
decir dije dijo dijimos dijeron dicho | poner puse puso pusimos pusieron puesto | traer traje trajo trajimos trajeron
| ver vi vio vimos vieron visto | venir vinimos vinieron venido | saber supe supo supimos | querer quiero quiso quise
| escribir escrito | abrir abierto | romper roto | morir murio muerto | volver vuelvo vuelve vuelto | pedir pido pidio
| dormir duermo durmio | sentir siento sintio | jugar juego juega | perder pierdo pierde | cerrar cierro cierra
| encontrar encuentro encuentra | contar cuento cuenta | costar cuesta cuestan | elegir elijo eligio
| seguir sigo siguio | vez veces | luz luces | lapiz lapices | pez peces | raiz raices | nuez nueces | cruz cruces
| voz voces
"""
_AR = ("amos", "aron", "ado", "ando", "aba")
_IR = ("i", "io", "imos", "ieron", "ido", "iendo", "ia")
_AFTER_VOWEL = ("yo", "yeron", "yendo")
_AR_END = pattern(
    "(\\w{3,20}?)(?:amos|aste|aron|abas?|abamos|aban|ados?|ando|are|aremos|aria|ar(?:se|nos|me|te|l[aeo]s?)?)"
)
_AR_PAST = pattern("(\\w{3,20}?)(?:(?<![iy])ó|é)")
_IR_END = pattern(
    "(\\w{2,20}?)(?:(?<=[aeo])(?:yo|yeron|yendo)|imos|iste|io|ieron|i?endo|ian|idos?|[ei]re|[ei]ria"
    "|[ei]r(?:se|nos|me|te|l[aeo]s?)?)"
)
_IR_PAST = pattern("(\\w{2,20}?)(?:í|ió|ía|íamos|ían)")
_ACCENTS = str.maketrans("áéíóú", "aeiou")
_ROWS = (
    "わいうえお", "かきくけこ", "がぎぐげご", "さしすせそ", "たちつてと", "なにぬねの", "ばびぶべぼ", "まみむめも",
    "らりるれろ",
)  # fmt: skip
_SOUNDS = {  # how the past begins, and the rows whose verbs do so: 買った, 待った and 乗った of 買う, 待つ and 乗る
    "っ": "わたら", "い": "わかが", "ん": "なばま",
}  # fmt: skip
_PASTS = {row: sound for sound, rows in _SOUNDS.items() for row in rows}
_LIGHT = "行来言思見出入会分変違"  # verbs of every other line, and of questions about change
_VERB = pattern(rf"((?![{_LIGHT}])[\u4e00-\u9fff])([\u3041-\u3093])(?=[\u3041-\u3093]|$)")


def _grouped(words: str) -> dict[str, tuple[str, ...]]:
    groups = [group.split() for group in words.split("|")]
    return {form: tuple(other for other in group if other != form) for group in groups for form in group}


_KNOWN: dict[str, dict[str, tuple[str, ...]]] = {}


def other_forms(word: str, is_spanish: bool) -> list[Term]:
    """Return the other forms of a word of a question, none where the stems find them all."""
    if not _KNOWN:
        _KNOWN.update(en=_grouped(_ENGLISH), es=_grouped(_SPANISH))
    word = word.lower()
    if is_spanish and word[0] < "\u0250":
        plain = word.translate(_ACCENTS)
        known, regular = _KNOWN["es"], _conjugated(word, plain)
        irregular = [form for one in (plain, *(term.text for term in regular)) for form in known.get(one, ())]
        return [one for one in dict.fromkeys([*map(Term, irregular), *regular]) if one.text != plain]
    if word.isascii():
        return [Term(form) for base in _english_bases(word) for form in _KNOWN["en"].get(base, ())]
    return [Term(form) for found in _VERB.finditer(word) for form in _okurigana(found[1], found[2])]


def _english_bases(word: str) -> list[str]:
    """Return what a word with a regular ending may come from: paying from pay, driving from drive."""
    if word.endswith("ing") and len(word) > 5:
        stem = word[:-3]
        return [stem, stem + "e", stem[:-1]] if stem[-1] == stem[-2] else [stem, stem + "e"]
    return [word, word[:-1]] if word.endswith("s") else [word]


def _conjugated(word: str, plain: str) -> list[Term]:
    """Return the forms of a Spanish verb, if a word ends as one; its infinitive with whatever is joined to it."""
    if found := _AR_PAST.fullmatch(word) or _AR_END.fullmatch(plain):
        stem = found[1].translate(_ACCENTS)
        if word.endswith("é"):  # pagué, busqué and empecé of pagar, buscar and empezar
            stem = _changed(stem, (("gu", "g"), ("qu", "c"), ("c", "z")))
        front = _changed(stem, (("g", "gu"), ("c", "qu"), ("z", "c")))
        return [
            Term(stem + "ar", True),
            Term(front + "e"),
            *(Term(stem + end) for end in (*_AR, *_present(stem, "o a an"))),
        ]
    if found := _IR_PAST.fullmatch(word) or _IR_END.fullmatch(plain):
        stem = found[1].translate(_ACCENTS)
        ends = (*_IR, *(_AFTER_VOWEL if stem[-1] in "aeo" else ()), *_present(stem, "o en"))
        return [Term(stem + "er", True), Term(stem + "ir", True), *(Term(stem + end) for end in ends)]
    return []


def _present(stem: str, ends: str) -> list[str]:
    """Return the endings of the present, but not for short stems: como, casa and paso are other words."""
    return ends.split() if len(stem) > 3 else []


def _changed(stem: str, changes: tuple[tuple[str, str], ...]) -> str:
    return next((stem.removesuffix(old) + new for old, new in changes if stem.endswith(old)), stem)


def _okurigana(kanji: str, kana: str) -> list[str]:
    """Return a verb's kanji with the sounds its other forms go on with: 買わ, 買い, 買う … for 買っ."""
    firsts = _SOUNDS.get(kana, "")
    rows = [row for row in _ROWS if kana in row or row[0] in firsts]
    after = dict.fromkeys("".join(rows) + "".join(_PASTS.get(row[0], "") for row in rows) + kana)
    return [kanji + one for one in after if one != kana]
