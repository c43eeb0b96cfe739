"""Troubles seen elsewhere, at the level of drafts: copies, forks, sub-agents, compaction, feedback, re-exports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lossless_memory.sources.base import Draft

from .reading import BY_NAME, drafts, of_bytes, read

CODE, CHAT, CLAUDE = BY_NAME["claude-code"], BY_NAME["chatgpt"], BY_NAME["claude-ai"]


def line(uuid: str | None, text: Any, session: str = "s1", **more: Any) -> dict[str, Any]:
    told = {
        "type": "user",
        "sessionId": session,
        "timestamp": "2026-03-02T09:15:04Z",
        "message": {"role": "user", "content": text},
    }
    return told | ({"uuid": uuid} if uuid else {}) | more


def code(*lines: dict[str, Any], name: str = "s1.jsonl") -> list[Draft]:
    return drafts(read(CODE, of_bytes("".join(json.dumps(one) + "\n" for one in lines).encode(), name)))


def identity(found: list[Draft]) -> set[tuple[str | None, str]]:
    return {(draft.id, draft.text) for draft in found}


def export(source: str, *conversations: dict[str, Any]) -> list[Draft]:
    return drafts(read(BY_NAME[source], of_bytes(json.dumps(list(conversations)).encode(), "conversations.json")))


def test_a_resumed_session_repeats_nothing_that_would_count_as_new() -> None:
    lines = [
        line("u1", "words"),
        {
            "type": "progress",
            "uuid": "p1",
            "parentUuid": "u1",
            "sessionId": "s1",
            "timestamp": "2026-03-02T09:15:05Z",
            "cwd": "/a",
            "data": {"n": 1},
        },
        line("u2", [{"type": "tool_result", "tool_use_id": "t", "content": "out"}]),
        {
            "type": "system",
            "subtype": "turn_duration",
            "uuid": "y1",
            "sessionId": "s1",
            "timestamp": "2026-03-02T09:15:05Z",
            "durationMs": 5,
        },
    ]
    first = code(*lines)
    copied = [
        one | {"sessionId": "s2", "cwd": "/b", "timestamp": "2026-04-01T00:00:00Z", "forkedFrom": {"sessionId": "s1"}}
        for one in lines
    ]
    second = code(*copied, line("u7", "new", "s2"), name="s2.jsonl")
    assert identity(second) - identity(first) == {("u7", "new")}


def test_one_answer_over_several_lines_keeps_each_part() -> None:
    def part(uuid: str, block: dict[str, Any]) -> dict[str, Any]:
        return line(
            uuid, None, type="assistant", message={"id": "m1", "role": "assistant", "model": "m", "content": [block]}
        )

    found = code(
        part("a1", {"type": "text", "text": "first half"}),
        part("a2", {"type": "tool_use", "id": "t", "name": "X", "input": {}}),
        part("a3", {"type": "text", "text": "second half"}),
    )
    assert [(one.type, one.text) for one in found] == [
        ("text", "first half"),
        ("action", '{"type": "tool_use", "id": "t", "name": "X", "input": {}}'),
        ("text", "second half"),
    ]
    assert {"m1"} == {one.answer for one in found}


def test_two_sub_agents_of_one_id_in_two_parents_are_told_apart() -> None:
    found = [
        code(
            line("g1", "task", parent, isSidechain=True, agentId="ag7"),
            line(
                "g2",
                None,
                parent,
                isSidechain=True,
                agentId="ag7",
                type="assistant",
                message={"id": "m", "content": [{"type": "text", "text": f"answer to {parent}"}]},
            ),
            name=f"{parent}/subagents/agent-ag7.jsonl",
        )
        for parent in ("p", "q")
    ]
    assert [[(one.session, one.agent) for one in agent] for agent in found] == [
        [("p", "ag7"), ("p", "ag7")],
        [("q", "ag7"), ("q", "ag7")],
    ]
    assert [(one.actor, one.role, one.kind) for one in found[0]] == [
        (None, "assistant", "task"),
        ("agent ag7", "assistant", "reply"),
    ]


def test_a_sub_agent_file_without_session_ids_takes_the_parents_from_its_folder() -> None:
    bare = {key: value for key, value in line("g1", "task").items() if key != "sessionId"}
    (found,) = code(bare, name="/x/p/subagents/workflows/w1/agent-ag7.jsonl")
    assert (found.session, found.agent, found.kind) == ("p", "ag7", "task")


def test_a_compaction_summary_is_never_the_persons() -> None:
    summary = line(
        "s", "This session is being continued from a previous conversation. marmalade-71", isCompactSummary=True
    )
    for one in (summary, summary | {"isCompactSummary": None}):
        (found,) = code(one)
        assert (found.role, found.type, found.kind) == ("system", "meta", "compaction")


@pytest.mark.parametrize(
    "text",
    [
        "<lossless-memory id=1>\nKim: spar varnish\n</lossless-memory id=1>",
        "<system-reminder>\n<lossless-memory id=1>Kim: spar varnish</lossless-memory>\n</system-reminder>",
        "<user-prompt-submit-hook><lossless-memory id=1>Kim: spar varnish</lossless-memory></user-prompt-submit-hook>",
    ],
)
def test_our_own_injected_block_never_becomes_the_persons_words(text: str) -> None:
    attached = {
        "type": "attachment",
        "sessionId": "s1",
        "timestamp": "2026-03-02T09:15:04Z",
        "attachment": {"type": "hook_additional_context", "content": [text]},
    }
    result = line("r", [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": text}]}])
    found = code(line("u1", text), attached, result, line("u2", text + "\nand now mine"))
    assert [one.kind for one in found] == ["injected"] * 4 + ["typed"]
    assert [one.text.lstrip("\n") for one in found if one.role == "user"] == ["and now mine"]


def test_the_lines_of_a_session_that_just_began_wait_for_a_time() -> None:
    head = b'{"type":"mode","mode":"normal","sessionId":"s1"}\n'
    (item,) = read(CODE, of_bytes(head))
    assert item.cursor is not None
    assert item.cursor.offset_b == 0
    again = read(CODE, of_bytes(head + json.dumps(line("u1", "x")).encode() + b"\n"), item.cursor)
    assert [one.ts for one in drafts(again)] == ["2026-03-02T09:15:04.000000Z"] * 2


def test_old_chats_keep_the_times_of_the_conversation() -> None:
    node = {
        "id": "n",
        "parent": None,
        "message": {
            "id": "n",
            "author": {"role": "user"},
            "create_time": 1715342400.5,
            "content": {"content_type": "text", "parts": ["hello"]},
        },
    }
    found = export(
        "chatgpt",
        {
            "id": "c",
            "title": "t",
            "create_time": 1715342400,
            "update_time": 1715342500,
            "mapping": {"n": node},
            "current_node": "n",
        },
    )
    assert [one.ts for one in found] == ["2024-05-10T12:00:00.500000Z", "2024-05-10T12:01:40.000000Z"]


def test_a_later_export_adds_only_what_is_new() -> None:
    def conversation(update: float, *texts: str) -> dict[str, Any]:
        nodes = {
            str(number): {
                "id": str(number),
                "parent": str(number - 1),
                "message": {
                    "id": f"m{number}",
                    "author": {"role": "user"},
                    "create_time": 1715342400 + number,
                    "content": {"content_type": "text", "parts": [text]},
                },
            }
            for number, text in enumerate(texts)
        }
        return {
            "id": "c",
            "title": "t",
            "create_time": 1715342400,
            "update_time": update,
            "mapping": nodes,
            "current_node": str(len(texts) - 1),
        }

    first, second = (
        export("chatgpt", conversation(1715342500, "a", "b")),
        export("chatgpt", conversation(1715342600, "a", "b", "c")),
    )
    assert {"m2", "c@1715342600"} == {id for id, _ in identity(second) - identity(first)}
    assert (second[-1].parent, second[-2].parent) == ("m2", "m1")


def test_an_empty_shell_never_takes_a_full_messages_place() -> None:
    full = {
        "uuid": "m1",
        "sender": "human",
        "created_at": "2026-03-02T09:15:04Z",
        "text": "words",
        "content": [{"type": "text", "text": "words"}],
    }
    shell = full | {"text": "", "content": [{"type": "text", "text": ""}]}
    ids = [
        export("claude-ai", {"uuid": "k", "created_at": "2026-03-02T09:15:04Z", "chat_messages": [told]})[0].id
        for told in (full, shell)
    ]
    assert ids == ["m1", "m1#00"]


def test_every_branch_of_a_conversation_is_kept() -> None:
    def told(uuid: str, parent: str, text: str) -> dict[str, Any]:
        return {
            "uuid": uuid,
            "sender": "assistant",
            "parent_message_uuid": parent,
            "created_at": "2026-03-02T09:15:04Z",
            "content": [{"type": "text", "text": text}],
        }

    root = "00000000-0000-4000-8000-000000000000"
    found = export(
        "claude-ai",
        {"uuid": "k", "chat_messages": [told("a", root, "one"), told("b", "a", "two"), told("c", "a", "or two")]},
    )
    assert [(one.id, one.parent) for one in found[:3]] == [("a", None), ("b", "a"), ("c", "a")]


def test_the_day_the_person_tells_dates_a_file_without_time() -> None:
    from datetime import date

    from lossless_memory.sources.base import Options

    options = Options(day=date(2026, 3, 2), zone="Asia/Tokyo")
    for source, data in (
        ("plain", b'{"ts":null,"role":"user","text":"x"}\n'),
        ("claude-code", b'{"type":"mode","sessionId":"s"}\n'),
        ("chatgpt", b'[{"title":"t","mapping":{}}]'),
        ("claude-ai", b'[{"uuid":"k","chat_messages":[]}]'),
    ):
        (found,) = drafts(read(BY_NAME[source], of_bytes(data), options=options))
        assert (found.ts, found.is_time_inherited) == ("2026-03-02T03:00:00.000000Z", True), source
