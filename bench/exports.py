"""Generated files as chat tools write them, in the proportions of real ones, of any size and quickly, from a seed.

Of a coding agent's transcript two thirds are what tools gave back (1 to 30 KB each, told twice in a line), the rest
calls, replies, thinking, prompts and the tool's own bookkeeping. A chat export is mostly long replies and short
questions. Text is cut from a pool, so that it costs little to make; words are as frequent as in real text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from bench.corpus import START, Words
from lossless_memory.record import canonical_ts

_POOL = 400_000
_CONVERSATION = 20
_Line = dict[str, Any]


class Texts:
    """Cuts texts of any length out of pools of prose, of code and of what tools print."""

    def __init__(self, seed: int) -> None:
        words = Words(seed)
        self.random = words.random
        self._english = _joined(self._sentence(words) for _ in range(_POOL // 90))
        self._japanese = _joined(self._japanese_sentence(words) for _ in range(_POOL // 45))
        self._code = _joined(self._code_line(words, number) for number in range(_POOL // 45))

    def _sentence(self, words: Words) -> str:
        end = self.random.choice((". ", ". ", ".\n\n", ":\n- ", ' ("so to say"). ', "; it’s “done”. ", " `code`. "))
        return words.english(self.random.randrange(5, 24)).capitalize() + end

    def _japanese_sentence(self, words: Words) -> str:
        return words.japanese(self.random.randrange(6, 30)) + self.random.choice(
            ("。", "。", "。\n\n", "、API ", "「確認」")
        )

    def _code_line(self, words: Words, number: int) -> str:
        indent = "    " * self.random.randrange(4)
        name, other, more = words.english(3).split()
        return self.random.choice(
            (
                f'{indent}"{name}": "{other}/{more}.ts",\n',
                f"{number:6}\u2192{indent}const {name} = await {other}({more});\n",
                f"\tif err := {name}.{other}(ctx, {number}); err != nil {{\n",
                f"/home/sam/project/src/{name}/{other}.py:{number}: {more}\n",
                f"{indent}def {name}(self, {other}: str) -> None:\n",
            )
        )

    def prose(self, length: int, is_japanese: bool = False) -> str:
        return self._cut(self._japanese, length // 2) if is_japanese else self._cut(self._english, length)

    def code(self, length: int) -> str:
        return self._cut(self._code, length)

    def _cut(self, pool: str, length: int) -> str:
        start = self.random.randrange(len(pool) - min(length, len(pool) // 2))
        return f"{pool[start : start + length]} {self.random.getrandbits(64):016x}"

    def length(self, typical: int, spread: float, most: int) -> int:
        return min(most, max(8, int(typical * self.random.lognormvariate(0, spread))))


def _joined(pieces: Iterator[str]) -> str:
    return "".join(pieces)


def transcript(path: str, size_b: int, seed: int = 3) -> int:
    """Write a Claude Code transcript of at least so many bytes; return how many lines it has."""
    made = written = 0
    with open(path, "wb") as stream:
        for line in _lines(Texts(seed)):
            raw = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            stream.write(raw)
            made, written = made + 1, written + len(raw)
            if written >= size_b:
                return made
    raise AssertionError("unreachable")


def _lines(texts: Texts) -> Iterator[_Line]:
    """Yield the lines of one endless session: a prompt, then thinking, calls and results, then a reply."""
    number, parent = 0, None

    def line(kind: str, **fields: Any) -> _Line:
        nonlocal number, parent
        uuid = f"00000000-0000-4000-8000-{number:012x}"
        made = {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/sam/project",
            "sessionId": "11111111-2222-4333-8444-555555555555",
            "version": "2.1.90",
            "gitBranch": "main",
            "type": kind,
            **fields,
            "uuid": uuid,
            "timestamp": canonical_ts(START + timedelta(seconds=number * 20))[:23] + "Z",
        }
        number, parent = number + 1, uuid
        return made

    def said(block: _Line) -> _Line:
        usage = {"input_tokens": 4, "cache_read_input_tokens": 12_345, "output_tokens": 1, "service_tier": "standard"}
        message = {"model": "model-1", "id": f"msg_{number:016x}", "type": "message", "role": "assistant"}
        return line("assistant", message={**message, "content": [block], "usage": usage}, requestId=f"req_{number}")

    while True:
        prompt = texts.prose(texts.length(160, 1.0, 4_000))
        yield line("user", message={"role": "user", "content": prompt}, promptSource="typed")
        for _ in range(texts.random.randrange(2, 9)):
            if texts.random.random() < 0.25:
                thought = texts.prose(texts.length(900, 0.6, 6_000))
                yield said({"type": "thinking", "thinking": thought, "signature": "c2ln" * 90})
            call = f"toolu_{number:022x}"
            given = {
                "file_path": "/home/sam/project/src/app.ts",
                "new_string": texts.code(texts.length(400, 0.9, 8_000)),
            }
            yield said({"type": "tool_use", "id": call, "name": texts.random.choice(("Edit", "Read")), "input": given})
            back = texts.code(texts.length(2_600, 0.9, 30_000))
            block = {"tool_use_id": call, "type": "tool_result", "content": back}
            again = (
                {"stdout": back, "stderr": "", "interrupted": False} if texts.random.random() < 0.6 else {"ok": True}
            )
            yield line("user", message={"role": "user", "content": [block]}, toolUseResult=again)
            if texts.random.random() < 0.4:
                yield said({"type": "text", "text": texts.prose(texts.length(300, 0.7, 3_000))})
            if texts.random.random() < 0.3:
                data = {"type": "hook_progress", "hookEvent": "PostToolUse", "command": "callback"}
                yield line("progress", data=data, toolUseID=call)
        yield said({"type": "text", "text": texts.prose(texts.length(1_200, 0.7, 9_000))})


def chat_export(
    path: str, *, records: int = 0, size_b: int = 0, days: int = 730, reply: int = 1_500, seed: int = 4
) -> int:
    """Write ChatGPT's `conversations.json`: so many records, or at least so many bytes, spread over so many days.

    A typical reply has so many characters, a question a tenth of it; every fourth conversation is Japanese. Returns how
    many records it gives: its messages, and one for each conversation's head.
    """
    texts = Texts(seed)
    # One conversation gives its messages, a hidden message of the system's, and its head.
    count = -(-records // (_CONVERSATION + 2)) if records else -(-size_b // (_CONVERSATION * (reply + 600)))
    step = timedelta(days=days) / count
    written = number = 0
    with open(path, "wb") as stream:
        stream.write(b"[")
        while number < count if records else written < size_b:
            body = _conversation(texts, number, (START - timedelta(days=days) + step * number).timestamp(), reply)
            raw = json.dumps(body).encode()
            stream.write((b", " if number else b"") + raw)
            number, written = number + 1, written + len(raw)
        stream.write(b"]")
    return number * (_CONVERSATION + 2)


def _conversation(texts: Texts, number: int, start_s: float, reply: int) -> _Line:
    is_japanese = number % 4 == 3
    name = f"{number:08x}-0000-4000-9000-00000000"
    mapping: dict[str, _Line] = {}
    root, hidden = "client-created-root", f"{name}ffff"
    mapping[root] = {"id": root, "message": None, "parent": None, "children": [hidden]}
    mapping[hidden] = _node(hidden, root, None, _message(hidden, "system", None, "", 0.0, "all"))
    mapping[hidden]["message"]["metadata"] = {"is_visually_hidden_from_conversation": True}
    above, at_s = hidden, start_s
    for place in range(_CONVERSATION):
        id = f"{name}{place:04x}"
        at_s += texts.random.uniform(5, 90)
        mapping[above]["children"] = [id]
        kind, recipient = texts.random.random(), "all"
        if place % 2 == 0:
            role, text = "user", texts.prose(texts.length(reply // 10, 1.0, 6_000), is_japanese)
        elif kind < 0.06:
            role, recipient, text = "assistant", "python", texts.code(texts.length(reply // 2, 0.6, 6_000))
        elif kind < 0.12:
            role, text = "tool", texts.code(texts.length(reply, 0.8, 30_000))
        else:
            role, text = "assistant", texts.prose(texts.length(reply, 0.7, 12_000), is_japanese)
        mapping[id] = _node(id, above, None, _message(id, role, round(at_s, 6), text, 1.0, recipient))
        above = id
    return {
        "title": texts.prose(24)[:40],
        "create_time": round(start_s, 6),
        "update_time": round(at_s, 6),
        "mapping": mapping,
        "moderation_results": [],
        "current_node": above,
        "plugin_ids": None,
        "conversation_id": f"{name}0000"[:36],
        "gizmo_id": None,
        "is_archived": False,
        "safe_urls": [],
        "default_model_slug": "gpt-5-thinking",
        "id": f"{name}0000"[:36],
    }


def _node(id: str, parent: str, child: str | None, message: _Line) -> _Line:
    return {"id": id, "message": message, "parent": parent, "children": [child] if child else []}


def _message(id: str, role: str, at_s: float | None, text: str, weight: float, recipient: str) -> _Line:
    metadata: _Line = {"request_id": f"{id[:8]}-r", "timestamp_": "absolute", "message_type": "next"}
    if role == "assistant":
        metadata |= {"finish_details": {"type": "stop", "stop_tokens": [200_002]}, "model_slug": "gpt-5-thinking"}
    return {
        "id": id,
        "author": {"role": role, "name": "python" if role == "tool" else None, "metadata": {}},
        "create_time": at_s,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": weight,
        "metadata": metadata,
        "recipient": recipient,
        "channel": None,
    }
