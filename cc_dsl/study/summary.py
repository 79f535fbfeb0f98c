"""Summarise the counts of a study: shares, means and ratios with their 95 % intervals.

Shares have Wilson's interval.  Means have that of the normal distribution.  Figures for each move, such as the number
of answers, are ratios of two sums over games, since moves of one game are correlated; their interval is by the delta
method (W. G. Cochran, Sampling Techniques, 1977, chapter 6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from cc_dsl.rules import model
from cc_dsl.study.chunks import Counts, sums_of
from cc_dsl.study.effects import effects
from cc_dsl.study.results import READINGS, WantedGames, documented
from cc_dsl.table.intervals import LEVEL, Estimate, wilson

if TYPE_CHECKING:
    from cc_dsl.study import documents
    from cc_dsl.study.documents import Measures, Summary

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)


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
    if "opening" in counts:
        measured["opening"] = _opening(counts["opening"])
    if "clauses" in counts:
        measured["clauses"] = _clauses(rules, counts["clauses"])
    if READINGS in counts:
        measured["readings"] = effects(rules, seats, seed, counts[READINGS])
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
