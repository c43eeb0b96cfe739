"""Making visible what could pretend to be something else: controls, escapes, direction marks, invisible characters."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
    # joiners belong between letters of some scripts and within emoji; anywhere else they only hide something
    "|(?<![\u0900-\U0001fbff])[\u200c\u200d]|[\u200c\u200d](?![\u0900-\U0001fbff])"
)


def visible(text: str) -> str:
    r"""Return the text with every unseen character spelled as an escape; newline and tab stay.

    An escape sequence thus never reaches a terminal: ESC is shown as \x1b.
    """
    return _UNSEEN.sub(_escape, text)


def one_line(text: str) -> str:
    """Return the text on a single line, everything unseen spelled out."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
