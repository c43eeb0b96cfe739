"""Reads what Google Takeout tells of the Gemini app: "My Activity", one entry a prompt, its answer as HTML.

Owns which entries are prompts (by the verb before the words, else by having an answer), and the conversation, which
only newer entries name. The answer is kept twice: as text, and as the HTML it was. Answers have no time of their own.
How an entry stands on the page in HTML is decided in `gemini_page`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import gemini_page, jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.htmltext import text_of
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.opening import Broken, head_text
from lossless_memory.sources.people import spoken
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "gemini-apps"
_OURS = pattern(r"gemini|bard", re.IGNORECASE)
_SIGN = pattern(r'"(?:header|products)"\s*:\s*\[?\s*"[^"]{0,80}(?:gemini|bard)', re.IGNORECASE)
_ACTIVITY = pattern(r'"(?:title|titleUrl|safeHtmlItem|activityControls)"\s*:')
_PAGE = pattern(r"<div[^>]{0,200}\bouter-cell\b")
_ASKED = pattern(r"(?:Prompted with: |Asked Gemini: |Asked Bard: |Prompted |Asked |Said |Branched |Answered |Запит: )")
_DID = pattern(
    r"(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Visited|Searched|Edited|Pinned|Renamed|Exported|Updated)\b"
)
_CONVERSATION = pattern(r"/app/([0-9A-Za-z_-]{6,64})")
_AS_JSON = "ask Takeout for My Activity as JSON"
_TOLD = ("header", "title", "time", "safeHtmlItem", "products", "activityControls")


class _GeminiApps:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A list of activities that say Gemini or Bard, or the page in HTML."""
        text = head_text(input)
        if _PAGE.search(text) is not None:
            return _OURS.search(text) is not None
        return text.lstrip().startswith("[") and None not in (_SIGN.search(text), _ACTIVITY.search(text))

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item an entry, in the file's order, always from the start. See the Protocol."""
        if _PAGE.search(head_text(input)) is not None:
            yield from _page(input, options)
            return

        def ahead() -> Iterator[Instant | None]:
            return (read_time(mapping(value).get("time"), options.zone) for _, value in jsontree.peek(input, _enters))

        clock = Clock(None, options, ahead)

        def convert(path: Path, parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
            yield None, attempt(_entry, mapping(parsed.value), clock, options)

        yield from jsontree.read(input, _enters, convert, parse_float=Digits)


SOURCE = _GeminiApps()


def _page(input: Input, options: Options) -> Iterator[Item]:
    """Yield one item an entry of the page; what cannot be read for sure says how to get it in a better form."""
    clock = Clock(None, options, lambda: iter(()))
    number = 0
    try:
        for number, entry in enumerate(gemini_page.entries(input, options), 1):
            place, raw = f"entry {number}", entry.html.encode("utf-8", "surrogateescape")
            if entry.problem is not None:
                yield Item(place, Skipped(f"{entry.problem} ({_AS_JSON})"), raw or None)
            else:
                yield Item(place, attempt(_entry, entry.told, clock, options, entry.html), raw)
    except Broken as broken:
        yield Item(f"after entry {number}", Skipped(str(broken)))


def _enters(path: Path, sign: str) -> bool:
    return not path and sign == "["


def _entry(told: Mapping[str, Any], clock: Clock, options: Options, page: str | None = None) -> Outcome:
    if not told:
        return Skipped("not an activity")
    labels = [told.get("header"), *listed(told.get("products"))]
    known = [label for label in labels if isinstance(label, str) and label]
    if known and not any(_OURS.search(label) for label in known):
        return Skipped("an activity in another product")
    own = read_time(told.get("time"), options.zone)
    ts, is_inherited = clock.tell(own)
    title, time = text_or_none(told.get("title")) or "", text_or_none(told.get("time")) or ""
    base = Draft(
        *(ts, "system", "meta", "unknown", "", _conversation(told) or time or "activity"),
        actor=_TOOL,
        is_time_inherited=is_inherited,
        is_id_made=True,
    )
    return [
        one._replace(id=f"{_TOOL}\0{time}\0{title}\0{number}\0{one.text}")
        for number, one in enumerate(_drafts(base, told, title, page))
    ]


def _drafts(base: Draft, told: Mapping[str, Any], title: str, page: str | None) -> Iterator[Draft]:
    made = {} if page is None else {"made_from": "html"}
    answers = [text for item in listed(told.get("safeHtmlItem")) if (text := _html(item))]
    asked = _ASKED.match(title)
    is_prompt = asked is not None or (bool(answers) and _DID.match(title) is None)
    if is_prompt and title:
        verb = asked.group() if asked else ""
        base = base._replace(extra={**({"verb": verb.strip()} if verb else {}), **made})
        yield from spoken(base, "user", _TOOL, title[len(verb) :])
    elif title:
        yield base._replace(kind="activity", text=title, extra=made)
    base = base._replace(extra={}, is_time_inherited=True)
    for html in answers:
        text = text_of(html) if is_prompt else None
        if text:
            for one in spoken(base, "assistant", _TOOL, text):
                yield one._replace(extra={"made_from": "html"})
        if page is None:
            yield base._replace(kind="html", text=html)
    if page is not None:
        yield base._replace(kind="html", text=page)
        return
    rest = {key: item for key, item in told.items() if key not in _TOLD and item not in (None, "", [], {})}
    odd = [item for item in listed(told.get("safeHtmlItem")) if not _html(item)]
    if odd:
        rest["safeHtmlItem"] = told["safeHtmlItem"]
    if rest:
        yield base._replace(kind="beside", text=dumps(rest))
    elif not title and not answers:
        yield base._replace(kind="empty", text=dumps(dict(told)))


def _html(item: Any) -> str | None:
    about = mapping(item)
    return text_or_none(about.get("html")) or text_or_none(about.get("htmlValue"))


def _conversation(told: Mapping[str, Any]) -> str | None:
    """Return the conversation an entry names by a link, in newer exports."""
    links = [told.get("titleUrl"), *(mapping(one).get("url") for one in listed(told.get("details")))]
    found = (_CONVERSATION.search(link) for link in links if isinstance(link, str))
    return next((match.group(1) for match in found if match), None)
