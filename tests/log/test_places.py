"""What stands where a home or a device folder should be is told apart from one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from lossless_memory.errors import StoreError
from lossless_memory.log import dayfile
from lossless_memory.log.home import open_store
from lossless_memory.paths import Home


def test_a_home_that_is_a_file_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.write_text("not a folder", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be read"):
        open_store(Home(str(path), "f" * 16), now=datetime(2026, 3, 2, tzinfo=UTC))


def test_a_folder_whose_name_is_no_device_name_is_no_device(tmp_path: Path) -> None:
    for name in ("main", "laptop-2", "d\x1b[31mev", ".stversions", "two words"):
        (tmp_path / "log" / name).mkdir(parents=True)
    assert ["laptop-2", "main"] == dayfile.devices(Home(str(tmp_path), "f" * 16))


def test_a_log_without_its_store_file_is_no_empty_store(tmp_path: Path) -> None:
    home = Home(str(tmp_path / "home"), "f" * 16)
    now = datetime(2026, 3, 2, tzinfo=UTC)
    open_store(home, now=now)
    Path(home.log).mkdir()
    Path(home.store).write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="damaged") as damaged:
        open_store(home, now=now)
    Path(home.store).unlink()
    with pytest.raises(StoreError, match="holds a log") as missing:
        open_store(home, now=now, create=False)
    assert all("from a copy" in str(error.value.next_step) for error in (damaged, missing))
