"""Computer players; they know no game, and of a position only what their seat lets them see.

`random` gives every answer that is allowed equally often; where several things are picked, every set of so many.

`greedy` tries each answer in some positions that are possible for all it sees (hidden pieces dealt again at random, the
same positions for every answer), lets all sides go on at random, and stops as soon as its standing changes: its lead in
the number by which the rules find the winner, such as “the player with the greatest … wins”, with what would be added
to that number if it were reckoned now.  It gives the answer after which it stood best on average.  Where no number
names the winner it uses the first number that the rules tell at the end of a game; where they tell none, it plays on to
the end and counts games won.  It never looks further, has no memory of what it once saw, and takes others for players
at random; it is no strong player.  In an open game, without chance and secrets, it samples nothing: it plans its own
turn (`planning.py`), and of answers that are equally good it gives any.

`search` is the strongest and the slowest: it plays a number of simulated games for one answer (`search:400`), or thinks
for a number of seconds (`search:2s`), and looks again where these games went well; `searching.py` says how.  Named
alone, it thinks for at most 2 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, Protocol

from cc_dsl.diagnostics.problem import nearest
from cc_dsl.errors import UserError
from cc_dsl.interpreter.engine import WORLD, Game
from cc_dsl.interpreter.planning import planned
from cc_dsl.interpreter.runtime import ChanceSource, Runtime
from cc_dsl.interpreter.searching import USUAL as USUAL_BUDGET
from cc_dsl.interpreter.searching import Budget, SearchPlayer, Thinker, budget_of
from cc_dsl.interpreter.seat import Seat
from cc_dsl.interpreter.standing import Standing, standing_of
from cc_dsl.interpreter.state import RulesFault, State
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import LEVEL

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)
"""The number of standard errors between a mean and either end of its interval."""
TRIALS = 24
"""The most positions in which each answer is tried."""
MOST_STEPS = 3500
"""The most moves simulated for one answer, so that no player keeps another waiting."""


class Drawing:
    """Somebody who draws from a stream of random words, in which one can go back."""

    def __init__(self, chance: Chance) -> None:
        """Draw from a stream."""
        self._chance = chance

    @property
    def position(self) -> int:
        """The number of words drawn from the stream."""
        return self._chance.drawn

    @position.setter
    def position(self, drawn: int) -> None:
        self._chance.drawn = drawn


class Observer(Drawing):
    """Answers for the world by chance: a deed, or the end, each equally likely; then who does it, and to what."""

    def __init__(self, seed: int) -> None:
        """Draw from a stream of its own."""
        super().__init__(Chance(seed).branch(WORLD))

    def answer(self, game: Game) -> int:
        """Return one of the answers that nothing rules out."""
        return game.menu.draw(game.options, self._chance.below)


class Player(Protocol):
    """Somebody who answers."""

    def choose(self, seat: Seat) -> int:
        """Return one of the options."""


class Sitter(Player, Protocol):
    """Somebody who answers by a random stream, in which one can go back."""

    position: int
    """Its position in the stream."""

    def follow(self, seat: Seat) -> None:
        """Go on in the stream as if it had chosen here."""


class RandomPlayer(Drawing):
    """Gives each answer that is allowed equally often, or each set where several are picked."""

    def choose(self, seat: Seat) -> int:
        """Return any of the options."""
        options = seat.options
        return options[self._chance.least_of_some(len(options), seat.left)]

    def follow(self, seat: Seat) -> None:
        """Draw one answer."""
        self.choose(seat)


class Effort(NamedTuple):
    """The effort of the greedy player for one answer."""

    samples: int = TRIALS
    """The most positions in which each answer is tried."""
    steps: int = MOST_STEPS
    """The most moves simulated for one answer, on average over the samples."""
    least: int = 0
    """The number of samples after which it stops as soon as it is sure of the best answer; 0 if it never does."""


USUAL = Effort()


class PairedGain(NamedTuple):
    """The mean by which one answer gained more than another, with half the width of its 95 % interval."""

    mean: float
    reach: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval lies above nothing."""
        return self.mean > self.reach


class Weighed(NamedTuple):
    """What each answer gained in the samples of the greedy player."""

    options: tuple[int, ...]
    gains: tuple[int, ...]
    """The gain of the player by each answer, summed over the samples."""
    samples: int
    """The number of positions sampled; every answer was tried in each."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The gains of all answers in each sample; empty where nothing was sampled, but a turn planned."""

    @property
    def is_planned(self) -> bool:
        """Whether the gains are those at the end of a turn that was planned, in an open game."""
        return self.samples == 1 and not self.rows

    def difference(self, one: int, other: int) -> PairedGain | None:
        """Return by how much the answer in one place is better than that in another; None for a single sample.

        Both were tried in the same positions, so that the differences are compared pair by pair.
        """
        if len(self.rows) < 2:
            return None
        differences = [row[one] - row[other] for row in self.rows]
        return PairedGain(fmean(differences), REACH * stdev(differences) / sqrt(len(differences)))

    @property
    def is_sure(self) -> bool:
        """Whether the best answer is surely better than each that gained less."""
        best = self.gains.index(max(self.gains))
        found = [self.difference(best, place) for place, gain in enumerate(self.gains) if gain < self.gains[best]]
        return all(one is not None and one.is_sure for one in found)

    @property
    def best(self) -> int:
        """The answer that gained most; of equals the first."""
        return self.options[self.gains.index(max(self.gains))]


class GreedyPlayer(Thinker):
    """Gives the answer after which it stood best in a few games simulated."""

    def think(self, seat: Seat, chance: Chance) -> int:
        """Return the option with the best estimate; of equals the first, or in an open game any."""
        weighed = self.weigh(seat, chance)
        return self.choice(seat, chance, weighed.options, weighed.gains)

    def choice(self, seat: Seat, chance: Chance, options: Sequence[int], gains: Sequence[int]) -> int:
        """Return the option that gains most; of equals the first, or in an open game any."""
        most = max(gains)
        best = [option for option, gain in zip(options, gains, strict=True) if gain == most]
        return best[chance.branch(0).below(len(best))] if seat.runtime.is_open else best[0]

    def weigh(self, seat: Seat, chance: Chance, effort: Effort = USUAL) -> Weighed:
        """Return what each option gains in sampled positions, the same positions for all."""
        options = seat.options
        standing = standing_of(seat.runtime)
        if standing is not None and seat.runtime.is_open:
            gains_planned = planned(seat.runtime, seat.imagined(chance), seat.player, options, standing)
            return Weighed(tuple(options), gains_planned, 1)
        rows: list[tuple[int, ...]] = []
        steps = 0
        while len(rows) < effort.samples:
            branch = chance.branch(len(rows))
            position = seat.imagined(branch)
            tried = [_try(seat.runtime, position.copy(), seat.player, one, branch, standing) for one in options]
            rows.append(tuple(gain for gain, _ in tried))
            steps += sum(taken for _, taken in tried)
            if steps * (len(rows) + 1) > effort.steps * len(rows):
                break
            if effort.least and len(rows) % effort.least == 0 and _weighed(options, rows).is_sure:
                break
        return _weighed(options, rows)


def _weighed(options: Sequence[int], rows: Sequence[tuple[int, ...]]) -> Weighed:
    """Sum up the gains of the samples."""
    return Weighed(tuple(options), tuple(map(sum, zip(*rows, strict=True))), len(rows), tuple(rows))


def _try(
    runtime: Runtime, state: State, player: int, option: int, chance: Chance, standing: Standing | None
) -> tuple[int, int]:
    """Answer, and play at random until the standing changes; return the change, and the number of moves."""
    state.chance, state.is_dry = ChanceSource(chance.branch(1)), True
    answers, run = chance.branch(2), runtime.program.run
    before = standing.of(state, player) if standing is not None else 0
    stamp = standing.stamp(state) if standing is not None else None
    state.answer = option
    steps = 1
    try:
        run(state)
        steps += _play_on(runtime, state, player, answers, standing, stamp, before)
    except RulesFault:
        if not runtime.rules.disclosures:
            raise
        return 0, steps  # no such secret was possible: nothing can be learnt from this position
    if standing is not None:
        return standing.of(state, player) - before, steps
    winners = state.outcome.winners if state.outcome is not None else ()
    return (player in winners) - (bool(winners) and player not in winners), steps


def _play_on(
    runtime: Runtime,
    state: State,
    player: int,
    answers: Chance,
    standing: Standing | None,
    stamp: object,
    before: int,
) -> int:
    """Play at random until the standing changes; return the number of moves."""
    steps, run, drawn = 0, runtime.program.run, runtime.program.drawn
    while state.outcome is None and steps < MOST_STEPS - 1 and not _has_changed(standing, state, player, stamp, before):
        state.answer = drawn(state, answers)
        run(state)
        steps += 1
    return steps


def _has_changed(standing: Standing | None, state: State, player: int, stamp: object, before: int) -> bool:
    if standing is None or (stamp is not None and standing.stamp(state) == stamp):
        return False
    return standing.of(state, player) != before


RANDOM, SEARCH = "random", "search"
PLAYERS: dict[str, Callable[[Chance], Sitter]] = {
    RANDOM: RandomPlayer,
    "greedy": GreedyPlayer,
    SEARCH: SearchPlayer,
}


def known_player(name: str) -> Callable[[Chance], Sitter]:
    """Return what makes a computer player of a name, such as `greedy` or `search:400`, or raise a UserError."""
    kind, colon, _ = name.partition(":")
    if kind not in PLAYERS:
        close = nearest(kind, PLAYERS) or [*PLAYERS]
        sentence = f"There is no computer player “{name}”."
        raise UserError("command-line", sentence, f"Choose {' or '.join(close)}.", "players")
    if not colon:
        return PLAYERS[kind]
    if PLAYERS[kind] is not SearchPlayer:
        raise UserError("command-line", f"Only search takes a budget, and {kind} does not.", f"Write {kind} alone.")
    wanted = search_budget(name)
    return lambda chance: SearchPlayer(chance, wanted)


def search_budget(name: str) -> Budget | None:
    """Return how long a searching player thinks, such as `search:400`; None if another player is named."""
    kind, colon, words = name.partition(":")
    if PLAYERS.get(kind) is not SearchPlayer:
        return None
    return budget_of(words) if colon else USUAL_BUDGET


def computer(name: str, seed: int, player: int) -> Sitter:
    """Return a computer player by name, to sit among others; with the same seed and place it plays the same."""
    return known_player(name)(Chance(seed).branch(1 + player))


def computers(names: Sequence[str], seed: int) -> list[Sitter]:
    """Return the computer players of all seats.

    If all answer at random they draw from one stream, as compiled rules do: then a seed is one game, in
    whatever way it is played.
    """
    if set(names) == {RANDOM}:
        return [known_player(RANDOM)(Chance(seed).branch(0))] * len(names)
    return [computer(name, seed, place) for place, name in enumerate(names)]


def play_out(game: Game, players: Sequence[Player]) -> None:
    """Play a game to its end between computer players."""
    seats = [Seat(game, player) for player in range(game.seats)]
    world = Observer(game.seed or 0)
    while game.player is not None:
        player = game.player
        if game.is_observing:
            game.play(world.answer(game))
            continue
        game.play(players[player].choose(seats[player]))
