"""What the cases share: what the log holds, and the mark for parts that wait for a later surface."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.surface.running import Cli


def waits_for(what: str) -> pytest.MarkDecorator:
    """Mark a part of a case that cannot hold before something is built; it fails loudly once it does."""
    return pytest.mark.xfail(strict=True, raises=AssertionError, reason=f"waits for {what}")


def through(cli: Cli, surface: str, question: str) -> str:
    """Ask through the hook or through the server, and return the text that reaches the model."""
    if surface == "hook":
        event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": question}
        out = cli("hook", "prompt", stdin=json.dumps(event, ensure_ascii=False).encode(), code=0).out
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"])
    about = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    parameters = {"name": "recall", "arguments": {"question": question}, "_meta": about}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters}
    answer = cli("mcp", stdin=json.dumps(call, ensure_ascii=False).encode() + b"\n", code=0).json
    return str(answer["result"]["content"][0]["text"])


def logged(cli: Cli) -> list[dict[str, Any]]:
    """Return every record of the log as it stands in the day files."""
    return [
        json.loads(line) for path in sorted(cli.home.glob("log/*/*/*.jsonl")) for line in path.read_bytes().splitlines()
    ]


def hits(cli: Cli, *arguments: str, **changes: str | None) -> list[dict[str, Any]]:
    """Ask in JSON and return the hits that were asked for, context left out."""
    return [hit for hit in cli("recall", "--json", *arguments, **changes).json["hits"] if hit["match"] == "exact"]
