"""The same games twice, as the rules are by default and under another reading: how often anything comes out otherwise.

Both games of a pair have the same seed, and so the same cards and, as long as nothing differs, the same answers of the
same players.  Pairs that end alike say that the reading did not bear on them, and the others how much it moves a
number on average; that is far more exact than to compare games that have nothing to do with each other.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from cc_dsl.rules import model
from cc_dsl.study.results import MOVES, SHOWN, Played, Sums, Wanted, documented, made_by, numbers_document, play_one
from cc_dsl.table.intervals import wilson


class Paired:
    """Games under the rules as they are by default, played once, and set beside those under other readings."""

    def __init__(self, default: model.Rules) -> None:
        """Begin without games."""
        self.default = default
        self._played: dict[tuple[tuple[str, ...], int], Played] = {}

    def game(self, players: tuple[str, ...], seed: int) -> Played:
        """Give the game of a seed as it is by default."""
        key = (players, seed)
        if key not in self._played:
            self._played[key] = play_one(self.default, players, seed)
        return self._played[key]

    def results(
        self, rules: model.Rules, wanted: Wanted, tell: Callable[[int, float], None] | None = None
    ) -> dict[str, Any]:
        """Play the games under other readings; give what they come to, and what is otherwise in them."""
        start = time.perf_counter()
        sums = Sums(Counter(), Counter(), Counter(), {}, Counter())
        gains: dict[str, list[Counter[int]]] = {}
        first: list[dict[str, Any]] = []
        otherwise = 0
        for done, seed in enumerate(range(wanted.seed, wanted.seed + wanted.games), 1):
            game, before = play_one(rules, wanted.players, seed), self.game(wanted.players, seed)
            sums.add(game)
            otherwise += game != before
            _gain(gains, before, game)
            first += [game.document] if len(first) < SHOWN else []
            if tell is not None:
                tell(done, time.perf_counter() - start)
        against = {
            "rules": self.default.meaning,
            "otherwise": wilson(otherwise, wanted.games).document,
            "gains": {key: [_mean(one) for one in parts] for key, parts in gains.items()},
        }
        made = made_by(1, time.perf_counter() - start)
        return {**documented(rules, wanted, sums), "against": against, "first": first, "made": made}


def _gain(gains: dict[str, list[Counter[int]]], before: Played, after: Played) -> None:
    """Count how much every number of a game has grown."""
    for key, one, other in ((MOVES, before.moves, after.moves), *_numbers(before, after)):
        pairs = list(zip(one, other, strict=True)) if isinstance(one, list) else [(one, other)]
        counts = gains.setdefault(key, [Counter() for _ in pairs])
        for count, (less, more) in zip(counts, pairs, strict=True):
            count[more - less] += 1


def _numbers(before: Played, after: Played) -> list[tuple[str, Any, Any]]:
    found = []
    for key, one in before.told.items():
        values = [*one, *after.told[key]] if isinstance(one, list) else [one, after.told[key]]
        if all(type(value) is int for value in values):
            found.append((key, one, after.told[key]))
    return found


def _mean(counts: Counter[int]) -> dict[str, Any]:
    told = numbers_document(counts)
    return {name: told[name] for name in ("mean", "low", "high")}
