"""Games by named computer players: who won, why, how long, and the results that the rules tell at the end of a game.

The results are the answers to the questions to which nothing is given, such as a score: of each key the whole
distribution, of words as shares with Wilson's interval, of numbers also the mean with the interval that the normal
distribution gives.  Game number n has the seed of the study plus n, and so have its players: the same study gives the
same numbers with any number of processes, and each of its games can be watched again by its seed: `circular play
EDITION --players NAMES --seed N`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_dsl.interpreter.seats import seats_refused
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.table.intervals import LEVEL, Valued, wilson

if TYPE_CHECKING:
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.study.documents import Counted, Counts, Distributed, Provenance, Sides, ToldDocument

MEASURES = ("choices", "clauses", "opening", "readings")
"""The measures that examine each game closely (`cc_dsl/study/measures.py`)."""
OPENING: Final = "opening"
READINGS: Final = "readings"
CITING = ("clauses", READINGS)
"""The measures of clauses or of other readings, and not only of play."""
COMPILED = (OPENING, READINGS)
"""The measures of random games that do not examine moves."""
NONE = "none"
"""The value under which a missing answer, or one that names nobody, is counted."""
QUANTILES = (5, 25, 50, 75, 95)

Key = tuple[str, int]
"""A key of the results, and the number of its owner, or 0 if it has none."""


def add(total: Counts, counts: Mapping[str, object]) -> None:
    """Add counts to others, name by name."""
    for name, value in counts.items():
        if isinstance(value, Mapping):
            add(total.setdefault(name, {}), value)
        else:
            total[name] = total.get(name, 0) + value


class WantedGames(NamedTuple):
    """Which games are played."""

    players: tuple[str, ...]
    """The names of the computer players, one for each seat."""
    games: int
    seed: int = 0


class FinishedGame(NamedTuple):
    """One game as it ended."""

    seed: int
    winner: int | None
    reason: str
    moves: int
    told: dict[str, object]
    side: tuple[int, ...] = ()
    """Those who won together, where the rules let a side win."""


class Sums(NamedTuple):
    """Counts over games; they add up in any order."""

    winners: Counter[int]
    """The number of games won by each player; -1 is nobody."""
    reasons: Counter[str]
    moves: Counter[int]
    told: dict[Key, Counter[object]]
    sides: Counter[tuple[int, ...]]
    """The number of games that players won together as one side."""

    def add(self, game: FinishedGame) -> None:
        """Count one game."""
        # Whoever is on the side that wins has won: the wins of all players may come to more than all games.
        for winner in game.side or (-1 if game.winner is None else game.winner,):
            self.winners[winner] += 1
        if game.side:
            self.sides[game.side] += 1
        self.reasons[game.reason] += 1
        self.moves[game.moves] += 1
        for key, value in game.told.items():
            for owner, one in enumerate(value if isinstance(value, list) else [value]):
                for said in counted(one):
                    self.told.setdefault((key, owner), Counter())[said] += 1


def counted(value: object) -> list[object]:
    """Return the values that an answer counts for: each of several once, of a group its sort."""
    if isinstance(value, dict):
        value = value.get("kind", value.get("value"))
    if isinstance(value, list):
        return [*dict.fromkeys(said for one in value for said in counted(one))] or [NONE]
    return [NONE if value is None else value]


def seated(rules: model.Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return the players of every seat: one that is named alone plays in all.

    A study gives the same results everywhere, so a searching player has a number of games, and no limit of time.
    """
    from cc_dsl.interpreter.players import SEARCH
    from cc_dsl.interpreter.searching import GAMES

    least, most = rules.seats
    exact = tuple(f"{name}:{GAMES}" if name == SEARCH else name for name in names)
    players = exact * least if len(exact) == 1 else exact
    if not least <= len(players) <= most:
        raise seats_refused(rules, len(players))
    return players


def play_one(rules: model.Rules, players: tuple[str, ...], seed: int) -> FinishedGame:
    """Play the game of a seed to its end."""
    from cc_dsl.interpreter.engine import Game
    from cc_dsl.interpreter.players import play_out
    from cc_dsl.study.thinking import seat_players

    game = Game(rules, seed=seed, seats=len(players))
    play_out(game, seat_players(game, players))
    return played_of(game, seed)


def played_of(game: Game, seed: int) -> FinishedGame:
    """Return how a game that is over has ended."""
    outcome = game.outcome
    assert outcome is not None
    return FinishedGame(seed, outcome.winner, outcome.reason, outcome.moves, game.result, outcome.side)


# --------------------------------------------------------------------------------------------- documents


def provenance(rules: model.Rules) -> Provenance:
    """Return the basis of a count: edition, digest of its rules, answers other than the defaults, version."""
    from cc_dsl import __version__

    chosen = {doubt.name: doubt.chosen for doubt in rules.doubts.values() if doubt.chosen != doubt.default}
    return {"edition": rules.name, "rules": rules.meaning, "readings": chosen, "version": __version__}


def documented(rules: model.Rules, wanted: WantedGames, sums: Sums) -> Counted:
    """Return the results of games under stable keys; they do not depend on the engine."""
    games, seats = wanted.games, len(wanted.players)
    return {
        **provenance(rules),
        "players": list(wanted.players),
        "seed": wanted.seed,
        "games": games,
        "wins": [wilson(sums.winners[player], games).document for player in range(seats)],
        **_sides(sums, games),
        "nobody": wilson(sums.winners[-1], games).document,
        "reasons": {reason: wilson(sums.reasons[reason], games).document for reason in sorted(sums.reasons)},
        "moves": numbers_document(sums.moves),
        "told": {told.key: _told(rules, told, sums, seats, games) for told in told_at_the_end(rules)},
    }


def _sides(sums: Sums, games: int) -> Sides:
    """Return how often each side won, where sides win; `wins` counts it for each of its players."""
    if not sums.sides:
        return {}
    shares = {side: wilson(sums.sides[side], games).document for side in sorted(sums.sides)}
    return {"sides": [{"players": [player + 1 for player in side], **share} for side, share in shares.items()]}


def together(players: Sequence[int]) -> str:
    """Name the players of a side."""
    return f"players {', '.join(map(str, players[:-1]))} and {players[-1]}" if players[1:] else f"player {players[0]}"


def told_at_the_end(rules: model.Rules) -> list[model.Told]:
    """Return what the rules tell of a game that is over."""
    return [told for question in rules.questions.values() if question.is_given_nothing for told in question.told]


def _told(rules: model.Rules, told: model.Told, sums: Sums, seats: int, games: int) -> list[ToldDocument]:
    """Return the results under a key; if there are several owners, one after the other."""
    found: list[ToldDocument] = []
    for owner in range(told.many(seats)):
        counts = sums.told.get((told.key, owner), Counter())
        whose: ToldDocument = {} if told.owner is None else {"of": _owner(rules, told, owner)}
        if told.kind == NUMBER and NONE not in counts:
            numbers = {value: times for value, times in counts.items() if isinstance(value, int)}
            found.append({**whose, **numbers_document(numbers)})
        else:
            found.append({**whose, "shares": _shares(rules, told, counts, games)})
    return found


def owners_of(rules: model.Rules, told: model.Told, seats: int) -> list[str]:
    """Return the names of the owners of a result, in order."""
    return [_owner(rules, told, owner) for owner in range(told.many(seats))]


def _owner(rules: model.Rules, told: model.Told, owner: int) -> str:
    if told.owner is None or told.owner == PLAYER:
        return f"player {owner + 1}"
    if told.owner.base == "piece":
        return rules.pieces.codes[owner]
    return rules.values[told.owner.name].values[owner]


def _shares(rules: model.Rules, told: model.Told, counts: Mapping[object, int], games: int) -> list[Valued]:
    """Return the frequency of each value, in the order of the rules, or else the most frequent first."""
    values = sorted(counts, key=lambda value: (-counts[value], str(value)))
    numbers = sorted(value for value in counts if isinstance(value, int))
    if told.kind.base == "value":
        from cc_dsl.interpreter.judge import shower

        show = shower(rules, told.kind, told.key)
        named = [show(number) for number in range(len(rules.values[told.kind.name].values))]
        values = [*named, *(value for value in values if value not in named)]
    elif len(numbers) == len(values):
        values = [*numbers]
    return [{"value": str(value), **wilson(counts.get(value, 0), games).document} for value in values]


def numbers_document(counts: Mapping[int, int]) -> Distributed:
    """Return the distribution of a number: its mean with the interval that holds the true one, and its counts."""
    number = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / number
    squares = sum((value - mean) ** 2 * times for value, times in counts.items())
    deviation = sqrt(squares / (number - 1)) if number > 1 else 0.0
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * deviation / sqrt(number)
    values = sorted(counts)
    return {
        "games": number,
        "mean": round(mean, 6),
        "low": round(mean - reach, 6),
        "high": round(mean + reach, 6),
        "deviation": round(deviation, 6),
        "least": values[0],
        "most": values[-1],
        "quantiles": {str(part): _quantile(counts, values, number, part) for part in QUANTILES},
        "counts": {str(value): counts[value] for value in values},
    }


def _quantile(counts: Mapping[int, int], values: Sequence[int], number: int, part: int) -> int:
    """Return the least value that a given percentage does not exceed."""
    wanted, reached = part * number, 0
    for value in values:
        reached += 100 * counts[value]
        if reached >= wanted:
            return value
    return values[-1]
