"""The number by which a player is ahead, found in the rules: how a game is won, and what will be added.

No game is known here.  The number is found in the act that ends the game (“the player with the greatest score wins”),
or, where no number names the winner, in the results at the end of a game: the first number of a question without given
pieces.  The additions are found in the acts that raise it (“his score grows by his gain”): an amount that a player
would gain if it were counted now is included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NUMBER, PLAYER


class Lead(NamedTuple):
    """The number of each player that is compared, and what will be added to it."""

    measure: model.Thing
    slot: int
    """The slot of the player in the frame of the measure."""
    frame: int
    """The number of slots of that frame."""
    is_best: bool
    """Whether the greatest number is ahead, and not the least."""
    gains: tuple[str, ...]
    """The definitions of what will be added."""
    told: str = ""
    """The key under which the number is told at the end of a game, if it was found there."""


def lead_of(rules: model.Rules, seats: int) -> Lead | None:
    """Return the number that names the winner, or else the first that is told at the end; None where there is none."""
    found = winning_champion(rules)
    if found is None:
        return _told(rules, seats)
    champion, frame = found
    return Lead(champion.measure, champion.slot, frame, champion.is_best, tuple(_gains(rules, champion.measure)))


def winning_champion(rules: model.Rules) -> tuple[model.Champion, int] | None:
    """Find the words that name the winner by a number, such as “the player with the greatest …”, and their frame."""
    for body in _bodies(rules):
        for act in walk.parts(body):
            found = None if not isinstance(act, model.Win) else _champion(rules, act.player, body.frame)
            if found is not None:
                return found
    return None


def number_of_winner(rules: model.Rules, seats: int) -> int | None:
    """Return the first cell of the players' number that names the winner; None where it is computed otherwise."""
    found = winning_champion(rules) if seats > 1 else None
    if found is None or not isinstance(found[0].measure, model.Load):
        return None
    return found[0].measure.base if found[0].measure.owner == model.Slot(found[0].slot) else None


def _told(rules: model.Rules, seats: int) -> Lead | None:
    """Take the first number that is told at the end of a game: that of each player, or the one there is for one."""
    for question in rules.questions.values():
        for told in question.told if question.is_given_nothing else ():
            if told.kind == NUMBER and (told.owner == PLAYER or (told.owner is None and seats == 1)):
                return Lead(told.thing, 0, told.frame, True, tuple(_gains(rules, told.thing)), told.key)
    return None


def _bodies(rules: model.Rules) -> Iterator[model.Body]:
    yield from rules.procedures.values()
    yield from rules.happenings.values()


def _champion(rules: model.Rules, term: model.Thing, frame: int) -> tuple[model.Champion, int] | None:
    if isinstance(term, model.Apply):
        definition = rules.definitions[term.name]
        found = [_champion(rules, case.thing, definition.frame) for case in definition.cases]
        return next((one for one in found if one is not None), None)
    if isinstance(term, model.Champion) and term.kind == NUMBER and term.over == PLAYER:
        return term, frame
    return None


def _gains(rules: model.Rules, number: object) -> list[str]:
    """Return the definitions of a player that raise the number of each player somewhere, without a condition."""
    if not isinstance(number, model.Load):
        return []
    names: dict[str, None] = {}
    for act in (part for body in _bodies(rules) for part in walk.parts(body)):
        if not isinstance(act, model.Store) or act.sign != "+":
            continue
        thing = act.cases[0].thing
        if act.base == number.base and isinstance(thing, model.Apply) and thing.owner == act.owner is not None:
            names |= {thing.name: None} if rules.definitions[thing.name].owner == PLAYER else {}
    return [*names]
