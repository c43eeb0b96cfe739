"""Reads a file of one JSON value per line, from any byte offset, in memory bounded by its longest line.

Owns where a line begins and ends (only `\\n` ends one) and what a cursor on such a file holds. Knows no source: what
a line means is the caller's. Offsets are the file's own bytes; a gzip or UTF-16 file has none and is read from its
start each time.

Promise: P10, P12
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock, Outcome, attempt
from lossless_memory.sources.opening import Broken, open_utf8
from lossless_memory.sources.times import Instant
from lossless_memory.sources.values import mapping
from lossless_memory.typed import Any, BinaryIO, NamedTuple, Protocol

MAX_LINE_B = 64 << 20
"""The longest line that is read whole. Single lines of many MB are ordinary (images); beyond this one line alone would
take several times its size in memory, and no tool is known to write such lines."""

_CHUNK_B = 1 << 20
_DECODER = json.JSONDecoder()
_scan: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once  # type: ignore[attr-defined]


class Line(NamedTuple):
    """One line: its bytes without the newline (None if it is longer than MAX_LINE_B), and the offset behind it."""

    raw: bytes | None
    end_b: int
    is_ended: bool


class Parsed(NamedTuple):
    """One line as a JSON value, beside its own text."""

    value: Any
    text: str
    number: int


class BadItem(ValueError):
    """A line or element that is no usable JSON. The message is the reason, a few words fit for a table."""


def parse(text: str, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Parse JSON text that may hold lone surrogates; raise BadItem with the reason instead of any other error."""
    try:
        if parse_float is not None:
            return json.loads(text, parse_float=parse_float)
        try:  # as nearly always: nothing stands before the value, and nothing behind it
            value, end = _scan(text, 0)
            if end == len(text):
                return value
        except StopIteration:
            pass
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadItem("not JSON") from error
    except RecursionError as error:
        raise BadItem("nested too deeply") from error
    except ValueError as error:  # Python refuses integers beyond 4300 digits
        raise BadItem("a number with too many digits") from error


def lines(stream: BinaryIO, offset_b: int) -> Iterator[Line]:
    """Yield the lines of a stream that stands at `offset_b`; blank ones too. The last one may lack its newline.

    Raises Broken where a wrapper (gzip) is damaged; the lines before it were yielded.
    """
    parts: list[bytes] = []
    held_b = 0
    end_b = offset_b
    while chunk := stream.read(_CHUNK_B):
        start = 0
        while (stop := chunk.find(b"\n", start)) >= 0:
            held_b += stop - start
            end_b += stop - start + 1
            raw = chunk[start:stop] if held_b <= MAX_LINE_B else None
            if parts:
                raw = b"".join((*parts, raw)) if raw is not None else None
                parts.clear()
            held_b = 0
            yield tuple.__new__(Line, (raw, end_b, True))
            start = stop + 1
        held_b += len(chunk) - start
        end_b += len(chunk) - start
        if held_b > MAX_LINE_B:
            parts.clear()
        elif start < len(chunk):
            parts.append(chunk[start:])
    if held_b:
        yield Line(b"".join(parts) if held_b <= MAX_LINE_B else None, end_b, False)


def read(
    input: Input,
    cursor: Cursor | None,
    convert: Callable[[Parsed], Outcome],
    state: Callable[[], Mapping[str, Any]],
    parse_float: Callable[[str], Any] | None = None,
) -> Iterator[Item]:
    """Yield one item per line that is not blank, from the cursor or the start.

    `convert` turns a parsed line into drafts; `state` is asked after each line for the source's own state, which the
    cursor carries beside the line count under "line". A last line without newline is an item only if it is a whole
    JSON object or array: then its cursor stands before it, so that it is read again when more has been written. The
    same holds for items without any time, which wait for one (a live file's first lines have none).
    """
    try:
        opened = open_utf8(input)
    except Broken as broken:
        yield Item("start", Skipped(str(broken)))
        return
    stream = opened.stream
    try:
        number = 0
        offset_b = opened.mark_b
        if cursor is not None and opened.is_plain:
            number = int(cursor.state.get("line", 0))
            offset_b = cursor.offset_b
        if offset_b:
            stream.seek(offset_b)
        last = Cursor(offset_b, {**state(), "line": number}) if opened.is_plain else None
        try:
            for raw, end_b, is_ended in lines(stream, offset_b):
                number += 1
                if raw is not None and not raw.strip(b" \t\r\n"):
                    continue
                if not is_ended and not _is_whole(raw):
                    return
                result = _one(raw, number, convert, parse_float)
                if last is not None and is_ended and not _lacks_time(result):
                    last = tuple.__new__(Cursor, (end_b, {**state(), "line": number}))
                yield tuple.__new__(Item, (f"line {number}", result, raw, last))
        except Broken as broken:
            yield Item(f"after line {number}", Skipped(str(broken)), None, last)
    finally:
        stream.close()


class LineReader(Protocol):
    """Converts the lines of one file, in order, and says what the cursor carries for it."""

    def convert(self, parsed: Parsed) -> Outcome:
        """Turn one line into its drafts."""
        ...

    def save(self) -> Mapping[str, Any]:
        """Return what the cursor carries, the time of the last line under "ts"."""
        ...


def read_with_clock(
    input: Input,
    cursor: Cursor | None,
    options: Options,
    make: Callable[[Clock, Mapping[str, Any]], LineReader],
    own_time: Callable[[Mapping[str, Any], str], Instant | None],
) -> Iterator[Item]:
    """Yield one item per line, as `read` does, by a reader made with a clock and with what the cursor carried.

    `own_time` gives the time of a line in a zone, if it has one, for those before it to inherit.
    """
    offset_b = cursor.offset_b if cursor else 0

    def ahead() -> Iterator[Instant | None]:
        for line in peek(input, offset_b, b'"timestamp"'):
            yield own_time(mapping(line), options.zone)

    saved = cursor.state if cursor else {}
    reader = make(Clock(saved.get("ts"), options, ahead), saved)
    return read(input, cursor, reader.convert, reader.save)


def peek(input: Input, offset_b: int, needle: bytes = b"") -> Iterator[Any]:
    """Yield the values of the whole lines from an offset that can be read and hold the needle, for looking ahead."""
    try:
        opened = open_utf8(input)
        with opened.stream as stream:
            start_b = max(offset_b, opened.mark_b) if opened.is_plain else 0
            if start_b:
                stream.seek(start_b)
            for line in lines(stream, start_b):
                if line.raw is None or needle not in line.raw:
                    continue
                try:
                    yield parse(line.raw.decode("utf-8", "surrogateescape"))
                except BadItem:
                    continue
    except Broken:
        return


def _one(
    raw: bytes | None, number: int, convert: Callable[[Parsed], Outcome], parse_float: Callable[[str], Any] | None
) -> Outcome:
    if raw is None:
        return Skipped("a line longer than 64 MiB")
    text = raw.decode("utf-8", "surrogateescape")
    try:
        value = parse(text, parse_float)
    except BadItem as reason:
        return Skipped(str(reason))
    return attempt(convert, tuple.__new__(Parsed, (value, text, number)))


def _is_whole(raw: bytes | None) -> bool:
    """Say whether an unended line is complete JSON. Cut-off objects and arrays never are; cut-off numbers may be."""
    if raw is None or not raw.lstrip().startswith((b"{", b"[")):
        return False
    try:
        parse(raw.decode("utf-8", "surrogateescape"))
    except BadItem as reason:
        return str(reason) != "not JSON"
    return True


def _lacks_time(result: Outcome) -> bool:
    if isinstance(result, Skipped):
        return False
    for one in result:  # noqa: SIM110 - any() with a generator costs twice as much, at every line
        if one[0] is None and isinstance(one, Draft):
            return True
    return False
