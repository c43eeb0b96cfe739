"""Says who speaks in a chat between people: the person, the AI, or somebody else.

Owns the rule that nobody is taken for the person, or for the AI, who was not named so: by the settings, by the person
at import, or by the export itself. Everybody else keeps his name, as role system. Knows no tool.
"""

from __future__ import annotations

from collections.abc import Iterator

from lossless_memory.sources.base import Draft, Options
from lossless_memory.sources.marks import own_block, split_own


def role_of(options: Options, *names: object) -> str:
    """Return the role of a speaker known by any of these names and ids."""
    given = {name.strip().casefold() for name in names if isinstance(name, str)}
    if given & {name.casefold() for name in options.person}:
        return "user"
    return "assistant" if given & {name.casefold() for name in options.assistant} else "system"


def spoken(base: Draft, role: str, name: str, text: str) -> Iterator[Draft]:
    """Turn the words of a speaker into drafts; our own words among them, and blank ones, are nobody's.

    The texts of the drafts join to the given one.
    """
    for piece, is_own in split_own(text) if role != "assistant" else [(text, own_block(text) is not None)]:
        if is_own or not piece.strip():
            kind = "injected" if is_own else "empty"
            yield base._replace(role="system", type="meta", kind=kind, text=piece, actor=name, model=None)
        elif role == "assistant":
            yield base._replace(role=role, type="text", kind="reply", text=piece, actor=None)
        elif role == "system":
            yield base._replace(role="system", type="text", kind="said", text=piece, actor=name, model=None)
        else:
            yield base._replace(role="user", type="text", kind="typed", text=piece, actor=None, model=None)
