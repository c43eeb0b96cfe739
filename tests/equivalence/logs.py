"""Logs and questions made from a seed, with everything in them that a real log of years has.

English, Japanese, Spanish and code; edits, answers that grew, forks with stamped times, sub-agents, actions, meta,
injected blocks; several sessions, two devices, damaged lines. The same seed gives the same log and questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from lossless_memory.record import Record, canonical_ts, encode
from tests.query.asking import parts

ZONES = ("Asia/Tokyo", "Europe/Madrid", "America/New_York", "Asia/Kathmandu", "UTC")
DEVICES = ("main", "laptop")
START = datetime(2026, 8, 20, tzinfo=UTC)

ENGLISH = parts("""budget varnish boat flights hotel ticket migration schema database rollback latency retry queue garden tomato
recipe dentist invoice passport running shoes guitar Café naïve Straße coöperate I'm don't re-enter e-mail 30,000 v2.1.9
the a of and""")
JAPANESE = parts("""予算 食費 旅行 歯医者 森田歯科 駅前 午後 会議 資料 東京 大阪 カフェテラス ｶﾌｪﾃﾗｽ コーヒー 積み立て 浮いた分 傘 天気
㈱青葉 データ移行 本番 リハーサル 金曜 土曜日 ガーデン カ゛ーデン がんばる か\u3099んばる 々 歯 車 歯車 だった という それで""")
SPANISH = parts("""presupuesto reunión mañana cancelé médico niño año billete vuelo qué decidimos está café cafe\u0301 ayer piscina
barniz el la de""")
CODE = parts(
    """retry_budget fetchAll ERR-4021 src/app/main.py config.toml 0x7fff `git rebase` memory:safe foo(bar) a_b%c NULL
AND OR NOT NEAR "quoted" 'single' C++ *star* ^caret {x}: ½ ² 👩‍💻 🎉 \u200bzero \ud83d \x00nul""",
    " ",
)
OTHER = parts("встреча бюджет 예산 회의 งบประมาณ ประชุม 预算 会议 ميزانية 𞤀𞤁 ꙮ ")
POOLS = (ENGLISH, JAPANESE, SPANISH, CODE, OTHER)


@dataclass
class Log:
    """A made log: per device its lines in order of arrival, as (day, bytes), and the records that are whole."""

    seed: int
    lines: dict[str, list[tuple[str, bytes]]] = field(default_factory=lambda: {name: [] for name in DEVICES})
    records: list[Record] = field(default_factory=list)


def make_log(seed: int, size: int = 90) -> Log:
    """Make a log of about `size` records."""
    return _Maker(seed).make(size)


class _Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"log {seed}")
        self.log = Log(seed)
        self.moment = START + timedelta(minutes=self.random.randrange(20_000))
        self.count = 0
        self.last: dict[str, str] = {}

    def make(self, size: int) -> Log:
        while len(self.log.records) < size:
            self.random.choices(
                (
                    self.turn,
                    self.edit,
                    self.growing,
                    self.fork,
                    self.agent,
                    self.tool,
                    self.meta,
                    self.bare,
                    self.damage,
                ),
                (60, 6, 7, 6, 7, 8, 8, 6, 3),
            )[0]()
        for ts in ("1969-07-20T20:17:40.000000Z", "0001-01-01T00:00:00.000000Z", "2031-01-01T00:00:00.000000Z"):
            if self.random.random() < 0.3:
                self.put(Record(ts, "Sam", "user", "text", self.text(), None, "plain:old", self.origin()))
        return self.log

    def put(self, record: Record, device: str | None = None) -> Record:
        device = device or self.random.choices(DEVICES, (3, 1))[0]
        self.log.lines[device].append((record.day, encode(record)))
        self.log.records.append(record)
        return record

    def ts(self) -> str:
        """Go on by some time; sometimes not at all, so that order by address matters."""
        step = self.random.choice((0, 0.000001, 1, 40, 40, 300, 3_000, 20_000, 90_000))
        self.moment += timedelta(seconds=step)
        return canonical_ts(self.moment)

    def text(self) -> str:
        pool = self.random.choice(POOLS)
        words = self.random.choices(pool, k=self.random.choice((1, 2, 4, 8, 15)))
        if self.random.random() < 0.3:
            words += self.random.choices(self.random.choice(POOLS), k=2)
        return ("" if pool is JAPANESE and self.random.random() < 0.7 else " ").join(words)

    def origin(self, **more: Any) -> dict[str, Any]:
        self.count += 1
        source = more.pop("source", self.random.choice(("claude-code", "chatgpt", "plain")))
        return {"source": source, "id": f"e{self.count}", "kind": "typed", **more}

    def session(self) -> str:
        return self.random.choice(("claude-code:s1", "claude-code:s2", "chatgpt:c1", "append"))

    def turn(self) -> None:
        session = self.session()
        parent = {"parent": self.last[session]} if session in self.last and self.random.random() < 0.9 else {}
        role, actor = self.random.choice((("user", "Sam"), ("assistant", "AI"), ("user", "Kim")))
        origin = self.origin(source=session.split(":", maxsplit=1)[0], **parent)
        self.last[session] = origin["id"]
        self.put(Record(self.ts(), actor, role, "text", self.text(), None, session, origin))

    def edit(self) -> None:
        """The same event again, longer, shorter or marked as edited, sometimes from the other machine."""
        if not self.log.records:
            return
        old = self.random.choice(self.log.records)
        if old.origin is None:
            return
        mark = {"edited": canonical_ts(self.moment)} if self.random.random() < 0.5 else {}
        text = self.random.choice((old.text + " " + self.text(), old.text, self.text()))
        self.put(old._replace(ts=self.ts(), text=text, origin={**old.origin, **mark}))

    def growing(self) -> None:
        """Snapshots of one answer, each longer, under ids of their own, in any order."""
        name, session, whole = f"msg{self.count}", self.session(), self.text() + " " + self.text() + " " + self.text()
        cuts = sorted(self.random.sample(range(1, len(whole) + 1), k=min(3, len(whole))))
        if self.random.random() < 0.4:
            self.random.shuffle(cuts)
        for cut in cuts:
            origin = self.origin(source="claude-code", answer=name, kind="reply")
            self.put(Record(self.ts(), "AI", "assistant", "text", whole[:cut], "model-1", session, origin))

    def fork(self) -> None:
        """A copy of an old line with the time of the fork."""
        if not self.log.records:
            return
        old = self.random.choice(self.log.records)
        if old.origin is not None:
            self.put(old._replace(ts=self.ts(), session="claude-code:fork", origin={**old.origin, "time": "inherited"}))

    def agent(self) -> None:
        origin = self.origin(source="claude-code", agent=self.random.choice(("ag7", "ag8")), kind="reply")
        self.put(Record(self.ts(), "agent ag7", "assistant", "text", self.text(), None, self.session(), origin))

    def tool(self) -> None:
        role = self.random.choice(("assistant", "system"))
        self.put(
            Record(self.ts(), "Bash", role, "action", self.text(), None, self.session(), self.origin(kind="tool-call"))
        )

    def meta(self) -> None:
        kind = self.random.choice(("thinking", "compaction", "injected", "head"))
        type_ = self.random.choice(("meta", "meta", "doc"))
        more = {"parent": self.random.choice(list(self.last.values()))} if kind == "head" and self.last else {}
        origin = self.origin(kind="document" if type_ == "doc" else kind, **more)
        self.put(Record(self.ts(), "claude-code", "system", type_, self.text(), None, self.session(), origin))

    def bare(self) -> None:
        """A line without origin, as older systems wrote them."""
        self.put(Record(self.ts(), "Sam", "user", "text", self.text(), None, "old", None))

    def damage(self) -> None:
        device, day = self.random.choice(DEVICES), canonical_ts(self.moment)[:10]
        wrong = Record("2020-02-02T00:00:00.000000Z", "Sam", "user", "text", "of another day", None, "old", None)
        line = self.random.choice(
            (b"{\xff\xfe", b"\0\0\0\0", b'{"ts":"2026', b"[]", b"", encode(wrong), b'{"text":"budget"}')
        )
        self.log.lines[device].append((day, line))


PHRASES = (
    "yesterday",
    "today",
    "last week",
    "in September",
    "this morning",
    "last night",
    "in the evening",
    "the other day",
    "recently",
    "tomorrow",
    "three days ago",
    "since last month",
    "between September 3 and September 9",
    "昨日",
    "先週",
    "9月",
    "3日前",
    "今朝",
    "夜9時",
    "最近",
    "来週",
    "ayer",
    "la semana pasada",
    "en septiembre",
    "esta mañana",
    "1969",
    "in 2031",
)
TEMPLATES = (
    "{time} {a}",
    "{time}, {a} {b}",
    "what did we say about {a} {time}?",
    "{time}の{a}",
    "¿qué dijimos de {a} {time}?",
)
EDGES = ("2026-09-01", "yesterday", "2026-09-10T12:00", "先週", "last month", "2026-10-01T00:00:00+09:00")


def make_questions(log: Log, count: int) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield questions with their options and how they are asked (now, zone, is_now_given)."""
    chance = random.Random(f"questions {log.seed}")
    for _ in range(count):
        question = _question(chance, log)
        options: dict[str, Any] = {"limit": chance.choice((1, 3, 20, 20, 1_000))}
        for name, share, values in (
            ("around", 0.2, (1, 2, 5)),
            ("roles", 0.15, (frozenset({"user"}), frozenset({"assistant"}), frozenset({"user", "assistant"}))),
            ("actor", 0.1, ("Sam", "AI", "Kim", "nobody")),
            ("session", 0.1, ("claude-code:s1", "chatgpt:c1", "nowhere")),
            ("types", 0.2, tuple(map(frozenset, (["action"], ["meta"], ["text", "action", "meta", "doc"], ["doc"])))),
            ("with_agents", 0.2, (True,)),
            ("all_time", 0.2, (True,)),
            ("literal", 0.1, (True,)),
            ("since", 0.12, EDGES),
            ("until", 0.12, EDGES),
        ):
            if chance.random() < share:
                options[name] = chance.choice(values)
        last = max(record.ts for record in log.records if record.ts < "2030")
        now = datetime.fromisoformat(last) + chance.choice((timedelta(0), timedelta(hours=1), timedelta(days=-3)))
        zone = ZoneInfo(chance.choice(ZONES))
        yield question, options, {"now": now, "zone": zone, "is_now_given": chance.random() < 0.6}


def _question(chance: random.Random, log: Log) -> str:
    words = chance.choice(log.records).text.split() or ["budget"]
    a, b = chance.choice(words), chance.choice(chance.choice(POOLS))
    form = chance.randrange(9)
    if form == 0:
        return chance.choice(PHRASES)
    if form == 1:
        return f'"{a}"'
    if form == 2:
        return f"{chance.choice(PHRASES)} 「{a}」"
    if form == 3:
        return f"{a} {b} {chance.choice(chance.choice(POOLS))}"
    if form == 4:
        return a
    if form == 5:  # whole lines: long questions, some of them the person's own last line
        return chance.choice(log.records).text[:200]
    return chance.choice(TEMPLATES).format(time=chance.choice(PHRASES), a=a, b=b)
