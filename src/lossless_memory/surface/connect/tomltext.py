"""Adding a table to a TOML text at its end, and taking it out again. What stands there already is not touched."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence

from lossless_memory.typed import Any


class NotToml(Exception):
    """The text is no TOML, or has no place for the table; the message says why."""


def parse(text: str) -> dict[str, Any]:
    """Read a text. Raises NotToml."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotToml(str(error)) from error


def table_at(values: Mapping[str, Any], path: Sequence[str]) -> Any:
    """Return what stands at a path of keys, or None."""
    found: Any = values
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def addition(text: str, path: Sequence[str], values: Mapping[str, str | list[str]]) -> str:
    """Return what to put behind the text, so that it holds the table. Raises NotToml where that cannot be."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(path)}]", *(f"{name} = {json.dumps(value)}" for name, value in values.items())]
    lead = "" if not text.strip("\ufeff") else newline if text.endswith("\n") else newline * 2
    added = lead + "".join(line + newline for line in lines)
    before = parse(text)
    try:
        after = parse(text + added)
    except NotToml as error:
        raise NotToml(f"{'.'.join(path)} cannot be added behind what stands there ({error})") from error
    if table_at(after, path) != values or _without(after, path) != _without(before, path):
        raise NotToml(f"{'.'.join(path)} cannot be added without changing what stands there")
    return added


def taken_out(text: str, path: Sequence[str]) -> str:
    """Return the text without the table of that name, from its header to the next or the end."""
    name = re.escape(".".join(path))
    return re.sub(rf"(?m)^\r?\n?[ \t]*\[{name}\][^\n]*\n(?:(?![ \t]*\[)[^\n]*\n?)*", "", text, count=1)


def _without(values: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    name, *rest = path
    kept = {key: value for key, value in values.items() if key != name}
    if rest and isinstance(values.get(name), Mapping) and (inner := _without(values[name], rest)):
        kept[name] = inner
    return kept
