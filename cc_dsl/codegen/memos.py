"""Loops over groups in plain Python, with a memo of the sorts that some pieces make by themselves, where it pays.

Results that depend only on the pieces are computed once for each combination, and stored in a dictionary: before play
for all that are alike or a run, if every sort requires that and they are not too many, and otherwise on demand.

    for m3 in filter(KNOWN_0.__contains__, combined(m2, 3)):        three of the player's pieces that make any sort
        for k4 in KNOWN_0[m3]:                                      each sort that they make by themselves
            if k4 == 0: …                                           what play can change is tested here
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, prod

from cc_dsl.codegen import conditions, groups, masks
from cc_dsl.codegen.frames import DefinedFunction, Frame, GroupText, group_slot
from cc_dsl.codegen.things import meaning_of
from cc_dsl.codegen.writer import Writer
from cc_dsl.core.observable import conjuncts
from cc_dsl.rules import model, walk

MOST_PIECES = 3
"""The most pieces of a group for which a memo pays: plain Python plays others faster without."""
MOST_BEFOREHAND = 6_000
"""The most combinations that are examined before play, which takes about ten milliseconds."""


def loop(emit: Writer, group: model.Group, owner: str, then: Callable[[GroupText], None]) -> None:
    """Write the loops over all groups of a name that a player's pieces make."""
    side, pieces, sort = emit.fresh("m"), emit.fresh("m"), emit.fresh("k")
    emit.write(f"{side} = {meaning_of(emit, emit.rules.definitions[group.side], owner)}")
    known, test = emit.remembering(("sorts", group.name), lambda: _sorts(emit, group), _beforehand(emit, group))
    for size in range(group.least, group.most + 1):
        with (
            emit.indented(f"for {pieces} in filter({known}.{test}, combined({side}, {size})):"),
            emit.indented(f"for {sort} in {known}[{pieces}]:"),
        ):
            for number in range(len(group.sorts)):
                with emit.indented(f"{'elif' if number else 'if'} {sort} == {number}:"):
                    _node(emit, group, number, size, pieces, then)


def _beforehand(emit: Writer, group: model.Group) -> str | None:
    """Write all combinations that may be of a sort; None if it is not known, or they are too many."""
    found: dict[str, int] = {}
    for size in range(group.least, group.most + 1):
        for sort in group.sorts:
            one = next(_few(emit, sort, size), None)
            if one is None:
                return None
            found[one[0]] = one[1]
    return f"({', '.join(found)},)" if sum(found.values()) <= MOST_BEFOREHAND else None


def _few(emit: Writer, sort: model.Sort, size: int) -> Iterator[tuple[str, int]]:
    """Write the combinations that pass one requirement of a sort, and their number."""
    for part in _parts(emit, sort, False):
        if isinstance(part, model.Quantified) and part.quantity == "every" and _is_of_group(part.things):
            mask = masks.fulfilling(emit, {}, part.slot, part.condition)
            if mask is not None and mask.isdigit():
                yield f"*combined({mask}, {size})", comb(int(mask).bit_count(), size)
        if isinstance(part, model.Alike | model.Runs) and size > 1 and _is_of_group(part.things):
            values = [value for value in emit.rules.pieces.attributes[part.attribute] if value is not None]
            many, table = Counter(values), emit.attribute(part.attribute)
            if isinstance(part, model.Alike):
                yield f"*alike({table}, {size})", sum(comb(number, size) for number in many.values())
                continue
            stretches = tuple(conditions.windows(part.order, size))
            # Where a value comes twice in one run, its pieces are not one of each value.
            if all(stretch.bit_count() == size for stretch in stretches):
                runs = [[value for value in many if stretch >> value & 1] for stretch in stretches]
                yield f"*in_runs({table}, {stretches})", sum(prod(many[value] for value in run) for run in runs)


def _is_of_group(things: model.Thing) -> bool:
    return isinstance(things, model.GroupPieces) and isinstance(things.group, model.Slot)


def _node(
    emit: Writer, group: model.Group, number: int, size: int, pieces: str, then: Callable[[GroupText], None]
) -> None:
    """Write the tests that are repeated for pieces that make a sort by themselves."""
    sort = group.sorts[number]
    tests = [*_parts(emit, sort, True), *(case.condition for case in sort.requirements)]
    members = _members(emit, group, size, pieces, tests)
    code = f"({number << emit.flat.pieces} | {pieces})" if number else pieces
    text = GroupText(code, "", False, number, pieces, members)
    frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), group_slot(text))
    groups.if_all(emit, frame, tests or [model.Always()], lambda: groups.rated(emit, group, text, then))


def _members(emit: Writer, group: model.Group, size: int, pieces: str, tests: list[model.Condition]) -> tuple[str, ...]:
    """Write the pieces of a group one by one, if they are asked for so; give their names."""
    members = tuple(emit.fresh("a") for _ in range(size))
    for member in members:
        emit.values_read.pop(member, None)
    if any(isinstance(part, model.Alike | model.Runs | model.Between) for test in tests for part in walk.parts(test)):
        emit.write(f"w = {pieces}")
        for member in members:
            emit.write(f"{member} = {emit.surface.lowest('w')}")
            emit.write("w &= w - 1")
            groups.read_values(emit, group.sorts, member)
    return members


def _parts(emit: Writer, sort: model.Sort, is_passing: bool) -> list[model.Condition]:
    """Return the parts of a sort's condition that play can change, or those that it cannot."""
    return [part for part in conjuncts(sort.condition) if emit.reads_play(part) == is_passing]


def _sorts(emit: Writer, group: model.Group) -> DefinedFunction:
    """Return the function that finds the sorts that some pieces make by themselves."""

    def build() -> str:
        emit.write("found = []")
        for size in range(group.least, group.most + 1):
            with emit.indented(f"if x.bit_count() == {size}:"):
                _sorts_of_size(emit, group, size)
        return "tuple(found)"

    return emit.function(("sorts", group.name), f"sorts_{group.name}", build, "x")


def _sorts_of_size(emit: Writer, group: model.Group, size: int) -> None:
    tests = [_parts(emit, sort, False) for sort in group.sorts]
    members = _members(emit, group, size, "x", [part for each in tests for part in each])
    for number, sort in enumerate(group.sorts):
        text = GroupText("x", "", False, number, "x", members)
        frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), group_slot(text))
        held = conditions.all_of([emit.condition(frame, test) for test in tests[number]])
        emit.write(f"if {held}:")
        emit.write(f"    found.append({number})")
