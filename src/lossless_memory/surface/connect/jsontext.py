"""Reading JSON with its places, comments and trailing commas allowed, and adding to it without touching the rest.

An addition is one run of characters before the first member or item, or inside empty brackets, so that no comment and
no comma of the person's moves. What is added follows the text's own indentation and line ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

_SPACE = pattern(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_COMMENT = pattern(r"//[^\n]*\n?|/\*.*?\*/", re.DOTALL)
_SCALAR = pattern(r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?\d[\d.eE+-]*|true|false|null')
_INDENT = pattern(r"^([ \t]+)\S", re.MULTILINE)
_DEEPEST = 200


class NotJson(Exception):
    """The text is no JSON object; the message says where."""


class Node(NamedTuple):
    """A value with its place [start, end); of an object or a list also what stands in it, in order.

    `keys` are the members' names with their places, empty for a list; `inner` their values or the items.
    """

    start: int
    end: int
    value: Any
    keys: tuple[tuple[str, int], ...] = ()
    inner: tuple[Node, ...] = ()

    @property
    def is_object(self) -> bool:
        """Say whether it is an object."""
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        """Say whether it is a list."""
        return isinstance(self.value, list)

    def member(self, name: str) -> Node | None:
        """Return the value of a member; of several of one name the last, as readers do."""
        found = None
        for (key, _), node in zip(self.keys, self.inner, strict=True) if self.is_object else ():
            found = node if key == name else found
        return found

    def at(self, path: Sequence[str]) -> Node | None:
        """Return what stands at a path of members."""
        node: Node | None = self
        for name in path:
            node = node.member(name) if node is not None else None
        return node

    def starts(self) -> list[int]:
        """Return where the members (with their names) or the items begin."""
        return [place for _, place in self.keys] if self.is_object else [node.start for node in self.inner]


def parse(text: str) -> Node:
    """Read a text that holds one JSON object. Raises NotJson."""
    place = _skip(text, 1 if text.startswith("\ufeff") else 0)
    try:
        node = _value(text, place, 0)
    except IndexError:
        raise _problem(text, len(text), "it breaks off") from None
    rest = _skip(text, node.end)
    if rest != len(text):
        raise _problem(text, rest, "there is more behind its end")
    if not node.is_object:
        raise _problem(text, place, "it is no object")
    return node


def add_member(text: str, node: Node, name: str, value: Any) -> tuple[int, str]:
    """Return where to put what, so that the object has one more member."""
    return _addition(text, node, f"{json.dumps(name, ensure_ascii=False)}: ", value)


def add_item(text: str, node: Node, value: Any) -> tuple[int, str]:
    """Return where to put what, so that the list has one more item."""
    return _addition(text, node, "", value)


def taken_out(text: str, node: Node, index: int) -> str:
    """Return the text without one member or item, its comma and the space before the next; comments stay."""
    starts = node.starts()
    start, end = starts[index], node.inner[index].end
    if index + 1 < len(starts):
        comma = _skip(text, end)
        behind = comma + 1
        while behind < len(text) and text[behind] in " \t\r\n":
            behind += 1
        return text[:start] + text[end:comma] + text[behind:]
    behind = _skip(text, end)
    rest = text[end:behind] + text[behind + 1 :] if text[behind] == "," else text[end:]
    if index == 0:
        return text[: _last_comment(text, node.start + 1, start)] + rest
    comma = _skip(text, node.inner[index - 1].end)
    return text[:comma] + text[comma + 1 : _last_comment(text, comma + 1, start)] + rest


def _last_comment(text: str, low: int, high: int) -> int:
    """Return where the last comment in a run of space ends, with the line end that closes it; `low` without one."""
    return max((match.end() for match in _COMMENT.finditer(text, low, high)), default=low)


def _addition(text: str, node: Node, lead: str, value: Any) -> tuple[int, str]:
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    starts = node.starts()
    if starts:
        first = starts[0]
        line = text.rfind("\n", 0, first) + 1
        if text[line:first].strip(" \t"):  # it shares its line with the bracket
            return first, f"{lead}{json.dumps(value, ensure_ascii=False)}, "
        margin = text[line:first]
        return first, f"{lead}{_laid(value, unit, margin, newline)},{newline}{margin}"
    line = text.rfind("\n", 0, node.start) + 1
    margin = text[line : len(text[line:]) - len(text[line:].lstrip(" \t")) + line]
    inside = margin + unit
    closing = "" if "\n" in text[node.start + 1 : node.end - 1] else newline + margin
    return node.start + 1, f"{newline}{inside}{lead}{_laid(value, unit, inside, newline)}{closing}"


def _laid(value: Any, unit: str, margin: str, newline: str) -> str:
    return json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", newline + margin)


def _unit(text: str) -> str:
    """Return one step of the text's own indentation: the least one there is, two spaces where there is none."""
    found = [match[1] for match in _INDENT.finditer(text)]
    return min(found, key=len) if found else "  "


def _value(text: str, place: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise _problem(text, place, "it is nested too deeply")
    if text[place] == "{":
        return _members(text, place, depth)
    if text[place] == "[":
        return _items(text, place, depth)
    match = _SCALAR.match(text, place)
    if match is None:
        raise _problem(text, place, "a value was expected")
    try:
        return Node(place, match.end(), json.loads(match[0]))
    except ValueError:
        raise _problem(text, place, "this is no JSON value") from None


def _members(text: str, start: int, depth: int) -> Node:
    keys: list[tuple[str, int]] = []
    inner: list[Node] = []
    place = _skip(text, start + 1)
    while text[place] != "}":
        name = _value(text, place, depth + 1)
        if not isinstance(name.value, str):
            raise _problem(text, place, "a name in quotes was expected")
        colon = _skip(text, name.end)
        if text[colon] != ":":
            raise _problem(text, colon, "a colon was expected")
        keys.append((name.value, place))
        inner.append(_value(text, _skip(text, colon + 1), depth + 1))
        place = _next(text, inner[-1].end, "}")
    value = {key: node.value for (key, _), node in zip(keys, inner, strict=True)}
    return Node(start, place + 1, value, tuple(keys), tuple(inner))


def _items(text: str, start: int, depth: int) -> Node:
    inner: list[Node] = []
    place = _skip(text, start + 1)
    while text[place] != "]":
        inner.append(_value(text, place, depth + 1))
        place = _next(text, inner[-1].end, "]")
    return Node(start, place + 1, [node.value for node in inner], (), tuple(inner))


def _next(text: str, end: int, closing: str) -> int:
    place = _skip(text, end)
    if text[place] == ",":
        return _skip(text, place + 1)
    if text[place] != closing:
        raise _problem(text, place, "a comma was expected")
    return place


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _problem(text: str, place: int, what: str) -> NotJson:
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    return NotJson(f"line {line}, column {column}: {what}")
