"""The player called `search`: it simulates many games, and more of them where they went well.

The algorithm is the single-observer information set Monte Carlo tree search of P. I. Cowling, E. J. Powley and
D. Whitehouse, “Information Set Monte Carlo Tree Search”, IEEE Transactions on Computational Intelligence and AI in
Games 4 (2012).  Each simulated game begins from a position that is possible for all the player sees, the hidden
pieces dealt again at random.  Through what earlier games have shown it follows the rule UCB1; from there on, to the end
or for some moves, players answer at random or as went best on average in this search, wherever it was answered (the
move-average sampling technique of H. Finnsson and Y. Björnsson, “Simulation-Based Approach to General Game Playing”,
AAAI 2008, with a share of random answers in place of their Gibbs distribution).  The game is worth how far each player
is then ahead (`standing.py`).  One tree is grown for all these positions; its branches are answers as the player
would say them.  The answer that was tried most is given.

It knows nothing but what `Seat.imagined` gives it, which is made of what its player sees.  Like all searches over
sampled positions it takes others for players who see as little as itself, and it remembers nothing of earlier
views.  Its budget says how long it thinks: a number of simulated games, or of seconds, after a colon: `search:400`,
`search:2s`.  Named alone it simulates 120 games, but thinks for no longer than 2 seconds.  Only with a stated number of
games does a seed give the same choices on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import meanings
from cc_dsl.interpreter.runtime import ChanceSource
from cc_dsl.interpreter.standing import standing_of
from cc_dsl.interpreter.state import OBSERVER
from cc_dsl.table.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_dsl.interpreter.seat import Seat
    from cc_dsl.interpreter.state import State

GAMES, SECONDS = 120, 2.0
"""The most games that are simulated for one answer, and the most seconds that it takes, if nothing else is said."""
MOST_GAMES, MOST_SECONDS = 1_000_000, 3600.0
FURTHER = 60
"""The most random moves in a simulated game."""
CURIOSITY = 0.3
"""The weight of exploration in UCB1."""
RANDOM = 0.3
"""The share of random answers beyond the tree."""

Answer = object
"""An answer in a form that is the same in every position: a group itself, not its index."""
Position = TypeVar("Position")


class Budget(NamedTuple):
    """The budget of a player for one answer."""

    games: int
    seconds: float = float("inf")


USUAL = Budget(GAMES, SECONDS)
"""The budget of a player who is named without one."""


def budget_of(words: str) -> Budget:
    """Read a budget: a number of games, or of seconds with an s behind."""
    try:
        if words.endswith("s"):
            seconds = float(words.removesuffix("s"))
            if 0 < seconds <= MOST_SECONDS:
                return Budget(MOST_GAMES, seconds)
        elif 0 < int(words) <= MOST_GAMES:
            return Budget(int(words))
    except ValueError:
        pass
    raise UserError(
        "command-line",
        f"“{words}” is no budget.",
        f"Behind the colon stands how many games are simulated for one answer, from 1 to {MOST_GAMES:,}, such as "
        "search:400; or for how many seconds, such as search:2s.",
    )


class Worlds(Protocol[Position]):
    """The interface of an engine for a search; positions have the engine's own form."""

    def meanings(self) -> Sequence[Answer]:
        """Return the answers allowed in the true position, in the order of the options."""

    def begin(self, chance: Chance) -> Position:
        """Return a position that is possible for all the player sees, where he is asked."""

    def asked(self, position: Position) -> int | None:
        """Return who is asked; None if the game is over."""

    def answers(self, position: Position) -> Sequence[Answer]:
        """Return the answers allowed, in the order of the options."""

    def give(self, position: Position, place: int) -> None:
        """Give the answer at an index among those allowed."""

    def go_on(self, position: Position, most: int) -> None:
        """Answer at random, or as was best on average, for at most this many moves."""

    def worth(self, position: Position) -> tuple[int, ...]:
        """Return each player's lead."""


class Favour(NamedTuple):
    """An answer that a player favours in a simulated game, and what such games were worth."""

    key: Answer
    average: list[int]


def _sort_of(position: State, option: int) -> Answer:
    """Return an answer as it comes up again elsewhere: of a group, its sort and how many pieces it has."""
    if position.offered:
        group = position.offered[option]
        return position.asking, group.sort, len(group.pieces)
    return position.asking, option


class Imagined:
    """Positions in the interpreter."""

    def __init__(self, seat: Seat) -> None:
        """Simulate by the rules of a game, from where a player sits."""
        self._seat = seat
        self._runtime = seat.runtime
        self._run, self._drawn = seat.runtime.program.run, seat.runtime.program.drawn
        self._standing = standing_of(seat.runtime)
        self._chance = Chance(0)
        self._favoured: dict[tuple[int, int], Favour] = {}
        """The answer that each player favours at each question, throughout this simulated game."""
        self._averages: dict[Answer, list[int]] = {}
        """For each answer what games in which it was favoured were worth, summed up, and how many they were."""

    def meanings(self) -> Sequence[Answer]:
        """Return the answers allowed in the true position."""
        return self._seat.answers

    def begin(self, chance: Chance) -> State:
        """Put the hidden pieces out again."""
        state = self._seat.imagined(chance)
        state.chance, state.is_dry = ChanceSource(chance.branch(1)), True
        self._chance = chance.branch(2)
        self._favoured = {}
        return state

    def _watch(self, position: State) -> None:
        """Draw what the world answers until a player is asked: it takes no side, and the tree does not branch there."""
        while position.player == OBSERVER:
            position.answer = self._drawn(position, self._chance)
            self._run(position)

    def asked(self, position: State) -> int | None:
        """Return who is asked."""
        return position.player if position.outcome is None else None

    def answers(self, position: State) -> Sequence[Answer]:
        """Return the answers; a group by its pieces."""
        return meanings(position)

    def give(self, position: State, place: int) -> None:
        """Answer, and go on to the next question."""
        position.answer = position.options[place]
        self._run(position)
        self._watch(position)

    def go_on(self, position: State, most: int) -> None:
        """Answer at random, or by what each player favours in this game."""
        run, chance, left = self._run, self._chance, self._seat.runtime.program.left
        for _ in range(most):
            if position.outcome is not None:
                return
            options = position.options
            if position.player == OBSERVER:
                position.answer = self._drawn(position, chance)
            elif len(options) == 1:
                position.answer = options[0]
            else:
                position.answer = self._favourite(position, chance.least_of_some(len(options), left(position)))
            run(position)

    def _favourite(self, position: State, first: int) -> int:
        """Return the option that is favoured; where nothing is yet, or it is not allowed, one that did well, or any."""
        player, options = position.player, position.options
        assert player is not None
        favour = self._favoured.get((player, position.asking))
        keys = [_sort_of(position, option) for option in options]
        if favour is not None and favour.key in keys:
            return options[keys.index(favour.key)]
        place = first
        if self._chance.below(1000) >= 1000 * RANDOM:
            merits = [self._merit(key) for key in keys]
            order = (*range(first, len(keys)), *range(first))
            place = max(order, key=merits.__getitem__)
        if favour is None:
            average = self._averages.setdefault(keys[place], [0, 0])
            self._favoured[player, position.asking] = Favour(keys[place], average)
        return options[place]

    def _merit(self, key: Answer) -> float:
        total, count = self._averages.get(key, (0, 0))
        return total / count if count else float("inf")

    def worth(self, position: State) -> tuple[int, ...]:
        """Return the lead of each player, or the winner if no number says more."""
        if self._standing is not None:
            leads = tuple(self._standing.of(position, player) for player in range(self._runtime.seats))
            for (player, _), favour in self._favoured.items():
                favour.average[0] += leads[player]
                favour.average[1] += 1
            return leads
        winner = position.outcome.winner if position.outcome is not None else None
        return tuple((winner == player) - (winner not in (player, None)) for player in range(self._runtime.seats))


class AnswerStatistics:
    """The statistics of simulated games for one answer."""

    __slots__ = ("branches", "could", "player", "sum", "tried")

    def __init__(self, player: int) -> None:
        """Start with no results; the player is the one who gave the answer."""
        self.player = player
        self.tried = 0
        self.could = 0
        """The number of times that it could have been given."""
        self.sum = 0
        self.branches: dict[Answer, AnswerStatistics] = {}


class Search(Generic[Position]):
    """One search, for one answer."""

    def __init__(self, worlds: Worlds[Position], player: int) -> None:
        """Start with an empty tree."""
        self._worlds = worlds
        self.root = AnswerStatistics(player)
        self._least, self._most = 0, 0
        """The least and the greatest value of a simulated game, by which differences are scaled."""

    def play(self, chance: Chance) -> None:
        """Play one simulated game, and record its value along its path."""
        worlds = self._worlds
        position = worlds.begin(chance)
        path, node, is_new = [self.root], self.root, False
        while not is_new:
            player = worlds.asked(position)
            if player is None:
                break
            answers = worlds.answers(position)
            place, is_new = self._step(node, answers, player, chance)
            worlds.give(position, place)
            node = node.branches[answers[place]]
            path.append(node)
        worlds.go_on(position, FURTHER)
        worth = worlds.worth(position)
        self._note(path, worth)

    def _step(self, node: AnswerStatistics, answers: Sequence[Answer], player: int, chance: Chance) -> tuple[int, bool]:
        """Choose an answer that was never tried here, if there is one, or else by UCB1; tell whether it is new."""
        branches = node.branches
        untried = [place for place, answer in enumerate(answers) if answer not in branches]
        for answer in answers:
            if answer in branches:
                branches[answer].could += 1
        if untried:
            place = untried[chance.below(len(untried))]
            branches[answers[place]] = made = AnswerStatistics(player)
            made.could = 1
            return place, True
        worths = [self._hope(branches[answer]) for answer in answers]
        return worths.index(max(worths)), False

    def _hope(self, node: AnswerStatistics) -> float:
        """Return UCB1, with the worth put between 0 and 1 by all that was seen in this search."""
        width = max(self._most - self._least, 1)
        mean = (node.sum / node.tried - self._least) / width
        return mean + CURIOSITY * sqrt(log(node.could) / node.tried)

    def _note(self, path: list[AnswerStatistics], worth: tuple[int, ...]) -> None:
        if self.root.tried == 0:
            self._least, self._most = min(worth), max(worth)
        self._least, self._most = min(self._least, *worth), max(self._most, *worth)
        for node in path:
            node.tried += 1
            node.sum += worth[node.player]

    def best(self, answers: Sequence[Answer]) -> int:
        """Return the place of the answer that was tried most; of equals the one that went better, then the first."""
        shown = [self.root.branches.get(answer) for answer in answers]
        merits = [(0, 0.0) if one is None else (one.tried, one.sum / one.tried) for one in shown]
        return merits.index(max(merits))


class Thinker:
    """Somebody who thinks wherever there is a choice, each time with a branch of one stream."""

    def __init__(self, chance: Chance) -> None:
        """Draw from a stream."""
        self._chance = chance
        self.position = 0
        """The number of searches so far."""

    def follow(self, seat: Seat) -> None:
        """Count the search, if there is a choice."""
        self.position += len(seat.options) > 1

    def choose(self, seat: Seat) -> int:
        """Return the only option, or the result of the search."""
        if len(seat.options) == 1:
            return seat.options[0]
        self.position += 1
        return self.think(seat, self._chance.branch(self.position))

    def think(self, seat: Seat, chance: Chance) -> int:
        """Return one of several options."""
        raise NotImplementedError


class SearchPlayer(Thinker):
    """Gives the answer that was tried most in a search."""

    def __init__(
        self, chance: Chance, budget: Budget | None = None, worlds: Callable[[Seat], Worlds[Any]] = Imagined
    ) -> None:
        """Draw from a stream; think for so long; in the interpreter, or in worlds of another engine."""
        super().__init__(chance)
        self._budget = budget or USUAL
        self._worlds = worlds

    def think(self, seat: Seat, chance: Chance) -> int:
        """Search, and return the best of the options."""
        options = seat.options
        worlds = self._worlds(seat)
        search = Search(worlds, seat.player)
        began = now = time.monotonic()
        longest = 0.0
        for game in range(self._budget.games):
            search.play(chance.branch(game))
            before, now = now, time.monotonic()
            longest = max(longest, now - before)
            if now + longest > began + self._budget.seconds:
                break  # another game might take too long
        return options[search.best(worlds.meanings())]
