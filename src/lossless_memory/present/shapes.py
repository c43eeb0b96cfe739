"""The JSON shapes of DESIGN §8. Additive only: a name here is never renamed and never changes its meaning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from lossless_memory.present import times
from lossless_memory.query.answer import Answer, Hit, Why
from lossless_memory.record import canonical_ts
from lossless_memory.typed import Any

SCHEMA_VERSION = 1


def dump(body: dict[str, Any]) -> bytes:
    """Return a shape as JSON bytes, schema version first; lone surrogates stay valid JSON escapes."""
    text = json.dumps({"schema_version": SCHEMA_VERSION, **body}, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def instant(moment: datetime | None) -> str | None:
    """Return an instant as UTC with Z, or None for an open end."""
    return None if moment is None else canonical_ts(moment)


def answer(found: Answer, zone: ZoneInfo) -> dict[str, Any]:
    """Return `recall --json`."""
    return {
        "now": instant(found.now),
        "timezone": found.timezone,
        "question": found.question,
        "intervals": [
            {
                "start": instant(one.start),
                "end": instant(one.end),
                "phrase": one.phrase,
                "reading": one.reading,
                "vague": one.vague,
            }
            for one in found.intervals
        ],
        "searched": [{"start": instant(start), "end": instant(end)} for start, end in found.searched],
        "terms": list(found.terms),
        "layer": found.layer,
        "total": found.total,
        "total_exact": found.is_total_exact,
        "shown": len(found.hits),
        "days": dict(found.days),
        "held_back": dict(found.held_back),
        "index": {"through": found.through, "behind": found.behind_b},
        "notes": list(found.notes),
        "ask": found.ask,
        "next": None if found.next is None else str(found.next),
        "hits": hits(found.hits, zone),
    }


def hits(found: Sequence[Hit], zone: ZoneInfo) -> list[dict[str, Any]]:
    """Return hits as objects, the logged text exactly as a JSON string."""
    return [
        {
            "locator": str(one.locator),
            "ts": one.ts,
            "local": times.local(one.ts, zone),
            "time": "inherited" if one.is_time_inherited else "exact",
            "actor": one.record.actor,
            "role": one.record.role,
            "type": one.record.type,
            "kind": one.kind,
            "source": one.source,
            "trust": one.trust,
            "text": one.record.text,
            "model": one.record.model,
            "session": one.record.session,
            "rank": one.rank,
            "match": one.match,
            "low_confidence": one.low_confidence,
            "outside": one.outside,
            **({} if one.why is None else {"why": _why(one.why)}),
        }
        for one in found
    ]


def _why(why: Why) -> dict[str, Any]:
    """Return what made a hit rank; with `--explain` alone."""
    return {
        "score": round(why.score, 3),
        "words": dict(why.words),
        "by_words": round(why.by_words, 3),
        "by_neighbours": round(why.by_neighbours, 3),
        "by_conversation": round(why.by_conversation, 3),
        "factors": {name: round(size, 3) for name, size in why.factors.items()},
    }
