"""Any JSON object in any layout: read as the standard library reads it, added to and taken from without touching the rest."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.surface.connect import jsontext
from lossless_memory.surface.connect.jsontext import NotJson

NAMES = st.text(st.characters(codec="utf-8"), max_size=6)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=12
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=4)
INDENTS = st.sampled_from([None, 0, 1, 2, 4, "\t"])
COMMENTS = st.sampled_from(["", " ", "\n", "\r\n", "// a, b: {\n", "/* ] } */", "\t/**/ //\n"])


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Return a text and the object in it, with comments and spaces before every sign that parts its members."""
    value = draw(OBJECTS)
    text = json.dumps(value, indent=draw(INDENTS), ensure_ascii=draw(st.booleans()))
    node = jsontext.parse(text)
    for place in sorted({*node.starts(), node.end - 1}, reverse=True):
        text = text[:place] + draw(COMMENTS) + text[place:]
    return draw(COMMENTS) + text + draw(COMMENTS), value


def comments(text: str) -> list[str]:
    """Return the comments of a text, not what looks like one inside a string."""
    found = re.findall(r'"(?:[^"\\]|\\.)*"|(//[^\n]*|/\*.*?\*/)', text, re.DOTALL)
    return [one for one in found if one]


@given(laid_out())
def test_it_reads_what_stands_there(made: tuple[str, dict[str, Any]]) -> None:
    text, value = made
    assert value == jsontext.parse(text).value


@given(laid_out(), VALUES)
def test_an_addition_is_one_run_and_changes_nothing_else(made: tuple[str, dict[str, Any]], added: Any) -> None:
    text, value = made
    at, run = jsontext.add_member(text, jsontext.parse(text), "added\0by us", added)
    after = text[:at] + run + text[at:]
    assert {**value, "added\0by us": added} == jsontext.parse(after).value


@given(laid_out(), st.data())
def test_what_is_taken_out_leaves_the_rest_and_every_comment(
    made: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    text, value = made
    node = jsontext.parse(text)
    if not node.keys:
        return
    index = data.draw(st.integers(0, len(node.keys) - 1))
    after = jsontext.taken_out(text, node, index)
    name = node.keys[index][0]
    assert {key: inner for key, inner in value.items() if key != name} == jsontext.parse(after).value
    there = [*comments(text[: node.starts()[index]]), *comments(text[node.inner[index].end :])]
    assert there == comments(after)


BROKEN = (
    *("", "[]", "1", "{", "}", '{"a"}', '{"a" 1}', '{"a":1 "b":2}', "{,}", '{"a":01}', '{"a":+1}', "{'a':1}"),
    *('{"a":1}}', '{"a":"\n"}', '{"a":"\\x"}', '{"a":nul}', '{"a":1,,}', '{"a":/*', "{a:1}", "\ufeff", '{"a":--1}'),
    '{"a":NaN}',
)


@pytest.mark.parametrize("text", BROKEN)
def test_anything_else_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(NotJson, match=r"line \d+, column \d+: "):
        jsontext.parse(text)
