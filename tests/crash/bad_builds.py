"""Known-bad builds: the program with one safeguard taken out, put on in the child only, never a hook in the product.

A plan that lets one of them pass is broken. Each says what it takes out and which scenarios must show it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class BadBuild(NamedTuple):
    """A build with a safeguard missing: how to make it, and where a kill must catch it.

    Kills are aimed at the calls on files below `aim`, the places where the safeguard does its work.
    """

    name: str
    apply: Callable[[], None]
    scenarios: tuple[str, ...]
    calls: tuple[str, ...]
    aim: str = "/log/main/2026/"


def _no_sync() -> None:
    from lossless_memory.log import fsio

    fsio.sync = lambda fd: None


def _no_folder_sync() -> None:
    from lossless_memory.log import fsio

    fsio.sync_folder = lambda path: None


def _cursor_before_receipt() -> None:
    from lossless_memory.ingest import cursors
    from lossless_memory.ingest.writer import Writer

    right = Writer.store

    def store(self: Writer, batch: Any, read: Any = None) -> Any:
        if read is not None:
            with self.held() as indexer, indexer.db:
                cursors.save(indexer.db, *read)
        return right(self, batch, read)

    Writer.store = store  # type: ignore[method-assign]


def _no_known_check() -> None:
    from lossless_memory.ingest import writer

    assert writer._unknown, "a bad build must change what is there"
    writer._unknown = lambda indexer, batch, keys: list(range(len(batch)))


BAD_BUILDS = {
    build.name: build
    for build in (
        BadBuild("no-sync", _no_sync, ("append-empty", "import-empty"), ("write", "openat")),
        BadBuild("no-folder-sync", _no_folder_sync, ("append-empty", "append-day-change"), ("write", "fsync")),
        BadBuild("cursor-before-receipt", _cursor_before_receipt, ("import-empty", "import-grown"), ("write", "fsync")),
        BadBuild("no-known-check", _no_known_check, ("import-plain", "append-empty"), ("fsync",)),
    )
}
