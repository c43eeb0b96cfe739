"""Reads Grok's conversations: the account's export, and the ones held inside X, from X's archive.

Owns both ways of writing times, the tree of responses, of which all branches are kept, and the names by which the two
speakers go. What stands beside the words (steps, search results, attachments) is meta. An export is always read from
its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsontree
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt, numbered
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsontree import Path
from lossless_memory.sources.notes import dumps, without_blobs
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import spoken
from lossless_memory.sources.shape import shape
from lossless_memory.sources.times import Digits, Instant, read_time
from lossless_memory.sources.values import listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "grok"
_X = pattern(r"\s*window\.YTD\.grok_chat_item\.part\d+\s*=\s*")
_SIGN = pattern(r'"responses"\s*:\s*\[')
_ROLES = {"human": "user", "user": "user", "assistant": "assistant", "agent": "assistant", "grok": "assistant"}
_BESIDE = (
    *("web_search_results", "cited_web_search_results", "xposts", "xpost_ids", "generated_image_urls"),
    *("image_attachments", "file_attachments", "card_attachments_json", "webpage_urls", "query", "error"),
    *("attachments", "postIds"),
)
"""What may stand beside the words of a response; everything else is bookkeeping."""


class _Grok:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A conversation has `conversation` beside its `responses`; X's archive says its name."""
        text = head_text(input)
        if _X.match(text):
            return True
        form = shape(input)
        if form.is_array:
            found = form.objects[:8]
            return any("responses" in keys and ("conversation" in keys or "conversation_id" in keys) for keys in found)
        return bool(form.objects) and "conversations" in form.objects[0] and _SIGN.search(text) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a response and one a conversation, always from the start. See the Protocol."""

        def ahead() -> Iterator[Instant | None]:
            for _, value in jsontree.peek(input, _enters, _X):
                yield from _times(mapping(value), options.zone)

        reader = _Reader(Clock(None, options, ahead), options.zone)
        return jsontree.read(input, _enters, reader.convert, parse_float=Digits, prefix=_X)


SOURCE = _Grok()


def _enters(path: Path, sign: str) -> bool:
    return path in ((), ("conversations",))


class _Reader:
    """Converts the conversations of one file, in order."""

    def __init__(self, clock: Clock, zone: str) -> None:
        self._clock = clock
        self._zone = zone

    def convert(self, path: Path, parsed: Parsed) -> Iterator[tuple[str | None, Outcome]]:
        """Turn one element into its items."""
        body = mapping(parsed.value)
        if "grokChatItem" in body:
            yield None, attempt(self._x_item, mapping(body["grokChatItem"]), body)
        elif "responses" in body:
            yield from self._conversation(body)
        elif path[:1] and isinstance(path[0], str) and path[0] != "conversations":
            if parsed.value not in (None, "", [], {}):
                ts, is_inherited = self._clock.tell(None)
                text = _as_text(parsed.value)
                base = Draft(ts, "system", "meta", path[0][:80] or "unknown", text, "account", actor=_TOOL)
                yield None, [base._replace(is_time_inherited=is_inherited)]
        else:
            yield None, Skipped("not a conversation")

    def _conversation(self, body: Mapping[str, Any]) -> Iterator[tuple[str, Outcome]]:
        about = mapping(body.get("conversation")) or body
        responses = [mapping(mapping(one).get("response", one)) for one in listed(body.get("responses"))]
        named = (about.get("id"), about.get("conversation_id"), *(one.get("conversation_id") for one in responses))
        session = next((found for name in named if (found := _id(name))), "conversation")
        start = _time(about.get("create_time"), self._zone)
        if start:
            self._clock.tell(start)
        models = {_id_of(one): _model(one) for one in responses}
        for number, response in enumerate(responses, 1):
            asked = models.get(_id(response.get("parent_response_id")))
            name = _id_of(response)
            place = f"response {number}" if name is None else f"response {number} {name[:80]}"
            if response:
                yield place, attempt(self._response, session, response, asked)
            else:
                yield place, Skipped("not a response")
        yield "head", attempt(self._head, session, about, body)

    def _response(self, session: str, told: Mapping[str, Any], asked: str | None) -> Outcome:
        ts, is_inherited = self._clock.tell(_time(told.get("create_time"), self._zone))
        id = _id_of(told)
        base = Draft(
            *(ts, "system", "meta", "unknown", "", session),
            actor=_TOOL,
            model=_model(told) or asked,
            parent=_id(told.get("parent_response_id")),
            is_time_inherited=is_inherited,
            extra={"partial": True} if told.get("partial") is True else {},
        )
        return _drafts(base, told, id, text_or_none(told.get("sender")))

    def _x_item(self, told: Mapping[str, Any], body: Mapping[str, Any]) -> Outcome:
        ts, is_inherited = self._clock.tell(_time(told.get("createdAt"), self._zone))
        sender = told.get("sender")
        about = mapping(sender)
        who = text_or_none(about.get("originalName")) or text_or_none(about.get("name")) or text_or_none(sender)
        session = _id(told.get("chatId")) or "conversation"
        base = Draft(ts, "system", "meta", "unknown", "", session, actor=_TOOL, is_time_inherited=is_inherited)
        return _drafts(base, told or body, None, who)

    def _head(self, session: str, about: Mapping[str, Any], body: Mapping[str, Any]) -> Outcome:
        updated = about.get("modify_time")
        ts, is_inherited = self._clock.tell(_time(updated, self._zone))
        written = updated.written if isinstance(updated, Digits) else updated
        written = dumps(written) if isinstance(written, dict) else written
        rest = {key: item for key, item in about.items() if key != "responses"}
        return [
            Draft(
                *(ts, "system", "meta", "head", dumps(rest), session),
                id=f"{session}@{'' if written is None else written}",
                actor=_TOOL,
                parent=_id(about.get("leaf_response_id")),
                is_time_inherited=is_inherited,
            )
        ]


def _drafts(base: Draft, told: Mapping[str, Any], id: str | None, sender: str | None) -> Outcome:
    """Turn a response into drafts; what stands beside the words has ids of its own, as a later export may hold more."""
    role = _ROLES.get((sender or "").lower())
    words, drafts = told.get("message"), []
    if thinking := text_or_none(told.get("thinking_trace")):
        drafts.append(_beside(base._replace(role="assistant", actor=None), id, "thinking", thinking))
    if isinstance(words, str) and words:
        if role:
            drafts += numbered(list(spoken(base, role, _TOOL, words)), id)
        else:
            kind = (sender or "unknown")[:80]
            drafts.append(base._replace(kind=kind, text=words, actor=sender or _TOOL, model=None, id=id))
    elif words not in (None, ""):
        drafts.append(_beside(base, id, "message", _as_text(words)))
    for key in ("steps", *_BESIDE):
        if told.get(key) not in (None, "", [], {}):
            drafts.append(_beside(base, id, key.replace("_", "-"), _as_text(told[key])))
    return drafts or [_beside(base, id, "empty", dumps(dict(told)))]


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else dumps(without_blobs(value))


def _beside(base: Draft, id: str | None, kind: str, text: str) -> Draft:
    return base._replace(kind=kind, text=text, id=f"{id}#{kind}" if id else None)


def _times(body: Mapping[str, Any], zone: str) -> Iterator[Instant | None]:
    about = mapping(body.get("conversation")) or mapping(body.get("grokChatItem")) or body
    yield _time(about.get("create_time"), zone) or _time(about.get("createdAt"), zone)
    for one in listed(body.get("responses")):
        yield _time(mapping(mapping(one).get("response", one)).get("create_time"), zone)
    yield _time(about.get("modify_time"), zone)


def _time(value: Any, zone: str) -> Instant | None:
    """Read a time as text or number, or as a database writes it: `{"$date": {"$numberLong": "…"}}`."""
    for key in ("$date", "$numberLong"):
        if isinstance(value, dict) and key in value:
            value = value[key]
    return read_time(value, zone)


def _model(told: Mapping[str, Any]) -> str | None:
    asked = mapping(mapping(told.get("metadata")).get("requestModelDetails"))
    return text_or_none(told.get("model")) or text_or_none(asked.get("modelId"))


def _id_of(told: Mapping[str, Any]) -> str | None:
    return next((found for name in ("response_id", "_id", "id") if (found := _id(told.get(name)))), None)


def _id(value: Any) -> str | None:
    return text_or_none(value.get("$oid")) if isinstance(value, dict) else text_or_none(value)
