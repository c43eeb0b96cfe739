"""Reads a large JSON array element by element, in memory bounded by its largest element.

Owns where one element ends and the next begins, also when an element is malformed, too deep or too large: it is told
as a problem, and the rest is read on. Also takes one object, several objects after each other, and an array wrapped in
an object. Knows no source. Uses the standard library's decoder, because faster ones lose lone surrogates.

Promise: P12
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator

from lossless_memory.patterns import pattern
from lossless_memory.sources.base import Input, Item, Skipped
from lossless_memory.sources.drafts import Outcome
from lossless_memory.sources.jsonlines import Parsed
from lossless_memory.sources.opening import Broken, open_utf8
from lossless_memory.typed import Any, BinaryIO, NamedTuple

MAX_ELEMENT = 64 << 20
"""The largest element that is read whole, in characters. A conversation of years holds a few MB; decoding one of this
size already takes several times as much memory."""

_CHUNK_B = 1 << 19
_BETWEEN = pattern(r"[ \t\r\n,]*")
_OUTSIDE = pattern(r'["\[\]{},\n]')
_NESTED = pattern(r'["\[\]{}]')
_INSIDE = pattern(r'[^"\\]*+(?:\\.[^"\\]*+)*+(")?', re.DOTALL)
"""The rest of a string, as far as the buffer holds it, and its closing quote."""
_WRAPPER = pattern(r'\s*\{\s*"(?:conversations|data|items|results|loglines)"\s*:\s*(?=\[)')
_WRAPPER_LENGTH = 1000


class Element(NamedTuple):
    """One element: its value, or the reason why there is none, and its own text unless that is too large to hold."""

    number: int
    value: Any = None
    text: str = ""
    problem: str | None = None


def unwrapped(text: str) -> str:
    """Return the start of a file without the object that wraps its array, if there is one."""
    match = _WRAPPER.match(text[:_WRAPPER_LENGTH])
    return text[match.end() :] if match else text


def elements(stream: BinaryIO, parse_float: Callable[[str], Any] | None = None) -> Iterator[Element]:
    """Yield the elements of the array, or the values, in a stream of UTF-8 bytes that stands at its start.

    Raises Broken where a wrapper (gzip) is damaged; the elements before it were yielded.
    """
    decoder = json.JSONDecoder(parse_float=parse_float)
    text = Text(stream)
    while len(text.buffer) < _WRAPPER_LENGTH and not text.is_over:
        text.fill()
    text.buffer = unwrapped(text.buffer.removeprefix("\ufeff"))
    is_array = text.skip() and text.buffer[text.at] == "["
    text.at += is_array
    number = 0
    while text.skip():
        if is_array and text.buffer[text.at] == "]":
            return
        number += 1
        yield take(text, decoder, number)
    if text.broken is not None:
        raise text.broken


def read(
    input: Input,
    noun: str,
    convert: Callable[[Parsed], Iterable[tuple[str | None, Outcome]]],
    parse_float: Callable[[str], Any] | None = None,
) -> Iterator[Item]:
    """Yield the items `convert` makes of each element; their places begin with the noun and the element's number.

    Such a file is always read from its start, so the items carry no cursor.
    """
    place = "start"
    try:
        with open_utf8(input).stream as stream:
            for element in elements(stream, parse_float):
                place = f"{noun} {element.number}"
                if element.problem is not None:
                    yield Item(place, Skipped(element.problem), _raw(element) or None)
                    continue
                try:
                    for part, outcome in convert(Parsed(element.value, element.text, element.number)):
                        raw = _raw(element) if part is None and isinstance(outcome, Skipped) else None
                        yield Item(f"{place}, {part}" if part else place, outcome, raw)
                except Exception as error:  # noqa: BLE001 - one bad element must not drop the file
                    yield Item(place, Skipped(f"could not be read: {type(error).__name__}"), _raw(element))
    except Broken as broken:
        yield Item(f"after {place}", Skipped(str(broken)))


def peek(input: Input) -> Iterator[Any]:
    """Yield the values of the elements that can be read, for looking ahead."""
    try:
        with open_utf8(input).stream as stream:
            yield from (element.value for element in elements(stream) if element.problem is None)
    except Broken:
        return


def _raw(element: Element) -> bytes:
    return element.text.encode("utf-8", "surrogateescape")


class Text:
    """The part of a stream that is decoded and not yet used up; `at` is where the next value begins."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self.buffer = ""
        self.at = 0
        self.usual = 0  # the length of the last value; the next is rarely more than twice as long
        self.is_over = False
        self.broken: Broken | None = None

    def fill(self) -> None:
        """Read as much again as is held, so that decoding an element anew each time stays linear."""
        held = self.buffer[self.at :]
        try:
            chunk = self._stream.read(max(_CHUNK_B, len(held)))
        except Broken as broken:  # told after the elements that came before the damage
            self.broken, chunk = broken, b""
        self.is_over = not chunk
        self.buffer = held + self._decoder.decode(chunk, final=self.is_over)
        self.at = 0

    def skip(self) -> bool:
        """Go to the next element; say whether there is any."""
        while True:
            match = _BETWEEN.match(self.buffer, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.buffer):
                return True
            if self.is_over:
                return False
            self.fill()


class _End:
    """Finds the end of one element by its brackets and quotes alone, over several fillings of the buffer."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_inside = False
        self._is_begun = False
        self.seen = 0  # how far behind the element's start was looked

    def find(self, buffer: str, start: int) -> int | None:
        """Return the index behind the element that began at `start`, or None if the buffer ends before it."""
        at = start + self.seen
        while True:
            if self._is_inside:
                rest = _INSIDE.match(buffer, at)
                if not rest or not rest[1]:  # of a backslash at the buffer's end the next character is not looked at
                    held = rest.end() + 2 * (rest.end() < len(buffer)) if rest else at
                    self._is_begun = True
                    self.seen = max(held - start, self.seen)
                    return None
                at = rest.end()
                self._is_inside = False
                if self._depth == 0:
                    return at
                self.seen = at - start
                continue
            match = (_NESTED if self._depth else _OUTSIDE).search(buffer, at)
            if match is None:
                self._is_begun = self._is_begun or start < len(buffer)
                self.seen = max(len(buffer) - start, self.seen)
                return None
            at = match.end()
            sign = match.group()
            if sign == '"':
                self._is_inside = True
            elif sign in "[{":
                self._depth += 1
            elif sign in "]}":
                self._depth -= 1
                if self._depth <= 0:
                    return at if self._depth == 0 else max(match.start(), start + (not self._is_begun))
            elif self._depth == 0 and (self._is_begun or match.start() > start):
                return match.start()
            self.seen = at - start


def take(text: Text, decoder: json.JSONDecoder, number: int) -> Element:
    """Decode the element the text stands at, and go behind it."""
    if len(text.buffer) - text.at < 2 * text.usual and not text.is_over:
        text.fill()  # decoding a value that is not there to its end is in vain
    end = _End()
    while True:
        problem = "not JSON"
        try:
            value, stop = decoder.raw_decode(text.buffer, text.at)
            # A number may go on behind the buffer, and "." or "e+" at its end belong to it.
            if isinstance(value, dict | list | str) or stop + 2 < len(text.buffer) or text.is_over:
                source = text.buffer[text.at : stop]
                text.usual = stop - text.at
                text.at = stop
                return Element(number, value, source)
        except json.JSONDecodeError as error:
            # A string without its end reaches behind the buffer, so there is no end of the element to look for yet.
            is_torn = not text.is_over and error.msg.startswith("Unterminated string")
            found = None if is_torn else end.find(text.buffer, text.at)
            if found is not None or text.is_over:
                problem = problem if found is not None else "cut off"
                start, text.at = text.at, found if found is not None else len(text.buffer)
                return Element(number, text=text.buffer[start : text.at], problem=problem)
            if len(text.buffer) - text.at <= MAX_ELEMENT:
                text.fill()
                continue
            problem = "larger than 64 MiB"
        except RecursionError:
            problem = "nested too deeply"
        except ValueError:  # Python refuses integers beyond 4300 digits
            problem = "a number with too many digits"
        else:
            if len(text.buffer) - text.at <= MAX_ELEMENT:
                text.fill()
                continue
            problem = "larger than 64 MiB"
        return Element(number, text=_drop(text, end), problem=problem)


def _drop(text: Text, end: _End) -> str:
    """Go behind an element that cannot be used; return its text, or nothing of one that is too large to hold."""
    pieces: list[str] = []
    held = 0
    while True:
        found = end.find(text.buffer, text.at)
        stop = found if found is not None else len(text.buffer)
        held += stop - text.at
        if held > MAX_ELEMENT:
            pieces.clear()
        else:
            pieces.append(text.buffer[text.at : stop])
        over = end.seen - (stop - text.at)
        text.at = stop
        if found is not None or text.is_over:
            return "".join(pieces)
        text.fill()
        end.seen = max(over, 0)
