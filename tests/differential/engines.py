"""Plays one seed with the interpreter and with compiled rules, and compares every question and every answer."""

from __future__ import annotations

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.games import Games
from cc_dsl.compiler.runtime import start_of_trace, traced
from cc_dsl.interpreter.engine import playout, random_chooser
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

Told = tuple[object, ...]


def interpreted(rules: model.Rules, seed: int, seats: int) -> Told:
    """Play a seed with the interpreter: winner, reason, moves, and the hash of all questions and answers."""
    choose, trace = random_chooser(Chance(seed).branch(0)), start_of_trace()

    def noting(player: int, options: list[int]) -> int:
        nonlocal trace
        answer = choose(player, options)
        trace = traced(trace, player, sum(1 << option for option in options), answer)
        return answer

    try:
        outcome = playout(rules, seed, noting, seats)
    except RulesFault as fault:
        return fault.code, fault.where
    return outcome.winner, outcome.reason, outcome.moves, trace


def compiled(games: Games, seed: int) -> Told:
    """Play a seed with compiled rules: the same."""
    try:
        end, trace = games.trace(seed)
    except PlayFault as fault:
        return fault.code, fault.where
    return end.winner, end.reason, end.moves, trace


def differing(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[tuple[int, Told, Told]]:
    """Give the seeds on which the engines part, with what each of them made of it."""
    games = Games(rules, seats, is_fast, is_traced=True)
    found = [(seed, interpreted(rules, seed, seats), compiled(games, seed)) for seed in seeds]
    return [each for each in found if each[1] != each[2]]
