"""`import --explain`: item by item what became of a file, without changing anything."""

from __future__ import annotations

from pathlib import Path

from tests.surface.running import Cli, transcript, tree, turn


def _file(folder: Path) -> Path:
    lines = [turn(f"u{n}", f"2026-10-13T02:0{n}:00Z", f"line {n}") for n in range(3)]
    path = transcript(folder / "s1.jsonl", lines)
    with path.open("ab") as stream:
        stream.write(b"{broken\n")
    return path


def test_it_names_the_record_the_copy_the_new_one_and_the_reason(cli: Cli, tmp_path: Path) -> None:
    path = _file(tmp_path)
    cli("import", str(path), code=3)
    other = transcript(
        tmp_path / "s2.jsonl",
        [
            turn("u1", "2026-10-13T02:01:00Z", "line 1", session="s2"),
            turn("n1", "2026-10-13T03:00:00Z", "a new line", session="s2"),
        ],
    )
    before = tree(cli.home / "log")
    said = cli("import", "--explain", str(path), code=0).out
    assert "line 1: user typed, stored as main/2026-10-13:1" in said
    assert "line 4: skipped: not JSON" in said
    assert "3 records = 3 stored + 0 known from elsewhere + 0 not stored yet" in said
    assert "line 1" in said
    said = cli("import", "--explain", str(other), code=0).out
    assert "line 1: user typed, known as main/2026-10-13:2, from claude-code:s1" in said
    assert "line 2: user typed, not stored yet" in said
    body = cli("import", "--explain", str(other), "--json", code=0).json
    assert body["total"] == {"items": 2, "stored": 0, "copy": 1, "new": 1, "skipped": {}}
    assert [one["records"][0]["outcome"] for one in body["items"]] == ["copy", "new"]
    assert tree(cli.home / "log") == before


def test_it_adds_up_with_the_account_of_the_import(cli: Cli, tmp_path: Path) -> None:
    path = _file(tmp_path)
    total = cli("import", "--json", str(path), code=3).json["total"]
    explained = cli("import", "--explain", str(path), "--json", code=0).json["total"]
    assert explained == {
        "items": total["items"], "stored": total["stored"], "copy": 0, "new": 0, "skipped": total["skipped"],
    }  # fmt: skip


def test_a_file_that_nobody_reads_is_explained_too(filled: Cli, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"\x00\x01 nothing")
    (tmp_path / "user.json").write_bytes(b"[1]")
    assert "the file: skipped: unknown format" in filled("import", "--explain", str(tmp_path / "x.bin"), code=0).out
    assert "holds no conversation" in filled("import", "--explain", str(tmp_path / "user.json"), code=0).out
    filled("import", "--explain", str(tmp_path / "nowhere"), code=18)
    filled("import", "--explain", str(tmp_path / "x.bin"), str(tmp_path), code=2)
    ran = filled("import", "--explain", str(tmp_path / "x.bin"), LOSSLESS_HOME=str(tmp_path / "none"))
    assert ran.code == 12
