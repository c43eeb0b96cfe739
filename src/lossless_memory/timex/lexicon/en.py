"""English time words."""

from __future__ import annotations

from lossless_memory.timex.ir import (
    Ago,
    Around,
    At,
    Date,
    Day,
    Now,
    Offset,
    Part,
    Period,
    Rolling,
    Section,
    Span,
    Weekday,
    Weekdays,
    Window,
    Years,
)
from lossless_memory.typed import Any

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
            "today|todays|otd|current date|present day|this day|on this date": Day(0),
            "yesterday|yesterdays|yday|yest|yesturday|yestarday|yersterday": Day(-1),
            "the day before yesterday|day before yesterday|two days before today": Day(-2),
            "the previous day": Day(-1),
            "tomorrow|tomorrows|tmrw|tomoz|tommorow|tommorrow|tomorow": Day(1),
            "the day after tomorrow|day after tomorrow": Day(2),
        },
    ),
    (
        "J",
        {
            "last night|yesternight": _LAST_NIGHT,
            "tonight|tonite|this night|2nite": At(Day(0), Part("tonight")),
            "late last night|the middle of last night": At(Day(-1), Part("late last night")),
            "last evening": At(Day(-1), Part("evening")),
            "overnight": At(Day(-1), Part("overnight")),
        },
    ),
    (
        "J",
        {
            spellings: At(Weekday(number), Part("evening"))
            for number, spellings in enumerate(
                ["mon eve", "tues eve|tue eve", "wed eve", "thurs eve|thu eve", "fri eve", "sat eve", "sun eve"]
            )
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
            "the last hours|the past hours": Rolling(((3, "hour"),), "few"),
            "in recent weeks|recent weeks|the past weeks|the last weeks": Rolling(((3, "week"),), "few"),
            "in recent months|recent months|the past months|the last months": Rolling(((3, "month"),), "few"),
            "in recent years|recent years|the past years|the last years": Rolling(((3, "year"),), "few"),
            "later today": Section("rest", Day(0)),
            "earlier this week": Section("earlier", Period("week")),
            "earlier this month": Section("earlier", Period("month")),
            "earlier this year": Section("earlier", Period("year")),
            "earlier this morning": Section("so-far", At(Day(0), Part("morning"))),
            "earlier this afternoon": Section("so-far", At(Day(0), Part("afternoon"))),
            "earlier this evening": Section("so-far", At(Day(0), Part("evening"))),
            "earlier tonight": Section("so-far", At(Day(0), Part("tonight"))),
            "this time yesterday|around this time yesterday": Ago(((24, "hour"),), "about"),
            "later this week|later in the week": Section("rest", Period("week")),
            "later this month|later in the month": Section("rest", Period("month")),
            "later this year|later in the year": Section("rest", Period("year")),
            "earlier last week": Section("early", Period("week", -1)),
            "later last week": Section("late", Period("week", -1)),
            "earlier last month": Section("early", Period("month", -1)),
            "later last month": Section("late", Period("month", -1)),
            "earlier last year": Section("early", Period("year", -1)),
            "later last year": Section("late", Period("year", -1)),
            "this time last year|around this time last year": Around(Period("year", -1), 10),
            "this time last month": Around(Period("month", -1), 3),
            "this time last week": Around(Period("week", -1), 1),
            "month to date|the month to date|month - to - date|mtd": Section("so-far", Period("month")),
            "week to date|the week to date|week - to - date|wtd": Section("so-far", Period("week")),
            "quarter to date|the quarter to date|quarter - to - date|qtd": Section("so-far", Period("quarter")),
            "the turn of the century|turn of the century|the turn of the millennium": Span(Date(1999), Date(2001)),
            "year to date|the year to date|year - to - date|ytd|so far this year|this year so far": Section(
                "so-far", Period("year")
            ),
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
            "at year end|year end|by year end": Section("end", Period("year"), loose=True),
            "at month end|month end|by month end": Section("end", Period("month"), loose=True),
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
            "january|janurary": 1,
            "february|feb": 2,
            "apr": 4,
            "july|jul": 7,
            "aug": 8,
            "september|septemeber": 9,
            "october|oct": 10,
            "november|nov|novemeber": 11,
            "december|decemeber": 12,
        },
    ),
    ("X", {"jan": 1, "march|mar": 3, "april": 4, "may": 5, "june|jun": 6, "august|agust": 8, "sept|sep": 9, "dec": 12}),
    (
        "W",
        {
            "monday": 0,
            "tuesday": 1,
            "wednesday|wensday|wendsday": 2,
            "thursday": 3,
            "friday": 4,
            "saturday|saterday": 5,
            "sunday": 6,
        },
    ),
    (
        "W",
        {
            "mondays": Weekdays(0),
            "tuesdays": Weekdays(1),
            "wednesdays": Weekdays(2),
            "thursdays": Weekdays(3),
            "fridays": Weekdays(4),
            "saturdays": Weekdays(5),
            "sundays": Weekdays(6),
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
            "w / c|w / b|w / e|wk beg|wk commencing|week beg": "week",
            "week that starts|week that starts on|week that started|week that started on": "week",
            "fortnight|fortnights": "fortnight",
            "weekend|weekends": "weekend",
            "month|months|calendar month|mth|mths|mos": "month",
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
            "noonish": Part("around noon"),
            "mid morning|midmorning": Part("mid morning"),
            "mid afternoon|midafternoon": Part("mid afternoon"),
            "lunch|lunchtime|lunch time|lunch break": Part("lunch"),
            "breakfast": Part("breakfast"),
            "dinner|dinnertime|dinner time|supper": Part("dinner"),
            "afternoon|afternoons|arvo": Part("afternoon"),
            "early afternoon": Part("early afternoon"),
            "late afternoon": Part("late afternoon"),
            "evening|evenings": Part("evening"),
            "early evening": Part("early evening"),
            "late evening|late in the evening": Part("late evening"),
            "night|nights|nighttime|nite": Part("night"),
            "early night": Part("early night"),
            "late night|late at night|late into the night": Part("late night"),
            "midnight": Part("midnight"),
            "small hours|wee hours|early hours": Part("small hours"),
            "middle of the night|the middle of the night|dead of night": Part("small hours"),
            "dawn|daybreak|sunrise": Part("dawn"),
            "dusk|sunset": Part("dusk"),
            "teatime|tea time": Part("teatime"),
            "first thing": Part("first thing"),
            "first thing in the morning": Part("first thing"),
        },
    ),
    ("P", {"after midnight": Part("small hours")}),
    ("m", {"am|a m": "am", "pm|p m": "pm"}),
    ("h", {"o'clock|oclock|o clock": "", "sharp": ""}),
    (
        "Q",
        {"q1": (1, 4), "q2": (2, 4), "q3": (3, 4), "q4": (4, 4), "h1": (1, 2), "h2": (2, 2)},
    ),
    ("V", {"spring|springs": 0, "summer|summers": 1, "fall|autumn|autumns": 2, "winter|winters": 3}),
    (
        "H",
        {
            "the holiday season|holiday season|christmas holidays|the christmas holidays": "holiday-season",
            "over the holidays|during the holidays|christmas break|winter break": "holiday-season",
            "ascension day|ascension thursday": "ascension",
            "pentecost|whit sunday|pentecost sunday": "pentecost",
            "whit monday|pentecost monday": "whit-monday",
            "corpus christi": "corpus-christi",
            "epiphany|three kings ' day|three kings day|twelfth night": "epiphany",
            "all saints day|all saints ' day": "all-saints",
            "all souls day|all souls ' day": "day-of-the-dead",
            "christmas eve": "christmas-eve",
            "christmas|xmas|christmas day|christmases": "christmas",
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
            "|".join(f"day {count}" for count in (*range(1, 32), "one", "two", "three", "four", "five")): "",
            "tgi friday's|tgi fridays": "",
            "man friday|girl friday|same day delivery|next day delivery|same day shipping|next day shipping": "",
            "tradition|traditions|usually|always|typically|enjoy|enjoys|love|loves": "habit",
            "under|low|lower|high|upper|temperature|temperatures|degrees": "degree",
            "pounds|quid|words|steps|calories|kcal|metres|meters|feet|grams|litres|liters": "measure",
            "inch|inches|cup|cups|mile|miles|pint|pints|teaspoon|tablespoon|tsp|tbsp|units|pieces": "measure",
            "give|gave|given|giving|score|scored|scores|rate|rated|rating|ratings|grade|graded|stars": "rating",
            "recommend|odds|rhythm|beat": "rating",
            "soak|soaked|soaking|marinate|marinated|prove|chill|charge|ferment|rise|steep|leave|rest": "manner",
            "oh": "zero",
            "pre": "before",
            "post": "after",
            "all|whole|entire": "all",
            "est|cdt": Offset(-300),
            "edt": Offset(-240),
            "cst|mdt": Offset(-360),
            "mst|pdt": Offset(-420),
            "pst": Offset(-480),
            "bst|cet": Offset(60),
            "cest": Offset(120),
            "jst": Offset(540),
            "pace|lap|laps|split": "run",
            "video|film|movie|episode|podcast|recording|song|track|clip": "media",
            "genesis|exodus|psalm|psalms|proverbs|isaiah|ezekiel|matthew|mark|luke|john|acts|romans|hebrews": "verse",
            "corinthians|revelation": "verse",
            "sort code|code|combination|account|passcode|pin|serial": "code",
            "street|road|avenue|lane|close|crescent|terrace|court|gardens|grove|boulevard": "street",
            "henry|louis|edward|charles|george|richard|napoleon|john paul|benedict|pius|philip|ramses": "king",
        },
    ),
    ("L", {"quarter of an hour": (15, "minute"), "three quarters of an hour": (45, "minute")}),
    ("=", {"every|each|every other": ""}),
    ("o", {"second to last|second last|next to last|penultimate|last to last|last but one": -2, "final": -1}),
    ("z", {"a|an": 1}),
    (
        ":",
        {
            "maybe|perhaps|probably|possibly|presumably|prolly|sometime|some time|at some point": "",
            "i think|i believe|i guess|i reckon|i suppose|i want to say|i 'm fairly sure|i 'm pretty sure": "",
            "i think it was|i believe it was|i guess it was|maybe it was|perhaps it was|probably it was": "was",
            "it was maybe|it was probably|i think it was on|it must have been": "was",
        },
    ),
    ("~", {"or so": "", "ish": "ish"}),
    ("*", {"the eve of|eve of": -1}),
    (
        "l",
        {
            "last|this last": "last",
            "past|this past|trailing": "past",
            "previous|preceding|prior": "previous",
            "gone|just gone": "gone",
        },
    ),
    ("t", {"this|current|this current|same|the same": 0}),
    (
        "!",
        {
            "this time|this same time|same time|the same time|around this time|around the same time": "",
            "about this time|about the same time|at this time|at the same time|at about this time": "",
        },
    ),
    (
        "Z",
        {
            f"last {unit} but one|the last {unit} but one": Period(unit, -2)
            for unit in ("week", "weekend", "month", "year")
        },
    ),
    ("f", {"next|following": 1, "coming|upcoming|this coming|this upcoming": "coming"}),
    ("b", {"before last": -2}),
    (">", {"within": 1}),
    ("a", {"ago|back|earlier": -1}),
    (
        "e",
        {"before|leading up to|the run up to|the run - up to": -1, "just before|shortly before|right before": "just"},
    ),
    (
        "c",
        {
            "more than|at least": "more",
            "less than": "less",
            "about|approximately|approx|nearly|almost|at about|at approx|at approximately": 1,
            "just over|a little over|a bit over|a little more than|just under|a little less than": 1,
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
            "the first months of|the first few months of|the early months of|the first couple of months of": "early",
            "first few months of|early months of": "early",
            "the last months of|the last few months of|the final months of|the last couple of months of": "late",
            "last few months of|final months of": "late",
            "the first couple of weeks of|first couple of weeks of": "first-half",
            "the last couple of weeks of|last couple of weeks of": "second-half",
            "start of|the start of|beginning of|the beginning of|turn of": "start",
            "end of|the end of|ends of|close of": "end",
            "end of the day|the end of the day|end of day|eod|close of business|cob": "end",
            "the first days of|first days of|the first few days of": "start",
            "the last days of|last days of|the last few days of|the final days of": "end",
            "the first weeks of|first weeks of|the first few weeks of": "first-half",
            "the last weeks of|last weeks of|the last few weeks of|the final weeks of": "second-half",
            "first half of|the first half of": "first-half",
            "second half of|the second half of|latter half of": "second-half",
        },
    ),
    ("i", {"of|'s|of the month of": ""}),
    ("@", {"at": "", "at at": ""}),
    ("T", {"the": ""}),
    (
        "O",
        {
            "in|in the month of": "in",
            "on|during|throughout|as of|dated|from around": "",
            "the whole of|all of|all through|for the whole of|the entirety of": "",
            "over": "over",
            "for": "aside",
        },
    ),
    ("&", {"and": "", "versus|vs|compared to|compared with": ""}),
    ("|", {"or": ""}),
    ("g", {"to": "to", "through|thru": ""}),
    (
        "u",
        {
            "until|till|til|up until|up to|by": "until",
            "on or before|before or on|at or before": "until",
            "no later than|not later than|not after": "until",
        },
    ),
    ("w", {"between|from between": ""}),
    ("r", {"from": "since"}),
    (
        "s",
        {
            "since|ever since": "since",
            "starting|starting on|starting from|beginning|beginning on|as from": "since",
            "later than or at|later than or on|on or after|after or on|at or after": "since",
            "no earlier than|not earlier than|no sooner than|not before": "since",
        },
    ),
    ("k", {"prior to|earlier than": "before"}),
    ("j", {"after|later than|following the|greater than": "after", "just after|shortly after|right after": "just"}),
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
            "utc|gmt": Offset(0),
            "ver|version|iso|rfc|python|raid|port|room|page|section|chapter|step|part|id|bug|error": "",
            "model|build|line|item|case|phase|level|figure|table|number": "",
        },
    ),
    (
        "_",
        {
            "i|we|you|he|she|they|it|me|us|him|her|them|my": "",
            "our|your|his|their|its|that|which|who|what|when|where|why|how": "",
            "how many|how much|how often|how long": "count",
            "i up to|you up to|we up to|he up to|she up to|they up to|been up to": "doing",
            "was up to|were up to|is up to|are up to|get up to|got up to|getting up to": "doing",
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

# How a time is taken back for another one: what denies the first, what then brings the second, what takes a first one
# back without denying it, what denies the second instead, and what stands for the one before it.
REPAIRS = {
    "hint": r"\b(?:not|no|sorry|i mean|or rather|make that|scratch that|except|apart from|excluding|other than)\b",
    "not": r"\bnot (?:on |in |from )?$",
    "but": r"(?:,|;| ?-+)? (?:but(?: rather)?|rather|it was|no|more like) (?:on |in )?|, (?:on |in )?",
    "rather": (
        r"(?:[,;]| ?-+| ?\.{2,})? (?:(?:no|nope|sorry|i mean|or rather|make that|wait|scratch that)"
        r"(?:[,;]| ?-+| ?\.{2,})? ){1,3}(?:it was )?(?:on |in )?"
    ),
    "and not": r",? (?:(?:and |but )?not|(?:except|apart from|excluding|other than)(?: for)?) (?:on |in |from )?",
    "but that": r"(?!)",
    "before": (
        r"the (?:day|night|(?P<week>week|weekend)|month|year|one) before(?: that)?"
        r"(?! (?:last|the|my|our|your|his|her|their|i|we|you|he|she|they)\b)"
    ),
}
