"""Heads of WhatsApp's lines as phones of many languages write them, and files that show the order of dates or do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lossless_memory.sources.base import Options, Skipped
from lossless_memory.sources.opening import open_utf8
from lossless_memory.sources.whatsapp_lines import head_of, moment

from .reading import BY_NAME, GOLDEN, drafts, of_bytes, read

WHATSAPP = BY_NAME["whatsapp"]


@pytest.mark.parametrize(
    ("line", "order", "expected"),
    [
        ("[01.02.26, 14:03:11] Kim: x", "dmy", "2026-02-01T14:03:11"),
        ("[1/2/26, 2:03:11\u202fPM] Kim: x", "mdy", "2026-01-02T14:03:11"),
        ("\u200e[01/02/2026, 14:03:11] Kim: x", "dmy", "2026-02-01T14:03:11"),
        ("01/02/2026, 14:03 - Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("01/02/2026, 12:03 a. m. - Kim: x", "dmy", "2026-02-01T00:03:00"),
        ("01/02/2026, 12:03\u00a0p.\u00a0m. - Kim: x", "dmy", "2026-02-01T12:03:00"),
        ("1/2/26, 2:03 pm - Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("01.02.26, 14.03 – Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("1.2.2026 klo 14.03 - Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("01-02-2026 14:03 - Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("2026-02-01 14:03 - Kim: x", "dmy", "2026-02-01T14:03:00"),
        ("2026/02/01 14:03 - Kim: x", "mdy", "2026-02-01T14:03:00"),
        ("[2026/2/1 下午2:03:11] Kim: x", "ymd", "2026-02-01T14:03:11"),
        ("2026. 2. 1. 오후 2:03 - Kim: x", "ymd", "2026-02-01T14:03:00"),
        ("[1/2/26 2:03:11 μ.μ.] Kim: x", "dmy", "2026-02-01T14:03:11"),
        ("\u200f١/٢/٢٠٢٦، ٢:٠٣ م - Kim: x", "dmy", "2026-02-01T14:03:00"),
    ],
)
def test_a_head_is_read_as_the_phone_meant_it(line: str, order: str, expected: str) -> None:
    head = head_of(line)
    assert head is not None
    assert line[head.end :] == "Kim: x"
    found = moment(head, order, "UTC")
    assert found is not None
    assert expected == found.ts[:19]


@pytest.mark.parametrize(
    "line",
    [
        "[note] Kim: x",
        "at 14:03 - Kim: x",
        "01/02/2026 - Kim: x",
        "01/02/2026, 14:03 Kim: x",
        "[01/02/2026, 14:03",
        "1/2, 14:03 - x",
        "",
    ],
)
def test_other_lines_have_no_head(line: str) -> None:
    assert head_of(line) is None


@pytest.mark.parametrize(
    ("lines", "told", "expected"),
    [
        (("03/04/26, 10:00 - K: a", "13/04/26, 10:00 - K: b"), None, "2026-04-03"),
        (("03/04/26, 10:00 - K: a", "03/14/26, 10:00 - K: b"), None, "2026-03-04"),
        (("12/04/26, 10:00 - K: a", "01/05/26, 10:00 - K: b"), None, "2026-04-12"),
        (("04/12/26, 10:00 - K: a", "05/01/26, 10:00 - K: b"), None, "2026-04-12"),
        (("03/04/26, 10:00 - K: a",), None, None),
        (("03/04/26, 10:00 - K: a",), "mdy", "2026-03-04"),
        (("03.04.26, 10:00 - K: a",), None, "2026-04-03"),
        (("04/04/26, 10:00 - K: a",), None, "2026-04-04"),
        (("2026/04/03, 10:00 - K: a",), None, "2026-04-03"),
    ],
)
def test_the_order_of_dates_is_decided_for_the_file_or_asked_for(
    lines: tuple[str, ...], told: str | None, expected: str | None
) -> None:
    (first, *_) = read(WHATSAPP, of_bytes("\n".join(lines).encode(), "x.txt"), options=Options(date_order=told))
    if expected is None:
        assert isinstance(first.result, Skipped)
        assert "date_order" in first.result.reason
    else:
        assert expected == drafts([first])[0].ts[:10]  # type: ignore[index]


def test_whose_words_they_are_follows_from_the_name_given() -> None:
    text = "13/04/26, 10:00 - Sam: mine\n13/04/26, 10:01 - \u202a+1 555\u202c: hers\n13/04/26, 10:02 - Sam: <Media omitted>\n"
    found = drafts(read(WHATSAPP, of_bytes(text.encode(), "x.txt"), options=Options(person=("sam",))))
    assert [("user", "text", None), ("system", "text", "+1 555"), ("system", "meta", "Sam")] == [
        (one.role, one.type, one.actor) for one in found
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[2026-02-01 14:03:11] app: ERROR failed: x\n",
        "[2019-12-24, 12:23] Jane: Hello\n",
        "1/2 cup of milk - a recipe: yes\n",
        "# Notes\n01/02/2026, 14:03 - Kim: quoted\n",
    ],
)
def test_a_text_that_only_looks_alike_is_not_claimed(text: str) -> None:
    assert not WHATSAPP.claims(of_bytes(text.encode(), "x.txt"))


@given(data=st.data())
def test_damage_is_kept_or_skipped_for_a_stated_reason(data: st.DataObject) -> None:
    path: Path = data.draw(st.sampled_from(sorted(GOLDEN.glob("whatsapp/*/*.txt"))))
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        start = data.draw(st.integers(0, len(raw)))
        raw[start : start + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    items = read(WHATSAPP, of_bytes(bytes(raw), "x.txt"))
    assert not [
        item for item in items if isinstance(item.result, Skipped) and "could not be read" in item.result.reason
    ]
    with open_utf8(of_bytes(bytes(raw), "x.txt")).stream as stream:  # a mark put in front makes it another encoding
        text = stream.read().decode("utf-8", "surrogateescape")
    assert [draft.text for draft in drafts(items) if draft.text not in text] == []
