"""Generate things as source: pieces, players and values are integers, none is -1, a set of them is a bit set.

An expression that is used twice gets a name; a definition is written in its place if it is short.

    the number of cards in his hand                 hand_in[p1].bit_count()
    his partner's hand                              (hand_in[PARTNER[p1]] if PARTNER[p1] >= 0 else 0)
    the only card on the table                      ((m2 & -m2).bit_length() - 1 if m2 & (m2 - 1) == 0 and m2 else -1)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from cc_dsl.codegen import masks, ranking
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED, UNSETTLED_NUMBER, whole
from cc_dsl.codegen.frames import Frame, Slot, group_slot, is_settled, pieces_text, sort_text
from cc_dsl.codegen.target import inside
from cc_dsl.codegen.writer import Writer
from cc_dsl.core import facts
from cc_dsl.core.expressions import Ahead, Domain, Literal, Lookup, Pair
from cc_dsl.core.facts import all_cases
from cc_dsl.rules import model
from cc_dsl.rules.kinds import Kind
from cc_dsl.table.boards import Entry
from cc_dsl.trees import ByClassWithin


def none_of(kind: Kind) -> str:
    """Return what none counts as where a kind is wanted: 0, no pieces, or none."""
    return "0" if kind.base == "number" or kind.is_set else "-1"


def may_be_none(emit: Writer, frame: Frame, term: object) -> bool:
    """Return whether a thing may turn out to be none."""
    return facts.may_be_none(emit.rules, term, lambda slot: frame[slot.number].may_be_none)


def guarded(emit: Writer, frame: Frame, owner: object, text: Callable[[str], str], none: str) -> str:
    """Return a text for an owner, or what none counts as if nobody is there."""
    whose = emit.keep(emit.thing(frame, owner), "o")
    if not may_be_none(emit, frame, owner):
        return text(whose)
    return f"({text(whose)} if {whose} >= 0 else {none})"


# ------------------------------------------------------------------------------------- what lies there


def _literal(emit: Writer, frame: Frame, term: Literal) -> str:
    return str(whole((term.value,))[0])


def _domain(emit: Writer, frame: Frame, term: Domain) -> str:
    return str((1 << term.count) - 1)


def _slot(emit: Writer, frame: Frame, term: model.Slot) -> str:
    return frame[term.number].text


def _load(emit: Writer, frame: Frame, term: model.Load) -> str:
    var = emit.flat.cells[term.base]
    if term.owner is None:
        return emit.read(var)
    return guarded(emit, frame, term.owner, lambda whose: emit.read(var, whose), str(_entry(term.missing)))


def _contents(emit: Writer, frame: Frame, term: model.Contents) -> str:
    if term.owner is None:
        return contents_at(emit, term.base, None)
    return guarded(emit, frame, term.owner, lambda whose: contents_at(emit, term.base, whose), "0")


def contents_at(emit: Writer, base: int, owner: str | None) -> str:
    """Return the set of the pieces in a place."""
    var = emit.flat.places[base]
    count = emit.flat.counts.get(base)
    if count is None:
        return emit.read(var, owner)
    emit.read(var, "0")
    holder, start = emit.surface.holder(var)
    return f"gathered({holder}, {first_of(emit, start, owner)}, {emit.read(count, owner)})"


def first_of(emit: Writer, start: str, owner: str | None) -> str:
    """Return where an owner's range of a place with order begins."""
    if owner is None or owner == "0":
        return start
    return f"{start} + {owner} * {emit.flat.pieces}"


def _only_piece(emit: Writer, frame: Frame, term: model.OnlyPiece) -> str:
    pile = emit.keep(_contents(emit, frame, model.Contents(term.base, term.owner)), "m")
    return f"({emit.surface.lowest(pile)} if {pile} else -1)"


def _top_piece(emit: Writer, frame: Frame, term: model.TopPiece) -> str:
    var, count = emit.flat.places[term.base], emit.flat.counts[term.base]

    def at(owner: str | None) -> str:
        emit.read(var, "0")
        holder, start = emit.surface.holder(var)
        size = emit.keep(emit.read(count, owner), "n")
        first = first_of(emit, start, owner)
        return f"({holder}[{f'{first} + {size} - 1' if term.is_top else first}] if {size} > 0 else -1)"

    return at(None) if term.owner is None else guarded(emit, frame, term.owner, at, "-1")


def _all_contents(emit: Writer, frame: Frame, term: model.AllContents) -> str:
    owners = emit.flat.places[term.base].owners
    return f"({' | '.join(contents_at(emit, term.base, str(owner)) for owner in range(owners))})"


def _lookup(emit: Writer, frame: Frame, term: Lookup) -> str:
    text = emit.thing(frame, term.thing)
    if text.isdigit():
        return str(whole(term.values)[int(text)])
    if term.values == (1, 0) and not may_be_none(emit, frame, term.thing):
        return f"(1 - {text})"
    return f"{emit.constants(term.name, term.values, term.missing)}[{text}]"


def _pair(emit: Writer, frame: Frame, term: Pair) -> str:
    """Read a table whose rows lie one behind the other; sets are bit sets there."""
    wide = len(term.rows[0])
    values = tuple(_entry(one) for row in term.rows for one in row)
    left = emit.keep(emit.thing(frame, term.left), "v")
    right = emit.keep(emit.thing(frame, term.right), "v")
    table = emit.table(term.name.upper(), values)
    tests = [f"{text} >= 0" for text, one in ((left, term.left), (right, term.right)) if may_be_none(emit, frame, one)]
    found = f"{table}[{left} * {wide} + {right}]"
    return f"({found} if {' and '.join(tests)} else {_entry(term.missing)})" if tests else found


def _entry(one: Entry) -> int:
    """Return what a table has as a number: squares as a bit set, and none as -1."""
    if isinstance(one, tuple):
        return sum(1 << square for square in one)
    return -1 if one is None else one


def _next(emit: Writer, frame: Frame, term: Ahead) -> str:
    steps = emit.thing(frame, term.count)
    sign = "+" if term.step > 0 else "-"
    value = emit.keep(emit.thing(frame, term.value), "v")
    if term.is_ring:
        found = f"(({value} {sign} {steps}) % {term.length})"
        return f"({found} if {value} >= 0 else -1)" if may_be_none(emit, frame, term.value) else found
    ahead = emit.keep(f"{value} {sign} {steps}", "v")
    guard = f" and {value} >= 0" if may_be_none(emit, frame, term.value) else ""
    return f"({ahead} if 0 <= {ahead} < {term.length}{guard} else -1)"


def _where(emit: Writer, frame: Frame, term: model.Where) -> str:
    """Look for a piece in the places of all values, one after another."""
    found, owner = emit.fresh("v"), emit.fresh("v")
    piece = emit.keep(bit(emit, frame, term.piece), "m")
    emit.write(f"{found} = -1")
    with emit.indented(f"for {owner} in range({len(emit.rules.values[term.kind.name].values)}):"):
        for base in term.bases:
            with emit.indented(f"if {emit.surface.some(f'({contents_at(emit, base, owner)} & {piece})')}:"):
                emit.write(f"{found} = {owner}")
                emit.write("break")
    return found


# ------------------------------------------------------------------------------------------------ sets


def bit(emit: Writer, frame: Frame, term: model.Thing) -> str:
    """Return the set of one thing; of none, the empty set."""
    if isinstance(term, model.OnlyPiece):
        return _contents(emit, frame, model.Contents(term.base, term.owner))
    if isinstance(term, model.Slot) and frame[term.number].bit:
        return frame[term.number].bit
    if not emit.surface.is_fast:
        return emit.surface.only(emit.thing(frame, term))
    return guarded(emit, frame, term, lambda one: f"({emit.surface.bit(one)})", "0")


def _lone(emit: Writer, frame: Frame, term: model.Lone) -> str:
    return bit(emit, frame, term.thing)


def _union(emit: Writer, frame: Frame, term: model.Union) -> str:
    return f"({emit.thing(frame, term.left)} | {emit.thing(frame, term.right)})"


def _difference(emit: Writer, frame: Frame, term: model.Difference) -> str:
    return f"({emit.thing(frame, term.left)} & ~{inside(emit.thing(frame, term.right))})"


def _only(emit: Writer, frame: Frame, term: model.Only) -> str:
    things = emit.keep(emit.thing(frame, term.things), "m")
    return f"({emit.surface.lowest(things)} if {things} and {things} & ({things} - 1) == 0 else -1)"


def _filter(emit: Writer, frame: Frame, term: model.Filter) -> str:
    if emit.kind(term.things).base == "groups":
        raise NotCompiled("a set of groups by itself")
    mask = masks.fulfilling(emit, frame, term.slot, term.condition) if emit.kind(term.things).base == "pieces" else None
    if mask is not None:
        return f"({emit.thing(frame, term.things)} & {mask})"
    found = emit.fresh("m")
    emit.write(f"{found} = 0")
    with masks.each(emit, frame, term.things, term.slot) as one:
        emit.write(f"if {emit.condition(frame, term.condition)}:")
        emit.write(f"    {found} |= {emit.surface.bit(one)}")
    return found


def _count(emit: Writer, frame: Frame, term: model.Count) -> str:
    if emit.kind(term.things).base == "groups":
        found = emit.fresh("n")
        emit.write(f"{found} = 0")
        emit.each_group(frame, term.things, lambda group: emit.write(f"{found} += 1"))
        return found
    size = known_size(emit, frame, term.things)
    if size is not None:
        return str(size)
    if isinstance(term.things, model.Contents) and term.things.base in emit.flat.counts:
        var = emit.flat.counts[term.things.base]
        if term.things.owner is None:
            return emit.read(var)
        return guarded(emit, frame, term.things.owner, lambda whose: emit.read(var, whose), "0")
    if isinstance(term.things, model.AllContents) and term.things.base in emit.flat.counts:
        return f"({' + '.join(emit.every(emit.flat.counts[term.things.base]))})"
    return emit.surface.count(emit.thing(frame, term.things))


def known_size(emit: Writer, frame: Frame, things: model.Thing) -> int | None:
    """Return how many pieces there are, where that is known before play."""
    if isinstance(things, model.AllPlayers):
        return emit.seats
    if isinstance(things, model.AllPieces):
        return emit.flat.pieces
    if isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot):
        group = frame[things.group.number].group
        if group is not None and group.members:
            return len(group.members)
    return None


# --------------------------------------------------------------------------------- definitions and names


def _apply(emit: Writer, frame: Frame, term: model.Apply) -> str:
    definition = emit.rules.definitions[term.name]
    if definition.kind.base == "group":
        return emit.group(frame, term).code
    if definition.kind.base == "groups":
        raise NotCompiled("a set of groups by itself", definition.cases[0].origin.sentence)
    if definition.owner is not None and definition.owner.base == "group":
        return group_owned(emit, frame, term, definition)
    if term.owner is None:
        status = emit.status.get(is_settled(definition.name)) if definition.settled is not None else False
        if definition.name in emit.flat.recalled:
            return emit.read(emit.flat.recalled[definition.name].value)
        if status:
            return emit.read(emit.flat.settled[definition.name])
        meaning = meaning_of(emit, definition, None)
        if status is False:
            return meaning
        cell = emit.read(emit.flat.settled[definition.name])
        free = UNSETTLED_NUMBER if definition.kind.base == "number" else UNSETTLED
        return f"({cell} if {cell} != {free} else {meaning})"
    none = none_of(definition.kind)
    return guarded(emit, frame, term.owner, lambda whose: meaning_of(emit, definition, whose), none)


def group_owned(emit: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> str:
    """Return the value of a definition for a group whose text is known only here."""
    group = emit.group(frame, term.owner)
    inner, none = {0: group_slot(group)}, none_of(definition.kind)
    build = functools.partial(chosen, emit, inner, all_cases(definition), definition.kind)
    # Where there is no group nothing is asked of it.
    return _only_if(emit, build, lambda: f"{group.code} >= 0", none) if group.may_be_none else build()


def _only_if(emit: Writer, thing: Callable[[], str], test: Callable[[], str], none: str) -> str:
    """Return the text of a thing that is asked for only where a test holds."""
    text, lines = emit.in_buffer(thing)
    if not lines:
        return f"({text} if {test()} else {none})"
    result = emit.fresh()
    emit.write(f"{result} = {none}")
    with emit.indented(f"if {test()}:"):
        emit.append(lines)
        emit.write(f"{result} = {text}")
    return result


def meaning_of(emit: Writer, definition: model.Definition, owner: str | None) -> str:
    """Return the text of a definition's value: inline if short, and otherwise a call."""
    answers = emit.table_of(definition) if owner is not None else None
    if answers is not None:
        return f"{emit.table(definition.name.upper().replace('-', '_'), answers)}[{owner}]"
    cases = all_cases(definition)
    return emit.inline_or_call(
        definition,
        () if owner is None else (owner,),
        lambda *owner: chosen(emit, _owned(*owner), cases, definition.kind),
        lambda *owner: _returned(emit, _owned(*owner), cases, none_of(definition.kind)),
    )


def _owned(*owner: str) -> Frame:
    return {slot: Slot(text, False) for slot, text in enumerate(owner)}


def _returned(emit: Writer, frame: Frame, cases: list[model.Case], none: str) -> str:
    """Write, in a function, that the thing of the first case that holds is given back; give that of the last."""
    for case in cases:
        condition = emit.condition(frame, case.condition)
        if condition == "True":
            return none if isinstance(case.thing, model.Nothing) else emit.thing(frame, case.thing)
        if condition != "False":
            with emit.indented(f"if {condition}:"):
                emit.write(f"return {none if isinstance(case.thing, model.Nothing) else emit.thing(frame, case.thing)}")
    return none


def chosen(emit: Writer, frame: Frame, cases: list[model.Case] | tuple[model.Case, ...], kind: Kind) -> str:
    """Return the thing of the first case that holds."""
    none = none_of(kind)

    def thing(case: model.Case) -> str:
        return none if isinstance(case.thing, model.Nothing) else emit.thing(frame, case.thing)

    return first_holding(emit, frame, cases, thing, none)


def if_holds(emit: Writer, frame: Frame, condition: model.Condition | None, thing: Callable[[], str], none: str) -> str:
    """Return the text of a thing that is asked for only where a condition holds, if there is one."""
    return thing() if condition is None else _only_if(emit, thing, lambda: emit.condition(frame, condition), none)


def first_holding(
    emit: Writer,
    frame: Frame,
    cases: list[model.Case] | tuple[model.Case, ...],
    thing: Callable[[model.Case], str],
    none: str,
) -> str:
    """Return a text for the first case that holds; in one expression where that can be."""
    if cases and isinstance(cases[0].condition, model.Always):
        return thing(cases[0])
    built = _built_cases(emit, frame, cases, thing, none)
    if not any(lines for part in built for _, lines in part):
        *before, (_, (last, _)) = built
        tests = [f"{text} if {condition} else " for (condition, _), (text, _) in before]
        return f"({''.join(tests)}{last})" if tests else last
    result = emit.fresh()
    _write_cases(emit, built, result)
    return result


Built = tuple[str, list[str]]
"""An expression and the lines that come before it."""


def _built_cases(
    emit: Writer, frame: Frame, cases: Sequence[model.Case], thing: Callable[[model.Case], str], none: str
) -> list[tuple[Built, Built]]:
    """Return each condition with its thing, up to one that always holds; the last always does."""
    built: list[tuple[Built, Built]] = []
    for case in cases:
        condition = emit.in_buffer(functools.partial(emit.condition, frame, case.condition))
        if condition == ("False", []):
            continue
        built.append((condition, emit.in_buffer(functools.partial(thing, case))))
        if condition[0] == "True":
            return built
    return [*built, (("True", []), (none, []))]


def _write_cases(emit: Writer, built: list[tuple[Built, Built]], result: str) -> None:
    """Write the cases one inside the other, each below the conditions of those before."""
    depth = emit.depth
    for number, ((condition, needed), (text, lines)) in enumerate(built):
        emit.append(needed, number)
        if condition == "True":
            emit.append(lines, number)
            emit.write(f"{result} = {text}")
        else:
            with emit.indented(f"if {condition}:"):
                emit.append(lines, number + 1)
                emit.write(f"{result} = {text}")
            emit.write("else:")
            emit.depth += 1
    emit.depth = depth


# ------------------------------------------------------------------------------------ groups and numbers


def _sort_of(emit: Writer, frame: Frame, term: model.SortOf) -> str:
    return sort_text(emit.flat, emit.group(frame, term.group))


def _group_code(emit: Writer, frame: Frame, term: model.Thing) -> str:
    return emit.group(frame, term).code


def _group_pieces(emit: Writer, frame: Frame, term: model.GroupPieces) -> str:
    return pieces_text(emit.flat, emit.group(frame, term.group))


def _arithmetic(emit: Writer, frame: Frame, term: model.Arithmetic) -> str:
    left, right = emit.thing(frame, term.left), emit.thing(frame, term.right)
    sign = {"plus": "+", "minus": "-", "divided by": "//", "remainder": "%"}.get(term.operation, "*")
    if sign == "*" and "1" in (left, right):
        return right if left == "1" else left
    return f"({left} {sign} {right})"


THINGS: ByClassWithin[Writer, Frame, str] = {
    Literal: _literal,
    Domain: _domain,
    model.Load: _load,
    Lookup: _lookup,
    Pair: _pair,
    Ahead: _next,
    model.Where: _where,
    model.Slot: _slot,
    model.Contents: _contents,
    model.OnlyPiece: _only_piece,
    model.TopPiece: _top_piece,
    model.AllContents: _all_contents,
    model.Lone: _lone,
    model.Union: _union,
    model.Difference: _difference,
    model.Filter: _filter,
    model.Count: _count,
    model.Only: _only,
    model.SortOf: _sort_of,
    model.Apply: _apply,
    model.Best: ranking.best_of,
    model.BestFew: ranking.best_few_of,
    model.Extreme: ranking.extreme,
    model.Champion: ranking.champion,
    model.BestGroup: _group_code,
    model.GroupPieces: _group_pieces,
    model.Arithmetic: _arithmetic,
}
