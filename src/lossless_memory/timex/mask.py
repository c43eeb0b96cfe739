"""Stretches of a text in which no time phrase may be looked for.

Owns what counts as quoted, as code, as an address or as another kind of number. Invariant: the masked text has the
length of what came in, and masked characters are all MASK. Every pattern is bounded, so the work is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lossless_memory.patterns import pattern

MASK = "\x00"
BREAK = ";"
"""What stands for the end of a line: no phrase goes on behind it."""
_WRAPPED = 60  # characters of a line that was broken because it was full, and not because something ended

# What must stand in a text for one of the patterns below to match; most texts have none of it.
_OPENING = pattern("[“„«「『《]")
_PATH = pattern(r"(?<!\w)/")
_FILE = pattern(r"\w\.[a-z]")
_DIGIT = pattern(r"\d")
_UNIT = r"""[%€£]|円|ドル|ユーロ|dollars?|euros?|usd|eur|percent|por\sciento
        |パーセント|メートル|キロ|センチ|ミリ|グラム|インチ|(?:mm|cm|km|kg|gb|mb|ghz|mg|ml)\b"""
_NO_COUNT = pattern(
    rf"""[\d,.$€£¥](?:
        \s?(?:/|{_UNIT})
      | \.\d
      | :\d(?!\d)
      | [\s-]\d{{2,4}}[\s-]\d
      | -(?:\d{{1,6}}[/-]\d|\d{{4}})
      | (?<=[$€£¥])\s?\d)
    """,
    re.VERBOSE,
)

_PATTERNS = {
    "quoted": r"""
        "[^"\n]{1,300}"
      | „[^“”\n]{1,300}[“”]
      | “[^”\n]{1,300}”
      | «[^»\n]{1,300}»
      | 「[^」\n]{1,300}」
      | 『[^』\n]{1,300}』
      | 《[^》\n]{1,300}》
      | (?<![\w'])'(?!\d0?s\b|\d\d\b)[^'\n]{2,200}'(?!\w)
      | ```.{1,2000}?```
      | `[^`\n]{1,300}`
    """,
    "titles": r"""
        [^\s、。はがをでにとたる]{1,20}という(?=番組|映画|ドラマ|アニメ|本|漫画|小説|歌|曲|アプリ|店|人|名前)
    """,
    "places": r"""
        \b(?:https?|ftp|file)://[^\s、。」]{1,500}
      | \bwww\.[^\s、。」]{1,300}
      | (?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}
      | (?<![\w/])(?:~|\.{1,2})?/(?:[\w.@-]{1,80}/){0,20}[\w.@-]{0,80}[a-z_][\w.@-]{0,80}(?:/[\w.@-]{0,80}){0,20}
      | \b[a-z]:\\[^\s]{1,300}
    """,
    "files": r"""
        (?<![\w.-])[\w-]{1,80}(?:\.[a-z]{1,5})?\.(?:py|txt|md|jsonl?|xlsx?|csv|pdf|docx?|png|jpe?g|js|ts|html?|zip|gz|ya?ml|toml|sh|log
        |[ch]|rs|go|sql|db|com|org|net|io|ai|app|dev)(?![a-z\d])
      | (?<![\w-])--[a-z][a-z-]{0,40}=[^\s]{1,80}
    """,
    # Versions, addresses, prices, measures, fractions, ratios, telephone and serial numbers.
    "numbers": r"""
        (?=[\d$€£¥+(])(?:
        \b24/7\b
      | (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])
      | (?<![\w.])(?:0\.\d+|\d+\.\d+\.\d{1,5})(?![\w.])(?<!\.\d\d\d\d)
      | [$€£¥]\s?\d[\d,.]{0,20}
      | (?<![\w.])\d[\d,.]{0,20}\s?(?:UNIT)
      | \b\d{1,4}\s?/\s?\d{1,4}\s(?:of\s|del?\s)
      | \b\d/\d{1,2}(?=に(?:切|分|割|薄|減|縮|折)|の(?:確率|割合|量|大きさ|長さ|サイズ|値段|価格|面積|時間))
      | \b\d{1,3}:\d(?!\d)
      | (?<!\w)\+?\(?\d{3}\)?[\s-]\d{3}-\d{4}(?!\w)
      | (?<![\w-])\d{3}-\d{4}(?![\w-])
      | (?P<glued>(?<![\w/.-])\d{1,6}(?:[-/]\d{1,6}){3,8}(?!\w)
        | (?<![\w-])(?:\+\d{1,3}\s)?\d{2,4}(?:[\s-]\d{2,4}){2,5}(?![\w-])))
    """,
}
_PATTERNS["numbers"] = _PATTERNS["numbers"].replace("UNIT", _UNIT)
_compiled: dict[str, re.Pattern[str]] = {}
_LOGGED = pattern(
    r"^[ \t]*(?:\[?\d{4}[-/]\d\d[-/]\d\d[t ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[a-z]{3} [ \d]\d \d\d:\d\d:\d\d )[^\n]*",
    re.MULTILINE,
)  # lines of a log somebody pasted: one alone may be a question that begins with its time
_PARTS = pattern(r"\d+")
_DOTTED_DATE = pattern(r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.\d\d")
_YEAR_FIRST = pattern(r"(?:19|20)\d\d\.(?:0?[1-9]|1[0-2])\.(?:0?[1-9]|[12]\d|3[01])")
_NAMED_BEFORE = pattern(r"[a-zァ-ヴー一-龥][ :]?$")  # ruby 2026.9.3, バージョン2026.9.3
_EL_BEFORE = pattern(r"(?:^|\b(?:el|al|del|dia)) ?$")
_DATE_SIGNS = pattern(r"[\d\s/-]+")


def mask(text: str, dotted: str = "") -> str:
    """Replace what must not be read as time by MASK, keeping every offset. `text` is folded.

    `dotted`: how a day looks with dots in the language of the text, rather than a version: "dmy" 28.10.24, "ymd"
    2026.9.3 behind no name, "el" 5.3.26 behind an article or first.
    """
    is_ascii = text.isascii()
    if (
        text.count("'") > 1
        or text.count('"') > 1
        or text.count("`") > 1
        or (not is_ascii and _OPENING.search(text) is not None)
    ):
        text = _cover_all("quoted", text)
    if not is_ascii and "という" in text:
        text = _cover_all("titles", text)
    if "@" in text or "\\" in text or "www." in text or ("/" in text and _PATH.search(text)):
        text = _cover_all("places", text)
    if ("." in text and _FILE.search(text)) or "--" in text:
        text = _cover_all("files", text)
    has_lines = "\n" in text
    if has_lines and len(_LOGGED.findall(text)) > 1:
        text = _LOGGED.sub(_cover, text)
    if _DIGIT.search(text) and _NO_COUNT.search(text):
        text = _cover_all("numbers", text, _UNDATED.get(dotted, _cover))
    return _set_apart(text) if has_lines else text


def _set_apart(text: str) -> str:
    """Set each line off from the next one, unless it looks wrapped."""
    said = len(text.rstrip())
    *lines, last = text[:said].split("\n")
    ends = ["\n" if len(line) > _WRAPPED or not line or line.isspace() else BREAK for line in lines]
    return "".join([line + end for line, end in zip(lines, ends, strict=True)]) + last + text[said:]


def _cover_all(name: str, text: str, cover: Callable[[re.Match[str]], str] | None = None) -> str:
    pattern = _compiled.get(name)
    if pattern is None:  # compiled on first use, so that importing stays cheap
        pattern = _compiled[name] = re.compile(_PATTERNS[name], re.VERBOSE | re.DOTALL)
    return pattern.sub(cover or _cover, text)


def _cover(found: re.Match[str]) -> str:
    whole = found.group()
    if found.lastgroup == "glued" and _is_date(whole):
        return whole
    return MASK * len(whole)


def _cover_undated(found: re.Match[str]) -> str:
    return found.group() if _DOTTED_DATE.fullmatch(found.group()) else _cover(found)


def _cover_but_year_first(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - 2) : found.start()]
    is_day = _YEAR_FIRST.fullmatch(found.group()) and not _NAMED_BEFORE.search(before)
    return found.group() if is_day else _cover(found)


def _cover_but_behind_el(found: re.Match[str]) -> str:
    is_day = _DOTTED_DATE.fullmatch(found.group()) and _EL_BEFORE.search(found.string[: found.start()][-6:])
    return found.group() if is_day else _cover(found)


_UNDATED = {"dmy": _cover_undated, "ymd": _cover_but_year_first, "el": _cover_but_behind_el}


def _is_date(text: str) -> bool:
    """Tell 2016 10 16 and 10-31-1974 from a telephone number."""
    return _DATE_SIGNS.fullmatch(text) is not None and all(len(part) in (1, 2, 4) for part in _PARTS.findall(text))
