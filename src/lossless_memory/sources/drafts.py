"""What every source does with its drafts: part the person's words from ours, number them under one id, and find a time
for those that have none.

Owns the rule by which a missing time is inherited: from the entry before, for a file's first entries from the first
time to come, else from the day the person told. Knows no format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lossless_memory.sources.base import Draft, Options, Ready, Skipped
from lossless_memory.sources.marks import split_own
from lossless_memory.sources.opening import Broken
from lossless_memory.sources.times import Instant, noon

_UNIQUE = 20
"""From this length on an id is taken to be random; a UUID has 36 characters, a ULID 26."""

Outcome = Sequence[Draft | Ready] | Skipped
"""What becomes of one item."""


def numbered(drafts: list[Draft], id: str | None) -> list[Draft]:
    """Give one draft the id itself, several `id#0`, `id#1`, …; no id stays none."""
    if id is None:
        return drafts
    if len(drafts) == 1:
        return drafts if drafts[0].id == id else [drafts[0]._replace(id=id)]
    return [one._replace(id=f"{id}#{number}") for number, one in enumerate(drafts)]


def scoped(id: str | None, session: str) -> str | None:
    """Return an id that is unique in the source: a short one, such as `m1`, counts within its conversation only."""
    return id if id is None or len(id) >= _UNIQUE else f"{session}/{id}"


def typed(base: Draft, text: str, *, blank: str = "empty", actor: str | None = None) -> list[Draft]:
    """Turn what a person typed into drafts: what our hooks put into it, and `blank` pieces, are nobody's words.

    The texts of the drafts join to the given one.
    """
    return [
        base._replace(kind="injected" if is_own else blank, text=piece)
        if is_own or not piece.strip()
        else base._replace(role="user", type="text", kind="typed", text=piece, actor=actor)
        for piece, is_own in split_own(text)
    ]


class Clock:
    """Gives each entry of a file, in order, its own time or the one it inherits."""

    def __init__(self, ts: str | None, options: Options, ahead: Callable[[], Iterable[Instant | None]]) -> None:
        """Begin with the time of the last entry read before, if any; `ahead` tells the times still to come."""
        self.ts = ts
        self._options = options
        self._ahead: Callable[[], Iterable[Instant | None]] | None = ahead

    def tell(self, own: Instant | None) -> tuple[str | None, bool]:
        """Return the `ts` for an entry whose own time this is, and whether it is inherited or of an assumed zone."""
        if own:
            self.ts = own.ts
            return own.ts, own.is_zone_assumed
        if self.ts is None and self._ahead is not None:
            self.ts = next((found.ts for found in self._ahead() if found), None)
            self._ahead = None
        if self.ts is None and self._options.day is not None:
            return noon(self._options.day, self._options.zone), True
        return self.ts, True


def attempt(convert: Callable[..., Outcome], *arguments: object) -> Outcome:
    """Convert one item; whatever goes wrong with it becomes its reason, so that the rest of the file is read on."""
    try:
        return convert(*arguments)
    except RecursionError:
        return Skipped("nested too deeply")
    except Broken as broken:
        return Skipped(str(broken)[:200])
    except Exception as error:  # noqa: BLE001 - one bad item must not drop the file
        return Skipped(f"could not be read: {type(error).__name__}")
