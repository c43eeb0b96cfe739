"""Helpers for the sources' tests: inputs from files or bytes, and items as plain JSON values."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from lossless_memory.ingest.inputs import Opened, expand
from lossless_memory.sources import SOURCES, is_companion, recognise
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Ready, Skipped, Source
from tests.independent.databases import database

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
BY_NAME = {source.name: source for source in SOURCES}
OPTIONS = Options(zone="Asia/Tokyo")


def of_file(path: Path, name: str | None = None) -> Input:
    """Make the input an import would make of a file; a script of SQL stands for the database it makes."""
    if path.suffix == ".sql":
        return of_bytes(database(path), name or str(path.with_suffix("")))
    with path.open("rb") as stream:
        head = stream.read(1 << 16)
    siblings = sorted(os.listdir(path.parent))
    return Input(name or str(path), head, path.stat().st_size, siblings, lambda: path.open("rb"), str(path))


def all_of(path: Path) -> list[Input]:
    """Make the inputs of a file: those of an archive that hold conversations, else its own."""
    if path.suffix != ".zip":
        return [of_file(path)]
    found = [one.input for one in expand(str(path)) if isinstance(one, Opened)]
    return [one for one in found if not is_companion(one)]


def of_bytes(data: bytes, name: str = "a/5f0c.jsonl") -> Input:
    """Make an input of bytes in memory."""
    return Input(name, data[: 1 << 16], len(data), [], lambda: io.BytesIO(data))


def read(source: Source, input: Input, cursor: Cursor | None = None, options: Options = OPTIONS) -> list[Item]:
    """Read all items into a list."""
    return list(source.read(input, cursor, options))


def drafts(items: list[Item]) -> list[Draft]:
    """Return the drafts of all items in order."""
    return [
        one for item in items if not isinstance(item.result, Skipped) for one in item.result if isinstance(one, Draft)
    ]


def plain(item: Item) -> dict[str, Any]:
    """Write an item as JSON values; a draft without the fields that have their default."""
    told: dict[str, Any] = {"place": item.place}
    if item.cursor is not None:
        told["offset_b"] = item.cursor.offset_b
    if isinstance(item.result, Skipped):
        told["skipped"] = item.result.reason
        return told
    told["records"] = [
        {"line": one.line.decode("utf-8", "surrogateescape")} if isinstance(one, Ready) else _draft(one)
        for one in item.result
    ]
    return told


def _draft(draft: Draft) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, found in draft._asdict().items():
        # A source may take the folder from where its file stands.
        value = found.replace(str(GOLDEN), "/golden") if isinstance(found, str) else found
        if value not in (None, False, {}) or name == "ts":
            told[name] = value
    return told


def golden_inputs() -> list[tuple[str, Path]]:
    """Return each golden case's source and input file, without what only stands beside it."""
    return [
        (path.relative_to(GOLDEN).parts[0], path)
        for path in sorted(GOLDEN.rglob("*"))
        if path.is_file() and not path.name.startswith("expected.") and not _is_beside(path)
    ]


def _is_beside(path: Path) -> bool:
    return recognise(of_file(path)) is None and is_companion(of_file(path))


def golden_name(path: Path) -> str:
    """Return the name a golden input is read under: its path below the case's folder."""
    return "/".join(path.relative_to(GOLDEN).parts[2:]).removesuffix(".sql")


def expected_of(path: Path) -> Path:
    """Return where the items expected of a golden input stand; a case of several inputs has a file for each."""
    folder = case_folder(path)
    is_alone = [path] == [other for _, other in golden_inputs() if case_folder(other) == folder]
    return folder / ("expected.json" if is_alone else f"expected.{path.stem}.json")


def case_folder(path: Path) -> Path:
    """Return the folder of the case an input belongs to."""
    return GOLDEN.joinpath(*path.relative_to(GOLDEN).parts[:2])
