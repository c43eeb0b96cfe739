"""SHA-256 and BLAKE2 of small things, from Python's own small modules where it has them.

hashlib loads all of OpenSSL for the same digests, which every start would pay. Of megabytes OpenSSL is faster: who
digests such takes hashlib where it needs it.
"""

from __future__ import annotations

from lossless_memory.typed import TYPE_CHECKING

__all__ = ["blake2b", "sha256"]

if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    try:
        from _sha2 import sha256  # Python 3.12 and newer
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
