"""`daemon`: stays and takes in what is new as it appears, until it is told to stop."""

from __future__ import annotations

import gc
import os
import sys

from lossless_memory import clock
from lossless_memory.daemon.loop import Daemon
from lossless_memory.daemon.stopping import Stop
from lossless_memory.surface.cli.common import Context
from lossless_memory.surface.cli.common import command as make_command

_COLLECT = (700, 10, 10)
"""Python's own thresholds: a process that lives for months has something to collect."""

_NICE = 10
"""As the files that start it as a service say."""


def daemon(context: Context) -> int:
    """Stay, and take in what is new in the configured sources as it appears.

    It looks at file events, and at everything every daemon_interval minutes. There is one for each store and machine;
    a second one says so and ends. Ctrl-C or the system's signal to end stops it after the batch it is storing.
    """
    gc.set_threshold(*_COLLECT)
    _give_way()
    stop = Stop()
    with stop.on_signals():
        Daemon(
            context.home,
            lambda: context.store(create=True),
            lambda store: context.zone(store.config.timezone),
            clock.now,
            stop,
            lambda said: _say(context, said),
        ).run()
    return 0


def _give_way() -> None:
    """Let whatever else the machine does go first, as the service's files say too."""
    if hasattr(os, "nice"):
        os.nice(max(0, _NICE - os.nice(0)))


def _say(context: Context, said: str) -> None:
    context.say(f"daemon: {said}")
    sys.stderr.flush()


command = make_command(daemon)
