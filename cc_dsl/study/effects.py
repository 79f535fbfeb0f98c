"""The effect of another answer to an open place on whole games: two independent samples, compared as distributions.

No game of the one sample has the seed of a game of the other.  The result therefore does not depend on how random
numbers are used: an answer that only changes the random numbers, such as cutting the pack again, has no effect.

The samples are compared in the winner, the lead of the winner in the number that names them, the reason of the end, the
number of moves, and all results that the rules tell at the end.  `table/differences.py` has the intervals and tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.compiler.flat import UNTOLD
from cc_dsl.compiler.games import CompiledGames, end_of
from cc_dsl.core.leads import winning_champion
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.study.games import is_worth_compiling
from cc_dsl.study.results import counted, owners_of, play_one, told_at_the_end
from cc_dsl.study.telling import sayer
from cc_dsl.table.differences import Distance, distance, holm, newcombe, welch
from cc_dsl.table.intervals import LEVEL, Interval, wilson
from cc_dsl.trees import replace

if TYPE_CHECKING:
    from cc_dsl.study import documents
    from cc_dsl.study.documents import Beside, Counts, Effect, Effects, OutcomeDocument

APART = 10**10
"""The seeds of one sample lie so far from those of the next; no study is so large."""
NOBODY = "nobody"
WINNER, LEAD, ENDING, MOVES = "who wins", "the winner's lead", "how the game ends", "moves"
STANDING = "standing"

Other = tuple[str, str, model.Rules]


class GameEnd(NamedTuple):
    """The end of a game: winner, reason, number of moves, results, and the number that decides the winner."""

    winners: tuple[int, ...]
    reason: str
    moves: int
    told: Mapping[str, object]


class Sampler:
    """Plays independent samples of games under rules and under other answers to their open places."""

    def __init__(
        self, rules: model.Rules, seats: int, players: Sequence[str], is_fast: bool, games: int | None = None
    ) -> None:
        """Set the players; without names, compiled rules play at random.

        Machine code is then made only if as many games as are told repay it, if it is told.
        """
        self.rules, self.seats, self.players, self.is_fast = rules, seats, tuple(players), is_fast
        self.games = games
        self._samples: dict[str, Callable[[int, int], Iterator[GameEnd]]] = {}

    def count(self, others: Sequence[Other], first: int, games: int) -> Counts:
        """Count how games end under the rules as they are, and under each other answer, from seeds of its own."""
        counts: Counts = {"default": self._counted(self.rules, first, games), "others": {}}
        for place, (doubt, answer, rules) in enumerate(others, 1):
            if self._has_room(rules):
                counts["others"].setdefault(doubt, {})[answer] = self._counted(rules, first + place * APART, games)
        return counts

    def _has_room(self, rules: model.Rules) -> bool:
        return rules.seats[0] <= self.seats <= rules.seats[1]

    def _counted(self, rules: model.Rules, first: int, games: int) -> Counts:
        sums: dict[str, Counter[str]] = {}
        owners = {told.key: owners_of(rules, told, self.seats) for told in told_at_the_end(rules) if told.is_owned}
        if rules.digest not in self._samples:
            self._samples[rules.digest] = self._sample(with_standing(rules))
        for game in self._samples[rules.digest](first, games):
            for name, value in outcomes(game, owners):
                sums.setdefault(name, Counter())[str(value)] += 1
        return {"games": games, **{name: dict(values) for name, values in sums.items()}}

    def _sample(self, full: model.Rules) -> Callable[[int, int], Iterator[GameEnd]]:
        if self.players:
            return _named(full, self.players)
        is_repaid = self.games is None or is_worth_compiling(full, self.seats, self.games)
        return _at_random(CompiledGames(full, self.seats, self.is_fast and is_repaid))


def outcomes(game: GameEnd, owners: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, object]]:
    """Return all that is compared of a game, each under its name; of what several have, under whose it is."""
    yield WINNER, winners_said(game.winners)
    yield ENDING, game.reason
    yield MOVES, game.moves
    for key, value in game.told.items():
        if key == STANDING:
            if game.winners and isinstance(value, list):
                yield LEAD, _lead(value, game.winners)
        elif key in owners:
            values = value if isinstance(value, list) else ()
            yield from ((f"{key} of {owner}", _plain(one)) for owner, one in zip(owners[key], values, strict=False))
        else:
            yield key, _plain(value)


def winners_said(winners: tuple[int, ...]) -> str:
    """Name who has won: one player, several as a side, or nobody."""
    return " and ".join(f"player {player + 1}" for player in winners) or NOBODY


def _lead(numbers: Sequence[int], winners: tuple[int, ...]) -> int:
    """Return by how much the winner is ahead of the best of those who have not won."""
    others = [number for player, number in enumerate(numbers) if player not in winners]
    return max(numbers[player] for player in winners) - max(others, default=0)


def _plain(value: object) -> object:
    said = counted(value)
    return said[0] if len(said) == 1 else ", ".join(map(str, said))


def with_standing(rules: model.Rules) -> model.Rules:
    """Return rules that also tell, at the end, each player's number by which the winner is found, if there is one."""
    found = winning_champion(rules)
    cell = found[0].measure if found is not None and rules.seats[1] > 1 else None
    if found is None or not isinstance(cell, model.Cell) or not found[0].is_best:
        return rules
    name = next(one.name for one in rules.numbers if one.base == cell.base)
    origin = next(one.origin for one in rules.numbers if one.base == cell.base)
    told = model.Told(name, model.Cell(cell.base, model.Slot(0)), PLAYER, 0, NUMBER, STANDING, (), None, 1)
    question = model.Question(STANDING, "", (), (told,), origin)
    return replace(
        rules,
        questions={**rules.questions, STANDING: question},
        title=f"{rules.title}, {STANDING}",
        digest=f"{rules.digest}-{STANDING}" if rules.digest else "",
    )


def _named(rules: model.Rules, players: tuple[str, ...]) -> Callable[[int, int], Iterator[GameEnd]]:
    """Play the games of named players in the interpreter."""

    def played(first: int, games: int) -> Iterator[GameEnd]:
        for seed in range(first, first + games):
            game = play_one(rules, players, seed)
            winners = game.side or (() if game.winner is None else (game.winner,))
            yield GameEnd(winners, game.reason, game.moves, game.told)

    return played


def _at_random(machine: CompiledGames) -> Callable[[int, int], Iterator[GameEnd]]:
    """Play random games in compiled rules."""
    sayers = [sayer(machine.rules, one.told) for one in machine.told]

    def played(first: int, games: int) -> Iterator[GameEnd]:
        for numbers in machine.rows(first, games):
            end = end_of(machine.source, *numbers[:3])
            told: dict[str, object] = {}
            for one, say, number in zip(machine.told, sayers, numbers[4:], strict=True):
                if not one.told.is_owned:
                    told[one.key] = say(number)
                elif number != UNTOLD:
                    values = told.setdefault(one.key, [])
                    if isinstance(values, list):
                        values.append(say(number))
            yield GameEnd(end.winners, end.reason, end.moves, told)

    return played


# ------------------------------------------------------------------------------------------- comparing


class ComparedOutcome(NamedTuple):
    """One outcome under two rules: how far its distributions are apart, and, of numbers, how far the means are."""

    name: str
    distance: Distance
    mean: Interval | None


def compared(default: Counts, other: Counts) -> list[ComparedOutcome]:
    """Return how far each outcome differs between two samples."""
    found = []
    for name in dict.fromkeys([*default, *other]):
        if name == "games":
            continue
        one, two = default.get(name), other.get(name)
        if one and two and all(value.lstrip("-").isdecimal() for value in (*one, *two)):
            numbers = _by_numbers(one), _by_numbers(two)
            found.append(ComparedOutcome(name, distance(*numbers), welch(*numbers).document))
        elif one and two:
            found.append(ComparedOutcome(name, distance(one, two), None))
    return found


def _by_numbers(counts: Mapping[str, int]) -> dict[int, int]:
    return {int(value): times for value, times in counts.items()}


def wins_of(counts: Counts, player: int | None) -> int:
    """Return how many games a player won, alone or with others, or that nobody won."""
    wanted = winners_said(() if player is None else (player,))
    return sum(times for winners, times in counts[WINNER].items() if wanted in winners.split(" and "))


def effects(rules: model.Rules, seats: int, seed: int, counts: Counts) -> Effects:
    """Return what each other answer changes, under stable keys, corrected for looking at many; the surest first."""
    default = counts["default"]
    rows = [
        _row(rules.doubts[doubt], answer, seats, default, other)
        for doubt, answers in counts["others"].items()
        for answer, other in answers.items()
    ]
    places = {(doubt, answer): number for number, (doubt, answer) in enumerate(_answers(rules), 1)}
    for row in rows:
        row["seed"] = seed + places[row["doubt"], row["answer"]] * APART
    tested = _correct(rows)
    rows.sort(key=_surest)
    return {
        "games": default["games"],
        "seed": seed,
        "tests": tested,
        "wins": {who: wilson(wins_of(default, player), default["games"]).document for who, player in _winners(seats)},
        "answers": rows,
    }


def _answers(rules: model.Rules) -> list[tuple[str, str]]:
    """Return all other answers to open places, in the order in which they are played."""
    doubts = rules.doubts.values()
    return [(one.name, name) for one in doubts for name, _ in one.alternatives if name != one.chosen]


def _row(doubt: model.Doubt, answer: str, seats: int, default: Counts, other: Counts) -> Effect:
    difference = _difference(seats, default, other)
    return {
        "doubt": doubt.name,
        "kind": doubt.kind,
        "clause": doubt.clause,
        "chosen": doubt.chosen,
        "answer": answer,
        "wins": difference["wins"],
        "outcomes": difference["outcomes"],
    }


def beside(first: model.Rules, second: model.Rules, seats: int, seed: int, games: int) -> Beside:
    """Return how games under two rules end, between players at random: shares of wins, and what differs.

    The samples are independent, and the differences corrected for looking at many.
    """
    counts = Sampler(first, seats, (), is_fast=False).count([("", "", second)], seed, games)
    one, two = counts["default"], counts["others"][""][""]
    row = _difference(seats, one, two)
    _correct([row])
    shares = [
        {who: wilson(wins_of(sample, player), games).document for who, player in _winners(seats)}
        for sample in (one, two)
    ]
    return {"games": games, "seed": seed, "players": seats, "shares": shares, **row}


def _winners(seats: int) -> list[tuple[str, int | None]]:
    who: tuple[int | None, ...] = (*range(seats), None)
    return [(winners_said(() if player is None else (player,)), player) for player in who]


def _correct(rows: Sequence[documents.GamesDifference]) -> int:
    """Correct the chances of all outcomes for their number, say which differ, and return how many were tested."""
    tested = [one for row in rows for one in row["outcomes"] if one["distance"]["classes"] > 1]
    for one, chance in zip(tested, holm([one["distance"]["chance"] for one in tested]), strict=True):
        one["corrected"], one["is_found"] = float(f"{chance:.4g}"), chance < 1 - LEVEL
    return len(tested)


def _difference(seats: int, default: Counts, other: Counts) -> documents.GamesDifference:
    games = default["games"], other["games"]
    return {
        "wins": {
            who: newcombe((wins_of(default, player), games[0]), (wins_of(other, player), games[1])).document
            for who, player in _winners(seats)
        },
        "outcomes": [
            {"name": one.name, "distance": one.distance.document, "mean": one.mean} for one in compared(default, other)
        ],
    }


def found_in(row: documents.GamesDifference) -> list[OutcomeDocument]:
    """Return the outcomes that an answer changes, those first that it changes most."""
    found = [one for one in row["outcomes"] if one.get("is_found")]
    return sorted(found, key=lambda one: (-one["distance"]["low"], one["name"]))


def at_most(row: documents.GamesDifference) -> float:
    """Return the share of games that an answer changes at most in any outcome, as far as the samples show."""
    return max((one["distance"]["high"] for one in row["outcomes"]), default=0.0)


def _surest(row: Effect) -> tuple[bool, float, str, str]:
    found = found_in(row)
    least = found[0]["distance"]["low"] if found else 0.0
    return not found, -least, row["doubt"], row["answer"]
