"""Layers and ranges: what is found where, what is said about it, and what is left out (DESIGN §6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from lossless_memory.errors import UsageError
from lossless_memory.query.narrow import narrowing_question
from lossless_memory.query.recall import MOST_AHEAD
from tests.query.asking import NOW, Book, at, exact, said, texts

HOUR = timedelta(hours=1)


def test_words_that_match_in_the_range_are_the_exact_layer(book: Book) -> None:
    book.write(
        said("2026-10-13 09:00", "the budget is 300"),
        said("2026-10-13 11:00", "the budget is 400"),
        said("2026-10-12 09:00", "the budget is 200"),
    )
    answer = book.ask("yesterday, the budget")
    assert (answer.layer, answer.total, texts(answer)) == ("exact", 2, ["the budget is 300", "the budget is 400"])
    assert answer.days == {"2026-10-13": 2}


def test_a_range_without_words_shows_everything_in_it_as_exact(book: Book) -> None:
    book.write(
        said("2026-10-13 09:00", "varnish"), said("2026-10-13 11:00", "flights"), said("2026-10-12 09:00", "rain")
    )
    answer = book.ask("yesterday")
    assert (answer.layer, texts(answer)) == ("exact", ["varnish", "flights"])
    assert {"exact"} == {hit.match for hit in answer.hits}


def test_a_single_match_in_a_short_range_is_filled_up_with_the_rest_of_it_as_context(book: Book) -> None:
    book.write(
        said("2026-10-13 09:00", "good morning"),
        said("2026-10-13 11:00", "the budget is 400"),
        said("2026-10-13 12:00", "see you", "assistant"),
    )
    answer = book.ask("yesterday, the budget")
    assert (answer.layer, answer.total) == ("relaxed", 1)
    assert [hit.match for hit in answer.hits] == ["context", "exact", "context"]
    assert exact(answer) == ["the budget is 400"]
    assert next(hit.rank for hit in answer.hits if hit.match == "exact") == 1


def test_no_match_in_a_short_range_shows_the_rest_of_it_as_context(book: Book) -> None:
    book.write(said("2026-10-13 09:00", "good morning"), said("2026-09-01 09:00", "the varnish is dry"))
    answer = book.ask("yesterday, the varnish")
    assert (answer.layer, answer.total, texts(answer)) == ("relaxed", 0, ["good morning"])


def test_a_single_match_in_a_long_range_stays_alone(book: Book) -> None:
    book.write(said("2026-09-03 09:00", "the budget is 400"), said("2026-09-04 09:00", "see you"))
    answer = book.ask("in September, the budget")
    assert (answer.layer, texts(answer)) == ("exact", ["the budget is 400"])


def test_nothing_in_the_range_is_the_layer_none_and_never_leaves_the_range(book: Book) -> None:
    book.write(said("2026-08-01 09:00", "the budget is 400"), said("2026-10-01 09:00", "hello"))
    answer = book.ask("in September, the budget")
    assert (answer.layer, answer.total, texts(answer)) == ("none", 0, [])
    assert [(at(2026, 8, 31, 15), at(2026, 9, 30, 15))] == list(answer.searched)


def test_a_range_outside_the_log_is_said_with_what_the_log_reaches(book: Book) -> None:
    book.write(said("2026-10-01 09:00", "hello"), said("2026-10-02 09:00", "again"))
    answer = book.ask("in May 2024")
    assert answer.layer == "none"
    assert any("2026-10-01 Thu 09:00" in note and "2026-10-02 Fri 09:00" in note for note in answer.notes), answer.notes


def test_an_empty_log_says_that_it_is_empty(book: Book) -> None:
    answer = book.ask("yesterday, the budget")
    assert (answer.layer, answer.total, list(answer.notes)) == ("none", 0, ["The log is empty."])


def test_a_match_of_a_common_word_alone_is_marked_uncertain(book: Book) -> None:
    fill = [said(f"2026-09-{day:02} 09:00", f"we talked about the weather number {day}") for day in range(1, 25)]
    book.write(*fill, said("2026-09-28 09:00", "marmalade oranges on the weather station"))
    answer = book.ask("marmalade oranges weather", limit=100)
    sure = {hit.record.text for hit in answer.hits if not hit.low_confidence}
    assert {"marmalade oranges on the weather station"} == sure


def test_a_line_that_holds_next_to_nothing_of_the_question_is_not_shown(book: Book) -> None:
    fill = [said(f"2026-09-{day:02} 09:00", f"weather number {day}") for day in range(1, 29)]
    book.write(*fill)
    answer = book.ask("marmalade oranges sugar jars lids weather", limit=100)
    assert (answer.layer, texts(answer)) == ("none", [])


def test_a_vague_phrase_prefers_its_window_and_hides_nothing(book: Book) -> None:
    book.write(
        said("2026-03-01 09:00", "the varnish is dry"),
        said("2026-10-11 09:00", "the varnish is wet"),
    )
    answer = book.ask("the other day, the varnish", all_time=True)
    assert [interval.vague for interval in answer.intervals] == [True]
    assert {"the varnish is dry", "the varnish is wet"} == set(texts(answer))
    assert min(answer.hits, key=lambda hit: hit.rank).record.text == "the varnish is wet"


def test_a_vague_phrase_without_words_is_the_range(book: Book) -> None:
    book.write(said("2026-03-01 09:00", "long ago"), said("2026-10-11 09:00", "a few days ago"))
    answer = book.ask("the other day")
    assert texts(answer) == ["a few days ago"]


def test_a_future_range_says_so_and_is_searched_as_words(book: Book) -> None:
    book.write(said("2026-10-01 09:00", "we fly next Tuesday"), said("2026-10-02 09:00", "nothing to do with it"))
    answer = book.ask("next Tuesday")
    assert texts(answer) == ["we fly next Tuesday"]
    assert list(answer.intervals) == []
    assert any("“next Tuesday” lies in the future" in note for note in answer.notes)


def test_a_time_of_day_without_a_date_goes_back_to_the_latest_day_that_has_something(book: Book) -> None:
    book.write(
        said("2026-10-09 21:10", "the latest evening"),
        said("2026-10-05 21:10", "an evening before"),
        said("2026-10-13 12:00", "noon"),
    )
    answer = book.ask("at 9 in the evening")
    assert texts(answer) == ["the latest evening"]
    assert any("2026-10-09" in note for note in answer.notes), answer.notes
    assert [(at(2026, 10, 9, 12), at(2026, 10, 9, 13))] == list(answer.searched)


def test_a_time_of_day_that_has_something_at_its_latest_occurrence_stays_there(book: Book) -> None:
    book.write(said("2026-10-13 21:10", "last evening"), said("2026-10-09 21:10", "an evening before"))
    answer = book.ask("at 9 in the evening")
    assert (texts(answer), list(answer.notes)) == (["last evening"], [])


def test_a_time_of_day_at_which_nothing_was_ever_said_is_looked_for_as_words(book: Book) -> None:
    book.write(said("2026-10-01 10:05", "明日の歯医者は午後三時、駅前の森田歯科です"), said("2026-10-01 10:06", "はい"))
    answer = book.ask("午後三時")
    assert texts(answer) == ["明日の歯医者は午後三時、駅前の森田歯科です"]
    assert any("午後三時" in note for note in answer.notes)


def test_a_phrase_whose_first_reading_holds_nothing_is_read_in_its_other_way_and_says_so(book: Book) -> None:
    book.write(said("2026-08-31 23:59", "the last of August"), said("2026-07-31 23:59", "the last of July"))
    answer = book.ask("two months ago")
    assert texts(answer) == ["the last of August"]
    assert list(answer.searched) == [(at(2026, 7, 31, 15), at(2026, 8, 31, 15))]
    assert any("2026-08-14" in note for note in answer.notes)
    assert "2026-08-01 Sat to 2026-08-31 Mon" in answer.intervals[0].reading


def test_a_phrase_whose_first_reading_holds_something_stays_with_it(book: Book) -> None:
    book.write(said("2026-08-31 23:59", "the last of August"), said("2026-08-14 09:00", "that very day"))
    answer = book.ask("two months ago")
    assert (texts(answer), list(answer.notes)) == (["that very day"], [])


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2026-10-11", None, ["11th", "12th", "13th"]),
        (None, "2026-10-11", ["10th", "11th"]),
        ("2026-10-11", "2026-10-12", ["11th", "12th"]),
        ("2026-10-12", "2026-10-12", ["12th"]),
        ("last sunday", "yesterday", ["11th", "12th", "13th"]),
        ("2026-10-11T12:00", None, ["12th", "13th"]),
        ("2026-10-11T03:00:00Z", "2026-10-12T14:59:00Z", ["12th"]),
        ("昨日", None, ["13th"]),
    ],
)
def test_since_and_until_include_the_day_they_name(
    book: Book, since: str | None, until: str | None, expected: list[str]
) -> None:
    book.write(*(said(f"2026-10-{day} 09:00", f"{day}th") for day in (10, 11, 12, 13)))
    answer = book.ask(since=since, until=until)
    assert expected == texts(answer)


def test_since_cuts_what_a_phrase_names(book: Book) -> None:
    book.write(
        said("2026-10-05 09:00", "monday"), said("2026-10-08 09:00", "thursday"), said("2026-10-12 09:00", "now")
    )
    answer = book.ask("last week", since="2026-10-07")
    assert texts(answer) == ["thursday"]


def test_since_that_names_no_time_is_refused(book: Book) -> None:
    with pytest.raises(UsageError, match="is not a time"):
        book.ask("budget", since="the budget")


def test_a_question_that_asks_nothing_is_refused(book: Book) -> None:
    with pytest.raises(UsageError, match="neither a time nor a word"):
        book.ask("   ")


def test_an_explicit_now_hides_what_is_later(book: Book) -> None:
    book.write(said("2026-10-14 09:59", "budget before"), said("2026-10-14 10:01", "budget after"))
    assert texts(book.ask("budget")) == ["budget before"]
    assert texts(book.ask("today")) == ["budget before"]
    assert texts(book.ask("budget", now=NOW + HOUR)) == ["budget before", "budget after"]


def test_an_explicit_now_hides_neighbours_that_are_later(book: Book) -> None:
    book.write(
        said("2026-10-14 09:50", "the line before", "assistant"),
        said("2026-10-14 09:59", "varnish it is"),
        said("2026-10-14 10:01", "the line after", "assistant"),
    )
    answer = book.ask("varnish", around=3)
    assert texts(answer) == ["the line before", "varnish it is"]
    everything = book.ask("varnish", around=3, is_now_given=False)
    assert texts(everything) == ["the line before", "varnish it is", "the line after"]


def test_without_an_explicit_now_records_of_a_clock_that_ran_ahead_are_shown_and_counted(book: Book) -> None:
    book.write(
        said("2026-10-14 09:00", "budget now"), *(said(f"2026-12-0{day} 09:00", f"budget {day}") for day in (1, 2))
    )
    answer = book.ask("budget", is_now_given=False)
    assert texts(answer) == ["budget now", "budget 1", "budget 2"]
    assert any(note.startswith("2 records carry a time later than now") for note in answer.notes)


def test_very_many_records_of_a_clock_that_ran_ahead_are_not_all_counted(book: Book) -> None:
    book.write(*(said(f"2026-12-01 09:{number % 60:02}", f"budget {number}") for number in range(MOST_AHEAD + 5)))
    answer = book.ask("budget", is_now_given=False)
    assert "More than 100 records carry a time later than now, from a clock that ran ahead." in answer.notes


def test_hits_stand_in_time_order_with_ranks_by_relevance(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "varnish and weather and boats and other things for a long while"),
        said("2026-09-02 09:00", "varnish varnish for the boat"),
        said("2026-09-03 09:00", "the boat"),
    )
    answer = book.ask("varnish boat", all_time=True)
    assert sorted(hit.ts for hit in answer.hits) == [hit.ts for hit in answer.hits]
    assert sorted(hit.rank for hit in answer.hits) == [1, 2, 3]
    assert min(answer.hits, key=lambda hit: hit.rank).record.text == "varnish varnish for the boat"


def test_the_newer_of_two_equal_lines_ranks_first_unless_all_time_is_asked(book: Book) -> None:
    book.write(said("2025-01-01 09:00", "the varnish"), said("2026-10-01 09:00", "the varnish"))
    ranks = [hit.rank for hit in book.ask("varnish").hits]
    assert (ranks, [hit.rank for hit in book.ask("varnish", all_time=True).hits]) == ([2, 1], [1, 2])


def test_limit_keeps_the_most_relevant_and_total_counts_all(book: Book) -> None:
    for day in range(1, 20):  # each in a conversation of its own, so that none lends to another
        book.write(said(f"2026-09-{day:02} 09:00", "varnish" + " filler" * day, session=f"claude-code:s{day}"))
    answer = book.ask("varnish", limit=3, all_time=True)
    assert (len(answer.hits), answer.total, [hit.rank for hit in answer.hits]) == (3, 19, [1, 2, 3])
    assert None is answer.next


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
def test_paging_with_after_shows_everything_exactly_once(book: Book, limit: int) -> None:
    lines = [said(f"2026-10-13 09:{n // 3:02}", f"line {n}") for n in range(30)]
    book.write(*lines[:20]).write(*lines[20:], device="laptop")
    shown: list[str] = []
    after = None
    for _ in range(40):
        answer = book.ask("yesterday", limit=limit, after=after)
        assert answer.total == 30
        shown += texts(answer)
        after = answer.next
        if after is None:
            break
    assert sorted(line.text for line in lines) == sorted(shown)
    assert len(shown) == 30


def test_after_with_words_goes_on_behind_that_record(book: Book) -> None:
    book.write(*(said(f"2026-10-13 09:0{n}", f"varnish {n}") for n in range(5)))
    middle = book.ask("varnish").hits[2].locator
    assert texts(book.ask("varnish", after=middle)) == ["varnish 3", "varnish 4"]


def test_after_an_address_where_nothing_stands_is_refused(book: Book) -> None:
    from lossless_memory.log.read import Locator

    book.write(said("2026-10-13 09:00", "hello"))
    with pytest.raises(UsageError, match="There is no record at main/2026-10-13:9"):
        book.ask("yesterday", after=Locator("main", "2026-10-13", 9))


def test_neighbours_come_from_the_same_session_and_are_context(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "before", session="claude-code:s1"),
        said("2026-09-01 09:01", "elsewhere", session="claude-code:s2"),
        said("2026-09-01 09:02", "the varnish", session="claude-code:s1"),
        said("2026-09-01 09:03", "after", "assistant", session="claude-code:s1"),
        said("2026-09-01 09:04", "long after", session="claude-code:s1"),
    )
    answer = book.ask("varnish", around=1)
    assert texts(answer) == ["before", "the varnish", "after"]
    assert [hit.match for hit in answer.hits] == ["context", "exact", "context"]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (["2026-10-13"], "part of the day"),
        (["2026-10-08", "2026-10-10", "2026-10-13"], "Which day"),
        (["2026-03-01", "2026-05-01", "2026-10-13"], "month"),
    ],
)
def test_one_narrowing_question_is_offered_where_hits_spread(book: Book, days: list[str], expected: str) -> None:
    book.write(*(said(f"{day} {hour:02}:00", f"varnish {day} {hour}") for day in days for hour in (8, 13, 20)))
    answer = book.ask("varnish", limit=2)
    assert answer.ask is not None
    assert expected in answer.ask
    assert None is book.ask("varnish", limit=50).ask


def test_the_narrowing_question_speaks_the_language_of_the_question(book: Book) -> None:
    book.write(*(said(f"2026-10-{day} 08:00", "ニス barniz varnish") for day in (10, 11, 12, 13)))
    asked = [book.ask(question, limit=1).ask for question in ("varnish", "ニスのこと", "¿qué barniz?")]
    assert [
        part for part, ask in zip(["day do you mean", "日のこと", "Qué día"], asked, strict=True) if ask and part in ask
    ] == ["day do you mean", "日のこと", "Qué día"]


def test_records_at_both_ends_of_the_calendar_are_shown_in_every_zone(book: Book) -> None:
    book.write(said("0001-01-01T00:00:00+00:00", "first budget"), said("9999-12-31T23:59:59+00:00", "last budget"))
    for zone in ("Asia/Tokyo", "America/New_York"):
        answer = book.ask("budget", zone=zone, is_now_given=False, limit=1)
        assert answer.total == 2


def test_a_day_is_that_of_the_zone_asked_in(book: Book) -> None:
    book.write(said("2026-10-12T15:30:00+00:00", "half past midnight in Tokyo"))
    assert book.ask("yesterday").days == {"2026-10-13": 1}
    assert book.ask("on October 12", zone="America/New_York").days == {"2026-10-12": 1}
    assert book.ask("the day before yesterday").total == 0


def test_lines_that_lie_within_minutes_are_not_asked_apart(book: Book) -> None:
    book.write(*(said(f"2026-10-13 08:{minute:02}", f"varnish {minute}") for minute in range(6)))
    assert None is book.ask("varnish", limit=2).ask


@pytest.mark.parametrize("question", ["昨日の3時の予約", "the dentist yesterday at 9"])
def test_an_hour_without_am_or_pm_that_held_nothing_is_read_as_the_other_half_of_the_day(
    book: Book, question: str
) -> None:
    book.write(said("2026-10-13 15:05", "歯医者の予約をした"), said("2026-10-13 21:10", "the dentist called"))
    answer = book.ask(question)
    assert len(texts(answer)) == 1
    assert any("the other way to read it is shown" in note for note in answer.notes)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("which flight leaves at 18:40", "the flight home leaves at 18:40 from Haneda"),
        ("7:25のバスはどこ行き", "7:25のバスは空港行き"),
        ("9月入学の願書はどうした", "9月入学の願書を出した"),
    ],
)
def test_where_nothing_was_said_at_a_time_the_line_that_says_it_itself_is_shown_and_told_so(
    book: Book, question: str, line: str
) -> None:
    book.write(said("2026-10-05 21:10", line), said("2026-10-05 21:12", "something else"))
    answer = book.ask(question)
    assert (texts(answer), list(answer.intervals)) == ([line], [])
    assert any("itself, whenever it was" in note for note in answer.notes)


@pytest.mark.parametrize("question", ["the boat at 18:40", "which flight was it 3 days ago", "the flight yesterday"])
def test_a_line_must_say_the_time_and_what_was_asked_and_no_time_that_hangs_on_now(book: Book, question: str) -> None:
    book.write(
        said("2026-10-05 21:10", "the flight leaves at 18:40; yesterday I flew, 3 days ago too"),
        said("2026-10-05 21:12", "the boat is blue"),
    )
    answer = book.ask(question)
    assert (texts(answer), answer.layer) == ([], "none")


def test_a_name_with_its_possessive_finds_the_name(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "Aiko has two cats"), said("2026-09-02 09:00", "so it goes", session="s2"))
    assert ["Aiko has two cats"] == texts(book.ask("Aiko's cats"))


def test_a_day_nothing_was_said_on_is_answered_by_what_names_it(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "the vaccination is on 5 December"), said("2026-09-02 09:00", "so it goes"))
    answer = book.ask("what is on 5 December?")
    assert ["the vaccination is on 5 December"] == texts(answer)
    assert any("Nothing of it was said then" in note for note in answer.notes)
    assert [] == texts(book.ask("what is on 6 December?"))


def test_a_time_still_to_come_is_looked_for_without_its_little_words(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "the boat is on land"), said("2026-09-02 09:00", "25 December 2030: the fair"))
    assert ["25 December 2030: the fair"] == texts(book.ask("on 25 December 2030"))


def test_an_empty_answer_says_whose_lines_alone_were_looked_at(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "the boat"))
    answer = book.ask("boat", actor="nora")
    assert "Only lines said by “nora” were looked at, and no line has that name." in answer.notes


def test_nothing_quoted_is_no_question(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "the boat"))
    with pytest.raises(UsageError):
        book.ask("", literal=True)


@pytest.mark.parametrize(
    ("question", "language"),
    [("what did Lucía say about money", "en"), ("qué dijo Lucía del dinero", "es"), ("¿dinero?", "es")],
)
def test_the_narrowing_question_is_in_the_questions_language(question: str, language: str) -> None:
    now = datetime(2026, 9, 20, tzinfo=UTC)
    asked = narrowing_question(question, {"2026-09-01": 9, "2026-09-05": 9}, 4 * 86_400_000_000, now)
    assert asked is not None
    assert ("Aparece" in asked) is (language == "es")


def test_a_feast_that_describes_something_is_looked_for_by_its_name_as_well(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "the Christmas presents are in the attic", session="a"),
        said("2026-09-02 09:00", "presents for the twins", session="b"),
    )
    answer = book.ask("Christmas presents")
    assert "the Christmas presents are in the attic" == min(answer.hits, key=lambda hit: hit.rank).record.text


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("where are we going at New Year?", "we go to Cádiz for New Year"),
        ("お正月はどこに行くの", "お正月は長崎に行く"),
        ("¿dónde vamos en Nochebuena?", "en Nochebuena vamos a casa de Marta"),
    ],
)
def test_a_feast_nothing_was_said_at_is_answered_by_what_names_it(book: Book, question: str, line: str) -> None:
    book.write(said("2026-09-01 09:00", line), said("2026-09-02 09:00", "so it goes", session="b"))
    answer = book.ask(question)
    assert [line] == texts(answer)
    assert any("Nothing of it was said then" in note for note in answer.notes)
