"""When machine code is worth its making."""

from __future__ import annotations

from importlib.util import find_spec

from cc_dsl.compiler.analysis import asks_the_world
from cc_dsl.rules import model

WORTH_COMPILING = 2_000
"""With fewer games Numba takes longer to compile, or even to be imported, than plain Python to play."""


WORTH_COMPILING_LONG = 200
"""The same where the world is asked: such games have some ten times as many answers, and more rules."""


def worth_compiling(rules: model.Rules) -> int:
    """Tell with how many games machine code is worth its making."""
    return WORTH_COMPILING_LONG if asks_the_world(rules) else WORTH_COMPILING


def can_compile() -> bool:
    """Tell whether Numba is there, without importing it."""
    return find_spec("numba") is not None
