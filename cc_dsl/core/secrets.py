"""Whether what players see depends on which pieces it is, and whether a game hides anything from anybody."""

from __future__ import annotations

from typing import Any

from cc_dsl.core import facts
from cc_dsl.core.seating import is_all, seat_rules
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

DEALS = 1000
"""The number of deals of hidden pieces that are tried, at most, for one that a player thinks possible."""


def sight_depends_on_pieces(rules: model.Rules) -> bool:
    """Return whether other pieces in the same places could be seen otherwise.

    If they could, what a player sees and does not see tells something of the pieces that the player does not see.
    """
    rules = seat_rules(rules, rules.seats[1])
    return any(
        _asks_which(rules, term)
        for sight in rules.sights
        for part in (sight.things, *walk.uses(rules, sight.things))
        for term in walk.parts(part)
    )


def sights_of_stored(rules: model.Rules) -> list[model.Sight]:
    """Return the sights that depend on what play stores, such as on who has doubted."""
    return [
        sight
        for sight in rules.sights
        for terms in [(sight.things, *walk.uses(rules, sight.things))]
        if any(facts.facts_of(term).reads == facts.CELLS for part in terms for term in walk.parts(part))
    ]


def _asks_which(rules: model.Rules, term: Any) -> bool:
    """Return whether a term asks which pieces they are."""
    fact = facts.facts_of(term)
    if fact.reads in (facts.GROUPS, facts.PLAY):
        return True
    return not (fact.is_of_place and isinstance(term.piece, model.Slot)) and bool(facts.looked_at(rules, term))


def is_open(rules: model.Rules) -> bool:
    """Return whether a player knows everything that can come of an answer, but for the answers of others."""
    rules = seat_rules(rules, rules.seats[1])
    seen = (sight.is_for_all and is_all(sight.things, Kind("pieces")) for sight in rules.sights)
    is_seen = not rules.pieces.names or any(seen)
    acts = [*walk.parts((*rules.procedures.values(), *rules.happenings.values()))]
    is_drawn = any(isinstance(act, model.Choose) and act.chooser is None for act in acts)
    return is_seen and not is_drawn and not any(isinstance(act, model.Shuffle | model.Observe) for act in acts)
