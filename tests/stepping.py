"""Games of compiled rules that stop at every question, played through: more than the players who follow them need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cc_dsl.codegen.faults import PlayFault
from cc_dsl.codegen.target import WHO
from cc_dsl.compiler.games import AT_ONCE, End, end_of, played_slowly
from cc_dsl.compiler.steps import OVER, Position, Steps
from cc_dsl.table.chance import MASK, Chance


def is_over(position: Position) -> bool:
    """Return whether nobody is asked any more."""
    return position.to_move == OVER


def legal(position: Position) -> list[int]:
    """Return the answers allowed, in ascending order."""
    if position.offered:
        return list(range(position.offered))
    return [answer for answer in range(position.options.bit_length()) if position.options >> answer & 1]


def picks_left(position: Position) -> int:
    """Return the number of answers still to be given, the next included: 1, unless several things are picked."""
    return int(position.vector[position.places["left"]])


def drawn(position: Position, chance: Chance) -> int:
    """Return a random answer: each equally likely, or each set where several things are picked."""
    place = chance.least_of_some(position.count(), picks_left(position))
    return int(position.steps.module.answer_at(position.vector, place))


def end(position: Position) -> End | None:
    """Return the outcome of the game; None while somebody is asked."""
    if not is_over(position):
        return None
    source, vector, places = position.steps.source, position.vector, position.places
    packed, first = int(vector[places["end"]]), source.told_at
    told = tuple(map(int, vector[first : first + len(source.told)]))
    return end_of(source, packed % WHO - 1, packed // WHO, int(vector[places["moves"]]))._replace(told=told)


def rows(steps: Steps, first: int, count: int) -> Iterator[Sequence[int]]:
    """Play the games of these seeds at random in machine code, as `CompiledGames.rows` does."""
    if not steps.is_fast:
        yield from played_slowly(steps.rules, steps.source, steps.seats, True, first, count)
        return
    import numpy as np

    vector = steps.vector()
    while count > 0:
        size = min(count, AT_ONCE)
        ends = np.zeros((size, 4 + len(steps.source.told)), dtype=np.int64)
        try:
            steps.module.many(vector, np.uint64(first & MASK), ends)
        except PlayFault:
            yield from played_slowly(steps.rules, steps.source, steps.seats, True, first, size)
        else:
            yield from ends.tolist()
        first, count = first + size, count - size
