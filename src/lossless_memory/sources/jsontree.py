"""Reads a large JSON document whose long lists stand deep inside objects, in memory bounded by its largest element.

Owns the way down: the source says which objects and lists are entered, and everything else is told as an element with
the path that leads to it. A malformed element is told as a problem, and the rest is read on. Knows no source.

Promise: P12
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from lossless_memory.sources.base import Input, Item, Skipped
from lossless_memory.sources.drafts import Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.jsonstream import Element, Text, take
from lossless_memory.sources.opening import Broken, open_utf8
from lossless_memory.typed import Any

Path = tuple[str | int, ...]
"""The keys and, from 0, the numbers that lead to an element."""

_KEYS = 1_000
"""So many keys of an object that is entered are remembered; no such object has as many."""

Enters = Callable[[Path, str], bool]
"""Says whether an object (`{`) or list (`[`) at a path is entered; what is not entered is held whole."""


def elements(
    input: Input,
    enters: Enters,
    parse_float: Callable[[str], Any] | None = None,
    prefix: re.Pattern[str] | None = None,
) -> Iterator[tuple[str, Path, Element]]:
    """Yield the elements in the file's order: their place for people, which is unique, the path, the element.

    `prefix` is what may stand before the first document, as of a script.

    Raises Broken where a wrapper (gzip) is damaged; the elements before it were yielded.
    """
    decoder = json.JSONDecoder(parse_float=parse_float)
    with open_utf8(input).stream as stream:
        text = Text(stream)
        text.fill()
        text.buffer = text.buffer.removeprefix("\ufeff")
        begin = prefix.match(text.buffer) if prefix else None
        text.at = begin.end() if begin else 0
        document = 0
        while text.skip():
            document += 1
            yield from _within(text, decoder, enters, (), f"document {document}, " if document > 1 else "")
        if text.broken is not None:
            raise text.broken


def read(
    input: Input,
    enters: Enters,
    convert: Callable[[Path, Parsed], Iterable[tuple[str | None, Outcome]]],
    finish: Callable[[], Iterable[tuple[str, Outcome]]] = tuple,
    parse_float: Callable[[str], Any] | None = None,
    prefix: re.Pattern[str] | None = None,
) -> Iterator[Item]:
    """Yield the items `convert` makes of each element, then those of `finish`; a place is the element's path.

    Such a file is always read from its start, so the items carry no cursor.
    """
    place = "start"
    try:
        for place, path, element in elements(input, enters, parse_float, prefix):
            raw = element.text.encode("utf-8", "surrogateescape")
            if element.problem is not None:
                yield Item(place, Skipped(element.problem), raw or None)
                continue
            try:
                for part, outcome in convert(path, Parsed(element.value, element.text, element.number)):
                    is_whole = part is None and isinstance(outcome, Skipped)
                    yield Item(f"{place}, {part}" if part else place, outcome, raw if is_whole else None)
            except Exception as error:  # noqa: BLE001 - one bad element must not drop the file
                yield Item(place, Skipped(f"could not be read: {type(error).__name__}"), raw)
    except Broken as broken:
        yield Item(f"after {place}", Skipped(str(broken)))
    for part, outcome in finish():
        yield Item(part, outcome)


def peek(input: Input, enters: Enters, prefix: re.Pattern[str] | None = None) -> Iterator[tuple[Path, Any]]:
    """Yield the paths and values of the elements that can be read, for looking ahead."""
    try:
        for _, path, element in elements(input, enters, prefix=prefix):
            if element.problem is None:
                yield path, element.value
    except Broken:
        return


def _within(
    text: Text, decoder: json.JSONDecoder, enters: Enters, path: Path, place: str
) -> Iterator[tuple[str, Path, Element]]:
    """Yield what stands at a path, and go behind it; `text` stands at its first sign.

    A place reads `chats list 2, messages 17`; a key that stands twice in one object is told with its number.
    """
    sign = text.buffer[text.at]
    if sign not in "[{" or not enters(path, sign):
        last = path[-1] if path else 0
        yield place.rstrip(", ") or "start", path, take(text, decoder, last + 1 if isinstance(last, int) else 1)
        return
    seen: set[str] = set()
    text.at += 1
    number = 0
    while text.skip():
        if text.buffer[text.at] in "]}":
            text.at += 1
            return
        step: str | int = number
        if sign == "{":
            key = take(text, decoder, number + 1)
            if not isinstance(key.value, str) or not text.skip() or text.buffer[text.at] != ":":
                problem = key._replace(value=None, problem=key.problem or "not JSON")
                yield f"{place}element {number + 1}", (*path, number), problem
                number += 1
                continue
            text.at += 1
            if not text.skip():
                return
            step = key.value
            label = f"{step[:80]} " if step[:80] not in seen else f"{step[:80]} again, {number + 1}, "
            if len(seen) < _KEYS:
                seen.add(step[:80])
            else:
                label = f"{step[:80]}, {number + 1}, "
        else:
            label = f"{'' if path else 'element '}{number + 1}, "
        yield from _within(text, decoder, enters, (*path, step), place + label)
        number += 1
