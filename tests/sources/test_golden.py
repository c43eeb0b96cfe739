"""Every golden folder's input gives exactly the items that stand beside it.

Run with REGENERATE_GOLDEN=1 to write them anew, then review the difference like code.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from .reading import BY_NAME, expected_of, golden_inputs, golden_name, of_file, plain, read


@pytest.mark.parametrize(
    ("source", "path"),
    golden_inputs(),
    ids=lambda value: value if isinstance(value, str) else "/".join(value.parts[-2:]),
)
def test_a_golden_input_gives_its_expected_items(source: str, path: Path) -> None:
    items = [plain(item) for item in read(BY_NAME[source], of_file(path, golden_name(path)))]
    expected = expected_of(path)
    if os.environ.get("REGENERATE_GOLDEN"):
        text = "[\n" + ",\n".join(map(_lines, items)) + "\n]\n"
        expected.write_bytes(text.encode("utf-8", "backslashreplace"))
    assert json.loads(expected.read_bytes()) == items


def _lines(item: dict[str, Any]) -> str:
    """Write an item with one record a line, so that a difference reads like one of code."""
    head = json.dumps({key: value for key, value in item.items() if key != "records"}, ensure_ascii=False)
    if "records" not in item:
        return head
    records = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in item["records"])
    return f'{head[:-1]}, "records": [\n{records}\n]}}'
