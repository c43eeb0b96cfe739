"""Where the lines came from: each source with its files, days and what was skipped, and what was imported when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from lossless_memory.ingest.book import Import, Sums
from lossless_memory.present import times
from lossless_memory.present.counts import counted
from lossless_memory.present.visible import one_line
from lossless_memory.typed import Any, NamedTuple

LISTED = 20
"""So many imports are listed for people, the latest first."""

LISTED_JSON = 1_000
"""So many are listed in JSON."""

UNKNOWN = "not recognised"


class Row(NamedTuple):
    """One source: what the log holds of it (records, on so many UTC days, from day to day) and what the book says."""

    source: str
    records: int
    days: int
    first: str | None
    last: str | None
    book: Sums
    paths: Sequence[str]


def rows(
    days: Mapping[str, Mapping[str, int]], sums: Mapping[str | None, Sums], paths: Mapping[str, Sequence[str]]
) -> list[Row]:
    """Put together what the log, the book and the settings say of each source; what nobody recognised comes last."""
    found = []
    for source in sorted({*days, *paths, *(name for name in sums if name is not None)}):
        counts = days.get(source, {})
        about = sums.get(source, Sums(0, 0, {}, None))
        first, last = min(counts, default=None), max(counts, default=None)
        found.append(Row(source, sum(counts.values()), len(counts), first, last, about, paths.get(source, ())))
    if None in sums:
        found.append(Row(UNKNOWN, 0, 0, None, None, sums[None], ()))
    return found


def shape(found: Sequence[Row], imports: Sequence[Import]) -> dict[str, Any]:
    """Return `stats --sources --json`."""
    return {
        "by_source": [
            {
                "source": None if row.source == UNKNOWN else row.source,
                "paths": list(row.paths),
                "files": row.book.files,
                "gone": row.book.gone,
                "records": row.records,
                "days": row.days,
                "first": row.first,
                "last": row.last,
                "last_new": row.book.last_new,
                "skipped": dict(row.book.skipped),
            }
            for row in found
        ],
        "imports": [one._asdict() for one in imports[:LISTED_JSON]],
        "imports_total": len(imports),
    }


def text(found: Sequence[Row], imports: Sequence[Import], zone: ZoneInfo) -> str:
    """Return the sources, then the latest imports, for people."""
    lines: list[str] = []
    for row in found:
        lines.append(one_line(row.source))
        lines += [f"  {line}" for line in _said(row, zone)]
    if not found:
        lines.append("Nothing was taken in yet.")
    if imports:
        lines += ["", "Imported, the latest first:"]
        lines += [f"  {line}" for line in _imports(imports[:LISTED], zone)]
        if len(imports) > LISTED:
            lines.append(f"  … and {len(imports) - LISTED:,} earlier (--json lists them)")
    return "\n".join(lines) + "\n"


def _said(row: Row, zone: ZoneInfo) -> Iterable[str]:
    if row.records:
        span = row.first if row.first == row.last else f"{row.first} to {row.last}"
        yield f"{counted(row.records, 'record')} on {counted(row.days, 'day')} (UTC), {span}"
    if row.book.files:
        gone = row.book.gone
        away = f"; {gone:,} of them {'is' if gone == 1 else 'are'} gone, and what was read from there is kept"
        yield f"read from {counted(row.book.files, 'file')}{away if gone else ''}"
    if row.book.last_new is not None:
        yield f"last seen growing {times.local(row.book.last_new, zone)} ({zone.key})"
    if row.paths:
        yield f"looked for in {', '.join(map(one_line, row.paths))}"
    for reason, count in row.book.skipped.items():
        yield f"skipped {count:,}: {one_line(reason)}"


def _imports(imports: Sequence[Import], zone: ZoneInfo) -> Iterable[str]:
    for one in imports:
        skipped = f", {one.skipped:,} skipped" if one.skipped else ""
        known = f", {one.duplicates:,} known already" if one.duplicates else ""
        yield (
            f"{times.local(one.ts, zone)}  {one_line(one.path)} ({one.source or UNKNOWN}): "
            f"{one.stored:,} new{known}{skipped}"
        )
