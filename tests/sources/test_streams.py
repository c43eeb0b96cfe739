"""Lines and array elements are found where they end, in bounded memory, whatever they hold."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossless_memory.sources import SOURCES, is_companion, jsonlines, jsonstream
from lossless_memory.sources.base import Input, Options, Skipped
from lossless_memory.sources.shape import shape

from .reading import BY_NAME, drafts, of_bytes, read

CHAT = BY_NAME["chatgpt"]
CODE = BY_NAME["claude-code"]


class Trickle(io.RawIOBase):
    """A stream that gives a few bytes at a time, so that every element straddles a chunk."""

    def __init__(self, data: bytes, size: int) -> None:
        self._inner = io.BytesIO(data)
        self._size = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._inner.read(self._size)


def elements(data: bytes, size: int = 1 << 20) -> list[jsonstream.Element]:
    return list(jsonstream.elements(Trickle(data, size)))  # type: ignore[arg-type]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(
    values=st.lists(VALUES, max_size=6), size=st.integers(1, 40), indent=st.sampled_from([None, 1]), ascii=st.booleans()
)
@settings(max_examples=200, deadline=None)
def test_an_array_gives_its_elements_at_any_chunk_size(
    values: list[Any], size: int, indent: int | None, ascii: bool
) -> None:
    data = json.dumps(values, indent=indent, ensure_ascii=ascii).encode()
    found = elements(data, size)
    assert values == [one.value for one in found]
    assert [
        json.dumps(value, indent=indent, ensure_ascii=ascii) for value in values if not isinstance(value, dict | list)
    ] == [one.text for one in found if not isinstance(one.value, dict | list)]
    assert not any(one.problem for one in found)


@given(
    values=st.lists(VALUES.filter(lambda value: isinstance(value, dict | list)), min_size=1, max_size=6),
    broken=st.integers(0, 5),
    size=st.integers(1, 40),
)
@settings(max_examples=200, deadline=None)
def test_one_malformed_element_costs_only_itself(values: list[Any], broken: int, size: int) -> None:
    broken %= len(values)
    texts = [json.dumps(value) for value in values]
    texts[broken] = '{"a": nonsense, "b": "]}\\"", "c": [' + texts[broken] + "]}"
    found = elements(("[" + ", ".join(texts) + "]").encode(), size)
    assert [None if number == broken else "ok" for number in range(len(values))] == [
        None if one.problem else "ok" for one in found
    ]
    assert [value for number, value in enumerate(values) if number != broken] == [
        one.value for one in found if not one.problem
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   ", []),
        ("[]", []),
        ("[", []),
        ("[1", [1]),
        ("[1,,2]", [1, 2]),
        ('{"a":1}', [{"a": 1}]),
        ('{"a":1}\n{"b":2}\n', [{"a": 1}, {"b": 2}]),
        ('{"conversations":[{"a":1}],"rest":2}', [{"a": 1}]),
        ('{"version":1,"conversations":[1]}', [{"version": 1, "conversations": [1]}]),
        ('[{"a":1}', [{"a": 1}]),
        ('[{"a":1},{"b":', [{"a": 1}, "cut off"]),
        ('["unended', ["cut off"]),
        ("[" + "9" * 5000 + ",1]", ["a number with too many digits", 1]),
        ('[{"n":' + "9" * 5000 + "},1]", ["a number with too many digits", 1]),
        ("[" + "[" * 20_000 + "]" * 20_000 + ",1]", ["nested too deeply", 1]),
        ("[" + "[" * 20_000, ["nested too deeply"]),
        ("[abc,1]", ["not JSON", 1]),
        ("[}1]", ["not JSON", 1]),
        ("]]]]", ["not JSON"] * 4),
        ('\x00\x01"', ["cut off"]),
        ("[NaN, -Infinity]", ["nan", "-inf"]),
        ("[1] trailing words", [1]),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_odd_arrays_are_read_as_far_as_they_go(text: str, expected: list[Any], size: int) -> None:
    found = [
        one.problem or (str(one.value) if isinstance(one.value, float) else one.value)
        for one in elements(text.encode(), size)
    ]
    assert expected == found


def test_invalid_bytes_and_lone_surrogates_survive_in_an_array() -> None:
    (one,) = elements(b'["\xff \\ud83d \xf0\x9f\x98\x80"]', 3)
    assert one.value == "\udcff \ud83d \U0001f600"


def test_the_bytes_of_an_unusable_element_are_handed_on() -> None:
    bad = ['{"a": nonsense, "b": "\u00e9 ]}"}', '{"n":' + "9" * 5000 + "}", "[" * 5000 + "]" * 5000, "17"]
    items = read(CHAT, of_bytes(("[" + ",".join(bad) + ',{"title":"cut').encode(), "c.json"))
    assert [*(text.encode() for text in bad), b'{"title":"cut'] == [item.raw for item in items]
    assert all(isinstance(item.result, Skipped) for item in items)


def test_an_element_above_the_cap_is_skipped_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "MAX_ELEMENT", 1000)
    monkeypatch.setattr(jsonstream, "_CHUNK_B", 64)
    big = json.dumps({"t": 'x"]}\\' * 2000})
    assert [one.problem or one.value for one in elements(f'[{big},{{"a":1}}]'.encode(), 64)] == [
        "larger than 64 MiB",
        {"a": 1},
    ]


def test_a_line_above_the_cap_is_skipped_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "MAX_LINE_B", 1 << 20)
    line = b'{"type":"user","uuid":"%s","sessionId":"s","timestamp":"2026-03-02T09:02:04Z","message":{"role":"user","content":"here"}}\n'

    class Long(io.RawIOBase):
        def __init__(self) -> None:
            self.pieces = iter([line % b"u1", b'{"a":"', *[b"x" * (1 << 20)] * 40, b'"}\n', line % b"u2"])

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            return next(self.pieces, b"")

        def seek(self, offset: int, whence: int = 0) -> int:
            self.pieces = iter([line % b"u1", b'{"a":"', *[b"x" * (1 << 20)] * 40, b'"}\n', line % b"u2"])
            return 0

    items = []
    tracemalloc.start()
    for item in CODE.read(Input("s.jsonl", line, 1 << 26, [], Long), None, Options()):
        items.append(item)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # The stream's first read, to look at the first bytes, gives a whole piece; seek puts it back.
    assert [item.result.reason if isinstance(item.result, Skipped) else len(item.result) for item in items] == [
        1,
        "a line longer than 64 MiB",
        1,
    ]
    assert peak < 8 << 20


def transcript(lines: int, words: int) -> Iterator[bytes]:
    for number in range(lines):
        role = "user" if number % 2 else "assistant"
        content = (
            "varnish " * words
            if number % 2
            else [{"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "ls " * words}}]
        )
        yield (
            json.dumps(
                {
                    "type": role,
                    "uuid": f"u{number}",
                    "parentUuid": f"u{number - 1}",
                    "sessionId": "s",
                    "timestamp": "2026-03-02T09:02:04Z",
                    "message": {"id": f"m{number}", "role": role, "content": content},
                }
            ).encode()
            + b"\n"
        )


def test_a_long_transcript_needs_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    with path.open("wb") as stream:
        stream.writelines(transcript(6_000, 150))
    assert path.stat().st_size > 5 << 20
    with path.open("rb") as stream:
        input = Input("s.jsonl", stream.read(1 << 16), path.stat().st_size, [], lambda: path.open("rb"))
    tracemalloc.start()
    count, state = 0, 0
    for item in CODE.read(input, None, Options()):
        count += 1
        state = max(state, len(item.cursor.state["calls"]) if item.cursor else 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 6_000
    assert state == 256
    assert peak < 4 << 20


def test_many_conversations_need_no_more_memory_than_one(tmp_path: Path) -> None:
    node = {
        "id": "n",
        "parent": None,
        "message": {
            "id": "n",
            "author": {"role": "user"},
            "create_time": 1772442904,
            "content": {"content_type": "text", "parts": ["varnish " * 500]},
        },
    }
    text = json.dumps(
        {"title": "t", "create_time": 1772442904, "update_time": 1772442904, "id": "c", "mapping": {"n": node}}
    )
    path = tmp_path / "conversations.json"
    path.write_text("[" + ",".join([text] * 1500) + "]")
    assert path.stat().st_size > 5 << 20
    tracemalloc.start()
    count = sum(1 for _ in CHAT.read(Input("c.json", b"", 0, [], lambda: path.open("rb")), None, Options()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 3_000
    assert peak < 4 << 20


# --- wrappers of bytes ------------------------------------------------------------------------------------------------


LINE = b'{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-03-02T09:02:04Z","message":{"role":"user","content":"\xc3\xa9 \\ud83d"}}\n'


@pytest.mark.parametrize(
    "data",
    [
        LINE,
        b"\xef\xbb\xbf" + LINE,
        gzip.compress(LINE),
        gzip.compress(b"\xef\xbb\xbf" + LINE),
        ("\ufeff" + LINE.decode()).encode("utf-16-le"),
        ("\ufeff" + LINE.decode()).encode("utf-16-be"),
        LINE.decode().encode("utf-16-le"),
        LINE.decode().encode("utf-16-be"),
        gzip.compress(("\ufeff" + LINE.decode()).encode("utf-16-le")),
        LINE.replace(b"\n", b"\r\n"),
    ],
    ids=[
        "plain",
        "mark",
        "gzip",
        "gzip+mark",
        "utf16le",
        "utf16be",
        "utf16le-bare",
        "utf16be-bare",
        "gzip+utf16",
        "crlf",
    ],
)
def test_the_same_words_are_read_from_every_encoding(data: bytes) -> None:
    input = of_bytes(data)
    assert CODE.claims(input)
    assert [draft.text for draft in drafts(read(CODE, input))] == ["\u00e9 \ud83d"]


@pytest.mark.parametrize("cut", [3, 12, 40, -9, -4])
def test_a_damaged_gzip_file_gives_what_could_be_read_and_says_so(cut: int) -> None:
    whole = gzip.compress(LINE * 3)
    items = read(CODE, of_bytes(whole[:cut]))
    assert isinstance(items[-1].result, Skipped)
    assert "damaged gzip" in items[-1].result.reason


def test_a_damaged_gzip_export_keeps_its_first_conversations() -> None:
    noise = hashlib.sha512(b"varnish").hexdigest().encode() * 2
    whole = gzip.compress(b'[{"title":"a"},{"title":"' + noise + b'"}]')
    items = read(CHAT, of_bytes(whole[:-40]))
    assert not isinstance(items[0].result, Skipped)
    assert "damaged gzip" in getattr(items[-1].result, "reason", "")


def test_utf16_cut_inside_a_character_is_a_reason_not_an_error() -> None:
    items = read(CODE, of_bytes(("\ufeff" + LINE.decode()).encode("utf-16-le")[:-1]))
    assert isinstance(items[-1].result, Skipped)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n\n", b"  ", b"[]", b"{}", b"\x00\x00"])
def test_an_empty_file_is_no_trouble(data: bytes) -> None:
    assert is_companion(of_bytes(data, "conversations.json"))
    for source in SOURCES:
        assert not source.claims(of_bytes(data))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("p/subagents/agent-ab12.meta.json", True),
        ("p/subagents/workflows/w/journal.jsonl", True),
        ("p/tool-results/toolu_1.txt", True),
        ("export.zip!user.json", True),
        ("export.zip!export_manifest.json", True),
        ("export.zip!projects/1.json", True),
        ("message_feedback.json", True),
        ("memories.json", True),
        ("my-user.json", False),
        ("conversations.json", False),
        ("agent-ab12.jsonl", False),
    ],
)
def test_companions_are_known_by_name(name: str, expected: bool) -> None:
    assert expected is is_companion(of_bytes(b'{"x":1}', name))


# --- what a head looks like -------------------------------------------------------------------------------------------


def test_a_cut_off_head_tells_the_keys_of_its_first_objects() -> None:
    form = shape(of_bytes(b'[{"title":"a\\"b","mapping":{"n":{"id":"x"}},"list":[{"deep":1}]},{"other":1,"cut'))
    assert form.is_array
    assert [{"title", "mapping", "mapping.n", "list"}, {"other"}] == [set(keys) for keys in form.objects]
    assert form.objects[0]["title"] == 'a\\"b'


def test_a_hostile_head_costs_linear_time() -> None:
    for data in (b'\\"' * 32_000, b'"' + b"\\" * 65_000, b"[{" * 32_000, b"{" * 65_000, b'{"a":' * 13_000):
        shape(of_bytes(data))
        for source in SOURCES:
            source.claims(of_bytes(data))
