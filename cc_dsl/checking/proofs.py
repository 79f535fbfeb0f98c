"""Proofs that a mutant is equivalent, where that follows from its form alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from cc_dsl.checking.mutants import Mutant
from cc_dsl.checking.tree import Path, at, fields_of
from cc_dsl.source.files import Span
from cc_dsl.syntax import nodes
from cc_dsl.syntax.nodes import Word
from cc_dsl.trees import replace, walk

MOST_ATOMS = 10
"""The number of simple conditions of which all combinations are tried."""

RAISED_BOUND = "A bound stops play with an error and decides nothing; what keeps within the old one keeps within this."
TWO_PLAYERS = "Of two players the one after another is also the one before."
NO_ACT = "The sentence lets nothing happen, and without it nothing happens either."
SAME_ACTS = "The exception does what is done without it, and no other exception can hold together with it."
TWO_STATES = "There are two states, and what is not in the one that the condition names is already in the other."


def proof(start: nodes.Start, mutant: Mutant, seats: tuple[int, int]) -> str:
    """Return why a mutant changes nothing; nothing if no proof is known."""
    if mutant.raises_bound:
        return RAISED_BOUND
    if seats == (2, 2) and isinstance(mutant.new, nodes.Linked) and _is_turned(mutant):
        return TWO_PLAYERS
    if _leaves_out_no_act(start, mutant):
        return NO_ACT
    if _changes_an_exception_without_effect(start, mutant):
        return SAME_ACTS
    return TWO_STATES if _leaves_out_the_other_state(start, mutant) else ""


def _leaves_out_no_act(start: nodes.Start, mutant: Mutant) -> bool:
    """Return whether “when a piece leaves a place: nothing” is left out, and another clause says something of that.

    An exception must not replace it.
    """
    left_out = _left_out(at(start, mutant.path), mutant.new)
    if not isinstance(left_out, nodes.Happening) or not all(isinstance(act, nodes.Nothing) for act in left_out.acts):
        return False
    is_replaced = any(_has_deed(one.statement, left_out) for one in walk(start) if isinstance(one, nodes.Displaced))
    always = [one for block in start.blocks if isinstance(block, nodes.Section) for one in block.statements]
    return not is_replaced and any(_has_deed(one, left_out) for one in always if one is not left_out)


def _left_out(before: object, after: object) -> object:
    """Return the one thing of a list that another list lacks; None if that is not the difference."""
    if not isinstance(before, tuple) or not isinstance(after, tuple) or len(before) != len(after) + 1:
        return None
    return next((one for place, one in enumerate(before) if before[:place] + before[place + 1 :] == after), None)


# ------------------------------------------------------------------------------- exceptions without effect


def _changes_an_exception_without_effect(start: nodes.Start, mutant: Mutant) -> bool:
    """Return whether the exception that is left out, or whose condition is changed, does what is done without it.

    Where it holds or would hold, no other exception to the same sentence may, since two at once stop play.
    """
    node = at(start, mutant.path)
    exception, changed_one = _left_out(node, mutant.new), None
    if not isinstance(exception, nodes.Displaced):
        place = next((size for size in range(len(mutant.path)) if _is_displaced(start, mutant.path[:size])), None)
        if place is None or "condition" not in mutant.path[place:]:
            return False
        exception, changed_one = (at(tree, mutant.path[:place]) for tree in (start, mutant.applied(start)))
    if not _does_the_same(start, exception) or _is_replaced_itself(start, exception):
        return False
    others = [_condition_of(one) for one in _rivals(start, exception)]
    conditions = [_condition_of(one) for one in (exception, changed_one) if one is not None]
    return all(
        one is not None and other is not None and exclude_each_other(one, other)
        for one in conditions
        for other in others
    )


def _condition_of(exception: nodes.Displaced) -> nodes.Condition | None:
    return exception.statement.condition if isinstance(exception.statement, nodes.Happening) else None


def _is_displaced(start: nodes.Start, path: Path) -> bool:
    return isinstance(at(start, path), nodes.Displaced)


def _rivals(start: nodes.Start, exception: nodes.Displaced) -> list[nodes.Displaced]:
    """Return the other exceptions for the same event, to whichever clause."""
    found = [one for one in walk(start) if isinstance(one, nodes.Displaced) and one is not exception]
    return [one for one in found if _has_deed(one.statement, exception.statement)]


def _is_replaced_itself(start: nodes.Start, exception: nodes.Displaced) -> bool:
    """Return whether an exception stands in a clause whose sentence on the same event is replaced in turn."""
    sections = [one for one in start.blocks if isinstance(one, nodes.Section)]
    home = next(one.section.text for one in sections if any(part is exception for part in walk(one)))
    return any(one.section.text == home for one in _rivals(start, exception))


def _does_the_same(start: nodes.Start, exception: nodes.Displaced) -> bool:
    """Return whether the clause that is replaced has one sentence on the event, without condition, with these acts."""
    if not isinstance(exception.statement, nodes.Happening):
        return False
    replaced = [
        one
        for section in start.blocks
        if isinstance(section, nodes.Section) and section.section.text == exception.section.text
        for one in walk(section)
        if isinstance(one, nodes.Happening) and _has_deed(one, exception.statement)
    ]
    return len(replaced) == 1 and replaced[0].condition is None and is_same(replaced[0].acts, exception.statement.acts)


def _has_deed(one: object, other: object) -> bool:
    if not isinstance(one, nodes.Happening) or not isinstance(other, nodes.Happening):
        return False
    return is_same(one.deed, other.deed)


def is_same(one: object, other: object) -> bool:
    """Return whether two parts of a syntax tree are the same sentence, wherever they stand and whatever they cite."""
    return _bare(one) == _bare(other)


def _bare(node: object) -> object:
    if isinstance(node, tuple) and not isinstance(node, Span):
        return tuple(_bare(one) for one in node)
    if isinstance(node, Word):
        return node.text
    kept = [name for name in fields_of(node) if name not in ("span", "cite")]
    return (type(node), *(_bare(getattr(node, name)) for name in kept)) if kept else (type(node), str(node or ""))


def exclude_each_other(one: nodes.Condition, other: nodes.Condition) -> bool:
    """Return whether two conditions cannot both hold, by “and”, “or” and “not” alone."""
    atoms = [*dict.fromkeys((*_atoms(one), *_atoms(other)))]
    if len(atoms) > MOST_ATOMS:
        return False
    worlds = (dict(zip(atoms, truths, strict=True)) for truths in product((True, False), repeat=len(atoms)))
    return not any(_holds(one, world) and _holds(other, world) for world in worlds)


def _atoms(condition: object) -> list[object]:
    match condition:
        case nodes.And_() | nodes.Or_():
            return [*_atoms(condition.left), *_atoms(condition.right)]
        case nodes.Not_():
            return _atoms(condition.condition)
        case _:
            return [_bare(_affirmed(condition))]


def _holds(condition: object, world: Mapping[object, bool]) -> bool:
    match condition:
        case nodes.And_():
            return _holds(condition.left, world) and _holds(condition.right, world)
        case nodes.Or_():
            return _holds(condition.left, world) or _holds(condition.right, world)
        case nodes.Not_():
            return not _holds(condition.condition, world)
        case _:
            affirmed = _affirmed(condition)
            return world[_bare(affirmed)] is (affirmed is condition)


def _affirmed(condition: object) -> object:
    """Return “it is empty” for “it is not empty”, and every other condition as it is."""
    match condition:
        case nodes.Says(predicate=nodes.Is_(negation=Word()) as predicate):
            return replace(condition, predicate=replace(predicate, negation=None))
        case _:
            return condition


# ---------------------------------------------------------------------------------------------- two states


def _is_turned(mutant: Mutant) -> bool:
    return {" ".join(mutant.before.split()), mutant.after} == {"after", "before"}


def _leaves_out_the_other_state(start: nodes.Start, mutant: Mutant) -> bool:
    """Return whether “balls that are spared become common”, or “if it is spared: it becomes common”, loses “spared”."""
    node = at(start, mutant.path)
    if isinstance(node, nodes.Filtered) and mutant.new == node.thing and isinstance(node.relative, nodes.That):
        act = at(start, mutant.path[:-1])
        return isinstance(act, nodes.Become) and _are_all(start, node.relative.predicate, act.to)
    conditional = nodes.Procedure | nodes.Happening | nodes.Around
    if not isinstance(node, conditional) or getattr(mutant.new, "condition", None) is not None:
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


def _are_all(start: nodes.Start, predicate: object, to: object) -> bool:
    """Return whether “is spared” and “common” name the two states of a pair."""
    if not isinstance(predicate, nodes.Is_) or predicate.negation is not None:
        return False
    if not isinstance(predicate.complement, nodes.Name) or not isinstance(to, nodes.Name):
        return False
    both = {predicate.complement.name.text, to.name.text}
    return any(
        isinstance(one, nodes.States) and len(one.values) == 2 and {word.text for word in one.values} == both
        for one in walk(start)
    )
