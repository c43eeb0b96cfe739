"""Opens an input as UTF-8 bytes, whatever it was wrapped in: gzip, UTF-16, a byte order mark.

Owns the recognition of those wrappers by their first bytes. Knows no format and no source. Bytes that are not valid
UTF-8 pass through untouched; it is the reader that decodes them with `surrogateescape`.
"""

from __future__ import annotations

import codecs
import io
import zlib

from lossless_memory.sources.base import Input
from lossless_memory.typed import IO, BinaryIO, NamedTuple, cast

_GZIP = b"\x1f\x8b"
_UTF8_MARK = codecs.BOM_UTF8
_CHUNK_B = 1 << 20
HEAD_B = 1 << 16


class Opened(NamedTuple):
    """A stream of UTF-8 bytes, and how many bytes of a mark stand before its first one.

    `is_plain` says that the stream's offsets are the file's own, so that a cursor may name them.
    """

    stream: BinaryIO
    is_plain: bool
    mark_b: int = 0


class Broken(Exception):
    """The wrapper's bytes end early or are damaged: what was read so far stands, nothing after it can be read."""


def open_utf8(input: Input) -> Opened:
    """Open an input from its start, unwrapped. The caller closes the stream."""
    raw = input.open()
    try:
        first = raw.read(4)
        raw.seek(0)
        if first.startswith(_GZIP):
            inner = cast(BinaryIO, _Checked(raw))
            first = inner.read(4)
            rest = cast(BinaryIO, _Chained(first, inner))
            encoding = _utf16(first)
            return Opened(cast(BinaryIO, _Recoded(rest, encoding)) if encoding else rest, is_plain=False)
        encoding = _utf16(first)
        if encoding:
            return Opened(cast(BinaryIO, _Recoded(raw, encoding)), is_plain=False)
    except Broken:
        raw.close()
        raise
    return Opened(raw, is_plain=True, mark_b=len(_UTF8_MARK) if first.startswith(_UTF8_MARK) else 0)


def head_text(input: Input) -> str:
    """Return the start of an input as text, for recognising it; never raises, whatever the bytes."""
    head = input.head
    if head.startswith(_GZIP):
        try:
            head = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, HEAD_B)
        except zlib.error:
            return ""
    encoding = _utf16(head[:4])
    text = head.decode(encoding, "replace") if encoding else head.decode("utf-8", "surrogateescape")
    return text.removeprefix("\ufeff")


def _utf16(first: bytes) -> str | None:
    if first.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if first.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    if first[:2] in (b"{\0", b"[\0"):
        return "utf-16-le"
    if first[:2] in (b"\0{", b"\0["):
        return "utf-16-be"
    return None


class _Stream(io.RawIOBase):
    """The least a reader needs of a binary stream that cannot seek."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        piece = self._piece(len(view))
        view[: len(piece)] = piece
        return len(piece)

    def _piece(self, size_b: int) -> bytes:
        raise NotImplementedError


class _Checked(_Stream):
    """Turns the several errors of a damaged gzip file into one."""

    def __init__(self, outer: BinaryIO) -> None:
        import gzip

        self._outer = outer
        self._inner = gzip.GzipFile(fileobj=outer)

    def _piece(self, size_b: int) -> bytes:
        import gzip

        try:
            return self._inner.read1(size_b)  # read() would lose what came before the damage
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise Broken(f"damaged gzip: {error}") from error

    def close(self) -> None:
        self._inner.close()
        self._outer.close()
        super().close()


class _Chained(_Stream):
    """Gives back the bytes that were read to look at them, then the rest."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self._first = first.removeprefix(_UTF8_MARK)
        self._rest = rest

    def _piece(self, size_b: int) -> bytes:
        if self._first:
            piece, self._first = self._first[:size_b], self._first[size_b:]
            return piece
        return self._rest.read(size_b)

    def close(self) -> None:
        self._rest.close()
        super().close()


class _Recoded(_Stream):
    """UTF-16 as UTF-8; a lone surrogate becomes its JSON escape, which reads back as the same text."""

    def __init__(self, inner: IO[bytes], encoding: str) -> None:
        self._inner = inner
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._ready = b""
        self._is_first = True
        self._is_done = False

    def _piece(self, size_b: int) -> bytes:
        while not self._ready and not self._is_done:
            chunk = self._inner.read(_CHUNK_B)
            self._is_done = not chunk
            try:
                text = self._decoder.decode(chunk, final=self._is_done)
            except UnicodeDecodeError as error:
                raise Broken("UTF-16 that ends inside a character") from error
            if self._is_first and text:
                text = text.removeprefix("\ufeff")
                self._is_first = False
            self._ready = text.encode("utf-8", "backslashreplace")
        piece, self._ready = self._ready[:size_b], self._ready[size_b:]
        return piece

    def close(self) -> None:
        self._inner.close()
        super().close()
