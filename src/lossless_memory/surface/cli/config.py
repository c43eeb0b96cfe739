"""`config`: shows and changes the person's settings, and this machine's device name and sources."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

import click

from lossless_memory.config import SETTINGS, Machine, check_value, device_complaint, parse_machine, parse_values
from lossless_memory.errors import ConfigError, UsageError
from lossless_memory.ingest.run import source_named
from lossless_memory.log import fsio
from lossless_memory.log.home import save_config, save_machine
from lossless_memory.surface.cli.common import NOTHING_FOUND, Context
from lossless_memory.surface.cli.common import command as make_command
from lossless_memory.typed import Any

_DEVICE = "device"
_SOURCES = "sources."
_DEVICE_MEANING = "the name of this machine's own folder in the log"
_SOURCE_MEANING = "the folders and files that sync and import read"


@click.argument("action", type=click.Choice(["list", "get", "set", "path"]))
@click.argument("name", required=False)
@click.argument("values", nargs=-1)
def config(context: Context, action: str, name: str | None, values: tuple[str, ...]) -> int:
    """Show or change settings.

    \b
    lossless config list
    lossless config set person Sam
    lossless config set timezone Asia/Tokyo
    lossless config set sources.claude-code ~/.claude/projects
    """
    if action == "path":
        if context.json:
            context.put_json({"path": context.home.config})
        else:
            context.put(context.home.config + "\n")
        return 0
    if action == "list":
        return _list(context)
    if name is None:
        raise UsageError(f"config {action} needs the name of a setting.", "See them all with: lossless config list")
    if action == "get":
        return _get(context, name)
    _set(context, name, values)
    return 0


def _values(context: Context) -> dict[str, Any]:
    return parse_values(fsio.read_small(context.home.config), context.home.config)


def _list(context: Context) -> int:
    own = _values(context)
    rows = {name: own.get(name, setting.default) for name, setting in SETTINGS.items()}
    machine = _machine(context)
    sources = {name: list(paths) for name, paths in machine.sources.items()}
    if context.json:
        context.put_json({"settings": rows, "device": machine.device, "sources": sources})
        return 0
    for name, value in rows.items():
        mark = "" if name in own else " (default)"
        context.put(f"{name} = {json.dumps(value, ensure_ascii=False)}{mark}\n    {SETTINGS[name].meaning}\n")
    context.put(f"\nOn this machine:\n{_DEVICE} = {json.dumps(machine.device)}\n    {_DEVICE_MEANING}\n")
    for name, paths in sources.items():
        context.put(f"{_SOURCES}{name} = {json.dumps(paths, ensure_ascii=False)}\n    {_SOURCE_MEANING}\n")
    return 0


def _get(context: Context, name: str) -> int:
    value: Any
    if name == _DEVICE:
        value = _machine(context).device
    elif name.startswith(_SOURCES):
        value = list(_machine(context).sources.get(_source(name), ())) or None
    else:
        if name not in SETTINGS:
            _check(name, None, "config get")
        value = _values(context).get(name, SETTINGS[name].default)
    if context.json:
        context.put_json({"name": name, "value": value})
    else:
        context.put((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) + "\n")
    return NOTHING_FOUND if value is None else 0


def _set(context: Context, name: str, given: tuple[str, ...]) -> None:
    if name == _DEVICE or name.startswith(_SOURCES):
        _set_machine(context, name, given)
        return
    if len(given) != 1:
        raise UsageError(f"config set {name} needs one value.", f"lossless config set {name} VALUE")
    value = _read(given[0])
    if name in SETTINGS and isinstance(SETTINGS[name].default, str) and not isinstance(value, str):
        value = given[0]
    _check(name, value, "config set")
    store = context.store(create=True)
    save_config(store.home, {**_values(context), name: value})
    context.say(f"{name} is now {json.dumps(value, ensure_ascii=False)}.")
    if context.json:
        context.put_json({"name": name, "value": value})


def _check(name: str, value: Any, where: str) -> None:
    """Check a value that was typed, not read from a file: what is wrong with it is the command's, not the file's."""
    try:
        check_value(name, value, where)
    except ConfigError as error:
        hint = "" if error.next_step == ConfigError.hint else error.next_step
        raise UsageError(
            str(error), hint or "Nothing was changed. See what each means with: lossless config list"
        ) from error


def _read(text: str) -> Any:
    """Read a value as JSON where it is JSON, else as plain text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _set_machine(context: Context, name: str, given: tuple[str, ...]) -> None:
    store = context.store(create=True)
    machine = store.machine
    absent: list[str] = []
    if name == _DEVICE:
        if len(given) != 1 or (complaint := device_complaint(given[0])):
            raise UsageError(f"device {complaint if len(given) == 1 else 'needs one name'}; nothing was changed.")
        machine = Machine(given[0], machine.sources)
    else:
        source = _source(name)
        paths = tuple(os.path.abspath(os.path.expanduser(path)) for path in given)
        absent = [path for path in paths if not os.path.exists(path)]
        sources: Mapping[str, tuple[str, ...]] = {**machine.sources, source: paths}
        machine = Machine(machine.device, {key: value for key, value in sources.items() if value})
    save_machine(store.home, machine)
    if context.json:
        value = machine.device if name == _DEVICE else list(machine.sources.get(_source(name), ()))
        context.put_json({"name": name, "value": value})
    context.say(f"{name} is now {', '.join(given) or 'empty'}.")
    for path in absent:
        context.say(f"{path} is not there yet; it is read once it appears.")


def _machine(context: Context) -> Machine:
    return parse_machine(fsio.read_small(context.home.machine), context.home.machine)


def _source(name: str) -> str:
    try:
        return source_named(name.removeprefix(_SOURCES)).name
    except UsageError as error:
        raise UsageError(str(error).replace("imported", "changed"), error.next_step) from error


command = make_command(config)
