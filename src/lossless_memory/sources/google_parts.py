"""Reads the parts of a message as Google's API has them: text, thought, call, response, file.

Knows no tool's file. What is the person's is its source's decision; here a part is only told by its form.
"""

from __future__ import annotations

from collections.abc import Mapping

from lossless_memory.sources.base import Draft
from lossless_memory.sources.marks import is_own_tool, own_block
from lossless_memory.sources.notes import binary_note, dumps, has_blob, result_text, without_blobs
from lossless_memory.sources.values import mapping, text_or_none
from lossless_memory.typed import Any


def other_part(base: Draft, part: Any) -> Draft:
    """Turn a part that is no words into a draft; `base` is the draft of the one who speaks."""
    about = mapping(part)
    call, response = about.get("functionCall"), about.get("functionResponse")
    if isinstance(call, dict):
        return base._replace(role="assistant", type="action", kind="tool-call", text=dumps(call), actor=None)
    if isinstance(response, dict):
        return tool_result(base, text_or_none(response.get("name")), response_text(response))
    system = base._replace(role="system", type="meta", actor=base.actor or base.kind, model=None)
    inline = about.get("inlineData")
    if isinstance(inline, dict) and has_blob(inline):
        return system._replace(kind="file", text=binary_note({"type": "file", **inline}))
    kind = next((key for key in about if isinstance(about[key], dict)), "unknown")
    return system._replace(kind=kind[:80] or "unknown", text=dumps(without_blobs(part)))


def tool_result(base: Draft, name: str | None, text: str) -> Draft:
    """Turn what a tool gave back into a draft; our own words are told apart."""
    result = base._replace(role="system", text=text, actor=name or "tool", model=None)
    if is_own_tool(name) or own_block(text):
        return result._replace(type="meta", kind="injected")
    return result._replace(type="action", kind="tool-result")


def response_text(response: Mapping[str, Any]) -> str:
    """Return what a function gave back: its one output text as it was, else the response as JSON."""
    inner = response.get("response")
    if isinstance(inner, dict) and len(inner) == 1:
        only = next(iter(inner.values()))
        if isinstance(only, str):
            return only
    return result_text(inner if inner is not None else response)
