"""Whether what a player sees depends on which pieces are where, as in `all see the best card in the tray`."""

from __future__ import annotations

from cc_dsl.core import facts
from cc_dsl.rules import model, walk

DEALS = 1000
"""The number of deals of hidden pieces that are tried, at most, for one that a player thinks possible."""


def sight_depends_on_pieces(rules: model.Rules) -> bool:
    """Return whether other pieces in the same places, or other secrets, could be seen otherwise.

    If they could, what a player sees and does not see tells something of the pieces that the player does not see.
    """
    if rules.disclosures:
        return True
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
