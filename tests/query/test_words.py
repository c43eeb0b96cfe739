"""Which words of a question are looked for, and how exactly."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lossless_memory.errors import UsageError
from lossless_memory.query.fillers import Cleaner
from lossless_memory.record import Record, encode, may_hold
from tests.query.asking import Book, parts, said, texts

LEFT = [
    ("what did we decide about the varnish?", ["varnish"]),
    ("Do you remember what I said about my sister's wedding?", ["sister", "wedding"]),
    ("tell me again which hotel it was", ["hotel"]),
    ("what's Kenji\u2019s mother's name", ["Kenji", "mother", "name"]),
    ("my 's rent", ["rent"]),
    ("the rent 's due", ["rent", "due"]),
    ("sed 's/a/b/'", ["sed", "s/a/b"]),
    ("did we ever talk about re-entry permits", ["re-entry", "permits"]),
    ("what's the Wi-Fi password", ["Wi-Fi", "password"]),
    ("what was I saying about C++ and memory:safe", ["C", "memory:safe"]),
    ("who is Dr. O\u2019Neill", ["Dr", "O\u2019Neill"]),
    ("¿Qué decidimos sobre el barniz?", ["barniz"]),
    ("recuerda lo que dije de la reunión con el médico", ["reunión", "médico"]),
    ("¿cuánto costaban los billetes?", ["costaban", "billetes"]),
    ("dime cuál era el presupuesto para el año", ["presupuesto", "año"]),
    ("予算の話", ["予算"]),
    ("の予算", ["予算"]),
    ("電話", ["電話"]),
    ("私立の学校", ["私立", "学校"]),
    ("話題の本について話した", ["話題", "本"]),
    ("会議の資料について教えて", ["会議", "資料"]),
    ("カフェテラスについて何を決めた？", ["カフェテラス"]),
    ("猫の名前は何だっけ？", ["猫", "名前"]),
    ("旅行の話をした", ["旅行"]),
    ("歯", ["歯"]),
    ("🎉", ["🎉"]),
    ("*", []),
    ("", []),
]


@pytest.mark.parametrize(("question", "expected"), LEFT)
def test_fillers_drop_out_of_a_question_and_the_rest_is_looked_for(question: str, expected: list[str]) -> None:
    assert expected == Cleaner().words(question)


def test_the_persons_own_fillers_drop_out_too() -> None:
    assert Cleaner(["Please", "jarvis", "ジャービス"]).words("Jarvis, the varnish please ジャービス") == ["varnish"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("森田歯科の電話番号は何だっけ", "森田歯科の電話番号は42-1177"),
        ("浮いた分はどこに回す", "浮いた分は旅行の積み立てに"),
        ("ぶどうはどこ", "ぶどうは冷蔵庫"),
        ("ことば", "いいことばだね"),
        ("英会話の先生は誰", "英会話の先生はケイト"),
        ("会話", "会話が大事"),
        ("歯医者は何時でしたか", "歯医者は午後三時"),
        ("データ移行のリハーサルはいつ", "データ移行のリハーサルは土曜"),
    ],
)
def test_a_word_that_holds_a_filler_is_found_all_the_same(book: Book, question: str, expected: str) -> None:
    answers = ["森田歯科の電話番号は42-1177", "浮いた分は旅行の積み立てに", "ぶどうは冷蔵庫", "いいことばだね"]
    answers += [
        "英会話の先生はケイト",
        "会話が大事",
        "歯医者は午後三時",
        "データ移行のリハーサルは土曜",
        "電車",
        "おはよう",
    ]
    book.write(*(said(f"2026-09-01 09:{n:02}", line) for n, line in enumerate(answers)))
    assert expected == min(book.ask(question, all_time=True).hits, key=lambda hit: hit.rank).record.text


def test_a_question_of_fillers_alone_looks_for_these(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "I don't"), said("2026-09-01 09:01", "会話"), said("2026-09-01 09:02", "rain"))
    assert (texts(book.ask("don't")), texts(book.ask("会話"))) == (["I don't"], ["会話"])


def test_fillers_beside_a_range_leave_a_view_of_time(book: Book) -> None:
    book.write(said("2026-10-13 09:00", "varnish"), said("2026-10-13 10:00", "talk"))
    answer = book.ask("what did we talk about yesterday?")
    assert (texts(answer), list(answer.terms)) == (["varnish", "talk"], [])


VIEWS = [
    "what did we talk about all day yesterday?",
    "everything from yesterday",
    "summarize yesterday",
    "a recap of yesterday evening and yesterday morning",
    "what's new since yesterday?",
    "where did we leave off yesterday",
    "what have I been up to since yesterday",
    "what was I working on yesterday",
    "what did I ask you yesterday?",
    "昨日の続き",
    "昨日のまとめをお願いします",
    "昨日の大事なこと",
    "the gist of yesterday",
    "昨日話したことを全部見せて",
    "昨日はどんな日だった？",
    "昨日のやりとり",
    "resumen de ayer",
    "¿de qué estuvimos hablando ayer?",
    "todo el día de ayer",
    "¿en qué quedamos ayer?",
]


@pytest.mark.parametrize("question", VIEWS)
def test_words_that_ask_for_all_of_a_time_do_not_narrow_it(book: Book, question: str) -> None:
    book.write(said("2026-10-13 09:00", "varnish"), said("2026-10-13 19:00", "rain"), said("2026-10-12 19:00", "day"))
    answer = book.ask(question)
    assert (texts(answer), list(answer.terms), answer.layer) == (["varnish", "rain"], [], "exact")


def test_the_same_words_are_looked_for_beside_others_and_without_a_time(book: Book) -> None:
    book.write(said("2026-10-13 09:00", "the summary of the contract"), said("2026-10-13 09:01", "rain"))
    assert list(book.ask("the summary of the contract yesterday").terms) == ["summary", "contract"]
    assert texts(book.ask("summary")) == ["the summary of the contract"]


def test_a_name_in_the_log_is_found_in_any_form_of_the_word(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "Varnishing the boats"))
    assert texts(book.ask("varnish boat")) == ["Varnishing the boats"]


def test_asking_for_one_synonym_finds_all(book: Book) -> None:
    book.set(synonyms=(("dentist", "歯医者", "Dr. Morita"),))
    book.write(
        said("2026-09-01 09:00", "the dentist called"),
        said("2026-09-02 09:00", "歯医者に行った"),
        said("2026-09-03 09:00", "Dr. Morita is away"),
        said("2026-09-04 09:00", "rain"),
    )
    for question in ("dentist", "歯医者", "Dentist"):
        assert texts(book.ask(question)) == ["the dentist called", "歯医者に行った", "Dr. Morita is away"]


WRITTEN = [
    ("Un café con Íñigo", ["cafe", "CAFÉ", "cafe\u0301", "inigo", "ÍÑIGO"]),
    ("die Straße nach Köln", ["STRASSE", "straße", "koln", "KÖLN"]),
    ("İstanbul'da kalacağız", ["istanbul", "İSTANBUL", "kalacağız"]),
    ("Встреча в Киеве", ["встреча", "ВСТРЕЧА", "киеве"]),
    ("Η ΟΔΟΣ ήταν κλειστή", ["οδος", "οδοσ", "ΚΛΕΙΣΤΉ"]),
    ("that’s O’Neill’s — “quoted”, finally…", ["O'Neill", "o’neill", "quoted", "finally"]),
    ("I ❤️pancakes", ["pancakes", "❤", "❤️"]),
    ("ｆｕｌｌ ｗｉｄｔｈ ①番", ["full", "WIDTH", "ｗｉｄｔｈ", "番"]),
    ("ขอบคุณ ฿50 ค่ะ", ["ขอบคุณ", "ค่ะ"]),
    ("रिपोर्ट कल", ["रिपोर्ट"]),
]


@pytest.mark.parametrize(("line", "questions"), WRITTEN)
def test_case_accents_widths_and_signs_do_not_stand_between_a_word_and_its_line(
    book: Book, line: str, questions: list[str]
) -> None:
    book.write(said("2026-09-01 09:00", line), said("2026-09-01 09:01", "rain"))
    assert [texts(book.ask(question)) for question in questions] == [[line]] * len(questions)


QUOTED = [
    ('"two coats"', ["two coats of varnish"]),
    ("“Two Coats”", ["Two Coats"]),
    ("“TWO COATS”", ["two coats of varnish", "Two Coats"]),
    ('"coats two"', []),
    ("「駅前の森田歯科」", ["明日の歯医者は午後三時、駅前の森田歯科です"]),
    ("「午後三時」", ["明日の歯医者は午後三時、駅前の森田歯科です"]),
    ("「歯車」", []),
    ('"a_b%c"', ["the file a_b%c.txt"]),
    ('"%_"', []),
    ('"→"', ["left → right"]),
    ('varnish "of varnish"', ["two coats of varnish"]),
]


@pytest.fixture
def lines(book: Book) -> Book:
    return book.write(
        said("2026-09-01 09:00", "two coats of varnish"),
        said("2026-09-01 09:01", "Two Coats"),
        said("2026-09-01 09:02", "coats: two"),
        said("2026-09-01 09:03", "明日の歯医者は午後三時、駅前の森田歯科です"),
        said("2026-09-01 09:04", "the file a_b%c.txt"),
        said("2026-09-01 09:05", "the file aXb5c.txt"),
        said("2026-09-01 09:06", "left → right"),
        said("2026-09-01 09:07", "100% sure"),
    )


@pytest.mark.parametrize(("question", "expected"), QUOTED)
def test_quoted_text_must_stand_in_a_record(lines: Book, question: str, expected: list[str]) -> None:
    assert expected == texts(lines.ask(question))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("oats of v", ["two coats of varnish"]),
        ("yesterday", []),
        ("Two", ["Two Coats"]),
        ("TWO", []),
        ("a_b", ["the file a_b%c.txt"]),
        ("%", ["the file a_b%c.txt", "100% sure"]),
        ("_b%", ["the file a_b%c.txt"]),
        ('"two', []),
        ("→", ["left → right"]),
        ("歯", ["明日の歯医者は午後三時、駅前の森田歯科です"]),
        ("、", ["明日の歯医者は午後三時、駅前の森田歯科です"]),
    ],
)
def test_literal_takes_the_whole_question_as_it_stands(lines: Book, question: str, expected: list[str]) -> None:
    answer = lines.ask(question, literal=True)
    assert (expected, []) == (texts(answer), list(answer.intervals))


def test_a_time_phrase_in_quotes_is_not_a_time(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "she said yesterday"), said("2026-10-13 09:00", "hello"))
    answer = book.ask('"yesterday"')
    assert (texts(answer), list(answer.intervals)) == (["she said yesterday"], [])


# --- signs that mean something to a search engine ---------------------------------------------------------------------

SIGNS = parts(
    """pre-edit|memory:safe|say "hi|don't|(python|foo AND|*|a/b.py|NEAR|%_|NEAR(a b, 3)|a OR|NOT a|^a|{x}: a|text:a|a*|"|""|
'a'|a"b|((((|a b) OR (c|+a -b|\\|\x00|a\x00b|🎉|👩‍💻|-|--|;DROP TABLE rec|?|a AND (NOT|"a" NEAR "b"|ﾃﾞ|½|²|\ud83d|\u202e""",
    "|",
)


@pytest.mark.parametrize("question", SIGNS)
def test_no_sign_in_a_question_is_an_operator(lines: Book, question: str) -> None:
    lines.write(said("2026-09-02 09:00", question.strip() or "nothing"))
    for is_literal in (False, True):
        try:
            answer = lines.ask(question, literal=is_literal)
        except UsageError:
            assert not is_literal or not question.strip()
        else:
            assert question.strip() in texts(answer) or not is_literal


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("pre-edit", ["the pre-edit hook"]),
        ("memory:safe", ["memory:safe code"]),
        ('say "hi', ["hi everyone"]),
        ("(python", ["python here"]),
        ("foo AND", ["foo"]),
        ("a/b.py", ["see a/b.py"]),
        ("NEAR", ["NEAR the sea"]),
        ("🎉", ["party 🎉"]),
    ],
)
def test_plain_words_among_signs_are_found_where_they_stand(book: Book, question: str, expected: list[str]) -> None:
    lines = [
        "the pre-edit hook",
        "memory:safe code",
        "hi everyone",
        "python here",
        "foo",
        "see a/b.py",
        "NEAR the sea",
        "party 🎉",
    ]
    book.write(*(said(f"2026-09-01 09:{n:02}", line) for n, line in enumerate(lines)))
    assert expected == texts(book.ask(question))


def test_a_question_of_twenty_thousand_characters_is_answered(book: Book) -> None:
    book.write(said("2026-09-01 09:00", "varnish"))
    assert texts(book.ask("varnish " * 2_500)) == ["varnish"]
    assert texts(book.ask("x" * 20_000)) == []
    assert texts(book.ask("歯" * 20_000)) == []


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Book:
    book = Book(tmp_path_factory.mktemp("shelf"))
    return book.write(
        said("2026-10-13 09:00", "two coats of varnish"),
        said("2026-10-13 10:00", "明日の歯医者は午後三時", "assistant"),
        said("2026-10-14 09:59", "¿qué dijimos? 🎉 \ud83d a_b%c"),
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60), st.booleans())
def test_any_text_is_answered_or_refused_in_plain_words(shelf: Book, question: str, is_literal: bool) -> None:
    try:
        shelf.ask(question, literal=is_literal)
    except UsageError as error:
        assert str(error)


PIECES = st.sampled_from(
    [
        "yesterday",
        "昨日",
        "ayer",
        '"',
        "「",
        "」",
        "AND",
        "NEAR(",
        "*",
        "%",
        "_",
        "varnish",
        "歯",
        "医者",
        "a/b.py",
        "\ud83d",
        "\x00",
        "since",
        "3",
        ":",
        "-",
        "🎉",
        "ﾞ",
        "\u0301",
        "9時",
        "から",
        "the",
        "in",
        "10 to",
    ]
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=8), st.sampled_from(["", " "]), st.booleans())
def test_any_mixture_of_signs_words_and_times_is_answered_or_refused(
    shelf: Book, pieces: list[str], gap: str, is_literal: bool
) -> None:
    try:
        shelf.ask(gap.join(pieces), literal=is_literal, around=1)
    except UsageError as error:
        assert str(error)


@pytest.mark.parametrize("question", ["2.1.90", "v2.1.90", "camelCase", "camelCaseName"])
def test_a_version_or_a_name_in_parts_is_found_in_the_other_ways_it_is_written(book: Book, question: str) -> None:
    book.write(said("2026-09-01 09:00", "fixed in v2.1.90-rc.1 by camelCaseName"), said("2026-09-02 09:00", "rain"))
    assert ["fixed in v2.1.90-rc.1 by camelCaseName"] == texts(book.ask(question))


@pytest.mark.parametrize(
    "text", ['say "so" \\ done', "tab\there", "two\nlines", "\ud83d half", "NUL \x00 in it", "/slash/", "é", "\u2028"]
)
def test_a_line_that_holds_a_text_is_never_passed_over_unread(text: str) -> None:
    whole = Record("2026-03-02T09:15:04.120000Z", "Sam", "user", "text", f"before {text} after", None, "s")
    assert may_hold(encode(whole), text)
    assert may_hold(json.dumps(whole._asdict()).encode(), text)
    assert not may_hold(encode(whole._replace(text="before after")), "unsaid")
