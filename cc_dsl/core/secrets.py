"""What not all know: secret cells and the choices that fill them, and whether what is seen, or a game, hides anything.

a player sees his bid.      each bid is a secret of its owner: hidden in the views of all others; no open game
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cc_dsl.core import facts
from cc_dsl.core.program import BODIES, Core, Statements
from cc_dsl.core.seating import is_all, seat_rules
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

DEALS = 1000
"""The number of deals of hidden pieces that are tried, at most, for one that a player thinks possible."""


def secrets_of(rules: model.Rules) -> tuple[model.Stored, ...]:
    """Return what is secret: what play changes, and only those know to whom a sentence of the rules discloses it."""
    bases = {secret.base for secret in rules.disclosures}
    return tuple(secret for secret in rules.stored if secret.base in bases)


def number_of(rules: model.Rules, cell: int) -> int:
    """Return the number by which a secret is known among pieces: those of the cells follow those of the pieces."""
    return len(rules.pieces.names) + cell


def secret_choices(rules: model.Rules) -> dict[model.Choose, model.Store]:
    """Return the choices whose answer the next act stores in a secret: only those know it who know the secret."""
    bases = {disclosure.base for disclosure in rules.disclosures}
    if not bases:
        return {}
    core = Core(rules)
    return {
        choose: store
        for name in (*rules.procedures, *rules.happenings)
        for statements in _runs(core[name].statements)
        for choose, store in pairwise(statements)
        if isinstance(choose, model.Choose) and isinstance(store, model.Store)
        if store.base in bases and _is_stored(choose, store)
    }


def _runs(statements: Statements) -> Iterator[Statements]:
    """Yield these statements, and all that stand together inside one of them."""
    yield statements
    for statement in statements:
        for field in BODIES.get(type(statement), ()):
            inner = getattr(statement, field)
            for run in inner if inner and isinstance(inner[0], tuple) else (inner,):
                yield from _runs(run)


def _is_stored(choose: model.Choose, store: model.Store) -> bool:
    """Return whether a statement stores what was chosen, whatever else is true."""
    if choose.number is not None or store.is_for_all or store.sign != "=" or len(store.cases) != 1:
        return False
    case = store.cases[0]
    thing = case.thing.thing if isinstance(case.thing, model.Lookup) else case.thing
    return isinstance(case.condition, model.Always) and thing == model.Slot(choose.slot)


# --------------------------------------------------------------------------------------- what is seen


def sight_depends_on_pieces(rules: model.Rules) -> bool:
    """Return whether other pieces in the same places, or other secrets, could be seen otherwise.

    If they could, what a player sees and does not see tells something of the pieces that the player does not see.
    """
    if rules.disclosures:
        return True
    rules = seat_rules(rules, rules.seats[1])
    return any(
        _asks_which(rules, term)
        for sight in rules.sights
        for part in (sight.things, *walk.uses(rules, sight.things))
        for term in walk.parts(part)
    )


def _asks_which(rules: model.Rules, term: object) -> bool:
    """Return whether a term asks which pieces they are; where one lies, and how, stays as it is whichever it is."""
    if facts.of(term).reads in (facts.GROUPS, facts.PLAY):
        return True
    if isinstance(term, model.HasState | model.In) and isinstance(term.piece, model.Slot):
        return False
    return bool(facts.looked_at(rules, term))


def is_open(rules: model.Rules) -> bool:
    """Return whether a player knows everything that can come of an answer, but for the answers of others."""
    if rules.disclosures:
        return False
    rules = seat_rules(rules, rules.seats[1])
    seen = (sight.is_for_all and is_all(sight.things, Kind("pieces")) for sight in rules.sights)
    is_seen = not rules.pieces.names or any(seen)
    acts = [*walk.parts((*rules.procedures.values(), *rules.happenings.values()))]
    is_drawn = any(isinstance(act, model.Choose) and act.chooser is None for act in acts)
    return is_seen and not is_drawn and not any(isinstance(act, model.Shuffle | model.Observe) for act in acts)
