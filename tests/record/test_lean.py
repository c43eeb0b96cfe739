"""What stands in for the standard library at a start does what the original does."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest

from lossless_memory import digests
from lossless_memory.patterns import pattern

TEXT = "a1 b22, c333"


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
def test_a_pattern_does_what_a_compiled_one_does(flags: int) -> None:
    ours: Any = pattern(r"([A-Z])(\d+)", flags)
    theirs = re.compile(r"([A-Z])(\d+)", flags)
    assert theirs.findall(TEXT) == ours.findall(TEXT)
    assert theirs.sub(r"\2\1", TEXT) == ours.sub(r"\2\1", TEXT)
    assert [one.span() for one in theirs.finditer(TEXT)] == [one.span() for one in ours.finditer(TEXT)]
    assert theirs.split(TEXT) == ours.split(TEXT)
    for name in ("search", "match", "fullmatch"):
        found, expected = getattr(ours, name)(TEXT), getattr(theirs, name)(TEXT)
        assert (expected and expected.groups()) == (found and found.groups())
    assert (theirs.pattern, theirs.groups) == (ours.pattern, ours.groups)
    assert {rb"\d"} == {pattern(rb"\d").pattern}


def test_a_pattern_is_compiled_at_its_first_use_and_then_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    one = pattern("(")
    with pytest.raises(re.error):
        one.search("x")
    other = pattern("x")
    with pytest.raises(AttributeError):
        other.nothing  # type: ignore[attr-defined]  # noqa: B018
    assert other.search("x")
    monkeypatch.setattr(re, "compile", None)
    assert other.match("x")


def test_the_digests_are_those_of_the_standard() -> None:
    assert hashlib.sha256(b"abc").hexdigest() == digests.sha256(b"abc").hexdigest()
    assert hashlib.blake2b(b"abc", digest_size=8).digest() == digests.blake2b(b"abc", digest_size=8).digest()
