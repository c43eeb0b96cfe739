"""Regular expressions that are compiled when they are first used: a start declares many of them and uses few.

Type checkers see `re.compile` itself. Knows nothing of the program.
"""

from __future__ import annotations

import re

from lossless_memory.typed import TYPE_CHECKING

__all__ = ["pattern"]

_METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")

if TYPE_CHECKING:
    from re import compile as pattern
else:

    class pattern:
        """An expression and its flags, as for `re.compile`; it then does what a compiled one does."""

        __slots__ = ("_given", *_METHODS)

        def __init__(self, expression, flags=0):
            self._given = (expression, flags)

        def __getattr__(self, name):
            """Compile at the first use; from then on the methods are found without a detour."""
            compiled = re.compile(*self._given)
            for method in _METHODS:
                setattr(self, method, getattr(compiled, method))
            return getattr(compiled, name)
