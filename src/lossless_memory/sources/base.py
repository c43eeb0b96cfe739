"""The contract between a chat tool's files and the program.

A source module recognises its files and yields their items, each converted to drafts of records or skipped with a
reason. It opens files only for reading, keeps its own small state in the cursor, and knows no log, no index, no clock
and no other source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from lossless_memory.typed import Any, BinaryIO, NamedTuple, Protocol


class Draft(NamedTuple):
    """A record as its source tells it, before the person's names and missing ids are filled in.

    `ts` is canonical (record.canonical_ts) and None only where the file holds no time at all, not even one to inherit.
    `actor` None means the person's configured name for role user and the AI's for role assistant; tools, sub-agents
    and people other than the owner are named here. `id` None means the source has none: ingest makes one. `session`
    is the source's own id without the source's prefix. `is_id_made` says that `id` and `parent` were put together from
    what was said, for want of ids that a copy shares: ingest keeps only their hashes under the store's secret.
    """

    ts: str | None
    role: str
    type: str
    kind: str
    text: str
    session: str
    id: str | None = None
    actor: str | None = None
    model: str | None = None
    parent: str | None = None
    answer: str | None = None
    agent: str | None = None
    cwd: str | None = None
    is_time_inherited: bool = False
    is_id_made: bool = False
    extra: Mapping[str, Any] = {}

    def saying(self, role: str, type: str, kind: str, text: str) -> Draft:
        """Return the draft with other words, and who said them as what; much faster than `_replace`."""
        made: Draft = tuple.__new__(Draft, (self[0], role, type, kind, text, *self[5:]))
        return made

    def told(self, role: str, type: str, kind: str, text: str, actor: str | None, model: str | None) -> Draft:
        """Return the draft with other words, and who said them, as what and with which model, in one step."""
        ts, _, _, _, _, session, id, _, _, *rest = self
        made: Draft = tuple.__new__(Draft, (ts, role, type, kind, text, session, id, actor, model, *rest))
        return made

    def of(self, role: str, actor: str | None, model: str | None, answer: str | None) -> Draft:
        """Return the draft as somebody else's; much faster than `_replace`."""
        made: Draft = tuple.__new__(Draft, (self[0], role, *self[2:7], actor, model, self[9], answer, *self[11:]))
        return made


class Ready(NamedTuple):
    """An item that already is a line of our own form: stored as it is, byte for byte, under its own origin."""

    line: bytes


class Skipped(NamedTuple):
    """An item that gave no record, and why, in a few plain words fit for a table ("not JSON", "no time")."""

    reason: str


class Item(NamedTuple):
    """One piece of a source, such as a line, a node or a message, and what became of it.

    `place` says where it stands in the file, for people ("line 12", "conversation 3, node n2"). `raw` is the item's
    bytes as read, or None where the container was parsed as a stream. `cursor` is where to read on after this item:
    the byte offset behind it and the source's own state (JSON values only); None where this kind of file is always
    read from its start.
    """

    place: str
    result: Sequence[Draft | Ready] | Skipped
    raw: bytes | None = None
    cursor: Cursor | None = None


class Cursor(NamedTuple):
    """How far a file was read. `offset_b` is the byte behind the last whole item; `state` is the source's own."""

    offset_b: int
    state: Mapping[str, Any]


def _alone(name: str) -> bytes | None:
    return None


class Input(NamedTuple):
    """One thing to read: a regular file, or a member of a zip read as a stream and never extracted.

    `name` is its path for people, a member as `export.zip!conversations.json`; `head` its first 64 KiB; `siblings`
    its folder's or archive's other file names (relative). `open()` gives a fresh binary stream positioned at 0. `path`
    is where the file itself stands, None for a member: for what a tool keeps beside it, such as a database's
    write-ahead file. `neighbour` gives the bytes of another member of the archive, or of a file in its folder or above,
    named without folders, or None. `known_as` is the session under which what this file begins with is stored already,
    for a source whose conversations have no name but their file's: a copy then goes on as its original.
    """

    name: str
    head: bytes
    size_b: int
    siblings: Sequence[str]
    opener: Any
    path: str | None = None
    neighbour: Callable[[str], bytes | None] = _alone
    known_as: str | None = None

    def open(self) -> BinaryIO:
        """Open for reading, from the start. The caller closes it."""
        stream: BinaryIO = self.opener()
        return stream


class Options(NamedTuple):
    """What the person said, at import or in the settings. `day` is `--date`, for files without any time; `zone` an IANA
    name, for times without an offset (these are marked inherited); `person` and `assistant` the names and ids under
    which the two write where several people do; `date_order` ("dmy", "mdy", "ymd") decides where a file does not."""

    day: date | None = None
    zone: str = "UTC"
    person: tuple[str, ...] = ()
    assistant: tuple[str, ...] = ()
    date_order: str | None = None


class Source(Protocol):
    """What each source module's `SOURCE` offers."""

    name: str
    """The source's name, as in `origin.source` and `--from`."""

    def claims(self, input: Input) -> bool:
        """Say whether the content is this source's, from `head`; cheap, never raises on any bytes."""
        ...

    def read(self, input: Input, cursor: Cursor | None, options: Options) -> Iterator[Item]:
        """Yield the items from the cursor, or from the start, in file order, in bounded memory.

        Reading on from any yielded cursor gives what reading from the start would have given from there. A torn last
        line is not yielded: it waits. One bad item is a Skipped and the rest goes on.
        """
        ...
