"""What the tests of where things stand share: lines said at local times, and how they are told."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from lossless_memory.config import Config, parse
from lossless_memory.log.markers import Mark
from lossless_memory.now.said import Said
from lossless_memory.now.stand import Ask, Stand, stand
from lossless_memory.query.spans import to_us
from lossless_memory.record import us_to_ts

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = "2026-10-14T10:00"
CONFIG = parse(None, "config.json")


def at(local: str) -> int:
    """Return a local time in Tokyo, with or without its day, as microseconds."""
    text = local if "T" in local else f"2026-10-14T{local}"
    return to_us(datetime.fromisoformat(text).replace(tzinfo=TOKYO))


def line(when: str, text: str, session: str = "claude-code:s1", device: str = "main", cwd: str | None = None) -> Said:
    return Said(at(when), text, "Sam", session, device, cwd)


def mark(when: str, kind: str, topic: str, device: str = "main", **body: str) -> Mark:
    return Mark(us_to_ts(at(when)), device, 1, kind, {"topic": topic, **body})


def told(
    lines: list[Said], marks: tuple[Mark, ...] = (), now: str = NOW, config: Config = CONFIG, **ask: object
) -> Stand:
    """Return where things stand, from lines in any order."""
    newest = sorted(lines, key=lambda one: -one.ts_us)
    return stand(newest, marks, Ask(at(now), config, **ask), "main")  # type: ignore[arg-type]


def without_token(text: str) -> str:
    return re.sub(r"lossless-memory-[0-9a-f]{32}", "lossless-memory-TOKEN", text)
