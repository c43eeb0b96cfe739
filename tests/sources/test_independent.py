"""The sources' readings agree with a second, independent one of the same files: nothing missing, nothing extra."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lossless_memory.sources import is_companion
from lossless_memory.sources.base import Draft
from tests.independent.check_samples import samples
from tests.independent.compare import compare
from tests.independent.raw import READERS, tool_of

from .reading import BY_NAME, all_of, case_folder, drafts, golden_inputs, golden_name, of_file, read

APART = ("hostile", "damaged", "undecided", "gzip", "utf16", "loglines")
"""Cases whose wrapper or damage is their point; the plain reader takes files as they are."""
CHECKED = [
    (source, path)
    for source, path in golden_inputs()
    if source in READERS and not case_folder(path).name.startswith(APART)
]


def as_record(draft: Draft) -> dict[str, Any]:
    return {
        "role": draft.role,
        "type": draft.type,
        "text": draft.text,
        "origin": {"id": None if draft.is_id_made else draft.id, "kind": draft.kind},
    }


@pytest.mark.parametrize(
    ("source", "path"), CHECKED, ids=lambda value: value if isinstance(value, str) else "/".join(value.parts[-2:])
)
def test_a_golden_input_holds_what_an_independent_reader_finds(source: str, path: Path) -> None:
    found = compare(map(as_record, drafts(read(BY_NAME[source], of_file(path, golden_name(path))))), path)
    assert (found.missing, found.extra) == ([], [])


@pytest.mark.shared
def test_the_samples_hold_what_an_independent_reader_finds(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = replies = 0
    for path in samples(shared):
        assert not is_companion(of_file(path))
        items = [item for input in all_of(path) for item in read(BY_NAME[str(tool_of(path))], input)]
        found = compare(map(as_record, drafts(items)), path)
        assert (found.missing, found.extra) == ([], []), path
        typed, replies = typed + found.typed, replies + found.replies
    assert typed > 40
    assert replies > 150
