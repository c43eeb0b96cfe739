"""Generated conversations of any size in English, Japanese and code, words as frequent as in real text, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from lossless_memory.record import Record, canonical_ts

START = datetime(2021, 1, 1, tzinfo=UTC)


class Words:
    """Draws text whose words follow Zipf's law."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._english = [_english_word(number) for number in range(40_000)]
        kanji = [chr(0x4E00 + self.random.randrange(3_000)) for _ in range(20_000)]
        kana = "ぁあいうえおかがきくけこさしすせそただちってとなにのはひふへほまみむめもやゆよらりるれろわをん"
        self._japanese = [
            "".join(self.random.choices(kanji, k=2)) + self.random.choice(kana) * self.random.randrange(2)
            for _ in range(20_000)
        ]
        self._english_weights = list(accumulate(1 / (rank + 10) for rank in range(len(self._english))))
        self._japanese_weights = list(accumulate(1 / (rank + 10) for rank in range(len(self._japanese))))

    def by_rank(self) -> tuple[list[str], list[str]]:
        """Return the English and the Japanese words, the most frequent first."""
        return self._english, self._japanese

    def english(self, count: int) -> str:
        return " ".join(self.random.choices(self._english, cum_weights=self._english_weights, k=count))

    def japanese(self, count: int) -> str:
        return "".join(self.random.choices(self._japanese, cum_weights=self._japanese_weights, k=count))

    def text(self) -> str:
        """Return a turn: six in ten English, a third Japanese, the rest code."""
        length = max(3, min(4_000, int(self.random.lognormvariate(3.6, 0.9))))
        kind = self.random.random()
        if kind < 0.60:
            return self.english(length)
        if kind < 0.94:
            return self.japanese(length)
        return "\n".join(f"def f_{self.random.randrange(9_999)}(x): return x + {n}" for n in range(length // 6 + 1))


def _english_word(number: int) -> str:
    syllables = ("ba", "den", "fi", "gol", "ha", "jun", "ka", "lim", "mo", "nar", "pe", "qui", "ros", "su", "tan", "wi")
    word = syllables[number % 16]
    while number := number // 16:
        word += syllables[number % 16]
    return word


def records(count: int, days: int, seed: int = 1) -> Iterator[Record]:
    """Yield records over so many days, in time order."""
    words = Words(seed)
    step = timedelta(days=days) / count
    for number in range(count):
        role = "user" if number % 2 == 0 else "assistant"
        yield Record(
            canonical_ts(START + step * number),
            "Sam" if role == "user" else "AI",
            role,
            "text",
            words.text(),
            None if role == "user" else "model-1",
            f"bench:{number // 100}",
            {"source": "bench", "id": f"{number:032x}", "kind": "typed" if role == "user" else "reply"},
        )


def one(words: Words, moment: datetime, name: str) -> Record:
    """Return a single record at an instant."""
    origin = {"source": "bench", "id": name, "kind": "typed"}
    return Record(canonical_ts(moment), "Sam", "user", "text", words.text(), None, "bench:late", origin)


def transcript(path: str, size_b: int, seed: int = 2) -> int:
    """Write a Claude Code transcript of at least so many bytes; return how many lines it has."""
    words = Words(seed)
    parent, number = None, 0
    with open(path, "w", encoding="utf-8") as stream:
        while stream.tell() < size_b if number % 1_000 == 0 else True:
            role = "user" if number % 2 == 0 else "assistant"
            uuid = f"00000000-0000-4000-8000-{number:012x}"
            content: object = words.text()
            message: dict[str, object] = {"role": role, "content": content}
            if role == "assistant":
                blocks = [{"type": "text", "text": content}]
                if number % 6 == 1:
                    blocks.append(
                        {"type": "tool_use", "id": f"t{number}", "name": "Read", "input": {"p": words.english(400)}}
                    )
                message = {"id": f"m{number}", "role": role, "model": "model-1", "content": blocks}
            row = {
                "parentUuid": parent,
                "isSidechain": False,
                "cwd": "/home/sam/project",
                "sessionId": "11111111-2222-4333-8444-555555555555",
                "type": role,
                "message": message,
                "uuid": uuid,
                "timestamp": canonical_ts(START + timedelta(seconds=number * 20)),
            }
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            parent, number = uuid, number + 1
    return number
