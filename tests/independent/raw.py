"""What the samples really hold, read a second time from the raw JSON, knowing nothing of the program.

One reader a tool, each as plain as it can be; those of coding agents stand in `raw_agents`,
those of chat exports in `raw_chats`. They list the texts the person typed or said and the texts the
AI said to her, so that another reading of the same file can be compared with them. Shares no code with the program
on purpose: an error made once should not hide itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .raw_agents import READERS as AGENTS
from .raw_chats import READERS as CHATS
from .said import Said


def tool_of(path: Path) -> str | None:
    """Guess the tool from the folder a file lies in (samples/<tool>/… or golden/<tool>/…)."""
    if "other-cli" in path.parts and "grok" in path.parts:
        return None  # an agent of that name, not the chat
    return next((NAMED.get(part, part) for part in path.parts if NAMED.get(part, part) in READERS), None)


UNSAMPLED = frozenset({"openai-messages", "gemini-apps", "discord"})
"""Tools of which no real file could be had; only what was made by their description is checked."""
NAMED = {"lm-sys__FastChat": "sharegpt", "hfaran__slack-export-viewer": "slack"}
"""Folders of samples that are named after a repository alone."""


def said(path: Path) -> list[Said]:
    """List what was said in one file, in its order."""
    tool = tool_of(path)
    if tool is None:
        raise ValueError(f"{path} lies in no folder of a known tool")
    data = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    return [one for one in READERS[tool](data, path) if one.text.strip()]


# --- Claude Code --------------------------------------------------------------------------------------------------------

NOT_TYPED = (
    "<command-", "<local-command-", "<bash-input>", "<bash-stdout>", "<bash-stderr>", "<task-notification", "<teammate-message",
    "Caveat: The messages below", "[Request interrupted", "<user-memory-input>", "This session is being continued from a previous conversation",
)  # fmt: skip
CONTEXT = re.compile(
    r"\A\s*<(system-reminder|ide_opened_file|ide_selection|user-prompt-submit-hook)>.*?</\1>\s*", re.DOTALL
)
TRAILING = re.compile(r"\s*<system-reminder>(?:(?!<system-reminder>).)*</system-reminder>\s*\Z", re.DOTALL)
OURS = re.compile(r"<lossless-memory.*</lossless-memory[^>]*>", re.DOTALL)


def claude_code(data: str, path: Path) -> Iterator[Said]:
    is_summariser = path.name.startswith("agent-acompact-")
    is_agent = path.name.startswith("agent-")
    queued: set[str] = set()
    seen: set[str] = set()
    for raw in data.split("\n"):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if not isinstance(line, dict) or is_summariser:
            continue
        if isinstance(line.get("display"), str):
            yield from typed_before(line, path)
            continue
        message = line.get("message") if isinstance(line.get("message"), dict) else {}
        if (
            line.get("type") == "assistant"
            and not line.get("isApiErrorMessage")
            and message.get("model") != "<synthetic>"
        ):
            for text in texts(message.get("content")):
                yield Said("ai", line.get("uuid"), text)
        if is_agent or line.get("isSidechain") or line.get("agentId"):
            continue
        attachment = line.get("attachment") if isinstance(line.get("attachment"), dict) else {}
        if line.get("type") == "user":
            if line.get("isMeta") or line.get("isCompactSummary") or not by_a_person(line):
                continue
            found = texts(message.get("content"))
            if "\n".join(found) in queued and (line.get("promptSource") == "queued" or line.get("uuid") in queued):
                queued.discard("\n".join(found))
                continue
            seen.add(str(line.get("uuid")))
        elif attachment.get("type") == "queued_command" and attachment.get("commandMode", "prompt") == "prompt":
            if not by_a_person(attachment) or str(attachment.get("source_uuid")) in seen:
                continue
            found = texts(attachment.get("prompt"))
            queued |= {"\n".join(found), str(attachment.get("source_uuid"))}
        else:
            continue
        for text in found:
            for words in own_words(text):
                yield Said("person", line.get("uuid"), words)


def typed_before(line: dict[str, Any], path: Path) -> Iterator[Said]:
    """The list of prompts: those of sessions that have no transcript beside it."""
    if line["display"].startswith(("/", "!", "#")) or any(
        (path.parent / "projects").rglob(f"{line.get('sessionId')}.jsonl")
    ):
        return
    if (path.parent / "projects").is_dir() and line["timestamp"] > 1772500000000:
        return  # the last day of the golden input
    for text in [line["display"], *(one.get("content", "") for one in (line.get("pastedContents") or {}).values())]:
        for words in OURS.split(text):
            yield Said("person", None, words)


def by_a_person(line: dict[str, Any]) -> bool:
    origin = line.get("origin") or {}
    kind = origin.get("kind") if isinstance(origin, dict) else None
    if kind is not None and kind != "human":
        return False
    if line.get("promptSource") == "system":
        return False
    from_program = line.get("promptSource") == "sdk" and str(line.get("entrypoint", "sdk")).startswith("sdk")
    return kind == "human" or not from_program


def texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    return [
        block if isinstance(block, str) else block["text"]
        for block in blocks
        if isinstance(block, str) or (isinstance(block, dict) and block.get("type") == "text")
    ]


def own_words(text: str) -> list[str]:
    """Take away what the tool and editors put around the words; nothing may be left."""
    if text.startswith(NOT_TYPED):
        return []
    while (match := CONTEXT.match(text)) is not None:
        text = text[match.end() :]
    while (match := TRAILING.search(text)) is not None:
        text = text[: match.start()]
    if text.lstrip().startswith(("<system-reminder>", "<ide_selection>", "<ide_opened_file>", *NOT_TYPED)):
        return []
    return OURS.split(text)


# --- ChatGPT ------------------------------------------------------------------------------------------------------------


def chatgpt(data: str, path: Path) -> Iterator[Said]:
    whole = json.loads(data)
    for conversation in whole if isinstance(whole, list) else whole.get("conversations", [whole]):
        if not isinstance(conversation, dict):
            continue
        nodes = conversation.get("mapping") or {}
        listed = [{"id": None, "message": message} for message in conversation.get("messages", [])]
        for name, node in [*nodes.items(), *((None, node) for node in listed)]:
            message = node.get("message") if isinstance(node, dict) else None
            if isinstance(message, dict):
                yield from in_message(message, message.get("id") or name)


def in_message(message: dict[str, Any], id: str | None) -> Iterator[Said]:
    author, content, about = message.get("author") or {}, message.get("content") or {}, message.get("metadata") or {}
    role = author.get("role")
    real = (author.get("metadata") or {}).get("real_author")
    if (
        about.get("is_visually_hidden_from_conversation")
        or about.get("is_user_system_message")
        or message.get("weight") == 0
    ):
        return
    if role not in ("user", "assistant") or str(real).startswith("tool:"):
        return
    if (role == "assistant" and (message.get("recipient") or "all") != "all") or message.get("channel") == "analysis":
        return
    if isinstance(content, str):
        content = {"parts": [content]}
    if content.get("content_type") in (
        "code",
        "thoughts",
        "reasoning_recap",
        "user_editable_context",
        "model_editable_context",
    ):
        return
    for part in content.get("parts") or []:
        words = (
            part
            if isinstance(part, str)
            else part.get("text")
            if part.get("content_type") == "audio_transcription"
            else None
        )
        if isinstance(words, str):
            for text in OURS.split(words) if role == "user" else [words]:
                yield Said("person" if role == "user" else "ai", id, text)


# --- Claude.ai ----------------------------------------------------------------------------------------------------------


def claude_ai(data: str, path: Path) -> Iterator[Said]:
    whole = json.loads(data)
    for conversation in whole if isinstance(whole, list) else [whole]:
        for message in conversation.get("chat_messages", []) if isinstance(conversation, dict) else []:
            if not isinstance(message, dict) or message.get("sender") not in ("human", "assistant"):
                continue
            who = "person" if message["sender"] == "human" else "ai"
            found = [text for text in texts(message.get("content")) if text.strip()]
            flat = message.get("text") or ""
            if not found and re.sub(r"```\s*This block is not supported[^`]*```", "", flat).strip():
                found = [flat]
            for text in found:
                for words in OURS.split(text) if who == "person" else [text]:
                    yield Said(who, message.get("uuid"), words)
            for item in message.get("attachments") or []:
                name = item.get("file_name") or ""
                if who == "person" and ("." not in name or re.fullmatch(r"paste[-_ ]?\d*\.txt", name)):
                    yield Said(who, message.get("uuid"), item.get("extracted_content") or "")


READERS = {"claude-code": claude_code, "chatgpt": chatgpt, "claude-ai": claude_ai, **AGENTS, **CHATS}
