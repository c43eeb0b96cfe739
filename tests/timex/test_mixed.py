"""Sentences in two languages at once, as people type and say them; asked on Wednesday 14 October 2026, 10:00, in Tokyo."""

from __future__ import annotations

import pytest

from .reading import local

ROWS = [
    ("先週 the dentist の予約いつだっけ", "2026-10-05..2026-10-12"),
    ("ayer por la noche about the backup", "2026-10-13T18:00..2026-10-14T05:00"),
    ("last week の金曜に話した件", "2026-10-09..2026-10-10"),
    ("先週のFriday", "2026-10-09..2026-10-10"),
    ("昨日の afternoon", "2026-10-13T12:00..2026-10-13T18:00"),
    ("Mondayの夜に話したこと", "2026-10-12T18:00..2026-10-13T05:00"),
    ("3pmごろ yesterday", "2026-10-13T14:00..2026-10-13T16:00"),
    ("hace 3 days", "2026-10-11..2026-10-12"),
    ("yesterday por la tarde", "2026-10-13T12:00..2026-10-13T20:00"),
    ("el martes last week", "2026-10-06..2026-10-07"),
    ("2h ago", "2026-10-14T07:30..2026-10-14T08:30"),
    ("6mo ago", "2026-04-14..2026-04-15"),
    ("3w ago", "2026-09-23..2026-09-24"),
    ("since 先月", "2026-09-01..2026-10-14T10:00"),
    ("until 昨日の夜", "..2026-10-14T05:00"),
    ("before 先週の金曜日", "..2026-10-09"),
    ("after 昨日の会議", "2026-10-13..2026-10-14T10:00"),
    ("desde last monday", "2026-10-12..2026-10-14T10:00"),
    ("before el lunes", "..2026-10-12"),
    ("last mondayから", "2026-10-12..2026-10-14T10:00"),
    ("yesterdayまで", "..2026-10-14"),
]


@pytest.mark.parametrize(("phrase", "expected"), ROWS)
def test_a_phrase_of_two_languages_means_what_both_say_together(phrase: str, expected: str) -> None:
    assert expected == local(phrase)


def test_a_word_that_only_joins_changes_nothing_where_no_time_follows_it() -> None:
    assert local("did you call before? 昨日の話") == local("昨日の話") == "2026-10-13..2026-10-14"


NONE = ["the test の夜景 was nice", "la noche americana was on", "meeting の last minute な変更"]


@pytest.mark.parametrize("text", NONE)
def test_words_of_two_languages_make_no_time_where_none_is_meant(text: str) -> None:
    assert local(text) == ""
