"""Whether the disk under a folder is encrypted, as far as the system tells without asking for rights."""

from __future__ import annotations

import os


def is_encrypted(path: str, blocks: str = "/sys/dev/block") -> bool | None:
    """Return whether the block device of a folder, or one below it, is encrypted; None where that cannot be told.

    On Linux only: an encrypted device of the device mapper has a name that begins with CRYPT (cryptsetup). `blocks` is
    the folder of the kernel's block devices.
    """
    try:
        number = os.stat(path).st_dev
        device = os.path.join(blocks, f"{os.major(number)}:{os.minor(number)}")
    except (OSError, AttributeError):
        return None
    if not os.path.isdir(device):
        return None  # a network folder, a folder of a container, memory: nothing to be told about a disk
    return _is_encrypted(device)


def _is_encrypted(device: str) -> bool:
    try:
        with open(os.path.join(device, "dm", "uuid"), encoding="ascii") as stream:
            if stream.read().startswith("CRYPT-"):
                return True
    except (OSError, UnicodeDecodeError):
        pass
    try:
        below = [os.path.join(device, "slaves", name) for name in os.listdir(os.path.join(device, "slaves"))]
    except OSError:
        below = []
    return any(map(_is_encrypted, below))
