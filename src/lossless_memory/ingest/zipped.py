"""Reading members of a zip archive as streams, with limits that no archive of conversations comes near.

Bytes are counted as read, and what is declared far too large is not even begun. Nothing is written anywhere. The limits
are those of RELIABILITY §7.5.
"""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

from lossless_memory.patterns import pattern
from lossless_memory.typed import IO, BinaryIO, NamedTuple

MAX_MEMBERS = 100_000
MAX_TOTAL_B = 8 * 2**30
MAX_RATIO = 200
RATIO_FROM_B = 2**20
HOPELESS_B = 128 * 2**20
HOPELESS_RATIO = 500
"""So large and so thin a member holds nothing: its first lines are not read either."""

_LISTED_B, _END_B, _FAR_LOCATOR_B, _FAR_END_B = 46, 22, 20, 56
"""How long the parts of an archive's list are: an entry's head, the end, and two parts before the end of a long one."""

MAX_NEIGHBOUR_B = 64 * 2**20
_WANTED = pattern(
    r"""\.(?:json|jsonl|ndjson)$
    | (?:^|/)_chat[^/]*\.txt$ | whatsapp[^/]*\.txt$
    | (?:^|/)grok-chat-item\.js$ | (?:^|/)messages\.csv$
    | (?:^|/)MyActivity\.html$ | (?:^|/)Google\ AI\ Studio/[^/.]+$""",
    re.IGNORECASE | re.VERBOSE,
)
"""Names of members that may hold conversations: most exports are JSON."""

_ARCHIVE = pattern(r"\.(?:zip|tar|tgz|gz|bz2|xz|7z|rar)$", re.IGNORECASE)

_BOMB = f"it unpacks to more than {MAX_RATIO} times its packed size"


class Hostile(Exception):
    """An archive that is not what it says it is."""


class Nothing(Exception):
    """An archive none of whose members can be a conversation; says what it holds and what to do."""


DAMAGED = (zipfile.BadZipFile, EOFError, zlib.error, lzma.LZMAError)
"""What an archive or member raises that breaks off or whose bytes are not as they were packed."""

UNUSABLE = (zipfile.BadZipFile, Hostile, OSError, ValueError, NotImplementedError)
"""What an archive that cannot be used raises."""

BROKEN = (*DAMAGED, OSError, Hostile)
"""What a file or member that breaks off raises while it is read."""

UNREADABLE = (*BROKEN, ValueError, RuntimeError, NotImplementedError)
"""What a damaged or foreign member raises while its start is read; RuntimeError is zipfile's word for encrypted."""


class Member(NamedTuple):
    """A member that may hold conversations. `trouble` says why it is not read; then `open` must not be called."""

    name: str
    size_b: int
    trouble: str | None
    opener: Callable[[], BinaryIO]

    def open(self) -> BinaryIO:
        """Open the member as a stream. Reading raises Hostile once it unpacks to more than a limit allows."""
        return self.opener()


def members(path: str) -> list[Member]:
    """Return the members whose names end like conversations, in the order of names.

    Raises zipfile.BadZipFile, OSError, Hostile for an archive that breaks a limit as a whole, and Nothing for one
    without any such member.
    """
    if _is_crowded(path):  # told before its list is held: a million members are half a GB
        raise Hostile(f"it has more than {MAX_MEMBERS} members")
    with zipfile.ZipFile(path) as archive:
        listed = archive.infolist()
    overlapping = _overlapping(listed)
    total_b = 0
    found = []
    for member in sorted(listed, key=lambda one: one.filename):
        if member.is_dir() or not _WANTED.search(member.filename):
            continue
        total_b += member.file_size
        trouble = None
        if member.flag_bits & 1:
            trouble = "encrypted"
        elif (member.external_attr >> 16) & 0o170000 not in (0, 0o100000):
            trouble = "not a regular file"
        elif member.header_offset in overlapping:
            trouble = "overlaps another member"
        elif member.file_size > max(HOPELESS_B, HOPELESS_RATIO * member.compress_size):
            trouble = _BOMB
        elif total_b > MAX_TOTAL_B:
            trouble = f"the archive unpacks to more than {MAX_TOTAL_B} bytes"
        found.append(Member(member.filename, member.file_size, trouble, _opener(path, member)))
    if not found:
        raise Nothing(_what_else([one.filename for one in listed if not one.is_dir()]))
    return found


def _what_else(names: list[str]) -> str:
    """Say what an archive holds in which nothing can be read, and what to do."""
    if not names:
        return "an archive without any file"
    inner = [name for name in names if _ARCHIVE.search(name)]
    if inner:
        count = len(names) - len(inner)
        others = f" and {count} other file{'s' if count > 1 else ''}" if count else ""
        archives = "an archive" if len(inner) == 1 else f"{len(inner)} archives"
        return f"it holds {archives} ({inner[0][:80]}){others}; unpack it and import what was in it"
    which = "its only file cannot" if len(names) == 1 else f"none of its {len(names)} files can"
    return f"{which} be a conversation ({names[0][:80]})"


def _is_crowded(path: str) -> bool:
    """Say whether an archive lists more members than are read, whatever number it tells (APPNOTE 4.3.12 to 4.3.16)."""
    with open(path, "rb") as stream:
        size_b = stream.seek(0, io.SEEK_END)
        tail_b = min(size_b, _FAR_END_B + _FAR_LOCATOR_B + _END_B + 0xFFFF)
        stream.seek(size_b - tail_b)
        tail = stream.read(tail_b)
        end = len(tail) - _END_B  # where it is without a comment, whatever its numbers look like
        if end < 0 or not tail.startswith(b"PK\x05\x06", end):
            end = tail.rfind(b"PK\x05\x06")
        if end < 0:
            return False
        list_b = int.from_bytes(tail[end + 12 : end + 16], "little")
        stop = size_b - tail_b + end
        far = end - _FAR_LOCATOR_B - _FAR_END_B
        if far >= 0 and tail.startswith(b"PK\x06\x07", end - _FAR_LOCATOR_B) and tail.startswith(b"PK\x06\x06", far):
            list_b = int.from_bytes(tail[far + 40 : far + 48], "little")
            stop = size_b - tail_b + far
        if list_b > stop:
            return False  # not so long as it says: not usable, as will be told
        stream.seek(stop - list_b)
        for _ in range(MAX_MEMBERS + 1):
            head = stream.read(_LISTED_B)
            if len(head) < _LISTED_B or not head.startswith(b"PK\x01\x02"):
                return False
            stream.seek(sum(struct.unpack_from("<HHH", head, 28)), io.SEEK_CUR)
    return True


def neighbours(found: list[Member]) -> Callable[[str], bytes | None]:
    """Return what gives a member's bytes by its name without folders: the one nearest the top, held once it was read.

    None for one that is not there, cannot be read or is larger than a list of names can honestly be.
    """
    held: dict[str, bytes | None] = {}

    def neighbour(name: str) -> bytes | None:
        if name not in held:
            same = [one for one in found if one.name.rpartition("/")[2] == name and one.trouble is None]
            held[name] = _whole(min(same, key=lambda one: one.name.count("/"))) if same else None
        return held[name]

    return neighbour


def _whole(member: Member) -> bytes | None:
    try:
        with member.open() as stream:
            data = stream.read(MAX_NEIGHBOUR_B + 1)
    except UNREADABLE:
        return None
    return data if len(data) <= MAX_NEIGHBOUR_B else None


def _overlapping(listed: list[zipfile.ZipInfo]) -> set[int]:
    """Return the offsets of members whose packed bytes reach into another member, as bombs do."""
    ordered = sorted(listed, key=lambda one: one.header_offset)
    bad: set[int] = set()
    end_b, holder = 0, None
    for one in ordered:
        if holder is not None and one.header_offset < end_b:
            bad |= {one.header_offset, holder}
        reach_b = one.header_offset + 30 + len(one.filename) + one.compress_size
        if reach_b > end_b:
            end_b, holder = reach_b, one.header_offset
    return bad


def _opener(path: str, member: zipfile.ZipInfo) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        archive = zipfile.ZipFile(path)
        try:
            return io.BufferedReader(_Limited(archive, archive.open(member), member.compress_size), 1 << 18)
        except BaseException:
            archive.close()
            raise

    return opened


class _Limited(io.RawIOBase):
    """A member's stream that gives up once it unpacks to more than its packed size can honestly hold."""

    def __init__(self, archive: zipfile.ZipFile, stream: IO[bytes], packed_b: int) -> None:
        self._archive, self._stream, self._packed_b, self._read_b = archive, stream, packed_b, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset_b: int, whence: int = io.SEEK_SET) -> int:
        """Go back to what was read before, as to the start after a look at it; never ahead past the limits."""
        if whence != io.SEEK_SET or offset_b > self._read_b:
            raise io.UnsupportedOperation("a member of an archive is only read onwards")
        self._read_b = self._stream.seek(offset_b)
        return self._read_b

    def tell(self) -> int:
        return self._read_b

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        self._read_b += len(data)
        if self._read_b > MAX_TOTAL_B:
            raise Hostile(f"it unpacks to more than {MAX_TOTAL_B} bytes")
        if self._read_b > RATIO_FROM_B and self._read_b > MAX_RATIO * max(self._packed_b, 1):
            raise Hostile(_BOMB)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
            self._archive.close()
        super().close()
