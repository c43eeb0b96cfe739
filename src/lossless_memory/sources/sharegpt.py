"""Reads ShareGPT's form of a conversation: who it is `from`, and the `value` said.

Owns the names by which this form knows the two and their tools. A file without any time is refused unless the day is
told. How such files are read is `datasets`' matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import datasets
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options
from lossless_memory.sources.notes import dumps
from lossless_memory.sources.opening import head_text
from lossless_memory.sources.people import spoken
from lossless_memory.sources.values import listed, mapping, text_or_none
from lossless_memory.typed import Any

_TOOL = "sharegpt"
_SIGN = pattern(r'"conversations"\s*:\s*\[\s*\{\s*"(?:from|value|id|timestamp)"\s*:')
_FROM = pattern(r'"from"\s*:\s*"')
_PERSON = ("human", "user")
_AI = ("gpt", "chatgpt", "bing", "bard", "assistant", "claude", "model", "ai")
_TOLD = ("id", "conversations", "from", "value", "model", *datasets.TIMES)
_RESULTS = ("tool", "observation", "function_response", "function")


class _ShareGpt:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A conversation lists messages that are `from` somebody."""
        text = head_text(input)
        return _SIGN.search(text) is not None and _FROM.search(text) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item a conversation. See the Protocol."""
        return datasets.read(input, cursor, options, _TOOL, "conversations", _conversation)


SOURCE = _ShareGpt()


def _conversation(base: Draft, body: Mapping[str, Any]) -> Iterator[tuple[Any, list[Draft]]]:
    rest = {key: item for key, item in body.items() if key not in _TOLD}
    for message in listed(body.get("conversations")):
        yield message, list(_message(base, mapping(message), message))
    if rest:
        yield None, [base._replace(kind="conversation", text=dumps(rest), model=None)]


def _message(base: Draft, told: Mapping[str, Any], message: Any) -> Iterator[Draft]:
    who, value = text_or_none(told.get("from")), told.get("value")
    name = (who or "").lower()
    if not isinstance(value, str):
        yield base._replace(kind=(who or "unknown")[:80], text=dumps(message), model=None)
    elif name in (*_PERSON, *_AI):
        yield from spoken(base, "user" if name in _PERSON else "assistant", _TOOL, value)
    elif name == "function_call":
        yield base._replace(role="assistant", type="action", kind="tool-call", text=value, actor=None)
    elif name in _RESULTS:
        yield base._replace(type="action", kind="tool-result", text=value, actor="tool", model=None)
    else:
        yield base._replace(kind=(who or "unknown")[:80], text=value, actor=who or _TOOL, model=None)
    rest = {key: item for key, item in told.items() if key not in _TOLD}
    if rest and isinstance(value, str):
        yield base._replace(kind="beside", text=dumps(rest), model=None)
