"""The fence holds: whatever was said, it stays a quotation of one line, and the block is known when it comes back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lossless_memory import clock
from lossless_memory.log.home import open_store
from lossless_memory.paths import find_home
from lossless_memory.present import fence
from lossless_memory.present.stand import Extra, for_ai
from lossless_memory.surface.hook.answer import answer
from tests.now.telling import TOKYO, line, mark, told
from tests.present.test_visible import unseen
from tests.sources.reading import BY_NAME, read
from tests.surface.running import turn

from .hostile import hostile

TEXTS = hostile()
_OPENING = re.compile(r"<lossless-memory-([0-9a-f]{32})>")


def assert_holds(block: str, where: str) -> None:
    """Assert that a block is one fence, unbroken, each line of it ours or a quotation with time and speaker."""
    first, notice, *body, last = block.split("\n")
    opening = _OPENING.fullmatch(first)
    assert opening, where
    assert last == f"</lossless-memory-{opening[1]}>", where
    assert block.count(opening[1]) == 2, where
    assert notice == fence.NOTICE, where
    assert unseen(block) == [], where
    assert not re.search(r"[<＜](\s*[/!?|]\s*)?[A-Za-z]", "\n".join(body)), where
    for one in body:
        is_ours = (
            one.startswith(("Now: ", "Topics, ", "Recalled", "This stretch", "A new stretch", "(‖ ", "To narrow"))
            or "earlier omitted" in one
        )
        is_quoted = re.match(r"\| (?:\d{4}-\d\d-\d\d \w{3} )?\d\d:\d\d [^:|]+: ", one)
        assert is_ours or is_quoted or re.fullmatch(r"\+\d+ more(?: marked critical: lossless topic list)?", one), (
            where,
            one,
        )


@pytest.mark.parametrize("start", range(0, len(TEXTS), 50))
def test_five_hundred_hostile_texts_never_leave_their_line(start: int) -> None:
    for number, text in enumerate(TEXTS[start : start + 50], start):
        where = f"text {number}: {text!r}"
        lines = [line("09:50", text), line("09:30", text, session=f"x:{text}")._replace(actor=text)]
        marks = (mark("09:00", "topic", text), mark("09:01", "priority", text, priority="critical"))
        extra = Extra("Recalled:", [fence.quoted("2026-10-13 Tue 18:00", text, text)], None)
        assert_holds(for_ai(told(lines, marks, session="s1"), TOKYO, 8_000, extra), where)


def test_hostile_texts_come_through_the_hook_as_quotations(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lossless_memory import Memory

    monkeypatch.setenv("LOSSLESS_TZ", "Asia/Tokyo")
    monkeypatch.setenv("LOSSLESS_NOW", "2026-10-14T10:00:00+09:00")
    texts = TEXTS[::10]
    with Memory.open(str(home)) as memory:
        memory.append([{"ts": f"2026-10-13T0{n // 60}:{n % 60:02}:00Z", "text": one} for n, one in enumerate(texts)])
    for number, text in enumerate(texts):
        prompt = f"do you remember “n{number * 10}” yesterday?"
        raw = json.dumps({"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": prompt}).encode()
        told_of = json.loads(answer("prompt", raw, str(home)))["hookSpecificOutput"]["additionalContext"]
        assert_holds(told_of, f"text {number}: {text!r}")
        assert f"n{number * 10}" in told_of


def test_the_token_is_new_each_time_and_never_one_that_stands_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([b"\1" * 16, b"\2" * 16])
    monkeypatch.setattr(fence.os, "urandom", lambda _: next(drawn))
    assert "02" * 16 in fence.fenced([f"a line that holds {'01' * 16}"])
    monkeypatch.undo()
    assert fence.fenced(["x"]) != fence.fenced(["x"])


def test_what_is_injected_is_known_at_import_and_is_nobodys_words(tmp_path: Path) -> None:
    block = for_ai(told([line("09:50", "the varnish")]), TOKYO)
    source = BY_NAME["claude-code"]
    rows = [
        turn("u1", "2026-10-14T01:00:00Z", f"<system-reminder>\nUserPromptSubmit hook: {block}\n</system-reminder>"),
        turn("u2", "2026-10-14T01:01:00Z", f"{block}\n\nfix the tests"),
        turn("u3", "2026-10-14T01:02:00Z", [{"type": "tool_result", "tool_use_id": "t", "content": block}]),
        {
            **turn("u4", "2026-10-14T01:03:00Z", ""),
            "type": "attachment",
            "attachment": {"type": "hook_additional_context", "content": [block], "hookName": "UserPromptSubmit"},
        },
    ]
    path = tmp_path / "s1.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    drafts = [draft for item in read(source, of_path(path)) for draft in item.result]
    ours = [one for one in drafts if "varnish" in one.text]
    assert len(ours) == 4
    assert {(one.type, one.kind) for one in ours} == {("meta", "injected")}
    assert [one.text.strip() for one in drafts if one.type == "text"] == ["fix the tests"]


def of_path(path: Path) -> object:
    from tests.sources.reading import of_file

    return of_file(path, path.name)


def test_an_empty_store_and_no_store_say_nothing(home: Path) -> None:
    raw = json.dumps({"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "hello"}).encode()
    assert answer("prompt", raw, str(home)) == ""
    assert not home.exists()
    open_store(find_home(str(home)), now=clock.now())
    assert answer("prompt", raw, str(home)) == ""
