"""Reads Discord: channels as DiscordChatExporter writes them, and the messages of Discord's own data package.

Owns whose words a message holds; the package has its owner's alone. Message ids are Discord's own in both, so that the
two agree. What stands beside the words is meta. Always read from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import csvrows, jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import dumps, without_blobs
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import role_of, spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "discord"
_FOLDER = pattern(r"(?:^|[/\\!])(?:c(?=\d))?([^/\\!]+)[/\\][^/\\!]+$")
_STEM = pattern(r"([^/\\!]*?)(?:\.json)?(?:\.gz)?$")
_HEAD = pattern(r'"?ID"?,"?Timestamp"?,"?Contents"?(?:,|\r?\n)')
_WORDS = ("Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20", "23")
"""The types of messages that hold somebody's words; any other is an event."""
_TOLD = (
    *("id", "type", "timestamp", "timestampEdited", "callEndedTimestamp", "isPinned", "content", "author", "reference"),
    *("mentions", "inlineEmojis", "ID", "Timestamp", "Contents"),
)


class _Discord:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A channel names its guild beside its messages; the package's have capital keys, or columns in older ones."""
        if _is_table(input):
            return True
        form = shape(input)
        keys = form.objects[0] if form.objects else {}
        if form.is_array:
            return all(name in keys for name in ("ID", "Timestamp", "Contents"))
        return "guild" in keys and "channel" in keys and ("messages" in keys or "dateRange" in keys)

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a message and one a channel, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            return (_time(mapping(value), options.zone) for _, value in jsontree.peek(input, _enters))

        folder, stem = _FOLDER.search(input.name), _STEM.search(input.name)
        if _is_table(input):
            times = (_time(row, options.zone) for row in csvrows.peek(input))
            table = _Reader(Clock(None, options, lambda: times), options, folder.group(1) if folder else _TOOL)
            return csvrows.read(input, table.row)
        name = folder.group(1) if folder and shape(input).is_array else stem.group(1) if stem else ""
        reader = _Reader(Clock(None, options, ahead), options, name or _TOOL)
        return jsontree.read(input, _enters, reader.convert, reader.finish, Digits)


SOURCE = _Discord()


def _is_table(input: Input) -> bool:
    return _HEAD.match(head_text(input)) is not None


def _enters(path: Path, sign: str) -> bool:
    return path in ((), ("messages",))


class _Reader:
    """Converts one file's messages, in order."""

    def __init__(self, clock: Clock, options: Options, name: str) -> None:
        self._clock = clock
        self._options = options
        self._name = name
        self._about: dict[str, Any] = {}

    def convert(self, path: Path, parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        """Turn one element into its items; what describes the channel is told at the end."""
        if path[:1] == ("messages",) or isinstance(path[-1:][0] if path else None, int):
            yield None, attempt(self._message, mapping(parsed.value), parsed)
        else:
            self._about[str(path[0]) if path else "channel"] = parsed.value

    def row(self, told: Mapping[str, str]) -> Outcome:
        """Turn one row of an older package into its drafts, the same as the object that newer ones have."""
        return attempt(self._message, told, Parsed(told, dumps(told), 0))

    def finish(self) -> Iterator[tuple[str, Outcome]]:
        """Tell what the file says of its channel."""
        if self._about:
            yield "the channel", attempt(self._channel)

    def _channel(self) -> Outcome:
        ts, is_inherited = self._clock.tell(None)
        rest = {key: item for key, item in self._about.items() if key not in ("exportedAt", "messageCount")}
        base = self._base(ts, is_inherited)._replace(kind="chat", text=dumps(without_blobs(rest)))
        return [base._replace(id=f"{self._session}@channel")]

    @property
    def _session(self) -> str:
        return _id(mapping(self._about.get("channel")).get("id")) or self._name

    def _base(self, ts: str | None, is_inherited: bool) -> Draft:
        return Draft(ts, "system", "meta", "unknown", "", self._session, actor=_TOOL, is_time_inherited=is_inherited)

    def _message(self, told: Mapping[str, Any], parsed: Parsed) -> Outcome:
        ts, is_inherited = self._clock.tell(_time(told, self._options.zone))
        id = _id(told.get("id")) or _id(told.get("ID"))
        base = self._base(ts, is_inherited)
        if reply := _id(mapping(told.get("reference")).get("messageId")):
            base = base._replace(extra={"reply_to": reply})
        about = mapping(told.get("author"))
        names = [about.get("nickname"), about.get("name"), _id(about.get("id"))]
        who = next((name for name in names if isinstance(name, str) and name), _TOOL)
        is_own = "Contents" in told and not about
        kind = _id(told.get("type"))
        if not told or (kind not in _WORDS and not is_own):
            return [base._replace(kind=(kind or "unknown")[:80], text=parsed.text, actor=who, id=id)]
        words = told.get("Contents") if is_own else told.get("content")
        role = "user" if is_own else role_of(self._options, *names)
        drafts = []
        if isinstance(words, str) and words:
            drafts = numbered(list(spoken(base, role, who, words)), id)
        rest = {key: item for key, item in told.items() if key not in _TOLD and item not in (None, "", [], {})}
        if words not in (None, "") and not isinstance(words, str):
            rest["Contents" if is_own else "content"] = words
        if rest or not drafts:
            kind, text = (next(iter(rest)) or "unknown", dumps(without_blobs(rest))) if rest else ("empty", parsed.text)
            drafts.append(base._replace(kind=kind[:80], text=text, actor=who, id=f"{id}#beside" if id else None))
        return drafts


def _time(told: Mapping[str, Any], zone: str) -> Instant | None:
    """Read a message's time; those of the package are in UTC and do not say so."""
    own = read_time(told.get("timestamp"), zone)
    if own is None and (packed := read_time(told.get("Timestamp"), "UTC")):
        return packed._replace(is_zone_assumed=False)
    return own


def _id(value: Any) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text_or_none(value)
