"""Sets as bits: who fulfils a condition, the best of a set, totals; and loops over sets where no bits will do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cc_dsl.compiler.frames import Frame, GroupText, Slot
from cc_dsl.compiler.surface import inside
from cc_dsl.core.facts import all_cases
from cc_dsl.rules import model, walk
from cc_dsl.rules.kinds import Kind

if TYPE_CHECKING:
    from cc_dsl.compiler.maker import Maker

MOST_RUNS = 6
"""The most stretches in which the best piece of a set is looked for by bits; beyond them a loop is shorter."""


# ----------------------------------------------------------------------------------------------- loops


@contextmanager
def each(make: Maker, frame: Frame, things: Any, slot: int) -> Iterator[str]:
    """Write a loop over things; the slot is each of them in turn, and its text is given."""
    one = make.fresh("p")
    if isinstance(things, model.AllPlayers):
        frame[slot] = Slot(one, False)
        with make.indented(f"for {one} in range({make.seats}):"):
            yield one
        return
    bit = "" if make.surface.in_vector else make.bit_of(one)
    frame[slot] = Slot(one, False, bit=bit)
    left = make.fresh("m")
    make.write(f"{left} = {make.thing(frame, things)}")
    # What the things are may be said by way of the same slot, and so comes first.
    frame[slot] = Slot(one, False)
    with make.indented(f"while {left}:"):
        make.write_all(make.surface.next_of(left, one, bit))
        yield one


def each_group(make: Maker, frame: Frame, things: Any, then: Callable[[GroupText], None]) -> None:
    """Write a loop over a set of groups, and in it what is to be done with each."""
    from cc_dsl.compiler.groups import group_slot, loop

    if isinstance(things, model.Filter):

        def if_it_fits(group: GroupText) -> None:
            frame[things.slot] = group_slot(group)
            with make.indented(f"if {make.condition(frame, things.condition)}:"):
                then(group)

        each_group(make, frame, things.things, if_it_fits)
        return
    if isinstance(things, model.Apply):
        _each_of_definition(make, frame, things, then)
        return
    from cc_dsl.compiler.things import may_be_none

    owner = make.keep(make.thing(frame, things.owner), "o")
    if may_be_none(make, frame, things.owner):
        with make.indented(f"if {owner} >= 0:"):
            loop(make, things.name, owner, then)
    else:
        loop(make, things.name, owner, then)


def _each_of_definition(make: Maker, frame: Frame, term: model.Apply, then: Callable[[GroupText], None]) -> None:
    """Write the loops over the groups that a definition gives: those of the first case that holds."""
    from cc_dsl.compiler import lists
    from cc_dsl.compiler.things import may_be_none

    definition = make.rules.definitions[term.name]
    cases = all_cases(definition)
    if term.owner is None:

        def otherwise(each: Callable[[GroupText], None]) -> None:
            _each_of_cases(make, {}, cases, each)

        if definition.settled is None:
            otherwise(then)
        else:
            lists.each_settled(make, term.name, then, otherwise)
        return
    if definition.owner is not None and definition.owner.base == "group":
        from cc_dsl.compiler.groups import group_slot, group_text

        group = group_text(make, frame, term.owner)
        with make.indented(f"if {group.code} >= 0:"):
            _each_of_cases(make, {0: group_slot(group)}, cases, then)
        return
    owner = make.keep(make.thing(frame, term.owner), "o")
    inner: Frame = {0: Slot(owner, False)}
    if may_be_none(make, frame, term.owner):
        with make.indented(f"if {owner} >= 0:"):
            _each_of_cases(make, inner, cases, then)
    else:
        _each_of_cases(make, inner, cases, then)


def _each_of_cases(make: Maker, frame: Frame, cases: list[model.Case], then: Callable[[GroupText], None]) -> None:
    if not cases:
        return
    test = make.condition(frame, cases[0].condition)

    def this_one() -> None:
        if not isinstance(cases[0].thing, model.Nothing):
            each_group(make, frame, cases[0].thing, then)

    if test == "True":
        this_one()
        return
    with make.indented(f"if {test}:"):
        this_one()
    with make.indented("else:"):
        _each_of_cases(make, frame, cases[1:], then)


# -------------------------------------------------------------------------------------- who fulfils what


def is_still(make: Maker, term: Any, slot: int) -> bool:
    """Tell whether a term depends on nothing but the slot."""
    slots = {part.number for part in walk.parts(term) if isinstance(part, model.Slot)}
    return slots <= {slot} and not make.is_still and not make.reads_play(term)


def fulfilling(make: Maker, frame: Frame, slot: int, condition: Any) -> str | None:
    """Give the set of all pieces that fulfil a condition of the slot, if bits can say it."""
    if is_still(make, condition, slot):
        return str(sum(1 << piece for piece, holds in enumerate(make.still_conditions(condition, slot)) if holds))
    if isinstance(condition, model.Not):
        denied = fulfilling(make, frame, slot, condition.condition)
        return None if denied is None else f"~{inside(denied)}"
    if isinstance(condition, model.And | model.Or):
        left = fulfilling(make, frame, slot, condition.left)
        right = fulfilling(make, frame, slot, condition.right)
        sign = "&" if isinstance(condition, model.And) else "|"
        return None if left is None or right is None else f"({left} {sign} {right})"
    return _fulfilling(make, frame, slot, condition)


def _fulfilling(make: Maker, frame: Frame, slot: int, condition: Any) -> str | None:
    from cc_dsl.compiler.things import bit

    it = model.Slot(slot)
    if isinstance(condition, model.HasState) and condition.piece == it:
        return in_state(make, condition.state)
    if isinstance(condition, model.In) and condition.piece == it and not _mentions(condition.things, slot):
        return make.thing(frame, condition.things)
    if isinstance(condition, model.Same) and it in (condition.left, condition.right):
        other = condition.right if condition.left == it else condition.left
        return None if _mentions(other, slot) else bit(make, frame, other)
    if isinstance(condition, model.Same):
        return _of_value(make, frame, slot, condition.left, condition.right) or _of_value(
            make, frame, slot, condition.right, condition.left
        )
    if isinstance(condition, model.Holds) and condition.thing == it:
        cases = [case.condition for case in make.rules.predicates[condition.name].cases]
        found = [fulfilling(make, {}, 0, case) for case in cases]
        texts = [text for text in found if text is not None]
        return f"({' | '.join(texts)})" if len(texts) == len(cases) else None
    return None


def _of_value(make: Maker, frame: Frame, slot: int, own: Any, other: Any) -> str | None:
    """Give the set of all pieces that have by their make the value of something else, by a table of such sets."""
    slots = {part.number for part in walk.parts(other) if isinstance(part, model.Slot)}
    is_known = slot not in slots and slots <= frame.keys()
    if not is_known or not _mentions(own, slot) or not is_still(make, own, slot) or make.kind(own).base != "value":
        return None
    values = make.still_things(own, slot)
    most = max(len(kind.values) for kind in make.rules.values.values())
    # None is -1, and finds the last: all pieces that have none.
    found = [sum(1 << piece for piece, one in enumerate(values) if one == value) for value in (*range(most), -1)]
    return f"{make.table('OF_VALUE', tuple(found))}[{make.thing(frame, other)}]"


def _mentions(term: Any, slot: int) -> bool:
    return any(isinstance(part, model.Slot) and part.number == slot for part in walk.parts(term))


def in_state(make: Maker, state: int) -> str:
    """Give the set of all pieces in a state; the first state is that of all that are in no other."""
    if state:
        return make.read(make.flat.marks[state])
    others = [make.read(var) for var in make.flat.marks.values()]
    return f"~({' | '.join(others)})" if others else "-1"


def total(make: Maker, frame: Frame, things: str, slot: int, measure: Any) -> str | None:
    """Give the sum of a measure over a set of pieces by counting bits, if that can be."""
    if is_still(make, measure, slot):
        return _still_total(make, things, make.still_things(measure, slot))
    if isinstance(measure, model.Arithmetic) and measure.operation in ("plus", "minus"):
        left = total(make, frame, things, slot, measure.left)
        right = total(make, frame, things, slot, measure.right)
        sign = "+" if measure.operation == "plus" else "-"
        return None if left is None or right is None else f"({left} {sign} {right})"
    if isinstance(measure, model.Apply) and measure.owner == model.Slot(slot):
        definition = make.rules.definitions[measure.name]
        return _total_of_cases(make, things, definition) if definition.settled is None else None
    return None


def _still_total(make: Maker, things: str, worth: tuple[int, ...]) -> str:
    parts = []
    for value in sorted({one for one in worth if one}):
        mask = sum(1 << piece for piece, one in enumerate(worth) if one == value)
        counted = make.surface.count(things if mask == make.flat.all_pieces else f"{things} & {mask}")
        parts.append(counted if value == 1 else f"{value} * {counted}")
    return f"({' + '.join(parts)})" if parts else "0"


def _total_of_cases(make: Maker, things: str, definition: model.Definition) -> str | None:

    parts, left = [], things
    for case in all_cases(definition):
        mask = fulfilling(make, {}, 0, case.condition)
        if mask is None:
            return None
        held = left if mask == str(make.flat.all_pieces) else make.keep(f"{left} & {mask}", "m")
        worth = "0" if isinstance(case.thing, model.Nothing) else total(make, {}, held, 0, case.thing)
        if worth is None:
            return None
        if worth != "0":
            parts.append(worth)
        if held == left:
            break
        left = make.keep(f"{left} & ~{held}", "m")
    return f"({' + '.join(parts)})" if parts else "0"


# ------------------------------------------------------------------------------------------- the best


def best(make: Maker, kind: str, is_best: bool, things: str) -> str:
    """Give the piece of a set that ranks first (or last); of equals the one with the lowest number."""
    ranks = make.ranks(kind)
    if ranks is None:
        return _best_now(make, kind, is_best, things)
    order = sorted(range(len(ranks)), key=lambda piece: (-ranks[piece] if is_best else ranks[piece], piece))
    for is_rising in (True, False):
        runs = _runs(order, is_rising)
        if len(runs) == 1:
            pile = make.keep(things, "m")
            found = make.surface.lowest(pile) if is_rising else make.surface.highest(pile)
            return f"({found} if {pile} else -1)"
        if len(runs) <= MOST_RUNS:
            build = _best_by_runs(make, runs, is_rising)
            return make.call(make.function(("best", kind, is_best), "best", build, "x"), things)
    places = make.table("PLACES", tuple(order.index(piece) for piece in range(len(order))))
    build = _best_by_measure(make, lambda piece: f"-{places}[{piece}]")
    return make.call(make.function(("best", kind, is_best), "best", build, "x"), things)


def best_few(make: Maker, kind: str, is_best: bool, number: int, things: str) -> str:
    """Give so many pieces of a set that rank first (or last); all, if there are fewer."""

    def build() -> str:
        make.write("f = 0")
        with make.indented(f"for _ in range({number}):"), make.indented("if x:"):
            one = make.keep(best(make, kind, is_best, "x"), "p")
            make.write(f"f |= 1 << {one}")
            make.write(f"x &= ~(1 << {one})")
        return "f"

    return make.call(make.function(("few", kind, is_best, number), "best_few", build, "x"), things)


def _runs(order: list[int], is_rising: bool) -> list[list[int]]:
    """Divide an order of pieces into stretches in which their numbers only rise (or fall)."""
    runs = [[order[0]]]
    for piece in order[1:]:
        if (piece > runs[-1][-1]) == is_rising:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _best_by_runs(make: Maker, runs: list[list[int]], is_rising: bool) -> Callable[[], str]:
    def build() -> str:
        found = make.surface.lowest if is_rising else make.surface.highest
        for run in runs:
            make.write(f"m = x & {sum(1 << piece for piece in run)}")
            make.write("if m:")
            make.write(f"    return {found('m')}")
        return "-1"

    return build


def _best_by_measure(make: Maker, measure: Callable[[str], str], is_best: bool = True) -> Callable[[], str]:
    def build() -> str:
        make.write("t, n = -1, 0")
        with make.indented("while x:"):
            make.write(f"p = {make.surface.lowest('x')}")
            make.write("x &= x - 1")
            make.write(f"k = {measure('p')}")
            make.write(f"if t < 0 or k {'>' if is_best else '<'} n:")
            make.write("    t, n = p, k")
        return "t"

    return build


def _best_now(make: Maker, kind: str, is_best: bool, things: str) -> str:
    build = _best_by_measure(make, lambda piece: _measured(make, kind, piece), is_best)
    return make.call(make.function(("best", kind, is_best), "best", build, "x"), things)


def _measured(make: Maker, kind: str, piece: str) -> str:
    """Give the measures of a piece by a ranking that reads play, as one number above 0."""
    from cc_dsl.compiler.groups import packed

    ranking = make.rules.rankings[kind]
    frame: Frame = dict.fromkeys(range(max(ranking.frame, 1)), Slot("x", False))

    def build() -> str:
        text, _ = packed(make, frame, ranking)
        return f"({text}) + 1"

    return make.call(make.function(("measured", kind), "measured", build, "x"), piece)


def highest_mark(make: Maker, kind: str) -> int:
    """Give the greatest mark that a piece can have."""
    from cc_dsl.compiler.groups import widths

    ranks = make.ranks(kind)
    return (1 << sum(widths(make, make.rules.rankings[kind]))) if ranks is None else max(ranks) + 1


def mark(make: Maker, frame: Frame, kind: Kind, term: Any) -> str:
    """Give what a piece (or number) is compared by; a piece has at least 1, none has 0."""
    if kind.base == "number":
        return make.thing(frame, term)
    ranks = make.ranks(kind.name)
    thing = make.thing(frame, term)
    if ranks is not None:
        return f"{make.table('MARKS', (*[one + 1 for one in ranks], 0))}[{thing}]"
    piece = make.keep(thing, "p")
    return f"({_measured(make, kind.name, piece)} if {piece} >= 0 else 0)"
