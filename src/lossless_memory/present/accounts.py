"""The account of an import, as text and as JSON."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from lossless_memory.ingest.account import Account
from lossless_memory.ingest.run import UNKNOWN, Result
from lossless_memory.present import times
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line
from lossless_memory.typed import Any

LISTED = 40
"""So many files are listed one by one; of more only those where something was new or skipped."""


_NEXT = (
    "What was not recognised is no transcript or export that is known here. A conversation of any other kind can be\n"
    "read as JSON lines of a time, a speaker and a text:\n"
    '  {"ts": "2026-03-02T21:10:00+09:00", "speaker": "Sam", "text": "where were we"}'
)


def shape(result: Result) -> dict[str, Any]:
    """Return `import --json`."""
    total = result.total.as_json()
    del total["path"], total["source"]
    return {"files": [made.as_json() for made in result.accounts], "companions": result.companions, "total": total}


def text(result: Result, zone: ZoneInfo) -> str:
    """Return the account for people: a line or two a file, then the sum."""
    shown = result.accounts
    if len(shown) > LISTED:
        shown = [made for made in shown if made.stored or made.skipped]
    lines: list[str] = []
    for made in shown:
        lines.append(f"{one_line(made.path)} ({made.source or 'not recognised'})")
        lines += [f"  {line}" for line in _sums(made, zone)]
    if not result.accounts:
        lines.append("Nothing new.")
    elif len(result.accounts) > 1:
        lines.append(f"Together: {counted(len(result.accounts), 'file')}")
        lines += [f"  {line}" for line in _sums(result.total, zone)]
    if any(UNKNOWN in made.skipped for made in result.accounts):
        lines.append(_NEXT)
    if result.companions:
        hold = "holds no conversation and was" if result.companions == 1 else "hold no conversation and were"
        beside = " beside them" if result.accounts else ""
        lines.append(f"{counted(result.companions, 'file')}{beside} {hold} not read.")
    return "\n".join(lines) + "\n"


def summary(result: Result, zone: ZoneInfo) -> str:
    """Return the sum of an account, without its files."""
    if not result.accounts:
        return "Nothing new.\n"
    lines = [f"Read: {counted(len(result.accounts), 'file')}", *(f"  {line}" for line in _sums(result.total, zone))]
    return "\n".join(lines) + "\n"


def _sums(made: Account, zone: ZoneInfo) -> list[str]:
    waiting = []
    if made.waiting_b:
        waiting = [f"the last line is not complete: its {counted(made.waiting_b, 'byte')} are read once it is"]
    if not made.items:
        return waiting or ["nothing new since it was read last"]
    skipped = sum(made.skipped.values())
    lines = [f"{counted(made.items, 'item')} = {made.converted:,} converted + {skipped:,} skipped"]
    lines += [f"    skipped {count:,}: {one_line(reason)}" for reason, count in sorted(made.skipped.items())]
    lines.append(f"{counted(made.records, 'record')} = {made.stored:,} new + {made.duplicates:,} known already")
    if made.first is not None and made.last is not None:
        lines.append(f"from {times.local(made.first, zone)} to {times.local(made.last, zone)} ({zone.key})")
    return lines + waiting
