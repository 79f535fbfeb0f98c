"""Generate loops over bits that find the groups of a player's pieces, and the best of them by one number.

A group is one integer: its sort above the bit set of its pieces.  Its rank is another: the keys of the ranking side by
side, the most important highest, and under them those that decide between equals.

    a Pair is 2 cards in a player's hand.           m2 = hand_in[x]
                                                    while m2:
    a Pair whose cards have the same rank.              b3 = m2 & -m2; m2 ^= b3; a3_rank = RANK[a3]
                                                        m5 = m2
                                                        while m5: …  if a3_rank == a6_rank: …
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.codegen import conditions, masks
from cc_dsl.codegen.faults import NotCompiled
from cc_dsl.codegen.flat import UNSETTLED
from cc_dsl.codegen.frames import DefinedFunction, Frame, GroupText, Slot, group_slot, is_settled, standing_text
from cc_dsl.codegen.locations import most_in
from cc_dsl.codegen.ranking import best, packed, piece_measured, widths
from cc_dsl.codegen.target import inside
from cc_dsl.codegen.things import first_holding, may_be_none, meaning_of
from cc_dsl.codegen.writer import Writer
from cc_dsl.core.facts import all_cases
from cc_dsl.core.groups import are_tried, companions, is_of_group
from cc_dsl.core.observable import conjuncts
from cc_dsl.core.places import SOME_ONE, places_for
from cc_dsl.rules import model, walk


def group_text(emit: Writer, frame: Frame, term: object) -> GroupText:
    """Return the text of a group."""
    if isinstance(term, model.Slot):
        group = frame[term.number].group
        if group is None:
            raise NotCompiled("a group that stands in a slot of another kind")
        return group
    if isinstance(term, model.BestGroup):
        return _best_group(emit, frame, term)
    if isinstance(term, model.Apply):
        return _defined(emit, frame, term)
    if isinstance(term, model.Nothing):
        return GroupText("-1", "-1", True)
    raise NotCompiled(f"groups such as {type(term).__name__}")


def _best_group(emit: Writer, frame: Frame, term: model.BestGroup) -> GroupText:
    owner = emit.keep(emit.thing(frame, term.owner), "o")
    memo = emit.memo(term.name)
    code, standing = emit.read(memo.group, owner), emit.read(memo.standing, owner)
    if may_be_none(emit, frame, term.owner):
        code, standing = (f"({text} if {owner} >= 0 else -1)" for text in (code, standing))
    return GroupText(code, standing, True)


def _defined(emit: Writer, frame: Frame, term: model.Apply) -> GroupText:
    """Return the text of a group that a definition gives, or of the one that was settled."""
    definition = emit.rules.definitions[term.name]
    if definition.settled is None:
        return _meant(emit, frame, term, definition)
    status = emit.status.get(is_settled(definition.name))
    if status is False:
        return _meant(emit, frame, term, definition)
    code, standing = (emit.read(var) for var in (emit.flat.settled[term.name], emit.flat.standings[term.name]))
    if status:
        return GroupText(code, standing, True)
    found, ranked = emit.fresh("g"), emit.fresh("s")
    with emit.indented(f"if {code} != {UNSETTLED}:"):
        emit.write(f"{found}, {ranked} = {code}, {standing}")
    with emit.indented("else:"):
        group = _meant(emit, frame, term, definition)
        emit.write(f"{found}, {ranked} = {group.code}, {standing_text(group)}")
    return GroupText(found, ranked, True)


def _meant(emit: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    cases = all_cases(definition)
    if definition.owner is not None and definition.owner.base == "group":
        return _meant_for_group(emit, frame, term, definition)
    owner = "" if term.owner is None else emit.keep(emit.thing(frame, term.owner), "o")
    is_sure = term.owner is None or not may_be_none(emit, frame, term.owner)
    if is_sure and isinstance(cases[0].condition, model.Always):
        return group_text(emit, {0: Slot(owner, False)}, cases[0].thing)
    build = functools.partial(_pair, emit, {0: Slot("x", False)}, cases)
    key = ("definition", definition.name, emit.status_for(definition))
    function = emit.function(key, definition.name, build, *(("x",) if owner else ()))
    call = emit.call(function, *([owner] if owner else []))
    code, standing = emit.fresh("g"), emit.fresh("s")
    emit.write(f"{code}, {standing} = {call if is_sure else f'({call} if {owner} >= 0 else (-1, -1))'}")
    return GroupText(code, standing, True)


def _meant_for_group(emit: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    """Return the text of the group that a definition gives for another, whose text is known here only."""
    owner = group_text(emit, frame, term.owner)
    code, standing = emit.fresh("g"), emit.fresh("s")
    with emit.indented(f"if {owner.code} >= 0:"):
        emit.write(f"{code}, {standing} = {_pair(emit, {0: group_slot(owner)}, all_cases(definition))}")
    with emit.indented("else:"):
        emit.write(f"{code}, {standing} = -1, -1")
    return GroupText(code, standing, True)


def _pair(emit: Writer, frame: Frame, cases: list[model.Case]) -> str:
    """Return a text for code and standing of the group that the first case gives that holds."""

    def pair(case: model.Case) -> str:
        group = group_text(emit, frame, case.thing)
        return f"({group.code}, {standing_text(group)})"

    return first_holding(emit, frame, cases, pair, "(-1, -1)")


# ------------------------------------------------------------------------------------------- the loops


def each_group(emit: Writer, frame: Frame, things: model.Thing, then: Callable[[GroupText], None]) -> None:
    """Write a loop over a set of groups, with its body."""
    if isinstance(things, model.Filter):

        def if_it_fits(group: GroupText) -> None:
            frame[things.slot] = group_slot(group)
            with emit.indented(f"if {emit.condition(frame, things.condition)}:"):
                then(group)

        each_group(emit, frame, things.things, if_it_fits)
        return
    if isinstance(things, model.Apply):
        _each_of_definition(emit, frame, things, then)
        return
    assert isinstance(things, model.Groups)
    owner = emit.keep(emit.thing(frame, things.owner), "o")
    if may_be_none(emit, frame, things.owner):
        with emit.indented(f"if {owner} >= 0:"):
            emit.loop(things.name, owner, then)
    else:
        emit.loop(things.name, owner, then)


def _each_of_definition(emit: Writer, frame: Frame, term: model.Apply, then: Callable[[GroupText], None]) -> None:
    """Write the loops over the groups that a definition gives: those of the first case that holds."""
    definition = emit.rules.definitions[term.name]
    cases = all_cases(definition)
    if term.owner is None:

        def otherwise(each: Callable[[GroupText], None]) -> None:
            _each_of_cases(emit, {}, cases, each)

        if definition.settled is None:
            otherwise(then)
        else:
            each_settled(emit, term.name, then, otherwise)
        return
    if definition.owner is not None and definition.owner.base == "group":
        group = group_text(emit, frame, term.owner)
        with emit.indented(f"if {group.code} >= 0:"):
            _each_of_cases(emit, {0: group_slot(group)}, cases, then)
        return
    owner = emit.keep(emit.thing(frame, term.owner), "o")
    inner: Frame = {0: Slot(owner, False)}
    if may_be_none(emit, frame, term.owner):
        with emit.indented(f"if {owner} >= 0:"):
            _each_of_cases(emit, inner, cases, then)
    else:
        _each_of_cases(emit, inner, cases, then)


def _each_of_cases(emit: Writer, frame: Frame, cases: list[model.Case], then: Callable[[GroupText], None]) -> None:
    if not cases:
        return
    test = emit.condition(frame, cases[0].condition)

    def this_one() -> None:
        if not isinstance(cases[0].thing, model.Nothing):
            each_group(emit, frame, cases[0].thing, then)

    if test == "True":
        this_one()
        return
    with emit.indented(f"if {test}:"):
        this_one()
    with emit.indented("else:"):
        _each_of_cases(emit, frame, cases[1:], then)


def loop(
    emit: Writer, group: model.Group, owner: str, then: Callable[[GroupText], None], is_for_any: bool = False
) -> None:
    """Write the loops over all groups of a name that a player's pieces make.

    Where any of them will do, those of the lowest sorts come first, which are the commonest.
    """
    left = emit.fresh("m")
    emit.write(f"{left} = {meaning_of(emit, emit.rules.definitions[group.side], owner)}")
    if not are_tried(group):
        for number, sort in enumerate(group.sorts):
            _walk(emit, group, number, emit.table("GO_WITH", companions(emit.rules, group, sort)), left, then)
    elif _goes_by_sort(emit, group):
        numbers = range(len(group.sorts))
        for number in reversed(numbers) if is_for_any else numbers:
            _each_of_sort(emit, group, number, left, then)
    else:
        _level(emit, _Loop(group, {number: tests_of(sort) for number, sort in enumerate(group.sorts)}, "", then), left)


def tests_of(sort: model.Sort) -> list[model.Condition]:
    """Return what some pieces are tested for, to make a sort."""
    tests = (sort.condition, *(case.condition for case in sort.requirements))
    return [part for test in tests for part in conjuncts(test)]


def _each_of_sort(emit: Writer, group: model.Group, number: int, side: str, then: Callable[[GroupText], None]) -> None:
    """Write the loops over the groups of one sort, made of pieces that can stand in one together."""
    sort = group.sorts[number]
    goes_with = companions(emit.rules, group, sort)
    fitting, tests = [side], []
    for test in tests_of(sort):
        those = _fitting(emit, test)
        if those is not None:
            fitting.append(those)
        elif not (isinstance(test, model.Alike) and is_of_group(test.things) and group.least > 1):
            # Pieces that go with one another two by two need not be tested for being alike.
            tests.append(test)
    is_any = all(one == emit.flat.all_pieces for one in goes_with)
    table = "" if is_any else emit.table("GO_WITH", goes_with)
    # The loop empties it, and other sorts are made of the same pieces.
    left = emit.fresh("m")
    emit.write(f"{left} = {' & '.join(fitting)}")
    _level(emit, _Loop(group, {number: tests}, table, then), left)


def _walk(
    emit: Writer, group: model.Group, number: int, goes_with: str, side: str, then: Callable[[GroupText], None]
) -> None:
    """Write the loop over the sets of pieces that may make a sort, which may be large."""
    pieces = emit.fresh("m")

    def step(before: str) -> None:
        emit.write(f"{pieces} = next_together({before}, {side}, {goes_with}, {group.most})")

    step("0")
    with emit.indented(f"while {pieces}:"):
        with emit.indented(f"if {emit.surface.count(pieces)} >= {group.least}:"):
            _node(emit, group, number, tests_of(group.sorts[number]), (), pieces, then)
        step(pieces)


LEAST_CHOSEN, LEAST_SIDE = 4, 8
"""Groups of so many pieces out of so many are looked for sort by sort; of fewer all are tried for every sort."""


def _goes_by_sort(emit: Writer, group: model.Group) -> bool:
    """Return whether the groups of each sort are looked for by themselves: they are many."""
    side = places_for(emit.rules, group.side, SOME_ONE)
    return group.most >= LEAST_CHOSEN and most_in(emit, side) >= LEAST_SIDE


def come_in_order(emit: Writer, group: model.Group) -> bool:
    """Return whether the loops give the groups in the order in which they are offered: by sort, then by pieces."""
    return not emit.memoizes(group) and are_tried(group) and (len(group.sorts) == 1 or _goes_by_sort(emit, group))


def _fitting(emit: Writer, test: model.Condition) -> str | None:
    """Return the pieces that pass a test whichever others are in the group; None if that is not known of each."""
    if isinstance(test, model.Not):
        denied = test.condition
        if isinstance(denied, model.In) and is_of_group(denied.things) and not _speaks_of_group(denied.piece):
            return f"~{inside(emit.bit({}, denied.piece))}"
        return None
    if not isinstance(test, model.Quantified) or test.quantity != "every" or not is_of_group(test.things):
        return None
    if not masks.is_still(emit, test.condition, test.slot):
        return None
    holds = emit.still_conditions(test.condition, test.slot)
    return str(sum(1 << piece for piece, fits in enumerate(holds) if fits))


def _speaks_of_group(term: model.Thing) -> bool:
    return any(isinstance(part, model.Slot) for part in walk.parts(term))


class _Loop(NamedTuple):
    """What the loops over the pieces of groups, one within another, have in common."""

    group: model.Group
    tests: Mapping[int, Sequence[model.Condition]]
    """The sorts that are looked for, by their numbers, and what is to be tested for each."""
    goes_with: str
    """The table of the pieces that can stand beside each; empty: all can."""
    then: Callable[[GroupText], None]


def _level(emit: Writer, loop: _Loop, left: str, members: tuple[str, ...] = (), pieces: str = "") -> None:
    """Write the loop over the next piece of a group, which is higher than those before, if groups have so many."""
    one, piece, all_of = emit.fresh("b"), emit.fresh("a"), emit.fresh("m")
    members = (*members, piece)

    def take() -> None:
        emit.write(f"{one} = {left} & -{left}")
        emit.write(f"{left} ^= {one}")
        emit.write(f"{piece} = {emit.surface.highest(one)}")
        read_values(emit, [*loop.tests.values()], piece)
        emit.write(f"{all_of} = {pieces} | {one}" if pieces else f"{all_of} = {one}")

    def go_on() -> None:
        if len(members) >= loop.group.least:
            for number, tests in loop.tests.items():
                _node(emit, loop.group, number, tests, members, all_of, loop.then)
        if len(members) < loop.group.most:
            rest = emit.fresh("m")
            _, lines = emit.in_buffer(lambda: _level(emit, loop, rest, members, all_of))
            if lines:
                emit.write(f"{rest} = {left} & {loop.goes_with}[{piece}]" if loop.goes_with else f"{rest} = {left}")
                emit.lines.extend(lines)

    emit.depth += 1
    taken, lines = emit.in_buffer(take)[1], emit.in_buffer(go_on)[1]
    emit.depth -= 1
    if lines:
        emit.write(f"while {left}:")
        emit.lines.extend((*taken, *lines))


def read_values(emit: Writer, tests: object, piece: str) -> None:
    """Write the attributes of a piece by which some tests of a group compare it with others."""
    parts = [*walk.parts(tests)]
    in_runs = {part.attribute for part in parts if isinstance(part, model.Runs | model.Between)}
    alike = {part.attribute for part in parts if isinstance(part, model.Alike)}
    names = emit.values_read[piece] = set()
    for attribute in sorted(in_runs | alike):
        value = conditions.value_of(attribute, piece)
        emit.write(f"{value} = {emit.attribute(attribute)}[{piece}]")
        names.add(value)
        if attribute in in_runs:
            names.add(conditions.bit_of(attribute, piece))
            bit = emit.surface.bit(value)
            is_sure = not conditions.has_none(emit, attribute)
            emit.write(f"{conditions.bit_of(attribute, piece)} = {bit if is_sure else f'{bit} if {value} >= 0 else 0'}")


def _node(
    emit: Writer,
    group: model.Group,
    number: int,
    tests: Sequence[model.Condition],
    members: tuple[str, ...],
    pieces: str,
    then: Callable[[GroupText], None],
) -> None:
    """Write the code for the case that some pieces make a sort, which they do if they pass the tests."""
    sort = group.sorts[number]
    code = f"({number << emit.flat.pieces} | {pieces})" if number else pieces
    text = GroupText(code, "", False, number, pieces, members)
    frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), group_slot(text))
    bits = (len(group.sorts) - 1).bit_length() + emit.flat.pieces
    emit.must_fit(bits, "that many sorts of groups beside that many pieces", group.origin.sentence)
    if_all(emit, frame, tests, lambda: rated(emit, group, text, then))


def if_all(emit: Writer, frame: Frame, tests: Sequence[model.Condition], then: Callable[[], None]) -> None:
    """Write the code for the case that all tests hold, in one branch if possible."""
    held = [emit.in_buffer(functools.partial(emit.condition, frame, test)) for test in tests]
    if not any(lines for _, lines in held):
        text = conditions.all_of([text for text, _ in held])
        if text == "True":
            then()
        elif text != "False":
            with emit.indented(f"if {text}:"):
                then()
        return
    if ("False", []) in held:
        return
    depth = emit.depth
    for text, lines in held:
        emit.append(lines, emit.depth - depth)
        if text != "True" or lines:
            emit.write(f"if {text}:")
            emit.depth += 1
    then()
    emit.depth = depth


def rated(emit: Writer, group: model.Group, text: GroupText, then: Callable[[GroupText], None]) -> None:
    """Compute how a group ranks, and go on with it."""
    frame: Frame = dict.fromkeys(range(max(group.ranking.frame, group.deciders.frame, 1)), group_slot(text))
    rank, width = packed(emit, frame, group.ranking)
    deciders, shift = packed(emit, frame, group.deciders)
    emit.must_fit(width + shift, "so fine a ranking", group.origin.sentence)
    standing = f"({rank}) << {shift} | {deciders}" if shift else rank
    then(text._replace(standing=emit.keep(standing, "s")))


# -------------------------------------------------------------------------------------------- the best


def those_used(emit: Writer) -> list[str]:
    """Return the groups whose best is asked for in play, each behind those that it rests on."""
    used = [name for name in emit.flat.memos if name in emit.used_groups]
    return sorted(used, key=lambda name: len([one for one in rests_on(emit, name) if one in emit.memo_of]))


def best_function(emit: Writer, name: str) -> DefinedFunction:
    """Return the function that finds the best group of a player, and how it stands."""
    return emit.function(("best group", name), f"best_{name}", lambda: _find_best(emit, name), "x")


def rests_on(emit: Writer, name: str) -> frozenset[str]:
    """Return the variables that the best groups of a name are found from, also by way of other groups."""
    reads = best_function(emit, name).reads
    others = {emit.memo_of[read] for read in reads if read in emit.memo_of}
    return reads.union(*(rests_on(emit, other) for other in others))


def _find_best(emit: Writer, name: str) -> str:
    if name in emit.only_had:
        # The first that is found tells that there is one.
        emit.loop(name, "x", lambda group: emit.write(f"return {group.code}, 0"), is_for_any=True)
        return "-1, -1"
    measure = _preference(emit, name)
    emit.write("g = s = -1")
    if measure is not None:
        emit.write("best = -1")

    def better(group: GroupText) -> None:
        with emit.indented(f"if {group.standing} > s:"):
            emit.write(f"g, s = {group.code}, {group.standing}")
            if measure is not None:
                emit.write(f"best = {measure(group.pieces)}")
        with emit.indented(f"elif {group.standing} == s:"):
            if measure is None:
                # The lowest piece that only one of them has ranks best of all in which they differ.
                emit.write(f"d = (g ^ {group.pieces}) & {emit.flat.all_pieces}")
            else:
                emit.write(f"d = {measure(group.pieces)}")
            test = f"d & -d & {group.pieces}" if measure is None else "d > best"
            with emit.indented(f"if {test}:"):
                emit.write(f"g = {group.code}")
                if measure is not None:
                    emit.write("best = d")

    emit.loop(name, "x", better)
    return "g, s"


def _preference(emit: Writer, name: str) -> Callable[[str], str] | None:
    """Return the measure of their pieces by which equal groups of one player are compared; None if bits can tell."""
    ranking = emit.rules.rankings.get(emit.rules.pieces.name)
    if ranking is None:
        return None
    ranks = emit.ranks(ranking.name)
    if ranks is None:
        return functools.partial(_preference_now, emit, name)
    if all(one > other for one, other in itertools.pairwise(ranks)):
        return None
    if len(set(ranks)) <= MOST_COUNTED:
        return functools.partial(_counted, emit, name, ranks)
    digits = emit.table("RANKS", tuple(ranks))
    return lambda pieces: f"descending({pieces}, {digits})"


MOST_COUNTED = 3
"""The most ranks whose pieces are counted one rank after another."""


def _counted(emit: Writer, name: str, ranks: tuple[int, ...], pieces: str) -> str:
    """Return how many pieces have each rank, as one number, the best rank first: they compare as the pieces do."""
    texts = []
    width = emit.rules.groups[name].most.bit_length()
    for place, rank in enumerate(sorted(set(ranks))):
        those = sum(1 << piece for piece, one in enumerate(ranks) if one == rank)
        count = emit.surface.count(pieces if len(set(ranks)) == 1 else f"({pieces} & {those})")
        texts.append(f"{count} << {width * place}" if place else count)
    return " | ".join(reversed(texts))


def _preference_now(emit: Writer, name: str, pieces: str) -> str:
    """Return the measures of some pieces, by a ranking that reads play, as one number, the best first."""
    kind, most = emit.rules.pieces.name, emit.rules.groups[name].most
    width = sum(widths(emit, emit.rules.rankings[kind])) + 1
    emit.must_fit(width * most, "so fine a ranking", emit.rules.groups[name].origin.sentence)

    def build() -> str:
        emit.write("d = 0")
        with emit.indented(f"for _ in range({most}):"):
            emit.write(f"d <<= {width}")
            with emit.indented("if x:"):
                one = emit.keep(best(emit, kind, True, "x"), "p")
                emit.write(f"d |= {piece_measured(emit, kind, one)}")
                emit.write(f"x &= ~({emit.surface.bit(one)})")
        return "d"

    return emit.call(emit.function(("preference", name), "preference", build, "x"), pieces)


def standing_now(emit: Writer, name: str, term: model.Thing, group: GroupText) -> str:
    """Return how a group ranks now; one that was chosen or settled may have ranked otherwise then."""
    made = emit.rules.groups[name]
    if isinstance(term, model.BestGroup) or group.members or not emit.reads_play((made.ranking, made.deciders)):
        return standing_text(group)

    def build() -> str:
        emit.write("if x < 0:")
        emit.write("    return -1")
        for number in range(len(made.sorts)):
            with emit.indented(f"if x >> {emit.flat.pieces} == {number}:"):
                pieces = emit.keep(f"x & {emit.flat.all_pieces}", "m")
                text = GroupText("x", "", False, number, pieces)
                rated(emit, made, text, lambda ranked: emit.write(f"return {ranked.standing}"))
        return "-1"

    return emit.call(emit.function(("standing", name), "standing", build, "x"), group.code)


def each_settled(
    emit: Writer,
    name: str,
    kept: Callable[[GroupText], None],
    otherwise: Callable[[Callable[[GroupText], None]], None],
) -> None:
    """Write the loop over the groups that were settled; if they were not, what goes through them now."""
    status = emit.status.get(is_settled(name))
    if status is False:
        otherwise(kept)
        return
    count = emit.read(emit.flat.settled[name])
    if status:
        _each_kept(emit, name, count, kept)
        return
    with emit.indented(f"if {count} != {UNSETTLED}:"):
        _each_kept(emit, name, count, kept)
    with emit.indented("else:"):
        otherwise(kept)


def _each_kept(emit: Writer, name: str, count: str, then: Callable[[GroupText], None]) -> None:
    place, code, standing = emit.fresh("i"), emit.fresh("g"), emit.fresh("s")
    with emit.indented(f"for {place} in range({count}):"):
        emit.write(f"{code} = {emit.read(emit.flat.lists[name], place)}")
        emit.write(f"{standing} = {emit.read(emit.flat.standings[name], place)}")
        then(GroupText(code, standing, False))
