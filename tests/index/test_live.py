"""What is live is the path to the newest leaf or to what the latest head names; what is in no thread is live."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.record import Record
from tests.index.live_model import Node, live_ids, modelled
from tests.index.stores import append, catch_up, dump, home_at, rebuilt, rec, store_at


def node(id: int, parent: int | None = None, *, at: int | None = None, is_head: bool = False) -> Node:
    """Return a node whose event is its id; a head names its parent, and nothing follows on its own event."""
    return Node(id, id if at is None else at, id, parent, is_head)


def test_without_any_thread_everything_is_live() -> None:
    assert {1, 2, 3} == live_ids([node(1), node(2), node(3)])
    assert {1, 2} == live_ids([node(1, 99), node(2, 98)])  # parents that are not there
    assert set() == live_ids([])


def test_the_path_to_the_newest_leaf_is_live_and_a_rolled_back_branch_is_not() -> None:
    nodes = [node(1), node(2, 1), node(3, 2), node(4, 1), node(5, 4)]
    assert {1, 4, 5} == live_ids(nodes)


def test_the_newest_leaf_is_the_newest_in_time_whatever_the_order_of_lines() -> None:
    nodes = [node(1), node(2, 1, at=90), node(3, 1, at=50)]
    assert {1, 2} == live_ids(nodes)


def test_a_head_names_the_live_leaf_and_the_latest_head_counts() -> None:
    nodes = [node(1), node(2, 1), node(3, 1), node(8, 2, is_head=True)]
    assert {1, 2, 8} == live_ids(nodes)
    assert {1, 3, 8, 9} == live_ids([*nodes, node(9, 3, is_head=True)])


def test_a_head_that_names_nothing_of_the_thread_does_not_count() -> None:
    assert {1, 3, 9} == live_ids([node(1), node(2, 1), node(3, 1), node(9, 77, is_head=True)])


def test_what_stands_outside_the_thread_is_live() -> None:
    nodes = [node(1), node(2, 1), node(3, 1), node(7), node(8, 55), Node(9, 9, None, None, False)]
    assert {1, 3, 7, 8, 9} == live_ids(nodes)


def test_a_compaction_root_with_its_own_turns_leaves_the_turns_before_it_out_of_the_branch() -> None:
    before, after = [node(1), node(2, 1)], [node(3), node(4, 3)]
    assert {3, 4} == live_ids([*before, *after])


def test_several_records_of_one_event_are_live_together() -> None:
    nodes = [node(1), Node(20, 2, 2, 1, False), Node(21, 2, 2, 1, False), node(3, 1)]
    assert {1, 3} == live_ids(nodes)
    assert {1, 20, 21} == live_ids([*nodes[:3], node(3, 1, at=0)])


def test_parents_in_a_circle_do_not_hang() -> None:
    assert live_ids([node(1, 2), node(2, 1)]) <= {1, 2}
    assert live_ids([node(1, 1)]) <= {1}
    assert live_ids([node(1, 3), node(2, 1), node(3, 2), node(4, 3)]) <= {1, 2, 3, 4}


_NODES = st.lists(st.tuples(st.none() | st.integers(0, 7), st.booleans()), max_size=8).map(
    lambda rows: [
        node(number, parent, is_head=head and parent is not None) for number, (parent, head) in enumerate(rows)
    ]
)


@given(_NODES, st.randoms(use_true_random=False))
def test_with_times_all_different_the_order_of_lines_does_not_matter(nodes: list[Node], random: object) -> None:
    shuffled = list(nodes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert live_ids(nodes) == live_ids(shuffled)


_VERSIONED = st.lists(
    st.tuples(st.integers(0, 5), st.none() | st.integers(0, 5), st.integers(0, 4), st.booleans()), max_size=12
).map(
    lambda rows: [
        Node(number, ts_us, event, parent, head) for number, (event, parent, ts_us, head) in enumerate(rows, 1)
    ]
)


@given(_VERSIONED)
def test_the_catalog_takes_for_live_what_a_plain_reading_of_the_rules_does(nodes: list[Node]) -> None:
    assert modelled(nodes) == live_ids(nodes)


_CHAINS = st.tuples(st.integers(1, 6), st.booleans(), st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)))).map(
    lambda made: [
        node(number, dict(made[2]).get(number, number - 1 or None), is_head=made[1] and number == made[0])
        for number in range(1, made[0] + 1)
    ]
)


@given(_CHAINS | _VERSIONED)
def test_conversations_without_branches_are_passed_over_when_many_wait_and_nothing_else_is(nodes: list[Node]) -> None:
    assert modelled(nodes) == live_ids(nodes, others=100)


@given(_NODES)
def test_heads_and_all_outside_the_thread_are_live_and_nothing_is_invented(nodes: list[Node]) -> None:
    live = live_ids(nodes)
    assert live <= {one.id for one in nodes}
    assert {one.id for one in nodes if one.is_head} <= live


def _conversation() -> list[Record]:
    def said(id: str, second: int, parent: str | None = None, **more: str) -> Record:
        named = {"parent": parent} if parent else {}
        return rec(f"said {id}", f"2026-03-02T09:00:{second:02}", id=id, **named, **more)

    return [
        said("a", 1),
        said("b", 2, "a"),
        said("c", 3, "b"),
        said("d", 4, "a"),
        said("x", 5, agent="helper"),
        said("y", 6, "x", agent="helper"),
    ]


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (2, 0, 5, 1, 4, 3), (3, 2, 1, 5, 0, 4)])
def test_the_same_branch_is_live_in_whatever_order_a_conversation_is_stored(home: Path, order: tuple[int, ...]) -> None:
    records = _conversation()
    store = store_at(home)
    for number in order:
        append(store, [records[number]])
    rows = dump(store.home)["rows"]
    live = {order[line - 1] for (_, _, line), row in rows.items() if row[0][6]}
    assert {0, 3, 4, 5} == live
    assert rebuilt(store.home) == dump(store.home)


def test_the_live_branch_does_not_depend_on_the_order_of_devices(tmp_path: Path) -> None:
    records = _conversation()
    found = []
    for number, order in enumerate(list(permutations(range(4)))[::5]):
        home = tmp_path / str(number)
        for place in order:
            name = f"device{place}"
            append(store_at(home, name[-1] + "bcdef0123456789", name), [records[place]])
        catch_up(store_at(home))
        found.append(dump(home_at(home))["rows"])
    for rows in found:
        assert {address: row[0][6] for address, row in found[0].items()} == {
            address: row[0][6] for address, row in rows.items()
        }
