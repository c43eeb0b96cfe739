"""What every source promises, shown once for all of them: over golden inputs, samples and arbitrary bytes.

Promise: P10, P12
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lossless_memory.record import ROLES, TYPES, Record, decode, encode
from lossless_memory.sources import SOURCES, is_companion, recognise
from lossless_memory.sources.base import Cursor, Input, Item, Ready, Skipped, Source
from lossless_memory.sources.opening import open_utf8
from tests.independent.check_samples import samples
from tests.independent.databases import cells, database, table_rows
from tests.independent.raw import READERS, UNSAMPLED, tool_of

from .reading import (
    BY_NAME,
    GOLDEN,
    OPTIONS,
    all_of,
    drafts,
    golden_inputs,
    golden_name,
    of_bytes,
    of_file,
    plain,
    read,
)

GOLDENS = golden_inputs()
WITHOUT_SAMPLES = ("vscode-chat",)
"""Tools of which no file by others was found that may be kept; their golden inputs are all there is."""
LINES = [
    (source, path)
    for source, path in GOLDENS
    if path.suffix in (".jsonl", ".md")
    and path.parts[-2] != "utf16"
    and any(item.cursor for item in read(BY_NAME[source], of_file(path)))
]
"""The inputs that are read on from a cursor."""
NOTE = re.compile(r"\[(thinking .*|\w+: .*|\S+ .*, (\d+ bytes, sha256 [0-9a-f]{64}|\d+ characters .*))\]", re.DOTALL)


def named(value: object) -> str:
    return value if isinstance(value, str) else "/".join(Path(str(value)).parts[-2:])


def golden(path: Path) -> Input:
    return of_file(path, golden_name(path))


@pytest.mark.parametrize(("source", "path"), GOLDENS, ids=named)
def test_exactly_one_source_claims_a_golden_input(source: str, path: Path) -> None:
    assert [source] == [one.name for one in SOURCES if one.claims(golden(path))]
    assert recognise(golden(path)) is BY_NAME[source]


@pytest.mark.parametrize(("source", "path"), GOLDENS, ids=named)
def test_a_golden_input_is_read_as_the_contract_says(source: str, path: Path) -> None:
    check_all(BY_NAME[source], golden(path))


@pytest.mark.shared
@pytest.mark.parametrize("tool", sorted(READERS.keys() - UNSAMPLED))
def test_the_samples_are_read_as_the_contract_says(shared: Path, tool: str) -> None:
    found = [path for path in samples(shared) if tool_of(path) == tool]
    assert found or tool in WITHOUT_SAMPLES
    for path in found:
        for input in all_of(path):
            assert [tool] == [one.name for one in SOURCES if one.claims(input)], input.name
            check_all(BY_NAME[tool], input)


@pytest.mark.shared
def test_no_sample_of_another_tool_is_claimed_twice(shared: Path) -> None:
    for path in sorted((shared / "samples").rglob("*")):
        if path.is_file():
            assert sum(one.claims(of_file(path)) for one in SOURCES) <= 1, path


def check_all(source: Source, input: Input) -> None:
    """Check one input against everything the Protocol says."""
    items = read(source, input)
    told = [plain(item) for item in items]
    assert told == [plain(item) for item in read(source, input)], "reading is deterministic"
    assert len({item.place for item in items}) == len(items), "places are unique"
    for item in items:
        check_item(item)
    check_reading_on(source, input, items)
    check_verbatim(input, items)


def check_item(item: Item) -> None:
    if isinstance(item.result, Skipped):
        assert 0 < len(item.result.reason) <= 200
        return
    assert item.result, "an item gives a record or says why not"
    for one in item.result:
        if isinstance(one, Ready):
            assert decode(one.line).origin is not None
            continue
        assert one.role in ROLES
        assert one.type in TYPES
        assert one.kind
        assert one.session
        assert one.role != "user" or one.type == "text", "role user is for the person's words alone"
        assert one.role != "system" or one.actor, "a system record names who acted"
        assert not (one.agent and one.role == "user"), "no sub-agent's words are the person's"
        if one.ts is not None:
            origin = {"source": "s", "id": one.id or "x", "kind": one.kind, "parent": one.parent, **one.extra}
            record = Record(one.ts, one.actor or "Kim", one.role, one.type, one.text, one.model, one.session, origin)
            assert decode(encode(record)).ts == one.ts


def check_reading_on(source: Source, input: Input, items: list[Item]) -> None:
    """Read on from every cursor, as it comes back from JSON, and compare with reading from the start."""
    step = max(1, len(items) // (60 if input.size_b < 100_000 else 8))
    for number in range(0, len(items), step):
        cursor = items[number].cursor
        if cursor is None:
            continue
        saved = json.loads(json.dumps({"offset_b": cursor.offset_b, "state": dict(cursor.state)}))
        rest = read(source, input, Cursor(saved["offset_b"], saved["state"]))
        assert [plain(item) for item in items if line_of(item) > cursor.state["line"]] == [plain(item) for item in rest]


def line_of(item: Item) -> int:
    return int(item.place.rpartition(" ")[2])


def check_verbatim(input: Input, items: list[Item]) -> None:
    """Every text stands in the source: in one of its strings or in the pieces of one list, as one of its JSON values, or as such an object without
    the keys that the record holds elsewhere; else it is a note in brackets."""
    strings: list[str] = []
    values: set[str] = set()
    objects: dict[str, list[dict[str, str]]] = {}
    for value in everything(input, strings):
        for part in walk(value):
            if isinstance(part, str):
                strings.append(part)
            else:
                values.add(canonical(part))
            if isinstance(part, list):  # formatting cuts a text into pieces, which join to it
                pieces = [one.get("text") if isinstance(one, dict) else one for one in part]
                strings.append("".join(piece for piece in pieces if isinstance(piece, str)))
            if isinstance(part, dict):
                told = {key: canonical(item) for key, item in part.items()}
                for item in told.items():
                    objects.setdefault(str(item)[:100], []).append(told)
    whole = "\0".join(strings)
    for draft in drafts(items):
        if draft.text in whole:
            continue
        if draft.extra.get("made_from") == "html":
            plain = unescape(re.sub("<[^>]*>", "", whole))
            assert all(word in plain for word in re.sub(r"```|^- |^\d+\. ", "", draft.text, flags=re.M).split()), draft
            continue
        assert draft.type != "text", draft
        if NOTE.fullmatch(draft.text):
            assert draft.type == "meta"
            continue
        value = json.loads(draft.text)
        if draft.kind == "tool-result" and "sha256" in draft.text:
            continue  # the blobs in it became notes
        told = {key: canonical(item) for key, item in value.items()} if isinstance(value, dict) else {}
        if draft.kind == "head" and all(item in values or json.loads(item) in strings for item in told.values()):
            continue  # put together from a journal's changes
        near = objects.get(str(next(iter(told.items()), ""))[:100], [])
        assert canonical(value) in values or any(told.items() <= other.items() for other in near), draft


def everything(input: Input, strings: list[str]) -> Iterator[Any]:
    """Yield the JSON values of a file, or of a database's cells, and list the texts they stand in."""
    if input.head.startswith(b"SQLite format 3"):
        with input.open() as stream:
            data = stream.read()
        texts = list(cells(data))
        yield from table_rows(data)
        texts += [
            bytes.fromhex(text).decode("utf-8", "replace") for text in texts if re.fullmatch("([0-9a-f]{2})+", text)
        ]
    else:
        texts = [text_of(input), *beside(input)]
        if input.name.endswith(".md"):  # without the marks a tool puts around each line
            texts.append(re.sub(r"(?m)^(?:#### |> )?(.*?)(?:  )?$", r"\1", texts[0]))
        if input.name.endswith(".csv") and "hostile" not in str(input.path):
            yield from csv.DictReader(io.StringIO(texts[0]))
    strings += texts
    for text in texts:
        yield from parsed(text)


def beside(input: Input) -> Iterator[str]:
    """Yield the texts of the parts that a tool keeps in files beside a message's."""
    for folder in Path(input.path).parents[:4] if input.path else ():
        for path in sorted((folder / "part").rglob("*.json")):
            yield path.read_text(encoding="utf-8")


def text_of(input: Input) -> str:
    with open_utf8(input).stream as stream:
        return stream.read().decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def parsed(text: str) -> Iterator[Any]:
    """Yield what can be parsed of a file: the whole, else its lines, else the objects that begin at a bracket."""
    text = re.sub(r"\Awindow\.\S+ = ", "", text)
    for part in [text] if text.startswith("[") else [text, *text.split("\n")]:
        try:
            yield json.loads(part)
        except (ValueError, RecursionError):
            continue
        if part is text:
            return
    if text.startswith("["):
        for match in re.finditer(r"[\[,]\s*(\{)", text):
            try:
                yield json.JSONDecoder().raw_decode(text, match.start(1))[0]
            except (ValueError, RecursionError):
                continue


def walk(value: Any) -> Iterator[Any]:
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(inner)


# --- files that grow, arbitrary bytes, arbitrary values --------------------------------------------------------------


@pytest.mark.parametrize(("source", "path"), LINES, ids=named)
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_read_while_it_grows_gives_what_it_gives_when_whole(
    source: str, path: Path, data: st.DataObject
) -> None:
    whole = path.read_bytes()
    name = golden_name(path)
    cuts = [*sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4), label="cuts")), len(whole)]
    told: dict[int, dict[str, Any]] = {}
    cursor: Cursor | None = None
    for cut in cuts:
        for item in read(BY_NAME[source], of_bytes(whole[:cut], name), cursor):
            told[line_of(item)] = plain(item)
            cursor = item.cursor
    expected = [plain(item) for item in read(BY_NAME[source], of_bytes(whole, name))]
    assert [without_offset(item) for item in expected] == [without_offset(told[number]) for number in sorted(told)]


def without_offset(item: dict[str, Any]) -> dict[str, Any]:
    """Drop what may differ: a whole last line without newline keeps the cursor before it until one follows."""
    return {key: value for key, value in item.items() if key != "offset_b"}


@given(
    st.binary(max_size=400)
    | st.text(alphabet='{}[]",:\\ \n\r0123eE+-.untflsaé\ud83d', max_size=200).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    )
)
@settings(max_examples=400, deadline=None)
def test_arbitrary_bytes_never_raise(data: bytes) -> None:
    for name in ("a.jsonl", "agent-x.jsonl", "conversations.json"):
        input = of_bytes(data, name)
        recognise(input)
        is_companion(input)
        for source in SOURCES:
            for item in read(source, input):
                check_item(item)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["text", "user", "assistant", "", "<system-reminder>", "<lossless-memory", "base64"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "content", "data", "id", "source", "parts", "name", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("source", "path"),
    [
        pair
        for pair in GOLDENS
        if "hostile" not in pair[1].parts and pair[1].suffix not in (".gz", ".sql", ".md", ".txt", ".html", ".csv")
    ],
    ids=named,
)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_value_in_any_place_is_kept_or_skipped_for_a_stated_reason(
    source: str, path: Path, data: st.DataObject
) -> None:
    values = [json.loads(json.dumps(value)) for value in parsed(text_of(golden(path)))]
    spots = spots_in(values)[len(values) :]
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = spots[data.draw(st.integers(0, len(spots) - 1))]
        holder[key] = data.draw(JSON)
    text = "\n".join(json.dumps(value) for value in values) + "\n"
    for item in read(BY_NAME[source], of_bytes(text.encode(), golden_name(path))):
        check_item(item)
        assert not (isinstance(item.result, Skipped) and "could not be read" in item.result.reason), (item, text)


@pytest.mark.parametrize(("source", "path"), [pair for pair in GOLDENS if pair[1].suffix == ".sql"], ids=named)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_value_in_any_cell_is_kept_or_skipped_for_a_stated_reason(
    source: str, path: Path, data: st.DataObject
) -> None:
    for item in read(BY_NAME[source], of_bytes(disturbed(database(path), data), golden_name(path))):
        check_item(item)
        assert not (isinstance(item.result, Skipped) and "could not be read" in item.result.reason), item


def disturbed(whole: bytes, data: st.DataObject) -> bytes:
    """Put arbitrary values into a few cells of a database, inside their JSON where they hold some."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(whole)
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        places = [
            (name, column, row)
            for name in names
            for column in [one[0] for one in connection.execute(f'SELECT * FROM "{name}"').description]
            for (row,) in connection.execute(f'SELECT rowid FROM "{name}"')
        ]
        for _ in range(data.draw(st.integers(1, 3))):
            name, column, row = places[data.draw(st.integers(0, len(places) - 1))]
            found = connection.execute(f'SELECT "{column}" FROM "{name}" WHERE rowid = ?', (row,)).fetchone()
            if found is None:
                continue  # the draw before gave this row another number
            (old,) = found
            new: Any = json.dumps(data.draw(JSON))
            try:
                value = json.loads(old)
                holder, key = data.draw(st.sampled_from(spots_in(value)))
                holder[key] = json.loads(new)
                new = json.dumps(value)
            except (TypeError, ValueError, RecursionError):
                new = data.draw(
                    st.sampled_from([new, None, 7, 1.5, b"\xff\x00", "\ud83d".encode("utf-8", "surrogatepass")])
                )
            try:
                connection.execute(f'UPDATE OR IGNORE "{name}" SET "{column}" = ? WHERE rowid = ?', (new, row))
            except sqlite3.Error:
                continue
        connection.commit()
        return connection.serialize()


def spots_in(value: Any) -> list[tuple[Any, Any]]:
    """List each place in a JSON value that can be set; raises ValueError for none."""
    found = [
        (holder, key)
        for holder in walk(value)
        if isinstance(holder, dict | list)
        for key in (holder if isinstance(holder, dict) else range(len(holder)))
    ]
    if not found:
        raise ValueError("nothing to set")
    return found


def test_every_source_has_golden_folders() -> None:
    assert {source.name for source in SOURCES} == {folder.name for folder in GOLDEN.iterdir() if folder.is_dir()}


def test_the_options_reach_every_time_that_lacks_a_zone() -> None:
    input = of_bytes(b'{"ts":"2026-03-02T09:15:04","role":"user","text":"x"}\n', "n.jsonl")
    assert [draft.ts for draft in drafts(read(BY_NAME["plain"], input, options=OPTIONS))] == [
        "2026-03-02T00:15:04.000000Z"
    ]
