"""The person's settings and this machine's: read whole, validated, never silently replaced by defaults.

Owns the list of settings with their meaning. Knows where the files are; how they get there safely is the log's matter.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lossless_memory.clock import zone_named
from lossless_memory.errors import ConfigError, UsageError

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
    return None if right else f"must be a list of {', '.join(LANGUAGES)}"


def _words(value: Any) -> str | None:
    right = isinstance(value, list) and all(isinstance(item, str) and item for item in value)
    return None if right else "must be a list of words"


def _spellings(value: Any) -> str | None:
    right = isinstance(value, list) and all(not _words(group) and len(group) > 1 for group in value)
    return None if right else "must be a list of lists of words that mean the same"


SETTINGS: Mapping[str, Setting] = {
    "person": Setting("User", "the person's name, written as the speaker of their words", _text),
    "assistant": Setting("AI", "the AI's name, written as the speaker of its answers", _text),
    "timezone": Setting(None, "the person's time zone; null takes the system's", _zone),
    "languages": Setting(
        ["en", "ja", "es"], "the languages in which time phrases are read: any of en, ja, es, de, fr, zh", _languages
    ),
    "week_start": Setting("monday", "the day a week starts on", _one_of("monday", "sunday", "saturday")),
    "date_order": Setting(None, "how 03/04 is read; null takes the language's way", _one_of(None, "dmy", "mdy", "ymd")),
    "fillers": Setting([], "further words that a question may hold and that are not searched", _words),
    "synonyms": Setting([], "groups of words that mean the same; asking for one finds all", _spellings),
}


class Config(NamedTuple):
    """The settings in force: what the file says, and the default for the rest."""

    person: str
    assistant: str
    timezone: str | None
    languages: tuple[str, ...]
    week_start: str
    date_order: str | None
    fillers: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...]


def parse(raw: bytes | None, path: str) -> Config:
    """Read the settings from the file's bytes (None = there is no file).

    Raises ConfigError for broken JSON, an unknown key or a wrong value, each with what would be right.
    """
    values = parse_values(raw, path)
    full = {name: values.get(name, setting.default) for name, setting in SETTINGS.items()}
    full["languages"] = tuple(full["languages"])
    full["fillers"] = tuple(full["fillers"])
    full["synonyms"] = tuple(tuple(group) for group in full["synonyms"])
    return Config(**full)


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
