"""Being told to stop: a signal sets a flag and wakes whoever waits; nothing is torn from what it is doing."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Iterator
from types import FrameType

_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
_SLICE_S = 0.2


class Stop:
    """A flag that waits can be cut short with. Setting it takes no lock, so a signal may come at any moment."""

    def __init__(self) -> None:
        """Begin unset."""
        self._reader, self._writer = os.pipe()
        if os.name != "nt":  # there nobody waits on the pipe, and older Pythons cannot do this
            os.set_blocking(self._writer, False)
        self.reason: str | None = None

    def close(self) -> None:
        """Let go of the pipe."""
        os.close(self._reader)
        os.close(self._writer)

    def is_set(self) -> bool:
        """Say whether it is time to stop."""
        return self.reason is not None

    def set(self, reason: str) -> None:
        """Ask to stop; the first reason is kept."""
        self.reason = self.reason or reason
        with contextlib.suppress(OSError):  # the pipe is full, so whoever waits is awake
            os.write(self._writer, b"!")

    def wait(self, timeout_s: float) -> bool:
        """Wait until it is set or the time is over; return whether it is set."""
        deadline = time.monotonic() + timeout_s
        while not self.is_set() and (left_s := deadline - time.monotonic()) > 0:
            if os.name == "nt":  # select knows only sockets there
                time.sleep(min(left_s, _SLICE_S))
            else:
                select.select([self._reader], [], [], left_s)
        return self.is_set()

    @contextlib.contextmanager
    def on_signals(self) -> Iterator[None]:
        """Be set by the signals that ask a process to end, as long as the block lasts."""

        def told(number: int, _: FrameType | None) -> None:
            self.set(signal.Signals(number).name)

        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        before = [(number, signal.signal(number, told)) for number in numbers]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)
