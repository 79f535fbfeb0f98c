"""What stops play: the code, the message and the sentence of every promise that rules can break while they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model, walk
from cc_dsl.rules.lengths import MOST_UNASKED

if TYPE_CHECKING:
    from cc_dsl.core.program import Store


class Broken(NamedTuple):
    """A promise that rules have broken."""

    code: str
    message: str
    where: str
    """The sentence that broke it."""


def nobody(origin: model.Origin, what: str) -> Broken:
    """Return the fault that somebody is needed, and none is there."""
    return Broken("nobody", f"Nobody is there {what}.", origin.sentence)


def impossible(origin: model.Origin, limit: model.Case) -> Broken:
    """Return the fault that something is done that a sentence with “only if” excludes."""
    return Broken("impossible", f"This can happen only otherwise: {limit.origin.sentence}", origin.sentence)


def place_full(origin: model.Origin) -> Broken:
    """Return the fault that a place has no room for what comes to it."""
    return Broken("place-full", "More pieces go to a place than it is for.", origin.sentence)


def no_chance(origin: model.Origin) -> Broken:
    """Return the fault that a weight by which chance chooses is below 0."""
    return Broken("no-chance", "A weight by which chance chooses is below 0.", origin.sentence)


def too_few(origin: model.Origin, wanted: int | None, there: int | None = None) -> Broken:
    """Return the fault that fewer pieces lie in a place than are taken from it."""
    if wanted is None:
        return Broken("too-few", "Fewer are there than are wanted.", origin.sentence)
    message = f"Fewer than {wanted} are there." if there is None else f"Here are {there}, and {wanted} are wanted."
    return Broken("too-few", message, origin.sentence)


def out_of_bounds(store: Store, what: str) -> Broken:
    """Return the fault that a number would leave its bounds."""
    least, most = store.bounds or (0, 0)
    return Broken("out-of-bounds", f"“{store.name}” {what}; it goes from {least} to {most}.", store.origin.sentence)


def unasked(origin: model.Origin) -> Broken:
    """Return the fault that long loops have gone round too often in which somebody may be asked, and nobody was."""
    message = f"Nobody has had anything to choose for {MOST_UNASKED:,} rounds."
    return Broken("unasked", message, origin.sentence)


def belief_broken(origin: model.Origin) -> Broken:
    """Return the fault that something does not hold of which the rules are sure."""
    return Broken("belief-broken", "A belief of the rules is false here.", origin.sentence)


def may_stop(rules: model.Rules, part: object) -> bool:
    """Return whether play can stop while a term is evaluated: two exceptions to a rule that it uses may both hold."""
    if not _has_rivals(rules):
        return False
    used = (part, *walk.uses(rules, part))
    if any(isinstance(one, model.Groups | model.BestGroup) for term in used for one in walk.parts(term)):
        # Whoever asks for a group asks how it and its pieces rank, and what is required of it.
        used = (*used, *walk.uses(rules, (*rules.groups.values(), *rules.rankings.values())))
    return any(isinstance(one, model.Unrivalled) for term in used for one in walk.parts(term))


def best_may_stop(rules: model.Rules, group: model.Group) -> bool:
    """Return whether play can stop while the best group of a player is found."""
    return may_stop(rules, group) or ranks_may_stop(rules)


def ranks_may_stop(rules: model.Rules) -> bool:
    """Return whether play can stop while pieces are ranked."""
    return may_stop(rules, rules.rankings.get(rules.pieces.name, ()))


def _has_rivals(rules: model.Rules) -> bool:
    """Return whether two exceptions to any definition may hold at once; few rules have such."""
    exceptions = (case for one in rules.definitions.values() for cases in one.overrides for case in cases)
    return any(isinstance(case.condition, model.Unrivalled) for case in exceptions)
