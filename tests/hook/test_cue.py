"""The glance at a prompt says yes to whatever the time grammar reads, and no to everyday work."""

from __future__ import annotations

import pytest

from lossless_memory.config import SETTINGS
from lossless_memory.surface.hook.cue import may_ask
from tests.timex.reading import ask
from tests.timex.rows import rows

PHRASES = SETTINGS["recall_phrases"].default


@pytest.mark.parametrize("language", ["en", "es", "ja"])
def test_no_time_phrase_of_the_grammars_own_examples_is_overlooked(language: str) -> None:
    overlooked = [
        row.phrase
        for row in rows(language)
        if row.expected and not may_ask(row.phrase, ()) and ask(row.phrase, row.now, row.zone, (language,)).intervals
    ]
    assert overlooked == []


@pytest.mark.parametrize(
    ("expected", "prompt"),
    [
        (True, "Do you remember the varnish?"),
        (True, "前に話した歯医者、覚えてる?"),
        (True, "¿Te acuerdas del contrato?"),
        (True, "what broke yesterday"),
        (False, "fix the tests"),
        (False, "please rename UserStore to AccountStore"),
        (False, "テストを直して"),
        (False, "arregla los tests, por favor"),
    ],
)
def test_a_prompt_is_looked_at_further_only_where_it_may_ask_about_the_past(expected: bool, prompt: str) -> None:
    assert expected is may_ask(prompt, PHRASES)


def test_what_further_languages_say_is_left_to_the_grammar() -> None:
    assert may_ask("la semaine derniere", (), ("en", "fr"))
