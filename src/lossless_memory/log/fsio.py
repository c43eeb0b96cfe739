"""The only place that opens, writes, syncs, renames and locks files of ours.

Every file is owner-only and opened without following a link. Knows bytes and descriptors, not records.

Promise: P1, P2, P3, P4, P16
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterable, Iterator

from lossless_memory.errors import Busy, StoreError, WriteFailed

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_POLL_S = 0.005
_FOLDERS_ABOVE = 4
"""Above a day file's folder: device, log, home and the folder that holds the home (paths.Home)."""
_NOT_OURS = frozenset({errno.EACCES, errno.EPERM, errno.EINVAL, errno.ENOTSUP, errno.EROFS})
"""What syncing a folder gives that we may not read or that cannot be synced; then we made no name in it either."""


def sync(fd: int) -> None:
    """Bring a file's bytes and size to stable storage, or raise OSError. Never try again on the same descriptor."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    else:
        os.fsync(fd)


def sync_folder(path: str) -> None:
    """Bring the names in a folder to stable storage; a no-op on Windows, which has no such call."""
    if os.name == "nt":
        return
    fd = os.open(path, os.O_RDONLY | _CLOEXEC)
    try:
        sync(fd)
    finally:
        os.close(fd)


def sync_names(path: str, durable: set[str] | None = None) -> None:
    """Bring a file's name, and the names of the folders down to it from the home's own, to stable storage.

    Whoever made a folder may have been killed before it was synced into its parent, and a folder does not tell.
    Names in `durable` are known to be synced; those of folders that are synced here are added to it.
    """
    folder = os.path.dirname(path)
    sync_folder(folder)
    for _ in range(_FOLDERS_ABOVE):
        folder = os.path.dirname(folder)
        if durable is not None and folder in durable:
            return
        try:
            sync_folder(folder)
        except OSError as error:
            if error.errno in _NOT_OURS:
                return
            raise
        if durable is not None:
            durable.add(folder)


def make_folder(path: str) -> None:
    """Create a folder and its missing parents, owner-only, each name synced into its parent."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and parent != path:
        make_folder(parent)
    try:
        os.mkdir(path, FOLDER_MODE)
        sync_folder(parent)
    except FileExistsError:
        if not os.path.isdir(path):
            raise StoreError(f"{path} should be a folder but is a file; nothing was written.") from None
    except OSError as error:
        raise WriteFailed(f"The folder {path} could not be created: {error.strerror}. Nothing was stored.") from error


def open_append(path: str) -> int:
    """Open a file for appending and reading, creating it owner-only; a new file's name is not synced yet.

    Raises OSError, also for a link (P16). The caller closes the descriptor.
    """
    flags = os.O_RDWR | os.O_APPEND | _NOFOLLOW | _CLOEXEC | _BINARY
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        pass
    make_folder(os.path.dirname(path))
    try:
        return os.open(path, flags | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:
        return os.open(path, flags)


def open_read(path: str) -> int:
    """Open a file of ours for reading, without following a link. Raises OSError. The caller closes it."""
    return os.open(path, os.O_RDONLY | _NOFOLLOW | _CLOEXEC | _BINARY)


def write_whole(fd: int, data: bytes) -> None:
    """Write all bytes, going on after short writes. Raises OSError; then the bytes may be there in part."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def read_at(fd: int, offset_b: int, length_b: int) -> bytes:
    """Read bytes from an offset; fewer come back only at the end of the file."""
    if hasattr(os, "pread"):
        return os.pread(fd, length_b, offset_b)
    os.lseek(fd, offset_b, os.SEEK_SET)
    return os.read(fd, length_b)


def append_durably(path: str, data: bytes, durable: set[str] | None = None) -> int:
    """Append bytes to a file, sync, and return the offset they start at.

    A file whose last byte is no newline gets one first, so that what is appended begins a line of its own. Returns
    after the bytes and, for a file that was empty, its name are synced: a file of ours that holds a byte has a
    durable name, whatever happened to those who made it (`durable` as for sync_names). Raises WriteFailed; the
    descriptor is then closed and never used again, and nothing may be acknowledged.

    Promise: P1, P2, P4, P5
    """
    fd = -1
    try:
        fd = open_append(path)
        offset_b = os.fstat(fd).st_size
        if not offset_b and (durable is None or path not in durable):
            sync_names(path, durable)
        elif offset_b and read_at(fd, offset_b - 1, 1) != b"\n":
            data = b"\n" + data
            offset_b += 1
        write_whole(fd, data)
        sync(fd)
    except OSError as error:
        raise _write_failed(path, error) from error
    finally:
        if fd >= 0:
            with contextlib.suppress(OSError):  # the bytes are synced or the failure is already on its way
                os.close(fd)
    return offset_b


def make_files(paths: Iterable[str], durable: set[str]) -> None:
    """Create those of the files that are not there yet, and sync their names, once for all of a folder.

    The names of the files made here are added to `durable`, so that appending to them does not sync them again; a file
    that was there is left to append_durably, whose rule holds for both: it has a durable name before its first byte.
    Raises WriteFailed; files may then stand there empty.

    Promise: P2, P4
    """
    made: dict[str, list[str]] = {}
    for path in paths:
        try:
            if not os.path.lexists(path):
                os.close(open_append(path))
                made.setdefault(os.path.dirname(path), []).append(path)
        except OSError as error:
            raise _write_failed(path, error) from error
    for files in made.values():
        try:
            sync_names(files[0], durable)
        except OSError as error:
            raise _write_failed(files[0], error) from error
        durable.update(files)


_NO_RIGHT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_GET_RIGHT = "Give yourself the right to write there, or name another home with --home."


def _write_failed(path: str, error: OSError, *, so: str = "What was being stored is not confirmed.") -> WriteFailed:
    reason = {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.EACCES: "this user may not write there",
        errno.EPERM: "this user may not write there",
        errno.EROFS: "the disk is read-only",
        errno.ELOOP: "it is a link, which is never followed",
    }.get(error.errno or 0, error.strerror or str(error))
    return WriteFailed(f"Writing to {path} failed: {reason}. {so}", _GET_RIGHT if error.errno in _NO_RIGHT else None)


def write_small(path: str, data: bytes, mode: int = FILE_MODE) -> None:
    """Put a small file in place whole, or leave the old one: temporary, sync, rename, sync the folder.

    `mode` is for a file that is not ours and keeps the mode it had. Raises WriteFailed; the old file then stands as it
    was.
    """
    make_folder(os.path.dirname(path))
    temporary = f"{path}.{os.getpid()}.tmp"
    fd = -1
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NOFOLLOW | _CLOEXEC | _BINARY, FILE_MODE)
        if mode != FILE_MODE and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)
        write_whole(fd, data)
        sync(fd)
        os.close(fd)
        fd = -1
        os.replace(temporary, path)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise _write_failed(path, error) from error
    finally:
        if fd >= 0:
            os.close(fd)
        with contextlib.suppress(OSError):  # it was renamed, or never came to be
            os.unlink(temporary)


def write_hint(path: str, data: bytes) -> None:
    """Put a small file in place whole but not durably: for what may be lost at any time and is then found out anew."""
    temporary = f"{path}.{os.getpid()}.tmp"
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NOFOLLOW | _CLOEXEC | _BINARY, FILE_MODE)
    try:
        write_whole(fd, data)
    finally:
        os.close(fd)
    os.replace(temporary, path)


def read_small(path: str) -> bytes | None:
    """Read a small file whole, or None where there is none. Raises OSError for anything else."""
    try:
        fd = open_read(path)
    except FileNotFoundError:
        return None
    with os.fdopen(fd, "rb") as stream:
        return stream.read()


@contextlib.contextmanager
def locked(path: str, wait_s: float | None = None) -> Iterator[None]:
    """Hold an exclusive lock on a file; the system releases it when the process dies.

    Waits at most `wait_s` seconds, without end for None. Raises Busy when the time is over, WriteFailed where the
    lock file cannot be made.
    """
    make_folder(os.path.dirname(path))
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | _NOFOLLOW | _CLOEXEC | _BINARY, FILE_MODE)
    except OSError as error:
        raise _write_failed(path, error, so="Nothing was written.") from error
    try:
        _take(fd, wait_s, path)
        yield
    finally:
        os.close(fd)


def is_locked(path: str) -> bool:
    """Say whether another process holds the lock on a file. Makes nothing, and lets go again at once."""
    try:
        fd = os.open(path, (os.O_RDWR if sys.platform == "win32" else os.O_RDONLY) | _NOFOLLOW | _CLOEXEC | _BINARY)
    except OSError:
        return False
    try:
        return not _try_lock(fd, block=False)
    finally:
        os.close(fd)


def _take(fd: int, wait_s: float | None, path: str) -> None:
    deadline = None if wait_s is None else time.monotonic() + wait_s
    while not _try_lock(fd, block=wait_s is None):
        if deadline is not None and time.monotonic() >= deadline:
            raise Busy(f"Another command is writing to this store and still holds {path}; nothing was written.")
        time.sleep(_POLL_S)


def _try_lock(fd: int, *, block: bool) -> bool:
    """Take the operating system's lock; return False where another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | (0 if block else fcntl.LOCK_NB))
    except (BlockingIOError, PermissionError):
        return False
    return True
