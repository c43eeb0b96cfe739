"""What each event of the hook loads: pinned, because each module costs every turn of every conversation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surface.running import PROGRAM, Cli, transcript, turn

PROMPT = {
    *("lossless_memory", "lossless_memory.clock", "lossless_memory.config", "lossless_memory.digests"),
    *("lossless_memory.errors", "lossless_memory.patterns"),
    *("lossless_memory.index", "lossless_memory.index.catalog", "lossless_memory.index.recent"),
    *("lossless_memory.index.schema", "lossless_memory.ingest", "lossless_memory.ingest.turn"),
    *("lossless_memory.log", "lossless_memory.log.dayfile", "lossless_memory.log.fsio", "lossless_memory.log.home"),
    *("lossless_memory.log.markers", "lossless_memory.log.read", "lossless_memory.now", "lossless_memory.now.headline"),
    *("lossless_memory.now.look", "lossless_memory.now.marks", "lossless_memory.now.said", "lossless_memory.now.stand"),
    *("lossless_memory.now.topics", "lossless_memory.now.words", "lossless_memory.paths"),
    *("lossless_memory.present", "lossless_memory.present.fence", "lossless_memory.present.stand"),
    *("lossless_memory.present.times", "lossless_memory.present.visible", "lossless_memory.record"),
    "lossless_memory.typed",
    *("lossless_memory.surface", "lossless_memory.surface.cli", "lossless_memory.surface.hook"),
    *("lossless_memory.surface.hook.answer", "lossless_memory.surface.hook.cue", "lossless_memory.surface.hook.event"),
}
"""A prompt that asks nothing of the past, with nothing new on disk."""

PERSONA = {
    *("lossless_memory", "lossless_memory.digests", "lossless_memory.errors", "lossless_memory.paths"),
    "lossless_memory.surface",
    *("lossless_memory.surface.cli", "lossless_memory.surface.hook", "lossless_memory.surface.hook.event"),
    *("lossless_memory.surface.hook.persona", "lossless_memory.typed"),
}

NEVER = {
    *("click", "platformdirs", "asyncio", "subprocess", "threading", "ijson", "zipfile", "socket", "logging", "mcp"),
    *(
        "typing",
        "dataclasses",
        "inspect",
        "lossless_memory.index.meaning",
        "lossless_memory.query.meant",
        "numpy",
        "sqlite_vec",
    ),
}
"""Not even a turn that stores something and recalls loads these."""


def loaded(cli: Cli, *arguments: str, **event: object) -> set[str]:
    """Run the hook and return the names of all modules it loaded."""
    code = (
        "import os, sys; sys.argv = sys.argv[1:]; leave = os._exit;"
        "os._exit = lambda code: (os.write(2, ' '.join(sys.modules).encode()), leave(code));"
        "from lossless_memory.surface.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(PROGRAM), *arguments],
        check=True,
        capture_output=True,
        input=json.dumps(event).encode(),
        env=cli.env(),
        timeout=60,
    )
    return set(done.stderr.decode().split())


def ours(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == "lossless_memory"}


def test_a_prompt_loads_exactly_what_it_needs(filled: Cli) -> None:
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "fix the tests"}
    names = loaded(filled, "hook", "prompt", **event)
    assert ours(names) == PROMPT
    outside = {name.split(".")[0] for name in names - ours(names)} - {"_distutils_hack", "sitecustomize", "__main__"}
    outside = {name for name in outside if not name.startswith("_sysconfigdata")}
    assert outside - set(sys.stdlib_module_names) == {"apsw"}
    assert {"dataclasses", "hashlib", "inspect", "hmac", "secrets", "uuid", "random", *NEVER} & names == set()


def test_the_persona_loads_next_to_nothing(filled: Cli) -> None:
    names = loaded(filled, "hook", "persona")
    assert ours(names) == PERSONA
    assert {"apsw", "zoneinfo", "datetime", *NEVER} & names == set()


@pytest.mark.parametrize("prompt", ["fix the tests", "do you remember the varnish?"])
def test_not_even_a_turn_that_stores_and_recalls_loads_the_command_line(
    filled: Cli, tmp_path: Path, prompt: str
) -> None:
    (pointer,) = (folder / "vectors-v1" for folder in filled.home.glob("local/*"))
    pointer.write_text("vectors-v1-0123456789abcdef.db\n")  # as if there were vectors
    path = transcript(tmp_path / "live.jsonl", [turn("n1", "2026-10-14T00:00:00Z", "the varnish", session="n")])
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "n", "transcript_path": str(path), "prompt": prompt}
    names = loaded(filled, "hook", "prompt", **event)
    assert "lossless_memory.ingest.run" in names
    assert NEVER & names == set()
