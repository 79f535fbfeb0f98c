"""Generate loops over bits that find the groups of a player's pieces, and the best of them by one number.

A group is one integer: its sort above the bit set of its pieces.  Its rank is another: the keys of the ranking side by
side, the most important highest, and under them those that decide between equals.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cc_dsl.compiler import conditions, masks
from cc_dsl.compiler.faults import NotCompiled
from cc_dsl.compiler.flat import UNSETTLED
from cc_dsl.compiler.frames import DefinedFunction, Frame, GroupText, Slot, group_slot, is_settled, standing_text
from cc_dsl.compiler.locations import most_in
from cc_dsl.compiler.ranking import best, packed, piece_measured, widths
from cc_dsl.compiler.target import inside
from cc_dsl.compiler.things import first_holding, may_be_none, meaning_of
from cc_dsl.compiler.writer import Writer
from cc_dsl.core.companions import are_tried, companions, is_of_group
from cc_dsl.core.facts import all_cases
from cc_dsl.core.observable import conjuncts
from cc_dsl.core.places import SOME_ONE, places_for
from cc_dsl.rules import model, walk


def group_text(make: Writer, frame: Frame, term: object) -> GroupText:
    """Return the text of a group."""
    if isinstance(term, model.Slot):
        group = frame[term.number].group
        if group is None:
            raise NotCompiled("a group that stands in a slot of another kind")
        return group
    if isinstance(term, model.BestGroup):
        return _best_group(make, frame, term)
    if isinstance(term, model.Apply):
        return _defined(make, frame, term)
    if isinstance(term, model.Nothing):
        return GroupText("-1", "-1", True)
    raise NotCompiled(f"groups such as {type(term).__name__}")


def _best_group(make: Writer, frame: Frame, term: model.BestGroup) -> GroupText:
    owner = make.keep(make.thing(frame, term.owner), "o")
    memo = make.memo(term.name)
    code, standing = make.read(memo.group, owner), make.read(memo.standing, owner)
    if may_be_none(make, frame, term.owner):
        code, standing = (f"({text} if {owner} >= 0 else -1)" for text in (code, standing))
    return GroupText(code, standing, True)


def _defined(make: Writer, frame: Frame, term: model.Apply) -> GroupText:
    """Return the text of a group that a definition gives, or of the one that was settled."""
    definition = make.rules.definitions[term.name]
    if definition.settled is None:
        return _meant(make, frame, term, definition)
    status = make.status.get(is_settled(definition.name))
    if status is False:
        return _meant(make, frame, term, definition)
    code, standing = (make.read(var) for var in (make.flat.settled[term.name], make.flat.standings[term.name]))
    if status:
        return GroupText(code, standing, True)
    found, ranked = make.fresh("g"), make.fresh("s")
    with make.indented(f"if {code} != {UNSETTLED}:"):
        make.write(f"{found}, {ranked} = {code}, {standing}")
    with make.indented("else:"):
        group = _meant(make, frame, term, definition)
        make.write(f"{found}, {ranked} = {group.code}, {standing_text(group)}")
    return GroupText(found, ranked, True)


def _meant(make: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    cases = all_cases(definition)
    if definition.owner is not None and definition.owner.base == "group":
        return _meant_for_group(make, frame, term, definition)
    owner = "" if term.owner is None else make.keep(make.thing(frame, term.owner), "o")
    is_sure = term.owner is None or not may_be_none(make, frame, term.owner)
    if is_sure and isinstance(cases[0].condition, model.Always):
        return group_text(make, {0: Slot(owner, False)}, cases[0].thing)
    build = functools.partial(_pair, make, {0: Slot("x", False)}, cases)
    key = ("definition", definition.name, make.status_for(definition))
    function = make.function(key, definition.name, build, *(("x",) if owner else ()))
    call = make.call(function, *([owner] if owner else []))
    code, standing = make.fresh("g"), make.fresh("s")
    make.write(f"{code}, {standing} = {call if is_sure else f'({call} if {owner} >= 0 else (-1, -1))'}")
    return GroupText(code, standing, True)


def _meant_for_group(make: Writer, frame: Frame, term: model.Apply, definition: model.Definition) -> GroupText:
    """Return the text of the group that a definition gives for another, whose text is known here only."""
    owner = group_text(make, frame, term.owner)
    code, standing = make.fresh("g"), make.fresh("s")
    with make.indented(f"if {owner.code} >= 0:"):
        make.write(f"{code}, {standing} = {_pair(make, {0: group_slot(owner)}, all_cases(definition))}")
    with make.indented("else:"):
        make.write(f"{code}, {standing} = -1, -1")
    return GroupText(code, standing, True)


def _pair(make: Writer, frame: Frame, cases: list[model.Case]) -> str:
    """Return a text for code and standing of the group that the first case gives that holds."""

    def pair(case: model.Case) -> str:
        group = group_text(make, frame, case.thing)
        return f"({group.code}, {standing_text(group)})"

    return first_holding(make, frame, cases, pair, "(-1, -1)")


# ------------------------------------------------------------------------------------------- the loops


def each_group(make: Writer, frame: Frame, things: model.Thing, then: Callable[[GroupText], None]) -> None:
    """Write a loop over a set of groups, with its body."""
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
    assert isinstance(things, model.Groups)
    owner = make.keep(make.thing(frame, things.owner), "o")
    if may_be_none(make, frame, things.owner):
        with make.indented(f"if {owner} >= 0:"):
            make.loop(things.name, owner, then)
    else:
        make.loop(things.name, owner, then)


def _each_of_definition(make: Writer, frame: Frame, term: model.Apply, then: Callable[[GroupText], None]) -> None:
    """Write the loops over the groups that a definition gives: those of the first case that holds."""
    definition = make.rules.definitions[term.name]
    cases = all_cases(definition)
    if term.owner is None:

        def otherwise(each: Callable[[GroupText], None]) -> None:
            _each_of_cases(make, {}, cases, each)

        if definition.settled is None:
            otherwise(then)
        else:
            each_settled(make, term.name, then, otherwise)
        return
    if definition.owner is not None and definition.owner.base == "group":
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


def _each_of_cases(make: Writer, frame: Frame, cases: list[model.Case], then: Callable[[GroupText], None]) -> None:
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


def loop(
    make: Writer, group: model.Group, owner: str, then: Callable[[GroupText], None], is_for_any: bool = False
) -> None:
    """Write the loops over all groups of a name that a player's pieces make.

    Where any of them will do, those of the lowest sorts come first, which are the commonest.
    """
    left = make.fresh("m")
    make.write(f"{left} = {meaning_of(make, make.rules.definitions[group.side], owner)}")
    if not are_tried(group):
        for number, sort in enumerate(group.sorts):
            _walk(make, group, number, make.table("GO_WITH", companions(make.rules, group, sort)), left, then)
    elif _goes_by_sort(make, group):
        numbers = range(len(group.sorts))
        for number in reversed(numbers) if is_for_any else numbers:
            _each_of_sort(make, group, number, left, then)
    else:
        _level(make, _Loop(group, {number: tests_of(sort) for number, sort in enumerate(group.sorts)}, "", then), left)


def tests_of(sort: model.Sort) -> list[model.Condition]:
    """Return what some pieces are tested for, to make a sort."""
    tests = (sort.condition, *(case.condition for case in sort.requirements))
    return [part for test in tests for part in conjuncts(test)]


def _each_of_sort(make: Writer, group: model.Group, number: int, side: str, then: Callable[[GroupText], None]) -> None:
    """Write the loops over the groups of one sort, made of pieces that can stand in one together."""
    sort = group.sorts[number]
    goes_with = companions(make.rules, group, sort)
    fitting, tests = [side], []
    for test in tests_of(sort):
        those = _fitting(make, test)
        if those is not None:
            fitting.append(those)
        elif not (isinstance(test, model.Alike) and is_of_group(test.things) and group.least > 1):
            # Pieces that go with one another two by two need not be tested for being alike.
            tests.append(test)
    is_any = all(one == make.flat.all_pieces for one in goes_with)
    table = "" if is_any else make.table("GO_WITH", goes_with)
    # The loop empties it, and other sorts are made of the same pieces.
    left = make.fresh("m")
    make.write(f"{left} = {' & '.join(fitting)}")
    _level(make, _Loop(group, {number: tests}, table, then), left)


def _walk(
    make: Writer, group: model.Group, number: int, goes_with: str, side: str, then: Callable[[GroupText], None]
) -> None:
    """Write the loop over the sets of pieces that may make a sort, which may be large."""
    pieces = make.fresh("m")

    def step(before: str) -> None:
        make.write(f"{pieces} = next_together({before}, {side}, {goes_with}, {group.most})")

    step("0")
    with make.indented(f"while {pieces}:"):
        with make.indented(f"if {make.surface.count(pieces)} >= {group.least}:"):
            _node(make, group, number, tests_of(group.sorts[number]), (), pieces, then)
        step(pieces)


LEAST_CHOSEN, LEAST_SIDE = 4, 8
"""Groups of so many pieces out of so many are looked for sort by sort; of fewer all are tried for every sort."""


def _goes_by_sort(make: Writer, group: model.Group) -> bool:
    """Return whether the groups of each sort are looked for by themselves: they are many."""
    side = places_for(make.rules, group.side, SOME_ONE)
    return group.most >= LEAST_CHOSEN and most_in(make, side) >= LEAST_SIDE


def come_in_order(make: Writer, group: model.Group) -> bool:
    """Return whether the loops give the groups in the order in which they are offered: by sort, then by pieces."""
    return not make.memoizes(group) and are_tried(group) and (len(group.sorts) == 1 or _goes_by_sort(make, group))


def _fitting(make: Writer, test: model.Condition) -> str | None:
    """Return the pieces that pass a test whichever others are in the group; None if that is not known of each."""
    if isinstance(test, model.Not):
        denied = test.condition
        if isinstance(denied, model.In) and is_of_group(denied.things) and not _speaks_of_group(denied.piece):
            return f"~{inside(make.bit({}, denied.piece))}"
        return None
    if not isinstance(test, model.Quantified) or test.quantity != "every" or not is_of_group(test.things):
        return None
    if not masks.is_still(make, test.condition, test.slot):
        return None
    holds = make.still_conditions(test.condition, test.slot)
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


def _level(make: Writer, loop: _Loop, left: str, members: tuple[str, ...] = (), pieces: str = "") -> None:
    """Write the loop over the next piece of a group, which is higher than those before, if groups have so many."""
    one, piece, all_of = make.fresh("b"), make.fresh("a"), make.fresh("m")
    members = (*members, piece)

    def take() -> None:
        make.write(f"{one} = {left} & -{left}")
        make.write(f"{left} ^= {one}")
        make.write(f"{piece} = {make.surface.highest(one)}")
        read_values(make, [*loop.tests.values()], piece)
        make.write(f"{all_of} = {pieces} | {one}" if pieces else f"{all_of} = {one}")

    def go_on() -> None:
        if len(members) >= loop.group.least:
            for number, tests in loop.tests.items():
                _node(make, loop.group, number, tests, members, all_of, loop.then)
        if len(members) < loop.group.most:
            rest = make.fresh("m")
            _, lines = make.captured(lambda: _level(make, loop, rest, members, all_of))
            if lines:
                make.write(f"{rest} = {left} & {loop.goes_with}[{piece}]" if loop.goes_with else f"{rest} = {left}")
                make.lines.extend(lines)

    make.depth += 1
    taken, lines = make.captured(take)[1], make.captured(go_on)[1]
    make.depth -= 1
    if lines:
        make.write(f"while {left}:")
        make.lines.extend((*taken, *lines))


def read_values(make: Writer, tests: object, piece: str) -> None:
    """Write the attributes of a piece by which some tests of a group compare it with others."""
    parts = [*walk.parts(tests)]
    in_runs = {part.attribute for part in parts if isinstance(part, model.Runs | model.Between)}
    alike = {part.attribute for part in parts if isinstance(part, model.Alike)}
    names = make.values_read[piece] = set()
    for attribute in sorted(in_runs | alike):
        value = conditions.value_of(attribute, piece)
        make.write(f"{value} = {make.attribute(attribute)}[{piece}]")
        names.add(value)
        if attribute in in_runs:
            names.add(conditions.bit_of(attribute, piece))
            bit = make.surface.bit(value)
            is_sure = not conditions.has_none(make, attribute)
            make.write(f"{conditions.bit_of(attribute, piece)} = {bit if is_sure else f'{bit} if {value} >= 0 else 0'}")


def _node(
    make: Writer,
    group: model.Group,
    number: int,
    tests: Sequence[model.Condition],
    members: tuple[str, ...],
    pieces: str,
    then: Callable[[GroupText], None],
) -> None:
    """Write the code for the case that some pieces make a sort, which they do if they pass the tests."""
    sort = group.sorts[number]
    code = f"({number << make.flat.pieces} | {pieces})" if number else pieces
    text = GroupText(code, "", False, number, pieces, members)
    frame: Frame = dict.fromkeys(range(max(sort.frame, 1)), group_slot(text))
    bits = (len(group.sorts) - 1).bit_length() + make.flat.pieces
    make.must_fit(bits, "that many sorts of groups beside that many pieces", group.origin.sentence)
    if_all(make, frame, tests, lambda: rated(make, group, text, then))


def if_all(make: Writer, frame: Frame, tests: Sequence[model.Condition], then: Callable[[], None]) -> None:
    """Write the code for the case that all tests hold, in one branch if possible."""
    held = [make.captured(functools.partial(make.condition, frame, test)) for test in tests]
    if not any(lines for _, lines in held):
        text = conditions.all_of([text for text, _ in held])
        if text == "True":
            then()
        elif text != "False":
            with make.indented(f"if {text}:"):
                then()
        return
    depth = make.depth
    for text, lines in held:
        if text == "False" and not lines:
            break
        make.append(lines, make.depth - depth)
        if text != "True" or lines:
            make.write(f"if {text}:")
            make.depth += 1
    else:
        then()
    make.depth = depth


def rated(make: Writer, group: model.Group, text: GroupText, then: Callable[[GroupText], None]) -> None:
    """Compute how a group ranks, and go on with it."""
    frame: Frame = dict.fromkeys(range(max(group.ranking.frame, group.deciders.frame, 1)), group_slot(text))
    rank, width = packed(make, frame, group.ranking)
    deciders, shift = packed(make, frame, group.deciders)
    make.must_fit(width + shift, "so fine a ranking", group.origin.sentence)
    standing = f"({rank}) << {shift} | {deciders}" if shift else rank
    then(text._replace(standing=make.keep(standing, "s")))


# -------------------------------------------------------------------------------------------- the best


def those_used(make: Writer) -> list[str]:
    """Return the groups whose best is asked for in play, each behind those that it rests on."""
    used = [name for name in make.flat.memos if name in make.used_groups]
    return sorted(used, key=lambda name: len([one for one in rests_on(make, name) if one in make.memo_of]))


def best_function(make: Writer, name: str) -> DefinedFunction:
    """Return the function that finds the best group of a player, and how it stands."""
    return make.function(("best group", name), f"best_{name}", lambda: _find_best(make, name), "x")


def rests_on(make: Writer, name: str) -> frozenset[str]:
    """Return the variables that the best groups of a name are found from, also by way of other groups."""
    reads = best_function(make, name).reads
    others = {make.memo_of[read] for read in reads if read in make.memo_of}
    return reads.union(*(rests_on(make, other) for other in others))


def _find_best(make: Writer, name: str) -> str:
    if name in make.only_had:
        # The first that is found tells that there is one.
        make.loop(name, "x", lambda group: make.write(f"return {group.code}, 0"), is_for_any=True)
        return "-1, -1"
    measure = _preference(make, name)
    make.write("g = s = -1")
    if measure is not None:
        make.write("best = -1")

    def better(group: GroupText) -> None:
        with make.indented(f"if {group.standing} > s:"):
            make.write(f"g, s = {group.code}, {group.standing}")
            if measure is not None:
                make.write(f"best = {measure(group.pieces)}")
        with make.indented(f"elif {group.standing} == s:"):
            if measure is None:
                # The lowest piece that only one of them has ranks best of all in which they differ.
                make.write(f"d = (g ^ {group.pieces}) & {make.flat.all_pieces}")
            else:
                make.write(f"d = {measure(group.pieces)}")
            test = f"d & -d & {group.pieces}" if measure is None else "d > best"
            with make.indented(f"if {test}:"):
                make.write(f"g = {group.code}")
                if measure is not None:
                    make.write("best = d")

    make.loop(name, "x", better)
    return "g, s"


def _preference(make: Writer, name: str) -> Callable[[str], str] | None:
    """Return the measure of their pieces by which equal groups of one player are compared; None if bits can tell."""
    ranking = make.rules.rankings.get(make.rules.pieces.name)
    if ranking is None:
        return None
    ranks = make.ranks(ranking.name)
    if ranks is None:
        return functools.partial(_preference_now, make, name)
    if all(one > other for one, other in itertools.pairwise(ranks)):
        return None
    if len(set(ranks)) <= MOST_COUNTED:
        return functools.partial(_counted, make, name, ranks)
    digits = make.table("RANKS", tuple(ranks))
    return lambda pieces: f"descending({pieces}, {digits})"


MOST_COUNTED = 3
"""The most ranks whose pieces are counted one rank after another."""


def _counted(make: Writer, name: str, ranks: tuple[int, ...], pieces: str) -> str:
    """Return how many pieces have each rank, as one number, the best rank first: they compare as the pieces do."""
    texts = []
    width = make.rules.groups[name].most.bit_length()
    for place, rank in enumerate(sorted(set(ranks))):
        those = sum(1 << piece for piece, one in enumerate(ranks) if one == rank)
        count = make.surface.count(pieces if len(set(ranks)) == 1 else f"({pieces} & {those})")
        texts.append(f"{count} << {width * place}" if place else count)
    return " | ".join(reversed(texts))


def _preference_now(make: Writer, name: str, pieces: str) -> str:
    """Return the measures of some pieces, by a ranking that reads play, as one number, the best first."""
    kind, most = make.rules.pieces.name, make.rules.groups[name].most
    width = sum(widths(make, make.rules.rankings[kind])) + 1
    make.must_fit(width * most, "so fine a ranking", make.rules.groups[name].origin.sentence)

    def build() -> str:
        make.write("d = 0")
        with make.indented(f"for _ in range({most}):"):
            make.write(f"d <<= {width}")
            with make.indented("if x:"):
                one = make.keep(best(make, kind, True, "x"), "p")
                make.write(f"d |= {piece_measured(make, kind, one)}")
                make.write(f"x &= ~({make.surface.bit(one)})")
        return "d"

    return make.call(make.function(("preference", name), "preference", build, "x"), pieces)


def standing_now(make: Writer, name: str, term: model.Thing, group: GroupText) -> str:
    """Return how a group ranks now; one that was chosen or settled may have ranked otherwise then."""
    made = make.rules.groups[name]
    if isinstance(term, model.BestGroup) or group.members or not make.reads_play((made.ranking, made.deciders)):
        return standing_text(group)

    def build() -> str:
        make.write("if x < 0:")
        make.write("    return -1")
        for number in range(len(made.sorts)):
            with make.indented(f"if x >> {make.flat.pieces} == {number}:"):
                pieces = make.keep(f"x & {make.flat.all_pieces}", "m")
                text = GroupText("x", "", False, number, pieces)
                rated(make, made, text, lambda ranked: make.write(f"return {ranked.standing}"))
        return "-1"

    return make.call(make.function(("standing", name), "standing", build, "x"), group.code)


def each_settled(
    make: Writer,
    name: str,
    kept: Callable[[GroupText], None],
    otherwise: Callable[[Callable[[GroupText], None]], None],
) -> None:
    """Write the loop over the groups that were settled; if they were not, what goes through them now."""
    status = make.status.get(is_settled(name))
    if status is False:
        otherwise(kept)
        return
    count = make.read(make.flat.settled[name])
    if status:
        _each_kept(make, name, count, kept)
        return
    with make.indented(f"if {count} != {UNSETTLED}:"):
        _each_kept(make, name, count, kept)
    with make.indented("else:"):
        otherwise(kept)


def _each_kept(make: Writer, name: str, count: str, then: Callable[[GroupText], None]) -> None:
    place, code, standing = make.fresh("i"), make.fresh("g"), make.fresh("s")
    with make.indented(f"for {place} in range({count}):"):
        make.write(f"{code} = {make.read(make.flat.lists[name], place)}")
        make.write(f"{standing} = {make.read(make.flat.standings[name], place)}")
        then(GroupText(code, standing, False))
