"""Files that were damaged in any way are read as far as they can be, and nothing is made up of the rest."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lossless_memory.sources import SOURCES
from lossless_memory.sources.base import Skipped
from tests.independent.databases import database

from .reading import BY_NAME, golden_inputs, golden_name, of_bytes, read
from .test_contract import check_item, named

COPIES = 20
WORDS = (
    b'"id"',
    b'"type"',
    b'"text"',
    b'"role"',
    b'"content"',
    b'"message"',
    b"null",
    b"true",
    b'"user"',
    b"[",
    b"{",
    b"1",
)
OTHERS = (*WORDS, b'"\\ud83d"', b"1e999", b"9" * 400, b'{"a":' * 50)


@pytest.mark.parametrize(("source", "path"), golden_inputs(), ids=named)
def test_a_damaged_copy_of_a_golden_input_is_read_without_an_exception(source: str, path: Path) -> None:
    whole = database(path) if path.suffix == ".sql" else path.read_bytes()
    for seed in range(COPIES):
        data = damaged(whole, random.Random(f"{path.name} {seed}"))
        input = of_bytes(data, golden_name(path))
        for one in SOURCES:
            one.claims(input)
        items = read(BY_NAME[source], input)
        assert len({item.place for item in items}) == len(items), seed
        for item in items:
            check_item(item)
            assert not (isinstance(item.result, Skipped) and "could not be read" in item.result.reason), (seed, item)


def damaged(whole: bytes, chance: random.Random) -> bytes:
    """Flip bytes, cut, lose, double or reorder lines, exchange words, or take a piece out."""
    lines = whole.split(b"\n")
    match chance.randrange(6):
        case 0:
            data = bytearray(whole)
            for _ in range(chance.randint(1, 20)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            return bytes(data)
        case 1:
            return whole[: chance.randrange(len(whole))]
        case 2:
            chance.shuffle(lines)
            return b"\n".join(lines)
        case 3:
            return b"\n".join(line for line in lines for _ in range(chance.choice((0, 1, 1, 2))))
        case 4:
            return whole.replace(chance.choice(WORDS), chance.choice(OTHERS), chance.randint(1, 3))
        case _:
            start = chance.randrange(len(whole))
            return whole[:start] + whole[start + chance.randrange(1, 200) :]
