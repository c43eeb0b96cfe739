"""Reads Telegram Desktop's JSON export, of one chat or of an account.

Owns whose words a message holds: the account's owner is named by the export of an account, and in a chat of two is the
one who is not the other; forwarded words are their first author's. A message's text, cut into pieces by its formatting,
is one text again. Everything beside the words is kept as meta. An export is always read from its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import role_of, spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import listed, text_in, text_or_none
from lossless_memory.typed import Any

_TOOL = "telegram"
_LISTS = ("chats", "left_chats")
_TWO = ("personal_chat", "bot_chat")
_SIGN = pattern(r'"(?:date_unixtime|from_id|actor_id)"\s*:')
_STEM = pattern(r"([^/\\!]*?)(?:\.json)?(?:\.gz)?$")
_TOLD = (
    *("id", "type", "date", "date_unixtime", "edited", "edited_unixtime", "from", "from_id", "text", "text_entities"),
    *("reply_to_message_id", "forwarded_from"),
)
"""What the record itself holds; everything else of a message is kept beside it."""
_ACCOUNT = ("personal_information", "contacts", "frequent_contacts", "sessions", "web_sessions", "other_data")
_NOT_READ = (*_ACCOUNT, "about", "profile_pictures", "stories", "ip_addresses")
"""What an export of an account holds beside chats."""


class _Telegram:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """An export of one chat has messages with Telegram's times or ids; one of an account its lists."""
        form = shape(input)
        keys = form.objects[0] if form.objects and not form.is_array else {}
        if "messages" in keys:
            return _SIGN.search(head_text(input)) is not None or all(name in keys for name in ("name", "type", "id"))
        return "about" in keys and any(name in keys for name in (*_ACCOUNT, *_LISTS))

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a message and one a chat, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            for path, value in jsontree.peek(input, _enters):
                if _is_message(path) and isinstance(value, dict):
                    yield _time(value, options.zone)

        stem = _STEM.search(input.name)
        reader = _Reader(Clock(None, options, ahead), options, stem.group(1) if stem else input.name)
        return jsontree.read(input, _enters, reader.convert, reader.finish, Digits)


SOURCE = _Telegram()


def _enters(path: Path, sign: str) -> bool:
    if path[:1] and path[0] in _LISTS:
        inner = path[1:]
        if not inner or inner == ("list",):
            return True
        path = inner[2:] if inner[0] == "list" and isinstance(inner[1], int) else ("",)
    return path in ((), ("messages",))


def _is_message(path: Path) -> bool:
    return path[-2:-1] == ("messages",) and isinstance(path[-1], int)


class _Reader:
    """Converts one export, in order, chat after chat."""

    def __init__(self, clock: Clock, options: Options, stem: str) -> None:
        self._clock = clock
        self._options = options
        self._stem = stem
        self._owner: str | None = None
        self._at: Path | None = None
        self._chat: dict[str, Any] = {}
        self._is_chat_told = True

    def convert(self, path: Path, parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        """Turn one element into its items: a message into its own, what describes a chat into none yet."""
        if path == ("personal_information",) and isinstance(parsed.value, dict):
            self._owner = _id(parsed.value.get("user_id"))
            return
        if path[:1] and (path[0] in _NOT_READ or (path[0] in _LISTS and path[1:] == ("about",))):
            return
        at = path[:3] if path[:1] and path[0] in _LISTS else ()
        if at != self._at:
            yield from self._chat_item()
            self._at, self._chat, self._is_chat_told = at, {}, False
        if not _is_message(path):
            name = ".".join(map(str, path[len(at) :])) or "chat"
            if self._is_chat_told:
                yield None, self._about(name, {name: parsed.value})
            self._chat[name] = parsed.value
            return
        yield from self._chat_item()
        yield None, attempt(self._message, parsed)

    def finish(self) -> Iterator[tuple[str, Outcome]]:
        """Tell the last chat, if it had no message."""
        return self._chat_item("the end, ")

    def _chat_item(self, place: str = "") -> Iterator[tuple[str, Outcome]]:
        """Tell once what the export says of a chat, before its first message."""
        if self._is_chat_told or not self._chat:
            return
        self._is_chat_told = True
        yield f"{place}chat {self._session}", self._about("chat", self._chat)

    def _about(self, name: str, told: Mapping[str, Any]) -> Outcome:
        ts, is_inherited = self._clock.tell(None)
        base = self._base()._replace(ts=ts, is_time_inherited=is_inherited)
        return [base._replace(kind="chat", text=dumps(told), id=f"{self._session}@{name}")]

    @property
    def _session(self) -> str:
        return _id(self._chat.get("id")) or self._stem or _TOOL

    def _base(self) -> Draft:
        return Draft(None, "system", "meta", "unknown", "", self._session, actor=_TOOL)

    def _message(self, parsed: Parsed) -> Outcome:
        told = parsed.value if isinstance(parsed.value, dict) else {}
        ts, is_inherited = self._clock.tell(_time(told, self._options.zone))
        name = _id(told.get("id"))
        id = f"{self._session}/{name}" if name else None
        extra = {"reply_to": reply} if (reply := _id(told.get("reply_to_message_id"))) else {}
        base = Draft(
            *(ts, "system", "meta", "unknown", "", self._session, id),
            actor=_TOOL,
            is_time_inherited=is_inherited,
            extra=extra,
        )
        kind = text_or_none(told.get("type"))
        if kind != "message":
            who = text_or_none(told.get("actor")) or _TOOL
            text = dumps(told) if told else parsed.text
            return [base._replace(kind=(kind or "unknown")[:80], text=text, actor=who, id=id)]
        who = text_or_none(told.get("from")) or _id(told.get("from_id")) or _TOOL
        words, odd = _words(told)
        drafts = numbered(list(self._spoken(base, told, who, words)), id) if words else []
        rest = {key: value for key, value in told.items() if key not in _TOLD and value not in (None, "", [], {})}
        if odd:
            rest["text"] = told["text"] if told.get("text") else told.get("text_entities")
        if rest or not drafts:
            kind = "empty" if not rest else text_or_none(rest.get("media_type")) or next(iter(rest)) or "unknown"
            beside = base._replace(kind=kind[:80], text=dumps(rest or told), actor=who)
            drafts.append(beside._replace(id=f"{id}#beside" if id else None))
        return drafts

    def _spoken(self, base: Draft, told: Mapping[str, Any], who: str, words: str) -> Iterator[Draft]:
        if "forwarded_from" in told:
            first = text_or_none(told["forwarded_from"])
            draft = next(iter(spoken(base, "system", first or "somebody", words)))
            return iter([draft._replace(kind="forwarded" if draft.kind == "said" else draft.kind)])
        if text_or_none(told.get("via_bot")):
            return spoken(base, "system", str(told["via_bot"]), words)
        return spoken(base, self._role(told), who, words)

    def _role(self, told: Mapping[str, Any]) -> str:
        number = _id(told.get("from_id"))
        role = role_of(self._options, told.get("from"), number)
        if role != "system":
            return role
        if number is None or not number.startswith("user"):  # a channel, or the bare numbers of exports before 2021
            return "system"
        kind, other = self._chat.get("type"), _id(self._chat.get("id"))
        number = number.removeprefix("user")
        is_owner = number == self._owner or kind == "saved_messages"
        return "user" if is_owner or (kind in _TWO and other is not None and number != other) else "system"


def _words(told: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Return a message's text as it was before its formatting cut it up, and the pieces that hold none."""
    text = told.get("text")
    if text in (None, "", []):
        text = told.get("text_entities")
    pieces = [(piece, text_in(piece)) for piece in listed(text)]
    return "".join(words for _, words in pieces if words is not None), [one for one, words in pieces if words is None]


def _time(told: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(told.get("date_unixtime"), zone) or read_time(told.get("date"), zone)


def _id(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text_or_none(value)
