"""The command line of a question in its plain form, read with the standard library: click takes longer than the answer.

Whatever is not plain (help, a mistake, a number out of range, an option with an optional value) is left to click, which
reads the same and knows what to say. tests/surface holds the two to each other.
"""

from __future__ import annotations

import getopt
import os
from collections.abc import Mapping, Sequence

from lossless_memory.typed import Any

_GLOBAL: Mapping[str, str] = {
    "home": "home",
    "now": "now",
    "tz": "tz",
    "json": "as_json",
    "quiet": "quiet",
    "no-color": "no_color",
}
_FLAGS = {
    **{"user": "only_user", "ai": "only_ai", "all-time": "all_time", "full": "full", "literal": "literal"},
    **{"agents": "agents", "explain": "explain", "json": "as_json", "quiet": "quiet", "no-color": "no_color"},
}
_VALUES = {
    **{"actor": "actor", "session": "session", "type": "types", "since": "since", "until": "until", "after": "after"},
    "scope": "scope",
    **{"around": "around", "limit": "limit", "home": "home", "now": "now", "tz": "tz"},
}
_NUMBERS = {"around": (0, 100, 0), "limit": (1, 10_000, 20)}
"""From, to, and what holds where nothing is said."""


def read(arguments: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the global options before `recall`, and its own with the global ones behind it; None leaves it to click.

    Both as click hands them on: every option is there, under the name of its parameter.
    """
    if "POSIXLY_CORRECT" in os.environ or any(one == "--" or one[:2] == "-h" for one in arguments):
        return None
    try:
        before, rest = getopt.getopt(list(arguments), "", _names(_GLOBAL))
        if rest[:1] != ["recall"]:
            return None
        behind, question = getopt.gnu_getopt(rest[1:], "", _names({**_FLAGS, **_VALUES}))
    except getopt.GetoptError:
        return None
    # getopt takes a name cut short, click does not.
    given = {one.partition("=")[0] for one in arguments if one.startswith("--")}
    if not given <= {f"--{name}" for name in (*_FLAGS, *_VALUES)}:
        return None
    outer, own = _as_click(before, _GLOBAL.values()), _as_click(behind, [*_FLAGS.values(), *_VALUES.values()])
    own.update(question=tuple(question), compact=None)
    for name, (low, high, default) in _NUMBERS.items():
        text = own[name]
        if text is not None and not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            return None
        own[name] = default if text is None else int(text)
    return outer, own


def _names(options: Mapping[str, str]) -> list[str]:
    return [name if name in _FLAGS else f"{name}=" for name in options]


def _as_click(found: Sequence[tuple[str, str]], wanted: Any) -> dict[str, Any]:
    flags = set(_FLAGS.values())
    options: dict[str, Any] = {name: False if name in flags else None for name in wanted}
    for option, value in found:
        name = option.removeprefix("--")
        options[{**_FLAGS, **_VALUES}[name]] = True if name in _FLAGS else value
    return options
