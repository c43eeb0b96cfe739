"""The child that gets killed: runs one scenario, writing down each acknowledgement outside the home, unbuffered.

Usage: python -m tests.crash.driver PLACE SCENARIO [BAD_BUILD]
"""

from __future__ import annotations

import os
import sys

from tests.crash.bad_builds import BAD_BUILDS
from tests.crash.scenarios import SCENARIOS


def main(place: str, scenario: str, bad: str | None = None) -> None:
    """Run a scenario in a place; each acknowledgement is one write of a line to its file `acks`."""
    if bad:
        BAD_BUILDS[bad].apply()
    fd = os.open(os.path.join(place, "acks"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(1, b"ready\n")
    SCENARIOS[scenario].run(place, lambda count: _tell(fd, count))
    os.close(fd)


def _tell(fd: int, count: int) -> None:
    os.write(fd, b"%d\n" % count)


if __name__ == "__main__":
    main(*sys.argv[1:])
