"""Looking whether anything needs the person: the store, the index, the sources, the service, the disk.

Each check is a function that yields what it found; none of them writes. A symptom that needs the person has a next
step; a remark is only good to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from lossless_memory.log.home import Store


class Symptom(NamedTuple):
    """Something that was seen: its kind, what was found where, what to do about it, and whether it needs the person."""

    kind: str
    says: str
    fix: str = ""
    needs_person: bool = True


class Patient(NamedTuple):
    """What the checks look at: the store, the instant to judge at, and the instant it really is."""

    store: Store
    now: datetime
    real_now: datetime


Check = Callable[[Patient], Iterator[Symptom]]


def examine(patient: Patient) -> list[Symptom]:
    """Return all that was seen, what needs the person first."""
    from lossless_memory.daemon import checks

    found = [symptom for check in checks.CHECKS for symptom in check(patient)]
    return sorted(found, key=lambda one: not one.needs_person)
