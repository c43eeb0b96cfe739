"""The output schemas: the shapes of present/model.py as JSON Schema. They only grow."""

from __future__ import annotations

from lossless_memory.typed import Any

_TEXT: dict[str, Any] = {"type": "string"}
_COUNT: dict[str, Any] = {"type": "integer"}
_FLAG: dict[str, Any] = {"type": "boolean"}
_MAYBE: dict[str, Any] = {"type": ["string", "null"]}


def shape(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema of an object whose keys are all there but the optional ones."""
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": needed}


def listed(item: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


HIT = shape(
    {
        "locator": _TEXT,
        "ts": _TEXT,
        "local": _TEXT,
        "time": {"type": "string", "enum": ["exact", "inherited"]},
        "actor": _TEXT,
        "role": _TEXT,
        "type": _TEXT,
        "kind": _MAYBE,
        "source": _MAYBE,
        "trust": {"type": "string", "enum": ["person", "assistant", "tool", "other"]},
        "text": _TEXT,
        "text_from": _COUNT,
        "text_length": _COUNT,
        "text_json": _TEXT,
        "model": _MAYBE,
        "session": _TEXT,
        "rank": _COUNT,
        "match": {"type": "string", "enum": ["exact", "meaning", "context"]},
        "low_confidence": _FLAG,
        "outside": _FLAG,
    },
    ("text_json",),
)

ANSWER = shape(
    {
        "schema_version": _COUNT,
        "notice": _TEXT,
        "now": _TEXT,
        "timezone": _TEXT,
        "question": _TEXT,
        "intervals": listed(shape({"start": _MAYBE, "end": _MAYBE, "phrase": _TEXT, "reading": _TEXT, "vague": _FLAG})),
        "searched": listed(shape({"start": _MAYBE, "end": _MAYBE})),
        "terms": listed(_TEXT),
        "layer": {"type": "string", "enum": ["exact", "relaxed", "meaning", "none"]},
        "total": _COUNT,
        "shown": _COUNT,
        "days": {"type": "object", "additionalProperties": _COUNT},
        "held_back": {"type": "object", "additionalProperties": _COUNT},
        "index": shape({"through": _MAYBE, "behind": _COUNT}),
        "notes": listed(_TEXT),
        "ask": _MAYBE,
        "next_cursor": _MAYBE,
        "hits": listed(HIT),
    }
)

OPENED = shape(
    {
        "schema_version": _COUNT,
        "notice": _TEXT,
        "hits": listed(HIT),
        "shown_instead": _MAYBE,
        "next_cursor": _MAYBE,
    }
)

NOW = shape(
    {
        "schema_version": _COUNT,
        "notice": _TEXT,
        "now": _TEXT,
        "timezone": _TEXT,
        "last_spoke": _MAYBE,
        "stretch": _MAYBE,
        "away_seconds": {"type": ["integer", "null"]},
        "marks": listed(
            shape(
                {
                    "topic": _TEXT,
                    "ts": _TEXT,
                    "by": _TEXT,
                    "device": _TEXT,
                    "priority": _TEXT,
                    "done": _FLAG,
                    "flagged": _FLAG,
                }
            )
        ),
        "topics": listed(
            shape(
                {
                    "start": _TEXT,
                    "end": _TEXT,
                    "local": _TEXT,
                    "actor": _TEXT,
                    "headline": _TEXT,
                    "lines": _COUNT,
                    "topics": _COUNT,
                    "hot": _FLAG,
                    "session": _TEXT,
                    "device": _TEXT,
                }
            )
        ),
        "notes": listed(_TEXT),
    }
)

TOPIC = shape({"schema_version": _COUNT, "topic": _TEXT, "added": _FLAG})
