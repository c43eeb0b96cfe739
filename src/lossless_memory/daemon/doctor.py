"""Looking whether anything needs the person: the store, the index, the sources, the service, the disk.

Each check is a function that yields what it found; none of them writes. A symptom that needs the person has a next
step; a remark is only good to know.
"""

from __future__ import annotations

from lossless_memory.daemon.checks import CHECKS
from lossless_memory.daemon.symptoms import Patient, Symptom


def examine(patient: Patient) -> list[Symptom]:
    """Return all that was seen, what needs the person first."""
    found = [symptom for check in CHECKS for symptom in check(patient)]
    return sorted(found, key=lambda one: not one.needs_person)
