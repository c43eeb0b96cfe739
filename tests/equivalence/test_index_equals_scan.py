"""The index answers as reading the log from end to end does: every field of every answer (Promise: P13)."""

from __future__ import annotations

from pathlib import Path

import pytest

from lossless_memory.index import catalog
from lossless_memory.index.search import Address, CatalogSearcher
from lossless_memory.log.read import Reader
from lossless_memory.query.answer import Answer
from lossless_memory.query.scan import ScanSearcher
from tests.equivalence.homes import answered, indexed
from tests.equivalence.logs import DEVICES, make_log, make_questions
from tests.long import times

LOGS = times(50, 300)
QUESTIONS = 24


@pytest.mark.parametrize("seed", range(LOGS))
def test_the_index_answers_what_the_scan_answers(seed: int, tmp_path: Path) -> None:
    log = make_log(seed)
    home = indexed(log, tmp_path)
    scan = ScanSearcher(home)
    with Reader(home) as reader:
        for number, (question, options, asked) in enumerate(make_questions(log, QUESTIONS)):
            index = CatalogSearcher(catalog.open_reading(home))
            expected, found = (answered(one, reader, question, options, asked) for one in (scan, index))
            assert expected == found, f"seed {seed}, question {number}: {question!r} {options} {asked}"
            if isinstance(expected, Answer) and expected.next is not None:
                further = {**options, "after": expected.next}
                expected, found = (answered(one, reader, question, further, asked) for one in (scan, index))
                assert expected == found, f"seed {seed}, question {number} continued: {question!r} {further} {asked}"
            index.close()
    scan.close()


@pytest.mark.parametrize("seed", range(0, LOGS, 6))
def test_the_index_knows_every_address_the_scan_knows(seed: int, tmp_path: Path) -> None:
    log = make_log(seed)
    home = indexed(log, tmp_path)
    scan, index = ScanSearcher(home), CatalogSearcher(catalog.open_reading(home))
    assert (scan.extent(), scan.sources()) == (index.extent(), index.sources()), f"seed {seed}"
    assert scan.source_days() == index.source_days(), f"seed {seed}"
    count = 0
    for device in DEVICES:
        days = {day for day, _ in log.lines[device]}
        for day in days:
            for line in range(1, 120):
                address = Address(device, day, line)
                expected, found = scan.at(address), index.at(address)
                places = [one and (one[0].ts_us, one[0].address, one[1]) for one in (expected, found)]
                assert places[0] == places[1], f"seed {seed}: {address}"
                count += expected is not None
    assert count == len(log.records)
    index.close()
    scan.close()


def test_the_made_logs_and_questions_reach_every_layer_and_every_trap(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    for seed in range(6):
        log = make_log(seed)
        home = indexed(log, tmp_path / str(seed))
        with Reader(home) as reader:
            for question, options, asked in make_questions(log, QUESTIONS):
                index = CatalogSearcher(catalog.open_reading(home))
                answer = answered(index, reader, question, options, asked)
                index.close()
                if isinstance(answer, str):
                    continue
                for name, is_there in (
                    (answer.layer, True),
                    ("next", answer.next),
                    ("ask", answer.ask),
                    *((why, count) for why, count in answer.held_back.items()),
                    ("low", any(hit.low_confidence for hit in answer.hits)),
                    ("moved", any(hit.ts != hit.record.ts for hit in answer.hits)),
                    ("vague", any(one.vague for one in answer.intervals)),
                ):
                    seen[name] = seen.get(name, 0) + bool(is_there)
    wanted = {"exact", "relaxed", "none", "next", "ask", "action", "meta", "agents", "low", "moved", "vague"}
    assert wanted <= {name for name, count in seen.items() if count}
