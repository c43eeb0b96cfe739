"""What the person does not want taken in: paused times, excluded paths and excluded conversations.

An item that is withheld is counted with its reason and nothing of it is kept, not even in quarantine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from lossless_memory.config import Config
from lossless_memory.ingest.inputs import EXCLUDED
from lossless_memory.log import pauses
from lossless_memory.log.home import Store
from lossless_memory.record import Record

PAUSED = "paused"


def is_excluded_path(path: str, config: Config) -> bool:
    """Say whether a file or folder is excluded: it matches a pattern, or lies in a folder that does."""
    return _matches(path, _patterns(config))


class Withheld:
    """Decides what is not taken in, by the settings and marks as they stand now."""

    def __init__(self, store: Store) -> None:
        """Read the pauses of the store; the exclusions are among its settings."""
        self._pauses = pauses.read(store.home)
        self._paths = _patterns(store.config)
        self._sessions = frozenset(store.config.exclude_sessions)
        self.is_idle = not (self._pauses.all or self._paths or self._sessions)

    def is_path(self, path: str) -> bool:
        """Say whether a file or folder is excluded."""
        return _matches(path, self._paths)

    def why(self, records: Iterable[Record]) -> str | None:
        """Return why an item's records are not taken in, or None."""
        if self.is_idle:
            return None
        for record in records:
            if self._pauses.holds(record.ts):
                return PAUSED
            if self._sessions and self._is_session(record.session):
                return EXCLUDED
            folder = (record.origin or {}).get("cwd") if self._paths else None
            if isinstance(folder, str) and self.is_path(folder):
                return EXCLUDED
        return None

    def _is_session(self, session: str) -> bool:
        return session in self._sessions or session.partition(":")[2] in self._sessions


def _patterns(config: Config) -> list[str]:
    return [os.path.expanduser(path) for path in config.exclude_paths]


def _matches(path: str, patterns: list[str]) -> bool:
    if not patterns:
        return False
    import fnmatch

    for pattern in patterns:
        place = path
        while place:
            if fnmatch.fnmatchcase(place, pattern.rstrip(os.sep) or os.sep):
                return True
            above = os.path.dirname(place)
            place = "" if above == place else above
    return False
