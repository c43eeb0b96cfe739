"""Chat tools' files become drafts of records here: one module a tool, one contract for all (`base`).

Owns the order in which the sources are asked, and the list of files that belong to a tool or an export and hold no
conversation. Knows no log, no index, no clock.
"""

from __future__ import annotations

import re

from lossless_memory.sources import chatgpt, claude_ai, claude_code, plain, records
from lossless_memory.sources.base import Input, Source
from lossless_memory.sources.opening import head_text

SOURCES: tuple[Source, ...] = (
    records.SOURCE,
    claude_code.SOURCE,
    chatgpt.SOURCE,
    claude_ai.SOURCE,
    plain.SOURCE,
)
"""Every source, in the order in which they are asked: the most particular sign first, the plainest form last."""

_COMPANION_NAMES = re.compile(
    r"""(?:^|[/\\!])(?:
        agent-[^/\\]*\.meta\.json | journal\.jsonl | history\.jsonl
      | tool-results[/\\][^!]*
      | user\.json | users\.json | user_settings\.json | export_manifest\.json | message_feedback\.json
      | shared_conversations\.json | memories\.json | projects\.json | projects[/\\][^/\\]*\.json
      | chat\.html | model_comparisons\.json | group_chats\.json | shopping\.json | sora\.json
      | device\.json | markers\.jsonl | checkpoints\.jsonl | accounts\.jsonl | store\.json
    )$""",
    re.VERBOSE,
)


def recognise(input: Input) -> Source | None:
    """Return the source whose file this is, or None. Looks at the content, never at the name."""
    return next((source for source in SOURCES if source.claims(input)), None)


def is_companion(input: Input) -> bool:
    """Say whether a file that no source claims is known to hold no conversation: by its name, or because it is empty.

    Ask `recognise` first: an export may call a conversation by any name.
    """
    if _COMPANION_NAMES.search(input.name):
        return True
    return input.size_b <= len(input.head) and head_text(input).strip("\ufeff \t\r\n\0") in ("", "[]", "{}")
