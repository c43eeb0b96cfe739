"""What the samples of chat exports really hold, read a second time, each as plainly as it can be.

Shares no code with the program on purpose: an error made once should not hide itself. Words are the person's where
the export itself says who its owner is; nobody is named by settings here.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from html import unescape
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
            if message.get("type") == "message":
                pieces = message.get("text") or message.get("text_entities") or []
                pieces = [pieces] if isinstance(pieces, str) else pieces
                text = "".join(one if isinstance(one, str) else one["text"] for one in pieces)
                id = str(message["id"]) if "id" in message else None
                if is_owner and not {"forwarded_from", "via_bot"} & set(message):
                    yield from of_person(id, text)
                else:
                    yield Said("other", id, text)


# --- WhatsApp: who the person is, no WhatsApp export says -----------------------------------------------------


def whatsapp(data: str, path: Path) -> Iterator[Said]:
    head = re.compile(
        r"[\u200e\u200f]*\[?(\d+[/.]\d+[/.]\d+),? \D{0,4}(\d+:\d\d(?::\d\d)?)(?:\s?[ap]\.?\s?m\.?)?(?:\]| -) ", re.I
    )
    messages: list[str] = []
    for line in data.removeprefix("\ufeff").removesuffix("\n").split("\n"):
        match = head.match(line)
        if match:
            messages.append(line[match.end() :])
        else:
            messages[-1] += "\n" + line
    names = [one.split(": ")[0] for one in messages]
    for message in messages:
        name, _, text = message.partition(": ")
        longer, _, words = text.partition(": ")
        if words and sum(one.startswith(f"{name}: {longer}: ") for one in messages) == names.count(name) > 2:
            text = words
        if not text and message.partition(":")[0] in names:  # somebody trimmed the blank
            text = message.partition(":")[2]
        text = re.sub(
            r"\s*\u200e?<(This message was edited|attached: [^<>]*|Media omitted)>\s*\Z", "", text.removesuffix("\r")
        )
        if not text.startswith(("\u200e", "This message was deleted")):
            for words in OURS.split(re.sub(r"\A\S+ \(file attached\)\n", "", text)):
                yield Said("other", None, words)


# --- ShareGPT, OpenAI's messages ----------------------------------------------------------------------------------------


def values(data: str) -> list[Any]:
    """List the conversations of a file: an array, one object, or one a line."""
    try:
        whole = json.loads(data)
        return whole if isinstance(whole, list) else [whole]
    except ValueError:
        found = []
        for line in data.split("\n"):
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found


def sharegpt(data: str, path: Path) -> Iterator[Said]:
    for conversation in values(data):
        for message in conversation["conversations"]:
            if message["from"] in ("human", "user"):
                yield from of_person(None, message["value"])
            elif message["from"] in ("gpt", "bard", "chatgpt", "assistant"):
                yield Said("ai", None, message["value"])


def openai_messages(data: str, path: Path) -> Iterator[Said]:
    for conversation in values(data):
        for message in conversation["messages"]:
            content = message.get("content") or []
            parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
            texts = [part["text"] for part in parts if part["type"] == "text"]
            if message["role"] == "user":
                for text in texts:
                    yield from of_person(None, text)
            elif message["role"] == "assistant":
                for text in [*texts, message.get("refusal") or ""]:
                    yield Said("ai", None, text)


# --- DeepSeek, Grok -----------------------------------------------------------------------------------------------------


def deepseek(data: str, path: Path) -> Iterator[Said]:
    whole = json.loads(data)
    if isinstance(whole, dict):
        page = whole.get("data", {}).get("biz_data", whole)
        nodes = [(str(one["message_id"]), one) for one in page["chat_messages"]]
    else:
        nodes = [(name, node["message"]) for chat in whole for name, node in chat["mapping"].items() if node["message"]]
    for name, message in nodes:
        for part in message.get("fragments", []):
            if part["type"] == "REQUEST" and message.get("role", "USER") == "USER":
                yield from of_person(name, part["content"])
            elif part["type"] == "RESPONSE":
                yield Said("ai", name, part["content"])
        if message.get("role") == "USER" and "content" in message:
            yield from of_person(name, message["content"])
        elif "reasoning_content" in message:
            yield Said("ai", name, message["content"])


def grok(data: str, path: Path) -> Iterator[Said]:
    if data.startswith("window."):
        for item in json.loads(data.partition("=")[2]):
            who = "person" if item["grokChatItem"]["sender"]["originalName"] == "USER" else "ai"
            yield Said(who, None, item["grokChatItem"]["message"])
        return
    for conversation in json.loads(data)["conversations"]:
        for one in conversation["responses"]:
            response = one["response"]
            id = response.get("_id") or response.get("response_id")
            if response["sender"].lower() == "human":
                yield from of_person(id, response["message"])
            elif response["sender"].lower() == "assistant":
                yield Said("ai", id, response["message"])


# --- Google: the Gemini app, AI Studio ----------------------------------------------------------------------------------


def gemini_page(data: str) -> Iterator[Said]:
    for entry in data.split("outer-cell")[1:]:
        cell = re.split(r'<div class="content-cell[^>]*>', entry)[1].rsplit("</div>", 1)[0]
        lines = re.split(r"<br>", cell)
        times = [n for n, line in enumerate(lines) if re.search(r"\d:\d\d:\d\d", line)]
        answer = "<br>".join(lines[times[0] + 1 :]).replace("</div>", "")
        asked = lines[: times[0]] if answer.strip() else lines[:1]
        answer = answer if answer.strip() else lines[1] if times[0] > 1 else ""
        if "Used an" in lines[0]:
            continue
        yield from of_person(None, unescape("\n".join(asked)).replace("\xa0", " ").removeprefix("Prompted "))
        plain = re.sub(r"<li>(.*?)</li>", r"- \1\n", answer).replace("<pre><code>", "\n\n```\n")
        plain = plain.replace("</code></pre>", "\n```\n\n")
        yield Said("ai", None, re.sub(r"\n{3,}", "\n\n", unescape(re.sub("<[^>]*>", "", plain))).strip())


def gemini_apps(data: str, path: Path) -> Iterator[Said]:
    if path.suffix == ".html":
        yield from gemini_page(data)
        return
    for entry in json.loads(data) if data.startswith("[") else []:
        answers = entry.get("safeHtmlItem", [])
        answers = [answers] if isinstance(answers, dict) else answers
        verb = re.match("Prompted |Asked Bard: |Запит: ", entry["title"])
        if entry["header"] == "Search" or (not verb and (entry["title"].startswith("Created") or not answers)):
            continue
        yield from of_person(None, entry["title"][verb.end() if verb else 0 :])
        for answer in answers:
            html = answer.get("html") or answer.get("htmlValue")
            plain = re.sub("</?(p|ul)>", "\n\n", re.sub("<li>(.*?)</li>", r"- \1\n", html, flags=re.S))
            plain = plain.replace("<pre><code>", "\n\n```\n").replace("</code></pre>", "\n```\n\n")
            plain = re.sub(r"\n{3,}", "\n\n", unescape(re.sub("</?b>", "", plain)))
            yield Said("ai", None, plain.strip())


def google_ai_studio(data: str, path: Path) -> Iterator[Said]:
    for chunk in json.loads(data)["chunkedPrompt"]["chunks"]:
        parts = [part["text"] for part in chunk.get("parts", []) if not part.get("thought")]
        text = chunk.get("text") or "".join(parts)
        if chunk["role"] == "user":
            yield from of_person(None, text)
        elif chunk["role"] == "model" and not chunk.get("isThought"):
            yield Said("ai", None, text)


# --- Discord, Slack -----------------------------------------------------------------------------------------------------


def discord(data: str, path: Path) -> Iterator[Said]:
    if path.suffix == ".csv":
        for row in csv.DictReader(io.StringIO(data)):
            yield from of_person(row["ID"], row["Contents"])
        return
    whole = json.loads(data)
    for message in whole if isinstance(whole, list) else whole["messages"]:
        if "Contents" in message:
            yield from of_person(str(message["ID"]), message["Contents"])
        elif message["type"] in ("Default", "Reply"):
            yield Said("other", message["id"], message["content"])


def slack(data: str, path: Path) -> Iterator[Said]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if re.search(r"/\d{4}-\d\d-\d\d\.json$", name):
                    yield from slack(archive.read(name).decode(), Path(name))
        return
    for message in json.loads(data):
        if message.get("subtype") in (None, "bot_message"):
            yield Said("other", message["ts"], message["text"])


READERS: dict[str, Callable[[str, Path], Iterator[Said]]] = {
    "telegram": telegram,
    "whatsapp": whatsapp,
    "sharegpt": sharegpt,
    "openai-messages": openai_messages,
    "deepseek": deepseek,
    "grok": grok,
    "gemini-apps": gemini_apps,
    "google-ai-studio": google_ai_studio,
    "discord": discord,
    "slack": slack,
}
