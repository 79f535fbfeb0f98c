"""Summarise the counts of a study: shares, means and ratios with their 95 % intervals.

Shares have Wilson intervals, means those of the normal distribution. Measures for each move, such as the number of
answers, are ratios of two sums over games, since moves of one game are correlated; their intervals are computed by the
delta method (W. G. Cochran, Sampling Techniques, 1977, chapter 6).

The results of the rules are the answers to the questions without input, such as a score: for each key the whole
distribution, as shares for words, and with the mean for numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import sqrt
from re import findall
from statistics import NormalDist
from typing import Any

from cc_dsl import __version__
from cc_dsl.engine.judge import json_converter
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NUMBER
from cc_dsl.study import documents
from cc_dsl.study.differences import moments
from cc_dsl.study.documents import CHOICES, CLAUSES, OPENING, READINGS, Counts
from cc_dsl.study.effects import effects
from cc_dsl.study.games import NONE
from cc_dsl.table.intervals import LEVEL, Estimate, ValueShare, wilson
from cc_dsl.words.answers import outputs_of_game, owner_words

REACH = NormalDist().inv_cdf(0.5 + LEVEL / 2)
QUANTILES = (5, 25, 50, 75, 95)


def provenance(rules: model.Rules) -> dict[str, Any]:
    """Return the basis of a count: edition, digest of its rules, answers other than the defaults, version."""
    chosen_answers = {doubt.name: doubt.chosen for doubt in rules.doubts.values() if doubt.chosen != doubt.default}
    return {"edition": rules.name, "rules": rules.meaning, "readings": chosen_answers, "version": __version__}


def summary(rules: model.Rules, players: Sequence[str] | int, seed: int, counts: Counts) -> dict[str, Any]:
    """Return the results of games under stable keys; they do not depend on the engine."""
    seats = players if isinstance(players, int) else len(players)
    games, winners, reasons = counts["games"], counts["winner"], counts["reason"]
    by_side = sorted((tuple(map(int, side.split())), times) for side, times in counts.get("sides", {}).items())
    by_side = [(side, times) for side, times in by_side if side[1:]]  # a single player is not a side
    sides = [{"players": [player + 1 for player in side], **wilson(times, games).document} for side, times in by_side]
    return {
        **provenance(rules),
        "players": players if isinstance(players, int) else list(players),
        "seed": seed,
        "games": games,
        "wins": [wilson(winners.get(str(player), 0), games).document for player in range(seats)],
        **({"sides": sides} if sides else {}),
        "nobody": wilson(winners.get("-1", 0), games).document,
        "reasons": {reason: wilson(reasons[reason], games).document for reason in sorted(reasons)},
        "moves": numbers_document({int(moves): times for moves, times in counts["moves"].items()}),
        "told": {output.key: _output_rows(rules, output, counts, seats) for output in outputs_of_game(rules)},
        "measures": _measures(rules, seats, seed, counts),
    }


def side_words(players: Sequence[int]) -> str:
    """Return the players of a side in words."""
    return f"players {', '.join(map(str, players[:-1]))} and {players[-1]}" if players[1:] else f"player {players[0]}"


# ------------------------------------------------------------------------------------ results of the rules


def _output_rows(rules: model.Rules, output: model.Output, counts: Counts, seats: int) -> list[documents.ToldDocument]:
    """Return the results under a key; if there are several owners, one after the other."""
    rows: list[documents.ToldDocument] = []
    by_owner = counts.get("told", {}).get(output.key, {})
    for place, owner in enumerate(owner_words(rules, output.owner, output.many(seats))):
        texts = by_owner.get(str(place), {})
        values = {int(text) if text.lstrip("-").isdecimal() else text: times for text, times in texts.items()}
        numbers = {value: times for value, times in values.items() if isinstance(value, int)}
        whose: documents.ToldDocument = {} if output.owner is None else {"of": owner}
        if output.kind == NUMBER and NONE not in values:
            rows.append({**whose, **numbers_document(numbers)})
            continue
        # Values of a kind keep the order of the rules; numbers ascend; others are sorted by frequency.
        order: list[Any] = sorted(values, key=lambda value: (-values[value], str(value)))
        if output.kind.base == "value":
            show = json_converter(rules, output.kind, output.key)
            value_names = [show(number) for number in range(len(rules.values[output.kind.name].values))]
            order = [*value_names, *(value for value in order if value not in value_names)]
        elif len(numbers) == len(values):
            order = sorted(numbers)
        games = counts["games"]
        shares: list[ValueShare] = [{"value": str(key), **wilson(values.get(key, 0), games).document} for key in order]
        rows.append({**whose, "shares": shares})
    return rows


def numbers_document(counts: Mapping[int, int]) -> documents.ToldDocument:
    """Return the distribution of a number: its mean with a 95 % interval, and its counts."""
    mean, variance, number = moments(counts)
    deviation = sqrt(variance) if number > 1 else 0.0
    reach = REACH * deviation / sqrt(number)
    values = sorted(counts)
    percentages = [100 * times for times in accumulate(counts[value] for value in values)]
    return {
        "games": number,
        "mean": round(mean, 6),
        "low": round(mean - reach, 6),
        "high": round(mean + reach, 6),
        "deviation": round(deviation, 6),
        "least": values[0],
        "most": values[-1],
        "quantiles": {str(part): values[bisect_left(percentages, part * number)] for part in QUANTILES},
        "counts": {str(value): counts[value] for value in values},
    }


# ------------------------------------------------------------------------------------------- measures


def _measures(rules: model.Rules, seats: int, seed: int, counts: Counts) -> documents.Measures:
    # The share of the first seat among games with a winner, compared with equal shares. If a side wins, each of its
    # players has won.
    games_won = counts["games"] - counts["winner"].get("-1", 0)
    winners = sum(times for player, times in counts["winner"].items() if player != "-1")
    fair = round(winners / games_won / seats if games_won else 1 / seats, 6)
    of_games_won = wilson(counts["winner"].get("0", 0), games_won).document
    measures: documents.Measures = {"first_player": {"of_games_won": of_games_won, "fair": fair}}
    if CHOICES in counts:
        choice_counts = counts[CHOICES]
        options = {int(size): times for size, times in choice_counts["options"].items()}
        measures[CHOICES] = {
            "games": choice_counts["games"],
            "a_move": ratio(choice_counts["a_move"], choice_counts["games"]).document,
            "real": ratio(choice_counts["real"], choice_counts["games"]).document,
            "options": {str(size): options[size] for size in sorted(options)},
        }
    if OPENING in counts:
        games, none = counts[OPENING]["games"], counts[OPENING]["none"]
        wins = wilson(counts[OPENING]["wins"], games).document
        measures[OPENING] = {"games": games, "without_winner": none, "wins": wins}
    if CLAUSES in counts:
        clause_counts, encoded_clauses = counts[CLAUSES], clauses_encoded(rules)
        games_by_clause = clause_counts.get("in_games", {})
        each = {
            clause: {
                **wilson(games_by_clause.get(clause, 0), clause_counts["games"]).document,
                "decisions": clause_counts.get("decisions", {}).get(clause, 0),
                "moved": clause_counts.get("moved", {}).get(clause, 0),
            }
            for clause in [*encoded_clauses, *sorted({*games_by_clause}.difference(encoded_clauses))]
        }
        never = [clause for clause in each if not each[clause]["count"]]
        measures[CLAUSES] = {"games": clause_counts["games"], "never": never, "clauses": each}
    if READINGS in counts:
        measures[READINGS] = effects(rules, seats, seed, counts[READINGS])
    return measures


def ratio(sums: Mapping[str, int], games: int) -> Estimate:
    """Return the ratio of two sums over this many games."""
    if not sums["y"]:
        return Estimate(0.0, 0.0, 0.0)
    value = sums["x"] / sums["y"]
    squares = sums["xx"] - 2 * value * sums["xy"] + value * value * sums["yy"]
    reach = REACH * sqrt(max(squares, 0.0) * games / max(games - 1, 1)) / sums["y"]
    return Estimate(value, value - reach, value + reach)


def clauses_encoded(rules: model.Rules) -> list[str]:
    """Return the full ids of all clauses that could affect a decision: those of conditions and of acts."""
    parts = (rules.definitions, rules.predicates, rules.groups, rules.rankings, rules.procedures, rules.happenings)
    clauses: set[str] = set()
    for part in (part for terms_by_name in parts for term in terms_by_name.values() for part in walk.parts(term)):
        if isinstance(part, model.Origin):
            clauses |= {model.full_clause(rules.name, clause) for clause in part.clauses}
    return sorted(clauses, key=_clause_order)


def _clause_order(clause: str) -> tuple[object, ...]:
    """Return the sort key for the order of clauses in the text: Roman and Arabic numbers by value."""
    worth = {"I": 1, "V": 5, "X": 10, "L": 50}
    parts: list[tuple[bool, int, str]] = []
    for word in findall(r"[IVXL]+(?![A-Za-z])|\d+|[^\W\d]+", clause):
        values = [worth.get(sign, 0) for sign in word]
        number = sum(-digit if digit < after else digit for digit, after in zip(values, [*values[1:], 0], strict=True))
        is_number = word.isdecimal() or all(values)
        parts.append((is_number, int(word) if word.isdecimal() else number * is_number, "" if is_number else word))
    return tuple(parts)
