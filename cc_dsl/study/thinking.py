"""Compiled search for searching players: the search of `cc_dsl.interpreter.searching`, many times as fast.

The interpreter plays the game itself.  A compiled position follows it, answer by answer, from the same seed; a
simulated game begins from this position with all pieces that the player does not see dealt again at random.  Numba
compiles the simulation, if it is there; plain Python plays the same, only slower, and so gives the same choices.

Where a number that each player has decides the winner, a simulated game ends as soon as one of these changes, and its
value is how far each player is then ahead; otherwise it is played to its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from cc_dsl.compiler import source_cache
from cc_dsl.compiler.faults import NotCompiled, PlayFault
from cc_dsl.compiler.steps import Position, Steps
from cc_dsl.core.leads import winning_champion
from cc_dsl.core.program import asks_the_world
from cc_dsl.interpreter.groups import Combination
from cc_dsl.interpreter.planning import MOST_POSITIONS
from cc_dsl.interpreter.players import MOST_STEPS, TRIALS, GreedyPlayer, Player, Sitter, computers, search_budget
from cc_dsl.interpreter.searching import RANDOM, Answer, Imagined, SearchPlayer
from cc_dsl.interpreter.seat import Seat
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.study.pace import COMPILING, IMPORTING, can_compile
from cc_dsl.table.chance import GAMMA, MASK, Chance

if TYPE_CHECKING:
    from cc_dsl.compiler.native import Row
    from cc_dsl.interpreter.engine import Game

ASKINGS, SLOTS = 512, 256
"""The numbers of questions and of sorts of answers that are told apart: options by their numbers, groups by their
sorts and sizes."""
STAMPS = (1 << 62) - 1
OF_GROUPS, SIZES = 64, 8
PARTS = 1000
GREEDY = "greedy"
Compilable = TypeVar("Compilable", bound=Callable[..., object])


def _identity(function: Compilable) -> Compilable:
    return function


def below(at: int, bound: int) -> tuple[int, int]:
    """Draw a number below a bound from a stream, as compiled code does; give the stream and the number."""
    return least_of_some(at, bound, 1)


def least_of_some(at: int, count: int, left: int) -> tuple[int, int]:
    """Draw the place of the least thing of a set, as compiled code does; give the stream and the place."""
    chance = Chance(at)
    place = chance.least_of_some(count, left)
    return (at + chance.drawn * GAMMA) & MASK, place


def going_on(
    steps: Steps, lead_at: int | None
) -> tuple[Callable[..., None], Callable[..., None], Callable[[Row], int]]:
    """Make what plays a simulated game, what notes its worth for the answers that were favoured, and its stamp.

    A game is simulated to its end, or until the number of a player changes by which the rules find the winner:
    until then the stamp stays the same.
    """
    cells = 0 if lead_at is None else steps.seats
    lead_at = lead_at or 0
    draw, least, count, jit = below, least_of_some, int.bit_count, _identity
    if steps.is_fast:
        from numba import njit

        from cc_dsl.compiler import instructions, native

        draw, least, count, jit = native.below, native.least_of_some, instructions.count, njit
    module, places = steps.module, steps.source.places
    step, count_of, answer_at = module.step, module.count_of, module.answer_at
    to_move, offered, next_at, offers = places["to_move"], places["offered"], places["next"], steps.source.size
    left_at = places["left"]
    pieces = steps.flat.pieces
    random = int(PARTS * RANDOM)

    @jit
    def slot_of(holder: Row, place: int) -> int:
        if holder[offered] <= 0:
            answer: int = answer_at(holder, place)
            return answer
        group: int = holder[offers + place]
        sort = group >> pieces
        size: int = count(group) - count(sort)
        return (OF_GROUPS + sort * SIZES + size) % SLOTS

    @jit
    def promising(holder: Row, number: int, first: int, row: int, sums: Row, counts: Row) -> int:
        best, merit = first, -1e300
        for turn in range(number):
            place = (first + turn) % number
            slot = row + slot_of(holder, place)
            if counts[slot] == 0:
                return place
            if sums[slot] / counts[slot] > merit:
                best, merit = place, sums[slot] / counts[slot]
        return best

    @jit
    def stamp(holder: Row) -> int:
        found = 0
        for cell in range(cells):
            found = (1009 * found + holder[lead_at + cell]) & STAMPS
        return found

    @jit
    def go_on(holder: Row, before: Row, at: int, sums: Row, counts: Row, favoured: Row) -> None:
        while holder[to_move] >= 0 and (cells == 0 or stamp(holder) == before):
            number = count_of(holder)
            place = 0
            if number > 1:
                at, first = least(at, number, holder[left_at])
                asking = holder[next_at] % ASKINGS
                favour = holder[to_move] * ASKINGS + asking
                wish = favoured[favour]
                place = -1
                if wish >= 0:
                    for other in range(number):
                        if place < 0 and slot_of(holder, other) == wish:
                            place = other
                if place < 0:
                    at, part = draw(at, PARTS)
                    place = first
                    if part >= random:
                        place = promising(holder, number, first, asking * SLOTS, sums, counts)
                    if wish < 0:
                        favoured[favour] = slot_of(holder, place)
            step(holder, answer_at(holder, place))

    @jit
    def note(favoured: Row, worths: Row, sums: Row, counts: Row) -> None:
        for favour in range(len(favoured)):
            if favoured[favour] >= 0:
                slot = (favour % ASKINGS) * SLOTS + favoured[favour]
                sums[slot] += worths[favour // ASKINGS]
                counts[slot] += 1

    return go_on, note, stamp


class Mind:
    """Compiled rules, ready for a search; made once for many games."""

    def __init__(self, rules: model.Rules, seats: int, is_fast: bool) -> None:
        """Compile the rules."""
        self.steps = Steps(rules, seats, is_fast)
        self.thought = 0
        """The number of simulated games."""
        self.seats = seats
        self.lead_at, self.sign = self._winning_number(rules)
        """The cells of the players' numbers by which the rules find the winner, if there are such numbers."""
        self.go_on, self.note, self.stamp = going_on(self.steps, self.lead_at)
        told = [
            place
            for place, one in enumerate(self.steps.source.told)
            if one.told.kind == NUMBER
            and one.told.condition is None
            and one.owner == 0
            and (one.told.owner == PLAYER or seats == 1)
        ]
        self.told = told[0] if told else None
        """The cell of the number that is reported of each player at the end, if there is one."""

    def _winning_number(self, rules: model.Rules) -> tuple[int | None, int]:
        found = winning_champion(rules) if self.seats > 1 else None
        measure = found[0].measure if found is not None else None
        if found is None or not isinstance(measure, model.Load) or measure.owner != model.Slot(found[0].slot):
            return None, 1
        return self.steps.flat.cells[measure.base].start, 1 if found[0].is_best else -1

    def warm(self) -> None:
        """Think once for nothing, so that whatever has yet to be compiled is."""
        position = self.steps.begin(0)
        worlds = Compiled(self, position, position.to_move)
        thought = worlds.begin(Chance(0))
        worlds.go_on(thought, 0)
        worlds.worth(thought)

    def filled(self, size: int, value: int, is_real: bool = False) -> Row:
        """Return a run of this many numbers."""
        if not self.steps.is_fast:
            return [value] * size
        import numpy as np

        return np.full(size, value, dtype=np.float64 if is_real else np.int64)

    def gains(
        self, position: Position, player: int, options: Sequence[int], hidden: Sequence[int], seed: int
    ) -> list[int]:
        """Return what each answer gains, as the greedy player of the interpreter finds it with this seed."""
        if self.steps.is_planning:
            return self._planned(position, player, options)
        pieces = self.steps.flat.pieces
        gains = self._numbers([0] * len(options))
        given = (self._numbers(one) for one in (options, hidden, sorted(hidden), range(pieces), range(pieces)))
        at: int = seed
        if self.steps.is_fast:
            import numpy as np

            at = np.uint64(seed)
        self.steps.module.greedy(position.vector, *self._vectors, player, *given, at, gains, TRIALS, MOST_STEPS)
        return [int(gain) for gain in gains]

    def _planned(self, position: Position, player: int, options: Sequence[int]) -> list[int]:
        """Return what each answer can gain by the end of the player's turn."""
        room, width = 2 * (MOST_POSITIONS + len(options)), len(position.vector)
        gains, known, firsts = (self._numbers([0] * count) for count in (len(options), len(options), room))
        held = self.steps.rows_of_numbers((room, width)) if self.steps.is_fast else [[0] * width for _ in range(room)]
        given = self._numbers(options)
        spare, _ = self._vectors
        self.steps.module.plan(position.vector, spare, player, given, gains, known, held, firsts, MOST_POSITIONS)
        return [int(gain) for gain in gains]

    @cached_property
    def _vectors(self) -> tuple[Row, Row]:
        """Room for two positions."""
        return self.steps.vector(), self.steps.vector()

    def _numbers(self, given: Iterable[int]) -> Row:
        """Return numbers as the compiled functions take them."""
        if not self.steps.is_fast:
            return [*given]
        import numpy as np

        return np.array([*given], dtype=np.int64)

    def worth(self, position: Position) -> tuple[int, ...]:
        """Return each player's lead: in the number that finds the winner, in the one reported, or by having won."""
        if self.lead_at is not None:
            return self._leads([self.sign * int(n) for n in position.vector[self.lead_at : self.lead_at + self.seats]])
        end = position.end
        assert end is not None
        if self.told is None:
            return tuple((end.winner == player) - (end.winner not in (player, None)) for player in range(self.seats))
        return self._leads(end.told[self.told : self.told + self.seats])

    def _leads(self, numbers: Sequence[int]) -> tuple[int, ...]:
        others = [max((*numbers[:player], *numbers[player + 1 :]), default=0) for player in range(self.seats)]
        return tuple(own - other for own, other in zip(numbers, others, strict=True))


class Twin:
    """A compiled position that follows a game."""

    def __init__(self, mind: Mind, game: Game) -> None:
        """Start again with the same seed."""
        assert game.seed is not None
        self.mind, self._game = mind, game
        self.position = mind.steps.begin(game.seed)
        self._followed, self._returns = 0, game.returns

    def follow(self) -> bool:
        """Return the answers that were given since; tell whether the position is that of the game.

        It is not if the game is another than that of its seed, as in a record that somebody wrote by hand.
        """
        game = self._game
        if self._returns != game.returns:  # something was taken back
            self.position = self.mind.steps.begin(game.seed or 0)
            self._followed, self._returns = 0, game.returns
        choices, self._followed = game.choices_since(self._followed), game.count
        for _, answer in choices:
            place = self._place(answer)
            if place is None:
                self._returns = -1  # it is tried from the beginning the next time
                return False
            self.position.step(place)
        return self.position.to_move == self._game.player and self.position.count() == len(self._game.options)

    def _place(self, answer: object) -> int | None:
        """Return an answer as it is given here; None if it is not allowed here."""
        if isinstance(answer, Combination):
            bits = sum(1 << piece for piece in answer.pieces)
            group = answer.sort << self.mind.steps.flat.pieces | bits
            return self.position.groups.index(group) if group in self.position.groups else None
        if not isinstance(answer, int) or self.position.offered:
            return None
        return answer if self.position.options >> answer & 1 else None


class Compiled:
    """Positions in compiled code, for one search."""

    def __init__(self, mind: Mind, position: Position, player: int) -> None:
        """Think for a player, from a position."""
        self._true, self._player, self._mind = position, player, mind
        self._sums = mind.filled(ASKINGS * SLOTS, 0, is_real=True)
        self._counts = mind.filled(ASKINGS * SLOTS, 0)
        self._nothing = mind.filled(ASKINGS * mind.seats, -1)
        self._favoured = self._nothing[:]
        self._chance = Chance(0)
        self._stamp = mind.stamp(position.vector)
        self._allowed: list[int] = []
        """The answers allowed in the position that was looked at last."""

    def meanings(self) -> list[Answer]:
        """Return the answers allowed in the true position."""
        return self.answers(self._true)

    def begin(self, chance: Chance) -> Position:
        """Put out again what the player does not see."""
        self._chance = chance.branch(2)
        self._favoured = self._nothing.copy()
        self._mind.thought += 1
        return self._true.imagined(self._player, chance.branch(1).word())

    def asked(self, position: Position) -> int | None:
        """Return who is asked."""
        player = position.to_move
        return player if player >= 0 else None

    def answers(self, position: Position) -> list[Answer]:
        """Return the answers; a group by its pieces."""
        asking = int(position.vector[position.places["next"]])
        groups = position.groups
        self._allowed = [*range(len(groups))] if groups else position.legal()
        return [(asking, answer) for answer in groups or self._allowed]

    def give(self, position: Position, place: int) -> None:
        """Answer, after the answers were looked at, and go on to the next question."""
        position.step(self._allowed[place])

    def go_on(self, position: Position, most: int) -> None:
        """Answer at random, or by what each player favours, to the end, or until somebody is further ahead."""
        at: int = self._chance.word()
        if self._mind.steps.is_fast:
            import numpy as np

            at = np.uint64(at)
        self._mind.go_on(position.vector, self._stamp, at, self._sums, self._counts, self._favoured)

    def worth(self, position: Position) -> tuple[int, ...]:
        """Return each player's lead, and record it for the answers that were favoured."""
        worths = self._mind.worth(position)
        self._mind.note(self._favoured, worths, self._sums, self._counts)
        return worths


class GreedyTwin(GreedyPlayer):
    """The greedy player, who thinks in compiled code as soon as that pays; its choices are the same in either engine.

    Machine code takes some seconds to compile, and about one to load if it is kept from before.  The player thinks in
    the interpreter until that has taken as long as having machine code is expected to take.
    """

    def __init__(self, chance: Chance, game: Game, may_compile: bool = True) -> None:
        """Draw from a stream, in this game; nothing is compiled where somebody would have to wait for it."""
        super().__init__(chance)
        self._game = game
        self._may_compile = may_compile

    def think(self, seat: Seat, chance: Chance) -> int:
        """Return the option with the best estimate; of equals the first."""
        greed = greed_of(self._game.rules, self._game.seats)
        mind = greed.mind(self._may_compile)
        twin = None if mind is None else twin_of(mind, self._game)
        if twin is not None and twin.follow():
            try:
                gains = twin.mind.gains(twin.position, seat.player, twin.position.legal(), seat.hidden, chance.seed)
            except PlayFault:  # the interpreter says where the rules are at fault
                return super().think(seat, chance)
            return self.choice(seat, chance, seat.options, gains)
        start = time.process_time()
        choice = super().think(seat, chance)
        greed.spent += time.process_time() - start
        return choice


class Greed:
    """What greedy players of some rules think in, and for how long they have thought in the interpreter."""

    def __init__(self, rules: model.Rules, seats: int) -> None:
        """Start without machine code."""
        self.rules, self.seats = rules, seats
        self.spent = 0.0
        """Seconds of processor time."""
        self._mind: Mind | None = None
        self._is_decided = not can_compile() or asks_the_world(rules)

    @cached_property
    def is_kept(self) -> bool:
        """Whether machine code is kept from an earlier run."""
        return source_cache.recalled(GREEDY, self.rules, self.seats) is not None

    @cached_property
    def cost(self) -> float:
        """About how many seconds of processor time it takes to have machine code."""
        if self.is_kept:
            return LOADING_MIND
        plain, _ = source_cache.playing(self.rules, self.seats, False, False)
        return IMPORTING + 2 * COMPILING * plain.text.count("\n")

    def mind(self, may_compile: bool) -> Mind | None:
        """Return the compiled rules, if it pays to have them."""
        if not self._is_decided and self.spent >= self.cost and (self.is_kept or may_compile):
            self.have(can_compile())
        return self._mind

    def have(self, is_fast: bool) -> None:
        """Have the rules compiled now, by Numba or as plain Python."""
        found = mind_of(self.rules, self.seats, is_fast)
        self._mind = found if found is not None and found.steps.is_greedy else None
        self._is_decided = True
        if self._mind is not None and is_fast:
            source_cache.keep(b"1", GREEDY, self.rules, self.seats)


LOADING_MIND = 1.5
"""The seconds of processor time that it takes to import Numba and to load machine code."""


GREEDS: dict[tuple[str, str, int], Greed] = {}


def greed_of(rules: model.Rules, seats: int) -> Greed:
    """Return what greedy players of some rules think in, the same for all their games."""
    key = rules.name, rules.digest, seats
    if key not in GREEDS:
        GREEDS[key] = Greed(rules, seats)
    return GREEDS[key]


TWINS: WeakKeyDictionary[Game, Twin] = WeakKeyDictionary()
"""The compiled position of each game, which all its players share."""


def twin_of(mind: Mind, game: Game) -> Twin:
    """Return the compiled position that follows a game."""
    found = TWINS.get(game)
    if found is None or found.mind is not mind:
        found = TWINS[game] = Twin(mind, game)
    return found


MINDS: dict[tuple[str, str, int, bool], Mind | None] = {}
LONG, MUCH = 100, 2000
"""The number of simulated games, for one answer or in all, from which machine code is worth compiling."""


def mind_for(game: Game, name: str) -> Mind | None:
    """Return the compiled rules for a searching player; None if there is no search or it cannot be compiled."""
    budget = search_budget(name)
    if budget is None or game.seed is None or game.is_watched:
        return None  # where the world answers, it does not answer from the seed
    slow = mind_of(game.rules, game.seats, False)
    is_worth_it = budget.games >= LONG or (slow is not None and slow.thought >= MUCH)
    return mind_of(game.rules, game.seats, True) if is_worth_it and can_compile() else slow


def mind_of(rules: model.Rules, seats: int, is_fast: bool) -> Mind | None:
    """Return the mind for rules, made once; None where they cannot be compiled, or have secrets, or ask the world."""
    key = (rules.name, rules.digest, seats, is_fast)
    if key not in MINDS:
        try:
            MINDS[key] = None if asks_the_world(rules) or rules.disclosures else Mind(rules, seats, is_fast)
        except NotCompiled:
            MINDS[key] = None
    return MINDS[key]


def seat_players(game: Game, names: Sequence[str]) -> list[Player]:
    """Return the players of a game; those who think do so in compiled code, if its rules can be compiled."""
    players = computers(names, game.seed or 0)
    return [thinker(game, name, place) or players[place] for place, name in enumerate(names)]


def thinker(game: Game, name: str, place: int, may_compile: bool = True) -> Sitter | None:
    """Return a player who thinks in compiled code, if the name asks for one and it is available."""
    if name == GREEDY and game.seed is not None and not game.is_watched:
        return GreedyTwin(Chance(game.seed).branch(1 + place), game, may_compile)
    mind, budget = mind_for(game, name), search_budget(name)
    if mind is None or game.seed is None:
        return None
    twin = twin_of(mind, game)

    def worlds(seat: Seat) -> Compiled | Imagined:
        return Compiled(mind, twin.position, seat.player) if twin.follow() else Imagined(seat)

    return SearchPlayer(Chance(game.seed).branch(1 + place), budget, worlds)
