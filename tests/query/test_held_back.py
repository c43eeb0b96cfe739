"""What is left out of an answer, why, how it is counted, and how it can be reached all the same (DESIGN §3, §6)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from lossless_memory.index import catalog
from lossless_memory.index.search import Address, CatalogSearcher
from lossless_memory.query.answer import Answer
from tests.query.asking import NOW, Book, exact, said, texts


def held(answer: Answer) -> dict[str, int]:
    return {why: count for why, count in answer.held_back.items() if count}


@pytest.fixture
def mixed(book: Book) -> Book:
    """The same words said by everybody and everything."""
    return book.write(
        said("2026-09-01 09:00", "retry budget: typed"),
        said("2026-09-01 09:01", "retry budget: answered", "assistant"),
        said("2026-09-01 09:02", "retry budget: run", "assistant", type="action"),
        said("2026-09-01 09:03", "retry budget: printed", "system", type="action", kind="tool-result"),
        said("2026-09-01 09:04", "retry budget: thought", "assistant", type="meta", kind="thinking"),
        said("2026-09-01 09:05", "retry budget: by an agent", "assistant", agent="ag7"),
        said("2026-09-01 09:06", "retry budget: document", "system", type="doc", kind="document"),
    )


def test_actions_meta_and_agents_are_left_out_and_counted(mixed: Book) -> None:
    answer = mixed.ask("retry budget")
    assert texts(answer) == ["retry budget: typed", "retry budget: answered", "retry budget: document"]
    assert held(answer) == {"action": 2, "meta": 1, "agents": 1}
    assert answer.total == 3


@pytest.mark.parametrize("name", ["restic-backup.timer", "notes.ipynb", "lossless.service"])
def test_the_name_of_a_file_lets_actions_in(book: Book, name: str) -> None:
    book.write(said("2026-09-01 09:00", f"wrote {name}", "system", type="action", kind="tool-result"))
    assert texts(book.ask(name)) == [f"wrote {name}"]


def test_a_view_of_time_alone_never_mixes_in_documents(mixed: Book) -> None:
    answer = mixed.ask("on September 1")
    assert texts(answer) == ["retry budget: typed", "retry budget: answered"]
    assert held(answer) == {"action": 2, "meta": 1, "agents": 1, "doc": 1}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"types": frozenset({"action"})}, ["run", "printed"]),
        ({"types": frozenset({"meta"})}, ["thought"]),
        ({"types": frozenset({"doc"})}, ["document"]),
        ({"with_agents": True}, ["typed", "answered", "by an agent", "document"]),
        ({"roles": frozenset({"user"})}, ["typed"]),
        ({"roles": frozenset({"assistant"})}, ["answered"]),
        ({"actor": "Sam"}, ["typed"]),
        ({"session": "claude-code:s1"}, ["typed", "answered", "document"]),
        ({"session": "nowhere"}, []),
    ],
)
def test_flags_reach_what_is_left_out(mixed: Book, options: dict, expected: list[str]) -> None:
    assert expected == [text.removeprefix("retry budget: ") for text in texts(mixed.ask("retry budget", **options))]


@pytest.mark.parametrize(
    "question", ["retry_budget", "ERR-4021", "src/app/main.py", "config.toml", "fetchAll", "v1.2.3"]
)
def test_an_identifier_in_the_question_lets_actions_in(book: Book, question: str) -> None:
    book.write(said("2026-09-01 09:00", f"output of {question} here", "system", type="action", kind="tool-result"))
    assert [f"output of {question} here"] == texts(book.ask(question))


def test_a_plain_word_does_not_let_actions_in(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "output of budget here", "system", type="action", kind="tool-result"))
    answer = book.ask("budget")
    assert (texts(answer), held(answer)) == ([], {"action": 1})


def test_what_we_injected_ourselves_is_never_found_again(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "marmalade"),
        said("2026-09-01 09:01", "marmalade", "system", type="meta", kind="injected"),
    )
    answer = book.ask("marmalade", types=frozenset({"text", "meta"}))
    assert (answer.total, held(answer)) == (1, {})


# --- the question is not its own answer ------------------------------------------------------------------------------


def just_now(text: str, role: str = "user", *, minutes: int = 1, **given: object):
    when = (NOW - timedelta(minutes=minutes)).isoformat()
    return said(when, text, role, **given)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("what did we say about the varnish?", "what did we say about the varnish?"),
        ("what did we say about the varnish?", "varnish"),
        ("remind me what we said about the varnish", "the varnish"),
        ("ニスの話って何だっけ？", "ニスの話って何だっけ？"),
        ("¿qué dijimos del barniz?", "barniz"),
        ("varnish", "varnish"),
    ],
)
def test_the_unanswered_line_of_a_live_session_is_left_out_and_counted(book: Book, typed: str, question: str) -> None:
    book.write(said("2026-09-01 09:00", "varnish ニス barniz: two coats"), just_now(typed, session="claude-code:live"))
    answer = book.ask(question)
    assert texts(answer) == ["varnish ニス barniz: two coats"]
    assert held(answer)["question"] == 1
    assert answer.total == 1


def test_the_question_does_not_come_back_as_context_or_neighbour(book: Book) -> None:
    book.write(
        just_now("hello there", minutes=40, session="claude-code:live"),
        just_now("two coats of varnish", "assistant", minutes=30, session="claude-code:live"),
        just_now("today, the varnish?", session="claude-code:live"),
    )
    answer = book.ask("today, the varnish?", around=3)
    assert texts(answer) == ["hello there", "two coats of varnish"]


def test_a_question_of_time_alone_is_not_its_own_answer(book: Book) -> None:
    book.write(
        said("2026-10-14 08:00", "good morning", session="claude-code:a"),
        just_now("what did we discuss today?", session="claude-code:live"),
    )
    answer = book.ask("what did we discuss today?", limit=1)
    assert (texts(answer), answer.total, dict(answer.days)) == (["good morning"], 1, {"2026-10-14": 1})
    assert held(answer)["question"] == 1
    assert None is answer.next


def test_the_same_question_asked_before_and_answered_is_found(book: Book) -> None:
    book.write(
        just_now("what about the varnish?", minutes=30, session="claude-code:live"),
        just_now("two coats", "assistant", minutes=29, session="claude-code:live"),
    )
    assert exact(book.ask("what about the varnish?")) == ["what about the varnish?"]


def test_an_answer_later_than_an_explicit_now_does_not_count_as_one(book: Book) -> None:
    book.write(
        just_now("what about the varnish?", session="claude-code:live"),
        just_now("two coats", "assistant", minutes=-1, session="claude-code:live"),
    )
    assert held(book.ask("what about the varnish?")) == {"question": 1}


def test_an_unanswered_line_of_yesterday_is_found(book: Book) -> None:
    book.write(said("2026-10-13 09:00", "what about the varnish?"))
    assert texts(book.ask("varnish")) == ["what about the varnish?"]


@pytest.mark.parametrize("note", ["the locker code is 4417", "locker code 4417", "locker code", "what a locker code"])
def test_a_note_given_to_us_a_minute_ago_is_found(book: Book, note: str) -> None:
    book.write(just_now(note, session="append", source="append"))
    answer = book.ask("what is the locker code?")
    assert ([note], {}) == (texts(answer), held(answer))


def test_a_statement_typed_a_minute_ago_in_another_window_is_found(book: Book) -> None:
    book.write(just_now("the locker code is 4417", session="claude-code:other"))
    answer = book.ask("what is the locker code?")
    assert (texts(answer), held(answer)) == (["the locker code is 4417"], {})


def test_an_assistants_line_is_never_taken_for_the_question(book: Book) -> None:
    book.write(just_now("varnish?", "assistant", session="claude-code:live"))
    assert texts(book.ask("varnish?")) == ["varnish?"]


# --- versions ---------------------------------------------------------------------------------------------------------


def addresses(book: Book) -> CatalogSearcher:
    return CatalogSearcher(catalog.open_reading(book.home))


def test_a_superseded_version_is_hidden_and_its_address_opens_and_points_on(book: Book) -> None:
    book.write(
        said("2026-09-01 09:00", "the varnish", id="u-edit"),
        said("2026-09-02 09:00", "the varnish is spar varnish", id="u-edit"),
    )
    answer = book.ask("varnish")
    assert [(hit.record.text, hit.ts) for hit in answer.hits] == [
        ("the varnish is spar varnish", "2026-09-01T00:00:00.000000Z")
    ]
    searcher = addresses(book)
    found = searcher.at(Address("main", "2026-09-01", 1))
    searcher.close()
    assert found is not None
    assert found[1] == ("main", "2026-09-02", 1)


def test_a_superseded_version_leaves_time_views_counts_and_neighbours(book: Book) -> None:
    book.write(
        said("2026-10-13 09:00", "first half", "assistant", answer="msg1"),
        said("2026-10-13 09:01", "first half and second half", "assistant", answer="msg1"),
        said("2026-10-13 09:02", "thanks"),
    )
    answer = book.ask("yesterday")
    assert (texts(answer), answer.total) == (["first half and second half", "thanks"], 2)
    assert texts(book.ask("thanks", around=5)) == ["first half and second half", "thanks"]


def test_a_copy_with_a_stamped_time_gives_way_to_the_exact_one(book: Book) -> None:
    book.write(
        said("2026-10-13 09:00", "the varnish", id="u-fork", time="inherited", session="claude-code:fork"),
        said("2026-09-01 09:00", "the varnish", id="u-fork"),
    )
    assert (texts(book.ask("yesterday")), texts(book.ask("on September 1"))) == ([], ["the varnish"])


@pytest.mark.parametrize(
    "question",
    [
        "what did Iris say yesterday?",
        "qué dijo iris ayer",
        "昨日、Irisは何て言ってた？",
        "Irisが昨日言ったこと",
        "昨日Irisさんが言ってた話",
        "what did iris say yesterday",
    ],
)
def test_asked_what_somebody_said_only_their_words_are_shown(book: Book, question: str) -> None:
    book.write(
        said("2026-10-13 09:00", "the flights are booked", "assistant", actor="Iris"),
        said("2026-10-13 09:01", "thanks, Iris"),
        said("2026-10-12 09:00", "too early", "assistant", actor="Iris"),
    )
    answer = book.ask(question)
    assert ["the flights are booked"] == texts(answer)
    assert "Only what Iris said was looked at." in answer.notes


def test_somebody_who_never_spoke_is_looked_for_as_a_word(book: Book) -> None:
    book.write(said("2026-10-13 09:00", "Bruno says the flights are booked"), said("2026-10-13 10:00", "fine"))
    assert "Bruno says the flights are booked" in texts(book.ask("what did Bruno say yesterday?"))


@pytest.mark.parametrize("question", ["varnish", "yesterday", ""])
def test_a_scope_narrows_to_what_was_said_in_a_folder(book: Book, question: str) -> None:
    book.write(
        said("2026-10-13 09:00", "the varnish", cwd="/home/sam/boat"),
        said("2026-10-13 09:01", "the varnish below", cwd="/home/sam/boat/mast"),
        said("2026-10-13 09:02", "the varnish elsewhere", cwd="/home/sam/boathouse"),
        said("2026-10-13 09:03", "the varnish of no folder"),
    )
    answer = book.ask(question, scope="/home/sam/boat")
    assert ["the varnish", "the varnish below"] == texts(answer)
    assert (2, {"2026-10-13": 2}) == (answer.total, dict(answer.days))
