"""Our named tuples behave as typing's do: the same classes made of both, beside each other."""

from __future__ import annotations

import copy
import importlib
import pickle
import typing
from typing import Any

import pytest

from lossless_memory import typed


class Ours(typed.NamedTuple):
    """One of ours."""

    name: str
    count: int = 3
    more: Any = ()

    @property
    def twice(self) -> int:
        """The count, doubled."""
        return self.count * 2


class Theirs(typing.NamedTuple):
    """One of typing's."""

    name: str
    count: int = 3
    more: Any = ()

    @property
    def twice(self) -> int:
        """The count, doubled."""
        return self.count * 2


class Named(Ours):
    """Adds to a class without a field of its own."""

    def said(self) -> str:
        return f"{self.name}!"


KINDS = pytest.mark.parametrize("kind", [Theirs, Ours])


@KINDS
def test_a_tuple_is_made_read_and_changed(kind: Any) -> None:
    made = kind("a", more=[1])
    assert ("a", 3, [1]) == made == tuple(made)
    assert ("a", 6) == (made.name, made.twice)
    assert kind("b", 3, [1]) == made._replace(name="b")
    assert isinstance(made._replace(name="b"), kind)
    assert {"name": "a", "count": 3, "more": [1]} == made._asdict()
    assert (("name", "count", "more"), {"count": 3, "more": ()}) == (kind._fields, kind._field_defaults)
    assert f"{kind.__name__}(name='a', count=3, more=[1])" == repr(made)
    assert kind("a", 1, 2) == kind._make(["a", 1, 2])


@KINDS
def test_it_travels_and_matches(kind: Any) -> None:
    made = kind("a", 1)
    assert made == pickle.loads(pickle.dumps(made)) == copy.copy(made) == copy.deepcopy(made)
    match made:
        case kind(name, count):
            assert ("a", 1) == (name, count)
    assert hash(("a", 1, ())) == hash(made)


@KINDS
@pytest.mark.parametrize("wrong", [{}, {"name": "a", "other": 1}])
def test_it_takes_no_other_fields_than_its_own(kind: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        kind(**wrong)
    with pytest.raises(TypeError):
        kind("a", 1, 2, 3)
    with pytest.raises(ValueError):
        kind("a")._replace(other=1)
    with pytest.raises(AttributeError):
        kind("a").name = "b"
    with pytest.raises(AttributeError):
        kind("a").other = "b"


def test_a_class_that_adds_methods_keeps_the_fields() -> None:
    assert ("a!", 3) == (Named("a").said(), Named("a").count)
    assert Named("b") == Named("a")._replace(name="b")
    assert isinstance(Named("a")._replace(name="b"), Named)


def test_a_field_without_a_default_stands_before_those_with_one() -> None:
    with pytest.raises(TypeError, match="without a default"):
        type(Ours)("Wrong", (typed.NamedTuple,), {"__annotations__": {"a": "int", "b": "int"}, "a": 1})


def test_whatever_is_handed_on_is_also_there_at_run_time() -> None:
    module = importlib.import_module("lossless_memory.typed")
    assert [] == [name for name in module.__all__ if not hasattr(module, name)]
    assert [] == [name for name in module.__all__ if not hasattr(typing, name)]
    assert 3 == typed.cast("str", 3)


def test_a_class_without_fields_can_be_shown() -> None:
    class Nothing(typed.NamedTuple):
        """Says all by being there."""

    assert ("Nothing()", {}) == (repr(Nothing()), Nothing()._asdict())
