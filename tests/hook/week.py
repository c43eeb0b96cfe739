"""A week of work with an agent, made line by line as Claude Code writes it: four sessions, tool calls, compactions, a
fork and a rollback. What must and must not be told at any moment is known from the making."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

START = datetime(2026, 10, 5, 0, 0, tzinfo=UTC)
_SYLLABLES = ("ba", "ke", "do", "ri", "mu", "ta", "ven", "sol", "gar", "lin", "pe", "ho")


class Said(NamedTuple):
    """A line of the person: when, and the word that stands in it and nowhere else."""

    when: datetime
    word: str
    text: str


class Moment(NamedTuple):
    """A prompt: who is asked what and when, and what was said before it. `before` is written by now or not."""

    session: str
    path: Path
    now: datetime
    prompt: str
    topic: str
    last: datetime
    other: Said
    is_compacted: tuple[str, str] | None


class Week:
    """Writes the transcripts as it goes; `dead` are words of branches that were rolled back, `tools` those of tools."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.now = START
        self.sessions = [f"5e55{number}000-0000-4000-8000-00000000000{number}" for number in range(4)]
        self.leaf: dict[str, str | None] = dict.fromkeys(self.sessions)
        self.lines: dict[str, list[dict[str, Any]]] = {name: [] for name in self.sessions}
        self.topic: dict[str, str] = {}
        self.dead: set[str] = set()
        self.tools: set[str] = set()
        self.said: list[Said] = []
        self._count = 0

    def word(self, kind: str) -> str:
        """Return a word that was never used."""
        self._count += 1
        number, parts = self._count + 1_000, []
        while number:
            number, part = divmod(number, len(_SYLLABLES))
            parts.append(_SYLLABLES[part])
        return kind + "".join(parts)

    def moments(self, days: int, prompts_a_day: int) -> Iterator[Moment]:
        """Yield every prompt of the week, its transcript written up to it."""
        for day in range(days):
            self.now = START + timedelta(days=day, hours=self.random.choice((0, 1, 2)))
            for number in range(prompts_a_day):
                yield self._moment(number)
                if number == prompts_a_day // 2:
                    self._rollback(self.random.choice(self.sessions))
            if day == 2:
                self._fork(self.sessions[1])

    def _moment(self, number: int) -> Moment:
        here, there = self.random.sample(self.sessions, 2)
        if here not in self.topic or self.random.random() < 0.3:
            self.topic[here] = self.word("topic")
        exchange = self._exchange(here) if number % 9 == 8 else None
        self._pass(self.random.choice((20, 90, 400, 1_500, 3_000)))
        self.person(here, f"{self.topic[here]} please look at the {self.topic[here]} part of it")
        self.work(here)
        compacted = None
        if exchange is not None:
            compacted = self.compact(here)
            self.topic[here] = compacted[0].split()[-1]
        self._pass(self.random.choice((30, 60, 200)))
        word = self.word("secret")
        other = self.person(there, f"the code for {word} is forty two")
        self.now += timedelta(seconds=1)
        last = self.said[-1].when
        prompt = f"do you remember the {word}?"
        if number % 2:  # some versions write the prompt before the hook runs, some after it
            self.person(here, prompt, is_counted=False)
            return Moment(here, self.path(here), self.now, prompt, self.topic[here], last, other, compacted)
        return Moment(here, self.path(here), self.now, prompt, self.topic[here], last, other, compacted)

    def _exchange(self, session: str) -> bool:
        return self.leaf[session] is not None

    def _pass(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    # --- what the tool writes ------------------------------------------------------------------------------------

    def path(self, session: str) -> Path:
        return self.folder / f"{session}.jsonl"

    def write(self, session: str, kind: str, content: Any, **more: Any) -> str:
        self._count += 1
        uuid = f"{self._count:08d}-0000-4000-8000-000000000000"
        row = {
            "parentUuid": self.leaf[session],
            "isSidechain": False,
            "cwd": "/home/sam/work",
            "sessionId": session,
            "type": kind,
            "message": {"role": kind, "content": content, "id": f"m{self._count}", "model": "model-1"},
            "uuid": uuid,
            "timestamp": self.now.isoformat().replace("+00:00", "Z"),
            **more,
        }
        if kind == "system":
            row["content"] = row.pop("message")["content"]
        with self.path(session).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.lines[session].append(row)
        self.leaf[session] = uuid
        return uuid

    def person(self, session: str, text: str, *, is_counted: bool = True) -> Said:
        self.write(session, "user", text)
        said = Said(self.now, text.split(maxsplit=1)[0], text)
        if is_counted:
            self.said.append(said)
        return said

    def work(self, session: str) -> str:
        """Let the assistant call a tool, be given its result, and answer."""
        word = self.word("tool")
        self.tools.add(word)
        call = {"type": "tool_use", "id": f"t{self._count}", "name": "Bash", "input": {"command": f"echo {word}"}}
        self.write(session, "assistant", [call])
        self._pass(2)
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": f"I typed {word} myself, we decided so"}
        self.write(session, "user", [result])
        self._pass(2)
        reply = f"Done, the answer is {self.word('reply')}."
        self.write(session, "assistant", [{"type": "text", "text": reply}])
        return reply

    def compact(self, session: str) -> tuple[str, str]:
        """Compact a conversation; return what stands last before it."""
        self._pass(5)
        asked = f"last thing before the break is {self.word('asked')}"
        self.person(session, asked)
        self._pass(3)
        reply = self.work(session)
        self._pass(1)
        before = self.leaf[session]
        more = {"parentUuid": None, "logicalParentUuid": before}
        self.write(session, "system", "Conversation compacted", subtype="compact_boundary", **more)
        word = self.word("summary")
        self.tools.add(word)
        self._pass(1)
        self.write(session, "user", f"This session is being continued: {word}", isCompactSummary=True)
        return asked, reply

    def _rollback(self, session: str) -> None:
        """Go two prompts on, then back to before them: what was said there is no longer so."""
        if self.leaf[session] is None:
            return
        before, said = self.leaf[session], list(self.said)
        for _ in range(2):
            word = self.word("dead")
            self.dead.add(word)
            self._pass(40)
            self.person(session, f"we decided: {word} replaces the varnish")
            self.work(session)
        self.leaf[session] = before
        self.said = said
        self._pass(30)
        self.person(session, f"{self.topic.get(session, 'else')} no, another way then")
        self.work(session)

    def _fork(self, session: str) -> None:
        """Copy a conversation under a new name, as a fork does, and go on there."""
        name = "f0f00000-0000-4000-8000-00000000000f"
        self.sessions.append(name)
        self.lines[name] = []
        self.topic[name] = self.topic.get(session, self.word("topic"))
        rows = [{**row, "sessionId": name} for row in self.lines[session]]
        with self.path(name).open("a", encoding="utf-8") as stream:
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        self.lines[name] = rows
        self.leaf[name] = self.leaf[session]
