"""Bit sets in generated source: members that meet a condition, and totals; loops where no bit set will do.

A condition on each of some pieces is one operation on all of them, if bits can express it.

    the cards in his hand that are red              (hand_in[p1] & 67100672)
    the cards on the table of the Lead's colour     (table_in & OF_VALUE[COLOUR[lead]])
    the total worth of his cards                    (10 * (hand_in[p1] & 15).bit_count() + …)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeGuard

from cc_dsl.codegen.target import in_brackets
from cc_dsl.codegen.writer import Frame, Slot, Writer
from cc_dsl.core.facts import all_cases
from cc_dsl.core.groups import group_of
from cc_dsl.core.seating import EVERYBODY, is_all, is_nothing
from cc_dsl.rules import model, walk

# --------------------------------------------------------------------------------- contents of places


def guard_owner(emit: Writer, frame: Frame, owner: object, text: Callable[[str], str], none: str) -> str:
    """Return a text for an owner; without an owner, the value that represents none."""
    whose = emit.name_of_text(emit.thing(frame, owner), "o")
    if not emit.may_be_none(frame, owner):
        return text(whose)
    return f"({text(whose)} if {whose} >= 0 else {none})"


def owners_of(emit: Writer, frame: Frame, *owners: object) -> tuple[tuple[str, ...], str]:
    """Return the texts of the owners of a place, number or value, and the test that each owner exists."""
    texts = tuple([emit.name_of_text(emit.thing(frame, owner), "o") for owner in owners if owner is not None])
    pairs = zip(texts, (owner for owner in owners if owner is not None), strict=True)
    return texts, " and ".join(f"{text} >= 0" for text, owner in pairs if emit.may_be_none(frame, owner))


def contents(emit: Writer, frame: Frame, term: model.Contents | model.OnlyPiece) -> str:
    """Return the set of the pieces in a place, of its owner if it has one."""
    if term.owner is None:
        return contents_at(emit, term.base, None)
    return guard_owner(emit, frame, term.owner, lambda whose: contents_at(emit, term.base, whose), "0")


def contents_at(emit: Writer, base: int, owner: str | None) -> str:
    """Return the set of the pieces in a place."""
    var = emit.flat.places[base]
    count = emit.flat.counts.get(base)
    if count is None:
        return emit.read(var, owner)
    emit.read(var, "0")
    holder, start = emit.surface.holder(var)
    return f"pieces_of_pile({holder}, {first_of(emit, start, owner)}, {emit.read(count, owner)})"


def first_of(emit: Writer, start: str, owner: str | None) -> str:
    """Return the start of an owner's range of an ordered place."""
    if owner is None or owner == "0":
        return start
    return f"{start} + {owner} * {emit.flat.pieces}"


def is_kept_as_set(term: model.Thing) -> TypeGuard[model.OnlyPiece]:
    """Return whether a piece is stored as a singleton set, as in a place for one piece."""
    return isinstance(term, model.OnlyPiece)


def bit(emit: Writer, frame: Frame, term: model.Thing) -> str:
    """Return the singleton set of a thing; for none, the empty set."""
    if is_kept_as_set(term):
        return contents(emit, frame, term)
    if isinstance(term, model.Slot) and frame[term.number].bit:
        return frame[term.number].bit
    if not emit.surface.is_fast:
        return emit.surface.singleton(emit.thing(frame, term))
    return guard_owner(emit, frame, term, lambda member: f"({emit.surface.bit(member)})", "0")


# ----------------------------------------------------------------------------------------------- loops


@contextmanager
def each(emit: Writer, frame: Frame, things: model.Thing, slot: int) -> Iterator[str]:
    """Write a loop over players or other things; yield the variable that holds each, which is the text of the slot."""
    member = emit.fresh("p")
    if is_all(things, EVERYBODY):
        frame[slot] = Slot(member, False)
        with emit.block(f"for {member} in range({emit.seats}):"):
            yield member
        return
    bit = "" if emit.surface.is_fast else emit.bit_of(member)
    left = emit.fresh("m")
    # Evaluate the things first: they may use the same slot.
    emit.write(f"{left} = {emit.thing(frame, things)}")
    frame[slot] = Slot(member, False, bit=bit)
    with emit.block(f"while {left}:"):
        emit.write_all(emit.surface.next_of(left, member, bit))
        yield member


# -------------------------------------------------------------------------- pieces that meet a condition


def is_constant(emit: Writer, term: object, slot: int) -> bool:
    """Return whether a term depends on nothing but the slot, so that it can be evaluated now for each piece."""
    slots = {part.number for part in walk.parts(term) if isinstance(part, model.Slot)}
    return slots <= {slot} and not emit.computes_constants and not emit.reads_play(term)


def mask_of(emit: Writer, frame: Frame, slot: int, condition: model.Condition) -> str | None:
    """Return the set of all pieces that meet a condition on the slot, if bits can express it."""
    text, lines = emit.in_buffer(lambda: _mask(emit, frame, slot, condition))
    if text is not None:
        emit.lines.extend(lines)
    return text


def _mask(emit: Writer, frame: Frame, slot: int, condition: model.Condition) -> str | None:
    """Return the set of pieces that fulfil a condition as an expression; None if it has no such form."""
    if is_constant(emit, condition, slot):
        return str(sum(1 << piece for piece, holds in enumerate(emit.constant_values(condition, slot)) if holds))
    if isinstance(condition, model.Not):
        denied_mask = _mask(emit, frame, slot, condition.condition)
        return None if denied_mask is None else f"~{in_brackets(denied_mask)}"
    if isinstance(condition, model.And | model.Or):
        sides = [_mask(emit, frame, slot, part) for part in (condition.left, condition.right)]
        return None if None in sides else f"({sides[0]} {'&' if isinstance(condition, model.And) else '|'} {sides[1]})"
    it = model.Slot(slot)
    if emit.surface.is_fast and not _mentions(condition, slot):
        # The condition is the same for all pieces, so all of them or none meet it.
        return f"(-1 if {emit.condition(frame, condition)} else 0)"
    if isinstance(condition, model.HasState) and condition.piece == it:
        return in_state(emit, condition.state)
    if isinstance(condition, model.In) and condition.piece == it and not _mentions(condition.things, slot):
        return emit.thing(frame, condition.things)
    if isinstance(condition, model.Same) and it in (condition.left, condition.right):
        other = condition.right if condition.left == it else condition.left
        return None if _mentions(other, slot) else bit(emit, frame, other)
    if isinstance(condition, model.Same):
        left, right = condition.left, condition.right
        return _of_value(emit, frame, slot, left, right) or _of_value(emit, frame, slot, right, left)
    if isinstance(condition, model.Holds) and condition.thing == it and condition.other is None:
        cases = [case.condition for case in emit.rules.predicates[condition.name].cases]
        masks_of_cases = [_mask(emit, {}, 0, case) for case in cases]
        texts = [text for text in masks_of_cases if text is not None]
        return f"({' | '.join(texts)})" if len(texts) == len(cases) else None
    return None


def _of_value(emit: Writer, frame: Frame, slot: int, own: model.Thing, other: model.Thing) -> str | None:
    """Return the set of all pieces with a fixed attribute equal to something else, from a table of such sets."""
    slots = {part.number for part in walk.parts(other) if isinstance(part, model.Slot)}
    is_same_for_all = slot not in slots and slots <= frame.keys()
    if (
        not is_same_for_all
        or not _mentions(own, slot)
        or not is_constant(emit, own, slot)
        or emit.kind(own).base != "value"
    ):
        return None
    values = emit.constant_values(own, slot)
    most = max(len(kind.values) for kind in emit.rules.values.values())
    # Index -1 (none) selects the last set: the pieces without a value.
    sets = [sum(1 << piece for piece, entry in enumerate(values) if entry == value) for value in (*range(most), -1)]
    return f"{emit.table('OF_VALUE', tuple(sets))}[{emit.thing(frame, other)}]"


def _mentions(term: model.Thing | model.Condition, slot: int) -> bool:
    return any(isinstance(part, model.Slot) and part.number == slot for part in walk.parts(term))


def pieces_that_pass(emit: Writer, test: model.Condition) -> str | None:
    """Return the set of the pieces that may be in a group as far as one test goes, as a literal or an expression.

    It is None if the test compares pieces with each other. “The Lead is not in it” gives `~lead_bit`, all pieces but
    one; “every card of it is red” gives the literal of the red cards.
    """
    if isinstance(test, model.Not) and isinstance(test.condition, model.In):
        piece = test.condition.piece
        is_same = not any(isinstance(part, model.Slot) for part in walk.parts(piece))
        return f"~{in_brackets(bit(emit, {}, piece))}" if is_same and group_of(test.condition.things) else None
    if not isinstance(test, model.Quantified) or test.quantity != "every" or not group_of(test.things):
        return None
    if not is_constant(emit, test.condition, test.slot):
        return None
    holds = emit.constant_values(test.condition, test.slot)
    return str(sum(1 << piece for piece, fits in enumerate(holds) if fits))


def in_state(emit: Writer, state: int) -> str:
    """Return the set of all pieces in a state; the first state has all pieces that are in no other."""
    if state:
        return emit.read(emit.flat.marks[state])
    others = [emit.read(var) for var in emit.flat.marks.values()]
    return f"~({' | '.join(others)})" if others else "-1"


def total(emit: Writer, frame: Frame, things: str, slot: int, measure: model.Thing) -> str | None:
    """Return the sum of a measure over a set, if possible as each value times the number of pieces that have it."""
    if is_constant(emit, measure, slot):
        values, parts = emit.constant_values(measure, slot), []
        for value in sorted({other for other in values if other}):
            mask = sum(1 << piece for piece, other in enumerate(values) if other == value)
            count_text = emit.surface.count(things if mask == emit.flat.all_pieces else f"{things} & {mask}")
            parts.append(count_text if value == 1 else f"{value} * {count_text}")
        return f"({' + '.join(parts)})" if parts else "0"
    if isinstance(measure, model.Arithmetic) and measure.operation in ("plus", "minus"):
        left = total(emit, frame, things, slot, measure.left)
        right = total(emit, frame, things, slot, measure.right)
        sign = "+" if measure.operation == "plus" else "-"
        return None if left is None or right is None else f"({left} {sign} {right})"
    if isinstance(measure, model.Apply) and measure.owner == model.Slot(slot) and measure.other is None:
        definition = emit.rules.definitions[measure.name]
        return _total_of_cases(emit, things, definition) if definition.settled is None else None
    return None


def _total_of_cases(emit: Writer, things: str, definition: model.Definition) -> str | None:
    """Return the sum of a definition over pieces, case by case; None if a case has no mask.

    Each case takes the pieces that meet its condition out of those that the cases before it have left.
    """
    parts, left = [], things
    for case in all_cases(definition):
        mask = mask_of(emit, {}, 0, case.condition)
        if mask is None:
            return None
        of_case = left if mask == str(emit.flat.all_pieces) else emit.name_of_text(f"{left} & {mask}", "m")
        subtotal = "0" if is_nothing(case.thing) else total(emit, {}, of_case, 0, case.thing)
        if subtotal is None:
            return None
        if subtotal != "0":
            parts.append(subtotal)
        if of_case == left:
            break
        left = emit.name_of_text(f"{left} & ~{of_case}", "m")
    return f"({' + '.join(parts)})" if parts else "0"
