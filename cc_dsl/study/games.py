"""When machine code is worth its making."""

from __future__ import annotations

from importlib.util import find_spec

from cc_dsl.rules import model

WORTH_COMPILING = 2_000
"""With fewer games Numba takes longer to compile, or even to be imported, than plain Python to play."""


def can_compile() -> bool:
    """Tell whether Numba is there, without importing it."""
    try:
        return find_spec("numba") is not None
    except (ImportError, ValueError):  # somebody keeps it from being imported
        return False


def can_be_fast(rules: model.Rules, seats: int) -> bool:
    """Tell whether Numba is there, and these rules are not too large for the words of a machine."""
    if not can_compile():
        return False
    from cc_dsl.compiler.games import fits

    return fits(rules, seats)
