"""The tool `recall`: the one door for questions."""

from __future__ import annotations

from datetime import datetime

from lossless_memory import clock
from lossless_memory.errors import UsageError
from lossless_memory.log.read import Locator
from lossless_memory.record import canonical_ts
from lossless_memory.surface.mcp import cursor, schemas
from lossless_memory.surface.mcp.arguments import Arguments
from lossless_memory.surface.mcp.context import Reply, ServerContext, Tool
from lossless_memory.typed import Any

_SPEAKERS = {"person": frozenset({"user"}), "assistant": frozenset({"assistant"})}
_KINDS = ("text", "action", "meta", "doc")
_CURSOR = ("after", "now", "of")
_PAGED = ("question", "speaker", "type", "session", "since", "until")
"""What must be the same on every page; a cursor taken to another question would leave out what lies before it."""


def _run(context: ServerContext, given: dict[str, Any]) -> Reply:
    # Loaded at the first call: a server that is only listed starts without it.
    from lossless_memory.ingest.catchup import before_answer, is_due
    from lossless_memory.present import model
    from lossless_memory.query.ask import CatchUp, ask, semantic_mode
    from lossless_memory.query.asking import Asking, Options

    arguments = Arguments("recall", given)
    question = arguments.text("question", is_needed=True, longest=20_000) or ""
    limit = arguments.number("limit", 10, 1, 50)
    around = arguments.number("around", 0, 0, 10)
    speaker = arguments.choice("speaker", ("person", "assistant"))
    kind = arguments.choice("type", _KINDS)
    options = Options(
        limit=limit,
        around=around,
        roles=None if speaker is None else _SPEAKERS[speaker],
        types=None if kind is None else frozenset({kind}),
        session=arguments.text("session"),
        since=arguments.text("since"),
        until=arguments.text("until"),
    )
    went_on = cursor.read(arguments.text("cursor"), _CURSOR)
    arguments.done()
    store = context.store()
    zone = context.zone(store)
    now, is_now_given = context.now(zone)
    asked = cursor.mark(given.get(name) for name in _PAGED)
    if went_on is not None:
        if went_on["of"] != asked:
            raise UsageError(
                "This cursor is of another question; nothing was searched.",
                "Use it with the arguments it was given for, or leave cursor out to begin anew.",
            )
        now = datetime.fromisoformat(str(went_on["now"]))  # "an hour ago" means the same on every page
        options = options._replace(after=Locator.parse(str(went_on["after"])))
    catch_up = CatchUp(lambda: before_answer(store, clock.now(), zone.name), is_due(store))
    asking = Asking(now, zone.info, zone.name, store.config, is_now_given)
    answer = ask(store.home, question, asking, options, catch_up, semantic=semantic_mode())
    if zone.note:
        answer = answer._replace(notes=[zone.note, *answer.notes])
    following = None
    if answer.next is not None:
        following = cursor.made({"after": str(answer.next), "now": canonical_ts(now), "of": asked})
    return Reply(model.answer_text(answer, zone.info, following), model.answer_body(answer, zone.info, following))


_TEXT: dict[str, Any] = {"type": "string", "minLength": 1}

TOOL = Tool(
    "recall",
    "Recall what was said",
    "Find what the person and their AI said, verbatim, in any earlier conversation. Ask in plain words and leave the "
    "time phrase in: “yesterday evening, about the budget”, “3日前の予算の話”, “el martes pasado”. The time narrows "
    "first, words rank inside it; a time alone lists everything said then. Hits come in time order, rank 1 is the "
    "most relevant, long lines are cut: open(locator) shows them whole. Nothing found says where was looked.",
    {
        "type": "object",
        "properties": {
            "question": {**_TEXT, "description": "What to look for, with its time phrase if there is one."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
            "around": {
                "type": "integer",
                "minimum": 0,
                "maximum": 10,
                "default": 0,
                "description": "Lines before and after each hit.",
            },
            "since": {**_TEXT, "description": "Only from this time on: 2026-03-02, “last tuesday”."},
            "until": {**_TEXT, "description": "Only up to this time; a day named is included."},
            "speaker": {"type": "string", "enum": ["person", "assistant"], "description": "Whose words only."},
            "type": {
                "type": "string",
                "enum": list(_KINDS),
                "description": "action: tool calls and results; doc: documents; meta: everything else kept.",
            },
            "session": {**_TEXT, "description": "Only this conversation, as a hit names it."},
            "cursor": {**_TEXT, "description": "next_cursor of the answer before, with the same arguments."},
        },
        "required": ["question"],
        "additionalProperties": False,
    },
    schemas.ANSWER,
    True,
    _run,
)
