"""Homes for made logs, and everything a catalog can be asked, written down so that two of them can be compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lossless_memory import config
from lossless_memory.errors import UsageError
from lossless_memory.index import catalog, update
from lossless_memory.index.search import Address, CatalogSearcher
from lossless_memory.log import dayfile, fsio
from lossless_memory.log.read import Reader
from lossless_memory.paths import Home, find_home
from lossless_memory.query.answer import Answer
from lossless_memory.query.recall import Asking, Options, State, recall
from lossless_memory.query.scan import ScanSearcher
from tests.equivalence.logs import DEVICES, Log, make_questions
from tests.query.asking import written

SETTINGS = config.parse(None, "config.json")._replace(synonyms=(("budget", "予算", "presupuesto"),))


def empty_home(folder: Path) -> Home:
    """Return a home with a place for its index and no log."""
    home = find_home(str(folder), {"LOSSLESS_MACHINE": "tests"})
    fsio.make_folder(home.local)
    return home


def indexed(log: Log, folder: Path) -> Home:
    """Write a made log whole and index it anew."""
    home = empty_home(folder)
    for device in DEVICES:
        written(home, log.lines[device], device)
    update.rebuild(home)
    return home


def caught_up(home: Home) -> None:
    """Bring the index of a home up to its log, as a writer does under its lock."""
    with fsio.locked(home.lock):
        if catalog.current_path(home) is None:
            update.rebuild(home)
        db = catalog.open_writing(home)
        indexer = update.Indexer(home, db)
        indexer.catch_up(dayfile.day_files(home))
        indexer.close()
        db.close()
        path = catalog.current_path(home)
        assert path is not None
        catalog.seal(home, path)


def answered(
    searcher: CatalogSearcher | ScanSearcher,
    reader: Reader,
    question: str,
    options: dict[str, Any],
    asked: dict[str, Any],
) -> Answer | str:
    """Return the answer, or what was said against the question."""
    asking = Asking(asked["now"], asked["zone"], asked["zone"].key, SETTINGS, asked["is_now_given"])
    try:
        return recall(question, searcher, reader, asking, Options(**options), State())
    except UsageError as error:
        return str(error)


def told(home: Home, log: Log, questions: int) -> list[object]:
    """Ask the index of a home everything: its extent, its sources, every address, and questions of the log."""
    found: list[object] = []
    index = CatalogSearcher(catalog.open_reading(home))
    found += [index.extent(), index.sources(), index.source_days()]
    for file in dayfile.day_files(home):
        for line in range(1, dayfile.count_lines(file.path, file.size_b) + 1):
            one = index.at(Address(file.device, file.day, line))
            found.append((file.device, file.day, line, one and (one[0].ts_us, one[1])))
    index.close()
    with Reader(home) as reader:
        for question, options, asked in make_questions(log, questions):
            index = CatalogSearcher(catalog.open_reading(home))
            found.append((question, options, answered(index, reader, question, options, asked)))
            index.close()
    return found
