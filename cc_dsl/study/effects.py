"""The effect of another answer to an open place on whole games: two independent samples, compared as distributions.

The games of the two samples have different seeds. The result therefore does not depend on the use of random numbers: an
answer that only changes them, such as another cut of the pack, has no effect.

The samples are compared in the winner, the winner's lead in the number that decides, the reason of the end, the number
of moves, and all results of the rules at the end. `study/differences.py` has the intervals and tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cc_dsl.core.leads import winning_champion
from cc_dsl.rules import model
from cc_dsl.rules.kinds import NUMBER, PLAYER
from cc_dsl.study import documents
from cc_dsl.study.differences import distance, holm, newcombe, welch
from cc_dsl.study.documents import ComparedEndings, Counts, Effect, Effects, OutcomeDocument
from cc_dsl.study.games import FinishedGame, Play, counted_values, games_of
from cc_dsl.table.intervals import LEVEL, ShareDocument, wilson
from cc_dsl.trees import replace
from cc_dsl.words.answers import outputs_of_game, owner_words

APART = 10**10
"""The distance between the first seeds of two samples, which exceeds the size of any study."""
COMPILED_FROM = 10_000
"""The number of games from which machine code plays each sample; compiling it takes seconds for each."""
NOBODY = "nobody"
WINNER, LEAD, ENDING, MOVES = "who wins", "the winner's lead", "how the game ends", "moves"
STANDING = "standing"

Other = tuple[str, str, model.Rules]


class Sampler:
    """The player of independent samples of games under rules and under other answers to their open places."""

    def __init__(
        self, rules: model.Rules, seats: int, players: Sequence[str], is_fast: bool, games: int | None = None
    ) -> None:
        """Set the players; without names, compiled rules play at random.

        With an expected number of games, machine code is then compiled only if that many games repay it.
        """
        self.rules, self.seats, self.players, self.is_fast = rules, seats, tuple(players), is_fast
        self.games = games
        self._samples: dict[str, Play] = {}

    def count(self, others: Sequence[Other], first: int, games: int) -> Counts:
        """Count the ends of games under the rules themselves, and under each other answer, from separate seeds."""
        counts: Counts = {"default": self._outcomes(self.rules, first, games), "others": {}}
        for place, (doubt, answer, rules) in enumerate(others, 1):
            if rules.seats[0] <= self.seats <= rules.seats[1]:
                counts["others"].setdefault(doubt, {})[answer] = self._outcomes(rules, first + place * APART, games)
        return counts

    def _outcomes(self, rules: model.Rules, first: int, games: int) -> Counts:
        """Count the outcomes of these games under some rules."""
        sums: dict[str, Counter[str]] = {}
        owned_outputs = [output for output in outputs_of_game(rules) if output.is_owned]
        owners = {output.key: owner_words(rules, output.owner, output.many(self.seats)) for output in owned_outputs}
        if rules.digest not in self._samples:
            is_fast = self.is_fast and (self.games is None or self.games >= COMPILED_FROM)
            self._samples[rules.digest] = games_of(report_standing(rules), self.seats, self.players, is_fast)
        for game in self._samples[rules.digest](first, games):
            for name, value in outcomes(game, owners):
                sums.setdefault(name, Counter())[str(value)] += 1
        return {"games": games, **{name: dict(values) for name, values in sums.items()}}


def outcomes(game: FinishedGame, owners: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, object]]:
    """Return everything that is compared in a game, by name; results with owners, by owner."""
    yield WINNER, winners_in_words(game.winners)
    yield ENDING, game.reason
    yield MOVES, game.moves
    for key, value in game.told.items():
        if key == STANDING:
            if game.winners and isinstance(value, list):
                others = [number for player, number in enumerate(value) if player not in game.winners]
                yield LEAD, max(value[player] for player in game.winners) - max(others, default=0)
        elif key in owners:
            values = value if isinstance(value, list) else ()
            yield from ((f"{key} of {owner}", _join(each)) for owner, each in zip(owners[key], values, strict=False))
        else:
            yield key, _join(value)


def _join(value: object) -> object:
    values = counted_values(value)
    return values[0] if len(values) == 1 else ", ".join(map(str, values))


def winners_in_words(winners: tuple[int, ...]) -> str:
    """Return the winners in words: one player, a side, or nobody."""
    return " and ".join(f"player {player + 1}" for player in winners) or NOBODY


def report_standing(rules: model.Rules) -> model.Rules:
    """Return rules that also report, at the end, each player's number by which the winner is found, if there is one."""
    champion = winning_champion(rules)
    cell = champion[0].measure if champion is not None and rules.seats[1] > 1 else None
    if champion is None or not isinstance(cell, model.Load) or not champion[0].is_best:
        return rules
    variable = rules.stored_at(cell.base)
    measure = model.Load(cell.base, model.Slot(0), NUMBER)
    output = model.Output(PLAYER, 0, variable.name, measure, NUMBER, STANDING, (), None, 1)
    question = model.Question(STANDING, "", (), (output,), variable.origin)
    # Caches use the digest as their key, so the extended rules need one of their own.
    return replace(
        rules,
        questions={**rules.questions, STANDING: question},
        title=f"{rules.title}, {STANDING}",
        digest=f"{rules.digest}-{STANDING}" if rules.digest else "",
    )


# ----------------------------------------------------------------------------------------- comparisons


def compare_outcomes(default: Counts, other: Counts) -> list[OutcomeDocument]:
    """Return the difference of each outcome between two samples: of distributions, and for numbers of means."""
    outcomes: list[OutcomeDocument] = []
    for name in dict.fromkeys([*default, *other]):
        first, second = default.get(name), other.get(name)
        if name == "games" or not first or not second:
            continue
        mean = None
        if all(value.lstrip("-").isdecimal() for value in (*first, *second)):
            first, second = ({int(value): times for value, times in counts.items()} for counts in (first, second))
            mean = welch(first, second).document
        outcomes.append({"name": name, "distance": distance(first, second), "mean": mean})
    return outcomes


def wins_of(counts: Counts, seats: int) -> dict[str, int]:
    """Return the number of games that each player won, alone or with others, and that nobody won."""
    names = [*(winners_in_words((player,)) for player in range(seats)), NOBODY]
    winners = [(ending.split(" and "), times) for ending, times in counts[WINNER].items()]
    return {name: sum(times for each, times in winners if name in each) for name in names}


def effects(rules: model.Rules, seats: int, seed: int, counts: Counts) -> Effects:
    """Return the effects of each other answer, under stable keys, corrected for multiple tests, most certain first."""
    default = counts["default"]
    # Keep the order in which the runs were asked for.
    doubts = rules.doubts.values()
    answers = [(doubt, name) for doubt in doubts for name, _ in doubt.alternatives if name != doubt.chosen]
    rows: list[Effect] = [
        {
            "doubt": doubt.name,
            "kind": doubt.kind,
            "clause": doubt.clause,
            "chosen": doubt.chosen,
            "answer": answer,
            **_difference(seats, default, counts["others"][doubt.name][answer]),
            "seed": seed + place * APART,
        }
        for place, (doubt, answer) in enumerate(answers, 1)
        if answer in counts["others"].get(doubt.name, ())
    ]
    tested_outcomes = _correct(rows)

    def order_of_certainty(row: Effect) -> tuple[bool, float, str, str]:
        changes = changed_outcomes(row)
        return not changes, -changes[0]["distance"]["low"] if changes else 0.0, row["doubt"], row["answer"]

    rows.sort(key=order_of_certainty)
    wins = _shares_of_wins(default, seats)
    return {"games": default["games"], "seed": seed, "tests": tested_outcomes, "wins": wins, "answers": rows}


def compare_endings(first: model.Rules, second: model.Rules, seats: int, seed: int, games: int) -> ComparedEndings:
    """Return the ends of games under two sets of rules, between random players: shares of wins, and differences.

    The samples are independent, and the differences are corrected for multiple tests.
    """
    counts = Sampler(first, seats, (), is_fast=False).count([("", "", second)], seed, games)
    samples = counts["default"], counts["others"][""][""]
    row = _difference(seats, *samples)
    _correct([row])
    shares = [_shares_of_wins(sample, seats) for sample in samples]
    return {"games": games, "seed": seed, "players": seats, "shares": shares, **row}


def _correct(rows: Sequence[documents.GamesDifference]) -> int:
    """Correct the p-values of all outcomes for their number, mark those that differ, and return the number tested."""
    tested_outcomes = [outcome for row in rows for outcome in row["outcomes"] if outcome["distance"]["classes"] > 1]
    chances = holm([outcome["distance"]["chance"] for outcome in tested_outcomes])
    for outcome, chance in zip(tested_outcomes, chances, strict=True):
        outcome["corrected"], outcome["is_found"] = float(f"{chance:.4g}"), chance < 1 - LEVEL
    return len(tested_outcomes)


def _difference(seats: int, default: Counts, other: Counts) -> documents.GamesDifference:
    """Return the differences between the games of two samples, not yet corrected for multiple tests."""
    here, there = wins_of(default, seats), wins_of(other, seats)
    pairs = {who: ((here[who], default["games"]), (there[who], other["games"])) for who in here}
    wins = {who: newcombe(*pair).document for who, pair in pairs.items()}
    return {"wins": wins, "outcomes": compare_outcomes(default, other)}


def _shares_of_wins(counts: Counts, seats: int) -> dict[str, ShareDocument]:
    return {who: wilson(wins, counts["games"]).document for who, wins in wins_of(counts, seats).items()}


def changed_outcomes(row: documents.GamesDifference) -> list[OutcomeDocument]:
    """Return the outcomes that an answer changes, most changed first."""
    effects = [outcome for outcome in row["outcomes"] if outcome.get("is_found")]
    return sorted(effects, key=lambda outcome: (-outcome["distance"]["low"], outcome["name"]))


def upper_bound(row: documents.GamesDifference) -> float:
    """Return the upper bound, from the samples, of the share of games in which an answer changes any outcome."""
    return max((outcome["distance"]["high"] for outcome in row["outcomes"]), default=0.0)
