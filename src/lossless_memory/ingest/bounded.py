"""Reading no further than a budget allows: an input whose stream ends at a given byte.

A line that reaches beyond it is a torn last line to its reader, which waits for the rest. Knows no source.
"""

from __future__ import annotations

from lossless_memory.sources.base import Input
from lossless_memory.typed import BinaryIO, cast


class _Bounded:
    """A binary stream that ends early; only what the readers of lines use."""

    def __init__(self, stream: BinaryIO, end_b: int) -> None:
        self._stream, self._end_b = stream, end_b

    def read(self, size_b: int = -1) -> bytes:
        left_b = max(0, self._end_b - self._stream.tell())
        return self._stream.read(left_b if size_b < 0 else min(size_b, left_b))

    def seek(self, offset_b: int, whence: int = 0) -> int:
        return self._stream.seek(offset_b, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> _Bounded:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def bounded(input: Input, end_b: int) -> Input:
    """Return the input as if it ended at a byte, where it is longer than that."""
    if input.size_b <= end_b:
        return input
    return input._replace(opener=lambda: cast(BinaryIO, _Bounded(input.open(), end_b)))
