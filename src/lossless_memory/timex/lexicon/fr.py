"""French time words, without accents as the folded text has them. What is elided (l', d') is a word of its own."""

from __future__ import annotations

from lossless_memory.timex.ir import Around, At, Day, Now, Part, Period, Rolling, Section, Window
from lossless_memory.typed import Any

SPACED = True
ORDER = "dmy"
ELIDED = True
CAPITALS = True  # Mardi and Juin are written as often as mardi and juin

WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "D",
        {
            "aujourd'hui|ce jour": Day(0),
            "hier": Day(-1),
            "avant - hier|avant hier": Day(-2),
            "la veille": Day(-1),
            "demain": Day(1),
            "apres - demain|apres demain": Day(2),
        },
    ),
    (
        "J",
        {
            "cette nuit": At(Day(0), Part("tonight")),
            "la nuit derniere|la nuit passee|derniere nuit|la derniere nuit|hier nuit": At(Day(-1), Part("night")),
            "hier soir|hier au soir": At(Day(-1), Part("evening")),
            "avant - hier soir|avant hier soir": At(Day(-2), Part("evening")),
        },
    ),
    (
        "I",
        {
            "l'autre jour|l'autre soir|l'autre nuit|l'autre matin": Window(days=10),
            "recemment|dernierement|ces derniers temps|ces jours - ci|ces temps - ci": Window(recent_days=30),
            "tout a l'heure|il y a un moment|il y a un instant": Window(hours=3),
            "a l'instant|il y a une minute": Window(hours=1),
            "plus tot dans la journee|plus tot aujourd'hui": Section("so-far", Day(0)),
            "plus tot cette semaine|plus tot dans la semaine": Section("earlier", Period("week")),
            "plus tot ce mois - ci|plus tot dans le mois": Section("earlier", Period("month")),
            "plus tot cette annee|plus tot dans l'annee": Section("earlier", Period("year")),
            "reste de cette journee|le reste de la journee|reste de la journee": Section("rest", Day(0)),
            "ces dernieres semaines|les dernieres semaines": Rolling(((3, "week"),), "few"),
            "ces derniers jours|les derniers jours": Rolling(((3, "day"),), "few"),
            "ces derniers mois|les derniers mois": Rolling(((3, "month"),), "few"),
            "ces dernieres annees|les dernieres annees": Rolling(((3, "year"),), "few"),
            "a la meme epoque l'an dernier|a la meme epoque l'annee derniere": Around(Period("year", -1), 10),
        },
    ),
    ("0", {"maintenant|en ce moment": Now()}),
    (
        "M",
        {
            "janvier|janv": 1,
            "fevrier|fevr|fev": 2,
            "mai": 5,
            "juin": 6,
            "juillet|juil": 7,
            "aout": 8,
            "septembre": 9,
            "octobre|oct": 10,
            "novembre|nov": 11,
            "decembre|dec": 12,
        },
    ),
    ("X", {"jan": 1, "mars": 3, "avril|avr": 4}),
    (
        "W",
        {
            "lundi|lundis": 0,
            "mardi|mardis": 1,
            "mercredi|mercredis": 2,
            "jeudi|jeudis": 3,
            "vendredi|vendredis": 4,
            "samedi|samedis": 5,
            "dimanche|dimanches": 6,
        },
    ),
    ("Y", {"lun": 0, "ven": 4, "sam": 5, "dim": 6}),
    (
        "U",
        {
            "seconde|secondes|sec": "second",
            "minute|minutes|min": "minute",
            "heure|heures|hrs": "hour",
            "jour|jours|journee|journees": "day",
            "jour ouvrable|jours ouvrables|jour ouvre|jours ouvres": "workday",
            "semaine|semaines|semaine - ci": "week",
            "quinzaine|quinzaine de jours": "fortnight",
            "week - end|weekend|week - ends|weekends|fin de semaine": "weekend",
            "mois|mois - ci": "month",
            "trimestre|trimestres|quart": "quarter",
            "semestre|semestres": "half",
            "an|ans|annee|annees": "year",
            "annee civile|annee calendaire": "year",
            "exercice fiscal|annee fiscale": "fiscal",
            "decennie|decennies": "decade",
            "siecle|siecles": "century",
        },
    ),
    ("L", {"quinze jours": (14, "day"), "une quinzaine de jours": (15, "day"), "huit jours": (7, "day")}),
    ("%", {"les annees|des annees|la decennie": ""}),
    (
        "p",
        {
            "matin|matinee|matins|du matin|au matin": Part("morning"),
            "debut de matinee|debut matin|debut de matin|tot le matin|tot matin|de bon matin": Part("early morning"),
            "fin de matinee|fin matin|fin de matin|tard le matin|plus tard dans le matin": Part("late morning"),
            "midi": Part("noon"),
            "dejeuner|pause dejeuner|pause de midi": Part("lunch"),
            "petit dejeuner|petit - dejeuner": Part("breakfast"),
            "apres - midi|apres - midis": Part("afternoon"),
            "debut d'apres - midi|tot d'apres - midi|tot l'apres - midi|debut de l'apres - midi": Part(
                "early afternoon"
            ),
            "fin d'apres - midi|tard l'apres - midi|fin de l'apres - midi": Part("late afternoon"),
            "soir|soiree|soirs|soirees|du soir": Part("evening"),
            "debut de soiree|debut de soir|tot le soir": Part("early evening"),
            "fin de soiree|fin de soir|tard le soir|plus tard dans la soiree": Part("late evening"),
            "diner|souper": Part("dinner"),
            "nuit|nuits": Part("night"),
            "debut de nuit|tot le nuit|tot la nuit|debut de la nuit": Part("early night"),
            "fin de nuit|tard dans la nuit|plus tard dans la nuit|au milieu de la nuit": Part("late night"),
            "minuit": Part("midnight"),
            "apres minuit": Part("small hours"),
            "aube|a l'aube|lever du soleil|petit matin|au petit matin": Part("dawn"),
            "crepuscule|coucher du soleil": Part("dusk"),
            "a la premiere heure": Part("first thing"),
        },
    ),
    ("P", {"a midi": Part("noon"), "a minuit": Part("midnight")}),
    (
        "m",
        {
            "am|a m|heures du matin|h du matin|heure du matin": "am",
            "pm|p m|heures du soir|h du soir|heures de l'apres - midi|h de l'apres - midi": "pm",
        },
    ),
    ("h", {"h|heures pile|heures precises": ""}),
    ("+", {"heures et demie|h et demie": 30, "heures et quart|h et quart": 15, "heures moins le quart": -15}),
    ("Q", {"t1|q1": (1, 4), "t2|q2": (2, 4), "t3|q3": (3, 4), "t4|q4": (4, 4)}),
    (
        "S",
        {
            "printemps|au printemps": 0,
            "l'ete|en ete|d'ete": 1,
            "automne|en automne": 2,
            "hiver|en hiver": 3,
        },
    ),
    (
        "H",
        {
            "noel|jour de noel": "christmas",
            "reveillon de noel|veille de noel|la veille de noel": "christmas-eve",
            "saint - sylvestre|la saint - sylvestre|reveillon du nouvel an": "new-years-eve",
            "nouvel an|jour de l'an|le jour de l'an": "new-year",
            "epiphanie": "epiphany",
            "saint - valentin|la saint - valentin": "valentine",
            "vendredi saint": "good-friday",
            "paques|dimanche de paques": "easter",
            "lundi de paques": "easter-monday",
            "fete du travail": "workers-day",
            "ascension": "ascension",
            "pentecote": "pentecost",
            "lundi de pentecote": "whit-monday",
            "fete nationale": "bastille-day",
            "assomption": "assumption",
            "halloween": "halloween",
            "toussaint": "all-saints",
            "vendredi noir|black friday": "black-friday",
        },
    ),
    ("v", {"quelques|plusieurs": "few"}),
    ("v", {"demi|demie|une demi|un demi|une demi -": "half"}),
    ("z", {"un|une": 1}),
    (
        "l",
        {
            "dernier|derniere|derniers|dernieres": "last",
            "passe|passee|passes|passees|precedent|precedente|precedents|precedentes|ecoule|ecoulee": "previous",
        },
    ),
    ("t", {"ce|cet|cette|ces|le meme|la meme": 0}),
    ("f", {"prochain|prochaine|prochains|prochaines|suivant|suivante|qui vient|a venir": 1}),
    ("n", {"vingt et un|vingt - et - un|vingt et une": 21, "trente et un|trente - et - un": 31}),
    ("Z", {"semaine en cours": Period("week"), "mois en cours": Period("month"), "annee en cours": Period("year")}),
    (
        "Z",
        {
            "avant - derniere semaine|semaine d'avant|la semaine d'avant": Period("week", -2),
            "le mois d'avant|avant - dernier mois": Period("month", -2),
            "l'annee d'avant|avant - derniere annee": Period("year", -2),
        },
    ),
    ("A", {"il y a|il ya|y a|voila|il y a de cela|ca fait": ""}),
    ("a", {"auparavant|plus tot": -1}),
    (">", {"d'ici": 1}),
    ("c", {"environ|a peu pres|presque|pres de|autour de": 1, "vers|autour du|aux alentours du": 2}),
    (
        "q",
        {
            "debut|au debut de|debut de|le debut de|au debut du|debut du|des le debut de": "early",
            "au milieu de|milieu de|mi -|mi|au milieu du|milieu du": "mid",
            "fin|a la fin de|fin de|la fin de|a la fin du|fin du|la fin du": "late",
            "la premiere moitie de|premiere moitie de|la premiere moitie du": "first-half",
            "la seconde moitie de|seconde moitie de|la deuxieme moitie de|la seconde moitie du": "second-half",
        },
    ),
    ("i", {"de|d": "de", "du|des": "el", "au mois de|du mois de|le mois de|mois de|au mois d'|mois du": ""}),
    ("@", {"a": "hours"}),
    ("T", {"le": "el", "la|les|l": ""}),
    ("O", {"en|pendant|durant|au cours de|au cours du|lors de|sur|dans": "", "pour": "aside"}),
    ("&", {"et": ""}),
    ("|", {"ou": ""}),
    ("g", {"au|jusqu'au|a la": ""}),
    ("u", {"jusqu'a|jusqu'en|jusque|jusqu'au mois de|jusqu'a la": "until"}),
    ("w", {"entre": ""}),
    ("s", {"depuis|a partir de|a partir du|a compter du|depuis le": "since"}),
    ("k", {"avant|avant le|avant la": "before"}),
    ("j", {"apres|apres le|apres la|suite a": "after"}),
    (
        ")",
        {
            "ou plus tard|et plus tard|ou apres|et apres|et plus|ou plus": "since",
            "ou avant|et avant|ou plus tot|et plus tot": "until",
        },
    ),
    ("`", {"monsieur|madame|mademoiselle|le mot|mot|la chanson|le film|le livre|la serie|le groupe|l'expression": ""}),
    (
        "#",
        {"version|page|chapitre|section|chambre|salle|port|erreur|numero|modele|etape|partie|python|iso|rfc|phase": ""},
    ),
    (
        "_",
        {
            "je|tu|il|elle|on|nous|vous|ils|elles|me|te|se|moi|toi|mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos": "",
            "est|etait|etaient|sont|fut|a ete|ai|as|avons|avez|ont|avait|avais|avions": "",
            "que|qui|quoi|quand|ou est|pourquoi|comment|quel|quelle|quels|quelles|ne|pas|avec|sans|mais|si": "",
            "dit|parle|decide|discute|qu|j|n|s|c|m|deja|aussi|seulement": "",
        },
    ),
    (
        "x",
        {
            "bonne journee|bonne nuit|bonne semaine|bonne annee|bon week - end|bonne soiree|jour apres jour": "",
            "du jour au lendemain|un jour|tous les jours|chaque jour|par jour|par an|par mois|chaque semaine": "",
            "de temps en temps|tout a coup|il y a longtemps|a la fois|une fois": "",
            "un long dimanche|mise a jour|a jour|fete des voisins|mode nuit|partie de": "",
        },
    ),
)

NUMBERS: dict[str, tuple[int, str]] = {
    **{
        word: (value, "unit")
        for value, word in enumerate(["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"], 2)
    },
    **{
        word: (value, "teen")
        for value, word in enumerate(
            ["dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"],
            10,
        )
    },
    **{
        word: (value * 10, "tens")
        for value, word in enumerate(["vingt", "trente", "quarante", "cinquante", "soixante"], 2)
    },
    "cent": (100, "hundred"),
    "mille": (1000, "thousand"),
    **{
        word: (value, "ordinal")
        for value, words in enumerate(
            [
                "premier|premiere",
                "deuxieme",
                "troisieme",
                "quatrieme",
                "cinquieme",
                "sixieme",
                "septieme",
                "huitieme",
                "neuvieme",
                "dixieme",
            ],
            1,
        )
        for word in words.split("|")
    },
    "et": (0, "joiner"),
}

DAYS = ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim.")
SENTENCES = {
    "day": "« {phrase} »{of} lu comme {a}, toute la journée",
    "days": "« {phrase} »{of} lu comme {a} à {b}, les deux jours compris",
    "times": "« {phrase} »{of} lu comme {a} à {b}",
    "since": "« {phrase} »{of} lu comme tout à partir de {a}",
    "until": "« {phrase} »{of} lu comme tout avant {b}",
    "of": " ({number} sur {all})",
    "vague": " (environ)",
    "future": " (encore à venir)",
}
