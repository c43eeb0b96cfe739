"""Who speaks in a chat between people: nobody is the person, or the AI, who was not named so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lossless_memory.config import parse
from lossless_memory.ingest.options import options_of
from lossless_memory.sources.base import Options
from lossless_memory.sources.people import role_of

from .reading import BY_NAME, drafts, of_bytes, read


def message(id: int, who: str, number: str) -> dict[str, Any]:
    return {"id": id, "type": "message", "date_unixtime": "1772442904", "from": who, "from_id": number, "text": "x"}


GROUP = {
    "name": "Boats",
    "type": "private_group",
    "id": 5,
    "messages": [message(1, "Sam", "user9"), message(2, "Kim", "user12"), message(3, "Iris", "user30")],
}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (Options(), [("system", "Sam"), ("system", "Kim"), ("system", "Iris")]),
        (Options(person=("sam ",)), [("system", "Sam"), ("system", "Kim"), ("system", "Iris")]),
        (Options(person=("SAM",)), [("user", None), ("system", "Kim"), ("system", "Iris")]),
        (Options(person=("user12",), assistant=("Iris",)), [("system", "Sam"), ("user", None), ("assistant", None)]),
    ],
)
def test_only_who_is_named_is_the_person_or_the_ai(options: Options, expected: list[tuple[str, str | None]]) -> None:
    found = drafts(read(BY_NAME["telegram"], of_bytes(json.dumps(GROUP).encode(), "result.json"), options=options))
    assert expected == [(one.role, one.actor) for one in found if one.type == "text"]


def test_a_name_that_was_never_set_names_nobody() -> None:
    unset = options_of(parse(None, "config.json"), "UTC")
    assert ("system", "system") == (role_of(unset, "User"), role_of(unset, "AI"))
    raw = b'{"person":"Sam","person_names":["+1 555"],"assistant":"Iris"}'
    named = options_of(parse(raw, "config.json"), "UTC", person=["user9"])
    assert ["user", "user", "user", "assistant", "system"] == [
        role_of(named, name) for name in ("Sam", "+1 555", "user9", "Iris", "Kim")
    ]
