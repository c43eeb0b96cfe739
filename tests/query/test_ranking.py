"""Which lines come first: what stands beside a line, who speaks, what kind of answer is wanted, first and last times."""

from __future__ import annotations

import pytest

from lossless_memory.query import rank
from lossless_memory.query.cues import read_cues, without_occurrence
from tests.query.asking import Book, said, texts


def _ranked(book: Book, question: str, **more: object) -> list[str]:
    answer = book.ask(question, **more)
    return [hit.record.text for hit in sorted(answer.hits, key=lambda hit: hit.rank)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did you say about the varnish?", {"wants_ai", "is_question"}),
        ("ニスについて、あなたは何て言った？", {"wants_ai", "is_question"}),
        ("¿qué me dijiste del barniz?", {"wants_ai", "is_question"}),
        ("How many coats did we need?", {"wants_number", "is_question"}),
        ("What did the flights to Osaka cost?", {"wants_number", "is_question"}),
        ("ニスはいくらだった？", {"wants_number", "is_question"}),
        ("¿cuántas capas eran?", {"wants_number", "is_question"}),
        ("When was the hull painted?", {"wants_time", "is_question"}),
        ("船を塗ったのはいつ", {"wants_time", "is_question"}),
        ("¿cuándo pintamos el casco?", {"wants_time", "is_question"}),
        ("How has the price changed?", {"is_change", "is_question"}),
        ("ニスの値段の推移", {"is_change"}),
        ("¿cómo ha cambiado el precio?", {"is_change", "is_question"}),
        ("varnish for the boat", set()),
        ("ニスの値段", set()),
    ],
)
def test_a_question_says_what_kind_of_answer_it_wants(question: str, expected: set[str]) -> None:
    assert expected == {name for name, is_so in read_cues(question)._asdict().items() if is_so is True}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("the first time we talked about the boat", "first"),
        ("最後にニスを塗ったのはいつ", "last"),
        ("la última vez que hablamos del barco", "last"),
        ("varnish", None),
    ],
)
def test_a_question_can_ask_for_the_first_or_the_last_time(question: str, expected: str | None) -> None:
    assert expected == read_cues(question).occurrence


def test_words_that_ask_for_the_first_or_last_time_are_not_looked_for() -> None:
    assert ["the", "we", "talked", "about", "the", "boat"] == without_occurrence(
        "the first time we talked about the boat"
    ).split()
    assert "the first coat" == without_occurrence("the first coat")


def test_the_answer_beside_a_question_is_shown_as_context(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "Which varnish shall we take for the hull?"),
        said("2026-09-01 09:01", "Spar, two thin coats.", role="assistant"),
        said("2026-09-05 09:00", "rain all day", session="other"),
    )
    answer = book.ask("which varnish for the hull")
    assert {"Which varnish shall we take for the hull?": "exact", "Spar, two thin coats.": "context"} == {
        hit.record.text: hit.match for hit in answer.hits
    }
    assert 1 == answer.total


def test_words_looked_up_bring_the_line_that_says_them_all_and_a_question_what_stands_beside_it(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "The hull gets spar varnish."),
        said("2026-09-01 09:01", "Two coats, then.", role="assistant"),
    )
    assert ["The hull gets spar varnish."] == texts(book.ask("hull varnish"))
    assert ["The hull gets spar varnish.", "Two coats, then."] == texts(book.ask("how is the hull varnished?"))


def test_asked_for_one_speaker_nobody_else_is_shown(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "Which varnish shall we take for the hull?"),
        said("2026-09-01 09:01", "Spar, two thin coats.", role="assistant"),
    )
    only = book.ask("which varnish for the hull?", roles=frozenset({"user"}))
    assert ["Which varnish shall we take for the hull?"] == texts(only)


def test_asked_when_a_line_that_names_a_time_comes_first(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "the hull painting is a lot of work", session="a"),
        said("2026-09-02 09:00", "the hull painting is on Tuesday", session="b"),
    )
    assert "the hull painting is on Tuesday" == _ranked(book, "when is the hull painting?")[0]
    assert "船体の塗装は来週です" in _ranked_ja(book)[0]


def _ranked_ja(book: Book) -> list[str]:
    book.write(
        said("2026-09-03 09:00", "船体の塗装は大変です", session="c"),
        said("2026-09-04 09:00", "船体の塗装は来週です", session="d"),
    )
    return _ranked(book, "船体の塗装はいつ？")


def test_asked_how_something_changed_lines_with_numbers_come_first(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "the varnish price is a scandal", session="a"),
        said("2026-09-02 09:00", "the varnish price is 41 now", session="b"),
    )
    assert "the varnish price is 41 now" == _ranked(book, "how has the varnish price changed?")[0]


def test_the_first_and_the_last_time_order_what_fits(book: Book) -> None:
    book.write(*(said(f"2026-0{month}-01 09:00", f"varnish for the boat, month {month}") for month in (3, 5, 8)))
    assert "varnish for the boat, month 3" == _ranked(book, "the first time we talked about boat varnish")[0]
    assert "varnish for the boat, month 8" == _ranked(book, "the last time we talked about boat varnish")[0]


def test_whose_words_are_wanted_decides_between_two_that_say_the_same(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "the varnish costs too much", session="a"),
        said("2026-09-02 09:00", "the varnish costs too much", role="assistant", session="b"),
    )
    mine, yours = book.ask("varnish costs"), book.ask("did you say the varnish costs too much")
    assert "user" == min(mine.hits, key=lambda hit: hit.rank).record.role
    assert "assistant" == min(yours.hits, key=lambda hit: hit.rank).record.role


def test_where_words_are_common_the_rare_ones_lead_and_the_newest_of_the_rest_are_ranked(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank, "RANKED", 3)
    days = range(1, 9)
    book.write(*(said(f"2026-09-0{day} 09:00", f"the boat on day {day}", session=f"s{day}") for day in days))
    book.write(said("2026-08-01 09:00", "the rudder of the boat", session="s9"))
    led = book.ask("rudder boat", limit=1)
    assert ["the rudder of the boat"] == texts(led)
    assert not any("very many" in note for note in led.notes)
    common = book.ask("boat")
    assert ["the boat on day 6", "the boat on day 7", "the boat on day 8"] == texts(common)
    assert (3, False) == (common.total, common.is_total_exact)
    assert any("very many lines" in note for note in common.notes)
    assert ["the boat on day 1"] == texts(book.ask('"boat on day 1"'))  # what is quoted is found wherever it is


def test_what_only_says_it_again_does_not_stand_before_what_says_something_else(book: Book) -> None:
    echo = [said(f"2026-09-0{day} 09:00", "The varnish for the boat: spar!", session=f"s{day}") for day in (1, 2, 3)]
    book.write(*echo, said("2026-09-04 09:00", "one more tin of varnish for the boat shed", session="s4"))
    assert "one more tin of varnish for the boat shed" == _ranked(book, "the varnish for the boat")[1]


def test_a_long_line_counts_by_its_best_passage(book: Book) -> None:
    fill = " ".join(["so it goes on about this and that"] * 40)
    book.write(
        said("2026-09-01 09:00", f"{fill} varnish {fill} mast {fill}", "assistant", session="a"),
        said("2026-09-02 09:00", f"{fill} {fill} {fill} varnish of the mast", "assistant", session="b"),
    )
    assert _ranked(book, "varnish mast")[0].endswith("varnish of the mast")


@pytest.mark.parametrize(
    "question", ["what did I think of the boat in March and now?", "¿qué pensaba del barco en marzo y ahora?"]
)
def test_these_days_set_beside_another_time_give_both_sides(book: Book, question: str) -> None:
    book.write(
        *(said(f"2026-03-0{day} 09:00", f"the boat, el barco, is a joy {day}") for day in range(1, 9)),
        said("2026-06-01 09:00", "the boat, el barco, in between"),
        said("2026-10-10 09:00", "the boat, el barco, is a burden"),
    )
    answer = book.ask(question, limit=4)
    assert "the boat, el barco, is a burden" in texts(answer)
    assert "the boat, el barco, in between" not in texts(answer)
    assert 2 == len(answer.intervals)


def test_the_parts_of_a_score_are_told_where_they_are_asked_for(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "the varnish is 41 a tin"), said("2026-09-01 09:01", "Noted.", "assistant"))
    assert [None] == [hit.why for hit in book.ask("varnish").hits]
    why = book.ask("how much is the varnish?", explain=True).hits[0].why
    assert why is not None
    assert {"own words", "a number", "recent"} == set(why.factors)
    assert ["varnish"] == list(why.words)
    size = why.by_words * why.factors["recent"] + why.by_neighbours + why.by_conversation
    assert why.score == pytest.approx(size * why.factors["own words"] * why.factors["a number"], rel=0.001)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where did you save the scan?", "a path"),
        ("¿dónde guardaste el escaneo?", "a path"),
        ("スキャンはどこに保存した？", "a path"),
        ("Which commit brought gcc back?", "a commit"),
        ("gccを戻したのはどのコミット？", "a commit"),
        ("Which versions did I release?", "a version"),
        ("¿qué versión publicamos?", "a version"),
        ("the link to the recipe", "a link"),
        ("what command restarted it?", "a command"),
        ("where did we walk on Sunday?", None),
        ("the settings of the oven", None),
    ],
)
def test_a_question_can_want_a_thing_known_by_its_looks(question: str, expected: str | None) -> None:
    assert expected == read_cues(question).thing


def test_asked_where_something_was_saved_the_line_with_the_path_leads_though_a_tool_said_it(book: Book) -> None:
    book.write(
        said("2026-10-12 20:10", "Scan the survey before you do anything else.", "assistant"),
        said("2026-10-12 20:20", "survey saved: ~/Documents/house/survey-2019.pdf", "assistant", type="action"),
        said("2026-10-12 20:30", "I will look at the survey again tomorrow."),
    )
    assert "~/Documents" in _ranked(book, "Where did you save the survey?")[0]
    assert "~/Documents" not in "".join(_ranked(book, "what about the survey?"))
