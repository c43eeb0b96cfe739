"""Each agent gets exactly the form it takes, and nothing where it takes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lossless_memory import Memory
from lossless_memory.surface.hook.answer import answer
from lossless_memory.surface.hook.event import answered, read_event

CLAUDE = {"session_id": "s1", "transcript_path": "/none/s1.jsonl", "cwd": "/w", "permission_mode": "default"}
CODEX = {**CLAUDE, "transcript_path": None, "turn_id": "t1", "model": "m"}
GEMINI = {"session_id": "s1", "transcript_path": "/none", "cwd": "/w", "timestamp": "2026-10-14T01:00:00Z"}
CURSOR = {"conversation_id": "c1", "generation_id": "g1", "workspace_roots": ["/w"], "model": "m"}


@pytest.fixture
def store(home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
    monkeypatch.setenv("LOSSLESS_NOW", "2026-10-14T10:00:00+09:00")
    with Memory.open(str(home)) as memory:
        memory.append([{"ts": "2026-10-13T11:00:00Z", "text": "the varnish"}])
    return str(home)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("session-start", {**CLAUDE, "hook_event_name": "SessionStart", "source": "startup"}),
        ("prompt", {**CLAUDE, "hook_event_name": "UserPromptSubmit", "prompt": "go on"}),
        ("session-start", {**CODEX, "hook_event_name": "SessionStart", "source": "resume"}),
        ("prompt", {**CODEX, "hook_event_name": "UserPromptSubmit", "prompt": "go on"}),
        ("session-start", {**GEMINI, "hook_event_name": "SessionStart", "source": "startup"}),
        ("prompt", {**GEMINI, "hook_event_name": "BeforeAgent", "prompt": "go on"}),
    ],
)
def test_claude_code_codex_and_gemini_take_one_strict_object(store: str, name: str, event: dict) -> None:
    body = json.loads(answer(name, json.dumps(event).encode(), store))
    assert list(body) == ["hookSpecificOutput"]
    assert list(body["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert body["hookSpecificOutput"]["hookEventName"] == event["hook_event_name"]
    assert "the varnish" in body["hookSpecificOutput"]["additionalContext"]


def test_cursor_takes_its_own_forms(store: str) -> None:
    start = json.dumps({**CURSOR, "hook_event_name": "sessionStart"}).encode()
    body = json.loads(answer("session-start", start, store))
    assert list(body) == ["additional_context"]
    assert "the varnish" in body["additional_context"]
    prompt = json.dumps({**CURSOR, "hook_event_name": "beforeSubmitPrompt", "prompt": "go on"}).encode()
    assert json.loads(answer("prompt", prompt, store)) == {"continue": True}


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("stop", {**CLAUDE, "hook_event_name": "Stop", "last_assistant_message": "done"}),
        ("pre-compact", {**CLAUDE, "hook_event_name": "PreCompact", "trigger": "auto"}),
        ("session-end", {**CLAUDE, "hook_event_name": "SessionEnd", "reason": "clear"}),
        ("stop", {**CODEX, "hook_event_name": "Stop"}),
        ("stop", {**GEMINI, "hook_event_name": "AfterAgent", "prompt_response": "done"}),
        ("stop", {**CURSOR, "hook_event_name": "stop"}),
    ],
)
def test_events_that_take_no_answer_get_none(store: str, name: str, event: dict) -> None:
    assert answer(name, json.dumps(event).encode(), store) == ""


def test_what_is_missing_or_unknown_in_an_event_is_no_matter() -> None:
    event = read_event("prompt", b'{"prompt": "x", "new_field": {"deep": [1]}, "cwd": 7}')
    assert (event.name, event.prompt, event.cwd, event.session) == ("UserPromptSubmit", "x", None, None)
    assert answered(event, None) == ""


def test_recall_answers_only_a_prompt_that_asks_about_the_past(store: str) -> None:
    def told(prompt: str) -> str:
        event = {**CLAUDE, "hook_event_name": "UserPromptSubmit", "prompt": prompt}
        return answer("prompt", json.dumps(event).encode(), store)

    assert "Recalled for this prompt" in told("what did we say about the varnish yesterday?")
    assert "read as 2026-10-13 Tue" in told("what did we say about the varnish yesterday?")
    assert "Recalled" in told("do you remember the varnish?")
    assert "Recalled" in told("¿te acuerdas del varnish?")
    assert "Recalled" in told("varnishのこと覚えてる?")
    assert "Recalled" not in told("buy varnish today")
    assert "Recalled" not in told("varnish the boat")
    assert "Recalled" not in told("what about the flamingo yesterday at noon?")


def test_asked_about_a_time_that_holds_none_of_the_words_the_prompt_gets_what_was_said_then(store: str) -> None:
    def told(prompt: str) -> str:
        event = {**CLAUDE, "hook_event_name": "UserPromptSubmit", "prompt": prompt}
        return answer("prompt", json.dumps(event).encode(), store)

    asked = told("do you remember the flamingo from yesterday?")
    assert "Nothing then holds these words; what was said then" in asked
    assert "varnish" in asked
    assert "what was said then" not in told("finish the flamingo of yesterday.")
