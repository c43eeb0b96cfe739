"""English time words."""

from __future__ import annotations

from typing import Any

from lossless_memory.timex.ir import Around, At, Day, Now, Part, Period, Rolling, Section, Window, Years

SPACED = True
ORDER = "mdy"
MISSPELT = (
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "yesterday", "tomorrow"),
    *("january", "february", "september", "october", "november", "december"),
)

_LAST_NIGHT = At(Day(-1), Part("night"))

WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "D",
        {
            "today|otd|current date|present day|this day": Day(0),
            "yesterday|yday|yest|past day": Day(-1),
            "the day before yesterday|day before yesterday|two days before today": Day(-2),
            "the previous day": Day(-1),
            "tomorrow|tmrw|tomoz": Day(1),
            "the day after tomorrow|day after tomorrow": Day(2),
        },
    ),
    (
        "J",
        {
            "last night|yesternight": _LAST_NIGHT,
            "the night before last|night before last": At(Day(-2), Part("night")),
            "tonight|tonite|this night": At(Day(0), Part("tonight")),
            "late last night": At(Day(-1), Part("late last night")),
            "last evening": At(Day(-1), Part("evening")),
            "overnight": _LAST_NIGHT,
        },
    ),
    (
        "I",
        {
            "most recently|more recently": "",
            "recently|lately|these days": Window(recent_days=30),
            "the past few days|the last few days": Rolling(((3, "day"),), "few"),
            "the other day|the other night|the other evening|the other morning|other day": Window(days=10),
            "just now|a moment ago|moments ago|a minute ago": Window(hours=1),
            "a while ago|a little while ago|a short while ago|a bit ago": Window(hours=3),
            "the other week|the other weekend": Window(days=21),
            "earlier today|so far today|today so far": Section("so-far", Day(0)),
            "so far this week|this week so far": Section("so-far", Period("week")),
            "so far this month|this month so far": Section("so-far", Period("month")),
            "in recent weeks|recent weeks|the past weeks|the last weeks": Rolling(((3, "week"),), "few"),
            "in recent months|recent months|the past months|the last months": Rolling(((3, "month"),), "few"),
            "in recent years|recent years|the past years|the last years": Rolling(((3, "year"),), "few"),
            "later today": Section("rest", Day(0)),
            "earlier this week": Section("earlier", Period("week")),
            "earlier this month": Section("earlier", Period("month")),
            "earlier this year": Section("earlier", Period("year")),
            "earlier this morning": Section("so-far", At(Day(0), Part("morning"))),
            "later this week": Section("rest", Period("week")),
            "later this month": Section("rest", Period("month")),
            "later this year": Section("rest", Period("year")),
            "this time last year|around this time last year": Around(Period("year", -1), 10),
            "this time last month": Around(Period("month", -1), 3),
            "this time last week": Around(Period("week", -1), 1),
            "year to date|the year to date|so far this year|this year so far": Section("so-far", Period("year")),
            "till date|up to date": "",
            "by eom|by the eom|until eom|before eom": Section("rest", Period("month")),
            "by eoy|by the eoy|until eoy|before eoy": Section("rest", Period("year")),
            "at eom|at the eom": Section("end", Period("month"), loose=True),
            "at eoy|at the eoy": Section("end", Period("year"), loose=True),
            "at bom|at the bom": Section("start", Period("month")),
        },
    ),
    (
        "Z",
        {
            "lastmonth": Period("month", -1),
            "midweek": Section("mid", Period("week"), loose=True),
        },
    ),
    (
        "Z",
        {
            f"{word}|nineteen {word}|the {word}": Years(1900 + 10 * tens, 10)
            for tens, word in enumerate(
                ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"], 2
            )
        },
    ),
    (
        "Z",
        {
            "two thousands|the two thousands": Years(2000, 10),
            "twenty tens|twenty - tens|the twenty tens|the twenty - tens": Years(2010, 10),
            "two thousand and tens|the two thousand and tens": Years(2010, 10),
        },
    ),
    ("`", {"the word|the words|the abbreviation|the term|the song|the film|the movie|the book|the band": ""}),
    ("^", {"half past": 30, "quarter past|a quarter past": 15, "quarter to|a quarter to": -15}),
    ("0", {"now|right now|this moment|date": Now()}),
    (
        "M",
        {
            "january": 1,
            "february|feb": 2,
            "apr": 4,
            "july|jul": 7,
            "aug": 8,
            "september": 9,
            "october|oct": 10,
            "november|nov": 11,
            "december": 12,
        },
    ),
    ("X", {"jan": 1, "march|mar": 3, "april": 4, "may": 5, "june|jun": 6, "august": 8, "sept|sep": 9, "dec": 12}),
    (
        "W",
        {
            "monday|mondays": 0,
            "tuesday|tuesdays": 1,
            "wednesday|wednesdays|wensday": 2,
            "thursday|thursdays": 3,
            "friday|fridays": 4,
            "saturday|saturdays": 5,
            "sunday|sundays": 6,
        },
    ),
    ("Y", {"mon": 0, "tues|tue": 1, "wed|weds": 2, "thurs|thur|thu": 3, "fri": 4, "sat": 5, "sun": 6}),
    (
        "U",
        {
            "seconds|secs": "second",
            "minute|minutes|min|mins": "minute",
            "hour|hours|hr|hrs": "hour",
            "day|days": "day",
            "business day|business days|working day|working days|workday|workdays|weekday|weekdays": "workday",
            "week|weeks|wk|wks|calendar week|kw": "week",
            "week commencing|week beginning|week ending|week ending on": "week",
            "fortnight|fortnights": "fortnight",
            "weekend|weekends": "weekend",
            "month|months|calendar month": "month",
            "quarter|quarters|qtr": "quarter",
            "year|years|yr|yrs|calendar year": "year",
            "fiscal year|financial year|fy": "fiscal",
            "decade|decades": "decade",
            "century|centuries": "century",
        },
    ),
    (
        "p",
        {
            "morning|mornings": Part("morning"),
            "early morning|early in the morning|early mornings": Part("first thing"),
            "late morning": Part("late morning"),
            "forenoon": Part("morning"),
            "noon|midday|mid day": Part("noon"),
            "lunch|lunchtime|lunch time|lunch break": Part("lunch"),
            "breakfast": Part("breakfast"),
            "dinner|dinnertime|dinner time|supper": Part("dinner"),
            "afternoon|afternoons": Part("afternoon"),
            "early afternoon": Part("early afternoon"),
            "late afternoon": Part("late afternoon"),
            "evening|evenings": Part("evening"),
            "early evening": Part("early evening"),
            "late evening|late in the evening": Part("late evening"),
            "night|nights|nighttime": Part("night"),
            "early night": Part("early night"),
            "late night|late at night|late into the night": Part("late night"),
            "midnight": Part("midnight"),
            "small hours|wee hours|early hours": Part("small hours"),
            "middle of the night|the middle of the night|dead of night": Part("small hours"),
            "dawn|daybreak|sunrise": Part("dawn"),
            "dusk|sunset": Part("dusk"),
            "first thing": Part("first thing"),
            "first thing in the morning": Part("first thing"),
        },
    ),
    ("P", {"after midnight": Part("small hours")}),
    ("m", {"am|a m": "am", "pm|p m": "pm"}),
    ("h", {"o'clock|oclock|o clock": ""}),
    (
        "Q",
        {"q1": (1, 4), "q2": (2, 4), "q3": (3, 4), "q4": (4, 4), "h1": (1, 2), "h2": (2, 2)},
    ),
    ("V", {"spring": 0, "summer": 1, "fall|autumn": 2, "winter": 3}),
    (
        "H",
        {
            "the holiday season|holiday season|christmas holidays|the christmas holidays": "holiday-season",
            "over the holidays|during the holidays|christmas break|winter break": "holiday-season",
            "christmas eve": "christmas-eve",
            "christmas|xmas|christmas day": "christmas",
            "boxing day": "boxing-day",
            "new year's eve|new years eve": "new-years-eve",
            "new year's day|new years day|new year's|new years|new year": "new-year",
            "valentine's day|valentines day|valentine's": "valentine",
            "st patrick's day|saint patrick's day|st. patrick's day": "st-patrick",
            "april fool's day|april fools day|april fools|april fools'": "april-fools",
            "easter|easter sunday": "easter",
            "easter monday": "easter-monday",
            "good friday": "good-friday",
            "earth day": "earth-day",
            "labor day|labour day": "labor-day",
            "international workers day|international workers ' day|may day|workers day|workers ' day": "workers-day",
            "memorial day": "memorial-day",
            "juneteenth": "juneteenth",
            "cinco de mayo": "cinco-de-mayo",
            "election day": "election-day",
            "cyber monday": "cyber-monday",
            "ash wednesday": "ash-wednesday",
            "shrove tuesday|pancake day|mardi gras|fat tuesday": "shrove-tuesday",
            "palm sunday": "palm-sunday",
            "maundy thursday|holy thursday": "holy-thursday",
            "mothering sunday": "mothering-sunday",
            "guy fawkes night|guy fawkes day|guy fawkes|bonfire night": "bonfire-night",
            "remembrance sunday": "remembrance-sunday",
            "remembrance day|armistice day": "veterans-day",
            "burns night": "burns-night",
            "st george's day": "st-george",
            "early may bank holiday|may bank holiday": "early-may",
            "spring bank holiday": "memorial-day",
            "summer bank holiday|august bank holiday": "summer-bank-holiday",
            "hogmanay": "new-years-eve",
            "indigenous peoples ' day|indigenous peoples day": "columbus-day",
            "mother's day|mothers day": "mothers-day",
            "father's day|fathers day": "fathers-day",
            "independence day|fourth of july": "independence-day",
            "halloween": "halloween",
            "thanksgiving|thanksgiving day": "thanksgiving",
            "black friday": "black-friday",
            "martin luther king day|mlk day": "mlk-day",
            "presidents day|presidents ' day|president's day": "presidents-day",
            "columbus day": "columbus-day",
            "veterans day|veteran's day": "veterans-day",
            "ramadan": "ramadan",
            "eid al fitr|eid al - fitr|eid ul fitr|eid ul - fitr": "eid-al-fitr",
            "eid al adha|eid al - adha|eid ul adha|eid ul - adha": "eid-al-adha",
        },
    ),
    (
        "v",
        {
            "a couple of|couple of|a couple|couple": "couple",
            "a few|few|several|some": "few",
            "half|half a|half an|a half": "half",
        },
    ),
    (
        "x",
        {
            "man friday|girl friday": "",
            "tradition|traditions|usually|always|typically|enjoy|enjoys|love|loves": "habit",
        },
    ),
    ("=", {"every|each": ""}),
    ("o", {"second to last|second last|next to last|penultimate": -2}),
    ("z", {"a|an": 1}),
    ("~", {"or so": "", "ish": "ish"}),
    ("*", {"the eve of|eve of": -1}),
    ("l", {"last|this last": "last", "past|this past": "past", "previous|preceding|prior": "previous"}),
    ("t", {"this|current|this current|same|the same": 0}),
    ("f", {"next|coming|upcoming|following|this coming": 1}),
    ("b", {"before last": -2}),
    (">", {"within": 1}),
    ("a", {"ago|back|earlier": -1}),
    ("e", {"before": -1}),
    (
        "c",
        {
            "more than|at least": "more",
            "less than": "less",
            "about|approximately|nearly|almost|at about": 1,
            "around|roughly|circa|at around|some time around": 2,
        },
    ),
    (
        "q",
        {
            "early|early in": "early",
            "earlier in": "earlier",
            "mid|middle of|the middle of|halfway through": "mid",
            "late|late in|later in": "late",
            "start of|the start of|beginning of|the beginning of|turn of": "start",
            "end of|the end of|ends of|close of": "end",
            "first half of|the first half of": "first-half",
            "second half of|the second half of|latter half of": "second-half",
        },
    ),
    ("i", {"of|'s|of the month of|in the month of": ""}),
    ("@", {"at": "", "at at": ""}),
    ("T", {"the": ""}),
    ("O", {"in": "in", "on|during|throughout|as of|dated|from around": "", "over": "over", "for": "aside"}),
    ("&", {"and": ""}),
    ("|", {"or": ""}),
    ("g", {"to": "to", "through|thru": ""}),
    ("u", {"until|till|til|up until|up to|by": "until"}),
    ("w", {"between|from between": ""}),
    ("r", {"from": "since"}),
    (
        "s",
        {
            "since|ever since": "since",
            "starting|starting on|starting from|beginning|beginning on|as from": "since",
            "later than or at|later than or on": "since",
        },
    ),
    ("k", {"prior to|earlier than|no later than": "before"}),
    ("j", {"after|later than|following the|greater than": "after"}),
    (
        ")",
        {
            "or later|and later|or after|and after|and greater|or greater|onwards|onward|and onwards": "since",
            "or earlier|and earlier|or before|and before": "until",
        },
    ),
    (
        "#",
        {
            "ver|version|iso|rfc|utc|gmt|python|raid|port|room|page|section|chapter|step|part|id|bug|error": "",
            "model|build|line|item|case|phase|level|figure|table|number": "",
        },
    ),
    (
        "_",
        {
            "i|we|you|he|she|they|it|me|us|him|her|them|my": "",
            "our|your|his|their|its|that|which|who|what|when|where|why|how": "",
            "is|are|was|were|be|been|did|do|does|have|has": "",
            "had|will|would|can|could|should|not|with|again|please": "",
            "if|but|so|as|than|then|there|did|said|say|told|tell|because|while|also|too|exactly|only|just": "",
        },
    ),
)

NUMBERS: dict[str, tuple[int, str]] = {
    **{
        word: (value, "unit")
        for value, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], 1)
    },
    **{
        word: (value, "teen")
        for value, word in enumerate(
            [
                "ten",
                "eleven",
                "twelve",
                "thirteen",
                "fourteen",
                "fifteen",
                "sixteen",
                "seventeen",
                "eighteen",
                "nineteen",
            ],
            10,
        )
    },
    **{
        word: (value * 10, "tens")
        for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
    },
    "hundred": (100, "hundred"),
    "thousand": (1000, "thousand"),
    **{
        word: (value, "ordinal")
        for value, word in enumerate(
            [
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
                "thirteenth",
                "fourteenth",
                "fifteenth",
                "sixteenth",
                "seventeenth",
                "eighteenth",
                "nineteenth",
                "twentieth",
            ],
            1,
        )
    },
    "thirtieth": (30, "ordinal"),
    "and": (0, "joiner"),
}
