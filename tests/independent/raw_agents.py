"""What the samples of coding agents really hold, read a second time, each as plainly as it can be.

Shares no code with the program on purpose: an error made once should not hide itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .databases import database, rows
from .said import Said

OURS = re.compile(r"<lossless-memory.*</lossless-memory[^>]*>", re.DOTALL)


def objects(data: str) -> Iterator[dict[str, Any]]:
    """Yield the lines that are objects."""
    for raw in data.split("\n"):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict):
            yield line


def texts(content: Any) -> list[str]:
    """List the texts of a message's content: text itself, or blocks that hold some."""
    if isinstance(content, str):
        return [content]
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return [block["text"] for block in blocks if isinstance(block.get("text"), str) and not block.get("thought")]


def json_or_none(text: Any) -> Any:
    """Read JSON, or return None for anything that is none."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return None


def ours_out(text: str, id: str | None) -> Iterator[Said]:
    """Yield the person's words around what we injected ourselves."""
    for words in OURS.split(text):
        yield Said("person", id, words)


def listed(prompts: Iterator[Any]) -> Iterator[Said]:
    """Yield the prompts of a tool's list that are no commands."""
    for text in prompts:
        if isinstance(text, str) and not re.match(r"!|/\w[^/\s]*(\s|$)", text):
            yield from ours_out(text, None)


# --- Codex --------------------------------------------------------------------------------------------------------------

CODEX_WRAPPED = re.compile(
    r"\A\s*(?:<(environment_context|user_instructions|turn_aborted)>.*?</\1>\s*|# AGENTS\.md instructions.*)", re.DOTALL
)
CODEX_EDITOR = re.compile(r"\A# Context from my IDE setup:.*?## My request for Codex:\n", re.DOTALL)


def codex(data: str, path: Path) -> Iterator[Said]:
    lines = list(objects(data))
    if path.name == "history.jsonl":
        yield from listed(line.get("text") for line in lines)
        return
    heads = [line["payload"] for line in lines if line.get("type") == "session_meta"]
    is_agent = bool(heads) and isinstance(heads[0].get("source"), dict)
    is_own = len(heads) < 2
    model = None
    first_event = next((n for n, line in enumerate(lines) if is_event_of_person(line)), None)
    shown = {
        text
        for line in lines
        if is_event_of_person(line)
        for text in [line["payload"].get("message"), *texts((line["payload"].get("item") or {}).get("content"))]
    }
    for number, line in enumerate(lines):
        about = line.get("payload", line)
        if not isinstance(about, dict):
            continue
        if line.get("type") == "turn_context":
            model = about.get("model", model)
            is_own = is_own or str(about.get("turn_id")) > str(heads[0].get("id"))
        if model == "codex-auto-review":
            continue
        item = about.get("item") or {}
        if about.get("role") == "assistant":
            for text in texts(about.get("content")):
                yield Said("ai", None, text)
        elif about.get("type") == "agent_message" and isinstance(about.get("message"), str):
            yield Said("ai", None, about["message"])
        elif item.get("type") == "AgentMessage":
            for text in texts(item.get("content")):
                yield Said("ai", None, text)
        elif is_agent and is_own:
            continue
        elif is_event_of_person(line):
            for text in [about.get("message"), *texts(item.get("content"))]:
                if isinstance(text, str):
                    yield from codex_words(text)
        elif about.get("role") == "user":
            for text in texts(about.get("content")):
                if first_event is None or number < first_event or text in shown:
                    yield from codex_words(text)


def is_event_of_person(line: dict[str, Any]) -> bool:
    about = line.get("payload")
    if not isinstance(about, dict) or line.get("type") != "event_msg":
        return False
    return about.get("type") == "user_message" or (about.get("item") or {}).get("type") == "UserMessage"


def codex_words(text: str) -> Iterator[Said]:
    for wrapper in (CODEX_WRAPPED, CODEX_EDITOR):
        text = wrapper.sub("", text)
    for words in OURS.split(text):
        yield Said("person", None, words)


# --- Gemini CLI ---------------------------------------------------------------------------------------------------------

GEMINI_WRAPPED = (
    "<session_context>",
    "<hook_context>",
    "<state_snapshot>",
    "This is the Gemini CLI. We are setting up",
)


def gemini_cli(data: str, path: Path) -> Iterator[Said]:
    if path.name == "logs.json":
        yield from listed(one["message"] for one in json.loads(data) if isinstance(one, dict) and one["type"] == "user")
        return
    whole = [json.loads(data)] if path.suffix == ".json" else list(objects(data))
    is_agent = any(one.get("kind") == "subagent" for one in whole)
    for holder in whole:
        inner = holder.get("$set") or holder
        for message in inner.get("messages") or ([holder] if "type" in holder else []):
            if not isinstance(message, dict):
                continue
            content = message.get("content", message.get("parts"))
            if message.get("type") == "user" and not is_agent:
                shown = texts(message.get("displayContent"))
                kept = texts(content)
                if kept and "--- Content from referenced files ---" in kept:
                    kept = kept[: kept.index("--- Content from referenced files ---")]
                for text in shown or kept:
                    if not text.lstrip().startswith(GEMINI_WRAPPED):
                        for words in OURS.split(text):
                            yield Said("person", message.get("id"), words)
            elif message.get("type") in ("gemini", "model"):
                for text in texts(content):
                    yield Said("ai", message.get("id"), text)


# --- Qwen Code, Antigravity ---------------------------------------------------------------------------------------------


def qwen(data: str, path: Path) -> Iterator[Said]:
    for line in objects(data):
        found = texts((line.get("message") or {}).get("parts"))
        if line.get("type") == "assistant":
            for text in found:
                yield Said("ai", line.get("uuid"), text)
        elif (
            line.get("type") == "user"
            and line.get("subtype") in (None, "mid_turn_user_message")
            and not line.get("agentId")
        ):
            shown = (line.get("systemPayload") or {}).get("displayText")
            for text in [shown] if shown else [text for text in found if not text.startswith("<qwen:")]:
                for words in OURS.split(text):
                    yield Said("person", line.get("uuid"), words)


def antigravity(data: str, path: Path) -> Iterator[Said]:
    for line in objects(data):
        content = line.get("content")
        if not isinstance(content, str):
            continue
        if line.get("type") == "PLANNER_RESPONSE":
            yield Said("ai", None, content)
        elif line.get("type") == "USER_INPUT" and line.get("source") == "USER_EXPLICIT":
            inner = re.search(r"<USER_REQUEST>\n?(.*?)\n?</USER_REQUEST>", content, re.DOTALL)
            for words in OURS.split(inner.group(1) if inner else content):
                yield Said("person", None, words)


# --- Cursor -------------------------------------------------------------------------------------------------------------


def cursor(data: str, path: Path) -> Iterator[Said]:
    if path.suffix in (".vscdb", ".db", ".sql"):
        yield from cursor_database(database(path))
    elif path.suffix == ".json":
        yield from cursor_tabs(json.loads(data))
    else:
        for line in objects(data):
            for text in texts((line.get("message") or {}).get("content")):
                if line.get("role") == "assistant" and text != "[REDACTED]":
                    yield Said("ai", None, text)
                elif line.get("role") == "user" and "subagents" not in path.parts:
                    inner = re.search(r"<user_query>\n?(.*?)\n?</user_query>", text, re.DOTALL)
                    if inner or not re.match(r"<\w+_\w+>", text):
                        yield from ours_out(inner.group(1) if inner else text, None)


def cursor_database(data: bytes) -> Iterator[Said]:
    agents = {
        row["key"].partition(":")[2]
        for row in rows(data, "SELECT key, value FROM cursorDiskKV WHERE key LIKE 'composerData:%'")
        if "subagentInfo" in (json_or_none(row["value"]) or {})
    }
    for row in rows(data, "SELECT key, CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key LIKE 'bubbleId:%'"):
        bubble = json_or_none(row["value"])
        _, composer, id = row["key"].split(":", 2)
        if isinstance(bubble, dict) and not (composer in agents and bubble.get("type") == 1):
            yield from cursor_bubble(bubble, id)
    for row in rows(data, "SELECT value FROM cursorDiskKV WHERE key LIKE 'composerData:%'"):
        for bubble in (json_or_none(row["value"]) or {}).get("conversation", []):
            yield from cursor_bubble(bubble, bubble.get("bubbleId"))
    for row in rows(data, "SELECT value FROM ItemTable WHERE key LIKE '%aichat%chatdata'"):
        yield from cursor_tabs(json_or_none(row["value"]) or {})
    for row in rows(data, "SELECT id, CAST(data AS TEXT) AS data FROM blobs"):
        message = json_or_none(row["data"])
        if isinstance(message, dict) and message.get("role") in ("user", "assistant"):
            for text in texts(message.get("content")):
                inner = re.search(r"<user_query>\n?(.*?)\n?</user_query>", text, re.DOTALL)
                yield Said(
                    "person" if message["role"] == "user" else "ai", row["id"], inner.group(1) if inner else text
                )


def cursor_tabs(value: dict[str, Any]) -> Iterator[Said]:
    for tab in value.get("tabs", []):
        for bubble in tab.get("bubbles") or tab.get("messages") or []:
            yield from cursor_bubble(bubble, bubble.get("id") or None)


def cursor_bubble(bubble: dict[str, Any], id: str | None) -> Iterator[Said]:
    text = bubble.get("text") or bubble.get("content") or bubble.get("rawText") or ""
    who = bubble.get("type") or bubble.get("role")
    if who in (1, "user"):
        yield from ours_out(text, id)
    elif who in (2, "ai", "assistant"):
        yield Said("ai", id, text)


# --- OpenCode -----------------------------------------------------------------------------------------------------------


def opencode(data: str, path: Path) -> Iterator[Said]:
    if path.suffix != ".json":
        raw = database(path)
        agents = {row["id"] for row in rows(raw, "SELECT id FROM session WHERE parent_id IS NOT NULL")}
        for row in rows(raw, "SELECT id, session_id, CAST(data AS TEXT) AS data FROM message"):
            parts = rows(raw, "SELECT CAST(data AS TEXT) AS data FROM part WHERE message_id = ?", row["id"])
            found = [json_or_none(part["data"]) for part in parts]
            yield from opencode_message(row["id"], json_or_none(row["data"]), found, row["session_id"] in agents)
        known = {row["id"] for row in rows(raw, "SELECT id FROM session")}
        for row in rows(raw, "SELECT id, session_id, type, CAST(data AS TEXT) AS data FROM session_message"):
            body = json_or_none(row["data"]) or {}
            found = body.get("content") or [{"type": "text", "text": body.get("text")}]
            if row["session_id"] not in known:
                yield from opencode_message(row["id"], {"role": row["type"]}, found, False)
        return
    whole = json.loads(data)
    if "messages" in whole:
        for one in whole["messages"]:
            if not isinstance(one, dict):
                continue
            yield from opencode_message(one["info"].get("id"), one["info"], one["parts"], "parentID" in whole["info"])
    elif "role" in whole:
        root = path.parent.parent.parent
        folder = next(iter(sorted(root.glob(f"part/**/{whole['id']}"))), root / "none")
        parts = [json.loads(part.read_text()) for part in sorted(folder.glob("*.json"))]
        sessions = [json.loads(one.read_text()) for one in root.rglob(f"*{whole['sessionID']}.json")]
        yield from opencode_message(whole["id"], whole, parts, any(one.get("parentID") for one in sessions))


def opencode_message(id: str, info: Any, parts: list[Any], is_agent: bool) -> Iterator[Said]:
    for part in parts:
        if not isinstance(part, dict) or not isinstance(info, dict) or part.get("type") != "text":
            continue
        if part.get("synthetic") or info.get("summary") is True or not isinstance(part.get("text"), str):
            continue
        if info.get("role") == "assistant":
            yield Said("ai", id, part["text"])
        elif info.get("role") == "user" and not is_agent:
            yield from ours_out(part["text"], id)


# --- Copilot, VS Code ---------------------------------------------------------------------------------------------------


def copilot_cli(data: str, path: Path) -> Iterator[Said]:
    for line in objects(data):
        about = line.get("data") or {}
        content = about.get("content") or ""
        if line.get("type") == "assistant.message":
            yield Said("ai", line.get("id"), content)
        elif line.get("type") == "user.message" and not (about.get("source") or about.get("parentAgentTaskId")):
            yield from ours_out("" if line.get("agentId") else content, line.get("id"))


def vscode_chat(data: str, path: Path) -> Iterator[Said]:
    """Lists whatever any state of a journal held, but for answers on their way: what is taken out later was said."""
    found = list(vscode_states(data, path))
    for one in found:
        if not any(other.text != one.text and other.text.startswith(one.text) for other in found):
            yield one


def vscode_states(data: str, path: Path) -> Iterator[Said]:
    for value in [json.loads(data)] if path.suffix == ".json" else objects(data):
        found = value.get("v", value)
        at = value.get("k", [])
        requests = (
            [found]
            if not at
            else [{"requests": found if isinstance(found, list) else [found]}]
            if at == ["requests"]
            else []
        )
        if at[:1] == ["requests"] and at[-1:] == ["response"]:
            yield from vscode_answer(found)
        for session in requests:
            for request in session.get("requests", []):
                if isinstance(request, dict):
                    message = request.get("message")
                    text = message if isinstance(message, str) else (message or {}).get("text") or ""
                    yield from ours_out(text, request.get("requestId"))
                    yield from vscode_answer(request.get("response"))


def vscode_answer(items: Any) -> Iterator[Said]:
    for item in items or []:
        if isinstance(item, str):
            yield Said("ai", None, item)
        elif isinstance(item, dict) and item.get("kind") in (None, "markdownContent"):
            value = item.get("value", (item.get("content") or {}).get("value"))
            yield Said("ai", None, value if isinstance(value, str) else (value or {}).get("value") or "")


# --- llm, Open WebUI, LM Studio -----------------------------------------------------------------------------------------


def llm(data: str, path: Path) -> Iterator[Said]:
    raw = database(path)
    for row in rows(raw, "SELECT id, prompt, response FROM responses"):
        yield from ours_out(row["prompt"] or "", row["id"])
        yield Said("ai", row["id"], row["response"] or "")
    sql = "SELECT m.role, p.type, p.text, p.payload FROM parts p JOIN messages m ON m.hash = p.message_hash"
    for row in rows(raw, sql):
        if row["type"] == "text" and row["role"] in ("user", "assistant"):
            text = row["text"]
            if text is None:
                name = (json_or_none(row["payload"]) or {}).get("text_ref")
                text = next(
                    (one["content"] for one in rows(raw, "SELECT content FROM fragments WHERE hash = ?", name)), ""
                )
            if row["role"] == "user":
                yield from ours_out(text, None)
            else:
                yield Said("ai", None, text)


def open_webui(data: str, path: Path) -> Iterator[Said]:
    if path.suffix == ".json":
        whole = json.loads(data)
        chats = [
            one.get("chat", one) for one in (whole if isinstance(whole, list) else [whole]) if isinstance(one, dict)
        ]
    else:
        chats = [
            json_or_none(row["chat"]) for row in rows(database(path), "SELECT CAST(chat AS TEXT) AS chat FROM chat")
        ]
    for chat in filter(None, chats):
        tree = (chat.get("history") or {}).get("messages") or {}
        for message in tree.values() if tree else chat.get("messages", []):
            content = message.get("content") or ""
            for text in [content] if isinstance(content, str) else texts(content):
                if message.get("role") == "user":
                    yield from ours_out(text, message.get("id"))
                elif message.get("role") == "assistant":
                    for words in re.split(
                        r'(?s)<details type="(?:reasoning|tool_calls|code_interpreter)".*?</details>\n*', text
                    ):
                        yield Said("ai", message.get("id"), words)


def lm_studio(data: str, path: Path) -> Iterator[Said]:
    for message in json.loads(data).get("messages", []):
        for version in message.get("versions", [message]):
            steps = version.get("steps") or [version]
            for step in steps:
                if step.get("type") in ("toolCallRequest", "toolCallResult") or "style" in step:
                    continue
                for text in texts(step.get("content")):
                    if version.get("role") == "user":
                        yield from ours_out(text, None)
                    elif version.get("role") == "assistant":
                        yield Said("ai", None, text)


# --- pi and OpenClaw, Aider ---------------------------------------------------------------------------------------------


def pi_openclaw(data: str, path: Path) -> Iterator[Said]:
    for line in objects(data):
        message = line.get("message") or {}
        for text in texts(message.get("content")):
            if message.get("role") == "assistant" and text not in ("NO_REPLY", "HEARTBEAT_OK"):
                yield Said("ai", line.get("id"), text)
            elif message.get("role") == "user" and not text.startswith(
                ("Read HEARTBEAT.md", "A new session was started")
            ):
                words = re.sub(r"\A(System: \[.*?\].*\n)+\n*", "", text)
                is_group = "group" in words.partition("]")[0].lower()
                words = re.sub(r"\A\[[A-Z]\w+ [^\]]*\d{4}-\d\d-\d\d[^\]]*\]\s*", "", words)
                words = re.sub(r"(\s*\[message_id: [^\]]*\])+\s*\Z", "", words)
                yield from ours_out(re.sub(r"\A\w+: ", "", words) if is_group else words, line.get("id"))


def aider(data: str, path: Path) -> Iterator[Said]:
    is_marked = re.search(r"(?m)^#### .*  $", data) is not None
    who, lines, said = "", [], []
    for line in [*data.split("\n")[:-1], "> end  "]:
        before = who
        if line.startswith("# aider chat started at "):
            who = "head"
        elif line.startswith("#### ") and (line.endswith("  ") if is_marked else before != "ai"):
            who = "person"
        elif line.startswith(">") and (line.endswith("  ") or not is_marked):
            who = "tool"
        elif line.strip() or before == "ai":
            who = "ai"
        else:
            lines.append(line)
            continue
        if who != before or (who == "person" and lines and not lines[-1].strip()):
            said.append((before, lines))
            lines = []
        lines.append(line)
    for who, found in said:
        if who == "person":
            yield from ours_out(
                "\n".join(one[5:].removesuffix("  ") for one in found).rstrip("\n").replace("<blank>", ""), None
            )
        elif who == "ai":
            yield Said("ai", None, "\n".join(found))


READERS: dict[str, Callable[[str, Path], Iterator[Said]]] = {
    "codex": codex,
    "gemini-cli": gemini_cli,
    "qwen": qwen,
    "antigravity": antigravity,
    "cursor": cursor,
    "opencode": opencode,
    "copilot-cli": copilot_cli,
    "vscode-chat": vscode_chat,
    "llm": llm,
    "open-webui": open_webui,
    "lm-studio": lm_studio,
    "pi-openclaw": pi_openclaw,
    "aider": aider,
}
