"""Lines that say a question's word in another form of it, or in other kana, in three languages."""

from __future__ import annotations

import pytest

from tests.query.asking import Book, exact, said

FOUND = [
    ("I paid the plumber", "what did I pay?"),
    ("we will pay him on Friday", "who was paid"),
    ("She taught me chess", "teaching"),
    ("the children slept well", "how does my child sleep"),
    ("he drove to Leeds", "driving to work"),
    ("put the knife away", "where are the knives"),
    ("Compramos dos sillas", "¿qué compré?"),
    ("Voy a pagar mañana", "¿cuándo pagué?"),
    ("Empecé el lunes", "¿cuándo empezamos?"),
    ("Hay que buscar otra casa", "¿qué busqué?"),
    ("Leyó todo el informe", "¿qué leí?"),
    ("Queremos mudarnos en mayo", "¿adónde nos mudamos?"),
    ("Aprendió a nadar", "¿qué aprendimos?"),
    ("Está escrito en la nota", "¿quién lo escribió?"),
    ("Me puse el abrigo", "¿qué nos pusimos?"),
    ("Vi dos luces raras", "¿dónde vi la luz?"),
    ("靴を買うことにした", "買ったのはいつ"),
    ("乗らなかった", "自転車に乗った？"),
    ("手紙を書きます", "書いた相手は誰"),
    ("薬を飲む時間", "飲んだ？"),
    ("泳ぎに行く", "泳いだ日は"),
    ("ラーメンを食べた", "らーめんの店"),
    ("らーめん屋に寄った", "ラーメンはどこ"),
    ("ねこが来た", "ネコ"),
    ("メガネを忘れた", "めがねを忘れた"),
]


@pytest.mark.parametrize(("line", "question"), FOUND)
def test_a_line_that_says_the_word_in_another_form_is_found(book: Book, line: str, question: str) -> None:
    book.write(said("2026-03-01T10:00:00Z", "nothing of the kind"), said("2026-03-02T10:00:00Z", line))
    assert line in exact(book.ask(question))


APART = [
    ("una casa con jardín", "¿cuándo me casé?"),
    ("como siempre", "¿qué comimos?"),
    ("会う約束", "会社の話"),
    ("買収の記事", "買った？"),
    ("a lead pipe", "who paid"),
]


@pytest.mark.parametrize(("line", "question"), APART)
def test_a_word_that_only_looks_alike_is_another_word(book: Book, line: str, question: str) -> None:
    book.write(said("2026-03-02T10:00:00Z", line))
    assert [] == [one for one in exact(book.ask(question)) if one == line]


def test_quoted_words_have_no_other_forms(book: Book) -> None:
    book.write(said("2026-03-02T10:00:00Z", "I paid him"))
    assert [] == exact(book.ask('"pay"'))


def test_the_form_that_was_asked_for_comes_first(book: Book) -> None:
    book.write(said("2026-03-02T10:00:00Z", "we paid the rent"), said("2026-03-03T10:00:00Z", "we pay the rent"))
    best = min(book.ask("pay the rent").hits, key=lambda hit: hit.rank)
    assert best.record.text == "we pay the rent"
