"""Feasts and holidays people name instead of a date.

Owns one rule a key: a year in, the half-open days of the feast out. Regional feasts are here where their name says the
region. Knows nothing of "last" or "now".
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from .calendar import easter, islamic, nth_weekday

Days = tuple[date, date]


def _fixed(month: int, day: int, length: int = 1) -> Callable[[int], Days]:
    return lambda year: (date(year, month, day), date(year, month, day) + timedelta(days=length))


def _nth(month: int, weekday: int, number: int, shift: int = 0) -> Callable[[int], Days]:
    def days(year: int) -> Days:
        day = nth_weekday(year, month, weekday, number) + timedelta(days=shift)
        return day, day + timedelta(days=1)

    return days


def _easter(shift: int, length: int = 1) -> Callable[[int], Days]:
    def days(year: int) -> Days:
        day = easter(year) + timedelta(days=shift)
        return day, day + timedelta(days=length)

    return days


def _islamic(month: int, day: int, length: int = 1) -> Callable[[int], Days]:
    """The first such feast of a year; two in one year come once in a generation."""

    def days(year: int) -> Days:
        for moons in range((year - 622) * 33 // 32 - 1, (year - 622) * 33 // 32 + 3):
            first = islamic(moons, month, day)
            if first.year == year:
                return first, first + timedelta(days=length)
        raise ValueError(f"no such feast in {year}")

    return days


def _equinox(month: int, base: float) -> Callable[[int], Days]:
    """Japanese days of equinoxes and solstices 1980-2099, by the mean year since the day `base` of 1980."""

    def days(year: int) -> Days:
        day = date(year, month, int(base + 0.242194 * (year - 1980) - (year - 1980) // 4))
        return day, day + timedelta(days=1)

    return days


def _setsubun(year: int) -> Days:
    """The eve of the first day of spring, 1901-2099, by the same kind of approximation."""
    spring = int(4.8693 + 0.242713 * (year - 1901) - (year - 1901) // 4)
    return date(year, 2, spring - 1), date(year, 2, spring)


_RULES: dict[str, Callable[[int], Days]] = {
    "new-year": _fixed(1, 1),
    "epiphany": _fixed(1, 6),
    "mlk-day": _nth(1, 0, 3),
    "valentine": _fixed(2, 14),
    "presidents-day": _nth(2, 0, 3),
    "st-patrick": _fixed(3, 17),
    "april-fools": _fixed(4, 1),
    "good-friday": _easter(-2),
    "holy-week": _easter(-7, 8),
    "easter": _easter(0),
    "easter-monday": _easter(1),
    "earth-day": _fixed(4, 22),
    "ascension": _easter(39),
    "pentecost": _easter(49),
    "whit-monday": _easter(50),
    "corpus-christi": _easter(60),
    "workers-day": _fixed(5, 1),
    "mothers-day": _nth(5, 6, 2),
    "memorial-day": _nth(5, 0, -1),
    "fathers-day": _nth(6, 6, 3),
    "independence-day": _fixed(7, 4),
    "bastille-day": _fixed(7, 14),
    "assumption": _fixed(8, 15),
    "labor-day": _nth(9, 0, 1),
    "german-unity": _fixed(10, 3),
    "china-national-day": _fixed(10, 1, 7),
    "columbus-day": _nth(10, 0, 2),
    "juneteenth": _fixed(6, 19),
    "cinco-de-mayo": _fixed(5, 5),
    "election-day": _nth(11, 0, 1, 1),
    "cyber-monday": _nth(11, 3, 4, 4),
    "ash-wednesday": _easter(-46),
    "shrove-tuesday": _easter(-47),
    "carnival": _easter(-50, 4),
    "palm-sunday": _easter(-7),
    "holy-thursday": _easter(-3),
    "mothering-sunday": _easter(-21),
    "bonfire-night": _fixed(11, 5),
    "remembrance-sunday": _nth(11, 6, 2),
    "burns-night": _fixed(1, 25),
    "st-george": _fixed(4, 23),
    "early-may": _nth(5, 0, 1),
    "summer-bank-holiday": _nth(8, 0, -1),
    "columbus-fixed": _fixed(10, 12),
    "constitucion": _fixed(12, 6),
    "puente-diciembre": _fixed(12, 6, 3),
    "puente-mayo": _fixed(5, 1, 3),
    "navidades": _fixed(12, 24, 14),
    "holiday-season": _fixed(12, 24, 9),
    "inmaculada": _fixed(12, 8),
    "san-juan": _fixed(6, 24),
    "noche-san-juan": _fixed(6, 23),
    "dia-del-padre": _fixed(3, 19),
    "dia-de-la-madre": _nth(5, 6, 1),
    "inocentes": _fixed(12, 28),
    "noche-de-reyes": _fixed(1, 5),
    "womens-day": _fixed(3, 8),
    "fallas": _fixed(3, 15, 5),
    "san-isidro": _fixed(5, 15),
    "sanfermines": _fixed(7, 6, 9),
    "diada": _fixed(9, 11),
    "guadalupe": _fixed(12, 12),
    "tenno": _fixed(2, 23),
    "halloween": _fixed(10, 31),
    "all-saints": _fixed(11, 1),
    "day-of-the-dead": _fixed(11, 2),
    "veterans-day": _fixed(11, 11),
    "thanksgiving": _nth(11, 3, 4),
    "black-friday": _nth(11, 3, 4, 1),
    "christmas-eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "boxing-day": _fixed(12, 26),
    "new-years-eve": _fixed(12, 31),
    "shogatsu": _fixed(1, 1, 3),
    "toshiake": _fixed(1, 1, 15),
    "seijin": _nth(1, 0, 2),
    "koshogatsu": _fixed(1, 15),
    "setsubun": _setsubun,
    "kenkoku": _fixed(2, 11),
    "hinamatsuri": _fixed(3, 3),
    "white-day": _fixed(3, 14),
    "shunbun": _equinox(3, 20.8431),
    "showa": _fixed(4, 29),
    "golden-week": _fixed(4, 29, 8),
    "kenpo": _fixed(5, 3),
    "midori": _fixed(5, 4),
    "kodomo": _fixed(5, 5),
    "tanabata": _fixed(7, 7),
    "umi": _nth(7, 0, 3),
    "summer-holidays": _fixed(7, 20, 43),
    "winter-holidays": _fixed(12, 25, 14),
    "spring-holidays": _fixed(3, 20, 18),
    "silver-week": _fixed(9, 19, 5),
    "tsuyu": _fixed(6, 7, 43),
    "yama": _fixed(8, 11),
    "geshi": _equinox(6, 21.582),
    "toji": _equinox(12, 22.1034),
    "obon": _fixed(8, 13, 4),
    "keiro": _nth(9, 0, 3),
    "shubun": _equinox(9, 23.2488),
    "sports": _nth(10, 0, 2),
    "bunka": _fixed(11, 3),
    "kinro": _fixed(11, 23),
    "nenmatsu": _fixed(12, 21, 11),
    "year-end-holidays": _fixed(12, 28, 8),
    "ramadan": _islamic(9, 1, 31),
    "eid-al-fitr": _islamic(10, 1, 2),
    "eid-al-adha": _islamic(12, 10, 2),
}
SIGHTED = frozenset({"ramadan", "eid-al-fitr", "eid-al-adha"})  # by the moon as a country sees it: on one of two days


def days(key: str, year: int) -> Days:
    """Return the half-open days of a feast in a year. Raises ValueError where it has none, KeyError for no such key."""
    return _RULES[key](year)


@cache
def long_weekends(year: int) -> list[Days]:
    """Return the Japanese runs of three or more free days of a year (連休), half-open, in order."""
    free = {
        days(key, year)[0]
        for key in (
            "new-year", "seijin", "kenkoku", "shunbun", "showa", "kenpo", "midori", "kodomo", "umi", "yama", "keiro",
            "shubun", "sports", "bunka", "kinro",
        )
    }  # fmt: skip
    free.add(date(year, 2, 23))
    for day in sorted(free):
        if day.weekday() == 6:  # a feast on Sunday gives the next day that is none
            moved = day + timedelta(days=1)
            while moved in free:
                moved += timedelta(days=1)
            free.add(moved)
    runs: list[Days] = []
    day, last = date(year, 1, 1), date(year, 12, 31)
    while day <= last:
        first = day
        while day <= last and (day in free or day.weekday() > 4):
            day += timedelta(days=1)
        if (day - first).days >= 3:
            runs.append((first, day))
        day += timedelta(days=1)
    return runs
