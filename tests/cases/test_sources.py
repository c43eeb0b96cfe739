"""Cases C01 to C13 and C21: what import makes of copies, pieces, agents, summaries, our own words, vanished files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.told import hits, logged
from tests.surface.running import Cli, transcript, tree, turn


def numbered(count: int, session: str, first: int = 1) -> list[dict]:
    """Return turns u1, u2 … of a conversation about one subject each."""
    subjects = ["varnish", "flights", "dentist", "tomatoes", "invoice", "guitar", "passport", "shoes"]
    return [
        turn(f"u{n}", f"2026-10-13T02:{n:02}:00Z", f"now about the {subjects[n - 1]}", session=session)
        for n in range(first, first + count)
    ]


def test_c01_a_resumed_session_adds_only_what_is_new(cli: Cli, tmp_path: Path) -> None:
    first = transcript(tmp_path / "s1.jsonl", numbered(6, "s1"))
    second = transcript(tmp_path / "s2.jsonl", numbered(6, "s2") + numbered(2, "s2", 7))
    assert cli("import", "--json", str(first), code=0).json["total"]["stored"] == 6
    report = cli("import", "--json", str(second), code=0).json["total"]
    assert (report["duplicates"], report["stored"]) == (6, 2)
    for path in (first, second):
        assert cli("import", "--json", str(path), code=0).json["total"]["stored"] == 0
    assert [(one["origin"]["id"], one["session"]) for one in logged(cli)] == [
        *((f"u{n}", "claude-code:s1") for n in range(1, 7)),
        *((f"u{n}", "claude-code:s2") for n in (7, 8)),
    ]
    assert [hit["text"] for hit in hits(cli, "dentist")] == ["now about the dentist"]


def test_c03_one_reply_over_several_lines_is_kept_whole(cli: Cli, tmp_path: Path) -> None:
    def piece(uuid: str, second: int, block: dict) -> dict:
        return turn(uuid, f"2026-10-13T02:00:{second:02}Z", [block], "assistant", message={"id": "msg1", "model": "m"})

    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls halfway"}}
    lines = [
        piece("a1", 1, {"type": "text", "text": "first half"}),
        piece("a2", 2, call),
        piece("a3", 3, {"type": "text", "text": "second half"}),
    ]
    cli("import", str(transcript(tmp_path / "s1.jsonl", lines)), code=0)
    assert [hit["text"] for hit in hits(cli, "half")] == ["first half", "second half"]
    assert [(one["type"], one["origin"]["kind"]) for one in logged(cli)] == [
        ("text", "reply"),
        ("action", "tool-call"),
        ("text", "reply"),
    ]
    assert json.loads(hits(cli, "halfway", "--type", "action")[0]["text"]) == call


def test_c05_lines_of_sub_agents_are_labelled_kept_apart_and_shown_when_asked(cli: Cli, tmp_path: Path) -> None:
    for parent, said in (("p", "retry budget was 4, not 3"), ("q", "the pool size was 9")):
        transcript(
            tmp_path / f"in/{parent}.jsonl",
            [
                turn(f"{parent}1", "2026-10-13T02:00:00Z", "Task started agentId ag7", "assistant", session=parent),
                turn(f"{parent}2", "2026-10-13T02:09:00Z", "The agent is done.", "assistant", session=parent),
            ],
        )
        transcript(
            tmp_path / f"in/{parent}/subagents/agent-ag7.jsonl",
            [
                turn(
                    f"{parent}3",
                    "2026-10-13T02:05:00Z",
                    said,
                    "assistant",
                    session=parent,
                    isSidechain=True,
                    agentId="ag7",
                )
            ],
        )
    cli("import", str(tmp_path / "in"), code=0)
    body = cli("recall", "--json", "retry budget", code=1).json
    assert (body["hits"], body["held_back"]["agents"]) == ([], 1)
    assert "1 line of a sub-agent (--agents)" in cli("recall", "retry budget", code=1).out
    (found,) = hits(cli, "retry budget", "--agents")
    assert (found["text"], found["session"], found["actor"]) == (
        "retry budget was 4, not 3",
        "claude-code:p",
        "agent ag7",
    )
    (other,) = hits(cli, "pool size", "--agents")
    assert other["session"] == "claude-code:q"


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_c07_a_codex_fork_owns_only_its_new_turn(cli: Cli, tmp_path: Path, order: str) -> None:
    def meta(id_: str, ts: str, **more: str) -> dict:
        return {"timestamp": ts, "type": "session_meta", "payload": {"id": id_, "timestamp": ts, "cwd": "/w", **more}}

    def said(ts: str, text: str) -> dict:
        content = [{"type": "input_text", "text": text}]
        payload = {"type": "message", "role": "user", "content": content}
        return {"timestamp": ts, "type": "response_item", "payload": payload}

    turns = [f"turn number {n}" for n in range(5)]
    old = [said(f"2026-10-01T02:0{n}:00Z", text) for n, text in enumerate(turns)]
    copied = [said("2026-10-05T02:00:00Z", text) for text in turns]
    transcript(tmp_path / "in/rollout-a.jsonl", [meta("01A", "2026-10-01T02:00:00Z"), *old])
    fork = [
        meta("01B", "2026-10-05T02:00:00Z", forked_from_id="01A"),
        meta("01A", "2026-10-05T02:00:00Z"),
        *copied,
        said("2026-10-05T02:01:00Z", "the new turn"),
    ]
    transcript(tmp_path / "in/rollout-b.jsonl", fork)
    for name in order:
        cli("import", str(tmp_path / f"in/rollout-{name}.jsonl"), code=0)
    assert cli("import", "--json", str(tmp_path / "in"), code=0).json["total"]["stored"] == 0
    found = hits(cli, "turn") if cli.home.exists() else []
    assert [(hit["text"], hit["local"][:10]) for hit in found] == [
        *((text, "2026-10-01") for text in turns),
        ("the new turn", "2026-10-05"),
    ]
    assert found[-1]["session"] == "codex:01B"


def test_c09_what_was_said_before_a_compaction_is_found_and_its_summary_is_nobodys_words(
    cli: Cli, tmp_path: Path
) -> None:
    lines = [turn(f"u{n}", f"2026-10-13T02:{n:02}:00Z", f"line number {n}") for n in range(1, 41)]
    lines[11]["message"]["content"] = "the jar is called marmalade-17"
    boundary = {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": "b1",
        "parentUuid": None,
        "content": "Compacted",
    }
    lines.append({**boundary, "logicalParentUuid": "u40", "sessionId": "s1", "timestamp": "2026-10-13T02:41:00Z"})
    summary = "This session is being continued. The jar is called marmalade-71."
    lines.append(turn("c1", "2026-10-13T02:41:01Z", summary, isCompactSummary=True))
    lines += [turn(f"v{n}", f"2026-10-13T02:5{n}:00Z", f"after it {n}") for n in range(4)]
    cli("import", str(transcript(tmp_path / "s1.jsonl", lines)), code=0)
    (found,) = hits(cli, "marmalade-17")
    assert (found["text"], found["local"], found["trust"]) == (
        "the jar is called marmalade-17",
        "2026-10-13 Tue 11:12",
        "person",
    )
    assert hits(cli, "marmalade-71") == []
    (summed,) = hits(cli, "marmalade-71", "--type", "meta")
    assert (summed["role"], summed["kind"], summed["trust"]) == ("system", "compaction", "other")


RECALLED = "the locker code is 4417"


def test_c11_what_we_recalled_into_a_turn_does_not_feed_on_itself(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "s1.jsonl"
    lines = [turn("u0", "2026-10-12T02:00:00Z", RECALLED)]
    for n in range(1, 6):
        block = f'<lossless-memory id="{n * 7919:x}">\n> 2026-10-12 Mon 11:00 Sam: {RECALLED}\n</lossless-memory id="{n * 7919:x}">'
        lines.append(turn(f"u{n}", f"2026-10-13T02:0{n}:00Z", f"{block}\nwhat about question {n}"))
        cli("import", str(transcript(path, lines)), code=0)
    assert [hit["text"] for hit in hits(cli, "locker code")] == [RECALLED]
    records = logged(cli)
    assert [one for one in records if one["role"] == "user" and "lossless-memory" in one["text"]] == []
    assert [one["text"].strip() for one in records if one["role"] == "user"] == [
        RECALLED,
        *(f"what about question {n}" for n in range(1, 6)),
    ]
    before = tree(cli.home / "log")
    cli("import", "--json", str(transcript(tmp_path / "copy.jsonl", lines)), code=0)
    days = {name: body for name, body in tree(cli.home / "log").items() if name.endswith("jsonl") and "20" in name}
    assert days == {name: before[name] for name in days}


def test_c11_the_hook_injects_what_import_recognises(cli: Cli) -> None:
    cli("append", "--ts", "2026-10-12T11:00+09:00", RECALLED, code=0)
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "what is the locker code?"}
    ran = cli("hook", "prompt", stdin=json.dumps(event).encode(), code=0)
    assert RECALLED in ran.out
    assert "<lossless-memory" in ran.out


def sessions(folder: Path) -> list[Path]:
    return [
        transcript(
            folder / f"s{n}.jsonl", [turn(f"u{n}", f"2026-10-13T02:0{n}:00Z", f"session {n} speaks", session=f"s{n}")]
        )
        for n in range(8)
    ]


def test_c13_sources_that_vanish_take_nothing_with_them(cli: Cli, tmp_path: Path) -> None:
    paths = sessions(tmp_path / "in")
    cli("import", str(tmp_path / "in"), code=0)
    for path in paths[:6]:
        path.unlink()
    assert cli("index", "--rebuild", "--json", code=0).json["records"] == 8
    assert [hit["text"] for hit in hits(cli, "speaks")] == [f"session {n} speaks" for n in range(8)]
    assert cli("verify", "--json", code=0).json["ok"] is True


def test_c13_status_says_that_six_sources_are_gone_and_that_this_is_fine(cli: Cli, tmp_path: Path) -> None:
    paths = sessions(tmp_path / "in")
    cli("config", "set", "sources.claude-code", str(tmp_path / "in"), code=0)
    cli("sync", code=0)
    for path in paths[:6]:
        path.unlink()
    said = cli("stats", "--sources", code=0).out
    assert "read from 8 files; 6 of them are gone, and what was read from there is kept" in said
    (source,) = cli("stats", "--sources", "--json", code=0).json["by_source"]
    assert (source["source"], source["files"], source["gone"], source["records"]) == ("claude-code", 8, 6, 8)


CHATS = [
    {"ts": "2024-05-03T09:00:00+09:00", "role": "user", "text": "which varnish for the boat?", "id": "1"},
    {"ts": "2024-05-03T09:01:00+09:00", "role": "assistant", "text": "spar varnish", "id": "2"},
    {"ts": "2024-06-01T09:00:00+09:00", "role": "user", "text": "the boat is done", "id": "3"},
]


def test_c21_an_import_of_old_chats_keeps_their_own_times(cli: Cli, tmp_path: Path) -> None:
    export = transcript(tmp_path / "export.jsonl", CHATS)
    cli("import", str(export), code=0)
    today = cli("recall", "what did we discuss today", code=1)
    assert "Searched: 2026-10-14 Wed" in today.out
    assert "Nothing found." in today.out
    assert [hit["local"] for hit in hits(cli, "in May 2024")] == ["2024-05-03 Fri 09:00", "2024-05-03 Fri 09:01"]
    before = logged(cli)
    cli("import", str(export), code=0)
    cli("import", str(transcript(tmp_path / "again.jsonl", CHATS)), code=0)
    assert logged(cli) == before


def test_c21_what_was_imported_today_can_be_listed(cli: Cli, tmp_path: Path) -> None:
    export = transcript(tmp_path / "export.jsonl", CHATS)
    cli("import", str(export), code=0)
    assert f"{export} (plain): 3 new" in cli("stats", "--sources", code=0).out
    body = cli("stats", "--sources", "--json", code=0).json
    (one,) = body["imports"]
    assert (one["path"], one["source"], one["stored"]) == (str(export), "plain", 3)
    assert one["ts"][:4] > "2024"  # when it was imported, whatever the times of its lines
    (source,) = body["by_source"]
    assert (source["days"], source["first"], source["last"]) == (2, "2024-05-03", "2024-06-01")
