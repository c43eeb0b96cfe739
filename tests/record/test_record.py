"""The line of a record reads back as the same record, and nothing hostile in one is ever more than a LineError."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lossless_memory.record import (
    FIELDS,
    LineError,
    Record,
    canonical_ts,
    check,
    decode,
    encode,
    joined,
    ts_to_us,
    us_to_ts,
)
from tests.record.texts import instants, records, texts

GOOD = Record("2026-03-02T09:15:04.120000Z", "Sam", "user", "text", "hello", None, "s", {"source": "x", "id": "1"})


def plain(value: Any) -> Any:
    """Return a value as a line may give it back: pairs joined, NaN and the infinities as their names."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if isinstance(value, str):
        return joined(value)
    if isinstance(value, Mapping):
        return {joined(name): plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@given(records())
def test_a_line_reads_back_as_its_record_with_nothing_changed_but_pairs_of_surrogates_joined(record: Record) -> None:
    line = encode(record)
    assert Record(*map(plain, record)) == decode(line)
    assert line == encode(decode(line))


@given(records())
def test_a_line_is_one_line_of_utf8_that_plain_json_reads_with_the_keys_in_their_order(record: Record) -> None:
    line = encode(record)
    assert b"\n" not in line
    assert b"\0" not in line
    keys = list(json.loads(line.decode("utf-8")))
    assert [*FIELDS, "origin"][: len(keys)] == keys


@given(texts())
def test_joining_leaves_no_pair_apart_and_a_text_without_pairs_alone(text: str) -> None:
    once = joined(text)
    assert once == joined(once)
    assert text.encode("utf-16", "surrogatepass") == once.encode("utf-16", "surrogatepass")


@given(instants())
def test_an_instant_and_its_microseconds_are_the_same_in_both_directions(ts: str) -> None:
    assert ts == us_to_ts(ts_to_us(ts))
    assert ts == canonical_ts(ts)


@given(instants(), instants())
def test_the_order_of_texts_is_the_order_of_instants(one: str, other: str) -> None:
    assert (one < other) == (ts_to_us(one) < ts_to_us(other))


@pytest.mark.parametrize(
    ("expected", "given_ts"),
    [
        ("2026-03-02T09:15:04.000000Z", "2026-03-02T09:15:04Z"),
        ("2026-03-02T09:15:00.000000Z", "2026-03-02T09:15Z"),
        ("2026-03-02T09:15:04.120000Z", "2026-03-02T09:15:04.12Z"),
        ("2026-03-02T09:15:04.123456Z", "2026-03-02T09:15:04.123456789Z"),
        ("2026-03-02T00:15:04.000000Z", "2026-03-02T09:15:04+09:00"),
        ("2026-03-02T14:45:04.000000Z", "2026-03-02T09:15:04-05:30"),
        ("2026-03-01T23:59:59.999999Z", "2026-03-02T08:59:59.999999+0900"),
        ("2026-03-02T09:15:04.000000Z", "20260302T091504Z"),
        ("2026-03-02T09:15:04.000000Z", "2026-03-02 09:15:04+00:00"),
        ("0001-01-01T00:00:00.000000Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        ("2026-03-02T00:15:04.000000Z", datetime(2026, 3, 2, 9, 15, 4, tzinfo=timezone(timedelta(hours=9)))),
    ],
)
def test_every_precision_and_offset_becomes_the_one_canonical_form(expected: str, given_ts: datetime | str) -> None:
    assert expected == canonical_ts(given_ts)


@pytest.mark.parametrize(
    "given_ts",
    [
        "2026-03-02T09:15:04",
        "2026-02-30T09:15:04Z",
        "yesterday",
        "",
        "0001-01-01T00:00:00+09:00",
        "9999-12-31T23:59:59-09:00",
        datetime(2026, 3, 2),  # noqa: DTZ001 - the point of the row
    ],
)
def test_a_time_without_a_zone_or_that_is_none_is_refused(given_ts: datetime | str) -> None:
    with pytest.raises(ValueError):
        canonical_ts(given_ts)


@pytest.mark.parametrize(
    "broken",
    [
        GOOD._replace(ts="2026-03-02T09:15:04.12Z"),
        GOOD._replace(ts="2026-02-30T09:15:04.120000Z"),
        GOOD._replace(ts="2026-03-02T09:15:04.120000Z\n"),
        GOOD._replace(ts="\u0662026-03-02T09:15:04.120000Z"),
        GOOD._replace(ts="\u0662\u0660\u0662\u0666-03-02T09:15:04.120000Z"),
        GOOD._replace(ts=None),  # type: ignore[arg-type]
        GOOD._replace(role="ai"),
        GOOD._replace(type="prose"),
        GOOD._replace(text=None),  # type: ignore[arg-type]
        GOOD._replace(model=7),  # type: ignore[arg-type]
        GOOD._replace(session=None),  # type: ignore[arg-type]
        GOOD._replace(origin={}),
        GOOD._replace(origin={"source": "x"}),
        GOOD._replace(origin={"source": "x", "id": 1}),
        GOOD._replace(origin=["source", "id"]),  # type: ignore[arg-type]
    ],
)
def test_a_record_that_breaks_the_format_is_neither_written_nor_read(broken: Record) -> None:
    with pytest.raises(LineError):
        encode(broken)
    body = {**broken._asdict()}
    with pytest.raises(LineError):
        decode(json.dumps(body).encode())


_LINE = encode(GOOD)
HOSTILE = {
    "empty": b"",
    "NUL bytes": b"\0" * 4096,
    "invalid UTF-8": _LINE.replace(b"hello", b"\xff\xfe"),
    "a surrogate in UTF-8": _LINE.replace(b"hello", b"\xed\xa0\x80"),
    "cut": _LINE[:-3],
    "cut in a character": _LINE[:30] + "は".encode()[:2],
    "deep nesting": b"[" * 200_000 + b"]" * 200_000,
    "deep nesting in the origin": _LINE.replace(b'"1"', b'"1","x":' + b"[" * 200_000 + b"]" * 200_000),
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a number of 5000 digits": _LINE.replace(b'"1"', b'"1","x":' + b"9" * 5000),
    "a number of 5000 digits as text": _LINE.replace(b'"hello"', b"9" * 5000),
    "an array": b"[1]",
    "a number": b"1e999",
    "NaN": b"NaN",
    "two values": _LINE + _LINE,
    "a byte order mark": b"\xef\xbb\xbf" + _LINE,
    "a raw control character": _LINE.replace(b"hello", b"a\x01b"),
    "a missing field": _LINE.replace(b'"model":null,', b""),
    "UTF-16": _LINE.decode().encode("utf-16"),
    "UTF-32": _LINE.decode().encode("utf-32"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_gives_a_record_or_a_line_error_and_nothing_else(name: str) -> None:
    try:
        record = decode(HOSTILE[name])
    except LineError:
        return
    check(record)
    encode(record)


@given(st.binary() | st.tuples(st.integers(0, len(_LINE)), st.binary(max_size=6)).map(
    lambda cut: _LINE[: cut[0]] + cut[1] + _LINE[cut[0] + len(cut[1]) :]
))  # fmt: skip
@example(_LINE.replace(b'"id":"1"', b'"id":"1","x":NaN'))
def test_any_bytes_give_a_record_that_can_be_written_again_or_a_line_error(line: bytes) -> None:
    try:
        record = decode(line)
    except LineError:
        return
    assert decode(encode(record)) is not None


def test_of_duplicate_keys_the_last_one_counts_as_for_any_json_reader() -> None:
    line = _LINE.replace(b'"text":"hello"', b'"text":"first","text":"last"')
    assert decode(line).text == "last"


def test_not_a_number_and_the_infinities_are_written_as_their_names() -> None:
    origin = {"source": "x", "id": "1", "n": [float("nan"), float("inf"), float("-inf"), 1.5]}
    read = decode(encode(GOOD._replace(origin=origin))).origin
    assert read is not None
    assert read["n"] == ["nan", "inf", "-inf", 1.5]


def _nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "value",
    [datetime(2026, 3, 2, tzinfo=UTC), {1, 2}, b"x", 10**5000, _nested(100_000)],
    ids=["an instant", "a set", "bytes", "5000 digits", "deep nesting"],
)
def test_an_origin_that_json_cannot_hold_is_a_line_error(value: object) -> None:
    with pytest.raises(LineError, match="origin"):
        encode(GOOD._replace(origin={"source": "x", "id": "1", "more": value}))


def test_keys_of_a_newer_program_do_not_stop_a_line_from_being_read() -> None:
    line = _LINE[:-1] + b',"weather":"rain"}'
    assert decode(line) == GOOD


def test_the_day_of_a_record_is_its_utc_day() -> None:
    assert GOOD.day == "2026-03-02"
    assert datetime(2026, 3, 2, tzinfo=UTC).date().isoformat() == GOOD.day
