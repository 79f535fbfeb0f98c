"""When machine code is worth its making."""

from __future__ import annotations

from importlib.util import find_spec

WORTH_COMPILING = 2_000
"""With fewer games Numba takes longer to compile, or even to be imported, than plain Python to play."""


def can_compile() -> bool:
    """Tell whether Numba is there, without importing it."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):  # somebody keeps it from being imported
        return False
