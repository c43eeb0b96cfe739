"""Vectors are made in small steps, survive whatever ends a step, and never hold what the log does not say."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from lossless_memory.config import Config, parse
from lossless_memory.errors import Busy, MeaningUnusable
from lossless_memory.index import update
from lossless_memory.index.meaning import build, choice, passages, vectors
from lossless_memory.index.meaning.vectors import Vectors
from lossless_memory.log import fsio
from tests.meaning.fake import LONG, Fake, Told

pytest.importorskip("sqlite_vec")


def many(told: Told, count: int = 60) -> None:
    """Tell lines over several days."""
    for number in range(count):
        told.say(LONG.format(f"the car number {number}"), day=number // 10)


def opened(told: Told) -> Vectors:
    path = vectors.current_path(told.home)
    assert path is not None
    return Vectors(path, is_writing=True)


def test_every_line_is_embedded_and_only_once(told: Told, fake: Fake, config: Config) -> None:
    many(told)
    first = build.build(told.home, config)
    assert (60, 0, "fake 1", "the test") == (first.embedded, first.days_left, first.name, first.place)
    assert 60 == len(told.rows())
    assert (0, 0) == build.build(told.home, config)[:2]
    told.say(LONG.format("one more"), day=2)
    assert 1 == build.build(told.home, config).embedded


def test_a_build_without_time_left_goes_on_where_it_was(told: Told, fake: Fake, config: Config) -> None:
    many(told)
    steps = 0
    while not build.build(told.home, config, work_s=0.0 if steps == 0 else 0.02).is_complete:
        steps += 1
        assert steps < 500
    assert steps
    assert 60 == len(told.rows())


@pytest.mark.parametrize("after", [0, 1, 15, 16, 17, 33, 59])
def test_an_embedder_that_breaks_loses_nothing_that_was_done(
    told: Told, fake: Fake, config: Config, after: int
) -> None:
    many(told)
    build.build(told.home, config)
    whole = told.rows()
    vectors.remove(vectors.paths(told.home)[0])
    fake.breaks_after = after + len(build.SENTENCES)
    with pytest.raises(MeaningUnusable):
        build.build(told.home, config)
    before = told.ask("car number 7", "off").hits
    assert [hit.locator for hit in before] == [
        hit.locator for hit in told.ask("car number 7").hits if hit.match != "meaning"
    ]
    fake.breaks_after = None
    build.build(told.home, config)
    assert whole == told.rows()


def test_another_model_answers_only_once_it_knows_everything(
    told: Told, fake: Fake, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(told, 40)
    build.build(told.home, config)
    old = vectors.current_path(told.home)
    new = Fake("fake 2", shift=3)
    monkeypatch.setattr(choice, "CARRIERS", {"new": lambda: new, "fake": lambda: fake})
    new.breaks_after = 20 + len(build.SENTENCES)
    with pytest.raises(MeaningUnusable):
        build.build(told.home, config)
    assert old == vectors.current_path(told.home)
    assert "measured by fake 1" in " ".join(told.ask("automobile").notes)
    new.breaks_after = None
    build.build(told.home, config)
    assert old != vectors.current_path(told.home)
    assert [vectors.current_path(told.home)] == vectors.paths(told.home)
    assert "measured by fake 2" in " ".join(told.ask("automobile").notes)


@pytest.mark.parametrize("other", [Fake(dimension=40), Fake(shift=5)], ids=["another dimension", "other vectors"])
def test_another_model_under_the_same_name_is_noticed(
    told: Told, fake: Fake, config: Config, monkeypatch: pytest.MonkeyPatch, other: Fake
) -> None:
    many(told, 10)
    build.build(told.home, config)
    monkeypatch.setattr(choice, "CARRIERS", {"fake": lambda: other})
    before = told.ask("car number 7", "off")
    after = told.ask("car number 7")
    assert [hit.locator for hit in before.hits] == [hit.locator for hit in after.hits if hit.match == "exact"]
    assert 10 == build.build(told.home, config).embedded
    assert told.ask("automobile").hits


def test_a_rebuilt_index_keeps_the_vectors(told: Told, fake: Fake, config: Config) -> None:
    many(told)
    build.build(told.home, config)
    update.rebuild(told.home)
    assert (0, 0) == build.build(told.home, config)[:2]


PLANTED = {
    "a line beyond the end": "INSERT INTO passage SELECT NULL, file, 999, 0, digest, own, ts_us, vec FROM passage LIMIT 1",
    "a line twice": "INSERT INTO passage SELECT NULL, file, line, 7, digest, own, ts_us, vec FROM passage LIMIT 1",
    "another digest": "UPDATE passage SET digest = digest + 65536 WHERE id = 3",
    "rows of no file": "INSERT INTO passage SELECT NULL, 999, line, part, digest, own, ts_us, vec FROM passage LIMIT 1",
    "bits of no row": "INSERT INTO near(rowid, stretch, bits) VALUES(9999, 1, vec_bit(zeroblob(8)))",
    "a row without bits": "DELETE FROM near WHERE rowid = 5",
    "a row less": "DELETE FROM passage WHERE id = 6",
    "a part of no row": "INSERT INTO other VALUES(1, 9999)",
    "a file that never was": "INSERT INTO file VALUES(99, 'main', '2001-01-01', 7, 'x', 'y')",
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_does_not_belong_there_is_gone_after_the_next_pass(
    told: Told, fake: Fake, config: Config, what: str
) -> None:
    many(told)
    build.build(told.home, config)
    whole = told.rows()
    with contextlib.closing(opened(told)) as file:
        file.db.execute(PLANTED[what])
    build.build(told.home, config)
    assert whole == told.rows()
    with contextlib.closing(opened(told)) as file:
        assert 6 == len(file.states())


def test_a_day_file_that_changed_or_went_takes_its_vectors_along(told: Told, fake: Fake, config: Config) -> None:
    many(told, 30)
    build.build(told.home, config)
    first, second = told.home.day_file("main", "2026-03-02"), told.home.day_file("main", "2026-03-03")
    lines = Path(first).read_bytes().splitlines(keepends=True)
    Path(first).write_bytes(b"".join(lines[3:] + lines[:2]))
    os.unlink(second)
    told.say(LONG.format("a bird"), day=20)
    made = build.build(told.home, config)
    assert 9 + 10 + 1 == len(told.rows())
    assert 1 == made.embedded, "a line that only moved keeps its vector"


def test_one_build_at_a_time(told: Told, fake: Fake, config: Config) -> None:
    many(told, 1)
    with fsio.locked(build.lock_path(told.home)), pytest.raises(Busy):
        build.build(told.home, config)


def test_a_damaged_file_is_said_and_made_anew(told: Told, fake: Fake, config: Config) -> None:
    many(told, 20)
    build.build(told.home, config)
    whole = told.rows()
    path = vectors.current_path(told.home)
    assert path is not None
    Path(path).write_bytes(b"no database at all" * 1000)
    answer = told.ask("car number 7")
    assert told.ask("car number 7", "off").hits == answer.hits
    assert 1 == sum("Meaning was not looked at" in note for note in answer.notes)
    with contextlib.suppress(MeaningUnusable):
        build.build(told.home, config)
    build.build(told.home, config)
    assert whole == told.rows()


def test_without_the_extension_nothing_is_lost_and_one_line_says_so(
    told: Told, fake: Fake, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(told, 20)
    build.build(told.home, config)
    with monkeypatch.context() as patch:
        patch.setattr("sqlite_vec.loadable_path", lambda: "/nowhere/vec0")
        answer = told.ask("car number 7")
        assert told.ask("car number 7", "off").hits == answer.hits
        assert 1 == sum("sqlite-vec cannot be loaded" in note for note in answer.notes)
        with pytest.raises(MeaningUnusable):
            build.build(told.home, config)
    assert 0 == build.build(told.home, config).embedded


def test_texts_that_are_dropped_leave_no_vector_and_never_come_back(
    told: Told, fake: Fake, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = LONG.format("the doctor knows")
    told.say("Who knows?")
    told.say(secret)
    reply = told.say("Good.")
    told.say(LONG.format("nothing of it"))
    build.build(told.home, config)
    before = told.rows()
    vec = next(row[-1] for row in before if row[5] == passages.digest(secret))
    assert 2 == build.drop(told.home, [secret]), "itself, and the reply that was embedded with it"
    assert [] == [row for row in told.rows() if row[5] == passages.digest(secret)]
    assert not any(vec in Path(path).read_bytes() for path in Path(told.home.local).glob("vectors*"))
    fake.embedded.clear()
    build.build(told.home, config)
    assert ["Who knows?\nGood."] == fake.embedded
    assert len(before) - 1 == len(told.rows())
    assert reply in {str(hit.locator) for hit in told.ask("good").hits}
    monkeypatch.setattr(choice, "CARRIERS", {"fake": lambda: Fake("fake 9", shift=1)})
    build.build(told.home, config)
    assert len(before) - 1 == len(told.rows()), "nor with another model"


def test_only_words_and_documents_are_embedded_and_actions_on_request(told: Told, fake: Fake, config: Config) -> None:
    told.say(LONG.format("words"))
    told.say(LONG.format("a document"), type="doc")
    told.say(LONG.format("a tool"), type="action")
    told.say(LONG.format("the rest"), type="meta")
    told.say(LONG.format("a sub-agent"), origin={"source": "x", "id": "1", "agent": "helper"})
    build.build(told.home, config)
    assert 2 == len(told.rows())
    build.build(told.home, parse(b'{"embed_actions": true}', "x"))
    assert 3 == len(told.rows())
    build.build(told.home, config)
    assert 2 == len(told.rows())


def test_a_long_text_is_embedded_in_passages_and_a_short_one_with_what_it_answers() -> None:
    text = " ".join(f"word{number}" for number in range(1000))
    cut = passages.of(text, [])
    assert len(cut) > 5
    assert all(len(one.text) <= passages.PASSAGE_CHARS for one in cut)
    assert all(word in "".join(one.text for one in cut) for word in text.split())
    assert [] == passages.of(" \n", ["before"])
    assert ["asked\nyes"] == [one.text for one in passages.of("yes", ["asked"])]
    assert passages.MAX_PASSAGES == len(passages.of("x" * 10**6, []))
