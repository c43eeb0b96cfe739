"""The command line of a question in its plain form, read by hand: click takes longer than the answer.

Whatever is not plain (help, a mistake, a number out of range, an option with an optional value) is left to click, which
reads the same and knows what to say. tests/surface holds the two to each other.
"""

from __future__ import annotations

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
    if any(one == "--" or one[:2] == "-h" for one in arguments):
        return None
    start = _options(arguments, _GLOBAL)
    if start is None or start[1][:1] != ["recall"]:
        return None
    before, (_, *rest) = start
    end = _options(rest, {**_FLAGS, **_VALUES}, are_mixed=True)
    if end is None:
        return None
    behind, question = end
    outer, own = _as_click(before, _GLOBAL.values()), _as_click(behind, [*_FLAGS.values(), *_VALUES.values()])
    own.update(question=tuple(question), compact=None)
    for name, (low, high, default) in _NUMBERS.items():
        text = own[name]
        if text is not None and not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            return None
        own[name] = default if text is None else int(text)
    return outer, own


def _options(
    arguments: Sequence[str], known: Mapping[str, str], *, are_mixed: bool = False
) -> tuple[list[tuple[str, str]], list[str]] | None:
    """Return the options up to the first word, or between all words, and the words; None where one is not known."""
    found: list[tuple[str, str]] = []
    words: list[str] = []
    left = iter(arguments)
    for one in left:
        if one == "-" or not one.startswith("-"):
            words.append(one)
            if not are_mixed:
                words.extend(left)
            continue
        name, mark, value = one[2:].partition("=")
        if one[:2] != "--" or name not in known or (mark and name in _FLAGS):
            return None
        if not mark and name not in _FLAGS:
            following = next(left, None)
            if following is None:
                return None
            value = following
        found.append((name, value))
    return found, words


def _as_click(found: Sequence[tuple[str, str]], wanted: Any) -> dict[str, Any]:
    flags = set(_FLAGS.values())
    options: dict[str, Any] = {name: False if name in flags else None for name in wanted}
    for name, value in found:
        options[{**_FLAGS, **_VALUES}[name]] = True if name in _FLAGS else value
    return options
