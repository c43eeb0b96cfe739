"""Noticing that day files changed without looking at each of them.

A folder's time moves when a file appears in it or is replaced there, and what is appended goes to the newest days. So
the folders and the newest files of each device tell nearly all; from time to time the whole log is looked at again, for
what grew in place on an older day. Knows names, sizes and times, and no line.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from itertools import groupby
from operator import attrgetter

from lossless_memory import clock
from lossless_memory.log import dayfile, fsio
from lossless_memory.paths import Home

NEWEST = 3
"""So many of the newest day files of each device are looked at every time."""

TRUSTED_S = 10.0
"""After so many seconds a process looks at the whole log again."""

KEPT_TRUSTED_S = 600.0
"""What another process saw is trusted so long, as long as the service lets pass between two looks of its own."""

_Stamp = tuple[int, int]


class Watch:
    """Remembers how the log looked."""

    def __init__(self, home: Home) -> None:
        """Nothing is remembered yet."""
        self._home = home
        self._folders: dict[str, _Stamp | None] = {}
        self._files: dict[str, tuple[dayfile.DayFile, _Stamp]] = {}
        self._years: dict[str, dict[str, dayfile.DayFile]] = {}
        self._until_s = 0.0

    def all_files(self) -> list[dayfile.DayFile]:
        """Return every day file, and remember how the log looked just before."""
        folders = {self._home.log: _stamp(self._home.log)}
        for device in dayfile.devices(self._home):
            folder = self._home.device(device)
            folders[folder] = _stamp(folder)
        files = dayfile.day_files(self._home)
        years: dict[str, dict[str, dayfile.DayFile]] = {}
        newest: list[dayfile.DayFile] = []
        for _, of_device in groupby(files, attrgetter("device")):
            own = list(of_device)
            newest += own[-NEWEST:]
            for _, of_year in groupby(own, lambda file: file.day[:4]):
                some = {file.path: file for file in of_year}
                years[os.path.dirname(next(iter(some)))] = some
        for folder in years:
            folders[folder] = _stamp(folder)
        if any(_stamp(folder) != stamp for folder, stamp in folders.items()) or len(folders) == 1:
            self.forget()
            return files
        self._folders, self._years = folders, years
        self._files = {file.path: (file, (file.size_b, file.mtime_ns)) for file in newest}
        self._until_s = time.monotonic() + TRUSTED_S
        return files

    def changed(self) -> list[dayfile.DayFile] | None:
        """Return the files that changed since, as they are now; None where the whole log has to be looked at."""
        if time.monotonic() >= self._until_s:
            return None
        found: list[dayfile.DayFile] = []
        for folder, stamp in self._folders.items():
            seen = _stamp(folder)
            if seen != stamp:
                fresh = self._changed_in(folder)
                if fresh is None or _stamp(folder) != seen:
                    self.forget()
                    return None
                self._folders[folder] = seen
                found += fresh
        for path, (file, stamp) in self._files.items():
            now = _stamp(path)
            if now is None:
                return None
            if now != stamp:
                found.append(file._replace(size_b=now[0], mtime_ns=now[1]))
                self._files[path] = (found[-1], now)
        return found

    def _changed_in(self, folder: str) -> list[dayfile.DayFile] | None:
        """Return the files of a year's folder that are new there or not as they were; None where one is gone.

        Whoever fills a day makes a file: an import of years would look at the whole log at every batch otherwise.
        """
        known = self._years.get(folder)
        if not known:
            return None
        device = next(iter(known.values())).device
        try:
            now = {file.path: file for file in dayfile.files_in(device, folder)}
        except OSError:
            return None
        if not known.keys() <= now.keys():
            return None
        self._years[folder] = now
        oldest = min((file.day for file, _ in self._files.values() if file.device == device), default="")
        changed = [file for path, file in now.items() if known.get(path) != file]
        for file in changed:
            if file.path in self._files or file.day > oldest:
                self._files[file.path] = (file, (file.size_b, file.mtime_ns))
        return changed

    def keep(self, path: str, about: str) -> None:
        """Leave for the next process how the log looked, where it was indexed to its end; `about` names the index."""
        if self._folders:
            files = [[*file] for file, _ in self._files.values()]
            body = {"about": about, "at": clock.now().timestamp(), "folders": self._folders, "files": files}
            with contextlib.suppress(OSError):  # a medium that cannot be written
                fsio.write_hint(path, json.dumps(body).encode())

    def take_over(self, path: str, about: str) -> None:
        """Go on from what another process left, if it was about the same index in the same place and not long ago."""
        try:
            body = json.loads(fsio.read_small(path) or b"{}")
            is_here = self._home.log in body["folders"]  # a home that was copied brings the note of where it was
            if is_here and body["about"] == about and 0 <= clock.now().timestamp() - body["at"] < KEPT_TRUSTED_S:
                self._folders = {folder: stamp and (stamp[0], stamp[1]) for folder, stamp in body["folders"].items()}
                files = [dayfile.DayFile(*file) for file in body["files"]]
                self._files = {file.path: (file, (file.size_b, file.mtime_ns)) for file in files}
                self._years = {}
                self._until_s = time.monotonic() + TRUSTED_S
        except (ValueError, TypeError, KeyError, AttributeError):
            self.forget()  # a hint that cannot be read is none

    def forget(self) -> None:
        """Look at the whole log next time."""
        self._until_s = 0.0


def _stamp(path: str) -> _Stamp | None:
    try:
        about = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns
