"""Spanish time words, without accents as the folded text has them."""

from __future__ import annotations

from lossless_memory.timex.ir import (
    Ago,
    Around,
    At,
    Clock,
    ClockOpen,
    Day,
    Now,
    Part,
    Period,
    Rolling,
    Section,
    Window,
    Years,
)
from lossless_memory.typed import Any

SPACED = True
ORDER = "dmy"
MISSPELT = ("miercoles", "jueves", "sabado", "febrero", "septiembre", "octubre", "noviembre", "diciembre")

WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "D",
        {
            "hoy|el dia de hoy|hoy dia|un dia como hoy|tal dia como hoy": Day(0),
            "ayer|el dia de ayer|dia de ayer": Day(-1),
            "anteayer|antier|antiayer|ante ayer|el dia antes de ayer|dia antes de ayer": Day(-2),
            "manana|el dia de manana": Day(1),
            "pasado manana": Day(2),
            "trasanteayer": Day(-3),
        },
    ),
    (
        "J",
        {
            "anoche|ayer noche": At(Day(-1), Part("night")),
            "anteanoche|antenoche|antes de anoche": At(Day(-2), Part("night")),
            "esta noche|esta misma noche": At(Day(0), Part("tonight")),
            "esta manana|esta misma manana": At(Day(0), Part("morning")),
            "anoche tarde|anoche muy tarde|tarde anoche": At(Day(-1), Part("late night")),
            "esta tarde|esta misma tarde": At(Day(0), Part("tarde")),
            "esta madrugada": At(Day(0), Part("madrugada")),
        },
    ),
    (
        "I",
        {
            "el otro dia|otro dia|la otra noche|la otra tarde|la otra manana": Window(days=10),
            "la otra semana|el otro fin de semana|el otro finde": Window(days=21),
            "los ultimos minutos|estos ultimos minutos": Rolling(((10, "minute"),), "few"),
            "las ultimas horas|estas ultimas horas": Rolling(((3, "hour"),), "few"),
            "los ultimos dias|estos ultimos dias": Rolling(((3, "day"),), "few"),
            "las ultimas semanas|estas ultimas semanas": Rolling(((3, "week"),), "few"),
            "los ultimos meses|estos ultimos meses": Rolling(((3, "month"),), "few"),
            "los ultimos anos|estos ultimos anos": Rolling(((3, "year"),), "few"),
            "ultimamente|recientemente|estos dias": Window(recent_days=30),
            "hace un momento|hace un momentito|ahorita|ahora mismo|hace nada": Window(hours=1),
            "hace un rato|hace un ratito|hace rato|hace poco|hace un ratillo|hace un buen rato": Window(hours=3),
            "en lo que va de ano|en lo que va del ano|lo que va de ano": Section("so-far", Period("year")),
            "en lo que va de mes|en lo que va del mes": Section("so-far", Period("month")),
            "en lo que va de semana|en lo que va de la semana": Section("so-far", Period("week")),
            "mas temprano hoy|hoy mas temprano|en lo que va de dia|en lo que va del dia": Section("so-far", Day(0)),
            "mas temprano esta semana": Section("earlier", Period("week")),
            "mas temprano este mes|mas temprano de este mes": Section("earlier", Period("month")),
            "mas temprano este ano": Section("earlier", Period("year")),
            "mas tarde esta semana": Section("rest", Period("week")),
            "mas tarde este mes": Section("rest", Period("month")),
            "mas tarde este ano": Section("rest", Period("year")),
            "por estas fechas el ano pasado|el ano pasado por estas fechas": Around(Period("year", -1), 10),
            "hace un ano por estas fechas|por estas fechas hace un ano": Around(Period("year", -1), 10),
            "ayer a esta hora|ayer a estas horas|a esta hora ayer|a estas horas ayer": Ago(((24, "hour"),), "about"),
            "hasta la fecha": "",
            "fin de esta manana": At(Day(0), Part("late morning")),
        },
    ),
    ("0", {"ahora|en este momento|ahora mismo": Now()}),
    (
        "M",
        {
            "enero": 1,
            "febrero": 2,
            "septiembre|setiembre|de set": 9,
            "octubre": 10,
            "noviembre": 11,
            "diciembre": 12,
        },
    ),
    (
        "X",
        {
            "ene": 1,
            "feb": 2,
            "marzo|mar": 3,
            "abril|abr": 4,
            "mayo|may": 5,
            "junio|jun": 6,
            "julio|jul": 7,
            "agosto|ago": 8,
            "sept|sep": 9,
            "oct": 10,
            "nov": 11,
            "dic": 12,
        },
    ),
    (
        "W",
        {
            "lunes|lun": 0,
            "martes": 1,
            "miercoles": 2,
            "jueves": 3,
            "viernes": 4,
            "sabado|sabados": 5,
            "domingos": 6,
        },
    ),
    ("Y", {"mie|mier|mi": 2, "jue": 3, "vie": 4, "sab": 5, "domingo|dom": 6}),
    (
        "U",
        {
            "segundos|segs": "second",
            "minuto|minutos|min|mins": "minute",
            "hora|horas": "hour",
            "dia|dias": "day",
            "dia laborable|dias laborables|dias habiles|dia habil|entre semana": "workday",
            "semana|semanas": "week",
            "semana que empieza|semana que comienza|semana que empezo|semana que comenzo": "week",
            "quincena|quincenas": "fortnight",
            "fin de semana|fines de semana|finde|findes": "weekend",
            "mes|meses": "month",
            "trimestre|trimestres|cuatrimestre|cuarto": "quarter",
            "semestre|semestres|mitad": "half",
            "ano|anos|ano calendario|ano natural": "year",
            "ano fiscal": "fiscal",
            "decenio|decada|decadas": "decade",
            "siglo|siglos": "century",
        },
    ),
    ("%", {"los anos|la decada de los|decada de los|la decada de|decada de": ""}),
    ("L", {"quince dias": (14, "day"), "cuarto de hora": (15, "minute"), "tres cuartos de hora": (45, "minute")}),
    (
        "p",
        {
            "la manana|las mananas|mananas": Part("morning"),
            "primeras horas de la manana|primera hora de la manana": Part("first thing"),
            "a primeras horas de la manana|a primera hora de la manana": Part("first thing"),
            "a primera hora de la tarde|a primeras horas de la tarde": Part("early afternoon"),
            "a ultima hora de la tarde|a ultimas horas de la tarde": Part("late afternoon"),
            "a ultima hora de la noche": Part("late night"),
            "primera hora|a primera hora": Part("first thing"),
            "media manana|ultima hora de la manana": Part("late morning"),
            "temprano|muy temprano|tempranito": Part("early morning"),
            "mediodia|medio dia|al medio dia": Part("mediodia"),
            "tarde|tardes": Part("tarde"),
            "primeras horas de la tarde|primera hora de la tarde": Part("early afternoon"),
            "a ultima hora|ultima hora": Part("late evening"),
            "ultima hora de la tarde|tardecita": Part("late afternoon"),
            "noche|noches": Part("night"),
            "primeras horas de la noche|a primeras horas de la noche": Part("early night"),
            "ultimas horas de la noche|a ultimas horas de la noche": Part("late night"),
            "ultima hora de la noche|altas horas de la noche": Part("late night"),
            "medianoche": Part("midnight"),
            "madrugada|madrugadas|las primeras horas|despues de medianoche|pasada la medianoche": Part("madrugada"),
            "amanecer": Part("dawn"),
            "atardecer|anochecer": Part("dusk"),
            "desayuno": Part("breakfast"),
            "almuerzo|hora de comer|hora de la comida|la comida": Part("lunch"),
            "cena|hora de cenar|hora de la cena": Part("dinner"),
        },
    ),
    (
        "P",
        {
            "de madrugada|de la madrugada": Part("madrugada"),
            "al mediodia|a mediodia": Part("mediodia"),
            "a medianoche|a la medianoche": Part("midnight"),
            "a media manana": Part("late morning"),
            "a media tarde": Part("late afternoon"),
            "a la manana": Part("morning"),
            "al amanecer|al alba": Part("dawn"),
            "al atardecer|al anochecer": Part("dusk"),
        },
    ),
    (
        "8",
        {
            "antes de desayunar|antes del desayuno": ClockOpen("before", Clock(6, digital=True)),
            "despues de desayunar|despues del desayuno": ClockOpen("after", Clock(10, digital=True)),
            "antes de comer|antes de la comida|antes de almorzar": ClockOpen("before", Clock(11, 30, digital=True)),
            "despues de comer|despues de la comida|despues de almorzar": ClockOpen("after", Clock(14, digital=True)),
            "antes de cenar|antes de la cena": ClockOpen("before", Clock(18, digital=True)),
            "despues de cenar|despues de la cena": ClockOpen("after", Clock(21, digital=True)),
        },
    ),
    ("m", {"am|a m": "am", "pm|p m": "pm"}),
    ("h", {"h|hs|horas en punto|en punto": ""}),
    ("+", {"y media": 30, "y cuarto": 15, "menos cuarto": -15}),
    ("\\", {"menos": ""}),
    ("Q", {"t1": (1, 4), "t2": (2, 4), "t3": (3, 4), "t4": (4, 4)}),
    ("V", {"primavera|primaveras": 0, "verano|veranos": 1, "otono|otonos": 2, "invierno|inviernos": 3}),
    ("~", {"y pico|y algo": "past", "o asi": ""}),
    (
        "Z",
        {
            f"en los {word}|en los anos {word}": Years(1900 + 10 * tens, 10)
            for tens, word in enumerate(
                ["veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"], 2
            )
        },
    ),
    ("`", {"la palabra|palabra|se dice|significa|la cancion|la pelicula|el libro": ""}),
    (
        "H",
        {
            "navidad|el dia de navidad|dia de navidad": "christmas",
            "navidades|las navidades|vacaciones de navidad|las vacaciones de navidad": "navidades",
            "nochebuena": "christmas-eve",
            "nochevieja|noche vieja|la vispera de ano nuevo": "new-years-eve",
            "ano nuevo|dia de ano nuevo": "new-year",
            "dia de reyes|reyes magos|los reyes|en reyes|por reyes": "epiphany",
            "semana santa": "holy-week",
            "jueves santo": "holy-thursday",
            "domingo de ramos": "palm-sunday",
            "miercoles de ceniza": "ash-wednesday",
            "carnaval|carnavales": "carnival",
            "dia de la hispanidad|fiesta nacional|dia del pilar|el pilar": "columbus-fixed",
            "dia de la constitucion": "constitucion",
            "puente de mayo|puente de primero de mayo": "puente-mayo",
            "puente de la constitucion|puente de diciembre|puente de la inmaculada": "puente-diciembre",
            "la inmaculada|dia de la inmaculada|inmaculada concepcion": "inmaculada",
            "dia de san juan": "san-juan",
            "noche de san juan": "noche-san-juan",
            "dia del padre|san jose": "dia-del-padre",
            "dia de la madre": "dia-de-la-madre",
            "dia de la asuncion|la asuncion": "assumption",
            "la ascension|dia de la ascension": "ascension",
            "pentecostes": "pentecost",
            "corpus christi|dia del corpus": "corpus-christi",
            "dia de los santos inocentes|santos inocentes|dia de los inocentes": "inocentes",
            "sant jordi|dia del libro": "st-george",
            "viernes santo": "good-friday",
            "domingo de pascua|pascua": "easter",
            "lunes de pascua": "easter-monday",
            "san valentin|dia de san valentin|dia de los enamorados": "valentine",
            "dia del trabajador|dia del trabajo|dia de los trabajadores": "workers-day",
            "dia de la tierra": "earth-day",
            "dia de independencia|dia de la independencia": "independence-day",
            "todos los santos|dia de todos los santos": "all-saints",
            "dia de los muertos|dia de muertos": "day-of-the-dead",
            "halloween": "halloween",
            "accion de gracias|dia de accion de gracias": "thanksgiving",
        },
    ),
    ("v", {"un par de": "couple", "unos|unas|varios|varias|algunos|algunas|pocos|pocas|unos pocos|unas pocas": "few"}),
    ("v", {"medio|media": "half"}),
    ("=", {"todos los|todas las|cada": ""}),
    ("o", {"penultimo|penultima": -2, "primeros|primeras": 1}),
    ("z", {"un": 1}),
    (
        "l",
        {
            "pasado|pasada|pasados|pasadas|este pasado": "gone",
            "anterior|anteriores|previo|previa|previos|previas": "previous",
            "ultimo|ultima|ultimos|ultimas": "last",
        },
    ),
    (
        "t",
        {
            "este|esta|estos|estas|ese|esa|esos|esas|el mismo|la misma|mismo|misma|mi|el presente|el actual": 0,
            "actual|en curso": "running",
        },
    ),
    (
        "!",
        {
            "por estas fechas|en estas fechas|las mismas fechas|en las mismas fechas|por las mismas fechas": "season",
            "en esta epoca|por esta epoca|en la misma epoca|por la misma epoca|a estas alturas": "season",
        },
    ),
    ("f", {"proximo|proxima|proximos|proximas|siguiente|siguientes|que viene|entrante": 1}),
    ("b", {"antepasado|antepasada": -2}),
    (
        "A",
        {
            "hace": "",
            "hace poco mas de|hace algo mas de|hace poco menos de": "",
            "hace exactamente|hace justo|hace ya|hace apenas|hace solo|hara": "",
        },
    ),
    (">", {"dentro de": 1}),
    ("a", {"atras": -1}),
    ("e", {"antes|antes de": "eve", "anteriores de|anterior a": -1}),
    (
        "c",
        {
            "mas de": "more",
            "menos de": "less",
            "cerca de|alrededor de|aproximadamente|casi|a eso de|como a|como|cosa de|mas o menos|mas o menos a": 1,
            "sobre|hacia|alrededor": 2,
            "a eso de las|cerca de las|alrededor de las|sobre las|hacia las|como a las|mas o menos a las": 1,
        },
    ),
    (
        "q",
        {
            "a principios de|principios de|a principios del|principios del|comienzos de|a comienzos de": "early",
            "inicios de|a inicios de|primeros de|a primeros de|los primeros dias de|primeros dias de": "early",
            "el comienzo de|el principio de|al principio de|al comienzo de|inicio de|el inicio de": "start",
            "a mitad de|a mitad del|a la mitad de|a la mitad del": "mid",
            "mediados de|a mediados de|mediados del|a mediados del|medianos de|al mediados de": "mid",
            "finales de|a finales de|los finales de|fines de|a fines de|finales del|a finales del|fines del": "late",
            "los ultimos dias de|ultimos dias de|los ultimos dias del|ultimos dias del": "end",
            "a ultimos de|ultimos de": "end",
            "las primeras semanas de|las primeras semanas del": "first-half",
            "las ultimas semanas de|las ultimas semanas del": "second-half",
            "final de|al final de|el final de|fin de|a fin de|final del|al final del|fin del|a fin del": "end",
            "la primera mitad de|primera mitad de|la primera mitad del|primera mitad del": "first-half",
            "la segunda mitad de|segunda mitad de|la segunda mitad del|segunda mitad del": "second-half",
        },
    ),
    ("*", {"la vispera de|vispera de|la vispera del|vispera del": -1}),
    ("i", {"de": "de", "del": "el", "al mes de": ""}),
    ("@", {"a las|a la": "clock"}),
    ("T", {"el": "el", "la|lo": "", "los|las": "plural"}),
    ("O", {"en": "en", "durante|por|x la": "", "para": "aside"}),
    ("&", {"y|e": "", "versus|comparado con|comparada con|frente a": ""}),
    ("|", {"o|u": ""}),
    ("g", {"a|al": ""}),
    (
        "u",
        {
            "hasta|hasta las|hasta la": "until",
            "no mas tardar a las|a mas tardar a las": "until",
            "a mas tardar|no mas tarde|no mas tarde de|no despues|no despues de": "until",
        },
    ),
    ("w", {"entre": ""}),
    ("s", {"desde|a partir|a partir de|que inicia|que va|que va de|no antes|no antes de": "since"}),
    ("j", {"despues|despues de|tras|posterior a": "after"}),
    (
        ")",
        {
            "en adelante|o posterior|y posterior|y mas tarde|o mas tarde|o despues|y despues": "since",
            "o anterior|o antes|y antes": "until",
        },
    ),
    (
        "#",
        {
            "calle|avenida|plaza|asiento|version|iso|rfc|utc|gmt|python|puerto|sala|pagina|paginas|seccion": "",
            "capitulo|capitulos|paso|pasos|parte|partes|id|error|modelo|articulos|lineas|niveles|numeros": "",
            "preguntas|ejercicios|pisos|habitacion|habitaciones|apartados|puntos": "",
            "temas|lecciones|filas|mesas|grupos": "",
        },
    ),
    (
        "_",
        {
            "que|quien|quienes|cuando|donde|cual|yo|tu|me|te|se|nos|le|les|mis|su|sus|nuestro|nuestra": "",
            "es|era|fue|fueron|son|estaba|hay|habia|ha|he|hemos|dije|dijo|dijiste|hablamos|con|sin|pero|si|no|ya": "",
        },
    ),
    (
        "x",
        {
            "de la noche a la manana|de tarde en tarde|hoy por ti|manana por mi|mas tarde|de vez en cuando": "",
            "a la manana siguiente|a la noche siguiente|al dia siguiente": "",
            "hoy en dia|al final del dia|por ciento|sera otro dia|es otro dia": "",
            "hace falta|ano luz|una vez|a la vez|dia tras dia|por ano|por mes|al dia": "",
        },
    ),
)

NUMBERS: dict[str, tuple[int, str]] = {
    **{
        word: (value, "unit")
        for value, word in enumerate(["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"], 1)
    },
    "una": (1, "unit"),  # a la una
    "veintiuna": (21, "teen"),
    **{
        word: (value, "teen")
        for value, word in enumerate(
            [
                "diez",
                "once",
                "doce",
                "trece",
                "catorce",
                "quince",
                "dieciseis",
                "diecisiete",
                "dieciocho",
                "diecinueve",
                "veinte",
                "veintiuno",
                "veintidos",
                "veintitres",
                "veinticuatro",
                "veinticinco",
                "veintiseis",
                "veintisiete",
                "veintiocho",
                "veintinueve",
            ],
            10,
        )
    },
    **{
        word: (value * 10, "tens")
        for value, word in enumerate(
            ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"], 3
        )
    },
    **{
        word: (value * 100, "hundred")
        for value, word in enumerate(
            [
                "cien",
                "doscientos",
                "trescientos",
                "cuatrocientos",
                "quinientos",
                "seiscientos",
                "setecientos",
                "ochocientos",
                "novecientos",
            ],
            1,
        )
    },
    "mil": (1000, "thousand"),
    "vigesimo": (20, "tens"),
    "trigesimo": (30, "tens"),
    **{
        word: (value, "ordinal")
        for value, words in enumerate(
            [
                "primero|primer|primera",
                "segundo|segunda",
                "tercero|tercer|tercera",
                "cuarto|cuarta",
                "quinto|quinta",
                "sexto|sexta",
                "septimo|septima",
                "octavo|octava",
                "noveno|novena",
                "decimo|decima",
            ],
            1,
        )
        for word in words.split("|")
        if word != "cuarto"
    },
    "y": (0, "joiner"),
}
