"""The assistant's own door: a server of the Model Context Protocol over stdin and stdout, on the official SDK.

One tool a file. It reads, and may note a topic; nothing here marks, redacts, erases or configures. Stdout carries the
protocol and nothing else.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

from lossless_memory.surface.mcp.context import ServerContext


def prepared(context: ServerContext) -> Callable[[], None]:
    """Return what serves until stdin ends; calls in flight are answered first.

    Raises ModuleNotFoundError where the SDK is not installed.
    """
    # The SDK makes very many objects that stay: looking through them for garbage takes a third of its start.
    gc.disable()
    import anyio

    from lossless_memory.surface.mcp.server import build
    from lossless_memory.surface.mcp.stdio import run

    gc.freeze()
    gc.enable()
    server = build(context)

    def serve() -> None:
        if sys.stdin is None:  # closed from the start: nobody will ask
            return
        try:
            anyio.run(run, server)
        except* BrokenPipeError:
            pass  # the client is gone and waits for nothing

    return serve
