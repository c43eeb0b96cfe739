"""Says what the start of a JSON file looks like: an array or not, and the keys of its first objects.

Works on a cut-off start, so it walks its signs instead of parsing. Knows no source; each source names the keys it is
known by. Linear in the length of the start, whatever it holds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lossless_memory.patterns import pattern
from lossless_memory.record import FIELDS
from lossless_memory.sources.base import Input
from lossless_memory.sources.jsonstream import unwrapped
from lossless_memory.sources.opening import head_text
from lossless_memory.typed import NamedTuple

_SIGN = pattern(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},:]', re.DOTALL)
_OBJECTS = 64


class Shape(NamedTuple):
    """The outermost form of a file. `objects` maps each key of an object to its value if that is short text, else
    to ""; keys of an object inside it appear as `outer.inner`."""

    is_array: bool
    objects: tuple[dict[str, str], ...]


def shape(input: Input) -> Shape:
    """Look at the start of an input; a database has no form of its own. Never raises."""
    return _shape("" if input.head.startswith(b"SQLite format 3\0") else head_text(input))


@lru_cache(maxsize=4)
def _shape(text: str) -> Shape:
    start = unwrapped(text).lstrip()
    is_array = start.startswith("[") and not start.startswith("[{}")
    base = 1 if is_array else 0
    objects: list[dict[str, str]] = []
    depth = 0
    stack: list[str] = []
    keys: list[str] = []
    pending: str | None = None
    for match in _SIGN.finditer(start):
        sign = match.group()
        if sign in "{[":
            if depth == base and sign == "{":
                if len(objects) >= _OBJECTS:
                    break
                objects.append({})
            depth += 1
            stack.append(sign)
            keys.append("")
            pending = None
        elif sign in "}]":
            depth = max(0, depth - 1)
            if stack:
                stack.pop()
                keys.pop()
            pending = None
            if is_array and depth == 0:
                break
        elif sign == ":":
            if pending is not None and objects and stack and stack[-1] == "{":
                keys[-1] = pending
                if depth == base + 1:
                    objects[-1].setdefault(pending, "")
                elif depth == base + 2 and keys[-2:-1] != [""]:
                    objects[-1].setdefault(f"{keys[-2]}.{pending}", "")
            pending = None
        elif sign == ",":
            pending = None
            if keys:
                keys[-1] = ""
        else:
            pending = sign[1:-1] if len(sign) < 200 else None
            if depth == base + 1 and objects and keys and keys[-1] and pending is not None:
                objects[-1][keys[-1]] = pending
    return Shape(is_array, tuple(objects))


def is_own_record(keys: dict[str, str], is_cut: bool) -> bool:
    """Say whether an object has the seven fields of our record; in a head cut off within its text, the first five."""
    names = tuple(keys)
    return all(name in names for name in FIELDS) or (is_cut and len(names) == 5 and names == FIELDS[:5])
