"""`mcp`: the server through which an assistant asks, over stdin and stdout."""

from __future__ import annotations

from lossless_memory.errors import UsageError
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command


def mcp(context: Context) -> int:
    """Serve an assistant over stdin and stdout (Model Context Protocol).

    Tools start it themselves once they are connected: lossless connect TARGET.
    """
    from lossless_memory.surface.mcp import prepared
    from lossless_memory.surface.mcp.context import ServerContext

    try:
        serve = prepared(ServerContext(context.home, context.tz_argument, context.now_argument))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        raise UsageError(
            "The official MCP SDK is not installed; nothing was served.",
            "Install it with the extra, in your copy of this project: pipx install --force '.[mcp]'",
        ) from error
    serve()
    return 0


command = make_command(mcp)
