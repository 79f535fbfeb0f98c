"""Generate loops over bits that find the groups of a player's pieces, and the best of them by one number.

A group is one integer: its sort above the bit set of its pieces. Its rank is another: the keys of the ranking, most
important first, followed by those that decide between equals.

    a Pair is 2 cards in a player's hand.           m2 = hand_in[x]
                                                    while m2:
    a Pair whose cards have the same rank.              b3 = m2 & -m2; m2 ^= b3; a3_rank = RANK[a3]
                                                        m5 = m2
                                                        while m5: …  if a3_rank == a6_rank: …

Plain Python looks small groups up instead: a dictionary contains the sorts that pieces make by themselves.

    for m3 in filter(KNOWN_Pair.__contains__, combinations_of(m2, 2)):     two of the player's pieces that make any sort
        for k4 in KNOWN_Pair[m3]:                                   each sort that they make by themselves
            if k4 == 0: …                                           conditions that play can change are tested here
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import NamedTuple

from cc_dsl.codegen import conditions, masks
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED
from cc_dsl.codegen.locations import max_pieces_in
from cc_dsl.codegen.ranking import best, computed_sort_key, rate_group, widths
from cc_dsl.codegen.things import meaning_of, write_first_case
from cc_dsl.codegen.writer import (
    EACH_GROUP,
    GROUPS,
    DefinedFunction,
    Frame,
    GroupText,
    Writer,
    identifier,
    owned_by,
)
from cc_dsl.core.facts import all_cases
from cc_dsl.core.groups import MOST_TRIED, companions, group_of
from cc_dsl.core.places import SOME_ONE, places_for
from cc_dsl.core.seating import is_nothing
from cc_dsl.rules import model, walk

Then = Callable[[GroupText], None]
"""A function that writes the code for each group."""


def _best_group(emit: Writer, frame: Frame, term: model.BestGroup) -> GroupText:
    """Return the text of a player's best group, which is read from the memo."""
    owner = emit.name_of_text(emit.thing(frame, term.owner), "o")
    memo = emit.flat.memos[term.name]
    code, standing = emit.read(memo.group, owner), emit.read(memo.standing, owner)
    if emit.may_be_none(frame, term.owner):
        code, standing = (f"({text} if {owner} >= 0 else -1)" for text in (code, standing))
    return GroupText(code, standing, True)


def _group_in_slot(emit: Writer, frame: Frame, term: model.Slot) -> GroupText:
    group = frame[term.number].group
    if group is None:
        raise NotCompiled("a group in a slot of another kind")
    return group


def _defined_group(emit: Writer, frame: Frame, term: model.Apply) -> GroupText:
    """Return the text of a definition's group: the settled one, the one computed now, or a test with both."""
    definition = emit.rules.definitions[term.name]
    status = emit.is_settled(definition)
    if status is False:
        return _text_of_definition(emit, frame, term, definition)
    code, standing = (emit.read(var) for var in (emit.flat.settled[term.name], emit.flat.standings[term.name]))
    if status:
        return GroupText(code, standing, True)
    group_code, rank_name = emit.fresh("g"), emit.fresh("s")
    with emit.block(f"if {code} != {UNSETTLED}:"):
        emit.write(f"{group_code}, {rank_name} = {code}, {standing}")
    with emit.block("else:"):
        group = _text_of_definition(emit, frame, term, definition)
        emit.write(f"{group_code}, {rank_name} = {group.code}, {group.rank}")
    return GroupText(group_code, rank_name, True)


def _text_of_definition(emit: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    """Return the text of a definition's group, computed now."""
    cases = all_cases(definition)

    def pair(frame: Frame) -> str:
        """Return the text of a pair: the code and the standing of the group of the first case that holds."""

        def of_case(case: model.Case) -> str:
            group = emit.group(frame, case.thing)
            return f"({group.code}, {group.rank})"

        return write_first_case(emit, frame, cases, of_case, "(-1, -1)")

    if definition.owner is not None and definition.owner.base == "group":
        # The expression of the owning group is known only here.
        group = emit.group(frame, term.owner)
        code, standing = emit.fresh("g"), emit.fresh("s")
        with emit.block(f"if {group.code} >= 0:"):
            emit.write(f"{code}, {standing} = {pair({0: group.slot})}")
        with emit.block("else:"):
            emit.write(f"{code}, {standing} = -1, -1")
        return GroupText(code, standing, True)
    owners, test = masks.owners_of(emit, frame, term.owner, term.other)
    if not test and isinstance(cases[0].condition, model.Always):
        return emit.group(owned_by(*owners), cases[0].thing)
    key, names = ("definition", definition.name, emit.status_for(definition)), ("x", "y")[: len(owners)]
    function = emit.function(key, definition.name, lambda: pair(owned_by(*names)), *names)
    call = emit.call(function, *owners)
    code, standing = emit.fresh("g"), emit.fresh("s")
    emit.write(f"{code}, {standing} = {f'({call} if {test} else (-1, -1))' if test else call}")
    return GroupText(code, standing, True)


GROUPS |= {
    model.Slot: _group_in_slot,
    model.BestGroup: _best_group,
    model.Apply: _defined_group,
    model.Literal: lambda emit, frame, term: GroupText("-1", "-1", True),
}


# ------------------------------------------------------------------------------------------- the loops


def _each_that(emit: Writer, frame: Frame, things: model.Filter, then: Then) -> None:
    """Write the loops over the groups that meet a condition."""

    def test_group(group: GroupText) -> None:
        frame[things.slot] = group.slot
        with emit.block(f"if {emit.condition(frame, things.condition)}:"):
            then(group)

    emit.each_group(frame, things.things, test_group)


def _each_of_owner(emit: Writer, frame: Frame, things: model.Groups, then: Then) -> None:
    owner = emit.name_of_text(emit.thing(frame, things.owner), "o")
    with emit.guard(f"{owner} >= 0" if emit.may_be_none(frame, things.owner) else ""):
        loop(emit, things.name, owner, then)


def _each_of_definition(emit: Writer, frame: Frame, term: model.Apply, then: Then) -> None:
    """Write the loops over the groups of a definition: those of the first case that holds."""
    definition = emit.rules.definitions[term.name]
    cases = all_cases(definition)
    if term.owner is None:
        emit.write_by_settlement(
            definition, lambda: _each_settled(emit, term.name, then), lambda: _each_of_cases(emit, {}, cases, then)
        )
        return
    if definition.owner is not None and definition.owner.base == "group":
        group = emit.group(frame, term.owner)
        inner, test = {0: group.slot}, f"{group.code} >= 0"
    else:
        owners, test = masks.owners_of(emit, frame, term.owner, term.other)
        inner = owned_by(*owners)
    with emit.guard(test):
        _each_of_cases(emit, inner, cases, then)


def _each_of_cases(emit: Writer, frame: Frame, cases: list[model.Case], then: Then) -> None:
    emit.write_first_case(
        frame, cases, lambda thing: None if is_nothing(thing) else emit.each_group(frame, thing, then)
    )


def _each_settled(emit: Writer, name: str, then: Then) -> None:
    """Write the loop over the stored groups of a settled definition."""
    count, place = emit.read(emit.flat.settled[name]), emit.fresh("i")
    code, standing = emit.fresh("g"), emit.fresh("s")
    with emit.block(f"for {place} in range({count}):"):
        emit.write(f"{code} = {emit.read(emit.flat.lists[name], place)}")
        emit.write(f"{standing} = {emit.read(emit.flat.standings[name], place)}")
        then(GroupText(code, standing, False))


EACH_GROUP |= {model.Filter: _each_that, model.Groups: _each_of_owner, model.Apply: _each_of_definition}


def loop(emit: Writer, name: str, owner: str, then: Then, is_for_any: bool = False) -> None:
    """Write the loops over all groups of a name that a player's pieces make, in one of four ways.

    Small groups are looked up; large ones are grown from compatible pieces; many are searched for sort by sort, and few
    in one nest of loops, for all sorts at once. If any one group is enough, the lowest sorts come first, which are the
    commonest.
    """
    group = emit.rules.groups[name]
    left = emit.fresh("m")
    emit.write(f"{left} = {meaning_of(emit, emit.rules.definitions[group.side], owner)}")
    if _is_looked_up(emit, group):
        _each_known(emit, group, left, then)
    elif group.most > MOST_TRIED:
        for number, sort in enumerate(group.sorts):
            goes_with = emit.table("GO_WITH", companions(emit.rules, group, sort))
            _each_together(emit, group, number, goes_with, left, then)
    elif _is_searched_by_sort(emit, group):
        numbers = range(len(group.sorts))
        for number in reversed(numbers) if is_for_any else numbers:
            _each_of_sort(emit, group, number, left, then)
    else:
        tests = {number: tests_of(sort) for number, sort in enumerate(group.sorts)}
        _write_loop(emit, _Loop(group, tests, "", then), left)


def tests_of(sort: model.Sort) -> list[model.Condition]:
    """Return the tests that pieces must pass to make a sort."""
    tests = (sort.condition, *(case.condition for case in sort.requirements))
    return [part for test in tests for part in walk.conjuncts(test)]


def _each_of_sort(emit: Writer, group: model.Group, number: int, side: str, then: Then) -> None:
    """Write the loops over the groups of one sort, made of pieces that are compatible.

    A test of each piece by itself becomes a bit set that limits the pieces; the other tests remain inside the loops.
    """
    sort = group.sorts[number]
    goes_with = companions(emit.rules, group, sort)
    sets, tests = [side], []
    for test in tests_of(sort):
        fitting = masks.pieces_that_pass(emit, test)
        if fitting is not None:
            sets.append(fitting)
        elif not (isinstance(test, model.Alike) and group_of(test.things) and group.least > 1):
            # The table of pairs already ensures that the pieces are alike, so test likeness only for single pieces.
            tests.append(test)
    is_any = all(mask == emit.flat.all_pieces for mask in goes_with)
    table = "" if is_any else emit.table("GO_WITH", goes_with)
    # The loop empties the set, and the next sort needs it again.
    left = emit.fresh("m")
    emit.write(f"{left} = {' & '.join(sets)}")
    _write_loop(emit, _Loop(group, {number: tests}, table, then), left)


def _each_together(emit: Writer, group: model.Group, number: int, goes_with: str, side: str, then: Then) -> None:
    """Write the loop over the sets of compatible pieces, possibly large, that may make a sort."""
    pieces = emit.fresh("m")
    arguments = f"{side}, {goes_with}, {group.most}"
    emit.write(f"{pieces} = next_together(0, {arguments})")
    with emit.block(f"while {pieces}:"):
        with emit.block(f"if {emit.surface.count(pieces)} >= {group.least}:"):
            _write_group_if_sort(emit, group, number, tests_of(group.sorts[number]), (), pieces, then)
        emit.write(f"{pieces} = next_together({pieces}, {arguments})")


LEAST_CHOSEN, LEAST_SIDE = 4, 8
"""Groups of at least this many pieces, out of at least this many, are searched sort by sort; of fewer, every
combination is tested for every sort.
"""


def _is_searched_by_sort(emit: Writer, group: model.Group) -> bool:
    """Return whether the groups of each sort are searched for separately, since there are many."""
    side = places_for(emit.rules, group.side, SOME_ONE)
    return group.most >= LEAST_CHOSEN and max_pieces_in(emit, side) >= LEAST_SIDE


def is_in_offer_order(emit: Writer, group: model.Group) -> bool:
    """Return whether the loops yield the groups in the order of the offer: by sort, then by pieces."""
    is_by_sort = group.most <= MOST_TRIED and (len(group.sorts) == 1 or _is_searched_by_sort(emit, group))
    return is_by_sort and not _is_looked_up(emit, group)


class _Loop(NamedTuple):
    """The data that the nested loops over the pieces of groups share."""

    group: model.Group
    tests: Mapping[int, Sequence[model.Condition]]
    """The tests of the sorts that the loops look for, by the numbers of the sorts."""
    goes_with: str
    """The table of the pieces compatible with each piece; empty if all are."""
    then: Then


def _write_loop(emit: Writer, loop: _Loop, left: str, members: tuple[str, ...] = (), pieces: str = "") -> None:
    """Write the loop over the next, higher piece of a group, with the loops nested in it.

    `left` is the set of the pieces to try; `members` and `pieces` are the pieces of the outer loops. The body is first
    written into a buffer, one level deeper: if no sort can be made, it has no lines, and the whole loop is left out.
    """
    lowest_bit, piece, with_piece = emit.fresh("b"), emit.fresh("a"), emit.fresh("m")
    members = (*members, piece)

    def take_piece() -> None:
        emit.write_all(emit.surface.next_of(left, piece, lowest_bit))
        conditions.read_values(emit, [*loop.tests.values()], piece)
        emit.write(f"{with_piece} = {pieces} | {lowest_bit}" if pieces else f"{with_piece} = {lowest_bit}")

    def use_pieces() -> None:
        """Write the tests of the pieces so far, and the loop over one more."""
        if len(members) >= loop.group.least:
            for number, tests in loop.tests.items():
                _write_group_if_sort(emit, loop.group, number, tests, members, with_piece, loop.then)
        if len(members) < loop.group.most:
            rest = emit.fresh("m")
            _, lines = emit.in_buffer(lambda: _write_loop(emit, loop, rest, members, with_piece))
            if lines:
                emit.write(f"{rest} = {left} & {loop.goes_with}[{piece}]" if loop.goes_with else f"{rest} = {left}")
                emit.lines.extend(lines)

    emit.depth += 1
    take_lines, use_lines = emit.in_buffer(take_piece)[1], emit.in_buffer(use_pieces)[1]
    emit.depth -= 1
    if use_lines:
        emit.write(f"while {left}:")
        emit.lines.extend((*take_lines, *use_lines))


def _write_group_if_sort(
    emit: Writer,
    group: model.Group,
    number: int,
    tests: Sequence[model.Condition],
    members: tuple[str, ...],
    pieces: str,
    then: Then,
) -> None:
    """Write the tests of a sort, nested in one another, and inside them the code for a group of this sort.

    Tests that need no lines are joined into one. Nothing is written if a test is certainly false.
    """
    sort = group.sorts[number]
    code = f"({number << emit.flat.pieces} | {pieces})" if number else pieces
    text = GroupText(code, "", False, number, pieces, members)
    frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), text.slot)
    bits = (len(group.sorts) - 1).bit_length() + emit.flat.pieces
    emit.must_fit(bits, "that many sorts of groups together with that many pieces", group.origin.sentence)
    test_buffers = [emit.in_buffer(functools.partial(emit.condition, frame, test)) for test in tests]
    if ("False", []) in test_buffers:
        return
    if not any(lines for _, lines in test_buffers):
        test_buffers = [(conditions.all_of([test for test, _ in test_buffers]), [])]
    depth = emit.depth
    for test, lines in test_buffers:
        emit.append(lines, emit.depth - depth)
        if test != "True":
            emit.write(f"if {test}:")
            emit.depth += 1
    rate_group(emit, group, text, then)
    emit.depth = depth


# ------------------------------------------------------------------------------- small groups, looked up

MOST_LOOKED_UP = 3
"""The most pieces of a group that is looked up; plain Python finds larger groups faster with loops."""
MOST_BEFOREHAND = 6_000
"""The most sets of pieces that are examined before play, which takes about ten milliseconds."""


def _is_looked_up(emit: Writer, group: model.Group) -> bool:
    """Return whether the sorts of pieces are tabulated before play: in plain Python, for small groups.

    The number of sets is estimated: a piece is in one set for each choice of its companions, and each set is counted
    from each of its pieces. The table of a piece's companions includes the piece itself.
    """
    if emit.surface.is_fast or group.most > MOST_LOOKED_UP:
        return False
    tables = [companions(emit.rules, group, sort) for sort in group.sorts]
    sizes = range(group.least, group.most + 1)
    sets = (comb(others.bit_count() - 1, size - 1) // size for size in sizes for table in tables for others in table)
    return sum(sets) <= MOST_BEFOREHAND


def _each_known(emit: Writer, group: model.Group, side: str, then: Then) -> None:
    """Write the loops over all groups of a name among some pieces, with a lookup of their sorts."""
    tables = [emit.table("GO_WITH", companions(emit.rules, group, sort)) for sort in group.sorts]
    name = f"KNOWN_{identifier(group.name)}"
    function = emit.function(("sorts", group.name), f"sorts_{group.name}", lambda: _sorts(emit, group), "x")
    table_line = f"{name} = tabulate({function.name}, {group.least}, {group.most}, ({', '.join(tables)},))"
    if table_line not in emit.after:
        emit.after.append(table_line)
    pieces, sort = emit.fresh("m"), emit.fresh("k")
    for size in range(group.least, group.most + 1):
        with (
            emit.block(f"for {pieces} in filter({name}.__contains__, combinations_of({side}, {size})):"),
            emit.block(f"for {sort} in {name}[{pieces}]:"),
        ):
            for number, declared in enumerate(group.sorts):
                with emit.block(f"{'elif' if number else 'if'} {sort} == {number}:"):
                    tests = [part for part in tests_of(declared) if part not in _lasting_conditions(emit, declared)]
                    members = _read_members(emit, group, size, pieces, tests)
                    _write_group_if_sort(emit, group, number, tests, members, pieces, then)


def _lasting_conditions(emit: Writer, sort: model.Sort) -> list[model.Condition]:
    """Return the parts of a sort's condition that play cannot change."""
    return [part for part in walk.conjuncts(sort.condition) if not emit.reads_play(part)]


def _read_members(
    emit: Writer, group: model.Group, size: int, pieces: str, tests: Sequence[model.Condition]
) -> tuple[str, ...]:
    """Write the pieces of a group one by one, if they are needed separately; return their names."""
    members = tuple(emit.fresh("a") for _ in range(size))
    if any(isinstance(part, model.Alike | model.Runs | model.Between) for part in walk.parts(tests)):
        emit.write(f"w = {pieces}")
        for member in members:
            emit.write(f"{member} = {emit.surface.lowest('w')}")
            emit.write("w &= w - 1")
            conditions.read_values(emit, group.sorts, member)
    return members


def _sorts(emit: Writer, group: model.Group) -> str:
    """Write the function that finds the sorts that pieces make by themselves."""
    emit.write("found = []")
    tests = [_lasting_conditions(emit, sort) for sort in group.sorts]
    for size in range(group.least, group.most + 1):
        with emit.block(f"if x.bit_count() == {size}:"):
            members = _read_members(emit, group, size, "x", [part for each in tests for part in each])
            for number, sort in enumerate(group.sorts):
                text = GroupText("x", "", False, number, "x", members)
                frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), text.slot)
                emit.write(f"if {conditions.all_of([emit.condition(frame, test) for test in tests[number]])}:")
                emit.write(f"    found.append({number})")
    return "tuple(found)"


# -------------------------------------------------------------------------------------------- the best


def best_function(emit: Writer, name: str) -> DefinedFunction:
    """Return the function that finds the best group of a player, and its standing."""
    return emit.function(("best group", name), f"best_{name}", functools.partial(_find_best, emit, name), "x")


def rests_on(emit: Writer, name: str) -> frozenset[str]:
    """Return the variables on which the best groups of a name depend, directly or through other groups."""
    reads = best_function(emit, name).reads
    others = {emit.memo_of[read] for read in reads if read in emit.memo_of}
    return reads.union(*(rests_on(emit, other) for other in others))


def _find_best(emit: Writer, name: str) -> str:
    """Write the search for a player's best group; return the text of its code and standing, -1 if there is none.

    In the source `g` and `s` are the best group so far and its standing, and `best` is its measure among equals.
    """
    if name in emit.only_had:
        # Only the existence of a group matters, so return the first.
        loop(emit, name, "x", lambda group: emit.write(f"return {group.code}, 0"), is_for_any=True)
        return "-1, -1"
    measure = _preference(emit, name)
    emit.write("g = s = -1")
    if measure is not None:
        emit.write("best = -1")

    def replace_if_better(group: GroupText) -> None:
        with emit.block(f"if {group.standing} > s:"):
            emit.write(f"g, s = {group.code}, {group.standing}")
            if measure is not None:
                emit.write(f"best = {measure(group.pieces)}")
        with emit.block(f"elif {group.standing} == s:"):
            if measure is None:
                # Ties go to the group that has the lowest piece in which the two differ.
                emit.write(f"d = (g ^ {group.pieces}) & {emit.flat.all_pieces}")
                with emit.block(f"if d & -d & {group.pieces}:"):
                    emit.write(f"g = {group.code}")
            else:
                emit.write(f"d = {measure(group.pieces)}")
                with emit.block("if d > best:"):
                    emit.write(f"g, best = {group.code}, d")

    loop(emit, name, "x", replace_if_better)
    return "g, s"


def _preference(emit: Writer, name: str) -> Callable[[str], str] | None:
    """Return the measure of pieces that decides between equal groups of one player; None if their bits decide.

    It is the ranks of the pieces as one number, best first.
    """
    kind, most = emit.rules.pieces.name, emit.rules.groups[name].most
    if kind not in emit.rules.rankings:
        return None
    ranks = emit.ranks(kind)
    if ranks is not None and all(rank > other for rank, other in itertools.pairwise(ranks)):
        return None
    width = len(ranks).bit_length() if ranks is not None else sum(widths(emit, emit.rules.rankings[kind])) + 1
    emit.must_fit(width * most, "so fine a ranking", emit.rules.groups[name].origin.sentence)

    def write_measure() -> str:
        """Write the loop that appends the ranks of the pieces `x`, the best first, to the number `d`."""
        emit.write("d = 0")
        with emit.block(f"for _ in range({most}):"):
            emit.write(f"d <<= {width}")
            with emit.block("if x:"):
                first = emit.name_of_text(best(emit, kind, True, "x"), "p")
                measures = (
                    computed_sort_key(emit, kind, first)
                    if ranks is None
                    else f"{emit.table('RANKS', ranks)}[{first}] + 1"
                )
                emit.write(f"d |= {measures}")
                emit.write(f"x &= ~({emit.surface.bit(first)})")
        return "d"

    return lambda pieces: emit.call(emit.function(("preference", name), "preference", write_measure, "x"), pieces)
