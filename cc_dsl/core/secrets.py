"""Whether visibility depends on the identity of pieces, and whether a game hides anything from anybody."""

from __future__ import annotations

from typing import Any

from cc_dsl.core import facts
from cc_dsl.core.seating import is_all, seat_rules
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

DEALS = 1000
"""The most random deals of the hidden pieces that are tried to find one that a player thinks possible."""


def sight_depends_on_pieces(rules: model.Rules) -> bool:
    """Return whether other pieces in the same places could differ in visibility.

    If so, a player's view reveals something about the pieces that the player does not see.
    """
    rules = seat_rules(rules, rules.seats[1])
    return any(
        _examines_pieces(rules, term)
        for sight in rules.sights
        for part in (sight.things, *walk.uses(rules, sight.things))
        for term in walk.parts(part)
    )


def sights_of_stored(rules: model.Rules) -> list[model.Sight]:
    """Return the sights that depend on stored values, such as on the player who has doubted."""
    return [
        sight
        for sight in rules.sights
        for terms in [(sight.things, *walk.uses(rules, sight.things))]
        if any(facts.facts_of(term).reads == facts.CELLS for part in terms for term in walk.parts(part))
    ]


def _examines_pieces(rules: model.Rules, term: Any) -> bool:
    """Return whether a term depends on the identity of pieces."""
    fact = facts.facts_of(term)
    if fact.reads in (facts.GROUPS, facts.PLAY):
        return True
    return not (fact.is_of_place and isinstance(term.piece, model.Slot)) and bool(facts.examined_parts_of(rules, term))


def is_open(rules: model.Rules) -> bool:
    """Return whether a player knows all consequences of an answer, except the answers of others."""
    rules = seat_rules(rules, rules.seats[1])
    seen = (sight.is_for_all and is_all(sight.things, Kind("pieces")) for sight in rules.sights)
    is_seen = not rules.pieces.names or any(seen)
    acts = [*walk.parts((*rules.procedures.values(), *rules.happenings.values()))]
    is_drawn = any(isinstance(act, model.Choose) and act.chooser is None for act in acts)
    return is_seen and not is_drawn and not any(isinstance(act, model.Shuffle | model.Observe) for act in acts)
