"""From a settings file's bytes to the bytes with our entries, or without them. Knows no disk.

What is added is remembered as runs of characters, so that taking exactly these out gives back every other byte, also
where the person has changed something else meanwhile.
"""

from __future__ import annotations

from lossless_memory.errors import ConfigError
from lossless_memory.surface.connect import jsontext, tomltext
from lossless_memory.surface.connect.jsontext import Node, NotJson
from lossless_memory.surface.connect.targets import Entry, SettingsFile, is_our_hook, is_our_server
from lossless_memory.surface.connect.tomltext import NotToml
from lossless_memory.typed import Any, NamedTuple


class Changed(NamedTuple):
    """A file's new bytes, and the runs of characters that are ours in it, in order."""

    after: bytes
    runs: tuple[str, ...]


def with_ours(file: SettingsFile, before: bytes | None) -> Changed:
    """Return the file with our entries in it; entries that stand there already as they should be are left alone.

    Raises ConfigError, naming the file, where it cannot be read as it stands or something else has our place.
    """
    text = _text(file, before or b"")
    try:
        if file.is_toml:
            return _with_tables(file, text)
        return _with_members(file, text, is_new=not text.strip("\ufeff \t\r\n"))
    except NotJson as error:
        raise _refused(file, f"is not valid JSON ({error})") from error
    except NotToml as error:
        raise _refused(file, f"is not valid TOML, or cannot take our entry: {error}") from error


def is_connected(file: SettingsFile, current: bytes | None) -> bool:
    """Say whether all our entries stand in the file as they should. Raises ConfigError where it cannot be read."""
    try:
        return current is not None and with_ours(file, current).after == current
    except _Taken:
        return False


def is_left_empty(file: SettingsFile, text: bytes) -> bool:
    """Say whether nothing is left in a file but what we put into a new one beside our entries."""
    if file.is_toml:
        return not text.strip()
    left = jsontext.parse(_text(file, text)).value if text.strip() else {}
    return not left or left == {entry.path[0]: entry.value for entry in file.needed}


def without_ours(file: SettingsFile, current: bytes | None, runs: tuple[str, ...] = ()) -> bytes:
    """Return the file without our entries: without the runs that were added, or, where these were changed, by sense.

    Raises ConfigError where it cannot be read.
    """
    text = _text(file, current or b"")
    if runs and all(text.count(run) == 1 for run in runs):
        for run in runs:
            text = text.replace(run, "")
        return text.encode("utf-8")
    try:
        text = _tables_out(file, text) if file.is_toml else _members_out(file, text)
    except NotJson as error:
        raise _refused(file, f"is not valid JSON ({error})") from error
    except NotToml as error:
        raise _refused(file, f"is not valid TOML: {error}") from error
    return text.encode("utf-8")


def _text(file: SettingsFile, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(file, "is not UTF-8 text") from error


def _refused(file: SettingsFile, what: str) -> ConfigError:
    return ConfigError(*_refusal(file, what))


def _refusal(file: SettingsFile, what: str) -> tuple[str, str]:
    return f"{file.path} {what}; nothing was changed.", "Correct the file, then try again."


class _Taken(ConfigError):
    """Something else, perhaps an earlier entry of ours, has the name of our entry."""


# --- JSON ---------------------------------------------------------------------------------------------------------


class _Pieces:
    """A text put together from what was there and what is ours."""

    def __init__(self, text: str) -> None:
        self.pieces: list[tuple[str, bool]] = [(text, False)]

    @property
    def text(self) -> str:
        return "".join(piece for piece, _ in self.pieces)

    def insert(self, at: int, added: str) -> None:
        made: list[tuple[str, bool]] = []
        place = 0
        is_in = False
        for number, (piece, is_ours) in enumerate(self.pieces, 1):
            if not is_in and (at < place + len(piece) or number == len(self.pieces)):
                made += [(piece[: at - place], is_ours), (added, True), (piece[at - place :], is_ours)]
                is_in = True
            else:
                made.append((piece, is_ours))
            place += len(piece)
        self.pieces = []
        for piece, is_ours in made:
            if piece and self.pieces and self.pieces[-1][1] == is_ours:
                self.pieces[-1] = (self.pieces[-1][0] + piece, is_ours)
            elif piece:
                self.pieces.append((piece, is_ours))

    def runs(self) -> tuple[str, ...]:
        return tuple(piece for piece, is_ours in self.pieces if is_ours)


def _with_members(file: SettingsFile, text: str, *, is_new: bool) -> Changed:
    pieces = _Pieces(text)
    if is_new:
        pieces.insert(len(text), "{\n}\n")
    wanted = file.entries if not is_new else (*file.entries, *file.needed)
    for entry in reversed(wanted):  # each goes in front of what is there, so the last comes first
        _put(file, pieces, entry)
    return Changed(pieces.text.encode("utf-8"), pieces.runs())


def _put(file: SettingsFile, pieces: _Pieces, entry: Entry) -> None:
    text = pieces.text
    node = jsontext.parse(text)
    holder = entry.path if entry.is_item else entry.path[:-1]
    for depth, name in enumerate(holder):
        inner = node.member(name)
        if inner is None:
            value = _nested(entry, depth + 1)
            pieces.insert(*jsontext.add_member(text, node, name, value))
            return
        is_list = entry.is_item and depth == len(holder) - 1
        if not (inner.is_list if is_list else inner.is_object):
            raise _refused(
                file,
                f"has something else than {'a list' if is_list else 'an object'} as {'.'.join(holder[: depth + 1])}",
            )
        node = inner
    if entry.is_item:
        if entry.value not in node.value:
            pieces.insert(*jsontext.add_item(text, node, entry.value))
        return
    there = node.member(entry.path[-1])
    if there is None:
        pieces.insert(*jsontext.add_member(text, node, entry.path[-1], entry.value))
    elif there.value != entry.value:
        raise _Taken(*_refusal(file, f"has another entry as {'.'.join(entry.path)}"))


def _nested(entry: Entry, depth: int) -> Any:
    value = [entry.value] if entry.is_item else entry.value
    for name in reversed(entry.path[depth:]):
        value = {name: value}
    return value


def _members_out(file: SettingsFile, text: str) -> str:
    if not text.strip("\ufeff \t\r\n"):
        return text
    while (found := _first_of_ours(file, jsontext.parse(text))) is not None:
        text = jsontext.taken_out(text, *found)
    return text


def _first_of_ours(file: SettingsFile, root: Node) -> tuple[Node, int] | None:
    """Return one of our entries as it stands, by its holder and its place there; a holder it alone filled goes too."""
    for entry in file.entries:
        holders = [root]
        for name in entry.path if entry.is_item else entry.path[:-1]:
            inner = holders[-1].member(name)
            if inner is None:
                break
            holders.append(inner)
        else:
            holder = holders[-1]
            for place, node in enumerate(holder.inner):
                if not entry.is_item:
                    if holder.keys[place][0] == entry.path[-1] and is_our_server(node.value):
                        return _widest(holders, place, entry)
                elif is_our_hook(node.value):
                    return _widest(holders, place, entry)
                elif (group := node.member("hooks")) is not None and group.is_list:
                    for number, hook in enumerate(group.inner):  # the person has put a hook of theirs beside ours
                        if is_our_hook(hook.value):
                            return group, number
    return None


def _widest(holders: list[Node], place: int, entry: Entry) -> tuple[Node, int]:
    """Go outwards while the holder would be left empty."""
    depth = len(holders) - 1
    while depth > 0 and len(holders[depth].inner) == 1:
        depth -= 1
        names = [key for key, _ in holders[depth].keys]
        place = names.index(entry.path[depth])
    return holders[depth], place


# --- TOML ---------------------------------------------------------------------------------------------------------


def _with_tables(file: SettingsFile, text: str) -> Changed:
    runs = []
    for entry in file.entries:
        there = tomltext.table_at(tomltext.parse(text), entry.path)
        if there is None:
            runs.append(tomltext.addition(text, entry.path, entry.value))
            text += runs[-1]
        elif there != entry.value:
            raise _Taken(*_refusal(file, f"has another entry as {'.'.join(entry.path)}"))
    return Changed(text.encode("utf-8"), tuple(runs))


def _tables_out(file: SettingsFile, text: str) -> str:
    for entry in file.entries:
        if is_our_server(tomltext.table_at(tomltext.parse(text), entry.path)):
            text = tomltext.taken_out(text, entry.path)
    return text
