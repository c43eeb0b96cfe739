"""The command with a home that holds a little, as the tests of the surfaces have it."""

from __future__ import annotations

from tests.surface.conftest import _filled, cli, filled

__all__ = ["_filled", "cli", "filled"]
