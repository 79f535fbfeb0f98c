"""Plays one seed with the interpreter and with compiled rules, and compares every question and every answer."""

from __future__ import annotations

from typing import Any

from cc_dsl.compiler.faults import PlayFault
from cc_dsl.compiler.games import Games
from cc_dsl.compiler.player import Told as ToldAtTheEnd
from cc_dsl.compiler.runtime import traced, traced_groups
from cc_dsl.compiler.steps import Steps
from cc_dsl.interpreter.judge import told_of_game
from cc_dsl.interpreter.kit import Source, kit_of
from cc_dsl.interpreter.state import RulesFault
from cc_dsl.rules import model
from cc_dsl.table.chance import Chance

Told = tuple[object, ...]


def interpreted(rules: model.Rules, seed: int, seats: int) -> Told:
    """Play a seed with the interpreter: winner, reason, moves, what is told, and the hash of questions and answers."""
    kit, chance, trace, moves = kit_of(rules, "plain", seats), Chance(seed).branch(0), 0, 0
    state = kit.new_state()
    state.chance = Source(Chance(seed))
    try:
        kit.program.begin(state)
        kit.program.run(state)
        while state.outcome is None:
            assert state.player is not None
            count = len(state.options)
            state.answer = answer = state.options[chance.below(count)]
            options = sum(1 << option for option in state.options)
            if state.offered:
                pieces = len(rules.pieces.names)
                groups = [group.sort << pieces | sum(1 << one for one in group.pieces) for group in state.offered]
                trace, options = traced_groups(trace, groups, 0, count), count
            trace, moves = traced(trace, state.player, options, answer), moves + 1
            kit.program.run(state)
        told = told_of_game(kit, state)
    except RulesFault as fault:
        return fault.code, fault.where
    return state.outcome.winner, state.outcome.reason, moves, tuple(told.items()), trace


def in_words(rules: model.Rules, told: tuple[ToldAtTheEnd, ...], numbers: tuple[int, ...]) -> tuple[Any, ...]:
    """Give what is told at the end as the interpreter gives it."""
    found: dict[str, Any] = {}
    for one, number in zip(told, numbers, strict=True):
        kind = one.told.kind
        said: Any = number
        if kind.base == "value":
            said = rules.values[kind.name].values[number].replace("-", " ").lower() if number >= 0 else None
        elif kind.base == "player":
            said = number if number >= 0 else None
        found[one.key] = [*found.get(one.key, []), said] if one.told.is_owned else said
    return tuple(found.items())


def compiled(rules: model.Rules, games: Games, seed: int) -> Told:
    """Play a seed with compiled rules: the same."""
    try:
        end, trace = games.trace(seed)
    except PlayFault as fault:
        return fault.code, fault.where
    return end.winner, end.reason, end.moves, in_words(rules, games.source.told, end.told), trace


def stepped(rules: model.Rules, steps: Steps, seed: int) -> Told:
    """Play a seed question by question: the same once more."""
    position, chance, trace = steps.begin(seed), Chance(seed).branch(0), 0
    while position.to_move >= 0:
        legal = position.legal()
        answer = legal[chance.below(len(legal))]
        options, groups = position.options, position.groups
        if groups:
            trace, options = traced_groups(trace, groups, 0, len(groups)), len(groups)
        trace = traced(trace, position.to_move, options, answer)
        position.step(answer)
    try:
        end = position.end
    except PlayFault as fault:
        return fault.code, fault.where
    assert end is not None
    return end.winner, end.reason, end.moves, in_words(rules, steps.source.told, end.told), trace


def differing(rules: model.Rules, seats: int, seeds: range, is_fast: bool = False) -> list[tuple[int, Told, Told]]:
    """Give the seeds on which the engines part, with what each of them made of it."""
    games = Games(rules, seats, is_fast, is_traced=True)
    steps = Steps(rules, seats, is_fast)
    found = []
    for seed in seeds:
        wanted = interpreted(rules, seed, seats)
        ways = compiled(rules, games, seed), stepped(rules, steps, seed)
        found += [(seed, wanted, told) for told in ways if told != wanted]
    return found
