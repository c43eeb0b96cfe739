"""Where things stand, as text: for the AI within a budget and a fence, for the person whole, and as JSON.

The AI's is filled in this order: the time, critical marks, recalled lines, the newest topics; what does not fit is
counted, never dropped in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from lossless_memory.now.marks import PRIORITIES, Topic
from lossless_memory.now.stand import Stand, is_session
from lossless_memory.now.topics import CAP_LINES, Entry
from lossless_memory.present import fence, times
from lossless_memory.present.visible import one_line
from lossless_memory.record import us_to_instant, us_to_ts
from lossless_memory.typed import Any, NamedTuple

TURN_CHARS = 1_500
START_CHARS = 8_000

_SHOWN = {"high": 3, "normal": 3, "low": 2, "parked": 1}
"""Of every tier but the critical one so many, the newest, are injected; the person's own view shows all."""

_MINUTE_US, _HOUR_US, _DAY_US = 60_000_000, 3_600_000_000, 86_400_000_000
_BY = {"person": "the person", "assistant": "the assistant", "program": "a program"}
_OTHER_SESSION, _HOT = "‖", "!"


class Extra(NamedTuple):
    """Lines beside the topics, already quoted: what they are, and whether they come before the topics are filled in."""

    heading: str
    lines: Sequence[str]
    closing: str | None = None


def for_ai(found: Stand, zone: ZoneInfo, budget: int = TURN_CHARS, extra: Extra | None = None) -> str:
    """Return what is injected, fenced, never longer than `budget` characters."""
    room = budget - fence.FENCE_CHARS
    time_lines = time_of(found, zone)
    room -= _length(time_lines)
    open_topics = [one for one in found.topics if not one.is_done]
    marks = _fitting(_critical(open_topics, found, zone), room // 2 if extra or found.entries else room)
    room -= _length(marks)
    recalled: list[str] = []
    if extra is not None:
        recalled = _recalled(extra, room)
        room -= _length(recalled)
    topics, room = _topics(found, zone, room)
    rest = _others(open_topics, zone, room)
    return fence.fenced([*time_lines, *marks, *rest, *topics, *recalled])


def has_anything(found: Stand) -> bool:
    """Say whether there is anything to tell: a word the person ever said, or a mark."""
    return found.last_us is not None or any(not one.is_done for one in found.topics)


def time_of(found: Stand, zone: ZoneInfo) -> list[str]:
    """Return the lines that say what time it is, how long the person was silent, and when the stretch began."""
    now = times.local(us_to_instant(found.now_us), zone)
    if found.last_us is None:
        return [f"Now: {now} ({zone.key}). The person has not said anything before this."]
    ago = span(found.now_us - found.last_us)
    last = times.local(us_to_instant(found.last_us), zone)
    lines = [f"Now: {now} ({zone.key}). The person last spoke {ago} ago ({last})."]
    if found.stretch_us is not None and found.away_us is not None:
        away = span(found.away_us)
        if found.stretch_us == found.now_us:
            lines.append(f"A new stretch begins now, after {away} away.")
        else:
            since = times.local(us_to_instant(found.stretch_us), zone)
            lines.append(f"This stretch began {since}, after {away} away.")
    return lines


def span(us: int) -> str:
    """Return a length of time in its two largest units: `3 days 4 h`, `22 h 21 min`, `4 min`."""
    days, hours, minutes = us // _DAY_US, us % _DAY_US // _HOUR_US, us % _HOUR_US // _MINUTE_US
    if days:
        return f"{days} day{'s' if days > 1 else ''}" + (f" {hours} h" if hours else "")
    if hours:
        return f"{hours} h" + (f" {minutes} min" if minutes else "")
    return f"{minutes} min" if minutes else "less than a minute"


# --- marks --------------------------------------------------------------------------------------------------------


def _critical(topics: Sequence[Topic], found: Stand, zone: ZoneInfo) -> list[str]:
    """Return the marks that come first: flags of today, then everything critical, the newest first."""
    flags = [one for one in topics if one.is_flagged(found.now_us)]
    critical = [one for one in topics if one.priority == "critical" and one not in flags]
    return [
        *(_mark(one, "flagged" if one.priority == "normal" else f"flagged, {one.priority}", zone) for one in flags),
        *(_mark(one, "critical", zone) for one in sorted(critical, key=lambda one: -one.ts_us)),
    ]


def _others(topics: Sequence[Topic], zone: ZoneInfo, room: int) -> list[str]:
    lines: list[str] = []
    for tier in PRIORITIES[1:]:
        of_tier = sorted(
            (one for one in topics if one.priority == tier and one.flagged_us is None), key=lambda one: -one.ts_us
        )
        for one in of_tier[: _SHOWN[tier]]:
            line = _mark(one, tier if tier != "normal" else "topic", zone)
            if _length([*lines, line]) > room:
                return lines
            lines.append(line)
    return lines


def _mark(topic: Topic, sign: str, zone: ZoneInfo) -> str:
    who = _BY.get(topic.by, _BY["program"])
    return fence.quoted(times.local(us_to_instant(topic.ts_us), zone), f"[{sign}] {who}", topic.text)


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return as many lines as fit, and how many more there are."""
    kept: list[str] = []
    for place, line in enumerate(lines):
        more = f"+{len(lines) - place} more marked critical: lossless topic list"
        if _length([*kept, line]) > room - (len(more) + 1 if place + 1 < len(lines) else 0):
            return [*kept, more]
        kept.append(line)
    return kept


# --- recalled lines and topics ------------------------------------------------------------------------------------


def _recalled(extra: Extra, room: int) -> list[str]:
    """Return the recalled lines that fit, each cut to its share, under their heading."""
    closing = [extra.closing] if extra.closing else []
    lines = [extra.heading]
    left = room - _length([*lines, *closing])
    share = max(120, left // max(1, len(extra.lines)) - 1)
    shown = 0
    for line in extra.lines:
        piece = line if len(line) <= share else line[: share - 1] + "…"
        if len(piece) + 1 > left - 30:
            break
        lines.append(piece)
        left -= len(piece) + 1
        shown += 1
    if shown < len(extra.lines):
        lines.append(f"+{len(extra.lines) - shown} more")
    return [] if len(lines) == 1 and not closing else [*lines, *closing]


def _topics(found: Stand, zone: ZoneInfo, room: int) -> tuple[list[str], int]:
    """Return the newest topics that fit, in order of time, and the room that is left."""
    if not found.entries:
        return [], room
    heading = "Topics, in the person's own words:"
    today = _today(found, zone)
    kept: list[str] = []
    left = room - len(heading) - 1
    has_sign = False
    for count, entry in enumerate(reversed(found.entries)):
        line = _topic(found, entry, zone, today)
        omitted = f"{len(found.entries) - count} earlier omitted"
        reserve = len(omitted) + 1 if count + 1 < len(found.entries) else 0
        if count >= CAP_LINES or len(line) + 1 > left - reserve - 30:
            kept.append(omitted)
            left -= len(omitted) + 1
            break
        kept.append(line)
        left -= len(line) + 1
        has_sign = has_sign or _is_other(found, entry)
    lines = [heading, *kept[::-1]]
    if has_sign:
        lines.append(f"({_OTHER_SESSION} = another session)")
        left -= len(lines[-1]) + 1
    return lines, left


def _topic(found: Stand, entry: Entry, zone: ZoneInfo, today: str) -> str:
    signs = (_HOT if entry.is_hot else "") + (_OTHER_SESSION if _is_other(found, entry) else "")
    if found.device is not None and entry.device != found.device:
        signs += f"@{entry.device}"
    folded = f" [{entry.topics} topics]" if entry.topics > 1 else ""
    return (
        fence.quoted(_clock(entry.start_us, zone, today), entry.actor, entry.text, f" {signs}" if signs else "")
        + folded
    )


def _is_other(found: Stand, entry: Entry) -> bool:
    return found.session is not None and not is_session(entry.session, found.session)


def _clock(us: int, zone: ZoneInfo, today: str) -> str:
    """Return a local time, with its day unless that is today."""
    return times.local(us_to_instant(us), zone).removeprefix(today)


def _today(found: Stand, zone: ZoneInfo) -> str:
    """Return what a local time of this day begins with."""
    return times.local(us_to_instant(found.now_us), zone)[: -len("18:00")]


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


# --- the person's own view ----------------------------------------------------------------------------------------


def for_person(found: Stand, zone: ZoneInfo) -> str:
    """Return the person's view: nothing capped, one thing a line, words instead of signs: it reads aloud well."""
    lines = time_of(found, zone)
    lines[0] = lines[0].replace("The person", "You").replace("has not said", "have not said")
    open_topics = [one for one in found.topics if not one.is_done]
    if open_topics:
        lines += ["", "Marked:"]
        lines += [marked(one, found.now_us, zone) for one in in_order(open_topics, found.now_us)]
    if found.entries:
        today = _today(found, zone)
        lines += ["", "Topics:"]
        lines += [_told(found, entry, zone, today) for entry in found.entries]
    else:
        lines += ["", "Nothing was said in these hours."]
    return "\n".join(lines) + "\n"


def in_order(topics: Sequence[Topic], now_us: int) -> list[Topic]:
    """Return topics as they matter: flagged, then by priority, the newest first; done ones last."""
    return sorted(
        topics, key=lambda one: (one.is_done, not one.is_flagged(now_us), PRIORITIES.index(one.priority), -one.ts_us)
    )


def marked(topic: Topic, now_us: int, zone: ZoneInfo) -> str:
    """Return a topic as a line for the person."""
    signs = ["done"] if topic.is_done else [topic.priority]
    signs += ["flagged"] if topic.is_flagged(now_us) and not topic.is_done else []
    signs += [f"added by {_BY.get(topic.by, _BY['program'])}"] if topic.by != "person" else []
    return f"- {', '.join(signs)}: {one_line(topic.text)} ({times.local(us_to_instant(topic.ts_us), zone)})"


def _told(found: Stand, entry: Entry, zone: ZoneInfo, today: str) -> str:
    start, end = _clock(entry.start_us, zone, today), _clock(entry.end_us, zone, today)
    when = start if start == end else f"{start} to {end}"
    signs = ["decision or promise"] if entry.is_hot else []
    signs += [f"{entry.topics} topics"] if entry.topics > 1 else []
    signs += [f"{entry.lines} lines"] if entry.lines > 1 else []
    signs += ["another session"] if _is_other(found, entry) else []
    signs += [f"on {entry.device}"] if found.device is not None and entry.device != found.device else []
    return f"- {when}: {one_line(entry.text)}" + (f" ({', '.join(signs)})" if signs else "")


def shape(found: Stand, zone: ZoneInfo) -> dict[str, Any]:
    """Return `now --json`."""
    return {
        "now": us_to_ts(found.now_us),
        "timezone": zone.key,
        "last_spoke": _ts(found.last_us),
        "stretch": _ts(found.stretch_us),
        "away_seconds": None if found.away_us is None else found.away_us // 1_000_000,
        "marks": [
            topic_shape(one, found.now_us) for one in in_order([t for t in found.topics if not t.is_done], found.now_us)
        ],
        "topics": [
            {
                "start": us_to_ts(one.start_us),
                "end": us_to_ts(one.end_us),
                "local": times.local(us_to_instant(one.start_us), zone),
                "actor": one.actor,
                "headline": one.text,
                "lines": one.lines,
                "topics": one.topics,
                "hot": one.is_hot,
                "session": one.session,
                "device": one.device,
            }
            for one in found.entries
        ],
    }


def topic_shape(topic: Topic, now_us: int) -> dict[str, Any]:
    """Return a topic as in `now --json` and `topic list --json`."""
    return {
        "topic": topic.text,
        "ts": us_to_ts(topic.ts_us),
        "by": topic.by,
        "device": topic.device,
        "priority": topic.priority,
        "done": topic.is_done,
        "flagged": topic.is_flagged(now_us),
    }


def _ts(us: int | None) -> str | None:
    return None if us is None else us_to_ts(us)
