"""Stretches of a text in which no time phrase may be looked for.

Owns what counts as quoted, as code, as an address or as another kind of number. Invariant: the masked text has the
length of what came in, and masked characters are all MASK. Every pattern is linear in the text.
"""

from __future__ import annotations

import re

MASK = "\x00"

_QUOTED = r"""
  "[^"\n]{1,300}"
| “[^”\n]{1,300}”
| «[^»\n]{1,300}»
| 「[^」\n]{1,300}」
| 『[^』\n]{1,300}』
| (?<![\w'])'(?!\d0?s\b|\d\d\b)[^'\n]{2,200}'(?!\w)
| ```.{1,2000}?```
| `[^`\n]{1,300}`
"""
_PLACES = r"""
  \b(?:https?|ftp|file)://[^\s、。」]{1,500}
| \bwww\.[^\s、。」]{1,300}
| [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}
| (?<![\w/])(?:~|\.{1,2})?/(?:[\w.@-]{1,80}/){0,20}[\w.@-]{0,80}[a-z_][\w.@-]{0,80}(?:/[\w.@-]{0,80}){0,20}
| \b[a-z]:\\[^\s]{1,300}
"""
_NUMBERS = r"""
  \b24/7\b
| \b(?:v|ver|version|バージョン|iso|rfc|utc|gmt|python|raid|port|room|page|pagina|section|chapter|no\.|id)
    [\s:.#-]{0,2}\d[\d.:+-]*(?:/\d+)?
| \bv\d+(?:\.\d+)*\b
| (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])
| (?<![\w.])(?:0\.\d+|\d+\.\d+\.\d{1,5})(?![\w.])(?<!\.\d\d\d\d)
| [$€£¥]\s?\d[\d,.]*
| (?<![\w.])\d[\d,.]*\s?(?:[%€£]|円|ドル|ユーロ|dollars?|euros?|usd|eur|percent|パーセント|メートル|キロ|センチ
    |ミリ|グラム|インチ|(?:mm|cm|km|kg|gb|mb|ghz|mg|ml)\b)
| \b\d{1,4}\s?/\s?\d{1,4}\s(?:of\s|del?\s)
| \b\d{1,3}:\d(?!\d)
| (?<![\w])\+?\(?\d{3}\)?[\s-]\d{3}-\d{4}(?!\w)
| (?<![\w-])\d{3}-\d{4}(?![\w-])
"""
# File names, fractions in a row, serial numbers: digits and letters glued by dots, dashes or underscores.
_GLUED = r"""
  (?<![\w.-])[\w-]{1,80}\.(?:py|txt|md|json|jsonl|xlsx?|csv|pdf|docx?|png|jpe?g|js|ts|html?|zip|gz|yaml|yml|toml|sh|log|c|h|rs|go|sql|db)\b
| (?<![\w/.-])\d{1,6}(?:[-/]\d{1,6}){3,}(?![\w])
| (?<![\w-])(?:\+\d{1,3}\s)?\d{2,4}(?:[\s-]\d{2,4}){2,5}(?![\w-])
"""
_HINT = re.compile(r"[\"“«「『`'/\\@$€£¥%.:_\-]|\d\s?\d|[a-z]\s?\d|\d\s?[a-z円ドユパメキセミグイ]")
_GROUPS = re.compile(r"\d+")


def mask(text: str) -> str:
    """Replace what must not be read as time by MASK, keeping every offset. `text` is folded."""
    if not _HINT.search(text):
        return text
    return _pattern().sub(_cover, text)


def _pattern() -> re.Pattern[str]:
    global _compiled  # noqa: PLW0603 - compiled on first use, so that importing stays cheap
    if _compiled is None:
        _compiled = re.compile(f"(?P<sure>{_QUOTED}|{_PLACES}|{_NUMBERS})|(?P<glued>{_GLUED})", re.VERBOSE | re.DOTALL)
    return _compiled


_compiled: re.Pattern[str] | None = None


def _cover(found: re.Match[str]) -> str:
    whole = found.group()
    if found["glued"] is not None and _is_date(whole):
        return whole
    return MASK * len(whole)


def _is_date(text: str) -> bool:
    """Tell 2016 10 16 and 10-31-1974 from a telephone number."""
    return re.fullmatch(r"[\d\s/-]+", text) is not None and all(
        len(group) in (1, 2, 4) for group in _GROUPS.findall(text)
    )
