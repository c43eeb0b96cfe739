"""Items that could not be converted, kept as they were with the reason, each once."""

from __future__ import annotations

import json

from lossless_memory.log import dayfile
from lossless_memory.log.home import Store

MAX_RAW_B = 2**20
"""Of a longer item the first MiB is kept, with its full length and digest; the source still has the rest."""


class Quarantine:
    """Collects lines for this device's quarantine file. What is in it already is read once, at the first item."""

    def __init__(self, store: Store) -> None:
        """Touch nothing yet."""
        self.path = store.home.quarantine(store.device)
        self._known: set[str] | None = None
        self._waiting: list[bytes] = []

    def keep(self, source: str, path: str, place: str, reason: str, raw: bytes) -> None:
        """Have an item kept, unless the same bytes of the same file are there already."""
        import base64
        import hashlib

        digest = hashlib.sha256(path.encode("utf-8", "surrogateescape") + b"\0" + raw).hexdigest()
        if self._known is None:
            self._known = set(self._digests())
        if digest in self._known:
            return
        self._known.add(digest)
        body = {
            "source": source,
            "path": path.encode("utf-8", "replace").decode(),
            "place": place,
            "reason": reason,
            "digest": digest,
            "bytes": len(raw),
            "raw_base64": base64.b64encode(raw[:MAX_RAW_B]).decode("ascii"),
        }
        self._waiting.append(json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")

    def taken(self) -> bytes:
        """Return the lines that wait to be appended, and forget them."""
        lines, self._waiting = b"".join(self._waiting), []
        return lines

    def _digests(self) -> list[str]:
        found = []
        try:
            for line in dayfile.lines(self.path):
                try:
                    found.append(json.loads(line.data or b"null")["digest"])
                except (ValueError, TypeError, KeyError):
                    continue  # a torn line of an interrupted import: its item is kept again
        except FileNotFoundError:
            pass
        return found
