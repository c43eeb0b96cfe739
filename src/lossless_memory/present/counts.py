"""Numbers as people read them: with the noun they count, and sizes in the unit that fits."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, in the plural where it needs one: `1 file`, `2,000 files`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {plural or noun + 's'}"


def size(size_b: int) -> str:
    """Return a number of bytes in kB, MB or GB (powers of 1,000), or as it is if it is small."""
    for unit, one_b in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)):
        if size_b >= one_b:
            return f"{size_b / one_b:,.1f} {unit}"
    return counted(size_b, "byte")
