"""Texts as hostile as real ones: Hypothesis's own text strategy hardly ever makes surrogates, and never pairs."""

from __future__ import annotations

from hypothesis import strategies as st

from lossless_memory.record import Record

_PIECES = (
    "\ud83d",  # a high surrogate alone
    "\ude00",  # a low one
    "\ud83d\ude00",  # a pair, spelt as two
    "\U0001f600",
    "\0",
    "\u2028",
    "\u2029",
    "\x85",
    "\r",
    "\r\n",
    "\n",
    "\t",
    "\x1b[31m",
    "\x7f",
    "\ufeff",
    "e\u0301",
    "\u0301",
    "は\u3099",
    "日本語の文",
    "👨‍👩‍👧",
    "\u202e",
    "\uffff",
    "\\ud800",
    '"',
    "\\",
    "</script>",
    "a",
    " ",
    "The quick brown fox",
)


def texts(max_pieces: int = 12) -> st.SearchStrategy[str]:
    """Return texts of such pieces and of Hypothesis's own."""
    pieces = st.one_of(st.sampled_from(_PIECES), st.text(max_size=4))
    return st.lists(pieces, max_size=max_pieces).map("".join)


def instants() -> st.SearchStrategy[str]:
    """Return canonical instants, of all years."""
    return st.datetimes().map(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0"))


def values() -> st.SearchStrategy[object]:
    """Return JSON values for an origin, the numbers among them that JSON has no word for."""
    leaves = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), texts(3))
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(2), inner, max_size=3)
    )


def origins() -> st.SearchStrategy[dict[str, object]]:
    """Return origins with a source and an id and whatever else."""
    named = st.fixed_dictionaries({"source": texts(2), "id": texts(2)})
    return st.tuples(st.dictionaries(texts(2), values(), max_size=3), named).map(lambda pair: {**pair[0], **pair[1]})


def records() -> st.SearchStrategy[Record]:
    """Return records that keep the format."""
    return st.builds(
        Record,
        instants(),
        texts(3),
        st.sampled_from(["user", "assistant", "system"]),
        st.sampled_from(["text", "action", "meta", "doc"]),
        texts(),
        st.none() | texts(2),
        texts(3),
        st.none() | origins(),
    )
