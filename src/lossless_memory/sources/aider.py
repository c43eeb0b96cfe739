"""Reads Aider's chat history: Markdown that grows, many sessions in one file, the person's lines marked by `####`.

Owns whose a line is. Aider ends what it writes itself with two spaces, by which a prompt is told from the model's own
headings. Knows no log and no other source.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from lossless_memory.patterns import pattern
from lossless_memory.sources import jsonlines
from lossless_memory.sources.base import Cursor, Draft, Input, Item, Options, Skipped
from lossless_memory.sources.drafts import Clock
from lossless_memory.sources.marks import own_block, split_own
from lossless_memory.sources.opening import Broken, head_text, open_utf8
from lossless_memory.sources.times import read_time
from lossless_memory.typed import Any

_TOOL = "aider"
_HEAD = pattern(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")
_CLAIM = pattern(r"\A\s*^# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$", re.MULTILINE)
_MODEL = pattern(r"> (?:Main )?[Mm]odel: (\S+)")
_MARKS = {"person": "#### ", "tool": "> "}


class _State:
    """What the lines so far have told; all of it stands in the cursor."""

    def __init__(self) -> None:
        self.started: str | None = None
        self.ordinal = 0
        self.model: str | None = None
        self.is_fenced = False
        self.is_marked = False  # the file ends its own lines with two spaces
        self.last = "head"  # whose the last line was that is not blank
        self.is_after_blank = True

    @classmethod
    def of(cls, saved: Mapping[str, Any]) -> _State:
        state = cls()
        vars(state).update({name: saved[name] for name in vars(state) if name in saved})
        return state

    def save(self) -> dict[str, Any]:
        return dict(vars(self))


class _Block:
    """Lines of one speaker that follow each other."""

    def __init__(self, who: str, number: int) -> None:
        self.who, self.number = who, number
        self.lines: list[str] = []


class _Aider:
    name = _TOOL

    def claims(self, input: Input) -> bool:
        """A history begins with the line that says when a chat started."""
        return _CLAIM.match(head_text(input)) is not None

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield one item per block of one speaker's lines. See the Protocol.

        The last block may still grow, so that its cursor stands before it.
        """
        try:
            opened = open_utf8(input)
        except Broken as broken:
            yield Item("start", Skipped(str(broken)))
            return
        saved = cursor.state if cursor and opened.is_plain else {}
        state = _State.of(saved)
        offset_b = cursor.offset_b if cursor and opened.is_plain else opened.mark_b
        with opened.stream as stream:
            if offset_b:
                stream.seek(offset_b)
            try:
                yield from _items(input, jsonlines.lines(stream, offset_b), state, saved, offset_b, options)
            except Broken as broken:
                yield Item("the rest", Skipped(str(broken)))


SOURCE = _Aider()


def _items(
    input: Input,
    lines: Iterator[jsonlines.Line],
    state: _State,
    saved: Mapping[str, Any],
    offset_b: int,
    options: Options,
) -> Iterator[Item]:
    number = int(saved.get("line", 0))
    folder = os.path.dirname(os.path.abspath(input.path)) if input.path is not None else None
    cursor = Cursor(offset_b, {**state.save(), "line": number})
    block: _Block | None = None
    before = state.save()
    end_b = offset_b
    for line in lines:
        if line.raw is None:
            yield Item(f"line {number + 1}", Skipped("a line longer than 64 MiB"))
        text = (line.raw or b"").decode("utf-8", "surrogateescape")
        before = state.save()
        who = _who(text.removesuffix("\r"), state)
        if block is not None and who != block.who:
            if not line.is_ended:
                break  # a torn line that may still turn out to be another speaker's
            if block.who != "blank":
                before["ordinal"] += 1
                cursor = Cursor(end_b, {**before, "line": number})
                yield Item(f"line {block.number}", _drafts(block, before, folder, options), None, cursor)
            state.ordinal = before["ordinal"]
            block = None
        number += 1
        end_b = line.end_b
        if block is None:
            block = _Block(who, number)
            if who == "head":
                state.ordinal = 0
        block.lines.append(text)
        before = state.save()
    if block is not None and block.who != "blank":
        last = {**before, "ordinal": before["ordinal"] + 1}
        yield Item(f"line {block.number}", _drafts(block, last, folder, options), None, cursor)


def _who(line: str, state: _State) -> str:
    """Say whose a line is, and take from it what tells whose the next ones are."""
    is_marked = line.endswith("  ")
    is_blank = not line.strip()
    who = "model"
    head = _HEAD.fullmatch(line)
    if head:
        state.started, state.is_fenced, state.model, who = head.group(1), False, None, "head"
    elif is_blank:
        who = "model" if state.last == "model" else "blank"
    elif line.startswith("#### ") and _is_prompt(state, is_marked):
        who = "person"
        state.is_marked = state.is_marked or is_marked
        state.is_fenced = False
    elif line.startswith(">") and not state.is_fenced and (is_marked or not state.is_marked):
        who = "tool"
        model = _MODEL.match(line)
        state.model = model.group(1) if model else state.model
    elif line.lstrip().startswith(("```", "~~~", "````")):
        state.is_fenced = not state.is_fenced
    state.is_after_blank = is_blank
    if not is_blank:
        state.last = who
    return who


def _is_prompt(state: _State, is_marked: bool) -> bool:
    """A line goes on with a prompt, or begins one: by Aider's mark, or in a file without it not within an answer."""
    if state.last == "person" and not state.is_after_blank:
        return True
    if state.is_marked or is_marked:
        return is_marked and state.is_after_blank
    return state.last in ("head", "tool") and not state.is_fenced


def _drafts(block: _Block, state: Mapping[str, Any], folder: str | None, options: Options) -> list[Draft] | Skipped:
    started = state["started"]
    clock = Clock(None, options, lambda: [])
    ts, _ = clock.tell(read_time(started, options.zone))
    base = Draft(
        ts=ts,
        role="system",
        type="meta",
        kind=block.who,
        text="\n".join(block.lines),
        session=started or "history",
        id=f"{started}|{state['ordinal']}",
        actor=_TOOL,
        cwd=folder,
        is_time_inherited=True,
        is_id_made=True,
    )
    if block.who == "person":
        return _person(base, block.lines)
    if block.who == "tool":
        return [base._replace(type="action", kind="tool-output", text=_unmarked(block.lines, _MARKS["tool"]))]
    if block.who == "model" and base.text.strip():
        return [base._replace(role="assistant", type="text", kind="reply", actor=None, model=state["model"])]
    return [base]


def _person(base: Draft, lines: list[str]) -> list[Draft]:
    text = _unmarked(lines, _MARKS["person"])
    if not text.strip() or text == "<blank>":
        return [base._replace(kind="empty", text=text)]
    pieces = split_own(text)
    drafts = []
    for number, (piece, is_own) in enumerate(pieces):
        id = base.id if len(pieces) == 1 else f"{base.id}#{number}"
        if is_own or not piece.strip():
            kind = "injected" if is_own or own_block(piece) else "context"
            drafts.append(base._replace(kind=kind, text=piece, id=id))
        else:
            drafts.append(base._replace(role="user", type="text", kind="typed", text=piece, actor=None, id=id))
    return drafts


def _unmarked(lines: list[str], mark: str) -> str:
    """Return lines as they were before Aider put its mark before, and two spaces behind, each."""
    return "\n".join(line.removesuffix("\r").removeprefix(mark).removesuffix("  ") for line in lines)
