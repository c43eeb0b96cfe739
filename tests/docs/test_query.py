"""The tables of docs/query.md are what the examples of each language give today."""

from __future__ import annotations

import os
import re
from zoneinfo import ZoneInfo

from lossless_memory.config import LANGUAGES
from lossless_memory.present import times
from tests.docs.pages import ROOT, page
from tests.docs.test_coverage import WRITE
from tests.timex.reading import ask
from tests.timex.rows import Row, rows

PAGE = "docs/query.md"
_TABLE = re.compile(r"(<!-- examples: (\w\w) -->\n)(.*?)(?=\n### |\Z)", re.DOTALL)
_LEFT_OUT = ("Marks", "Small words beside a time")


def _read_as(row: Row, language: str) -> str:
    """Return the exact local times of an example in words."""
    zone = ZoneInfo(row.zone)
    found = []
    for one in ask(row.phrase, row.now, row.zone, (language,)).intervals:
        said = times.stretch(one.start, one.end, zone)
        if one.start and not one.end:
            said = f"{times.local(one.start, zone)} and later"
        found.append(said + (", roughly" if one.vague else "") + (", still to come" if one.future else ""))
    return "; ".join(found)


def _table(language: str) -> str:
    """Return the table of a language: headings once, phrases, and how each is read."""
    lines = ["| about | said | read as |", "|---|---|---|"]
    unread = []
    last = ""
    for row in dict.fromkeys(rows(language)):
        if row.heading in _LEFT_OUT:
            continue
        if not row.expected:
            unread.append(f"“{row.phrase}”")
            continue
        lines.append(f"| {row.heading if row.heading != last else ''} | {row.phrase} | {_read_as(row, language)} |")
        last = row.heading
    return "\n".join(lines) + f"\n\nNot read as a time: {', '.join(unread)}.\n"


def test_the_page_shows_how_every_example_is_read() -> None:
    text = page(PAGE)
    assert tuple(match[2] for match in _TABLE.finditer(text)) == LANGUAGES
    real = _TABLE.sub(lambda match: f"{match[1]}\n{_table(match[2])}", text)
    if os.environ.get(WRITE):
        (ROOT / PAGE).write_text(real, encoding="utf-8")
    else:
        assert text == real, f"{PAGE} is not up to date; write it with: {WRITE}=1 pytest tests/docs/test_query.py"


def test_each_table_says_when_and_where_it_was_asked() -> None:
    asked = {(row.now, row.zone) for language in LANGUAGES for row in rows(language)}
    assert asked == {("2026-10-14T10:00", "Asia/Tokyo")}
    assert "**Wednesday 14 October 2026 at 10:00 in Tokyo**" in page(PAGE)
