"""The record and its line: seven fields, then optionally where it came from.

Owns the canonical bytes of a line and the canonical form of an instant. A line written here reads back to an equal
record, byte for byte of its text, and stdlib `json` alone can read it. Knows no file, no clock, no source.

Promise: P12, P19
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from math import isfinite
from operator import itemgetter

from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

FIELDS = ("ts", "actor", "role", "type", "text", "model", "session")
ROLES = frozenset({"user", "assistant", "system"})
TYPES = frozenset({"text", "action", "meta", "doc"})

_TS = pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_TS_LENGTH = len("2026-03-02T09:15:04.120000")


class LineError(ValueError):
    """A line that is not a record. The message says which rule it breaks; nothing was changed."""


class Record(NamedTuple):
    """One turn, or one thing kept beside the turns.

    `ts` is UTC in fixed width `YYYY-MM-DDTHH:MM:SS.ffffffZ`, so that string order is time order. `text` is verbatim.
    `origin` names the source's own event and is None only for lines that came without one.
    """

    ts: str
    actor: str
    role: str
    type: str
    text: str
    model: str | None
    session: str
    origin: Mapping[str, Any] | None = None

    @property
    def day(self) -> str:
        """The UTC day of the record, which is also the name of its day file."""
        return self.ts[:10]


def canonical_ts(instant: datetime | str) -> str:
    """Write an aware datetime, or ISO 8601 text with an offset, in the one form a record uses.

    Digits beyond microseconds are cut. Raises ValueError for a time without an offset: whose clock it was is not ours
    to guess here.
    """
    try:
        moment = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    except ValueError as error:
        raise ValueError(f"{instant!r} is not an instant; write it like 2026-03-02T09:15:04Z") from error
    if moment.tzinfo is None:
        raise ValueError(f"the time {instant!s} has no zone; write it with an offset, such as 2026-03-02T09:15:04Z")
    try:
        moment = moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"the time {instant!s} lies outside the years 1 to 9999") from error
    return moment.isoformat(timespec="microseconds")[:_TS_LENGTH] + "Z"


def ts_to_us(ts: str) -> int:
    """Turn a canonical `ts` into microseconds since 1970-01-01T00:00:00Z."""
    moment = datetime.fromisoformat(ts)
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def us_to_ts(us: int) -> str:
    """Turn microseconds since 1970-01-01T00:00:00Z into a canonical `ts`."""
    return (_START + timedelta(microseconds=us)).isoformat("T", "microseconds") + "Z"


def us_to_instant(us: int) -> datetime:
    """Turn microseconds since 1970-01-01T00:00:00Z into an aware UTC datetime, without rounding through floats."""
    return _EPOCH + timedelta(microseconds=us)


_PLAIN_KINDS = {
    (str, str, str, str, str, model, str, origin) for model in (str, type(None)) for origin in (dict, type(None))
}
_FIELDS_OF = itemgetter(*FIELDS)
_OUR_START = b'{"ts":"'
"""What begins so is UTF-8 without a mark; of anything else json has to find out the encoding."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_quoted = json.encoder.encode_basestring
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # what json.loads calls in the end
_RARE = bytes(number for number in range(32) if chr(number) not in "\t\n\r")
"""Control characters that hardly any text holds."""
_LONG_B = 256
"""From this length on a text is escaped by searching for what must be, and not sign by sign."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_START = datetime(1970, 1, 1)  # noqa: DTZ001 - the same without a zone, which is written in a third of the time


def joined(text: str) -> str:
    """Join each high surrogate directly followed by a low one into its character.

    The two spell one character in JSON escapes and read back as one; lone surrogates stay as they are. This is the
    only change ever made to a text (docs/format.md).
    """
    if text.isascii():
        return text
    try:
        text.encode()  # several times as fast as looking for surrogates
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


class Prepared(NamedTuple):
    """A record that keeps the format, as its line will read back; `text_b` is its text in UTF-8, if it can be."""

    record: Record
    text_b: bytes | None


def prepared(record: Record) -> Prepared:
    """Check a record and bring it into the form in which its line reads back; its text is encoded here, once.

    What is compared with the log, or indexed before it is read back, must be this form.
    Raises LineError if the record breaks the format; then nothing may be stored.
    """
    text_b = _plain_text_b(record)
    _check_values(record) if text_b is not None else check(record)
    return tuple.__new__(Prepared, (_canonical(record) if text_b is None else record, text_b))


def _canonical(record: Record) -> Record:
    """Return a record as its line will read back: pairs of surrogates joined, numbers JSON lacks as their names.

    Raises LineError for an origin nested beyond reason.
    """
    try:
        return Record(*map(_plain, record))
    except RecursionError as error:
        raise LineError("the field origin is nested too deeply") from error


def _plain_text_b(record: Record) -> bytes | None:
    """Return the text in UTF-8 where all of a record is text without surrogates, as nearly always: nothing changes."""
    ts, actor, role, type_, text, model, session, origin = record
    if origin is not None and type(origin) is not dict:
        return None
    try:
        parts = () if origin is None else (*origin, *origin.values())
        about = "".join((ts, actor, role, type_, "" if model is None else model, session, *parts))
        if not about.isascii():
            about.encode()
        return text.encode()
    except (TypeError, AttributeError, UnicodeEncodeError):  # an origin may hold more than text
        return None


def encode(record: Record) -> bytes:
    """Return the canonical line of a record, without its newline.

    Keys in the order of DESIGN §3, no spaces, UTF-8; control characters as JSON requires, lone surrogates as `\\udXXX`.
    Raises LineError if the record breaks the format; then nothing may be stored.
    """
    return written(*prepared(record))


def written(record: Record, text_b: bytes | None) -> bytes:
    """Return the line of what `prepared` gave, as `encode` does for any record."""
    ts, actor, role, type_, text, model, session, origin = record
    try:
        before = f'{{"ts":"{ts}","actor":{_quoted(actor)},"role":"{role}","type":"{type_}","text":'
        after = f',"model":{"null" if model is None else _quoted(model)},"session":{_quoted(session)}'
        after += "}" if origin is None else f',"origin":{_written_origin(origin)}}}'
    except (TypeError, ValueError, RecursionError) as error:
        raise LineError(f"the field origin holds what JSON cannot: {error}") from error
    if text_b is None or len(text_b) < _LONG_B or len(text_b.translate(None, _RARE)) != len(text_b):
        return f"{before}{_quoted(text)}{after}".encode("utf-8", "backslashreplace")
    for sign, escape in _ESCAPES:  # byte for byte what `_quoted` gives, sooner
        text_b = text_b.replace(sign, escape)
    around = (f'{before}"'.encode("utf-8", "backslashreplace"), f'"{after}'.encode("utf-8", "backslashreplace"))
    return text_b.join(around)


def _written_origin(origin: Mapping[str, Any]) -> str:
    try:
        return "{" + ",".join([f"{_quoted(name)}:{_quoted(value)}" for name, value in origin.items()]) + "}"
    except TypeError:  # it holds more than text
        return _ENCODER.encode(origin)


_ESCAPES = ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\t", b"\\t"), (b"\r", b"\\r"))


def may_hold(line: bytes, text: str) -> bool:
    """Say, without decoding it, whether a line can hold a text; one with escapes that we write nowhere always can."""
    if b"\\u" in line or b"\\/" in line:
        return True
    try:
        return _quoted(text)[1:-1].encode() in line
    except UnicodeEncodeError:  # half a character may stand beside its other half there
        return True


def decode(line: bytes) -> Record:
    """Read one line, without its newline, as a record.

    Keys beyond the known ones are ignored here and stay in the file. Raises LineError for anything that is not a
    record, whatever the bytes.
    """
    try:
        body = body_of(line)
    except (ValueError, RecursionError) as error:
        raise LineError(f"not JSON: {error}") from error
    if not isinstance(body, dict):
        raise LineError("not a JSON object")
    try:
        record = Record._make((*_FIELDS_OF(body), body.get("origin")))
    except KeyError as error:
        raise LineError(f"the field {error.args[0]} is missing") from error
    check(record)
    return record


def body_of(line: bytes) -> Any:
    """Return what json.loads returns, or raise as it does; a line as we write it without its looking around first."""
    if not line.startswith(_OUR_START):
        return json.loads(line)
    text = line.decode("utf-8", "surrogatepass")
    try:
        body, end = _scan(text, 0)
    except StopIteration:
        return json.loads(text)
    return body if end == len(text) else json.loads(text)


def check(record: Record) -> None:
    """Raise LineError if a record breaks the format; say which field and why."""
    if tuple(map(type, record)) not in _PLAIN_KINDS:
        _check_kinds(record)
    _check_values(record)


def _check_values(record: Record) -> None:
    ts, _, role, type_, _, _, _, origin = record
    if not _TS.fullmatch(ts):
        raise LineError(f"the field ts is not an instant of the form 2026-03-02T09:15:04.120000Z: {ts[:40]!r}")
    try:
        datetime.fromisoformat(ts)
    except ValueError as error:
        raise LineError(f"the field ts is not a real time: {ts}") from error
    if role not in ROLES:
        raise LineError(f"the field role is not one of user, assistant, system: {role[:40]!r}")
    if type_ not in TYPES:
        raise LineError(f"the field type is not one of text, action, meta, doc: {type_[:40]!r}")
    if origin is not None and not (isinstance(origin.get("source"), str) and isinstance(origin.get("id"), str)):
        raise LineError("the field origin is not an object with a source and an id")


def _check_kinds(record: Record) -> None:
    for name in ("ts", "actor", "role", "type", "text", "session"):
        if not isinstance(getattr(record, name), str):
            raise LineError(f"the field {name} is not text")
    if record.model is not None and not isinstance(record.model, str):
        raise LineError("the field model is neither text nor null")
    if record.origin is not None and not isinstance(record.origin, Mapping):
        raise LineError("the field origin is not an object with a source and an id")


def _plain(value: Any) -> Any:
    """Copy a JSON value with NaN and the infinities as strings, which strict JSON has no other way to write."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else joined(value)
    if value is None or kind is int or kind is bool:
        return value
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if kind is dict or isinstance(value, Mapping):
        return {joined(str(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return joined(value) if isinstance(value, str) else value
