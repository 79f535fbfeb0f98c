"""How much each open place of an edition matters: how often it is consulted, and how often its answer changes play.

For each doubt, over the same random deals put to a question of the rules: how often the doubt bears on the answer, and
how often each other alternative gives another winner.  Over whole games with the same seeds and the same kind of
players: how often each other alternative changes who wins; the same answers are given as long as nothing differs.
An alternative that draws more from chance than the default changes every deal after it, and so half of the winners.
The doubts are ranked by the alternative that changes most, by the lower ends of the intervals: first the winner of a
game, then of a deal, then by how often they are consulted.

It is counted in rounds, each alternative as often as the others, until the numbers wanted are reached or the time is
up; how much was counted is said with every share, and all is kept between runs (`keeping.py`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from cc_dsl import pipeline
from cc_dsl.compare.keeping import kept, shelve
from cc_dsl.compare.play.hasty import follow
from cc_dsl.compare.play.laying import Answerer, Layout, shared_layout
from cc_dsl.interpreter.judge import answer
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance
from cc_dsl.table.intervals import wilson

WINNER = "winner"
"""The key under which a question tells who wins, unless another is named."""


class Wanted(NamedTuple):
    """How much is counted for each alternative, at most."""

    consulted: int = 2_000
    deals: int = 4_000
    games: tuple[tuple[str, int], ...] = (("random", 200),)
    """Kinds of computer players, the weakest first, each with a number of games."""
    seconds: float = math.inf
    """What is counted in a limited time depends on the machine."""
    seed: int = 0
    seats: int | None = None


class Branch:
    """One alternative of a doubt, and what was counted of it."""

    def __init__(self, doubt: str, alternative: str, rules: model.Rules) -> None:
        """Begin with nothing counted."""
        self.doubt, self.alternative, self.rules = doubt, alternative, rules
        self.deals = [0, 0]
        """Deals with another winner, and all."""
        self.games: dict[str, list[int]] = {}

    @property
    def document(self) -> dict[str, Any]:
        """What was counted, under stable keys."""
        games = {kind: wilson(changed, of).document for kind, (changed, of) in self.games.items()}
        return {"alternative": self.alternative, "deals": wilson(self.deals[0], self.deals[1]).document, "games": games}


def influence(
    edition: pipeline.Edition,
    question: str,
    wanted: Wanted | None = None,
    key: str = WINNER,
    is_shelved: bool = False,
) -> dict[str, Any]:
    """Give how much each doubt of an edition matters, the one that matters most first; kept between runs."""
    wanted = wanted or Wanted()
    depends = (edition.meaning_of_answers, sorted(edition.readings.items()), question, key, tuple(wanted))
    label = f"influence {edition.name} {question} {wanted.deals}"
    if is_shelved:
        shelve("influence", depends, Count(edition, question, wanted, key).document(), label)
    return kept("influence", depends, lambda: Count(edition, question, wanted, key).document(), label)


class Count:
    """One count of all doubts of an edition."""

    def __init__(self, edition: pipeline.Edition, question: str, wanted: Wanted, key: str = WINNER) -> None:
        """Resolve the rules once for every alternative."""
        self.edition, self.question, self.wanted, self.key = edition, question, wanted, key
        self.rules = edition.rules
        self.layout: Layout = shared_layout(self.rules, self.rules, question)
        self.seats = wanted.seats if wanted.seats is not None else self.rules.seats[0]
        self.consulted = dict.fromkeys(self.rules.doubts, 0)
        self.asked = 0
        self.branches = [branch for doubt in self.rules.doubts.values() for branch in self._branches(doubt)]
        self._answerers: dict[str, Answerer] = {}
        self._until = time.monotonic() + wanted.seconds

    def _branches(self, doubt: model.Doubt) -> list[Branch]:
        made = []
        for name, _ in doubt.alternatives:
            if name != doubt.chosen:
                other = pipeline.Edition(self.edition.path, {**self.edition.readings, doubt.name: name})
                made.append(Branch(doubt.name, name, other.rules))
        return made

    # ---------------------------------------------------------------------------------------- counting

    def document(self) -> dict[str, Any]:
        """Count, and give everything, the doubt that matters most first."""
        # Each part has its share of the time, and what one leaves over is the next one's.
        self._in_time(0.15, self._consult, self.wanted.consulted)
        self._in_time(0.35, self._deal, self.wanted.deals)
        for left, (kind, games) in zip(range(len(self.wanted.games), 0, -1), self.wanted.games, strict=True):
            self._in_time(1 / left, self._player(kind), games)
        listed = [self._told(doubt) for doubt in self.rules.doubts.values()]
        listed.sort(key=self._weight, reverse=True)
        return {
            "edition": self.rules.name,
            "question": self.question,
            "players": self.seats,
            "seed": self.wanted.seed,
            "asked": self.asked,
            "doubts": listed,
        }

    def _in_time(self, part: float, count: Callable[[int, float], None], number: int) -> None:
        """Count until a number is reached, or a part of the time that is left is over."""
        now = time.monotonic()
        until = now + max(self._until - now, 0.0) * part
        for place in range(number):
            if time.monotonic() > until:
                return
            count(place, until)

    def _consult(self, number: int, until: float) -> None:
        """See which doubts bear on the answer to a deal."""
        deal = self.layout.random(Chance(self.wanted.seed).branch(number))
        self.asked += 1
        for name in answer(self.rules, self.question, self.layout.given(deal)).readings:
            self.consulted[name] += 1

    def _deal(self, number: int, until: float) -> None:
        """Put a deal to every alternative."""
        deal = self.layout.random(Chance(self.wanted.seed).branch(number))
        default = self._answerer(self.rules)(deal)
        for branch in self.branches:
            branch.deals[0] += self._answerer(branch.rules)(deal) != default
            branch.deals[1] += 1

    def _answerer(self, rules: model.Rules) -> Answerer:
        found = self._answerers.get(rules.digest)
        if found is None:
            found = self._answerers[rules.digest] = Answerer(rules, self.layout, (self.key,))
        return found

    def _player(self, kind: str) -> Callable[[int, float], None]:
        """Give what plays a game by players of a kind under every alternative."""

        def play(number: int, until: float) -> None:
            seed = self.wanted.seed + number
            line = follow(self.rules, self.seats, kind, seed)
            for branch in self.branches:
                if time.monotonic() > until:
                    return
                counted = branch.games.setdefault(kind, [0, 0])
                counted[0] += follow(branch.rules, self.seats, kind, seed, line).end != line.end
                counted[1] += 1

        return play

    # --------------------------------------------------------------------------------------- telling

    def _told(self, doubt: model.Doubt) -> dict[str, Any]:
        return {
            "doubt": doubt.name,
            "kind": doubt.kind,
            "clause": doubt.clause,
            "chosen": doubt.chosen,
            "consulted": wilson(self.consulted[doubt.name], self.asked).document,
            "alternatives": [branch.document for branch in self.branches if branch.doubt == doubt.name],
        }

    def _weight(self, told: dict[str, Any]) -> tuple[float, ...]:
        """Give what doubts are ranked by: shares that are surely reached, so that few games do not outweigh many."""
        games = [counted["low"] for one in told["alternatives"] for counted in one["games"].values()]
        deals = [one["deals"]["low"] for one in told["alternatives"]]
        return max(games, default=0.0), max(deals, default=0.0), told["consulted"]["share"]
