"""The home folder as a store: created once, of a known format, its device folder written only by its own machine.

Owns store.json, machine files and device.json. Knows no records.

Promise: P14, P15
"""

from __future__ import annotations

import json
import os
from datetime import datetime

from lossless_memory import config as settings
from lossless_memory.errors import ConfigError, ForeignStore, NewerFormat, StoreError
from lossless_memory.log import fsio
from lossless_memory.paths import Home
from lossless_memory.patterns import pattern
from lossless_memory.record import canonical_ts
from lossless_memory.typed import NamedTuple

FORMAT = 1
_SECRET = pattern(r"(?:[0-9a-f]{2}){16,}")


_PUT_BACK = "Put the file back from a copy of the home folder; the log itself is not touched by this."


class Store(NamedTuple):
    """An opened home: its id, the secret for keyed ids, the settings in force and what this machine says of itself."""

    home: Home
    id: str
    secret: bytes
    config: settings.Config
    machine: settings.Machine

    @property
    def device(self) -> str:
        """The device name of this machine."""
        return self.machine.device


def open_store(home: Home, *, now: datetime, create: bool = True) -> Store:
    """Open the home folder, creating it where `create` allows.

    Raises ConfigError for settings that cannot be read, NewerFormat for a store of a newer program, StoreError where
    there is no store and none may be created, or the folder belongs to someone else.
    """
    try:
        raw = fsio.read_small(home.store)
    except OSError as error:
        raise StoreError(
            f"The store at {home.root} cannot be read: {error.strerror}; nothing was done.",
            "Name a folder with --home.",
        ) from error
    if raw is None:
        if not create and os.path.isdir(home.log):
            raise StoreError(
                f"{home.root} holds a log, but its store.json is missing; nothing was done.",
                _PUT_BACK + " The next import makes a new one; lines without ids of their own may then come in twice.",
            )
        if not create:
            raise StoreError(
                f"There is no store at {home.root}; nothing was done.",
                "Import something first, or name another folder with --home.",
            )
        raw = _create(home, now)
    _refuse_strangers(home)
    try:
        about = settings.parse_object(raw, home.store)
    except ConfigError as error:
        raise StoreError(f"{home.store} is damaged; nothing was done.", _PUT_BACK) from error
    version, secret = about.get("format"), about.get("secret")
    if isinstance(version, int) and version > FORMAT:
        raise NewerFormat(
            f"The store at {home.root} has format {version}, this program writes format {FORMAT}; nothing was done."
        )
    if not isinstance(version, int) or not isinstance(about.get("id"), str) or not _SECRET.fullmatch(str(secret)):
        raise StoreError(
            f"{home.store} is damaged: it names no format, id or secret; nothing was done.",
            _PUT_BACK,
        )
    config = settings.parse(fsio.read_small(home.config), home.config)
    machine = settings.parse_machine(fsio.read_small(home.machine), home.machine)
    return Store(home, about["id"], bytes.fromhex(str(secret)), config, machine)


def _create(home: Home, now: datetime) -> bytes:
    import secrets
    import uuid

    about = {"format": FORMAT, "id": str(uuid.uuid4()), "created": canonical_ts(now), "secret": secrets.token_hex(32)}
    with fsio.locked(home.lock):
        raw = fsio.read_small(home.store)  # another process may have been first
        if raw is None:
            raw = json.dumps(about, indent=2).encode() + b"\n"
            fsio.write_small(home.store, raw)
    return raw


def _refuse_strangers(home: Home) -> None:
    """Refuse a home that another user owns or could write to (RELIABILITY §7.3)."""
    if not hasattr(os, "getuid"):
        return
    about = os.stat(home.root)
    if about.st_uid not in (os.getuid(), 0) and os.getuid() != 0:
        raise StoreError(f"The folder {home.root} belongs to another user; nothing was done.")
    if about.st_mode & 0o022:
        raise StoreError(
            f"Other users of this computer may write to {home.root}; nothing was done.", f"Run: chmod 700 {home.root}"
        )


def is_foreign(home: Home, device: str) -> bool:
    """Say whether a device folder was written by another machine or user. Raises ConfigError for a damaged note."""
    path = os.path.join(home.device(device), "device.json")
    raw = fsio.read_small(path)
    return raw is not None and settings.parse_object(raw, path).get("fingerprint") != home.fingerprint


def claim_device(store: Store) -> None:
    """Make sure this machine may write its device folder, taking a new one for itself.

    Called under the ingest lock before anything is appended. Raises ForeignStore for another machine's folder.
    """
    path = os.path.join(store.home.device(store.device), "device.json")
    raw = fsio.read_small(path)
    if raw is None:
        about = {"device": store.device, "fingerprint": store.home.fingerprint, "store": store.id}
        fsio.write_small(path, json.dumps(about, indent=2).encode() + b"\n")
        return
    if settings.parse_object(raw, path).get("fingerprint") != store.home.fingerprint:
        raise ForeignStore(
            f"The log folder {store.device!r} in {store.home.root} was written by another machine or user; "
            "nothing was written to it."
        )


def save_config(home: Home, values: dict[str, object]) -> None:
    """Write the person's settings, which must have been checked. Raises WriteFailed."""
    fsio.write_small(home.config, json.dumps(values, ensure_ascii=False, indent=2).encode() + b"\n")


def save_machine(home: Home, machine: settings.Machine) -> None:
    """Write what this machine says of itself. Raises WriteFailed."""
    body = {"device": machine.device, "sources": {name: list(paths) for name, paths in machine.sources.items()}}
    fsio.write_small(home.machine, json.dumps(body, ensure_ascii=False, indent=2).encode() + b"\n")
