"""Which version is shown depends on the versions, not on the order in which they came."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lossless_memory.index.versions import MOST_PIECES, Shown, Version, settle
from lossless_memory.record import ts_to_us
from tests.index.stores import rec

A, B, C = ("main", "2026-03-02", 1), ("main", "2026-03-02", 2), ("main", "2026-03-02", 3)


def version(address: tuple[str, str, int], text: str, ts: str = "2026-03-02T09:00:00", **more: Any) -> Version:
    return Version(address, rec(text, ts, **{"id": "e", **more}))


def us(ts: str) -> int:
    return ts_to_us(ts + ".000000Z")


def by(decided: dict[tuple[str, str, int], Shown]) -> dict[tuple[str, str, int], tuple[str, str, int] | None]:
    return {address: shown.by for address, shown in decided.items()}


def test_of_a_growing_snapshot_the_longest_is_shown_at_the_first_ones_time() -> None:
    decided = settle(
        [
            version(A, "it", "2026-03-02T09:00:00"),
            version(B, "it grows", "2026-03-02T09:00:05"),
            version(C, "it gr", "2026-03-02T09:00:03"),
        ]
    )
    assert by(decided) == {A: B, B: None, C: B}
    assert us("2026-03-02T09:00:00") == decided[B].ts_us
    assert us("2026-03-02T09:00:03") == decided[C].ts_us


def test_an_edit_wins_over_a_longer_text_and_the_newest_edit_over_an_older_one() -> None:
    decided = settle(
        [
            version(A, "a long first text"),
            version(B, "short", edited="2026-03-05T00:00:00Z"),
            version(C, "shorter still", edited="2026-03-04T00:00:00Z"),
        ]
    )
    assert by(decided) == {A: B, B: None, C: B}


def test_of_equal_texts_one_with_its_own_time_is_shown_at_its_own_time() -> None:
    decided = settle(
        [
            version(A, "hello", "2026-03-01T00:00:00", time="inherited"),
            version(B, "hello", "2026-03-02T09:00:00"),
        ]
    )
    assert by(decided) == {A: B, B: None}
    assert us("2026-03-02T09:00:00") == decided[B].ts_us


def test_a_longer_text_with_an_inherited_time_takes_the_exact_time_of_a_shorter_one() -> None:
    decided = settle(
        [
            version(A, "hello", "2026-03-02T09:00:00"),
            version(B, "hello world", "2026-03-01T00:00:00", time="inherited"),
        ]
    )
    assert by(decided) == {A: B, B: None}
    assert us("2026-03-02T09:00:00") == decided[B].ts_us


def test_of_copies_on_two_devices_the_smallest_address_is_shown() -> None:
    desk, phone = ("desk", "2026-03-02", 9), ("phone", "2026-03-02", 1)
    assert {desk: None, phone: desk} == by(settle([version(phone, "hello"), version(desk, "hello")]))
    assert by(settle([version(B, "hello"), version(A, "hello")])) == {A: None, B: A}


def test_of_copies_the_earliest_is_shown_before_the_smallest_address() -> None:
    desk, phone = ("desk", "2026-03-02", 9), ("phone", "2026-03-02", 1)
    decided = settle([version(desk, "hello", "2026-03-02T09:00:01"), version(phone, "hello")])
    assert {desk: phone, phone: None} == by(decided)


def test_pieces_of_one_answer_give_way_to_the_one_they_begin() -> None:
    decided = settle(
        [
            version(A, "Yes", id="a", answer="m", kind="reply"),
            version(B, "Yes, and", id="b", answer="m", kind="reply"),
            version(C, "Yes, and more", id="c", answer="m", kind="reply"),
        ]
    )
    assert by(decided) == {A: C, B: C, C: None}


@pytest.mark.parametrize(
    "other",
    [
        {"answer": "another"},
        {"answer": "m", "kind": "thinking"},
        {"answer": "m", "type": "meta"},
        {"answer": "m", "source": "another"},
        {},
    ],
)
def test_a_beginning_in_another_answer_or_of_another_kind_stays(other: dict[str, str]) -> None:
    decided = settle(
        [
            version(A, "Yes", id="a", answer="m", kind="reply"),
            version(B, "Yes, and", **{"id": "b", "kind": "reply", **other}),
        ]
    )
    assert by(decided) == {A: None, B: None}


def test_tool_calls_of_one_answer_are_never_pieces_of_each_other() -> None:
    calls = [version(A, "{", id="a", answer="m", type="action"), version(B, "{}", id="b", answer="m", type="action")]
    assert by(settle(calls)) == {A: None, B: None}


def test_two_equal_pieces_of_one_answer_are_shown_once() -> None:
    decided = settle([version(A, "Yes", id="a", answer="m"), version(B, "Yes", id="b", answer="m")])
    assert by(decided) == {A: None, B: A}


def test_an_id_that_very_many_lines_name_is_no_answers_and_all_of_them_are_shown() -> None:
    def pieces(count: int) -> list[Version]:
        place = ("main", "2026-03-02")
        return [version((*place, n), "a" * n, id=f"e{n}", answer="m", kind="reply") for n in range(1, count + 1)]

    assert 1 == sum(one is None for one in by(settle(pieces(MOST_PIECES))).values())
    assert MOST_PIECES + 1 == sum(one is None for one in by(settle(pieces(MOST_PIECES + 1))).values())


def test_lines_without_origin_never_supersede_each_other() -> None:
    decided = settle([Version(A, rec("hello")), Version(B, rec("hello")), Version(C, rec("hello world"))])
    assert by(decided) == {A: None, B: None, C: None}


_TEXTS = st.sampled_from(["", "a", "ab", "abc", "b", "ba", "はい", "はいは", "\ud800"])
_OPTIONS = st.fixed_dictionaries(
    {"id": st.sampled_from(["e", "f", "g"])},
    optional={
        "answer": st.sampled_from(["m", "n"]),
        "time": st.just("inherited"),
        "edited": st.sampled_from(["2026-03-04", "2026-03-05"]),
        "type": st.sampled_from(["text", "meta", "action"]),
    },
)
_TIMES = st.sampled_from([f"2026-03-0{day}T09:00:0{second}" for day in (1, 2) for second in (0, 1, 2)])
_VERSIONS = st.lists(
    st.tuples(st.sampled_from(["desk", "main"]), _TEXTS, _TIMES, _OPTIONS), min_size=1, max_size=6
).map(
    lambda rows: [
        version((device, ts[:10], number), text, ts, **more)
        for number, (device, text, ts, more) in enumerate(rows, 1)
    ]
)  # fmt: skip


@given(_VERSIONS, st.randoms(use_true_random=False))
def test_what_is_shown_does_not_depend_on_the_order_of_arrival(versions: list[Version], random: Any) -> None:
    decided = settle(versions)
    shuffled = list(versions)
    random.shuffle(shuffled)
    assert decided == settle(shuffled)


@given(_VERSIONS)
def test_every_version_points_at_one_of_the_set_and_no_pointer_goes_in_a_circle(versions: list[Version]) -> None:
    decided = settle(versions)
    assert {one.address for one in versions} == set(decided)
    for address in decided:
        seen, place = set(), address
        while (further := decided[place].by) is not None:
            assert place not in seen
            seen.add(place)
            place = further


@given(_VERSIONS)
def test_of_each_source_and_id_exactly_one_is_shown_or_gives_way_to_its_answer(versions: list[Version]) -> None:
    decided = settle(versions)
    for name in {(one.identity, one.record.role, one.record.type) for one in versions}:
        mine = {one.address for one in versions if (one.identity, one.record.role, one.record.type) == name}
        outside = [address for address in mine if decided[address].by not in mine]
        assert len(outside) == 1


@given(_VERSIONS)
def test_the_shown_instant_is_one_of_the_versions_own(versions: list[Version]) -> None:
    own = {one.own_us for one in versions}
    decided = settle(versions)
    assert own >= {shown.ts_us for shown in decided.values()}
    for one in versions:
        if not one.is_inherited and decided[one.address].by is None:
            assert decided[one.address].ts_us <= one.own_us


@given(_VERSIONS)
@settings(max_examples=30)
def test_all_orders_of_a_small_set_agree(versions: list[Version]) -> None:
    assert len({str(sorted(settle(order).items())) for order in permutations(versions[:4])}) == 1
