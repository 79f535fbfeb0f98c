"""Assemble one module of generated source; the same rules give the same bytes.

The modules below write its parts; this one adds heads and imports, and orders the parts.

    def d0_gain(hand_in, x): …                  definitions that are too long for one line
    def play(chance_at, answers_at): …          a whole game; of a game that stops at questions: begin, advance, step
"""

from __future__ import annotations

import re
import textwrap

from cc_dsl.codegen import simulation
from cc_dsl.codegen.flat import GeneratedSource
from cc_dsl.codegen.game_emitter import GameEmitter
from cc_dsl.codegen.stepper import Stepper
from cc_dsl.codegen.target import Fast, Plain, with_sign
from cc_dsl.rules import model

FORMAT = 21
"""Increase it whenever the same rules give other source: cached modules of another format are not used."""

INNER = "@inner"
"""The decorator of functions that only generated source calls."""
MANY = """

@outer
def many(S, first, ends):
    for game in range(ends.shape[0]):
        seed = first + uint64(game)
        end = play(S, seed, branch(seed, 0))
        ends[game, 0] = (end & 65535) - 1
        ends[game, 1] = end >> 16
        ends[game, 2] = S[{moves}]
        for told in range({told}):
            ends[game, 3 + told] = S[{told_at} + told]
"""
"""The source of the function that plays one game for each row of `ends`, from consecutive seeds."""

OUTER = "@outer"
COUNTING = "@njit(cache=True)"
"""The decorator of functions that count, for which Numba is used without our changes."""
STEPS = """

{outer}def reset(S, seed):
    begin(S)
    S[{chance}] = seed
    advance(S)


{outer}def step(S, answer):
    S[{answer}] = answer
    S[{moves}] += 1
    advance(S)
"""
"""The source of the functions that begin a game and answer one question."""

PLAIN_IMPORTS = (
    "from cc_dsl.core.faults import RulesFault",
    "",
    "from cc_dsl.codegen.runtime import (",
    "    ahead, tabulate, arrange_groups, below, branch, combinations_of, draw_below, inside,",
    "    can_be_laid, append_members, least_ahead, least_of_some, lowest, lowest_of, next_together, only, pick,",
    "    pieces_of_pile, rename_everywhere, append_set, shuffle, shuffled_set, some, remove_pieces,",
    ")",
)
FAST_IMPORTS = (
    "from numba import njit",
    "from cc_dsl.codegen.numba_forms import inner, outer",
    "from numpy import array, int8, int16, int32, int64, uint64",
    "from cc_dsl.core.faults import RulesFault",
    "",
    "from cc_dsl.codegen.native import (",
    "    arrange_groups, below, branch, count, rename_everywhere, pieces_of_pile, highest,",
    "    inside, can_be_laid, append_members, least_of_some, lowest, lowest_of, next_together, pick,",
    "    append_set, shuffle, shuffled_set, some, remove_pieces,",
    ")",
)

LONG_NUMBERS = re.compile(r"\b\d{19,}\b")
"""Numbers so long that they may need all 64 bits of a word."""


def surface_of(is_fast: bool, is_stepwise: bool) -> Plain:
    """Return the target: Numba or plain Python."""
    return Fast(is_stepwise) if is_fast else Plain(is_stepwise)


def write_games(
    rules: model.Rules, seats: int, is_fast: bool = False, emitter: type[GameEmitter] = GameEmitter
) -> GeneratedSource:
    """Write the module that plays whole games at random."""
    emit = emitter(rules, seats, surface_of(is_fast, False))
    game = emit.game()
    lines = [*_head(emit), "", "", *([INNER] if is_fast else []), *game, ""]
    if is_fast:
        lines.append(MANY.format(moves=emit.flat.size, told=len(emit.results), told_at=emit.results_at))
    return _finished_source(emit, lines, {})


def write_steps(rules: model.Rules, seats: int, is_fast: bool = False, kernels: str = "") -> GeneratedSource:
    """Write the module of a game that stops at every question.

    With kernels, the text of functions that simulate games, it also contains the primitives that they call.
    """
    emit = Stepper(rules, seats, surface_of(is_fast, True))
    begin, advance = emit.begin_and_advance()
    functions = simulation.answers(emit)
    if kernels:
        functions += [*simulation.primitives(emit), "", *kernels.split("\n"), ""]
    inner = [OUTER] if is_fast else []
    lines = [*_head(emit), "", "", *inner, *begin, "", "", *inner, *advance, ""]
    lines += [f"{OUTER}\n{line}" if is_fast and line.startswith("def ") else line for line in functions]
    lines.append(STEPS.format(**emit.place_of, outer=f"{OUTER}\n" if is_fast else ""))
    return _finished_source(emit, lines, emit.place_of)


def _finished_source(emit: GameEmitter, lines: list[str], places: dict[str, int]) -> GeneratedSource:
    """Return the module of these lines, with the meaning of its numbers."""
    text = "\n".join(lines)
    if emit.surface.is_fast:
        # In 64-bit words, a set with the highest bit is a negative number.
        text = LONG_NUMBERS.sub(lambda number: str(with_sign(int(number.group()))), text)
    return GeneratedSource(
        text, tuple(emit.reasons), emit.size, places, emit.most_offered, emit.results, emit.results_at, emit.flat
    )


def _head(emit: GameEmitter) -> list[str]:
    """Return the lines before the game: its origin, imports, tables and definitions."""
    rules, seats = emit.rules, emit.seats
    # Drop characters that have a meaning inside a Python string.
    title = "".join(sign if sign.isprintable() and sign not in '\\"' else " " for sign in rules.title)
    chosen = ", ".join(f"{doubt.name}={doubt.chosen}" for doubt in rules.doubts.values())
    inner = [INNER] if emit.surface.is_fast else []
    lines = [
        f'"""Generated from {title} ({rules.name}) for {seats} players; do not change it.',
        "",
        f"Format {FORMAT}; rules {rules.digest}.",
        *textwrap.wrap(chosen, 110),
        '"""',
        "",
        *(FAST_IMPORTS if emit.surface.is_fast else PLAIN_IMPORTS),
        "",
        *([f"OFFERS = {emit.size}"] if emit.most_offered else []),
        f"TURNS = {tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))}",
        *(emit.surface.table(name, values) for name, values in emit.tables.items()),
    ]
    for function in emit.functions.values():
        lines += ["", "", *inner, *emit.function_lines(function)]
    return [*lines, *(["", "", *emit.after] if emit.after else [])]
