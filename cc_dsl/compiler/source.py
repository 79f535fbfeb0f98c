"""Puts one module of generated source together; the same rules give the same bytes."""

from __future__ import annotations

from typing import NamedTuple

from cc_dsl.compiler.player import Player
from cc_dsl.compiler.surface import Fast, Plain
from cc_dsl.rules import model

FORMAT = 1
"""Raise it whenever other source is written for the same rules: kept modules of another format are not used."""

INNER = "@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)"
"""What stands before functions that only generated source calls."""
MANY = """

@njit(cache=True)
def many(S, first, ends):
    for game in range(ends.shape[0]):
        seed = first + uint64(game)
        end = play(S, seed, branch(seed, 0))
        ends[game, 0] = end[0]
        ends[game, 1] = end[1]
        ends[game, 2] = end[2]{trace}
"""
"""Plays the games of as many seeds as there are ends to write down."""
TRACE = "\n        ends[game, 3] = int64(end[3])"

PLAIN_IMPORTS = (
    "from cc_dsl.compiler.runtime import (",
    "    descending, gathered, lowest, lowest_of, refused, shuffled, shuffled_set, start_of_trace, taken_out, traced,",
    ")",
)
FAST_IMPORTS = (
    "from numba import njit",
    "from numpy import array, int64, uint64",
    "",
    "from cc_dsl.compiler.native import (",
    "    below, branch, count, descending, gathered, highest, lowest, lowest_of, pick, shuffled, shuffled_set,",
    "    start_of_trace, taken_out, traced,",
    ")",
)


class Source(NamedTuple):
    """A module of generated source, and what its numbers mean."""

    text: str
    reasons: tuple[tuple[str, str, str], ...]
    size: int
    """How many integers the vector has."""


def playing(rules: model.Rules, seats: int, is_fast: bool = False, is_traced: bool = False) -> Source:
    """Write the module that plays whole games at random."""
    make = Player(rules, seats, Fast() if is_fast else Plain(), is_traced)
    game = make.game()
    chosen = ", ".join(f"{doubt.name}={doubt.chosen}" for doubt in rules.doubts.values())
    lines = [
        f'"""Generated from {rules.title} ({rules.name}) for {seats} players; do not change it.',
        "",
        f"Format {FORMAT}; rules {rules.digest}.",
        *(f"{part}" for part in _wrapped(chosen)),
        '"""',
        "",
        *(FAST_IMPORTS if is_fast else PLAIN_IMPORTS),
        "",
        f"TURNS = {tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))}",
        *(make.surface.table(name, values) for name, values in make.tables.items()),
    ]
    for function in make.functions.values():
        lines += ["", "", *([INNER] if is_fast else []), *make.written(function)]
    lines += ["", "", *([INNER] if is_fast else []), *game, ""]
    if is_fast:
        lines.append(MANY.format(trace=TRACE if is_traced else ""))
    return Source("\n".join(lines), tuple(make.reasons), make.flat.size)


def _wrapped(words: str) -> list[str]:
    lines, line = [], ""
    for word in words.split(" "):
        if len(line) + len(word) > 110:
            lines.append(line.rstrip())
            line = ""
        line += word + " "
    return [*lines, line.rstrip()]
