"""Everything computed once for rules and used by every game: closures, program, first position, source of chance.

The runtime of the same rules is made once and shared.

    runtime_of(rules, "plain", 2)               closures without reasons, made once for these rules and two players
        .program                                the steps of the game, made when a game is begun
        .new_state()                            all cards beside the table, every score 0
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cc_dsl.closures.builder import Builder, Test, Value
from cc_dsl.closures.state import UNSETTLED, State
from cc_dsl.closures.tracing_builder import TracingBuilder
from cc_dsl.core.seating import seat, seat_rules
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.rules.seating import require_seats
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from cc_dsl.closures.steps import Program

MOST_RUNTIMES = 64
"""The most runtimes that are cached; a study of an edition uses at least one for each answer to an open place."""


class Runtime:
    """The closures of rules for one fixed number of players, with their data; each part is made at its first use."""

    def __init__(self, rules: model.Rules, seats: int, writes: str) -> None:
        """Prepare the first position, which is cheap; `writes` is `plain` or `reasons`."""
        self.rules = rules = seat_rules(rules, seats)
        self.seats = seats
        self.build = (TracingBuilder if writes == "reasons" else Builder)(rules, seats)
        self.is_ordered = [False] * rules.place_count
        for place in rules.places:
            for index in range(place.base, place.base + place.many(seats)):
                self.is_ordered[index] = place.is_ordered
        self._cells: list[object] = [None] * rules.cells
        for variable in rules.stored:
            for cell in variable.cells(seats):
                self._cells[cell] = variable.first
        for definition in rules.definitions.values():
            if definition.settled is not None:
                self._cells[definition.settled] = UNSETTLED

    @property
    def tracing_builder(self) -> TracingBuilder:
        """The builder of a runtime that records reasons."""
        assert isinstance(self.build, TracingBuilder), "this runtime records no reasons"
        return self.build

    @cached_property
    def program(self) -> Program:
        """The steps of the game."""
        # Imported late: questions about pieces laid by hand do not need it.
        from cc_dsl.closures.steps import Assembler

        return Assembler(self.build).assemble()

    def value_of(self, thing: model.Thing) -> Value:
        """Return the closure of a thing from outside these rules, such as one of a worked case."""
        return self.build.thing(seat(self.rules, self.seats, thing))

    def test_of(self, condition: model.Condition) -> Test:
        """Return the closure of a condition from outside these rules."""
        return self.build.condition(seat(self.rules, self.seats, condition))

    def new_state(self) -> State:
        """Return the position before the first act; all pieces lie beside the table."""
        return State.first(self.rules.place_count, len(self.rules.pieces.names), self._cells[:])


_RUNTIMES: dict[tuple[str, str, int, str], Runtime] = {}


def runtime_of(rules: model.Rules, writes: str = "plain", seats: int | None = None) -> Runtime:
    """Return the runtime of rules for this number of players (by default the fewest), made once for each digest."""
    count = rules.seats[0] if seats is None else seats
    require_seats(rules, count)
    if not rules.digest:
        return Runtime(rules, count, writes)
    key = (rules.name, rules.digest, count, writes)
    runtime = _RUNTIMES.get(key)
    if runtime is None:
        if len(_RUNTIMES) >= MOST_RUNTIMES:
            _RUNTIMES.clear()
        runtime = _RUNTIMES[key] = Runtime(rules, count, writes)
    return runtime


PIECE = Kind("piece")


class ChanceSource:
    """The source of the answers of chance: a stream of random words."""

    __slots__ = ("chance",)

    def __init__(self, chance: Chance) -> None:
        """Take the answers from a stream."""
        self.chance = chance

    def shuffle_pool(self, pool: list[int]) -> list[int]:
        """Return pieces, given in ascending order, in a random order."""
        return [pool[place] for place in self.chance.permutation(len(pool))]

    def pick_some(self, pool: list[int], count: int, kind: Kind = PIECE, weights: Sequence[int] = ()) -> list[int]:
        """Return this many of some things of a kind, in ascending order, each set equally likely.

        With weights, one for each thing, return one thing, with a probability proportional to its weight.
        """
        if weights:
            return [pool[self.chance.draw_by_weight(weights)]]
        return [pool[place] for place in self.chance.some(count, len(pool))]
