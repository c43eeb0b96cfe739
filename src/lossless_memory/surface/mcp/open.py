"""The tool `open`: one line whole and exact, with its neighbours."""

from __future__ import annotations

from lossless_memory.errors import UsageError
from lossless_memory.log.read import Locator
from lossless_memory.surface.mcp import cursor, schemas
from lossless_memory.surface.mcp.arguments import Arguments
from lossless_memory.surface.mcp.context import Reply, ServerContext, Tool
from lossless_memory.typed import Any

_CURSOR = ("from",)


def _run(context: ServerContext, given: dict[str, Any]) -> Reply:
    from lossless_memory.present import model
    from lossless_memory.query.opened import opened

    arguments = Arguments("open", given)
    locator = Locator.parse(arguments.text("locator", is_needed=True) or "")
    around = arguments.number("around", 0, 0, 20)
    went_on = cursor.read(arguments.text("cursor"), _CURSOR)
    arguments.done()
    start = went_on["from"] if went_on else 0
    store = context.store()
    zone = context.zone(store).info
    found = opened(store.home, locator, around)
    if isinstance(found, str):
        raise UsageError(found, "Take the locator from a hit of recall, as it stands there.")
    text = found.hit.record.text
    if not isinstance(start, int) or not 0 <= start <= len(text):
        raise UsageError("This cursor is not of this record; nothing was shown.", "Leave cursor out to begin anew.")
    end = start + model.WHOLE_CHARS
    following = cursor.made({"from": end}) if end < len(text) else None
    piece = model.Piece(start, min(end, len(text)))
    return Reply(model.opened_text(found, zone, piece, following), model.opened_body(found, zone, piece, following))


TOOL = Tool(
    "open",
    "Open one line",
    "Show one line whole, by the locator a hit carries (main/2026-03-02:17), with the lines around it in the same "
    "conversation and the compactions between them. The text is exact, character for character.",
    {
        "type": "object",
        "properties": {
            "locator": {"type": "string", "minLength": 1, "description": "As a hit of recall carries it."},
            "around": {
                "type": "integer",
                "minimum": 0,
                "maximum": 20,
                "default": 0,
                "description": "Lines before and after it.",
            },
            "cursor": {
                "type": "string",
                "minLength": 1,
                "description": "next_cursor of the answer before: the rest of a very long line.",
            },
        },
        "required": ["locator"],
        "additionalProperties": False,
    },
    schemas.OPENED,
    True,
    _run,
)
