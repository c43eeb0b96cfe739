"""A question's command line in its plain form is read as click reads it, and its answer loads no more than it needs."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import click
import pytest

from lossless_memory.surface.cli import COMMANDS, plain
from lossless_memory.surface.cli import recall as recall_command
from lossless_memory.surface.cli.group import program
from tests.surface.running import PROGRAM, Cli

GLOBAL = {"home", "now", "tz", "as_json", "quiet", "no_color"}

WORDS = ["budget", "last week", "", "3日前の予算", "a-b", "-", "it's", "=", "recall"]
OPTIONS = [
    *(["--limit", "3"], ["--limit=10000"], ["--around", "2"], ["--user"], ["--ai"], ["--actor", "Sam"]),
    *(["--actor="], ["--session=s1"], ["--type", "text,action"], ["--since", "last tuesday"], ["--until=2026-03-02"]),
    *(["--after", "main/2026-03-02:1"], ["--all-time"], ["--full"], ["--literal"], ["--agents"], ["--explain"]),
    *(["--json"], ["--home", "x"], ["--quiet"], ["--no-color"], ["--now=2026-03-02T00:00Z"], ["--tz", "UTC"]),
]
NOT_PLAIN = [
    *(["--limit", "0"], ["--limit", "x"], ["--around=101"], ["--lim", "3"], ["--user=1"], ["--unknown"], ["-x"]),
    *(["--help"], ["-h"], ["--compact"], ["--compact=2"], ["--"], ["--limit"], ["--limit", "٣"]),
]


def by_click(arguments: list[str]) -> tuple[dict[str, object], dict[str, object]]:
    """Return what click makes of a command line: the options before the command, and the command's own."""
    group = program(COMMANDS)
    outer = group.make_context("lossless", list(arguments))
    rest = [*outer._protected_args, *outer.args]
    assert rest[0] == "recall"
    own = recall_command.command.make_context("recall", rest[1:], parent=outer)
    return dict(outer.params), dict(own.params)


@pytest.mark.parametrize("before", [[], ["--home", "h"], ["--json", "--tz=UTC"]])
@pytest.mark.parametrize("options", [*OPTIONS, *map(list.__add__, OPTIONS, OPTIONS[::-1])])
def test_a_plain_command_line_is_read_as_click_reads_it(before: list[str], options: list[str]) -> None:
    for first, last in itertools.product(WORDS, WORDS[:3]):
        for line in ([*options, first, last], [first, *options, last], [first, last, *options]):
            arguments = [*before, "recall", *line]
            read = plain.read(arguments)
            assert read is not None, arguments
            assert by_click(arguments) == read, arguments


@pytest.mark.parametrize("options", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_click(options: list[str]) -> None:
    assert plain.read(["recall", "budget", *options]) is None
    assert plain.read(["recall", *options, "budget"]) is None


@pytest.mark.parametrize("arguments", [[], ["stats"], ["--json"], ["--limit", "3", "recall", "x"], ["--ver", "recall"]])
def test_another_command_is_left_to_click(arguments: list[str]) -> None:
    assert plain.read(arguments) is None


def test_every_option_of_the_command_is_known_to_the_plain_form() -> None:
    known = {*plain._FLAGS.values(), *plain._VALUES.values(), "question", "compact", "help"}
    assert known == {one.name for one in recall_command.command.params} | {"help"}
    assert isinstance(recall_command.command, click.Command)


NEVER = {
    *("click", "platformdirs", "tzlocal", "inspect", "dataclasses", "uuid", "platform", "subprocess", "asyncio", "ast"),
    *("typing", "difflib", "socket", "logging", "zipfile", "ijson", "lossless_memory.query.scan"),
    *("lossless_memory.ingest.run", "lossless_memory.ingest.writer", "lossless_memory.index.update"),
}
"""A question loads none of these where nothing has to be caught up."""

MOST_OURS = 84
"""So many modules of our own at most; each costs every question a part of a millisecond."""


def test_a_question_loads_no_more_than_it_needs(cli: Cli) -> None:
    cli("append", "the budget is 30,000 yen")
    code = (
        "import os, sys; sys.argv = sys.argv[1:]; leave = os._exit;"
        "os._exit = lambda code: (os.write(2, ' '.join(sys.modules).encode()), leave(code));"
        "from lossless_memory.surface.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(PROGRAM), "recall", "yesterday, the budget"],
        capture_output=True,
        env={**os.environ, **cli.env()},
        check=False,
        timeout=60,
    )
    loaded = set(done.stderr.decode().split())
    assert set() == NEVER & loaded
    ours = {name for name in loaded if name.startswith("lossless_memory")}
    assert 0 < len(ours) <= MOST_OURS, sorted(ours)
