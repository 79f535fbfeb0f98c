"""Summarise the counts of a study: shares, means and ratios with their 95 % intervals.

Shares have Wilson's interval.  Means have that of the normal distribution.  Figures for each move, such as the number
of answers, are ratios of two sums over games, since moves of one game are correlated; their interval is by the delta
method (W. G. Cochran, Sampling Techniques, 1977, chapter 6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.errors import UserError
from cc_dsl.rules import model
from cc_dsl.study.chunks import Counts, sums_of
from cc_dsl.study.effects import effects
from cc_dsl.study.results import DECISIONS, READINGS, WantedGames, documented, numbers_document, told_at_the_end
from cc_dsl.table.intervals import LEVEL, Interval, wilson

if TYPE_CHECKING:
    from cc_dsl.study import documents
    from cc_dsl.study.documents import Measures, Summary

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)


class Estimate(NamedTuple):
    """A number that was estimated, and the interval that holds the true one."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    @property
    def document(self) -> Interval:
        """The estimate under stable keys."""
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


def watched(rules: model.Rules, seats: int, name: str) -> Callable[[Counts], Estimate]:
    """Return what estimates a number by its name: wins.1, nobody, moves, or a number that the rules tell at the end."""
    known: dict[str, Callable[[Counts], Estimate]] = {
        **{f"wins.{player + 1}": _share_of(str(player)) for player in range(seats)},
        "nobody": _share_of("-1"),
        "moves": lambda counts: _mean(counts["moves"]),
    }
    for told in told_at_the_end(rules):
        if told.kind.base == "number":
            for owner in range(told.many(seats)):
                mark = "" if told.many(seats) == 1 else f".{owner + 1}"
                known[f"{told.key}{mark}"] = _mean_told(told.key, str(owner))
    if name not in known:
        raise UserError("command-line", f"There is no measure “{name}” to be watched. Choose {' or '.join(known)}.")
    return known[name]


def _share_of(player: str) -> Callable[[Counts], Estimate]:
    def estimate(counts: Counts) -> Estimate:
        share = wilson(counts["winner"].get(player, 0), counts["games"])
        return Estimate(share.share, share.low, share.high)

    return estimate


def _mean_told(key: str, owner: str) -> Callable[[Counts], Estimate]:
    return lambda counts: _mean(counts.get("told", {}).get(key, {}).get(owner, {}))


def _mean(counts: Mapping[str, int]) -> Estimate:
    numbers = {int(value): times for value, times in counts.items() if value.lstrip("-").isdecimal()}
    if not numbers:
        return Estimate(0.0, float("-inf"), float("inf"))
    of = sum(numbers.values())
    mean = sum(value * times for value, times in numbers.items()) / of
    if of < 2:
        return Estimate(mean, float("-inf"), float("inf"))
    squares = sum((value - mean) ** 2 * times for value, times in numbers.items())
    reach = REACH * sqrt(squares / (of - 1) / of)
    return Estimate(mean, mean - reach, mean + reach)


def ratio(sums: Mapping[str, int], games: int) -> Estimate:
    """Return the ratio of two sums over this many games."""
    if not sums["y"]:
        return Estimate(0.0, 0.0, 0.0)
    value = sums["x"] / sums["y"]
    squares = sums["xx"] - 2 * value * sums["xy"] + value * value * sums["yy"]
    reach = REACH * sqrt(max(squares, 0.0) * games / max(games - 1, 1)) / sums["y"]
    return Estimate(value, value - reach, value + reach)


# --------------------------------------------------------------------------------------------- documents


def summary(rules: model.Rules, players: Sequence[str] | int, seed: int, counts: Counts) -> Summary:
    """Return the results of games under stable keys: those of `results`, and the further measures."""
    seats = players if isinstance(players, int) else len(players)
    names = ("random",) * seats if isinstance(players, int) else tuple(players)
    found = documented(rules, WantedGames(names, counts["games"], seed), sums_of(rules, counts))
    found["players"] = players if isinstance(players, int) else list(players)
    measured: Measures = {"first_player": _advantage(counts, seats)}
    if "choices" in counts:
        measured["choices"] = _choices(counts["choices"])
    if "mattering" in counts:
        measured["mattering"] = _mattering(counts["mattering"])
    if "comebacks" in counts:
        measured["comebacks"] = _comebacks(counts["comebacks"])
    if "opening" in counts:
        measured["opening"] = _opening(counts["opening"])
    if "clauses" in counts:
        measured["clauses"] = _clauses(rules, counts["clauses"])
    if READINGS in counts:
        measured["readings"] = effects(rules, seats, seed, counts[READINGS])
    if DECISIONS in counts:
        measured["decisions"] = _decisions(rules, counts[DECISIONS])
    return {**found, "measures": measured}


def _advantage(counts: Counts, seats: int) -> documents.Advantage:
    """Return how often the player of the first seat wins, of the games that somebody wins, and what would be fair.

    Fair is that all win equally often; of a side that wins together each player has won.
    """
    won = counts["games"] - counts["winner"].get("-1", 0)
    first = wilson(counts["winner"].get("0", 0), won)
    winners = sum(times for player, times in counts["winner"].items() if player != "-1")
    return {"of_games_won": first.document, "fair": round(winners / won / seats if won else 1 / seats, 6)}


def _choices(counts: Counts) -> documents.Choices:
    games = counts["games"]
    options = {int(size): times for size, times in counts["options"].items()}
    return {
        "games": games,
        "a_move": ratio(counts["a_move"], games).document,
        "real": ratio(counts["real"], games).document,
        "options": {str(size): options[size] for size in sorted(options)},
    }


def _mattering(counts: Counts) -> documents.Mattering:
    games = counts["games"]
    return {
        "games": games,
        "without_choice": counts.get("none", 0),
        "other": wilson(counts.get("other", 0), games).document,
        "later": wilson(counts.get("later", 0), games).document,
    }


def _comebacks(counts: Counts) -> documents.Comebacks:
    games = counts["games"]
    return {
        "games": games,
        "without_winner": counts.get("none", 0),
        "behind": wilson(counts.get("behind", 0), games).document,
        "level": wilson(counts.get("level", 0), games).document,
        "ahead": wilson(counts.get("ahead", 0), games).document,
    }


def _opening(counts: Counts) -> documents.OpeningDocument:
    games = counts["games"]
    return {"games": games, "without_winner": counts["none"], "wins": wilson(counts["wins"], games).document}


def _clauses(rules: model.Rules, counts: Counts) -> documents.Clauses:
    games = counts["games"]
    fired = counts.get("in_games", {})
    encoded = clauses_encoded(rules)
    each: dict[str, documents.Fired] = {
        clause: {
            **wilson(fired.get(clause, 0), games).document,
            "decisions": counts.get("decisions", {}).get(clause, 0),
            "moved": counts.get("moved", {}).get(clause, 0),
        }
        for clause in [*encoded, *sorted(clause for clause in fired if clause not in encoded)]
    }
    return {"games": games, "never": [clause for clause in each if not each[clause]["count"]], "clauses": each}


def clauses_encoded(rules: model.Rules) -> list[str]:
    """Return the full ids of all clauses that could affect a decision: those of conditions and of acts."""
    from cc_dsl.rules import walk

    parts = (rules.definitions, rules.predicates, rules.groups, rules.rankings, rules.procedures, rules.happenings)
    found: set[str] = set()
    for part in (part for named in parts for one in named.values() for part in walk.parts(one)):
        if isinstance(part, model.Origin):
            found |= {model.full_clause(rules.name, clause) for clause in part.clauses}
    return sorted(found, key=_in_order)


def _in_order(clause: str) -> tuple[object, ...]:
    """Return what sorts clauses as the text has them: Roman numbers and figures by their worth."""
    from re import findall

    worth = {"I": 1, "V": 5, "X": 10, "L": 50}

    def number(text: str) -> int:
        values = [worth[sign] for sign in text]
        return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))

    parts: list[tuple[int, int, str]] = []
    for word in findall(r"[IVXL]+(?![A-Za-z])|\d+|[^\W\d]+", clause):
        if word.isdecimal():
            parts.append((1, int(word), ""))
        elif all(sign in worth for sign in word):
            parts.append((1, number(word), ""))
        else:
            parts.append((0, 0, word))
    return tuple(parts)


def _decisions(rules: model.Rules, counts: Counts) -> list[documents.StepsDocument]:
    """Return at how many steps of play, and in how many games, each other answer differs from the rules as they are."""
    found: list[documents.StepsDocument] = []
    for doubt in rules.doubts.values():
        for answer, one in counts.get(doubt.name, {}).items():
            questions: dict[str, documents.AskedSteps] = {
                name: {
                    "changed": wilson(each["changed"], each["asked"]).document,
                    "consulted": wilson(each["consulted"], each["asked"]).document,
                }
                for name, each in one["questions"].items()
            }
            found.append(
                {
                    "doubt": doubt.name,
                    "kind": doubt.kind,
                    "clause": doubt.clause,
                    "chosen": doubt.chosen,
                    "answer": answer,
                    "steps": wilson(one["parted"], one["steps"]).document,
                    "games": wilson(one["parted"], one["games"]).document,
                    "questions": questions,
                }
            )
    found.sort(key=lambda row: (-row["steps"]["low"], row["doubt"], row["answer"]))
    return found


__all__ = ["Estimate", "numbers_document", "ratio", "summary", "watched"]
