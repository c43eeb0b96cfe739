"""Reading the ends of files into memory, for a turn that may not store: nothing is appended and no cursor moves.

The next pass that may store reads the same bytes again. Knows sources only through their contract.
"""

from __future__ import annotations

from collections.abc import Iterable

from lossless_memory.errors import LosslessError
from lossless_memory.ingest.bounded import bounded
from lossless_memory.ingest.identity import Equals, to_record
from lossless_memory.ingest.inputs import Opened, expand
from lossless_memory.ingest.options import options_of
from lossless_memory.ingest.withheld import Withheld
from lossless_memory.log.home import Store
from lossless_memory.record import LineError, Record, prepared
from lossless_memory.sources import recognise
from lossless_memory.sources.base import Cursor, Draft

END_B = 512 * 1024
"""So much of a file's end is read where more of it is new."""


def read_ends(store: Store, files: Iterable[tuple[str, int, int | None]], zone: str, work_b: int) -> list[Record]:
    """Return the records at the ends of files, given as path, size and how far each is known (None: not at all)."""
    found: list[Record] = []
    withheld = Withheld(store)
    for path, size_b, offset_b in files:
        if work_b <= 0:
            break
        new_b = size_b - (offset_b or 0)
        start_b = (offset_b or 0) if new_b <= min(END_B, work_b) else _line_start(path, size_b - min(END_B, work_b))
        if start_b is None:
            continue
        work_b -= size_b - start_b
        try:
            found += _read(store, withheld, path, start_b, size_b, zone)
        except (LosslessError, OSError, ValueError):
            continue  # gone, or not to be read just now
    return found


def _line_start(path: str, offset_b: int) -> int | None:
    """Return where the first whole line from an offset on begins, or None where no line ends behind it."""
    try:
        with open(path, "rb") as stream:
            stream.seek(max(0, offset_b - 1))
            raw = stream.read(END_B + 1)
    except OSError:
        return None
    end = raw.find(b"\n")
    return max(0, offset_b - 1) + end + 1 if end >= 0 else None


def _read(store: Store, withheld: Withheld, path: str, start_b: int, size_b: int, zone: str) -> list[Record]:
    records: list[Record] = []
    for opened in expand(path, withheld.is_path):
        if not isinstance(opened, Opened) or opened.path is None:
            continue
        source = recognise(opened.input)
        if source is None:
            continue
        cursor = Cursor(start_b, {}) if start_b else None
        equals = Equals()
        for item in source.read(bounded(opened.input, size_b), cursor, options_of(store.config, zone)):
            for one in item.result if not hasattr(item.result, "reason") else ():
                if not isinstance(one, Draft) or one.ts is None:
                    continue
                try:
                    record = prepared(to_record(one, source.name, store.config, store.secret, equals)).record
                except LineError:
                    continue
                if withheld.why([record]) is None:
                    records.append(record)
    return records
