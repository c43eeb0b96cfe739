"""What the samples of chat exports really hold, read a second time, each as plainly as it can be.

Shares no code with the program on purpose: an error made once should not hide itself. Words are the person's where
the export itself says who its owner is; nobody is named by settings here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .said import Said

OURS = re.compile(r"<lossless-memory.*</lossless-memory[^>]*>", re.DOTALL)


def of_person(id: Any, text: str) -> Iterator[Said]:
    for words in OURS.split(text):
        yield Said("person", id, words)


# --- Telegram -----------------------------------------------------------------------------------------------------------


def telegram(data: str, path: Path) -> Iterator[Said]:
    whole = json.loads(data)
    chats = [one for name in ("chats", "left_chats") for one in (whole.get(name) or {}).get("list", [])]
    owner = (whole.get("personal_information") or {}).get("user_id")
    for chat in chats or [whole]:
        for message in chat["messages"]:
            sender = message.get("from_id")
            is_owner = sender == f"user{owner}" or (
                sender and chat.get("type") == "personal_chat" and sender != f"user{chat['id']}"
            )
            if message.get("type") == "message" and is_owner and not {"forwarded_from", "via_bot"} & set(message):
                pieces = message.get("text") or message.get("text_entities") or []
                pieces = [pieces] if isinstance(pieces, str) else pieces
                text = "".join(one if isinstance(one, str) else one["text"] for one in pieces)
                yield from of_person(str(message["id"]), text)


READERS: dict[str, Callable[[str, Path], Iterator[Said]]] = {
    "telegram": telegram,
}
