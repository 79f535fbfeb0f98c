"""The lead of a player: the number by which the rules find the winner, with what will be added to it.

This module knows no game.  The number is found in the act that ends the game (“the player with the greatest score
wins”), or, where no number names the winner, in the results at the end of a game: the first number of a question
without given pieces.  The additions are found in the acts that raise it (“his score grows by his gain”): an amount that
a player would gain if it were counted now is included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cc_dsl.interpreter.runtime import Runtime
from cc_dsl.interpreter.state import State
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import NUMBER, PLAYER


class Watched(NamedTuple):
    """The places and cells that a standing is computed from."""

    places: tuple[int, ...]
    cells: tuple[int, ...]


class Standing:
    """Tells how far a player is ahead of the best of the others."""

    def __init__(self, runtime: Runtime, measure: model.Thing, slot: int, frame: int, is_best: bool = True) -> None:
        """Make the closures of the number, which is that of the player in a slot, and of what will be added to it."""
        self._sign = 1 if is_best else -1
        self._players = range(runtime.seats)
        self._size = frame
        self._slot = slot
        self._number = runtime.build.thing(measure)
        names = _gains(runtime.rules, measure)
        self._gains = [runtime.build.thing(model.Apply(name, model.Slot(slot))) for name in names]
        read = [measure, *(runtime.rules.definitions[name] for name in names)]
        self._watched = _watched(runtime, read) if names else Watched((), ())

    def of(self, state: State, player: int) -> int:
        """Return a player's lead; less than nothing if another is before him."""
        frame: list[Any] = [None] * self._size
        own, others = 0, []
        for one in self._players:
            frame[self._slot] = one
            worth = self._sign * (self._number(state, frame) or 0)
            worth += self._sign * sum(gain(state, frame) or 0 for gain in self._gains)
            if one == player:
                own = worth
            else:
                others.append(worth)
        return own - max(others, default=0)

    def stamp(self, state: State) -> Any:
        """Return what changes whenever the lead does: much cheaper to compare than the lead."""
        if not self._gains:
            return None
        places, cells = state.places, state.cells
        return [len(places[place]) for place in self._watched.places], [cells[cell] for cell in self._watched.cells]


def standing_of(runtime: Runtime) -> Standing | None:
    """Return a function for a player's lead: in the number that decides the winner, or in the result at the end."""
    return winning_number(runtime) or _told(runtime)


def winning_number(runtime: Runtime) -> Standing | None:
    """Find the number by which the rules name the winner, and return a function for a player's lead in it."""
    found = winning_champion(runtime.rules)
    if found is None:
        return None
    champion, frame = found
    return Standing(runtime, champion.measure, champion.slot, frame, champion.is_best)


def winning_champion(rules: model.Rules) -> tuple[model.Champion, int] | None:
    """Find the words that name the winner by a number, such as “the player with the greatest …”, and their frame."""
    for body in _bodies(rules):
        for act in walk.parts(body):
            found = None if not isinstance(act, model.Win) else _champion(rules, act.player, body.frame)
            if found is not None:
                return found
    return None


def _told(runtime: Runtime) -> Standing | None:
    """Take the first number reported at the end of a game: that of each player, or the single one of a game for one."""
    for question in runtime.rules.questions.values():
        for told in question.told if question.is_given_nothing else ():
            if told.kind == NUMBER and (told.owner == PLAYER or (told.owner is None and runtime.seats == 1)):
                return Standing(runtime, told.thing, 0, told.frame)
    return None


def _bodies(rules: model.Rules) -> Iterator[Any]:
    yield from rules.procedures.values()
    yield from rules.happenings.values()


def _champion(rules: model.Rules, term: Any, frame: int) -> tuple[model.Champion, int] | None:
    if isinstance(term, model.Apply):
        definition = rules.definitions[term.name]
        found = [_champion(rules, case.thing, definition.frame) for case in definition.cases]
        return next((one for one in found if one is not None), None)
    is_found = isinstance(term, model.Champion) and term.kind == NUMBER and term.over == PLAYER
    return (term, frame) if is_found else None


def _gains(rules: model.Rules, number: object) -> list[str]:
    """Return the definitions of a player that raise the number of each player somewhere, without a condition."""
    if not isinstance(number, model.Cell):
        return []
    names: dict[str, None] = {}
    for act in (part for body in _bodies(rules) for part in walk.parts(body)):
        if not isinstance(act, model.SetNumber) or act.sign != "+":
            continue
        thing = act.cases[0].thing
        if act.base == number.base and isinstance(thing, model.Apply) and thing.owner == act.owner is not None:
            names |= {thing.name: None} if rules.definitions[thing.name].owner == PLAYER else {}
    return [*names]


def _watched(runtime: Runtime, read: list[Any]) -> Watched:
    """Return the places and cells from which things are computed, also by way of definitions."""
    places: set[int] = set()
    cells: set[int] = set()
    for thing in read:
        for whole in (thing, *walk.uses(runtime.rules, thing)):
            for part in walk.parts(whole):
                if isinstance(part, model.Contents | model.OnlyPiece | model.AllContents):
                    declared = next(place for place in runtime.rules.places if place.base == part.base)
                    places.update(range(part.base, part.base + declared.many(runtime.seats)))
                elif isinstance(part, model.Cell | model.Variable):
                    counts = {one.base: one.many(runtime.seats) for one in runtime.rules.numbers}
                    counts |= {one.base: one.many(runtime.seats) for one in runtime.rules.held}
                    cells.update(range(part.base, part.base + counts.get(part.base, 1)))
    return Watched(tuple(sorted(places)), tuple(sorted(cells)))
