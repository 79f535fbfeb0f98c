"""What stops play: the code, the message and the sentence of every promise that rules can break while they run.

Both engines take them from here, so that a game stops with the same words in each.

    each player has a score, a number from 0 to 5.
    his score grows by 1.               at 5: Broken("out-of-bounds", …, "his score grows by 1.")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_dsl.rules import model
from cc_dsl.rules.faults import MOST_UNASKED

if TYPE_CHECKING:
    from cc_dsl.rules.model import Store


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


def no_divisor(origin: model.Origin) -> Broken:
    """Return the fault that a number is divided by one that is below 1."""
    return Broken("no-divisor", "A number is divided by one that is below 1.", origin.sentence)


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


def loop_without_question(origin: model.Origin) -> Broken:
    """Return the fault that long loops have gone round too often in which somebody may be asked, and nobody was."""
    message = f"Nobody has had anything to choose for {MOST_UNASKED:,} rounds."
    return Broken("unasked", message, origin.sentence)


def belief_broken(origin: model.Origin) -> Broken:
    """Return the fault that something does not hold of which the rules are sure."""
    return Broken("belief-broken", "A belief of the rules is false here.", origin.sentence)
