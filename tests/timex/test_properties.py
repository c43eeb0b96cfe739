"""What holds for any text: no exception, spans inside it, work that grows with its length and no faster."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossless_memory.timex import Parsed, grammar, lexicon, mask, parse

ZONES = st.sampled_from(["Asia/Tokyo", "America/New_York", "UTC", "Australia/Lord_Howe", "Pacific/Apia"])
MOMENTS = st.datetimes(datetime(1, 1, 3), datetime(9999, 12, 28)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001
NUMBERS = ["1", "2", "3rd", "12", "31", "2026", "3/4", "4-22", "9:30", "3pm", "90s", "二", "十", "2026-10-05"]


def pieces(language: str) -> st.SearchStrategy[str]:
    """Words of one language, each kind of word as likely as the next, and numbers."""
    kinds: dict[str, list[str]] = {"number": NUMBERS}
    for phrase, (letter, _value) in sorted(lexicon.load(language).words.items()):
        kinds.setdefault(letter, []).append(phrase)
    return st.sampled_from(sorted(kinds)).flatmap(lambda kind: st.sampled_from(kinds[kind]))


ANY_TEXT = st.text(st.characters(codec=None), max_size=60)
LIKELY_TEXT = st.one_of(
    st.lists(pieces("en"), max_size=7).map(" ".join),
    st.lists(pieces("es"), max_size=7).map(" ".join),
    st.lists(pieces("ja"), max_size=7).map("".join),
    st.lists(st.one_of(*(pieces(language) for language in lexicon.KNOWN)), max_size=7).map(", ".join),
)


def check(text: str, found: Parsed) -> None:
    spans = sorted({one.span for one in found.intervals})
    for one in found.intervals:
        assert 0 <= one.span[0] < one.span[1] <= len(text)
        assert one.phrase == text[one.span[0] : one.span[1]]
        assert one.start is not None or one.end is not None
        for start, end in ((one.start, one.end), *one.alternatives):
            assert start is None or start.tzinfo is UTC
            assert end is None or end.tzinfo is UTC
            assert start is None or end is None or start < end
        assert one.phrase in one.reading
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    kept, at = "", 0
    for start, end in spans:
        kept, at = kept + text[at:start], end
    kept += text[at:]
    assert kept.replace(" ", "") == found.rest.replace(" ", "")
    assert len(kept) - len(spans) <= len(found.rest) <= len(kept)


def test_every_character_that_is_a_number_somewhere_can_stand_beside_a_time() -> None:
    now = datetime(2026, 11, 18, 15, tzinfo=UTC)
    numbers = [chr(point) for point in range(sys.maxunicode + 1) if chr(point).isnumeric()]
    assert "⓵" in numbers
    for char in numbers:  # ⓵ and ፩ are digits, but no decimal ones
        for text in (f"昨日{char}3時に", f"at 3{char}5 {char} yesterday{char}"):
            check(text, parse(text, now=now, timezone="UTC"))


@given(ANY_TEXT, MOMENTS, ZONES)
@settings(max_examples=200, deadline=None)
def test_any_text_at_any_moment_gives_an_answer(text: str, now: datetime, zone: str) -> None:
    check(text, parse(text, now=now, timezone=zone))


@given(
    LIKELY_TEXT,
    MOMENTS,
    ZONES,
    st.sampled_from(["monday", "sunday", "saturday"]),
    st.sampled_from([None, "dmy", "ymd"]),
)
@settings(max_examples=200, deadline=None)
def test_time_words_in_any_order_give_an_answer(
    text: str, now: datetime, zone: str, week: str, order: str | None
) -> None:
    check(text, parse(text, now=now, timezone=zone, week_start=week, date_order=order))


@given(LIKELY_TEXT)
@settings(max_examples=100, deadline=None)
def test_the_same_question_has_the_same_answer(text: str) -> None:
    now = datetime(2026, 10, 14, 1, tzinfo=UTC)
    assert parse(text, now=now, timezone="Asia/Tokyo") == parse(text, now=now, timezone="Asia/Tokyo")


@pytest.mark.parametrize(
    "text", ["\x00", "\ud800 yesterday \udfff", "﷽", "a" * 20_000, "昨日" * 10_000, "3 " * 10_000, "'\"`「" * 5_000, "１２/" * 5_000, "ß" * 9]
)  # fmt: skip
def test_odd_and_long_texts_are_accepted(text: str) -> None:
    check(text, parse(text, now=datetime(2026, 10, 14, tzinfo=UTC), timezone="UTC"))


def work(task: Callable[[], Any]) -> int:
    """Count the calls a task makes, Python's and C's."""
    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(
    "unit", ["monday or ", "the first of ", "3 days ago, ", "昨日の夜、", "3日から", "12/", "'a ", "hace un "]
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    now = datetime(2026, 10, 14, tzinfo=UTC)

    def ask(times: int) -> Callable[[], Any]:
        return lambda: parse(unit * times, now=now, timezone="UTC")

    ask(5)()
    small, large = work(ask(60)), work(ask(240))
    assert large <= 4 * small * 1.5 + 500


SIGNS = [*"0123456789", *" ,.:/-+()$€£¥%'\"`@\\«“", "ab", "www.", "円", "km", "de ", "of ", "に切"]


@given(st.lists(st.sampled_from(SIGNS), max_size=14).map("".join))
@settings(max_examples=400, deadline=None)
def test_what_is_looked_for_before_masking_stands_in_all_that_is_masked(text: str) -> None:
    whole = text
    for name in ("quoted", "titles", "places", "files", "numbers"):
        whole = mask._cover_all(name, whole)
    assert whole == mask.mask(text)


def test_no_rule_can_backtrack_without_bound() -> None:
    for one in grammar._RULES:
        plain = re.sub(r"\[[^\]]*\]|\\.", "x", one.pattern)
        assert "*" not in plain, one.pattern
        assert "+" not in plain, one.pattern


def test_a_moment_near_the_end_of_the_calendar_is_refused_quietly() -> None:
    late = datetime(9999, 12, 31, 23, tzinfo=UTC)
    for text in ("tomorrow", "next year", "this decade", "last night", "yesterday"):
        check(text, parse(text, now=late - timedelta(days=1), timezone="UTC"))
