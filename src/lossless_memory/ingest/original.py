"""Which conversation a file goes on as whose only name is its own: a copy under another name is its original.

The ids of lines that have none hang on their conversation (decision 0005), so a copy must be read under the first name.
What tells it is how it begins: who said what at which instant.
"""

from __future__ import annotations

from collections.abc import Callable

from lossless_memory.sources.base import Draft, Input, Options, Skipped, Source

Find = Callable[[str, Draft], str | None]
"""Returns, for a source's name and the first line of a file, the conversation that begins with it."""


def named(input: Input, source: Source, options: Options, find: Find) -> Input:
    """Return a file with the name under which its beginning is stored, if the source knows it by its own name alone.

    Raises what reading the file raises.
    """
    if not getattr(source, "is_named_by_file", False):
        return input
    for item in source.read(input, None, options):
        for draft in () if isinstance(item.result, Skipped) else item.result:
            if not isinstance(draft, Draft) or draft.ts is None or draft.id is not None:
                return input
            return input._replace(known_as=find(source.name, draft))
    return input
