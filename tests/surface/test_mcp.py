"""The server over stdin and stdout, asked by the SDK's own client in both generations of the protocol, and by raw lines."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from lossless_memory.surface.mcp.server import INSTRUCTIONS, TOOLS
from tests.surface.hostile import TEXTS
from tests.surface.running import PROGRAM, Cli, transcript, tree, turn
from tests.surface.test_cli_trouble import read_only_prefix

MODES = ("auto", "legacy")
_FENCE = re.compile(r"<lossless-memory-([0-9a-f]{32})>\n(.*)\n</lossless-memory-\1>", re.DOTALL)

Work = Callable[[Client], Any]


def served(cli: Cli, work: Work, mode: str = "auto", **changes: str | None) -> Any:
    """Start a server, do some asynchronous work with a client of it, and return what that returns."""
    parameters = StdioServerParameters(command=str(PROGRAM), args=["mcp"], env=cli.env(**changes))

    async def run() -> Any:
        async with Client(parameters, mode=mode) as client:
            return await work(client)

    return anyio.run(run)


def called(cli: Cli, tool: str, arguments: dict[str, Any], mode: str = "auto", **changes: str | None) -> Any:
    """Call one tool."""

    async def work(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    return served(cli, work, mode, **changes)


def raw(cli: Cli, *lines: bytes, **changes: str | None) -> list[dict[str, Any]]:
    """Give a server raw lines and the end of stdin; return its answers, each of which must be a line of JSON."""
    done = subprocess.run(
        [str(PROGRAM), "mcp"],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        env=cli.env(**changes),
        timeout=120,
        check=False,
    )
    assert 0 == done.returncode, done.stderr.decode()
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(number: int | str, method: str, **parameters: Any) -> bytes:
    """Return a request of 2026-07-28."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    body = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**parameters, "_meta": meta}}
    return json.dumps(body, ensure_ascii=False).encode()


def text_of(result: Any) -> str:
    (block,) = result.content
    return str(block.text)


# --- what is offered ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_both_generations_get_the_same_tools_and_instructions(kept: Cli, mode: str) -> None:
    async def work(client: Client) -> Any:
        return client.protocol_version, client.instructions, (await client.list_tools()).tools

    version, instructions, tools = served(kept, work, mode)
    assert {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode] == version
    assert INSTRUCTIONS == instructions
    assert ["recall", "open", "now", "topic_add"] == [tool.name for tool in tools]
    for tool in tools:
        hints = tool.annotations
        expected = (tool.name != "topic_add", False, True, False)
        assert expected == (
            hints.read_only_hint,
            hints.destructive_hint,
            hints.idempotent_hint,
            hints.open_world_hint,
        )
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)


def test_what_a_model_is_told_fits_into_what_clients_show() -> None:
    assert len(INSTRUCTIONS) < 2_000
    for tool in TOOLS:
        assert len(tool.description) < 1_000
        assert len(json.dumps(tool.input_schema)) < 2_048


def test_nothing_marks_erases_or_configures() -> None:
    words = {"forget", "erase", "delete", "redact", "priority", "done", "flag", "config", "path", "sql", "append"}
    for tool in TOOLS:
        names = {tool.name, *tool.input_schema["properties"]}
        assert not words & {part for name in names for part in name.split("_")}, tool.name


def test_discovery_needs_no_store(cli: Cli) -> None:
    answers = raw(cli, request(1, "server/discover"), request(2, "tools/list"))
    assert [1, 2] == [answer["id"] for answer in answers]
    assert "2026-07-28" in answers[0]["result"]["supportedVersions"]
    assert {"private"} == {answer["result"]["cacheScope"] for answer in answers}
    assert not cli.home.exists(), "what an assistant asks creates nothing"


# --- what the tools do --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers_with_an_object_of_its_schema_and_a_text(filled: Cli, mode: str) -> None:
    async def work(client: Client) -> Any:
        recalled = await client.call_tool("recall", {"question": "yesterday evening, the boat"})
        locator = recalled.structured_content["hits"][0]["locator"]
        return {
            "recall": recalled,
            "open": await client.call_tool("open", {"locator": locator, "around": 2}),
            "now": await client.call_tool("now", {}),
            "topic_add": await client.call_tool("topic_add", {"topic": "the varnish"}),
        }

    results = served(filled, work, mode)
    schemas = {tool.name: tool.output_schema for tool in TOOLS}
    for name, result in results.items():
        assert not result.is_error, text_of(result)
        jsonschema.validate(result.structured_content, schemas[name])
        assert text_of(result)
    assert "The budget for the boat is 300." == results["recall"].structured_content["hits"][0]["text"]
    assert "Noted: 300." in [hit["text"] for hit in results["open"].structured_content["hits"]]
    assert results["topic_add"].structured_content["added"]
    listed = filled("topic", "list", "--json", code=0, LOSSLESS_NOW=None).json["topics"]
    assert [("the varnish", "assistant", "normal")] == [(one["topic"], one["by"], one["priority"]) for one in listed]


def test_the_answer_is_that_of_the_command_line(kept: Cli) -> None:
    for question in ("yesterday", "明日の歯医者", "the day before yesterday", "zebra"):
        by_command = kept("recall", question, "--json").json
        by_tool = called(kept, "recall", {"question": question}).structured_content
        for key in ("now", "timezone", "intervals", "searched", "terms", "layer", "total", "days"):
            assert by_command[key] == by_tool[key], key
        names = ("locator", "ts", "local", "text", "rank", "match", "trust")
        assert [[hit[name] for name in names] for hit in by_command["hits"]] == [
            [hit[name] for name in names] for hit in by_tool["hits"]
        ]


def test_nothing_found_says_where_it_looked_and_is_no_error(kept: Cli) -> None:
    result = called(kept, "recall", {"question": "yesterday, the zebra"})
    assert not result.is_error
    assert "none" == result.structured_content["layer"] or [] != result.structured_content["hits"]
    assert "Searched: 2026-10-13 Tue" in text_of(result)
    empty = called(kept, "recall", {"question": "zebra"})
    assert [] == empty.structured_content["hits"]
    assert "Searched: up to 2026-10-14 Wed 10:00" in text_of(empty)


def test_cursors_go_through_everything_once(cli: Cli, tmp_path: Path) -> None:
    lines = [turn(f"u{n}", f"2026-10-13T11:{n:02d}:00.000Z", f"line number {n}") for n in range(25)]
    cli("import", str(transcript(tmp_path / "s.jsonl", lines)), code=0)

    async def work(client: Client) -> list[str]:
        found: list[str] = []
        cursor: dict[str, str] = {}
        for _ in range(9):
            answer = await client.call_tool("recall", {"question": "yesterday", "limit": 4, **cursor})
            found += [hit["text"] for hit in answer.structured_content["hits"]]
            if answer.structured_content["next_cursor"] is None:
                break
            cursor = {"cursor": answer.structured_content["next_cursor"]}
        return found

    assert [f"line number {n}" for n in range(25)] == served(cli, work)


def test_a_cursor_of_another_question_is_refused_and_hides_nothing(cli: Cli, tmp_path: Path) -> None:
    lines = [turn(f"u{n}", f"2026-10-13T11:{n:02d}:00.000Z", f"line number {n}") for n in range(9)]
    cli("import", str(transcript(tmp_path / "s.jsonl", lines)), code=0)

    async def work(client: Client) -> list[Any]:
        first = await client.call_tool("recall", {"question": "yesterday", "limit": 4})
        cursor = {"cursor": first.structured_content["next_cursor"]}
        return [
            await client.call_tool("recall", {**other, **cursor})
            for other in (
                {"question": "line number 1"},
                {"question": "yesterday", "speaker": "assistant"},
                {"question": "yesterday", "limit": 3},
            )
        ]

    other, narrower, shorter = served(cli, work)
    assert other.is_error
    assert "of another question; nothing was searched" in text_of(other)
    assert narrower.is_error
    assert not shorter.is_error, "how many are shown may change from page to page"


def test_a_very_long_line_is_cut_in_an_answer_and_opened_whole_by_and_by(cli: Cli) -> None:
    text = "".join(f"<{n}> ö\u2028" for n in range(9_000)) + " kumquat " + "x" * 500
    cli("append", "--ts", "2026-10-13T11:00:00Z", stdin=text.encode(), code=0)

    async def work(client: Client) -> tuple[Any, str]:
        answer = await client.call_tool("recall", {"question": "kumquat"})
        (hit,) = answer.structured_content["hits"]
        whole, cursor = "", {}
        while True:
            opened = await client.call_tool("open", {"locator": hit["locator"], **cursor})
            whole += opened.structured_content["hits"][0]["text"]
            if opened.structured_content["next_cursor"] is None:
                return hit, whole
            cursor = {"cursor": opened.structured_content["next_cursor"]}

    hit, whole = served(cli, work)
    assert text == whole
    assert "kumquat" in hit["text"], "the part around the word is shown"
    assert len(hit["text"]) <= 1_500 < hit["text_length"] == len(text)


def test_an_answer_stays_small_however_much_there_is(cli: Cli, tmp_path: Path) -> None:
    lines = [turn(f"u{n}", f"2026-10-13T11:{n:02d}:00.000Z", f"{n} " + "word " * 4_000) for n in range(50)]
    cli("import", str(transcript(tmp_path / "s.jsonl", lines)), code=0)
    result = called(cli, "recall", {"question": "yesterday", "limit": 50})
    assert 50 == len(result.structured_content["hits"])
    assert len(text_of(result)) < 20_000
    assert len(json.dumps(result.structured_content)) < 60_000


def test_an_open_line_comes_with_its_neighbours_exact(kept: Cli) -> None:
    hit = called(kept, "recall", {"question": "歯医者"}).structured_content["hits"][0]
    opened = called(kept, "open", {"locator": hit["locator"], "around": 3}).structured_content
    assert "明日の歯医者は午後三時、駅前の森田歯科です" == next(
        one["text"] for one in opened["hits"] if one["locator"] == hit["locator"]
    )
    assert 3 == len(opened["hits"])
    bracketed = called(kept, "open", {"locator": f"[{hit['locator']}]", "around": 3}).structured_content
    assert opened["hits"] == bracketed["hits"], "as it is printed"


MENDABLE = [
    ("recall", {}, "question is missing"),
    ("recall", {"question": ""}, "must be some text"),
    ("recall", {"question": 7}, "must be some text"),
    ("recall", {"question": "the"}, ""),
    ("recall", {"question": "x", "limit": 0}, "from 1 to 50"),
    ("recall", {"question": "x", "limit": "many"}, "from 1 to 50"),
    ("recall", {"question": "x", "since": "not a time at all"}, ""),
    ("recall", {"question": "x", "speaker": "nobody"}, "one of person, assistant"),
    ("recall", {"question": "x", "cursor": "bm9uc2Vuc2U"}, "next_cursor"),
    ("recall", {"question": "x", "cursor": "!!"}, "next_cursor"),
    ("recall", {"question": "x", "path": "/etc/passwd"}, "it takes question"),
    ("open", {"locator": "../../etc/passwd"}, "looks like main/"),
    ("open", {"locator": "main/2026-10-13:999"}, "no record"),
    ("open", {"locator": "main/2026-10-13:1", "cursor": "eyJmcm9tIjo5OTk5OTl9"}, "not of this record"),
    ("now", {"when": "today"}, "it takes none"),
    ("topic_add", {"topic": "x" * 301}, "characters"),
    ("topic_add", {"topic": "x", "priority": "critical"}, "it takes topic"),
]


@pytest.mark.parametrize("mode", MODES)
def test_what_a_model_can_mend_is_said_so_that_it_can(filled: Cli, mode: str) -> None:
    async def work(client: Client) -> list[Any]:
        return [await client.call_tool(tool, arguments) for tool, arguments, _ in MENDABLE]

    for (tool, arguments, expected), result in zip(MENDABLE, served(filled, work, mode), strict=True):
        assert result.is_error or not expected, (tool, arguments, text_of(result))
        assert expected in text_of(result), (tool, arguments, text_of(result))
        assert str(Path(__file__).parents[2]) not in text_of(result)


def test_an_unknown_tool_is_a_fault_of_the_protocol(kept: Cli) -> None:
    (answer,) = raw(kept, request(1, "tools/call", name="forget", arguments={}))
    assert types.INVALID_PARAMS == answer["error"]["code"]
    assert "recall" in answer["error"]["message"]


def test_without_a_store_it_says_what_the_person_can_do(cli: Cli) -> None:
    result = called(cli, "recall", {"question": "yesterday"})
    assert result.is_error
    assert "There is no store" in text_of(result)


def test_the_index_may_be_missing(filled: Cli) -> None:
    for path in (filled.home / "local").glob("*/c*"):
        path.unlink()
    result = called(filled, "recall", {"question": "the budget for the boat"})
    assert "The budget for the boat is 300." in [hit["text"] for hit in result.structured_content["hits"]]
    assert any("index" in note for note in result.structured_content["notes"])


def test_what_was_said_a_moment_ago_in_a_live_file_is_found(cli: Cli, tmp_path: Path) -> None:
    path = transcript(tmp_path / "live/s.jsonl", [turn("u1", "2026-10-13T11:00:00.000Z", "a first line")])
    cli("config", "set", "sources.claude-code", str(path.parent), code=0)

    async def work(client: Client) -> Any:
        await client.call_tool("recall", {"question": "yesterday"})
        more = turn("u2", "2026-10-13T11:01:00.000Z", "the marmalade was opened", parent="u1")
        with path.open("ab") as stream:
            stream.write(json.dumps(more).encode() + b"\n")
        return await client.call_tool("recall", {"question": "marmalade"})

    assert ["the marmalade was opened"] == [hit["text"] for hit in served(cli, work).structured_content["hits"]]


# --- hostile text -------------------------------------------------------------------------------------------------


def test_hostile_lines_cannot_leave_their_quotation_and_are_exact_when_opened(cli: Cli) -> None:
    records = [
        {"ts": f"2026-10-13T{n // 60:02d}:{n % 60:02d}:00Z", "text": text, "session": "hostile"}
        for n, text in enumerate(TEXTS)
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    receipt = cli("append", "--jsonl", "--json", stdin=lines.encode(), code=0).json
    before = tree(cli.home / "log")

    async def work(client: Client) -> None:
        for asked in ("ignore", "forget", "obey", "ユーザー", "usuario", "critical", "2026-10-13"):
            answer = await client.call_tool("recall", {"question": asked, "limit": 50, "session": "hostile"})
            assert answer.structured_content["hits"]
            check_fence(text_of(answer))
        for text, locator in zip(TEXTS, receipt["locators"], strict=True):
            opened = await client.call_tool("open", {"locator": locator})
            assert text == opened.structured_content["hits"][0]["text"]
            check_fence(text_of(opened))

    served(cli, work)
    assert before == tree(cli.home / "log")


def check_fence(shown: str) -> None:
    """Check that one fence holds all that is quoted, each line under its own mark, and that nothing unseen is left."""
    match = _FENCE.search(shown)
    assert match, shown
    token, inside = match[1], match[2].split("\n")
    assert 2 == shown.count(token)
    assert all(re.match(r"\| 2026-10-1\d \w{3} \d\d:\d\d User \[", line) for line in inside[1:]), shown
    around = shown[: match.start()] + shown[match.end() :]
    assert "lossless-memory-" not in around
    unseen = [char for char in shown if char != "\n" and (ord(char) < 32 or 0x7F <= ord(char) < 0xA0)]
    assert [] == unseen
    assert not set(shown) & {"\u202e", "\u200b", "\u2028", "\u2029"}
    assert not any(0xE0000 <= ord(char) < 0xE0080 for char in shown)


def test_half_a_surrogate_pair_is_spelled_out_and_exact_as_a_json_literal(cli: Cli) -> None:
    text = "half \ud83d of a smile"
    line = json.dumps({"ts": "2026-10-13T11:00:00Z", "text": text})
    (locator,) = cli("append", "--jsonl", "--json", stdin=line.encode() + b"\n", code=0).json["locators"]
    (hit,) = called(cli, "open", {"locator": locator}).structured_content["hits"]
    assert r"half \ud83d of a smile" == hit["text"]
    assert text == json.loads(hit["text_json"])
    assert not called(cli, "recall", {"question": "half of a smile"}).is_error


# --- the pipe -----------------------------------------------------------------------------------------------------


def test_calls_in_flight_are_answered_after_the_end_of_stdin(kept: Cli) -> None:
    calls = [request(n, "tools/call", name="recall", arguments={"question": "yesterday"}) for n in range(6)]
    answers = raw(kept, *calls)
    assert set(range(6)) == {answer["id"] for answer in answers}
    assert all("result" in answer for answer in answers)
    by_id = {answer.get("id"): answer for answer in raw(kept, calls[0], calls[1][:-1])}
    assert types.PARSE_ERROR == by_id[None]["error"]["code"], "a torn last line is no message"
    assert "result" in by_id[0]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_from_the_start_makes_no_noise(kept: Cli, closed: str) -> None:
    script = f'"$0" mcp {closed}'
    asked = request(1, "tools/list") + b"\n"
    command = ["sh", "-c", script, str(PROGRAM)]
    done = subprocess.run(command, check=False, input=asked, capture_output=True, env=kept.env())
    assert (0, b"") == (done.returncode, done.stderr)
    assert done.stdout.startswith(b'{"jsonrpc"') or closed != "2>&-"


def test_a_client_that_is_gone_ends_the_server_quietly(kept: Cli) -> None:
    with subprocess.Popen(
        [str(PROGRAM), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=kept.env(),
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(request(1, "tools/list") + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(request(2, "tools/list") + b"\n")
        server.stdin.close()
        assert b"" == server.stderr.read()
        assert 0 == server.wait(timeout=60)


def test_ten_thousand_lines_of_garbage_are_answered_or_ignored_and_the_next_call_works(kept: Cli) -> None:
    kinds: list[tuple[bytes, int | None]] = [
        (b"garbage", types.PARSE_ERROR),
        (b"{", types.PARSE_ERROR),
        (b"\xff\xfe\x00", types.PARSE_ERROR),
        (b"\x83\x5c\x94\x5c", types.PARSE_ERROR),
        (b"[" * 3_000, types.PARSE_ERROR),
        (b"", None),
        (b"   ", None),
        (b"null", types.INVALID_REQUEST),
        (b"[]", types.INVALID_REQUEST),
        (b'{"jsonrpc":"1.0","id":%d,"method":"x"}', types.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":%d,"method":7}', types.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","id":%d,"params":{}}', types.INVALID_REQUEST),
        (b'{"jsonrpc":"2.0","method":"notifications/nothing"}', None),
        (b'{"jsonrpc":"2.0","id":%d,"result":{}}', None),
        (b'{"jsonrpc":"2.0","id":%d,"method":"no/such/method"}', types.METHOD_NOT_FOUND),
    ]
    lines, expected, with_id = [request("first", "server/discover")], 1, []
    for number in range(10_000):
        form, code = kinds[number % len(kinds)]
        lines.append(form % number if b"%d" in form else form)
        expected += code is not None
        if b"%d" in form and code is not None:
            with_id.append(number)
    lines.append(request("last", "tools/call", name="recall", arguments={"question": "yesterday"}))
    answers = raw(kept, *lines)
    assert expected + 1 == len(answers)
    by_id = {answer["id"]: answer for answer in answers if answer.get("id") is not None}
    assert {"first", "last", *with_id} == set(by_id)
    assert all("error" in by_id[number] for number in with_id)
    assert "result" in by_id["last"]


@pytest.mark.parametrize("length_b", [16 * 2**20 - 100, 16 * 2**20 + 5, 40 * 2**20])
def test_a_line_of_any_length_is_survived(kept: Cli, length_b: int) -> None:
    answers = raw(kept, b"x" * length_b, request(1, "tools/call", name="recall", arguments={"question": "yesterday"}))
    assert types.PARSE_ERROR == answers[0]["error"]["code"]
    assert "result" in answers[-1]


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "cp932"}, {"LANG": "x"}])
def test_the_protocol_is_utf_8_in_every_locale(kept: Cli, locale: dict[str, str]) -> None:
    asked = {"question": '「歯医者」表示 ソ 能 "\U0001f600'}
    calls = [request(1, "tools/call", name="recall", arguments={"question": "歯医者"})]
    calls.append(request(2, "tools/call", name="recall", arguments=asked))
    calls.append("「表示」ソ能".encode("cp932"))
    answers = raw(kept, *calls, **locale)
    by_id = {answer.get("id"): answer for answer in answers}
    hits = by_id[1]["result"]["structuredContent"]["hits"]
    assert ["明日の歯医者は午後三時、駅前の森田歯科です"] == [hit["text"] for hit in hits]
    assert asked["question"] == by_id[2]["result"]["structuredContent"]["question"]
    assert types.PARSE_ERROR == by_id[None]["error"]["code"]


def test_several_servers_work_on_one_store_at_once(filled: Cli, tmp_path: Path) -> None:
    lines = [turn(f"x{n}", f"2026-10-13T12:{n % 60:02d}:00.000Z", f"said meanwhile {n}") for n in range(300)]
    folder = transcript(tmp_path / "live/s.jsonl", lines).parent
    filled("config", "set", "sources.claude-code", str(folder), code=0)
    calls = [
        *(
            request(n, "tools/call", name="recall", arguments={"question": "yesterday, said meanwhile"})
            for n in range(3)
        ),
        request(9, "tools/call", name="topic_add", arguments={"topic": "meanwhile"}),
    ]
    servers = [
        subprocess.Popen(
            [str(PROGRAM), "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=filled.env(),
        )
        for _ in range(4)
    ]
    for server in servers:
        assert server.stdin is not None
        server.stdin.write(b"".join(call + b"\n" for call in calls))
        server.stdin.close()
        server.stdin = None
    for server in servers:
        out, err = server.communicate(timeout=120)
        answers = [json.loads(line) for line in out.splitlines()]
        assert {0, 1, 2, 9} == {answer["id"] for answer in answers}, err.decode()
        assert all(not answer["result"]["isError"] for answer in answers if "isError" in answer["result"])
    assert 303 == filled("stats", "--json", code=0).json["records"]
    assert 1 == len(filled("topic", "list", "--json", code=0, LOSSLESS_NOW=None).json["topics"])


def test_without_the_sdk_it_says_what_to_install(kept: Cli, tmp_path: Path) -> None:
    for name in ("mcp", "anyio"):
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError('No module named {name}', name='{name}')")
    path = os.pathsep.join(filter(None, [str(tmp_path), kept.environment["PYTHONPATH"]]))
    refused = kept("mcp", code=2, PYTHONPATH=path)
    assert "pipx install --force '.[mcp]'" in refused.err
    assert b"" == refused.raw_out


def test_the_command_line_does_not_load_the_sdk() -> None:
    program = "import sys, lossless_memory.surface.cli.group, lossless_memory.surface.cli.recall; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert not {"mcp", "anyio", "pydantic"} & set(done.stdout.decode().split())


def test_a_read_only_store_answers_and_says_why_no_topic_can_be_noted(filled: Cli) -> None:
    filled("recall", "yesterday", code=0)
    before = read_only_prefix(filled.home)
    calls = [
        request(1, "tools/call", name="recall", arguments={"question": "yesterday, the boat"}),
        request(2, "tools/call", name="now", arguments={}),
        request(3, "tools/call", name="topic_add", arguments={"topic": "the varnish"}),
    ]
    done = filled("mcp", stdin=b"".join(call + b"\n" for call in calls), before=before, code=0)
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, done.raw_out.splitlines())}
    assert "The budget for the boat is 300." in str(answers[1]["structuredContent"])
    assert answers[2].get("isError") is not True
    assert answers[3]["isError"]
    assert "read-only" in answers[3]["content"][0]["text"]
