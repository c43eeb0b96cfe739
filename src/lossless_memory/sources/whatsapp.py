"""Reads WhatsApp's text export: messages of one or many lines, each under a head with local time and name.

Owns where a message begins and ends, and which of its words the phone wrote: notes about media, deletions, edits. How
heads are read is `whatsapp_lines`' matter. Times have no zone and messages no ids. An export is always read from its
start, twice: first for the order of its dates.

Promise: P12
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.opening import Broken, head_text, open_utf8
from lossless_memory.sources.people import role_of, spoken
from lossless_memory.sources.times import Instant
from lossless_memory.sources.whatsapp_lines import MARKS, Habits, Head, head_of, moment

_TOOL = "whatsapp"
_LOOK = 20
_EQUALS = 1_024
"""Equal messages of one minute are counted among the last so many; further apart they do not occur."""
_CHAT = pattern(r"([^/\\!]*?)(?:\.zip)?[/\\!]_chat(?: ?\(\d+\))?\.txt$|([^/\\!]*?)(?: ?\(\d+\))?(?:\.txt)?(?:\.gz)?$")
_COPY = pattern(r" ?\(\d+\)$")
UNDECIDED = "whether day or month comes first is not clear (say it: lossless config set date_order dmy, or mdy)"

_OMITTED = r"omitted|weggelassen|ausgeschlossen|omitid[oa]s?|omis(?:e|es)?|omess[oi]|weggelaten|省略|含まれていません"
_EDITED = r"edited|bearbeitet|editad[oa]|editó|modifié|編集"
_DELETED = pattern(
    r"(?:This message was deleted|You deleted this message"
    r"|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht"
    r"|Se eliminó este mensaje|Eliminaste este mensaje|Ce message a été supprimé|Vous avez supprimé ce message"
    r"|このメッセージは削除されました|このメッセージを削除しました|null)\.?\s*"
)
_NOTE = pattern(rf"\s*<[^<>\n]{{0,60}}(?:{_OMITTED})[^<>\n]{{0,20}}>\s*")
_FILE = pattern(r"[^\n/\\]{1,200}\.\w{2,5} \([^()\n]{3,40}\)\s*?(?:\n|$)")
_TAIL = pattern(rf"\s*(?:\u200e<[^<>\n]+>|<[^<>\n]{{0,40}}(?:{_EDITED})[^<>\n]{{0,20}}>)\s*$")


class _WhatsApp:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """Its first lines begin with a date, a time and a name. Dates as programs log them need another sign."""
        text = head_text(input)
        lines = [line for line in text[:20_000].split("\n") if line.strip()][:_LOOK]
        heads = [head for head in map(head_of, lines) if head]
        if not heads or head_of(lines[0]) is None:
            return False
        if heads[0].is_year_first and heads[0].sign == "-":
            return "\u200e" in text or "WhatsApp" in text or "<Media omitted>" in text
        return any(": " in line for line in lines)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a message, always from the start. See the Protocol."""
        try:
            habits = _habits(input)
            order = habits.order(options.date_order)
            if order is None:
                yield Item("start", Skipped(UNDECIDED))
                return
            yield from _Reader(input, habits, order, options).items()
        except Broken as broken:
            yield Item("behind the last message", Skipped(str(broken)))


SOURCE = _WhatsApp()


def _lines(input: Input) -> Iterator[tuple[int, str | None]]:
    """Yield the lines with their numbers, each with its end; None for one too long to hold."""
    opened = open_utf8(input)
    with opened.stream as stream:
        stream.seek(opened.mark_b) if opened.mark_b else None
        for number, line in enumerate(jsonlines.lines(stream, opened.mark_b), 1):
            text = None if line.raw is None else line.raw.decode("utf-8", "surrogateescape")
            yield number, text if text is None or not line.is_ended else f"{text}\n"


def _habits(input: Input) -> Habits:
    habits = Habits()
    try:
        for _, line in _lines(input):
            head = head_of(line) if line else None
            if line and head:
                habits.see(head, line[head.end : head.end + 400])
    except Broken:
        pass  # told when it is read
    return habits


class _Reader:
    """Reads one file's messages in order."""

    def __init__(self, input: Input, habits: Habits, order: str, options: Options) -> None:
        self._input = input
        self._habits = habits
        self._order = order
        self._options = options
        self._clock = Clock(None, options, self._ahead)
        found = _CHAT.search(input.name)
        name = (found.group(1) or found.group(2)) if found else None
        self._session = _COPY.sub("", name or "") or "chat"
        self._counts: OrderedDict[str, int] = OrderedDict()

    def items(self) -> Iterator[Item]:
        """Yield the messages: each reaches to the next line with a head."""
        held: list[str] = []
        first, size = 1, 0
        for number, line in _lines(self._input):
            if held and (line is None or size > jsonlines.MAX_LINE_B or head_of(line) is not None):
                yield self._item(first, "".join(held))
                held, size = [], 0
            if line is None:
                yield Item(f"line {number}", Skipped("a line longer than 64 MiB"))
                continue
            if not held:
                if not line.strip():
                    continue
                first = number
            held.append(line)
            size += len(line)
        if held:
            yield self._item(first, "".join(held))

    def _ahead(self) -> Iterator[Instant | None]:
        for _, line in _lines(self._input):
            head = head_of(line) if line else None
            yield moment(head, self._order, self._options.zone) if head else None

    def _item(self, number: int, text: str) -> Item:
        text = text.removesuffix("\n").removesuffix("\r")
        return Item(f"line {number}", attempt(self._message, text), text.encode("utf-8", "surrogateescape"))

    def _message(self, text: str) -> Outcome:
        head = head_of(text)
        own = moment(head, self._order, self._options.zone) if head else None
        ts, is_inherited = self._clock.tell(own)
        base = Draft(ts, "system", "meta", "notice", "", self._session, actor=_TOOL, is_time_inherited=is_inherited)
        made = self._made_id(text)
        return [
            one._replace(id=f"{made}\0{number}", is_id_made=True)
            for number, one in enumerate(self._drafts(base, head, text))
        ]

    def _made_id(self, text: str) -> str:
        """Make an id of what stands in the file, so that neither the zone nor the names told at import change it."""
        made = f"{self._session}\0{text}"
        count = self._counts.pop(made, 0)
        self._counts[made] = count + 1
        if len(self._counts) > _EQUALS:
            self._counts.popitem(last=False)
        return f"{made}\0{count}"

    def _drafts(self, base: Draft, head: Head | None, text: str) -> Iterator[Draft]:
        rest = text[head.end :] if head else text
        name = self._habits.name(rest[:400].partition("\n")[0]) if head else None
        if name is None:
            yield base._replace(kind="notice" if head else "unknown", text=rest)
            return
        words = rest[len(name) + 1 :].removeprefix(" ")
        who = name.strip(MARKS).removeprefix("~").strip("\u00a0\u202f ") or name
        role = role_of(self._options, name, who)
        note = base._replace(kind="note", actor=who)
        cut = _written_by_phone(words)
        if cut:
            yield note._replace(text=words[:cut])
            words = words[cut:]
        tail = _TAIL.search(words)
        end = tail.start() if tail else len(words)
        if words[:end] or not (cut or tail):
            yield from spoken(base, role, who, words[:end])
        if tail:
            yield note._replace(text=words[end:])


def _written_by_phone(words: str) -> int:
    """Return how far the words, from their start, are the phone's and nobody's."""
    if _NOTE.fullmatch(words) or _DELETED.fullmatch(words.lstrip(MARKS)):
        return len(words)
    if words.startswith("\u200e"):
        return len(words.partition("\n")[0] + "\n") if "\n" in words else len(words)
    file = _FILE.match(words)
    return file.end() if file else 0
