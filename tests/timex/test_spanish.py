"""Spanish time phrases: phrase, expected local interval; asked on Wednesday 14 October 2026, 10:00, in Madrid."""

from __future__ import annotations

import pytest

from .reading import local

ROWS = [
    ("qué dijimos ayer", "2026-10-13..2026-10-14"),
    ("anteayer", "2026-10-12..2026-10-13"),
    ("antes de ayer", "2026-10-12..2026-10-13"),
    ("el lunes", "2026-10-12..2026-10-13"),
    ("el lunes pasado", "2026-10-12..2026-10-13"),
    ("el viernes de la semana pasada", "2026-10-09..2026-10-10"),
    ("el 3 de marzo", "2026-03-03..2026-03-04"),
    ("12 de enero, 2016", "2016-01-12..2016-01-13"),
    ("el veintiuno de mayo", "2026-05-21..2026-05-22"),
    ("el 15", "2026-09-15..2026-09-16"),
    ("la charla del día 25", "2026-09-25..2026-09-26"),
    ("el informe del 3/4", "2026-04-03..2026-04-04"),
    ("el primer lunes de septiembre", "2026-09-07..2026-09-08"),
    ("la semana pasada", "2026-10-05..2026-10-12"),
    ("la semana antepasada", "2026-09-28..2026-10-05"),
    ("el mes pasado", "2026-09-01..2026-10-01"),
    ("en marzo de 2025", "2025-03-01..2025-04-01"),
    ("el año pasado", "2025-01-01..2026-01-01"),
    ("los años 90", "1990-01-01..2000-01-01"),
    ("el fin de semana pasado", "2026-10-10..2026-10-12"),
    ("el verano pasado", "2026-06-01..2026-09-01"),
    ("el tercer trimestre de 2016", "2016-07-01..2016-10-01"),
    ("a principios de julio", "2026-07-01..2026-07-11"),
    ("a mediados del mes pasado", "2026-09-11..2026-09-21"),
    ("a finales de septiembre", "2026-09-21..2026-10-01"),
    ("hace tres días", "2026-10-11..2026-10-12"),
    ("hace mes y medio", "2026-08-30..2026-08-31"),
    ("hace semana y media", "2026-09-30..2026-10-07"),
    ("hace hora y media", "2026-10-14T08:25..2026-10-14T08:35"),
    ("hace una hora y cuarto", "2026-10-14T08:40..2026-10-14T08:50"),
    ("hace unos días", "2026-10-08..2026-10-13"),
    ("hace un par de semanas", "2026-09-26..2026-10-05"),
    ("hace medio año", "2026-04-01..2026-05-01"),
    ("hace una semana o dos", "2026-09-30..2026-10-08"),
    ("hace unas dos semanas", "2026-09-27..2026-10-04"),
    ("hoy hace un año", "2025-10-14..2025-10-15"),
    ("en la segunda quincena de agosto", "2026-08-16..2026-09-01"),
    ("en agosto del año pasado", "2025-08-01..2025-09-01"),
    ("hace dos horas", "2026-10-14T07:30..2026-10-14T08:30"),
    ("hace un rato", "2026-10-14T07:00..2026-10-14T10:00"),
    ("los últimos tres días", "2026-10-11..2026-10-14T10:00"),
    ("dos días antes de ayer", "2026-10-11..2026-10-12"),
    ("el otro día", "2026-10-04..2026-10-14"),
    ("en lo que va de año", "2026-01-01..2026-10-14T10:00"),
    ("anoche", "2026-10-13T18:00..2026-10-14T05:00"),
    ("esta mañana", "2026-10-14T05:00..2026-10-14T12:00"),
    ("ayer por la mañana", "2026-10-13T05:00..2026-10-13T12:00"),
    ("ayer de madrugada", "2026-10-13..2026-10-13T06:00"),
    ("ayer a las 3 de la tarde", "2026-10-13T15:00..2026-10-13T16:00"),
    ("el lunes al mediodía", "2026-10-12T12:00..2026-10-12T14:00"),
    ("el martes por la noche", "2026-10-13T18:00..2026-10-14T05:00"),
    ("la mañana del 3 de marzo", "2026-03-03T05:00..2026-03-03T12:00"),
    ("hoy a las once y cuarenta y cinco", "2026-10-14T11:45..2026-10-14T12:15"),
    ("ayer a las tres y media", "2026-10-13T15:30..2026-10-13T16:00"),
    ("de las 5 a las 6 de la tarde de ayer", "2026-10-13T17:00..2026-10-13T18:00"),
    ("del 10 al 14 de febrero", "2026-02-10..2026-02-15"),
    ("entre el lunes y el miércoles", "2026-10-12..2026-10-15"),
    ("de marzo a mayo", "2026-03-01..2026-06-01"),
    ("desde el lunes", "2026-10-12..2026-10-14T10:00"),
    ("antes del 3 de marzo", "..2026-03-03"),
    ("después del 10", "2026-10-11.."),
    ("el lunes o el martes", "2026-10-12..2026-10-13 2026-10-13..2026-10-14"),
    ("en Navidad", "2025-12-25..2025-12-26"),
    ("en Nochevieja", "2025-12-31..2026-01-01"),
]


@pytest.mark.parametrize(("phrase", "expected"), ROWS)
def test_a_phrase_means_what_a_person_looking_back_means(phrase: str, expected: str) -> None:
    assert expected == local(phrase, zone="Europe/Madrid", languages=("es",))
