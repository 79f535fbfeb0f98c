"""Games of compiled rules that stop at every question, played to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from cc_dsl.closures.state import Outcome
from cc_dsl.codegen.faults import PlayFault
from cc_dsl.codegen.target import WHO
from cc_dsl.compiler.games import AT_ONCE, end_of, play_in_python
from cc_dsl.compiler.steps import OVER, Position, Steps
from cc_dsl.table.chance import MASK, Chance
from tests.traced import TracedGames

ASKED = """\
            options = S[{options}]
            answers, number = least_of_some(answers, count(options), S[{left}])
            answer = pick(options, number)
            trace = hash_answer(trace, S[{to_move}], options, answer)"""
"""The code that answers a question at random by one bit of the options."""
ASKED_OF_EITHER = """\
            offered = S[{offered}]
            if offered > 0:
                answers, answer = below(answers, offered)
                trace = traced_groups(trace, S, OFFERS, offered)
                trace = hash_answer(trace, S[{to_move}], offered, answer)
            else:
                options = S[{options}]
                answers, number = least_of_some(answers, count(options), S[{left}])
                answer = pick(options, number)
                trace = hash_answer(trace, S[{to_move}], options, answer)"""
"""The same code for questions that may offer groups, which are chosen by their places."""
MACHINE_CODE = """
@njit(pipeline_class=LeanCompiler)
def take(S, place):
    step(S, answer_at(S, place))
    return count_of(S)


@njit(pipeline_class=LeanCompiler)
def many(S, first, ends):
    for game in range(ends.shape[0]):
        seed = first + uint64(game)
        answers = branch(seed, 0)
        reset(S, seed)
        trace = 0
        while S[{to_move}] >= 0:
{asked}
            step(S, answer)
        ends[game, 0] = (S[{end}] & 65535) - 1
        ends[game, 1] = S[{end}] >> 16
        ends[game, 2] = S[{moves}]
        for told in range({told}):
            ends[game, 3 + told] = S[{told_at} + told]
        ends[game, 3 + {told}] = trace
"""
"""The function that answers a question by the place of an answer, and the one that plays random games."""


@cache
def machine_code(steps: Steps) -> dict[str, Any]:
    """Return `take` and `many` for compiled rules, to be called with their vectors."""
    from cc_dsl.codegen.numba_forms import LeanCompiler
    from tests import traced_native

    source = steps.source
    places = {**source.places, "told": len(source.results), "told_at": source.results_at}
    asked = (ASKED_OF_EITHER if source.offered else ASKED).format(**places)
    space = {**vars(steps.module), **vars(traced_native), "LeanCompiler": LeanCompiler}
    exec(MACHINE_CODE.format(**places, asked=asked), space)
    return space


def is_over(position: Position) -> bool:
    """Return whether the game has ended."""
    return position.to_move == OVER


def legal(position: Position) -> list[int]:
    """Return the legal answers, in ascending order."""
    if position.option_count:
        return list(range(position.option_count))
    return [answer for answer in range(position.options.bit_length()) if position.options >> answer & 1]


def picks_left(position: Position) -> int:
    """Return the number of things still to be picked, including the next: 1 unless several are picked."""
    return int(position.vector[position.places["left"]])


def drawn(position: Position, chance: Chance) -> int:
    """Return a random answer, by which all answers, or all sets of several things, are equally likely."""
    place = chance.least_of_some(position.count(), picks_left(position))
    return int(position.steps.module.answer_at(position.vector, place))


def end(position: Position) -> Outcome | None:
    """Return the outcome of the game; None before its end."""
    if not is_over(position):
        return None
    source, vector, places = position.steps.source, position.vector, position.places
    packed = int(vector[places["end"]])
    return end_of(source, packed % WHO - 1, packed // WHO, int(vector[places["moves"]]))


def results_of(position: Position) -> list[int]:
    """Return the results of the rules for a game that has ended."""
    source = position.steps.source
    return [*map(int, position.vector[source.results_at : source.results_at + len(source.results)])]


def rows(steps: Steps, first: int, count: int) -> Iterator[Sequence[int]]:
    """Play the random games of these seeds in machine code, and yield rows like those of `TracedGames.rows`."""
    if not steps.is_fast:
        yield from play_in_python(TracedGames(steps.rules, steps.seats), steps.source, first, count)
        return
    import numpy as np

    vector = steps.vector()
    while count > 0:
        size = min(count, AT_ONCE)
        ends = np.zeros((size, 4 + len(steps.source.results)), dtype=np.int64)
        try:
            machine_code(steps)["many"](vector, np.uint64(first & MASK), ends)
        except PlayFault:
            yield from play_in_python(TracedGames(steps.rules, steps.seats), steps.source, first, size)
        else:
            yield from ends.tolist()
        first, count = first + size, count - size
