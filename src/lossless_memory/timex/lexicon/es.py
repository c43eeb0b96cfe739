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
    Offset,
    Part,
    Period,
    Rolling,
    Section,
    Weekdays,
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
            "este dia|este mismo dia|el dia actual|dia en curso": Day(0),
            "ayer|el dia de ayer|dia de ayer": Day(-1),
            "anteayer|antier|antiayer|ante ayer|el dia antes de ayer|dia antes de ayer": Day(-2),
            "manana|el dia de manana": Day(1),
            "pasado manana": Day(2),
            "trasanteayer|anteantier|antes de antier": Day(-3),
        },
    ),
    (
        "J",
        {
            "anoche|ayer noche|esta noche pasada|esta pasada noche|la noche pasada": At(Day(-1), Part("night")),
            "anteanoche|antenoche|antes de anoche": At(Day(-2), Part("night")),
            "esta noche|esta misma noche": At(Day(0), Part("tonight")),
            "esta manana|esta misma manana": At(Day(0), Part("morning")),
            "anoche tarde|anoche muy tarde|tarde anoche": At(Day(-1), Part("late night")),
            "esta tarde|esta misma tarde": At(Day(0), Part("tarde")),
            "ayer manana": At(Day(-1), Part("morning")),
            "esta madrugada": At(Day(0), Part("madrugada")),
        },
    ),
    (
        "I",
        {
            "el otro dia|otro dia|la otra noche|la otra tarde|la otra manana": Window(days=10),
            "los dias pasados|en dias pasados|estos dias pasados": Window(days=10),
            "las semanas pasadas|en semanas pasadas": Rolling(((3, "week"),), "few"),
            "los meses pasados|en meses pasados": Rolling(((3, "month"),), "few"),
            "los anos pasados|en anos pasados": Rolling(((3, "year"),), "few"),
            "la otra semana|el otro fin de semana|el otro finde": Window(days=21),
            "los ultimos minutos|estos ultimos minutos": Rolling(((10, "minute"),), "few"),
            "en la ultima hora|durante la ultima hora|esta ultima hora": Rolling(((1, "hour"),)),
            "las ultimas horas|estas ultimas horas": Rolling(((3, "hour"),), "few"),
            "los ultimos dias|estos ultimos dias": Rolling(((3, "day"),), "few"),
            "las ultimas semanas|estas ultimas semanas": Rolling(((3, "week"),), "few"),
            "los ultimos meses|estos ultimos meses": Rolling(((3, "month"),), "few"),
            "los ultimos anos|estos ultimos anos": Rolling(((3, "year"),), "few"),
            "ultimamente|recientemente|estos dias": Window(recent_days=30),
            "hace un momento|hace un momentito|ahorita|ahora mismo|hace nada": Window(hours=1),
            "hace bien poco|hace muy poco|hace poquito|hace ratito": Window(hours=3),
            "hace un rato|hace un ratito|hace rato|hace poco|hace un ratillo|hace un buen rato": Window(hours=3),
            "en lo que va de ano|en lo que va del ano|lo que va de ano|en lo que llevamos de ano": Section(
                "so-far", Period("year")
            ),
            "en lo que va de mes|en lo que va del mes|en lo que llevamos de mes": Section("so-far", Period("month")),
            "en lo que va de semana|en lo que va de la semana|en lo que llevamos de semana": Section(
                "so-far", Period("week")
            ),
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
            "jueves|juebes": 3,
            "viernes|vienres|virnes": 4,
            "sabado|savado": 5,
            "sabados": Weekdays(5),
            "domingos": Weekdays(6),
        },
    ),
    ("Y", {"mie|mier": 2, "jue": 3, "vie": 4, "sab": 5, "domingo|dom": 6}),
    (
        "U",
        {
            "segundos|segs": "second",
            "minuto|minutos|min|mins": "minute",
            "hora|horas|hrs|hr": "hour",
            "dia|dias": "day",
            "dia laborable|dias laborables|dias habiles|dia habil|entre semana": "workday",
            "semana|semanas|sem": "week",
            "semana que empieza|semana que comienza|semana que empezo|semana que comenzo": "week",
            "quincena|quincenas": "quincena",
            "fin de semana|fines de semana|finde|findes": "weekend",
            "mes|meses": "month",
            "trimestre|trimestres|cuatrimestre": "quarter",
            "cuarto": "room",
            "semestre|semestres|mitad": "half",
            "ano|anos|ano calendario|ano natural": "year",
            "ano fiscal": "fiscal",
            "decenio|decada|decadas": "decade",
            "siglo|siglos": "century",
        },
    ),
    ("%", {"recien": "recent"}),
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
            "primeras horas de la noche|a primeras horas de la noche|nochecita": Part("early night"),
            "ultimas horas de la noche|a ultimas horas de la noche": Part("late night"),
            "ultima hora de la noche|altas horas de la noche": Part("late night"),
            "medianoche|media noche": Part("midnight"),
            "madrugada|madrugadas|las primeras horas|despues de medianoche|pasada la medianoche": Part("madrugada"),
            "amanecer": Part("dawn"),
            "atardecer|anochecer": Part("dusk"),
            "desayuno|hora del desayuno|hora de desayunar": Part("breakfast"),
            "almuerzo|hora de comer|hora de la comida|la comida|hora del almuerzo|hora de almorzar": Part("lunch"),
            "cena|hora de cenar|hora de la cena": Part("dinner"),
        },
    ),
    (
        "P",
        {
            "de madrugada|de la madrugada": Part("madrugada"),
            "al mediodia|a mediodia": Part("mediodia"),
            "a medianoche|a la medianoche|a media noche": Part("midnight"),
            "a media manana": Part("late morning"),
            "a media tarde|en la ultima hora de la tarde": Part("late afternoon"),
            "en la ultima hora de la noche": Part("late night"),
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
    ("^", {"un cuarto para las|un cuarto para la|cuarto para las|a un cuarto para las": -15}),
    ("+", {"y media": 30, "y cuarto": 15, "menos cuarto": -15}),
    ("\\", {"menos": ""}),
    ("Q", {"t1|q1": (1, 4), "t2|q2": (2, 4), "t3|q3": (3, 4), "t4|q4|cuarto trimestre|el cuarto trimestre": (4, 4)}),
    ("V", {"primavera|primaveras": 0, "verano|veranos": 1, "otono|otonos": 2, "invierno|inviernos": 3}),
    ("~", {"y pico|y algo": "past", "o asi|o por ahi": ""}),
    (
        "Z",
        {
            f"en los {word}|en los anos {word}": Years(1900 + 10 * tens, 10)
            for tens, word in enumerate(
                ["veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"], 2
            )
        },
    ),
    ("Z", {"mi semana": Period("week")}),
    ("`", {"la palabra|palabra|se dice|significa|la cancion|la pelicula|el libro": ""}),
    (
        "H",
        {
            "navidad|el dia de navidad|dia de navidad": "christmas",
            "navidades|las navidades|vacaciones de navidad|las vacaciones de navidad": "navidades",
            "nochebuena": "christmas-eve",
            "nochevieja|noche vieja|la vispera de ano nuevo": "new-years-eve",
            "noche de fin de ano|la noche de fin de ano": "new-years-eve",
            "ano nuevo|dia de ano nuevo": "new-year",
            "dia de reyes|reyes magos|los reyes|en reyes|por reyes": "epiphany",
            "noche de reyes|la noche de reyes|vispera de reyes|la vispera de reyes": "noche-de-reyes",
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
            "dia de san juan|por san juan": "san-juan",
            "noche de san juan|vispera de san juan|la vispera de san juan": "noche-san-juan",
            "black friday|el black friday": "black-friday",
            "dia de la mujer|dia internacional de la mujer": "womens-day",
            "la diada": "diada",
            "dia de san isidro|por san isidro": "san-isidro",
            "en san fermin|por san fermin|sanfermines|los sanfermines": "sanfermines",
            "fallas de valencia|las fallas de valencia": "fallas",
            "dia de la virgen de guadalupe|dia de la guadalupana": "guadalupe",
            "dia del padre|dia de san jose|por san jose|puente de san jose": "dia-del-padre",
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
    ("v", {"un par de": "couple", "unos|unas|varios|varias|algunos|algunas|pocos|pocas": "few"}),
    ("v", {"unos pocos|unas pocas|unos cuantos|unas cuantas": "few"}),
    ("v", {"medio|media": "half"}),
    ("=", {"todos los|todas las|cada": ""}),
    ("o", {"penultimo|penultima": -2, "primeros|primeras": 1}),
    ("z", {"un": 1}),
    (
        ":",
        {
            "quiza|quizas|tal vez|talvez|a lo mejor|puede que|posiblemente|probablemente|seguramente": "",
            "creo que|creo|me parece que|supongo que|supongo|diria que|yo creo que|en algun momento|alla": "",
            "creo que fue|creo que era|me parece que fue|quiza fue|quizas fue|tal vez fue|supongo que fue": "was",
        },
    ),
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
            "este|esta|estos|estas|el mismo|la misma|mismo|misma|el presente|el actual": 0,
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
    ("b", {"antepasado|antepasada|anterior al pasado|anterior a la pasada": -2}),
    (
        "A",
        {
            "hace": "",
            "hace poco mas de|hace algo mas de|hace un poco mas de": "past",
            "hace poco menos de|hace algo menos de|hara cosa de|haria cosa de|hara|haria": "about",
            "hace exactamente|hace justo|hace ya|hace apenas|hace solo|hace justamente|hace tan solo": "",
            "ahora hace|hace ahora|hace al menos|hace por lo menos": "",
        },
    ),
    (">", {"dentro de": 1}),
    ("a", {"atras": -1}),
    ("e", {"antes|antes de": "eve", "anteriores de|anterior a": -1, "poco antes de|justo antes de": "just"}),
    (
        "c",
        {
            "mas de": "more",
            "menos de": "less",
            "cerca de|alrededor de|casi|a eso de|como a|como|cosa de|mas o menos a": 1,
            "aproximadamente|mas o menos": "roughly",
            "a eso del|cerca del": 2,
            "sobre|hacia|alrededor": 2,
            "a eso de las|cerca de las|alrededor de las|sobre las|hacia las|como a las|mas o menos a las": "clock",
            "a eso de la|como a la": "clock",
        },
    ),
    (
        "q",
        {
            "a principios de|principios de|a principios del|principios del|comienzos de|a comienzos de": "early",
            "a principio de|a principio del|primeros del|a primeros del": "early",
            "inicios de|a inicios de|primeros de|a primeros de": "early",
            "los primeros dias de|primeros dias de": "first-days",
            "a finales|a fines": "late",
            "a principios|a comienzos|a inicios": "early",
            "a mediados": "mid",
            "el comienzo de|el principio de|al principio de|al comienzo de|inicio de|el inicio de": "start",
            "principio de|comienzo de|al inicio de|el comienzo del|el principio del|al comienzo del": "start",
            "principio del|comienzo del|al principio del|al inicio del|inicio del|el inicio del": "start",
            "a mitad de|a mitad del|a la mitad de|a la mitad del": "mid",
            "los primeros meses de|primeros meses de|los primeros meses del|primeros meses del": "early",
            "mediados de|a mediados de|mediados del|a mediados del|medianos de|al mediados de": "mid",
            "finales de|a finales de|los finales de|fines de|a fines de|finales del|a finales del|fines del": "late",
            "los ultimos dias de|ultimos dias de|los ultimos dias del|ultimos dias del": "last-days",
            "a ultimos de|ultimos de|a ultimos del|ultimos del": "end",
            "las primeras semanas de|las primeras semanas del": "first-half",
            "las ultimas semanas de|las ultimas semanas del": "second-half",
            "a final de|a final del|final de|al final de|el final de": "end",
            "fin de|a fin de|final del|al final del|fin del|a fin del": "end",
            "la primera mitad de|primera mitad de|la primera mitad del|primera mitad del": "first-half",
            "la segunda mitad de|segunda mitad de|la segunda mitad del|segunda mitad del": "second-half",
        },
    ),
    ("*", {"la vispera de|vispera de|la vispera del|vispera del": -1}),
    ("*", {"al dia siguiente de|al dia siguiente del|el dia siguiente a|el dia siguiente al": 1}),
    ("i", {"de": "de", "del": "el", "al mes de": ""}),
    ("@", {"a las|a la": "clock"}),
    ("T", {"el": "el", "la|lo": "", "los|las": "plural"}),
    ("O", {"en": "en", "todo|toda|en pleno|en plena": "all", "durante|por|x la|a lo largo": "", "para": "aside"}),
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
    (
        "s",
        {
            "desde|a partir|a partir de|que inicia|que va|que va de|no antes|no antes de": "since",
            "en lo que va de|en lo que llevamos de": "since",
        },
    ),
    (
        "j",
        {
            "despues|despues de|tras|posterior a|pasadas las|pasada la": "after",
            "poco despues de|justo despues de": "just",
        },
    ),
    (
        ")",
        {
            "en adelante|para aca|para ca|o posterior|y posterior|y mas tarde|o mas tarde|o despues|y despues": "since",
            "o anterior|o antes|y antes": "until",
        },
    ),
    (
        "#",
        {
            "calle|avenida|plaza|paseo": "street",
            "utc|gmt": Offset(0),
            "asiento|version|iso|rfc|python|puerto|sala|pagina|paginas|seccion": "",
            "capitulo|capitulos|paso|pasos|parte|partes|id|error|modelo|articulos|lineas|niveles|numeros": "",
            "preguntas|ejercicios|pisos|habitacion|habitaciones|apartados|puntos": "",
            "temas|lecciones|filas|mesas|grupos|linea|escala": "",
            "numero|dorsal|camiseta|autobus|bus|tranvia|talla|generacion": "numbered",
            "hospital|estadio|barrio|escuela|colegio|instituto|av|avda": "street",
        },
    ),
    ("<", {"que paso": "gone"}),
    (
        "_",
        {
            "que|quien|quienes|cuando|donde|cual|yo|tu|me|te|se|nos|le|les|mi|mis|su|sus|nuestro|nuestra": "",
            "ese|esa|esos|esas|aquel|aquella|ese mismo|esa misma|aquel mismo|aquella misma": "",
            "es|era|fue|fueron|son|estaba|hay|habia|ha|he|hemos|dije|dijo|dijiste|hablamos|con|sin|pero|si|no|ya": "",
        },
    ),
    (
        "x",
        {
            "de la noche a la manana|de tarde en tarde|hoy por ti|manana por mi|mas tarde|de vez en cuando": "",
            "a la manana siguiente|a la noche siguiente|al dia siguiente": "",
            "hoy en dia|al final del dia|por ciento|sera otro dia|es otro dia": "",
            "hoy por hoy|del dia a la noche|manana sera otro dia|en raya|martes y trece": "",
            "reyes": "reyes",
            "reyes catolicos|los reyes catolicos|los reyes de espana|el pilar de|isla de pascua|plaza de mayo": "",
            "los lunes al sol|miercoles addams|sabado gigante|vie en rose|pesadilla antes de navidad": "",
            "euros|palabras|calorias|metros|gramos|litros|pesos|kilos|piezas": "measure",
            "pulgada|pulgadas|taza|tazas|cucharada|cucharadas|millas": "measure",
            "puse|puso|pusimos|nota|puntuacion|puntue|valoracion|calificacion|califique|estrellas|compas": "rating",
            "vuelta|ritmo": "run",
            "video|pelicula|episodio|grabacion|cancion|pista": "media",
            "genesis|exodo|salmo|salmos|isaias|mateo|marcos|lucas|juan|hechos|romanos|hebreos|apocalipsis": "verse",
            "codigo|combinacion|cuenta|clave|contrasena|serie": "code",
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

# How a time is taken back for another one (see the English ones).
REPAIRS = {
    "hint": r"\b(?:no|digo|perdon|mejor dicho|quiero decir|mas bien|menos|excepto|salvo)\b",
    "not": r"\bno (?:fue )?(?:en )?$",
    "but": r",? (?:sino(?: que)?|fue) (?:en )?|, (?:fue )?(?:en )?",
    "rather": (
        r"[,;]? (?:(?:digo|perdon|mejor dicho|quiero decir|mas bien)[,;]? ){1,3}(?:en )?"
        r"|[,;]? no[,;] (?:(?:digo|perdon|fue)[,;]? )?"
    ),
    "and not": r"(?:(?:, (?:y )?| (?:y|pero) )no|,? (?:menos|excepto|salvo)) (?:en )?",
    "but that": r"(?!)",
    "before": (
        r"(?:el (?:dia |mes |ano )?|(?P<week>el (?:finde|fin de semana) |la semana )|la (?:noche )?)anterior(?! a\b)"
    ),
}
