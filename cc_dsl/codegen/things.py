"""Generate things as source: pieces, players and values are integers, none is -1, and sets are bit sets.

An expression that is used twice gets a name; a short definition is inlined.

    the number of cards in his hand                 hand_in[p1].bit_count()
    his partner's hand                              (hand_in[PARTNER[p1]] if PARTNER[p1] >= 0 else 0)
    the only card on the table                      ((m2 & -m2).bit_length() - 1 if m2 & (m2 - 1) == 0 and m2 else -1)
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from cc_dsl.codegen import ranking
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED, UNSETTLED_NUMBER, attribute_values
from cc_dsl.codegen.masks import bit, contents, contents_at, each, first_of, guard_owner, mask_of, owners_of
from cc_dsl.codegen.target import in_brackets
from cc_dsl.codegen.writer import THINGS, Frame, Writer, owned_by
from cc_dsl.core import faults
from cc_dsl.core.facts import all_cases
from cc_dsl.core.seating import is_nothing
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.boards import Entry


def none_of(kind: Kind) -> str:
    """Return the value that represents none of a kind: 0, the empty set, or -1."""
    return "0" if kind.base == "number" or kind.is_set else "-1"


# ---------------------------------------------------------------------------------- contents of places


def _load(emit: Writer, frame: Frame, term: model.Load) -> str:
    """Return the expression of a stored number, role or value."""
    var = emit.flat.cells[term.base]
    if term.owner is None:
        return emit.read(var)
    return guard_owner(emit, frame, term.owner, lambda whose: emit.read(var, whose), str(_entry(term.missing)))


def _only_piece(emit: Writer, frame: Frame, term: model.OnlyPiece) -> str:
    pile = emit.name_of_text(contents(emit, frame, term), "m")
    return f"({emit.surface.lowest(pile)} if {pile} else -1)"


def _top_piece(emit: Writer, frame: Frame, term: model.TopPiece) -> str:
    """Return the expression of the top or bottom piece of a place, -1 if the place is empty."""
    var, count = emit.flat.places[term.base], emit.flat.counts[term.base]

    def end_piece(owner: str | None) -> str:
        emit.read(var, "0")  # only to note that the place is read
        holder, start = emit.surface.holder(var)
        size = emit.name_of_text(emit.read(count, owner), "n")
        first = first_of(emit, start, owner)
        return f"({holder}[{f'{first} + {size} - 1' if term.is_top else first}] if {size} > 0 else -1)"

    return end_piece(None) if term.owner is None else guard_owner(emit, frame, term.owner, end_piece, "-1")


def _all_contents(emit: Writer, frame: Frame, term: model.AllContents) -> str:
    owners = emit.flat.places[term.base].owners
    return f"({' | '.join(contents_at(emit, term.base, str(owner)) for owner in range(owners))})"


def _lookup(emit: Writer, frame: Frame, term: model.Lookup) -> str:
    """Return the entry of a table of attributes or partners, or a shorter expression with the same value."""
    text = emit.thing(frame, term.thing)
    if text.isdigit():
        return str(attribute_values(term.values)[int(text)])
    if term.values == (1, 0) and not emit.may_be_none(frame, term.thing):
        return f"(1 - {text})"
    return f"{emit.constants(term.name, term.values, term.missing)}[{text}]"


def _pair(emit: Writer, frame: Frame, term: model.Pair) -> str:
    """Read a two-dimensional table, which is stored row after row with bit sets for sets."""
    width = len(term.rows[0])
    values = tuple(_entry(part) for row in term.rows for part in row)
    left = emit.name_of_text(emit.thing(frame, term.left), "v")
    right = emit.name_of_text(emit.thing(frame, term.right), "v")
    table = emit.table(term.name.upper(), values)
    tests = [f"{text} >= 0" for text, part in ((left, term.left), (right, term.right)) if emit.may_be_none(frame, part)]
    entry = f"{table}[{left} * {width} + {right}]"
    return f"({entry} if {' and '.join(tests)} else {_entry(term.missing)})" if tests else entry


def _entry(entry: Entry) -> int:
    """Return the entry of a table as a number: squares as a bit set, and none as -1."""
    if isinstance(entry, tuple):
        return sum(1 << square for square in entry)
    return -1 if entry is None else entry


def _ahead(emit: Writer, frame: Frame, term: model.Ahead) -> str:
    """Return the expression of the value some steps after or before another, -1 beyond the end of the order."""
    steps = emit.thing(frame, term.count)
    sign = "+" if term.step > 0 else "-"
    value = emit.name_of_text(emit.thing(frame, term.value), "v")
    if term.is_ring:
        value_after = f"(({value} {sign} {steps}) % {term.length})"
        return f"({value_after} if {value} >= 0 else -1)" if emit.may_be_none(frame, term.value) else value_after
    ahead = emit.name_of_text(f"{value} {sign} {steps}", "v")
    guard = f" and {value} >= 0" if emit.may_be_none(frame, term.value) else ""
    return f"({ahead} if 0 <= {ahead} < {term.length}{guard} else -1)"


def _value_of_place(emit: Writer, frame: Frame, term: model.Where) -> str:
    """Look for a piece in the places of all values, one after another."""
    value, owner = emit.fresh("v"), emit.fresh("v")
    piece = emit.name_of_text(bit(emit, frame, term.piece), "m")
    emit.write(f"{value} = -1")
    with emit.block(f"for {owner} in range({len(emit.rules.values[term.kind.name].values)}):"):
        for base in term.bases:
            with emit.block(f"if {emit.surface.is_not_empty(f'({contents_at(emit, base, owner)} & {piece})')}:"):
                emit.write(f"{value} = {owner}")
                emit.write("break")
    return value


# ------------------------------------------------------------------------------------------------ sets


def _difference(emit: Writer, frame: Frame, term: model.Difference) -> str:
    return f"({emit.thing(frame, term.left)} & ~{in_brackets(emit.thing(frame, term.right))})"


def _only(emit: Writer, frame: Frame, term: model.Only) -> str:
    """Return the expression of the single thing of a set, -1 if there are none or several."""
    things = emit.name_of_text(emit.thing(frame, term.things), "m")
    return f"({emit.surface.lowest(things)} if {things} and {things} & ({things} - 1) == 0 else -1)"


def _filter(emit: Writer, frame: Frame, term: model.Filter) -> str:
    """Return the expression of the things that fulfil a condition."""
    if emit.kind(term.things).base == "groups":
        raise NotCompiled("a set of groups by itself")
    mask = mask_of(emit, frame, term.slot, term.condition) if emit.kind(term.things).base == "pieces" else None
    if mask is not None:
        return f"({emit.thing(frame, term.things)} & {mask})"
    members = emit.fresh("m")
    emit.write(f"{members} = 0")
    with each(emit, frame, term.things, term.slot) as member:
        emit.write(f"if {emit.condition(frame, term.condition)}:")
        emit.write(f"    {members} |= {emit.surface.bit(member)}")
    return members


def _count(emit: Writer, frame: Frame, term: model.Count) -> str:
    """Return the expression of the number of things."""
    if emit.kind(term.things).base == "groups":
        group_count = emit.fresh("n")
        emit.write(f"{group_count} = 0")
        emit.each_group(frame, term.things, lambda group: emit.write(f"{group_count} += 1"))
        return group_count
    match term.things:
        case model.Domain():
            return str(term.things.count)
        case model.GroupPieces(model.Slot(number)) if (group := frame[number].group) is not None and group.members:
            return str(len(group.members))
        case model.Contents(base, owner) if base in emit.flat.counts:
            var = emit.flat.counts[base]
            text = functools.partial(emit.read, var)
            return text() if owner is None else guard_owner(emit, frame, owner, text, "0")
        case model.AllContents(base) if base in emit.flat.counts:
            var = emit.flat.counts[base]
            return f"({' + '.join(emit.read(var, str(owner)) for owner in range(var.owners))})"
    return emit.surface.count(emit.thing(frame, term.things))


# --------------------------------------------------------------------------------- definitions and names


def _apply(emit: Writer, frame: Frame, term: model.Apply) -> str:
    """Return the expression of a definition's value: settled, memoised or evaluated now."""
    definition = emit.rules.definitions[term.name]
    if definition.kind.base == "group":
        return emit.group(frame, term).code
    if definition.kind.base == "groups":
        raise NotCompiled("a set of groups by itself", definition.cases[0].origin.sentence)
    if definition.owner is not None and definition.owner.base == "group":
        group = emit.group(frame, term.owner)
        build = functools.partial(first_case, emit, {0: group.slot}, all_cases(definition), definition.kind)
        # Evaluate the definition only if the group exists.
        none = none_of(definition.kind)
        return _only_if(emit, build, lambda: f"{group.code} >= 0", none) if group.may_be_none else build()
    if term.owner is None:
        status = emit.is_settled(definition)
        if definition.name in emit.flat.memoised:
            return emit.read(emit.flat.memoised[definition.name].value)
        if status:
            return emit.read(emit.flat.settled[definition.name])
        meaning = meaning_of(emit, definition)
        if status is False:
            return meaning
        cell = emit.read(emit.flat.settled[definition.name])
        free = UNSETTLED_NUMBER if definition.kind.base == "number" else UNSETTLED
        return f"({cell} if {cell} != {free} else {meaning})"
    owners, test = owners_of(emit, frame, term.owner, term.other)
    meaning = meaning_of(emit, definition, *owners)
    return f"({meaning} if {test} else {none_of(definition.kind)})" if test else meaning


def _only_if(emit: Writer, thing: Callable[[], str], test: Callable[[], str], none: str) -> str:
    """Return the text of a thing that is evaluated only if a test holds: an expression, or the name of a result."""
    text, lines = emit.in_buffer(thing)
    if not lines:
        return f"({text} if {test()} else {none})"
    result = emit.fresh()
    emit.write(f"{result} = {none}")
    with emit.block(f"if {test()}:"):
        emit.append(lines)
        emit.write(f"{result} = {text}")
    return result


def meaning_of(emit: Writer, definition: model.Definition, *owners: str) -> str:
    """Return the text of a definition's value: inline if short, otherwise a call."""
    cases, none = all_cases(definition), none_of(definition.kind)

    def body(*owners: str) -> str:
        """Write the return of the first case that holds; return the text of the last case."""
        frame = owned_by(*owners)
        for case in cases:
            condition = emit.condition(frame, case.condition)
            if condition == "True":
                return _thing_of(emit, frame, case, none)
            if condition != "False":
                with emit.block(f"if {condition}:"):
                    emit.write(f"return {_thing_of(emit, frame, case, none)}")
        return none

    return emit.inline_or_call(
        definition, owners, lambda *owners: first_case(emit, owned_by(*owners), cases, definition.kind), body
    )


def _thing_of(emit: Writer, frame: Frame, case: model.Case, none: str) -> str:
    return none if is_nothing(case.thing) else emit.thing(frame, case.thing)


def first_case(emit: Writer, frame: Frame, cases: list[model.Case] | tuple[model.Case, ...], kind: Kind) -> str:
    """Return the text of the thing of the first case that holds."""
    none = none_of(kind)
    return write_first_case(emit, frame, cases, lambda case: _thing_of(emit, frame, case, none), none)


def if_holds(emit: Writer, frame: Frame, condition: model.Condition | None, thing: Callable[[], str], none: str) -> str:
    """Return the text of a thing that is evaluated only if its condition, if any, holds."""
    return thing() if condition is None else _only_if(emit, thing, lambda: emit.condition(frame, condition), none)


def write_first_case(
    emit: Writer,
    frame: Frame,
    cases: list[model.Case] | tuple[model.Case, ...],
    thing: Callable[[model.Case], str],
    none: str,
) -> str:
    """Return a text for the first case that holds, as one expression if possible: `(20 if rank == 0 else 10)`.

    If a case needs lines of its own, write nested `if` statements, and return the name to which each of them assigns.
    """
    if cases and isinstance(cases[0].condition, model.Always):
        return thing(cases[0])
    branches: list[tuple[tuple[str, list[str]], tuple[str, list[str]]]] = []
    for case in cases:
        condition = emit.in_buffer(functools.partial(emit.condition, frame, case.condition))
        if condition != ("False", []):
            branches.append((condition, emit.in_buffer(functools.partial(thing, case))))
        if condition[0] == "True":
            break
    else:
        branches.append((("True", []), (none, [])))
    if not any(lines for part in branches for _, lines in part):
        *before, (_, (last, _)) = branches
        tests = [f"{text} if {test} else " for (test, _), (text, _) in before]
        return f"({''.join(tests)}{last})" if tests else last
    # Each case is nested in the `else` of the one before.
    result, depth = emit.fresh(), emit.depth
    for number, ((test, test_lines), (text, lines)) in enumerate(branches):
        emit.append(test_lines, number)
        if test == "True":
            emit.append(lines, number)
            emit.write(f"{result} = {text}")
        else:
            with emit.block(f"if {test}:"):
                emit.append(lines, number + 1)
                emit.write(f"{result} = {text}")
            emit.write("else:")
            emit.depth += 1
    emit.depth = depth
    return result


# ------------------------------------------------------------------------------------ groups and numbers


def _arithmetic(emit: Writer, frame: Frame, term: model.Arithmetic) -> str:
    """Return a sum, difference, product, quotient or remainder of whole numbers."""
    left, right = emit.thing(frame, term.left), emit.thing(frame, term.right)
    sign = {"plus": "+", "minus": "-", "divided by": "//", "remainder": "%"}.get(term.operation, "*")
    if sign == "*" and "1" in (left, right):
        return right if left == "1" else left
    return f"({left} {sign} {right})"


def _divisor(emit: Writer, frame: Frame, term: model.Divisor) -> str:
    """Return the expression of a divisor, after code that stops play unless it is at least 1."""
    number, fault = emit.name_of_text(emit.thing(frame, term.thing), "n"), faults.no_divisor(term.origin)
    emit.note_fault(fault)
    emit.write(f"if {number} < 1:")
    emit.write(f"    raise RulesFault{fault.key!r}")
    return number


THINGS |= {
    model.Literal: lambda emit, frame, term: str(_entry(term.value)),
    model.Domain: lambda emit, frame, term: str((1 << term.count) - 1),
    model.Load: _load,
    model.Lookup: _lookup,
    model.Pair: _pair,
    model.Ahead: _ahead,
    model.Where: _value_of_place,
    model.Slot: lambda emit, frame, term: frame[term.number].text,
    model.Contents: contents,
    model.OnlyPiece: _only_piece,
    model.TopPiece: _top_piece,
    model.AllContents: _all_contents,
    model.Lone: lambda emit, frame, term: bit(emit, frame, term.thing),
    model.Union: lambda emit, frame, term: f"({emit.thing(frame, term.left)} | {emit.thing(frame, term.right)})",
    model.Difference: _difference,
    model.Filter: _filter,
    model.Count: _count,
    model.Only: _only,
    model.SortOf: lambda emit, frame, term: emit.group(frame, term.group).sort_in(emit.flat),
    model.Apply: _apply,
    model.Best: lambda emit, frame, term: ranking.best(emit, term.kind, term.is_best, emit.thing(frame, term.things)),
    model.BestFew: ranking.best_few_of,
    model.Extreme: ranking.extreme,
    model.Champion: ranking.champion,
    model.BestGroup: lambda emit, frame, term: emit.group(frame, term).code,
    model.GroupPieces: lambda emit, frame, term: emit.group(frame, term.group).pieces_in(emit.flat),
    model.Arithmetic: _arithmetic,
    model.Divisor: _divisor,
}
