"""Compares records with what a raw file really holds. Knows records only as JSON objects of the log.

Nothing may be missing: each text of the person, of the AI, and of others in a chat between people stands in a record of that role. Nothing may be extra:
no record puts words into a mouth that the file does not. A sub-agent's task was written by the model, in a line the
tool stores as the user's; it must stand in the file, and is counted apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .raw import Said, said

ROLES = {"person": "user", "ai": "assistant", "other": "system"}


class Difference(NamedTuple):
    """The texts that are not where they should be, and how many of each kind there are."""

    missing: list[Said]
    extra: list[Mapping[str, Any]]
    typed: int
    replies: int


def compare(records: Iterable[Mapping[str, Any]], path: Path) -> Difference:
    """Compare log records (objects with role, type, text, origin) with the raw file they came from."""
    spoken = [record for record in records if record["type"] == "text"]
    tasks = [record for record in spoken if kind(record) == "task"]
    spoken = [record for record in spoken if kind(record) != "task"]
    have = {(record["role"], key(record["origin"].get("id")), whole(record["text"])) for record in spoken}
    want = {(ROLES[one.who], key(one.id), whole(one.text)): one for one in said(path)}
    texts = {(role, text) for role, _, text in have}
    missing = [
        one
        for what, one in want.items()
        if what not in have and (what[0], None, what[2]) not in have and (one.id or (what[0], what[2]) not in texts)
    ]
    known = {(role, text) for role, _, text in want}
    extra = [record for record in spoken if (record["role"], whole(record["text"])) not in known]
    beside = [part for folder in path.parents[:4] for part in sorted((folder / "part").rglob("*.json"))]
    raw = "\n".join(one.read_bytes().decode("utf-8-sig", "surrogateescape") for one in (path, *beside))
    extra += [record for record in tasks if not stands_in(record["text"], raw)]
    return Difference(
        missing, extra, sum(one["role"] == "user" for one in spoken), sum(one["role"] == "assistant" for one in spoken)
    )


def kind(record: Mapping[str, Any]) -> str:
    return str((record.get("origin") or {}).get("kind"))


def key(id: Any) -> str | None:
    """Return the id of the line or message, without the number of the piece and the conversation before a short one;
    a hashed id stands for none."""
    if not isinstance(id, str) or re.fullmatch(r"h-[0-9a-f]{32}([-#]\d+)?", id):
        return None
    return id.split("#")[0].rpartition("/")[2]


def whole(text: str) -> str:
    """Join surrogate pairs, as storing does."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def stands_in(text: str, raw: str) -> bool:
    import json

    return any(json.dumps(text, ensure_ascii=ascii)[1:-1] in raw for ascii in (True, False))
