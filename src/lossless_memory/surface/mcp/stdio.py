"""The two ends of the server's pipe, around the SDK's own: bad lines get an answer, and the last calls get theirs.

The SDK drops what it cannot read and gives up the calls in flight when stdin ends. Here a line that is no message is
answered as JSON-RPC says (-32700, -32600), and the end of stdin reaches the server only once every request has its
answer. Framing and protocol stay the SDK's.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import AsyncIterator

import anyio
import mcp_types as types
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from lossless_memory.typed import Any

MAX_LINE_B = 16 * 2**20
"""A longer line is no call of ours; it is passed over up to its end and answered with an error."""

DRAIN_S = 60.0
"""How long calls in flight may take once stdin has ended."""

_CHUNK_B = 65_536

RequestId = int | str


class Lines:
    """Standard input as the lines the SDK reads: messages only, and the end only after the last answer."""

    def __init__(self, fd: int, answers: MemoryObjectSendStream[SessionMessage]) -> None:
        """Read from a descriptor; `answers` takes what is to be said to bad lines."""
        self._fd, self._answers = fd, answers
        self._open: Counter[RequestId] = Counter()
        self._all_answered = anyio.Event()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield lines that hold a message."""
        async for line in self._lines():
            if not line.strip():
                continue
            message = _read(line)
            if isinstance(message, types.JSONRPCError):
                await self._answers.send(SessionMessage(message))
                continue
            self._note(message)
            yield line.decode("utf-8")
        if self._open:
            with anyio.move_on_after(DRAIN_S):
                await self._all_answered.wait()
        self._answers.close()

    def answered(self, request: RequestId | None) -> None:
        """Note that a request has its answer."""
        if request is None or request not in self._open:
            return
        self._open[request] -= 1
        self._open += Counter()  # drops what is at nought
        if not self._open:
            self._all_answered.set()

    def _note(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            return
        if "id" in message:
            self._open[message["id"]] += 1
            self._all_answered = anyio.Event()
        elif message["method"] == "notifications/cancelled" and isinstance(params := message.get("params"), dict):
            self.answered(params.get("requestId"))  # it gets no answer any more

    async def _lines(self) -> AsyncIterator[bytes]:
        """Yield lines without their newline; one that is too long comes as its start alone."""
        waiting = bytearray()
        is_too_long = False
        while chunk := await anyio.to_thread.run_sync(os.read, self._fd, _CHUNK_B, abandon_on_cancel=True):
            *whole, rest = chunk.split(b"\n")
            for end in whole:
                waiting += end
                if not is_too_long:
                    yield bytes(waiting)
                waiting.clear()
                is_too_long = False
            if not is_too_long:
                waiting += rest
            if len(waiting) > MAX_LINE_B:
                is_too_long = True
                yield bytes(waiting[:200])
                waiting.clear()
        if waiting:
            yield bytes(waiting)


def _read(line: bytes) -> dict[str, Any] | types.JSONRPCError:
    """Return the message a line holds, or the error that answers it."""
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return _error(None, types.PARSE_ERROR, "This line is not JSON in UTF-8.")
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        request = found.get("id") if isinstance(found, dict) else None
        is_id = isinstance(request, int | str) and not isinstance(request, bool)
        return _error(request if is_id else None, types.INVALID_REQUEST, "This is no JSON-RPC 2.0 message.")
    message: dict[str, Any] = found
    return message


def _error(request: RequestId | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=request, error=types.ErrorData(code=code, message=message))


async def run(server: Server[Any]) -> None:
    """Serve one client over stdin and stdout until stdin ends.

    While it serves, descriptor 0 reads nothing and descriptor 1 writes to stderr, so that no library can disturb the
    protocol or read it away.
    """
    own_in = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    from_server: MemoryObjectReceiveStream[SessionMessage]
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    lines = Lines(own_in, to_client.clone())
    client = stdio_server(stdin=lines)  # type: ignore[arg-type]  # it is only iterated over
    async with client as (read_stream, write_stream), anyio.create_task_group() as group:
        group.start_soon(_pass_on, from_server, write_stream, lines)
        await server.run(read_stream, to_client, server.create_initialization_options())


async def _pass_on(
    answers: ObjectReceiveStream[SessionMessage], client: ObjectSendStream[SessionMessage], lines: Lines
) -> None:
    """Hand every answer to the client and note which request it settles."""
    async with answers, client:
        async for one in answers:
            await client.send(one)
            if isinstance(one.message, types.JSONRPCResponse | types.JSONRPCError):
                lines.answered(one.message.id)
