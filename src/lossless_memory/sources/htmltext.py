"""Turns the HTML of an answer into text a person can read: paragraphs, lists, code and tables as Markdown writes them.

Owns no promise of exactness: whoever uses it keeps the HTML as well. What is not understood is left out, never its
words. Uses the standard library's parser.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from lossless_memory.patterns import pattern

LONGEST = 1 << 18
"""Longer HTML is left as it is."""
# The parser's time is not linear where something is begun and never ended: that is taken out or made words before.
_UNSEEN = pattern(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[!?][^<>]*>?", re.DOTALL | re.IGNORECASE)
_NO_TAG = pattern(r"<(?!/?[a-zA-Z][^<>]{0,2000}>)")

_BLOCKS = frozenset(
    ("p", "div", "ul", "ol", "table", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "hr")
)
_SILENT = frozenset(("head", "title"))


def text_of(html: str) -> str | None:
    """Return the text of a piece of HTML, or None where it is too long to be turned."""
    if len(html) > LONGEST:
        return None
    reader = _Reader()
    reader.feed(_NO_TAG.sub("&lt;", _UNSEEN.sub("", html)))
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects the words, and where lines end."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[str] = []
        self._silent = 0
        self._code = 0
        self._lists: list[int] = []
        self._cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, a list's entry, code, or a cell."""
        if tag in _SILENT:
            self._silent += 1
        elif tag == "br":
            self._pieces.append("\n")
        elif tag == "pre":
            self._break(2)
            self._pieces.append("```\n")
            self._code += 1
        elif tag == "code" and not self._code:
            self._pieces.append("`")
        elif tag in ("ul", "ol"):
            self._break(1 if self._lists else 2)
            self._lists.append(0 if tag == "ol" else -1)
        elif tag == "li":
            self._break(1)
            depth = max(0, min(len(self._lists), 20) - 1)
            if self._lists and self._lists[-1] >= 0:
                self._lists[-1] += 1
                self._pieces.append(f"{'  ' * depth}{self._lists[-1]}. ")
            else:
                self._pieces.append(f"{'  ' * depth}- ")
        elif tag == "tr":
            self._break(1)
            self._cells = 0
        elif tag in ("td", "th"):
            self._pieces.append(" | " if self._cells else "")
            self._cells += 1
        elif tag in _BLOCKS and not self._lists and not self._cells:
            self._break(2)

    def handle_endtag(self, tag: str) -> None:
        """End what was begun; an end without a beginning is nothing."""
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "pre" and self._code:
            self._code -= 1
            self._break(1)
            self._pieces.append("```")
            self._break(2)
        elif tag == "code" and not self._code:
            self._pieces.append("`")
        elif tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            self._break(1 if self._lists else 2)
        elif tag == "table":
            self._cells = 0
            self._break(2)
        elif tag in _BLOCKS and not self._lists and not self._cells:
            self._break(2)

    def handle_data(self, data: str) -> None:
        """Take the words; blanks count only inside code."""
        if self._silent:
            return
        if self._code:
            self._pieces.append(data)
            return
        words = " ".join(data.split())
        if not words:
            if data and self._pieces and not self._pieces[-1].endswith(("\n", " ")):
                self._pieces.append(" ")
            return
        is_at_start = not self._pieces or self._pieces[-1].endswith(("\n", " "))
        before = " " if data[0].isspace() and not is_at_start else ""
        self._pieces.append(f"{before}{words}{' ' if data[-1].isspace() else ''}")

    def text(self) -> str:
        """Return what was collected, without blanks around it."""
        lines = "".join(self._pieces).split("\n")
        return "\n".join(line.rstrip(" ") for line in lines).strip("\n ")

    def _break(self, lines: int) -> None:
        """End the line, so that as many line ends stand here as asked for."""
        last = "".join(self._pieces[-3:]).rstrip(" ")
        if last or self._pieces:
            there = len(last) - len(last.rstrip("\n"))
            self._pieces.append("\n" * max(0, lines - there))
