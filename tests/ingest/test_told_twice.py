"""What is told twice is shown once, whichever telling was read first, and whether the index or the log is asked."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from lossless_memory.ingest.run import Importer
from lossless_memory.ingest.writer import Writer
from lossless_memory.log.home import Store
from lossless_memory.query.scan import ScanSearcher
from lossless_memory.sources.base import Options
from tests.index.stores import NOW, dump, rebuilt, shown_texts, store_at

SESSION = "019de000-0000-7000-8000-00000000000a"
CODEX = (
    {"timestamp": "2026-05-01T07:00:00.100Z", "type": "session_meta", "payload": {"id": SESSION, "cwd": "/srv/boat"}},
    {
        "timestamp": "2026-05-01T07:00:02.140Z",
        "type": "event_msg",
        "payload": {"type": "user_message", "message": "Why is the queue slow?"},
    },
)
CODEX_LIST = (
    {"session_id": SESSION, "ts": 1777618802, "text": "Why is the queue slow?"},
    {"session_id": SESSION, "ts": 1777618900, "text": "Only in the list"},
    {"session_id": "019de000-0000-7000-8000-00000000000b", "ts": 1777618802, "text": "Why is the queue slow?"},
)
GEMINI = (
    {"sessionId": "9c", "projectHash": "ab", "startTime": "2026-06-03T10:00:00.000Z", "kind": "main"},
    {"id": "m1", "timestamp": "2026-06-03T10:00:05.000Z", "type": "user", "content": [{"text": "Where is it read?"}]},
)
GEMINI_LIST = [
    {"sessionId": "9c", "messageId": n, "type": "user", "message": text, "timestamp": "2026-06-03T10:00:04.000Z"}
    for n, text in enumerate(["Where is it read?", "Only in the list"])
]
CLAUDE = (
    {
        "type": "user",
        "uuid": "u1",
        "sessionId": SESSION,
        "timestamp": "2026-03-02T09:15:04.120Z",
        "message": {"role": "user", "content": "Which varnish?"},
    },
)
CLAUDE_LIST = (
    {
        "display": "Which varnish?",
        "pastedContents": {},
        "timestamp": 1772442904000,
        "project": "/b",
        "sessionId": SESSION,
    },
    {
        "display": "Only in the list",
        "pastedContents": {},
        "timestamp": 1772442905000,
        "project": "/b",
        "sessionId": SESSION,
    },
)


def lines(*told: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in told)


FILES = {
    "codex": ((f"rollout-2026-05-01T09-00-00-{SESSION}.jsonl", lines(*CODEX)), ("history.jsonl", lines(*CODEX_LIST))),
    "gemini-cli": (("session-2026-06-03T10-00-9c.jsonl", lines(*GEMINI)), ("logs.json", json.dumps(GEMINI_LIST))),
    "claude-code": ((f"{SESSION}.jsonl", lines(*CLAUDE)), ("history.jsonl", lines(*CLAUDE_LIST))),
}
SHOWN = {
    "codex": ["Only in the list", "Why is the queue slow?", "Why is the queue slow?"],
    "gemini-cli": ["Only in the list", "Where is it read?"],
    "claude-code": ["Only in the list", "Which varnish?"],
}


def imported(store: Store, path: Path, options: Options | None = None) -> tuple[int, int]:
    with Writer(store) as writer:
        made = Importer(store, writer, options or Options(), NOW).run([str(path)]).total
    return made.stored, made.duplicates


def typed(store: Store) -> list[str]:
    """Return what the person is shown to have said, as the index has it; the scan must agree."""
    searcher = ScanSearcher(store.home)
    scanned = [searcher._record(match) for match in searcher._matches]
    found = sorted(one.text for one in scanned if one.role == "user" and one.type == "text")
    assert found == sorted(text for text in shown_texts(store.home).values() if text in found)
    return found


@pytest.mark.parametrize(("source", "order"), [(name, order) for name in FILES for order in permutations((0, 1))])
def test_a_prompt_in_the_transcript_and_in_the_list_of_prompts_is_shown_once(
    home: Path, tmp_path: Path, source: str, order: tuple[int, ...]
) -> None:
    store = store_at(home)
    for place in order:
        name, text = FILES[source][place]
        path = tmp_path / f"{source}-{place}" / name
        path.parent.mkdir()
        path.write_text(text)
        assert imported(store, path)[0] > 0
        assert imported(store, path)[0] == 0
        assert rebuilt(store.home) == dump(store.home)
    assert SHOWN[source] == typed(store)


CHAT = {
    "name": "Kim",
    "type": "private_group",
    "id": 12,
    "messages": [
        {
            "id": 7,
            "type": "message",
            "date_unixtime": "1772442904",
            "from": "Kim",
            "from_id": "user12",
            "text": "varnish",
        },
        {
            "id": 8,
            "type": "message",
            "date_unixtime": "1772442964",
            "from": "Sam",
            "from_id": "user13",
            "text": "which?",
        },
    ],
}


@pytest.mark.parametrize("order", [(None, "Sam"), ("Sam", None), (None, "Sam", None, "Sam")])
def test_who_is_named_only_at_a_later_import_has_their_own_words_then_and_once(
    home: Path, tmp_path: Path, order: tuple[str | None, ...]
) -> None:
    store = store_at(home)
    path = tmp_path / "result.json"
    path.write_text(json.dumps(CHAT))
    for name in order:
        imported(store, path, Options(person=(name,) if name else ()))
        assert rebuilt(store.home) == dump(store.home)
    assert ["which?"] == typed(store)
    assert 1 == list(shown_texts(store.home).values()).count("which?")
    assert (0, 3) == imported(store, path, Options(person=("Sam",)))
