"""What meaning adds to an answer, and that it never changes anything else."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from lossless_memory.config import Config
from lossless_memory.index.meaning import build, choice, nearest, vectors
from lossless_memory.index.meaning.passages import Passage
from lossless_memory.index.meaning.ruler import Ruler, bits_of, measured
from lossless_memory.index.meaning.vectors import Row, Vectors
from lossless_memory.index.search import Span
from lossless_memory.present import shapes, terminal
from lossless_memory.query import meant
from lossless_memory.query.asking import Options
from tests.meaning.fake import LONG, START, Fake, Told

pytest.importorskip("sqlite_vec")

UTC = ZoneInfo("UTC")


@pytest.fixture
def life(told: Told, fake: Fake, config: Config) -> Told:
    """Some days, on which a car was bought, a doctor met and much else said."""
    for day in range(6):
        for number in range(4):
            told.say(LONG.format(f"weather {day} {number}"), day=day)
    told.say("The car went to the garage for new brakes, says Kim, and costs more than we thought.", day=1)
    told.say("The surgeon looked at the knee and was content with how it heals after these weeks.", day=3)
    build.build(told.home, config)
    return told


def test_what_no_word_finds_is_found_by_its_meaning(life: Told) -> None:
    answer = life.ask("automobile")
    assert ("meaning", 0) == (answer.layer, answer.total)
    best = min(answer.hits, key=lambda hit: hit.rank)
    assert best.record.text.startswith("The car went")
    assert ("meaning", False) == (best.match, best.outside)
    assert any(note == "Nearness in meaning was measured by fake 1, on the test." for note in answer.notes)


def test_off_is_as_if_there_were_no_vectors(life: Told) -> None:
    assert "none" == life.ask("automobile", "off").layer
    assert [] == life.ask("automobile", "off").hits


def test_where_words_serve_they_decide_and_meaning_stands_behind(life: Told) -> None:
    words = life.ask("weather 3 2", "off")
    both = life.ask("weather 3 2")
    ranked = sorted(both.hits, key=lambda hit: hit.rank)
    assert sorted(words.hits, key=lambda hit: hit.rank) == ranked[: len(words.hits)]
    assert (words.total, words.days, words.layer) == (both.total, both.days, both.layer)


def test_where_words_fill_the_answer_no_model_is_asked(life: Told, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(fake, "question", lambda text: asked.append(text) or Fake.question(fake, text))
    words = life.ask("weather 3 2", "off", limit=3)
    assert words == life.ask("weather 3 2", limit=3)
    assert [] == asked
    life.ask("automobile", limit=3)
    assert asked


def test_inside_a_range_meaning_comes_after_words_and_before_the_rest(life: Told) -> None:
    answer = life.ask("physician on March 5")
    assert "relaxed" == answer.layer
    first = min(answer.hits, key=lambda hit: hit.rank)
    assert first.record.text.startswith("The surgeon")
    assert {"meaning", "context"} == {hit.match for hit in answer.hits}
    assert not any(hit.outside for hit in answer.hits)


def test_a_range_that_holds_nothing_shows_the_closest_from_outside_as_such(life: Told) -> None:
    answer = life.ask("automobile in the week of March 16")
    assert "meaning" == answer.layer
    assert [("meaning", True)] * len(answer.hits) == [(hit.match, hit.outside) for hit in answer.hits]
    assert min(answer.hits, key=lambda hit: hit.rank).record.text.startswith("The car")
    said = terminal.answer(answer, UTC, width=100)
    assert "Outside that range, nearest in meaning:" in said
    assert [True] * len(answer.hits) == [hit["outside"] for hit in shapes.answer(answer, UTC)["hits"]]


def test_what_may_be_meant_is_flagged_and_what_is_far_is_dropped(life: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    near = life.ask("automobile").hits
    assert {("meaning", False)} == {(hit.match, hit.low_confidence) for hit in near if "car" in hit.record.text}
    monkeypatch.setattr(meant, "NEAR", 1.1)
    flagged = life.ask("automobile").hits
    assert {True} == {hit.low_confidence for hit in flagged}
    assert {hit.locator for hit in near} == {hit.locator for hit in flagged}
    monkeypatch.setattr(meant, "FAR", 1.05)
    assert [] == life.ask("automobile").hits


def test_what_must_stand_there_as_it_is_is_never_widened(life: Told) -> None:
    assert [] == life.ask('"automobile"').hits
    assert [] == life.ask("automobile", options=Options(literal=True)).hits


def test_nothing_later_than_a_given_now_is_shown(life: Told) -> None:
    assert [] == [
        hit for hit in life.ask("physician", now=START + timedelta(days=2)).hits if "surgeon" in hit.record.text
    ]


def test_what_is_asked_to_be_seen_holds_for_meaning_too(life: Told) -> None:
    for options in (
        Options(roles=frozenset({"assistant"})),
        Options(actor="Nobody"),
        Options(session="other"),
        Options(types=frozenset({"doc"})),
        Options(scope="/work"),
    ):
        assert [] == life.ask("automobile", options=options).hits


def test_a_reply_is_found_by_what_it_answers_and_shown_alone(told: Told, fake: Fake, config: Config) -> None:
    told.say("Shall we sell the car this spring and walk instead, or keep it for one more winter?")
    told.say("Sell.", role="assistant", actor="AI")
    build.build(told.home, config)
    answer = told.ask("automobile")
    assert "Sell." in [hit.record.text for hit in answer.hits]


def test_a_line_that_is_not_what_was_embedded_is_not_shown(life: Told) -> None:
    path = vectors.current_path(life.home)
    assert path is not None
    with contextlib.closing(Vectors(path, is_writing=True)) as file:
        file.db.execute("UPDATE passage SET own = 1")
    assert [] == life.ask("automobile").hits


def test_behind_is_said_and_wait_builds_first(life: Told) -> None:
    life.say("The vehicle is sold, and the money went into the roof before the rain began again.", day=9)
    behind = life.ask("automobile")
    assert 1 == sum("1 day of the log" in note for note in behind.notes)
    assert not any("roof" in hit.record.text for hit in behind.hits)
    waited = life.ask("automobile", "wait")
    assert not any("does not reach" in note for note in waited.notes)
    assert any("roof" in hit.record.text for hit in waited.hits)


def test_without_an_embedder_waiting_says_so_and_answers(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "CARRIERS", {})
    told.say(LONG.format("weather"))
    answer = told.ask("weather", "wait")
    assert 1 == len(answer.hits)
    assert any("No embedder is installed" in note for note in answer.notes)


def test_a_store_without_vectors_loads_nothing_for_them(told: Told) -> None:
    told.say(LONG.format("weather"))
    script = (
        "import sys; from lossless_memory import Memory\n"
        "with Memory.open(sys.argv[1]) as memory: memory.recall('weather'); memory.recall('automobile')\n"
        "print([name for name in sys.modules if 'meaning' in name or 'sqlite_vec' in name or 'numpy' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script, told.root], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
    assert told.ask("automobile", "off") == told.ask("automobile", "auto")


def test_bits_and_bytes_find_the_same_in_a_long_history(
    told: Told, fake: Fake, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        told.say(LONG.format(f"thing{number} and thing{number % 7}"), day=number)
    build.build(told.home, config)
    path = vectors.current_path(told.home)
    assert path is not None
    with contextlib.closing(Vectors(path)) as file:
        question = file.ruler.bytes_of(fake.question("thing12 thing5"), is_question=True)
        start = int(START.timestamp() * 1_000_000)
        ranges = [Span(None, None), Span(start + 20 * 86_400_000_000, start + 50 * 86_400_000_000), Span(0, 1)]
        whole = [file.near(question, [one], 10) for one in ranges]
        monkeypatch.setattr(nearest, "MEASURED", 0)
        assert whole == [file.near(question, [one], 10) for one in ranges]
        assert 10 == len(whole[0]) and [] == whole[2]


@pytest.mark.parametrize("seed", range(5))
def test_asking_stretch_by_stretch_finds_the_nearest_bits_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr(nearest, "BY_BITS", 25)
    monkeypatch.setattr(nearest, "A_STRETCH", 6)
    monkeypatch.setattr(nearest, "FIRST", 1)
    monkeypatch.setattr(nearest, "MEASURED", 0)
    path, common = str(tmp_path / "vectors.db"), (0.0,) * 32
    ruler = Ruler(common, common)
    vectors.make(path, {"name": "n", "spec": "", "place": "", "ruler": ruler.pack(), "probe": b""}, 32)
    question = chance.randbytes(32)
    rows = []
    for number in range(400):  # most of the near ones in one stretch
        stretch = chance.choice([600, 601, 601, 601, 604, 640])
        near = bytes(byte if chance.random() < 0.8 else 255 - byte for byte in question)
        vec = near if stretch == 601 else chance.randbytes(32)
        ts_us = stretch * nearest.STRETCH_US + chance.randrange(nearest.STRETCH_US)
        rows.append(Row(number, 0, Passage("", number), number, ts_us, vec))
    with contextlib.closing(Vectors(path, is_writing=True)) as file:
        file.put(file.file("main", "2026-03-02"), rows)
        for _ in range(20):
            start, end = sorted(chance.randrange(599 * nearest.STRETCH_US, 642 * nearest.STRETCH_US) for _ in "ab")
            inside = [row for row in rows if start <= row.ts_us < end]
            found = nearest.nearest(file.db, question, start, end, 3)
            stretches = {row.ts_us // nearest.STRETCH_US for row in inside}
            differ = sorted(_differ(question, row.vec) for row in inside)
            kept = differ[: max(3, min(25, 6 * len(stretches)))]
            assert min(3, len(inside)) == len(found), f"seed {seed}"
            ids = nearest._by_bits(file.db, bits_of(question), start, end, 3) if inside else []
            there = {one.line: one.vec for one in rows}
            numbers = [file.db.execute("SELECT line FROM passage WHERE id = ?", (one,)).get for one in ids]
            assert kept == sorted(_differ(question, there[int(str(one))]) for one in numbers), f"seed {seed}"


def _differ(one: bytes, other: bytes) -> int:
    """Return in how many bits two vectors differ."""
    first, second = (int.from_bytes(bits_of(vec)) for vec in (one, other))
    return (first ^ second).bit_count()


def test_a_ruler_survives_its_bytes_and_its_bits_are_signs() -> None:
    made = measured(Fake())
    assert made == Ruler.unpack(made.pack())
    assert b"\x05" == bits_of(bytes([1, 0, 127, 128, 255, 0, 0, 0]))
