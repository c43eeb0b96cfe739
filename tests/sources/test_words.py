"""The person's words are told from everything else without losing a character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossless_memory.sources.claude_words import TYPED, pieces
from lossless_memory.sources.marks import is_own_tool, own_block, split_own

PARTS = st.sampled_from(
    [
        "<system-reminder>",
        "</system-reminder>",
        "<ide_selection>",
        "</ide_selection>",
        "<ide_opened_file>a</ide_opened_file>",
        "<lossless-memory x>",
        "</lossless-memory x>",
        "<lossless-memory",
        "words",
        " ",
        "\n",
        "<b>",
        "[Request interrupted",
        "<command-name>",
        "é",
        "\ud83d",
        "\0",
    ]
)


@given(
    text=st.lists(PARTS, max_size=12).map("".join),
    flags=st.dictionaries(
        st.sampled_from(["isMeta", "isCompactSummary", "promptSource", "origin"]),
        st.sampled_from([True, None, "system", "sdk", {"kind": "human"}, {"kind": 1}, 7]),
    ),
)
@settings(max_examples=500)
def test_the_pieces_of_a_text_join_to_it(text: str, flags: dict[str, object]) -> None:
    found = pieces(flags, text)
    assert text == "".join(piece.text for piece in found)
    assert found
    assert all(piece.text.strip() and own_block(piece.text) is None for piece in found if piece.kind == TYPED)
    assert text == "".join(piece for piece, _ in split_own(text))


@pytest.mark.parametrize("size", [200_000])
def test_hostile_texts_are_cut_in_linear_time(size: int) -> None:
    for unit in (
        " ",
        "<system-reminder>",
        "<ide_selection></ide_selection>",
        "<lossless-memory ",
        "</lossless-memory",
        "\n<ide_selection",
    ):
        text = unit * (size // len(unit))
        assert text == "".join(piece.text for piece in pieces({}, text))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mcp__lossless__recall", True),
        ("mcp__lossless-memory__open", True),
        ("mcp__lossless_memory__now", True),
        ("mcp__plugin_lossless_lossless__recall", True),
        ("mcp__plugin_lossless-memory_lossless-memory__recall", True),
        ("mcp__other__recall", False),
        ("lossless", False),
        ("mcp__losslessness__x", False),
        (None, False),
        ("", False),
    ],
)
def test_our_own_tools_are_known_by_name(name: str | None, expected: bool) -> None:
    assert expected is is_own_tool(name)


def test_a_block_of_ours_that_was_cut_off_reaches_to_the_end() -> None:
    opening = f"<lossless-memory-{'0a' * 16}>"
    assert own_block(f"a {opening}\nQuoted history") == (2, 67)
    assert own_block(f"a {opening}") == (2, 52)
    assert own_block("no block, lossless-memory is a name") is None


@pytest.mark.parametrize(
    "text",
    [
        "the tag <lossless-memory-abc> appeared, why? Fix the varnish",
        "`<lossless-memory>` is in the docs; cherry",
        f"what is <lossless-memory-{'0a' * 16}> in my prompt?",
        f"</lossless-memory-{'0a' * 16}> plum",
    ],
)
def test_who_writes_about_our_tag_keeps_every_word(text: str) -> None:
    assert split_own(text) == [(text, False)]
