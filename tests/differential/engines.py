"""Plays one seed with the interpreter and with compiled rules, and compares every question and every answer."""

from __future__ import annotations

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.games import Games
from cc_dsl.compiler.runtime import traced
from cc_dsl.compiler.steps import Steps
from cc_dsl.interpreter.engine import playout, random_chooser
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

Told = tuple[object, ...]


def interpreted(rules: model.Rules, seed: int, seats: int) -> Told:
    """Play a seed with the interpreter: winner, reason, moves, and the hash of all questions and answers."""
    choose, trace = random_chooser(Chance(seed).branch(0)), 0

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


def stepped(steps: Steps, seed: int) -> Told:
    """Play a seed question by question: the same once more."""
    position, chance, trace = steps.begin(seed), Chance(seed).branch(0), 0
    while position.to_move >= 0:
        options = position.legal()
        answer = options[chance.below(len(options))]
        trace = traced(trace, position.to_move, position.options, answer)
        position.step(answer)
    try:
        end = position.end
    except PlayFault as fault:
        return fault.code, fault.where
    assert end is not None
    return end.winner, end.reason, end.moves, trace


def differing(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[tuple[int, Told, Told]]:
    """Give the seeds on which the engines part, with what each of them made of it."""
    games = Games(rules, seats, is_fast, is_traced=True)
    steps = Steps(rules, seats, is_fast)
    found = []
    for seed in seeds:
        wanted = interpreted(rules, seed, seats)
        found += [(seed, wanted, told) for told in (compiled(games, seed), stepped(steps, seed)) if told != wanted]
    return found
