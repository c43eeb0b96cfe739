"""Answers the cases of bench/timex.py with one Python library; also run by the interpreter of a throw-away environment.

Invariant: importing it needs the standard library alone. An adapter is a function (text, ref, lang) -> spans, naive and
half-open, None for an open side; it gives a library's answer the length the library itself says it has, no more.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

Span = tuple[datetime | None, datetime | None]
Run = Callable[[str, datetime, str], list[Span]]

PASSES = 7
"""Times all cases are gone through; the fastest time of a case counts, so that the machine's other work counts less."""

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def measure(run: Run, cases: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Answer every case, in order: its spans in ISO form, the microseconds it took, the error or None."""
    answers: list[dict[str, Any]] = [{"us": math.inf} for _ in cases]
    for _ in range(PASSES):
        for case, given in zip(cases, answers, strict=True):
            ref = datetime.fromisoformat(case["ref"])
            started = time.perf_counter()
            spans, error = _ask(run, case, ref)
            us = (time.perf_counter() - started) * 1e6
            written = [[side and side.replace(tzinfo=None).isoformat() for side in span] for span in spans]
            given.update(spans=written, us=min(us, given["us"]), error=error)
    return answers


def _ask(run: Run, case: dict[str, str], ref: datetime) -> tuple[list[Span], str | None]:
    try:
        return run(case["text"], ref, case["lang"]), None
    except Exception as error:  # noqa: BLE001 - a library that fails at a case has not answered it
        return [], repr(error)[:200]


def period(moment: datetime, unit: str) -> Span:
    """Return the calendar period of that unit around a moment; a part of a day is told by its hour."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "instant":
        return moment, moment + _MINUTE
    if unit == "hour":
        return moment, moment + _HOUR
    if unit == "part":
        first, last = next(hours for until, hours in _PARTS if moment.hour < until)
        return day + first * _HOUR, day + last * _HOUR
    if unit == "week":
        day -= day.weekday() * _DAY
        return day, day + 7 * _DAY
    if unit == "month":
        day = day.replace(day=1)
        return day, (day + 31 * _DAY).replace(day=1)
    if unit == "year":
        return day.replace(month=1, day=1), day.replace(year=day.year + 1, month=1, day=1)
    return day, day + _DAY


_PARTS = ((12, (5, 12)), (17, (12, 18)), (20, (17, 23)), (24, (18, 29)))


def dateparser_search() -> Run:
    """search_dates with the past preferred; where it gives a span ("past 7 days"), the span."""
    import warnings

    from dateparser.search import search_dates

    warnings.simplefilter("ignore")
    units = {"time": "instant", "part_of_day": "part"}

    def run(text: str, ref: datetime, lang: str) -> list[Span]:
        settings = {
            "PREFER_DATES_FROM": "past",
            "RELATIVE_BASE": ref,
            "RETURN_TIME_AS_PERIOD": True,
            "RETURN_TIME_SPAN": True,
        }
        found = search_dates(text, languages=[lang], settings=settings, add_period=True) or []
        starts = [moment for words, moment, _ in found if words.endswith(" (start)")]
        ends = [moment for words, moment, _ in found if words.endswith(" (end)")]
        plain = [(moment, unit) for words, moment, unit in found if not words.endswith((" (start)", " (end)"))]
        if starts and not any(unit in {"week", "month", "year"} for _, unit in plain):
            return list(zip(starts, ends, strict=True))
        return [period(moment, units.get(unit, unit)) for moment, unit in plain]

    return run


def parsedatetime_nlp() -> Run:
    """Calendar.nlp in context style, which tells the unit; weekdays and years looked for in the past."""
    import parsedatetime

    calendars = {}
    for lang, name in (("en", "en_US"), ("es", "es")):
        constants = parsedatetime.Constants(name, usePyICU=False)
        constants.DOWParseStyle = -1
        constants.YearParseStyle = 0
        calendars[lang] = parsedatetime.Calendar(constants, version=parsedatetime.VERSION_CONTEXT_STYLE)
    # from the finest unit to the coarsest: halfday comes after the hours, so that "3pm" is an hour
    units = (("SEC", "instant"), ("MIN", "instant"), ("NOW", "instant"), ("HOUR", "hour"), ("HALFDAY", "part"))
    units += (("DAY", "day"), ("WEEK", "week"), ("MONTH", "month"), ("YEAR", "year"))

    def run(text: str, ref: datetime, lang: str) -> list[Span]:
        spans = []
        for moment, context, *_ in calendars[lang].nlp(text, ref) or ():
            unit = next((unit for name, unit in units if context.accuracy & getattr(context, f"ACU_{name}")), "day")
            spans.append(period(moment, unit))
        return spans

    return run


def ja_timex_parser() -> Run:
    """TimexParser with a reference; its TIMEX3 values are made dates here, the latest that has begun.

    The library's own to_datetime knows no weekday, ignores the afternoon of a clock time and never looks back a year.
    """
    import pendulum
    from ja_timex import TimexParser

    parser = TimexParser()

    def run(text: str, ref: datetime, lang: str) -> list[Span]:
        parser.reference = pendulum.instance(ref)
        tags = parser.parse(text)
        spans: list[Span] = []
        day: tuple[Any, Span] | None = None  # a date a clock time may follow directly
        for tag in tags:
            span = _ja_span(tag, ref)
            if tag.type == "TIME" and span and day and tag.span[0] - day[0].span[1] <= 1 and day[1][0]:
                spans.remove(day[1])
                hour, _, minute = tag.value.removeprefix("T").partition("-")
                at = day[1][0] + int(hour) * _HOUR
                sure = minute[:2].isdigit()
                span = (
                    (at + int(minute[:2]) * _MINUTE, at + (int(minute[:2]) + 1) * _MINUTE) if sure else (at, at + _HOUR)
                )
            day = (tag, span) if span and tag.type != "TIME" else None
            if span:
                spans.append(span)
        return spans

    return run


def _ja_span(tag: Any, ref: datetime) -> Span | None:
    if tag.type == "DURATION" and tag.mod in {"BEFORE", "AFTER", "NOW"}:
        unit = next((u for u in ("hour", "minute", "second", "day", "week", "month", "year") if u in tag.parsed), "day")
        there = (tag.to_datetime() or ref).replace(tzinfo=None)
        if unit in {"hour", "minute", "second"}:
            return period(there, "instant")
        named = not tag.text.endswith(("前", "後", "まえ", "あと"))  # 先週, 去年, not 1週間前
        return period(there, unit if named else "day")
    if tag.type == "TIME" and tag.value.startswith("T"):
        hour, _, rest = tag.value[1:].partition("-")
        if not hour.isdigit():
            return None
        at = ref.replace(hour=0, minute=0, second=0) + int(hour) * _HOUR
        minute = rest[:2]
        if minute.isdigit():
            at += int(minute) * _MINUTE
        at -= _DAY if at > ref else timedelta()
        return period(at, "instant" if minute.isdigit() else "hour")
    if tag.type != "DATE":
        return None
    year, _, rest = tag.value.partition("-")
    if rest.startswith("WXX-"):
        back = (ref.weekday() + 1 - int(rest[4:])) % 7 or 7
        return period(ref - back * _DAY, "day")
    month, _, number = rest.partition("-")
    month_, number_ = int(month) if month.isdigit() else None, int(number) if number.isdigit() else None
    midnight = ref.replace(hour=0, minute=0, second=0, microsecond=0)
    unit = "day" if number_ else "month" if month_ else "year"
    if year.isdigit():
        return period(midnight.replace(year=int(year), month=month_ or 1, day=number_ or 1), unit)
    if month_:
        made = [midnight.replace(year=ref.year - back, month=month_, day=number_ or 1) for back in (0, 1)]
    elif number_:
        days = (midnight - back * _DAY for back in range(62))  # the 31st goes back to a month that has one
        made = [next((day for day in days if day.day == number_), midnight)]
    else:
        return None
    return period(next((one for one in made if one <= ref), made[-1]), unit)


ADAPTERS: dict[str, Callable[[], Run]] = {
    "dateparser": dateparser_search,
    "parsedatetime": parsedatetime_nlp,
    "ja-timex": ja_timex_parser,
}


def main() -> None:
    """Read cases from stdin, write the answers of the library named to stdout."""
    cases = json.load(sys.stdin)
    json.dump(measure(ADAPTERS[sys.argv[1]](), cases), sys.stdout)


if __name__ == "__main__":
    main()
