"""The player `search`: Monte Carlo tree search over sampled positions.

The algorithm is the single-observer information set Monte Carlo tree search of P. I. Cowling, E. J. Powley and D.
Whitehouse, “Information Set Monte Carlo Tree Search”, IEEE Transactions on Computational Intelligence and AI in Games 4
(2012). Each simulated game begins from a determinization, a position consistent with the player's view, with the
hidden pieces dealt again at random. Inside the tree it follows the rule UCB1; beyond it, players answer at random or
with the answer that did best on average in this search, wherever it was given (the move-average sampling technique of
H. Finnsson and Y. Björnsson, “Simulation-Based Approach to General Game Playing”, AAAI 2008, with a share of random
answers in place of their Gibbs distribution). It ends with the game, or as soon as a number that decides the winner
changes, and its value is each player's lead at that point. One tree is grown for all these positions; its
branches are answers in the player's terms. The answer tried most is given.

It sees only what its seat shows. Like all searches over sampled positions, it assumes that others see as little as it
does, and it remembers nothing of earlier views. Its budget, a number of simulated games or of seconds, follows a colon:
`search:400`, `search:2s`. Without one it simulates 400 games, but stops after 2 seconds. With a given number of games,
a seed gives the same choices on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import NamedTuple

from cc_dsl.errors import UserError
from cc_dsl.players.simulation import Simulation
from cc_dsl.table.chance import Chance

GAMES, SECONDS = 400, 2.0
"""The most games that are simulated for one answer, and the most seconds, by default."""
MOST_GAMES, MOST_SECONDS = 1_000_000, 3600.0
CURIOSITY = 0.3
"""The weight of exploration in UCB1."""


class Budget(NamedTuple):
    """The budget of a player for one answer."""

    games: int
    seconds: float = float("inf")


USUAL = Budget(GAMES, SECONDS)
"""The budget of a player who is named without one."""


def budget_of(words: str) -> Budget:
    """Return the budget in a text: a number of games, or a number of seconds followed by “s”."""
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
        f"“{words}” is not a budget.",
        f"After the colon write how many games to simulate for each answer, from 1 to {MOST_GAMES:,}, such as "
        "search:400; or how many seconds to think, such as search:2s.",
    )


@dataclass(slots=True, eq=False)
class TreeNode:
    """The statistics of simulated games in which an answer was given."""

    player: int
    """The player who gave it."""
    tried: int = 0
    """The number of games in which it was given."""
    could: int = 0
    """The number of times that it could have been given."""
    sum: int = 0
    """The sum of that player's leads at the ends of those games."""
    branches: dict[Hashable, TreeNode] = field(default_factory=dict)


class Search:
    """One search, for one answer."""

    def __init__(self, games: Simulation, player: int) -> None:
        """Start with an empty tree."""
        self._games = games
        self.root = TreeNode(player)
        self._least, self._most = 0, 0
        """The least and the greatest value of a simulated game, by which differences are scaled."""

    def play(self, chance: Chance) -> None:
        """Play one simulated game, and record its value along its path."""
        games = self._games
        position = games.deal(chance)
        path, node, is_new = [self.root], self.root, False
        while not is_new and (player := games.to_move(position)) is not None:
            answers = games.answers(position)
            place, is_new = self._select(node, answers, player, chance)
            games.give(position, place)
            node = node.branches[answers[place]]
            path.append(node)
        games.play_on(position)
        self._record(path, games.leads(position))

    def _select(self, node: TreeNode, answers: Sequence[Hashable], player: int, chance: Chance) -> tuple[int, bool]:
        """Return the index of the answer to try, and whether it is new at this node.

        A new answer is tried first; if none is new, UCB1 chooses. Since the legal answers differ between positions, it
        compares with the number of times that an answer was available (Cowling, Powley and Whitehouse).
        """
        branches = node.branches
        untried_answers = [place for place, answer in enumerate(answers) if answer not in branches]
        for answer in answers:
            if answer in branches:
                branches[answer].could += 1
        if untried_answers:
            place = untried_answers[chance.below(len(untried_answers))]
            branches[answers[place]] = TreeNode(player, could=1)
            return place, True
        width, bounds = max(self._most - self._least, 1), []
        for branch in (branches[answer] for answer in answers):
            # Scale the mean lead to between 0 and 1 by the extremes seen so far.
            mean = (branch.sum / branch.tried - self._least) / width
            bounds.append(mean + CURIOSITY * sqrt(log(branch.could) / branch.tried))
        return bounds.index(max(bounds)), False

    def _record(self, path: list[TreeNode], leads: tuple[int, ...]) -> None:
        """Add the value of a game to the nodes on its path, each for the player of the node."""
        if self.root.tried == 0:
            self._least, self._most = min(leads), max(leads)
        self._least, self._most = min(self._least, *leads), max(self._most, *leads)
        for node in path:
            node.tried += 1
            node.sum += leads[node.player]

    def best(self, answers: Sequence[Hashable]) -> int:
        """Return the index of the answer tried most often; ties go to the higher average, then to the first."""
        branches = [self.root.branches.get(answer) for answer in answers]
        merits = [(0, 0.0) if node is None else (node.tried, node.sum / node.tried) for node in branches]
        return merits.index(max(merits))


def search(games: Simulation, player: int, answers: Sequence[Hashable], chance: Chance, budget: Budget) -> int:
    """Return the index of the best answer found by a search within a budget."""
    search = Search(games, player)
    began = now = time.monotonic()
    longest = 0.0
    for number in range(budget.games):
        search.play(chance.branch(number))
        before, now = now, time.monotonic()
        longest = max(longest, now - before)
        if now + longest > began + budget.seconds:
            break  # another game might exceed the time
    return search.best(answers)
