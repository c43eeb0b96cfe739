"""Ranges whose ends explain each other, short and misspelt dates, stretches beside a feast, whole and running periods."""

from __future__ import annotations

import pytest

from .reading import ask, local

ONE_ORDER = [
    ("from 20/8 to 3/9", "2026-08-20..2026-09-04"),
    ("between 28/9 and 5/10", "2026-09-28..2026-10-06"),
    ("28/09/2026 - 05/10/2026", "2026-09-28..2026-10-06"),
    ("01/09/2026 to 15/09/2026", "2026-09-01..2026-09-16"),
    ("20/8 or 3/9", "2026-08-20..2026-08-21 2026-09-03..2026-09-04"),
    ("from 3/9 to 5/10", "2026-03-09..2026-05-11"),
    ("thurs 8/10", "2026-10-08..2026-10-09"),
    ("mon 12/10", "2026-10-12..2026-10-13"),
    ("Saturday 10/3/2026", "2026-10-03..2026-10-04"),
    ("de 08/15 a 09/03", "2026-08-15..2026-09-04"),
    ("el lunes 10/12", "2026-10-12..2026-10-13"),
    ("8/20から9/3まで", "2026-08-20..2026-09-04"),
]
DATES = [
    ("3rd Sept 25", "2025-09-03..2025-09-04"),
    ("23rd Dec 24", "2024-12-23..2024-12-24"),
    ("3rd Sept 10am", "2026-09-03T10:00..2026-09-03T11:00"),
    ("Monday 5 to Friday 9 October", "2026-10-05..2026-10-10"),
    ("Mon 5 – Fri 9 Oct", "2026-10-05..2026-10-10"),
    ("del lunes 5 al viernes 9 de octubre", "2026-10-05..2026-10-10"),
    ("2026-09-01..2026-09-15", "2026-09-01..2026-09-16"),
    ("2026-09-01/2026-09-15", "2026-09-01..2026-09-16"),
    ("2026-W38-2", "2026-09-15..2026-09-16"),
    ("Mon to Wed", "2026-10-12..2026-10-15"),
    ("Mon and Tue", "2026-10-12..2026-10-13 2026-10-13..2026-10-14"),
    ("yesterdays notes", "2026-10-13..2026-10-14"),
    ("wendsday", "2026-10-07..2026-10-08"),
    ("sundya", "2026-10-11..2026-10-12"),
    ("novemeber last year", "2025-11-01..2025-12-01"),
    ("agust 3rd", "2026-08-03..2026-08-04"),
]
WEEKS = [
    ("w/c 5 Oct", "2026-10-05..2026-10-12"),
    ("wk beg 5 Oct", "2026-10-05..2026-10-12"),
    ("weeks 36 to 38", "2026-08-31..2026-09-21"),
    ("weeks 36-38", "2026-08-31..2026-09-21"),
    ("semanas 36 a 38", "2026-08-31..2026-09-21"),
    ("between 2 and 3 weeks ago", "2026-09-23..2026-10-01"),
    ("hace entre 2 y 3 semanas", "2026-09-23..2026-10-01"),
    ("a fortnight last Saturday", "2026-09-26..2026-09-27"),
]
FEASTS = [
    ("Thanksgiving weekend", "2025-11-27..2025-12-01"),
    ("july 4th weekend", "2026-07-04..2026-07-06"),
    ("the photos of the Fourth of July weekend", "2026-07-04..2026-07-06"),
    ("the two weeks before Christmas", "2025-12-11..2025-12-25"),
    ("the three days after Christmas", "2025-12-26..2025-12-29"),
    ("two weeks before Christmas", "2025-12-11..2025-12-12"),
    ("the week leading up to Christmas", "2025-12-18..2025-12-25"),
    ("las dos semanas antes de Navidad", "2025-12-11..2025-12-25"),
    ("dos semanas antes de Navidad", "2025-12-11..2025-12-12"),
    ("クリスマス前の2週間", "2025-12-11..2025-12-25"),
]
PERIODS = [
    ("the last few months of 2025", "2025-10-01..2026-01-01"),
    ("the last few months", "2026-07-14..2026-10-14T10:00"),
    ("YTD spending", "2026-01-01..2026-10-14T10:00"),
    ("month to date", "2026-10-01..2026-10-14T10:00"),
    ("trailing 12 months", "2025-10-14..2026-10-14T10:00"),
    ("in the last 24h", "2026-10-13T10:00..2026-10-14T10:00"),
    ("last 7d", "2026-10-07..2026-10-14T10:00"),
    ("en las últimas 24h", "2026-10-13T10:00..2026-10-14T10:00"),
    ("2012 to 2014", "2012-01-01..2015-01-01"),
    ("2012 a 2014", "2012-01-01..2015-01-01"),
    ("pre-2015", "..2015-01-01"),
    ("post-2015", "2016-01-01.."),
    ("the 2023-24 financial year", "2023-04-01..2024-04-01"),
    ("Q2 24", "2024-04-01..2024-07-01"),
    ("Q2/2024", "2024-04-01..2024-07-01"),
    ("T2/2024", "2024-04-01..2024-07-01"),
    ("summer of 24", "2024-06-01..2024-09-01"),
    ("what did I read the whole summer", "2026-06-01..2026-09-01"),
    ("todo el verano", "2026-06-01..2026-09-01"),
    ("a blog post - 3 March", "2026-03-03..2026-03-04"),
]


@pytest.mark.parametrize(("phrase", "expected"), [*ONE_ORDER, *DATES, *WEEKS, *FEASTS, *PERIODS])
def test_a_phrase_means_the_days_beside_it(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


@pytest.mark.parametrize(
    "text",
    [
        "list all summer dresses",
        "they all fall down",
        "all weekend plans",
        "the summer of 24 people",
        "weeks 2 to 4 of the plan",
        "between 2 and 3 weeks of work",
        "週2〜3回のジム",
        "the last 2s of the video",
        "1200 to 1300",
        "post-it notes",
        "toda la familia",
    ],
)
def test_what_only_looks_like_a_stretch_is_none(text: str) -> None:
    assert ((), text) == ask(text)[:2]
