"""Simulations in the closures of the interpreter, which play every game at once, also with secrets and observations."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from cc_dsl.closures.runtime import ChanceSource
from cc_dsl.core.leads import lead_of, number_of_winner
from cc_dsl.players import kernels
from cc_dsl.players.primitives import CLASSES, OVER
from cc_dsl.players.simulation import Engine, Simulation
from cc_dsl.rules import model
from cc_dsl.table.chance import GAMMA, MASK, Chance

if TYPE_CHECKING:
    from cc_dsl.closures.runtime import Runtime
    from cc_dsl.closures.state import Frame, State
    from cc_dsl.players.seats import Seat


FURTHER = 60
"""The most moves of a simulated game beyond the tree of a search, where no number ends it early."""


class ClosureEngine(Engine):
    """The closures of the interpreter."""

    def __init__(self, runtime: Runtime) -> None:
        """Make the primitives over its positions."""
        program, rules, seats = runtime.program, runtime.rules, runtime.seats
        lead = _lead_by_number(runtime) or _lead_by_winning
        base = number_of_winner(rules, seats)
        if base is None:
            self.furthest = FURTHER

        def step(state: State, answer: int) -> None:
            state.answer = answer
            program.run(state)

        def reseed(state: State, seed: int) -> None:
            state.chance = ChanceSource(Chance(seed))

        def deal(state: State, seat: Seat, seed: int) -> State:
            dealt = seat.imagined(Chance(seed))
            dealt.skips_observations = True
            return dealt

        def draw_answer(state: State, at: int) -> tuple[int, int]:
            chance = Chance(at)
            answer = program.drawn(state, chance)
            return _after(chance), answer

        super().__init__(
            rules,
            seats,
            kernels.bound_to(
                {
                    "to_move": lambda state: OVER if state.outcome is not None else state.player,
                    "count_of": lambda state: len(state.options),
                    "answer_at": lambda state, place: state.options[place],
                    "answer_key": _answer_key,
                    "answer_class": _answer_class,
                    "question_of": lambda state: state.asking,
                    "picks_left": program.left,
                    "step": step,
                    "draw_answer": draw_answer,
                    "reseed": reseed,
                    "deal": deal,
                    "lead": lead,
                    "lead_changed": (
                        (lambda state, player, before: False)
                        if lead is _lead_by_winning
                        else (lambda state, player, before: lead(state, player) != before)
                    ),
                    "figures": (lambda state: 0)
                    if base is None
                    else (lambda state: hash(tuple(state.cells[base : base + seats]))),
                    "branch": lambda seed, number: Chance(seed).branch(number).seed,
                    "below": lambda at, bound: _least_of_some(at, bound, 1),
                    "least_of_some": _least_of_some,
                }
            ),
        )


def _after(chance: Chance) -> int:
    """Return the word where a stream stands."""
    return (chance.seed + chance.drawn * GAMMA) & MASK


def _least_of_some(at: int, count: int, left: int) -> tuple[int, int]:
    chance = Chance(at)
    place = chance.least_of_some(count, left)
    return _after(chance), place


def _answer_key(state: State, place: int) -> object:
    return state.offered[state.options[place]].pieces if state.offered else state.options[place]


def _answer_class(state: State, place: int) -> int:
    answer = state.options[place]
    if not state.offered:
        return answer % CLASSES
    group = state.offered[answer]
    return (64 + group.sort * 8 + len(group.pieces)) % CLASSES


def _lead_by_winning(state: State, player: int) -> int:
    """Return 1 for a winner, -1 for a loser, and 0 for all before the end or if nobody wins."""
    winners = state.outcome.winners if state.outcome is not None else ()
    return (player in winners) - (bool(winners) and player not in winners)


def _lead_by_number(runtime: Runtime) -> Callable[[State, int], int] | None:
    """Return what computes how far a player is ahead, in the number that `core/leads.py` finds in the rules.

    What would be added to that number if it were reckoned now is included.
    """
    lead = lead_of(runtime.rules, runtime.seats)
    if lead is None:
        return None
    size, slot, sign, players = lead.frame, lead.slot, 1 if lead.is_best else -1, range(runtime.seats)
    measure = runtime.build.thing(lead.measure)
    gains = [runtime.build.thing(model.Apply(name, model.Slot(slot))) for name in lead.gains]

    def lead_of_player(state: State, player: int) -> int:
        frame: Frame = [None] * size
        worths = []
        for owner in players:
            frame[slot] = owner
            worths.append(sign * ((measure(state, frame) or 0) + sum(gain(state, frame) or 0 for gain in gains)))
        own = worths.pop(player)
        return own - max(worths, default=0)

    return lead_of_player


@lru_cache(maxsize=64)
def closure_engine(runtime: Runtime) -> ClosureEngine:
    """Return the engine over the closures of a runtime."""
    return ClosureEngine(runtime)


def in_closures(seat: Seat) -> Simulation:
    """Return simulations in the interpreter from where a player sits."""
    return Simulation(closure_engine(seat.runtime), seat.game.position, seat.player, seat)
