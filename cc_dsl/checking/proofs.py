"""Proofs that a mutant is equivalent, where that follows from its form alone."""

from __future__ import annotations

from typing import Any

from cc_dsl.checking.mutants import Mutant
from cc_dsl.checking.tree import at
from cc_dsl.syntax import nodes
from cc_dsl.trees import walk

RAISED_BOUND = "A bound stops play with an error and decides nothing; what keeps within the old one keeps within this."
TWO_PLAYERS = "Of two players the one after another is also the one before."
TWO_STATES = "There are two states, and what is not in the one that the condition names is already in the other."


def proof(start: nodes.Start, mutant: Mutant, seats: tuple[int, int]) -> str:
    """Return why a mutant changes nothing; nothing if no proof is known."""
    if mutant.raises_bound:
        return RAISED_BOUND
    if seats == (2, 2) and isinstance(mutant.new, nodes.Linked) and _is_turned(mutant):
        return TWO_PLAYERS
    return TWO_STATES if _leaves_out_the_other_state(start, mutant) else ""


def _is_turned(mutant: Mutant) -> bool:
    return {" ".join(mutant.before.split()), mutant.after} == {"after", "before"}


def _leaves_out_the_other_state(start: nodes.Start, mutant: Mutant) -> bool:
    """Return whether “balls that are spared become common”, or “if it is spared: it becomes common”, loses “spared”."""
    node = at(start, mutant.path)
    if isinstance(node, nodes.Filtered) and mutant.new == node.thing and isinstance(node.relative, nodes.That):
        act = at(start, mutant.path[:-1])
        return isinstance(act, nodes.Become) and _are_all(start, node.relative.predicate, act.to)
    if not isinstance(node, nodes.Procedure | nodes.Happening | nodes.Around) or mutant.new.condition is not None:
        return False
    condition, acts = node.condition, node.acts
    return (
        isinstance(condition, nodes.Says)
        and len(acts) == 1
        and isinstance(act := acts[0], nodes.Become)
        and isinstance(act.things, nodes.Pronoun)
        and isinstance(condition.thing, nodes.Pronoun)
        and act.things.word.text == condition.thing.word.text
        and _are_all(start, condition.predicate, act.to)
    )


def _are_all(start: nodes.Start, predicate: Any, to: Any) -> bool:
    """Return whether “is spared” and “common” name the two states of a pair."""
    is_plain = isinstance(predicate, nodes.Is_) and predicate.negation is None
    if not is_plain or not isinstance(predicate.complement, nodes.Name) or not isinstance(to, nodes.Name):
        return False
    both = {predicate.complement.name.text, to.name.text}
    return any(
        isinstance(one, nodes.States) and len(one.values) == 2 and {word.text for word in one.values} == both
        for one in walk(start)
    )
