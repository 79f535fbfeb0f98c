"""The player `greedy`: it tries each answer in simulated games, and gives the one with the best average lead.

It tries each answer in some positions consistent with its view (determinizations: hidden pieces are dealt again at
random, the same for every answer), continues at random for all sides, and stops as soon as its lead changes: its lead
in the number by which the rules find the winner, such as “the player with the greatest … wins”, with what would be
added to that number if it were reckoned now. If no number names the winner, it uses the first number that the rules
report at the end of a game; if they report none, it plays to the end and counts wins. It never looks further, has no
memory of earlier views, and models others as random players; it is not a strong player.

In an open game, without chance and hidden pieces, it does not sample, but plans its own turn. A turn on a board often
takes several answers, such as a man and then a square. Only the last of them changes the player's lead, so each must be
judged by what it leads to. Likewise, if several things are picked at once, it compares whole sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from cc_dsl.players.kernels import Position
from cc_dsl.players.simulation import LONGEST, Simulation
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import LEVEL

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)
"""The number of standard errors between a mean and either end of its interval."""
TRIALS = 24
"""The most positions in which each answer is tried."""
MOST_POSITIONS, MOST_SETS = 400, 2000
"""The most positions examined to plan a turn, or to compare sets of things that are picked at once."""


class SampleBudget(NamedTuple):
    """The effort of the greedy player for one answer."""

    samples: int = TRIALS
    """The most positions in which each answer is tried."""
    steps: int = LONGEST
    """The most moves simulated for one answer, on average over the samples."""
    least: int = 0
    """The number of samples after which it stops as soon as it is sure of the best answer; 0 if it never does."""


USUAL = SampleBudget()


class PairedGain(NamedTuple):
    """The mean difference of the gains of two answers, with half the width of its 95 % interval."""

    mean: float
    reach: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval lies above 0."""
        return self.mean > self.reach


class GainSamples(NamedTuple):
    """The gains of each answer in the samples of the greedy player."""

    options: tuple[int, ...]
    gains: tuple[int, ...]
    """The gain of the player by each answer, summed over the samples."""
    samples: int
    """The number of positions sampled; every answer was tried in each."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The gains of all answers in each sample; empty if a turn was planned instead."""

    @property
    def is_planned(self) -> bool:
        """Whether the gains are those at the end of a planned turn, in an open game."""
        return self.samples == 1 and not self.rows

    def difference(self, place: int, other: int) -> PairedGain | None:
        """Return the difference of the gains of the answers at two indices; None for a single sample.

        Both were tried in the same positions, so the differences are paired.
        """
        if len(self.rows) < 2:
            return None
        differences = [row[place] - row[other] for row in self.rows]
        return PairedGain(fmean(differences), REACH * stdev(differences) / sqrt(len(differences)))

    @property
    def is_sure(self) -> bool:
        """Whether the best answer is significantly better than each that gained less."""
        best = self.gains.index(max(self.gains))
        gains = [self.difference(best, place) for place, gain in enumerate(self.gains) if gain < self.gains[best]]
        return all(gain is not None and gain.is_sure for gain in gains)

    @property
    def best(self) -> int:
        """The answer that gained most; of equals the first."""
        return self.options[self.gains.index(max(self.gains))]


def weigh_options(
    simulation: Simulation, options: Sequence[int], chance: Chance, effort: SampleBudget = USUAL
) -> GainSamples:
    """Return the gains of each option: in the same sampled positions, or by the end of a planned turn.

    If several things are picked, and the sets that begin with each option gain differently at once, those gains are
    returned. With `effort.least`, sampling stops as soon as the best option is significantly better.
    """
    engine = simulation.engine
    if engine.plans:
        return GainSamples(tuple(options), _best_plans(simulation, options, chance), 1)
    sets = best_sets(simulation, options, chance)
    if len({*sets}) > 1:
        return GainSamples(tuple(options), sets, 1)
    rows, seed = engine.rows(effort.samples, len(options)), engine.word(chance.seed)
    arguments = simulation.position, simulation.player, simulation.hand, engine.numbers(options), seed, rows
    batch = effort.least or effort.samples
    samples = moves = 0
    while samples < effort.samples:
        last = min(samples + batch, effort.samples)
        samples, moves = simulation.run.weigh(*arguments, samples, last, moves, effort.steps, LONGEST)
        if samples < last or (effort.least and _sum_up(options, rows, samples).is_sure):
            break
    return _sum_up(options, rows, samples)


def _sum_up(options: Sequence[int], rows: Sequence[Sequence[int]], samples: int) -> GainSamples:
    """Add up the gains of the samples."""
    gains = tuple(tuple(map(int, row)) for row in rows[:samples])
    return GainSamples(tuple(options), tuple(map(sum, zip(*gains, strict=True))), samples, gains)


def best_sets(simulation: Simulation, options: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """Return the maximal immediate gain of a set whose first pick is each option.

    Return nothing if only one thing is picked, or if there are too many sets.
    """
    run, player = simulation.run, simulation.player
    start = run.deal(simulation.position, simulation.hand, simulation.engine.word(chance.seed))
    left = int(run.picks_left(start))
    if left == 1 or comb(len(options) + left - 1, left) > MOST_SETS:
        return ()
    before = run.lead(start, player)

    def greatest_gain(position: Position, answer: int, more: int) -> int:
        """Return the maximal gain of the sets that continue with an answer and as many more."""
        ahead = position.copy()
        run.step(ahead, answer)
        if not more:
            return int(run.lead(ahead, player) - before)
        return max(greatest_gain(ahead, run.answer_at(ahead, place), more - 1) for place in range(run.count_of(ahead)))

    return tuple(greatest_gain(start, option, left - 1) for option in options)


def _best_plans(simulation: Simulation, options: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """Return the maximal gain after each option, when the player's lead first changes or the turn ends.

    The search goes answer by answer (breadth first), and stops when any option has gained, or at MOST_POSITIONS.
    """
    run, player = simulation.run, simulation.player
    start = run.deal(simulation.position, simulation.hand, simulation.engine.word(chance.seed))
    before = run.lead(start, player)
    gains: list[int | None] = [None] * len(options)
    pending: list[tuple[int, Position]] = []  # positions still in this turn, each with the index of the first answer
    positions_visited = 0

    def visit(first: int, position: Position, answer: int) -> None:
        """Note the gain of an answer for the option `first`; if there is none yet and the turn goes on, wait."""
        ahead = position.copy()
        run.step(ahead, answer)
        gain = int(run.lead(ahead, player) - before)
        if gain == 0 and run.to_move(ahead) == player:
            pending.append((first, ahead))
            return
        known_gain = gains[first]
        gains[first] = gain if known_gain is None else max(known_gain, gain)

    for place, option in enumerate(options):
        visit(place, start, option)
    while pending and positions_visited < MOST_POSITIONS and max((gain or 0 for gain in gains), default=0) <= 0:
        current, pending = pending, []
        for first, position in current:
            for place in range(run.count_of(position)):
                visit(first, position, run.answer_at(position, place))
                positions_visited += 1
    return tuple(0 if gain is None else gain for gain in gains)
