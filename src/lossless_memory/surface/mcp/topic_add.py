"""The tool `topic_add`: notes a topic, so that it is not lost from sight. Its priority is the person's alone."""

from __future__ import annotations

from lossless_memory import clock
from lossless_memory.now import marks
from lossless_memory.present.visible import one_line
from lossless_memory.surface.mcp import schemas
from lossless_memory.surface.mcp.arguments import Arguments
from lossless_memory.surface.mcp.context import Reply, ServerContext, Tool
from lossless_memory.typed import Any

_WAIT_S = 2.0


def _run(context: ServerContext, given: dict[str, Any]) -> Reply:
    from lossless_memory.present.shapes import SCHEMA_VERSION

    arguments = Arguments("topic_add", given)
    topic = arguments.text("topic", is_needed=True, longest=marks.MAX_CHARS) or ""
    arguments.done()
    is_added = marks.add_topic(context.store(), topic, "assistant", clock.now(), _WAIT_S)
    said = "is noted as a topic" if is_added else "is the topic that was noted last already"
    text = f"“{one_line(topic)}” {said}. Only the person sets its priority or says that it is done."
    return Reply(text, {"schema_version": SCHEMA_VERSION, "topic": topic, "added": is_added})


TOOL = Tool(
    "topic_add",
    "Note a topic",
    "Note a topic in one line, so that it stays in sight over sessions and compactions: something open that the person "
    "will want to come back to. It is marked as added by you. You cannot give it a priority, finish it or take it "
    "away: only the person can. Do not note what the person did not raise.",
    {
        "type": "object",
        "properties": {
            "topic": {"type": "string", "minLength": 1, "maxLength": marks.MAX_CHARS, "description": "One short line."}
        },
        "required": ["topic"],
        "additionalProperties": False,
    },
    schemas.TOPIC,
    False,
    _run,
)
