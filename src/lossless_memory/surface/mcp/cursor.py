"""Cursors: where an answer goes on, as a text that means nothing to the model and cannot mean anything else to us."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable

from lossless_memory.digests import sha256
from lossless_memory.errors import UsageError
from lossless_memory.typed import Any


def made(body: dict[str, Any]) -> str:
    """Return the cursor that stands for some small values."""
    return base64.urlsafe_b64encode(json.dumps(body, separators=(",", ":")).encode()).decode().rstrip("=")


def mark(values: Iterable[object]) -> str:
    """Return a short sign of some arguments, by which a cursor is known to be theirs."""
    return sha256(json.dumps(list(values)).encode()).hexdigest()[:12]


def read(text: str | None, names: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the values of a cursor of ours, None for no cursor. Raises UsageError for anything else."""
    if text is None:
        return None
    try:
        body = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError):
        body = None
    if not isinstance(body, dict) or tuple(body) != names:
        raise UsageError(
            "This cursor was not given by an earlier answer of the same tool; nothing was searched.",
            "Use next_cursor as it was given, with the same arguments, or leave cursor out to begin anew.",
        )
    return body
