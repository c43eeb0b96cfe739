"""Where things are in the home folder, and which machine this is. Names only: nothing here reads or writes a store."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from lossless_memory.digests import sha256
from lossless_memory.errors import UsageError
from lossless_memory.typed import NamedTuple


class Home(NamedTuple):
    """The home folder and the names of everything in it (DESIGN §2)."""

    root: str
    fingerprint: str

    @property
    def config(self) -> str:
        """The person's settings."""
        return os.path.join(self.root, "config.json")

    @property
    def store(self) -> str:
        """Format version, store id, created, and the secret for keyed ids."""
        return os.path.join(self.root, "store.json")

    @property
    def machine(self) -> str:
        """This machine's device name and its sources."""
        return os.path.join(self.root, "machines", self.fingerprint + ".json")

    @property
    def log(self) -> str:
        """The folder of device folders."""
        return os.path.join(self.root, "log")

    @property
    def local(self) -> str:
        """What belongs to this machine alone and can be made again: index, cursors, locks."""
        return os.path.join(self.root, "local", self.fingerprint)

    @property
    def lock(self) -> str:
        """The one ingest lock of this machine's device."""
        return os.path.join(self.local, "ingest.lock")

    @property
    def vectors(self) -> str:
        """Names the file of vectors in force; where it is missing there is no search by meaning."""
        return os.path.join(self.local, "vectors-v1")

    @property
    def daemon_lock(self) -> str:
        """Held by the one daemon of this machine and store for as long as it lives."""
        return os.path.join(self.local, "daemon.lock")

    @property
    def daemon_status(self) -> str:
        """What the daemon last achieved."""
        return os.path.join(self.local, "daemon.json")

    @property
    def connected(self) -> str:
        """What was changed in other tools' settings on this machine, and how these were before."""
        return os.path.join(self.root, "connected", self.fingerprint)

    def device(self, device: str) -> str:
        """The folder of one device's log."""
        return os.path.join(self.log, device)

    def day_file(self, device: str, day: str) -> str:
        """The day file of a device; `day` is YYYY-MM-DD."""
        return os.path.join(self.root, "log", device, day[:4], day + ".jsonl")

    def quarantine(self, device: str) -> str:
        """Raw items that could not be converted, one file a device."""
        return os.path.join(self.root, "quarantine", device, "items.jsonl")


def find_home(argument: str | None = None, environ: Mapping[str, str] = os.environ) -> Home:
    """Return the home: the argument, LOSSLESS_HOME, or the platform's data folder. Creates nothing.

    Raises UsageError where a name is given but empty.
    """
    named = argument if argument is not None else environ.get("LOSSLESS_HOME")
    if named is not None:
        if not named:
            raise UsageError(
                "The name of the home folder is empty.", "Leave --home and LOSSLESS_HOME out, or name one."
            )
        return Home(os.path.abspath(os.path.expanduser(named)), machine_fingerprint(environ))
    return Home(_data_folder(environ), machine_fingerprint(environ))


def _data_folder(environ: Mapping[str, str]) -> str:
    """Return the platform's folder for data of programs, with ours in it."""
    if sys.platform == "linux":  # as platformdirs has it, whose loading costs a hook more than all else it does
        for base in (environ.get("XDG_DATA_HOME", ""), os.path.expanduser("~/.local/share")):
            if base.startswith("/"):
                return os.path.join(base, "lossless-memory")
    import platformdirs

    return platformdirs.user_data_dir("lossless-memory", appauthor=False)


def machine_fingerprint(environ: Mapping[str, str] = os.environ) -> str:
    """Return 16 hex digits that stand for this machine and this user, stable over restarts and upgrades.

    LOSSLESS_MACHINE replaces the machine's own id, for containers that have a new one at every start.
    """
    machine = environ.get("LOSSLESS_MACHINE") or _machine_id()
    user = str(os.getuid()) if hasattr(os, "getuid") else _user_name()
    return sha256(f"lossless-memory\0{machine}\0{user}".encode()).hexdigest()[:16]


def _machine_id() -> str:
    for path in ("/etc/machine-id", "/var/lib/dbus/machine-id"):
        try:
            with open(path, encoding="ascii") as stream:
                if found := stream.read().strip():
                    return found
        except (OSError, UnicodeDecodeError):
            continue
    import platform

    return platform.node()


def _user_name() -> str:
    import getpass

    return getpass.getuser()


def is_inside(cwd: str | None, folder: str) -> bool:
    """Say whether something was said in a folder or below it."""
    folder = folder.rstrip("/\\")
    return cwd is not None and (cwd == folder or cwd.startswith((folder + "/", folder + "\\")))
