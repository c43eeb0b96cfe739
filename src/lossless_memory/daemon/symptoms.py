"""What the doctor's checks look at and what they may find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from lossless_memory.log.home import Store
from lossless_memory.typed import NamedTuple


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
