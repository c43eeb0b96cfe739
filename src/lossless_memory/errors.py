"""The errors a person may meet, each with its exit code, its kind and what to do next.

A problem with one item is a value (`Skipped`, `Finding`), never one of these. Knows nothing else of the program.
"""

from __future__ import annotations

from lossless_memory.typed import ClassVar


class LosslessError(Exception):
    """A whole operation could not be done. `str(error)` says what happened, to what, and what was not done."""

    exit_code: ClassVar[int] = 10
    kind: ClassVar[str] = "error"
    hint: ClassVar[str] = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Keep the message; `hint` says what to do next where the class's own hint does not fit."""
        super().__init__(message)
        self.next_step = self.hint if hint is None else hint


class UsageError(LosslessError):
    """What was asked makes no sense as it stands."""

    exit_code = 2
    kind = "usage"


class ConfigError(LosslessError):
    """config.json or another settings file cannot be read as it stands; it was left alone."""

    exit_code = 11
    kind = "config"
    hint = "Correct the file, or move it away to start with default settings."


class StoreError(LosslessError):
    """The home folder cannot be used as it is; nothing was written."""

    exit_code = 12
    kind = "store"


class ForeignStore(StoreError):
    """The device folder belongs to another machine or user; nothing was written."""

    exit_code = 13
    kind = "foreign-device"
    hint = "Give this machine a name of its own with: lossless setup (or: lossless config set device NAME)"


class NewerFormat(StoreError):
    """The store was written by a newer program; nothing was written."""

    exit_code = 14
    kind = "newer-format"
    hint = "Update lossless-memory, then try again."


class WriteFailed(LosslessError):
    """Some lines may not be durable. None of them is acknowledged, though some may later be read back."""

    exit_code = 15
    kind = "write-failed"
    hint = "Free space or mend the disk, then run the same command again; what was stored is not stored twice."


class Busy(LosslessError):
    """Another process holds the ingest lock; nothing was written."""

    exit_code = 16
    kind = "busy"
    hint = "Wait for the other command to finish, then try again."


class IndexUnusable(LosslessError):
    """The index is missing, damaged or from a newer program. The log is untouched and answers by scanning."""

    exit_code = 17
    kind = "index"
    hint = "Rebuild it from the log: lossless index --rebuild"


class MeaningUnusable(LosslessError):
    """Search by meaning cannot be used: no embedder, no extension, a damaged file. Words and time still serve."""

    exit_code = 22
    kind = "meaning"
    hint = "Make the vectors anew with: lossless index --vectors"


class OutputFailed(LosslessError):
    """The answer could not be written where it was to go; the store is not concerned."""

    exit_code = 19
    kind = "output"
    hint = "Free space where the output goes, or send it elsewhere, and ask again."


class SourceError(LosslessError):
    """A file or folder to be read cannot be read at all."""

    exit_code = 18
    kind = "source"


class ServiceFailed(LosslessError):
    """The system would not start or end the daemon; the store is not concerned."""

    exit_code = 21
    kind = "service"
    hint = "Start the daemon by hand meanwhile: lossless daemon"
