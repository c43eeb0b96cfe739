"""The tool `now`: where things stand: the time, how long the person was away, the topics, what they marked."""

from __future__ import annotations

from lossless_memory import clock
from lossless_memory.surface.mcp import schemas
from lossless_memory.surface.mcp.arguments import Arguments
from lossless_memory.surface.mcp.context import Reply, ServerContext, Tool
from lossless_memory.typed import Any


def _run(context: ServerContext, given: dict[str, Any]) -> Reply:
    from lossless_memory.ingest.catchup import before_answer, is_due
    from lossless_memory.now.look import look
    from lossless_memory.now.stand import Ask
    from lossless_memory.present import fence, model, shapes, stand
    from lossless_memory.query.spans import to_us

    Arguments("now", given).done()
    store = context.store()
    zone = context.zone(store)
    now, is_given = context.now(zone)
    trouble = None if is_given or not is_due(store) else before_answer(store, clock.now(), zone.name)
    found = look(store.home, Ask(to_us(now), store.config, is_for_ai=False), device=store.device)
    notes = [note for note in (zone.note, trouble) if note]
    text = "\n".join([stand.for_ai(found, zone.info, stand.START_CHARS), *(f"Note: {note}" for note in notes)])
    head = {"schema_version": shapes.SCHEMA_VERSION, "notice": fence.NOTICE}
    return Reply(text, {**head, **model.sound(stand.shape(found, zone.info)), "notes": model.sound(notes)})


TOOL = Tool(
    "now",
    "Where things stand",
    "Tell the time in the person's zone, how long they were away, what was talked about in the last hours, in their "
    "own words and over all their conversations and tools, and the topics they marked, with their priorities. "
    "Use it when a session begins without this, after a compaction, or when you have lost the thread.",
    {"type": "object", "properties": {}, "additionalProperties": False},
    schemas.NOW,
    True,
    _run,
)
