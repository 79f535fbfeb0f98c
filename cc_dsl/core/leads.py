"""The number by which a player is ahead, derived from the rules: how a game is won, and what counts towards it.

    the player with the greatest hit-count wins.                      100 for each of the hit-count
    the hitter's hit-count grows by 1.
    the player with the greatest score becomes the hitter.            10 for each of the score
    each player in turn: his score grows by his card-points.          as it would grow if it were counted now; or
    a player's card-points are 2 if his store has more cards than     1 for each card more than the other player has,
        the other player's store; otherwise 0.                        since nobody counts before the end of the pack

This module knows no game. The number is that of the act that ends the game, or, if no number names the winner, the
first number among the answers to questions without input. A number that names the role for which another grows counts a
tenth as much, as does a difference that decides whether a number grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NUMBER, PLAYER

STEP = 10
"""The weight of a number relative to one that decides whether it grows."""
OWNER = model.Slot(0, PLAYER)
"""The slot of the player in the frame of a definition that each player has."""
DIFFERENCES = {"more": 1, "at least": 1, "fewer": -1, "at most": -1}
"""The comparisons of two numbers that depend on their difference, with the sign of the difference that counts."""


class Summand(NamedTuple):
    """A number that counts towards a lead."""

    weight: int
    thing: model.Thing
    name: str
    """The name of the number in the rules; for a difference, that of the gain that it decides."""


class Lead(NamedTuple):
    """The sum of a player’s numbers by which players are compared at the end."""

    terms: tuple[Summand, ...]
    """The summands; the first is the number that names the winner, or that is reported at the end."""
    slot: int
    """The slot of the player in the frame of the numbers."""
    frame: int
    """The number of slots of that frame."""
    is_best: bool
    """Whether the greatest sum is ahead, rather than the least."""
    cells: int | None = None
    """The first cell of the number that names the winner, if it is stored."""
    is_gradual: bool = False
    """Whether differences are used in place of what will be counted later."""


def lead_of(rules: model.Rules, seats: int) -> Lead | None:
    """Return the lead by the number that decides the winner, or by the first number reported at the end; or None."""
    winner = winning_champion(rules)
    if winner is None:
        return _lead_reported(rules, seats)
    champion, frame = winner
    chain = _chain(rules, champion.measure, champion.slot)
    if not chain:
        return Lead((Summand(1, champion.measure, ""),), champion.slot, frame, champion.is_best)
    terms, most, is_gradual = _terms(rules, chain)
    return Lead(terms, 0, most, champion.is_best, chain[0] if seats > 1 else None, is_gradual)


def winning_champion(rules: model.Rules) -> tuple[model.Champion, int] | None:
    """Return the term that names the winner by a number, such as “the player with the greatest …”, and its frame."""
    for body in _bodies(rules):
        for act in walk.parts(body):
            winner = None if not isinstance(act, model.Win) else _champion(rules, act.player, body.frame)
            if winner is not None:
                return winner
    return None


def _lead_reported(rules: model.Rules, seats: int) -> Lead | None:
    """Return the first number reported at the end: one for each player, or a single number in a game for one player."""
    for question in rules.questions.values():
        for output in question.outputs if question.has_no_inputs else ():
            if output.kind == NUMBER and (output.owner == PLAYER or (output.owner is None and seats == 1)):
                terms, frame, _ = _terms(rules, _chain(rules, output.thing, 0)[:1])
                return Lead(terms or (Summand(1, output.thing, output.key),), 0, max(frame, output.frame), True)
    return None


def _bodies(rules: model.Rules) -> Iterator[model.Body]:
    yield from rules.procedures.values()
    yield from rules.happenings.values()


def _stores(rules: model.Rules) -> Iterator[model.Store]:
    return (part for body in _bodies(rules) for part in walk.parts(body) if isinstance(part, model.Store))


def _champion(rules: model.Rules, term: model.Thing, frame: int) -> tuple[model.Champion, int] | None:
    """Return a term that compares players by a number, itself or through definitions, and its frame."""
    if isinstance(term, model.Apply):
        definition = rules.definitions[term.name]
        champions = [_champion(rules, case.thing, definition.frame) for case in definition.cases]
        return next((champion for champion in champions if champion is not None), None)
    if isinstance(term, model.Champion) and term.kind == NUMBER and term.over == PLAYER:
        return term, frame
    return None


def _chain(rules: model.Rules, measure: model.Thing, slot: int) -> list[int]:
    """Return the cells of a number of each player, then those of each number that names the role for which it grows."""
    chain, stores = list[int](), [*_stores(rules)]
    while isinstance(measure, model.Load) and measure.owner == model.Slot(slot) and measure.base not in chain:
        chain.append(measure.base)
        growing_owners = [store.owner for store in stores if store.base == measure.base and store.sign == "+"]
        roles = {owner.base for owner in growing_owners if isinstance(owner, model.Load) and owner.kind == PLAYER}
        holders = (case.thing for store in stores if store.base in roles and store.sign == "=" for case in store.cases)
        champions = [winner[0] for thing in holders if (winner := _champion(rules, thing, 0)) is not None]
        if not champions or not champions[0].is_best:
            break
        measure, slot = champions[0].measure, champions[0].slot
    return chain


def _terms(rules: model.Rules, chain: list[int]) -> tuple[tuple[Summand, ...], int, bool]:
    """Return the numbers of a chain with weights, their largest frame, and whether there are differences.

    The first number of the chain weighs most, and each further one a tenth of the one before it.
    """
    gains = {name: [*_differences(rules, rules.definitions[name])] for base in chain for name in _gains(rules, base)}
    is_gradual = any(gains.values())
    weight, most, terms = STEP ** (len(chain) - 1 + is_gradual), 1, list[Summand]()
    for base in chain:
        terms.append(Summand(weight, model.Load(base, OWNER, NUMBER), rules.stored_at(base).name))
        terms += [Summand(weight, model.Apply(name, OWNER), name) for name in _gains(rules, base) if not gains[name]]
        weight //= STEP
    for name, differences in gains.items():
        terms += [Summand(1, thing, name) for thing, _ in differences]
        most = max(most, rules.definitions[name].frame, *(frame for _, frame in differences))
    return tuple(terms), most, is_gradual


def _gains(rules: model.Rules, base: int) -> list[str]:
    """Return the definitions of a player by which the number of each player grows somewhere unconditionally."""
    names: dict[str, None] = {}
    for act in _stores(rules):
        if act.base == base and act.sign == "+" and act.owner is not None:
            summands = [summand for summand in _summands(act.cases[0].thing) if isinstance(summand, model.Apply)]
            own = [summand.name for summand in summands if summand.owner == act.owner]
            names |= {name: None for name in own if rules.definitions[name].owner == PLAYER}
    return [*names]


def _summands(thing: model.Thing) -> Iterator[model.Thing]:
    """Yield the summands of a number."""
    if isinstance(thing, model.Arithmetic) and thing.operation == "plus":
        yield from _summands(thing.left)
        yield from _summands(thing.right)
    else:
        yield thing


def _differences(rules: model.Rules, gain: model.Definition) -> Iterator[tuple[model.Thing, int]]:
    """Yield the differences of two numbers that decide a player's gain, each with the size of its frame."""
    for case in gain.cases:
        test = case.condition
        if isinstance(test, model.Compare) and test.relation in DIFFERENCES:
            pair = (test.left, test.right) if DIFFERENCES[test.relation] > 0 else (test.right, test.left)
            yield model.Arithmetic("minus", *pair), gain.frame
        for part in walk.parts(case.thing):
            if isinstance(part, model.Apply) and part.owner == OWNER and rules.definitions[part.name].owner == PLAYER:
                yield from _differences(rules, rules.definitions[part.name])
