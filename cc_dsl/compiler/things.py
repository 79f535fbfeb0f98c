"""Generate things as source: pieces, players and values are integers, none is -1, a set of them is a bit set."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from cc_dsl.compiler import masks, ranking
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import UNSETTLED, UNSETTLED_NUMBER, whole
from cc_dsl.compiler.frames import LONGEST_INLINE, Frame, Slot, group_slot, is_settled, pieces_text, sort_text
from cc_dsl.compiler.target import inside
from cc_dsl.compiler.writer import Writer
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


def may_be_none(make: Writer, frame: Frame, term: object) -> bool:
    """Return whether a thing may turn out to be none."""
    return facts.may_be_none(make.rules, term, lambda slot: frame[slot.number].may_be_none)


def guarded(make: Writer, frame: Frame, owner: object, text: Callable[[str], str], none: str) -> str:
    """Return a text for an owner, or what none counts as if nobody is there."""
    whose = make.keep(make.thing(frame, owner), "o")
    if not may_be_none(make, frame, owner):
        return text(whose)
    return f"({text(whose)} if {whose} >= 0 else {none})"


# ------------------------------------------------------------------------------------- what lies there


def _literal(make: Writer, frame: Frame, term: Literal) -> str:
    return str(whole((term.value,))[0])


def _domain(make: Writer, frame: Frame, term: Domain) -> str:
    return str((1 << term.count) - 1)


def _slot(make: Writer, frame: Frame, term: model.Slot) -> str:
    return frame[term.number].text


def _load(make: Writer, frame: Frame, term: model.Load) -> str:
    var = make.flat.cells[term.base]
    if term.owner is None:
        return make.read(var)
    return guarded(make, frame, term.owner, lambda whose: make.read(var, whose), str(_entry(term.missing)))


def _contents(make: Writer, frame: Frame, term: model.Contents) -> str:
    if term.owner is None:
        return contents_at(make, term.base, None)
    return guarded(make, frame, term.owner, lambda whose: contents_at(make, term.base, whose), "0")


def contents_at(make: Writer, base: int, owner: str | None) -> str:
    """Return the set of the pieces in a place."""
    var = make.flat.places[base]
    count = make.flat.counts.get(base)
    if count is None:
        return make.read(var, owner)
    make.read(var, "0")
    holder, start = make.surface.holder(var)
    return f"gathered({holder}, {first_of(make, start, owner)}, {make.read(count, owner)})"


def first_of(make: Writer, start: str, owner: str | None) -> str:
    """Return where an owner's range of a place with order begins."""
    if owner is None or owner == "0":
        return start
    return f"{start} + {owner} * {make.flat.pieces}"


def _only_piece(make: Writer, frame: Frame, term: model.OnlyPiece) -> str:
    pile = make.keep(_contents(make, frame, model.Contents(term.base, term.owner)), "m")
    return f"({make.surface.lowest(pile)} if {pile} else -1)"


def _top_piece(make: Writer, frame: Frame, term: model.TopPiece) -> str:
    var, count = make.flat.places[term.base], make.flat.counts[term.base]

    def at(owner: str | None) -> str:
        make.read(var, "0")
        holder, start = make.surface.holder(var)
        size = make.keep(make.read(count, owner), "n")
        first = first_of(make, start, owner)
        return f"({holder}[{f'{first} + {size} - 1' if term.is_top else first}] if {size} > 0 else -1)"

    return at(None) if term.owner is None else guarded(make, frame, term.owner, at, "-1")


def _all_contents(make: Writer, frame: Frame, term: model.AllContents) -> str:
    owners = make.flat.places[term.base].owners
    return f"({' | '.join(contents_at(make, term.base, str(owner)) for owner in range(owners))})"


def _lookup(make: Writer, frame: Frame, term: Lookup) -> str:
    text = make.thing(frame, term.thing)
    if text.isdigit():
        return str(whole(term.values)[int(text)])
    if term.values == (1, 0) and not may_be_none(make, frame, term.thing):
        return f"(1 - {text})"
    return f"{make.constants(term.name, term.values, term.missing)}[{text}]"


def _pair(make: Writer, frame: Frame, term: Pair) -> str:
    """Read a table whose rows lie one behind the other; sets are bit sets there."""
    wide = len(term.rows[0])
    values = tuple(_entry(one) for row in term.rows for one in row)
    left = make.keep(make.thing(frame, term.left), "v")
    right = make.keep(make.thing(frame, term.right), "v")
    table = make.table(term.name.upper(), values)
    tests = [f"{text} >= 0" for text, one in ((left, term.left), (right, term.right)) if may_be_none(make, frame, one)]
    found = f"{table}[{left} * {wide} + {right}]"
    return f"({found} if {' and '.join(tests)} else {_entry(term.missing)})" if tests else found


def _entry(one: Entry) -> int:
    """Return what a table has as a number: squares as a bit set, and none as -1."""
    if isinstance(one, tuple):
        return sum(1 << square for square in one)
    return -1 if one is None else one


def _next(make: Writer, frame: Frame, term: Ahead) -> str:
    steps = make.thing(frame, term.count)
    sign = "+" if term.step > 0 else "-"
    value = make.keep(make.thing(frame, term.value), "v")
    if term.is_ring:
        found = f"(({value} {sign} {steps}) % {term.length})"
        return f"({found} if {value} >= 0 else -1)" if may_be_none(make, frame, term.value) else found
    ahead = make.keep(f"{value} {sign} {steps}", "v")
    guard = f" and {value} >= 0" if may_be_none(make, frame, term.value) else ""
    return f"({ahead} if 0 <= {ahead} < {term.length}{guard} else -1)"


def _where(make: Writer, frame: Frame, term: model.Where) -> str:
    """Look for a piece in the places of all values, one after another."""
    found, owner = make.fresh("v"), make.fresh("v")
    piece = make.keep(bit(make, frame, term.piece), "m")
    make.write(f"{found} = -1")
    with make.indented(f"for {owner} in range({len(make.rules.values[term.kind.name].values)}):"):
        for base in term.bases:
            with make.indented(f"if {make.surface.some(f'({contents_at(make, base, owner)} & {piece})')}:"):
                make.write(f"{found} = {owner}")
                make.write("break")
    return found


# ------------------------------------------------------------------------------------------------ sets


def bit(make: Writer, frame: Frame, term: model.Thing) -> str:
    """Return the set of one thing; of none, the empty set."""
    if isinstance(term, model.OnlyPiece):
        return _contents(make, frame, model.Contents(term.base, term.owner))
    if isinstance(term, model.Slot) and frame[term.number].bit:
        return frame[term.number].bit
    if make.surface.name == "plain":
        return make.surface.only(make.thing(frame, term))
    return guarded(make, frame, term, lambda one: f"({make.surface.bit(one)})", "0")


def _lone(make: Writer, frame: Frame, term: model.Lone) -> str:
    return bit(make, frame, term.thing)


def _union(make: Writer, frame: Frame, term: model.Union) -> str:
    return f"({make.thing(frame, term.left)} | {make.thing(frame, term.right)})"


def _difference(make: Writer, frame: Frame, term: model.Difference) -> str:
    return f"({make.thing(frame, term.left)} & ~{inside(make.thing(frame, term.right))})"


def _only(make: Writer, frame: Frame, term: model.Only) -> str:
    things = make.keep(make.thing(frame, term.things), "m")
    return f"({make.surface.lowest(things)} if {things} and {things} & ({things} - 1) == 0 else -1)"


def _filter(make: Writer, frame: Frame, term: model.Filter) -> str:
    if make.kind(term.things).base == "groups":
        raise NotCompiled("a set of groups by itself")
    mask = masks.fulfilling(make, frame, term.slot, term.condition) if make.kind(term.things).base == "pieces" else None
    if mask is not None:
        return f"({make.thing(frame, term.things)} & {mask})"
    found = make.fresh("m")
    make.write(f"{found} = 0")
    with masks.each(make, frame, term.things, term.slot) as one:
        make.write(f"if {make.condition(frame, term.condition)}:")
        make.write(f"    {found} |= {make.surface.bit(one)}")
    return found


def _count(make: Writer, frame: Frame, term: model.Count) -> str:
    if make.kind(term.things).base == "groups":
        found = make.fresh("n")
        make.write(f"{found} = 0")
        make.each_group(frame, term.things, lambda group: make.write(f"{found} += 1"))
        return found
    size = known_size(make, frame, term.things)
    if size is not None:
        return str(size)
    if isinstance(term.things, model.Contents) and term.things.base in make.flat.counts:
        var = make.flat.counts[term.things.base]
        if term.things.owner is None:
            return make.read(var)
        return guarded(make, frame, term.things.owner, lambda whose: make.read(var, whose), "0")
    if isinstance(term.things, model.AllContents) and term.things.base in make.flat.counts:
        return f"({' + '.join(make.every(make.flat.counts[term.things.base]))})"
    return make.surface.count(make.thing(frame, term.things))


def known_size(make: Writer, frame: Frame, things: model.Thing) -> int | None:
    """Return how many pieces there are, where that is known before play."""
    if isinstance(things, model.AllPlayers):
        return make.seats
    if isinstance(things, model.AllPieces):
        return make.flat.pieces
    if isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot):
        group = frame[things.group.number].group
        if group is not None and group.members:
            return len(group.members)
    return None


# --------------------------------------------------------------------------------- definitions and names


def _apply(make: Writer, frame: Frame, term: model.Apply) -> str:
    definition = make.rules.definitions[term.name]
    if definition.kind.base == "group":
        return make.group(frame, term).code
    if definition.kind.base == "groups":
        raise NotCompiled("a set of groups by itself", definition.cases[0].origin.sentence)
    if definition.owner is not None and definition.owner.base == "group":
        return group_owned(make, frame, term, definition)
    if term.owner is None:
        status = make.status.get(is_settled(definition.name)) if definition.settled is not None else False
        if definition.name in make.flat.recalled:
            return make.read(make.flat.recalled[definition.name].value)
        if status:
            return make.read(make.flat.settled[definition.name])
        meaning = meaning_of(make, definition, None)
        if status is False:
            return meaning
        cell = make.read(make.flat.settled[definition.name])
        free = UNSETTLED_NUMBER if definition.kind.base == "number" else UNSETTLED
        return f"({cell} if {cell} != {free} else {meaning})"
    none = none_of(definition.kind)
    return guarded(make, frame, term.owner, lambda whose: meaning_of(make, definition, whose), none)


def group_owned(make: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> str:
    """Return the value of a definition for a group whose text is known only here."""
    group = make.group(frame, term.owner)
    inner, none = {0: group_slot(group)}, none_of(definition.kind)
    build = functools.partial(chosen, make, inner, all_cases(definition), definition.kind)
    if not group.may_be_none:
        return build()
    text, lines = make.captured(build)
    if not lines:
        return f"({text} if {group.code} >= 0 else {none})"
    # Where there is no group nothing is asked of it.
    found = make.fresh()
    make.write(f"{found} = {none}")
    with make.indented(f"if {group.code} >= 0:"):
        make.append(lines)
        make.write(f"{found} = {text}")
    return found


def meaning_of(make: Writer, definition: model.Definition, owner: str | None) -> str:
    """Return the text of a definition's value: inline if short, and otherwise a call."""
    answers = make.table_of(definition) if owner is not None else None
    if answers is not None:
        return f"{make.table(definition.name.upper().replace('-', '_'), answers)}[{owner}]"
    frame: Frame = {} if owner is None else {0: Slot(owner, False)}
    # What once took steps always does, and is not tried again.
    if definition.name not in make.stepwise:
        reads = set(make.reads)
        text, lines = make.captured(lambda: chosen(make, frame, all_cases(definition), definition.kind))
        if not lines and len(text) <= LONGEST_INLINE:
            return text
        make.reads = reads
        if lines:
            make.stepwise.add(definition.name)
    names = () if owner is None else ("x",)
    inner: Frame = {} if owner is None else {0: Slot("x", False)}
    build = lambda: _returned(make, inner, all_cases(definition), none_of(definition.kind))  # noqa: E731
    key = ("definition", definition.name, make.status_for(definition))
    function = make.function(key, definition.name, build, *names)
    return make.call(function, *(() if owner is None else (owner,)))


def _returned(make: Writer, frame: Frame, cases: list[model.Case], none: str) -> str:
    """Write, in a function, that the thing of the first case that holds is given back; give that of the last."""
    for case in cases:
        condition = make.condition(frame, case.condition)
        if condition == "True":
            return none if isinstance(case.thing, model.Nothing) else make.thing(frame, case.thing)
        if condition != "False":
            with make.indented(f"if {condition}:"):
                make.write(f"return {none if isinstance(case.thing, model.Nothing) else make.thing(frame, case.thing)}")
    return none


def chosen(make: Writer, frame: Frame, cases: list[model.Case] | tuple[model.Case, ...], kind: Kind) -> str:
    """Return the thing of the first case that holds."""
    none = none_of(kind)

    def thing(case: model.Case) -> str:
        return none if isinstance(case.thing, model.Nothing) else make.thing(frame, case.thing)

    return first_holding(make, frame, cases, thing, none)


def if_holds(make: Writer, frame: Frame, condition: model.Condition | None, thing: Callable[[], str], none: str) -> str:
    """Return the text of a thing that is asked for only where a condition holds, if there is one."""
    if condition is None:
        return thing()
    text, lines = make.captured(thing)
    if not lines:
        return f"({text} if {make.condition(frame, condition)} else {none})"
    result = make.fresh()
    make.write(f"{result} = {none}")
    with make.indented(f"if {make.condition(frame, condition)}:"):
        make.append(lines)
        make.write(f"{result} = {text}")
    return result


def first_holding(
    make: Writer,
    frame: Frame,
    cases: list[model.Case] | tuple[model.Case, ...],
    thing: Callable[[model.Case], str],
    none: str,
) -> str:
    """Return a text for the first case that holds; in one expression where that can be."""
    if cases and isinstance(cases[0].condition, model.Always):
        return thing(cases[0])
    built = _built_cases(make, frame, cases, thing, none)
    if not any(lines for part in built for _, lines in part):
        *before, (_, (last, _)) = built
        tests = [f"{text} if {condition} else " for (condition, _), (text, _) in before]
        return f"({''.join(tests)}{last})" if tests else last
    result = make.fresh()
    _write_cases(make, built, result)
    return result


Built = tuple[str, list[str]]
"""An expression and the lines that come before it."""


def _built_cases(
    make: Writer, frame: Frame, cases: Sequence[model.Case], thing: Callable[[model.Case], str], none: str
) -> list[tuple[Built, Built]]:
    """Return each condition with its thing, up to one that always holds; the last always does."""
    built: list[tuple[Built, Built]] = []
    for case in cases:
        condition = make.captured(functools.partial(make.condition, frame, case.condition))
        if condition == ("False", []):
            continue
        built.append((condition, make.captured(functools.partial(thing, case))))
        if condition[0] == "True":
            return built
    return [*built, (("True", []), (none, []))]


def _write_cases(make: Writer, built: list[tuple[Built, Built]], result: str) -> None:
    """Write the cases one inside the other, each below the conditions of those before."""
    depth = make.depth
    for number, ((condition, needed), (text, lines)) in enumerate(built):
        make.append(needed, number)
        if condition == "True":
            make.append(lines, number)
            make.write(f"{result} = {text}")
        else:
            with make.indented(f"if {condition}:"):
                make.append(lines, number + 1)
                make.write(f"{result} = {text}")
            make.write("else:")
            make.depth += 1
    make.depth = depth


# ------------------------------------------------------------------------------------ groups and numbers


def _sort_of(make: Writer, frame: Frame, term: model.SortOf) -> str:
    return sort_text(make.flat, make.group(frame, term.group))


def _group_code(make: Writer, frame: Frame, term: model.Thing) -> str:
    return make.group(frame, term).code


def _group_pieces(make: Writer, frame: Frame, term: model.GroupPieces) -> str:
    return pieces_text(make.flat, make.group(frame, term.group))


def _arithmetic(make: Writer, frame: Frame, term: model.Arithmetic) -> str:
    left, right = make.thing(frame, term.left), make.thing(frame, term.right)
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
