"""English time phrases: phrase, expected local interval; asked on Wednesday 14 October 2026, 10:00, in Tokyo."""

from __future__ import annotations

import pytest

from .reading import ask, local

DAYS = [
    ("what did I say today", "2026-10-14..2026-10-15"),
    ("what did I say yesterday", "2026-10-13..2026-10-14"),
    ("the day before yesterday", "2026-10-12..2026-10-13"),
    ("Monday", "2026-10-12..2026-10-13"),
    ("last Monday", "2026-10-12..2026-10-13"),
    ("on Wednesday", "2026-10-07..2026-10-08"),
    ("the Monday before last", "2026-10-05..2026-10-06"),
    ("Monday of last week", "2026-10-05..2026-10-06"),
    ("last week's Monday", "2026-10-05..2026-10-06"),
    ("this Monday", "2026-10-12..2026-10-13"),
    ("this Friday", "2026-10-16..2026-10-17"),
    ("two Mondays ago", "2026-10-05..2026-10-06"),
    ("August 31", "2026-08-31..2026-09-01"),
    ("on the 3rd of May", "2026-05-03..2026-05-04"),
    ("May the 3rd, 2024", "2024-05-03..2024-05-04"),
    ("October 31", "2025-10-31..2025-11-01"),
    ("twenty-first of June", "2026-06-21..2026-06-22"),
    ("2026-05-03", "2026-05-03..2026-05-04"),
    ("31-Oct-74", "1974-10-31..1974-11-01"),
    ("Feb 29", "2024-02-29..2024-03-01"),
    ("on the 12th", "2026-10-12..2026-10-13"),
    ("on the 20th", "2026-09-20..2026-09-21"),
    ("on the 31st", "2026-08-31..2026-09-01"),
    ("the 12th of last month", "2026-09-12..2026-09-13"),
    ("Thursday the 8th", "2026-10-08..2026-10-09"),
    ("March 3 last year", "2025-03-03..2025-03-04"),
    ("the first Monday of September", "2026-09-07..2026-09-08"),
    ("the last day of last month", "2026-09-30..2026-10-01"),
    ("the last Friday of June", "2026-06-26..2026-06-27"),
]
PERIODS = [
    ("last week", "2026-10-05..2026-10-12"),
    ("the week before last", "2026-09-28..2026-10-05"),
    ("this week", "2026-10-12..2026-10-19"),
    ("the last week", "2026-10-07T10:00..2026-10-14T10:00"),
    ("last month", "2026-09-01..2026-10-01"),
    ("in September", "2026-09-01..2026-10-01"),
    ("in October", "2026-10-01..2026-11-01"),
    ("last October", "2025-10-01..2025-11-01"),
    ("in November", "2025-11-01..2025-12-01"),
    ("September last year", "2025-09-01..2025-10-01"),
    ("May 2024", "2024-05-01..2024-06-01"),
    ("last year", "2025-01-01..2026-01-01"),
    ("in 2023", "2023-01-01..2024-01-01"),
    ("back in '24", "2024-01-01..2025-01-01"),
    ("the 90s", "1990-01-01..2000-01-01"),
    ("last weekend", "2026-10-10..2026-10-12"),
    ("over the weekend", "2026-10-10..2026-10-12"),
    ("two weekends ago", "2026-10-03..2026-10-05"),
    ("the week of the 4th", "2026-09-28..2026-10-05"),
    ("week 10", "2026-03-02..2026-03-09"),
    ("the first week of September", "2026-09-01..2026-09-08"),
    ("last summer", "2026-06-01..2026-09-01"),
    ("in winter", "2025-12-01..2026-03-01"),
    ("summer of 2024", "2024-06-01..2024-09-01"),
    ("last quarter", "2026-07-01..2026-10-01"),
    ("Q3", "2026-07-01..2026-10-01"),
    ("Q4", "2026-10-01..2027-01-01"),
    ("the second quarter of 2025", "2025-04-01..2025-07-01"),
    ("last fiscal year", "2025-04-01..2026-04-01"),
    ("FY2024", "2024-04-01..2025-04-01"),
    ("week 10 of 2025", "2025-03-03..2025-03-10"),
    ("early September", "2026-09-01..2026-09-11"),
    ("mid-September", "2026-09-11..2026-09-21"),
    ("late September", "2026-09-21..2026-10-01"),
    ("the second half of September", "2026-09-16..2026-10-01"),
    ("the end of last year", "2025-12-01..2026-01-01"),
    ("early 2024", "2024-01-01..2024-05-01"),
    ("the first ten days of April", "2026-04-01..2026-04-11"),
    ("earlier this week", "2026-10-12..2026-10-14"),
    ("earlier today", "2026-10-14..2026-10-14T10:00"),
]
COUNTED = [
    ("3 days ago", "2026-10-11..2026-10-12"),
    ("two months ago", "2026-08-14..2026-08-15"),
    ("three weeks ago today", "2026-09-23..2026-09-24"),
    ("a week ago Monday", "2026-10-05..2026-10-06"),
    ("two weeks ago on Tuesday", "2026-09-29..2026-09-30"),
    ("today last year", "2025-10-14..2025-10-15"),
    ("three years ago in May", "2023-05-01..2023-06-01"),
    ("2 years 1 month 21 days ago", "2024-08-24..2024-08-25"),
    ("two hours ago", "2026-10-14T07:30..2026-10-14T08:30"),
    ("20 minutes ago", "2026-10-14T09:35..2026-10-14T09:45"),
    ("half an hour ago", "2026-10-14T09:20..2026-10-14T09:40"),
    ("about a month ago", "2026-09-04..2026-09-25"),
    ("a couple of weeks ago", "2026-09-26..2026-10-05"),
    ("a few months ago", "2026-05-14..2026-08-14"),
    ("half a year ago", "2026-04-01..2026-05-01"),
    ("three or four days ago", "2026-10-10..2026-10-12"),
    ("the last three days", "2026-10-11T10:00..2026-10-14T10:00"),
    ("in the last two and a half hours", "2026-10-14T07:30..2026-10-14T10:00"),
    ("the other day", "2026-10-04..2026-10-14"),
    ("two days before yesterday", "2026-10-11..2026-10-12"),
    ("5 days before Christmas", "2025-12-20..2025-12-21"),
    ("this time last year", "2025-10-04..2025-10-25"),
    ("around the 14th of September", "2026-09-12..2026-09-17"),
    ("the day after Christmas", "2025-12-26..2025-12-27"),
    ("the week before Christmas", "2025-12-18..2025-12-25"),
    ("last month on the 5th", "2026-09-05..2026-09-06"),
    ("a day or two ago", "2026-10-12..2026-10-14"),
    ("in the last half hour", "2026-10-14T09:30..2026-10-14T10:00"),
    ("the summer before last", "2025-06-01..2025-09-01"),
    ("the Christmas before last", "2024-12-25..2024-12-26"),
    ("in the late 90s", "1996-01-01..2000-01-01"),
    ("the day before", "2026-10-13..2026-10-14"),
]
TIMES = [
    ("this morning", "2026-10-14T05:00..2026-10-14T12:00"),
    ("early this morning", "2026-10-14T05:00..2026-10-14T09:00"),
    ("first thing on Monday", "2026-10-12T05:00..2026-10-12T10:00"),
    ("last night", "2026-10-13T18:00..2026-10-14T05:00"),
    ("late last night", "2026-10-13T22:00..2026-10-14T05:00"),
    ("the night before last", "2026-10-12T18:00..2026-10-13T05:00"),
    ("last night after midnight", "2026-10-14..2026-10-14T05:00"),
    ("last night at 11", "2026-10-13T23:00..2026-10-14"),
    ("last night at 2am", "2026-10-14T02:00..2026-10-14T03:00"),
    ("yesterday evening, about the budget", "2026-10-13T17:00..2026-10-13T23:00"),
    ("What did we decide last Tuesday night?", "2026-10-13T18:00..2026-10-14T05:00"),
    ("the budget on 3 March in the evening", "2026-03-03T17:00..2026-03-03T23:00"),
    ("on the morning of July 1", "2026-07-01T05:00..2026-07-01T12:00"),
    ("in the small hours of May 28", "2026-05-28..2026-05-28T05:00"),
    ("around lunchtime on August 4", "2026-08-04T11:30..2026-08-04T14:00"),
    ("yesterday at 3pm", "2026-10-13T15:00..2026-10-13T16:00"),
    ("around 3pm on the 12th", "2026-10-12T14:00..2026-10-12T16:00"),
    ("today 9:30 to 10", "2026-10-14T09:30..2026-10-14T10:00"),
    ("from 2 to 4pm on Monday", "2026-10-12T14:00..2026-10-12T16:00"),
    ("between midnight and 2 this morning", "2026-10-14..2026-10-14T02:00"),
    ("between 10 and 11:30 yesterday", "2026-10-13T10:00..2026-10-13T11:30"),
    ("yesterday at half past three", "2026-10-13T15:30..2026-10-13T16:00"),
    ("yesterday at 12am", "2026-10-13..2026-10-13T01:00"),
    ("yesterday at 12pm", "2026-10-13T12:00..2026-10-13T13:00"),
    ("after lunch yesterday", "2026-10-13T14:00..2026-10-14"),
    ("yesterday before noon", "2026-10-13..2026-10-13T12:00"),
    ("at 3pm", "2026-10-13T15:00..2026-10-13T16:00"),
    ("at 9am", "2026-10-14T09:00..2026-10-14T10:00"),
    ("around midnight", "2026-10-13T23:00..2026-10-14T01:00"),
    ("2026-05-03T14:30", "2026-05-03T14:30..2026-05-03T15:00"),
]
RANGES = [
    ("between Monday and Wednesday", "2026-10-12..2026-10-15"),
    ("from 4 to 12 September", "2026-09-04..2026-09-13"),
    ("September 19-20", "2026-09-19..2026-09-21"),
    ("from the 14th to the 16th of August", "2026-08-14..2026-08-17"),
    ("from 4 to 12 this month", "2026-10-04..2026-10-13"),
    ("from Dec 28 to Jan 3", "2025-12-28..2026-01-04"),
    ("from January to April 2015", "2015-01-01..2015-05-01"),
    ("from March until July", "2026-03-01..2026-08-01"),
    ("between March and the end of June", "2026-03-01..2026-07-01"),
    ("since Monday", "2026-10-12..2026-10-14T10:00"),
    ("since yesterday evening", "2026-10-13T17:00..2026-10-14T10:00"),
    ("before March 3", "..2026-03-03"),
    ("until last Friday", "..2026-10-10"),
    ("after the 10th", "2026-10-11.."),
    ("the last two Mondays", "2026-10-05..2026-10-06 2026-10-12..2026-10-13"),
    ("2 weeks starting May 20th", "2026-05-20..2026-06-03"),
    ("2024 or later", "2024-01-01..2026-10-14T10:00"),
    ("before last week", "..2026-10-05"),
    ("from Monday on", "2026-10-12..2026-10-14T10:00"),
    ("since 3pm", "2026-10-13T15:00..2026-10-14T10:00"),
    ("yesterday or the day before", "2026-10-13..2026-10-14 2026-10-12..2026-10-13"),
    ("up to Friday", "..2026-10-10"),
    ("Monday or Tuesday", "2026-10-12..2026-10-13 2026-10-13..2026-10-14"),
    ("Monday and the 3rd of May", "2026-10-12..2026-10-13 2026-05-03..2026-05-04"),
]
FEASTS = [
    ("last Easter", "2026-04-05..2026-04-06"),
    ("on Memorial Day", "2026-05-25..2026-05-26"),
    ("at Thanksgiving", "2025-11-27..2025-11-28"),
    ("Christmas 2023", "2023-12-25..2023-12-26"),
]


@pytest.mark.parametrize(("phrase", "expected"), [*DAYS, *PERIODS, *COUNTED, *TIMES, *RANGES, *FEASTS])
def test_a_phrase_means_what_a_person_looking_back_means(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def test_a_part_of_each_day_of_a_week_is_seven_intervals() -> None:
    mornings = local("mornings last week").split(" ")
    assert mornings[0] == "2026-10-05T05:00..2026-10-05T12:00"
    assert mornings[-1] == "2026-10-11T05:00..2026-10-11T12:00"
    assert len(mornings) == 7


@pytest.mark.parametrize(
    ("phrase", "now", "expected"),
    [
        ("last night", "2026-10-14T01:30", "2026-10-13T18:00..2026-10-14T05:00"),
        ("tonight", "2026-10-14T01:30", "2026-10-13T18:00..2026-10-14T05:00"),
        ("tonight", "2026-10-14T12:00", "2026-10-14T18:00..2026-10-15T05:00"),
        ("yesterday", "2026-10-14T01:30", "2026-10-13..2026-10-14"),
        ("this morning", "2026-10-14T23:00", "2026-10-14T05:00..2026-10-14T12:00"),
        ("last weekend", "2026-10-11T12:00", "2026-10-03..2026-10-05"),
        ("over the weekend", "2026-10-11T12:00", "2026-10-10..2026-10-12"),
        ("a month ago", "2026-03-31T10:00", "2026-02-28..2026-03-01"),
        ("a year ago", "2028-02-29T10:00", "2027-02-28..2027-03-01"),
        ("Q1", "2026-01-02T10:00", "2026-01-01..2026-04-01"),
        ("winter", "2026-01-02T10:00", "2025-12-01..2026-03-01"),
        ("the end of the month", "2026-10-14T10:00", "2026-09-21..2026-10-01"),
        ("the end of the month", "2026-10-25T10:00", "2026-10-21..2026-11-01"),
    ],
)
def test_the_moment_of_asking_decides(phrase: str, now: str, expected: str) -> None:
    assert expected == local("in winter" if phrase == "winter" else phrase, now)


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("What did I say yesterday about the March budget?", ["yesterday"]),
        ("How did July groceries come out, as I told you on Monday, and what did we agree for August?", ["on Monday"]),
        ("What did we decide last week about next month?", ["last week"]),
        ("What did I say on Monday and again on Friday?", ["on Monday", "on Friday"]),
        ("the April budget", ["April"]),
    ],
)
def test_a_phrase_that_only_describes_a_noun_gives_way_to_one_that_says_when(question: str, phrases: list[str]) -> None:
    assert phrases == [one.phrase for one in ask(question).intervals]
