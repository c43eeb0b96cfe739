"""The checks of the doctor, one function each, in the order in which they are told. They look and never write."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from lossless_memory import clock
from lossless_memory.daemon import service, status, volumes
from lossless_memory.daemon.silence import days_by_source, silence
from lossless_memory.daemon.symptoms import Check, Patient, Symptom
from lossless_memory.errors import IndexUnusable
from lossless_memory.index import glance
from lossless_memory.ingest import book
from lossless_memory.ingest.convert import NO_TIME
from lossless_memory.ingest.run import UNKNOWN
from lossless_memory.ingest.seen import is_at
from lossless_memory.ingest.withheld import is_excluded_path
from lossless_memory.log import dayfile, pauses, servicelog, strays
from lossless_memory.log.home import is_foreign
from lossless_memory.present import times
from lossless_memory.present.counts import counted
from lossless_memory.record import canonical_ts

LEAST_FREE_B = 512 * 2**20
"""With less room than this a year of conversations may not fit any more."""

FRESH_S = 60.0
"""What was written within so many seconds may well be on its way into the index."""

LATE_S = 3_600.0
"""A file that changed so long ago and was not read is waiting for somebody."""

FORGOTTEN = timedelta(days=1)
"""A pause without an end that lasts longer may have been forgotten."""

RECENT = timedelta(days=2)
"""So far back the service log is looked at."""


def device(patient: Patient) -> Iterator[Symptom]:
    """Another machine's folder under this one's name, and other machines beside it."""
    home, own = patient.store.home, patient.store.device
    if is_foreign(home, own):
        says = f"The log folder {own!r} was written by another machine or user, so nothing is written from here."
        yield Symptom("foreign-device", says, "Give this machine a name of its own: lossless setup")
    others = strays.other_devices(home, own)
    if others:
        yield Symptom("devices", f"Other machines write to this store as well: {', '.join(others)}.", "", False)


def copies(patient: Patient) -> Iterator[Symptom]:
    """Copies that a file sync made of a conflict, and other files that are not the log's."""
    for stray in strays.find(patient.store.home):
        if stray.copy_of is None:
            yield Symptom("stray", f"{stray.path} is not a file of the log and is not read.", "", False)
            continue
        lines = strays.own_lines(stray)
        says = f"{stray.path} is a copy that a file sync made of a conflict, and is not read;"
        if lines == 0:
            says, fix = f"{says} it holds nothing that {stray.copy_of} does not.", "It may be deleted."
        elif lines is not None and strays.is_day_file(stray.copy_of):
            says = f"{says} it holds {counted(lines, 'line')} that {stray.copy_of} does not."
            fix = f'Take them in: lossless import "{stray.path}"; then move it out of the log.'
        else:
            says, fix = f"{says} compare it with {stray.copy_of}.", "Then move it out of the log."
        yield Symptom("conflict-copy", says, fix)


def index(patient: Patient) -> Iterator[Symptom]:
    """An index that is missing, damaged or behind, and lines of the log that cannot be read."""
    home = patient.store.home
    files = dayfile.day_files(home)
    if not any(file.size_b for file in files):
        return
    try:
        seen = glance.look(home)
    except IndexUnusable as error:
        yield Symptom("index", str(error), "Rebuild it from the log: lossless index --rebuild")
        return
    behind = [file for file in files if seen.files.get((file.device, file.day)) != (file.size_b, file.mtime_ns)]
    late = [file for file in behind if patient.real_now.timestamp() - file.mtime_ns / 1e9 > FRESH_S]
    gone = set(seen.files) - {(file.device, file.day) for file in files}
    if behind or gone:
        says = f"The index is behind: {counted(len(behind), 'day file')} changed, {len(gone):,} gone."
        yield Symptom("index-behind", says, "Bring it up to the log: lossless sync", bool(late or gone))
    if seen.damaged:
        says = f"{counted(seen.damaged, 'line')} of the log cannot be read."
        yield Symptom("damage", says, "See where they are: lossless verify")


def sources(patient: Patient) -> Iterator[Symptom]:
    """Configured paths that vanished or cannot be read, and files that nobody took in."""
    store = patient.store
    try:
        stamps = glance.stamps(store.home)
    except IndexUnusable:
        stamps = {}
    for source, paths in store.machine.sources.items():
        for path in paths:
            if not os.path.exists(path):
                is_read = any(is_at(name, path) for name in stamps) or book.has_read(store.home, store.device, path)
                if not is_read:
                    continue  # a tool's folder that has yet to appear
                says = f"{path}, where {source} is looked for, is not there. What was read from it is kept."
                fix = "If it moved: lossless setup. If it is gone for good: lossless config set sources." + source
                yield Symptom("source-gone", says, f"{fix} and the paths that remain")
            elif not os.access(path, os.R_OK):
                yield Symptom(
                    "source-unreadable", f"{path}, where {source} is looked for, cannot be read.", "Look at its rights."
                )
        late = [
            name
            for name, seen in stamps.items()
            if any(is_at(name, path) for path in paths)
            and _waits(name, seen, patient.real_now.timestamp())
            and not is_excluded_path(name, store.config)
        ]
        if late:
            changed = f"{counted(len(late), 'file')} of {source} changed more than an hour ago"
            says = f"{changed} and not read since: {late[0]}" + (" and others" if late[1:] else "")
            yield Symptom("not-read", says, "Take them in: lossless sync")


def _waits(path: str, seen: tuple[int, ...], now_s: float) -> bool:
    try:
        about = os.stat(path)
    except OSError:
        return False
    is_other = (about.st_size, about.st_mtime_ns) != (seen[2], seen[3])
    return is_other and now_s - max(about.st_mtime, about.st_ctime) > LATE_S


def silent(patient: Patient) -> Iterator[Symptom]:
    """A source that used to grow and has gone silent."""
    configured = patient.store.machine.sources
    days = days_by_source(patient.store.home) if configured else {}
    for source, paths in configured.items():
        found = silence([date.fromisoformat(day) for day in days.get(source, {})], patient.now.date())
        if found is None:
            continue
        says = (
            f"{source} has gone silent: nothing new for {found.days} days, since {found.last}; "
            f"before that it never paused for longer than {found.longest}."
        )
        fix = f"If you used it since: is its folder still {', '.join(paths)}? Find it anew: lossless setup"
        yield Symptom("silent", says, fix, not found.is_old)


def unread(patient: Patient) -> Iterator[Symptom]:
    """Files that wait for the person: without any time, or of a format that nobody knows."""
    newest: dict[str, book.Entry] = {}
    for entry in book.read(patient.store.home, patient.store.device):
        newest[entry.made.path] = entry
    waiting = sorted(
        path for path, one in newest.items() if NO_TIME in one.made.skipped and os.path.exists(book.file_of(path))
    )
    if waiting:
        says = f"{counted(len(waiting), 'file')} with something that has no time at all, such as {waiting[0]}"
        yield Symptom("no-time", says, f'Say which day it is from: lossless import --date DAY "{waiting[0]}"', False)
    unknown = sorted(path for path, one in newest.items() if UNKNOWN in one.made.skipped)
    if unknown:
        says = f"{counted(len(unknown), 'file')} of an unknown format, not imported, such as {unknown[0]}"
        yield Symptom("unknown-format", says, "", False)


def daemon(patient: Patient) -> Iterator[Symptom]:
    """A daemon that should run and does not, or runs and gets nowhere."""
    home = patient.store.home
    about, is_running = status.read(home), status.is_running(home)
    installed = service.installed(home)

    def at(instant: str | None) -> str:
        return "no time" if instant is None else times.local(instant, _zone(patient))

    if is_running and about is not None:
        age_s = (patient.real_now - datetime.fromisoformat(about.last_pass or about.started)).total_seconds()
        if about.trouble is not None:
            says = f"The daemon runs, but its passes fail since {at(about.trouble_since)}: {about.trouble}"
            yield Symptom("daemon-trouble", says, "Mend that; it goes on by itself.")
        elif age_s > max(3 * about.interval_s, 120):
            says = f"The daemon runs, but has got through no pass for {round(age_s / 60)} minutes."
            yield Symptom(
                "daemon-stuck", says, "Start it anew: lossless service install, or end it and start it by hand"
            )
        else:
            yield Symptom("daemon", f"The daemon works: its last pass ended at {at(about.last_pass)}.", "", False)
    elif is_running:
        yield Symptom("daemon", "The daemon has just begun.", "", False)
    elif installed is not None:
        ended = f" It ended at {at(about.stopped)} ({about.why_stopped})." if about and about.stopped else ""
        says = f"The service is installed ({installed}) and does not run.{ended}"
        yield Symptom("service", says, "Start it: lossless service install")
    elif about is not None and about.stopped is None:
        says = f"The daemon that was started at {at(about.started)} is not there any more; it did not end by itself."
        yield Symptom("daemon-dead", says, "Start it again: lossless daemon, or for good: lossless service install")
    elif patient.store.machine.sources:
        says = "No daemon runs: what is new is taken in when you ask, and by the hooks of connected tools."
        yield Symptom("no-daemon", says, "To have it taken in as it appears: lossless service install", False)


def unreadable(patient: Patient) -> Iterator[Symptom]:
    """Day files of the log that this user may not read."""
    found = [file.path for file in dayfile.day_files(patient.store.home) if not os.access(file.path, os.R_OK)]
    if found:
        says = f"{counted(len(found), 'day file')} of the log cannot be read, the first is {found[0]}."
        yield Symptom("unreadable", says, f"Give yourself the right to read it: chmod 600 {found[0]}")


def disk(patient: Patient) -> Iterator[Symptom]:
    """A disk that is nearly full."""
    room = shutil.disk_usage(patient.store.home.root)
    if room.free < min(LEAST_FREE_B, room.total // 20):
        says = f"The disk that holds {patient.store.home.root} is nearly full: {room.free // 2**20} MiB are free."
        yield Symptom("disk", says, "Make room; when it is full, nothing can be taken in.")


def encryption(patient: Patient) -> Iterator[Symptom]:
    """A disk that anybody can read who takes it, as far as this system tells."""
    if volumes.is_encrypted(patient.store.home.root) is False:
        says = "The disk that holds the store is not encrypted: whoever takes it can read everything."
        yield Symptom("not-encrypted", says, "", False)


def told(patient: Patient) -> Iterator[Symptom]:
    """What the hooks and the server could not say at the time."""
    since = f"{patient.real_now - RECENT:%Y-%m-%dT%H:%M:%SZ}"
    lines = [line for line in servicelog.lines(patient.store.home) if line[0] >= since and line[1] != "daemon"]
    if lines:
        ts, event, said = lines[-1]
        often = f"{counted(len(lines), 'time')} in two days"
        says = (
            f"{often} something went wrong within a turn, last at {times.local(ts, _zone(patient))} ({event}): {said}"
        )
        yield Symptom("turns", says, "", False)


def paused(patient: Patient) -> Iterator[Symptom]:
    """A pause that is running: what is said in it is not taken in, which one may forget."""
    running = pauses.read(patient.store.home).at(canonical_ts(patient.real_now))
    if running is not None:
        is_long = running.end is None and running.start < canonical_ts(patient.real_now - FORGOTTEN)
        says = times.off_the_record(running.end, _zone(patient), running.start)
        yield Symptom("paused", f"{says}. What is said meanwhile is not taken in, from any source.", "", is_long)


def _zone(patient: Patient) -> ZoneInfo:
    return clock.person_zone(None, patient.store.config.timezone).info


CHECKS: tuple[Check, ...] = (
    *(device, unreadable, index, paused, sources, silent, daemon, disk, encryption, copies, unread, told),
)
