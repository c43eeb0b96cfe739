"""Cases C22, C24, C26, C34: words without spaces, widths and accents, signs, odd locales and names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.told import hits, through
from tests.surface.running import Cli, transcript, turn

DENTIST = "明日の歯医者は午後三時、駅前の森田歯科です"


def filled(cli: Cli, *texts: str) -> Cli:
    lines = [turn(f"u{n}", f"2026-10-10T02:{n:02}:00Z", text) for n, text in enumerate(texts)]
    cli("import", "--quiet", str(transcript(cli.home.parent / "s1.jsonl", lines)), code=0)
    return cli


def found(cli: Cli, *question: str) -> list[str]:
    return [hit["text"] for hit in hits(cli, *question)]


def test_c22_every_part_of_a_japanese_line_finds_it(cli: Cli) -> None:
    filled(cli, DENTIST, "おはよう", *(f"歯の話 {n}" for n in range(30)))
    for question in ("歯医者", "森田", "午後三時", "駅前の森田歯科", "「歯医者」", "「午後三時」"):
        assert DENTIST in found(cli, question), question
    assert found(cli, "歯車") == []
    body = cli("recall", "--json", "歯", "--limit", "5", code=0).json
    assert (body["total"], body["shown"]) == (31, 5)
    assert len(found(cli, "歯")) == 20
    assert DENTIST in found(cli, "歯", "--limit", "100")


WIDTHS = ["ｶﾌｪﾃﾗｽで会う", "ＵＳＢを買う", "㈱青葉に電話", "Caf\u00e9 one", "Cafe\u0301 two"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("カフェテラス", WIDTHS[:1]),
        ("usb", WIDTHS[1:2]),
        ("株", WIDTHS[2:3]),
        ("(株)青葉", WIDTHS[2:3]),
        ("「(株)青葉」", WIDTHS[2:3]),
        ("caf\u00e9", WIDTHS[3:]),
        ("cafe\u0301", WIDTHS[3:]),
        ("cafe", WIDTHS[3:]),
    ],
)
def test_c24_widths_and_compositions_match_and_the_text_shown_is_the_original(
    tmp_path_factory: pytest.TempPathFactory, question: str, expected: list[str]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "widths"
    cli = Cli(folder / "home")
    if not cli.home.exists():
        folder.mkdir(exist_ok=True)
        filled(cli, *WIDTHS)
    assert found(cli, question) == expected


QUERIES = [
    "pre-edit",
    "memory:safe",
    'say "hi',
    "don't",
    "(python",
    "foo AND",
    "*",
    "a/b.py",
    "NEAR",
    "",
    "x" * 20_000,
    "🎉",
    "%_",
]
LITERALLY = [
    "the pre-edit hook",
    "it is memory:safe",
    'they say "hi" a lot',
    "I don't",
    "in (python)",
    "foo AND bar",
    "see a/b.py",
    "NEAR the sea",
    "party 🎉",
]


def test_c26_no_query_crashes_or_leaks_and_plain_words_are_found(cli: Cli) -> None:
    filled(cli, *LITERALLY, "nothing of the kind")
    expected = {
        query: [text for text in LITERALLY if query.strip('("') in text]
        for query in QUERIES
        if query not in ("", "*", "%_")
    }
    for query in QUERIES:
        ran = cli("recall", "--json", "--", query)
        said = (ran.out + ran.err).lower()
        assert "fts5" not in said
        assert "sqlite" not in said
        if ran.code == 2:
            assert query in ("", "*", "%_")
            assert ran.json["error"]["message"].startswith("The question names neither a time nor a word")
            continue
        texts = [hit["text"] for hit in ran.json["hits"]]
        assert "nothing of the kind" not in texts, query
        assert set(expected.get(query, [])) <= set(texts), query
        assert ran.code == (0 if texts else 1)
    assert cli("recall", "", code=2).out == ""


NAME = "山田 Ｔ's files"
ODD = '表示「ソ」能 \\ " 🎉'
LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp932"}


def test_c34_in_another_locale_and_an_odd_folder_answers_are_utf_8_and_log_bytes_exact(tmp_path: Path) -> None:
    cli = Cli(tmp_path / NAME / "home", **LOCALE)
    source = transcript(tmp_path / NAME / "ソ能表.jsonl", [turn("u1", "2026-10-13T02:00:00Z", ODD)])
    assert cli("import", "--json", str(source), code=0).json["files"][0]["path"] == str(source)
    assert found(cli, "「ソ」") == [ODD]
    assert found(cli, "表示") == [ODD]
    assert ODD in cli("recall", "yesterday", code=0).out
    (line,) = (cli.home / "log/main/2026/2026-10-13.jsonl").read_bytes().splitlines()
    assert json.dumps(ODD, ensure_ascii=False).encode() in line


@pytest.mark.parametrize("surface", ["hook", "mcp"])
def test_c34_the_protocols_answer_in_utf_8_too(tmp_path: Path, surface: str) -> None:
    cli = Cli(tmp_path / NAME / "home", **LOCALE)
    cli("append", "--ts", "2026-10-13T11:00+09:00", ODD, code=0)
    assert ODD in through(cli, surface, "昨日の「表示」、覚えてる？")
