"""German time words, without umlauts as the folded text has them (märz → marz, dreißig → dreissig)."""

from __future__ import annotations

from lossless_memory.timex.ir import Around, At, Day, Now, Part, Period, Rolling, Section, Weekday, Window
from lossless_memory.typed import Any

SPACED = True
ORDER = "dmy"
DOTTED = True
CAPITALS = True

_DAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
_PARTS = {
    "morgen": "morning",
    "vormittag": "morning",
    "mittag": "noon",
    "nachmittag": "afternoon",
    "abend": "evening",
    "nacht": "night",
}
_PAST = "letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vergangener|vergangenes|vergangenem"
_BEFORE_LAST = ("vorletzte", "vorletzten", "vorletzter", "vorletztes", "vorletztem")

WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "D",
        {
            "heute|heutigen tag": Day(0),
            "gestern": Day(-1),
            "vorgestern": Day(-2),
            "vorvorgestern": Day(-3),
            "morgen": Day(1),
            "ubermorgen": Day(2),
        },
    ),
    ("D", {"|".join(f"{word} {day}" for word in _BEFORE_LAST): Weekday(at, 2) for at, day in enumerate(_DAYS)}),
    (
        "J",
        {
            "heute morgen|heute fruh|heut morgen": At(Day(0), Part("morning")),
            "gestern morgen|gestern fruh": At(Day(-1), Part("morning")),
            "vorgestern morgen|vorgestern fruh": At(Day(-2), Part("morning")),
            "heute nacht|diese nacht": At(Day(0), Part("tonight")),
            "letzte nacht|vergangene nacht|vorige nacht": At(Day(-1), Part("night")),
            "vorletzte nacht": At(Day(-2), Part("night")),
        },
    ),
    (
        "J",
        {
            f"{day}{part}|{day} {part}|{day} {part}s": At(Weekday(at), Part(name))
            for at, day in enumerate(_DAYS)
            for part, name in _PARTS.items()
        },
    ),
    (
        "J",
        {f"nacht auf {day}|nacht zum {day}": At(Weekday((at - 1) % 7), Part("night")) for at, day in enumerate(_DAYS)},
    ),
    (
        "I",
        {
            "neulich|letztens|jungst|unlangst": Window(days=10),
            "kurzlich|vor kurzem|in letzter zeit|in der letzten zeit|zuletzt|dieser tage": Window(recent_days=30),
            "vorhin|vor einer weile|vor einiger zeit": Window(hours=3),
            "soeben|gerade eben|eben gerade|vor einem moment|vor einem augenblick": Window(hours=1),
            "heute bisher|fruher am tag|bisher heute": Section("so-far", Day(0)),
            "anfang der woche|fruher in dieser woche|fruher diese woche": Section("earlier", Period("week")),
            "fruher in diesem monat|fruher diesen monat": Section("earlier", Period("month")),
            "fruher in diesem jahr|fruher dieses jahr": Section("earlier", Period("year")),
            "letzten wochen|vergangenen wochen": Rolling(((3, "week"),), "few"),
            "letzten tagen|vergangenen tagen|letzten tage|vergangenen tage": Rolling(((3, "day"),), "few"),
            "letzten monaten|vergangenen monaten": Rolling(((3, "month"),), "few"),
            "letzten jahren|vergangenen jahren": Rolling(((3, "year"),), "few"),
            "letztes jahr um diese zeit|um diese zeit letztes jahr": Around(Period("year", -1), 10),
        },
    ),
    (
        "Z",
        {
            "|".join(f"{word} {noun}" for word in _BEFORE_LAST): Period(unit, -2)
            for noun, unit in (("woche", "week"), ("monat", "month"), ("jahr", "year"), ("wochenende", "weekend"))
        },
    ),
    ("Z", {"vorjahr": Period("year", -1), "vormonat": Period("month", -1), "vorwoche": Period("week", -1)}),
    ("0", {"jetzt|gerade jetzt|in diesem moment": Now()}),
    (
        "M",
        {
            "januar|janner|jan": 1,
            "februar|feber|feb": 2,
            "marz|maerz": 3,
            "april|apr": 4,
            "mai": 5,
            "juni|jun": 6,
            "juli|jul": 7,
            "september|sept|sep": 9,
            "oktober|okt": 10,
            "november|nov": 11,
            "dezember|dez": 12,
        },
    ),
    ("X", {"august|aug": 8}),
    (
        "W",
        {
            "montag|montags": 0,
            "dienstag|dienstags": 1,
            "mittwoch|mittwochs": 2,
            "donnerstag|donnerstags": 3,
            "freitag|freitags": 4,
            "samstag|samstags|sonnabend|sonnabends": 5,
            "sonntag|sonntags": 6,
        },
    ),
    ("Y", {"mo": 0, "di": 1, "mi": 2, "do": 3, "fr": 4, "sa": 5}),
    (
        "U",
        {
            "sekunde|sekunden": "second",
            "minute|minuten|min": "minute",
            "stunde|stunden|std": "hour",
            "tag|tage|tagen|tages": "day",
            "werktag|werktage|werktagen|arbeitstag|arbeitstage|arbeitstagen": "workday",
            "woche|wochen|kw|kalenderwoche": "week",
            "wochenende|wochenenden|wochenendes": "weekend",
            "monat|monate|monaten|monats": "month",
            "quartal|quartale|quartals|quartalen": "quarter",
            "halbjahr|halbjahrs|halbjahres|halbjahre|halbjahren": "half",
            "jahr|jahre|jahren|jahres|jahrs": "year",
            "geschaftsjahr|geschaftsjahres|geschaftsjahren": "fiscal",
            "jahrzehnt|jahrzehnte|jahrzehnten": "decade",
            "jahrhundert|jahrhunderts|jahrhunderten": "century",
        },
    ),
    (
        "L",
        {
            "anderthalb stunden|eineinhalb stunden": (90, "minute"),
            "anderthalb jahren|anderthalb jahre|eineinhalb jahren|eineinhalb jahre": (18, "month"),
            "anderthalb monaten|eineinhalb monaten": (45, "day"),
        },
    ),
    (
        "p",
        {
            "am morgen|diesen morgen|den morgen|der morgen|morgens|fruhmorgens": Part("morning"),
            "in der fruh|fruh|in der fruhe|in aller fruhe": Part("morning"),
            "fruh am morgen|am fruhen morgen|fruhen morgen": Part("early morning"),
            "vormittag|vormittags": Part("morning"),
            "spater vormittag|am spaten vormittag": Part("late morning"),
            "mittag|mittags": Part("noon"),
            "mittagessen|mittagspause": Part("lunch"),
            "fruhstuck": Part("breakfast"),
            "nachmittag|nachmittags": Part("afternoon"),
            "fruhen nachmittag|fruher nachmittag": Part("early afternoon"),
            "spaten nachmittag|spater nachmittag|spatnachmittag": Part("late afternoon"),
            "abend|abends": Part("evening"),
            "fruhen abend|fruher abend|vorabend": Part("early evening"),
            "spaten abend|spater abend|spatabends|spatabend": Part("late evening"),
            "abendessen": Part("dinner"),
            "nacht|nachts": Part("night"),
            "spat in der nacht|tief in der nacht|spatnachts": Part("late night"),
            "mitternacht": Part("midnight"),
            "nach mitternacht": Part("small hours"),
            "morgengrauen|morgendammerung|sonnenaufgang": Part("dawn"),
            "abenddammerung|sonnenuntergang": Part("dusk"),
        },
    ),
    ("h", {"uhr": ""}),
    (
        "^",
        {
            "halb": -30,
            "viertel nach": 15,
            "viertel vor|dreiviertel": -15,
            "funf nach": 5,
            "funf vor": -5,
            "zehn nach": 10,
            "zehn vor": -10,
        },
    ),
    ("Q", {"q1": (1, 4), "q2": (2, 4), "q3": (3, 4), "q4": (4, 4)}),
    ("S", {"fruhling|fruhjahr|fruhlings": 0, "sommer|sommers": 1, "herbst|herbstes": 2, "winter|winters": 3}),
    (
        "H",
        {
            "weihnachten|weihnachtstag|ersten weihnachtstag": "christmas",
            "heiligabend|heiliger abend|heiligen abend": "christmas-eve",
            "zweiten weihnachtstag|stephanstag": "boxing-day",
            "silvester": "new-years-eve",
            "neujahr|neujahrstag": "new-year",
            "dreikonigstag|heilige drei konige": "epiphany",
            "valentinstag": "valentine",
            "karfreitag": "good-friday",
            "ostern|ostersonntag": "easter",
            "ostermontag": "easter-monday",
            "christi himmelfahrt|himmelfahrt": "ascension",
            "pfingsten|pfingstsonntag": "pentecost",
            "pfingstmontag": "whit-monday",
            "tag der arbeit|ersten mai|maifeiertag": "workers-day",
            "muttertag": "mothers-day",
            "tag der deutschen einheit": "german-unity",
            "halloween": "halloween",
            "allerheiligen": "all-saints",
        },
    ),
    ("v", {"paar|ein paar|einige|einigen|mehrere|mehreren|wenige|wenigen": "few"}),
    ("v", {"halbe|halben|halbes|halber|einem halben|einer halben|ein halbes|eine halbe": "half"}),
    ("z", {"ein|eine|einer|einem|einen|eines": 1}),
    ("l", {f"{_PAST}|vorige|vorigen|voriger|voriges|vorigem": "previous"}),
    ("t", {"diese|diesen|dieser|dieses|diesem|selben|laufenden|aktuellen": 0}),
    (
        "f",
        {
            "nachste|nachsten|nachster|nachstes|nachstem": 1,
            "kommende|kommenden|kommender|kommendes|kommendem": 1,
        },
    ),
    ("A", {"vor": "before"}),
    (">", {"innerhalb von|binnen": 1}),
    ("c", {"etwa|ungefahr|circa|ca|rund|fast|gegen": 1, "um den|um die|rund um": 2}),
    (
        "q",
        {
            "anfang|zu beginn|beginn|am anfang|anfangs": "early",
            "mitte|in der mitte": "mid",
            "ende|am ende|gegen ende": "late",
            "erste halfte|ersten halfte": "first-half",
            "zweite halfte|zweiten halfte": "second-half",
        },
    ),
    ("i", {"des": ""}),
    ("@", {"um": "clock"}),
    ("T", {"der|die|das|dem|den|zum|zur": ""}),
    ("O", {"am": "the", "im|an|beim|wahrend|uber|zu": "", "in": "in", "fur": "aside"}),
    ("&", {"und": ""}),
    ("|", {"oder": ""}),
    ("u", {"bis|bis um|bis zu": "until"}),
    ("w", {"zwischen|zwischen dem|zwischen den": ""}),
    ("r", {"von|vom": "since"}),
    ("s", {"seit|seit dem|seit der|ab|ab dem|ab der": "since"}),
    ("k", {"vor dem|vor der|noch vor|fruher als": "before"}),
    ("j", {"nach|nach dem|nach der|spater als": "after"}),
    (
        ")",
        {
            "oder spater|und spater|oder danach|und danach": "since",
            "oder fruher|und fruher|oder davor|und davor": "until",
        },
    ),
    ("`", {"herr|herrn|frau|familie|das wort|wort|der begriff|das lied|der film|das buch|die serie|die band": ""}),
    (
        "#",
        {"version|seite|kapitel|abschnitt|zimmer|raum|port|fehler|nummer|nr|modell|schritt|teil|python|iso|rfc": ""},
    ),
    (
        "_",
        {
            "ich|du|er|sie|es|wir|ihr|mich|mir|dich|dir|uns|euch|mein|meine|meinen|unser|unsere|dein|deine": "",
            "ist|war|waren|wurde|sind|hat|habe|haben|hatte|hatten|habt|hast|wird|werde|kann|konnte|sollte": "",
            "was|wer|wo|wie|wann|warum|welche|welcher|welches|dass|nicht|kein|mit|ohne|aber|wenn|so|als|dann|denn": "",
            "gesagt|besprochen|geredet|gesprochen|gemacht|beschlossen|weg|zuruck|schon|noch|auch|nur|genau": "",
        },
    ),
    (
        "x",
        {
            "guten morgen|guten tag|guten abend|gute nacht|schonen tag|schones wochenende|von heute auf morgen": "",
            "eines tages|tag fur tag|tag der offenen tur|das ein oder andere|jeden tag|jede woche|jedes jahr": "",
            "jeden monat|von zeit zu zeit|ab und zu|vor allem|nach wie vor|unter anderem|ende gut": "",
        },
    ),
)

_UNITS = ("eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun")
_TEENS = (
    "zehn",
    "elf",
    "zwolf",
    "dreizehn",
    "vierzehn",
    "funfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
)
_TENS = ("zwanzig", "dreissig", "vierzig", "funfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_FIRST = (
    "erst",
    "zweit",
    "dritt",
    "viert",
    "funft",
    "sechst",
    "siebt",
    "acht",
    "neunt",
    *(f"{word}t" for word in _TEENS),
    "zwanzigst",
    *(f"{'ein' if unit == 'eins' else unit}undzwanzigst" for unit in _UNITS),
    "dreissigst",
    "einunddreissigst",
)

NUMBERS: dict[str, tuple[int, str]] = {
    **{word: (value, "unit") for value, word in enumerate(_UNITS, 1)},
    **{word: (value, "teen") for value, word in enumerate(_TEENS, 10)},
    **{word: (value * 10, "tens") for value, word in enumerate(_TENS, 2)},
    **{
        f"{'ein' if unit == 'eins' else unit}und{ten}": (tens * 10 + value, "teen")
        for tens, ten in enumerate(_TENS, 2)
        for value, unit in enumerate(_UNITS, 1)
    },
    "hundert": (100, "hundred"),
    "tausend": (1000, "thousand"),
    "zweitausend": (2000, "hundred"),
    **{f"{word}{ending}": (value, "ordinal") for value, word in enumerate(_FIRST, 1) for ending in ("e", "en", "er")},
}

DAYS = ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")
SENTENCES = {
    "day": "„{phrase}“{of} gelesen als {a}, der ganze Tag",
    "days": "„{phrase}“{of} gelesen als {a} bis {b}, beide Tage eingeschlossen",
    "times": "„{phrase}“{of} gelesen als {a} bis {b}",
    "since": "„{phrase}“{of} gelesen als alles ab {a}",
    "until": "„{phrase}“{of} gelesen als alles vor {b}",
    "of": " ({number} von {all})",
    "vague": " (ungefähr)",
    "future": " (noch in der Zukunft)",
}
