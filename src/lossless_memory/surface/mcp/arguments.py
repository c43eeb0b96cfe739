"""Reading the arguments of a call. What is wrong is said so that a model can mend it and call again."""

from __future__ import annotations

import json

from lossless_memory.errors import UsageError
from lossless_memory.typed import Any


class Arguments:
    """The arguments of one call, taken out one by one; `done` refuses what was not asked for."""

    def __init__(self, tool: str, given: dict[str, Any]) -> None:
        """Take the arguments as they came."""
        self._tool, self._left = tool, {name: value for name, value in given.items() if value is not None}
        self._known: list[str] = []

    def text(self, name: str, *, is_needed: bool = False, longest: int = 2_000) -> str | None:
        """Take a text, None where it is not given. Raises UsageError."""
        value = self._take(name)
        if value is None and is_needed:
            raise self._wrong(f"{name} is missing", f'{{"{name}": "…"}}')
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(f"{name} must be some text, but is {_shown(value)}", f'{{"{name}": "…"}}')
        if len(value) > longest:
            raise self._wrong(
                f"{name} has {len(value):,} characters; {longest:,} are the most", "say it in fewer words"
            )
        return value

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        """Take a whole number within bounds. Raises UsageError."""
        value = self._take(name)
        if value is None:
            return default
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self._wrong(
                f"{name} must be a whole number from {lowest} to {highest}, but is {_shown(value)}",
                f'{{"{name}": {default}}}',
            )
        return value

    def choice(self, name: str, allowed: tuple[str, ...]) -> str | None:
        """Take one of some words. Raises UsageError."""
        value = self._take(name)
        if value is not None and value not in allowed:
            raise self._wrong(f"{name} must be one of {', '.join(allowed)}, but is {_shown(value)}", "leave it out")
        return value if isinstance(value, str) else None

    def done(self) -> None:
        """Raise UsageError where an argument is left that the tool does not know."""
        if self._left:
            name = next(iter(self._left))
            raise self._wrong(f"there is no argument {name!r}", f"it takes {', '.join(self._known) or 'none'}")

    def _take(self, name: str) -> Any:
        self._known.append(name)
        return self._left.pop(name, None)

    def _wrong(self, problem: str, example: str) -> UsageError:
        return UsageError(f"{self._tool}: {problem}; nothing was done.", f"Call it again: {example}.")


def _shown(value: Any) -> str:
    return json.dumps(value, default=str)[:60]
