"""Reads the plainest form of a conversation: objects with a time, a speaker and a text, as JSON lines or one array.

Owns the several names those three go by, and nothing more of their format. A speaker is the person or the AI only if
he is named by a role word, or by a name told as his; any other name is somebody else, kept as the actor. Knows no tool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines, jsonstream
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.notes import binary_note, dumps
from lossless_memory.sources.people import role_of
from lossless_memory.sources.shape import is_own_record, shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.typed import Any

_TIME = ("ts", "timestamp", "time", "created_at")
_WHO = ("role", "speaker", "author", "sender", "from")
_TEXT = ("text", "content", "message")
_ID = ("id", "uuid", "message_id")
_SESSION = ("session", "session_id", "conversation_id", "chat_id", "thread_id")
_ROLES = {
    **dict.fromkeys(("user", "human", "me"), "user"),
    **dict.fromkeys(("assistant", "ai", "bot", "model", "gpt", "chatgpt", "claude"), "assistant"),
    **dict.fromkeys(("system", "developer", "tool", "function"), "system"),
}
_TOOLS = frozenset({"tool", "function"})
_STEM = pattern(r"([^/\\!]*?)(?:\.jsonl?|\.ndjson)?(?:\.gz)?$")
_FOREIGN = (
    "mapping",
    "chat_messages",
    "payload",
    "projectHash",
    "sessionId",
    "parentUuid",
    "fragments",
    "message.content",
)
"""Keys by which richer formats are known; their objects may happen to have the plain three as well."""


class _Plain:
    name = "plain"
    is_named_by_file = True

    def claims(self, input: Input) -> bool:
        """A file is plain if its first object has a speaker and a text, and no sign of a richer format.

        One without a time is claimed as well, so that it is refused with the way out rather than as unknown.
        """
        form = shape(input)
        if not form.objects or (not form.is_array and is_own_record(form.objects[0], input.size_b > len(input.head))):
            return False
        return _is_plain(form.objects[0])

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per object. See the Protocol."""
        is_array = shape(input).is_array
        saved = cursor.state.get("ts") if cursor and not is_array else None
        offset_b = cursor.offset_b if cursor and not is_array else 0

        def ahead() -> Iterator[Instant | None]:
            values = jsonstream.peek(input) if is_array else jsonlines.peek(input, offset_b)
            return (_own_time(value, options.zone) for value in values if isinstance(value, dict))

        clock = Clock(saved, options, ahead)
        stem = _STEM.search(input.name)
        named = cursor.state.get("session") if cursor else input.known_as
        session = named if isinstance(named, str) else stem.group(1) if stem else input.name
        reader = _Reader(clock, options, session)
        if is_array:
            return jsonstream.read(input, "entry", lambda parsed: [(None, reader.convert(parsed))], Digits)
        return jsonlines.read(input, cursor, reader.convert, lambda: {"ts": clock.ts, "session": session}, Digits)


SOURCE = _Plain()


def _is_plain(keys: Mapping[str, str]) -> bool:
    has_all = all(any(name in keys for name in names) for names in (_WHO, _TEXT))
    return has_all and not any(name in keys for name in _FOREIGN)


class _Reader:
    """Converts the objects of one file, in order."""

    def __init__(self, clock: Clock, options: Options, session: str) -> None:
        self._clock = clock
        self._options = options
        self._session = session

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one object into its drafts."""
        entry = parsed.value
        if not isinstance(entry, dict):
            return Skipped("not a JSON object")
        who = _first_of(entry, _WHO)
        said = _first_of(entry, _TEXT)
        if said is None or said == []:  # something else that stands among the messages, kept as it is
            drafts = [self._part(entry, None, parsed.text)._replace(kind="unknown")]
        else:
            drafts = [self._part(entry, who, part) for part in (said if isinstance(said, list) else [said])]
        name = _first_of(entry, _ID)
        if isinstance(name, int) and not isinstance(name, bool):
            name = str(name)
        return numbered(drafts, name if isinstance(name, str) and name else None)

    def _part(self, entry: Mapping[str, Any], who: Any, part: Any) -> Draft:
        ts, is_inherited = self._clock.tell(_own_time(entry, self._options.zone))
        name = _name(who)
        role = _ROLES.get(name.lower()) or role_of(self._options, name)
        is_other = bool(name) and role == "system" and name.lower() not in _ROLES
        text = part if isinstance(part, str) else part.get("text") if isinstance(part, dict) else None
        is_text = isinstance(text, str) and bool(text.strip())
        if not isinstance(text, str):
            text = binary_note(part) if isinstance(part, dict) else dumps(part)
        type_, kind = "meta", "system"
        if name.lower() in _TOOLS:
            type_, kind = "action", "tool-result"
        elif role != "system" or is_other:
            type_, kind = "text", "said" if is_other else "typed" if role == "user" else "reply"
        if not is_text and type_ == "text":
            role, type_, kind = "system", "meta", "empty" if not text.strip() else "block"
        model, session = entry.get("model"), _first_of(entry, _SESSION)
        return Draft(
            ts=ts,
            role=role,
            type=type_,
            kind=kind,
            text=text,
            session=session if isinstance(session, str) and session else self._session,
            actor=self._actor(entry, name, role),
            model=model if isinstance(model, str) and model else None,
            is_time_inherited=is_inherited,
        )

    def _actor(self, entry: Mapping[str, Any], name: str, role: str) -> str | None:
        """Name a speaker who is no role word; a `name` beside a role is the tool's or the other person's."""
        given = entry.get("name")
        if isinstance(given, str) and given:
            return given
        if role == "system":
            return name or "system"
        return None


def _own_time(entry: Mapping[str, Any], zone: str) -> Instant | None:
    return read_time(_first_of(entry, _TIME), zone)


def _first_of(entry: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((entry[name] for name in names if entry.get(name) is not None), None)


def _name(who: Any) -> str:
    """Return the speaker's name; some forms nest it."""
    if isinstance(who, dict):
        who = _first_of(who, ("role", "name", "username", "id"))
    return who if isinstance(who, str) else ""
