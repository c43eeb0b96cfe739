"""Verbatim long-term memory for one person and one AI: every line kept, found by time first."""

from __future__ import annotations

from lossless_memory.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lossless_memory.surface.api import Memory

__all__ = ["Memory", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load the library's one class only when it is asked for: commands and hooks start without it."""
    if name == "Memory":
        from lossless_memory.surface.api import Memory

        return Memory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
