"""The one question asked back: it asks for what would narrow the answer, and claims only what was counted."""

from __future__ import annotations

import pytest

from lossless_memory.query.narrow import narrowing_question

HOUR_US = 3_600_000_000
DAY_US = 24 * HOUR_US


def days(*named: str) -> dict[str, int]:
    return dict.fromkeys(named, 1)


COUNTED = [
    ("the roof", days("2026-03-02"), 2 * HOUR_US, None),
    ("the roof", days("2026-03-02"), 9 * HOUR_US, "There is more than one part of the day here"),
    ("the roof", days("2026-03-02", "2026-03-20"), 18 * DAY_US, "This came up on 2 days between 2026-03-02 and 2026-03-20. Which day"),
    ("the roof", days("2026-03-02", "2026-05-20"), 79 * DAY_US, "This came up on 2 days from 2026-03-02 to 2026-05-20. Roughly which month"),
    ("屋根の話", days("2026-03-02", "2026-05-20"), 79 * DAY_US, "2026-03-02から2026-05-20までの2日に出てきます。何月ごろ"),
    ("¿qué dije del tejado?", days("2026-03-02", "2026-03-20"), 18 * DAY_US, "Aparece en 2 días entre el 2026-03-02 y el 2026-03-20. ¿Qué día"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "found", "spread_us", "start"), COUNTED)
def test_what_was_counted_is_named_and_the_next_smaller_unit_is_asked_for(
    question: str, found: dict[str, int], spread_us: int, start: str | None
) -> None:
    asked = narrowing_question(question, found, spread_us, None)
    assert asked is None if start is None else asked is not None and asked.startswith(start)


@pytest.mark.parametrize(
    ("searched_us", "expected"),
    [
        (DAY_US, "There is more than one part of the day here: was it in the morning, the afternoon or the evening?"),
        (31 * DAY_US, "This came up on very many days. Which day do you mean?"),
        (365 * DAY_US, "This came up on very many days. Roughly which month was it?"),
        (None, "This came up on very many days. Roughly which month was it?"),
    ],
)
def test_where_not_all_was_looked_at_no_number_and_no_day_is_claimed(searched_us: int | None, expected: str) -> None:
    assert expected == narrowing_question("the roof", {}, 5 * DAY_US, searched_us)
