"""Connecting and disconnecting: planned whole before anything is written, backed up, written whole or not at all.

Under the home, `connected/<fingerprint>/<tool>/` holds a copy of each file as it was before we touched it, and
`state.json`, which says what we added. Both are kept until the tool is disconnected.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping

from lossless_memory.errors import Busy, UsageError
from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.surface.connect import change
from lossless_memory.surface.connect.targets import SettingsFile, Target
from lossless_memory.typed import Any, NamedTuple


class Step(NamedTuple):
    """What happens to one file: its bytes before and after, None for a file that is not there."""

    file: SettingsFile
    before: bytes | None
    after: bytes | None
    runs: tuple[str, ...] = ()
    original: bytes | None = None

    @property
    def is_change(self) -> bool:
        """Say whether the file changes at all."""
        return self.before != self.after


def connecting(home: Home, target: Target) -> list[Step]:
    """Plan to connect a tool. Raises ConfigError for a file that cannot be read as it stands; nothing is written."""
    state = _state(home, target)
    steps = []
    for file in target.files:
        current = _read(file.path)
        known = state.get(file.path)
        if change.is_connected(file, current):
            steps.append(Step(file, current, current))
            continue
        original = _original(home, target, known, current) if known is not None else _CHANGED
        if original is _CHANGED:
            original = None if current is None else change.without_ours(file, current, _runs(known))
        made = change.with_ours(file, original)
        steps.append(Step(file, current, made.after, made.runs, original))
    return steps


def disconnecting(home: Home, target: Target) -> list[Step]:
    """Plan to disconnect a tool. Raises ConfigError for a file that cannot be read as it stands; nothing is written."""
    state = _state(home, target)
    steps = []
    for file in target.files:
        current = _read(file.path)
        known = state.get(file.path)
        if current is None:
            steps.append(Step(file, None, None))
            continue
        after = _original(home, target, known, current) if known is not None else _CHANGED
        if after is _CHANGED:
            after = change.without_ours(file, current, _runs(known))
            if known is not None and known["backup"] is None and change.is_left_empty(file, after):
                after = None
        steps.append(Step(file, current, after))
    return steps


def connect(home: Home, target: Target, steps: list[Step]) -> list[str]:
    """Back up, then write. Returns the backups that were made. Raises WriteFailed, Busy."""
    state = _state(home, target)
    backups = []
    for number, step in enumerate(steps):
        if not step.is_change:
            continue
        backup = None
        if step.original is not None:
            backup = f"{number}-{os.path.basename(step.file.path)}"
            backups.append(os.path.join(_folder(home, target), backup))
            fsio.write_small(backups[-1], step.original)
        state[step.file.path] = {
            "backup": backup,
            "after": _digest(step.after),
            "runs": list(step.runs),
            "folders_made": _missing_folders(_real(step.file.path)),
        }
    if not any(step.is_change for step in steps):
        return []
    _save_state(home, target, state)
    for step in steps:
        _write(step)
    return backups


def disconnect(home: Home, target: Target, steps: list[Step]) -> None:
    """Write the files without our entries, and forget what was kept of them. Raises WriteFailed, Busy."""
    state = _state(home, target)
    for step in steps:
        _write(step)
        known = state.get(step.file.path)
        for made in known.get("folders_made", ()) if known and step.after is None else ():
            try:
                os.rmdir(made)
            except OSError:
                break  # the tool has put something else there
    folder = _folder(home, target)
    if os.path.isdir(folder):
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)


_CHANGED = b"\0changed"
"""Stands for a file that is not as we left it."""


def _runs(known: Mapping[str, Any] | None) -> tuple[str, ...]:
    return tuple(known["runs"]) if known is not None else ()


def _original(home: Home, target: Target, known: Mapping[str, Any], current: bytes | None) -> bytes | None:
    """Return the file as it was before us, `_CHANGED` where somebody has changed it since."""
    if _digest(current) != known["after"]:
        return _CHANGED
    return None if known["backup"] is None else fsio.read_small(os.path.join(_folder(home, target), known["backup"]))


def _write(step: Step) -> None:
    if not step.is_change:
        return
    path = _real(step.file.path)
    if _read(step.file.path) != step.before:
        raise Busy(f"{step.file.path} was changed by another program just now; it was left alone.", "Try again.")
    if step.after is None:
        os.unlink(path)
    else:
        mode = os.stat(path).st_mode & 0o777 if step.before is not None else fsio.FILE_MODE
        fsio.write_small(path, step.after, mode)


def _missing_folders(path: str) -> list[str]:
    """Return the folders above a file that are not there yet, the innermost first."""
    missing = []
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def _read(path: str) -> bytes | None:
    """Return what stands in a settings file, None where there is none. Raises UsageError for what is no file."""
    place = _real(path)
    if os.path.lexists(place) and not os.path.isfile(place):
        raise UsageError(f"{path} is not a regular file; nothing was changed.", "Look at what stands there.")
    return fsio.read_small(place)


def _real(path: str) -> str:
    """Return where a file really stands: people keep their settings elsewhere and link to them."""
    return os.path.realpath(path)


def _folder(home: Home, target: Target) -> str:
    return os.path.join(home.connected, target.name)


def _state(home: Home, target: Target) -> dict[str, Any]:
    raw = fsio.read_small(os.path.join(_folder(home, target), "state.json"))
    try:
        files = json.loads(raw or b"{}").get("files", {})
    except (ValueError, AttributeError):
        return {}  # without it our entries are found by what they are
    return files if isinstance(files, dict) else {}


def _save_state(home: Home, target: Target, files: dict[str, Any]) -> None:
    body = json.dumps({"target": target.name, "files": files}, ensure_ascii=False, indent=2)
    fsio.write_small(os.path.join(_folder(home, target), "state.json"), body.encode() + b"\n")


def _digest(data: bytes | None) -> str | None:
    return None if data is None else hashlib.sha256(data).hexdigest()
