"""Day files: only a newline ends a line, damage is a finding with its place, tails are mended by one newline."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lossless_memory.errors import UsageError
from lossless_memory.log import dayfile, read, verify
from lossless_memory.record import encode
from tests.index.stores import append, day_path, home_at, rec, store_at, write_day

DAY = "2026-03-02"


def entries(folder: Path) -> list[read.Entry | read.Finding]:
    return list(read.entries(home_at(folder)))


def test_only_a_newline_ends_a_line(home: Path) -> None:
    texts = ["a\u2028b", "a\u2029b", "a\x85b", "a\rb", "a\r\nb", "a\nb", "a\x0bb\x0cc", "a\x1cb\x1db\x1eb"]
    write_day(home_at(home), "main", DAY, [rec(text) for text in texts])
    found = entries(home)
    assert texts == [entry.record.text for entry in found if isinstance(entry, read.Entry)]
    assert len(texts) == len(found)


def test_a_raw_line_separator_in_the_file_does_not_split_its_line(home: Path) -> None:
    path = write_day(home_at(home), "main", DAY, [rec("a\u2028b")])
    assert "\u2028".encode() in path.read_bytes()
    assert [entry.record.text for entry in entries(home) if isinstance(entry, read.Entry)] == ["a\u2028b"]


@given(st.lists(st.binary(max_size=40).map(lambda raw: raw.replace(b"\n", b"")), max_size=8), st.binary(max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_stand_where_they_say_and_the_unended_tail_is_none_of_them(
    tmp_path: Path, raw: list[bytes], tail: bytes
) -> None:
    path = tmp_path / "day"
    tail = tail.replace(b"\n", b"")
    data = b"".join(line + b"\n" for line in raw) + tail
    path.write_bytes(data)
    found = list(dayfile.lines(str(path)))
    assert raw == [line.data for line in found]
    assert list(range(1, len(raw) + 1)) == [line.number for line in found]
    for line in found:
        assert line.data == data[line.offset_b : line.offset_b + line.length_b]
    assert len(raw) == dayfile.count_lines(str(path), len(data))
    for line in found:  # reading on from any line gives the rest
        rest = dayfile.lines(str(path), line.offset_b, line.number - 1)
        assert found[line.number - 1 :] == list(rest)


@pytest.mark.parametrize("chunk_b", [1, 2, 7, 1 << 20])
def test_lines_are_the_same_however_the_file_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk_b: int
) -> None:
    monkeypatch.setattr(dayfile, "_CHUNK_B", chunk_b)
    monkeypatch.setattr(dayfile, "MAX_LINE_B", 10)
    path = tmp_path / "day"
    path.write_bytes(b"one\n" + b"x" * 11 + b"\n\n" + b"y" * 10 + b"\nlast\ntail")
    wanted = [(1, 0, 3, b"one"), (2, 4, 11, None), (3, 16, 0, b""), (4, 17, 10, b"y" * 10), (5, 28, 4, b"last")]
    assert wanted == [tuple(line) for line in dayfile.lines(str(path))]


def test_a_line_over_the_cap_is_a_finding_and_the_next_one_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_day(home_at(home), "main", DAY, [rec("short"), rec("x" * 1000), rec("after")])
    monkeypatch.setattr(dayfile, "MAX_LINE_B", 500)
    first, second, third = entries(home)
    assert isinstance(second, read.Finding)
    assert (second.line, second.problem) == (2, "longer than 500 bytes")
    assert isinstance(first, read.Entry) and isinstance(third, read.Entry)
    assert third.record.text == "after"


@pytest.mark.parametrize(
    ("problem", "raw"),
    [
        ("NUL bytes", b"\0" * 100),
        ("not JSON", b'{"ts":"2026-03-02T09'),
        ("not JSON", b"\xff\xfe\xfd"),
        ("not a JSON object", b"[]"),
        ("the field actor is missing", b'{"ts":"2026-03-02T09:00:00.000000Z"}'),
        ("not JSON", b""),
        ("a record of 2026-03-03 in the file of 2026-03-02", encode(rec("x", "2026-03-03T00:00:00"))),
    ],
)
def test_damage_is_a_finding_with_its_place_and_its_neighbours_are_read(home: Path, problem: str, raw: bytes) -> None:
    path = write_day(home_at(home), "main", DAY, [rec("before"), raw, rec("after")])
    first, found, last = entries(home)
    assert isinstance(found, read.Finding)
    assert problem in found.problem
    assert (found.device, found.day, found.line) == ("main", DAY, 2)
    assert raw == path.read_bytes()[found.offset_b : found.offset_b + found.length_b]
    assert isinstance(first, read.Entry) and isinstance(last, read.Entry)
    report = verify.verify(home_at(home))
    assert (1, 2, [found]) == (report.files, report.records, report.findings)


def test_a_whole_record_without_newline_counts_once_it_has_one(home: Path) -> None:
    path = write_day(home_at(home), "main", DAY, [rec("one")])
    with path.open("ab") as stream:
        stream.write(encode(rec("two")))
    assert len(entries(home)) == 1
    assert verify.verify(home_at(home)).notes != []
    assert dayfile.end_tail(str(path))
    assert len(entries(home)) == 2
    assert not dayfile.end_tail(str(path))
    assert verify.verify(home_at(home)).notes == [f"main/{DAY}: other users may read this file; run: chmod 600 {path}"]


@pytest.mark.parametrize("tail", [b'{"ts":"2026-03', b"\0" * 512, "は".encode()[:2], b'{"a":1}'])
def test_a_torn_tail_stays_as_one_finding_and_the_next_record_is_whole(home: Path, tail: bytes) -> None:
    store = store_at(home)
    append(store, [rec("one", id="1")])
    with day_path(store.home).open("ab") as stream:
        stream.write(tail)
    receipt = append(store, [rec("two", id="2")])
    assert [f"main/{DAY}:3"] == [str(locator) for locator in receipt.locators]
    found = entries(home)
    assert [entry.record.text for entry in found if isinstance(entry, read.Entry)] == ["one", "two"]
    assert [entry.line for entry in found if isinstance(entry, read.Finding)] == [2]
    assert tail in day_path(store.home).read_bytes()


def test_an_empty_tail_or_file_needs_no_mending(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert not dayfile.end_tail(str(tmp_path / "empty"))
    assert not dayfile.end_tail(str(tmp_path / "nothing"))
    assert not (tmp_path / "nothing").exists()


def test_only_regular_files_with_the_name_of_a_day_in_the_folder_of_its_year_are_day_files(home: Path) -> None:
    place = home_at(home)
    right = write_day(place, "main", DAY, [rec("x")])
    write_day(place, "other-device", "2025-12-31", [rec("x", "2025-12-31T00:00:00")])
    year = right.parent
    for name in ("2026-03-02.jsonl.bak", "2026-3-2.jsonl", "x2026-03-02.jsonl", "2025-03-02.jsonl", "2026-03-03.JSONL"):
        (year / name).write_bytes(encode(rec("x")) + b"\n")
    (year / "2026-03-04.jsonl").symlink_to(right)
    (year / "2026-03-05.jsonl").mkdir()
    os.mkfifo(year / "2026-03-06.jsonl")
    (year.parent / "markers.jsonl").touch()
    (year.parent.parent / "linked").symlink_to(year.parent)
    wanted = [("main", DAY), ("other-device", "2025-12-31")]
    assert wanted == [(file.device, file.day) for file in dayfile.day_files(place)]


def test_a_file_that_vanishes_while_the_log_is_read_is_passed_over(home: Path) -> None:
    place = home_at(home)
    write_day(place, "main", DAY, [rec("x")])
    gone = write_day(place, "main", "2026-03-03", [rec("y", "2026-03-03T00:00:00")])
    files = dayfile.day_files(place)
    gone.unlink()
    assert len(list(read.entries(place, files))) == 1


def test_an_address_finds_its_record_its_damage_or_nothing(home: Path) -> None:
    place = home_at(home)
    write_day(place, "main", DAY, [rec("one"), b"broken", rec("three")])
    found = read.find(place, read.Locator.parse(f" main/{DAY}:3\n"))
    assert isinstance(found, read.Entry)
    assert ("three", f"main/{DAY}:3") == (found.record.text, str(found.locator))
    assert isinstance(read.find(place, read.Locator("main", DAY, 2)), read.Finding)
    assert read.find(place, read.Locator("main", DAY, 4)) is None
    assert read.find(place, read.Locator("nobody", DAY, 1)) is None


@pytest.mark.parametrize("text", ["", "main", "main/2026-03-02", f"../x/{DAY}:1", f"main/{DAY}:0", f"main/{DAY}:1\n2"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not the address of a record"):
        read.Locator.parse(text)


def test_a_line_is_read_by_its_place_and_is_nothing_where_the_log_has_it_no_longer(home: Path) -> None:
    place = home_at(home)
    path = write_day(place, "main", DAY, [rec("one"), rec("two")])
    _, second = entries(home)
    assert isinstance(second, read.Entry)
    with read.Reader(place) as reader:
        assert second.record == reader.record_at("main", DAY, second.offset_b, second.length_b)
        path.write_bytes(path.read_bytes()[:-10])
        assert reader.record_at("main", DAY, second.offset_b, second.length_b) is None
        assert reader.record_at("main", "2026-03-09", 0, 10) is None
