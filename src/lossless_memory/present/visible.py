"""Making visible what could pretend to be something else: controls, escapes, direction marks, invisible characters."""

from __future__ import annotations

import re
from functools import cache

# Scripts whose letters a joiner may stand between (Arabic, Syriac, the Indic ones, Burmese, Khmer, Mongolian), and the
# signs emoji are made of.
_JOINED = (
    "\u0600-\u07bf\u0860-\u0dff\u0f00-\u109f\u1780-\u17dd\u1820-\u18aa\ua8e0-\ua8ff\ufb50-\ufdff\ufe70-\ufefc"
    "\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u20e3\U0001f000-\U0001faff\U00011000-\U000114ff"
)
_UNSEEN = (
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    # a joiner belongs between two letters of such scripts or signs; anywhere else, and in rows, it only hides something
    f"|(?<![{_JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{_JOINED}])"
    # so does one variation selector behind a visible sign; in rows they carry hidden text
    "|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    "|(?<![^\x00-\x22\x24-\x29\x2b-\x2f\x3a-\xa8])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


_PRINTED = frozenset(
    map(chr, [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)])
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""The unseen characters that Unicode counts among the printable ones."""


@cache
def _unseen() -> re.Pattern[str]:
    """Return the pattern, made when it is first needed: most lines never do."""
    return re.compile(_UNSEEN)


def visible(text: str) -> str:
    r"""Return the text with every unseen character spelled as an escape; newline and tab stay.

    An escape sequence thus never reaches a terminal: ESC is shown as \x1b.
    """
    plain = text.replace("\n", " ").replace("\t", " ")
    if plain.isprintable() and (plain.isascii() or _PRINTED.isdisjoint(plain)):
        return text
    return _unseen().sub(_escape, text)


def one_line(text: str) -> str:
    """Return the text on a single line, everything unseen spelled out."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
