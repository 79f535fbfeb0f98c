"""Repeat the answers of a random game in the interpreter, without a record, and look at every position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cc_dsl.interpreter.runtime import ChanceSource, Runtime
from cc_dsl.interpreter.state import State
from cc_dsl.table.chance import Chance


def repeated(runtime: Runtime, seed: int, answers: Sequence[int]) -> Iterator[State]:
    """Yield the position at each step of the game of a seed; it is changed by the next step."""
    state, program = runtime.new_state(), runtime.program
    state.chance = ChanceSource(Chance(seed))
    program.begin(state)
    program.run(state)
    yield state
    for answer in answers:
        state.answer = answer
        program.run(state)
        yield state
