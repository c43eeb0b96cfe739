"""Reads a Slack export: one folder a channel, one file a day, each a list of messages.

Owns whose words a message holds, and the names behind the ids people have, from the message itself or from the
archive's own list of users. What Slack wrote (joins, renames, notes about files) is meta. Always read from the start.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import dumps, without_blobs
from lossless_memory.sources.people import role_of, spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "slack"
_USERS = "users.json"
_STAMP = pattern(r"\d{9,10}\.\d{6}")
_FOLDER = pattern(r"(?:^|[/\\!])([^/\\!]+)[/\\][^/\\!]+$")
_SAID = (None, "bot_message", "thread_broadcast", "reply_broadcast", "me_message", "file_share", "file_comment")
_BY_SLACK = pattern(r"<@[^<>]{1,80}>:? (?:uploaded|commented on|shared|mentioned) ")
_TOLD = (
    *("type", "subtype", "user", "text", "ts", "client_msg_id", "team", "user_team", "source_team", "user_profile"),
    *("thread_ts", "reply_count", "reply_users", "reply_users_count", "latest_reply", "replies", "parent_user_id"),
    *("is_locked", "subscribed", "last_read", "edited", "bot_id", "bot_profile", "bot_link", "username", "icons"),
    *("display_as_bot", "upload", "app_id"),
)
"""What the record itself holds, or is bookkeeping; everything else of a message is kept beside its words."""
_NAMES = ("real_name", "display_name", "name", "username")


class _Slack:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A day's messages have a type and times as Slack writes them."""
        form = shape(input)
        return form.is_array and any(
            _STAMP.fullmatch(keys.get("ts", "")) is not None and "type" in keys and ("text" in keys or "user" in keys)
            for keys in form.objects[:8]
        )

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a message, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            return (read_time(mapping(value).get("ts"), "UTC") for _, value in jsontree.peek(input, _enters))

        listed = input.neighbour(_USERS)
        folder = _FOLDER.search(input.name)
        channel = folder.group(1) if folder else "channel"
        reader = _Reader(Clock(None, options, ahead), options, channel, _people(listed) if listed else {})
        return jsontree.read(
            input, _enters, lambda path, parsed: [(None, attempt(reader.message, parsed))], parse_float=Digits
        )


SOURCE = _Slack()


def _enters(path: Path, sign: str) -> bool:
    return not path and sign == "["


@lru_cache(maxsize=1)
def _people(listed: bytes) -> Mapping[str, tuple[str, ...]]:
    """Return the names each id goes by, from the archive's list; an empty map if it is not one."""
    try:
        users = json.loads(listed)
    except (ValueError, RecursionError):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for user in users if isinstance(users, list) else []:
        about = mapping(user)
        id = text_or_none(about.get("id"))
        if id:
            found[id] = _names(about)
    return found


def _names(about: Mapping[str, Any]) -> tuple[str, ...]:
    profile = mapping(about.get("profile"))
    return tuple(name for holder in (profile, about) for key in _NAMES if (name := text_or_none(holder.get(key))))


class _Reader:
    """Converts one day's messages of one channel, in order."""

    def __init__(self, clock: Clock, options: Options, channel: str, people: Mapping[str, tuple[str, ...]]) -> None:
        self._clock = clock
        self._options = options
        self._channel = channel
        self._people = people

    def message(self, parsed: Parsed) -> Outcome:
        """Turn one message into its drafts."""
        told = mapping(parsed.value)
        if not told:
            return Skipped("not a message")
        stamp = text_or_none(told.get("ts"))
        ts, is_inherited = self._clock.tell(read_time(stamp, "UTC"))
        number = text_or_none(told.get("user")) or text_or_none(told.get("bot_id"))
        given = [
            told.get("username"),
            *_names(mapping(told.get("user_profile"))),
            *_names(mapping(told.get("bot_profile"))),
        ]
        names = [
            name for name in (*given, *self._people.get(number or "", ()), number) if isinstance(name, str) and name
        ]
        who = names[0] if names else _TOOL
        thread = text_or_none(told.get("thread_ts"))
        base = Draft(
            *(ts, "system", "meta", "unknown", "", self._channel),
            actor=who,
            is_time_inherited=is_inherited,
            extra={"reply_to": f"{self._channel}/{thread}"} if thread and thread != stamp else {},
        )
        id = f"{self._channel}/{stamp}" if stamp else None
        kind, text = told.get("subtype"), told.get("text")
        if told.get("type") != "message" or kind not in _SAID:
            name = text_or_none(kind) or text_or_none(told.get("type")) or "unknown"
            return [base._replace(kind=name[:80], text=dumps(without_blobs(told)), id=id)]
        drafts = []
        if isinstance(text, str) and text and _BY_SLACK.match(text) and kind is not None:
            drafts = [base._replace(kind=str(kind), text=text, id=id)]
        elif isinstance(text, str) and text:
            drafts = numbered(list(spoken(base, role_of(self._options, *names), who, text)), id)
        told_already = (*_TOLD, "blocks") if drafts else _TOLD  # blocks are the text again, cut up
        rest = {key: item for key, item in told.items() if key not in told_already and item not in (None, "", [], {})}
        if text not in (None, "") and not isinstance(text, str):
            rest["text"] = text
        if rest or not drafts:
            name, more = (next(iter(rest)) or "unknown", rest) if rest else ("empty", dict(told))
            beside = base._replace(kind=name[:80], text=dumps(without_blobs(more)))
            drafts.append(beside._replace(id=f"{id}#beside" if id else None))
        return drafts
